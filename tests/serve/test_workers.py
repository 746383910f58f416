"""Answers do not depend on who else asks at the same time."""

import operator
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("fastapi")

from motjuste.check import Settings
from motjuste.serve.assistant import Assistant

TEXTS = {
    "The young engineer wrote a long report about the noise of the old machine.": "report",
    "It was a very nice day, and we saw many very nice things in the small town.": "nice",
    "She gave up her job because the boss was an awful man who never listened.": "awful",
    "I think that it is important to get a good result, and we got one.": "important",
}


def test_the_default_system_says_the_same_in_several_threads_as_alone():
    assistant = Assistant()

    def answers(text):
        place = text.index(TEXTS[text])
        return list(assistant.check(text, Settings(sensitivity=0.4))), assistant.suggest(
            text, place
        )

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(answers, [*TEXTS] * 3))
    assert together == [answers(text) for text in TEXTS] * 3
    assert all(findings and answer.suggestions for findings, answer in together)


def test_what_a_request_changes_is_kept_for_the_next_but_not_without_end():
    assistant = Assistant()
    systems = [assistant.checker(Settings(sensitivity=n / 100)).system for n in range(1, 101)]
    # The last 64 are kept; the one before them was dropped.
    again = [assistant.checker(Settings(sensitivity=n / 100)).system for n in range(37, 101)]
    assert all(map(operator.is_, again, systems[36:]))
    assert assistant.checker(Settings(sensitivity=0.36)).system is not systems[35]


def test_the_sense_and_the_origins_are_told_to_who_asks():
    assistant = Assistant()
    text = "She gave her brother a birthday present."
    explained = assistant.suggest(text, text.index("present"), explained=True)
    assert explained.sense
    assert all(offer.origin for offer in explained.suggestions)
