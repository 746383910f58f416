"""`check --apply`, `--diff` and `--interactive`: what is named is changed, and nothing else."""

import json
import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from check_command import ESSAY, PROGRAM, command, write
from improver import LISTED, Listed
from motjuste.check import Checker, Settings

pytestmark = pytest.mark.usefixtures("surroundings")


def test_the_best_suggestions_are_applied_and_nothing_else(run):
    path = write("essay.md", ESSAY)
    printed = run("essay.md", "--apply").out.splitlines()
    assert printed[0] == "essay.md:1:12: big → enormous"
    assert printed[-1] == "3 of 3 places changed."
    assert path.read_text() == (
        "It was an **enormous** dog.\n\n> A big quote, `big`.\n\nHow extremely kind.\n"
    )
    before = path.stat().st_mtime_ns
    run("essay.md", "--apply")
    assert path.stat().st_mtime_ns == before


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_marks_and_permissions_stay(run, marked_words, mark, end):
    text = end.join(["An amazing day,", "", "very\tnice \u2028big", ""])
    path = write("a.txt", mark + text.encode())
    path.chmod(0o640)
    link = Path("link.txt")
    link.symlink_to(path)
    run("link.txt", "--apply")
    changed = end.join(["A wonderful day,", "", "extremely\tkind \u2028enormous", ""])
    assert path.read_bytes() == mark + changed.encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert link.is_symlink()
    assert sorted(os.listdir()) == ["a.txt", "link.txt"]


def test_utf_16_stays_utf_16(run):
    path = write("a.txt", "\ufeffa big 𝄞 dog\n".encode("utf-16-le"))
    run("a.txt", "--apply")
    assert path.read_bytes() == "\ufeffan enormous 𝄞 dog\n".encode("utf-16-le")


def test_standard_input_is_applied_to_standard_output():
    text = "\ufeffAn amazing\r\nday\r\n".encode()
    done = command("check", "-", "-s", "listed", "--apply", input=text)
    assert done.stdout == "\ufeffA wonderful\r\nday\r\n".encode()


@pytest.mark.parametrize(
    "text", ["a big dog", "a\nbig\n\n\n\n\n\n\n\n\nvery\r\nnice\n", "x\ngive\nup"]
)
def test_a_diff_can_be_applied_and_writes_nothing(run, text):
    path = write("a.txt", text)
    diff = run("a.txt", "--diff").out
    assert path.read_bytes() == text.encode()
    if shutil.which("git"):
        subprocess.run(["git", "apply", "-"], input=diff.encode(), check=True)
        by_git = path.read_bytes()
        path.write_bytes(text.encode())
        run("a.txt", "--apply")
        assert path.read_bytes() == by_git != text.encode()


def test_a_diff_is_unified(run):
    write("a.txt", "1\n2\n3\n4\na big dog\n6\n7\n8\n9\n10\n11\n12\n13\n14\nnice")
    assert run("a.txt", "--diff").out.splitlines() == [
        "--- a/a.txt",
        "+++ b/a.txt",
        "@@ -2,7 +2,7 @@",
        " 2",
        " 3",
        " 4",
        "-a big dog",
        "+an enormous dog",
        " 6",
        " 7",
        " 8",
        "@@ -12,4 +12,4 @@",
        " 12",
        " 13",
        " 14",
        "-nice",
        "\\ No newline at end of file",
        "+kind",
        "\\ No newline at end of file",
    ]
    assert run("-", "--diff", stdin=b"fine").out == ""


WORDS = st.sampled_from(
    [
        *LISTED,
        "a",
        "an",
        "A",
        "Big",
        "`big`",
        "**nice**",
        "[big](big)",
        "dog",
        "<b>",
        "שלום",
        "é",
        "𝄞",
    ]
)


SPACES = st.sampled_from(
    [" ", " ", "\n", "\r\n", "\n\n", "\t", "\n- ", "\n> ", "\n    ", "\n```\n", ", "]
)


@pytest.mark.parametrize("form", ["text", "markdown"])
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(parts=st.lists(st.tuples(WORDS, SPACES), max_size=25))
def test_what_is_reported_is_what_stands_there_and_only_that_is_changed(form, parts):
    from motjuste.check import Edits, apply_edits

    text = "".join(word + space for word, space in parts)
    edits, last = Edits(), 0
    for finding in Checker(Listed(), Settings()).findings(text, form):
        assert text[finding.start : finding.end] == finding.text
        assert " ".join(finding.text.lower().split()) in LISTED
        assert finding.start >= last
        last = finding.end
        for suggestion in finding.suggestions:
            *article, word = suggestion.edits
            assert (word.start, word.end) == (finding.start, finding.end)
            assert all(text[edit.start : edit.end].lower() in ("a", "an") for edit in article)
        if finding.suggestions:
            edits.add(finding.suggestions[0])
    changed = apply_edits(text, edits.all)
    again = [f for f in Checker(Listed(), Settings()).findings(changed, form) if f.suggestions]
    assert again == []


def test_where_nothing_is_sure_the_rest_is_pointed_to(run):
    write("a.txt", "He came home.\n")
    assert run("a.txt", "--apply").out == (
        "Nothing sure to change; without '--apply' places that are not sure are shown.\n"
    )


def test_choices_are_made_one_by_one(run):
    first = write("a.txt", "a big dog, very nice, big, a big cat\n")
    second = write("b.txt", "very nice")
    answers = b"2\n?\ns\ni\n1\nq\n"
    printed = run("a.txt", "b.txt", "--interactive", stdin=answers)
    assert first.read_text() == "a large dog, very nice, enormous, a big cat\n"
    assert second.read_text() == "very nice"
    assert "    2  large" in printed.out
    assert "a number   put that there" in printed.out
    assert printed.out.splitlines()[-1].endswith("2 of 5 places changed.")
    assert "ignored in this run alone: nice; name a 'dictionary'" in printed.err


def test_an_ignored_word_goes_to_the_dictionary_and_the_end_of_input_quits(run):
    write(".motjuste.toml", "dictionary = 'words.txt'\n")
    write("words.txt", "")
    path = write("a.txt", "very nice, very nice\n")
    run("a.txt", "-i", stdin=b"i\n1")
    assert Path("words.txt").read_text() == "very\n"
    assert path.read_text() == "very kind, very nice\n"
    assert run("a.txt").out.count("very") < run("a.txt", "--no-config").out.count("very")


def test_files_are_changed_even_if_nobody_reads_the_report():
    path = write("a.txt", "a big dog\n" * 5_000)
    given = [*PROGRAM, "check", "a.txt", "-s", "listed", "--apply"]
    with subprocess.Popen(given, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert path.read_text() == "an enormous dog\n" * 5_000


def test_suggestions_are_made_fit_and_of_two_places_that_overlap_one_is_changed(run):
    def offered(text):
        document = json.loads(run("-", "--format", "json", stdin=text, system="odd").out)
        return [
            [substitute["text"] for substitute in f["substitutes"]]
            for f in document["improvements"]
        ]

    assert offered(b"lemma bought it") == [["purchased"]]
    assert offered(b"twice") == [["Twice", "2"]]
    assert command_text(run, b"It overlaps here") == "Itxps here"


def command_text(run, text):
    path = write("overlap.txt", text)
    run("overlap.txt", "--apply", system="odd")
    return path.read_text()
