"""SWORDS's GloVe ranker: cosine of static word vectors; the context is not read.

Words are compared as they are given, without inflection; a word that has no vector counts as the
zero vector, whose similarity to anything is 0. As for spaCy's tokenizer, which the authors use, a
hyphen between letters is a word of its own: `well-known` is three words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from motjuste.spaces.word_vectors import WordVectors, read_vectors
from motjuste.systems.from_file import FromFile
from motjuste.systems.system import best_first
from motjuste.text import Suggestion, Target

_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")


@dataclass
class StaticVectors(FromFile[WordVectors]):
    """Cosine of the substitute with the target; a phrase is the mean of its words."""

    name: ClassVar[str] = "glove"
    paper: ClassVar[str] = "Lee et al. 2021"
    description: ClassVar[str] = "cosine of static word vectors (GloVe, word2vec or npz file)"

    def read(self, path: Path) -> WordVectors:
        """Read vectors of any known format."""
        return read_vectors(path)

    def rank(
        self, targets: Sequence[Target], candidates: Sequence[Sequence[str]]
    ) -> list[list[Suggestion]]:
        """The candidates by their cosine with the target."""
        return [
            _ranked(self.content, target, words)
            for target, words in zip(targets, candidates, strict=True)
        ]


def _ranked(vectors: WordVectors, target: Target, words: Sequence[str]) -> list[Suggestion]:
    own = _tokens(target.word)
    scored = [Suggestion(word, vectors.similarity(own, _tokens(word))) for word in words]
    return best_first(scored)


def _tokens(text: str) -> str:
    """A text with spaces between its tokens.

    >>> _tokens("well-known"), _tokens("F-16")
    ('well - known', 'F-16')
    """
    return _HYPHEN.sub(" - ", text)
