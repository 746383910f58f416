"""A trained model with its tokenizer, for the end-to-end systems and their training."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from motjuste.errors import BadInputError
from motjuste.systems.masked_lm.model import (
    find_model,
    limit_of,
    read_tokenizer,
    reading_model,
    silence,
)
from motjuste.systems.masked_lm.pieces import Pieces

Paradigm = Literal["bert", "bart", "cmlm"]
# The file in which training describes the model of a folder …
ABOUT = "motjuste.json"
# … and the subfolder with the best checkpoint.
BEST = "model"


@dataclass
class Network:
    """A module and its tokenizer."""

    module: Any
    pieces: Pieces

    @property
    def blank(self) -> int:
        """The padding piece, which also stands for nothing where a word has become shorter."""
        return int(self.pieces.tokenizer.pad_token_id)

    def batches(self, rows: Sequence[Sequence[int]], size: int) -> Iterator[list[int]]:
        """The indices of rows in batches of similar length."""
        order = sorted(range(len(rows)), key=lambda n: len(rows[n]))
        for first in range(0, len(order), size):
            yield order[first : first + size]

    def padded(self, rows: Sequence[Sequence[int]]) -> tuple[Any, Any]:
        """Rows as one padded tensor, and its mask."""
        import torch

        longest = max(map(len, rows))
        filled = [[*row, *[self.blank] * (longest - len(row))] for row in rows]
        mask = [[1] * len(row) + [0] * (longest - len(row)) for row in rows]
        device = self.module.device
        return torch.tensor(filled, device=device), torch.tensor(mask, device=device)

    def save(self, folder: Path, about: dict[str, Any]) -> None:
        """Write the model into a folder from which it can be loaded."""
        folder.mkdir(parents=True, exist_ok=True)
        with silence():
            self.module.save_pretrained(folder)
        self.pieces.tokenizer.save_pretrained(folder)
        (folder / ABOUT).write_text(json.dumps(about, indent=1), "utf-8")


def load_network(name: str, paradigm: Paradigm, what: str, device: str = "auto") -> Network:
    """A model by name or folder; `what` names in errors what needs it."""
    folder, device = find_model(name, what, device)
    path = Path(folder)
    if (path / BEST / ABOUT).is_file():
        folder = str(path / BEST)
    _check(Path(folder), paradigm)
    return _read(folder, paradigm, device)


def _check(folder: Path, paradigm: Paradigm) -> None:
    """Refuse a model of another paradigm, which would load and give nonsense."""
    about = folder / ABOUT
    if about.is_file():
        trained = json.loads(about.read_text("utf-8")).get("model")
        if trained != paradigm:
            raise BadInputError(f"{folder} was trained as {trained}, not as {paradigm}")


@lru_cache(maxsize=4)
def _read(name: str, paradigm: Paradigm, device: str) -> Network:
    return read_network(name, paradigm, device)


def read_network(name: str, paradigm: Paradigm, device: str) -> Network:
    """A model, read from its files."""
    with reading_model(name):
        tokenizer = read_tokenizer(name)
        kind = network_class(paradigm)
        module, info = kind.from_pretrained(name, output_loading_info=True, use_safetensors=True)
        made_up = [key for key in info["missing_keys"] if "length" not in key]
        if made_up:
            raise BadInputError(
                f"model {name!r} has no weights for {made_up[0]}: it is no {paradigm} model"
            )
        pieces = Pieces(tokenizer, limit_of(module.config, tokenizer))
        return Network(module.to(device).eval(), pieces)


def network_class(paradigm: Paradigm) -> Any:
    """The class of the module of a paradigm."""
    import transformers

    if paradigm == "bert":
        return transformers.AutoModelForMaskedLM
    if paradigm == "bart":
        return transformers.AutoModelForSeq2SeqLM
    from motjuste.systems.end_to_end.cmlm_network import Cmlm

    return Cmlm
