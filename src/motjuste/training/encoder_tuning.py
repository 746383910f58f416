"""Fine-tuning of the encoder: its upper layers and the query, on lists of graded substitutes.

The lower layers are frozen, so their states of a text are computed without gradients and once.
Every step draws from its own seed: a run that is killed resumes with the same result.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.rnn import pad_sequence

from motjuste.encoder.encoder import WINDOW, Pieces, window
from motjuste.files import whole_file
from motjuste.training.examples import Example
from motjuste.training.mpnet import MPNet
from motjuste.training.word_vectors import Axes, pieces_of

# Layers of the checkpoint that are used …
DEPTH = 5
# … and how many of them are frozen.
FROZEN = 3
# Word pieces of a text, without the special tokens at its beginning and end.
TEXT_PIECES = WINDOW - 2
# Candidates of one target in one step, …
LISTED = 32
# … of which at most one in this many is judged good, …
_GOOD_IN = 2
# … and at most one in this many judged wrong.
_WRONG_IN = 3
# Noise added to the weights of good candidates, so that equal ones take turns.
_WEIGHT_NOISE = 0.05
# Unjudged candidates of a target from which each step draws some.
UNJUDGED = 20
# Seconds between two checkpoints.
SAVED_EVERY = 180.0
# Steps between two printed losses.
_PRINTED_EVERY = 20
# Steps in which the learning rate rises to its peak.
_WARMUP = 20
# The share of the peak to which the learning rate falls.
_MIN_RATE_SHARE = 0.02
# Learning rate of the two heads, which start from scratch …
_HEAD_LEARNING_RATE = 3e-4
# … and of the three scales of scores.
_SCALE_LEARNING_RATE = 1e-3
# The scales of scores that training starts from: of the cosines in both layers, and of the query.
_INITIAL_SCALES = (8.0, 8.0, 12.0)
# Weight decay of AdamW.
_DECAY = 0.01
# The gradients of each group of parameters are clipped to this norm.
_MAX_NORM = 1.0
# Batches among which texts are sorted by length.
_SORTED_BATCHES = 16
# Weight of the loss that includes unjudged candidates: most of them are wrong, but not all.
_UNJUDGED_WEIGHT = 0.5
# The log odds of what a softmax leaves out.
_MASKED = -1e4


class FrozenStates(NamedTuple):
    """The frozen layers' states of a text, and of words read in its target's place.

    `where`: the indices of the target's pieces.
    """

    where: tuple[int, ...]
    text: Tensor
    words: tuple[Tensor, ...]

    def picked(self, pick: Sequence[int]) -> "FrozenStates":
        """The record with the picked words only."""
        return self._replace(words=tuple(self.words[place] for place in pick))

    @property
    def shape(self) -> "Shape":
        """The positions of the target, and the lengths of text and words."""
        return Shape(self.where, len(self.text), tuple(map(len, self.words)))


class Shape(NamedTuple):
    """The indices of a target's pieces, and the lengths in pieces of its text and of each word."""

    where: tuple[int, ...]
    text: int
    words: tuple[int, ...]

    def places(self) -> Tensor:
        """The position of each piece: all words begin at the target's position."""
        words = (self.where[0] + n for length in self.words for n in range(length))
        return torch.tensor([*range(self.text), *words])

    def allowed(self, size: int) -> Tensor:
        """The attention mask: words attend to the text without the target, and to themselves."""
        word = torch.repeat_interleave(torch.tensor(self.words, dtype=torch.long))
        end = self.text + len(word)
        allowed = torch.zeros(size, size, dtype=torch.bool)
        allowed[:, : self.text] = True
        allowed[self.text : end, list(self.where)] = False
        allowed[self.text : end, self.text : end] = word[:, None] == word
        return allowed

    def means(self, states: Tensor) -> tuple[Tensor, Tensor]:
        """The mean state of the target, and of each word."""
        parts = torch.split(states[self.text : self.text + sum(self.words)], list(self.words))
        return states[list(self.where)].mean(0), torch.stack([part.mean(0) for part in parts])


