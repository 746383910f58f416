import json
from pathlib import Path

import pytest

from motjuste.benchmarks import sws
from motjuste.errors import BadInputError


def entry(sentence="He did a good job .", tokens=None, substitutes=()):
    return {
        "sentence": sentence,
        "sentence_split": tokens or sentence.split(),
        "substitutes": list(substitutes),
    }


def read(tmp_path: Path, document) -> object:
    path = tmp_path / "sws_some.json"
    path.write_text(json.dumps(document))
    return sws.read(path)


def test_spans_of_tokens_become_spans_of_characters(tmp_path: Path):
    tokens = ["We", "ca", "n't", "make", "up", "our", "mind", "."]
    gold = [[[3, 5], {"take": 2, "reach": 3}, 1], [[6, 7], {"choice": 1}, 2]]
    benchmark = read(tmp_path, {"a-1": entry("We can't make up our mind.", tokens, gold)})
    first, second = benchmark.items
    assert (first.id, second.id) == ("a-1:3-5", "a-1:6-7")
    assert (first.target.word, second.target.word) == ("make up", "mind")
    assert first.target.start == 9
    assert first.extra == {"tokens": [3, 5], "kind": "refine-usage"}
    assert second.extra["kind"] == "diversify-expression"
    assert [(j.text, j.votes) for j in first.judgements] == [("take", 2), ("reach", 3)]
    assert (first.target.pos, second.target.pos) == (None, "NOUN")
    assert benchmark.contexts["a-1"].extra == {"tokens": tokens}
    assert (benchmark.format, benchmark.name) == ("sws", "sws_some")


def test_a_sentence_without_targets_stays_as_a_context(tmp_path: Path):
    benchmark = read(tmp_path, {"x": entry(), "y": entry(substitutes=[[[3, 4], {"fine": 1}, 1]])})
    assert list(benchmark.contexts) == ["x", "y"]
    assert [item.id for item in benchmark.items] == ["y:3-4"]


def test_quotes_that_the_tokens_spell_otherwise_are_found(tmp_path: Path):
    tokens = ["A", "``", "cage", "''", "here", "."]
    gold = [[[2, 3], {"pen": 1}, 1]]
    benchmark = read(tmp_path, {"q": entry('A "cage" here.', tokens, gold)})
    assert benchmark.contexts["q"].text == 'A "cage" here.'
    assert benchmark.items[0].target.start == 3


def test_tokens_that_do_not_spell_the_sentence_are_the_text_themselves(tmp_path: Path):
    gold = [[[1, 2], {"pen": 1}, 1]]
    benchmark = read(tmp_path, {"q": entry("An iron  cage", ["A", "cage"], gold)})
    assert benchmark.contexts["q"].text == "A cage"
    assert benchmark.items[0].target.word == "cage"


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ([], "is not a file of SWS"),
        ({"s": {"sentence": "x"}}, "sentence s: needs sentence, sentence_split and substitutes"),
        ({"s": entry(substitutes=[[[3, 9], {}, 1]])}, r"\[3, 9\] is not a span of its 6 tokens"),
        ({"s": entry(substitutes=[[[3, 3], {}, 1]])}, r"\[3, 3\] is not a span"),
        ({"s": entry(substitutes=[[[1, 2], {"a": "2"}, 1]])}, "not suggestions with their votes"),
        ({"s": entry(substitutes=[[[1, 2], {"a": 2}, 3]])}, "type 3 is neither 1 nor 2"),
        ({"s": entry(substitutes=[[1, 2]])}, r"is not \[\[start, end\], suggestions, type\]"),
        ({"s": entry(tokens=["He", 1])}, "not a list of tokens"),
    ],
)
def test_what_is_wrong_with_a_file_is_reported(tmp_path: Path, document, message: str):
    with pytest.raises(BadInputError, match=message):
        read(tmp_path, document)


def test_the_validation_data_is_read_whole(data: Path):
    benchmark = sws.read(data / "sws/sws_validation.json")
    document = json.loads((data / "sws/sws_validation.json").read_text())
    assert len(benchmark.contexts) == 200
    # Every sentence is spelled by its tokens, so that none had to be put together from them.
    assert all(document[k]["sentence"] == c.text for k, c in benchmark.contexts.items())
    for item in benchmark.items:
        start, end = item.extra["tokens"]
        tokens = benchmark.contexts[item.context_id].extra["tokens"][start:end]
        assert "".join(item.target.word.split()) == "".join(tokens).replace("``", '"').replace(
            "''", '"'
        )
