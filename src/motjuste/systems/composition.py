"""Rankers over distributional spaces: lemmas by themselves, or composed with the words around."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import ClassVar

import numpy as np

from motjuste.analysis import lemma_and_pos
from motjuste.benchmarks.benchmark import Benchmark
from motjuste.errors import BadInputError
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.spaces.anvan import named_phrase
from motjuste.spaces.composition import METHODS, Composer
from motjuste.spaces.functions import Functions
from motjuste.spaces.lemmas import SpaceLemmas
from motjuste.spaces.neighbours import BY_ANGLE, MEASURES, cosines, dots
from motjuste.spaces.phrases import PARTS, POSITIONS, FivePartPhrase, phrase_around
from motjuste.spaces.space import Space, Vector
from motjuste.systems.from_file import FromFile
from motjuste.systems.system import best_first, check_count
from motjuste.text import Suggestion, Target

# Universal parts of speech as the letters that lemmas of a space end in.
_LETTERS = {**WORDNET_POS, "PROPN": "n", "AUX": "v"}


def _in_order(words: Sequence[str], scores: Sequence[float | None]) -> list[Suggestion]:
    """Words with their scores, best first; those without one are tied at the end."""
    known = [score for score in scores if score is not None]
    last = min(known, default=0.0) - 1.0
    pairs = zip(words, scores, strict=True)
    scored = [Suggestion(word, last if score is None else score) for word, score in pairs]
    return best_first(scored)


@dataclass
class LemmaSimilarity(FromFile[Space]):
    """Lemmas ranked by similarity to the target's; the context is not read."""

    name: ClassVar[str] = "lemma-similarity"
    paper: ClassVar[str] = "Buljan et al. 2018"
    description: ClassVar[str] = "likeness of lemmas in a space that 'motjuste space' made"

    measure: str = "cosine"
    most: int = 10

    def __post_init__(self) -> None:
        if self.measure not in MEASURES:
            raise BadInputError(f"measure {self.measure!r} is not one of {', '.join(MEASURES)}")
        check_count("most", self.most)

    def read(self, path: Path) -> Space:
        """Open the space."""
        return Space(path)

    @cached_property
    def _lemmas(self) -> SpaceLemmas:
        return SpaceLemmas(self.content, self.measure)

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        """The most similar lemmas of the target's part of speech."""
        similar = [self._lemmas.similar(*lemma_and_pos(target), self.most) for target in targets]
        return self.rank(targets, similar)

    def rank(
        self, targets: Sequence[Target], candidates: Sequence[Sequence[str]]
    ) -> list[list[Suggestion]]:
        """The candidates by similarity to the target; unknown ones are tied at the end."""
        pairs = zip(targets, candidates, strict=True)
        return [self._ranked(target, words) for target, words in pairs]

    def _ranked(self, target: Target, words: Sequence[str]) -> list[Suggestion]:
        lemma, pos = lemma_and_pos(target)
        # A noun that modifies another may be replaced by an adjective, and the other way round.
        letter = _LETTERS.get(pos, "n")
        letters = {"n": "na", "a": "an"}.get(letter, letter)
        row = self._lemmas.row(lemma, letters)
        if row is None:
            return _in_order(words, [None] * len(words))
        likeness = self._lemmas.likeness.to_all(row)
        rows = [self._lemmas.row(word, letters) for word in words]
        return _in_order(words, [None if r is None else float(likeness[r]) for r in rows])


@dataclass
class Composition(FromFile[Space]):
    """Candidates ranked by the similarity of the phrase with them to the original phrase."""

    name: ClassVar[str] = "composition"
    paper: ClassVar[str] = "Buljan et al. 2018"
    description: ClassVar[str] = "phrases composed by add, mult, plf-paperno or plf-gupta"

    functions: str = ""
    method: str = "add"
    measure: str = "dot"
    _phrases: dict[Target, tuple[FivePartPhrase, str]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise BadInputError(f"method {self.method!r} is not one of {', '.join(METHODS)}")
        if self.measure not in BY_ANGLE:
            raise BadInputError(f"measure {self.measure!r} is not one of {', '.join(BY_ANGLE)}")

    def read(self, path: Path) -> Space:
        """Open the space."""
        return Space(path)

    @cached_property
    def _composer(self) -> Composer:
        functions = Functions.open(Path(self.functions).expanduser()) if self.functions else None
        return Composer(self.content, self.method, functions)

    @cached_property
    def _lemmas(self) -> SpaceLemmas:
        return SpaceLemmas(self.content)

    def prepare(self, benchmark: Benchmark) -> None:
        """Take the phrases from the benchmark, and check that all files belong together."""
        super().prepare(benchmark)
        _ = self._composer
        self._phrases = {}
        for item in benchmark.items:
            named = named_phrase(item)
            if named is not None:
                self._phrases[item.target] = (_phrase(item.extra["anvan"]), POSITIONS[named[1]])

    def rank(
        self, targets: Sequence[Target], candidates: Sequence[Sequence[str]]
    ) -> list[list[Suggestion]]:
        """The candidates by the similarity of their phrases; unknown ones are tied at the end."""
        pairs = zip(targets, candidates, strict=True)
        return [self._ranked(target, words) for target, words in pairs]

    def _ranked(self, target: Target, words: Sequence[str]) -> list[Suggestion]:
        phrase, position = self._phrases.get(target) or phrase_around(target)
        whole = self._composer.compose(phrase)
        vectors = [self._with(phrase, position, word) for word in words]
        return _in_order(words, [self._score(whole, vector) for vector in vectors])

    def _with(self, phrase: FivePartPhrase, position: str, word: str) -> Vector | None:
        """The vector of the phrase with another word, if the space has that word."""
        row = self._lemmas.row(word, PARTS[position])
        if row is None:
            return None
        return self._composer.compose(phrase.put(position, self.content.rows[row]))

    def _score(self, whole: Vector | None, other: Vector | None) -> float | None:
        if whole is None or other is None:
            return None
        compare = dots if self.measure == "dot" else cosines
        return float(compare(np.asarray([other]), whole)[0])


def _phrase(words: Sequence[str]) -> FivePartPhrase:
    """The phrase that a benchmark names as lemmas with their parts of speech."""
    named = []
    for word in words:
        lemma, _, pos = str(word).rpartition(" ")
        named.append(f"{lemma}.{_LETTERS.get(pos, 'n')}")
    return FivePartPhrase(*named)
