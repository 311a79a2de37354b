"""Compares two pictures block by block: squared and greatest differences, SSIM, colour differences.

Pixels that are NaN or infinite in either picture, or outside both, are left out, and so is every window that
holds one.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import Array, Float32, FloatArray, Int32, Shaped
from jaxstudio.kernels.colour_spaces import Planes, rgb_to_lab

# CIEDE2000's T: how much of the cosine of 1, 2, 3 and 4 times the mean hue, turned by how many degrees.
HUE_WEIGHTS = ((-0.17, -30.0), (0.24, 0.0), (0.32, 6.0), (-0.20, -63.0))
# The blue hue, in degrees, about which chroma and hue are turned against each other, and how widely.
BLUE, BLUE_WIDTH = 275.0, 25.0

Direction = tuple[jax.Array, jax.Array]  # cosine and sine of a hue


def delta_e_2000(one: Planes, other: Planes) -> FloatArray:
    """CIEDE2000 between two colours in L*a*b*, as `skimage.color.deltaE_ciede2000`.

    Hues are kept as directions (cosine and sine), not angles: XLA:CPU calls the C library for every single
    arctan2, cos and sin, which took forty times as long as all the rest.

    Args:
        one, other: L in [0, 100], a and b about ±100, float32 of one shape. A gray's hue counts as 0°.

    Source: Sharma, Wu, Dalal: The CIEDE2000 color-difference formula, 2005.
    """
    (l1, a1, b1), (l2, a2, b2) = one, other

    def seventh(c: jax.Array) -> jax.Array:
        square = c * c
        power = square * square * square * c
        return jnp.sqrt(power / (power + np.float32(25.0**7)))

    chroma = 0.5 * (_length(a1, b1) + _length(a2, b2))
    stretch = 1.0 + 0.5 * (1.0 - seventh(chroma))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = _length(a1, b1), _length(a2, b2)
    first, second = _direction(a1, b1, c1), _direction(a2, b2, c2)
    gray = (c1 == 0) | (c2 == 0)
    x, y = _mean_hue(first, second, c1 == 0, c2 == 0)
    weight = 1.0 + sum(
        np.float32(share * np.cos(np.radians(turn))) * cosine
        - np.float32(share * np.sin(np.radians(turn))) * sine
        for (share, turn), (cosine, sine) in zip(HUE_WEIGHTS, _multiples(x, y), strict=True)
    )
    light, mean_chroma = 0.5 * (l1 + l2), 0.5 * (c1 + c2)
    middle = (light - 50.0) ** 2
    by_light = (l2 - l1) / (1.0 + 0.015 * middle / jnp.sqrt(20.0 + middle))
    by_chroma = (c2 - c1) / (1.0 + 0.045 * mean_chroma)
    hues_apart = jnp.where(gray, 0.0, 2.0 * jnp.sqrt(c1 * c2) * _half_apart(first, second))
    by_hue = hues_apart / (1.0 + 0.015 * mean_chroma * weight)
    turned = -2.0 * seventh(mean_chroma) * _sine_of_turn(x, y) * by_chroma * by_hue
    square = by_light**2 + by_chroma**2 + by_hue**2 + turned
    return jnp.sqrt(jnp.maximum(square, 0.0))


def _length(x: jax.Array, y: jax.Array) -> jax.Array:
    return jnp.sqrt(x * x + y * y)


def _direction(a: jax.Array, b: jax.Array, chroma: jax.Array) -> Direction:
    """Cosine and sine of a hue; of a gray, which has none, those of 0°."""
    scale = 1.0 / jnp.where(chroma == 0, 1.0, chroma)
    return jnp.where(chroma == 0, 1.0, a * scale), b * scale


def _half_apart(one: Direction, other: Direction) -> jax.Array:
    """The sine of half the angle from one direction to the other, in [-1, 1]."""
    half = 0.5 * _length(other[0] - one[0], other[1] - one[1])
    return jnp.where(one[0] * other[1] - one[1] * other[0] < 0, -half, half)


def _mean_hue(one: Direction, other: Direction, gray: jax.Array, other_gray: jax.Array) -> Direction:
    """Cosine and sine half way between two hues on the shorter arc; the other one's where one is gray."""
    (x1, y1), (x2, y2) = one, other
    along_x, along_y = x1 + x2, y1 + y2
    apart_x, apart_y = x2 - x1, y2 - y1
    # for nearly opposite hues the sum nearly vanishes: use the normal of their difference instead
    normal_x, normal_y = -apart_y, apart_x
    ahead = normal_x * along_x + normal_y * along_y
    # for exactly opposite hues the mean of their angles in [0°, 360°) lies in [90°, 270°)
    wrong = (normal_x > 0) | ((normal_x == 0) & (normal_y < 0))
    turn = jnp.where(ahead == 0, wrong, ahead < 0)
    blunt = apart_x * apart_x + apart_y * apart_y > along_x * along_x + along_y * along_y
    x = jnp.where(blunt, jnp.where(turn, -normal_x, normal_x), along_x)
    y = jnp.where(blunt, jnp.where(turn, -normal_y, normal_y), along_y)
    x = jnp.where(gray, x2, jnp.where(other_gray, x1, x))
    y = jnp.where(gray, y2, jnp.where(other_gray, y1, y))
    scale = 1.0 / _length(x, y)
    return x * scale, y * scale


