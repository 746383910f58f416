"""Many questions at once, a few at a time.

The threads are daemons, so that nobody who stops a run has to wait for a server's answer; the
standard library's pools make one wait.
"""

from collections import deque
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

from motjuste.errors import MotjusteError
from motjuste.systems.system import SomeFailedError

Q = TypeVar("Q")
A = TypeVar("A")


def ask_all(ask: Callable[[Q], A], questions: Sequence[Q], most: int) -> list[A]:
    """The answers to all questions, at most so many asked at once.

    An error that would meet every question ends it all; others are told together at the end.
    """
    if len(questions) == 1:
        return [ask(questions[0])]
    waiting = deque(enumerate(questions))
    done: SimpleQueue[tuple[int, A | Exception]] = SimpleQueue()
    try:
        for _ in range(min(most, len(questions))):
            Thread(target=_work, args=(ask, waiting, done), daemon=True).start()
        outcomes = _collect(done, len(questions))
    finally:
        waiting.clear()
    answers = [outcome for outcome in outcomes if not isinstance(outcome, Exception)]
    if len(answers) < len(outcomes):
        raise SomeFailedError(outcomes)
    return answers


def _work(
    ask: Callable[[Q], A],
    waiting: "deque[tuple[int, Q]]",
    done: "SimpleQueue[tuple[int, A | Exception]]",
) -> None:
    while True:
        try:
            place, question = waiting.popleft()
        except IndexError:
            return
        try:
            done.put((place, ask(question)))
        except Exception as error:
            done.put((place, error))


def _collect(done: "SimpleQueue[tuple[int, A | Exception]]", number: int) -> "list[A | Exception]":
    outcomes: dict[int, A | Exception] = {}
    while len(outcomes) < number:
        place, outcome = done.get()
        if isinstance(outcome, MotjusteError):
            raise outcome
        outcomes[place] = outcome
    return [outcomes[place] for place in range(number)]
