"""Numbers in a few bits: close to what went in, and dot products as if they were unpacked."""

import numpy as np

from motjuste.encoder.quantisation import ProductQuantised, pack_rows, unpack_rows


def test_rows_in_four_bits_are_off_by_half_a_step_at_most():
    rows = np.random.default_rng(0).normal(size=(50, 96)).astype(np.float32)
    codes, scale = pack_rows(rows)
    assert codes.shape == (50, 48)
    steps = np.abs(rows).reshape(50, 3, 32).max(-1) / 7
    error = np.abs(unpack_rows(codes, scale) - rows).reshape(50, 3, 32).max(-1)
    assert (error <= steps * 0.51).all()


def test_a_row_of_zeros_stays_one():
    assert not unpack_rows(*pack_rows(np.zeros((1, 32), np.float32))).any()


def test_products_are_those_of_the_centroids_that_the_codes_name():
    rng = np.random.default_rng(1)
    centroids = rng.normal(size=(3, 5, 4)).astype(np.float32)
    codes = rng.integers(0, 5, size=(7, 3)).astype(np.uint8)
    query = rng.normal(size=12).astype(np.float32)
    whole = np.stack(
        [np.stack([centroids[p, c] for p, c in enumerate(row)], 1).ravel() for row in codes]
    )
    rows = np.array([6, 0, 3])
    dots = ProductQuantised(codes, centroids).dot(rows, query)
    assert np.allclose(dots, (whole @ query)[rows], atol=1e-5)
    assert np.array_equal(ProductQuantised(codes, centroids).vector(2), whole[2])
