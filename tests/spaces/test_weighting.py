"""Weights, reduction and likeness, each against plain loops or a direct NumPy calculation."""

import json
import math

import numpy as np
import pytest

from motjuste.errors import BadInputError
from motjuste.spaces.exchange import export_space, import_space
from motjuste.spaces.neighbours import Likeness
from motjuste.spaces.reduction import project_space, reduce_space, svd
from motjuste.spaces.space import Space, SpaceWriter, write_dense
from motjuste.spaces.weighting import row_chunks, weight_space

sparse = pytest.importorskip("scipy.sparse")

COUNTS = [[10, 0, 3, 1], [2, 5, 0, 0], [0, 0, 0, 7], [4, 1, 1, 0]]


def counted(folder, counts, rows=None):
    matrix = sparse.csr_array(np.array(counts, np.int64))
    rows = rows or [f"w{row}.n" for row in range(matrix.shape[0])]
    about = {"rows": len(rows), "columns": matrix.shape[1], "values": "counts"}
    with SpaceWriter(folder, about) as writer:
        writer.names(rows, [f"c{column}" for column in range(matrix.shape[1])])
        writer.add("data", matrix.data)
        writer.add("indices", matrix.indices.astype(np.int32))
        writer.add("indptr", matrix.indptr.astype(np.int32))
        writer.add("frequencies", np.arange(len(rows)))
    return Space(folder)


def weights_by_loops(counts, how, columns=None):
    columns = columns or [sum(row[c] for row in counts) for c in range(len(counts[0]))]
    total = sum(columns)
    weight_rows = []
    for row in counts:
        weights = []
        for count, column in zip(row, columns, strict=True):
            pmi = math.log(count * total / (sum(row) * column)) if count else 0.0
            weights.append({"ppmi": max(0, pmi), "plmi": count * max(0, pmi), "raw": count}[how])
        weight_rows.append(weights)
    return weight_rows


@pytest.mark.parametrize("how", ["ppmi", "plmi", "raw"])
def test_weights_are_what_the_formula_says_cell_by_cell(tmp_path, how):
    space = weight_space(counted(tmp_path / "counts", COUNTS), tmp_path / how, how)
    assert space.matrix.toarray() == pytest.approx(
        np.array(weights_by_loops(COUNTS, how)), rel=1e-6
    )
    assert (space.matrix.data > 0).all(), "what weighs nothing is not kept"
    assert space.about["values"] == how


def test_bigrams_are_weighted_by_the_columns_of_their_base(tmp_path):
    base = counted(tmp_path / "base", COUNTS)
    bigrams = [[1, 0, 0, 2], [0, 3, 0, 0]]
    space = weight_space(counted(tmp_path / "b", bigrams), tmp_path / "out", "ppmi", base)
    columns = [sum(row[c] for row in COUNTS) for c in range(4)]
    expected = np.array(weights_by_loops(bigrams, "ppmi", columns))
    assert space.matrix.toarray() == pytest.approx(expected, rel=1e-6)


def test_weighting_in_small_stretches_gives_the_same(tmp_path, monkeypatch):
    space = counted(tmp_path / "counts", COUNTS)
    assert list(row_chunks(space, 3)) == [(0, 1), (1, 3), (3, 4)]
    monkeypatch.setattr("motjuste.spaces.weighting.row_chunks", lambda s: row_chunks(s, 3))
    monkeypatch.setattr("motjuste.spaces.weighting.CELLS_PER_CHUNK", 2)
    small = weight_space(space, tmp_path / "small", "ppmi")
    expected = np.array(weights_by_loops(COUNTS, "ppmi"))
    assert small.matrix.toarray() == pytest.approx(expected, rel=1e-6)


def test_an_empty_row_stays_empty(tmp_path):
    space = counted(tmp_path / "counts", [[1, 2], [0, 0], [3, 1]])
    weighted = weight_space(space, tmp_path / "out", "ppmi")
    assert weighted.shape == (3, 2)
    assert not weighted.vector("w1.n").any()


