"""The words that simulated annotators mark in a sentence, their substitutes, and their kinds.

People agree in part: everybody draws from the same targets and substitutes of a sentence, which are
those of a benchmark of Smart Word Suggestions if one is given, and else drawn with a seed.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from motjuste.collect.service import Marking
from motjuste.collect.simulation.annotators import WORDS, Judge
from motjuste.collect.simulation.truth import Truth
from motjuste.text import KINDS

Span = tuple[int, int]
# Phrases to mark in a test sentence, each with the substitutes that pass.
Expected = Sequence[tuple[str, Sequence[str]]]
T = TypeVar("T")

# Smart Word Suggestions, section 3.3: 63.0 % of the targets are of the kind refine-usage.
_REFINE = 0.63
# How often an annotator gives a target the other kind than most would.
_OTHER_KIND = 0.1
# Words with fewer letters are marked only where there are not enough others.
_SHORTEST = 4
# Words that people would mark in a sentence, for one that they must mark.
_TARGETS_OF_LEAST = 2
# Substitutes that people have in mind for a target.
_SUBSTITUTES = 3
# Words that an annotator marks beyond those that they must.
_MORE = (0, 0, 1, 1, 2)
# The number of substitutes that an annotator writes for a target.
_WRITTEN = (1, 1, 2)


@dataclass(frozen=True)
class Sentence:
    """A sentence as its page shows it: its words by their characters, and how many to mark."""

    text: str
    tokens: tuple[Span, ...]
    least: int
    expected: Expected = ()


@dataclass(frozen=True)
class _Shared:
    """A target that people see: how many do, its kind, and its substitutes with their number."""

    votes: int
    kind: str
    substitutes: Mapping[str, int] = field(default_factory=dict)


def mark_sentence(judge: Judge, sentence: Sentence) -> list[Marking]:
    """The marks of a simulated annotator, by their profile."""
    return [
        Marking(first, last, kind, tuple(substitutes))
        for (first, last), (kind, substitutes) in _marks(judge, sentence).items()
    ]


def _marks(judge: Judge, sentence: Sentence) -> dict[Span, tuple[str, Sequence[str]]]:
    source, reads = judge.source, judge.profile.reads
    shared = _shared_targets(judge.truth, sentence)
    marks: dict[Span, tuple[str, Sequence[str]]] = {}
    for span, wanted in _expected(sentence):
        if source.random() < reads:
            marks[span] = KINDS[0], list(wanted[:1]) or source.sample(WORDS, 1)
    number = sentence.least + source.choice(_MORE)
    for span in _weighted(source, {span: target.votes for span, target in shared.items()}):
        if len(marks) >= number:
            break
        if span not in marks and source.random() < reads:
            marks[span] = _answer(source, shared[span])
    # What is not read, or not there, is made up: any word, with any substitute.
    others = [(place, place + 1) for place in range(len(sentence.tokens))]
    if judge.profile.guess != "accept":
        source.shuffle(others)
    for span in others:
        if len(marks) >= sentence.least:
            break
        marks.setdefault(span, (KINDS[1], source.sample(WORDS, 1)))
    return marks


def _answer(source: random.Random, target: _Shared) -> tuple[str, Sequence[str]]:
    kind = target.kind
    if source.random() < _OTHER_KIND:
        kind = next(other for other in KINDS if other != kind)
    return kind, _weighted(source, target.substitutes)[: source.choice(_WRITTEN)]


def _shared_targets(truth: Truth, sentence: Sentence) -> dict[Span, _Shared]:
    """What people would mark: what the benchmark's people marked, or drawn words."""
    known = truth.marked.get(sentence.text)
    if known is None:
        return _drawn_targets(truth, sentence)
    starts = {start: place for place, (start, _) in enumerate(sentence.tokens)}
    ends = {end: place + 1 for place, (_, end) in enumerate(sentence.tokens)}
    return {
        (starts[start], ends[end]): _Shared(max(votes.values()), kind, votes)
        for (start, end), (kind, votes) in known.items()
        if start in starts and end in ends and votes
    }


def _drawn_targets(truth: Truth, sentence: Sentence) -> dict[Span, _Shared]:
    source = random.Random(f"{truth.seed}|{sentence.text}")
    places = list(range(len(sentence.tokens)))
    source.shuffle(places)
    places.sort(key=lambda place: not _is_long(sentence, place))
    return {
        (place, place + 1): _Shared(
            source.randint(1, 5),
            KINDS[source.random() >= _REFINE],
            {word: source.randint(1, 4) for word in source.sample(WORDS, _SUBSTITUTES)},
        )
        for place in places[: _TARGETS_OF_LEAST * sentence.least]
    }


def _is_long(sentence: Sentence, place: int) -> bool:
    start, end = sentence.tokens[place]
    return sentence.text[start:end].isalpha() and end - start >= _SHORTEST


def _expected(sentence: Sentence) -> Iterator[tuple[Span, Sequence[str]]]:
    """The spans that a test expects, where they are in the sentence."""
    for phrase, wanted in sentence.expected:
        length = len(phrase.split())
        for first in range(len(sentence.tokens) - length + 1):
            start, end = sentence.tokens[first][0], sentence.tokens[first + length - 1][1]
            if sentence.text[start:end].casefold() == phrase.casefold():
                yield (first, first + length), wanted
                break


def _weighted(source: random.Random, weights: Mapping[T, int]) -> list[T]:
    """Everything in a random order, what weighs more rather earlier (Efraimidis, Spirakis 2006)."""
    keys = {one: source.random() ** (1 / weight) for one, weight in weights.items()}
    return sorted(weights, key=lambda one: -keys[one])
