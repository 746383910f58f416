"""Exports the encoder: a quantised ONNX graph, 4-bit embeddings, and a smaller tokenizer."""

import hashlib
import json
import warnings
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer
from torch import Tensor, nn

from motjuste.encoder.quantisation import pack_rows, unpack_rows
from motjuste.lexicon.array_file import pack
from motjuste.lexicon.inflection import inflect
from motjuste.lexicon.lexicon import Lexicon
from motjuste.suggester.associations import LETTERS
from motjuste.training.mpnet import MPNet, Sizes
from motjuste.training.vocabulary import Vocabulary
from motjuste.training.word_vectors import load_tokenizer

# The version of the content of `encoder.bin`.
CONTENT = 2
# The layers whose states the graph outputs, side by side.
LAYERS = (4, 5)
_FORMS = {"n": ("NNS",), "v": ("VBZ", "VBD", "VBN", "VBG"), "a": ("JJR", "JJS"), "r": ()}
# The frequency of words whose pieces are kept (log10 of occurrences in a billion words) …
_MIN_FREQUENCY = 2.5
# … and of words whose inflected forms and names keep a piece of their own.
_MIN_FREQUENCY_FORMS = 4.5
# Characters outside ASCII that are kept.
_MARKS = "’‘“”–—…é£€°"


class ReducedTokenizer(NamedTuple):
    """A tokenizer as JSON, and the rows of the original embedding table that it keeps."""

    tokenizer: str
    rows: list[int]


def fewer_pieces(path: Path, vocabulary: Vocabulary, lexicon: Lexicon) -> ReducedTokenizer:
    """The tokenizer without pieces that neither the vocabulary nor common English needs.

    Removed pieces are split into smaller ones; words that are not rare are split as before.
    """
    spec = json.loads(path.read_text("utf-8"))
    used = _used(load_tokenizer(path), _forms(vocabulary, lexicon))
    special = {token["content"] for token in spec["added_tokens"]}
    old = sorted(spec["model"]["vocab"].items(), key=lambda entry: entry[1])
    kept = [
        (piece, row) for piece, row in old
        if piece in special or row in used or _is_common(piece, lexicon)
    ]  # fmt: skip
    new = {piece: number for number, (piece, _) in enumerate(kept)}
    spec["model"]["vocab"] = new
    spec["truncation"] = spec["padding"] = None
    for token in spec["added_tokens"]:
        token["id"] = new[token["content"]]
    for end in ("sep", "cls"):
        name = spec["post_processor"][end][0]
        spec["post_processor"][end] = [name, new[name]]
    return ReducedTokenizer(json.dumps(spec, ensure_ascii=False), [row for _, row in kept])


def _forms(vocabulary: Vocabulary, lexicon: Lexicon) -> list[str]:
    """The vocabulary's words that are not rare, and the forms of the common ones."""
    texts: list[str] = []
    for word, place in zip(vocabulary.words(lexicon), vocabulary.pos.tolist(), strict=True):
        frequency = lexicon.frequency(word)
        texts += [word] * (frequency >= _MIN_FREQUENCY)
        if frequency >= _MIN_FREQUENCY_FORMS:
            texts += [inflect(word, form) for form in _FORMS[LETTERS[place]]]
    return texts


def _used(tokenizer: Tokenizer, texts: list[str]) -> set[int]:
    encoded = tokenizer.encode_batch(texts, add_special_tokens=False)
    return {row for one in encoded for row in one.ids}


def _is_common(piece: str, lexicon: Lexicon) -> bool:
    """Whether a piece is a character, a short number or a common word."""
    body = piece.removeprefix("##")
    if not body.isascii():
        return body in _MARKS
    if len(body) == 1:
        return True
    if piece.startswith("##"):
        return False
    return (body.isdigit() and len(body) == 2) or lexicon.frequency(body) >= _MIN_FREQUENCY_FORMS


