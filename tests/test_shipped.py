"""Text files of the package: a damaged one is named, with how to mend it."""

import base64
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import motjuste
from motjuste import shipped
from motjuste.errors import BadInputError
from motjuste.shipped import read_shipped, shipped_rows

PACKAGE = Path(motjuste.__file__).parent
TABLE = b"# words\nbig\tlarge\ngood\tfine\n"
MEND = "install the package again:  pip install --force-reinstall --no-deps motjuste"


def checksum(content):
    """As PEP 376 describes it."""
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


@pytest.fixture
def table(tmp_path, monkeypatch):
    """A file of an installed package, with its line in the list of the package's files."""
    path = tmp_path / "motjuste" / "table.tsv"
    path.parent.mkdir()
    path.write_bytes(TABLE)
    record = tmp_path / "motjuste-1.0.dist-info" / "RECORD"
    record.parent.mkdir()
    record.write_text(
        f"motjuste/table.tsv,sha256={checksum(TABLE)},{len(TABLE)}\nmotjuste/a.pyc,,\n"
    )
    monkeypatch.setattr(shipped, "ROOT", tmp_path)
    return path


def test_the_rows_of_a_table_are_read_without_comments(table):
    assert list(shipped_rows(table, 2)) == [["big", "large"], ["good", "fine"]]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(TABLE[: 2 * len(TABLE) // 3], id="cut"),
        pytest.param(TABLE.replace(b"large", b"marge"), id="one byte changed"),
        pytest.param(b"", id="empty"),
    ],
)
def test_a_damaged_file_of_an_installed_package_is_named_with_the_remedy(table, content):
    table.write_bytes(content)
    with pytest.raises(BadInputError) as raised:
        read_shipped(table)
    assert str(raised.value) == f"{table}: is damaged (it fails its checksum); {MEND}"


def test_a_missing_file_is_named(table):
    table.unlink()
    with pytest.raises(BadInputError, match=r"table\.tsv: is missing or damaged; install"):
        read_shipped(table)


def test_in_a_working_copy_files_may_be_edited_but_not_out_of_form(tmp_path):
    path = tmp_path / "table.tsv"
    path.write_text("big\tlarge\n\ngood\n")
    with pytest.raises(BadInputError, match="line 3 has 1 columns, not 2"):
        list(shipped_rows(path, 2))


# Tables of several rooms, and commands that read them.
READ = {
    "rules/data/wordy.tsv": ["check", "a.txt"],
    "lexicon/data/closed_classes.tsv": ["suggest", "a *big* dog"],
    "lexicon/data/irregular.tsv": ["suggest", "two *big* dogs"],
    "lexicon/data/registers.tsv": ["suggest", "a *big* dog"],
    "rules/data/detector/usage.tsv": ["check", "a.txt", "--sensitivity", "0.3"],
}


def copied(source, target):
    """As `shutil.copy`, but a link where a file is large."""
    large = source.endswith((".bin", ".onnx"))
    return os.symlink(source, target) if large else shutil.copy(source, target)


def test_a_command_names_the_damaged_file_that_it_reads(tmp_path):
    site, lines = tmp_path / "site", []
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, site / "motjuste", ignore=ignored, copy_function=copied)
    for name in READ:
        content = (site / "motjuste" / name).read_bytes()
        lines.append(f"motjuste/{name},sha256={checksum(content)},{len(content)}\n")
    record = site / "motjuste-1.0.dist-info" / "RECORD"
    record.parent.mkdir()
    record.write_text("".join(lines))
    (tmp_path / "a.txt").write_text("It was a very big dog, in order to see.\n")
    for name, arguments in READ.items():
        path = site / "motjuste" / name
        whole = path.read_bytes()
        path.write_bytes(whole[: len(whole) // 3 * 2])
        done = subprocess.run(
            [sys.executable, "-B", "-m", "motjuste", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(site)},
            capture_output=True,
            text=True,
        )
        path.write_bytes(whole)
        damaged = f"motjuste: {path}: is damaged (it fails its checksum); {MEND}\n"
        assert (done.returncode, done.stderr) == (2, damaged)
