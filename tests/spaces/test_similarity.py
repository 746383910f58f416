"""The five measures against the papers' formulas, written out for dense vectors and by hand."""

from math import log, sqrt

import numpy as np
import pytest

from motjuste.engine import corpus_files
from motjuste.errors import BadInputError
from motjuste.spaces.cooccurrences import read_cooccurrences
from motjuste.spaces.counting import Settings, count
from motjuste.spaces.vocabulary import VocabularyChoice
from motjuste.spaces.weighting import weight_space

# Counts with three features: bright (2, 2, 0), clever (1, 2, 1), lamp (0, 0, 4).
COUNTS = {"bright": (2, 2, 0), "clever": (1, 2, 1), "lamp": (0, 0, 4)}
TEXT = "".join(
    f"{word}\tf{feature}\t{count}\n"
    for word, row in COUNTS.items()
    for feature, count in enumerate(row)
    if count
)


@pytest.fixture
def space(tmp_path):
    path = tmp_path / "space.tsv"
    path.write_text(TEXT)
    return read_cooccurrences(path)


# q = (1/2, 1/2, 0), r = (1/4, 1/2, 1/4) and (0, 0, 1); in all, the features have 3/12, 4/12, 5/12.
# Mutual information: bright log 2, log 3/2; clever log 1 = 0, log 3/2 and (negative: none);
# lamp log 12/5. Only the second feature is shared by bright and clever.
BY_HAND = {
    # (2*1 + 2*2) / (sqrt 8 * sqrt 6)
    "cosine": (6 / sqrt(48), 0.0),
    # two features of three; none of three
    "jaccard": (2 / 3, 0.0),
    # 1/4 + 0 + 1/4; nothing shared: 2
    "l1": (-0.5, -2.0),
    # 1/4 log (1/4 / (.99/2 + .01/4)) + 1/2 log (1/2 / (.99/2 + .01/2)) + 1/4 log 1/.01
    "alpha-skew": (
        -(0.25 * log(0.25 / 0.4975) + 0.5 * log(0.5 / 0.5) + 0.25 * log(100)),
        -log(100),
    ),
    "lin": (2 * log(1.5) / (log(2) + log(1.5) + log(1.5)), 0.0),
}


@pytest.mark.parametrize("measure", BY_HAND)
def test_measures_are_what_the_formulas_give_by_hand(space, measure):
    similarities = space.likeness(space.row("bright", "ADJ"), measure)
    assert similarities[1:].tolist() == pytest.approx(BY_HAND[measure])


def dense(measure, q, r, alpha=0.99):
    """The formulas of Lee 1999 and Lin 1998 as they are printed."""
    if measure == "cosine":
        return q @ r / np.sqrt((q @ q) * (r @ r))
    if measure == "jaccard":
        return ((q > 0) & (r > 0)).sum() / ((q > 0) | (r > 0)).sum()
    if measure == "l1":
        return -np.abs(q / q.sum() - r / r.sum()).sum()
    q, r = q / q.sum(), r / r.sum()
    mixed = alpha * q + (1 - alpha) * r
    return -sum(b * log(b / m) for b, m in zip(r, mixed, strict=True) if b)


def dense_lin(counts, first, second):
    overall, total = counts.sum(axis=0), counts.sum()
    with np.errstate(divide="ignore"):
        information = np.log(counts * total / counts.sum(axis=1, keepdims=True) / overall)
    positive = np.maximum(information, 0)
    both = (positive[first] > 0) & (positive[second] > 0)
    return (positive[first] + positive[second])[both].sum() / positive[[first, second]].sum()


@pytest.mark.parametrize("measure", BY_HAND)
def test_measures_agree_with_dense_vectors_on_random_counts(tmp_path, measure):
    rng = np.random.default_rng(3)
    counts = rng.poisson(0.7, (12, 30)) + np.eye(12, 30)
    lines = [f"w{w}\tf{f}\t{counts[w, f]}\n" for w, f in zip(*counts.nonzero(), strict=True)]
    (tmp_path / "space.tsv").write_text("".join(lines))
    space = read_cooccurrences(tmp_path / "space.tsv")
    similarities = space.likeness(space.row("w4", None), measure)
    for other in range(12):
        place = space.row(f"w{other}", None)
        expected = (
            dense_lin(counts, 4, other)
            if measure == "lin"
            else dense(measure, counts[4], counts[other])
        )
        assert similarities[place] == pytest.approx(expected, abs=1e-12)


