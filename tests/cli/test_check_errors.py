"""What cannot be checked is one line, and no file is touched."""

import json
import os
from pathlib import Path

import pytest

from check_command import Odd, write
from improver import Listed

pytestmark = pytest.mark.usefixtures("surroundings")


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("z.txt", b"one\ntw\xff", "z.txt: line 2 is not UTF-8 text; save the file as UTF-8"),
        ("z.txt", b"\x7fELF\0\0\xff\xfe", "z.txt: is not text"),
        ("z.md", b"one\ntwo\0", "z.md: line 2 holds a NUL"),
        ("z.txt", b"\xff\xfea", "z.txt: line 1 is not UTF-16 text"),
    ],
)
def test_a_file_that_is_no_text_stops_everything(error_of, name, content, problem):
    first = write("a.txt", "a big dog")
    write(name, content)
    assert problem in error_of(".", "--apply")
    assert first.read_text() == "a big dog"


def test_a_folder_that_cannot_be_read_stops_everything(error_of, monkeypatch):
    first = write("a.txt", "a big dog")
    write("locked/b.txt", "a big dog")
    scandir = os.scandir

    def refuse(path):
        if str(path).endswith("locked"):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert error_of(".", "--apply") == "locked: cannot be read (Permission denied)"
    assert first.read_text() == "a big dog"


@pytest.mark.parametrize("mode", ["--apply", "--interactive"])
def test_a_file_that_cannot_be_written_stops_everything(run, monkeypatch, mode):
    first = write("a.txt", "a big dog")
    write("b.txt", "a big dog")
    monkeypatch.setattr(os, "access", lambda path, how: not str(path).endswith("b.txt"))
    printed = run("a.txt", "b.txt", mode, code=2)
    assert printed.err == "motjuste: b.txt: cannot be written (no permission)\n"
    assert first.read_text() == "a big dog"


def test_a_system_that_fails_half_way_leaves_all_files_as_they_are(run):
    first = write("a.txt", "fine, nice and good")
    write("b.txt", "crash")
    printed = run("a.txt", "b.txt", "--apply", system="odd", code=2)
    assert printed.err == "motjuste: system 'odd' failed: ValueError: no idea\n"
    printed = run("a.txt", "b.txt", "--format", "json", system="odd", code=2)
    assert list(json.loads(printed.out)) == ["error"]
    assert run("a.txt", "b.txt", "--apply", "--format", "sarif", system="odd", code=2).out == ""
    assert first.read_text() == "fine, nice and good"


def test_a_file_that_changes_meanwhile_is_left_alone(run, monkeypatch):
    path = write("a.txt", "a big dog")
    improve = Listed.improve

    def meddle(self, texts):
        path.write_text("somebody else's big text")
        return improve(self, texts)

    monkeypatch.setattr(Listed, "improve", meddle)
    assert "has changed while it was checked" in run("a.txt", "--apply", code=2).err
    assert path.read_text() == "somebody else's big text"


def test_a_write_that_fails_leaves_the_old_file_and_no_other(run, monkeypatch):
    path = write("a.txt", "a big dog")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert "a.txt: cannot be written (No space left" in run("a.txt", "--apply", code=2).err
    assert path.read_text() == "a big dog"
    assert os.listdir() == ["a.txt"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ([], "give files or folders to check"),
        (["none.txt"], "none.txt: there is no such file"),
        (["-", "a.txt"], "standard input or files, not both"),
        (["a.tex"], "a.tex: is LaTeX, which is not understood; name a format with --as"),
        (["loop.txt"], "loop.txt: cannot be read"),
        (["pipe"], "pipe: is not a regular file"),
        (["a.txt", "--apply", "--diff"], "choose one of --apply"),
        (["-", "-i"], "--interactive needs standard input"),
        (["a.txt", "--kinds", "odd"], "there is no kind 'odd'"),
        (["a.txt", "--sensitivity", "high"], "--sensitivity"),
        (["a.txt", "--config", "none.toml"], "none.toml: there is no such file"),
        (["a.txt", "--config", "a.txt", "--no-config"], "choose one of --config"),
        (["a.txt", "--dictionary", "none.txt"], "none.txt: there is no such file"),
        (["a.txt", "--set", "x=1"], "has no setting 'x'"),
    ],
)
def test_what_cannot_be_done_is_one_line(error_of, arguments, problem):
    write("a.txt", "big")
    write("a.tex", "big")
    Path("loop.txt").symlink_to("loop.txt")
    os.mkfifo("pipe")
    assert problem in error_of(*arguments)


@pytest.mark.parametrize("system", ["random", "nobody"])
def test_a_system_that_does_not_improve_is_one_line(error_of, system):
    write("a.txt", "big")
    assert f"'{system}'" in error_of("a.txt", system=system)


def test_a_system_whose_extra_is_missing_is_named_with_the_remedy(error_of, monkeypatch):
    monkeypatch.setattr(Odd, "needs", {"no_such_module": "torch"})
    write("a.txt", "big")
    assert "pip install 'motjuste[torch]'" in error_of("a.txt", system="odd", code=3)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("crash", "system 'odd' failed: ValueError: no idea"),
        ("none", "system 'odd' gave 0 answers for 1 texts"),
        ("beyond", "marks refine-usage from 0 to 7 in a text of 6 characters"),
        ("empty", "from 2 to 2"),
        ("kind", "marks delete from 0 to 4"),
        ("nan", "gave 'x' the score nan"),
    ],
)
def test_what_is_no_answer_is_one_line(error_of, text, problem):
    assert problem in error_of("-", stdin=text.encode(), system="odd")
