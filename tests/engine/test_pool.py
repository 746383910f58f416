"""Items and their results are the same here and in processes; what goes wrong is one line."""

import pickle
from collections import Counter

import pytest
from workers import Halves, Squares, Stumbling, Unprepared

from motjuste.engine import Place, open_pool
from motjuste.errors import BadInputError, BadInputWarning, ExitCode, MotjusteError

PLACES = [Place(1), Place(3)]


@pytest.fixture(params=PLACES, ids=["here", "processes"])
def place(request):
    return request.param


def test_every_item_is_done_once_and_in_order_if_that_is_wanted(place):
    with pytest.warns(BadInputWarning, match="odd things"):
        pool = open_pool(Squares(slow=0.02), place)
    with pool:
        for ordered in (True, False):
            found = list(pool.each(range(30), ordered=ordered))
            assert sorted(found) == [(number, number * number) for number in range(30)]
            assert not ordered or found == sorted(found)


def test_a_warning_of_many_workers_is_heard_once():
    with pytest.warns(BadInputWarning) as heard:
        open_pool(Squares(), Place(3)).close()
    assert len(heard) == 1


def test_results_may_ask_for_more(place, tmp_path):
    # 8 -> 4 -> 2 -> 1 -> 0 and 5 -> 2 -> 1 -> 0.
    with open_pool(Halves(tmp_path), place) as pool:
        found = list(pool.each([8, 5], follow=lambda half: [half] if half else []))
    assert Counter(item for item, _ in found) == Counter([8, 4, 2, 1, 5, 2, 1])


def test_few_items_are_taken_before_their_turn(place):
    taken = []

    def items():
        for number in range(100):
            taken.append(number)
            yield number

    with pytest.warns(BadInputWarning):
        pool = open_pool(Squares(slow=0.2), place)
    with pool:
        for done, _ in enumerate(pool.each(items(), ordered=True)):
            # The first is the slowest: the others must not pile up behind it.
            assert len(taken) <= done + 2 * pool.most + 1
    assert taken == list(range(100))


def test_an_error_of_the_package_is_the_same_everywhere(place):
    with open_pool(Stumbling(), place) as pool, pytest.raises(MotjusteError) as raised:
        list(pool.each(["fine", "refuses"]))
    assert str(raised.value) == "item: is bad; give a better one"
    assert raised.value.exit_code == ExitCode.BAD_INPUT
    with pytest.raises(MotjusteError, match="nothing to begin with"):
        open_pool(Unprepared(), place)


def test_a_worker_that_dies_or_fails_is_one_line():
    with open_pool(Stumbling(), Place(2)) as pool, pytest.raises(MotjusteError) as raised:
        list(pool.each(["fine", "dies"]))
    assert "a worker ended by itself (exit code 7); what was done is kept" in str(raised.value)
    with open_pool(Stumbling(), Place(2)) as pool, pytest.raises(MotjusteError) as raised:
        list(pool.each(["fails"]))
    assert str(raised.value) == "a worker failed: ZeroDivisionError: by zero"


def test_what_cannot_be_sent_is_said():
    class Local:
        def prepare(self):
            pass

        def __call__(self, item):
            return item

    with pytest.raises((AttributeError, pickle.PicklingError)):
        pickle.dumps(Local())
    with pytest.raises(MotjusteError, match="cannot be handed to workers"):
        open_pool(Local(), Place(2))


def test_no_workers_are_refused():
    with pytest.raises(BadInputError, match="0 workers can do nothing"):
        Place(0)
