import pytest

from motjuste.errors import BadInputError
from motjuste.reports.agreement import (
    MultiwordAgreement,
    SpanAgreement,
    multiword_agreement,
    span_agreement,
    substitute_agreement,
)
from motjuste.reports.annotations import read_annotations
from motjuste.reports.humans import human_performance
from motjuste.reports.posthoc import PosthocRow, majority_verdict, posthoc_table

# The example of McCarthy and Navigli (2007, section 3), and an item that only one answered.
HAPPY = """item,annotator,substitute
9999,1,glad
9999,1,merry
9999,2,glad
9999,3,cheerful
9999,3,glad
9999,4,merry
9999,5,jovial
10000,1,blue
10000,2,
"""


def test_pairwise_agreement_of_the_paper_s_example(csv):
    everybody = substitute_agreement(read_annotations(csv(HAPPY)))[0]
    # {glad merry} {glad} {cheerful glad} {merry} {jovial}: pairs 1-2 1/2, 1-3 1/3, 1-4 1/2,
    # 2-3 1/2, all others 0; ten pairs. The item that one person answered does not count.
    assert everybody.without == "nobody"
    assert everybody.items == 1
    assert everybody.pairwise == pytest.approx(100 * (1 / 2 + 1 / 3 + 1 / 2 + 1 / 2) / 10)
    # The mode is glad (3 of 5): 1/2, 1, 1/2, 0, 0.
    assert everybody.with_mode == 100.0
    assert everybody.pairwise_with_mode == pytest.approx(100 * 2 / 5)
    assert everybody.substitutes == pytest.approx(7 / 5)


def test_without_an_annotator_the_modes_are_those_of_the_others(csv):
    rows = {row.without: row for row in substitute_agreement(read_annotations(csv(HAPPY)))}
    # Without 3: glad 2, merry 2, jovial 1: no mode.
    assert rows["3"].with_mode == 0.0
    assert rows["3"].pairwise_with_mode is None
    assert rows["3"].substitutes == 2.0
    # Without 5: pairs of 1 to 4, six of them.
    assert rows["5"].pairwise == pytest.approx(100 * (1 / 2 + 1 / 3 + 1 / 2 + 1 / 2) / 6)
    assert rows["5"].pairwise_with_mode == pytest.approx(100 * 2 / 4)


def test_multiword_agreement_by_hand(csv):
    lines = ["item,annotator,substitute,kind"]
    lines += ["1,a,all over the world,multiword", "1,b,all over,multiword", "1,c,globally,"]
    lines += ["2,a,get out,multiword", "2,b,get out,multiword", "2,c,,"]
    lines += ["3,a,x,", "3,b,y,", "3,c,,"]
    agreement = multiword_agreement(read_annotations(csv("\n".join(lines) + "\n")))
    # Nine pairs; items 1 and 2 agree in one pair each, item 3 in all three. Of the two pairs in
    # which both see a multiword, one names the same.
    assert agreement == MultiwordAgreement(9, pytest.approx(500 / 9), 2, 50.0)


SPANS = """item,annotator,substitute,start,end
s1,a,x,0,1
s1,a,y,2,3
s1,b,x,0,1
s1,b,z,0,1
s1,c,x,0,1
s2,a,,,
s2,b,,,
s2,c,p,1,2
"""


def test_agreement_on_spans_and_suggestions_by_hand(csv):
    # Detection, s1: a-b 1/2, a-c 1/2, b-c 1; s2: a-b both nothing 1, a-c 0, b-c 0.
    # Means of two sentences: 3/4, 1/4, 1/2; mean of pairs 1/2.
    # Suggestions on common spans, all 0-1 in s1: a-b {x} {x z} 1/2, a-c 1, b-c 1/2.
    agreement = span_agreement(read_annotations(csv(SPANS)))
    assert agreement == SpanAgreement(3, 2, pytest.approx(50.0), pytest.approx(100 * 2 / 3))


def test_each_annotator_is_scored_against_what_two_others_agree_on(csv):
    rows = {row.annotator: row.scores for row in human_performance(read_annotations(csv(SPANS)))}
    # Against b and c: gold is 0-1 {x, z}. a marks 0-1 with x, and 2-3: P 1/2, R 1.
    assert rows["a"]["det.P"] == 50.0
    assert rows["a"]["det.R"] == 100.0
    assert rows["a"]["det.F0.5"] == pytest.approx(100 * 1.25 * 0.5 / (0.125 + 1))
    assert rows["a"]["sug.Acc"] == 100.0
    # Against a and b: gold is 0-1; c marks it and 1-2 in the other sentence: P 1/2.
    assert rows["c"]["e2e.P"] == 50.0
    # Against a and c: gold is 0-1 {x}; b marks it alone, x first: all right.
    assert set(rows["b"].values()) == {100.0}
    assert rows["mean"]["e2e.P"] == pytest.approx((50 + 100 + 50) / 3)


def test_annotators_have_an_improvable_ratio_where_the_sentences_are_known(csv):
    annotations = read_annotations(csv(SPANS))
    rows = human_performance(annotations, lengths={"s1": 10, "s2": 6})
    # a marks two tokens of 16, b one, c one in each sentence; the mean is 5/3 of 16.
    ratios = {row.annotator: row.scores["ImpR"] for row in rows}
    assert ratios == pytest.approx({"a": 12.5, "b": 6.25, "c": 12.5, "mean": 100 * 5 / 3 / 16})
    unknown = human_performance(annotations, lengths={"s1": 10})
    assert "ImpR" not in unknown[0].scores


def test_only_the_first_suggestion_is_the_answer(csv):
    lines = ["item,annotator,substitute,start,end"]
    lines += ["s,a,wrong,0,1", "s,a,right,0,1", "s,b,right,0,1", "s,c,right,0,1"]
    rows = human_performance(read_annotations(csv("\n".join(lines) + "\n")))
    assert rows[0].scores["det.P"] == 100.0
    assert rows[0].scores["sug.Acc"] == rows[0].scores["e2e.F0.5"] == 0.0


def test_two_annotators_are_too_few_to_leave_one_out(csv):
    annotations = read_annotations(
        csv("item,annotator,substitute,start,end\ns,a,x,0,1\ns,b,x,0,1\n")
    )
    with pytest.raises(BadInputError, match="2 annotators are too few"):
        human_performance(annotations)


@pytest.mark.parametrize(
    ("verdicts", "majority"),
    [
        ("good good bad", "good"),
        ("bad bad good", "bad"),
        ("reasonable bad bad", "bad"),
        ("good reasonable bad", "reasonable"),
        ("good reasonable", "reasonable"),
        ("good good reasonable", "good"),
    ],
)
def test_the_verdict_is_the_majority_s_or_reasonable(verdicts, majority):
    assert majority_verdict(verdicts.split()) == majority


def test_the_post_hoc_table_by_hand(csv):
    lines = ["item,annotator,substitute,group,verdict"]
    for group, substitute, verdicts in (
        ("sys", "x", "bad bad good"),
        ("sys", "y", "good reasonable bad"),
        ("origA", "z", "good good good"),
        ("origA", "y", "good reasonable bad"),
        ("sys", "z", "good good good"),
        ("sys", "w", "bad bad bad"),
    ):
        lines += [f"1,{j},{substitute},{group},{v}" for j, v in enumerate(verdicts.split())]
    assert posthoc_table(read_annotations(csv("\n".join(lines) + "\n"))) == [
        PosthocRow("sys", 4, 25.0, 25.0, 50.0),
        PosthocRow("origA", 2, 50.0, 50.0, 0.0),
    ]
