"""Where the tests find real data, and what they do without it."""

import os
import signal
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from motjuste.benchmarks.swords import write
from small import benchmark, item, labels

# A shell lets what it starts in the background ignore Ctrl-C, and so would the commands under test.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

pytest_plugins = ("browser_fixtures", "check_fixtures", "llm_fixtures", "suggest_fixtures")

# `make test` tries the same examples on every machine, however busy, `.ci/run` more of the same,
# and `make fuzz` new ones. How fast examples are made depends on what else the machine does.
_ALWAYS = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
_FIXED = {**_ALWAYS, "derandomize": True, "database": None}
settings.register_profile("fixed", max_examples=25, **_FIXED)
settings.register_profile("thorough", max_examples=100, **_FIXED)
settings.register_profile("explore", max_examples=100, print_blob=True, **_ALWAYS)
settings.load_profile(os.environ.get("MOTJUSTE_HYPOTHESIS", "fixed"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are processors: a third of the time, tests wait for something."""
    return len(os.sched_getaffinity(0)) + 1


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With MOTJUSTE_TEST_ALL set, a skipped test counts as failed."""
    report = yield
    if report.skipped and os.environ.get("MOTJUSTE_TEST_ALL"):
        report.outcome = "failed"
        report.longrepr = f"skipped although nothing may be: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of real benchmarks."""
    folder = Path(os.environ.get("MOTJUSTE_DATA") or "/nonexistent")
    if not folder.is_dir():
        pytest.skip("needs MOTJUSTE_DATA")
    return folder


@pytest.fixture(scope="session")
def reference(data: Path) -> Path:
    """The folder of outputs with what the papers' own scorers print for them."""
    folder = data.parent / "reference"
    if not folder.is_dir():
        pytest.skip("needs the folder 'reference' beside MOTJUSTE_DATA")
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
