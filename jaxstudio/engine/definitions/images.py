"""Parts that the definitions of all kinds share: formats, alpha, borders, and compilation of a function.

Images are arrays (height, width, channels). Compiled functions take arrays by position and static values by
keyword (codegen/stablehlo.py counts on it).
"""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.kernels.pixels import has_alpha, integer_unit, to_float

Image = Any
Values = dict[str, Any]
Params = dict[str, Any]

# In a script with the options that the engine compiles with: see codegen/script.py.
compiled = jax.jit


@partial(compiled, static_argnames="dtype")
def convert(image: Image, *, dtype: str) -> Image:
    """Values in another number format: 0 to 1 is 0 to the largest integer, clipped, half to even."""
    if image.dtype == dtype:
        return image
    x = to_float(image)
    if dtype == "float32":
        return x
    # 1.5·2²³, whose bits are 0x4B400000, leaves the nearest integer in the lowest bits of the sum
    level = jnp.minimum(jnp.where(x > 0, x, 0.0), 1.0) * np.float32(np.iinfo(dtype).max) + 1.5 * 2**23
    whole = lax.bitcast_convert_type(level, jnp.uint32) - np.uint32(0x4B400000)
    return jnp.minimum(whole, np.uint32(np.iinfo(dtype).max)).astype(dtype)


# -- alpha


def with_alpha_of(image: Image, changed: Image) -> Image:
    """`changed` with the alpha channel of `image`, if it has one."""
    if image.shape[2] not in (2, 4):
        return changed
    alpha = convert(image[..., -1:], dtype=changed.dtype.name)
    return jnp.concatenate([changed[..., :-1], alpha], axis=2)


def weigh_by_alpha(image: Image) -> Image:
    """Colours multiplied by their alpha, where there is one."""
    if image.shape[2] not in (2, 4):
        return image
    x = to_float(image)
    return jnp.concatenate([x[..., :-1] * x[..., -1:], x[..., -1:]], axis=2)


def divide_by_alpha(image: Image) -> Image:
    """The inverse; where alpha is 0 the colours are 0."""
    if image.shape[2] not in (2, 4):
        return image
    alpha = jnp.broadcast_to(image[..., -1:], image.shape)
    colours = jnp.where(alpha > 0, image / jnp.where(alpha > 0, alpha, 1.0), 0.0)
    return jnp.concatenate([colours[..., :-1], image[..., -1:]], axis=2)


def is_8bit_constant(values: Values) -> bool:
    """Whether 8-bit integers can hold the values beyond the edge."""
    cval = values["cval"] if values.get("border") == "constant" else 0.0
    return 0.0 <= cval <= 1.0 and (cval * 255) % 1 == 0


def filter_input(image: Image, values: Values, mixes: bool) -> Image:
    """Return the filter's input; if the filter mixes pixels, colours are weighted by their alpha."""
    if mixes and has_alpha(image.shape[2]):
        return weigh_by_alpha(image)
    return image if is_8bit_constant(values) else convert(image, dtype="float32")


# -- beyond the edges


def border_indices(i: Any, n: int, border: str) -> Any:
    """Return the source index of each position on an axis of n pixels; −1 for the border's constant."""
    array = np if isinstance(i, np.ndarray) else jnp
    if border == "constant":
        return array.where((i >= 0) & (i < n), i, -1)
    if border == "nearest":
        return array.clip(i, 0, n - 1)
    if border == "wrap":
        return i % n
    if border == "reflect":
        return array.minimum(i % (2 * n), 2 * n - 1 - i % (2 * n))
    period = max(1, 2 * n - 2)
    return array.minimum(i % period, period - i % period)


def constant_pixel(dtype: Any, channels: int, values: Values) -> Any:
    """A pixel of the constant border, which is clear or opaque where the image has alpha."""
    unit, cval, opacity = integer_unit(dtype), values.get("cval", 0.0), values.get("border_alpha", "auto")
    opaque = opacity == "opaque" or (opacity == "auto" and cval != 0)
    cval = 0.0 if has_alpha(channels) and not opaque else cval
    constant = np.full(channels, cval if np.dtype(dtype).kind == "f" else round(cval / unit), dtype)
    if has_alpha(channels):
        constant[-1] = round(1 / unit) if opaque else 0
    return constant


def pixels_at(image: Image, rows: Any, columns: Any, values: Values) -> Image:
    """The pixels at rows and columns (whole numbers); beyond the edges the border's."""
    border = values.get("border", "nearest")
    rows = border_indices(rows, image.shape[0], border)
    columns = border_indices(columns, image.shape[1], border)
    found = jnp.asarray(image).at[rows, columns].get(mode="clip", wrap_negative_indices=False)
    if border != "constant":
        return found
    inside = ((rows >= 0) & (columns >= 0))[..., None]
    return jnp.where(inside, found, constant_pixel(image.dtype, image.shape[2], values))
