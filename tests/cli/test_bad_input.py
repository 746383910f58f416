"""A sample of what `make fuzz` tries: commands refuse any bad input in one line."""

import subprocess
import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).parents[2] / "scripts" / "fuzz.py"


@pytest.mark.parametrize("seed", [0, 1_000])
def test_bad_input_is_refused_in_one_short_line_without_control_characters(seed):
    command = [sys.executable, str(FUZZ), "--tries", "15", "--seed", str(seed)]
    tried = subprocess.run(command, capture_output=True, text=True)
    assert tried.returncode == 0, tried.stdout + tried.stderr
