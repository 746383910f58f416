"""Every row of every rule file does what it says, in both of its sentences."""

import pytest

from motjuste.rules.checker import check_files
from motjuste.rules.rows import rule_files


@pytest.fixture(scope="module")
def problems():
    return check_files(rule_files())[1]


@pytest.mark.parametrize("name", [path.name for path in rule_files()])
def test_each_row_fires_in_its_sentence_and_is_quiet_in_the_other(name, problems):
    faults = [str(problem) for problem in problems if problem.file == name]
    assert not faults, "\n" + "\n".join(faults)
