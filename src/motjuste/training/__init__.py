"""Training of the shipped models: vocabulary, word vectors, encoder, tables, rankers, improver."""

from typing import TYPE_CHECKING, Any

from motjuste.extras import from_module

if TYPE_CHECKING:
    from motjuste.training.doubt import train_doubt
    from motjuste.training.improver import train_improver
    from motjuste.training.labels import read_labels
    from motjuste.training.learner_sentences import read_marks
    from motjuste.training.recipe import Inputs, Recipe

__all__ = [
    "Inputs",
    "Recipe",
    "read_labels",
    "read_marks",
    "train_doubt",
    "train_improver",
]

_MODULES = {
    "Inputs": "recipe",
    "Recipe": "recipe",
    "read_labels": "labels",
    "read_marks": "learner_sentences",
    "train_doubt": "doubt",
    "train_improver": "improver",
}


def __getattr__(name: str) -> Any:
    return from_module(__name__, name, _MODULES)
