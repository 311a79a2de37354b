"""Matrices as values, against NumPy and SciPy."""

import numpy as np
import pytest
from scipy.signal import convolve2d

from jaxstudio.errors import ParameterError
from jaxstudio.ops.convolution.convolve import PRESETS
from jaxstudio.pipeline import matrices

SHAPES = [(1, 1), (1, 5), (5, 1), (3, 3), (5, 3), (7, 7)]


def rows(array):
    return tuple(tuple(float(x) for x in row) for row in np.asarray(array))


def drawn(shape, seed=0):
    return np.random.default_rng([seed, *shape]).normal(size=shape)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_turning_and_flipping(shape):
    matrix = drawn(shape)
    assert matrices.transposed(rows(matrix)) == rows(matrix.T)
    assert matrices.rotated(rows(matrix)) == rows(np.rot90(matrix))
    assert matrices.flipped_across(rows(matrix)) == rows(np.fliplr(matrix))
    assert matrices.flipped_down(rows(matrix)) == rows(np.flipud(matrix))


@pytest.mark.parametrize("first", SHAPES, ids=str)
@pytest.mark.parametrize("second", SHAPES, ids=str)
def test_combined_is_one_convolved_with_the_other(first, second):
    a, b = drawn(first, 1), drawn(second, 2)
    np.testing.assert_allclose(matrices.combined(rows(a), rows(b), 15), convolve2d(a, b), atol=1e-13)


def test_combining_drops_outer_zeros_and_refuses_what_is_too_large():
    identity = rows([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
    assert matrices.combined(identity, rows([[2]]), 15) == rows([[2]])
    # the middle stays in the middle: a zero row on one side alone is kept
    assert matrices.combined(rows([[1], [0], [0]]), rows([[1]]), 15) == rows([[1], [0], [0]])
    box = rows(np.full((9, 9), 1 / 81))
    with pytest.raises(ParameterError, match="together they would be 17 × 17: expected at most 15 × 15"):
        matrices.combined(box, box, 15)


def test_normalised():
    np.testing.assert_allclose(matrices.normalised(rows([[1, 2, 1]])), [[0.25, 0.5, 0.25]])
    for cancels in ([[0, 1, 0], [1, -4, 1], [0, 1, 0]], [[0]], [[1 / 3, -2 / 3, 1 / 3]], [[0.1, 0.2, -0.3]]):
        assert matrices.sums_to_nothing(rows(cancels))
        with pytest.raises(ParameterError, match="sum to 0"):
            matrices.normalised(rows(cancels))
    assert not matrices.sums_to_nothing(rows([[1, -1, 1e-3]]))


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if min(shape) > 1], ids=str)
def test_a_product_of_two_vectors_is_recognised_and_nothing_else(shape):
    column, row = drawn(shape, 3)[:, 0], drawn(shape, 4)[0]
    product = np.outer(column, row)
    found = matrices.factors(rows(product))
    assert found is not None
    np.testing.assert_allclose(np.outer(*found), product, rtol=1e-12)
    for off in (1e-5, 1.0):
        other = product.copy()
        other[0, 0] += off * np.abs(product).sum()
        assert np.linalg.matrix_rank(other, tol=1e-9) == 2
        assert matrices.factors(rows(other)) is None


def test_the_rank_agrees_with_numpys():
    for name, kernel in PRESETS:
        assert (matrices.factors(kernel) is not None) == (np.linalg.matrix_rank(kernel) == 1), name
    assert matrices.factors(rows([[0, 0, 0]])) is None
    assert matrices.factors(rows([[0, 0, 0], [0, 0, 2], [0, 0, 0]])) == ((0.0, 1.0, 0.0), (0.0, 0.0, 2.0))
