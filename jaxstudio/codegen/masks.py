"""Masks on a whole image, as a generated script computes them: the sources of such a script.

Values are computed in blocks of BLOCK pixels, as in the engine (engine/mask_raster.py), by the same kernels:
arrays (blocks, *BLOCK) from the first block of the image to its last, row by row.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxstudio.engine.definitions.images import Image, compiled, convert
from jaxstudio.engine.mask_outlines import (
    block_in_box,
    edge_of,
    edges_near,
    edges_of_polygon,
    gradient_in_block,
    gradient_line,
    pieces_of_stroke,
    relative_to_block,
    segment_distances,
    turned_box,
)
from jaxstudio.kernels.masks import (
    BLOCK,
    EDGES,
    SEGMENTS,
    blend,
    colour_range,
    combine,
    ellipse,
    gradient,
    luminosity,
    polygon,
    polygon_edges,
    rectangle,
    strokes,
)

Values = Any

# A grid of blocks: the photo's (height, width); what takes (column, row, 1) of the image to x, y in pixels of
# the photo, (2, 3); how wide a pixel of the image is there; where the blocks' first pixels lie.
Grid = namedtuple("Grid", "photo place pixel origins")
IN_PLACE = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))

draw_rectangle = compiled(rectangle)
draw_ellipse = compiled(ellipse)
draw_gradient = compiled(gradient)
add_edges = compiled(polygon_edges)
draw_polygon = compiled(polygon)
draw_strokes = compiled(strokes)
select_luma = compiled(luminosity)
select_colours = compiled(colour_range)
combine_blocks = compiled(combine)
blend_pixels = partial(compiled, static_argnames=("channels", "dtype", "mode"))(blend)


def grid_of(image: Image, photo: Any = None, place: Any = IN_PLACE) -> Grid:
    """The blocks of an image, which is the photo itself unless another size and place are given."""
    height, width = image.shape[:2]
    place = np.array(place)
    pixel = float(np.sqrt(abs(np.linalg.det(place[:, :2])))) or 1.0
    corners = [(x, y, 1.0) for y in range(0, height, BLOCK[0]) for x in range(0, width, BLOCK[1])]
    return Grid(photo or (height, width), place, pixel, [place @ np.array(corner) for corner in corners])


def each_block(draw: Callable[..., Any], *arrays: Any) -> Any:
    """draw(…) of each block's part of the arrays."""
    return jnp.stack([draw(*block) for block in zip(*arrays, strict=True)])


def soft_edge_of(grid: Grid, feather: float) -> Any:
    """Sharpness and straightness of an edge."""
    return np.array(edge_of(feather * min(grid.photo), grid.pixel)[1:], np.float32)


def box_mask(
    grid: Grid, draw: Any, x: float, y: float, width: float, height: float, angle: float = 0.0,
    feather: float = 0.0,
) -> Any:  # fmt: skip
    """1 within a rectangle or an ellipse."""
    centre, turned, half = turned_box(x, y, width, height, angle, grid.photo)
    half, edge = half.astype(np.float32), soft_edge_of(grid, feather)
    places = np.stack([block_in_box(grid.place, origin, centre, turned) for origin in grid.origins])
    return each_block(lambda place: draw(place, half, edge), places)


def gradient_mask(grid: Grid, x0: float, y0: float, x1: float, y1: float) -> Any:
    """1 up to (x0, y0), 0 from (x1, y1) on."""
    line = gradient_line(x0, y0, x1, y1, grid.photo)
    return each_block(
        draw_gradient, np.stack([gradient_in_block(line, grid.place, at) for at in grid.origins])
    )


def polygon_mask(grid: Grid, points: Any, feather: float = 0.0) -> Any:
    """1 within a closed polygon, by the even-odd rule."""
    edge, place = soft_edge_of(grid, feather), np.float32(grid.place * (1, 1, 0))
    edges, parts = edges_of_polygon(points, grid.photo), []
    half = grid.place[:, :2] @ BLOCK[::-1] / 2
    reach = np.abs(grid.place[:, :2]) @ BLOCK[::-1] / 2
    radius = np.hypot(*reach) + feather * min(grid.photo) / 2 + grid.pixel
    for origin in grid.origins:  # only what decides a block's values is drawn
        close, right = edges_near(edges, origin + half, reach, radius)
        parts.append(relative_to_block(edges[close | right], 4, origin))

    def draw(groups: Any, counts: Any) -> Any:
        state: Any = (np.full(BLOCK, np.inf, np.float32), np.zeros(BLOCK, bool))
        for number in range(groups.shape[0]):
            state = add_edges(state, place, groups[number], counts[number])
        return draw_polygon(*state, edge)

    return each_block(draw, *in_groups(parts, EDGES))


