"""Grid shuffle: the picture cut into tiles, laid anew at random."""

from __future__ import annotations

from random import Random
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import Coordinates
from jaxstudio.ops.augmentation.random_steps import LIKELY
from jaxstudio.pipeline.kinds import Composed, Op, Parts, Warp
from jaxstudio.pipeline.op import Params, Part, Size, Values
from jaxstudio.pipeline.params import Int, Param
from jaxstudio.pipeline.preview_notes import WHOLE_PIXELS

MOST = 16


def edges(length: int, count: int) -> list[int]:
    """Return the starts of `count` tiles of nearly one size, and the last one's end."""
    return [length * number // count for number in range(count + 1)]


def arrange_tiles(rows: int, columns: int, size: Size, order: int) -> list[int]:
    """Return the number of the tile laid at each place, row by row; only tiles of one size change places."""
    down, across = (np.diff(edges(side, count)) for side, count in zip(size, (rows, columns), strict=True))
    alike: dict[tuple[int, int], list[int]] = {}
    for tile in range(rows * columns):
        alike.setdefault((down[tile // columns], across[tile % columns]), []).append(tile)
    source = [0] * (rows * columns)
    chance = Random(order)
    for tiles in alike.values():
        for to, come in zip(tiles, chance.sample(tiles, len(tiles)), strict=True):
            source[to] = come
    return source


def tile_sources(values: Values, size: Size) -> Params:
    rows, columns = (min(values[name], side) for name, side in zip(("rows", "columns"), size, strict=True))
    source = np.zeros((MOST, MOST), np.int32)
    come = np.array(arrange_tiles(rows, columns, size, values["order"])).reshape(rows, columns)
    source[:rows, :columns] = come // columns * MOST + come % columns
    return {"source": source.reshape(-1), "down": np.float64(rows), "across": np.float64(columns)}


def inverse(x: Coordinates, y: Coordinates, p: Params) -> tuple[Coordinates, Coordinates]:
    def tile(place: Coordinates, count: Any, length: Any) -> Coordinates:
        # the last one that begins at or before the place: exact, since a quotient is whole or far from it
        return jnp.clip(jnp.ceil((place + 1) * count / length) - 1, 0, count - 1)

    def start(number: Coordinates, count: Any, length: Any) -> Coordinates:
        return jnp.floor(number * length / count)

    down, across = (p["down"], p["height"]), (p["across"], p["width"])
    row, column = tile(y, *down), tile(x, *across)
    come = p["source"].at[(row * MOST + column).astype(jnp.int32)].get(mode="promise_in_bounds")
    come_row, come_column = (part.astype(x.dtype) for part in (come // MOST, come % MOST))
    return (
        x + start(come_column, *across) - start(column, *across),
        y + start(come_row, *down) - start(row, *down),
    )


def counts() -> tuple[Param, ...]:
    return tuple(
        Int(name, 4, 1, MOST, slider_high=8, doc=f"Tiles {way}.")
        for name, way in (("rows", "from top to bottom"), ("columns", "from left to right"))
    )


TILES = Part(
    name="laid_tiles",
    own_params=(*counts(), Int("order", 0, 0, 2**31 - 1, doc="Seeds the order.")),
    kind=Warp(inverse, prepare=tile_sources, nearest=True),
)


def steps(values: Values, size: Size, chance: Random) -> Parts:
    if chance.random() >= values["p"]:
        return []
    kept = {name: values[name] for name in ("rows", "columns")}
    return [(TILES, {**kept, "order": chance.randrange(2**31)})]


grid_shuffle = Op(
    name="grid_shuffle",
    title="Grid shuffle",
    category="augmentation",
    keywords=("augment", "jigsaw", "tiles", "puzzle"),
    doc="Cuts the picture into tiles and lays them anew, or leaves it, as the seed has it.",
    use="To train a model on texture rather than on the whole, or on putting a picture together.",
    formula="With the probability p: y(tile) = x(another tile of its size), all orders as likely",
    source="albumentations.RandomGridShuffle; Chen et al., Destruction and construction learning, CVPR 2019",
    notes="Only tiles of one size change places, so that nothing is resized.",
    own_params=(LIKELY, *counts()),
    preview_note=WHOLE_PIXELS,
    kind=Composed(steps, ops=(TILES,)),
)
