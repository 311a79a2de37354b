"""What fills the plane, in a script: its values computed on the same grid, drawn with Matplotlib.

Curves F(x, y) = 0 and the edges of regions are no values of a function: their vertices are given.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence

import numpy as np

from jaxstudio.functions.export.figure import GREY, height
from jaxstudio.functions.export.grids import ROWS, Grid
from jaxstudio.functions.export.plot import Field, Plot
from jaxstudio.functions.fields.shapes import Boxes, Line
from jaxstudio.functions.fields.surface import SIDE
from jaxstudio.functions.interpreters.python_text import PythonText, tree_to_python

BITS = """def bits(text, shape):  # where something is left out: true or false, bit by bit
    data = np.frombuffer(zlib.decompress(base64.b85decode(text)), np.uint8)
    return np.unpackbits(data)[: np.prod(shape)].reshape(shape).astype(bool)"""
# Function, helper: the script carries those of which some text says the name.
HELPERS = {"rows(": ROWS, "bits(": BITS}


def packed(values: np.ndarray) -> str:
    """float64 numbers as text: equal bytes stand together, so that they take little room."""
    data = np.ascontiguousarray(values, "<f8").view(np.uint8).reshape(-1, 8).T.tobytes()
    return repr(base64.b85encode(zlib.compress(data, 9)).decode())


def function_of(field: Field) -> PythonText | None:
    """The line's function as source; None where nothing of it is computed."""
    line = field.line
    if line.tree is None or (field.grid is None and field.arrows is None):
        return None
    return tree_to_python(line.tree, line.variables, line.sliders, _name(field))


def drawing_of(field: Field, plot: Plot) -> str:
    """The lines of the script that compute and draw it; `grids` keeps what it computed."""
    drawn, colour, label = field.drawn, f"C{field.colour}", " ".join(field.line.text.split())
    lines: list[str] = []
    if field.coarse and drawn.implicit is None:
        # only values on a grid can be computed again
        return f"# {label}: left out, the time for it was over"
    if field.grid is not None:
        lines += _computed(field, field.grid)
    if drawn.heatmap is not None:
        lines += _heatmap(field, plot)
    if drawn.surface is not None and plot.in_space:
        lines += _surface(field, plot)
    if drawn.contours:
        levels = [contour.level for contour in drawn.contours]
        lines.append(
            f'shown = axes.contour(x, y, {_shown(field)}, levels={levels!r}, cmap="viridis", linewidths=1.6)'
        )
        lines += ["figure.colorbar(shown, ax=axes)", _legend("-", GREY, label)]
    if drawn.region is not None:
        lines += _region(field, plot)
        edges = {False: "-", True: "--"}
        lines += _lines([(edges[each.strict], each.line) for each in drawn.region.boundary], colour)
        lines += [*_boxes(drawn.region.unresolved, colour), _legend("s", colour, label)]
    if drawn.implicit is not None:
        lines += _lines([("-", line) for line in drawn.implicit.lines], colour)
        if len(points := drawn.implicit.points):
            ends = ", ".join(f"unpack({packed(column)})" for column in points.T)
            lines.append(f'axes.plot({ends}, "o", color={colour!r}, markersize=3)')
        lines += [*_boxes(drawn.implicit.unresolved, colour), *_boxes(drawn.implicit.solid, colour)]
        lines.append(_legend("-", colour, label))
    if field.arrows is not None and drawn.arrows is not None and not plot.in_space:
        over = drawn.heatmap is not None
        lines += _arrows(field, field.arrows, "white" if over else colour)
        lines += [] if over or drawn.contours else [_legend(">", colour, label)]
    return "\n".join([f"# {label}", *lines])


def _name(field: Field) -> str:
    return f"f{field.line.index + 1}"


def _computed(field: Field, grid: Grid) -> list[str]:
    holds = " == 1" if grid.values.dtype == bool else ""
    return [
        f"x = {grid.x.text}",
        f"y = {grid.y.text}",
        f"values = rows({grid.function.format(_name(field))}, x, y){holds}",
        "grids.append((x, y, values))",
    ]


