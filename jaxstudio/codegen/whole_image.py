"""Each kind of op on a whole image, as a generated script computes it: the sources of such a script.

Images are arrays (height, width, channels). What the engine computes in chunks of buffers is computed here at
once, with the same bits: what is compiled by itself there is compiled by itself here. Of a compiled function
arrays are positional arguments, and what is static is given by keyword (codegen/stablehlo.py counts on it).
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.engine.buffers import CHUNK
from jaxstudio.engine.plan.base import is_8bit_constant
from jaxstudio.kernels.pixels import (
    channel_index,
    has_alpha,
    join_colours,
    keep_alpha,
    only_picks,
    premultiply,
    quantise,
    to_float,
    unpremultiply,
)
from jaxstudio.kernels.random_fields import place, threefry
from jaxstudio.kernels.rounded_products import barrier, with_rounded_products
from jaxstudio.kernels.stencil import integer_unit

Image = Any
Values = dict[str, Any]
Params = dict[str, Any]

# In a script with the options that the engine compiles with: see codegen/script.py.
compiled = jax.jit
# An argument of what is compiled, so that the compiler does not know it.
ZERO = np.int32(0)
# Where values lie in the image: rows and columns as floats, the channel, and the image's sides.
Place = namedtuple("Place", "row column channel height width")


@partial(compiled, static_argnames="dtype")
def convert(image: Image, *, dtype: str) -> Image:
    """Values in another number format: integers stand for 0 to 1."""
    return image if image.dtype == dtype else quantise(to_float(image), dtype)


def with_alpha_of(image: Image, changed: Image) -> Image:
    """`changed` with the alpha channel of `image`, if it has one."""
    if not has_alpha(image.shape[2]):
        return changed
    alpha = convert(image[..., -1:], dtype=changed.dtype.name)
    return jnp.concatenate([changed[..., :-1], alpha], axis=2)


# -- pixels by themselves


@partial(compiled, static_argnames="function")
def map_colours(image: Image, p: Params, zero: Any, *, function: Callable[..., Any]) -> Image:
    """function(colours, stored, p) of the channels but alpha: float32, and as they are stored.

    Each product is rounded by itself: otherwise the compiler would round some of them together with a sum,
    depending on what else it finds.
    """
    stored = [image[..., channel].astype(jnp.float32) for channel in range(image.shape[2])]
    planes = stored
    if image.dtype != jnp.float32:
        planes = [barrier(plane * np.float32(integer_unit(image.dtype)), zero) for plane in stored]
    count = image.shape[2] - has_alpha(image.shape[2])
    colours = with_rounded_products(function, zero)(planes[:count], stored[:count], p)
    colours = [jnp.broadcast_to(colour, image.shape[:2]) for colour in colours]
    return jnp.stack([*colours, *planes[count:]], axis=-1)


@partial(compiled, static_argnames="apply")
def table_of_bytes(p: Params, *, apply: Callable[..., Any]) -> Any:
    """The results for all values that a byte may have."""
    return apply(to_float(jnp.arange(256, dtype=jnp.uint8)), p)


def look_up_values(image: Image, p: Params, apply: Callable[..., Any]) -> Image:
    """apply(x, p) of each byte, from a table."""
    return with_alpha_of(image, table_of_bytes(p, apply=apply)[image])


@partial(compiled, static_argnames=("apply", "channels"))
def compute_values(x: Any, p: Params, *, apply: Callable[..., Any], channels: int) -> Any:
    value = to_float(x)
    return keep_alpha(apply(value, p), value, channels)


def map_values(image: Image, p: Params, apply: Callable[..., Any]) -> Image:
    """apply(x, p) of each value but alpha."""
    changed = compute_values(image.reshape(-1), p, apply=apply, channels=image.shape[2])
    return changed.reshape(image.shape)


def each_value(apply: Callable[..., Any], colours: Any, stored: Any, p: Params) -> Any:
    return [apply(colour, p) for colour in colours]


def each_place(apply: Callable[..., Any], colours: Any, stored: Any, p: Params) -> Any:
    height, width = colours[0].shape
    row = lax.broadcasted_iota(jnp.float32, (height, 1), 0)
    column = lax.broadcasted_iota(jnp.float32, (1, width), 1)
    return [
        apply(colour, Place(row, column, jnp.full((1, 1), channel), *p["image_sides"]), p)
        for channel, colour in enumerate(colours)
    ]


def each_colour(apply: Callable[..., Any], colours: Any, stored: Any, p: Params) -> Any:
    return apply(*colours, p)


def sides(image: Image) -> Params:
    """What a function of the place is given of the image: its height and width."""
    return {"image_sides": np.array(image.shape[:2], np.float32)}


@partial(compiled, static_argnames="apply")
def compute_colours(pixels: Any, p: Params, *, apply: Callable[..., Any]) -> Any:
    value = to_float(pixels)
    colours = apply(value[:, 0, None], value[:, 1, None], value[:, 2, None], p)
    return join_colours(colours, value)


def map_pixels(image: Image, p: Params, apply: Callable[..., Any]) -> Image:
    """apply(r, g, b, p) of each pixel."""
    changed = compute_colours(image.reshape(-1, image.shape[2]), p, apply=apply)
    return with_alpha_of(image, changed.reshape(image.shape))


@partial(compiled, static_argnames="apply")
def compute_matrix(p: Params, *, apply: Callable[..., Any]) -> Any:
    return apply(p)


def each_mixed(colours: Any, stored: Any, p: Params) -> Any:
    matrix, picks = p["matrix"], only_picks(p["matrix"])

    def mixed(row: Any) -> Any:
        # NaN in a colour that has no weight is none of the others' business
        terms = [jnp.where(row[at] != 0, row[at] * stored[at], 0.0) for at in range(3)]
        total = (terms[0] + terms[1] + terms[2]) * p["unit"]
        picked = jnp.where(row[0] == 1, colours[0], jnp.where(row[1] == 1, colours[1], colours[2]))
        return jnp.where(picks, picked, total)

    return [mixed(matrix[number]) for number in range(3)]


def mix_channels(image: Image, p: Params, matrix: Callable[..., Any]) -> Image:
    """Each pixel's colours multiplied by matrix(p); gray stays."""
    if image.shape[2] < 3:
        return convert(image, dtype="float32")
    weights = {"matrix": compute_matrix(p, apply=matrix), "unit": np.float32(integer_unit(image.dtype))}
    return map_colours(image, weights, ZERO, function=each_mixed)


