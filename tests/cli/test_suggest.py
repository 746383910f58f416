"""`suggest` and `rank`: what is asked, what is shown, and what strangers hand in."""

import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import pytest

import motjuste as library
from motjuste.cli import main
from motjuste.errors import BadInputError
from motjuste.lexicon.context import Word, locate
from motjuste.systems import registry
from motjuste.systems.system import System
from motjuste.text import Substitute, Target

COMMAND = [sys.executable, "-m", "motjuste"]
PAPER = "I read an *amazing* paper today."
KNOWN = {
    "amazing": [
        Substitute("wonderful", 0.83, "wonderful", "extraordinarily good"),
        Substitute("awesome", 0.5, "awesome", None),
        Substitute("great", 0.25, "great", "very good"),
    ],
    "quit": [Substitute("gave up", 0.5, "give up", "stop trying")],
    "bank": [Substitute("shore", 0.5, "shore", None)],
}


@dataclass
class Plain(System):
    """Knows three words; gives forms with their lemmas."""

    name: ClassVar[str] = "plain"

    def suggest(self, targets: Sequence[Target]) -> list[list[Substitute]]:
        return [list(KNOWN.get(target.word, [])) for target in targets]

    def rank(
        self, targets: Sequence[Target], candidates: Sequence[Sequence[str]]
    ) -> list[list[Substitute]]:
        return [
            [Substitute(word, -len(word)) for word in sorted(words, key=len)]
            for words in candidates
        ]


@dataclass
class Why:
    word: Word
    sense: str | None = None
    reason: str | None = None
    substitutes: list[tuple[Substitute, str, list[tuple[str, float]]]] = field(default_factory=list)


@dataclass
class Fake(Plain):
    """The same, with reasons and all settings."""

    name: ClassVar[str] = "fake"
    max_rarity: str = "any"
    thesauri: tuple[str, ...] = ()

    def suggest(self, targets: Sequence[Target]) -> list[list[Substitute]]:
        if self.thesauri or self.max_rarity != "any":
            said = " ".join((self.max_rarity, *self.thesauri))
            return [[Substitute(said, 1.0, said)] for _ in targets]
        return super().suggest(targets)

    def explain(self, target: Target) -> Why:
        known = KNOWN.get(target.word)
        if not known:
            return Why(locate(target), reason="it is a name")
        parts = [("fits the sentence", 0.31), ("is rare", -0.02)]
        offered = [(each, "synonym, WordNet sense 2", parts) for each in known]
        return Why(locate(target), "surprising greatly", None, offered)


@dataclass
class Broken(System):
    """Fails, or says what is no answer."""

    name: ClassVar[str] = "broken"

    def suggest(self, targets: Sequence[Target]) -> list[list[Substitute]]:
        if targets[0].word == "crash":
            raise ValueError("no\nidea")
        if targets[0].word == "nan":
            return [[Substitute("x", float("nan"))]]
        return []


