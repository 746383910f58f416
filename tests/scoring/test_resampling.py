"""Intervals and tests agree with slow, obvious versions of themselves."""

import numpy as np
import pytest

from motjuste.metrics.measure import Measure, f_score, ratio
from motjuste.metrics.resampling import (
    Resampler,
    bootstrap_weights,
    intervals,
    paired_bootstrap,
    random_signs,
    randomisation_test,
)


def measure(name, reduce):
    return Measure(name, name, lambda pairing: None, reduce)


@pytest.fixture
def statistics():
    return np.random.default_rng(7).integers(0, 5, size=(40, 3)).astype(float)


@pytest.fixture
def resampler(statistics):
    measures = [measure("P", ratio(0, 1)), measure("F", f_score(0, 1, 2))]
    return Resampler(measures, [statistics, statistics])


def test_weights_draw_as_many_items_as_there_are():
    drawn = np.concatenate(list(bootstrap_weights(40, 100)))
    assert drawn.shape == (100, 40)
    assert (drawn.sum(axis=1) == 40).all()


def test_weights_do_not_depend_on_how_many_are_drawn_at_once(monkeypatch):
    together = np.concatenate(list(bootstrap_weights(40, 100)))
    monkeypatch.setattr("motjuste.metrics.resampling.MAX_WEIGHTS", 400)
    apart = np.concatenate(list(bootstrap_weights(40, 100)))
    assert (together == apart).all()


def test_signs_are_plus_and_minus_one_about_equally_often():
    signs = np.concatenate(list(random_signs(100, 200)))
    assert set(np.unique(signs)) == {-1.0, 1.0}
    assert abs(signs.mean()) < 0.05


def test_bootstrap_is_the_measure_on_items_drawn_with_replacement(resampler, statistics):
    figures = resampler.bootstrap(50, seed=3)
    for weights, (precision, f_measure) in zip(
        np.concatenate(list(bootstrap_weights(40, 50, seed=3))), figures, strict=True
    ):
        rows = np.repeat(statistics, weights.astype(int), axis=0)
        p = rows[:, 0].sum() / rows[:, 1].sum()
        r = rows[:, 0].sum() / rows[:, 2].sum()
        assert precision == pytest.approx(100 * p)
        assert f_measure == pytest.approx(100 * 2 * p * r / (p + r))


def test_measures_with_the_same_statistics_share_their_columns(resampler):
    assert resampler.statistics.shape == (40, 3)


def test_interval_cuts_off_the_tails():
    figures = np.arange(1001, dtype=float)[:, None]
    assert intervals(figures, 0.95) == [(25.0, 975.0)]


def test_interval_is_numpys_percentile():
    figures = np.random.default_rng(3).random((37, 5))
    low, high = np.percentile(figures, [5, 95], axis=0)
    assert np.allclose(intervals(figures, 0.9), np.stack([low, high], axis=1), atol=1e-4)


def test_the_same_run_twice_is_no_difference(resampler):
    drawn = resampler.bootstrap(200)
    assert (paired_bootstrap(drawn, drawn, np.zeros(2)) == 1.0).all()
    assert (randomisation_test(resampler, resampler, 200) == 1.0).all()


def test_p_is_one_more_than_the_count_over_one_more_than_the_resamples():
    # Differences 1, 2, 3, 4: mean 2.5, centred 1.5, .5, .5, 1.5; observed 1.5 is reached twice.
    system = np.array([[1.0], [2.0], [3.0], [4.0]])
    p = paired_bootstrap(np.zeros((4, 1)), system, np.array([1.5]))
    assert p[0] == pytest.approx((2 + 1) / (4 + 1))


def test_randomisation_swaps_answers_item_by_item(statistics):
    other = statistics[::-1].copy()
    measures = [measure("P", ratio(0, 1))]
    first, second = Resampler(measures, [statistics]), Resampler(measures, [other])
    observed = abs(second.observed()[0] - first.observed()[0])
    reached = 0
    for signs in np.concatenate(list(random_signs(40, 99, seed=5))):
        swap = (signs < 0)[:, None]
        a, b = np.where(swap, other, statistics), np.where(swap, statistics, other)
        figures = [100 * rows[:, 0].sum() / rows[:, 1].sum() for rows in (a, b)]
        reached += abs(figures[1] - figures[0]) >= observed - 1e-9
    p = randomisation_test(first, second, 99, seed=5)
    assert p[0] == pytest.approx((reached + 1) / 100)


def test_a_clear_difference_is_found_and_chance_is_not():
    rng = np.random.default_rng(1)
    base = np.stack([rng.random(200) < 0.3, np.ones(200)], axis=1).astype(float)
    better = np.stack([rng.random(200) < 0.6, np.ones(200)], axis=1).astype(float)
    same = np.stack([rng.random(200) < 0.3, np.ones(200)], axis=1).astype(float)
    measures = [measure("P", ratio(0, 1))]
    runs = [Resampler(measures, [block]) for block in (base, better, same)]
    assert randomisation_test(runs[0], runs[1], 999)[0] < 0.01
    assert randomisation_test(runs[0], runs[2], 999)[0] > 0.05
