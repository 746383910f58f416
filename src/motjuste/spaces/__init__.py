"""Distributional spaces: counted from a corpus, weighted, reduced, and composed."""

from typing import TYPE_CHECKING, Any

from motjuste.extras import from_module

if TYPE_CHECKING:
    from motjuste.spaces.composition import Composer
    from motjuste.spaces.context2vec import Context2Vec
    from motjuste.spaces.counting import count
    from motjuste.spaces.functions import Functions
    from motjuste.spaces.neighbours import Likeness
    from motjuste.spaces.space import Space, SpaceWriter
    from motjuste.spaces.word_vectors import WordVectors, read_vectors

__all__ = [
    "Composer",
    "Context2Vec",
    "Functions",
    "Likeness",
    "Space",
    "SpaceWriter",
    "WordVectors",
    "count",
    "read_vectors",
]

_MODULES = {
    "Composer": "composition",
    "Context2Vec": "context2vec",
    "Functions": "functions",
    "Likeness": "neighbours",
    "Space": "space",
    "SpaceWriter": "space",
    "WordVectors": "word_vectors",
    "count": "counting",
    "read_vectors": "word_vectors",
}


def __getattr__(name: str) -> Any:
    return from_module(__name__, name, _MODULES)