def _hidden(grid: Grid) -> str:
    """The Python of where values are not shown."""
    finite = np.isfinite(grid.values)
    if np.array_equal(grid.hidden, ~finite):
        return "~np.isfinite(values)"
    data = base64.b85encode(zlib.compress(np.packbits(grid.hidden).tobytes(), 9)).decode()
    return f"bits({data!r}, {grid.hidden.shape!r})"


def _shown(field: Field) -> str:
    assert field.grid is not None
    return f"np.where({_hidden(field.grid)}, np.nan, values)"


def _extent(plot: Plot) -> str:
    return repr((*map(float, plot.view.x), *map(float, plot.view.y)))


def _legend(stroke: str, colour: str, label: str) -> str:
    return f"axes.plot([], [], {stroke!r}, color={colour!r}, label={label!r})"


def _heatmap(field: Field, plot: Plot) -> list[str]:
    heatmap = field.drawn.heatmap
    assert heatmap is not None
    colours = f'vmin={heatmap.low!r}, vmax={heatmap.high!r}, cmap="viridis"'
    image = f'extent={_extent(plot)}, aspect="auto", interpolation="nearest", zorder=0.5'
    return [
        f"shown = axes.imshow({_shown(field)}, {colours},",
        f"                    {image})",
        "figure.colorbar(shown, ax=axes)",
        _legend("s", GREY, " ".join(field.line.text.split())),
    ]


def _surface(field: Field, plot: Plot) -> list[str]:
    surface = field.drawn.surface
    assert surface is not None
    low, high = height(plot)
    return [
        f"axes.plot_surface(*np.meshgrid(x, y), {_shown(field)}, rcount={SIDE}, ccount={SIDE},",
        f'                  cmap="viridis", vmin={surface.low!r}, vmax={surface.high!r})',
        f'axes.set(xlabel="x", ylabel="y", zlim={(low, high)!r})',
        _legend("s", GREY, " ".join(field.line.text.split())),
    ]


def _region(field: Field, plot: Plot) -> list[str]:
    assert field.grid is not None
    hidden = field.grid.hidden
    left_out = f" & ~{_hidden(field.grid)}" if hidden.any() else ""
    colour = f"C{field.colour}"
    return [
        f'shade = plt.matplotlib.colors.to_rgba("{colour}", 0.3)',
        f"layer = np.where((values{left_out})[..., None], shade, 0.0)",
        f'axes.imshow(layer, extent={_extent(plot)}, aspect="auto", interpolation="nearest", zorder=0.6)',
    ]


def _lines(lines: Sequence[tuple[str, Line]], colour: str) -> list[str]:
    """All of one stroke in one text, NaN between them."""
    texts = []
    for stroke in dict.fromkeys(stroke for stroke, _ in lines):
        parts = []
        for each in (line for own, line in lines if own == stroke):
            points = np.vstack([each.points, each.points[:1]]) if each.closed else each.points
            parts += [points, np.full((1, 2), np.nan)]
        ends = ", ".join(f"unpack({packed(column)})" for column in np.concatenate(parts).T)
        texts.append(f"axes.plot({ends}, {stroke!r}, color={colour!r}, linewidth=1.6)")
    return texts


def _boxes(boxes: Boxes, colour: str) -> list[str]:
    if not len(boxes):
        return []
    return [
        f"for x0, y0, x1, y1 in unpack({packed(boxes.corners.ravel())}).reshape(-1, 4):  # not resolved",
        f"    axes.fill_between([x0, x1], y0, y1, color={colour!r}, alpha=0.35, linewidth=0)",
    ]


def _arrows(field: Field, grid: Grid, colour: str) -> list[str]:
    assert field.drawn.arrows is not None
    longest = max(field.drawn.arrows.longest, 1e-300)
    finite = np.isfinite(grid.values).all(axis=-1)
    kept = "np.isfinite(values).all(axis=-1)" if np.array_equal(grid.hidden, ~finite) else f"~{_hidden(grid)}"
    return [
        *_computed(field, grid),
        f"kept = {kept}",
        "lengths = np.hypot(*values[kept].T)",
        f"u, v = (values[kept] / np.sqrt(np.where(lengths > 0, lengths * {longest!r}, 1.0))[:, None]).T",
        "across, up = np.meshgrid(x, y)",
        f'axes.quiver(across[kept], up[kept], u, v, color={colour!r}, pivot="mid", angles="xy", scale=38,',
        "            width=0.002, zorder=2)",
    ]
