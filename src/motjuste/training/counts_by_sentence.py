"""Counts of marked and replaced words, kept by sentence so that some sentences can be left out.

The improver's features include such counts (`improver/training_counts.py`). A word must not be
trained on counts that come from its own sentence or fold.
"""

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


class Occurrence(NamedTuple):
    """A headword in a sentence: whether it was marked, and by what annotators replaced it.

    `replacements`: the lexicon's numbers of the replacements.
    `chosen`: the keys (`candidate_keys`) of replacements that are among its candidates.
    """

    sentence: str
    marked: bool
    replacements: frozenset[int]
    chosen: frozenset[int] = frozenset()


class CountsBySentence:
    """The occurrences of each headword, and the sentences in which each word replaced another."""

    def __init__(self, occurrences: Iterable[tuple[int, Occurrence]]) -> None:
        self._occurrences: dict[int, list[Occurrence]] = defaultdict(list)
        self._used_in: dict[int, set[str]] = defaultdict(set)
        for head, occurrence in occurrences:
            if head >= 0:
                self._occurrences[head].append(occurrence)
            for word in occurrence.chosen:
                self._used_in[word].add(occurrence.sentence)

    def of(self, pool: Pool, is_counted: Callable[[str], bool]) -> TrainingCounts:
        """The counts of a headword and its candidates from the sentences that are counted."""
        head = key_of(pool)
        counted = [one for one in self._occurrences[head] if is_counted(one.sentence)]
        counts = _headword_counts(counted)
        used = self._times_used(candidate_keys(pool), is_counted)
        return TrainingCounts({head: counts} if counts else {}, used)

    def all(self) -> TrainingCounts:
        """The counts from all sentences."""
        counts = {head: _headword_counts(own) for head, own in self._occurrences.items()}
        kept = {head: of_head for head, of_head in counts.items() if of_head}
        return TrainingCounts(kept, self._times_used(self._used_in, lambda _: True))

    def _times_used(
        self, words: Iterable[int], is_counted: Callable[[str], bool]
    ) -> dict[int, int]:
        """The number of counted sentences in which each word replaced another, if there are any."""
        counts = {word: sum(map(is_counted, self._used_in.get(word, ()))) for word in words}
        return {word: count for word, count in counts.items() if count}


def _headword_counts(occurrences: list[Occurrence]) -> HeadwordCounts | None:
    """Numbers of sentences, None if there are too few; a sentence counts once."""
    sentences = {one.sentence for one in occurrences}
    if len(sentences) < MIN_SENTENCES:
        return None
    marked = {one.sentence for one in occurrences if one.marked}
    pairs = {(one.sentence, number) for one in occurrences for number in one.replacements}
    counts = Counter(number for _, number in sorted(pairs))
    kept = {number: count for number, count in sorted(counts.items()) if count >= MIN_SENTENCES}
    return HeadwordCounts(len(sentences), len(marked), kept)