def planted(rows, columns, rank, seed=0):
    """A sparse matrix whose singular values fall off."""
    rng = np.random.default_rng(seed)
    scales = 0.7 ** np.arange(rank)
    dense = rng.standard_normal((rows, rank)) * scales @ rng.standard_normal((rank, columns))
    dense[rng.random(dense.shape) < 0.1] = 0
    return sparse.csr_array(dense.astype(np.float32))


def test_small_matrices_are_reduced_exactly_as_numpy_does():
    matrix = planted(60, 40, 10)
    reduced = svd(matrix, 12)
    left, values, right = np.linalg.svd(matrix.toarray().astype(np.float64))
    assert reduced.values == pytest.approx(values[:12], rel=1e-5)
    best = left[:, :12] * values[:12] @ right[:12]
    assert reduced.left * reduced.values @ reduced.right == pytest.approx(best, abs=1e-4)


@pytest.fixture
def large(monkeypatch):
    """A matrix that counts as large."""
    monkeypatch.setattr("motjuste.spaces.reduction.MAX_EXACT_CELLS", 1000)
    return planted(300, 200, 30)


def test_large_matrices_are_reduced_nearly_as_well_as_can_be(large):
    matrix = large
    reduced = svd(matrix, 20)
    values = np.linalg.svd(matrix.toarray(), compute_uv=False)
    assert reduced.values == pytest.approx(values[:20], rel=0.01)
    error = np.linalg.norm(matrix.toarray() - reduced.left * reduced.values @ reduced.right)
    assert error <= 1.01 * np.sqrt((values[20:] ** 2).sum())
    assert reduced.left.T @ reduced.left == pytest.approx(np.eye(20), abs=1e-4)


def test_the_same_seed_gives_the_same_reduction_and_signs_are_fixed(large):
    one, two = svd(large, 5, seed=3), svd(large, 5, seed=3)
    assert all((a == b).all() for a, b in zip(one, two, strict=True))
    other = svd(large, 5, seed=4)
    assert other.right == pytest.approx(one.right, abs=0.02)
    assert all(row[np.abs(row).argmax()] > 0 for row in one.right)


def test_a_projected_row_stands_where_the_same_row_of_the_base_does(tmp_path):
    base = weight_space(counted(tmp_path / "counts", COUNTS), tmp_path / "ppmi", "ppmi")
    reduced = reduce_space(base, tmp_path / "svd", 3)
    projected = project_space(base, reduced, tmp_path / "projected")
    assert projected.matrix == pytest.approx(reduced.matrix, abs=1e-5)
    assert reduced.frequencies.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("dimensions", [0, 5])
def test_more_dimensions_than_there_are_is_reported(tmp_path, dimensions):
    base = counted(tmp_path / "counts", COUNTS)
    with pytest.raises(BadInputError, match="4 x 4 cannot be reduced to"):
        reduce_space(base, tmp_path / "svd", dimensions)


def test_what_does_not_fit_into_memory_is_refused_before_it_is_tried(monkeypatch):
    monkeypatch.setattr("os.sysconf", {"SC_PHYS_PAGES": 1000, "SC_PAGE_SIZE": 1000}.__getitem__)
    matrix = sparse.csr_array((4000, 2000), dtype=np.float32)
    # Three times four bytes for 110 numbers of each of 6,000 rows and columns: 7.9 MB.
    with pytest.raises(BadInputError, match="ask for fewer"):
        svd(matrix, 100)
    assert svd(matrix[:, :100], 100).values.tolist() == [0.0] * 100, "small ones are exact"


def test_a_space_of_other_columns_does_not_fit(tmp_path):
    reduced = reduce_space(counted(tmp_path / "a", COUNTS), tmp_path / "svd", 2)
    other = counted(tmp_path / "b", [[1, 2, 3]])
    with pytest.raises(BadInputError, match=r"has 3 columns, .* was made from 4"):
        project_space(other, reduced, tmp_path / "out")
    with pytest.raises(BadInputError, match="do not have the same columns"):
        weight_space(other, tmp_path / "out", "ppmi", counted(tmp_path / "c", COUNTS))
    with pytest.raises(BadInputError, match="holds no counts"):
        weight_space(reduced, tmp_path / "out", "ppmi")