def test_a_npz_file_and_a_text_file_hold_the_same(tmp_path, space):
    pairs = [(w, f) for w, row in enumerate(COUNTS.values()) for f, n in enumerate(row) if n]
    np.savez(
        tmp_path / "space.npz",
        words=np.array(list(COUNTS)),
        features=np.array(["f0", "f1", "f2"]),
        rows=[w for w, _ in pairs],
        columns=[f for _, f in pairs],
        counts=[list(COUNTS.values())[w][f] for w, f in pairs],
    )
    other = read_cooccurrences(tmp_path / "space.npz")
    assert other.words == space.words
    for measure in BY_HAND:
        assert other.likeness(0, measure) == pytest.approx(space.likeness(0, measure))


def test_a_counted_space_is_read_as_it_is(tmp_path):
    pytest.importorskip("scipy")
    (tmp_path / "a.txt").write_text("Red car. Red car. Blue car. Old man.", "utf-8")
    settings = Settings(unit="word", choice=VocabularyChoice(least=1))
    counted = count(corpus_files([tmp_path / "a.txt"]), tmp_path / "counts", settings)["words"]
    space = read_cooccurrences(tmp_path / "counts" / "words")
    assert space.words == counted.rows
    # `red` and `blue` stand with `car` and nothing else.
    assert space.likeness(space.row("red", None), "cosine")[space.row("blue", None)] == 1.0
    assert space.likeness(space.row("red", None), "cosine")[space.row("man", None)] == 0.0
    weight_space(counted, tmp_path / "ppmi", "ppmi")
    with pytest.raises(BadInputError, match="holds no counts"):
        read_cooccurrences(tmp_path / "ppmi")


def test_neighbours_have_the_same_part_of_speech_and_lose_its_letter(tmp_path):
    rows = ["bright.a\tx\t2", "clever.a\tx\t1", "clever.a\ty\t1", "light.n\tx\t1", "dull.a\ty\t1"]
    (tmp_path / "space.tsv").write_text("\n".join(rows))
    space = read_cooccurrences(tmp_path / "space.tsv")
    neighbours = list(space.neighbours(space.row("bright", "ADJ"), "cosine", 5))
    assert [word for word, _ in neighbours] == ["clever", "dull"]
    assert space.row("bright", "NOUN") is None


def test_a_pair_that_stands_twice_is_added_up(tmp_path):
    (tmp_path / "space.tsv").write_text("a\tx\t1\na\tx\t2\na\ty\t4\n")
    assert read_cooccurrences(tmp_path / "space.tsv").counts.sums.tolist() == [7.0]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "holds no counts"),
        ("a\tx\t1\nb\tx\n", "line 2 is not a word, a feature and a count"),
        ("a\tx\tmany\n", "line 1"),
        ("a\tx\t-1\n", "line 1"),
        ("a\tx\tinf\n", "line 1"),
    ],
)
def test_files_that_hold_no_counts_are_errors(tmp_path, content, message):
    (tmp_path / "space.tsv").write_text(content)
    with pytest.raises(BadInputError, match=message):
        read_cooccurrences(tmp_path / "space.tsv")


def test_a_npz_file_that_is_something_else_is_an_error(tmp_path):
    np.savez(tmp_path / "space.npz", words=np.array(["a"]))
    with pytest.raises(BadInputError, match="does not hold the arrays"):
        read_cooccurrences(tmp_path / "space.npz")
    arrays = {"words": np.array(["a"]), "features": np.array(["x"]), "counts": [1]}
    np.savez(tmp_path / "space.npz", rows=[1], columns=[0], **arrays)
    with pytest.raises(BadInputError, match="numbers words that are not there"):
        read_cooccurrences(tmp_path / "space.npz")
