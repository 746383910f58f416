"""Every row of every rule file does what it says, in both of its sentences."""

from motjuste.rules.rows import rule_files
from motjuste.rules.validation import check_files


# One test of all files: tests of one file each would read all rules in every process.
def test_each_row_fires_in_its_sentence_and_is_quiet_in_the_other():
    faults = [str(problem) for problem in check_files(rule_files())[1]]
    assert not faults, "\n" + "\n".join(faults)
