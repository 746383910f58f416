from pathlib import Path

import pytest

from motjuste.benchmarks import coinco
from motjuste.benchmarks.benchmark import Benchmark, Context, Item, voted
from motjuste.benchmarks.swords import read
from motjuste.reports.statistics import parts_of_speech, statistics, together
from motjuste.text import Target


@pytest.fixture
def small(judged):
    return judged(
        {
            "big": {"large": ("++-", ["a"]), "great": ("+--", ["a", "b"]), "fat": ("---", ["b"])},
            "old": {"aged": ("+??", ["b"]), "stale": ("---", ["b"])},
        }
    )


def test_counts_contexts_targets_substitutes_and_labels(small):
    row = statistics(small)
    assert (row.contexts, row.targets, row.substitutes, row.labels) == (2, 2, 5, 15)
    assert row.abstentions == pytest.approx(100 * 2 / 15)


def test_averages_run_over_the_targets_that_have_any(small):
    row = statistics(small)
    # large is the only acceptable one: 1 for the one target that has any.
    assert (row.total, row.inconceivable, row.conceivable, row.acceptable) == (2.5, 1, 1.5, 1)
    assert statistics(small, all_targets=True).acceptable == 0.5


def test_an_abstention_is_negative_unless_it_is_dropped(small):
    # aged has one positive label and two abstentions: 1 of 3, or 1 of 1.
    assert statistics(small, all_targets=True, abstentions="drop").acceptable == 1.0


def test_substitutes_of_one_source_can_be_counted_alone(small):
    row = statistics(small, source="a")
    assert (row.benchmark, row.substitutes, row.labels) == ("small: a", 2, 6)
    assert (row.inconceivable, row.conceivable, row.acceptable) == (None, 2, 1)


def test_what_annotators_thought_of_by_themselves_is_not_graded():
    item = Item("1", "c", Target("a big day", 2, 5), (voted("large", 3), voted("great", 1)))
    row = statistics(Benchmark("recalled", "semeval2007", {"c": Context("a big day")}, (item,)))
    assert (row.substitutes, row.labels, row.total) == (2, 4, 2)
    assert (row.abstentions, row.inconceivable, row.conceivable, row.acceptable) == (None,) * 4


def test_a_benchmark_without_items_has_no_averages():
    row = statistics(Benchmark("empty", "swords", {}, ()))
    assert (row.targets, row.total, row.acceptable) == (0, None, None)


def test_targets_are_counted_by_part_of_speech(small):
    assert parts_of_speech(small).targets == {"ADJ": 2}


def test_splits_are_pooled_unless_they_share_a_target(judged):
    dev = judged({"big": {"large": ("+", ["a"])}}, "dev")
    test = judged({"old": {"aged": ("+", ["a"]), "stale": ("-", ["a"])}}, "test")
    pooled = together([dev, test])
    assert pooled is not None
    assert statistics(pooled).substitutes == 3
    assert together([dev, dev]) is None
    assert together([dev]) is None


def test_the_row_of_the_development_split_in_table_2(data: Path):
    row = statistics(read(data / "swords" / "swords-v1.1_dev.json.gz"))
    assert (row.contexts, row.targets, row.substitutes, row.labels) == (370, 370, 22_978, 121_938)
    averages = (row.total, row.inconceivable, row.conceivable, row.acceptable)
    assert [round(average, 1) for average in averages] == [62.1, 41.6, 20.5, 4.2]
    # Section 3.3 gives 1.2 % for all splits.
    assert round(row.abstentions, 1) == 1.2


def test_the_acceptable_substitutes_from_coinco_in_table_2(data: Path):
    row = statistics(read(data / "swords" / "swords-v1.1_dev.json.gz"), source="coinco")
    assert round(row.acceptable, 1) == 2.5


def test_substitutes_that_differ_in_case_alone_are_one():
    given = (voted("tv", 3), voted("TV", 1), voted("x", 1))
    item = Item("1", "c", Target("a big day", 2, 5), given)
    row = statistics(Benchmark("recalled", "coinco", {"c": Context("a big day")}, (item,)))
    assert (row.substitutes, row.labels, row.total) == (2, 5, 2)


def test_coinco_has_as_many_substitutes_as_the_paper_says(data: Path):
    splits = [coinco.read(data / "coinco", part) for part in ("dev", "test")]
    both = together(splits)
    counts = [statistics(split).substitutes for split in (*splits, both)]
    # Table 2 of the SWORDS paper.
    assert counts == [67_814, 44_928, 112_742]
