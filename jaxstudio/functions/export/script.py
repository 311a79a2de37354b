"""A plot as a Python script of JAX and Matplotlib that computes the same numbers, to the last bit."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from jaxstudio.errors import UsageError
from jaxstudio.functions.export.figure import (
    ARROWS,
    GREY,
    SLOPES,
    STROKES,
    height,
    on_paper,
    scales,
    shortened,
)
from jaxstudio.functions.export.plot import HIGHEST, ROWS, Grid, Plot, PlotField, PlottedCurve, computed
from jaxstudio.functions.fields.heatmap import SIDE
from jaxstudio.functions.interpreters.python_text import PythonText, tree_to_python
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.scene import Boxes, Line, Proof

BITS = """def bits(text, shape):  # where something is left out: true or false, bit by bit
    data = np.frombuffer(zlib.decompress(base64.b85decode(text)), np.uint8)
    return np.unpackbits(data)[: np.prod(shape)].reshape(shape).astype(bool)"""
# Function, helper: the script carries those of which some text says the name.
FIELD_HELPERS = {"rows(": ROWS, "bits(": BITS}


def packed(values: np.ndarray) -> str:
    """float64 numbers as text: equal bytes stand together, so that they take little room."""
    data = np.ascontiguousarray(values, "<f8").view(np.uint8).reshape(-1, 8).T.tobytes()
    return repr(base64.b85encode(zlib.compress(data, 9)).decode())


def function_of(field: PlotField) -> PythonText | None:
    """The line's function as source; None where nothing of it is computed."""
    line = field.line
    if line.tree is None or (field.grid is None and field.arrows is None):
        return None
    return tree_to_python(line.tree, line.variables, line.sliders, _name(field))


def drawing_of(field: PlotField, plot: Plot) -> str:
    """The lines of the script that compute and draw it; `grids` collects the computed grids."""
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
            f'shown = axes.contour(x, y, {_masked(field)}, levels={levels!r}, cmap="viridis", linewidths=1.6)'
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
    paths = [Line(np.stack([each.x, each.y], 1)) for curve in drawn.curves for each in curve.pieces]
    if paths:
        lines += [*_lines([("-", path) for path in paths], colour), _legend("-", colour, label)]
    if drawn.arrows is not None and drawn.arrows.slopes:
        columns = (*drawn.arrows.tails.T, *on_paper(drawn.arrows, plot.view).T)
        ends = ", ".join(f"unpack({packed(column)})" for column in columns)
        lines += [f"axes.quiver({ends}, color={colour!r}, **{SLOPES!r})", _legend("-", colour, label)]
    elif drawn.arrows is not None and field.arrows is None:
        columns = (*drawn.arrows.tails.T, *shortened(drawn.arrows).T)
        ends = ", ".join(f"unpack({packed(column)})" for column in columns)
        lines += [f"axes.quiver({ends}, color={colour!r}, **{ARROWS!r})", _legend(">", colour, label)]
    if field.arrows is not None and drawn.arrows is not None and not plot.in_space:
        over = drawn.heatmap is not None
        lines += _arrows(field, field.arrows, "white" if over else colour)
        lines += [] if over or drawn.contours else [_legend(">", colour, label)]
    return "\n".join([f"# {label}", *lines])


def _computed(field: PlotField, grid: Grid) -> list[str]:
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


def _masked(field: PlotField) -> str:
    assert field.grid is not None
    return f"np.where({_hidden(field.grid)}, np.nan, values)"


def _extent(plot: Plot) -> str:
    return repr((*map(float, plot.view.x), *map(float, plot.view.y)))


def _legend(stroke: str, colour: str, label: str) -> str:
    return f"axes.plot([], [], {stroke!r}, color={colour!r}, label={label!r})"


def _heatmap(field: PlotField, plot: Plot) -> list[str]:
    heatmap = field.drawn.heatmap
    assert heatmap is not None
    colours = f'vmin={heatmap.low!r}, vmax={heatmap.high!r}, cmap="viridis"'
    if plot.view.log:
        return [
            f"shown = axes.pcolormesh(x, y, {_masked(field)}, {colours},",
            '                        shading="nearest", rasterized=True, zorder=0.5)',
            "figure.colorbar(shown, ax=axes)",
            _legend("s", GREY, " ".join(field.line.text.split())),
        ]
    image = f'extent={_extent(plot)}, aspect="auto", interpolation="nearest", zorder=0.5'
    return [
        f"shown = axes.imshow({_masked(field)}, {colours},",
        f"                    {image})",
        "figure.colorbar(shown, ax=axes)",
        _legend("s", GREY, " ".join(field.line.text.split())),
    ]


def _surface(field: PlotField, plot: Plot) -> list[str]:
    surface = field.drawn.surface
    assert surface is not None
    low, high = height(plot)
    return [
        f"axes.plot_surface(*np.meshgrid(x, y), {_masked(field)}, rcount={SIDE}, ccount={SIDE},",
        f'                  cmap="viridis", vmin={surface.low!r}, vmax={surface.high!r})',
        f'axes.set(xlabel="x", ylabel="y", zlim={(low, high)!r})',
        _legend("s", GREY, " ".join(field.line.text.split())),
    ]