def _arrange(model: MPNet, shapes: Sequence[Shape]) -> tuple[Tensor, Tensor]:
    """Positions and attention bias of several texts, padded at the end."""
    places = [shape.places() for shape in shapes]
    at = pad_sequence(places, batch_first=True)
    allowed = torch.stack([shape.allowed(at.shape[1]) for shape in shapes])
    return at, model.bias(at, at, allowed)


class Reader:
    """Reads examples with the frozen layers."""

    def __init__(self, model: MPNet, tokenizer: Tokenizer) -> None:
        self._model, self._tokenizer = model, tokenizer
        self._marks: list[int] = tokenizer.encode("").ids

    def read(self, examples: Sequence[Example]) -> list[FrozenStates]:
        """Records of examples, with their judged words and some unjudged ones."""
        rows = [self._pieces(example) for example in examples]
        shapes = [Shape(where, len(text), tuple(map(len, own))) for where, text, own in rows]
        ids = [torch.tensor([*text, *(n for one in own for n in one)]) for _, text, own in rows]
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            at, bias = _arrange(self._model, shapes)
            x = self._model.first(self._model.words(pad_sequence(ids, batch_first=True)), at)
            for layer in self._model.layers[:FROZEN]:
                x, _ = layer(x, bias)
        return [_cut(shape, states.half()) for shape, states in zip(shapes, x, strict=True)]

    def _pieces(self, example: Example) -> tuple[tuple[int, ...], list[int], list[list[int]]]:
        shown = window(example.text, example.start, example.end, self._tokenise, TEXT_PIECES)
        text = [self._marks[0], *shown.ids, self._marks[1]]
        where = pieces_of([(0, 0), *shown.offsets], example.start, example.end)
        words = list(example.words[: sum(example.judged) + UNJUDGED])
        own = [self._tokenise(word)[0] or self._marks[1:] for word in words]
        return tuple(where), text, own

    def _tokenise(self, text: str) -> Pieces:
        encoded = self._tokenizer.encode(text, add_special_tokens=False)
        return encoded.ids, encoded.offsets


def _cut(shape: Shape, states: Tensor) -> FrozenStates:
    words = states[shape.text : shape.text + sum(shape.words)].clone()
    return FrozenStates(
        shape.where, states[: shape.text].clone(), tuple(torch.split(words, list(shape.words)))
    )


def first_head(axes: Axes, length: float) -> nn.Linear:
    """The query head before tuning: the mean of two layers on the axes of the stored vectors.

    `length` is the mean length of states: stored vectors are scaled to unit length, then centred.
    """
    head = nn.Linear(2 * axes.axes.shape[1], len(axes.axes))
    half = torch.from_numpy(axes.axes / (2 * length))
    with torch.no_grad():
        head.weight.copy_(torch.cat([half, half], 1))
        head.bias.copy_(torch.from_numpy(-axes.axes @ axes.mean))
    return head


class InPlaceScores(NamedTuple):
    """The cosines of each word in place with the target, by layer; its fit; the target's query."""

    near: Tensor
    fit: Tensor
    query: Tensor


