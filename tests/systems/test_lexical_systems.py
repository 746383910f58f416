"""The systems that look words up: WordNet's baseline, thesauri, static vectors, and re-ranking."""

import struct

import numpy as np
import pytest

from motjuste.benchmarks.run import read_lsr
from motjuste.cli import main
from motjuste.errors import BadInputError
from motjuste.lexicon.lexicon import Lexicon
from motjuste.systems import Reranked, make_system, with_settings
from motjuste.systems.static_vectors import read_vectors
from motjuste.text import Target

TEXT = "She was a very bright child."
BRIGHT = Target(TEXT, 15, 21, "ADJ", "bright")


def words(substitutes):
    return [suggestion.text for suggestion in substitutes]


def suggest(name, target, **settings):
    return words(with_settings(make_system(name), settings).suggest([target])[0])


def test_wordnet_gives_the_first_senses_words_first_and_the_commonest_of_them_first():
    # The first sense of the noun `car` is auto, automobile, machine, motorcar.
    target = Target("The car stopped.", 4, 7, "NOUN", "car")
    first = {"auto", "automobile", "machine", "motorcar"}
    words = suggest("wordnet", target)
    assert set(words[:4]) == first
    frequencies = [Lexicon.open().frequency(word) for word in words[:4]]
    assert frequencies == sorted(frequencies, reverse=True)
    assert "motor vehicle" in words[4:]


def test_wordnet_takes_the_part_of_speech_and_lemma_from_the_sentence_if_nobody_says_them():
    known = Target("They stopped the car.", 5, 12, "VERB", "stop")
    assert suggest("wordnet", Target(known.text, 5, 12)) == suggest("wordnet", known)


def test_wordnet_never_gives_the_target_and_at_most_as_many_as_asked_for():
    words = suggest("wordnet", BRIGHT, most="3")
    assert len(words) == 3
    assert "bright" not in words
    with pytest.raises(BadInputError, match="at least 1"):
        with_settings(make_system("wordnet"), {"most": "0"})


def test_a_word_that_wordnet_does_not_know_has_no_synonyms():
    assert suggest("wordnet", Target("a xyzzy", 2, 7, "NOUN", "xyzzy")) == []


@pytest.fixture
def thesaurus(tmp_path):
    path = tmp_path / "own.dat"
    path.write_text("UTF-8\nbright|2\n(adj)|shining|clever\n(noun)|lamp\n")
    return str(path)


def test_a_thesaurus_answers_in_its_order_with_the_targets_part_of_speech(thesaurus):
    assert suggest("thesaurus", BRIGHT, file=thesaurus) == ["shining", "clever"]


@pytest.mark.parametrize("name", ["thesaurus", "glove"])
def test_a_system_that_needs_a_file_says_so(name):
    with pytest.raises(BadInputError, match="--set file=PATH"):
        _ = make_system(name).content


VECTORS = {"bright": [1, 0], "clever": [0.8, 0.6], "shining": [0.6, 0.8], "lamp": [0, 1]}


def write_text(path, header=False):
    lines = [f"{len(VECTORS)} 2"] if header else []
    lines += [f"{word} {x} {y}" for word, (x, y) in VECTORS.items()]
    path.write_text("\n".join(lines) + "\n")


def write_binary(path):
    rows = b"".join(w.encode() + b" " + struct.pack("<2f", *v) + b"\n" for w, v in VECTORS.items())
    path.write_bytes(f"{len(VECTORS)} 2\n".encode() + rows)


def write_npz(path):
    np.savez(path, words=np.array(list(VECTORS)), vectors=np.array(list(VECTORS.values())))


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("glove.txt", write_text),
        ("word2vec.txt", lambda path: write_text(path, header=True)),
        ("word2vec.bin", write_binary),
        ("vectors.npz", write_npz),
    ],
)
def test_vectors_are_read_from_every_format(tmp_path, name, write):
    write(tmp_path / name)
    vectors = read_vectors(tmp_path / name)
    assert len(vectors) == 4
    # Cosines of unit vectors with (1, 0): their first numbers.
    assert vectors.similarity("bright", "clever") == pytest.approx(0.8)
    # The mean of (1, 0) and (0, 1) is at 45 degrees to both.
    assert vectors.similarity("bright lamp", "lamp") == pytest.approx(0.5**0.5)
    # An unknown word is the zero vector, as in SWORDS's program.
    assert vectors.similarity("bright", "unknown") == 0.0
    assert vectors.similarity("Bright", "bright") == pytest.approx(1.0)


