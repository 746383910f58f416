"""Composition and lexical functions, against direct calculation and planted matrices."""

import numpy as np
import pytest

from motjuste.errors import BadInputError
from motjuste.spaces.composition import Composer
from motjuste.spaces.functions import DISSECT_PENALTIES, Functions, learn, ridge
from motjuste.spaces.phrases import FivePartPhrase, phrase_around
from motjuste.spaces.space import write_dense
from motjuste.text import Target

SIZE = 4
WORDS = "pointed.a ear.n catch.v sharp.a sound.n construction.n".split()
RNG = np.random.default_rng(0)
VECTORS = {word: RNG.standard_normal(SIZE).astype(np.float32) for word in WORDS}
NAMES = ["an:pointed.a", "an:sharp.a", "nn:construction.n", "vs:catch.v", "vo:catch.v", "an:*"]
MATRICES = {name: RNG.standard_normal((SIZE, SIZE)).astype(np.float32) for name in NAMES}


@pytest.fixture
def space(tmp_path):
    return write_dense(tmp_path / "space", WORDS, np.stack(list(VECTORS.values())))


@pytest.fixture
def functions(tmp_path):
    flat = np.stack([matrix.reshape(-1) for matrix in MATRICES.values()])
    about = {"values": "functions", "dimensions": SIZE}
    write_dense(tmp_path / "functions", NAMES, flat, about)
    return Functions.open(tmp_path / "functions")


def times(matrix, vector):
    """A matrix times a vector, number by number."""
    return [sum(float(a) * float(b) for a, b in zip(row, vector, strict=True)) for row in matrix]


def plus(*vectors):
    return [sum(map(float, numbers)) for numbers in zip(*vectors, strict=True)]


ANVAN = FivePartPhrase(*"pointed.a ear.n catch.v sharp.a sound.n".split())


def test_add_and_mult_go_number_by_number(space):
    vectors = [VECTORS[word] for word in ANVAN.words]
    product = [float(np.prod([vector[i] for vector in vectors])) for i in range(SIZE)]
    assert Composer(space, "add").compose(ANVAN) == pytest.approx(plus(*vectors), rel=1e-5)
    assert Composer(space, "mult").compose(ANVAN) == pytest.approx(product, rel=1e-5)


def test_the_practical_lexical_function_is_the_formula_of_the_paper(space, functions):
    subject = times(MATRICES["an:pointed.a"], VECTORS["ear.n"])
    object_ = times(MATRICES["an:sharp.a"], VECTORS["sound.n"])
    gupta = plus(times(MATRICES["vs:catch.v"], subject), times(MATRICES["vo:catch.v"], object_))
    paperno = plus(gupta, VECTORS["catch.v"])
    vectors = {
        method: Composer(space, method, functions).compose(ANVAN)
        for method in ("plf-gupta", "plf-paperno")
    }
    assert vectors["plf-gupta"] == pytest.approx(gupta, rel=1e-4)
    assert vectors["plf-paperno"] == pytest.approx(paperno, rel=1e-4)


PARTS = {
    "pointed.a ear.n": lambda: times(MATRICES["an:pointed.a"], VECTORS["ear.n"]),
    "construction.n ear.n": lambda: times(MATRICES["nn:construction.n"], VECTORS["ear.n"]),
    "ear.n catch.v": lambda: times(MATRICES["vs:catch.v"], VECTORS["ear.n"]),
    "catch.v sound.n": lambda: times(MATRICES["vo:catch.v"], VECTORS["sound.n"]),
    "ear.n": lambda: VECTORS["ear.n"],
    "catch.v": lambda: VECTORS["catch.v"],
    # An adjective without a matrix of its own takes that of its kind.
    "odd.a ear.n": lambda: times(MATRICES["an:*"], VECTORS["ear.n"]),
    # A noun that nobody knows has nothing to be changed.
    "ear.n catch.v odd.n": lambda: times(MATRICES["vs:catch.v"], VECTORS["ear.n"]),
}


@pytest.mark.parametrize("text", PARTS)
def test_parts_of_a_sentence_are_composed_as_far_as_they_go(space, functions, text):
    composed = Composer(space, "plf-gupta", functions).compose(FivePartPhrase.parse(text))
    assert composed == pytest.approx(PARTS[text](), rel=1e-4)


@pytest.mark.parametrize("method", ["add", "mult", "plf-gupta", "plf-paperno"])
def test_a_phrase_of_unknown_words_has_no_vector(space, functions, method):
    assert Composer(space, method, functions).compose(FivePartPhrase.parse("odd.a thing.n")) is None


def test_what_does_not_fit_is_reported(tmp_path, space, functions):
    with pytest.raises(BadInputError, match="method 'sum' is not one of add, mult"):
        Composer(space, "sum")
    with pytest.raises(BadInputError, match="needs functions"):
        Composer(space, "plf-gupta")
    other = write_dense(tmp_path / "other", ["a"], np.ones((1, 2)))
    with pytest.raises(BadInputError, match="learned for 4 dimensions"):
        Composer(other, "plf-gupta", functions)
    with pytest.raises(BadInputError, match="holds no functions"):
        Functions.open(tmp_path / "other")
    for text in ("", "a.v b.v", "a.a b.n c.n d.v"):
        with pytest.raises(BadInputError, match="is not a phrase"):
            FivePartPhrase.parse(text)


