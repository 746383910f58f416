"""A folder that claims to be a model runs no code of its own."""

import json
import pickle
from pathlib import Path

import pytest

pytest.importorskip("transformers")

from safetensors import safe_open

import tiny_models
from motjuste.errors import BadInputError, MotjusteError
from motjuste.systems import make_system, with_settings
from motjuste.text import Target


class Bomb:
    """A pickle that makes a file when it is read."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return (Path.touch, (self.path,))


def suggest(folder):
    with_settings(make_system("bert-m"), {"model": folder}).suggest([Target("a big dog", 2, 5)])


def test_a_script_in_the_folder_is_not_run(tmp_path):
    folder, ran = tiny_models.bert(tmp_path / "model"), tmp_path / "ran"
    code = f"from pathlib import Path\nPath({str(ran)!r}).touch()\n"
    (Path(folder) / "own.py").write_text(code + "class Own:\n    pass\n")
    path = Path(folder) / "config.json"
    config = json.loads(path.read_text())
    config["model_type"] = "own"
    config["auto_map"] = {"AutoConfig": "own.Own", "AutoModelForMaskedLM": "own.Own"}
    path.write_text(json.dumps(config))
    with pytest.raises(MotjusteError, match="cannot be loaded"):
        suggest(folder)
    assert not ran.exists()


def test_no_weights_are_read_from_outside_the_folder(tmp_path):
    folder, outside = Path(tiny_models.bert(tmp_path / "model")), tmp_path / "outside.safetensors"
    (folder / "model.safetensors").rename(outside)
    with safe_open(outside, "pt") as weights:
        named = dict.fromkeys(weights.keys(), "../outside.safetensors")
    index = folder / "model.safetensors.index.json"
    index.write_text(json.dumps({"metadata": {"total_size": 1}, "weight_map": named}))
    with pytest.raises(BadInputError, match="which is not in its folder"):
        suggest(str(folder))


def test_a_pickle_of_weights_is_not_read(tmp_path):
    folder, ran = tiny_models.bert(tmp_path / "model"), tmp_path / "ran"
    (Path(folder) / "model.safetensors").unlink()
    (Path(folder) / "pytorch_model.bin").write_bytes(pickle.dumps(Bomb(ran)))
    with pytest.raises(MotjusteError, match="cannot be loaded"):
        suggest(folder)
    assert not ran.exists()
