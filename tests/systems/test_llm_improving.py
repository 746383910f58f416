"""The paper's ChatGPT for Smart Word Suggestions: its prompt, and suggestions in any state."""

import json

import pytest

pytest.importorskip("httpx")

from asking_models import sws
from fake_llm import Says, one_after_the_other, serve
from motjuste.cli import main
from motjuste.systems import SomeFailedError
from motjuste.systems.llm.answer_parsing import read_suggestions
from motjuste.systems.llm.replies import AnswerError

pytestmark = pytest.mark.usefixtures("model_surroundings")


SENTENCE = "I am writing to answer the previous questions you asked."


@pytest.mark.parametrize(
    "reply",
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
def test_suggestions_are_read_from_json_in_any_state(reply):
    with serve(lambda prompt: reply) as fake:
        (marks,) = sws(fake.url).improve([SENTENCE])
    assert [
        (SENTENCE[mark.start : mark.end], [word.text for word in mark.suggestions])
        for mark in marks
    ] == [("answer", ["respond to", "reply to"]), ("questions", ["queries"])]
    assert len(fake.bodies) == 1


@pytest.mark.parametrize("reply", ["", "No.", "{", '{"a"', "[[[", '{"a": {"b": 1}}', "[" * 9999])
def test_what_holds_no_suggestion_gives_none(reply):
    assert read_suggestions(reply) == []


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
        (marks,) = sws(fake.url).improve([SENTENCE])
    assert [mark.suggestions[0].text for mark in marks] == ["posed"]
    with serve(lambda prompt: "It is fine.") as fake:
        assert sws(fake.url, attempts=2).improve([SENTENCE]) == [[]]
        assert sws(fake.url, attempts=2).improve([SENTENCE]) == [[]]
    assert len(fake.bodies) == 2


@pytest.mark.parametrize("reply", ['{"asked": ["asked"]}', '{"asked": [""]}', '{"asked": []}'])
def test_an_answer_that_changes_nothing_is_generated_again(reply):
    with serve(one_after_the_other(reply, '{"asked": ["posed"]}')) as fake:
        (marks,) = sws(fake.url).improve([SENTENCE])
    assert [mark.suggestions[0].text for mark in marks] == ["posed"]


def test_a_text_may_be_asked_about_by_sentences():
    text = "It was good. It was so good!"
    with serve(lambda prompt: '{"good": ["fine"]}') as fake:
        (whole,) = sws(fake.url).improve([text])
        (parts, nothing) = sws(fake.url, by="sentence").improve([text, " "])
        assert sws(fake.url).improve([""]) == [[]]
    assert [(mark.start, mark.end) for mark in whole] == [(7, 11)]
    assert [(mark.start, mark.end) for mark in parts] == [(7, 11), (23, 27)]
    assert nothing == []
    assert len(fake.bodies) == 3


def test_failures_of_texts_are_told_apart():
    def answer(prompt):
        return Says(status=400) if "bad" in prompt else '{"good": ["fine"]}'

    with serve(answer) as fake, pytest.raises(SomeFailedError) as error:
        sws(fake.url).improve(["a good day", "a bad day"])
    good, bad = error.value.outcomes
    assert good[0].kind == "refine-usage"
    assert isinstance(bad, AnswerError)


@pytest.fixture
def sentences(tmp_path):
    path = tmp_path / "sws.json"
    sentence = {"sentence": SENTENCE, "sentence_split": [*SENTENCE[:-1].split(), "."]}
    other = {"sentence": "It rained.", "sentence_split": ["It", "rained", "."]}
    gold = {"a": {**sentence, "substitutes": [[[4, 5], {"respond to": 3}, 1]]}}
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
    document = json.loads(out.read_text())
    assert document["a"]["substitute_topk"] == [
        [["answer", 4, 5], ["responding to"]],
        [["asked", 9, 10], ["pose"]],
    ]
    # One sentence at the first attempt, the other, in which neither word stands, at all twenty.
    assert len(fake.bodies) == 21


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


def test_without_a_limit_the_model_is_asked_until_something_can_be_read():
    replies = iter(["nothing", "nothing", '{"asked": ["put"]}'])
    with serve(lambda prompt: next(replies)) as fake:
        (marks,) = sws(fake.url, attempts=0).improve(["They asked it."])
    assert [mark.suggestions[0].text for mark in marks] == ["put"]
    assert len(fake.bodies) == 3
