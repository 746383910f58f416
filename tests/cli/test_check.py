"""`check`: what is found where, and how it is shown."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from check_command import ESSAY, write
from improver import LISTED, Listed
from motjuste.lexicon.lexicon import Lexicon

pytestmark = pytest.mark.usefixtures("surroundings")


def test_a_finding_has_its_place_its_line_and_suggestions(run):
    write("essay.md", ESSAY)
    assert run("essay.md").out.splitlines() == [
        "essay.md:1:12: word-choice: “big” may not be quite the right word here.",
        "    It was a **big** dog.",
        "               ^^^",
        "    → enormous, large",
        "essay.md:5:5: variety: Another expression than “very” would make the text more varied.",
        "    How very nice.",
        "        ^^^^",
        "    → extremely, quite, rather",
        "essay.md:5:10: variety: Another expression than “nice” would make the text more varied.",
        "    How very nice.",
        "             ^^^^",
        "    → kind",
        "3 places worth changing in 1 of 1 file (8 words).",
    ]


def test_meanings_that_are_not_shown_are_not_looked_up(monkeypatch, marked_words):
    def refuse(lexicon, synset):
        raise AssertionError("nobody sees this")

    monkeypatch.setattr(Lexicon, "gloss", refuse)
    assert marked_words("-", stdin=b"He did a mistake.", system="default") == ["did"]


def test_nothing_found_is_reported(run):
    write("a.txt", "a fine dog\n")
    assert run("a.txt").out == "Nothing to improve. (1 file, 3 words)\n"


def test_the_exit_code_is_1_only_if_asked_for(run):
    run("-", stdin=b"big")
    run("-", "--exit-code", stdin=b"big", code=1)
    run("-", "--exit-code", stdin=b"fine")
    run("-", "--exit-code", "--diff", stdin=b"big", code=1)


def test_standard_input_is_plain_text_unless_said_otherwise(marked_words):
    assert marked_words("-", stdin=b"`big` nice") == ["big", "nice"]
    assert marked_words("-", "--as", "markdown", stdin=b"`big` nice") == ["nice"]


def test_ignored_words_count_in_every_form_and_inside_phrases(marked_words):
    assert marked_words("-", "--ignore", "GIVE", stdin=b"Never give up, big.") == ["big"]
    assert marked_words("-", "--ignore", "give  up", stdin=b"Never give\nup, big.") == ["big"]
    write("words.txt", "# mine\nbig # so what\n\n")
    assert marked_words("-", "--dictionary", "words.txt", stdin=b"Never give up, Big.") == [
        "give up"
    ]
    text = b"big\n\nmotjuste: ignore big, x\n\nbig nice\n"
    assert marked_words("-", stdin=text) == ["big", "nice"]


def test_folders_are_searched_for_texts_that_belong_to_the_writer(run):
    kept = ["a.md", "b.TXT", "deep/c.markdown", "keep/d.txt", "logs/kept.txt"]
    left = [
        ".hidden.md",
        ".git/x.md",
        "built/x.md",
        "deep/draft.txt",
        "logs/x.txt",
        "x.tex",
        "y.py",
    ]
    for name in kept + left:
        write(name, "big")
    write(".gitignore", "# made\nbuilt/\nlogs/*\n!kept.txt\n")
    write("deep/.gitignore", "/draft.*\n")
    Path("keep/loop").symlink_to("..")
    Path("keep/again.txt").symlink_to("d.txt")
    Path("keep/broken.txt").symlink_to("nowhere")
    document = json.loads(run(".", "a.md", "--format", "json").out)
    paths = [file["path"] for file in document["files"]]
    # The link and the file that it leads to are one, under the name that comes first.
    assert paths == ["a.md", "b.TXT", "deep/c.markdown", "keep/again.txt", "logs/kept.txt"]
    deep = json.loads(run("logs", "--format", "json").out)
    assert [file["path"] for file in deep["files"]] == ["logs/kept.txt"]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "\n",
        "\ufeff",
        "\r",
        "\u202e big שלום",
        "big\x85\x0cbig",
        "big" + "\u0301" * 1_000,
        "\x1b[31mbig",
    ],
)
def test_odd_texts_are_read_and_shown_without_harm(run, marked_words, content):
    path = write("odd.md", content)
    for word in marked_words("odd.md"):
        assert word.lower() in LISTED
    shown = run("odd.md").out
    assert all(line.isprintable() for line in shown.split("\n"))
    run("odd.md", "--apply")
    if "big" not in content:
        assert path.read_bytes() == content.encode()


def test_a_megabyte_in_one_line_is_no_trouble(run):
    write("long.md", "a fine day and " * 70_000 + "a big dog")
    lines = run("long.md").out.splitlines()
    assert lines[0].startswith("long.md:1:1050003:")
    assert max(map(len, lines)) < 200
    assert lines[1][lines[2].index("^") :].startswith("big")
    assert max(map(len, Listed.read)) <= 5_000


def test_memory_does_not_grow_with_the_findings():
    code = (
        "import sys, resource; sys.path.insert(0, sys.argv[1])\n"
        "from improver import Listed\n"
        "from motjuste.check import Checker, Settings\n"
        "text = 'It was a big dog and a very nice thing, as far as that goes. ' * 14 + '\\n\\n'\n"
        "def peak(times):\n"
        "    Listed.read.clear()\n"
        "    class Quiet(Listed):\n"
        "        def improve(self, texts):\n"
        "            found = super().improve(texts); Listed.read.clear(); return found\n"
        "    n = sum(1 for _ in Checker(Quiet(), Settings()).findings(text * times, 'markdown'))\n"
        "    return n, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "print(*peak(5), *peak(150))\n"
    )
    tests = str(Path(__file__).parents[1])
    done = subprocess.run([sys.executable, "-c", code, tests], capture_output=True, check=True)
    few, small, many, large = map(int, done.stdout.split())
    assert (few, many) == (5 * 14 * 4, 150 * 14 * 4)
    # 30,000 words are 130 KB; a few MB are what the allocator takes.
    assert large - small < 8_000