def likeness_by_loops(measure, q, r):
    """The formulas as the literature has them, feature by feature; distances negated."""
    if measure == "dot":
        return sum(a * b for a, b in zip(q, r, strict=True))
    if measure == "cosine":
        lengths = math.sqrt(sum(a * a for a in q)) * math.sqrt(sum(b * b for b in r))
        return likeness_by_loops("dot", q, r) / lengths
    both = [(a, b) for a, b in zip(q, r, strict=True) if a or b]
    if measure == "jaccard":
        return sum(1 for a, b in both if a and b) / len(both)
    if measure == "lin":
        return sum(a + b for a, b in both if a and b) / (sum(q) + sum(r))
    q, r = [a / sum(q) for a in q], [b / sum(r) for b in r]
    if measure == "l1":
        return -sum(abs(a - b) for a, b in zip(q, r, strict=True))
    return -sum(b * math.log(b / (0.99 * a + 0.01 * b)) for a, b in zip(q, r, strict=True) if b)


@pytest.mark.parametrize("measure", ["cosine", "dot", "jaccard", "l1", "alpha-skew"])
def test_likeness_is_what_the_formula_says(tmp_path, measure):
    space = counted(tmp_path / "counts", COUNTS)
    likeness = Likeness(space, measure)
    for i, q in enumerate(COUNTS):
        for j, r in enumerate(COUNTS):
            similarity = likeness.between(f"w{i}.n", f"w{j}.n")
            assert similarity == pytest.approx(likeness_by_loops(measure, q, r), abs=1e-6)


def test_lin_takes_information_whether_counts_or_ppmi_are_given(tmp_path):
    space = counted(tmp_path / "counts", COUNTS)
    weighted = weight_space(space, tmp_path / "ppmi", "ppmi")
    ppmi = weights_by_loops(COUNTS, "ppmi")
    expected = likeness_by_loops("lin", ppmi[0], ppmi[3])
    for given_space in (space, weighted):
        assert Likeness(given_space, "lin").between("w0.n", "w3.n") == pytest.approx(
            expected, rel=1e-6
        )


def test_neighbours_are_all_rows_sorted_by_likeness(tmp_path):
    rng = np.random.default_rng(1)
    vectors = rng.standard_normal((50, 8)).astype(np.float32)
    names = [f"w{n}.{'nv'[n % 2]}" for n in range(50)]
    likeness = Likeness(write_dense(tmp_path / "space", names, vectors))
    cosines = {
        name: float(v @ vectors[4] / np.linalg.norm(v) / np.linalg.norm(vectors[4]))
        for name, v in zip(names, vectors, strict=True)
        if name != "w4.n"
    }
    nearest = likeness.nearest("w4.n", 10)
    assert [name for name, _ in nearest] == sorted(cosines, key=lambda n: -cosines[n])[:10]
    assert [score for _, score in nearest] == pytest.approx([cosines[name] for name, _ in nearest])
    assert all(name.endswith(".v") for name, _ in likeness.nearest("w4.n", 99, ["v"]))
    assert len(likeness.nearest("w4.n", 99, ["v"])) == 25


def test_measures_that_need_features_refuse_a_reduced_space(tmp_path):
    space = write_dense(tmp_path / "space", ["a", "b"], np.eye(2))
    with pytest.raises(BadInputError, match="is reduced, and jaccard compares features"):
        Likeness(space, "jaccard")
    with pytest.raises(BadInputError, match="measure 'manhattan' is not one of cosine, dot"):
        Likeness(space, "manhattan")


