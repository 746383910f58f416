"""A folder that claims to be a model runs no code of its own."""

import json
import pickle
from pathlib import Path

import pytest

pytest.importorskip("transformers")

import torch
from safetensors import safe_open
from safetensors.torch import load_file

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


def with_script(folder, ran, **claims):
    """Put a script into a model's folder that makes a file when it is run, and name it."""
    code = f"from pathlib import Path\nPath({str(ran)!r}).touch()\n"
    (Path(folder) / "own.py").write_text(code + "class Own:\n    pass\n")
    path = Path(folder) / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **claims}))


def test_a_script_in_the_folder_is_not_run(tmp_path):
    folder, ran = tiny_models.bert(tmp_path / "model"), tmp_path / "ran"
    scripts = {"AutoConfig": "own.Own", "AutoModelForMaskedLM": "own.Own"}
    with_script(folder, ran, model_type="own", auto_map=scripts)
    with pytest.raises(MotjusteError, match="cannot be loaded"):
        suggest(folder)
    assert not ran.exists()


@pytest.mark.parametrize("kind", ["AutoModelForMaskedLM", "AutoConfig"])
def test_a_script_is_passed_over_where_the_model_is_of_a_known_kind(tmp_path, kind):
    folder, ran = tiny_models.bert(tmp_path / "model"), tmp_path / "ran"
    with_script(folder, ran, auto_map={kind: "own.Own"})
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


def test_weights_are_read_from_safetensors_alone(tmp_path):
    folder = Path(tiny_models.bert(tmp_path / "model"))
    torch.save(load_file(folder / "model.safetensors"), folder / "pytorch_model.bin")
    (folder / "model.safetensors").unlink()
    with pytest.raises(MotjusteError, match="cannot be loaded"):
        suggest(str(folder))


def test_a_pickle_of_weights_is_not_read(tmp_path):
    folder, ran = tiny_models.bert(tmp_path / "model"), tmp_path / "ran"
    (Path(folder) / "model.safetensors").unlink()
    (Path(folder) / "pytorch_model.bin").write_bytes(pickle.dumps(Bomb(ran)))
    with pytest.raises(MotjusteError, match="cannot be loaded"):
        suggest(folder)
    assert not ran.exists()
