"""The requirements of training, extras and files, checked before hours are spent."""

from pathlib import Path

from motjuste.errors import bad_file
from motjuste.extras import need

_MODULES = ("lightgbm", "onnx", "safetensors", "scipy", "torch")
_FILES = ("model.safetensors", "tokenizer.json")


def check_inputs(checkpoint: Path, glove: Path, semcor: Path, wordnet: Path) -> None:
    """Raise an error that names what is missing."""
    for module in _MODULES:
        need(module, "training", "train")
    for name in _FILES:
        if not (checkpoint / name).is_file():
            raise bad_file(
                checkpoint, f"holds no {name}", "give a folder of all-mpnet-base-v2 as published"
            )
    if not glove.is_file():
        raise bad_file(glove, "there is no such file", "give GloVe's vectors with --glove")
    if not semcor.is_file():
        raise bad_file(semcor, "there is no such file", "give SemCor's sentences with --semcor")
    if not (wordnet / "index.noun").is_file():
        raise bad_file(wordnet, "holds no index.noun", "give WordNet 3.0's folder dict")