def test_a_word_that_is_not_there_is_reported_with_what_is(tmp_path):
    space = write_dense(tmp_path / "space", ["bank.n", "bank.v"], np.eye(2))
    with pytest.raises(BadInputError, match=r"has no row 'bank'; did you mean bank\.n or bank\.v"):
        space.vector("bank")
    with pytest.raises(BadInputError, match=r"has no row 'zebra'$"):
        space.vector("zebra")


def test_a_space_is_mapped_into_memory_and_not_read(tmp_path):
    space = write_dense(tmp_path / "space", ["a", "b"], np.eye(2))
    assert isinstance(space.matrix, np.memmap)
    with pytest.raises(ValueError, match="read-only"):
        space.matrix[0, 0] = 2


def change(folder, **changes):
    path = folder / "about.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_spaces_that_cannot_be_read_are_one_clear_line(tmp_path):
    write_dense(tmp_path / "space", ["a", "b"], np.eye(2))
    with pytest.raises(BadInputError, match="exists already"):
        write_dense(tmp_path / "space", ["a", "b"], np.eye(2))
    with (tmp_path / "space" / "vectors.bin").open("r+b") as stream:
        stream.truncate(12)
    with pytest.raises(BadInputError, match="has 12 bytes, not 16; make the space again"):
        _ = Space(tmp_path / "space").matrix
    change(tmp_path / "space", rows=3)
    with pytest.raises(BadInputError, match="has 2 names, not 3"):
        _ = Space(tmp_path / "space").rows
    change(tmp_path / "space", version=99)
    with pytest.raises(BadInputError, match="is of version 99, this program reads 1"):
        Space(tmp_path / "space")
    with pytest.raises(BadInputError, match="there is no such space"):
        Space(tmp_path / "none")
    with pytest.raises(BadInputError, match="is not a space"):
        Space(tmp_path)


def test_a_space_that_fails_to_be_written_leaves_the_old_one(tmp_path):
    write_dense(tmp_path / "space", ["a"], np.ones((1, 2)))
    unwritable = iter(["b", "\ud800"])
    about = {"rows": 2, "columns": 1}
    with pytest.raises(BadInputError), SpaceWriter(tmp_path / "space", about, replace=True) as new:
        new.names(unwritable)
    assert Space(tmp_path / "space").rows == ["a"]
    assert [path.name for path in tmp_path.iterdir()] == ["space"]


@pytest.mark.parametrize("name", ["v.txt", "v.bin", "v.npz"])
def test_vectors_that_go_out_come_back_the_same(tmp_path, name):
    rng = np.random.default_rng(0)
    vectors = rng.standard_normal((5, 3)).astype(np.float32)
    space = write_dense(tmp_path / "space", ["a", "b.n", "ça", "x_y", "z"], vectors)
    export_space(space, tmp_path / name)
    back = import_space(tmp_path / name, tmp_path / "back")
    assert back.rows == space.rows
    assert (back.matrix == vectors).all()


def test_counts_go_out_as_the_pairs_that_they_are(tmp_path):
    export_space(counted(tmp_path / "counts", COUNTS), tmp_path / "counts.npz")
    with np.load(tmp_path / "counts.npz") as archive:
        matrix = np.zeros((4, 4), int)
        matrix[archive["rows"], archive["columns"]] = archive["counts"]
        assert matrix.tolist() == COUNTS
        assert archive["words"].tolist() == ["w0.n", "w1.n", "w2.n", "w3.n"]
        assert archive["features"].tolist() == ["c0", "c1", "c2", "c3"]


def test_what_cannot_be_exported_is_reported(tmp_path):
    counts = counted(tmp_path / "counts", COUNTS)
    with pytest.raises(BadInputError, match="is sparse; reduce it first"):
        export_space(counts, tmp_path / "v.txt")
    with pytest.raises(BadInputError, match="has no known ending"):
        export_space(counts, tmp_path / "v.xyz")
    spaced = write_dense(tmp_path / "space", ["an:a b"], np.ones((1, 2)))
    with pytest.raises(BadInputError, match="has a space in it"):
        export_space(spaced, tmp_path / "v.txt")
    assert not (tmp_path / "v.txt").exists()
