"""Comparisons as text, Markdown and LaTeX."""

import pytest

from motjuste.metrics.scoring import Comparison, Difference, Scores
from motjuste.reports.comparison import mark, render


def scores(system, gap):
    return Scores("b", system, "sig", 3, 0, 0, {"GAP": gap}, {"GAP": (gap - 1, gap + 1)})


@pytest.fixture
def comparison():
    return Comparison(
        "benchmark:b|seed:1",
        (scores("base_line", 40.0), scores("new & better", 45.5)),
        ({}, {"GAP": Difference(5.5, 0.004, 0.04)}),
    )


def test_stars_follow_the_p_value():
    assert [mark(p) for p in (0.05, 0.049, 0.0099, 0.00099)] == ["", "*", "**", "***"]


def test_text_is_aligned_and_marks_significance_by_the_chosen_test(comparison):
    lines = render(comparison, "text", "bootstrap").splitlines()
    assert lines[1].index("40.00") == lines[0].index("base_line")
    assert lines[1].endswith("45.50 [44.5, 46.5] +5.50**")
    assert "+5.50*" in render(comparison, "text", "randomisation")
    assert "+5.50**" not in render(comparison, "text", "randomisation")
    assert lines[-1] == comparison.signature


def test_markdown_is_a_table_whose_stars_stay_stars(comparison):
    lines = render(comparison, "markdown", "bootstrap").splitlines()
    assert lines[0] == "| measure | base_line | new & better |"
    assert lines[1] == "| --- | ---: | ---: |"
    assert r"+5.50\*\*" in lines[2]


def test_latex_escapes_what_latex_would_read(comparison):
    table = render(comparison, "latex", "bootstrap")
    assert r"base\_line & new \& better \\" in table
    assert table.startswith(r"\begin{tabular}{lrr}")
    assert table.count("&") - table.count(r"\&") == 2 * 2
