"""Finding what of a text is worth improving, on the same pass that finds what to put there.

Of every content word, and of some phrases, it is asked how likely a good teacher is to mark it:
from the word, its sentence, the substitutes it could have, and what style guides say.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motjuste.encoder.quantisation import Floats
from motjuste.lexicon.context import Word
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.lexicon.store import Store
from motjuste.systems.default.associations import DATA
from motjuste.systems.default.looks import NEARNESS
from motjuste.systems.default.memory import Memory
from motjuste.systems.default.pool import Pool
from motjuste.systems.default.ranker import SUGGEST, Network, probability
from motjuste.systems.default.scale import Scale
from motjuste.systems.default.usage import LABELS, Usage

# What the detector says: is the word worth improving, is it its usage, is our first offer apt?
IMPROVABLE, REFINE, APT = 0, 1, 2
SUGGESTIONS = 5
# From this chance on, what is wrong with a word is its usage.
REFINED = 0.5
# Words on each side in which a repetition is heard; numbers of the query that the detector sees.
NEARBY, QUERY = 60, 64
_BEST = 5
# So many candidates are kept of each word, of which some may yet be refused.
_KEPT = 25
# What a teacher knows and 200 sentences do not tell: a colloquial word is marked at the latest
# when so many words are; and what each repetition adds to the log odds.
LATEST = {"collocation": 0.02, "colloquial": 0.1, "wordy": 0.2}
REPEATED, _OFTEN = 0.6, 2


class Earlier(NamedTuple):
    """A word that was said before, in this form, so many words ago."""

    form: str
    words: int


class Unit(NamedTuple):
    """A word or phrase that may be marked: its places among the words, what is said of it."""

    word: Word
    first: int
    last: int
    usage: Usage | None = None
    repeated: int = 0
    earlier: Earlier | None = None


class Noticed(NamedTuple):
    """A word or phrase of a text that may be marked, and what the one pass says of it."""

    unit: Unit
    pool: Pool
    rows: Floats
    query: Floats
    about: Floats

    @property
    def word(self) -> Word:
        """The word or phrase."""
        return self.unit.word

    def detection_row(self, chosen: Floats, known: Floats) -> Floats:
        """All that the detector sees, given how well each candidate would do."""
        order = np.argsort(-chosen, kind="stable")[:_BEST]
        best = np.zeros(_BEST, np.float32)
        best[: len(order)] = chosen[order]
        priors, (own, senses) = self.pool.features, self.pool.facts.head[:2]
        near = np.sort(self.rows[:, NEARNESS])[-_BEST:]
        frequency = self.pool.frequency[order] - own
        rarer = [frequency.mean(), frequency.max()]
        others = [own, senses, np.log1p(len(self.pool)), *rarer, near[-1], near.mean()]
        seen: list[Floats] = [
            self.about, known, best, np.array(others), priors.max(0), self.query[:QUERY],
        ]  # fmt: skip
        return np.concatenate(seen).astype(np.float32)


class Marked(NamedTuple):
    """A word with its best candidates, what its mark is worth, and the chance of a wrong usage."""

    unit: Unit
    pool: Pool
    order: NDArray[np.intp]
    chances: Floats
    worth: float
    refine: float

    @property
    def word(self) -> Word:
        """The word or phrase."""
        return self.unit.word

    @property
    def size(self) -> int:
        """How many words it is."""
        return self.unit.last - self.unit.first


class Improver:
    """The networks that find words and order what to put there, what they remember, the scale."""

    def __init__(self, store: Store) -> None:
        self.detector, self.chooser = Network(store, "detect"), Network(store, "choose")
        self.second = Network(store, "again")
        self.memory, self.scale = Memory.read(store), Scale(store.array("scale"))

    @staticmethod
    @lru_cache
    def open(path: Path | None = None) -> "Improver":
        """The improver in the package, or in another file; opened once."""
        return Improver(Store(path or DATA / "improver.bin"))

    def judge(self, noticed: Sequence[Noticed]) -> list[Marked]:
        """How likely each word of a text is to be worth improving, and its best candidates."""
        if not noticed:
            return []
        rows = [chooser_rows(each.rows, each, self.memory) for each in noticed]
        chances = probability(self.chooser.scores(np.concatenate(rows))[:, SUGGEST])
        chosen = np.split(chances, np.cumsum([len(each) for each in rows])[:-1])
        seen = np.stack(
            [
                each.detection_row(own, self.memory.of_head(each.pool))
                for each, own in zip(noticed, chosen, strict=True)
            ]
        )
        said = self.detector.scores(seen)
        units = [each.unit for each in noticed]
        values = at_latest(worth(said, units), units, self.scale)
        refine = probability(said[:, REFINE])
        return [
            _marked(*each)
            for each in zip(noticed, chosen, values.tolist(), refine.tolist(), strict=True)
        ]


def _marked(noticed: Noticed, chosen: Floats, value: float, refine: float) -> Marked:
    order = np.argsort(-chosen, kind="stable")[:_KEPT]
    # What is said twice is not wrong, only said too often.
    refine = 0.0 if noticed.unit.repeated else refine
    return Marked(noticed.unit, noticed.pool, order, chosen[order], value, refine)


def chooser_rows(rows: Floats, about: Noticed | Marked, memory: Memory) -> Floats:
    """All that the chooser sees: the first look, what it remembers, what style guides offer."""
    remembered = memory.of_candidates(about.pool)
    offered = np.zeros(len(about.pool), np.float32)
    offered[about.pool.places(about.unit.usage.instead if about.unit.usage else ())] = 1
    return np.concatenate([rows, remembered[:, None], offered[:, None]], 1)


def worth(said: Floats, units: Sequence[Unit]) -> Floats:
    """How much a word should be marked: a mark is of use if there is something to put there."""
    more = np.array([REPEATED * min(unit.repeated, _OFTEN) for unit in units], np.float32)
    found: Floats = probability(said[:, IMPROVABLE] + more) * probability(said[:, APT] + more / 2)
    return found


def at_latest(values: Floats, units: Sequence[Unit], scale: Scale) -> Floats:
    """The same, not less than what style guides ask for."""
    labels = (unit.usage.label if unit.usage else "" for unit in units)
    least = [scale.usual(LATEST[label]) if label in LATEST else 0.0 for label in labels]
    return np.maximum(values, np.array(least, np.float32))


def about(words: Sequence[Word], unit: Unit, sentence: range) -> Floats:
    """What the detector sees of a word besides its substitutes."""
    word, place = unit.word, unit.first
    before = words[place - 1].pos if place > sentence.start else ""
    after = words[unit.last].pos if unit.last < sentence.stop else ""
    kind = [word.pos == pos for pos in WORDNET_POS]
    form = [word.form in ("VBD", "VBG", "VBN"), word.form == "NNS", word.text[0].isupper()]
    beside = [before == "DET", before == "ADP", after == "NOUN", after == "ADP"]
    at = [(place - sentence.start) / len(sentence), len(sentence)]
    label = unit.usage.label if unit.usage else ""
    said = [label == each for each in LABELS]
    phrase = [unit.last - unit.first > 1]
    return np.array([*kind, *form, *beside, *at, *said, *phrase, len(word.text)], np.float32)


def repetitions(words: Sequence[Word], heard: Sequence[bool]) -> list[tuple[int, Earlier | None]]:
    """For every word that readers hear, how often it was said shortly before, in any form.

    And when last: signs between are no words.
    """
    last: dict[tuple[str, str], list[tuple[int, int]]] = {}
    found: list[tuple[int, Earlier | None]] = [(0, None)] * len(words)
    spoken = 0
    for place, word in enumerate(words):
        spoken += any(map(str.isalnum, word.text))
        if heard[place]:
            before = last.setdefault((word.lemma, word.pos), [])
            near = [each for each in before if place - each[0] <= NEARBY]
            if near:
                other, then = near[-1]
                found[place] = len(near), Earlier(words[other].text, spoken - then)
            before.append((place, spoken))
    return found
