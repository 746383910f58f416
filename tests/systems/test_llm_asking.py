"""Systems that ask a language model: what they send, what they read back, and what fails."""

import json
from dataclasses import replace

import pytest

pytest.importorskip("httpx")

from asking_models import GOLD, blocks, few_shot
from fake_llm import Says, serve
from motjuste.benchmarks.benchmark import Benchmark
from motjuste.benchmarks.run import read_lsr
from motjuste.errors import MotjusteError
from motjuste.systems import SomeFailedError, run_system

pytestmark = pytest.mark.usefixtures("model_surroundings")


def test_a_completion_is_asked_for_with_the_papers_sampling(priming):
    with serve(lambda prompt: " a, b") as fake:
        few_shot(fake.url, priming=priming).suggest([GOLD.items[3].target])
    (body,) = fake.bodies
    assert body.pop("prompt").endswith("\nA:")
    assert body == {
        "model": "small",
        "temperature": 0.0,
        "presence_penalty": 0.5,
        "max_tokens": 128,
        "stop": ["\n"],
    }
    assert fake.paths == ["/v1/completions"]


def test_a_chat_gets_each_example_as_question_and_answer(priming):
    with serve(lambda prompt: "a, b") as fake:
        few_shot(fake.url, priming=priming, api="chat").suggest([GOLD.items[3].target])
    (body,) = fake.bodies
    assert [message["role"] for message in body["messages"]] == ["user", "assistant"] * 3 + ["user"]
    assert body["messages"][1]["content"] == "pet, feline, animal"
    assert body["messages"][-1]["content"].startswith("Nobody saw the **fish**")
    assert fake.paths == ["/v1/chat/completions"]


def test_what_a_server_does_not_know_can_be_left_out_and_more_added(priming):
    bias = "198:-100,628:-100"
    extra = json.dumps({"max_completion_tokens": 64})
    with serve(lambda prompt: "a") as fake:
        few_shot(
            fake.url, priming=priming, leave_out="stop,max_tokens", extra=extra, logit_bias=bias
        ).suggest([GOLD.items[3].target])
    (body,) = fake.bodies
    assert not {"stop", "max_tokens"} & set(body)
    assert body["max_completion_tokens"] == 64
    assert body["logit_bias"] == {"198": -100.0, "628": -100.0}


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (" trout, Salmon, trout, salmon , carp.", ["trout", "Salmon", "carp"]),
        ("fish, FISH, trout", ["trout"]),
        ("\n trout\nQ: What else?", ["trout"]),
        # As in the paper's program a last word that was cut off counts.
        (Says("trout, sal", ended="length"), ["trout", "sal"]),
        (Says("trout", ended="length"), ["trout"]),
        (" , ,,", []),
        ("", []),
        (Says(None, ended="content_filter"), []),
        ("A: **trout**, \"big fish\"", ["trout", "big fish"]),
        ("x" * 500, []),
    ],
)  # fmt: skip
def test_an_answer_is_split_at_commas_without_repetitions_and_the_target(priming, reply, words):
    with serve(lambda prompt: reply) as fake:
        (answer,) = few_shot(fake.url, priming=priming).suggest([GOLD.items[3].target])
    assert [suggestion.text for suggestion in answer] == words
    scores = [suggestion.score for suggestion in answer]
    assert scores == sorted(set(scores), reverse=True)


def test_a_last_word_that_was_cut_off_can_be_dropped(priming):
    with serve(lambda prompt: Says("trout, sal", ended="length")) as fake:
        system = few_shot(fake.url, priming=priming, drop_cut="yes")
        (answer,) = system.suggest([GOLD.items[3].target])
    assert [suggestion.text for suggestion in answer] == ["trout"]


def test_answers_keep_the_order_of_the_targets_and_failures_their_place(priming):
    def answer(prompt):
        about = blocks(prompt)[-1]
        if "**dog**" in about:
            return Says(status=400, error="bad dog")
        return Says("first" if "**cat**" in about else "other", after=0.1 * ("**cat**" in about))

    targets = [item.target for item in GOLD.items]
    with serve(answer) as fake, pytest.raises(SomeFailedError) as error:
        few_shot(fake.url, priming=priming).suggest(targets)
    first, failed, *rest = error.value.outcomes
    assert first[0].text == "first"
    assert "bad dog" in str(failed)
    assert [answer[0].text for answer in rest] == ["other", "other"]


def test_a_second_run_sends_nothing_and_ends_the_same(priming, tmp_path):
    with serve(lambda prompt: "trout, carp") as fake:
        for name in ("a", "b"):
            report = run_system(
                few_shot(fake.url, priming=priming), GOLD, tmp_path / f"{name}.json"
            )
            assert (report.answered, report.errors) == (4, {})
    assert len(fake.bodies) == 4
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


def test_failed_items_are_told_asked_once_more_each_and_the_run_is_mended(priming, tmp_path):
    sick = [True]

    def answer(prompt):
        if sick[0] and "**dog**" in blocks(prompt)[-1]:
            return Says(raw=b'{"choices": [{"te')
        return "pet"

    out = tmp_path / "run.lsr.json"
    with serve(answer) as fake:
        report = run_system(few_shot(fake.url, priming=priming), GOLD, out)
        assert list(report.errors) == ["2"]
        assert "cannot be read" in report.errors["2"]
        assert len(fake.bodies) == 3 + 2
        sick[0] = False
        mended = run_system(few_shot(fake.url, priming=priming, concurrency=1), GOLD, out)
    assert (mended.resumed, mended.answered) == (3, 1)
    assert list(read_lsr(out).answers) == ["1", "2", "3", "4"]


def test_several_processes_are_refused_since_the_limits_would_not_hold(priming, tmp_path):
    gold = Benchmark(
        "many",
        "swords",
        GOLD.contexts,
        tuple(replace(GOLD.items[0], id=str(number)) for number in range(40)),
    )
    with serve(lambda prompt: "a") as fake, pytest.raises(MotjusteError, match="concurrency=N"):
        run_system(few_shot(fake.url, priming=priming), gold, tmp_path / "run", workers=2)
    assert not fake.bodies
