"""Training of `doubt.bin`: the network that doubts words, the one that corrects them, their tables.

The first network learns from the encoder's states of words in sentences with a wrong word and in
good ones (`error_sentences.py`). It is trained in folds, so that the second one learns from doubts
about sentences that the first has not seen. Thresholds are set on a part that neither has seen.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from motjuste.analysis import Text
from motjuste.extras import need
from motjuste.improver.confusions import Collocates, Lexeme
from motjuste.improver.corrections import NETWORK as CORRECTOR
from motjuste.improver.doubt import NETWORK, TABLES, score_of
from motjuste.lexicon.array_file import pack
from motjuste.suggester.networks import forward, standardised_input
from motjuste.systems.default import Default
from motjuste.training.confusion_tables import Tables, make_tables
from motjuste.training.corrections import Place, chance_of_wrong, train_corrector
from motjuste.training.doubt_words import (
    FOLDS,
    Advance,
    Doubted,
    Groups,
    SeenWord,
    corrections_by_group,
    read_places,
    read_words,
)
from motjuste.training.error_sentences import (
    Example,
    Sources,
    corrections_of,
    lexemes_of,
    make_examples,
)
from motjuste.training.knowledge import Array

# Hidden units of the network of a fold.
_HIDDEN = 128
# Passes over the words …
_EPOCHS = 6
# … and words in one optimiser step.
_BATCH = 512
# Learning rate and weight decay of AdamW.
_LEARNING_RATE = 1e-3
_DECAY = 0.1
# Share of the inputs that are dropped out in training, and of the hidden units.
_INPUT_DROPOUT = 0.2
_HIDDEN_DROPOUT = 0.3
# Every how many words the mean and deviation of the inputs are taken from.
_SCALED = 7
# Share of the right words in learners' and rules' good sentences that the first network may doubt.
_DOUBTED = 0.05
# The second network learns from one in this many of the words of sentences that are not real.
_REPLACED_PLACES = 4
# Wrong marks that a good sentence may get at the settings "balanced" and "thorough". These good
# sentences are hard: half of them have words that are errors elsewhere.
_FALSE_MARKS = (0.025, 0.05)
# Opens a progress bar: what is counted, and how many there are.
Progress = Callable[[str, int], AbstractContextManager[Advance]]
# Inputs are scored in parts of this many words, to limit the memory.
_SCORED_AT_ONCE = 8192


@dataclass(frozen=True)
class Words:
    """The words of the examples: what they are, their states (16-bit numbers), and their splits."""

    examples: Sequence[Example]
    seen: Sequence[SeenWord]
    states: Array
    groups: Groups

    def rows(self, chosen: Array) -> Array:
        """The first network's input for words, by their indices."""
        frequencies = np.array([self.seen[index].frequency for index in chosen], np.float32)
        return np.column_stack([self.states[chosen].astype(np.float32), frequencies])

    def where(self, test: Callable[[SeenWord, Example], bool]) -> Array:
        """The indices of the words for which a test holds."""
        pairs = ((word, self.examples[word.example]) for word in self.seen)
        return np.flatnonzero([test(word, example) for word, example in pairs])

    def is_unseen(self, word: SeenWord) -> bool:
        """Whether a word serves to set thresholds."""
        return self.groups.is_unseen[word.example]


