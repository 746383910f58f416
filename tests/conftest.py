"""Where the tests find real data, and what they do without it."""

import os
from pathlib import Path

import pytest

from motjuste.benchmarks.swords import write
from small import benchmark, item, labels


def _missing(what: str) -> None:
    """Skip for want of data, unless nothing may be skipped."""
    if os.environ.get("MOTJUSTE_TEST_ALL"):
        pytest.fail(f"{what} is not there, and MOTJUSTE_TEST_ALL says that nothing may be skipped")
    pytest.skip(f"needs {what}")


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of real benchmarks."""
    folder = Path(os.environ.get("MOTJUSTE_DATA") or "/nonexistent")
    if not folder.is_dir():
        _missing("MOTJUSTE_DATA")
    return folder


@pytest.fixture(scope="session")
def reference(data: Path) -> Path:
    """The folder of outputs with what the papers' own scorers print for them."""
    folder = data.parent / "reference"
    if not folder.is_dir():
        _missing("the folder 'reference' beside MOTJUSTE_DATA")
    return folder


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    """A small benchmark in a file."""
    path = tmp_path / "gold.json.gz"
    write(
        benchmark(
            item("1", "car", {"auto": labels(9, 1), "train": labels(1, 9)}),
            item("2", "dog", {"hound": labels(6, 4), "cat": labels(0, 3)}),
        ),
        path,
    )
    return path
