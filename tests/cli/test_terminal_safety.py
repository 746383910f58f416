"""Nothing that a file, a name or a person says is obeyed by the terminal."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from check_command import PROGRAM
from motjuste.cli.output import guarded_output, print_json
from terminals import on_terminal

COMMAND = [sys.executable, "-m", "motjuste"]
EXAMPLES = Path(__file__).parents[2] / "examples"
HARM = "\x1b]0;title\x07\x1b[2Jbig\x9b31m"


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # The program of the tests finds its improver beside them.
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))


def check(*options, name="odd.txt"):
    Path(name).write_text(f"A {HARM} big dog.\n", "utf-8")
    printed = subprocess.run(
        [*PROGRAM, "check", "-s", "listed", name, *options], capture_output=True, check=True
    )
    return printed.stdout.decode() + printed.stderr.decode()


def controls(text):
    return {char for char in text if char < " " or "\x7f" <= char <= "\x9f"} - {"\n"}


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
@pytest.mark.parametrize("name", ["odd.txt", "\x1b[2J\x9b5mbad.txt"])
def test_reports_show_control_characters_instead_of_sending_them(form, name):
    printed = check("--format", form, name=name)
    assert "big" in printed
    assert controls(printed) == set()
    if form == "json":
        assert json.loads(printed)["improvements"]


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_json_has_the_very_text_without_a_raw_control_character(encoding, monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(), encoding)
    monkeypatch.setattr(sys, "stdout", stream)
    with guarded_output():
        print_json({"text": HARM})
    stream.flush()
    printed = stream.buffer.getvalue().decode(encoding)
    assert controls(printed) == set()
    assert json.loads(printed) == {"text": HARM}


def test_a_diff_is_exact_for_a_program_and_harmless_on_a_terminal():
    printed = check("--diff")
    assert HARM in printed
    shown = on_terminal([*PROGRAM, "check", "-s", "listed", "odd.txt", "--diff"], 80)
    assert "big" in shown
    assert controls(shown) <= {"\x1b"}
    assert "\x1b]" not in shown
    assert "\x1b[2J" not in shown


def test_not_even_a_colour_of_others_reaches_a_terminal():
    name = "a\x1b[8mb.lsr.json"
    Path(name).write_bytes((EXAMPLES / "reader.lsr.json").read_bytes())
    benchmark = f"plain:{EXAMPLES / 'letters.csv'}"
    shown = on_terminal([*COMMAND, "compare", name, name, "--benchmark", benchmark], 80)
    assert "a�[8mb" in shown
    assert "\x1b[8m" not in shown


def test_whatever_is_printed_goes_through_the_guard(capsys):
    with guarded_output():
        print(f"a comment {HARM}")
        print(f"a note {HARM}", file=sys.stderr)
    captured = capsys.readouterr()
    assert controls(captured.out + captured.err) == set()
    assert captured.out == "a comment �]0;title��[2Jbig�31m\n"


@pytest.mark.parametrize("arguments", [["systems"], ["systems", "--json"], ["--help"]])
def test_a_closed_output_is_one_line(arguments):
    command = " ".join(["exec", *map(repr, [*COMMAND, *arguments]), ">&-"])
    ended = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True)
    assert (ended.returncode, ended.stderr) == (2, "motjuste: standard output is closed\n")


def test_a_server_whose_address_cannot_be_shown_ends_with_one_line():
    pytest.importorskip("fastapi")
    command = " ".join(["exec", *map(repr, [*COMMAND, "serve", "--port", "0"]), ">&-"])
    ended = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True)
    assert (ended.returncode, ended.stderr) == (2, "motjuste: standard output is closed\n")


def test_all_streams_may_be_closed():
    command = " ".join(["exec", *map(repr, [*COMMAND, "systems"]), ">&- 2>&- <&-"])
    assert subprocess.run(["sh", "-c", command]).returncode == 2