def _region(field: PlotField, plot: Plot) -> list[str]:
    assert field.grid is not None
    hidden = field.grid.hidden
    left_out = f" & ~{_hidden(field.grid)}" if hidden.any() else ""
    colour = f"C{field.colour}"
    if plot.view.log:
        return [
            f'shade = plt.matplotlib.colors.to_rgba("{colour}", 0.3)',
            "shades = plt.matplotlib.colors.ListedColormap([shade])",
            f"inside = np.where(values{left_out}, 1.0, np.nan)",
            'axes.pcolormesh(x, y, inside, cmap=shades, shading="nearest", rasterized=True, zorder=0.6)',
        ]
    return [
        f'shade = plt.matplotlib.colors.to_rgba("{colour}", 0.3)',
        f"layer = np.where((values{left_out})[..., None], shade, 0.0)",
        f'axes.imshow(layer, extent={_extent(plot)}, aspect="auto", interpolation="nearest", zorder=0.6)',
    ]


def _lines(lines: Sequence[tuple[str, Line]], colour: str) -> list[str]:
    """Return all polylines of one stroke as one array in text, with NaN between them."""
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


def _arrows(field: PlotField, grid: Grid, colour: str) -> list[str]:
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


UNPACK = """def unpack(text):  # the places chosen where the curve bends: float64, byte by byte
    data = np.frombuffer(zlib.decompress(base64.b85decode(text)), np.uint8)
    return np.ascontiguousarray(data.reshape(8, -1).T).view("<f8")[:, 0]"""
# A word of the script, and what it needs where that stands.
HELPERS = {"unpack(": UNPACK, **FIELD_HELPERS}
# How (x, y) come from the parameter and from what the function gives.
PLACES = {
    LineKind.PARAMETRIC: "xy[:, 0].copy(), xy[:, 1].copy()",
    LineKind.POLAR: "xy * np.cos(t), xy * np.sin(t)",
}
GRAPH = "t.copy(), xy"


def as_script(plot: Plot) -> str:
    """The text of the script; raises a UsageError for a derivative of an order beyond HIGHEST."""
    for curve in plot.curves:
        if curve.order > HIGHEST:
            raise UsageError("a script nests jax.grad up to order {0}, not {1}", HIGHEST, curve.order)
    for field in plot.fields:
        if field.line.kind in (LineKind.COMPLEX, LineKind.PATCH, LineKind.SOLID):
            raise UsageError("{0}: there is no script of it; its picture is a PNG or an SVG", field.line.text)
    functions = list(_functions(plot).values())
    helpers = dict.fromkeys(part for text in functions for part in text.helpers.split("\n\n\n") if part)
    sources = [*helpers, *(text.definition for text in functions)]
    lines = [*(curve.line.text for curve in plot.curves), *(field.line.text for field in plot.fields)]
    names = " ".join(", ".join(dict.fromkeys(lines)).split())
    steps = _steps(plot)
    parts = [
        f'"""{_safe(names)}, for x from {plot.view.x[0]:g} to {plot.view.x[1]:g}; written by JAXStudio."""',
        _imports(functions, [*sources, *steps]),
        'jax.config.update("jax_enable_x64", True)\np = ' + repr(dict(plot.sliders)),
        *sources,
        *(helper for word, helper in HELPERS.items() if any(word in step for step in steps)),
        *steps,
    ]
    return "\n\n".join(parts) + "\n"


def _steps(plot: Plot) -> list[str]:
    """Return the drawing commands in order, with curves over what fills the plane."""
    space = ', subplot_kw={"projection": "3d"}' if plot.in_space else ""
    size = (plot.view.width_px / 100, plot.view.height_px / 100)
    rows = "".join(f"    {_row(curve, plot)},\n" for curve in plot.curves)
    start = f"figure, axes = plt.subplots(figsize={size!r}{space})"
    looks = "".join(f", {name}={text!r}" for name, text in scales(plot).items())
    within = "" if plot.in_space else f"axes.set(xlim={plot.view.x!r}, ylim={plot.view.y!r}{looks})\n"
    return [
        *([f"curves = [\n{rows}]"] if plot.curves else []),
        start + "\ngrids = []" * bool(plot.fields) + "\ndrawn = []" * bool(plot.curves),
        *(drawing_of(field, plot) for field in plot.fields),
        *([_drawing(plot)] if plot.curves else []),
        f"{within}axes.legend()\nplt.show()",
    ]


def _imports(functions: Iterable[PythonText], sources: Sequence[str]) -> str:
    """Return the imports of the sources and of the drawing."""
    lines = {line for text in functions for line in text.imports.splitlines()}
    lines |= {"import numpy as np", "import matplotlib.pyplot as plt", "import jax"}
    if not any("lax." in source for source in sources):
        lines.discard("from jax import lax")
    packing = any(word in source for source in sources for word in ("unpack(", "bits("))
    if any("jnp." in source for source in sources):
        lines.add("import jax.numpy as jnp")
    return "\n".join([*["import base64", "import zlib", ""] * packing, *sorted(lines)])


