"""Kinds whose result at a pixel needs its neighbours: filters of one or more passes, typed expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.engine.definitions.host import on_host
from jaxstudio.engine.definitions.images import (
    Image,
    Params,
    Values,
    border_indices,
    compiled,
    convert,
    divide_by_alpha,
    filter_input,
    pixels_at,
)
from jaxstudio.engine.definitions.pixels import measure
from jaxstudio.engine.kernels import centred
from jaxstudio.engine.plan.stencil import joined_channels, read_channel
from jaxstudio.kernels.guided import (
    cell_margin,
    cell_reach,
    cell_side,
    enlarge,
    fit_lines,
    moments,
    square_reach,
)
from jaxstudio.kernels.pixels import copy_alpha, has_alpha, join_colours, keep_alpha
from jaxstudio.kernels.random_fields import Place
from jaxstudio.kernels.stencil import Window


def whole_vectors(width: int) -> int:
    """At least so many pixels: what fills no vector LLVM computes otherwise, and its last bit may differ."""
    return -(-width // 16) * 16


def with_border(image: Image, rows: int, columns: int, values: Values) -> Image:
    """The image with rows and columns of its border on each side, as rows of interleaved channels."""
    height, width, _ = image.shape
    down, across = np.ogrid[-rows : height + rows, -columns : whole_vectors(width) + columns]
    return pixels_at(image, down, across, values).reshape(height + 2 * rows, -1)


@partial(compiled, static_argnames=("prepare", "radius"))
def prepare_weights(p: Params, *, prepare: Callable[..., Any], radius: int) -> Params:
    """Compute once the weights that a filter's passes read."""
    weights: Params = prepare(p, radius)
    return weights


@partial(
    compiled,
    static_argnames=(
        "apply", "radius", "own", "origin", "shape", "channels", "stored", "beside", "keeps_alpha",
    ),
)  # fmt: skip
def compute_pass(
    x: Any, image: Image, p: Params, *, apply: Any, radius: int, own: int, origin: Any, shape: Any,
    channels: int, stored: bool, beside: bool, keeps_alpha: bool,
) -> Any:  # fmt: skip
    """A pass over the image, or over the result `x` of the pass before, with `beside` from the image.

    Args:
        own: columns that the pass reads in `x` beyond its result.
        origin: row and column in the image of the first pixel of the result.
        shape: rows of the result, and values of a row.
    """

    def window(each: Any, row: int, column: int) -> Window:
        def place(dy: Any, dx: Any) -> Any:
            return row + dy, (column + dx) * channels

        return Window(each, place, shape, channels, convert=not stored)

    original = window(image, *origin)
    windows = original if x is None else jax.tree.map(lambda each: window(each, 0, own), x)
    changed = apply(windows, {**p, "radius": radius}, *((original,) if beside else ()))
    return keep_alpha(changed, original(0, 0), channels) if keeps_alpha else changed


def filter_neighbours(
    image: Image, values: Values, p: Params, passes: Sequence[Any], buckets: Sequence[int],
    bucket: Callable[..., int], prepare: Any = None, prepares_all_taps: bool = False, any_dtype: bool = False,
    mixes: bool = True, has_matrix: bool = True,
) -> Image:  # fmt: skip
    """The passes in turn: (function, rows and columns that it reads, whether it reads the image, too)."""
    height, width, channels = image.shape
    radius = next(size for size in buckets if size >= bucket(values))
    if has_matrix:
        side = 2 * radius + 1
        p = {name: centred(each, side) if np.ndim(each) == 2 else each for name, each in p.items()}
    if prepare is not None:
        p = prepare_weights(p, prepare=prepare, radius=buckets[-1] if prepares_all_taps else radius)
    reaches = [reach(radius) for _, reach, _ in passes]
    columns = [whole_vectors(each) for _, each in reaches]
    rows, later = sum(each for each, _ in reaches), sum(columns)
    bordered = with_border(filter_input(image, values, mixes), rows, later, values)
    x: Any = None
    for number, ((apply, _, beside), own) in enumerate(zip(passes, columns, strict=True), 1):
        later -= own
        x = compute_pass(
            x, bordered, p, apply=apply, radius=radius, own=own, origin=(rows, sum(columns) - later),
            shape=(height, (whole_vectors(width) + 2 * later) * channels), channels=channels,
            stored=any_dtype, beside=beside,
            keeps_alpha=not mixes and has_alpha(channels) and number == len(passes),
        )  # fmt: skip
    result = lax.dynamic_slice(x, (0, 0), (height, width * channels)).reshape(image.shape)
    return divide_by_alpha(result) if mixes else result


# -- typed expressions


