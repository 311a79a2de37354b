"""A plot as a Python script of JAX and Matplotlib that computes the same numbers, to the last bit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from jaxstudio.errors import UsageError
from jaxstudio.functions.export import field_script
from jaxstudio.functions.export.field_script import drawing_of, function_of, packed
from jaxstudio.functions.export.figure import STROKES
from jaxstudio.functions.export.formulas import HIGHEST, computed
from jaxstudio.functions.export.plot import Drawn, Plot
from jaxstudio.functions.interpreters.python_text import PythonText, tree_to_python
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.scene import Proof

UNPACK = """def unpack(text):  # the places chosen where the curve bends: float64, byte by byte
    data = np.frombuffer(zlib.decompress(base64.b85decode(text)), np.uint8)
    return np.ascontiguousarray(data.reshape(8, -1).T).view("<f8")[:, 0]"""
# A word of the script, and what it needs where that stands.
HELPERS = {"unpack(": UNPACK, **field_script.HELPERS}
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
            raise UsageError(f"a script nests jax.grad up to order {HIGHEST}, not {curve.order}")
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
    """What is drawn, one after the other, curves over what fills the plane."""
    space = ', subplot_kw={"projection": "3d"}' if plot.in_space else ""
    size = (plot.view.width_px / 100, plot.view.height_px / 100)
    rows = "".join(f"    {_row(curve, plot)},\n" for curve in plot.curves)
    start = f"figure, axes = plt.subplots(figsize={size!r}{space})"
    within = "" if plot.in_space else f"axes.set(xlim={plot.view.x!r}, ylim={plot.view.y!r})\n"
    return [
        *([f"curves = [\n{rows}]"] if plot.curves else []),
        start + "\ngrids = []" * bool(plot.fields) + "\ndrawn = []" * bool(plot.curves),
        *(drawing_of(field, plot) for field in plot.fields),
        *([_drawing(plot)] if plot.curves else []),
        f"{within}axes.legend()\nplt.show()",
    ]


def _imports(functions: Iterable[PythonText], sources: Sequence[str]) -> str:
    """What the sources need, and what draws them."""
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


def _name(curve: Drawn) -> str:
    return f"f{curve.line.index + 1}"


def _row(curve: Drawn, plot: Plot) -> str:
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


def _limits(curve: Drawn, t: np.ndarray, sliders: Mapping[str, float], paths: bool) -> dict[int, object]:
    """Where it runs to instead of having a value, by the index of the place: y, or (x, y) among paths."""
    if not len(t):
        return {}
    places = computed(curve, t, sliders)
    given: dict[int, object] = {}
    begin = 0
    for stretch in curve.stretches:
        piece, end = stretch.piece, begin + len(stretch.t)
        if piece.proof is not Proof.UNRESOLVED:
            drawn = np.stack([piece.x, piece.y])
            for at in np.flatnonzero((drawn != places[:, begin:end]).any(axis=0)).tolist():
                x, y = drawn[:, at].tolist()
                given[begin + at] = (x, y) if paths else y
        begin = end
    return given


def _bands(curve: Drawn) -> str:
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
    """The loop over `curves`; `drawn` keeps what it drew."""
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
