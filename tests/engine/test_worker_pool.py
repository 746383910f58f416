"""Items and their results are the same here and in processes; what goes wrong is one line."""

import os
import pickle
from collections import Counter

import pytest
from workers import Cut, Halves, Squares, Stumbling, Survived, Unprepared

from motjuste.engine import Backend, open_worker_pool
from motjuste.errors import BadInputError, BadInputWarning, ExitCode, MotjusteError

BACKENDS = [Backend(1), Backend(3)]


@pytest.fixture(params=BACKENDS, ids=["here", "processes"])
def backend(request):
    return request.param


def test_every_item_is_done_once_and_in_order_if_that_is_wanted(backend):
    with pytest.warns(BadInputWarning, match="odd things"):
        pool = open_worker_pool(Squares(slow=0.02), backend)
    with pool:
        for ordered in (True, False):
            results = list(pool.run(range(30), ordered=ordered))
            assert sorted(results) == [(number, number * number) for number in range(30)]
            assert not ordered or results == sorted(results)


def test_a_warning_of_many_workers_is_heard_once():
    with pytest.warns(BadInputWarning) as heard:
        open_worker_pool(Squares(), Backend(3)).close()
    assert len(heard) == 1


def test_results_may_ask_for_more(backend, tmp_path):
    # 8 -> 4 -> 2 -> 1 -> 0 and 5 -> 2 -> 1 -> 0.
    with open_worker_pool(Halves(tmp_path), backend) as pool:
        results = list(pool.run([8, 5], follow=lambda half: [half] if half else []))
    assert Counter(item for item, _ in results) == Counter([8, 4, 2, 1, 5, 2, 1])


def test_few_items_are_taken_before_their_turn(backend):
    taken = []

    def items():
        for number in range(100):
            taken.append(number)
            yield number

    with pytest.warns(BadInputWarning):
        pool = open_worker_pool(Squares(slow=0.2), backend)
    with pool:
        for done, _ in enumerate(pool.run(items(), ordered=True)):
            # The first is the slowest: the others must not pile up behind it.
            assert len(taken) <= done + 2 * pool.capacity + 1
    assert taken == list(range(100))


def test_an_error_of_the_package_is_the_same_everywhere(backend):
    with open_worker_pool(Stumbling(), backend) as pool, pytest.raises(MotjusteError) as raised:
        list(pool.run(["fine", "refuses"]))
    assert str(raised.value) == "item: is bad; give a better one"
    assert raised.value.exit_code == ExitCode.BAD_INPUT
    with pytest.raises(MotjusteError, match="nothing to begin with"):
        open_worker_pool(Unprepared(), backend)


def test_a_worker_that_dies_or_fails_is_one_line():
    with open_worker_pool(Stumbling(), Backend(2)) as pool, pytest.raises(MotjusteError) as raised:
        list(pool.run(["fine", "dies"]))
    assert "a worker ended by itself (exit code 7); what was done is kept" in str(raised.value)
    with open_worker_pool(Stumbling(), Backend(2)) as pool, pytest.raises(MotjusteError) as raised:
        list(pool.run(["fails"]))
    assert str(raised.value) == "a worker failed: ZeroDivisionError: by zero"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
@pytest.mark.parametrize("in_preparation", [False, True])
def test_a_worker_is_lost_though_a_process_that_it_started_lives_on(tmp_path, in_preparation):
    held = tmp_path / "held"
    held.touch()
    lost = r"a worker ended by itself \(exit code 7\)"
    try:
        with (
            pytest.raises(MotjusteError, match=lost),
            open_worker_pool(Survived(held, in_preparation), Backend(2)) as pool,
        ):
            list(pool.run(["item"]))
    finally:
        held.unlink()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
@pytest.mark.parametrize("size", [10, 1_000_000])
def test_a_worker_that_is_killed_in_the_middle_of_a_message_is_lost(tmp_path, size):
    held = tmp_path / "held"
    held.touch()
    try:
        with (
            pytest.raises(MotjusteError, match=r"a worker ended by itself \(exit code -9\)"),
            open_worker_pool(Cut(held), Backend(2)) as pool,
        ):
            list(pool.run([size]))
    finally:
        held.unlink()


def test_what_cannot_be_sent_is_reported():
    class Local:
        def prepare(self):
            pass

        def __call__(self, item):
            return item

    with pytest.raises((AttributeError, pickle.PicklingError)):
        pickle.dumps(Local())
    with pytest.raises(MotjusteError, match="cannot be handed to workers"):
        open_worker_pool(Local(), Backend(2))


def test_no_workers_are_refused():
    with pytest.raises(BadInputError, match="0 workers can do nothing"):
        Backend(0)