@pytest.mark.parametrize("content", ["", "word\n", "a 1 2\nb 1\n", "a x y\n"])
def test_files_that_hold_no_vectors_are_errors(tmp_path, content):
    path = tmp_path / "bad.txt"
    path.write_text(content)
    with pytest.raises(BadInputError, match=r"bad\.txt"):
        read_vectors(path)


@pytest.fixture
def glove(tmp_path):
    write_text(tmp_path / "glove.txt")
    return with_settings(make_system("glove"), {"file": str(tmp_path / "glove.txt")})


def test_static_vectors_rank_by_cosine_and_unknown_words_have_none(glove):
    ranked = glove.rank([BRIGHT], [["zzz", "lamp", "shining", "clever"]])[0]
    # lamp is at right angles to bright: like zzz, which has no vector, it scores 0.
    assert [(suggestion.text, round(suggestion.score, 6)) for suggestion in ranked[2:]] == [
        ("zzz", 0),
        ("lamp", 0),
    ]
    assert words(ranked)[:2] == ["clever", "shining"]


def test_static_vectors_compare_candidates_without_inflection(tmp_path):
    # bright's plural would be nearer, but the candidate is compared as it is given.
    (tmp_path / "v.txt").write_text("lamps 1 0\nlight 0.6 0.8\nlights 1 0\n")
    system = with_settings(make_system("glove"), {"file": str(tmp_path / "v.txt")})
    lamps = Target("Two lamps shone.", 4, 9, "NOUN", "lamp")
    ((only,),) = system.rank([lamps], [["light"]])
    assert only.score == pytest.approx(0.6)


def test_static_vectors_take_a_hyphenated_word_for_its_parts_and_the_hyphen(tmp_path):
    # (1, 0), (0, 1) and (1, 1) add up to (2, 2): at 45 degrees to (1, 0). As one word it would be
    # at right angles to it.
    (tmp_path / "v.txt").write_text("famous 1 0\nwell 1 0\n- 0 1\nknown 1 1\nwell-known 0 1\n")
    system = with_settings(make_system("glove"), {"file": str(tmp_path / "v.txt")})
    famous = Target("A famous man.", 2, 8, "ADJ", "famous")
    ((only,),) = system.rank([famous], [["well-known"]])
    assert only.score == pytest.approx(0.5**0.5)


def test_reranking_keeps_what_is_generated_in_the_rankers_order(glove, thesaurus):
    generator = with_settings(make_system("thesaurus"), {"file": thesaurus})
    system = Reranked(generator, glove)
    assert system.name == "thesaurus+glove"
    assert words(system.suggest([BRIGHT])[0]) == ["clever", "shining"]
    assert set(system.settings()) == {"generator", "ranker"}
    with pytest.raises(BadInputError, match="'thesaurus' does not rank"):
        Reranked(generator, generator)


def test_the_command_runs_and_reranks(tmp_path, glove, thesaurus):
    gold = tmp_path / "gold.csv"
    gold.write_text("id,text,pos,lemma,substitutes\n1,A **bright** child,ADJ,bright,clever:2\n")
    out = tmp_path / "run.lsr.json"
    command = ["run", "thesaurus", "--benchmark", f"plain:{gold}", "--out", str(out)]
    command += ["--set", f"file={thesaurus}"]
    command += ["--rerank", "glove", "--set-ranker", f"file={glove.file}"]
    assert main(command) == 0
    run = read_lsr(out)
    assert run.system == "thesaurus+glove"
    assert [guess.text for guess in run.answers["1"]] == ["clever", "shining"]


def test_all_systems_are_shown(capsys):
    assert main(["systems"]) == 0
    shown = capsys.readouterr().out
    for name in ("wordnet", "thesaurus", "glove", "oracle", "random", "source"):
        assert name in shown