@partial(compiled, static_argnames=("apply", "channels"))
def compute_places(
    x: Any, start: Any, pitch: Any, first: Any, p: Params, *, apply: Callable[..., Any], channels: int
) -> Any:
    row, element = place(start, pitch, x.size)
    channel = channel_index(x.size, channels)
    column = jnp.floor((element - channel).astype(jnp.float32) * np.float32(1 / channels) + 0.5)
    at = Place((row + first).astype(jnp.float32), column, channel, *p["image_sides"])
    value = to_float(x)
    return keep_alpha(apply(value, at, p), value, channels)


@partial(compiled, static_argnames=("apply", "channels"))
def compute_noise(
    x: Any, start: Any, pitch: Any, first: Any, p: Params, *, apply: Callable[..., Any], channels: int
) -> Any:
    row, element = place(start, pitch, x.size)
    value = to_float(x)
    bits = threefry(p["key"], (row + first).astype(jnp.uint32), element.astype(jnp.uint32))
    return keep_alpha(apply(value, bits, p), value, channels)


def map_places(image: Image, p: Params, apply: Callable[..., Any], compute: Any) -> Image:
    """apply(x, at, p), or (x, bits, p) with random bits of p["key"] and the place, of each value but alpha.

    So many at a time that floats still count them exactly.
    """
    pitch, flat = image.shape[1] * image.shape[2], image.reshape(-1)
    parts = []
    for start in range(0, flat.size, CHUNK):
        where = (np.int32(each) for each in (start % pitch, pitch, start // pitch))
        part = flat[start : start + CHUNK]
        parts.append(compute(part, *where, p, apply=apply, channels=image.shape[2]))
    return jnp.concatenate(parts).reshape(image.shape)


@partial(compiled, static_argnames="apply")
def compute_places_of_pixels(x: Any, row: Any, column: Any, p: Params, *, apply: Callable[..., Any]) -> Any:
    value = to_float(x)
    channel = lax.broadcasted_iota(jnp.int32, value.shape, 1)
    return jnp.broadcast_to(apply(value, Place(row, column, channel, *p["image_sides"]), p), value.shape)


def map_places_of_pixels(image: Image, p: Params, apply: Callable[..., Any]) -> Image:
    """The same, the place computed once for the channels of a pixel."""
    row, column = (each.astype(np.float32).reshape(-1, 1) for each in np.indices(image.shape[:2]))
    changed = compute_places_of_pixels(image.reshape(-1, image.shape[2]), row, column, p, apply=apply)
    return with_alpha_of(image, changed.reshape(image.shape))


# -- neighbours


def border_indices(i: Any, n: int, border: str) -> Any:
    """Where positions along an axis of n pixels take their values from; −1 where the constant stands."""
    if border == "constant":
        return jnp.where((i >= 0) & (i < n), i, -1)
    if border == "nearest":
        return jnp.clip(i, 0, n - 1)
    if border == "wrap":
        return i % n
    if border == "reflect":
        return jnp.minimum(i % (2 * n), 2 * n - 1 - i % (2 * n))
    period = max(1, 2 * n - 2)
    return jnp.minimum(i % period, period - i % period)


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
    """The pixels at rows and columns (whole numbers), beyond the edges those of the border."""
    border = values.get("border", "nearest")
    rows = border_indices(rows, image.shape[0], border)
    columns = border_indices(columns, image.shape[1], border)
    found = jnp.asarray(image)[rows, columns]
    if border != "constant":
        return found
    inside = ((rows >= 0) & (columns >= 0))[..., None]
    return jnp.where(inside, found, constant_pixel(image.dtype, image.shape[2], values))


@compiled
def weigh_by_alpha(image: Image) -> Image:
    return premultiply(to_float(image).reshape(-1), image.shape[2]).reshape(image.shape)


@compiled
def divide_by_alpha(image: Image) -> Image:
    return unpremultiply(image.reshape(-1), image.shape[2]).reshape(image.shape)


def filter_input(image: Image, values: Values, mixes: bool) -> Image:
    """What a filter reads: where it mixes pixels, colours weighed by their alpha."""
    if mixes and has_alpha(image.shape[2]):
        return weigh_by_alpha(image)
    return image if is_8bit_constant(values) else convert(image, dtype="float32")


@partial(compiled, static_argnames=("prepare", "radius"))
def prepare_weights(p: Params, *, prepare: Callable[..., Any], radius: int) -> Params:
    """What the passes of a filter read: computed once."""
    weights: Params = prepare(p, radius)
    return weights


class Window:
    """`window(dy, dx)`: the neighbours of all values at once, encoded; in flat memory, as FlatWindow."""

    def __init__(
        self, x: Any, start: Any, pitch: Any, channels: int, count: int, convert: bool = True
    ) -> None:
        self.x, self.start, self.pitch, self.channels = x, start, pitch, channels
        self.count, self.convert, self.unit = count, convert, np.float32(integer_unit(x.dtype))

    def stored(self, dy: Any, dx: Any) -> Any:
        start = self.start + dy * self.pitch + dx * self.channels
        return lax.dynamic_slice(self.x, (start,), (self.count,), allow_negative_indices=False)

    def raw(self, dy: Any, dx: Any) -> Any:
        return self.stored(dy, dx).astype(jnp.float32)

    def __call__(self, dy: Any, dx: Any) -> Any:
        if not self.convert:
            return self.stored(dy, dx)
        return self.raw(dy, dx) if self.x.dtype == jnp.float32 else self.raw(dy, dx) * self.unit


@partial(
    compiled,
    static_argnames=(
        "apply",
        "reach",
        "radius",
        "channels",
        "count",
        "convert",
        "reads_source",
        "keeps_alpha",
    ),
)
def compute_pass(
    before: Any, slab: Any, start: Any, pitch: Any, p: Params, *,
    apply: Any, reach: Any, radius: int, channels: int, count: int, convert: bool, reads_source: bool,
    keeps_alpha: bool,
) -> Any:  # fmt: skip
    """One pass over all values: it reads the image with its border, or what the pass before found."""
    source = window = Window(slab, start, pitch, channels, count, convert)
    if before is not None:
        at = reach[1] * channels
        window = jax.tree.map(lambda x: Window(x, at, 0, channels, count, convert), before)
    value = apply(window, {**p, "radius": radius}, *((source,) if reads_source else ()))
    return keep_alpha(value, source(0, 0), channels) if keeps_alpha else value


def filter_neighbours(
    image: Image, passes: Any, radius: int, p: Params, pad: Any, *, mixes: bool, convert: bool = True,
    reads_source: bool = False,
) -> Image:  # fmt: skip
    """The passes (function, rows and columns that it reads) over the image with its border, in flat memory.

    The neighbour (dy, dx) of element i is i + dy·pitch + dx·channels. An earlier pass also computes what the
    later ones read beside a row's ends. With `mixes` colours are weighed by alpha, which else stays.
    """
    height, width, channels = image.shape
    alpha = has_alpha(channels)
    image = weigh_by_alpha(image) if alpha and mixes else jnp.asarray(image)
    rows, columns = (sum(reach[axis] for _, reach in passes) for axis in range(2))
    padded = pad(image, ((rows, rows), (columns, columns), (0, 0)))
    slab = jnp.pad(padded.reshape(-1), (0, 2 * columns * channels))
    pitch = (width + 2 * columns) * channels
    result: Any = None
    for number, (apply, reach) in enumerate(passes, 1):
        last, margin = number == len(passes), sum(later[1] for _, later in passes[number:]) * channels
        start, count = rows * pitch + columns * channels - margin, height * pitch + 2 * margin
        result = compute_pass(
            result, slab, np.int32(start), np.int32(pitch), p, apply=apply, reach=reach, radius=radius,
            channels=channels, count=count, convert=convert, reads_source=reads_source and last,
            keeps_alpha=alpha and not mixes and last,
        )  # fmt: skip
    result = result.reshape(height, pitch)[:, : width * channels].reshape(image.shape)
    return divide_by_alpha(result) if alpha and mixes else result


def pad_constant(image: Image, widths: Any, values: Values) -> Image:
    """The image with a constant border; as floats where that is no 8-bit level."""
    image = filter_input(image, values, mixes=False)
    constant = constant_pixel(image.dtype, image.shape[2], values)
    padded = [jnp.pad(image[..., c], widths[:2], constant_values=constant[c]) for c in range(image.shape[2])]
    return jnp.stack(padded, axis=-1)


# -- images combined


@partial(compiled, static_argnames=("apply", "channels"))
def compute_combination(x: Any, results: Any, p: Params, *, apply: Any, channels: int) -> Any:
    x = to_float(x)
    return keep_alpha(apply(x, tuple(to_float(result) for result in results), p), x, channels)


def combine(
    image: Image, branches: Sequence[Any], picks: Sequence[bool], p: Params, apply: Callable[..., Any],
    floats: bool = False,
) -> Image:  # fmt: skip
    """apply(image, results of the branches, p), value by value; alpha stays.

    Branches that only pick values hand on the image's own number format, if all of them can, unless `floats`.
    """
    results = [branch(image) for branch in branches]
    x = image
    if floats or any(each.dtype != x.dtype for each, picking in zip(results, picks, strict=True) if picking):
        x = convert(image, dtype="float32")
        results = [convert(result, dtype="float32") for result in results]
    flat = tuple(result.reshape(-1) for result in results)
    combined = compute_combination(x.reshape(-1), flat, p, apply=apply, channels=image.shape[2])
    return combined.reshape(image.shape)
