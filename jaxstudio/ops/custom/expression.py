"""Expression: each pixel's new colours as a formula that the person types.

The language and its interpreter are loaded with the first text: the engine starts a fifth of a second sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from jaxstudio.kernels.random_fields import Place
from jaxstudio.pipeline.kinds import Op, Stencil
from jaxstudio.pipeline.op import Params, Size, Values
from jaxstudio.pipeline.params import Expression, Float

if TYPE_CHECKING:
    from jaxstudio.functions.language.nodes import Node
    from jaxstudio.pipeline.pixel_program import Neighbour

Read = Callable[[int, int, int | None], Any]
LUMA = (0.2126, 0.7152, 0.0722)  # of red, green and blue, ITU-R BT.709
COLOURS = ("r", "g", "b")
ALPHA = 3


def text_of(values: Values) -> str:
    return str(values["text"])


def neighbours(text: str) -> tuple[Size, ...]:
    """The (dy, dx) of the neighbours that a text reads."""
    from jaxstudio.pipeline.pixel_program import read_program

    found = {(each.dy, each.dx) for each in read_program(text).neighbours}
    return tuple(sorted(found - {(0, 0)}))


def by_value(text: str) -> bool:
    from jaxstudio.pipeline.pixel_program import read_program

    return read_program(text).by_value


def by_pixel(text: str) -> bool:
    from jaxstudio.pipeline.pixel_program import read_program

    return read_program(text).by_pixel


def compute(text: str, read: Read, at: Place, p: Params) -> Any:
    """The new values, or the three colours; channels that the text leaves out stay."""
    from jaxstudio.functions.interpreters.evaluate import evaluate
    from jaxstudio.functions.interpreters.jax_algebra import JaxAlgebra
    from jaxstudio.pipeline.pixel_program import place_in_text, read_program

    program = read_program(text)
    algebra = JaxAlgebra(np.float32, place=partial(place_in_text, text))
    places = program.places

    def typed(name: str) -> AbstractContextManager[object]:
        """Attribute the computation of a name to the characters where it is read first."""
        return algebra.scope(*places[name]) if name in places else nullcontext()

    def read_name(name: str, around: Read) -> Any:
        with typed(name):
            return lookup(name, around, at)

    names = {name: read_name(name, read) for name in program.names if name != "v"}
    names |= {name: p[name] for name in (line.name for line in program.sliders)}

    def value(tree: Node | None, channel: int | None) -> Any:
        own = {"v": read(0, 0, channel)} if tree is None or "v" in program.names else {}
        if tree is None:
            return own["v"]
        for each in program.neighbours:
            with typed(each.name):
                if each.what == "v":
                    own[each.name] = read(each.dy, each.dx, channel)
                else:
                    own[each.name] = lookup(each.what, partial(_read_around, read, each), at)
        result = evaluate(tree, algebra, {**names, **own}, program.offsets[channel or 0])
        return result if hasattr(result, "astype") else np.float32(result)

    if program.all_channels is not None:
        return value(program.all_channels, None)
    return tuple(value(tree, channel) for channel, tree in enumerate(program.colours))


def _read_around(read: Read, pixel: Neighbour, dy: int, dx: int, channel: int | None) -> Any:
    return read(pixel.dy + dy, pixel.dx + dx, channel)


def lookup(name: str, read: Read, at: Place) -> Any:
    """The value of a variable; `read` reads from the pixel that it is asked of."""
    if name == "luma":
        return sum(weight * read(0, 0, channel) for channel, weight in enumerate(LUMA))
    if name in COLOURS:
        return read(0, 0, COLOURS.index(name))
    places: Mapping[str, Any] = {
        "x": at.column, "y": at.row, "w": at.width, "h": at.height, "width": at.width, "height": at.height,
    }  # fmt: skip
    return read(0, 0, ALPHA) if name == "alpha" else places[name]


TEXT = Expression(
    "text",
    "amount = 1 [0, 3]\nv + amount (v - (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1))/4)",
    doc="What is computed for each pixel: one expression for every channel, or r = …, g = … and b = …; a "
    "line such as k = 0.5 [0, 1] makes a slider.",
)

expression = Op(
    name="expression",
    title="Expression",
    category="custom",
    keywords=("formula", "math", "pixel shader", "fx", "per pixel", "own filter", "stencil", "custom"),
    doc="Computes each pixel's colours by a formula of one's own, from the pixel, its place, its neighbours.",
    use="For a filter that is missing here, or to try one before it is written in Python; a formula may be "
    "shared inside a recipe, since nothing in it is executed.",
    formula="v = value, r, g, b, luma, alpha; x, y = column and row; at(dx, dy) = neighbour; "
    "k = 0.5 [0, 1] = slider",
    source="The grammar of the Functions tab; variables as in G'MIC's fill and ImageMagick's -fx.",
    notes="x and y are whole pixels from the upper left corner, as in G'MIC; in r = …, g = … and b = … the "
    "letters on the right are the picture's, so that r = g; g = r exchanges two channels. Neighbours are up "
    "to 64 pixels away. A gray picture has r = g = b, and of three results the lightness. Division by zero "
    "gives infinity or NaN: in a file of whole numbers white, or black.",
    preview_note="Neighbours on a reduced photo are interpolated and differ more, and a pattern finer than "
    "the screen's pixels shows as another one: edges, texture and fine patterns come out right with the "
    "exact picture.",
    own_params=(TEXT,),
    declared=(Float("amount", 1.0, 0.0, 3.0, slider_low=0.0, slider_high=3.0, doc="amount in the text."),),
    kind=Stencil(text_of, neighbours, by_value, by_pixel, compute),
)