@pytest.fixture(autouse=True)
def systems(monkeypatch):
    for kind in (Plain, Fake, Broken):
        monkeypatch.setitem(registry._OWN, kind.name, f"{__name__}:{kind.__name__}")


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command with something on standard input; returns its output."""

    def command(*arguments, stdin=b"", code=0):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        assert main([*map(str, arguments)]) == code
        return capsys.readouterr()

    return command


@pytest.fixture
def document(run):
    """Run a command with --json, which must print nothing else."""

    def command(*arguments, **options):
        printed = run(*arguments, "--json", **options)
        return json.loads(printed.out)

    return command


@pytest.fixture
def said(run):
    """Run a command that must fail, with the same one line as text and as JSON."""

    def command(*arguments, **options):
        printed = run(*arguments, code=2, **options)
        assert printed.out == ""
        assert printed.err.count("\n") == 1
        assert len(printed.err) < 500
        line = printed.err.removeprefix("motjuste: ").strip()
        assert json.loads(run(*arguments, "--json", code=2, **options).out) == {"error": line}
        return line

    return command


def texts(document):
    return [each["text"] for each in document["substitutes"]]


def test_where_nobody_looks_there_are_plain_lines(run):
    assert run("suggest", PAPER, "--system", "fake").out.splitlines() == [
        "I read an *amazing* paper today.",
        " 1  wonderful    0.83  extraordinarily good",
        " 2  awesome      0.50",
        " 3  great        0.25  very good",
        "→ I read *a wonderful* paper today.",
    ]


def test_the_document_has_the_target_and_its_substitutes(document):
    assert document("suggest", PAPER, "-s", "fake", "--top", 2) == {
        "target": {"text": "amazing", "start": 10, "end": 17, "pos": "ADJ", "lemma": "amazing"},
        "substitutes": [
            {
                "text": "wonderful",
                "lemma": "wonderful",
                "score": 0.83,
                "gloss": "extraordinarily good",
                "replacement": {"start": 7, "end": 17, "text": "a wonderful"},
            },
            {"text": "awesome", "lemma": "awesome", "score": 0.5, "gloss": None},
        ],
    }


def test_each_of_several_targets_has_its_answer(run, document):
    text = "They *quit* after an *amazing* year."
    answers = document("suggest", text, "-s", "fake", "--top", 1)["answers"]
    assert [(each["target"]["start"], *texts(each)) for each in answers] == [
        (5, "gave up"),
        (19, "wonderful"),
    ]
    lines = run("suggest", text, "-s", "fake", "--top", 1).out.splitlines()
    assert lines[0] == "They *quit* after an amazing year."
    assert lines[2:4] == ["", "They quit after an *amazing* year."]


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        ([PAPER], b""),
        ([], PAPER.encode()),
        (["-"], PAPER.encode()),
        (["--file", "-"], PAPER.encode()),
        (["--file", "text.txt"], b""),
        (["I read an amazing paper today.", "--word", "amazing"], b""),
        (["I read an amazing paper today.", "--word", "Amazing", "--occurrence", "1"], b""),
        (["I read an amazing paper today.", "--at", "12"], b""),
        (["I read an amazing paper today.", "--at", "10:17"], b""),
    ],
)
def test_a_text_and_its_target_can_be_given_in_many_ways(
    document, tmp_path, monkeypatch, arguments, stdin
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.txt").write_text(PAPER, encoding="utf-8")
    found = document("suggest", *arguments, "-s", "fake", stdin=stdin)
    assert (found["target"]["start"], found["target"]["end"]) == (10, 17)
    assert texts(found) == ["wonderful", "awesome", "great"]


def test_the_occurrence_asked_for_is_taken(document):
    text = "The bank by the river bank."
    found = document("suggest", text, "--word", "bank", "--occurrence", 2, "-s", "fake")
    assert found["target"]["start"] == 22


def test_a_system_that_knows_lemmas_only_is_given_the_form_that_fits(document):
    # WordNet's first synset of `purchase`, the verb, is {buy, purchase}.
    found = document("suggest", "She *purchased* it.", "-s", "wordnet", "--top", 1)
    assert found["target"]["lemma"] == "purchase"
    (best,) = found["substitutes"]
    assert (best["text"], best["lemma"], str(best["score"])) == ("bought", "buy", "0.0")


def test_lemmas_are_shown_instead_of_forms(document):
    found = document("suggest", "They *quit* it.", "-s", "fake", "--lemmas")
    assert texts(found) == ["give up"]
    found = document("suggest", PAPER, "-s", "fake", "--lemmas")
    assert not any("replacement" in each for each in found["substitutes"])


def test_a_lowest_score_leaves_out_what_is_below_and_says_so(document):
    found = document("suggest", PAPER, "-s", "fake", "--min-score", 0.5)
    assert texts(found) == ["wonderful", "awesome"]
    found = document("suggest", PAPER, "-s", "fake", "--min-score", 2)
    assert found["reason"] == "no substitute has a score of 2 or more; the best has 0.83"


def test_an_empty_answer_says_why(run, document):
    found = document("suggest", "I met *Anna* there.", "-s", "fake")
    assert (found["substitutes"], found["reason"]) == ([], "it is a name")
    assert run("suggest", "I met *Anna*.", "-s", "fake").out == "I met *Anna*.\nit is a name\n"
    found = document("suggest", "I met *Anna* there.", "-s", "plain")
    assert found["reason"] == "system 'plain' knows no substitute for 'Anna' here"


def test_reasons_are_shown_when_asked_for(run, document):
    lines = run("suggest", PAPER, "-s", "fake", "--explain", "--top", 1).out.splitlines()
    assert lines[1:4] == [
        "amazing, ADJ: surprising greatly",
        " 1  wonderful    0.83  extraordinarily good",
        "    synonym, WordNet sense 2; fits the sentence +0.31; is rare -0.02",
    ]
    found = document("suggest", PAPER, "-s", "fake", "--explain", "--top", 1)
    assert found["sense"] == "surprising greatly"
    (best,) = found["substitutes"]
    assert best["origin"] == "synonym, WordNet sense 2"
    assert best["parts"][1] == {"name": "is rare", "value": -0.02}


def test_a_system_without_reasons_is_said_to_have_none(run):
    printed = run("suggest", PAPER, "-s", "plain", "--explain", "--json")
    assert printed.err == "motjuste: note: system 'plain' does not explain itself\n"
    assert len(json.loads(printed.out)["substitutes"]) == 3


def test_settings_reach_the_system(document):
    given = ("--max-rarity", "common", "--thesaurus", "a.txt", "--thesaurus", "b.txt")
    assert texts(document("suggest", PAPER, "-s", "fake", *given)) == ["common a.txt b.txt"]
    found = document("suggest", PAPER, "-s", "fake", "--set", "max_rarity=4.5")
    assert texts(found) == ["4.5"]
    found = document("suggest", PAPER, "-s", "wordnet", "--set", "most=2")
    assert len(found["substitutes"]) == 2


def test_candidates_are_ranked_as_they_are(document, tmp_path):
    found = document("rank", PAPER, "enormous", "good", " good", "-s", "plain")
    assert [(each["text"], each["score"]) for each in found["substitutes"]] == [
        ("good", -4.0),
        ("enormous", -8.0),
    ]
    assert found["substitutes"][0]["replacement"] == {"start": 7, "end": 17, "text": "a good"}
    assert found["target"]["lemma"] == "amazing"
    more, text = tmp_path / "more.txt", tmp_path / "text.txt"
    more.write_text("nice\n\nodd\n", encoding="utf-8")
    text.write_text(PAPER, encoding="utf-8")
    found = document("rank", "grand", "-s", "plain", "--file", text, "-c", more, "--top", 2)
    assert texts(found) == ["odd", "nice"]
    found = document("rank", "a big dog", "grand", "--word", "big", "-s", "plain")
    assert found["target"]["start"] == 2


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["suggest", ""], "the text is empty"),
        (["suggest", "\n"], "the text is empty"),
        (["suggest", "-"], "the text is empty"),
        (["suggest", "no mark"], "no word is marked"),
        (["suggest", PAPER, "--file", "x"], "give a text or --file, not both"),
        (["suggest", "--file", "nowhere.txt"], "nowhere.txt: there is no such file"),
        (["suggest", PAPER, "--word", "cat"], "'cat' does not occur in the text"),
        (["suggest", PAPER, "--word", "I", "--occurrence", "7"], "'I' occurs once"),
        (["suggest", PAPER, "--occurrence", "2"], "--occurrence needs --word"),
        (["suggest", PAPER, "--word", "I", "--at", "3"], "by --word or by --at, not by both"),
        (["suggest", PAPER, "--at", "x"], "--at is 'x', not a whole number"),
        (["suggest", PAPER, "--at", "3:"], "the end of --at is '', not a whole number"),
        (["suggest", PAPER, "--at", "9" * 5000], "it can be 1,000,000,000 at most"),
        (["suggest", PAPER, "--at", "500"], "there is no place 500 in a text of"),
        (["suggest", PAPER, "--min-score", "nan"], "--min-score is not a number"),
        (["suggest", PAPER, "--top", "0"], "--top"),
        (["suggest", PAPER, "--set", "most"], "--set takes NAME=VALUE"),
        (["suggest", PAPER, "--max-rarity", "common"], "has no setting 'max_rarity'"),
        (["suggest", PAPER, "--thesaurus", "x"], "takes no thesaurus besides its own"),
        (["suggest", "*a* " * 10_000], "10,000 words are marked; mark at most"),
        (["rank", PAPER], "there are 0 candidates"),
        (["rank", PAPER, " "], "there are 0 candidates"),
        (["rank", PAPER, *map(str, range(10_001))], "there are 10,001 candidates"),
        (["rank", PAPER, "x" * 1_000_000], "a candidate is longer than 200 characters"),
        (["rank", "*a* *b*", "c"], "2 words are marked with asterisks; mark only one"),
        (["rank", PAPER, "--candidates", "nowhere.txt"], "nowhere.txt: there is no such file"),
    ],
)
def test_what_cannot_be_done_is_one_line(said, arguments, problem):
    assert problem in said(*arguments, "--system", "plain")


def test_a_verb_that_a_system_does_not_have_is_one_line(said):
    assert "system 'random' does not suggest" in said("suggest", PAPER, "-s", "random")
    assert "system 'wordnet' does not rank" in said("rank", PAPER, "good", "-s", "wordnet")


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        ("crash", "system 'broken' failed: ValueError: no idea"),
        ("nan", "system 'broken' gave 'x' the score nan"),
        ("few", "system 'broken' gave 0 answers for 1 targets"),
    ],
)
def test_a_system_that_fails_is_one_line(said, word, problem):
    assert said("suggest", f"a *{word}* here", "-s", "broken") == problem


ODD = [
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\U0001f44d\U0001f3fd ",
    "\u202eשלום\u202c עולם ",
    "z\u0337\u0322\u0327a\u0301 ",
    "\x00\x07\x1b[31m\x7f\x85 ",
    "<p class='a*b'>&amp;<script>alert(1)</script> ",
    "漢字かな",
    "x" * 1_000_000 + " ",
    "word " * 200_000,
    "\U0001f600" * 250_000 + " ",
    "a. " * 300_000,
    "\r\n\r\n\t",
]


@pytest.mark.parametrize("system", ["fake", "wordnet"])
@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_offsets_are_exact_among_odd_characters(document, run, odd, system):
    text = f"{odd}amazing {odd}"
    begin = time.process_time()
    place = f"{len(odd)}:{len(odd) + 7}"
    found = document("suggest", "--at", place, "-s", system, stdin=text.encode())
    assert found["target"]["text"] == "amazing"
    assert (found["target"]["start"], found["target"]["end"]) == (len(odd), len(odd) + 7)
    assert found["substitutes"]
    if odd[-1].isspace():
        marked = f"{odd}*amazing* {odd}".encode()
        assert document("suggest", "-s", system, stdin=marked) == found
    shown = run("suggest", "--at", place, "-s", system, stdin=text.encode()).out
    assert all(line.isprintable() or "\u200d" in line for line in shown.split("\n"))
    assert len(shown) < 10_000
    assert time.process_time() - begin < 10


def test_a_word_of_a_million_letters_is_one_line(said):
    assert "longer than 200 characters" in said("suggest", "--at", 5, stdin=b"x" * 1_000_000)


def test_bytes_that_are_no_text_are_one_line(said):
    line = said("suggest", stdin=b"one\n*tw\xff*")
    assert line == "standard input: line 2 is not UTF-8 text; save the file as UTF-8"


def test_too_much_text_is_one_line(said):
    assert "longer than 10,000,000 characters" in said("suggest", stdin=b"*a " * 4_000_000)


def test_half_a_character_keeps_its_place(document):
    found = document("suggest", "caf\udce9 *amazing* \ud800", "-s", "fake")
    assert (found["target"]["start"], found["target"]["text"]) == (5, "amazing")
    found = document("suggest", "a *\ud800* b", "-s", "wordnet")
    assert found["target"]["text"] == "\ufffd"
    assert texts(document("rank", PAPER, "a\udce9", "-s", "random")) == ["a\ufffd"]


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
    code = f"import os, sys; sys.path.insert(0, {os.path.dirname(__file__)!r})\n" + (
        "from motjuste.systems import registry\n"
        "registry._OWN['fake'] = 'test_suggest:Fake'\n"
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


def test_python_has_the_same_verbs():
    assert [each.text for each in library.suggest(PAPER, system=Fake(), top=2)] == [
        "wonderful",
        "awesome",
    ]
    assert library.suggest(Target("They quit it.", 5, 9), system="fake", lemmas=True) == [
        Substitute("give up", 0.5, "give up", "stop trying")
    ]
    assert len(library.suggest(PAPER, system="fake", min_score=0.5)) == 2
    assert library.suggest("I met *Anna*.", system="fake") == []
    assert [each.text for each in library.rank(PAPER, ["huge", "big"], system=Plain())] == [
        "big",
        "huge",
    ]
    with pytest.raises(BadInputError, match="no word is marked"):
        library.suggest("nothing", system="fake")
