"""The script that tells which complements verbs have, on a WordNet that the test writes."""

import importlib.util
import sys
from pathlib import Path

import pytest

from motjuste.lexicon import complements as kinds
from motjuste.lexicon.array_file import ArrayFile
from motjuste.lexicon.complements import Verbs
from motjuste.lexicon.lexicon import Lexicon

_SCRIPT = Path(__file__).parents[2] / "scripts" / "build_verbs.py"
# Frames 14 (somebody ----s somebody something) and 8 (somebody ----s something); the second line's
# frame is of its first word alone.
VERBS = (
    "  1 This software and database is being provided to you\n"
    "00000100 40 v 01 give 0 000 02 + 14 00 + 08 00 | transfer  \n"
    '00000200 40 v 02 supply 0 purvey 0 000 02 + 08 00 + 01 01 | provide; "They supply us."  \n'
)


@pytest.fixture(scope="module")
def build():
    spec = importlib.util.spec_from_file_location("build_verbs", _SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules["build_verbs"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def dictionary(tmp_path):
    for name in ("noun", "adj", "adv"):
        (tmp_path / f"data.{name}").write_text("")
    (tmp_path / "data.verb").write_text(VERBS)
    return tmp_path


def test_frames_are_of_all_words_of_a_synset_or_of_one(build, dictionary):
    frames = build.read_frames(dictionary / "data.verb")
    assert frames == {"give": {8, 14}, "supply": {1, 8}, "purvey": {8}}


def test_what_follows_is_counted_for_active_verbs(build):
    uses, seen = build.count(["They supply us.", "It was supplied by him."])
    assert uses["supply"] == 1
    assert seen["supply"] == {kinds.OBJECT: 1}


def test_texts_decide_where_frames_are_silent(build):
    often = build.Verb({8}, 100, {kinds.TWO_OBJECTS: 1})
    assert often.lacks(kinds.TWO_OBJECTS)
    assert not build.Verb({8}, 99, {}).lacks(kinds.TWO_OBJECTS)
    assert build.Verb({8}, 100, {kinds.TWO_OBJECTS: 2}).has(kinds.TWO_OBJECTS)


def test_the_file_is_read_back_and_the_same_each_time(build, dictionary, monkeypatch):
    monkeypatch.setattr(build, "PROSE", ())
    outs = [dictionary / name for name in ("one.bin", "two.bin")]
    for out in outs:
        build.main(dictionary, dictionary, dictionary, out)
    assert outs[0].read_bytes() == outs[1].read_bytes()
    verbs = Verbs(ArrayFile(outs[0]), Lexicon.open())
    assert verbs.misfits("supply", "give", [kinds.OBJECT_ASKING])
    assert not verbs.misfits("supply", "give", [kinds.OBJECT])
