"""The first layers of MPNet with arbitrary positions and attention masks.

Candidates are read together with a sentence: each has the target's position and attends to the
sentence without the target; nothing attends to the candidates. Keys and values of an earlier pass
can be given, so that a second pass costs only its own pieces.
"""

import json
import math
from pathlib import Path
from typing import NamedTuple

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

# Distances of at least this many pieces share one bucket.
_FAR = 128
# MPNet counts positions from 2, after the padding token's number.
_FIRST_POSITION = 2
# Added to attention where it is masked.
_MASKED = -1e4


class Sizes(NamedTuple):
    """The sizes in a checkpoint's configuration."""

    pieces: int
    width: int
    heads: int
    inner: int
    positions: int
    buckets: int
    epsilon: float

    @property
    def head(self) -> int:
        """The width of one attention head."""
        return self.width // self.heads


def read_sizes(folder: Path) -> Sizes:
    """The sizes in `config.json` of a checkpoint."""
    config = json.loads((folder / "config.json").read_text("utf-8"))
    names = (
        "vocab_size", "hidden_size", "num_attention_heads", "intermediate_size",
        "max_position_embeddings", "relative_attention_num_buckets", "layer_norm_eps",
    )  # fmt: skip
    return Sizes(*(config[name] for name in names))


def bucket(relative: Tensor, buckets: int) -> Tensor:
    """The bucket of a key's position minus a query's, as in T5 and MPNet."""
    half = buckets // 2
    exact = half // 2
    side = (relative > 0).long() * half
    distance = relative.abs()
    grown = torch.log(distance.float().clamp(min=1) / exact) / math.log(_FAR / exact)
    large = (exact + (grown * (half - exact)).long()).clamp(max=half - 1)
    return side + torch.where(distance < exact, distance, large)


class Layer(nn.Module):
    """One transformer layer, normalised after attention and after the feed-forward part."""

    def __init__(self, sizes: Sizes, dropout: float = 0.1) -> None:
        super().__init__()
        width, self.sizes = sizes.width, sizes
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm1 = nn.LayerNorm(width, eps=sizes.epsilon)
        self.up = nn.Linear(width, sizes.inner)
        self.down = nn.Linear(sizes.inner, width)
        self.norm2 = nn.LayerNorm(width, eps=sizes.epsilon)
        self.drop = nn.Dropout(dropout)

    def forward(self, x: Tensor, bias: Tensor, past: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """States of the pieces, and their keys and values; `past` holds those of earlier ones."""
        rows, length, width = x.shape
        split = self.qkv(x).view(rows, length, 3, self.sizes.heads, self.sizes.head)
        query, key, value = split.permute(2, 0, 3, 1, 4).unbind(0)
        present = torch.stack([key, value])
        if past is not None:
            key, value = torch.cat([past[0], key], 2), torch.cat([past[1], value], 2)
        weights = query @ key.transpose(-1, -2) / math.sqrt(self.sizes.head) + bias
        mixed = (weights.softmax(-1) @ value).transpose(1, 2).reshape(rows, length, width)
        x = self.norm1(x + self.drop(self.out(mixed)))
        return self.norm2(x + self.drop(self.down(functional.gelu(self.up(x))))), present


class MPNet(nn.Module):
    """The first layers of MPNet."""

    def __init__(self, sizes: Sizes, layers: int) -> None:
        super().__init__()
        self.sizes = sizes
        self.words = nn.Embedding(sizes.pieces, sizes.width)
        self.positions = nn.Embedding(sizes.positions, sizes.width)
        self.norm = nn.LayerNorm(sizes.width, eps=sizes.epsilon)
        self.relative = nn.Embedding(sizes.buckets, sizes.heads)
        self.layers = nn.ModuleList(Layer(sizes) for _ in range(layers))

    def first(self, words: Tensor, at: Tensor) -> Tensor:
        """The states before the first layer, of embedded pieces at positions from 0."""
        return self.norm(words + self.positions(at + _FIRST_POSITION))

    def bias(self, at: Tensor, keys_at: Tensor, allowed: Tensor) -> Tensor:
        """The bias of attention: by distance, and far below zero where it is masked."""
        relative = keys_at[:, None, :] - at[:, :, None]
        by_distance = self.relative(bucket(relative, self.sizes.buckets)).permute(0, 3, 1, 2)
        return by_distance + (~allowed)[:, None] * _MASKED

    def forward(self, ids: Tensor, at: Tensor, allowed: Tensor) -> list[Tensor]:
        """States before the first layer and after each; `allowed` is (rows, pieces, pieces)."""
        states = [self.first(self.words(ids), at)]
        bias = self.bias(at, at, allowed)
        for layer in self.layers:
            states.append(layer(states[-1], bias)[0])
        return states


def load(folder: Path, layers: int) -> MPNet:
    """The first layers of the checkpoint in a folder, in evaluation mode."""
    raw = load_file(folder / "model.safetensors")
    model = MPNet(read_sizes(folder), layers)
    state = {
        "words.weight": raw["embeddings.word_embeddings.weight"],
        "positions.weight": raw["embeddings.position_embeddings.weight"],
        "norm.weight": raw["embeddings.LayerNorm.weight"],
        "norm.bias": raw["embeddings.LayerNorm.bias"],
        "relative.weight": raw["encoder.relative_attention_bias.weight"],
    }
    for number in range(layers):
        state |= _layer_state(raw, f"encoder.layer.{number}.", f"layers.{number}.")
    model.load_state_dict(state)
    return model.eval()


_NAMES = {
    "out": "attention.attn.o",
    "norm1": "attention.LayerNorm",
    "up": "intermediate.dense",
    "down": "output.dense",
    "norm2": "output.LayerNorm",
}


def _layer_state(raw: dict[str, Tensor], old: str, new: str) -> dict[str, Tensor]:
    """The weights of one layer under our names."""
    state = {}
    for kind in ("weight", "bias"):
        parts = [raw[f"{old}attention.attn.{part}.{kind}"] for part in "qkv"]
        state[f"{new}qkv.{kind}"] = torch.cat(parts)
        state |= {
            f"{new}{ours}.{kind}": raw[f"{old}{theirs}.{kind}"] for ours, theirs in _NAMES.items()
        }
    return state


def read_rows(model: MPNet, rows: list[list[int]]) -> list[Tensor]:
    """The states of texts of several lengths, padded at the end."""
    longest = max(map(len, rows))
    ids = torch.zeros(len(rows), longest, dtype=torch.long)
    present = torch.zeros(len(rows), longest, dtype=torch.bool)
    for place, row in enumerate(rows):
        ids[place, : len(row)] = torch.tensor(row)
        present[place, : len(row)] = True
    at = torch.arange(longest).expand(len(rows), longest)
    states: list[Tensor] = model(ids, at, present[:, None, :].expand(-1, longest, longest))
    return states