class TunedLayers(nn.Module):
    """The part that is tuned: the upper layers, the two heads, and the scales of the scores.

    `fit` is a head for how well a word fits in its place, whatever the target was.
    """

    def __init__(self, model: MPNet, head: nn.Linear) -> None:
        super().__init__()
        self.model, self.head = model.requires_grad_(False), head
        self.layers = model.layers[FROZEN:DEPTH].requires_grad_(True)
        self.fit = nn.Linear(2 * model.sizes.width, 1, bias=False)
        nn.init.zeros_(self.fit.weight)
        self.scale = nn.Parameter(torch.tensor(_INITIAL_SCALES))

    def forward(self, records: Sequence[FrozenStates]) -> list[InPlaceScores]:
        """The scores of each record's words."""
        shapes = [record.shape for record in records]
        with torch.no_grad():
            _, bias = _arrange(self.model, shapes)
        rows = [torch.cat([record.text, *record.words]).float() for record in records]
        x, states = pad_sequence(rows, batch_first=True), []
        # Half precision doubles the speed on processors that have it; weights keep full precision.
        with torch.autocast("cpu", torch.bfloat16):
            for layer in self.layers:
                x, _ = layer(x, bias)
                states.append(x)
        both = torch.cat(states, -1).float()
        return [self._scores(shape, row) for shape, row in zip(shapes, both, strict=True)]

    def _scores(self, shape: Shape, states: Tensor) -> InPlaceScores:
        target, words = shape.means(states)
        pairs = zip(target.chunk(2), words.chunk(2, -1), strict=True)
        near = [functional.cosine_similarity(one, many, -1) for one, many in pairs]
        # Detached: the layers learn from words in place only, not from the query.
        query = functional.normalize(self.head(target.detach()), dim=-1)
        return InPlaceScores(torch.stack(near, 1), self.fit(words)[:, 0], query)

    def tuned(self) -> dict[str, Tensor]:
        """The weights that tuning changes."""
        return {name: x for name, x in self.state_dict().items() if not name.startswith("model.")}


