"""Senses and labelled sentences as evidence: small files of the tests, and the shipped ones."""

import numpy as np
import pytest

import motjuste
from motjuste.encoder import Encoder
from motjuste.lexicon.array_file import ArrayFile
from motjuste.lexicon.lexicon import Lexicon
from motjuste.suggester import Labelled, SenseVectors
from motjuste.suggester.senses import BYTE_SCALE, sense_columns
from motjuste.systems.default import Default
from motjuste.text.targets import marked
from motjuste.training import labelled as building

LEXICON = Lexicon.open()


def sense_of(text: str, word: str, letter: str = "n") -> str:
    """The gloss of the likeliest sense of a word in a sentence."""
    start = text.index(word)
    reading = Encoder.open().read(text, start, start + len(word))
    state = reading.states[reading.pieces(start, start + len(word))].mean(0)
    senses = SenseVectors.open()
    chances = senses.probabilities(senses.locate(state), word, letter)
    assert sum(chances.values()) == pytest.approx(1)
    return LEXICON.gloss(max(chances, key=chances.__getitem__))


def test_a_word_is_understood_in_its_sentence():
    assert "sloping land" in sense_of("The bank was steep and covered with reeds.", "bank")
    assert "financial" in sense_of("The bank lent them money at three per cent.", "bank")


def test_a_sense_without_a_vector_is_marked_as_missing():
    columns = sense_columns([0.5, None], [None, 0.2], [3, 0])
    assert columns[:, 0].tolist() == [0.5, 0.0]
    assert columns[:, 1].tolist() == pytest.approx([0.0, 0.2])
    # Shares of (3 + 0.5) and (0 + 0.25) in 4 occurrences; places 1 and 2.
    assert columns[:, 2].tolist() == pytest.approx(np.log([3.5 / 4, 0.25 / 4]).tolist())
    assert columns[:, 3].tolist() == pytest.approx([0.0, -np.log(2)])
    assert columns[:, 4:].tolist() == [[0, 1], [1, 0]]


@pytest.fixture
def small(tmp_path) -> Labelled:
    """Two sentences with `flat`: of a fee and of land, at right angles to each other."""
    fee, land = np.zeros(128), np.zeros(128)
    fee[0], land[1] = 1, 1
    rows = [
        ("flat/a", _as_bytes(fee), {"fixed": 3, "level": 0}),
        ("flat/a", _as_bytes(land), {"level": 3, "fixed": 0, "even": 2}),
    ]
    building.write(rows, tmp_path / "labelled.bin")
    return Labelled(ArrayFile(tmp_path / "labelled.bin"))


def _as_bytes(point: np.ndarray) -> np.ndarray:
    return np.clip(np.rint(point * BYTE_SCALE), -127, 127).astype(np.int8)


def test_the_grade_of_the_nearest_sentence_counts_most(small):
    here = np.zeros(128, np.float32)
    here[0], here[1] = 0.95, 0.31
    columns = small.columns(here, "flat", "a", ("fixed", "level", "blue"))
    assert columns[0, 0] > 0.9 > 0.1 > columns[1, 0]
    assert columns[0, 1] == 1.0
    assert columns[1, 1] == 0.0
    # Nobody named "blue", in sentences of which the nearest has half of 0.95 as its cosine.
    assert columns[2].tolist() == pytest.approx([0, 0, 0, 0, 0, 0.475])


def test_a_word_that_was_not_named_counts_as_refused_beside_sentences_near_in_sense(small):
    here = np.zeros(128, np.float32)
    here[1] = 1
    columns = small.columns(here, "flat", "a", ("even", "fixed"))
    # The sentence of land is at cosine 0.5, that of the fee at 0; weights e^(8 * 0.5) to 1.
    share = np.exp(4) / (np.exp(4) + 1)
    assert columns[:, 4].tolist() == pytest.approx([0.75 * share, 1 - share], rel=1e-4)


def test_sentences_of_a_candidate_in_which_the_target_was_accepted_count_too(small):
    here = np.zeros(128, np.float32)
    here[0] = 1
    assert small.accepting("fixed", "a") == ["flat"]
    assert small.accepting("blue", "a") == small.accepting("fixed", "n") == []
    columns = small.reverse_columns(here, "fixed", "a", ("flat", "set"))
    assert columns[0].tolist() == pytest.approx([1.0, 0.5, np.log(2)])
    assert not columns[1].any()


def test_words_accepted_anywhere_are_candidates_and_the_own_sentence_can_be_left_out(small):
    assert small.accepted("flat", "a") == ["fixed", "level", "even"]
    land = np.zeros(128, np.float32)
    land[1] = 2.0
    assert small.accepted("flat", "a", without=land) == ["fixed"]
    assert small.accepted("flat", "n") == []


def test_a_synonym_of_the_right_sense_comes_before_one_of_another():
    river = motjuste.rank("The *bank* was steep and muddy after the rain.", ["slope", "deposit"])
    assert [word.text for word in river] == ["slope", "deposit"]


def test_nobody_is_offered_a_form_that_nobody_writes():
    offered = {word.text for word in motjuste.suggest("She *gave up* smoking last year.", top=30)}
    assert "quit" in offered
    assert "forwent" not in offered


def test_a_phrase_keeps_the_form_of_its_verb():
    first = motjuste.suggest("He wants to *get rid of* it.", top=1)[0]
    assert first.text == first.lemma


def test_only_words_that_probably_fit_have_glosses_and_only_of_the_sense_that_is_meant():
    answer = Default().answer(marked("Rinse the lentils and *discard* any small stones."))
    by_word = {suggestion.text: suggestion for suggestion in answer.suggestions}
    assert by_word["throw away"].gloss == "throw or cast away"
    assert not any(word.gloss for word in answer.suggestions if word.score < 0.4)
    # WordNet's only sense of the verb is to adopt (a belief).
    answer = Default().answer(marked("My son is *hooked on* chess."))
    assert not any(word.gloss for word in answer.suggestions)


def test_labels_keep_lemmas_that_look_like_forms_of_another_verb():
    # `lay` is no past of `lie`, nor `found` of `find`; `anxious` is no plural.
    assert "lay" in Labelled.open().accepted("put", "v")
    assert "found" in Labelled.open().accepted("establish", "v")
    assert "anxious" in Labelled.open().accepted("on edge", "n")
