"""Requests to a server in parallel threads.

The threads are daemons: stopping a run does not wait for a server's answer, as it would with the
thread pools of the standard library.
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
    """The answers to all questions, at most `most` of them in parallel.

    An error that concerns every question is raised at once, others together at the end.
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