def keep_pieces(model: MPNet, rows: list[int]) -> MPNet:
    """The model with the embeddings of the kept pieces only, rounded to four bits."""
    kept = model.words.weight.detach().numpy()[rows]
    table = torch.from_numpy(unpack_rows(*pack_rows(kept)))
    model.words = nn.Embedding.from_pretrained(table, freeze=True)
    return model


class Graph(nn.Module):
    """The ONNX graph: states, keys and values of new pieces, given those of earlier pieces."""

    def __init__(self, model: MPNet) -> None:
        super().__init__()
        self.model = model

    def forward(
        self, words: Tensor, at: Tensor, past_at: Tensor, allowed: Tensor, past: Tensor
    ) -> tuple[Tensor, Tensor]:
        """`allowed`: (rows, new pieces, all pieces); `past`: keys and values by layer."""
        x = self.model.first(words, at)
        bias = self.model.bias(at, torch.cat([past_at, at], 1), allowed)
        states, present = [], []
        for number, layer in enumerate(self.model.layers):
            x, kept = layer(x, bias, past[number])
            states.append(x)
            present.append(kept)
        return torch.cat([states[layer - 1] for layer in LAYERS], -1), torch.stack(present)


_INPUTS = ("words", "at", "past_at", "allowed", "past")
_OUTPUTS = ("states", "present")
_AXES = {
    "words": {0: "rows", 1: "pieces"},
    "at": {0: "rows", 1: "pieces"},
    "past_at": {0: "rows", 1: "earlier"},
    "allowed": {0: "rows", 1: "pieces", 2: "all"},
    "past": {2: "rows", 4: "earlier"},
    "states": {0: "rows", 1: "pieces"},
    "present": {2: "rows", 4: "pieces"},
}


def _example(sizes: Sizes, layers: int, new: int = 7, old: int = 12) -> tuple[Tensor, ...]:
    return (
        torch.zeros(1, new, sizes.width),
        torch.arange(new)[None],
        torch.arange(old)[None],
        torch.ones(1, new, old + new, dtype=torch.bool),
        torch.zeros(layers, 2, 1, sizes.heads, old, sizes.head),
    )


def write_graph(model: MPNet, path: Path) -> None:
    """Write the graph with 8-bit weights and a scale for each column."""
    whole = path.with_suffix(".float.onnx")
    with warnings.catch_warnings():
        # The newer exporter fixes axes that must stay dynamic for the two kinds of pass.
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            Graph(model).eval(),
            _example(model.sizes, len(model.layers)),
            str(whole),
            input_names=list(_INPUTS),
            output_names=list(_OUTPUTS),
            dynamic_axes=_AXES,
            dynamo=False,
            opset_version=17,
        )
    # A reduced range of 7 bits: with 8, processors without VNNI saturate and give other results.
    quantize_dynamic(
        whole, path, per_channel=True, reduce_range=True, weight_type=QuantType.QInt8,
        extra_options={"MatMulConstBOnly": True},
    )  # fmt: skip
    whole.unlink()


def export(folder: Path, model: MPNet, head: nn.Linear, fit: nn.Linear, tokenizer: str) -> None:
    """Write `encoder.onnx`, `encoder.bin` and `tokenizer.json`, the same bytes for the same model.

    The model's embeddings are those of the tokenizer's pieces (see `keep_pieces`).
    """
    folder.mkdir(parents=True, exist_ok=True)
    write_graph(model, folder / "encoder.onnx")
    (folder / "tokenizer.json").write_text(tokenizer, "utf-8")
    codes, scale = pack_rows(model.words.weight.detach().numpy())
    arrays = {
        "embedding.codes": codes,
        "embedding.scale": scale,
        "query.weight": head.weight.detach().numpy().astype(np.float16),
        "query.bias": head.bias.detach().numpy().astype(np.float32),
        "fit.weight": fit.weight.detach().numpy()[0].astype(np.float32),
    }
    about = {
        "content": CONTENT,
        "layers": len(model.layers),
        "onnx_sha256": _sha256(folder / "encoder.onnx"),
        "tokenizer_sha256": _sha256(folder / "tokenizer.json"),
    }
    (folder / "encoder.bin").write_bytes(pack(arrays, about))


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
