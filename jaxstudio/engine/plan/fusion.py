"""Kernels of pixelwise steps: several steps fused into one loop give the same bits as one by one.

A kernel sees its chunk as planes, one array for each channel. Between two steps, and after each product in
them, values pass a barrier (kernels/rounded_products.py). So the compiler computes each step as it would
alone, and the result does not depend on whether the fused kernel is compiled yet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.engine.buffers import CHUNK
from jaxstudio.engine.kernels import Kernel, KernelKey, KernelSpec, op_of_function
from jaxstudio.kernels import pixels
from jaxstudio.kernels.pixels import integer_unit
from jaxstudio.kernels.random_fields import Place, place
from jaxstudio.kernels.rounded_products import barrier, is_safe, with_rounded_products
from jaxstudio.runtime.jax_internals import origin_of

Planes = list[Any]


@dataclass(frozen=True)
class Pixels:
    """The pixels of a chunk as a step's function gets them.

    Attributes:
        colours: float32 (n, 1), one for each channel except alpha.
        stored: for a run's first step the stored values, not yet multiplied by `unit`; else the colours.
        unit: the value of one integer step; 1 for floats.
        where: (start, pitch, first row, first element, height, width) in int32, counted in elements.
        channels: channels of a pixel, alpha included.
    """

    colours: Planes
    stored: Planes
    unit: float
    where: Any
    channels: int


@dataclass(frozen=True)
class PixelFunction:
    """A step's function of pixels: `apply(pixels, arguments)` returns the new colours.

    Attributes:
        name: functions with equal names are the same; the second word is the op's name.
        label: what it does, for a reader of the inspector.
    """

    name: str
    label: str
    apply: Callable[[Pixels, Any], Planes] = field(compare=False)


def of_values(apply: Callable[..., Any], x: Pixels, arguments: Any) -> Planes:
    """Each value by itself: apply(x, p)."""
    return [apply(colour, arguments) for colour in x.colours]


def of_places(apply: Callable[..., Any], x: Pixels, arguments: Any) -> Planes:
    """Each value and its place: apply(x, at, p)."""
    # counted in pixels: all of `where` lies at a pixel's first channel
    start, pitch, first = (lax.div(x.where[number], np.int32(x.channels)) for number in (0, 1, 3))
    row, column = place(start, pitch, CHUNK // x.channels)
    down = (row + x.where[2]).astype(jnp.float32)[:, None]
    across = (column + first).astype(jnp.float32)[:, None]
    height, width = x.where[4].astype(jnp.float32), x.where[5].astype(jnp.float32)

    def plane(channel: int, colour: Any) -> Any:
        at = Place(down, across, jnp.full((1, 1), channel, jnp.int32), height, width)
        return jnp.broadcast_to(apply(colour, at, arguments), colour.shape)

    return [plane(channel, colour) for channel, colour in enumerate(x.colours)]


def of_colours(apply: Callable[..., Any], x: Pixels, arguments: Any) -> Planes:
    """Three colours together: apply(r, g, b, p)."""
    return list(apply(*x.colours, arguments))


def mixed(x: Pixels, matrix: Any) -> Planes:
    """Three colours multiplied by a matrix; a matrix that only picks colours copies them."""
    picks = pixels.only_picks(matrix)

    def plane(row: Any) -> Any:
        # NaN in a colour without weight must not spread to the others
        terms = [jnp.where(row[at] != 0, row[at] * x.stored[at], 0.0) for at in range(3)]
        total = (terms[0] + terms[1] + terms[2]) * np.float32(x.unit)
        picked = jnp.where(row[0] == 1, x.colours[0], jnp.where(row[1] == 1, x.colours[1], x.colours[2]))
        return jnp.where(picks, picked, total)

    return [plane(matrix[number]) for number in range(3)]


@lru_cache(1024)
def is_fusible(function: PixelFunction, channels: int, arguments: Any) -> bool:
    """Whether the function gives the same bits whatever is compiled around it.

    Args:
        arguments: (structure, (shape, dtype)…) of the function's arguments.
    """
    structure, shapes = arguments
    leaves = [jax.ShapeDtypeStruct(shape, dtype) for shape, dtype in shapes]
    count = CHUNK // channels
    plane = jax.ShapeDtypeStruct((count, 1), np.float32)
    colours = [plane] * (channels - pixels.has_alpha(channels))
    where = jax.ShapeDtypeStruct((6,), np.int32)

    def apply(colours: Planes, where: Any, arguments: Any) -> Planes:
        return function.apply(Pixels(colours, colours, 1.0, where, channels), arguments)

    return is_safe(apply, colours, where, jax.tree.unflatten(structure, leaves))


def shapes_of(arguments: Any) -> Any:
    """The structure, shapes and dtypes of arguments, for `is_fusible`."""
    leaves, structure = jax.tree.flatten(arguments)
    return structure, tuple((np.shape(leaf), np.asarray(leaf).dtype) for leaf in leaves)


def kernel_of(functions: Sequence[PixelFunction], channels: int, dtype: str, on_cpu: bool) -> KernelSpec:
    """(chunk, where, zeros, arguments of each function) → chunk; `zeros` are int32, one for each function."""
    names = tuple(function.name for function in functions)
    if len(functions) == 1:
        label = f"{functions[0].label}, {dtype}"
    else:
        label = f"{len(names)} steps in one loop, {dtype}"
    op = op_of_function(names[0]) if len(names) == 1 else ""
    return KernelSpec(
        KernelKey("pixels", op, channels=channels, dtype=dtype, steps=names),
        partial(_build, tuple(function.apply for function in functions), channels, dtype, on_cpu),
        lambda _: label,
    )


def _build(
    functions: tuple[Callable[[Pixels, Any], Planes], ...], channels: int, dtype: str, on_cpu: bool
) -> Kernel:
    alpha = pixels.has_alpha(channels)

    def run(x: jax.Array, where: jax.Array, zeros: jax.Array, arguments: tuple[Any, ...]) -> jax.Array:
        unit = integer_unit(x.dtype)

        def step(number: int, colours: Planes, stored: Planes, unit: float) -> Planes:
            def apply(colours: Planes, stored: Planes, where: Any, arguments: Any) -> Planes:
                return functions[number](Pixels(colours, stored, unit, where, channels), arguments)

            # each step's own, so that the compiler shares no computation between two steps
            own = where ^ zeros[number]
            rounded = with_rounded_products(apply, zeros[number], origin_of)
            return rounded(colours, stored, own, arguments[number])

        def change(pixel: jax.Array) -> jax.Array:
            raw = [pixel[:, channel, None].astype(jnp.float32) for channel in range(channels)]
            floats = pixel.dtype == jnp.float32
            planes = raw if floats else [barrier(value * np.float32(unit), zeros[0]) for value in raw]
            colours, stored = (planes[:-1], raw[:-1]) if alpha else (planes, raw)
            colours = step(0, colours, stored, unit)
            for number in range(1, len(functions)):
                colours = [barrier(colour, zeros[number]) for colour in colours]
                colours = step(number, colours, colours, 1.0)
            results = [pixels.quantise(plane, dtype) for plane in (*colours, *planes[len(colours) :])]
            channel, joined = pixels.channel_of(pixel), results[-1]
            for at in range(channels - 1):
                joined = jnp.where(channel == at, results[at], joined)
            return jnp.broadcast_to(joined, pixel.shape)

        return pixels.pixel_by_pixel(change, x, channels, on_cpu)

    return run
