"""Warps: the places a rectangle is sampled from, which input that needs, and the sampling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jax
import numpy as np

from jaxstudio.engine.kernels import Kernels, traced
from jaxstudio.engine.parallel_map import ALL, parallel_map
from jaxstudio.engine.rect import Rect
from jaxstudio.kernels.sampling import WARP_COLUMNS, WARP_ROWS
from jaxstudio.pipeline.kinds import Warp
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.params import BORDERS

# A block's first row and column in the result, and where its pixels lie in the input.
Block = tuple[Rect, Any]


def warp_parameters(
    op: Op, values: Mapping[str, Any], size: tuple[int, int], key: np.ndarray
) -> dict[str, Any]:
    """What `inverse` finds in p."""
    kind = op.kind
    assert isinstance(kind, Warp)
    numbers = {
        name: np.float64(value) if value.dtype == np.float32 else value
        for name, value in traced(op, dict(values)).items()
    }
    sizes = {"height": np.float64(size[0]), "width": np.float64(size[1])}
    return {**numbers, **sizes, "key": key, **kind.prepare(values, size)}


def find_places(
    kernels: Kernels, op: Op, p: Mapping[str, Any], rect: Rect, border: str
) -> tuple[list[Block], Rect]:
    """The places of `rect` of the result, block by block, and the input that they need."""
    kernel = kernels.places(op)
    corners = [
        (y, x) for y in range(rect.y0, rect.y1, WARP_ROWS) for x in range(rect.x0, rect.x1, WARP_COLUMNS)
    ]

    def block(y: int, x: int) -> tuple[Rect, Any, np.ndarray]:
        part = Rect(y, x, min(y + WARP_ROWS, rect.y1), min(x + WARP_COLUMNS, rect.x1))
        where = np.array([y, x, part.height, part.width, BORDERS.index(border)], np.int32)
        with jax.enable_x64(True):  # p holds float64
            places, ends = kernel(where, p)
        return part, places, np.asarray(ends)[:, : part.width]

    found = parallel_map(lambda corner: block(*corner), corners, ALL)
    low = np.min([ends[:2].min(axis=1) for _, _, ends in found], axis=0)
    high = np.max([ends[2:].max(axis=1) for _, _, ends in found], axis=0)
    # the neighbours to the right and below
    needed = Rect(int(low[1]), int(low[0]), int(high[1]) + 2, int(high[0]) + 2)
    return [(part, places) for part, places, _ in found], needed


def sample_places(
    kernels: Kernels,
    slab: np.ndarray,
    pitch: int,
    needed: Rect,
    blocks: list[Block],
    rect: Rect,
    nearest: bool,
    out: np.ndarray,
) -> None:
    """Write `rect` of a warp's output to `out`, from a slab that holds `needed` of its input."""
    channels = out.shape[1] // rect.width
    kernel = kernels.warp(channels, nearest, out.dtype.name)
    scalars = np.array([pitch, needed.width - 2, needed.height - 2, needed.x0, needed.y0], np.int32)

    def sample(block: Block) -> None:
        part, places = block
        pixels = np.asarray(kernel(slab, places, scalars)).reshape(WARP_ROWS, WARP_COLUMNS * channels)
        left = (part.x0 - rect.x0) * channels
        rows = slice(part.y0 - rect.y0, part.y1 - rect.y0)
        out[rows, left : left + part.width * channels] = pixels[: part.height, : part.width * channels]

    parallel_map(sample, blocks, ALL)
