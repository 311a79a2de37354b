"""FIR filters: taps (the weights of a one-dimensional filter), and the sums that apply them.

Taps beyond a filter's true radius are zero, so that one compiled kernel serves a whole bucket of radii.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial, reduce
from operator import add, itemgetter
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.kernels.array_types import Array, Float32, FloatArray, Int32, Integer, Shaped
from jaxstudio.kernels.stencil import Window, finish

# Sums of up to UNROLLED terms are unrolled; longer ones are a loop with TURN terms per turn. Down the columns
# every tap reads a memory stream of its own, and more than about 16 streams at once overload the processor's
# caches: 129 taps take half the time in turns of 8 pairs. Along the rows only compile time sets a bound.
UNROLLED = {0: 12, 1: 64}
TURN = {0: 8, 1: 32}
# The terms of the turns that end a sum whose length is traced.
LAST_TURN = 8


def gaussian_radius(sigma: float, truncate: float) -> int:
    """SciPy's radius: truncate·sigma rounded half up, in pixels."""
    return int(truncate * sigma + 0.5)


def narrow_gaussian_sigma(sigma: float) -> float:
    """The sigma whose sampled taps have the variance sigma², for a bell narrower than a pixel.

    Samples a pixel apart miss it: for sigma = 0.25 they are 0, 1, 0. Reduced photos have blurs that narrow.
    """
    variance = sigma * sigma
    if not 1e-4 < variance < 0.25:
        return sigma
    # three taps q, 1, q over their sum have the variance 2q / (1 + 2q)
    return math.sqrt(-0.5 / math.log(variance / (2.0 * (1.0 - variance))))


@partial(jax.jit, static_argnames="radius")
def gaussian_half_taps(
    sigma: Float32[Any, ""], truncate: Float32[Any, ""] | float, radius: int
) -> Float32[Array, " {radius}+1"]:
    """Normalised Gaussian weights from the centre outwards.

    Args:
        sigma: standard deviation in pixels, ≥ 0 (0 leaves the image as it is).
        truncate: the taps end at `truncate` standard deviations, as in SciPy.
        radius: static length of the half, ≥ the true radius.

    Returns:
        (radius + 1,) float32; element 0 is the centre and counts once, the others count twice.
    """
    distance = jnp.arange(radius + 1, dtype=jnp.float32)
    # sigma² below 1e-15 makes every tap but the centre exactly 0 without dividing by 0
    variance = jnp.maximum(sigma * sigma, 1e-15)
    bell = jnp.exp(-0.5 * jnp.minimum(distance * distance / variance, 1e4))
    bell = bell * (distance <= truncate * sigma + 0.5).astype(bell.dtype)  # the centre is exp(0) = 1
    return bell / (1.0 + 2.0 * jnp.sum(bell[1:]))


