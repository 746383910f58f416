"""Training of the network that corrects doubted words (`improver/corrections.py`).

It learns to give the right option of a place the highest probability: the word itself where it is
right, what should be written where it is wrong, and "another word" where no option is right.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from motjuste.analysis import Text
from motjuste.extras import need
from motjuste.improver.confusions import Lexeme
from motjuste.improver.correction_options import (
    FEATURES,
    MAX_OPTIONS,
    Option,
    OptionFinder,
    Options,
)
from motjuste.improver.corrections import probabilities
from motjuste.lexicon.inflection import lemma_of
from motjuste.suggester.networks import standardised_input
from motjuste.text import Target, Word
from motjuste.training.knowledge import Array
from motjuste.training.learner_sentences import LearnerSentence

# Units of the layer over an option's state, and of the one over that and the features.
_STATE_UNITS = 64
_HIDDEN = 64
# Passes over the places, and places in one optimiser step.
_EPOCHS = 6
_BATCH = 64
# Learning rate of AdamW at the start (it falls linearly to zero), and weight decay.
_LEARNING_RATE = 1.5e-3
_DECAY = 0.05
# Share of the inputs and hidden units that are dropped out in training.
_DROPOUT = 0.2
# The mean and deviation of the inputs are taken from one place in this many.
_SCALED_PLACES = 20
# The log probability of an option that a place does not have.
_IMPOSSIBLE = -1e9


class Place(NamedTuple):
    """A doubted word to learn from.

    `states` are 16-bit numbers. `right`: which options are right. `weight`: what it counts in the
    loss.
    """

    features: Array
    states: Array
    is_wrong: bool
    right: tuple[bool, ...]
    weight: float


def make_place(
    finder: OptionFinder,
    sentence: LearnerSentence,
    index: int,
    doubt: float,
    left_out: Mapping[Lexeme, int],
    weight: float,
) -> Place | None:
    """A word of a sentence, by its index, as a place; None if it has no options.

    `left_out` are the corrections that this very sentence contributed to the tables.
    """
    text = Text.of(sentence.text)
    words = text.words
    target = Target(text, words[index].start, words[index].end)
    found = finder.find(words, index, target, doubt, left_out)
    if found is None:
        return None
    is_wrong = not sentence.is_good and (target.start, target.end) == (sentence.start, sentence.end)
    right = _right_options(sentence, found.options, words[index]) if is_wrong else ()
    states = found.states.astype(np.float16)
    return Place(found.features, states, is_wrong, tuple(right), weight)


def _right_options(sentence: LearnerSentence, options: Sequence[Option], word: Word) -> list[bool]:
    """Which options are what should be written: in the same form, or else in another one."""
    texts = {text.lower() for text in sentence.alternatives}
    same_form = [option.text.lower() in texts for option in options]
    if any(same_form):
        return same_form
    lemmas = {Lexeme(lemma_of(text, word.pos), word.pos) for text in sentence.alternatives}
    return [number > 0 and option.lexeme in lemmas for number, option in enumerate(options)]


def chance_of_wrong(network: Mapping[str, Array], place: Place) -> float:
    """The probability that the word of a place is wrong."""
    options = Options((), place.features, place.states.astype(np.float32))
    return float(1 - probabilities(network, options)[0])


def train_corrector(places: Sequence[Place], seed: int = 0) -> dict[str, Array]:
    """The network as arrays by the names that `improver/corrections.py` reads."""
    torch: Any = need("torch", "training", "train")
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    mean, deviation = _scale(places)
    layers = _layers(torch, len(mean) - len(FEATURES))
    parameters = [p for layer in layers.values() for p in layer.parameters()]
    optimiser = torch.optim.AdamW(parameters, lr=_LEARNING_RATE, weight_decay=_DECAY)
    steps = _EPOCHS * -(-len(places) // _BATCH)
    schedule = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, 0.0, steps)
    for _ in range(_EPOCHS):
        for batch in torch.randperm(len(places)).split(_BATCH):
            chosen = [places[index] for index in batch.tolist()]
            optimiser.zero_grad()
            _loss(torch, layers, chosen, mean, deviation).backward()
            optimiser.step()
            schedule.step()
    return {"mean": mean, "deviation": deviation, **_arrays(layers)}


def _scale(places: Sequence[Place]) -> tuple[Array, Array]:
    """The mean and deviation of the inputs, features and states, from every second option."""
    rows = np.concatenate([_rows(place)[::2] for place in places[::_SCALED_PLACES]])
    mean, deviation = rows.mean(0), rows.std(0) + np.float32(1e-3)
    return mean.astype(np.float32), deviation.astype(np.float32)


def _rows(place: Place) -> Array:
    return np.column_stack([place.features, place.states.astype(np.float32)])


def _layers(torch: Any, state_size: int) -> dict[str, Any]:
    linear = torch.nn.Linear
    return {
        "state": linear(state_size, _STATE_UNITS),
        "hidden": linear(len(FEATURES) + _STATE_UNITS, _HIDDEN),
        "output": linear(_HIDDEN, 1, bias=False),
        "other": linear(1, 1),
    }


def _loss(
    torch: Any, layers: Mapping[str, Any], places: Sequence[Place], mean: Array, deviation: Array
) -> Any:
    """The mean of minus the log probability of what is right, times the place's weight."""
    inputs = np.zeros((len(places), MAX_OPTIONS, len(mean)), np.float32)
    possible = np.zeros((len(places), MAX_OPTIONS + 1), bool)
    right = np.zeros_like(possible)
    possible[:, -1] = True
    for number, place in enumerate(places):
        count = len(place.features)
        inputs[number, :count] = standardised_input(_rows(place), mean, deviation)
        possible[number, :count] = True
        right[number, 0] = not place.is_wrong
        right[number, : len(place.right)] |= np.array(place.right, bool)
        right[number, -1] = place.is_wrong and not any(place.right)
    log_odds = _log_odds(torch, layers, torch.from_numpy(inputs))
    log_odds = log_odds.masked_fill(torch.from_numpy(~possible), _IMPOSSIBLE)
    chances = torch.log_softmax(log_odds, 1).masked_fill(torch.from_numpy(~right), _IMPOSSIBLE)
    weights = torch.tensor([place.weight for place in places])
    return -(torch.logsumexp(chances, 1) * weights).mean()


def _log_odds(torch: Any, layers: Mapping[str, Any], inputs: Any) -> Any:
    """The log odds of each option, and last of another word."""
    dropout = torch.nn.functional.dropout
    features, states = inputs[..., : len(FEATURES)], inputs[..., len(FEATURES) :]
    states = torch.relu(layers["state"](dropout(states, _DROPOUT)))
    hidden = torch.relu(layers["hidden"](torch.cat([features, states], -1)))
    options = layers["output"](dropout(hidden, _DROPOUT))[..., 0]
    other = layers["other"](features[:, 0, FEATURES.index("doubt"), None])
    return torch.cat([options, other], 1)


def _arrays(layers: Mapping[str, Any]) -> dict[str, Array]:
    def array(tensor: Any) -> Array:
        return np.asarray(tensor.detach().numpy())

    return {
        "state": array(layers["state"].weight.T),
        "state_bias": array(layers["state"].bias),
        "hidden": array(layers["hidden"].weight.T),
        "hidden_bias": array(layers["hidden"].bias),
        "output": array(layers["output"].weight[0]),
        "other": np.append(array(layers["other"].weight), array(layers["other"].bias)),
    }