def _safe(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _functions(plot: Plot) -> dict[int, PythonText]:
    """Each line's function as source, by the index of the line."""
    fields = {field.line.index: text for field in plot.fields if (text := function_of(field)) is not None}
    return fields | {
        curve.line.index: tree_to_python(
            curve.line.tree, curve.subject.inputs, curve.line.sliders, _name(curve)
        )
        for curve in plot.curves
        if curve.line.tree is not None
    }


def _name(drawn: PlottedCurve | PlotField) -> str:
    """Return the name of the line's function."""
    return f"f{drawn.line.index + 1}"


def _row(curve: PlottedCurve, plot: Plot) -> str:
    """label, colour, stroke, function, places, limits, cuts; where needed, bands, and the way to (x, y)."""
    function = "jax.grad(" * curve.order + _name(curve) + ")" * curve.order
    t = np.concatenate([stretch.t for stretch in curve.stretches]) if curve.stretches else np.empty(0)
    cuts = np.cumsum([len(stretch.t) for stretch in curve.stretches])[:-1].tolist()
    cells = [repr(curve.label), repr(f"C{curve.colour}"), repr(STROKES[curve.order % len(STROKES)]), function]
    cells += [
        f"\n     {packed(t)}",
        f"\n     {_limits(curve, t, plot.sliders, _has_paths(plot))!r}",
        repr(cuts),
    ]
    cells += [_bands(curve)] if _has_bands(plot) else []
    cells += [f"lambda t, xy: ({PLACES.get(curve.line.kind, GRAPH)})"] if _has_paths(plot) else []
    return f"({', '.join(cells)})"


def _has_bands(plot: Plot) -> bool:
    return any(_bands(curve) != "{}" for curve in plot.curves)


def _has_paths(plot: Plot) -> bool:
    return not all(curve.is_graph for curve in plot.curves)


def _limits(
    curve: PlottedCurve, t: np.ndarray, sliders: Mapping[str, float], paths: bool
) -> dict[int, object]:
    """Return the limits at places without a value, by index: y, or (x, y) among paths."""
    if not len(t):
        return {}
    places = computed(curve, t, sliders)
    replacements: dict[int, object] = {}
    begin = 0
    for stretch in curve.stretches:
        piece, end = stretch.piece, begin + len(stretch.t)
        if piece.proof is not Proof.UNRESOLVED:
            drawn = np.stack([piece.x, piece.y])
            for at in np.flatnonzero((drawn != places[:, begin:end]).any(axis=0)).tolist():
                x, y = drawn[:, at].tolist()
                replacements[begin + at] = (x, y) if paths else y
        begin = end
    return replacements


def _bands(curve: PlottedCurve) -> str:
    """The bounds of the pieces that are unresolved, packed, by the number of the piece."""
    found = []
    for number, stretch in enumerate(curve.stretches):
        piece = stretch.piece
        if piece.proof is Proof.UNRESOLVED and curve.is_graph:
            assert piece.low is not None
            assert piece.high is not None
            found.append(f"{number}: ({packed(piece.low)}, {packed(piece.high)})")
    return "{" + ", ".join(found) + "}"


def _drawing(plot: Plot) -> str:
    """The loop over `curves`; `drawn` collects the drawn ones."""
    bands, paths = _has_bands(plot), _has_paths(plot)
    values = "np.array(jax.jit(jax.vmap(function, (0, None)))(t, p))"
    names = ["label", "colour", "stroke", "function", "t", "limits", "cuts"]
    names += ["bands"] * bands + ["plane"] * paths
    compute = ["x = t = unpack(t)", f"y = {values}", "y[list(limits)] = list(limits.values())"]
    if paths:
        compute = ["t = unpack(t)", f"x, y = plane(t, {values})"]
        compute += ["for at, (x_at, y_at) in limits.items():", "    x[at], y[at] = x_at, y_at"]
    stroke = "axes.plot(x, y, stroke, color=colour, linewidth=1.6)"
    draw = [f"    {stroke}"]
    if bands:
        draw = [
            "    if number in bands:",
            "        axes.fill_between(x, *map(unpack, bands[number]), color=colour, alpha=0.35)",
            "    else:",
            f"        {stroke}",
        ]
    lines = [
        f"for {', '.join(names)} in curves:",
        *("    " + line for line in compute),
        "    drawn.append(list(zip(np.split(x, cuts), np.split(y, cuts))))",
        f"    for {'number, (x, y) in enumerate(drawn[-1])' if bands else 'x, y in drawn[-1]'}:",
        *("    " + line for line in draw),
        "    axes.plot([], [], stroke, color=colour, label=label)",
    ]
    return "\n".join(lines)
