"""The base of systems on a Hugging Face model: settings, loading, forms and scores."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from motjuste.analysis import locate
from motjuste.benchmarks.benchmark import Benchmark
from motjuste.errors import BadInputError
from motjuste.lexicon.inflection import inflect
from motjuste.lexicon.morphology import WORDNET_POS, analyses
from motjuste.systems.masked_lm.model import EXTRA, Array, Core, Model, load
from motjuste.systems.system import System, best_first
from motjuste.text import Suggestion, Target


@dataclass
class ModelSystem(System):
    """A system with a Hugging Face model, named or in a folder, loaded when it is first needed."""

    needs: ClassVar[Mapping[str, str]] = {"torch": EXTRA, "transformers": EXTRA}

    model: str = "bert-large-uncased"
    batch: int = 64
    device: str = "auto"
    onnx: bool = False
    _network: Model | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.batch < 1:
            raise BadInputError(f"batch is {self.batch}; run at least 1 row at a time")

    def layers(self, depth: int) -> Sequence[int]:
        """The layers whose states the system reads, given the number of layers."""
        return (depth,)

    def load(self) -> Core:
        """The module and tokenizer."""
        return load(self.model, f"system {self.name!r}", device=self.device)

    @property
    def network(self) -> Model:
        """The model, loaded once."""
        if self._network is None:
            core = self.load()
            self._network = Model(core, self.layers(core.depth), self.batch, self.onnx)
        return self._network

    def prepare(self, benchmark: Benchmark) -> None:
        """Load the model now, so that its errors are not blamed on an item."""
        _ = self.network


def swords_forms(target: Target, words: Iterable[str]) -> list[str]:
    """The words in the target's form, as SWORDS's rankers want them.

    Adverbs are never inflected, and a noun or adjective that is its own lemma (`personnel`,
    `more`) asks for no form. A word stays as it is where it is a form already (`drove`), or where
    the lexicon does not know it in the target's part of speech (`and` for an adjective).
    """
    place = locate(target)
    pos = target.pos or place.pos
    if pos not in _INFLECTED or (pos != "VERB" and is_lemma(target.word.lower(), pos)):
        return list(words)
    return [
        word if " " not in word and not is_lemma(word, pos) else inflect(word, place.form)
        for word in words
    ]


_INFLECTED = ("NOUN", "VERB", "ADJ")


def is_lemma(word: str, pos: str) -> bool:
    """Whether the lexicon knows a word as a lemma of a part of speech.

    >>> is_lemma("drive", "VERB"), is_lemma("drove", "VERB"), is_lemma("and", "ADJ")
    (True, False, False)
    """
    return word in analyses(word, WORDNET_POS[pos])


def by_score(words: Sequence[str], scores: Iterable[float]) -> list[Suggestion]:
    """Words by their scores, best first; words with the same score in the order given.

    >>> [word.text for word in by_score(["a", "b", "c"], [0.1, 0.5, 0.50000001])]
    ['b', 'c', 'a']
    """
    scored = [Suggestion(w, rounded(s)) for w, s in zip(words, scores, strict=True)]
    return best_first(scored)


def rounded(score: float) -> float:
    """A score rounded to six digits; further ones are noise of 32-bit floats.

    >>> rounded(0.123456789), rounded(0.0000123456789)
    (0.123457, 1.23457e-05)
    """
    return float(f"{score:.6g}")


def cosine(a: Array, b: Array) -> Array:
    """The cosines of vectors along the last axis; 0 where one of them is zero."""
    lengths = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
    cosines: Array = (a * b).sum(axis=-1) / np.where(lengths > 0, lengths, 1.0)
    return cosines


def log_softmax(logits: Array, allowed: NDArray[np.bool_]) -> Array:
    """Log probabilities over what is allowed; minus infinity elsewhere."""
    barred = np.where(allowed, logits, -np.inf)
    top = barred.max()
    if not np.isfinite(top):
        return barred
    logs: Array = barred - top - np.log(np.exp(barred - top).sum())
    return logs
