"""The network that doubts words: does a word look as if another one belonged in its place?

Its input is the mean of the encoder's states over the word's pieces, and the word's frequency. For
a doubted word it also ranks remedies, the words to write instead: words that learners confuse with
it, and the suggester's suggestions. The less a remedy would itself be doubted, the better.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from motjuste.analysis import in_form
from motjuste.encoder.quantisation import Floats
from motjuste.improver.detector import DATA
from motjuste.lexicon.array_file import ArrayFile
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.suggester.labelled import is_candidate
from motjuste.suggester.networks import Network
from motjuste.suggester.suggester import Suggester
from motjuste.text import DIALS, Confidence, Dial, Suggestion, Target, Word

# The suggester's suggestions that are tried in place of a doubted word …
_FROM_SUGGESTER = 15
# … and the words, at most, that learners confuse with it.
_FROM_CONFUSIONS = 15
# The score of a confused word that the suggester does not suggest.
_LEAST_SCORE = 0.01


class Remedy(NamedTuple):
    """A word that may be written instead of a doubted one.

    `doubt`: log odds that the remedy itself is wrong in that place.
    `confused`: 1 / rank among the words that learners confuse with the doubted one, most frequent
        first; 0 if they do not.
    `score`: the suggester's score; 0 if it does not suggest the word.
    """

    lemma: str
    text: str
    doubt: float
    confused: float
    score: float


def remedy_columns(remedies: Sequence[Remedy]) -> Floats:
    """The features by which remedies are ranked, one row each."""
    rows = [
        (-remedy.doubt, remedy.confused, np.log(max(remedy.score, _LEAST_SCORE)))
        for remedy in remedies
    ]
    return np.array(rows, np.float32).reshape(-1, 3)


class Doubt:
    """The network, and the threshold (log odds) for each setting of the writer's dial."""

    def __init__(self, store: ArrayFile) -> None:
        self._store = store
        self._network = Network(store, "doubt")
        self._thresholds = store.array("thresholds").tolist()

    @staticmethod
    @lru_cache
    def open(folder: Path | None = None) -> "Doubt | None":
        """The network in the package, or in another folder; None if there is none."""
        path = (folder or DATA) / "doubt.bin"
        return Doubt(ArrayFile(path)) if path.exists() else None

    def threshold(self, dial: Dial) -> float:
        """The log odds at or above which a word is doubted."""
        return float(self._thresholds[DIALS.index(dial)])

    def confidence(self, score: float) -> Confidence:
        """How sure it is that a word with these log odds is wrong."""
        return "likely" if score >= self.threshold("balanced") else "thorough"

    def scores(self, states: Sequence[Floats], frequencies: Sequence[float]) -> Floats:
        """Log odds that each word is wrong in its place."""
        rows = np.column_stack([np.stack(states), np.array(frequencies, np.float32)])
        scores: Floats = self._network.scores(rows)[:, 0]
        return scores

    def remedies(self, suggester: Suggester, target: Target, word: Word) -> list[Suggestion]:
        """The words to write instead of a doubted one, best first, with probabilities as scores."""
        tried = self.candidates(suggester, target, word)
        if not tried:
            return []
        logits = remedy_columns(tried) @ self._store.array("remedy")
        probabilities = np.exp(logits - logits.max())
        probabilities = probabilities / probabilities.sum()
        order = np.argsort(-probabilities, kind="stable").tolist()
        return [
            Suggestion(tried[place].text, float(probabilities[place]), tried[place].lemma)
            for place in order
        ]

    def candidates(self, suggester: Suggester, target: Target, word: Word) -> list[Remedy]:
        """The words that are tried in place of a doubted one, with their features."""
        letter = WORDNET_POS.get(word.pos, "n")
        confused = [
            lemma
            for lemma in self._confusions.get(f"{word.lemma}/{word.pos}", [])[:_FROM_CONFUSIONS]
            if is_candidate(lemma, letter)
        ]
        offered = {
            suggestion.lemma or suggestion.text: suggestion.score
            for suggestion in suggester.answer(target).suggestions[:_FROM_SUGGESTER]
            if not suggestion.edits
        }
        lemmas = list(dict.fromkeys([*confused, *offered]))
        read = suggester.read(target)
        if read is None or not lemmas:
            return []
        texts = [in_form(target, lemma, word.form) for lemma in lemmas]
        states = suggester.encoder.states_in_place(*read, texts)
        frequencies = [suggester.lexicon.frequency(lemma) for lemma in lemmas]
        doubts = self.scores(list(states), frequencies).tolist()
        rank = {lemma: 1 / (1 + place) for place, lemma in enumerate(confused)}
        return [
            Remedy(lemma, text, doubt, rank.get(lemma, 0.0), offered.get(lemma, 0.0))
            for lemma, text, doubt in zip(lemmas, texts, doubts, strict=True)
            if text.lower() != target.word.lower()
        ]

    @cached_property
    def _confusions(self) -> dict[str, list[str]]:
        """The right lemmas by `wrong lemma/POS`, the commonest first."""
        lines = bytes(self._store.array("confusions")).decode().splitlines()
        pairs = (line.split("\t") for line in lines)
        return {wrong: right.split(",") for wrong, right in pairs}
