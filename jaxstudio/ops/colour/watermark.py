"""A watermark: a small picture with alpha, laid over the photo at a place and a size relative to it."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax
from PIL import Image

from jaxstudio.errors import PhotoError
from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.pixels import prevent_fusion
from jaxstudio.kernels.random_fields import Place
from jaxstudio.kernels.sampling import slices
from jaxstudio.pipeline.kinds import Blocks, Global, Op
from jaxstudio.pipeline.op import Params, Values
from jaxstudio.pipeline.params import Choice, Float, Path, file_stamp
from jaxstudio.runtime.aligned_memory import aligned_empty
from jaxstudio.runtime.decoder_messages import collect_messages

LARGEST = 1024  # pixels along a side; marks of every size lie in memory of this one: one kernel serves all
KEPT = 4
PLACES = tuple(
    "_".join(dict.fromkeys((row, column)))
    for row in ("top", "middle", "bottom")
    for column in ("left", "middle", "right")
)
# `pitch`: pixels from one row of `mark` to the next
CLEAR = {
    "mark": np.zeros(LARGEST * LARGEST * 4, np.float32),
    "rows": np.float32(1),
    "columns": np.float32(1),
    "pitch": np.float32(LARGEST),
}


@lru_cache(KEPT)
def read_mark(path: str, stamp: tuple[int, ...], side: int) -> Params:
    """Return the picture, premultiplied by its alpha, `side` pixels long at its longer side.

    `stamp` is the file's, so that a changed file is read again.

    Raises:
        PhotoError: the file is missing, or no picture.
    """
    if not os.path.isfile(path):
        raise PhotoError("watermark: file = {0}: no such file", path)
    try:
        with collect_messages(), Image.open(path) as image:
            mark = image.convert("RGBA")
    except Exception as error:
        # decoders raise what they like on damaged files
        raise PhotoError("watermark: file = {0}: not a picture ({1})", path, error) from None
    scale = side / max(mark.size)
    width, height = (max(1, round(length * scale)) for length in mark.size)
    # Pillow weights colours by alpha while it resizes
    pixels = np.asarray(mark.resize((width, height), Image.Resampling.LANCZOS), np.float32) / 255
    memory = aligned_empty(LARGEST * LARGEST * 4, np.dtype(np.float32)).reshape(LARGEST, LARGEST, 4)
    memory[...] = 0.0
    memory[:height, :width] = pixels
    memory[:height, :width, :3] *= pixels[..., 3:]
    return {**CLEAR, "mark": memory.reshape(-1), "rows": np.float32(height), "columns": np.float32(width)}


def mark_of_file(blocks: Blocks, values: Values) -> Params:
    """Return the picture at the size that it has in the photo; without a file a clear one."""
    path = values["file"]
    if not path:
        return CLEAR
    shorter = min(values["height"], values["width"])
    side = min(LARGEST, max(1, round(values["size"] / 100 * shorter)))
    return read_mark(path, file_stamp(path), side)


def corner_of_mark(height: Any, width: Any, p: Params, scale: Any) -> tuple[Any, Any]:
    """Return the row and column of the photo at which a mark begins."""
    shorter = jnp.minimum(height, width) / 100.0
    margin = p["margin"] * shorter

    def first(length: Any, own: Any, part: Any, offset: Any) -> Any:
        free = length - jnp.round(own / scale)
        return jnp.round(
            jnp.where(part == 1, free / 2, jnp.where(part == 0, margin, free - margin)) + offset * shorter
        )

    top = first(height, p["rows"], p["place"] // 3, p["down"])
    return top, first(width, p["columns"], p["place"] % 3, p["right"])


def place_in_mark(at: Place, p: Params, scale: Any) -> tuple[Any, Any]:
    """Return the row and column of a mark at each place; `scale` is how many of its pixels are one there."""
    top, left = corner_of_mark(at.height, at.width, p, scale)
    return (at.row - top + 0.5) * scale - 0.5, (at.column - left + 0.5) * scale - 0.5


def rows_under_mark(height: Any, width: Any, p: Params, scale: Any) -> Any:
    """Return the first row of the photo that may lie under a mark, and a row behind the last: (2,)."""
    top, _ = corner_of_mark(height, width, p, scale)
    return jnp.stack([jnp.floor(top - 1 / scale) - 1, jnp.ceil(top + (p["rows"] + 1) / scale) + 1])


def sample_mark(row: Any, column: Any, p: Params, parts: int) -> Any:
    """Return the mark between its pixels, bilinear, of so many parts each: (n, parts)."""
    above, before = jnp.floor(row), jnp.floor(column)

    def read(down: Any, across: Any) -> Any:
        inside = (down >= 0) & (down < p["rows"]) & (across >= 0) & (across < p["columns"])
        place = jnp.where(inside, down * p["pitch"] + across, 0.0).astype(jnp.int32)
        return jnp.where(inside, slices(p["mark"], place[..., 0] * parts, parts), 0.0)

    y, z = row - above, column - before
    upper = (1 - z) * read(above, before) + z * read(above, before + 1)
    lower = (1 - z) * read(above + 1, before) + z * read(above + 1, before + 1)
    return (1 - y) * upper + y * lower


def under_mark(x: FloatArray, row: Any, column: Any, p: Params, lay: Callable[[], FloatArray]) -> FloatArray:
    """`lay()` where any pixel of x lies under the mark, else x."""
    rows, columns = ((at > -1) & (at < p[length]) for at, length in ((row, "rows"), (column, "columns")))
    return lax.cond((rows & columns).any(), lay, lambda: x)


def side_of_mark(height: Any, width: Any, p: Params) -> Any:
    """Return the length of the mark's longer side in the photo."""
    return jnp.maximum(1.0, jnp.round(p["size"] * jnp.minimum(height, width) / 100.0))


