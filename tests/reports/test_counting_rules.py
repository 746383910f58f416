"""Ways to count CoInCo's substitutes in SWORDS: each computed by hand on one target."""

import pytest

from motjuste.benchmarks.benchmark import Benchmark, Context, Item, Judgement, voted
from motjuste.reports import data_figures, undecided
from motjuste.reports.counting_rules import rules
from motjuste.text import Target

TEXT = "They run away."


def judged(text, positive, *sources):
    labels = ("TRUE",) * positive + ("FALSE",) * (10 - positive)
    return Judgement(text, labels, {"sources": list(sources)})


def swords(*judgements):
    target = Target(TEXT, 5, 8, "VERB", "run")
    item = Item("t", "c", target, judgements, {"coinco_ids": ["1", "2"]})
    return Benchmark("made", "swords", {"c": Context(TEXT)}, (item,))


def coinco(*counts):
    items = tuple(
        Item(
            str(number), "c", Target(TEXT, 5, 8, "VERB", "run"), tuple(voted(*pair) for pair in row)
        )
        for number, row in enumerate(counts, 1)
    )
    return Benchmark("coinco", "coinco", {"c": Context(TEXT)}, items)


@pytest.fixture
def by_text():
    # The file names the second item's substitutes, flee and stop, as CoInCo's: one of the two is
    # acceptable, which is one of the two acceptable ones.
    made = swords(
        judged("flee", 8, "coinco"), judged("bolt", 6, "roget"), judged("stop", 0, "coinco")
    )
    counts = coinco([("bolt", 1), ("flee", 2)], [("flee", 1), ("stop", 3)])
    return {row.items: row for row in rules(made, counts) if row.match == "text"}


@pytest.mark.parametrize(
    ("items", "starred", "figures", "more"),
    [
        # flee 1, stop 3: the only one counted twice or more is not acceptable.
        ("the last item", (1, 1, 1), (50, 50, 0, 0), (0, 0)),
        # bolt 1, flee 2: all are acceptable, half of them counted twice.
        ("the first item", (None, 2, 2), (50, 100, 100, 50), (50, 50)),
        # bolt 1, flee 2, stop 3.
        ("all, the higher count", (1, 2, 2), (200 / 3, 200 / 3, 50, 50), (50, 200 / 3 - 50)),
        # bolt 1, flee 3, stop 3.
        ("all, counts added", (1, 2, 2), (200 / 3, 200 / 3, 50, 50), (50, 200 / 3 - 50)),
        # bolt 1, flee 2 and flee 1, stop 3: four in two items, three of them acceptable.
        ("each item on its own", (1, 1.5, 1.5), (50, 75, 50, 50), (100, 25)),
    ],
)
def test_each_rule_counts_as_it_says(by_text, items, starred, figures, more):
    row = by_text[items]
    assert (row.inconceivable, row.conceivable, row.acceptable) == starred
    given = row.votes_high, row.acceptable_share
    given += row.acceptable_given_votes_high, row.votes_high_given_acceptable
    assert given == pytest.approx(figures)
    assert (row.more_of_acceptable, row.more_acceptable) == pytest.approx(more)


def test_lemmas_match_other_forms_and_add_their_counts():
    made = swords(judged("escape", 7, "coinco"))
    counts = coinco([], [("escaped", 1), ("escapes", 1)])
    by_match = {(row.items, row.match): row for row in rules(made, counts)}
    assert by_match["the last item", "text"].conceivable is None
    assert by_match["the last item", "lemma"].conceivable == 1
    # Two people gave a form of it.
    assert by_match["the last item", "lemma"].votes_high == 100


def test_the_rule_of_the_sources_is_that_of_the_last_item(data):
    benchmark = data_figures.read_installed("swords-v1.1-dev")
    row = next(rules(benchmark, data_figures.read_installed("coinco")))
    assert (row.items, row.match) == ("the last item", "text")
    # No other substitutes than those that the file names as CoInCo's.
    assert (row.more_of_acceptable, row.more_acceptable) == (0, 0)


def test_the_page_says_what_was_tried_and_what_it_needs(monkeypatch, tmp_path):
    monkeypatch.setenv("MOTJUSTE_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    text = undecided.section("swords")
    assert "0.253 × 0.472 / 0.293" in text
    assert text.endswith("The table of all rules needs the benchmark coinco.")
    assert undecided.section("sws") == ""


def test_the_arithmetic_on_the_papers_figures_is_right():
    # Section 4.3 gives 0.408 acceptable substitutes for one of CoInCo's, hence its share of them.
    ratio = 0.253 * 0.472 / 0.293
    assert round(ratio, 3) == 0.408
    assert round(100 * 0.245 / ratio, 1) == 60.1
    # Footnote 5 and section 4.1.
    total = (1691 + 917) / 0.281
    assert round(total) == 9281
    assert round(total - 1691 - 917) == 6673
    assert round(6673 / 1132, 1) == 5.9
    assert (round(21.4 / 5.2, 1), round(4.1 / 2.3, 1)) == (4.1, 1.8)
