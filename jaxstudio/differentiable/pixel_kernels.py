"""Kernels for derivatives of pixels: the functions of several steps in forward mode, and differences.

All return a uint32 for each pixel of a chunk: the bits of the derivative (float32) of the channel that
changes most, with the mean of the colours in the lowest eight. With two results, XLA:CPU would compute each
in a loop of its own, and shared work twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.differentiable.differences import weighted_difference
from jaxstudio.engine.buffers import CHUNK
from jaxstudio.engine.kernels import Kernel, KernelKey, KernelSpec
from jaxstudio.engine.plan.base import Plan
from jaxstudio.engine.plan.stencil import LUMA, place_on_photo
from jaxstudio.errors import Wording
from jaxstudio.kernels import pixels
from jaxstudio.kernels.random_fields import Place, place
from jaxstudio.pipeline.kinds import Colour, ColourMatrix, Global, PixelStencil, Placed, Pointwise

Planes = Sequence[Any]  # float32 (n, 1), one for each channel of a chunk except alpha
OPAQUE = 3  # the number of the opacity among channels


@dataclass(frozen=True)
class Pixels:
    """The pixels of a chunk: their colours, where they lie (`place_of_chunk`), channels with alpha."""

    colours: Planes
    where: Any
    channels: int

    @property
    def place(self) -> tuple[Any, Any]:
        """Rows and columns, int32 (n, 1)."""
        # counted in pixels: all of `where` lies at a pixel's first channel
        start, pitch, first = (lax.div(self.where[number], np.int32(self.channels)) for number in (0, 1, 3))
        row, column = place(start, pitch, CHUNK // self.channels)
        return (row + self.where[2])[:, None], (column + first)[:, None]


@dataclass(frozen=True)
class PixelFunction:
    """A step's function of pixels; functions with equal names are the same."""

    name: str
    apply: Callable[[Pixels, Any], Planes] = field(compare=False)


def pixel_function(plan: Plan) -> PixelFunction | None:
    """A plan's function of pixels and of its kernel's arguments; None where forward mode gains nothing.

    Channels are planes of their own here: as interleaved pixels, XLA would compute three colours for each.
    """
    kind, op = plan.kind, plan.op.name
    if isinstance(kind, PixelStencil):
        text = kind.text(plan.values)
        return PixelFunction(f"text {op} {text}", partial(_of_text, partial(kind.apply, text)))
    if isinstance(kind, Placed) or (isinstance(kind, Global) and kind.placed):
        return PixelFunction(f"places {op}", partial(_of_places, kind.apply)) if kind.cheap else None
    if isinstance(kind, Pointwise | Global):
        return PixelFunction(f"values {op}", partial(_of_values, kind.apply))
    if isinstance(kind, ColourMatrix) and plan.channels >= 3:
        return PixelFunction("matrix", mixed)
    if isinstance(kind, Colour) and plan.channels >= 3:
        return PixelFunction(f"colours {op}", partial(_of_colours, kind.apply))
    return None


def _of_values(apply: Callable[..., Any], x: Pixels, arguments: Any) -> Planes:
    return [apply(colour, arguments) for colour in x.colours]


def _of_colours(apply: Callable[..., Any], x: Pixels, arguments: Any) -> Planes:
    return list(apply(*x.colours, arguments))


def mixed(x: Pixels, matrix: Any) -> Planes:
    """Three colours multiplied by a matrix."""
    # NaN in a colour without weight must not spread to the others
    terms = [[jnp.where(row[at] != 0, row[at] * x.colours[at], 0.0) for at in range(3)] for row in matrix]
    return [first + second + third for first, second, third in terms]


def _of_places(apply: Callable[..., Any], x: Pixels, arguments: Any) -> Planes:
    row, column = (each.astype(jnp.float32) for each in x.place)
    sides = (x.where[4].astype(jnp.float32), x.where[5].astype(jnp.float32))
    return [
        apply(colour, Place(row, column, jnp.full((1, 1), channel, jnp.int32), *sides), arguments)
        for channel, colour in enumerate(x.colours)
    ]


def _of_text(apply: Callable[..., Any], x: Pixels, arguments: Any) -> Planes:
    """apply(read, at, p) for one or three separate planes; three results for gray become their luma."""
    at = place_on_photo(*x.place, x.where, arguments)

    def read(own: Any, dy: int, dx: int, channel: int | None) -> Any:
        if channel is None:
            return own
        return jnp.ones_like(own) if channel == OPAQUE else x.colours[min(channel, len(x.colours) - 1)]

    results: Any = apply(partial(read, x.colours[0]), at, arguments)
    if not isinstance(results, tuple):
        results = [apply(partial(read, own), at, arguments) for own in x.colours]
    elif len(x.colours) == 1:
        results = [sum(weight * each for weight, each in zip(LUMA, results, strict=True))]
    return [each.astype(jnp.float32) for each in results]


