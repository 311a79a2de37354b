"""Kernels are found again; with restrictions as scipy.optimize and numpy.linalg find them."""

import numpy as np
import pytest
from scipy import ndimage, optimize
from skimage import data

from jaxstudio.differentiable.learn_kernel import learn_kernel
from jaxstudio.errors import UsageError


@pytest.fixture(scope="module")
def photo():
    return data.astronaut()[:120, :150] / 255


def convolved(photo, kernel, noise=0.0):
    result = np.stack([ndimage.convolve(photo[..., channel], kernel) for channel in range(3)], axis=-1)
    return result + noise * np.random.default_rng(1).normal(size=result.shape)


def design(photo, size):
    """A row for every value of the inner picture: (rows, size²)."""
    windows = np.lib.stride_tricks.sliding_window_view(photo, (size, size), axis=(0, 1))
    return windows[..., ::-1, ::-1].reshape(-1, size * size)


def inner(photo, size):
    margin = size // 2
    return photo[margin:-margin, margin:-margin].reshape(-1)


@pytest.mark.samples("7")
@pytest.mark.parametrize("size", [3, 7, 15])
def test_a_random_kernel_is_found(photo, size):
    kernel = np.random.default_rng(size).normal(size=(size, size))
    found = learn_kernel(photo, convolved(photo, kernel), size)
    np.testing.assert_allclose(found.kernel, kernel, atol=1e-6)
    assert found.rms < 1e-8


@pytest.mark.thorough
def test_nonnegative(photo):
    kernel = np.random.default_rng(2).normal(size=(5, 5))
    after = convolved(photo, kernel, noise=0.01)
    expected, _ = optimize.nnls(design(photo, 5), inner(after, 5))
    np.testing.assert_allclose(
        learn_kernel(photo, after, 5, nonnegative=True).kernel.reshape(-1), expected, atol=1e-6
    )


def test_sum_one(photo):
    after = convolved(photo, np.random.default_rng(3).normal(size=(5, 5)) / 5, noise=0.01)
    kernel = learn_kernel(photo, after, 5, sum_one=True).kernel
    assert kernel.sum() == pytest.approx(1, abs=1e-12)
    # the best of all kernels that differ from it by one that sums to 0
    rows, moves = design(photo, 5), np.eye(25) - 1 / 25
    slope = moves @ rows.T @ (rows @ kernel.reshape(-1) - inner(after, 5))
    assert np.abs(slope).max() < 1e-7 * np.abs(rows.T @ inner(after, 5)).max()


def test_nonnegative_of_sum_one_is_a_probability(photo):
    after = convolved(photo, np.random.default_rng(4).normal(size=(5, 5)), noise=0.01)
    kernel = learn_kernel(photo, after, 5, nonnegative=True, sum_one=True).kernel
    assert kernel.min() >= 0
    assert kernel.sum() == pytest.approx(1, abs=1e-9)
    rows, target = design(photo, 5), inner(after, 5)
    best = optimize.minimize(
        lambda k: np.sum((rows @ k - target) ** 2),
        np.full(25, 0.04),
        jac=lambda k: 2 * rows.T @ (rows @ k - target),
        bounds=[(0, None)] * 25,
        constraints={"type": "eq", "fun": lambda k: k.sum() - 1},
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 500},
    )
    assert np.sum((rows @ kernel.reshape(-1) - target) ** 2) <= best.fun * (1 + 1e-9)


def test_symmetric(photo):
    bell = np.exp(-(np.arange(-3, 4) ** 2) / 4)
    kernel = np.outer(bell, bell) / np.outer(bell, bell).sum()
    found = learn_kernel(photo, convolved(photo, kernel, noise=0.01), 7, symmetric=True).kernel
    np.testing.assert_array_equal(found, found[::-1])
    np.testing.assert_array_equal(found, found[:, ::-1])
    np.testing.assert_allclose(found, kernel, atol=0.03)


def test_separable(photo):
    column, row = np.random.default_rng(5).normal(size=(2, 7))
    after = convolved(photo, np.outer(column, row), noise=1e-3)
    found = learn_kernel(photo, after, 7, separable=True)
    assert np.linalg.matrix_rank(found.kernel, tol=1e-9) == 1
    np.testing.assert_allclose(found.kernel, np.outer(column, row), atol=0.01)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"size": 4}, "odd number from 3 to 31"),
        ({"size": 61}, "odd number"),
        ({"separable": True, "sum_one": True}, "only"),
    ],
)
def test_refused(photo, arguments, message):
    with pytest.raises(UsageError, match=message):
        learn_kernel(photo, photo, **arguments)


def test_pictures_that_do_not_fit(photo):
    with pytest.raises(UsageError, match="one shape"):
        learn_kernel(photo, photo[1:])
    with pytest.raises(UsageError, match="expected 30 pixels a side"):
        learn_kernel(photo[:20], photo[:20], 15)
    with pytest.raises(UsageError, match="not finite"):
        learn_kernel(photo, np.full_like(photo, np.nan))
