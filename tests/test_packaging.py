"""What is shipped: every file of data is checked when it is opened, every notice is named."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import motjuste

ROOT = Path(__file__).parents[1]
PACKAGE = Path(motjuste.__file__).parent
DATA = sorted(
    str(path.relative_to(PACKAGE))
    for pattern in ("*.bin", "*.onnx", "*.gz", "tokenizer.json")
    for path in PACKAGE.rglob(pattern)
)
SUGGEST = ["suggest", "She *told* him to go home."]
SENSITIVE = ["check", str(ROOT / "examples/postcard.txt"), "--sensitivity", "0.3"]
# By default words are looked up in the dictionary, and doubted.
CHECK = ["check", str(ROOT / "examples/postcard.txt")]
SCORE = ["score", str(ROOT / "examples/reader.lsr.json"), "--benchmark"]
SCORE += [f"plain:{ROOT / 'examples/letters.csv'}"]
# What one command does not open, the next one does.
COMMANDS = f"""
import sys
sys.path.insert(0, sys.argv[1])
from motjuste.cli import main
codes = map(main, {[SUGGEST, SENSITIVE, CHECK, SCORE]})
sys.exit(next(filter(None, codes), 0))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A copy of the package whose files can be damaged; those that are not are links."""
    root = tmp_path_factory.mktemp("installed")
    shutil.copytree(PACKAGE, root / "motjuste", copy_function=lambda a, b: Path(b).symlink_to(a))
    return root


@pytest.mark.parametrize("name", DATA)
def test_a_file_that_is_cut_short_is_named_with_how_to_mend_it(installed, name):
    path = installed / "motjuste" / name
    whole = path.resolve()
    path.unlink()
    path.write_bytes(whole.read_bytes()[: 2 * whole.stat().st_size // 3])
    try:
        code, line = _run(installed)
    finally:
        path.unlink()
        path.symlink_to(whole)
    assert code == 2, "nobody noticed"
    assert line.count("\n") == 1
    assert str(path) in line
    assert "pip install --force-reinstall" in line


def _run(root):
    ended = subprocess.run(
        [sys.executable, "-c", COMMANDS, str(root)],
        capture_output=True,
        text=True,
        env={"PATH": "/usr/bin:/bin", "HOME": str(root)},
    )
    return ended.returncode, ended.stderr


def test_every_notice_is_a_license_file_of_the_distribution():
    listed = re.search(r"license-files = \[(.*?)\]", (ROOT / "pyproject.toml").read_text(), re.S)
    named = set(re.findall(r'"([^"]+)"', listed[1]))
    notices = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "src").rglob("*")
        if re.search(r"NOTICE|LICEN[CS]E", path.name)
    }
    assert notices <= named
    assert all((ROOT / name).is_file() for name in named)
