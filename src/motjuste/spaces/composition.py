"""The vector of a phrase from those of its words: Add, Mult, Practical Lexical Function (PLF).

For a phrase A1 N1 V A2 N2, PLF gives V_S (A1 N1) + V_O (A2 N2), where A N is the adjective's matrix
times the noun's vector; Paperno et al. (2014) add the verb's own vector, Gupta et al. (2015) do
not. Positions that are empty, or hold a word that the space lacks, are left out.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motjuste.errors import BadInputError
from motjuste.spaces.functions import Functions
from motjuste.spaces.phrases import FivePartPhrase
from motjuste.spaces.space import Space

Vector = NDArray[np.float32]


@dataclass(frozen=True)
class Composer:
    """Composes phrases in a space by one of the methods."""

    space: Space
    method: str = "add"
    functions: Functions | None = None

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise BadInputError(f"method {self.method!r} is not one of {', '.join(METHODS)}")
        if self.method not in ("add", "mult"):
            if self.functions is None:
                raise BadInputError(f"method {self.method!r} needs functions: see 'space learn'")
            if self.functions.dimensions != self.space.shape[1]:
                raise BadInputError(
                    f"{self.functions.space.folder} was learned for {self.functions.dimensions} "
                    f"dimensions, {self.space.folder} has {self.space.shape[1]}"
                )

    def word(self, name: str | None) -> Vector | None:
        """The vector of a word, with or else without its part of speech; None if unknown."""
        if name is None:
            return None
        row = self.space.row_of.get(name, self.space.row_of.get(name.rpartition(".")[0]))
        return None if row is None else self.space.vectors([row])[0]

    def compose(self, phrase: FivePartPhrase) -> Vector | None:
        """The vector of a phrase; None if no word of it is known."""
        return METHODS[self.method](self, phrase)

    def known(self, phrase: FivePartPhrase) -> list[Vector]:
        """The vectors of the known words."""
        vectors = (self.word(name) for name in phrase.words)
        return [vector for vector in vectors if vector is not None]

    def noun_phrase(self, modifier: str | None, noun: str | None) -> Vector | None:
        """The vector of a noun with its modifier, an adjective or another noun."""
        vector = self.word(noun)
        if vector is None or modifier is None:
            return vector
        return self.apply("nn" if modifier.endswith(".n") else "an", modifier, vector)

    def apply(self, kind: str, predicate: str, argument: Vector) -> Vector:
        """The predicate's matrix times the vector; the vector itself if there is no matrix."""
        assert self.functions is not None
        matrix = self.functions.matrix(kind, predicate)
        return argument if matrix is None else matrix @ argument


def _add(composer: Composer, phrase: FivePartPhrase) -> Vector | None:
    known = composer.known(phrase)
    return np.sum(known, axis=0, dtype=np.float32) if known else None


def _multiply(composer: Composer, phrase: FivePartPhrase) -> Vector | None:
    known = composer.known(phrase)
    return np.prod(known, axis=0, dtype=np.float32) if known else None


def _apply_functions(
    composer: Composer, phrase: FivePartPhrase, *, add_verb: bool
) -> Vector | None:
    parts = []
    for kind, modifier, noun in (("vs", phrase.a1, phrase.n1), ("vo", phrase.a2, phrase.n2)):
        vector = composer.noun_phrase(modifier, noun)
        if vector is not None:
            parts.append(vector if phrase.v is None else composer.apply(kind, phrase.v, vector))
    verb = composer.word(phrase.v)
    if verb is not None and (add_verb or not parts):
        parts.append(verb)
    if not parts:
        return _add(composer, phrase)
    total: Vector = np.sum(parts, axis=0, dtype=np.float32)
    return total


METHODS: dict[str, Callable[[Composer, FivePartPhrase], Vector | None]] = {
    "add": _add,
    "mult": _multiply,
    "plf-paperno": lambda composer, phrase: _apply_functions(composer, phrase, add_verb=True),
    "plf-gupta": lambda composer, phrase: _apply_functions(composer, phrase, add_verb=False),
}