def choose(example: Example, read: int, rng: np.random.Generator, size: int = LISTED) -> list[int]:
    """The words for one step: the best judged ones, some of the worst, and some unjudged."""
    weights, judged = np.array(example.weights[:read]), np.array(example.judged[:read])
    mixed = weights + rng.random(len(weights)) * _WEIGHT_NOISE
    good = np.flatnonzero(weights > 0)
    good = good[np.argsort(-mixed[good])][: size // _GOOD_IN]
    bad = rng.permutation(np.flatnonzero(judged & (weights == 0)))[: size // _WRONG_IN]
    rest = rng.permutation(np.flatnonzero(~judged))[: size - len(good) - len(bad)]
    return [int(place) for place in np.concatenate([good, bad, rest])]


def listwise(scores: Tensor, weights: Tensor, judged: Tensor) -> Tensor:
    """Cross-entropy with the shares of the weights among judged words and, at half weight, all."""
    wanted = weights / weights.sum()
    among_judged = scores.masked_fill(~judged, _MASKED).log_softmax(0)
    loss = -(wanted * among_judged).sum()
    if not bool(judged.all()):
        loss = loss - _UNJUDGED_WEIGHT * (wanted * scores.log_softmax(0)).sum()
    return loss


def loss_of(
    top: TunedLayers,
    of_words: InPlaceScores,
    example: Example,
    pick: Sequence[int],
    vectors: Tensor,
) -> Tensor:
    """The loss of a list: of words in place, and of the query with the stored vectors."""
    weights, judged = torch.tensor(example.weights), torch.tensor(example.judged)
    scores = of_words.near @ top.scale[:2] + of_words.fit
    loss = listwise(scores, weights[list(pick)], judged[list(pick)])
    pairs = torch.tensor(example.pairs)
    stored = pairs >= 0
    if float(weights[stored].sum()) > 0:
        scores = vectors[pairs[stored]] @ of_words.query * top.scale[2]
        loss = loss + listwise(scores, weights[stored], judged[stored])
    return loss


# One list of a step: its record, cut to the words that are picked; the example; the picked words.
Drawn = tuple[FrozenStates, Example, list[int]]


def train(
    top: TunedLayers, vectors: Tensor, draw: Callable[[int], list[Drawn]], steps: int, rate: float,
    path: Path, seed: int = 0,
) -> TunedLayers:  # fmt: skip
    """Tune for a number of steps; checkpoints go to `path`, from which a killed run resumes."""
    optimiser = _optimiser(top, rate)
    done = _resume(top, optimiser, path)
    top.eval()
    top.layers.train()
    saved = time.monotonic()
    for step in range(done, steps):
        torch.manual_seed(seed * 1_000_003 + step)
        part = min(1.0, (step + 1) / _WARMUP) * max(_MIN_RATE_SHARE, 1 - step / steps)
        for group in optimiser.param_groups:
            group["lr"] = group["base"] * part
        value = _step(top, vectors, draw(step), optimiser)
        if step % _PRINTED_EVERY == 0:
            print(path.name, step, steps, f"{value:.3f}", flush=True)
        if time.monotonic() - saved > SAVED_EVERY or step + 1 == steps:
            _save(top, optimiser, step + 1, path)
            saved = time.monotonic()
    return top.eval()


def _optimiser(top: TunedLayers, rate: float) -> torch.optim.Optimizer:
    """AdamW with a learning rate for each group: `rate` for the layers, others for the heads."""
    groups = [
        {"params": list(top.layers.parameters()), "base": rate},
        {"params": [*top.head.parameters(), *top.fit.parameters()], "base": _HEAD_LEARNING_RATE},
        {"params": [top.scale], "base": _SCALE_LEARNING_RATE},
    ]
    return torch.optim.AdamW(groups, lr=rate, weight_decay=_DECAY)


def _step(
    top: TunedLayers, vectors: Tensor, drawn: list[Drawn], optimiser: torch.optim.Optimizer
) -> float:
    scores = top([record for record, _, _ in drawn])
    losses = [
        loss_of(top, of_words, example, pick, vectors)
        for of_words, (_, example, pick) in zip(scores, drawn, strict=True)
    ]
    loss = torch.stack(losses).mean()
    optimiser.zero_grad()
    loss.backward()
    for group in optimiser.param_groups:
        nn.utils.clip_grad_norm_(group["params"], _MAX_NORM)
    optimiser.step()
    return float(loss.detach())


def _save(top: TunedLayers, optimiser: torch.optim.Optimizer, step: int, path: Path) -> None:
    content = {"tuned": top.tuned(), "optimiser": optimiser.state_dict(), "step": step}
    with whole_file(path) as temporary:
        torch.save(content, temporary)


def load_tuned(path: Path) -> dict[str, Tensor]:
    """The tuned weights in a checkpoint."""
    tuned: dict[str, Tensor] = torch.load(path, weights_only=True)["tuned"]
    return tuned


def _resume(top: TunedLayers, optimiser: torch.optim.Optimizer, path: Path) -> int:
    if not path.exists():
        return 0
    kept = torch.load(path, weights_only=True)
    top.load_state_dict(kept["tuned"], strict=False)
    optimiser.load_state_dict(kept["optimiser"])
    return int(kept["step"])


def draw_again(
    records: Sequence[FrozenStates], examples: Sequence[Example], repeats: Sequence[int], rows: int,
    epochs: int, seed: int = 0,
) -> tuple[Callable[[int], list[Drawn]], int]:  # fmt: skip
    """A function that draws the lists of a step, and the number of steps in all epochs.

    Words are drawn anew in each epoch; `repeats` says how often an epoch has each example.
    """
    usable = [n for n, e in enumerate(examples) if sum(e.weights) > 0 for _ in range(repeats[n])]
    batches: list[list[int]] = []
    for epoch in range(epochs):
        rng = np.random.default_rng([seed, epoch])
        order = rng.permutation(usable).tolist()
        batches += _batches_of_similar_length(order, [len(r.text) for r in records], rows, rng)

    def draw(step: int) -> list[Drawn]:
        rng = np.random.default_rng([seed, epochs, step])
        drawn = []
        for n in batches[step]:
            pick = choose(examples[n], len(records[n].words), rng)
            drawn.append((records[n].picked(pick), examples[n], pick))
        return drawn

    return draw, len(batches)


def _batches_of_similar_length(
    order: Sequence[int], lengths: Sequence[int], rows: int, rng: np.random.Generator
) -> list[list[int]]:
    """Batches of texts of similar length, which need little padding, in random order."""
    batches = []
    for at in range(0, len(order), rows * _SORTED_BATCHES):
        some = sorted(order[at : at + rows * _SORTED_BATCHES], key=lambda n: lengths[n])
        batches += [some[low : low + rows] for low in range(0, len(some), rows)]
    return [batches[place] for place in rng.permutation(len(batches)).tolist()]
