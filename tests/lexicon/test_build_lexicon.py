"""The script that builds the lexicon, on a WordNet of three synsets that the test writes."""

import importlib.util
import sys
from pathlib import Path

import pytest

from motjuste.lexicon.array_file import ArrayFile
from motjuste.lexicon.lexicon import Lexicon

_SCRIPT = Path(__file__).parents[2] / "scripts" / "build_lexicon.py"
HEAD = "  1 This software and database is being provided to you\n"
FILES = {
    "data.noun": HEAD
    + '00000100 03 n 02 dog 0 domestic_dog 0 001 @ 00000200 n 0000 | a pet; "the dog barked"  \n'
    + "00000200 03 n 01 Beast 0 001 ~ 00000100 n 0000 | any animal  \n",
    "data.verb": HEAD,
    "data.adj": HEAD + "00000300 00 a 01 asleep(p) 0 000 | in a state of sleep  \n",
    "data.adv": HEAD,
    "index.noun": HEAD
    + "beast n 1 1 ~ 1 0 00000200  \ndog n 1 1 @ 1 1 00000100  \n"
    + "domestic_dog n 1 1 @ 1 0 00000100  \n",
    "index.verb": HEAD,
    "index.adj": HEAD + "asleep a 1 0 1 0 00000300  \n",
    "index.adv": HEAD,
    "index.sense": "beast%1:03:00:: 00000200 1 0\ndog%1:03:00:: 00000100 1 42\n"
    "domestic_dog%1:03:00:: 00000100 1 0\nasleep%3:00:00:: 00000300 1 5\n",
    "moby.txt": "dog,hound,barker\nhound,dog\n",
    "glove.txt": "the\ndog\ndomestic\nhound",
}


@pytest.fixture(scope="module")
def build():
    spec = importlib.util.spec_from_file_location("build_lexicon", _SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules["build_lexicon"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def folder(tmp_path):
    for name, content in FILES.items():
        (tmp_path / name).write_text(content)
    return tmp_path


def _build(build, folder, name):
    out = folder / name
    build.main(folder, folder / "moby.txt", folder / "glove.txt", out)
    return out


def test_what_the_sources_say_is_in_the_file(build, folder):
    lexicon = Lexicon(ArrayFile(_build(build, folder, "out.bin")))
    dog = lexicon.senses("dog")[0]
    assert (dog.count, dog.definition, dog.examples) == (42, "a pet", ["the dog barked"])
    assert dog.words == ["dog", "domestic dog"]
    assert [(r.relation, r.word) for r in dog.related()][1:] == [("hypernym", "Beast")]
    assert lexicon.senses("asleep")[0].pos == "ADJ"
    links = lexicon.moby(lexicon.number("dog"))
    assert [lexicon.spelling(n) for n in links.both] == ["hound"]
    assert [lexicon.spelling(n) for n in links.forward] == ["barker"]
    assert lexicon.parts_of_speech("barker") == {"NOUN": 1.0}
    assert lexicon.frequency("the") > lexicon.frequency("dog") > lexicon.frequency("hound") > 0


def test_the_same_sources_give_the_same_bytes(build, folder):
    first, second = (_build(build, folder, name) for name in ("a.bin", "b.bin"))
    assert first.read_bytes() == second.read_bytes()


def test_frequencies_follow_zipf(build):
    # The first word makes 6 % of a text: 60 million in a billion, log10 of which is 7.78.
    assert build.zipf(1) == pytest.approx(7.778, abs=0.001)
    # From rank 8,000 on, ten times the rank is a hundredth of the frequency.
    assert build.zipf(10_000) - build.zipf(100_000) == pytest.approx(2)
