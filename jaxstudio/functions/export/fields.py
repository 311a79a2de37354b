"""Lines that fill the plane, for a plot on paper, with the values that a script computes of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.functions.export.grids import Grid, centres, rows, spread, torn
from jaxstudio.functions.export.plot import Field
from jaxstudio.functions.fields.arrows import SPACING_PX
from jaxstudio.functions.fields.heatmap import robust_range
from jaxstudio.functions.fields.shapes import Arrows, Heatmap
from jaxstudio.functions.fields.surface import SIDE
from jaxstudio.functions.interpreters import tree_to_jax
from jaxstudio.functions.language import Line, LineKind, Sheet
from jaxstudio.functions.protocol.requests import DrawnLine, SheetLine, Style
from jaxstudio.functions.protocol.scene import View
from jaxstudio.functions.service import planes
from jaxstudio.functions.service.reading import Function

# Contours are drawn through the cells of a grid so wide.
CELL_PX = 4
GRADIENT = "lambda x, y, p: jnp.stack(jax.grad({}, (0, 1))(x, y, p))"


def field_of(
    line: Line, sheet: Sheet, p: Mapping[str, float], view: View, colour: int, asked: SheetLine, style: Style
) -> Field:
    """An implicit curve, the region of an inequality, a function of two variables, arrows: refined."""
    function = Function(f"line {line.index}", line, sheet)
    asked = SheetLine(line.text, style=style, gradient=asked.gradient)
    drawn = planes.draw(asked, function, p, view, refined=True)
    own = {name: p[name] for name in line.sliders}
    field = Field(line, colour, drawn)
    if line.kind is LineKind.INEQUALITY:
        return _region(field, sheet, own, view)
    if line.kind is LineKind.SURFACE:
        field = _heights(field, function, own, view, style)
    if drawn.arrows is not None:
        field = _arrows(field, function, own, view)
    return field


def _region(field: Field, sheet: Sheet, p: Mapping[str, Any], view: View) -> Field:
    """Where the condition holds at the centre of every pixel; `hidden` where it is neither true nor false.

    Outside of a restriction, as in x < y {x > 0}, it is NaN and no truth value.
    """
    line, region = field.line, field.drawn.region
    assert line.tree is not None
    assert region is not None
    holds = tree_to_jax(line.tree, line.variables, sheet.values, line.index)
    x, y = centres(view.x, view.width_px), centres(view.y, view.height_px, down=True)
    values = rows(holds, x, y, p) == 1
    grid = Grid(x, y, values, values & ~region.inside)
    return replace(field, grid=grid, drawn=replace(field.drawn, region=replace(region, inside=_shown(grid))))


def _shown(grid: Grid) -> np.ndarray:
    return grid.values & ~grid.hidden


def _heights(field: Field, function: Function, p: Mapping[str, Any], view: View, style: Style) -> Field:
    f, drawn = function.subject.call, field.drawn
    if style is Style.HEATMAP:
        x, y = centres(view.x, view.width_px), centres(view.y, view.height_px, down=True)
        values = rows(f, x, y, p)
        grid = Grid(x, y, values, ~np.isfinite(values))
        heatmap = Heatmap(values, np.isfinite(values), *robust_range(values))
        return replace(field, grid=grid, drawn=replace(drawn, heatmap=heatmap))
    if style is Style.SURFACE:
        x, y = spread(view.x, SIDE), spread(view.y, SIDE)
    else:
        cells = [max(2, round(size / CELL_PX)) for size in (view.width_px, view.height_px)]
        x, y = centres(view.x, cells[0]), centres(view.y, cells[1])
    values = rows(f, x, y, p)
    low, high = robust_range(values)
    return replace(field, grid=Grid(x, y, values, torn(f, x, y, p, high - low)))


def _arrows(field: Field, function: Function, p: Mapping[str, Any], view: View) -> Field:
    x, y = (
        centres(interval, max(1, round(size / SPACING_PX)))
        for interval, size in ((view.x, view.width_px), (view.y, view.height_px))
    )
    f, text = _vectors(field.line, function)
    values = rows(f, x, y, p)
    known: DrawnLine = field.drawn
    assert known.arrows is not None
    across, up = np.meshgrid(x.places, y.places)
    shown = np.isfinite(values).all(axis=-1)
    if field.line.kind is LineKind.SURFACE:
        # the slope of log(x) is 1/x to the left of 0 too, where there is no logarithm
        shown &= np.isfinite(rows(function.subject.call, x, y, p))
    vectors = values[shown]
    longest = float(np.hypot(*vectors.T).max()) if len(vectors) else 0.0
    arrows = Arrows(np.stack([across[shown], up[shown]], 1), vectors, longest)
    return replace(field, arrows=Grid(x, y, values, ~shown, text), drawn=replace(known, arrows=arrows))


def _vectors(line: Line, function: Function) -> tuple[Callable[..., Any], str]:
    """The function of (x, y, p) that gives both numbers of an arrow, and the Python of it."""
    f = function.subject.call
    if line.kind is LineKind.SURFACE:
        return (lambda x, y, p: jnp.stack(jax.grad(f, (0, 1))(x, y, p))), GRADIENT
    if len(line.variables) == 2:
        return f, "{}"
    return function.vector, f"lambda x, y, p: {{}}({line.variables[0]}, p)"