def changed_rows(height: Any, width: Any, p: Params) -> Any:
    """Return the first row of the photo that the picture may touch, and a row behind the last: (2,)."""
    scale = jnp.maximum(p["rows"], p["columns"]) / side_of_mark(height, width, p)
    return rows_under_mark(height, width, p, scale)


def lay_over(x: FloatArray, at: Place, p: Params) -> FloatArray:
    """`x·(1 − alpha) + mark`."""
    side = side_of_mark(at.height, at.width, p)
    row, column = place_in_mark(at, p, jnp.maximum(p["rows"], p["columns"]) / side)

    def lay() -> FloatArray:
        mark = prevent_fusion(side > 0, lambda: sample_mark(row, column, p, 4))
        red, green, blue, alpha = (mark[:, part, None] for part in range(4))
        colour = jnp.where(at.channel == 0, red, jnp.where(at.channel == 1, green, blue))
        return x * (1.0 - alpha) + colour

    return under_mark(x, row, column, p, lay)


def caution(values: Values) -> str:
    return "" if values["file"] else "Choose a picture: without one the photo stays as it is."


PLACE = Choice("place", "bottom_right", PLACES, doc="Where the mark is.")
MARGIN = Float(
    "margin", 3.0, 0.0, 50.0, unit="%", doc="How far from the edges, in percent of the shorter side."
)


def offset(name: str, where: str) -> Float:
    return Float(
        name, 0.0, -100.0, 100.0, unit="%", doc=f"Moves the mark {where}, in percent of the shorter side."
    )


watermark = Op(
    name="watermark",
    title="Watermark",
    category="colour",
    keywords=("logo", "signature", "copyright", "overlay", "picture watermark", "stamp"),
    doc="Lays a picture with alpha over the photo: a logo, a signature.",
    use="To sign photos before they are shown; in a batch the mark is as large in every photo.",
    formula="y = x·(1 − a) + a·m, m the mark's colours and a its alpha",
    source="Porter and Duff, Compositing digital images, 1984: over; resized by Pillow (Lanczos)",
    notes="The file is read anew when it changes; a path that is not absolute counts from the folder the "
    "program was started in. Marks of more than 1024 pixels in the photo are enlarged bilinearly. In a gray "
    "photo the mark's red counts. The opacity is that of the step.",
    own_params=(
        Path("file", suffix=".png", doc="The mark, best a PNG with alpha."),
        Float("size", 20.0, 0.1, 100.0, unit="%",
            doc="The mark's longer side, in percent of the photo's shorter side."),
        PLACE,
        MARGIN,
        offset("right", "to the right"),
        offset("down", "down"),
    ),
    kind=Global(mark_of_file, lay_over, placed=True, cheap=True, rows=changed_rows),
    caution=caution,
)  # fmt: skip