def jvp_kernel(functions: Sequence[PixelFunction], varying: tuple[int, ...], channels: int) -> KernelSpec:
    """(chunk, where, arguments of each function, derivatives of those that vary) → uint32 of each pixel.

    Args:
        varying: the indices of the argument leaves that vary.
    """
    names = tuple(function.name for function in functions)
    # there are only 256 8-bit values: derivatives of a function of one value are looked up
    by_value = all(name.startswith("values ") for name in names)
    return KernelSpec(
        KernelKey("pixels_jvp", channels=channels, text="; ".join((*names, f"by {varying}"))),
        partial(_build_jvp, tuple(function.apply for function in functions), varying, by_value, channels),
        lambda _: Wording("derivative of {0} steps in one loop", len(names)),
    )


def _build_jvp(
    functions: tuple[Callable[[Pixels, Any], Planes], ...],
    varying: tuple[int, ...],
    by_value: bool,
    channels: int,
) -> Kernel:
    count = _colours(channels)

    def derive(planes: Planes, where: jax.Array, arguments: Any, slopes: list[Any]) -> tuple[Planes, Planes]:
        leaves, structure = jax.tree.flatten(arguments)

        def result(*values: Any) -> Planes:
            every = list(leaves)
            for number, value in zip(varying, values, strict=True):
                every[number] = value
            colours = planes
            for function, own in zip(functions, jax.tree.unflatten(structure, every), strict=True):
                colours = function(Pixels(colours, where, channels), own)
                colours = [jnp.broadcast_to(colour, planes[0].shape) for colour in colours]
            return colours

        if not varying:
            return result(), [jnp.zeros_like(plane) for plane in planes]
        return jax.jvp(result, tuple(leaves[number] for number in varying), tuple(slopes))

    def run(x: jax.Array, where: jax.Array, arguments: Any, slopes: list[Any]) -> Any:
        if by_value and x.dtype == jnp.uint8:
            every = pixels.to_float(jnp.arange(256, dtype=jnp.uint8))[:, None]
            table = _strongest(*(planes[:1] for planes in derive([every], where, arguments, slopes)))
            entries = [table[x[at::channels]] for at in range(count)]
            values = [(entry & 255).astype(jnp.float32) * np.float32(1 / 255) for entry in entries]
            return _strongest(values, [lax.bitcast_convert_type(entry, jnp.float32) for entry in entries])

        def change(pixel: jax.Array) -> Any:
            planes = [pixels.to_float(pixel[:, channel, None]) for channel in range(count)]
            return _strongest(*derive(planes, where, arguments, slopes))

        return _apart(change, x.reshape(-1, channels))

    return run


def difference_kernel(channels: int, count: int) -> KernelSpec:
    """(float32 chunks of `count` renders, 1 / the distance of their values) → uint32 of each pixel."""
    return KernelSpec(
        KernelKey(f"difference_of_{count}_renders", channels=channels),
        partial(_build_difference, channels, count),
        lambda _: Wording("difference of {0} renders", count),
    )


def _build_difference(channels: int, count: int) -> Kernel:
    def difference(*operands: jax.Array) -> Any:
        *renders, inverse = operands

        def change(pixel: Any) -> Any:
            planes = [[each[:, at, None] for each in pixel] for at in range(_colours(channels))]
            slopes = [weighted_difference(each) * inverse for each in planes]
            middles = [0.5 * (each[0] + each[1]) if count == 2 else each[0] for each in planes]
            return _strongest(middles, slopes)

        return _apart(change, tuple(each.reshape(-1, channels) for each in renders))

    return difference


def _colours(channels: int) -> int:
    return channels - pixels.has_alpha(channels)


def _strongest(colours: Planes, slopes: Planes) -> jax.Array:
    """Return each pixel's slope of largest magnitude, and the mean of its clipped colours; 0 for NaN."""
    found = slopes[0]
    for slope in slopes[1:]:
        found = jnp.where(jnp.abs(slope) > jnp.abs(found), slope, found)
    clipped = [jnp.clip(colour, 0, 1) for colour in colours]
    mean: Any = sum(clipped[1:], clipped[0]) * np.float32(1 / len(colours))
    found, mean = (jnp.where(jnp.isfinite(each), each, 0.0) for each in (found, mean))
    bits = lax.bitcast_convert_type(found, jnp.uint32) & np.uint32(0xFFFFFF00)
    return (bits | jnp.round(255 * mean).astype(jnp.uint32)).reshape(-1)


def _apart(change: Callable[[Any], Any], pixel_arrays: Any) -> Any:
    """change(pixel_arrays), computed in a loop over pixels (see pixels.pixel_by_pixel)."""
    first = jax.tree.leaves(pixel_arrays)[0][0, 0]
    return pixels.prevent_fusion(pixels.always_true(first), change, pixel_arrays)