def gcv_by_hand(x, y, penalty):
    """The score of a penalty from the hat matrix itself."""
    n, k = x.shape
    hat = x @ np.linalg.inv(x.T @ x + penalty * np.eye(k)) @ x.T
    error = ((y - hat @ y) ** 2).sum()
    return n * error / (n - np.trace(hat)) ** 2


def test_ridge_takes_the_penalty_of_the_least_score_and_solves_for_it():
    rng = np.random.default_rng(1)
    x = rng.standard_normal((30, 5))
    y = x @ rng.standard_normal((5, 5)) + 2.0 * rng.standard_normal((30, 5))
    fitted = ridge(x, y)
    scale = float((np.linalg.svd(x, compute_uv=False) ** 2).mean())
    penalties = [10.0**power * scale for power in range(-6, 4)]
    scores = [gcv_by_hand(x, y, penalty) for penalty in penalties]
    assert fitted.penalty == pytest.approx(penalties[int(np.argmin(scores))])
    expected = np.linalg.solve(x.T @ x + fitted.penalty * np.eye(5), x.T @ y).T
    assert fitted.matrix == pytest.approx(expected, abs=1e-8)


def test_more_noise_means_a_larger_penalty():
    rng = np.random.default_rng(2)
    x, true, noise = (rng.standard_normal(shape) for shape in ((40, 20), (20, 20), (40, 20)))
    assert ridge(x, x @ true + 20 * noise).penalty > ridge(x, x @ true + 0.01 * noise).penalty


def planted(tmp_path, noise):
    """Nouns, and for three predicates the bigrams that planted matrices make of them."""
    rng = np.random.default_rng(3)
    nouns = [f"n{number}.n" for number in range(60)]
    vectors = rng.standard_normal((60, 6)).astype(np.float32)
    words = write_dense(tmp_path / "words", nouns, vectors)
    matrices = {name: rng.standard_normal((6, 6)) for name in ("an:big.a", "vo:see.v", "vs:see.v")}
    names, rows = [], []
    for name, matrix in matrices.items():
        for noun, vector in zip(nouns, vectors, strict=True):
            names.append(f"{name} {noun}")
            rows.append(matrix @ vector + noise * rng.standard_normal(6))
    names.append("an:rare.a n1.n")
    rows.append(np.zeros(6))
    bigrams = write_dense(tmp_path / "bigrams", names, np.array(rows))
    return words, bigrams, matrices


def test_lexical_functions_recover_planted_matrices(tmp_path):
    words, bigrams, matrices = planted(tmp_path, noise=0.01)
    functions = learn(words, bigrams, tmp_path / "functions")
    for name, matrix in matrices.items():
        kind, predicate = name.split(":")
        assert functions.matrix(kind, predicate) == pytest.approx(matrix, abs=0.02)
    assert "an:rare.a" not in functions.space.rows, "one bigram is too few"
    general = functions.matrix("an", "rare.a")
    assert general == pytest.approx(functions.matrix("an", "*"))
    assert functions.space.frequencies.tolist()[:3] == [60, 60, 60]


def test_nothing_to_learn_from_is_reported(tmp_path):
    words, bigrams, _ = planted(tmp_path, 0.1)
    with pytest.raises(BadInputError, match="no predicate has 1000 bigrams"):
        learn(words, bigrams, tmp_path / "functions", least=1000)
    other = write_dense(tmp_path / "other", ["a"], np.ones((1, 2)))
    with pytest.raises(BadInputError, match="must be reduced to the same dimensions"):
        learn(other, bigrams, tmp_path / "functions")


TEXT = "We saw it. The tall men slowly built a large old airfield."
AROUND = {
    "tall": ("tall.a man.n build.v old.a airfield.n", "A1"),
    "men": ("tall.a man.n build.v old.a airfield.n", "N1"),
    "built": ("tall.a man.n build.v old.a airfield.n", "V"),
    "large": ("tall.a man.n build.v large.a airfield.n", "A2"),
    "airfield": ("tall.a man.n build.v old.a airfield.n", "N2"),
    "slowly": ("slowly.r", "N1"),
}


@pytest.mark.parametrize("word", AROUND)
def test_the_phrase_around_a_target_is_found_in_its_sentence(word):
    start = TEXT.index(word)
    phrase, position = phrase_around(Target(TEXT, start, start + len(word)))
    assert (" ".join(phrase.words), position) == AROUND[word]


def test_dissects_penalties_are_taken_as_they_are():
    # One number each: with penalty p the slope is sum(xy) / (sum(x²) + p). Here y = 2x exactly, so
    # no penalty is best, and the slope is 2; the only penalty 5 gives 2 * 5 / (5 + 5).
    x = np.array([[1.0], [2.0]])
    free = ridge(x, 2 * x, DISSECT_PENALTIES, relative=False)
    assert (free.penalty, float(free.matrix[0, 0])) == (0.0, pytest.approx(2.0))
    held = ridge(x, 2 * x, [5.0], relative=False)
    assert float(held.matrix[0, 0]) == pytest.approx(1.0)
    assert DISSECT_PENALTIES[0] == 0
    assert DISSECT_PENALTIES[-1] == 5
    assert len(DISSECT_PENALTIES) == 11


def test_a_penalty_of_nothing_stands_dimensions_that_nothing_fills():
    x = np.array([[1.0, 0.0], [2.0, 0.0]])
    fitted = ridge(x, x, [0.0], relative=False)
    assert fitted.matrix == pytest.approx(np.array([[1.0, 0.0], [0.0, 0.0]]))
