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
from motjuste.improver.calibration import NEVER, Calibration, Weighed
from motjuste.improver.training_counts import TrainingCounts
from motjuste.improver.usage import COLLOCATION, DATA, LABELS, Usage
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.lexicon.store import Store
from motjuste.suggester.candidates import Pool
from motjuste.suggester.features import NEARNESS
from motjuste.suggester.networks import SUGGEST, Network, Rankers, probability
from motjuste.text import KINDS, Around, Kind, Word

# What the detector says: is the word worth improving, is our first offer apt?
IMPROVABLE, APT = 0, 1
SUGGESTIONS = 5
# From this chance on, what is wrong with a word is its usage.
REFINED = 0.5
# Words on each side in which a repetition is heard; numbers of the query that the detector sees.
NEARBY, QUERY = 60, 64
_BEST = 5
# So many candidates are kept of each word, of which some may yet be refused.
_KEPT = 25
# What a teacher knows and 200 sentences do not tell: a colloquial word comes before all others
# from the time on when so many words are marked; and what each repetition adds to the log odds.
LATEST = {COLLOCATION: 0.02, "colloquial": 0.06, "wordy": 0.1}
REPEATED, _OFTEN = 0.6, 2
# What can be seen and touched is seldom said wrongly; essays have little of it to learn from.
_PHYSICAL = 1.0


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
    # How many words the set phrase has in which it stands; how far it names something physical.
    within: int = 0
    concrete: float = 0.0

    @property
    def latest(self) -> float:
        """The share of words from which on it is marked before others."""
        return LATEST.get(self.usage.label, NEVER) if self.usage else NEVER


class UnitFeatures(NamedTuple):
    """A word or phrase of a text that may be marked, and what the one pass says of it."""

    unit: Unit
    pool: Pool
    rows: Floats
    query: Floats
    about: Floats
    around: Around

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


def kind_row(row: Floats) -> Floats:
    """What tells the kind of a mark: all that the detector sees but the query."""
    return row[..., :-QUERY]


class Judged(NamedTuple):
    """A word with its best candidates, what its mark is worth, and the chance of a wrong usage."""

    unit: Unit
    pool: Pool
    order: NDArray[np.intp]
    chances: Floats
    worth: float
    refine: float
    around: Around

    @property
    def word(self) -> Word:
        """The word or phrase."""
        return self.unit.word

    @property
    def weighed(self) -> Weighed:
        """What decides whether it is marked."""
        unit = self.unit
        return Weighed(self.worth, unit.last - unit.first, unit.latest)


class Detector:
    """The networks that find words worth changing and order what to put there.

    With them come counts from their training, and the calibration of what they say.
    """

    def __init__(self, store: Store, ranker: Network) -> None:
        self.ranker = ranker
        self.detector, self.kind = Network(store, "detect"), Network(store, "kind")
        self.chooser, self.second = Network(store, "choose"), Network(store, "again")
        self.counts = TrainingCounts.read(store)
        self.calibration = Calibration(store.array("scale"))

    @staticmethod
    @lru_cache
    def open(folder: Path | None = None) -> "Detector":
        """The detector in the package, or in another folder; opened once."""
        ranker = Rankers.open(folder and folder / "ranker.bin").plain
        return Detector(Store((folder or DATA) / "improver.bin"), ranker)

    def judge(self, noticed: Sequence[UnitFeatures]) -> list[Judged]:
        """How likely each word of a text is to be worth improving, and its best candidates."""
        if not noticed:
            return []
        seen_first = np.concatenate([each.rows for each in noticed])
        known = np.concatenate([recalled(each.pool, each.unit, self.counts) for each in noticed])
        rows = chooser_rows(seen_first, known, self.ranker.scores(seen_first))
        chances = probability(self.chooser.scores(rows)[:, SUGGEST])
        chosen = np.split(chances, np.cumsum([len(each.rows) for each in noticed])[:-1])
        seen = np.stack(
            [
                each.detection_row(own, self.counts.of_head(each.pool))
                for each, own in zip(noticed, chosen, strict=True)
            ]
        )
        said = self.detector.scores(seen)
        units = [each.unit for each in noticed]
        values, refine = worth(said, units), probability(self.kind.scores(kind_row(seen))[:, 0])
        return [
            _marked(*each)
            for each in zip(noticed, chosen, values.tolist(), refine.tolist(), strict=True)
        ]


def _marked(noticed: UnitFeatures, chosen: Floats, value: float, refine: float) -> Judged:
    order = np.argsort(-chosen, kind="stable")[:_KEPT]
    return Judged(noticed.unit, noticed.pool, order, chosen[order], value, refine, noticed.around)


def kind_of(unit: Unit, refine: float) -> Kind:
    """The kind of a mark, given the chance that it is the usage; some things need no guess."""
    if unit.latest < NEVER:
        return KINDS[0]
    # What is said twice is not wrong, only said too often.
    return KINDS[bool(unit.repeated) or refine < REFINED]


def chooser_rows(first: Floats, known: Floats, ranked: Floats) -> Floats:
    """All that the chooser sees: the first look, what is recalled, what the ranker says of it."""
    return np.concatenate([first, known, ranked], 1)


def recalled(pool: Pool, unit: Unit, counts: TrainingCounts) -> Floats:
    """What training counted of the candidates of a unit, and which of them style guides offer."""
    offered = np.zeros((len(pool), 1), np.float32)
    offered[pool.places(unit.usage.instead if unit.usage else ())] = 1
    return np.concatenate([counts.of_candidates(pool), offered], 1)


def worth(said: Floats, units: Sequence[Unit]) -> Floats:
    """How much a word should be marked: a mark is of use if there is something to put there."""
    more = np.array([_more(unit) for unit in units], np.float32)
    found: Floats = probability(said[:, IMPROVABLE] + more) * probability(said[:, APT] + more / 2)
    return found


def _more(unit: Unit) -> float:
    return REPEATED * min(unit.repeated, _OFTEN) - _PHYSICAL * unit.concrete


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
    phrase = [unit.last - unit.first > 1, unit.within == 2, unit.within > 2]
    about = [*kind, *form, *beside, *at, *said, *phrase, unit.concrete, len(word.text)]
    return np.array(about, np.float32)


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
            said = word.lemma, word.pos
            near = [each for each in last.get(said, []) if place - each[0] <= NEARBY]
            if near:
                other, then = near[-1]
                found[place] = len(near), Earlier(words[other].text, spoken - then)
            last[said] = [*near, (place, spoken)]
    return found