def train_doubt(
    model: str,
    sources: Sources,
    collocates: Mapping[str, Collocates],
    path: Path,
    progress: Progress,
) -> str:
    """Write `doubt.bin`; returns a line about what it was trained on."""
    examples = make_examples(sources, Default(model=model).lexicon)
    with progress("sentences", len(examples)) as advance:
        words = Words(examples, *read_words(model, examples, advance), Groups(examples))
    network, doubts = train_folds(words)
    threshold = doubt_threshold(words, doubts)
    tables = make_tables(sources.listed, corrections_of(examples), collocates)
    indices = doubted_words(words, doubts, threshold)
    with progress("doubted words", len(indices)) as advance:
        places = read_places(model, tables, _as_doubted(words, doubts, indices), advance)
    by_index = dict(zip(indices, places, strict=True))
    unseen = {i: place for i, place in by_index.items() if words.is_unseen(words.seen[i])}
    learnt = [place for i, place in by_index.items() if place and i not in unseen]
    corrector = train_corrector(learnt)
    scores = least_scores(words, doubts, unseen, corrector)
    path.write_bytes(_content(network, threshold, corrector, scores, tables))
    wrong = sum(word.is_wrong for word in words.seen)
    return (
        f"{len(words.seen):,} words, {wrong:,} of them wrong; {len(learnt):,} doubted words; "
        f"threshold {threshold:.2f}; least scores {np.round(scores, 2).tolist()}"
    )


def _content(
    network: Mapping[str, Array],
    threshold: float,
    corrector: Mapping[str, Array],
    scores: Sequence[float],
    tables: Tables,
) -> bytes:
    """The content of `doubt.bin`."""
    return pack(
        {
            **{f"doubt.{name}": network[name].astype(np.float16) for name in NETWORK},
            **{f"correction.{name}": corrector[name].astype(np.float16) for name in CORRECTOR},
            "threshold": np.array([threshold], np.float32),
            "least_scores": np.array([np.inf, *scores], np.float32),
            **{name: _packed(lines) for name, lines in zip(TABLES, tables, strict=True)},
        },
        {"content": 3},
    )


def _packed(lines: Sequence[str]) -> Array:
    return np.frombuffer("\n".join(lines).encode(), np.uint8)


def train_folds(words: Words) -> tuple[dict[str, Array], Array]:
    """The networks of the folds side by side, and the doubt (log odds) about each word.

    A word that was learnt from is scored by the network of its fold, which has not seen it.
    """
    folds = np.array([words.groups.fold[word.example] for word in words.seen])
    unseen = np.array([words.is_unseen(word) for word in words.seen])
    scaled = words.rows(np.arange(0, len(words.seen), _SCALED))
    mean, deviation = scaled.mean(0), scaled.std(0) + np.float32(1e-3)
    doubts = np.zeros(len(words.seen), np.float32)
    networks = []
    for fold in range(FOLDS):
        learnt = np.flatnonzero(~unseen & (folds != fold))
        network = {
            "mean": mean,
            "deviation": deviation,
            **_train(words, learnt, mean, deviation, fold),
        }
        networks.append(network)
        others = np.flatnonzero(~unseen & (folds == fold))
        doubts[others] = _scores(network, words, others)
    joined = _joined(networks)
    kept = np.flatnonzero(unseen)
    doubts[kept] = _scores(joined, words, kept)
    return joined, doubts


