"""Train `src/motjuste/improver/data/doubt.bin`, the network that doubts words.

Good prose (SemCor's sentences, without its documents for development) gets one wrong word in three
sentences of four: a WordNet or Moby neighbour of about the same frequency, in the same form. A
network with one hidden layer learns to tell the wrong words from the others by their states.

    python scripts/train_doubt.py SEMCOR.jsonl.gz

SEMCOR has a sentence a line: {"document", "tokens", "senses"}. It takes about a quarter of an hour.
"""

import gzip
import json
import random
import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from motjuste.analysis import Text, in_form
from motjuste.encoder import Encoder, Reading
from motjuste.lexicon.candidates import candidates
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.store import pack
from motjuste.text import Target, Word

OUT = Path(__file__).parent.parent / "src/motjuste/improver/data/doubt.bin"
SENTENCES = 9_000
# Share of sentences that stay as they are.
CLEAN = 0.25
# Words of a sentence that are shown as right.
RIGHT_WORDS = 4
# A wrong word is at least this common (Zipf),
LEAST_FREQUENCY = 3.3
# and at most this much more or less common than the right one.
MOST_APART = 0.9
# Networks whose scores are averaged.
COPIES = 3
HIDDEN = 24
EPOCHS = 4
BATCH = 256
# Shares of right words that may be doubted at the settings sure, balanced and thorough.
FALSE_ALARMS = (0.002, 0.006, 0.02)
CONTENT = ("NOUN", "VERB", "ADJ", "ADV")
LEXICON, ENCODER = Lexicon.open(), Encoder.open()


class Shown(NamedTuple):
    """A word as the network sees it, and whether it was put there."""

    row: np.ndarray
    is_wrong: bool


def sentences(path: Path) -> Iterator[str]:
    """Sentences for training as they would be printed, in a fixed random order."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows: list[dict[str, Any]] = [json.loads(line) for line in lines]
    rows = [row for row in rows if not row["document"].endswith("1")]
    rows = [row for row in rows if 6 <= len(row["tokens"]) <= 45 and len(row["senses"]) >= 3]
    random.Random(11).shuffle(rows)
    for row in rows:
        text = " ".join(row["tokens"]).replace("``", '"').replace("''", '"')
        text = re.sub(r" ([.,;:!?)])", r"\1", text).replace("( ", "(")
        yield text.replace(" n't", "n't").replace(" 's", "'s")


@cache
def neighbours(lemma: str, pos: str) -> list[str]:
    """Words that a careless writer might put in the place of another."""
    frequency = LEXICON.frequency(lemma)
    words = (c.word for c in candidates(LEXICON, lemma, pos))
    words = (word for word in words if word.isalpha() and word.islower() and len(word) > 2)
    return [
        word
        for word in words
        if (common := LEXICON.frequency(word)) >= LEAST_FREQUENCY
        and abs(common - frequency) <= MOST_APART
    ]


def shown(text: str, rng: random.Random) -> list[Shown]:
    """Words of a sentence, perhaps with a wrong one among them; none if it is of no use."""
    content = [word for word in Text.of(text).words if is_content(word)]
    if len(content) < 3:
        return []
    if rng.random() < CLEAN:
        return [*right_words(text, content, rng)]
    word = rng.choice(content)
    choices = neighbours(word.lemma, word.pos)
    if len(choices) < 3:
        return []
    wrong = rng.choice(choices)
    form = in_form(Target(text, word.start, word.end), wrong, word.form)
    if form.lower() == word.text.lower():
        return []
    changed = text[: word.start] + form + text[word.end :]
    shift = len(form) - len(word.text)
    moved = [
        other._replace(start=other.start + shift, end=other.end + shift)
        if other.start > word.start
        else other
        for other in content
        if other.start != word.start
    ]
    place = word._replace(end=word.start + len(form), lemma=wrong)
    return [*rows(changed, [place], True), *right_words(changed, moved, rng)]


def is_content(word: Word) -> bool:
    """Whether a word is one that may be wrong."""
    common = LEXICON.frequency(word.lemma) > 3
    return word.pos in CONTENT and word.text.islower() and len(word.text) > 2 and common


def right_words(text: str, content: Sequence[Word], rng: random.Random) -> Iterator[Shown]:
    """Some of the words that were there."""
    yield from rows(text, rng.sample(content, min(RIGHT_WORDS, len(content))), False)


def rows(text: str, words: Sequence[Word], is_wrong: bool) -> Iterator[Shown]:
    """What the network sees of words: the mean state of the pieces, and the frequency."""
    readings: list[Reading] = list(ENCODER.read_through(text))
    for word in words:
        for reading in readings:
            pieces = reading.pieces(word.start, word.end)
            if len(pieces):
                state = reading.states[pieces].mean(0)
                yield Shown(np.append(state, LEXICON.frequency(word.lemma)), is_wrong)
                break


def train(inputs: np.ndarray, goals: np.ndarray, seed: int) -> tuple[np.ndarray, ...]:
    """The weights of one copy."""
    torch.manual_seed(seed)
    network = torch.nn.Sequential(
        torch.nn.Dropout(0.2),
        torch.nn.Linear(inputs.shape[1], HIDDEN),
        torch.nn.ReLU(),
        torch.nn.Dropout(0.3),
        torch.nn.Linear(HIDDEN, 1),
    )
    optimiser = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=0.1)
    x, y = torch.from_numpy(inputs), torch.from_numpy(goals)
    for _ in range(EPOCHS):
        for batch in torch.randperm(len(y)).split(BATCH):
            logits = network(x[batch])[:, 0]
            loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, y[batch])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    layers = (network[1].weight.T, network[1].bias, network[4].weight.T, network[4].bias)
    return tuple(layer.detach().numpy() for layer in layers)


def main(path: Path) -> None:
    """Make the examples, train the copies and write the file."""
    torch.set_num_threads(1)
    rng, every = random.Random(11), []
    used = 0
    for text in sentences(path):
        examples = shown(text, rng)
        every += examples
        used += bool(examples)
        if used == SENTENCES:
            break
    table = np.stack([word.row for word in every]).astype(np.float32)
    goals = np.array([word.is_wrong for word in every], np.float32)
    mean, deviation = table.mean(0), table.std(0) + 1e-3
    inputs = np.clip((table - mean) / deviation, -5, 5).astype(np.float32)
    copies = [train(inputs, goals, seed) for seed in range(COPIES)]
    hidden, hidden_bias, output, output_bias = zip(*copies, strict=True)
    arrays = {
        "doubt.mean": mean,
        "doubt.deviation": deviation,
        "doubt.hidden": np.concatenate(hidden, 1),
        "doubt.hidden_bias": np.concatenate(hidden_bias),
        "doubt.output": np.concatenate(output) / COPIES,
        "doubt.output_bias": np.mean(output_bias, 0),
    }
    seen = np.maximum(inputs @ arrays["doubt.hidden"] + arrays["doubt.hidden_bias"], 0)
    scores = (seen @ arrays["doubt.output"] + arrays["doubt.output_bias"])[:, 0]
    arrays["thresholds"] = np.quantile(scores[goals == 0], [1 - share for share in FALSE_ALARMS])
    content = {name: array.astype(np.float32) for name, array in arrays.items()}
    OUT.write_bytes(pack(content, {"content": 1}))
    print(f"{len(goals):,} words of {used:,} sentences; thresholds {arrays['thresholds']}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
