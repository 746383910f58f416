"""`check` on a terminal: colours, width, questions, interruption."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from check_command import PROGRAM, command, write
from terminals import on_terminal

pytestmark = pytest.mark.usefixtures("surroundings")


def test_a_terminal_has_colours_unless_nobody_wants_them():
    write("a.txt", "Such a big dog.")
    coloured = on_terminal([*PROGRAM, "check", "a.txt", "-s", "listed"], 80)
    assert "\x1b[1;33mbig\x1b[0m" in coloured
    plain = on_terminal([*PROGRAM, "check", "a.txt", "-s", "listed"], 80, NO_COLOR="1")
    assert "33m" not in plain
    assert "Such a" in plain


def test_a_narrow_terminal_shows_the_words_in_a_part_of_the_line():
    write("a.txt", "one two three four five six seven " * 5 + "big dog " + "eight nine ten " * 9)
    shown = re.sub(
        r"\x1b\[[\d;]*m", "", on_terminal([*PROGRAM, "check", "a.txt", "-s", "listed"], 40)
    )
    lines = shown.splitlines()
    (marks,) = [number for number, line in enumerate(lines) if line.strip() == "^^^"]
    assert lines[marks - 1][lines[marks].index("^") :].startswith("big")
    assert len(lines[marks - 1]) <= 42


def test_choices_can_be_made_on_a_terminal():
    path = write("a.txt", "Such a big dog.")
    on_terminal([*PROGRAM, "check", "a.txt", "-s", "listed", "-i"], 80, answers=b"2\n")
    assert path.read_text() == "Such a large dog."


@pytest.mark.parametrize("options", [["--format", "json"], ["--apply"]])
def test_the_progress_of_one_long_line_is_shown_in_characters(options):
    length = len(write("a.txt", "Such a fine dog. " * 15_000).read_text())
    shown = on_terminal([*PROGRAM, "check", "a.txt", "-s", "listed", *options], 80)
    done = [int(number) for number in re.findall(rf"(\d+)/{length}", shown)]
    assert done == sorted(done)
    assert any(0 < number < length for number in done)


def test_no_bar_is_shown_among_findings():
    write("a.txt", "Such a fine dog. " * 15_000 + "A big cat.")
    shown = on_terminal([*PROGRAM, "check", "a.txt", "-s", "listed"], 80)
    assert "A \x1b[1;33mbig" in shown
    assert "checking" not in shown


def test_an_interruption_is_one_line_and_touches_nothing(tmp_path):
    path = write("a.txt", "a big dog")
    code = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r})\n"
        "import improver, time\n"
        "from motjuste.systems import registry\n"
        "registry.SYSTEMS['listed'] = 'improver:Listed'\n"
        "improver.Listed.improve = lambda self, texts: print('now', flush=True) or time.sleep(60)\n"
        "from motjuste.cli import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    arguments = [sys.executable, "-c", code, "check", "a.txt", "-s", "listed", "--apply"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(arguments, **pipes) as process:
        assert process.stdout.readline() == b"now\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert (process.returncode, errors) == (130, b"motjuste: interrupted\n")
    assert path.read_text() == "a big dog"


def test_a_directive_that_is_none_is_a_warning_on_standard_error():
    write("a.md", "<!-- motjuste: ignroe -->\nbig\n")
    done = command("check", "a.md", "-s", "listed", "--format", "json")
    assert b"warning: 'motjuste: ignroe' is not a directive" in done.stderr
    assert len(json.loads(done.stdout)["improvements"]) == 1