def _multiples(x: jax.Array, y: jax.Array) -> tuple[Direction, ...]:
    """Cosine and sine of an angle and of its double, triple and quadruple."""
    x2, y2 = x * x - y * y, 2.0 * x * y
    return (x, y), (x2, y2), (x2 * x - y2 * y, y2 * x + x2 * y), (x2 * x2 - y2 * y2, 2.0 * x2 * y2)


def _sine_of_turn(x: jax.Array, y: jax.Array) -> jax.Array:
    """The sine of twice CIEDE2000's Δθ of a mean hue with this cosine and sine."""
    cosine, sine = (np.float32(f(np.radians(BLUE))) for f in (np.cos, np.sin))
    ahead, aside = x * cosine + y * sine, y * cosine - x * sine
    near = ahead > -0.5  # farther than 120° from blue, a bell 25° wide is 0
    quarter = aside / (1.0 + jnp.where(near, ahead, 0.0))
    quarter = quarter / (1.0 + jnp.sqrt(1.0 + quarter * quarter))  # the tangent of a quarter of the angle
    angle = 4.0 * _arctan(quarter) * np.float32(180.0 / np.pi / BLUE_WIDTH)
    # the formula counts from 0° to 360°: hues just above 0° are 275° from blue, not 85°
    bell = jnp.where(near & ~((x > 0) & (y >= 0)), jnp.exp(-angle * angle), 0.0)
    double = np.float32(np.pi / 3) * bell
    square = double * double
    terms = (1 - square * (1 / 42) * (1 - square * (1 / 72))) * square * (1 / 20)
    return double * (1 - square * (1 / 6) * (1 - terms))


