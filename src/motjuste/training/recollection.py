"""What was marked in which sentence, so that a word can be shown what all others remember."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import NamedTuple

from motjuste.improver.training_counts import (
    MIN_SENTENCES,
    HeadwordCounts,
    TrainingCounts,
    candidate_keys,
    key_of,
)
from motjuste.suggester.candidates import Pool


class Event(NamedTuple):
    """A headword in a sentence: whether it was marked, and the numbers of what was put there.

    `put` has the keys of those that were among its candidates.
    """

    sentence: str
    marked: bool
    instead: frozenset[int]
    put: frozenset[int] = frozenset()


class Recollection:
    """Events by headword, and the sentences in which a word was put in any other's place."""

    def __init__(self, events: Iterable[tuple[int, Event]]) -> None:
        self._events: dict[int, list[Event]] = defaultdict(list)
        self._put: dict[int, set[str]] = defaultdict(set)
        for head, event in events:
            if head >= 0:
                self._events[head].append(event)
            for word in event.put:
                self._put[word].add(event.sentence)

    def of(self, pool: Pool, counts: Callable[[str], bool]) -> TrainingCounts:
        """What is remembered of a headword and its candidates from the sentences that count."""
        head = key_of(pool)
        habit = self._habit([event for event in self._events[head] if counts(event.sentence)])
        put = self._often(candidate_keys(pool), counts)
        return TrainingCounts({head: habit} if habit else {}, put)

    def all(self) -> TrainingCounts:
        """What is remembered of everything."""
        habits = {head: self._habit(events) for head, events in self._events.items()}
        known = {head: habit for head, habit in habits.items() if habit}
        return TrainingCounts(known, self._often(self._put, lambda _: True))

    def _often(self, words: Iterable[int], counts: Callable[[str], bool]) -> dict[int, int]:
        """In how many sentences that count each word was put in any other's place, if in some."""
        found = {word: sum(map(counts, self._put.get(word, ()))) for word in words}
        return {word: count for word, count in found.items() if count}

    def _habit(self, events: list[Event]) -> HeadwordCounts | None:
        """A habit, unless it is chance; in a sentence that has a word twice it counts once."""
        sentences = {event.sentence for event in events}
        if len(sentences) < MIN_SENTENCES:
            return None
        marked = {event.sentence for event in events if event.marked}
        pairs = {(event.sentence, number) for event in events for number in event.instead}
        counts = Counter(number for _, number in sorted(pairs))
        kept = {number: count for number, count in sorted(counts.items()) if count >= MIN_SENTENCES}
        return HeadwordCounts(len(sentences), len(marked), kept)
