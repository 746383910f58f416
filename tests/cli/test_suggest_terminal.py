"""`suggest` as a program: on terminals wide and narrow, before closed pipes, and interrupted."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

from suggesting import PAPER

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


def on_terminal(columns, arguments, **environment):
    """What a command prints on a terminal of so many columns."""
    code = f"import os, sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r})\n" + (
        "from motjuste.systems import registry\n"
        "registry._OWN['fake'] = 'suggesting:Fake'\n"
        "from motjuste.cli import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    ours, theirs = pty.openpty()
    unset = {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"}
    base = {name: value for name, value in os.environ.items() if name not in unset}
    settings = {**base, "TERM": "xterm-256color", "COLUMNS": str(columns), **environment}
    command = [sys.executable, "-c", code, *arguments]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=settings)
    os.close(theirs)
    printed = b""
    while select.select([ours], [], [], 30)[0]:
        try:
            printed += os.read(ours, 65_536)
        except OSError:
            # How Linux says that nobody writes any more.
            break
    os.close(ours)
    assert process.wait() == 0
    return printed.decode().replace("\r\n", "\n").splitlines()


def test_on_a_terminal_the_target_stands_out_and_scores_have_bars():
    lines = on_terminal(80, ["suggest", PAPER, "-s", "fake"])
    assert lines[0] == "I read an \x1b[1;36mamazing\x1b[0m paper today."
    # 0.83, 0.5 and 0.25 of ten cells.
    assert [line.count("█") for line in lines[1:4]] == [8, 5, 2]


def test_a_terminal_without_colour_has_none():
    lines = on_terminal(80, ["suggest", PAPER, "-s", "fake"], NO_COLOR="1")
    assert lines[0] == "I read an \x1b[1mamazing\x1b[0m paper today."
    assert not any("36m" in line for line in lines)
    assert on_terminal(80, ["suggest", PAPER, "-s", "fake"], TERM="dumb")[0] == PAPER


def test_a_narrow_terminal_has_a_line_for_each_word():
    styled = on_terminal(24, ["suggest", PAPER, "-s", "fake"])
    lines = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in styled]
    words = [line for line in lines if line[:4].strip().isdigit()]
    assert [line.split()[1] for line in words] == ["wonderful", "awesome", "great"]
    assert max(map(len, lines)) <= 24
