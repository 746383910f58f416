"""`check --interactive`: a counter, the way back, one's own word, and going on after a break."""

import json
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from check_command import PROGRAM, write
from improver import Listed
from motjuste.check.review import Review, sentence_around
from motjuste.text import Edit, Improvement, Suggestion
from terminals import on_terminal

pytestmark = pytest.mark.usefixtures("surroundings")

INTERACTIVE = [*PROGRAM, "check", "a.txt", "-s", "listed", "-i"]


def typed(*answers):
    """What is shown on a terminal where somebody types these lines."""
    lines = "".join(f"{answer}\n" for answer in answers).encode()
    return re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", on_terminal(INTERACTIVE, 80, answers=lines))


def journals():
    return list(Path(os.environ["XDG_CACHE_HOME"], "motjuste", "review").glob("*"))


def test_each_question_says_which_of_how_many_it_is():
    write("a.txt", "A big dog. A nice cat. A big fish.")
    printed = typed("s", "s", "s")
    assert [f"{number} of 3  a.txt:1:" in printed for number in (1, 2, 3)] == [True] * 3


def test_the_sentence_is_shown_as_it_would_be_with_all_that_was_chosen_before():
    write("a.txt", "Go on. A big dog met a\nvery old cat. Good.")
    printed = typed("2", "s")
    assert "1  enormous  An enormous dog met a very old cat.\n" in printed
    assert "2  large     A large dog met a very old cat.\n" in printed
    assert "1  extremely  A large dog met an extremely old cat.\n" in printed


def test_one_goes_back_and_answers_again():
    path = write("a.txt", "A big dog. A nice cat. A big fish.")
    printed = typed("1", "1", "b", "b", "2", "b", "", "s")
    assert path.read_text() == "A large dog. A kind cat. A big fish."
    assert "now: enormous" in printed
    assert "This is the first place." in typed("b", "q")


def test_a_word_of_ones_own_is_written_with_its_article():
    path = write("a.txt", "A big dog. A nice cat.")
    printed = typed("o immense", "o", "Angora")
    assert path.read_text() == "An immense dog. An Angora cat."
    assert "=  An immense dog." in printed


def test_who_quits_goes_on_with_the_first_place_that_has_no_answer():
    path = write("a.txt", "A big dog. A nice cat. A big fish. A very old tale.")
    printed = typed("1", "s", "q")
    assert path.read_text() == "An enormous dog. A nice cat. A big fish. A very old tale."
    assert "the same command goes on where you stopped" in printed
    assert len(journals()) == 1
    printed = typed("1", "s")
    assert "Going on: 1 of 3 answered before" in printed
    assert "1 of 3  a.txt" not in printed
    assert "2 of 3  a.txt" in printed
    assert path.read_text() == "An enormous dog. A nice cat. An enormous fish. A very old tale."
    assert journals() == []


def test_equal_places_are_told_apart_after_a_break():
    line = "one two three four five six seven eight nine ten big eleven twelve thirteen fourteen\n"
    path = write("a.txt", line * 4)
    typed("1", "s", "2", "q")
    typed("2")
    words = re.findall("enormous|big|large", path.read_text())
    assert words == ["enormous", "big", "large", "large"]


def test_answers_survive_an_interruption_and_the_file_is_untouched_until_the_end():
    text = "A big dog. A nice cat. A big fish."
    path = write("a.txt", text)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(INTERACTIVE, **pipes) as process:
        process.stdin.write(b"o huge\ns\n")
        process.stdin.flush()
        while b"3 of 3" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGKILL)
    assert path.read_text() == text
    assert "Going on: 2 of 3 answered before" in typed("2")
    assert path.read_text() == "A huge dog. A nice cat. A large fish."


def test_nothing_is_written_but_the_file_and_its_journal(tmp_path):
    write("a.txt", "A big secret dog. A nice cat. A big fish.")
    typed("1", "q")
    typed("s", "q")
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    (journal,) = journals()
    assert b"secret" not in journal.read_bytes()
    assert journal.stat().st_mode & 0o077 == 0
    assert list(json.loads(journal.read_bytes()).values()) == [None]


def test_a_damaged_journal_is_as_none(run):
    path = write("a.txt", "A big dog. A nice cat.")
    run("a.txt", "-i", stdin=b"s\nq\n")
    (journal,) = journals()
    for content in (b"{", b"[1]", b"\xff"):
        journal.write_bytes(content)
        assert "1 of 2  a.txt" in run("a.txt", "-i", stdin=b"").out
    assert path.read_text() == "A big dog. A nice cat."


def test_a_place_without_suggestions_takes_ones_own_word(run):
    path = write("a.txt", "A thing happened.")
    printed = run("a.txt", "-i", stdin=b"1\no miracle\n").out
    assert "[o, s, b, i, q, ?]" in printed
    assert path.read_text() == "A miracle happened."


def test_control_characters_are_no_word():
    path = write("a.txt", "A big dog.")
    typed("o \x1b[31mred", "s")
    assert path.read_text() == "A big dog."


def test_two_choices_never_overlap():
    first = Improvement(2, 9, "wordy", (Suggestion("x", 1.0, "x", edits=(Edit(2, 9, "x"),)),))
    second = Improvement(7, 9, "wordy", (Suggestion("y", 1.0, "y", edits=(Edit(7, 9, "y"),)),))
    review = Review("a bcdefgh", [first, second])
    review.answers[0] = first.suggestions[0]
    assert review.offered(1, 5) == []
    assert review.offered(0, 5) == list(first.suggestions)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("It is. A big dog. So.", "A big dog."),
        ("First.\n\nA big\ndog\n\nLast.", "A big\ndog"),
        ("big", "big"),
    ],
)
def test_the_sentence_around_a_place_ends_with_its_paragraph(text, sentence):
    (improvements,) = Listed().improve([text])
    low, high = sentence_around(text, improvements[0].start, improvements[0].end)
    assert text[low:high].strip() == sentence
