"""`suggest` as a program: on terminals wide and narrow, before closed pipes, and interrupted."""

import re
import signal
import subprocess
import sys
from pathlib import Path

from suggesting import PAPER
from terminals import on_terminal

COMMAND = [sys.executable, "-m", "motjuste"]


def test_a_closed_pipe_is_no_error():
    command = [*COMMAND, "suggest", "a *big* dog", "-s", "wordnet"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_an_interruption_is_one_line():
    command = [*COMMAND, "suggest", "-", "-s", "wordnet"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as process:
        # It waits for its text once it has read this.
        process.stdin.write(b"x" * 1_000_000)
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert (process.returncode, errors) == (130, b"motjuste: interrupted\n")


def shown(columns, **environment):
    """The lines of `suggest` on a terminal of a given width, in columns."""
    code = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r})\n"
        "from motjuste.systems import registry\n"
        "registry.SYSTEMS['fake'] = 'suggesting:Fake'\n"
        "from motjuste.cli import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "suggest", PAPER, "-s", "fake"]
    return on_terminal(command, columns, **environment).splitlines()


def test_on_a_terminal_the_target_stands_out_and_scores_have_bars():
    lines = shown(80)
    assert lines[0] == "I read an \x1b[1;36mamazing\x1b[0m paper today."
    # 0.83, 0.5 and 0.25 of ten cells.
    assert [line.count("█") for line in lines[1:4]] == [8, 5, 2]


def test_a_terminal_without_colour_has_none():
    lines = shown(80, NO_COLOR="1")
    assert lines[0] == "I read an \x1b[1mamazing\x1b[0m paper today."
    assert not any("36m" in line for line in lines)
    assert shown(80, TERM="dumb")[0] == PAPER


def test_a_narrow_terminal_has_a_line_for_each_word():
    styled = shown(24)
    lines = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in styled]
    words = [line for line in lines if line[:4].strip().isdigit()]
    assert [line.split()[1] for line in words] == ["wonderful", "awesome", "great"]
    assert max(map(len, lines)) <= 24
