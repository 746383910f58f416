"""Scoring and comparing whole runs."""

import json
import warnings

import pytest

from motjuste import __version__
from motjuste.errors import BadInputError, BadInputWarning
from motjuste.metrics import Resampling, Settings, compare, parse_measure, score
from small import benchmark, item, labels, run

GOLD = benchmark(
    item("1", "car", {"auto": labels(9, 1), "train": labels(1, 9), "shoe": labels(0, 3)}),
    item("2", "dog", {"hound": labels(6, 4), "pet": labels(2, 8), "cat": labels(0, 3)}),
    item("3", "sea", {"ocean": labels(10, 0), "water": labels(3, 7)}),
)
GOOD = run({"1": ["auto", "train"], "2": ["hound"], "3": ["ocean"]}, system="good")
POOR = run({"1": ["shoe", "auto"], "2": ["cat", "pet"], "3": ["water"]}, system="poor")


def test_default_scores_have_the_keys_of_the_contract():
    keys = set(score(GOOD, GOLD).scores)
    assert keys == {
        f"{listing}.{reference}.{letter}@10"
        for listing in ("strict", "lenient")
        for reference in ("acceptable", "conceivable")
        for letter in "PRF"
    } | {"P@1", "GAP", "GAP.count"} | {
        f"{task}{figure}"
        for task in ("best", "oot")
        for figure in ("", ".recall", ".mode", ".mode.recall")
    }


def test_scores_are_percentages_with_an_interval_around_each():
    scores = score(GOOD, GOLD)
    # Acceptable among the four guesses: auto, hound, ocean; all three that there are.
    assert scores.scores["strict.acceptable.P@10"] == pytest.approx(75.0)
    assert scores.scores["strict.acceptable.R@10"] == pytest.approx(100.0)
    assert set(scores.intervals) == set(scores.scores)
    for name, (low, high) in scores.intervals.items():
        assert low <= high, name


def test_only_the_measures_asked_for_are_scored_once_each_in_their_order():
    scores = score(GOOD, GOLD, ["GAP", "P@1", "GAP"])
    assert list(scores.scores) == ["GAP", "P@1"]


def test_no_resamples_no_intervals():
    assert score(GOOD, GOLD, resampling=Resampling(0)).intervals == {}


def test_same_seed_same_intervals_other_seed_others():
    first, again = score(POOR, GOLD), score(POOR, GOLD)
    other = score(POOR, GOLD, resampling=Resampling(seed=1, resamples=17))
    assert first == again
    assert first.intervals != other.intervals


def test_signature_pins_benchmark_measures_settings_and_version():
    signature = score(
        GOOD, GOLD, ["GAP"], Settings(abstentions="negative"), Resampling(10, 0.9, 7)
    ).signature
    for part in ("benchmark:small", "measures:GAP", "abstentions:negative", "semeval:program"):
        assert part in signature
    assert signature.endswith(f"resamples:10|confidence:0.9|seed:7|version:{__version__}")


def test_json_is_valid_json_of_the_contract():
    document = json.loads(json.dumps(score(GOOD, GOLD).to_json(), allow_nan=False))
    assert {"benchmark", "system", "signature", "items", "scores", "intervals"} <= set(document)
    assert document["items"] == 3


def test_missing_answers_count_as_empty_and_are_reported():
    partial = run({"1": ["auto"]})
    with pytest.warns(BadInputWarning, match="2 targets have no answer"):
        scores = score(partial, GOLD)
    assert scores.unanswered == 2
    assert scores.scores["strict.acceptable.R@10"] == pytest.approx(100 / 3)
    assert scores.scores["best"] > scores.scores["best.recall"]


def test_answers_to_unknown_targets_are_left_out_and_reported():
    with pytest.warns(BadInputWarning, match="1 answers are for targets"):
        scores = score(run({**{n: [g[0].text] for n, g in GOOD.answers.items()}, "9": ["x"]}), GOLD)
    assert scores.unknown == 1


def test_a_run_for_another_benchmark_is_an_error_not_a_zero():
    with pytest.raises(BadInputError, match="is this the benchmark"):
        score(run({"elsewhere": ["auto"]}), GOLD)


def test_a_benchmark_without_judgements_is_an_error_not_a_zero():
    with pytest.raises(BadInputError, match="no item of small has judgements"):
        score(run({"1": ["auto"]}), benchmark(item("1", "car", {})))


def test_swords_ids_find_items_that_have_another_id():
    from motjuste.benchmarks.swords_ids import item_id

    by_sha1 = run({item_id(one): [g.text for g in GOOD.answers[one.id]] for one in GOLD.items})
    assert score(by_sha1, GOLD).scores == score(GOOD, GOLD).scores


def test_the_first_run_is_the_baseline_and_the_others_are_tested_against_it():
    comparison = compare([POOR, GOOD], GOLD, ["strict.acceptable.F@10", "GAP"])
    assert comparison.differences[0] == {}
    difference = comparison.differences[1]["strict.acceptable.F@10"]
    by_hand = [score(one, GOLD, ["strict.acceptable.F@10"]).scores for one in (POOR, GOOD)]
    expected = by_hand[1]["strict.acceptable.F@10"] - by_hand[0]["strict.acceptable.F@10"]
    assert difference.delta == pytest.approx(expected)
    assert 0 < difference.p_bootstrap <= 1
    assert 0 < difference.p_randomisation <= 1


def test_a_run_compared_with_itself_differs_by_nothing():
    differences = compare([GOOD, GOOD], GOLD).differences[1]
    assert all(
        d.delta == 0 and d.p_bootstrap == 1 == d.p_randomisation for d in differences.values()
    )


@pytest.mark.parametrize(
    ("runs", "resampling", "message"),
    [
        ([GOOD], Resampling(), "at least two runs"),
        ([GOOD, POOR], Resampling(0), "needs resamples"),
        ([GOOD, run({"1": ["auto"]}, form="best")], Resampling(), "different kinds"),
    ],
)
def test_comparisons_that_make_no_sense_are_refused(runs, resampling, message):
    with pytest.raises(BadInputError, match=message):
        compare(runs, GOLD, resampling=resampling)


@pytest.mark.parametrize("name", ["", "F@10", "strict.acceptable.F@0", "GAP.share", "oot..mode"])
def test_an_unknown_measure_is_an_error_that_shows_how_measures_are_named(name):
    with pytest.raises(BadInputError, match=r"unknown measure.*strict\.acceptable\.F@10"):
        parse_measure(name)


@pytest.mark.parametrize(
    "settings", [{"resamples": -1}, {"confidence": 1.0}, {"confidence": 0.0}, {"seed": -1}]
)
def test_resampling_settings_are_validated(settings):
    with pytest.raises(BadInputError):
        Resampling(**settings)


def test_scoring_is_silent_when_nothing_is_amiss():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        score(GOOD, GOLD)
