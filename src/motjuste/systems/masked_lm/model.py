"""A Hugging Face model: loaded once, and run on many rows in batches.

A row is a sequence of word embeddings, so that a system may alter the target's before the model
sees it. Rows are padded to the longest of their batch and masked, and answers are read from each
row's own length alone: what else is in the batch does not matter beyond the noise of 32-bit floats
(about 1e-6 of a score; scores are given to six digits).
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from logging import ERROR, getLogger
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from motjuste.errors import BadInputError, MissingModelError, MissingResourceError, brief
from motjuste.extras import need
from motjuste.systems.masked_lm.pieces import Pieces

T = TypeVar("T")
# A model is numbers, never code: no script of its folder is run, no pickle read.
NO_CODE = {"trust_remote_code": False, "use_safetensors": True}
Array = NDArray[np.float64]
EXTRA = "transformers"
# The largest batch, as the sum of squared row lengths in pieces, when attention is kept …
_MAX_SQUARES_WITH_ATTENTION = 1 << 18
# … and when it is not: fifty candidates in texts of 140 pieces are one batch.
_MAX_SQUARES = 1 << 20
# The largest batch in pieces when the whole vocabulary is predicted at each of them.
_MAX_PREDICTED_PIECES = 1 << 10
# Pieces that a model reads if its configuration does not say.
_LENGTH = 512


class Row(NamedTuple):
    """The pieces of one pass, or their embeddings."""

    ids: tuple[int, ...]
    vectors: Any = None


class Core(NamedTuple):
    """The module and its tokenizer, loaded once and shared."""

    module: Any
    pieces: Pieces
    depth: int


class Model:
    """A model that gives states of chosen layers, attention, and logits at a position."""

    def __init__(self, core: Core, layers: Sequence[int], batch: int, onnx: bool = False) -> None:
        self.core, self.layers, self.batch = core, tuple(layers), batch
        self.pieces = core.pieces
        self._onnx: Any = None
        if onnx:
            from motjuste.systems.masked_lm.onnx import OnnxNetwork

            self._onnx = OnnxNetwork(core.module, self.layers)

    def words(self, ids: Sequence[int]) -> Any:
        """The word embeddings of the pieces, before positions are added."""
        import torch

        with torch.no_grad():
            return self.core.module.get_input_embeddings()(self._tensor(ids))[0]

    def embedded(self, ids: Sequence[int]) -> Any:
        """The output of the whole embedding layer: positions added, normalised."""
        import torch

        layer = getattr(self.core.module.base_model, "embeddings", None)
        if layer is None:
            raise BadInputError("this model has no layer of embeddings; use embed_twice=false")
        with torch.no_grad():
            return layer(input_ids=self._tensor(ids))[0]

    def _tensor(self, ids: Sequence[int]) -> Any:
        import torch

        return torch.tensor([list(ids)], device=self.core.module.device)

    def states(
        self, rows: Sequence[Row], read: Callable[[int, Array, Array], T], attention: bool = False
    ) -> list[T]:
        """The result of `read` for each row, which gets its number, its states and its attention.

        States are layers by positions by width. Attention, if asked for, is the mean over all
        layers and heads, by the position that looks and the position looked at.
        """
        results: dict[int, T] = {}
        most = _MAX_SQUARES_WITH_ATTENTION if attention else _MAX_SQUARES
        for chosen in self._batches(rows, most, squared=True):
            hidden, looks = self._states(*self._padded([rows[i] for i in chosen]), attention)
            for place, i in enumerate(chosen):
                size = len(rows[i].ids)
                row_states = hidden[:, place, :size].astype(np.float64)
                results[i] = read(i, row_states, looks[place, :size, :size].astype(np.float64))
        return [results[i] for i in range(len(rows))]

    def logits(self, rows: Sequence[Row], places: Sequence[int]) -> list[Array]:
        """The logits of the whole vocabulary at one position of each row."""
        logits: dict[int, Array] = {}
        for chosen in self._batches(rows, _MAX_PREDICTED_PIECES):
            predicted = self._logits(
                *self._padded([rows[i] for i in chosen]), [places[i] for i in chosen]
            )
            for i, row_logits in zip(chosen, predicted, strict=True):
                logits[i] = row_logits.astype(np.float64)
        return [logits[i] for i in range(len(rows))]

    def _batches(
        self, rows: Sequence[Row], most: int, squared: bool = False
    ) -> Iterator[list[int]]:
        """Batches of rows of similar length, as large as memory and the setting allow."""
        chosen: list[int] = []
        for i in sorted(range(len(rows)), key=lambda i: len(rows[i].ids)):
            size = len(rows[i].ids)
            if chosen and (
                len(chosen) >= self.batch
                or (len(chosen) + 1) * (size * size if squared else size) > most
            ):
                yield chosen
                chosen = []
            chosen.append(i)
        if chosen:
            yield chosen

    def _padded(self, rows: Sequence[Row]) -> tuple[Any, Any]:
        import torch

        vectors = [self.words(row.ids) if row.vectors is None else row.vectors for row in rows]
        longest = max(len(row.ids) for row in rows)
        mask = torch.zeros((len(rows), longest), dtype=torch.long, device=vectors[0].device)
        for i, row in enumerate(rows):
            mask[i, : len(row.ids)] = 1
        return torch.nn.utils.rnn.pad_sequence(vectors, batch_first=True), mask

    def _states(self, vectors: Any, mask: Any, attention: bool) -> tuple[Any, Any]:
        if self._onnx is not None:
            return self._onnx.states(vectors, mask)  # type: ignore[no-any-return]
        import torch

        with torch.no_grad():
            hidden, looks = states_of(self.core.module, self.layers, vectors, mask, attention)
        return hidden.cpu().numpy(), looks.cpu().numpy()

    def _logits(self, vectors: Any, mask: Any, places: list[int]) -> Any:
        if self._onnx is not None:
            return self._onnx.logits(vectors, mask)[np.arange(len(places)), places]
        import torch

        with torch.no_grad():
            logits = self.core.module(inputs_embeds=vectors, attention_mask=mask).logits
        return logits[torch.arange(len(places)), places].cpu().numpy()


def states_of(
    module: Any, layers: Sequence[int], vectors: Any, mask: Any, attention: bool = True
) -> tuple[Any, Any]:
    """The states of some layers (0 is the output of the embeddings) and the mean attention."""
    import torch

    output = module.base_model(
        inputs_embeds=vectors,
        attention_mask=mask,
        output_hidden_states=True,
        output_attentions=attention,
    )
    hidden = torch.stack([output.hidden_states[layer] for layer in layers])
    if not attention:
        return hidden, hidden.new_zeros((len(vectors), 0, 0))
    looks = torch.cat(output.attentions, dim=1).mean(dim=1)
    return hidden, looks


def load(
    name: str, what: str, head: bool = True, depth: int | None = None, device: str = "auto"
) -> Core:
    """A model and its tokenizer by name or folder; `depth` leaves out the layers above.

    `what` names in errors what needs it. Anything wrong with the model becomes a one-line error.
    """
    return _load(*find_model(name, what, device), head, depth)


def find_model(name: str, what: str, device: str) -> tuple[str, str]:
    """The name or folder of a model, and the device to run it on, if both can be."""
    torch = need("torch", what, EXTRA)
    need("transformers", what, EXTRA)
    if not name:
        raise BadInputError(f"{what} needs a model: --set model=NAME or model=FOLDER")
    folder = Path(name).expanduser()
    if not folder.is_dir() and (name.startswith(("/", "~", ".")) or name.count("/") > 1):
        raise MissingResourceError(f"model {name!r}: there is no such folder")
    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    return str(folder) if folder.is_dir() else name, device


@contextmanager
def silence() -> Iterator[None]:
    """Suppress what the library prints while it reads and writes models."""
    from transformers.utils import logging

    before = logging.get_verbosity()
    bars = logging.is_progress_bar_enabled()
    hub = getLogger("huggingface_hub")
    level = hub.level
    # The hub logs every attempt to reach it; a failure is reported once, by our own error.
    hub.setLevel(ERROR)
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        hub.setLevel(level)
        logging.set_verbosity(before)
        if bars:
            logging.enable_progress_bar()


@contextmanager
def reading_model(name: str) -> Iterator[None]:
    """Suppress output while a model is read; any error becomes one line."""
    with silence():
        try:
            _check_weight_files(Path(name))
            yield
        except BadInputError:
            raise
        except Exception as error:
            # A third-party library reads files of unknown origin: any exception is possible.
            raise MissingModelError(name, _line(error)) from None


def _check_weight_files(folder: Path) -> None:
    """Refuse a folder that takes weights from elsewhere: its index names files, not paths."""
    for index in folder.glob("*.index.json"):
        for name in set(json.loads(index.read_text("utf-8"))["weight_map"].values()):
            if Path(name).name != name:
                raise BadInputError(f"{index}: names {brief(name)}, which is not in its folder")


def read_tokenizer(name: str) -> Any:
    """The tokenizer of a model; it must give the offsets of its pieces."""
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(name, trust_remote_code=False)
    if not tokenizer.is_fast:
        raise BadInputError(f"model {name!r} has no fast tokenizer, so no offsets of its pieces")
    return tokenizer


@lru_cache(maxsize=4)
def _load(name: str, device: str, head: bool, depth: int | None) -> Core:
    from transformers import AutoConfig

    with reading_model(name):
        config = AutoConfig.from_pretrained(name, trust_remote_code=False)
        tokenizer = read_tokenizer(name)
        module = _module(name, config, head, depth).to(device).eval()
    return Core(module, Pieces(tokenizer, limit_of(config, tokenizer)), config.num_hidden_layers)


def _module(name: str, config: Any, head: bool, depth: int | None) -> Any:
    from transformers import AutoModel, AutoModelForMaskedLM

    # One layer more than requested: some models normalise the output of the last one.
    if depth is not None and 0 <= depth < config.num_hidden_layers - 1:
        config.num_hidden_layers = depth + 1
    kind = AutoModelForMaskedLM if head else AutoModel
    module, info = kind.from_pretrained(
        name, config=config, attn_implementation="eager", output_loading_info=True, **NO_CODE
    )
    # Weights that are not in the file are initialised at random.
    if head and any(not key.startswith(module.base_model_prefix) for key in info["missing_keys"]):
        raise BadInputError(
            f"model {name!r} has no masked language model head; rank with encoder-ranker instead"
        )
    return module


def _line(error: Exception) -> str:
    """The first line of an error message."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[0] if lines else type(error).__name__).rstrip(".")


def limit_of(config: Any, tokenizer: Any) -> int:
    """The number of pieces that the model can read at once."""
    positions = getattr(config, "max_position_embeddings", None) or _LENGTH
    # RoBERTa and its like count positions from 2.
    first = 2 if config.model_type not in ("bert", "distilbert", "electra", "albert") else 0
    return int(min(tokenizer.model_max_length, positions - first))


def layers_named(text: str, depth: int) -> list[int]:
    """Layers as a setting gives them: `5`, `-1` (the last), `4,5,6`.

    >>> layers_named("5", 12), layers_named("-1,0", 12)
    ([5], [12, 0])
    """
    try:
        numbers = [int(part) for part in text.split(",")]
        return [range(depth + 1)[layer] for layer in numbers]
    except ValueError:
        raise BadInputError(f"layers {text!r} are not numbers with commas between them") from None
    except IndexError:
        raise BadInputError(f"layers {text!r}: the model has layers 0 to {depth}") from None