@partial(compiled, static_argnames=("apply", "neighbours", "by_value", "origin", "shape", "channels"))
def compute_text(
    x: Any, place: Any, p: Params, *, apply: Any, neighbours: Any, by_value: bool, origin: Any, shape: Any,
    channels: int,
) -> Any:  # fmt: skip
    """Evaluate the text with neighbours: of each channel by itself, or of a pixel's channels together."""
    window = Window(x, lambda dy, dx: (origin[0] + dy, (origin[1] + dx) * channels), shape, channels)
    found = {each: window(*each).reshape(-1) for each in ((0, 0), *neighbours)}
    row, column, *sides = place
    at = Place(row, column, None, *sides)
    if by_value:
        changed, value = apply(lambda dy, dx, channel: found[dy, dx], at, p), found[0, 0]
        return keep_alpha(jnp.broadcast_to(changed, value.shape).astype(jnp.float32), value, channels)
    found = {each: value.reshape(-1, channels) for each, value in found.items()}
    changed = apply(partial(read_channel, found, channels), at, p)
    return joined_channels(changed, found[0, 0], channels).reshape(-1)


def evaluate_text(
    image: Image, values: Values, p: Params, apply: Callable[..., Any], neighbours: Any, by_value: bool
) -> Image:  # fmt: skip
    """apply(read, place, p) of each pixel; read(dy, dx, channel) is the value of one of the neighbours."""
    height, width, channels = image.shape
    rows, columns = (max([abs(each[axis]) for each in neighbours], default=0) for axis in range(2))
    shape = (height, whole_vectors(width), channels if by_value else 1)
    places = (lax.broadcasted_iota(jnp.float32, shape, axis) for axis in (0, 1))
    row, column = (each.reshape(-1 if by_value else (-1, 1)) for each in places)
    source = filter_input(image, values, mixes=False)
    found = compute_text(
        with_border(source, rows, columns, values), (row, column, np.float32(height), np.float32(width)), p,
        apply=apply, neighbours=neighbours, by_value=by_value, origin=(rows, columns),
        shape=(height, shape[1] * channels), channels=channels,
    )  # fmt: skip
    return found.reshape(height, -1, channels)[:, :width]


# -- guided filters


@partial(compiled, static_argnames=("guide", "least", "side"))
def measure_cells(x: Image, p: Params, *, guide: Callable[..., Any], least: Any, side: int) -> Any:
    """The moments of square cells; cells that the image's edge cuts are completed by its last pixels."""
    height, width, channels = x.shape
    down, across = np.ogrid[: height + -height % side, : width + -width % side]
    x = pixels_at(x, down, across, {"border": "nearest"})
    colours = [x[..., min(c, channels - 1 - has_alpha(channels))] for c in range(3)]
    alpha = x[..., -1] if has_alpha(channels) else None
    return moments(guide(*colours, p), None if least is None else least(*colours, p), alpha, side)


@partial(compiled, static_argnames=("reach", "widest", "side", "alpha"))
def fit_cells(
    cells: Any, half: Any, eps: Any, squares: Any, *, reach: int, widest: int, side: int, alpha: bool
) -> Any:
    """Slope and offset for each pixel."""
    margin = cell_margin(reach, side, widest > 0)
    places = (np.arange(-margin, size + margin) for size in cells.shape[1:])
    down, across = (border_indices(i, n, "reflect") for i, n in zip(places, cells.shape[1:], strict=True))
    around = cells.at[:, down[:, None], across].get(mode="clip", wrap_negative_indices=False)
    return enlarge(fit_lines(around, half, eps, squares, reach, widest, alpha), side)


@partial(compiled, static_argnames=("guide", "apply"))
def combine_smooth(x: Any, lines: Any, p: Params, *, guide: Any, apply: Any) -> Any:
    """apply(r, g, b, guide, smooth, p) of each pixel, (n, channels)."""
    channels = x.shape[1]
    colours = [x[:, min(c, channels - 1 - has_alpha(channels)), None] for c in range(3)]
    value = guide(*colours, p)
    smooth = tuple(slope[:, None] * value + offset[:, None] for slope, offset in lines)
    changed = apply(*colours, value, smooth, p)
    if channels >= 3:
        return join_colours(changed, x)
    return copy_alpha(jnp.broadcast_to(changed[0], x.shape), x)


def filter_guided(
    image: Image, values: Values, p: Params, guide: Callable[..., Any], scales: Callable[..., Any],
    apply: Callable[..., Any], least: Any = None, square: Any = None, statistic: Any = None,
    measured: Any = None,
) -> Image:  # fmt: skip
    """apply(r, g, b, guide, smooth, p) of each pixel; `smooth` are guided filters on grids of cells."""
    (height, width, channels), alpha = image.shape, has_alpha(image.shape[2])
    x = convert(jnp.asarray(image), dtype="float32")
    if statistic is not None and measured is None:
        measured = on_host(lambda pixels: measure(pixels, values, statistic, True), image)
    p = {**p, **(measured or {})}
    lines = []
    for radius, eps in scales(values):
        side = cell_side(radius)
        cells = measure_cells(x, p, guide=guide, least=least, side=side)
        half, squares = (
            np.float32((width / side - 1) / 2) for width in (2 * radius + 1, square(values) if square else 1)
        )
        both = fit_cells(
            cells, half, np.float32(eps), np.ceil(squares), reach=cell_reach(radius, side),
            widest=square_reach(side) if least else 0, side=side, alpha=alpha,
        )  # fmt: skip
        lines.append(tuple(both[:, :height, :width].reshape(2, -1)))
    changed = combine_smooth(x.reshape(-1, channels), lines, p, guide=guide, apply=apply)
    return changed.reshape(image.shape)
