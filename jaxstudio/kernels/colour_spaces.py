"""Colour spaces, plane by plane: elementwise functions of three float32 arrays, encoded values.

`%` on floats is a call for every element on XLA:CPU (ten times the rest together): turns are taken
off by `floor` and comparisons instead.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

# How bright each colour is: Rec. ITU-R BT.601 and BT.709.
REC601 = np.array([0.299, 0.587, 0.114], np.float32)
REC709 = np.array([0.2125, 0.7154, 0.0721], np.float32)

Planes = tuple[jax.Array, jax.Array, jax.Array]


def rgb_to_hsv(r: jax.Array, g: jax.Array, b: jax.Array) -> Planes:
    """Hue in [0, 1), saturation and value, as `skimage.color.rgb2hsv`; gray has hue and saturation 0."""
    value = jnp.maximum(jnp.maximum(r, g), b)
    spread = value - jnp.minimum(jnp.minimum(r, g), b)
    coloured = spread > 0
    scale = 1.0 / jnp.where(coloured, spread, 1.0)
    sixths = jnp.where(
        b == value, 4.0 + (r - g) * scale, jnp.where(g == value, 2.0 + (b - r) * scale, (g - b) * scale)
    )
    hue = jnp.where(coloured, sixths * (1 / 6), 0.0)
    lit = coloured & (value != 0)
    saturation = jnp.where(lit, spread / jnp.where(lit, value, 1.0), 0.0)
    return hue - jnp.floor(hue), saturation, value


def hsv_to_rgb(hue: jax.Array, saturation: jax.Array, value: jax.Array) -> Planes:
    """The inverse; hue may be any number of turns."""
    sixths = 6.0 * (hue - jnp.floor(hue))

    def channel(start: float) -> jax.Array:
        place = sixths + start
        place = jnp.where(place >= 6.0, place - 6.0, place)
        return value - value * saturation * jnp.clip(jnp.minimum(place, 4.0 - place), 0.0, 1.0)

    return channel(5.0), channel(3.0), channel(1.0)


def rgb_to_hsl(r: jax.Array, g: jax.Array, b: jax.Array) -> Planes:
    """Hue in [0, 1), saturation and lightness, as Python's `colorsys.rgb_to_hls` in another order."""
    hue, _, _ = rgb_to_hsv(r, g, b)
    most = jnp.maximum(jnp.maximum(r, g), b)
    least = jnp.minimum(jnp.minimum(r, g), b)
    total, spread = most + least, most - least
    room = jnp.where(total <= 1.0, total, 2.0 - total)
    saturation = jnp.where((spread > 0) & (room > 0), spread / jnp.where(room > 0, room, 1.0), 0.0)
    return hue, saturation, total * 0.5


# Linear Rec. 709 primaries to CIE XYZ, and the white of D65 seen at 2°, as scikit-image has them.
TO_XYZ = ((0.412453, 0.357580, 0.180423), (0.212671, 0.715160, 0.072169), (0.019334, 0.119193, 0.950227))
D65 = (0.95047, 1.0, 1.08883)


def _power(x: jax.Array, exponent: float) -> jax.Array:
    """x to a power, x > 0: `jnp.power` is several times slower on XLA:CPU."""
    return jnp.exp(np.float32(exponent) * jnp.log(x))


def rgb_to_lab(r: jax.Array, g: jax.Array, b: jax.Array) -> Planes:
    """CIE L*a*b* of sRGB values, as `skimage.color.rgb2lab`: L in [0, 100], a and b about ±100."""

    def linear(x: jax.Array) -> jax.Array:
        bright = x > 0.04045
        return jnp.where(bright, _power((jnp.where(bright, x, 1.0) + 0.055) / 1.055, 2.4), x / 12.92)

    def bent(x: jax.Array) -> jax.Array:
        bright = x > 0.008856
        return jnp.where(bright, _power(jnp.where(bright, x, 1.0), 1 / 3), 7.787 * x + 16.0 / 116.0)

    plain = (linear(r), linear(g), linear(b))
    x, y, z = (
        bent(sum(weight * part for weight, part in zip(row, plain, strict=True)) / white)  # type: ignore[arg-type]
        for row, white in zip(TO_XYZ, D65, strict=True)
    )
    return 116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)


def delta_e_2000(one: Planes, other: Planes) -> jax.Array:
    """CIEDE2000 between two colours in L*a*b*, as `skimage.color.deltaE_ciede2000`.

    Source: Sharma, Wu, Dalal: The CIEDE2000 color-difference formula, 2005.
    """
    (l1, a1, b1), (l2, a2, b2) = one, other

    def seventh(c: jax.Array) -> jax.Array:
        square = c * c
        power = square * square * square * c
        return jnp.sqrt(power / (power + np.float32(25.0**7)))

    chroma = 0.5 * (jnp.hypot(a1, b1) + jnp.hypot(a2, b2))
    stretch = 1.0 + 0.5 * (1.0 - seventh(chroma))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = jnp.hypot(a1, b1), jnp.hypot(a2, b2)
    turn = np.float32(2 * np.pi)
    # the angle of a gray, which has none, has a gradient of NaN but a value of 0
    h1, h2 = (jnp.arctan2(b, a) for a, b in ((a1, b1), (a2, b2)))
    h1, h2 = (jnp.where(h < 0, h + turn, h) for h in (h1, h2))
    gray = c1 * c2 == 0
    apart = h2 - h1
    apart = jnp.where(apart > np.pi, apart - turn, jnp.where(apart < -np.pi, apart + turn, apart))
    apart = jnp.where(gray, 0.0, apart)
    total = h1 + h2
    far = jnp.abs(h1 - h2) > np.pi
    mean_hue = jnp.where(far, jnp.where(total < turn, total + turn, total - turn), total) * 0.5
    mean_hue = jnp.where(gray, total, mean_hue)
    degree = np.float32(np.pi / 180)
    weight = (
        1.0
        - 0.17 * jnp.cos(mean_hue - 30 * degree)
        + 0.24 * jnp.cos(2 * mean_hue)
        + 0.32 * jnp.cos(3 * mean_hue + 6 * degree)
        - 0.20 * jnp.cos(4 * mean_hue - 63 * degree)
    )
    light, mean_chroma = 0.5 * (l1 + l2), 0.5 * (c1 + c2)
    middle = (light - 50.0) ** 2
    by_light = (l2 - l1) / (1.0 + 0.015 * middle / jnp.sqrt(20.0 + middle))
    by_chroma = (c2 - c1) / (1.0 + 0.045 * mean_chroma)
    by_hue = 2.0 * jnp.sqrt(c1 * c2) * jnp.sin(0.5 * apart) / (1.0 + 0.015 * mean_chroma * weight)
    bend = 30 * degree * jnp.exp(-(((mean_hue / degree - 275.0) / 25.0) ** 2))
    turned = -2.0 * seventh(mean_chroma) * jnp.sin(2.0 * bend) * by_chroma * by_hue
    square = by_light**2 + by_chroma**2 + by_hue**2 + turned
    return jnp.sqrt(jnp.maximum(square, 0.0))
