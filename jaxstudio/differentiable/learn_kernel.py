"""Finds the convolution kernel that turns one picture into another, by least squares.

Only pixels whose whole neighbourhood lies inside the picture count, so that no border has to be assumed. The
normal equations are solved by conjugate gradients. The products with the data are convolutions, computed by
Fourier transforms; the preconditioner is the normal equations of a random sample of the pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

import jax
import jax.numpy as jnp
import numpy as np
import scipy.fft
import scipy.linalg

from jaxstudio.errors import UsageError

SIZES = range(3, 32, 2)
# Sampled values per weight, and their least number: the preconditioned equations are then well conditioned.
PER_WEIGHT, AT_LEAST = 40, 100_000
ITERATIONS = 100
# The residual of the normal equations, relative to their right side, at which the search ends.
TOLERANCE = 1e-12
ALTERNATIONS = 100
# Rounds of the non-negative search, and how many rounds may exchange several weights without improvement.
PIVOTS, BLOCK_EXCHANGES = 200, 3


@dataclass(frozen=True)
class LearnedKernel:
    """A kernel, and how well it explains the pair of pictures.

    Attributes:
        kernel: (size, size) float64, for true convolution, the default of the filter `convolve`.
        rms: of the remaining differences over the pixels that count, in encoded values.
        iterations: total number of conjugate gradient steps.
    """

    kernel: np.ndarray
    rms: float
    iterations: int

    def rows(self) -> tuple[tuple[float, ...], ...]:
        """The kernel as the parameter `kernel` of the filter `convolve`."""
        return tuple(tuple(float(weight) for weight in row) for row in self.kernel)


def learn_kernel(
    before: np.ndarray,
    after: np.ndarray,
    size: int = 7,
    *,
    separable: bool = False,
    symmetric: bool = False,
    nonnegative: bool = False,
    sum_one: bool = False,
) -> LearnedKernel:
    """The kernel k of size × size weights that minimizes the mean square of before ∗ k − after.

    Args:
        before, after: float (height, width, channels) of one shape; the channels share the kernel.
        size: odd, from 3 to 31.
        separable: only products of a column and a row.
        symmetric: equal to its mirror images, left to right and top to bottom.
        nonnegative: no weight below 0.
        sum_one: the weights add up to 1, so that a uniform grey does not change.

    Raises:
        UsageError: another size, pictures of different shapes, smaller than two kernels or not finite, or
            `separable` together with `nonnegative` or `sum_one`.
    """
    if size not in SIZES:
        raise UsageError("size {0}: expected an odd number from {1} to {2}", size, SIZES[0], SIZES[-1])
    if before.shape != after.shape:
        raise UsageError("pictures of the shapes {0} and {1}: expected one shape", before.shape, after.shape)
    if min(before.shape[:2]) < 2 * size:
        raise UsageError(
            "pictures of {0} × {1}: expected {2} pixels a side or more",
            before.shape[1],
            before.shape[0],
            2 * size,
        )
    if not (np.isfinite(before).all() and np.isfinite(after).all()):
        raise UsageError("a picture holds values that are not finite")
    if separable and (nonnegative or sum_one):
        raise UsageError("separable goes together with symmetric only")
    with jax.enable_x64(True):
        equations = _Equations(before, after, size)
        basis, offset = _linear_constraints(size, symmetric, sum_one)
        if separable:
            kernel = _separable(equations, basis)
        elif nonnegative:
            kernel = _nonnegative(equations, basis, offset)
        else:
            kernel = equations.solve(basis, offset)
        return LearnedKernel(kernel.reshape(size, size), equations.rms(kernel), equations.iterations)


class _Equations:
    """Least squares of a kernel: products with the data, and a sample of them. Kernels are flat, (size²,)."""

    def __init__(self, before: np.ndarray, after: np.ndarray, size: int) -> None:
        self._before = np.ascontiguousarray(np.moveaxis(before, 2, 0), np.float64)
        margin = size // 2
        self._after = np.ascontiguousarray(
            np.moveaxis(after, 2, 0)[:, margin:-margin, margin:-margin], np.float64
        )
        self.size = size
        self.iterations = 0
        lengths = tuple(scipy.fft.next_fast_len(length, real=True) for length in before.shape[:2])
        self._transform = jnp.fft.rfft2(jnp.asarray(self._before), s=lengths)
        apply = partial(_convolve, size=size, shape=self._after.shape[1:], lengths=lengths)
        transposed = partial(_correlate, size=size, lengths=lengths)
        self._apply = jax.jit(apply)
        self._normal = jax.jit(lambda spectrum, kernel: transposed(spectrum, apply(spectrum, kernel)))
        self._right = jax.jit(transposed)(self._transform, jnp.asarray(self._after))

    @cached_property
    def sample(self) -> tuple[np.ndarray, np.ndarray]:
        """The normal equations of some pixels, drawn at random: (size², size²) and (size²,)."""
        channels, height, width = self._after.shape
        count = min(channels * height * width, max(AT_LEAST, PER_WEIGHT * self.size**2))
        generator = np.random.default_rng(0)
        at = generator.integers(0, (channels, height, width), size=(count, 3))
        windows = np.lib.stride_tricks.sliding_window_view(self._before, (self.size, self.size), axis=(1, 2))
        rows = windows[at[:, 0], at[:, 1], at[:, 2]][:, ::-1, ::-1].reshape(count, -1)
        return rows.T @ rows, rows.T @ self._after[at[:, 0], at[:, 1], at[:, 2]]

    def solve(self, basis: np.ndarray, offset: np.ndarray) -> np.ndarray:
        """The best kernel offset + basis·z, by preconditioned conjugate gradients."""
        if not basis.shape[1]:
            return offset
        gram = basis.T @ self.sample[0] @ basis
        gram += 1e-12 * np.trace(gram) / len(gram) * np.eye(len(gram))
        factor = scipy.linalg.cho_factor(gram)
        residual = basis.T @ (np.asarray(self._right) - self._product(offset))
        limit = TOLERANCE * max(float(np.linalg.norm(basis.T @ np.asarray(self._right))), 1e-300)
        solution = np.zeros(len(gram))
        preconditioned = scipy.linalg.cho_solve(factor, residual)
        direction, power = preconditioned, residual @ preconditioned
        for _ in range(ITERATIONS):
            if float(np.linalg.norm(residual)) <= limit:
                break
            product = basis.T @ self._product(basis @ direction)
            length = power / (direction @ product)
            solution, residual = solution + length * direction, residual - length * product
            preconditioned = scipy.linalg.cho_solve(factor, residual)
            power, before = residual @ preconditioned, power
            direction = preconditioned + power / before * direction
            self.iterations += 1
        return offset + basis @ solution

    def rms(self, kernel: np.ndarray) -> float:
        """Root mean square of the differences that a kernel leaves."""
        left = np.asarray(self._apply(self._transform, jnp.asarray(kernel))) - self._after
        return float(np.sqrt(np.mean(np.square(left))))

    def gradient(self, kernel: np.ndarray) -> np.ndarray:
        """Half the derivative of the sum of squares with respect to each weight."""
        return self._product(kernel) - np.asarray(self._right)

    @property
    def scale(self) -> float:
        """The size of the right side of the normal equations."""
        return float(np.linalg.norm(np.asarray(self._right)))

    def _product(self, kernel: np.ndarray) -> np.ndarray:
        return np.asarray(self._normal(self._transform, jnp.asarray(kernel)))


def _convolve(
    spectrum: jax.Array, kernel: jax.Array, *, size: int, shape: tuple[int, int], lengths: tuple[int, int]
) -> jax.Array:
    """before ∗ kernel where the kernel lies inside the picture: (channels, *shape)."""
    product = jnp.fft.irfft2(spectrum * jnp.fft.rfft2(kernel.reshape(size, size), s=lengths), s=lengths)
    return product[:, size - 1 : size - 1 + shape[0], size - 1 : size - 1 + shape[1]]


def _correlate(spectrum: jax.Array, values: jax.Array, *, size: int, lengths: tuple[int, int]) -> jax.Array:
    """The transpose of `_convolve`: (size²,)."""
    placed = jnp.pad(values, ((0, 0), (size - 1, 0), (size - 1, 0)))
    product = jnp.fft.irfft2(jnp.conj(spectrum) * jnp.fft.rfft2(placed, s=lengths), s=lengths)
    return product.sum(axis=0)[:size, :size].reshape(-1)


def _linear_constraints(size: int, symmetric: bool, sum_one: bool) -> tuple[np.ndarray, np.ndarray]:
    """Kernels as offset + basis·z: an orthonormal (size², n) basis, and a (size²,) offset."""
    count = size * size
    basis = np.eye(count)
    if symmetric:
        index = np.arange(count).reshape(size, size)
        mirrored = (index, index[::-1], index[:, ::-1], index[::-1, ::-1])
        orbits = {tuple(sorted({int(each.flat[at]) for each in mirrored})) for at in range(count)}
        basis = np.stack(
            [np.isin(np.arange(count), orbit) / np.sqrt(len(orbit)) for orbit in sorted(orbits)], axis=1
        )
    offset = np.zeros(count)
    if sum_one:
        offset[count // 2] = 1.0
        basis = basis @ scipy.linalg.null_space(basis.sum(axis=0)[None])
    return basis, offset


def _nonnegative(equations: _Equations, basis: np.ndarray, offset: np.ndarray) -> np.ndarray:
    """The best kernel without weights below 0: block principal pivoting on which weights are 0.

    Weights that fall below 0 are fixed at 0; a fixed weight is freed if that would lower the mean square.
    Source: Portugal, Judice and Vicente, A comparison of block pivoting and interior-point algorithms for
    linear least squares problems with nonnegative variables, Mathematics of Computation 63 (1994).
    """
    kernel = equations.solve(basis, offset)
    zero = np.zeros(len(kernel), bool)
    fewest, exchanges_left = len(kernel) + 1, BLOCK_EXCHANGES
    for _ in range(PIVOTS):
        below = ~zero & (kernel < -1e-12 * np.abs(kernel).max())
        slope = basis @ (basis.T @ equations.gradient(kernel))
        if offset.any():
            slope -= slope[~zero].mean()  # the multiplier of the sum
        wrong = below | (zero & (slope < -1e-9 * equations.scale))
        count = int(wrong.sum())
        if count == 0:
            break
        if count < fewest:
            fewest, exchanges_left = count, BLOCK_EXCHANGES
        elif exchanges_left:
            exchanges_left -= 1
        else:  # one at a time, which always ends (Murty's rule)
            wrong[: np.flatnonzero(wrong)[-1]] = False
        zero ^= wrong
        # restrict offset + basis·z to kernels whose fixed weights are 0
        fixed, *_ = np.linalg.lstsq(basis[zero], -offset[zero], rcond=None)
        kernel = equations.solve(basis @ scipy.linalg.null_space(basis[zero]), offset + basis @ fixed)
    return np.maximum(kernel, 0.0)


def _separable(equations: _Equations, basis: np.ndarray) -> np.ndarray:
    """The best product of a column and a row, solved in turns: on the sample, then on all pixels."""
    size = equations.size
    gram, right = equations.sample
    free = equations.solve(basis, np.zeros(size * size)).reshape(size, size)
    left, values, across = np.linalg.svd(free)
    column, row = left[:, 0] * values[0], across[0]
    mirrored = np.eye(size) if basis.shape[1] == size * size else _mirror_basis(size)

    def of_column(row: np.ndarray) -> np.ndarray:
        return np.kron(mirrored, row[:, None])

    def of_row(column: np.ndarray) -> np.ndarray:
        return np.kron(column[:, None], mirrored)

    for _ in range(ALTERNATIONS):
        before = np.outer(column, row)
        for turn in (0, 1):
            along = of_column(row) if turn == 0 else of_row(column)
            solved = mirrored @ np.linalg.lstsq(along.T @ gram @ along, along.T @ right, rcond=None)[0]
            column, row = (solved, row) if turn == 0 else (column, solved)
        if np.abs(np.outer(column, row) - before).max() < 1e-12 * np.abs(before).max():
            break
    for _ in range(3):
        column = (
            equations.solve(of_column(row), np.zeros(size * size)).reshape(size, size) @ row / (row @ row)
        )
        row = (
            column
            @ equations.solve(of_row(column), np.zeros(size * size)).reshape(size, size)
            / (column @ column)
        )
    return np.outer(column, row).reshape(-1)


def _mirror_basis(size: int) -> np.ndarray:
    """Vectors that equal their mirror image: (size, size // 2 + 1)."""
    basis = np.zeros((size, size // 2 + 1))
    for number in range(size // 2 + 1):
        basis[[number, size - 1 - number], number] = 1.0
    return basis
