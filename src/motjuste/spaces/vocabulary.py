"""Which words and bigrams become rows: by a list, by frequency, by part of speech."""

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from motjuste.errors import BadInputError
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.spaces.bigrams import split_label

Counted = tuple[str, int]


@dataclass(frozen=True)
class VocabularyChoice:
    """What to keep: listed words always, others by frequency; bigrams with the commonest nouns.

    `least` and `bigram_least` are minimum counts in the corpus, `most` is the maximum number of
    words, and `bigram_most` that of nouns for one predicate.
    """

    listed: tuple[str, ...] = ()
    most: int = 30_000
    least: int = 5
    pos: tuple[str, ...] = ()
    bigram_least: int = 5
    bigram_most: int = 1000

    def __post_init__(self) -> None:
        # Words with any other part of speech have the letter "x".
        parts = [*WORDNET_POS.values(), "x"]
        unknown = [part for part in self.pos if part not in parts]
        if unknown:
            raise BadInputError(
                f"no part of speech is {unknown[0]!r}; there are {', '.join(parts)}"
            )


def choose_words(counted: Iterable[Counted], choice: VocabularyChoice) -> list[Counted]:
    """The listed words that the corpus has, then the most frequent others; most frequent first."""
    requested = set(choice.listed)
    listed: list[Counted] = []

    def others() -> Iterator[Counted]:
        for name, count in counted:
            if name in requested:
                listed.append((name, count))
            elif count >= choice.least and _fits(name, choice.pos):
                yield name, count

    frequent = heapq.nsmallest(choice.most, others(), key=_order)
    frequent = frequent[: max(0, choice.most - len(listed))]
    if not listed and not frequent:
        raise BadInputError(
            f"no word of the corpus is in the list or occurs {choice.least} times; is the "
            "corpus empty, or --least too high?"
        )
    return sorted([*listed, *frequent], key=_order)


def _order(counted: Counted) -> tuple[int, str]:
    return -counted[1], counted[0]


def _fits(name: str, pos: Sequence[str]) -> bool:
    return not pos or name.rpartition(".")[2] in pos


def choose_bigrams(
    counted: Iterable[Counted], words: Iterable[str], choice: VocabularyChoice
) -> Iterator[Counted]:
    """For each predicate the most frequent nouns; both words must be in the vocabulary.

    The names must be sorted, so that those of a predicate are adjacent.
    """
    vocabulary = set(words)
    for _, group in groupby(counted, key=lambda pair: split_label(pair[0])[:2]):
        nouns = [
            (name, count)
            for name, count in group
            if count >= choice.bigram_least and vocabulary.issuperset(split_label(name)[1:])
        ]
        yield from sorted(heapq.nsmallest(choice.bigram_most, nouns, key=_order))
