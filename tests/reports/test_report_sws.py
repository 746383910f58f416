import pytest

from motjuste.benchmarks.benchmark import Benchmark, Context, Item, voted
from motjuste.reports.sws import (
    KindsByPos,
    SuggestionStatistics,
    TargetsByVotes,
    has_kinds,
    kinds_by_pos,
    suggestion_statistics,
    targets_by_votes,
)
from motjuste.text import Target

SENTENCE = "I am writing to answer the questions ."


def _item(start, end, votes, kind, pos=None):
    words = SENTENCE.split()
    first = len(" ".join([*words[:start], ""])) if start else 0
    target = Target(SENTENCE, first, first + len(" ".join(words[start:end])), pos)
    judgements = tuple(voted(text, count) for text, count in votes.items())
    extra = {"tokens": [start, end], "kind": kind}
    return Item(f"s:{start}-{end}", "s", target, judgements, extra)


# The annotation of appendix B of the SWS paper, with kinds.
@pytest.fixture
def small():
    items = (
        _item(4, 5, {"respond to": 3, "reply to": 1}, "refine-usage", "VERB"),
        _item(2, 3, {"connecting with": 3}, "diversify-expression", "VERB"),
        _item(3, 5, {"in response to": 2}, "refine-usage"),
        _item(6, 7, {"queries": 2}, "diversify-expression"),
    )
    contexts = {"s": Context(SENTENCE, {"tokens": SENTENCE.split()}), "t": Context("Go on now !")}
    return Benchmark("sws", "sws", contexts, items, lemmatized=False)


def test_the_row_of_table_1_by_hand(small):
    # Two sentences of 8 and 4 tokens, one of each a mark; four targets, one of two tokens; five
    # suggestions, of which four have a space; 4 + 3 + 2 + 2 votes.
    assert suggestion_statistics(small) == SuggestionStatistics(
        "sws", 2, 4, 5, 11, 6.0, 5.0, 25.0, 80.0, 50.0
    )


def test_the_columns_of_table_2_by_hand(small):
    assert kinds_by_pos(small) == [
        KindsByPos("verb", 2, 50.0, 50.0, 2186, 63.7),
        KindsByPos("phrase", 1, 100.0, 0.0, 267, 70.8),
        KindsByPos("unknown", 1, 0.0, 100.0),
        KindsByPos("total", 4, 50.0, 50.0, 7027, 63.0),
    ]


def test_targets_are_counted_by_the_votes_of_all_their_suggestions(small):
    assert targets_by_votes(small) == [
        TargetsByVotes(2, 2),
        TargetsByVotes(3, 1),
        TargetsByVotes(4, 1),
    ]


def test_a_benchmark_without_kinds_still_has_a_row_of_table_1(judged):
    plain = judged({"big": {"large": ("+-", ["a"])}})
    assert not has_kinds(plain)
    row = suggestion_statistics(plain)
    assert (row.sentences, row.targets, row.suggestions, row.labels) == (1, 1, 1, 2)
    assert row.refine_usage is None
