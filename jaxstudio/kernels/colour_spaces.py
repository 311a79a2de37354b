"""Colour spaces, plane by plane: elementwise functions of three float32 arrays, encoded values.

On XLA:CPU, `%` on floats is a library call for every element (ten times the rest together): `floor` and
comparisons reduce turns instead.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import Colours, FloatArray
from jaxstudio.kernels.powers import power

# How bright each colour is: Rec. ITU-R BT.601 and BT.709.
REC601 = np.array([0.299, 0.587, 0.114], np.float32)
REC709 = np.array([0.2125, 0.7154, 0.0721], np.float32)

Planes = Colours


def rgb_to_hsv(r: FloatArray, g: FloatArray, b: FloatArray) -> Planes:
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


def hsv_to_rgb(hue: FloatArray, saturation: FloatArray, value: FloatArray) -> Planes:
    """The inverse; hue may be any number of turns."""
    sixths = 6.0 * (hue - jnp.floor(hue))

    def channel(start: float) -> jax.Array:
        place = sixths + start
        place = jnp.where(place >= 6.0, place - 6.0, place)
        return value - value * saturation * jnp.clip(jnp.minimum(place, 4.0 - place), 0.0, 1.0)

    return channel(5.0), channel(3.0), channel(1.0)


def rgb_to_hsl(r: FloatArray, g: FloatArray, b: FloatArray) -> Planes:
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


def srgb_to_linear(x: FloatArray) -> FloatArray:
    """Encoded sRGB values as linear light (IEC 61966-2-1); the line goes on below 0, the curve above 1."""
    bright = x > 0.04045
    return jnp.where(bright, power((jnp.where(bright, x, 1.0) + 0.055) / 1.055, 2.4), x / 12.92)


def linear_to_srgb(x: FloatArray) -> FloatArray:
    """The inverse: linear light as encoded sRGB values."""
    bright = x > 0.0031308
    return jnp.where(bright, 1.055 * power(jnp.where(bright, x, 1.0), 1 / 2.4) - 0.055, 12.92 * x)


def rgb_to_lab(r: FloatArray, g: FloatArray, b: FloatArray) -> Planes:
    """CIE L*a*b* of sRGB values, as `skimage.color.rgb2lab`: L in [0, 100], a and b about ±100."""

    def bent(x: jax.Array) -> jax.Array:
        bright = x > 0.008856
        return jnp.where(bright, power(jnp.where(bright, x, 1.0), 1 / 3), 7.787 * x + 16.0 / 116.0)

    plain = (srgb_to_linear(r), srgb_to_linear(g), srgb_to_linear(b))
    x, y, z = (
        bent(sum(weight * part for weight, part in zip(row, plain, strict=True)) / white)  # type: ignore[arg-type]
        for row, white in zip(TO_XYZ, D65, strict=True)
    )
    return 116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)


TO_RGB = np.linalg.inv(np.array(TO_XYZ))


def lab_to_rgb(lightness: FloatArray, a: FloatArray, b: FloatArray) -> Planes:
    """The inverse of `rgb_to_lab`: encoded sRGB values, which may leave [0, 1]."""
    y = (lightness + 16.0) / 116.0
    bent = (y + a / 500.0, y, y - b / 200.0)

    def straight(x: jax.Array, white: float) -> jax.Array:
        return white * jnp.where(x > 0.2068966, x * x * x, (x - 16.0 / 116.0) / 7.787)

    xyz = [straight(x, white) for x, white in zip(bent, D65, strict=True)]
    red, green, blue = (
        linear_to_srgb(sum(np.float32(w) * part for w, part in zip(row, xyz, strict=True)))  # type: ignore[arg-type]
        for row in TO_RGB
    )
    return red, green, blue