def brush_mask(grid: Grid, strokes: Sequence[Values], feather: float = 0.0) -> Any:
    """1 where strokes of a brush went that do not erase."""
    across, place = feather * min(grid.photo), np.float32(grid.place * (1, 1, 0))
    drawn = [
        pieces_of_stroke(**stroke, feather=across, size=grid.photo, pixel=grid.pixel) for stroke in strokes
    ]
    pieces, far = (np.concatenate(arrays) for arrays in zip(*drawn, strict=True))
    radius = np.hypot(*np.abs(grid.place[:, :2]) @ BLOCK[::-1])
    parts = []
    for origin in grid.origins:  # only what comes near a block is drawn
        near = segment_distances(origin, pieces[:, :2], pieces[:, 2:4]) <= far + radius
        parts.append(relative_to_block(pieces[near], 2, origin))

    def draw(groups: Any, counts: Any) -> Any:
        value: Any = np.zeros(BLOCK, np.float32)
        for number in range(groups.shape[0]):
            value = draw_strokes(value, place, groups[number], counts[number])
        return value

    return each_block(draw, *in_groups(parts, SEGMENTS))


def in_groups(parts: Sequence[Any], most: int) -> tuple[Any, Any]:
    """Rows for each block as (blocks, groups, most, numbers), filled up with zeros, and how many each has."""
    groups = max(1, *(-(-len(part) // most) for part in parts))
    filled = np.zeros((len(parts), groups * most, parts[0].shape[1]), np.float32)
    for block, part in zip(filled, parts, strict=True):
        block[: len(part)] = part
    left = np.array([len(part) for part in parts])[:, None] - most * np.arange(groups)
    return filled.reshape(len(parts), groups, most, -1), left.clip(0, most).astype(np.int32)


def pixels_in_blocks(image: Image) -> Any:
    """(blocks, *BLOCK, channels), zeros beyond the image."""
    rows, columns = (-(-side // block) for side, block in zip(image.shape, BLOCK, strict=False))
    height, width, channels = image.shape
    padded = jnp.pad(image, ((0, rows * BLOCK[0] - height), (0, columns * BLOCK[1] - width), (0, 0)))
    blocks = padded.reshape(rows, BLOCK[0], columns, BLOCK[1], channels).swapaxes(1, 2)
    return blocks.reshape(-1, *BLOCK, channels)


def range_mask(image: Image, select: Any, limits: Any, linear: bool = False) -> Any:
    """1 where the luma or colour of a pixel lies within limits; `linear` if values are linear light."""
    light = np.float32(linear)
    return each_block(lambda pixels: select(pixels, limits, light), pixels_in_blocks(image))


def combined(
    before: Any, value: Any, inverted: bool = False, opacity: float = 1.0, combine: str = "add"
) -> Any:
    """Combine a part's value with the parts before it: "add", "subtract" or "intersect"."""
    how = np.array([inverted, opacity, combine == "subtract", combine == "intersect"], np.float32)
    return each_block(lambda *blocks: combine_blocks(*blocks, how), before, value)


def same_everywhere(grid: Grid, value: float) -> Any:
    return np.full((len(grid.origins), *BLOCK), value, np.float32)


def blend_masked(
    image: Image, changed: Image, blocks: Any, dtype: str, opacity: float = 1.0, mode: str = "normal"
) -> Image:
    """`changed` where the mask is 1, the image where it is 0, mixed in between."""
    height, width, channels = image.shape
    rows = jnp.asarray(blocks).reshape(-(-height // BLOCK[0]), -1, *BLOCK).swapaxes(1, 2)
    mask = rows.reshape(rows.shape[0] * BLOCK[0], -1)[:height, :width]
    after = convert(jnp.asarray(changed), dtype="float32").reshape(-1)
    image = jnp.asarray(image)
    share = mask.reshape(-1) * np.float32(opacity)
    blended = blend_pixels(image.reshape(-1), after, share, channels=channels, dtype=dtype, mode=mode)
    return blended.reshape(image.shape)