def _arctan(t: jax.Array) -> jax.Array:
    """The angle of a tangent, |t| < 0.6: its series."""
    square = t * t
    total = jnp.zeros_like(t)
    for power in range(13, 0, -2):
        total = total * square + np.float32((-1) ** (power // 2) / power)
    return t * total


# SSIM as Wang, Bovik, Sheikh and Simoncelli have it, with scikit-image's uniform window.
WINDOW = 7
REACH = WINDOW // 2
K1, K2 = 0.01, 0.03
AREA = WINDOW * WINDOW


def _sum_along(x: jax.Array, axis: int) -> jax.Array:
    """Sums of WINDOW neighbours; the axis gets shorter by 2·REACH."""
    length = x.shape[axis] - 2 * REACH
    total = jax.lax.slice_in_dim(x, 0, length, axis=axis)
    for shift in range(1, WINDOW):
        total = total + jax.lax.slice_in_dim(x, shift, shift + length, axis=axis)
    return total


@jax.jit
def row_sums(
    a: Float32[Array, "channels rows columns"], b: Float32[Array, "channels rows columns"]
) -> tuple[Float32[Array, "channels rows inner"], ...]:
    """Sums along rows of a, b, a², b² and ab: the first half of SSIM's windows.

    Args:
        a, b: (channels, rows, columns) float32, nominally in [0, 1].
    """
    # centred on 0: the smaller the values, the less precision the difference of their squares loses
    a, b = a - 0.5, b - 0.5
    return tuple(_sum_along(x, 2) for x in (a, b, a * a, b * b, a * b))


@jax.jit
def structure(
    sums: tuple[Float32[Array, "channels rows columns"], ...],
) -> tuple[Float32[Array, "channels inner"], Int32[Array, "channels inner"]]:
    """SSIM summed along each row, and how many windows each sum has: both (channels, rows)."""
    mean_a, mean_b, aa, bb, ab = (_sum_along(x, 1) / AREA for x in sums)
    unbiased = AREA / (AREA - 1)
    var_a, var_b = unbiased * (aa - mean_a * mean_a), unbiased * (bb - mean_b * mean_b)
    both = unbiased * (ab - mean_a * mean_b)
    mean_a, mean_b = mean_a + 0.5, mean_b + 0.5
    upper = (2 * mean_a * mean_b + K1**2) * (2 * both + K2**2)
    lower = (mean_a**2 + mean_b**2 + K1**2) * (var_a + var_b + K2**2)
    value = upper / lower
    sound = jnp.isfinite(value)
    return jnp.sum(jnp.where(sound, value, 0.0), axis=2), jnp.sum(sound, axis=2, dtype=jnp.int32)


@jax.jit
def planes(
    block: Shaped[Array, "rows columns channels"], unit: Float32[Any, ""], extent: Int32[Any, 4]
) -> Float32[Array, "channels rows columns"]:
    """A block of pixels (rows, columns, channels) of any format as planes (channels, rows, columns) float32.

    Args:
        unit: the weight of 1 in the block's format.
        extent: int32, the first row and column that are pixels, and the first behind that are none; what
            lies beside them becomes NaN.
    """
    rows, columns = (jax.lax.broadcasted_iota(jnp.int32, block.shape[:2], axis) for axis in (0, 1))
    inside = (rows >= extent[0]) & (columns >= extent[1]) & (rows < extent[2]) & (columns < extent[3])
    return jnp.where(inside, jnp.moveaxis(block, 2, 0).astype(jnp.float32) * unit, jnp.nan)


@jax.jit
def lab(x: Float32[Array, "channels rows columns"]) -> Planes:
    """L*a*b* of planes without their outer REACH; black where a pixel is NaN or infinite."""
    x = _inner(x)
    x = jnp.where(jnp.all(jnp.isfinite(x), axis=0), x, 0.0)
    return rgb_to_lab(x[0], x[-2 % x.shape[0]], x[-1])


colour_difference = jax.jit(delta_e_2000)


@jax.jit
def differences(
    a: Float32[Array, "channels rows columns"],
    b: Float32[Array, "channels rows columns"],
    delta_e: Float32[Array, "inner_rows inner_columns"],
) -> dict[str, Any]:
    """Row by row: `count` of the pixels that are numbers in both, the sum of their `squares` and of their
    `delta_e`; of the block: the greatest `delta` and `delta_e_most`.

    Args:
        a, b: (1 or 3, rows, columns) float32, encoded values; their outer REACH is left out.
        delta_e: CIEDE2000 of the inner pixels.
    """
    a, b = _inner(a), _inner(b)
    sound = jnp.all(jnp.isfinite(a) & jnp.isfinite(b), axis=0)
    delta = jnp.where(sound, jnp.abs(a - b), 0.0)
    # left-out pixels count as 0: far beyond [0, 1], Lab values may not be finite
    delta_e = jnp.where(sound, delta_e, 0.0)
    return {
        "count": jnp.sum(sound, axis=1, dtype=jnp.int32),
        "squares": jnp.sum(delta * delta, axis=(0, 2)),
        "delta": jnp.max(delta),
        "delta_e": jnp.sum(delta_e, axis=1),
        "delta_e_most": jnp.max(delta_e),
    }


def _inner(x: jax.Array) -> jax.Array:
    return x[:, REACH:-REACH, REACH:-REACH]
