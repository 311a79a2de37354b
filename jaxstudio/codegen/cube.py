"""Recipes of pixelwise steps as 3D look-up tables: .cube files, which other programs apply."""

from __future__ import annotations

import numpy as np

from jaxstudio.engine.expansion import expand_for_engine
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import UsageError
from jaxstudio.ops.colour.lut import LARGEST, table_of_file
from jaxstudio.pipeline.kinds import Colour, ColourMatrix, Global, Pointwise
from jaxstudio.pipeline.recipe import Recipe, Step

CUBE = ".cube"
NODES = 33  # along an axis: what most programs take


def cube_file(recipe: Recipe, nodes: int = NODES, title: str = "") -> bytes:
    """Return the colours that a recipe makes of encoded sRGB values, as a table of nodes³.

    Raises:
        UsageError: a step depends on more than a pixel's colours, or `nodes` is not 2 to 65.
    """
    if not 2 <= nodes <= LARGEST:
        raise UsageError("{0} nodes: expected 2 to {1}", nodes, LARGEST)
    for step in expand_for_engine(recipe, (nodes * nodes, nodes)).active:
        if not _of_colours(step):
            raise UsageError(
                "{0}: a table of colours holds only steps that change each colour alone", step.op.name
            )
    blue, green, red = np.meshgrid(*[np.linspace(0, 1, nodes, dtype=np.float32)] * 3, indexing="ij")
    grid = np.stack([red, green, blue], axis=-1).reshape(nodes * nodes, nodes, 3)
    colours = Engine("cpu:0").render(Source(grid), recipe).reshape(-1, 3)
    rows = "\n".join("{:.7g} {:.7g} {:.7g}".format(*row) for row in colours.tolist())
    name = "".join(letter for letter in title if letter.isprintable() and letter != '"')
    return f'TITLE "{name}"\nLUT_3D_SIZE {nodes}\n{rows}\n'.encode()


def _of_colours(step: Step) -> bool:
    kind = step.implementation.kind
    if isinstance(kind, Global):
        return kind.statistic is table_of_file  # the others measure the picture
    return step.mask is None and isinstance(kind, Pointwise | Colour | ColourMatrix)
