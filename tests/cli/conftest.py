"""What the tests of the command line share: a small benchmark in a file."""

import pytest

from motjuste.benchmarks.swords import write
from small import benchmark, item, labels


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.json.gz"
    write(
        benchmark(
            item("1", "car", {"auto": labels(9, 1), "train": labels(1, 9)}),
            item("2", "dog", {"hound": labels(6, 4), "cat": labels(0, 3)}),
        ),
        path,
    )
    return path
