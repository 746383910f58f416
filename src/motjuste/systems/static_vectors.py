"""Rankers over static word vectors such as GloVe's: cosine with the target, context unread."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from motjuste.analysis import locate
from motjuste.lexicon.inflection import inflect
from motjuste.spaces.word_vectors import WordVectors, read_vectors
from motjuste.systems.from_file import FromFile
from motjuste.text import Substitute, Target


@dataclass
class StaticVectors(FromFile[WordVectors]):
    """Cosine of the substitute, in the target's form, with the target."""

    name: ClassVar[str] = "glove"
    paper: ClassVar[str] = "Lee et al. 2021"
    description: ClassVar[str] = "cosine of static word vectors (GloVe, word2vec or npz file)"

    def read(self, path: Path) -> WordVectors:
        """Read vectors of any known format."""
        return read_vectors(path)

    def rank(
        self, targets: Sequence[Target], candidates: Sequence[Sequence[str]]
    ) -> list[list[Substitute]]:
        """The candidates by their cosine with the target; unknown ones last."""
        return [
            _ranked(self.content, target, words)
            for target, words in zip(targets, candidates, strict=True)
        ]


def _ranked(vectors: WordVectors, target: Target, words: Sequence[str]) -> list[Substitute]:
    """A substitute is compared in the target's form, as in SWORDS; as it is where that fails."""
    form = locate(target).form
    scored = []
    for word in words:
        inflected = inflect(word, form)
        known = inflected if vectors.vector(inflected) is not None else word
        scored.append(Substitute(word, vectors.similarity(target.word, known)))
    return sorted(scored, key=lambda substitute: -substitute.score)
