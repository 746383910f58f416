from pathlib import Path

import pytest

from motjuste.benchmarks.benchmark import Benchmark, Context, Item, voted
from motjuste.benchmarks.readers import read_benchmark
from motjuste.benchmarks.run import Guess, Run, read_lsr
from motjuste.benchmarks.swords import read
from motjuste.errors import BadInputError
from motjuste.reports.recall_votes import (
    Controversial,
    VoteAgreement,
    controversial,
    in_short,
    recalled_statistics,
    vote_agreement,
    vote_counts,
    votes_from_benchmark,
    votes_from_run,
)
from motjuste.text import Target


@pytest.fixture
def small(judged):
    return judged(
        {
            "big": {
                "big": ("++++", ["roget"]),
                "large": ("+++-", ["coinco"]),
                "great": ("+---", ["coinco"]),
                "grand": ("+++-", ["coinco"]),
                "huge": ("++++", ["roget"]),
                "fat": ("----", ["roget"]),
            }
        },
        extra={"big": {"coinco_ids": ["7", "8"]}},
    )


VOTES = {"t:big": {"large": 3, "great": 2, "grand": 1}}


def _coinco(*tokens):
    items = tuple(
        Item(token, "c", Target("a big day", 2, 5), tuple(voted(*pair) for pair in votes))
        for token, votes in tokens
    )
    return Benchmark("coinco", "coinco", {"c": Context("a big day")}, items)


def test_agreement_by_hand(small):
    # Three substitutes were thought of: two with more than one vote, two acceptable, one both.
    # Four are acceptable in all: big, large, grand, huge; one of them has more than one vote.
    assert vote_agreement(small, VOTES) == VoteAgreement(
        3, pytest.approx(200 / 3), pytest.approx(200 / 3), 50.0, 50.0, 25.0
    )


def test_controversial_examples_are_of_either_kind_and_never_the_target_itself(small):
    rows = controversial(small, VOTES)
    assert [(row.substitute, row.votes, row.score) for row in rows] == [
        ("great", 2, 25.0),
        ("huge", 0, 100.0),
        ("grand", 1, 75.0),
    ]
    assert rows[0] == Controversial("t:big", "a *big* [day]", "great", 2, 25.0)
    assert len(controversial(small, VOTES, most=1)) == 2


@pytest.mark.parametrize(
    ("text", "word", "short"),
    [
        ("big", "big", "*big*"),
        ("so big, they said", "big", "so *big*, they …"),
        ("one two (big) three", "big", "… two (*big*) three"),
    ],
)
def test_a_context_is_shown_in_short(text, word, short):
    start = text.index(word)
    assert in_short(Target(text, start, start + len(word)), words=1) == short


def test_votes_of_a_context_that_coinco_has_twice_are_the_higher_ones(small):
    coinco = _coinco(("7", [("large", 1), ("Great", 2)]), ("8", [("large", 3), ("grand", 1)]))
    assert votes_from_benchmark(small, coinco) == VOTES


def test_votes_for_other_targets_are_refused(small):
    with pytest.raises(BadInputError, match="coinco has none of the targets of small"):
        votes_from_benchmark(small, _coinco(("9", [("large", 1)])))


def test_votes_are_read_from_the_scores_of_a_run():
    run = Run("coinco", "swords", {"t:big": (Guess("Large", 3.0), Guess("great", 2.0))})
    assert votes_from_run(run) == {"t:big": {"large": 3, "great": 2}}


def test_zone_and_district_of_table_3_are_told_apart(data: Path, reference: Path):
    # In Table 3, from the development split: district for zone, 1 vote, 90 %.
    votes = votes_from_run(read_lsr(reference / "swords_dev" / "coinco.lsr.json"))
    benchmark = read(data / "swords" / "swords-v1.1_dev.json.gz")
    rows = controversial(benchmark, votes, most=1000)
    district_rows = [
        row for row in rows if row.substitute == "district" and "*zone*" in row.context
    ]
    assert [(row.votes, row.score) for row in district_rows] == [(1, 90.0)]


def test_the_starred_cells_of_table_2_come_out_as_published(data: Path):
    # CoInCo (dev): 2.2 inconceivable, 5.2 conceivable, 2.5 acceptable substitutes per target.
    benchmark = read(data / "swords" / "swords-v1.0_dev.json.gz")
    votes = votes_from_benchmark(benchmark, read_benchmark("coinco"))
    row = recalled_statistics(benchmark, votes)
    assert (row.inconceivable, row.conceivable, row.acceptable) == pytest.approx(
        (2.2, 5.2, 2.5), abs=0.05
    )


def test_recalled_substitutes_are_averaged_over_the_targets_that_have_any(judged):
    made = judged(
        {
            "big": {"large": ("++", ["a"]), "fat": ("--", ["a"]), "huge": ("+-", ["a"])},
            "old": {"aged": ("+-", ["a"]), "late": ("++", ["a"])},
        }
    )
    row = recalled_statistics(made, {"t:big": {"large": 2, "fat": 1}, "t:old": {"aged": 1}})
    # Conceivable: large and aged, one each; acceptable: large alone, in one target of one.
    assert (row.substitutes, row.inconceivable, row.conceivable, row.acceptable) == (3, 1, 1, 1)
    # The benchmark has four conceivable in two targets, two acceptable in two.
    assert (row.times_more_conceivable, row.times_more_acceptable) == (2.0, 1.0)


def test_the_counts_of_footnote_3_come_out_as_published(data: Path):
    row = vote_counts(read_benchmark("coinco"))
    assert (row.votes, row.above_annotators, row.highest) == (167_446, 375, 21)
    assert round(row.votes_per_target, 2) == 10.71
    assert round(row.substitutes_per_target, 1) == 7.2
