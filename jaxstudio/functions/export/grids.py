"""The values over the plane that a script computes: a function at all points of a grid, row by row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np

from jaxstudio.functions.fields.samples import Field, sampled, slopes
from jaxstudio.functions.fields.surface import breaks
from jaxstudio.functions.protocol.scene import Interval

# What stands in a script for `rows`.
ROWS = """def rows(function, x, y):  # its values, a row for each y
    row = jax.jit(jax.vmap(function, (0, None, None)))
    return np.array([row(x, each, p) for each in y])"""


@dataclass(frozen=True)
class Axis:
    """Places along x or y, float64 (n,), and the Python that gives the same."""

    places: np.ndarray
    text: str


@dataclass(frozen=True)
class Grid:
    """`values` of a function at (x, y), (rows, columns), with a last axis of 2 for arrows.

    `hidden` (rows, columns): values that are not shown, since a jump or a pole lies beside them or the
    function is undefined there. `function` is the Python of what is computed, {} in it the line's own.
    """

    x: Axis
    y: Axis
    values: np.ndarray
    hidden: np.ndarray
    function: str = "{}"


def centres(interval: Interval, count: int, *, down: bool = False) -> Axis:
    """The middles of `count` equal parts, from the upper end on if `down`, as of pixels."""
    low, high = map(float, interval)
    if down:
        places = high - (high - low) * (np.arange(count) + 0.5) / count
        return Axis(places, f"{high!r} - {high - low!r} * (np.arange({count}) + 0.5) / {count}")
    places = low + (high - low) * (np.arange(count) + 0.5) / count
    return Axis(places, f"{low!r} + {high - low!r} * (np.arange({count}) + 0.5) / {count}")


def spread(interval: Interval, count: int) -> Axis:
    """Places from end to end."""
    low, high = map(float, interval)
    return Axis(np.linspace(low, high, count), f"np.linspace({low!r}, {high!r}, {count})")


def rows(function: Callable[..., Any], x: Axis, y: Axis, p: Mapping[str, Any]) -> np.ndarray:
    """Its values, computed as the script does."""
    row = jax.jit(jax.vmap(function, (0, None, None)))
    return np.array([row(x.places, each, p) for each in y.places])


def torn(f: Field, x: Axis, y: Axis, p: Mapping[str, Any], span: float) -> np.ndarray:
    """Points (rows, columns) without a value, or with a jump or a pole between them and the next."""
    across, up = np.meshgrid(x.places, y.places)
    found = sampled(slopes, f, p, across.ravel(), up.ravel())
    height, along_x, along_y = (result.reshape(across.shape) for result in found)
    steps = (x.places[1] - x.places[0], y.places[1] - y.places[0])
    beside, above = breaks(height, along_x, along_y, *steps, span)
    hidden = ~np.isfinite(height)
    hidden[:, :-1] |= beside
    hidden[:-1] |= above
    return hidden
