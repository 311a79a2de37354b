"""Text on the photo: drawn by Pillow as large as the photo asks, laid over it in a colour."""

from __future__ import annotations

import os
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

import jax.numpy as jnp
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from jaxstudio.errors import PhotoError
from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.pixels import prevent_fusion
from jaxstudio.kernels.random_fields import Place
from jaxstudio.ops.colour.watermark import (
    MARGIN,
    PLACE,
    offset,
    place_in_mark,
    rows_under_mark,
    sample_mark,
    under_mark,
)
from jaxstudio.pipeline.kinds import Blocks, Global, Op
from jaxstudio.pipeline.op import Params, Values
from jaxstudio.pipeline.params import Choice, Float, Path, Text, file_stamp
from jaxstudio.runtime.aligned_memory import aligned_empty

# Pixels of a text at most; texts of every size lie in memory of this many: one kernel serves all.
LARGEST = 1 << 22
KEPT = 4
# DejaVu, which matplotlib brings along: letters of most of the world's alphabets.
FONTS = {
    "sans": "DejaVuSans.ttf",
    "sans_bold": "DejaVuSans-Bold.ttf",
    "serif": "DejaVuSerif.ttf",
    "serif_italic": "DejaVuSerif-Italic.ttf",
    "mono": "DejaVuSansMono.ttf",
}


def shipped_font(name: str) -> str:
    """Return the path of a font of FONTS."""
    found = find_spec("matplotlib")
    assert found is not None
    assert found.origin is not None
    return os.path.join(os.path.dirname(found.origin), "mpl-data", "fonts", "ttf", FONTS[name])


@lru_cache(KEPT)
def draw_text(text: str, path: str, stamp: tuple[int, ...], height: float) -> Params:
    """Return how far each pixel of the drawn text is covered, 0 to 1, row by row, and its sides.

    Args:
        stamp: the font file's, so that a changed file is read again.
        height: of the letters in pixels, as the font's size is counted.

    Raises:
        PhotoError: the font's file is missing, or no font.
    """
    try:
        font = ImageFont.truetype(path, height)
        left, top, right, bottom = font.getbbox(text)
        shrunk = (LARGEST / max(1.0, (right - left + 2) * (bottom - top + 2))) ** 0.5
        if shrunk < 1:
            font = ImageFont.truetype(path, height * shrunk * 0.99)
            left, top, right, bottom = font.getbbox(text)
    except OSError as error:
        raise PhotoError("text: file = {0}: not a font ({1})", path, error) from None
    size = max(1, int(np.ceil(right - left))), max(1, int(np.ceil(bottom - top)))
    drawn = Image.new("L", size)
    ImageDraw.Draw(drawn).text((-left, -top), text, fill=255, font=font)
    memory = aligned_empty(LARGEST, np.dtype(np.float32))
    memory[...] = 0.0
    memory[: size[0] * size[1]] = np.asarray(drawn, np.float32).reshape(-1) / 255
    return {
        "mark": memory,
        "rows": np.float32(size[1]),
        "columns": np.float32(size[0]),
        "pitch": np.float32(size[0]),
        "drawn": np.float32(font.size),
    }


def text_of_values(blocks: Blocks, values: Values) -> Params:
    """Return the text as large as it is in the photo."""
    text, path = values["text"].strip(), values["file"] or shipped_font(values["font"])
    if values["file"] and not os.path.isfile(path):
        raise PhotoError("text: file = {0}: no such file", path)
    height = max(1.0, values["size"] / 100 * min(values["height"], values["width"]))
    return draw_text(text or " ", path, file_stamp(path), height)


def letter_height(height: Any, width: Any, p: Params) -> Any:
    """Return the height of the letters in the photo in pixels, as the font's size is counted."""
    return jnp.maximum(1.0, p["size"] / 100.0 * jnp.minimum(height, width))


def changed_rows(height: Any, width: Any, p: Params) -> Any:
    """Return the first row of the photo that the text may touch, and a row behind the last: (2,)."""
    return rows_under_mark(height, width, p, p["drawn"] / letter_height(height, width, p))


def lay_text(x: FloatArray, at: Place, p: Params) -> FloatArray:
    """`x·(1 − covered) + colour·covered`; between the text's pixels bilinear."""
    height = letter_height(at.height, at.width, p)
    row, column = place_in_mark(at, p, p["drawn"] / height)

    def lay() -> FloatArray:
        covered = prevent_fusion(height > 0, lambda: sample_mark(row, column, p, 1))
        colour = jnp.where(at.channel == 0, p["red"], jnp.where(at.channel == 1, p["green"], p["blue"]))
        return x + covered * (colour - x)

    return under_mark(x, row, column, p, lay)


def caution(values: Values) -> str:
    return "" if values["text"].strip() else "Type a text: without one the photo stays as it is."


text = Op(
    name="text",
    title="Text",
    category="colour",
    keywords=("caption", "copyright", "signature", "watermark", "label", "type", "letters", "font", "title"),
    doc="Writes a text on the photo: a name, a year, a caption.",
    use="To sign photos before they are shown; in a batch the text is as large in every photo.",
    formula="y = x + a·(colour − x), a how far a letter covers the pixel",
    source="Pillow's ImageDraw with FreeType",
    notes="One line. The shipped fonts are DejaVu. Margins count from the outermost letters. A text of more "
    "than four million pixels in the photo is enlarged bilinearly. In a gray photo red counts. The opacity "
    "is that of the step.",
    own_params=(
        Text("text", empty="Type a text", doc="What is written."),
        Float("size", 4.0, 0.1, 100.0, slider_high=30.0, unit="%",
            doc="The font's size, in percent of the photo's shorter side."),
        Choice("font", "sans", tuple(FONTS), doc="The font."),
        Path("file", suffix=".ttf", label="Font file", doc="One's own, which goes before the other."),
        PLACE,
        MARGIN,
        offset("right", "to the right"),
        offset("down", "down"),
        *(Float(name, 1.0, 0.0, 1.0, doc=f"The letters' {name}.") for name in ("red", "green", "blue")),
    ),
    kind=Global(text_of_values, lay_text, placed=True, cheap=True, rows=changed_rows),
    caution=caution,
)  # fmt: skip