def box_ends(size: Float32[Any, ""]) -> tuple[Int32[Any, ""], Int32[Any, ""]]:
    """First and last offset of a box of `size` pixels, int32: −size//2 and so on, as SciPy has it."""
    whole = size.astype(jnp.int32)
    first = -(whole // 2)
    return first, first + whole - 1


# The format that holds the sum of two values.
PAIR_SUMS = {"uint8": "uint16", "uint16": "int32", "float32": "float32"}
# The format of sums down the columns of a box, and the value of its unit. Integers are half as wide as
# floats, so that twice as many are added at once, and nothing is rounded.
COLUMN_SUMS = {"uint8": ("uint16", 1 / 255), "uint16": ("int32", 1 / 65535), "float32": ("float32", 1.0)}


def box_columns(window: Window, size: Float32[Any, ""], radius: int) -> Shaped[Array, "*shape"]:
    """Sums of `size` stored values down the columns, in the format that COLUMN_SUMS names.

    Args:
        size: traced float32, a whole number ≤ 2·radius + 1; at most 257 values fit.
    """
    return _box_sum(window, size, radius, 0, column_sums(window.x.dtype.name))


def column_sums(dtype: str) -> str:
    """The format of sums down the columns of values of this one."""
    return COLUMN_SUMS[dtype][0]


def box_mean(columns: Window, size: Float32[Any, ""], radius: int) -> FloatArray:
    """Encoded mean of the values in a box: float32, from the sums of its columns."""
    unit = next(unit for wide, unit in COLUMN_SUMS.values() if columns.x.dtype == wide)
    if columns.x.dtype == jnp.uint16:
        total = _sum_of_columns(columns, size, radius)
    else:
        total = _box_sum(columns, size, radius, 1, columns.x.dtype.name)
    return total.astype(jnp.float32) * (np.float32(unit) / (size * size))


def _box_term(window: Window, size: Float32[Any, ""], axis: int, dtype: str) -> Callable[[Any], jax.Array]:
    """The contribution of the neighbour at an offset to a box: 0 if the neighbour is outside."""
    first, last = box_ends(size)

    def term(offset: Any) -> jax.Array:
        stored = window.stored(*_steps(axis, offset))
        inside = (first <= offset) & (offset <= last)
        return jnp.where(inside, stored.astype(dtype), jnp.zeros((), dtype))

    return term


def _box_sum(window: Window, size: Float32[Any, ""], radius: int, axis: int, dtype: str) -> jax.Array:
    term = _box_term(window, size, axis, dtype)
    return _sum_terms(term, term(-radius), (np.arange(1 - radius, radius + 1, dtype=np.int32),), axis)


def _sum_of_columns(columns: Window, size: Float32[Any, ""], radius: int) -> jax.Array:
    """Column sums of 8-bit values added along the row: int32; in 16 bits, as many at a time as fit."""
    offsets = range(-radius, radius + 1)
    at_a_time = min(len(offsets), 65535 // (255 * len(offsets)))
    term = _box_term(columns, size, 1, "uint16")
    groups = (offsets[begin : begin + at_a_time] for begin in range(0, len(offsets), at_a_time))
    return reduce(add, (reduce(add, map(term, group)).astype(jnp.int32) for group in groups))


def _sum_terms(
    term: Callable[..., jax.Array], first: jax.Array, each: tuple[Any, ...], axis: int
) -> jax.Array:
    """`first` plus the terms of the elements of the arrays `each`, one after the other."""
    count = len(each[0])
    unrolled = count if count <= UNROLLED[axis] else count % TURN[axis]

    def turn(total: jax.Array, elements: Any) -> tuple[jax.Array, None]:
        return total + term(*elements), None

    # unrolled by the compiler, not here: so the program is as short as the sum
    for part, unroll in ((slice(unrolled), True), (slice(unrolled, count), TURN[axis])):
        if range(count)[part]:
            first, _ = lax.scan(turn, first, jax.tree.map(itemgetter(part), each), unroll=unroll)
    return first


def _steps(axis: int, offset: Any) -> tuple[Any, Any]:
    """A number of pixels along an axis (0 down the columns, 1 along the rows), as (dy, dx)."""
    return (offset, 0) if axis == 0 else (0, offset)


def symmetric_sum(window: Window, half: Float32[Array, " half"], radius: int, axis: int) -> FloatArray:
    """Weighted sum along one axis (0 down the columns, 1 along the rows), equal weights on both sides.

    Args:
        window: the image.
        half: weights from the centre outwards, of which radius + 1 are read.
    """
    wide = PAIR_SUMS[window.x.dtype.name]

    def term(weight: Any, *offsets: Any) -> jax.Array:
        after, before = (window.stored(*_steps(axis, offset)).astype(wide) for offset in offsets)
        # two integers are added as such: exact in float32, too, and converted once
        return weight * (after + before).astype(jnp.float32)

    offsets = np.arange(1, radius + 1, dtype=np.int32)
    centre, sides, _ = lax.split(half, (1, radius, half.shape[0] - 1 - radius))
    first = centre.squeeze() * window.raw(0, 0)
    return finish(window, _sum_terms(term, first, (sides, offsets, -offsets), axis))


def antisymmetric_sum(window: Window, half: Float32[Array, " half"], radius: int, axis: int) -> FloatArray:
    """Like `symmetric_sum` with the weights of the left or upper side negated; the centre has none.

    Args:
        half: weights from the centre outwards: `radius` of them behind the first are read.
    """

    def term(weight: Any, *offsets: Any) -> jax.Array:
        after, before = (window.raw(*_steps(axis, offset)) for offset in offsets)
        return weight * (after - before)

    offsets = np.arange(1, radius + 1, dtype=np.int32)
    each = (half[1 : radius + 1], offsets, -offsets)
    return finish(window, _sum_terms(term, jnp.zeros(window.shape, jnp.float32), each, axis))


def weighted_sum(window: Window, taps: Float32[Any, " taps"], axis: int) -> FloatArray:
    """Weighted sum along one axis; `taps` is (2·radius + 1,) in the order of ascending offset."""
    radius = taps.shape[0] // 2

    def term(weight: Any, offset: Any) -> jax.Array:
        return weight * window.raw(*_steps(axis, offset))

    offsets = np.arange(1 - radius, radius + 1, dtype=np.int32)
    return finish(window, _sum_terms(term, term(taps[0], -radius), (taps[1:], offsets), axis))


def correlate(window: Window, matrix: Float32[Any, "side side"]) -> FloatArray:
    """Correlation with a (2·r + 1, 2·r + 1) matrix, row 0 being the pixels above."""
    radius = matrix.shape[0] // 2
    offsets = range(-radius, radius + 1)
    terms = [matrix[dy + radius, dx + radius] * window.raw(dy, dx) for dy in offsets for dx in offsets]
    return finish(window, reduce(add, terms))


def places_by_ring(
    ends: Sequence[int], slack: float = 0.0
) -> tuple[Integer[np.ndarray, " places"], Integer[np.ndarray, " places"], Integer[np.ndarray, " places"]]:
    """The places of a disk and the rings around it: rows and columns from the middle, number of the ring.

    A place belongs to the first of the ascending radii `ends` that, plus `slack`, contains it. Places are
    ordered by ring, so that a smaller disk is a prefix, and by row within a ring, because neighbours share
    cache lines.
    """
    offset = np.arange(-ends[-1], ends[-1] + 1)
    down, right = (part.ravel() for part in np.meshgrid(offset, offset, indexing="ij"))
    ring = np.searchsorted((np.asarray(ends) + slack) ** 2, down**2 + right**2)
    order = np.argsort(ring, kind="stable")[: np.count_nonzero(ring < len(ends))]
    return down[order], right[order], ring[order]


def weighted_places(
    window: Window,
    down: Integer[Any, " n"],
    right: Integer[Any, " n"],
    weights: Float32[Any, " n"],
    counting: Integer[Any, ""] | None = None,
) -> FloatArray:
    """Weighted sum of neighbours anywhere: (n,) int32 offsets, which may be traced, and (n,) weights.

    Args:
        counting: how many places count (traced); the weights of later places must be 0. One kernel then
            serves many radii, each in its own time. n must be a multiple of `LAST_TURN`.
    """
    each = (weights, down, right)

    def term(weight: Any, down: Any, right: Any) -> jax.Array:
        return weight * window.raw(down, right)

    def sum_of(each: tuple[Any, ...]) -> jax.Array:
        return _sum_terms(term, term(*(x[0] for x in each)), tuple(x[1:] for x in each), 1)

    if counting is None:
        return finish(window, sum_of(each))

    def turns_of(terms: int, first: jax.Array | int) -> Callable[[jax.Array, jax.Array], jax.Array]:
        def turn(number: Any, total: jax.Array) -> jax.Array:
            # add the turn's terms first: thousands added one by one to a large sum lose their last bits
            begin = first + number * terms
            return total + sum_of(tuple(lax.dynamic_slice_in_dim(x, begin, terms) for x in each))

        return turn

    whole = counting // TURN[1]
    rest = (counting - whole * TURN[1] + LAST_TURN - 1) // LAST_TURN
    total = lax.fori_loop(0, whole, turns_of(TURN[1], 0), jnp.zeros(window.shape, jnp.float32))
    return finish(window, lax.fori_loop(0, rest, turns_of(LAST_TURN, whole * TURN[1]), total))
