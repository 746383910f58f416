"""Finding the words of a text worth improving, on the same pass that finds what to put there.

Of every content word it is asked how likely a good teacher is to mark it, from the word, its
sentence and the substitutes it could have. How many are marked is the user's to say.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from motjuste.encoder.quantisation import Floats
from motjuste.lexicon.context import Word
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.lexicon.store import Store
from motjuste.segmentation import sentences
from motjuste.systems.default.associations import DATA
from motjuste.systems.default.looks import NEARNESS
from motjuste.systems.default.pool import Pool
from motjuste.systems.default.ranker import SUGGEST, Network, probability

# What the detector says: is the word worth improving, is it its usage, is our first offer apt?
IMPROVABLE, REFINE, APT = 0, 1, 2
SUGGESTIONS = 5
# From this chance on, what is wrong with a word is its usage.
REFINED = 0.5
# Words on each side in which a repetition is heard; numbers of the query that the detector sees.
NEARBY, QUERY = 60, 64
_BEST = 5
# A text of so many words decides as much about its threshold as all texts before it.
_OWN_WEIGHT = 200.0


class Noticed(NamedTuple):
    """A word of a text that may be marked, and what can be known of it from the one pass."""

    word: Word
    pool: Pool
    rows: Floats
    query: Floats
    about: Floats

    def detection_row(self, chosen: Floats) -> Floats:
        """All that the detector sees, given how well each candidate would do."""
        order = np.argsort(-chosen, kind="stable")[:_BEST]
        best = np.zeros(_BEST, np.float32)
        best[: len(order)] = chosen[order]
        priors, (own, senses) = self.pool.features, self.pool.facts.head[:2]
        near = np.sort(self.rows[:, NEARNESS])[-_BEST:]
        frequency = self.pool.frequency[order] - own
        rarer = [frequency.mean(), frequency.max()]
        others = [own, senses, np.log1p(len(self.pool)), *rarer, near[-1], near.mean()]
        seen: list[Floats] = [self.about, best, np.array(others), priors.max(0), self.query[:QUERY]]
        return np.concatenate(seen).astype(np.float32)


class Marked(NamedTuple):
    """A word with what its mark is worth, and the chance that its usage should be refined."""

    noticed: Noticed
    chosen: Floats
    worth: float
    refine: float


class Improver:
    """The networks that find words and order what to put there, and the scale of ratios."""

    def __init__(self, store: Store) -> None:
        self.detector, self.chooser = Network(store, "detect"), Network(store, "choose")
        self._thresholds = store.array("thresholds")

    @staticmethod
    @lru_cache
    def open(path: Path | None = None) -> "Improver":
        """The improver in the package, or in another file; opened once."""
        return Improver(Store(path or DATA / "improver.bin"))

    def threshold(self, ratio: float, chances: Sequence[float], words: int) -> float:
        """The worth from which on a word is marked, so that the asked share of words is.

        It is known for ordinary texts; a long text has its own say.
        """
        steps = len(self._thresholds) - 1
        usual = float(np.interp(ratio * steps, np.arange(steps + 1), self._thresholds))
        marked = min(len(chances), round(ratio * words))
        ordered = sorted(chances, reverse=True)
        own = ordered[marked - 1] if marked else 1.0
        weight = words / (words + _OWN_WEIGHT)
        return weight * own + (1 - weight) * usual

    def judge(self, noticed: Noticed) -> Marked:
        """How likely a word is to be worth improving, and how well each candidate would do."""
        chosen = probability(self.chooser.scores(noticed.rows)[:, SUGGEST])
        found = probability(self.detector.scores(noticed.detection_row(chosen)[None])[0])
        return Marked(noticed, chosen, float(worth(found[None])[0]), float(found[REFINE]))


def worth(chances: Floats) -> Floats:
    """How much a word should be marked: a mark is of use if there is something to put there."""
    found: Floats = chances[:, IMPROVABLE] * chances[:, APT]
    return found


def worth_asking(words: Sequence[Word], text: str) -> set[int]:
    """The places of words that may be marked: content words, no names, nothing that is quoted."""
    quoted = _quoted(text)
    return {
        place
        for place, word in enumerate(words)
        if word.pos in WORDNET_POS
        and word.text.replace("-", "").isalpha()
        and len(word.text) > 1
        and not quoted[word.start]
    }


def _quoted(text: str) -> list[bool]:
    """For every character, whether it stands between quotation marks."""
    inside, found = False, []
    for char in text:
        if char in "“«":
            inside = True
        elif char in "”»\n":
            inside = False
        elif char == '"':
            inside = not inside
        found.append(inside)
    return found


def by_sentence(words: Sequence[Word], text: str) -> list[range]:
    """The places of the words of each sentence."""
    found, start = [], 0
    for span in sentences(text):
        stop = start
        while stop < len(words) and words[stop].start < span.end:
            stop += 1
        if stop > start:
            found.append(range(start, stop))
        start = stop
    return found


def about(words: Sequence[Word], place: int, sentence: range) -> Floats:
    """What the detector sees of a word besides its substitutes."""
    word = words[place]
    near = words[max(0, place - NEARBY) : place + NEARBY + 1]
    repeated = sum(other.lemma == word.lemma for other in near)
    before = words[place - 1].pos if place > sentence.start else ""
    after = words[place + 1].pos if place + 1 < sentence.stop else ""
    kind = [word.pos == pos for pos in WORDNET_POS]
    form = [word.form in ("VBD", "VBG", "VBN"), word.form == "NNS", word.text[0].isupper()]
    beside = [before == "DET", before == "ADP", after == "NOUN", after == "ADP"]
    at = [(place - sentence.start) / len(sentence), len(sentence)]
    return np.array([*kind, *form, *beside, *at, len(word.text), min(repeated, 4)], np.float32)
