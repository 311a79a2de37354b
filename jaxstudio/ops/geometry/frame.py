"""A frame: a margin of one colour around the photo, as wide as the photo asks, with a line in it."""

from __future__ import annotations

from random import Random
from typing import Any

import jax.numpy as jnp

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.random_fields import Place
from jaxstudio.ops.geometry.whole_pixels import pad
from jaxstudio.pipeline.kinds import Composed, Op, Parts, Placed
from jaxstudio.pipeline.op import Params, Part, Size, Values
from jaxstudio.pipeline.params import Choice, Float, Int, border_params
from jaxstudio.pipeline.preview_notes import WHOLE_PIXELS

ASPECTS = {"even": 0.0, "1:1": 1.0, "5:4": 5 / 4, "4:3": 4 / 3, "3:2": 3 / 2, "16:9": 16 / 9}
EDGES = ("top", "left", "bottom", "right")
COLOURS = ("red", "green", "blue")


def paint(x: FloatArray, at: Place, p: Params) -> FloatArray:
    """`x` inside the photo; outside the frame's colour, and the line's value between two rectangles."""

    def inside(grown: Any) -> Any:
        return (
            (at.row >= jnp.round(p["top"] * at.height) - grown)
            & (at.row < jnp.round(p["bottom"] * at.height) + grown)
            & (at.column >= jnp.round(p["left"] * at.width) - grown)
            & (at.column < jnp.round(p["right"] * at.width) + grown)
        )

    photo = inside(0.0)
    line = ~photo & inside(p["gap"] + p["line"]) & ~inside(p["gap"])
    colour = jnp.where(at.channel == 0, p["red"], jnp.where(at.channel == 1, p["green"], p["blue"]))
    # one of three shares is 1: LLVM makes vectors of products and sums, and a branch of each choice
    shares = (part.astype(x.dtype) for part in (photo, line, ~(photo | line)))
    return sum(share * value for share, value in zip(shares, (x, p["line_value"], colour), strict=True))


def colours() -> tuple[Float, ...]:
    return tuple(Float(name, 1.0, 0.0, 1.0, doc=f"The frame's {name}.") for name in COLOURS)


LINE_VALUE = Float("line_value", 0.0, 0.0, 1.0, doc="The line's tone: 0 is black, 1 is white.")

# pad with margins of any width: an aspect may ask for more pixels than a slider offers
MARGINS = Part(
    name="frame_margins",
    own_params=(*(Int(name, 0, 0, 1 << 20) for name in EDGES), *border_params("constant")),
    kind=pad.kind,
)

PAINTED = Part(
    name="painted_frame",
    own_params=(
        *(Float(name, 0.0, 0.0, 1.0) for name in EDGES),
        Float("gap", 0.0, 0.0, 1e6),
        Float("line", 0.0, 0.0, 1e6),
        *colours(),
        LINE_VALUE,
    ),
    kind=Placed(paint, cheap=True),
)


def margins(values: Values, size: Size) -> dict[str, int]:
    """Pixels added at each edge: `width` at least, and more along one side for the aspect."""
    height, width = size
    least = round(values["width"] / 100 * min(size))
    down, across = height + 2 * least, width + 2 * least
    aspect = ASPECTS[values["aspect"]]
    if aspect:
        aspect = aspect if width >= height else 1 / aspect
        down, across = max(down, round(across / aspect)), max(across, round(down * aspect))
    top, left = (down - height) // 2, (across - width) // 2
    return {"top": top, "left": left, "bottom": down - height - top, "right": across - width - left}


def steps(values: Values, size: Size, chance: Random) -> Parts:
    added = margins(values, size)
    down = size[0] + added["top"] + added["bottom"]
    across = size[1] + added["left"] + added["right"]
    edges = {
        "top": added["top"] / down,
        "bottom": (added["top"] + size[0]) / down,
        "left": added["left"] / across,
        "right": (added["left"] + size[1]) / across,
    }
    shorter = min(size) / 100
    line = max(1, round(values["line"] * shorter)) if values["line"] else 0
    painted = {
        **edges,
        "gap": float(round(values["line_gap"] * shorter)),
        "line": float(line),
        **{name: values[name] for name in (*COLOURS, "line_value")},
    }
    # a constant of 1 is opaque whatever the photo's alpha, and white
    bare = (MARGINS, {**added, "border": "constant", "cval": 1.0})
    white = not line and all(values[name] == 1.0 for name in COLOURS)
    return [bare] if white else [bare, (PAINTED, painted)]


def share(name: str, default: float, highest: float, doc: str) -> Float:
    return Float(name, default, 0.0, highest, unit="%", doc=f"{doc}, in percent of the photo's shorter side.")


frame = Op(
    name="frame",
    title="Frame",
    category="geometry",
    keywords=("border", "framing", "passe-partout", "mat", "margin", "add border", "fuzzy border", "outline"),
    doc="Puts a frame around the picture, with a fine line in it if wanted.",
    use="For a print or a page: a white margin, or one that brings every photo to the same proportions.",
    formula="margin = round(width·min(height, photo's width)); the aspect widens two of the margins",
    source="numpy.pad; darktable's module framing",
    notes="Widths are shares of the photo, so that a recipe frames photos of every size alike. A gray "
    "picture takes the value of red. An aspect lies as the photo does: 3:2 is 2:3 for a portrait.",
    own_params=(
        share("width", 5.0, 50.0, "The narrowest margin"),
        Choice("aspect", "even", tuple(ASPECTS),
            doc="Proportions of the framed picture; even: all margins alike."),
        *colours(),
        share("line", 0.0, 5.0, "How thick a line in the frame is; 0 draws none"),
        share("line_gap", 1.0, 50.0, "How far the line is from the photo"),
        LINE_VALUE,
    ),
    preview_note=WHOLE_PIXELS,
    kind=Composed(steps, ops=(MARGINS, PAINTED)),
)  # fmt: skip