def _scores(network: Mapping[str, Array], words: Words, chosen: Array) -> Array:
    parts = np.array_split(chosen, 1 + len(chosen) // _SCORED_AT_ONCE)
    return np.concatenate([forward(network, words.rows(part))[:, 0] for part in parts])


def _joined(networks: Sequence[Mapping[str, Array]]) -> dict[str, Array]:
    """Networks side by side, as one whose output is the mean of theirs."""
    return {
        "mean": networks[0]["mean"],
        "deviation": networks[0]["deviation"],
        "hidden": np.concatenate([network["hidden"] for network in networks], 1),
        "hidden_bias": np.concatenate([network["hidden_bias"] for network in networks]),
        "output": np.concatenate([network["output"] for network in networks]) / len(networks),
        "output_bias": np.mean([network["output_bias"] for network in networks], 0),
    }


def _train(
    words: Words, learnt: Array, mean: Array, deviation: Array, seed: int
) -> dict[str, Array]:
    """The layers of the network of one fold, trained on words by their indices."""
    torch: Any = need("torch", "training", "train")
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    network = _untrained(torch, len(mean))
    optimiser = torch.optim.AdamW(network.parameters(), lr=_LEARNING_RATE, weight_decay=_DECAY)
    labels = np.array([word.is_wrong for word in words.seen], np.float32)
    weights = np.array([words.examples[word.example].weight for word in words.seen], np.float32)
    entropy = torch.nn.functional.binary_cross_entropy_with_logits
    for _ in range(_EPOCHS):
        for batch in torch.randperm(len(learnt)).split(_BATCH):
            chosen = learnt[batch.numpy()]
            inputs = standardised_input(words.rows(chosen), mean, deviation)
            outputs = network(torch.from_numpy(inputs))[:, 0]
            loss = entropy(
                outputs, torch.from_numpy(labels[chosen]), torch.from_numpy(weights[chosen])
            )
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    hidden, output = network[1], network[4]
    layers = (hidden.weight.T, hidden.bias, output.weight.T, output.bias)
    names = ("hidden", "hidden_bias", "output", "output_bias")
    return {name: layer.detach().numpy() for name, layer in zip(names, layers, strict=True)}


def _untrained(torch: Any, inputs: int) -> Any:
    return torch.nn.Sequential(
        torch.nn.Dropout(_INPUT_DROPOUT),
        torch.nn.Linear(inputs, _HIDDEN),
        torch.nn.ReLU(),
        torch.nn.Dropout(_HIDDEN_DROPOUT),
        torch.nn.Linear(_HIDDEN, 1),
    )


def doubt_threshold(words: Words, doubts: Array) -> float:
    """The log odds above which few words of unseen good sentences are."""
    good = words.where(
        lambda word, example: words.is_unseen(word) and example.is_real and example.sentence.is_good
    )
    return float(np.quantile(doubts[good], 1 - _DOUBTED))


def doubted_words(words: Words, doubts: Array, threshold: float) -> list[int]:
    """The indices of the words that the second network learns from, or is tested on.

    They are wrong words and those right ones that are doubted, but only some of the words in
    sentences that are not real.
    """
    return [
        index
        for index, word in enumerate(words.seen)
        if (word.is_wrong or doubts[index] >= threshold)
        and (words.examples[word.example].is_real or index % _REPLACED_PLACES == 0)
    ]


def _as_doubted(words: Words, doubts: Array, indices: Sequence[int]) -> list[Doubted]:
    pairs = [lexemes_of(example.sentence) for example in words.examples]
    groups = corrections_by_group(words.examples, pairs)
    doubted = []
    for index in indices:
        word = words.seen[index]
        example = words.examples[word.example]
        text_word = Text.of(example.sentence.text).words[word.position]
        wrong = Lexeme(text_word.lemma, text_word.pos)
        left_out: Mapping[Lexeme, int] = groups.get(example.group, {}).get(wrong, {})
        doubt = float(doubts[index])
        doubted.append(Doubted(example.sentence, word.position, doubt, left_out, example.weight))
    return doubted


def least_scores(
    words: Words,
    doubts: Array,
    places: Mapping[int, Place | None],
    corrector: Mapping[str, Array],
) -> list[float]:
    """The scores from which unseen good sentences get few marks.

    `places` are those of doubted words that neither network has seen, by the words' indices.
    """
    good = {
        number
        for number, example in enumerate(words.examples)
        if example.is_real and example.sentence.is_good and words.groups.is_unseen[number]
    }
    scores = [
        score_of(float(doubts[index]), chance_of_wrong(corrector, place))
        for index, place in places.items()
        if place is not None and words.seen[index].example in good
    ]
    return [score_reached_by(round(share * len(good)), scores) for share in _FALSE_MARKS]


def score_reached_by(count: int, scores: Sequence[float]) -> float:
    """The lowest of the `count` best scores; infinity for none.

    >>> score_reached_by(2, [0.5, 3.0, 1.0]), score_reached_by(0, [0.5]), score_reached_by(2, [0.5])
    (1.0, inf, 0.5)
    """
    bounded = [float("inf"), *sorted(scores, reverse=True)]
    return bounded[min(count, len(scores))]
