import pytest
from hypothesis import given
from hypothesis import strategies as st

from motjuste.errors import BadInputError
from motjuste.reports.overlap import overlap_curve, rank_biased_overlap

RANKINGS = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8)


def test_lists_of_one_length_by_hand():
    # abc and acb share 1, 1 and 3 entries at depths 1, 2 and 3. With p = 0.5:
    # (1-p)/p (1/1 p + 1/2 p^2 + 3/3 p^3) + 3/3 p^3 = 0.5 + 0.125 + 0.125 + 0.125 = 0.875
    assert rank_biased_overlap("abc", "acb", p=0.5) == pytest.approx(0.875)


def test_lists_of_two_lengths_by_hand():
    # S = a, L = ba: overlaps 0 and 1, X_s = 0, l = 2. With p = 0.5:
    # (1-p)/p (0/1 p + 1/2 p^2 + 0) + (1/2 + 0/1) p^2 = 0.125 + 0.125 = 0.25
    assert rank_biased_overlap("a", "ba", p=0.5) == pytest.approx(0.25)
    # S = a, L = ab: overlaps 1 and 1, X_s = 1, s = 1, l = 2:
    # (1 p + 1/2 p^2 + 1 (2-1)/(1*2) p^2) + ((1-1)/2 + 1/1) p^2 = 0.5 + 0.125 + 0.125 + 0.25
    assert rank_biased_overlap("a", "ab", p=0.5) == pytest.approx(1.0)


@given(RANKINGS)
def test_a_list_agrees_with_itself(ranking):
    assert rank_biased_overlap(ranking, ranking) == pytest.approx(1.0)


@given(RANKINGS, RANKINGS)
def test_it_is_symmetric_and_between_0_and_1(first, second):
    value = rank_biased_overlap(first, second)
    assert 0.0 <= value <= 1.0
    assert value == pytest.approx(rank_biased_overlap(second, first))


@given(RANKINGS.filter(bool))
def test_disjoint_lists_do_not_agree(ranking):
    assert rank_biased_overlap(ranking, [entry.upper() for entry in ranking]) == 0.0
    assert rank_biased_overlap(ranking, []) == 0.0


@pytest.mark.parametrize("p", [0, 1, -0.5, float("nan")])
def test_a_persistence_outside_0_and_1_is_refused(p):
    with pytest.raises(BadInputError, match="between 0 and 1"):
        rank_biased_overlap("a", "a", p)


def test_annotators_who_all_say_the_same_agree_fully(judged):
    first = judged({"big": {"a": ("+++", []), "b": ("++-", []), "c": ("---", [])}})
    second = judged({"big": {"a": ("+++", []), "b": ("+--", []), "c": ("---", [])}})
    points = overlap_curve(first, second, simulations=5)
    assert [point.annotators for point in points] == [1, 2, 3]
    # With all three labels nothing is left to chance: a before b, c nowhere, in both.
    assert (points[-1].mean, points[-1].deviation) == (pytest.approx(1.0), 0.0)


def test_one_annotator_is_drawn_with_the_chance_of_the_labels(judged):
    first = judged({"big": {"a": ("++++", [])}})
    second = judged({"big": {"a": ("+---", [])}})
    [one, *_, four] = overlap_curve(first, second, simulations=4000)
    # The one substitute is named by a quarter of single annotators, and then agreement is full.
    assert one.mean == pytest.approx(0.25, abs=0.03)
    assert one.deviation == pytest.approx((0.25 * 0.75) ** 0.5, abs=0.02)
    assert four.mean == 1.0


def test_ties_are_agreement_only_by_order(judged):
    small = judged({"big": {word: ("+", []) for word in "abcdefgh"}})
    [by_order] = overlap_curve(small, small, ties="order")
    [by_chance] = overlap_curve(small, small)
    assert by_order.mean == pytest.approx(1.0)
    assert by_chance.mean < 0.9


def test_the_same_seed_gives_the_same_curve(judged):
    small = judged({"big": {word: ("+--+-", []) for word in "abcd"}})
    curves = [overlap_curve(small, small, seed=seed) for seed in (1, 1, 2)]
    assert curves[0] == curves[1] != curves[2]


def test_benchmarks_without_a_common_target_are_refused(judged):
    with pytest.raises(BadInputError, match="no target in common"):
        overlap_curve(judged({"big": {"a": ("+", [])}}), judged({"old": {"a": ("+", [])}}))
