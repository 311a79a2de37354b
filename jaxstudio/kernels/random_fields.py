"""Noise as a function of place: threefry bits from (seed, step) at (row, column and channel).

A counter-based generator needs no state, so a pixel's noise is the same in every tile, at every
zoom position and on every device.
Source: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011; the same function as
JAX's own threefry2x32, written out so that it fuses with what uses it.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.kernels.array_types import Array, Bits, Float32, Float64, FloatArray, Int32, UInt32
from jaxstudio.kernels.powers import logarithm_of_two, polynomial

# The places of values in the whole picture: rows and columns are float32 arrays of whole numbers, the channel
# is an int32 array, or None where a pixel is meant; they broadcast to the shape of the values. The picture's
# sides are float32 scalars. `span`: if the places are those of pixels row after row, the first column and the
# number of columns (int32 scalars), else None.
Place = namedtuple("Place", "row column channel height width span", defaults=(None,))

ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
PARITY = np.uint32(0x1BD11BDA)


def threefry(
    key: tuple[UInt32[Any, "*key"], UInt32[Any, "*key"]], x0: UInt32[Any, ...], x1: UInt32[Any, ...]
) -> tuple[UInt32[Any, ...], UInt32[Any, ...]]:
    """Threefry-2x32 with 20 rounds: two uint32 words from two uint32 counters under a key."""
    keys = (key[0], key[1], key[0] ^ key[1] ^ PARITY)
    x0 = x0 + keys[0]
    x1 = x1 + keys[1]
    for group in range(5):
        for rotation in ROTATIONS[group % 2]:
            x0 = x0 + x1
            x1 = (x1 << np.uint32(rotation)) | (x1 >> np.uint32(32 - rotation))
            x1 = x0 ^ x1
        x0 = x0 + keys[(group + 1) % 3]
        x1 = x1 + keys[(group + 2) % 3] + np.uint32(group + 1)
    return x0, x1


def place(
    start: Int32[Any, ""], pitch: Int32[Any, ""], count: int
) -> tuple[Int32[Array, " {count}"], Int32[Array, " {count}"]]:
    """Row and element within the row of `count` flat elements from `start` on (int32).

    `start + count` must be below 2²⁴, where float32 still counts every integer: the quotient is
    estimated in floats and corrected by one, since integer division does not vectorise.

    Both are at least 0 without the maxima. LLVM of JAX 0.12 walks all ways from here through threefry to what
    is clipped in the end, hours for Gaussian noise, and goes no further than a maximum.
    """
    index = start + lax.iota(jnp.int32, count)
    row = (index.astype(jnp.float32) * (1.0 / pitch.astype(jnp.float32))).astype(jnp.int32)
    rest = index - row * pitch
    row = row + (rest >= pitch).astype(jnp.int32) - (rest < 0).astype(jnp.int32)
    return jnp.maximum(row, 0), jnp.maximum(index - row * pitch, 0)


def uniform(bits: UInt32[Array, "*shape"]) -> FloatArray:
    """Uniform float32 in [0, 1) from uint32 bits, 23 of them."""
    return lax.bitcast_convert_type((bits >> np.uint32(9)) | np.uint32(0x3F800000), jnp.float32) - 1.0


# erf⁻¹(u) / u as polynomials of w − 2.5 for w < 5 and of √w − 3 above, w = −log(1 − u²); the coefficient of
# the highest power first. Source: Giles, "Approximating the erfinv function", GPU Computing Gems 2, 2011.
MIDDLE = (
    *(2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087),
    *(-0.00125372503, -0.00417768164, 0.246640727, 1.50140941),
)
TAILS = (
    *(-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773),
    *(-0.0076224613, 0.00943887047, 1.00167406, 2.83297682),
)


def inverse_erf(u: FloatArray) -> FloatArray:
    """erf⁻¹ of float32 numbers between −1 and 1, to 3e-7 of the value.

    XLA's function takes 1.7 times as long, and is off by 6e-6 near ±1.
    """
    # near u = 0, where the product is rounded to 1, w is subtracted from 2.5: its absolute error counts
    w = np.float32(-np.log(2)) * logarithm_of_two((1.0 - u) * (1.0 + u))
    return u * jnp.where(w < 5.0, polynomial(MIDDLE, w - 2.5), polynomial(TAILS, lax.sqrt(w) - 3.0))


def normal(bits: UInt32[Array, "*shape"], deviation: Any = 1.0) -> FloatArray:
    """Normal float32 of this standard deviation (a scalar) from uint32 bits by the inverse error function.

    The scalars are multiplied first. Of (√2 · field) · deviation XLA of JAX 0.10 forms √2 · deviation first,
    that of 0.12 does not, so that the last bits would be those of a version.
    """
    # centred in its cell, so that ±1 and with it infinity are never reached
    u = (bits >> np.uint32(9)).astype(jnp.float32) * np.float32(2.0**-22) + np.float32(2.0**-23 - 1.0)
    return np.float32(np.sqrt(2)) * deviation * inverse_erf(u)


# Gauss-Legendre nodes between 0 and 1, at which an op is evaluated to find the moments of a pixel's result.
NODES, WEIGHTS = (
    (part + shift) / 2 for part, shift in zip(np.polynomial.legendre.leggauss(16), (1, 0), strict=True)
)


def sampled_mean(
    apply: Callable[..., Any],
    x: FloatArray,
    bits: Bits,
    p: Mapping[str, Any],
) -> FloatArray:
    """The mean of `p["count"]` results apply(x, bits, p), each with bits of its own: a normal draw (float32).

    Its moments are found by a quadrature over the values of the first word of bits. The results are
    clipped between 0 and `p["top"]` where that is finite: the mean of clipped pixels is not the clipped
    mean.
    """
    top = p["top"]
    low = np.float32(0.0 if np.isfinite(top) else -np.inf)

    def at(word: np.uint32) -> FloatArray:
        one = partial(apply, bits=(jnp.uint32(word), jnp.uint32(word)), p=p)
        return jnp.clip(jax.vmap(lambda value: one(value))(x.reshape(-1)).reshape(x.shape), low, top)

    def integral(values: list[FloatArray]) -> FloatArray:
        terms = [value * np.float32(weight) for value, weight in zip(values, WEIGHTS, strict=True)]
        return sum(terms[1:], terms[0])

    results = [at(np.uint32(node * 2.0**32)) for node in NODES]
    mean = integral(results)
    variance = integral([jnp.square(result - mean) for result in results])
    return mean + jnp.sqrt(variance / p["count"]) * normal(bits[0])


# Up to this mean the number of hits is found term by term; TERMS of them leave out less than 1e-7.
EXACT_BELOW, TERMS = 12.0, 36


def poisson(mean: FloatArray, bits: UInt32[Array, "*shape"]) -> FloatArray:
    """Poisson counts (float32): inverted term by term up to EXACT_BELOW, a rounded normal with the right
    skewness from there on (Cornish and Fisher)."""
    small = mean < EXACT_BELOW
    few = _count_terms(jnp.where(small, mean, 1.0), uniform(bits))
    z = normal(bits)
    large = jnp.where(small, EXACT_BELOW, mean)
    # rounding adds 1/12 to the variance, the skewness 1/18
    spread = jnp.sqrt(large - (1 / 12 + 1 / 18))
    many = jnp.maximum(jnp.floor(large + spread * z + (z * z - 1.0) * (1 / 6) + 0.5), 0.0)
    return jnp.where(small, few, many)


def _count_terms(mean: FloatArray, u: FloatArray) -> FloatArray:
    """Poisson counts of small means: how many cumulative probabilities u reaches."""
    term = jnp.exp(-mean)

    def add_term(state: Any, share: Any) -> Any:
        term, total, count = state
        count = count + (u >= total).astype(u.dtype)
        term = term * mean * share
        return (term, total + term, count), None

    shares = (1.0 / np.arange(1, TERMS)).astype(np.float32)
    (_, _, count), _ = lax.scan(add_term, (term, term, jnp.zeros_like(mean)), shares, unroll=True)
    return count


def binomial(
    count: Float32[Any, "*count"], share: Float32[Any, ""], bits: UInt32[Array, "*shape"]
) -> FloatArray:
    """Count the successes in `count` draws of probability `share` (float32 whole numbers).

    Inverted term by term where fewer than EXACT_BELOW hits are expected, else a rounded normal with the right
    skewness.
    """
    flipped = share > 0.5
    rare = jnp.where(flipped, 1.0 - share, share)
    expected = jnp.broadcast_to(count * rare, bits.shape)
    u, z = uniform(bits), normal(bits)
    odds = rare / (1.0 - rare)
    term = jnp.broadcast_to(jnp.exp(count * jnp.log1p(-rare)), bits.shape)
    total, few = term, jnp.zeros_like(u)
    for k in range(1, TERMS):
        few = few + ((u >= total) & (k <= count)).astype(u.dtype)
        term = term * odds * jnp.maximum(count - (k - 1.0), 0.0) * (1.0 / k)
        total = total + term
    spread = jnp.sqrt(jnp.maximum(expected * (1.0 - rare) - 1 / 12, 0.0))
    skewed = expected + spread * z + (z * z - 1.0) * (1.0 - 2.0 * rare) * (1 / 6)
    many = jnp.clip(jnp.floor(skewed + 0.5), 0.0, count)
    hits = jnp.where(expected < EXACT_BELOW, few, many)
    return jnp.where(flipped, count - hits, hits)


CELLS = 256  # of a plasma map along the longer side of a picture; a power of two


def _noise(seed: int, side: int) -> Float64[np.ndarray, "{side} {side}"]:
    """(side, side) float64 in [0, 1): one number for each point, from its place alone."""
    rows, columns = np.mgrid[:side, :side].astype(np.uint32)
    key = (np.array([seed], np.uint32), np.zeros(1, np.uint32))
    bits, _ = threefry(key, rows, columns)
    return np.asarray(bits >> np.uint32(9)) * 2.0**-23


@lru_cache(16)
def plasma_map(seed: int, roughness: float, cells: int = CELLS) -> Float32[np.ndarray, "{cells}+1 {cells}+1"]:
    """A fractal map by midpoint displacement: (cells + 1, cells + 1) float32 from 0 to 1.

    Source: Fournier, Fussell and Carpenter, "Computer rendering of stochastic models", CACM 1982 (the
    diamond-square algorithm); blended with the mean as in Nicolaou et al., TorMentor, 2022.

    Args:
        seed: a whole number from 0 to 2³² − 1.
        roughness: 0 is smooth, 1 is noise; each halving of the distance multiplies by it the share
            of chance in a new point, the rest is the mean of its neighbours.
    """
    side, step, share = cells + 1, cells // 2, roughness
    chance = _noise(seed, side)
    field = np.zeros((side, side))
    field[::step, ::step] = chance[::step, ::step]
    while step > 1:
        half = step // 2
        coarse = field[::step, ::step]
        middles = (coarse[:-1, :-1] + coarse[:-1, 1:] + coarse[1:, :-1] + coarse[1:, 1:]) / 4
        own = chance[half::step, half::step]
        field[half::step, half::step] = (1 - share) * middles + share * own
        # the points between are surrounded by four, at the edge by three
        framed = np.pad(field[::half, ::half], 1)
        known = np.pad(np.indices((cells // half + 1,) * 2).sum(0) % 2 == 0, 1).astype(float)
        total, count = (
            each[:-2, 1:-1] + each[2:, 1:-1] + each[1:-1, :-2] + each[1:-1, 2:]
            for each in (framed * known, known)
        )
        new = known[1:-1, 1:-1] == 0
        own = chance[::half, ::half]
        field[::half, ::half][new] = ((1 - share) * total / np.maximum(count, 1) + share * own)[new]
        step, share = half, share * roughness
    low, high = field.min(), field.max()
    field = (field - low) / (high - low)
    field.setflags(write=False)
    return field.astype(np.float32)


def sample_plasma(
    table: Float32[Any, "side side"],
    row: FloatArray,
    column: Float32[Array, ...],
    height: Float32[Any, ""],
    width: Float32[Any, ""],
) -> Float32[Array, ...]:
    """A plasma map spread over the picture's longer side, bilinear: float32 shaped like `row`."""
    side = table.shape[0]
    scale = (side - 1) / jnp.maximum(height, width)
    y, x = (row + 0.5) * scale, (column + 0.5) * scale
    top = jnp.clip(jnp.floor(y), 0.0, side - 2.0)
    left = jnp.clip(jnp.floor(x), 0.0, side - 2.0)
    down, right = y - top, x - left
    at = top.astype(jnp.int32) * side + left.astype(jnp.int32)
    flat = table.reshape(-1)

    def corner(offset: int) -> jax.Array:
        return flat.at[at + offset].get(mode="promise_in_bounds")

    upper = corner(0) * (1 - right) + corner(1) * right
    lower = corner(side) * (1 - right) + corner(side + 1) * right
    return upper * (1 - down) + lower * down
