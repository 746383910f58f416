"""The systems of the papers that ask a language model: their prompts, and what they read back."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

pytest.importorskip("httpx")

from fake_llm import Says, one_after_the_other, serve
from motjuste.benchmarks import read_benchmark
from motjuste.benchmarks.benchmark import Benchmark, Context, Item, Judgement
from motjuste.benchmarks.run import read_lsr
from motjuste.benchmarks.swords import write
from motjuste.cli import main
from motjuste.errors import BadInputError, MissingResourceError, MotjusteError
from motjuste.systems import SomeFailedError, make_system, run_system, with_settings
from motjuste.systems.llm import client as client_module
from motjuste.systems.llm.prompts import estimate_tokens
from motjuste.systems.llm.reading import read_suggestions
from motjuste.systems.llm.replies import AnswerError
from motjuste.text import Target

KEY = "sk-very-secret-0123456789"
TEXTS = {
    "1": "The  *cat*\tsat.",
    "2": "A *dog* ran away.",
    "3": "One *bird* sang, and sang.",
    "4": "Nobody saw the *fish* there.",
}
LABELS = {
    "feline": ("TRUE", "TRUE", "FALSE"),
    "pet": ("TRUE", "TRUE", "TRUE"),
    "stone": ("FALSE", "FALSE", "UNSURE"),
    "animal": ("TRUE", "FALSE", "FALSE"),
}


def make_item(name):
    before, word, after = TEXTS[name].split("*")
    text = before + word + after
    target = Target(text, len(before), len(before) + len(word), "NOUN")
    judged = tuple(Judgement(each, labels) for each, labels in LABELS.items())
    return Context(text), Item(name, name, target, judged)


def make_benchmark(names):
    pairs = {name: make_item(name) for name in names}
    contexts = {name: context for name, (context, _) in pairs.items()}
    return Benchmark("animals", "swords", contexts, tuple(one for _, one in pairs.values()))


GOLD = make_benchmark(TEXTS)


@pytest.fixture(autouse=True)
def surroundings(monkeypatch, tmp_path):
    monkeypatch.setattr(client_module, "FIRST_WAIT", 0.001)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def priming(tmp_path):
    path = tmp_path / "priming.json"
    write(make_benchmark(["1", "2", "3"]), path)
    return str(path)


def few_shot(url="http://127.0.0.1:9/v1", **given):
    given = {"model": "small", "endpoint": url, "retries": 1, **given}
    return with_settings(make_system("gpt-few-shot"), {k: str(v) for k, v in given.items()})


def sws(url="http://127.0.0.1:9/v1", **given):
    given = {"model": "small", "endpoint": url, "retries": 1, **given}
    return with_settings(make_system("chatgpt-sws"), {k: str(v) for k, v in given.items()})


def blocks(prompt):
    return prompt.split("\n\n")


QUESTION = "Q: What are appropriate substitutes for **{}** in the above text?"
ANSWER = "A: pet, feline, animal"


def test_the_prompt_is_the_papers(priming):
    prompt = few_shot(priming=priming).preview(GOLD.items[3].target)
    *examples, query = blocks(prompt)
    assert query == f"Nobody saw the **fish** there.\n{QUESTION.format('fish')}\nA:"
    assert sorted(examples) == [
        f"A **dog** ran away.\n{QUESTION.format('dog')}\n{ANSWER}",
        f"One **bird** sang, and sang.\n{QUESTION.format('bird')}\n{ANSWER}",
        f"The **cat** sat.\n{QUESTION.format('cat')}\n{ANSWER}",
    ]


def test_a_target_is_never_its_own_example(priming):
    prompt = few_shot(priming=priming).preview(GOLD.items[0].target)
    assert prompt.count("**cat**") == 2
    assert len(blocks(prompt)) == 3


def test_examples_depend_on_the_seed_and_the_target_alone(priming):
    fish = GOLD.items[3].target
    prompts = [few_shot(priming=priming, seed=seed).preview(fish) for seed in range(8)]
    assert len(set(prompts)) > 1
    assert prompts[5] == few_shot(priming=priming, seed=5).preview(fish)


def test_shared_examples_make_prompts_that_begin_alike(priming):
    system = few_shot(priming=priming, shared_examples="yes")
    other = Target("Nobody heard of shrimps.", 16, 23)
    first, second = (blocks(system.preview(each)) for each in (GOLD.items[3].target, other))
    assert first[:-1] == second[:-1]
    assert len(first) == 4


def test_as_many_examples_as_fit_are_taken(priming):
    whole = few_shot(priming=priming)
    fish = GOLD.items[3].target
    needed = sum(estimate_tokens(block) for block in blocks(whole.preview(fish)))
    counts = [
        len(blocks(few_shot(priming=priming, context=128 + room).preview(fish)))
        for room in range(40, needed + 20)
    ]
    assert counts == sorted(counts)
    assert (counts[0], counts[-1]) == (1, 4)
    assert set(counts) == {1, 2, 3, 4}
    few = few_shot(priming=priming, most_examples=2)
    assert len(blocks(few.preview(fish))) == 3
    assert len(blocks(few_shot(priming="nothing", most_examples=0).preview(fish))) == 1


def test_a_text_too_long_for_the_context_is_not_sent(priming):
    long = Target("word " * 3000, 0, 4)
    with serve(lambda prompt: "a") as fake, pytest.raises(AnswerError, match="context of 2048"):
        few_shot(fake.url, priming=priming).suggest([long])
    assert not fake.bodies


def test_tokens_are_counted_by_a_tokenizer_where_one_is_given(priming, tmp_path):
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    system = few_shot(priming=priming, tokenizer=tmp_path / "tokenizer.json")
    # Text 5 words, question 10 and its "A:", of which **target** is one.
    assert system.count("One **bird** sang, and sang.\n" + QUESTION.format("bird") + "\nA:") == 17
    with pytest.raises(BadInputError, match="is no tokenizer"):
        _ = few_shot(tokenizer=priming).count


@pytest.mark.parametrize("text", ["An undercover force of agents", "“Naïve”, 1,234 者", "\n \n"])
def test_estimates_of_tokens_never_fall_short_of_words_and_signs(text):
    assert estimate_tokens(text) >= len(text.split())


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
    assert [each["role"] for each in body["messages"]] == ["user", "assistant"] * 3 + ["user"]
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
    ("said", "words"),
    [
        (" trout, Salmon, trout, salmon , carp.", ["trout", "Salmon", "carp"]),
        ("fish, FISH, trout", ["trout"]),
        ("\n trout\nQ: What else?", ["trout"]),
        (Says("trout, sal", ended="length"), ["trout"]),
        (Says("trout", ended="length"), ["trout"]),
        (" , ,,", []),
        ("", []),
        (Says(None, ended="content_filter"), []),
        ("A: **trout**, \"big fish\"", ["trout", "big fish"]),
        ("x" * 500, []),
    ],
)  # fmt: skip
def test_an_answer_is_split_at_commas_without_repetitions_and_the_target(priming, said, words):
    with serve(lambda prompt: said) as fake:
        (answer,) = few_shot(fake.url, priming=priming).suggest([GOLD.items[3].target])
    assert [each.text for each in answer] == words
    scores = [each.score for each in answer]
    assert scores == sorted(set(scores), reverse=True)


def test_answers_keep_the_order_of_the_targets_and_failures_their_place(priming):
    def answer(prompt):
        about = blocks(prompt)[-1]
        if "**dog**" in about:
            return Says(status=400, error="bad dog")
        return Says("first" if "**cat**" in about else "other", after=0.1 * ("**cat**" in about))

    targets = [item.target for item in GOLD.items]
    with serve(answer) as fake, pytest.raises(SomeFailedError) as told:
        few_shot(fake.url, priming=priming).suggest(targets)
    first, failed, *rest = told.value.outcomes
    assert first[0].text == "first"
    assert "bad dog" in str(failed)
    assert [each[0].text for each in rest] == ["other", "other"]


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
        assert "rubbish" in report.errors["2"]
        assert len(fake.bodies) == 3 + 2
        sick[0] = False
        mended = run_system(few_shot(fake.url, priming=priming, concurrency=1), GOLD, out)
    assert (mended.resumed, mended.answered) == (3, 1)
    assert list(read_lsr(out).answers) == ["1", "2", "3", "4"]


def command(gold, out, url, priming, *more):
    settings = {"model": "small", "endpoint": url, "priming": priming, "retries": 1}
    changes = [part for k, v in settings.items() for part in ("--set", f"{k}={v}")]
    return ["run", "gpt-few-shot", "-b", str(gold), "-o", str(out), *changes, *more]


def test_the_command_tells_tokens_and_cost_and_the_run_file_no_secret(
    gold, priming, tmp_path, capsys
):
    out = tmp_path / "run.lsr.json"
    with serve(lambda prompt: "auto") as fake:
        prices = ("--set", "price_in=1000", "--set", "price_out=10000")
        assert main(command(gold, out, fake.url, priming, *prices)) == 0
        first = capsys.readouterr().err
        assert main(command(gold, out, fake.url, priming)) == 0
    # Two answers of 100 and 10 tokens, at 0.001 and 0.01 each: 0.2 + 0.2.
    assert "2 answers from the server" in first
    assert "200 tokens in, 20 out; cost 0.4000" in first
    assert "0 answers from the server, 2 from the cache" in capsys.readouterr().err
    assert fake.headers[0]["authorization"] == f"Bearer {KEY}"
    settings = read_lsr(out).settings
    assert settings["endpoint"] == fake.url
    assert settings["seed"] == 0
    assert not {"key_variable", "concurrency", "timeout", "cache"} & set(settings)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not [path for path in files if KEY.encode() in path.read_bytes()]


def test_a_dry_run_prints_the_first_prompt_and_sends_and_writes_nothing(
    gold, priming, tmp_path, capsys, monkeypatch
):
    monkeypatch.delenv("OPENAI_API_KEY")
    before = sorted(tmp_path.rglob("*"))
    with serve(lambda prompt: "auto") as fake:
        assert main(command(gold, tmp_path / "run", fake.url, priming, "--dry-run")) == 0
        printed = capsys.readouterr().out
        assert main(["run", "gpt-few-shot", "-b", str(gold), "--set", f"priming={priming}",
                     "--set", "api=chat", "--dry-run"]) == 0  # fmt: skip
        chat = capsys.readouterr().out
        assert main(["run", "chatgpt-sws", "-b", str(gold), "--dry-run"]) == 0
    assert not fake.bodies
    assert printed.endswith(f"**car** 1\n{QUESTION.format('car')}\nA:\n")
    assert chat.count("[assistant]\npet, feline, animal\n") == 3
    assert capsys.readouterr().out.endswith("from the sentence. car 1\n")
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("says", "told", "code"),
    [
        (Says(status=401, error={"message": f"bad key {KEY}"}), "OPENAI_API_KEY", 3),
        (Says(status=404, error={"message": "no such model"}), "no such model", 2),
        (Says(status=500), "failed on 2 of 2 items", 2),
        (Says(raw=b"<html>"), "failed on 2 of 2 items", 2),
    ],
)
def test_whatever_goes_wrong_the_command_says_one_line(
    gold, priming, tmp_path, capsys, says, told, code
):
    with serve(lambda prompt: says) as fake:
        assert main(command(gold, tmp_path / "run.lsr.json", fake.url, priming)) == code
    printed = capsys.readouterr()
    (line,) = printed.err.splitlines()
    assert told in line
    assert KEY not in line


def test_no_server_and_no_key_are_one_line_each(gold, priming, tmp_path, capsys, monkeypatch):
    out = tmp_path / "run.lsr.json"
    assert main(command(gold, out, "http://127.0.0.1:9/v1", priming)) == 3
    assert "cannot be reached" in capsys.readouterr().err
    monkeypatch.delenv("OPENAI_API_KEY")
    assert main(command(gold, out, "", priming)) == 3
    assert "OPENAI_API_KEY is not set" in capsys.readouterr().err
    assert main(["run", "chatgpt-sws", "-b", str(gold), "-o", str(out)]) == 2
    capsys.readouterr()
    assert main(["suggest", "a *car*", "--system", "gpt-few-shot"]) == 2
    assert "needs a model" in capsys.readouterr().err


def test_a_run_that_is_killed_asks_only_for_the_rest(gold, priming, tmp_path):
    whole, killed = tmp_path / "whole.lsr.json", tmp_path / "killed.lsr.json"
    slow = [0.0]
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "other")}
    with serve(lambda prompt: Says("auto, bus", after=slow[0])) as fake:
        assert main(command(gold, whole, fake.url, priming)) == 0
        slow[0] = 1.0
        call = [sys.executable, "-m", "motjuste"]
        call += command(gold, killed, fake.url, priming, "--set", "concurrency=1")
        with subprocess.Popen(call, env=environment) as process:
            deadline = time.monotonic() + 60
            while len(fake.bodies) < 4:
                assert time.monotonic() < deadline
                time.sleep(0.02)
            process.send_signal(signal.SIGKILL)
        assert not killed.exists()
        slow[0] = 0.0
        subprocess.run(call, env=environment, check=True)
    # Two for the first run; of the second, the one that was open when it was killed comes again.
    assert len(fake.bodies) == 5
    assert killed.read_bytes() == whole.read_bytes()


def test_stopping_does_not_wait_for_the_server(gold, priming, tmp_path):
    with serve(lambda prompt: Says("auto", after=20)) as fake:
        call = [sys.executable, "-m", "motjuste"]
        call += command(gold, tmp_path / "run.lsr.json", fake.url, priming)
        with subprocess.Popen(call, stderr=subprocess.PIPE, text=True) as process:
            deadline = time.monotonic() + 60
            while len(fake.bodies) < 2:
                assert time.monotonic() < deadline
                time.sleep(0.02)
            stopped = time.monotonic()
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=60)
    assert time.monotonic() - stopped < 15
    assert (process.returncode, said.splitlines()) == (130, ["motjuste: interrupted"])


def test_the_endpoint_may_come_from_the_environment(monkeypatch, priming):
    with serve(lambda prompt: "a") as fake:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{fake.url}/")
        system = few_shot("", priming=priming)
        system.suggest([GOLD.items[3].target])
    assert system.recorded()["endpoint"] == fake.url
    assert fake.paths == ["/v1/completions"]


def test_the_key_may_be_in_another_variable(monkeypatch, priming):
    monkeypatch.setenv("MY_KEY", "another-key-0123456789\n")
    with serve(lambda prompt: "a") as fake:
        few_shot(fake.url, priming=priming, key_variable="MY_KEY").suggest([GOLD.items[3].target])
    assert fake.headers[0]["authorization"] == "Bearer another-key-0123456789"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"key_variable": "gsk_secret0123456789"}, "name of an environment variable"),
        ({"key_variable": "sk-secret-0123456789"}, "name of an environment variable"),
        ({"api": "fax"}, "not one of chat, completion"),
        ({"temperature": "nan"}, "temperature: nan"),
        ({"concurrency": "0"}, "concurrency: 0 is not from 1"),
        ({"retries": "-1"}, "retries: -1"),
        ({"timeout": "0"}, "timeout"),
        ({"price_in": "-1"}, "price_in"),
        ({"extra": "[1]"}, "JSON object"),
        ({"extra": "{"}, "JSON object"),
        ({"extra": '{"a": NaN}'}, "JSON object"),
        ({"logit_bias": "198"}, "TOKEN:BIAS"),
        ({"logit_bias": "a:-100"}, "TOKEN:BIAS"),
        ({"context": "100"}, "context"),
        ({"most_examples": "-1"}, "most_examples"),
    ],
)
def test_wrong_settings_are_refused_in_words_that_show_no_key(given, told):
    with pytest.raises(BadInputError, match=told) as error:
        few_shot(**given)
    assert "0123456789" not in str(error.value)


@pytest.mark.parametrize(
    "endpoint",
    [
        f"http://user:{KEY}@127.0.0.1/v1",
        f"https://example.org/v1?key={KEY}",
        "ftp://example.org",
        "example.org/v1",
        "http://",
        "http://[::1/v1",
        "http://host:port/v1",
        "http://ho st/v1",
    ],
)
def test_an_endpoint_that_is_none_or_holds_a_secret_is_refused_unseen(endpoint):
    system = few_shot(endpoint)
    with pytest.raises(BadInputError, match="plain http") as error:
        system.prepare(GOLD)
    assert KEY not in str(error.value)
    assert KEY not in str(system.recorded())


def test_a_key_in_a_setting_or_with_odd_characters_is_refused_unseen(monkeypatch):
    with pytest.raises(BadInputError, match="stands in a setting") as error:
        few_shot(extra=json.dumps({"key": KEY})).prepare(GOLD)
    assert KEY not in str(error.value)
    monkeypatch.setenv("OPENAI_API_KEY", f"{KEY}\n{KEY}")
    with pytest.raises(BadInputError, match="characters that no key has") as error:
        few_shot().prepare(GOLD)
    assert KEY not in str(error.value)


def test_a_word_in_place_of_a_key_is_no_secret(monkeypatch, priming):
    monkeypatch.setenv("OPENAI_API_KEY", "small")
    with serve(lambda prompt: "small fry, trout") as fake:
        (answer,) = few_shot(fake.url, priming=priming).suggest([GOLD.items[3].target])
    assert [each.text for each in answer] == ["small fry", "trout"]


def test_a_priming_benchmark_that_is_not_there_is_told_before_anything_is_sent(monkeypatch):
    monkeypatch.setenv("MOTJUSTE_DATA", "/nonexistent")
    with serve(lambda prompt: "a") as fake, pytest.raises(MissingResourceError, match="fetch"):
        few_shot(fake.url).prepare(GOLD)
    assert not fake.bodies


def test_the_development_set_gives_about_as_many_examples_as_in_the_paper(data):
    gold = read_benchmark("swords-v1.1-dev")
    system = few_shot()
    counts = [len(system.prompt(item.target)) // 2 for item in gold.items[:100]]
    # "roughly 12 examples on average"; our estimate of tokens is rather too high.
    assert 10 <= sum(counts) / len(counts) <= 14


SENTENCE = "I am writing to answer the previous questions you asked."


@pytest.mark.parametrize(
    "said",
    [
        '{"answer": ["respond to", "reply to"], "questions": ["queries"]}',
        '"answer": ["respond to", "reply to"], "questions": ["queries"]',
        'Here:\n```json\n{"answer": ["respond to", "reply to"],\n "questions": "queries"}\n```',
        '{"suggestions": {"questions": ["queries"], "answer": ["respond to", "reply to"]}}',
        '[{"answer": ["respond to", "reply to"]}, {"questions": ["queries"]}]',
        '[{"original word": "answer", "suggestions": ["respond to", "reply to"]},'
        ' {"original_word": "questions", "suggestion 1": "queries"}]',
        "{“answer”: [“respond to”, “reply to”], “questions”: [“queries”]}",
        '{"answer": ["respond to", "reply to"], "questions": ["queries", "inqui',
        '{"answer": ["respond to", "reply to", "Reply to"], "answer": ["answer"],'
        ' "elephant": ["mouse"], "questions": ["queries", ""], "you": [], "asked": ["asked"]}',
    ],
)  # fmt: skip
def test_suggestions_are_read_from_json_in_any_state(said):
    with serve(lambda prompt: said) as fake:
        (found,) = sws(fake.url).improve([SENTENCE])
    assert [
        (SENTENCE[each.start : each.end], [word.text for word in each.substitutes])
        for each in found
    ] == [("answer", ["respond to", "reply to"]), ("questions", ["queries"])]
    assert len(fake.bodies) == 1


@pytest.mark.parametrize("said", ["", "No.", "{", '{"a"', "[[[", '{"a": {"b": 1}}', "[" * 9999])
def test_what_holds_no_suggestion_gives_none(said):
    assert read_suggestions(said) == []


def test_the_sws_prompt_is_the_papers():
    with serve(lambda prompt: '{"asked": ["posed"]}') as fake:
        sws(fake.url).improve([SENTENCE])
    (body,) = fake.bodies
    assert body.pop("messages") == [
        {
            "role": "user",
            "content": "In the following sentence, please give some suggestions to improve word "
            'usage. Please give the results with the json format of "original word": '
            '["suggestion 1", "suggestion 2"], and the "original word" should be directly '
            f"extracted from the sentence. {SENTENCE}",
        }
    ]
    assert body == {"model": "small", "temperature": 1.0, "max_tokens": 1024}


def test_an_empty_result_is_generated_again_but_not_for_ever():
    with serve(one_after_the_other("Hm.", '{"mouse": ["rat"]}', '{"asked": ["posed"]}')) as fake:
        (found,) = sws(fake.url).improve([SENTENCE])
    assert [each.substitutes[0].text for each in found] == ["posed"]
    with serve(lambda prompt: "It is fine.") as fake:
        assert sws(fake.url, attempts=2).improve([SENTENCE]) == [[]]
        assert sws(fake.url, attempts=2).improve([SENTENCE]) == [[]]
    assert len(fake.bodies) == 2


def test_a_text_may_be_asked_about_by_sentences():
    text = "It was good. It was so good!"
    with serve(lambda prompt: '{"good": ["fine"]}') as fake:
        (whole,) = sws(fake.url).improve([text])
        (parts, nothing) = sws(fake.url, by="sentence").improve([text, " "])
        assert sws(fake.url).improve([""]) == [[]]
    assert [(each.start, each.end) for each in whole] == [(7, 11)]
    assert [(each.start, each.end) for each in parts] == [(7, 11), (23, 27)]
    assert nothing == []
    assert len(fake.bodies) == 3


def test_failures_of_texts_are_told_apart():
    def answer(prompt):
        return Says(status=400) if "bad" in prompt else '{"good": ["fine"]}'

    with serve(answer) as fake, pytest.raises(SomeFailedError) as told:
        sws(fake.url).improve(["a good day", "a bad day"])
    good, bad = told.value.outcomes
    assert good[0].kind == "refine-usage"
    assert isinstance(bad, AnswerError)


def test_the_systems_are_listed_with_their_extra(capsys, monkeypatch):
    monkeypatch.setattr("motjuste.systems.system.find_spec", lambda module: None)
    assert main(["systems", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)["systems"]}
    for name, offered in (("gpt-few-shot", ["suggest"]), ("chatgpt-sws", ["improve"])):
        assert rows[name]["verbs"] == offered
        assert rows[name]["missing"] == ["llm"]
        assert "pip install 'motjuste[llm]'" in rows[name]["problem"]


def test_the_systems_can_be_shown_without_their_extra():
    code = (
        "import sys\n"
        "sys.modules['httpx'] = None\n"
        "from motjuste.systems import system_class\n"
        "print([system_class(name)().model for name in ('gpt-few-shot', 'chatgpt-sws')])"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert printed.stdout.strip() == "['', '']", printed.stderr


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


@pytest.fixture
def sentences(tmp_path):
    path = tmp_path / "sws.json"
    said = {"sentence": SENTENCE, "sentence_split": [*SENTENCE[:-1].split(), "."]}
    other = {"sentence": "It rained.", "sentence_split": ["It", "rained", "."]}
    gold = {"a": {**said, "substitutes": [[[4, 5], {"respond to": 3}, 1]]}}
    path.write_text(json.dumps({**gold, "b": {**other, "substitutes": []}}))
    return path


def improve(sentences, out, url):
    return [
        *("run", "chatgpt-sws", "--setting", "improve", "-b", f"sws:{sentences}", "-o", str(out)),
        *("--set", "model=small", "--set", f"endpoint={url}", "--set", "retries=0"),
    ]


def test_sentences_of_a_benchmark_are_improved_in_the_models_own_forms(sentences, tmp_path):
    out = tmp_path / "run.json"
    with serve(lambda prompt: '{"asked": ["pose"], "answer": ["responding to"]}') as fake:
        assert main(improve(sentences, out, fake.url)) == 0
    found = json.loads(out.read_text())
    assert found["a"]["substitute_topk"] == [
        [["answer", 4, 5], ["responding to"]],
        [["asked", 9, 10], ["pose"]],
    ]
    # One sentence at the first attempt, the other, in which neither word stands, at all three.
    assert len(fake.bodies) == 4


def test_a_sentence_that_fails_is_blamed_and_a_refused_key_ends_the_run(
    sentences, tmp_path, capsys
):
    out = tmp_path / "run.json"
    rained = Says(status=400, error="no rain")
    with serve(lambda p: rained if "rained" in p else '{"asked": ["pose"]}') as fake:
        assert main(improve(sentences, out, fake.url)) == 2
        assert "failed on 1 of 2 items (the first, b: AnswerError" in capsys.readouterr().err
        assert len(fake.bodies) == 2
    with serve(lambda prompt: Says(status=401)) as fake:
        assert main(improve(sentences, tmp_path / "other.json", fake.url)) == 3
        assert "OPENAI_API_KEY" in capsys.readouterr().err
