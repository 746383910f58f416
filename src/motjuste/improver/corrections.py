"""Decides whether a word is wrong, and what to write instead.

A network gives each option (`correction_options.py`) a probability, the word itself included. So
one number decides both whether the word is marked and what is offered.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from motjuste.encoder.quantisation import Floats
from motjuste.improver.correction_options import FEATURES, OptionFinder, Options
from motjuste.lexicon.array_file import ArrayFile
from motjuste.suggester.networks import standardised_input
from motjuste.text import Suggestion, Target, Word

# The arrays of the network: of the inputs, of a layer over an option's state, of a layer over its
# output and the features, and of the option "another word", which depends on the doubt alone.
NETWORK = (
    "mean",
    "deviation",
    "state",
    "state_bias",
    "hidden",
    "hidden_bias",
    "output",
    "other",
)
_DOUBT = FEATURES.index("doubt")


class Choice(NamedTuple):
    """What the network makes of a word: how likely it is wrong, and the words to write instead.

    The suggestions' scores are probabilities, which add up to less than `wrong`: the right word may
    be another one.
    """

    wrong: float
    suggestions: tuple[Suggestion, ...]


class Corrector:
    """Decides whether a word is wrong, and what to write instead."""

    def __init__(self, store: ArrayFile, finder: OptionFinder) -> None:
        self._finder = finder
        self._network = {
            name: store.array(f"correction.{name}").astype(np.float32) for name in NETWORK
        }

    def choose(
        self, words: Sequence[Word], index: int, target: Target, doubt: float
    ) -> Choice | None:
        """The choice for a word of a sentence; None if the encoder cannot see it."""
        found = self._finder.find(words, index, target, doubt)
        if found is None:
            return None
        chances = probabilities(self._network, found)
        order = np.argsort(-chances[1:-1], kind="stable") + 1
        after = words[index + 1].text.lower() if index + 1 < len(words) else ""
        suggestions = tuple(
            Suggestion(found.options[n].text, float(chances[n]), found.options[n].lexeme.lemma)
            for n in order.tolist()
            # `went to` is no word before `to`.
            if not found.options[n].text.lower().endswith(f" {after}")
        )
        return Choice(float(1 - chances[0]), suggestions)


def probabilities(network: Mapping[str, Floats], found: Options) -> Floats:
    """The probability of each option, and last that of any word that is not among them."""
    rows = np.column_stack([found.features, found.states])
    rows = standardised_input(rows, network["mean"], network["deviation"])
    features, states = rows[:, : len(FEATURES)], rows[:, len(FEATURES) :]
    states = np.maximum(states @ network["state"] + network["state_bias"], 0)
    hidden = np.column_stack([features, states]) @ network["hidden"] + network["hidden_bias"]
    log_odds = np.maximum(hidden, 0) @ network["output"]
    slope, intercept = network["other"]
    log_odds = np.append(log_odds, slope * features[0, _DOUBT] + intercept)
    powers = np.exp(log_odds - log_odds.max())
    chances: Floats = powers / powers.sum()
    return chances
