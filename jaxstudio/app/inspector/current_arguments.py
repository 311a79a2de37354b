"""The arguments that a kernel has in the window at the moment, to follow a NaN with; called in a thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from jaxstudio.functions.language import Line
    from jaxstudio.pipeline.recipe import Recipe

GOLDEN = 0.6180339887498949
SAMPLE_SIDE = 48  # that of `targets.ops`, which takes long to load


def curve_values(
    line: Line, spans: Sequence[tuple[float, float]], sliders: Mapping[str, float], dtype: str = "float64"
) -> list[np.ndarray]:
    """Points across the view for each variable (spread evenly for two), then the sliders by name."""
    from jaxstudio.inspect_targets.expressions import SAMPLES

    held: list[np.ndarray] = []
    for place in range(max(len(line.variables), 1)):
        low, high = spans[min(place, len(spans) - 1)]
        spread = (np.arange(SAMPLES) * GOLDEN * place) % 1.0
        steps = spread if place else np.linspace(0.0, 1.0, SAMPLES)
        held.append((low + (high - low) * steps).astype(dtype))
    return held + [np.asarray(sliders.get(name, 1.0), dtype) for name in sorted(line.sliders)]


def picture_values(recipe: Recipe, part: int, pixels: np.ndarray, photo: Mapping[str, Any]) -> list[Any]:
    """What the engine hands to a part of the recipe for a sample of the photo."""
    from jaxstudio.inspect_targets.ops import recipe_values

    return recipe_values(recipe, part, sample(pixels, SAMPLE_SIDE), photo.get("device"))


def sample(pixels: np.ndarray, side: int) -> np.ndarray:
    """A square of a photo: around its first pixel that is no number, else spread over all of it.

    Where it is spread, its first pixels are those with the smallest and largest value of each channel:
    that is where roots, logarithms and quotients fail.
    """
    height, width = pixels.shape[:2]
    bad = np.argwhere(~np.isfinite(pixels)) if pixels.dtype.kind == "f" else np.zeros((0, 3), np.int64)
    if len(bad):
        y, x = (int(np.clip(at - side // 2, 0, max(size - side, 0)))
                for at, size in zip(bad[0][:2], (height, width), strict=True))  # fmt: skip
        square = pixels[y : y + side, x : x + side]
    else:
        rows, columns = (np.linspace(0, size - 1, min(side, size)).astype(int) for size in (height, width))
        square = pixels[np.ix_(rows, columns)]
        flat = pixels.reshape(-1, pixels.shape[2])
        ends = np.unique(np.concatenate([flat.argmin(0), flat.argmax(0)]))[
            : square.shape[0] * square.shape[1]
        ]
        square.reshape(-1, square.shape[2])[: len(ends)] = flat[ends]
    missing = [(0, side - size) for size in square.shape[:2]]
    return np.ascontiguousarray(np.pad(square, [*missing, (0, 0)], "edge"))
