"""Example documents: those of the menu, and those that screenshots show."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from jaxstudio.app.plot.controller import FunctionsController, Spot
from jaxstudio.app.shared.text import tr
from jaxstudio.functions.document import Axes, Document, Folder, Slider
from jaxstudio.functions.protocol.requests import SheetLine, Style
from jaxstudio.functions.protocol.scene import Interval


@dataclass(frozen=True)
class Example:
    """`page` is opened beside the sheet; on its first line a point is pinned at `pinned`."""

    name: str
    title: str
    about: str
    document: Document
    page: str = ""
    pinned: float | None = None


def _sheet(
    *lines: SheetLine | str,
    x: Interval = (-10.0, 10.0),
    y: Interval | None = None,
    sliders: dict[str, Slider] | None = None,
    **pages: dict[str, Any],
) -> Document:
    """Lines in a view; without `y` the scales of both axes are equal."""
    made = Document(x=x, y=y or x, equal=y is None)
    for line in lines:
        made = made.adding(line if isinstance(line, SheetLine) else SheetLine(line))
    for name, slider in (sliders or {}).items():
        made = made.with_slider(name, slider)
    for page, values in pages.items():
        made = made.with_page(page, **values)
    return made


def _in_folders(document: Document, folders: dict[int, Folder]) -> Document:
    """Lines below those that head folders, by their keys, are inside."""
    for line in document.lines:
        document = document.changing(line.key, folder=folders.get(line.key), inside=line.key not in folders)
    return document


def examples() -> list[Example]:
    """Return all examples in the order of the menu."""
    return [*_derivatives(), *_numbers(), *_several(), *_fits(), *_arrays()]


def _derivatives() -> list[Example]:
    wavy = SheetLine("x^3 + 12x + 7x sin(x)", orders=(0, 1, 2, 3))
    swell = "(2x+7)(17x^2-3x)(x^2-1/x)(x^3+21x)/(17x-5/x^2)"
    return [
        Example(
            "orders",
            tr("Higher orders"),
            tr("A function with its first three derivatives, each by vmap"),
            _sheet(wavy, y=(-150.0, 150.0)),
            "ask",
        ),
        Example(
            "ways",
            tr("Four ways to a derivative"),
            tr("Automatic, symbolic, by differences, by hand: at 11 it is 5335.99"),
            _sheet(
                SheetLine("x^4 + 12x + 1/x", orders=(0, 1)),
                x=(8.0, 14.0),
                y=(0.0, 40000.0),
                derivatives={"at": 11.0, "most": 3.0},
            ),
            "derivatives",
            11.0,
        ),
        Example(
            "swell",
            tr("Expression swell"),
            tr("How formulas of derivatives grow, beside the programs that JAX makes"),
            _sheet(swell, x=(0.5, 3.0), y=(-2000.0, 12000.0), derivatives={"at": 2.0, "most": 3.0}),
            "derivatives",
            2.0,
        ),
        Example(
            "relu",
            tr("relu and its derivative"),
            tr("0 at −2, 1 at 2, and a corner between"),
            _sheet(SheetLine("relu(x)", orders=(0, 1)), x=(-3.0, 3.0)),
        ),
        Example(
            "extrema",
            tr("Minima, maxima, saddles"),
            tr("Marked with the digits that are sure, with the tangent at a point"),
            _sheet(
                SheetLine("x^4/4 - a x^3/3 - x^2 + 1"),
                x=(-3.0, 4.0),
                sliders={"a": Slider(1.0, -3.0, 3.0)},
                cursor={"tangent": True},
            ),
            "ask",
            0.7,
        ),
        Example(
            "descent",
            tr("Gradient descent"),
            tr("Walks down a curve from a chosen start, step by step"),
            _sheet(
                "x^4/8 - x^2 + x/3",
                x=(-4.0, 4.0),
                descent={"x": 3.2, "rate": 0.05, "steps": 60},
            ),
            "descent",
        ),
    ]


def _numbers() -> list[Example]:
    return [
        Example(
            "precision",
            tr("Precision"),
            tr("The same function in float16, bfloat16 and float32, with its error in ulps"),
            _sheet(SheetLine("x^3 + 12x + 7x sin(x)", precision="f32"), y=(-150.0, 150.0)),
            "precision",
        ),
        Example(
            "poles",
            tr("Poles, holes and jumps"),
            tr("What other plotters join, and what cannot be resolved"),
            _sheet("tan(x)", "(x^2-1)/(x-1)", "floor(x/2)", "sin(1/(x+5))", x=(-8.0, 8.0)),
            "ask",
        ),
        Example(
            "trace",
            tr("The trace"),
            tr("x y + sin(x y) at (7, 2), step by step, forward and in reverse"),
            _sheet("x y + sin(x y)", trace={"at": {"x": 7.0, "y": 2.0}, "direction": "x"}),
            "trace",
        ),
    ]


def _several() -> list[Example]:
    vector = "[x0^2 + x1^2 - x1 x2, x0^2 - x1^2 + 3 x0 x2]"
    return [
        Example(
            "jacobian",
            tr("Jacobian"),
            tr("Of two functions of three variables at (3, 4, 5)"),
            _sheet(vector, matrix={"at": {"x0": 3.0, "x1": 4.0, "x2": 5.0}}),
            "matrix",
        ),
        Example(
            "hessian",
            tr("Hessian"),
            tr("Of x0² − x1² + 3 x0 x2"),
            _sheet("x0^2 - x1^2 + 3 x0 x2", matrix={"at": {"x0": 3.0, "x1": 4.0, "x2": 5.0}}),
            "matrix",
        ),
        Example(
            "vectors",
            tr("A field of vectors"),
            tr("A pendulum with friction: across its angle, upwards its speed, and how both change"),
            _sheet("[y, -sin(x) - y/5]", x=(-8.0, 8.0), matrix={"at": {"x": 0.0, "y": 0.0}}),
            "matrix",
        ),
        Example(
            "surface",
            tr("A surface"),
            tr("To be turned by hand"),
            _sheet(SheetLine("sin(x) cos(y)", style=Style.SURFACE), x=(-5.0, 5.0)),
        ),
        Example(
            "implicit",
            tr("Equations and regions"),
            tr("A circle, a heart, and where an inequality holds"),
            _sheet("x^2 + y^2 = 9", "(x^2 + y^2 - 1)^3 = x^2 y^3", "y < sin(x) - 2", x=(-5.0, 5.0)),
        ),
        Example(
            "triangle",
            tr("A triangle"),
            tr("Drag its corners: the medians meet in its centre"),
            _sheet(
                "A = (-4, -2)",
                "B = (4, -3)",
                "C = (1, 4)",
                "polygon(A, B, C)",
                "segment(A, midpoint(B, C))",
                "segment(B, midpoint(C, A))",
                "G = (A + B + C)/3",
                "circle(G, distance(G, A))",
                "angle(A, B, C)",
            ),
        ),
        Example(
            "folders",
            tr("Folders and notes"),
            tr("Waves beside a proof in words: fold a folder, hide it, and open the second to look closer"),
            _in_folders(
                _sheet(
                    tr("# A wave and its bounds"),
                    "sin(x)/x",
                    "1/x",
                    "-1/x",
                    tr("# Why $sin(x)/x$ goes to 1 at 0"),
                    tr("# By two areas of the circle $cos(x) < sin(x)/x < 1$, so that the limit is 1."),
                    "cos(x)",
                    "y = 1",
                    x=(-15.0, 15.0),
                    y=(-2.0, 2.0),
                ),
                {1: Folder(), 5: Folder(is_open=False, view=((-1.5, 1.5), (0.2, 1.3)))},
            ),
        ),
        Example(
            "logarithmic",
            tr("Logarithmic axes"),
            tr("Two low-pass filters: beyond the corner they fall by one and by two powers of ten a decade"),
            replace(
                _sheet("1/sqrt(1 + x^2)", "1/sqrt(1 + x^4)", x=(0.01, 100.0), y=(1e-4, 10.0)),
                axes=Axes(log="xy", legend=True, x_label=tr("frequency f/f₀"), y_label=tr("gain")),
            ),
        ),
        Example(
            "polar",
            tr("A polar grid in degrees"),
            tr("A rose and a spiral of an angle from 0 to 360 degrees"),
            replace(
                _sheet("r = 4 cos(3theta)", "r = theta/90", x=(-5.0, 5.0)),
                axes=Axes(polar=True, degrees=True, legend=True),
            ),
        ),
        Example(
            "slopes",
            tr("Slopes and solutions"),
            tr("y' = x - y: drag the points where the solutions begin"),
            _sheet("y' = x - a y", "a = 1", "y(0) = 1", "y(-2) = [-3, -2, 3, 5]", x=(-6.0, 6.0)),
        ),
        Example(
            "predators",
            tr("Predators and prey"),
            tr("Two equations for x and y: paths in the phase plane"),
            _sheet(
                "x' = a x - x y/2",
                "y' = x y/4 - y",
                "a = 1",
                "x(0) = [2, 3, 4]",
                "y(0) = [1, 2, 1]",
                x=(-1.0, 13.0),
                y=(-1.0, 7.0),
            ),
        ),
        Example(
            "pendulum",
            tr("A damped pendulum"),
            tr("An equation of second order: angle over time"),
            _sheet(
                "theta'' = -k theta' - sin(theta)",
                "k = 0.2",
                "theta(0) = [1, 2, 3]",
                "theta'(0) = [0, 0, 1.5]",
                x=(-1.0, 25.0),
            ),
        ),
        Example(
            "sequences",
            tr("Sequences"),
            tr("A recursion of one term, one of two, and the sum of 1/n"),
            _sheet(
                "h_n = h_(n-1) + 1/n",
                "h_1 = 1",
                "F_n = F_(n-1) + F_(n-2)",
                "F_1 = 1",
                "F_2 = 1",
                "b_(n+1) = r b_n (1 - b_n)",
                "b_0 = 0.2",
                "r = 3.5",
                x=(-1.0, 30.0),
                y=(-1.0, 10.0),
            ),
        ),
        Example(
            "cobweb",
            tr("A cobweb"),
            tr("The logistic map: from a fixed point to chaos as r grows"),
            _sheet(
                SheetLine("x_(n+1) = r x_n (1 - x_n)", style=Style.COBWEB),
                "x_0 = 0.1",
                "r = 3.3",
                x=(-0.1, 1.2),
                y=(-0.1, 1.1),
                sliders={"r": Slider(3.3, 0.0, 4.0)},
            ),
        ),
        Example(
            "lists",
            tr("Lists"),
            tr("Curves for each element, points, the numbers of a list and its histogram"),
            _sheet(
                "a = 1",
                "y = a sin([1, 2, 3] x/3) + 4",
                "L = [1, 2, 2, 3, 3, 3, 4, 4, 7]",
                "mean(L)",
                "histogram(L)",
                "(L, L^2/8 - 6)",
                "stdev(L)",
                x=(-8.0, 9.0),
            ),
        ),
        Example(
            "questions",
            tr("Limits, series and solutions"),
            tr("Lines that ask, endless sums, and a Taylor polynomial beside its function"),
            _sheet(
                "sin(x)",
                "taylor(sin(x), x = 0, 5)",
                "limit(sin(x)/x, x -> 0)",
                "limit((1 + 1/n)^n, n, inf)",
                "solve(x^2 = x + 1)",
                "factor(x^3 - 4x)",
                "sum(1/n^2, n, 1, inf)",
                "y = sum(sin(n x)/n^2, n, 1, inf) - 3",
                x=(-7.0, 7.0),
            ),
        ),
        Example(
            "special",
            tr("Special functions"),
            tr("Bessel and Airy functions, a Legendre polynomial, an elliptic integral and its pole"),
            _sheet(
                "n = 0 [0, 5]",
                "besselj(n, x)",
                "airyai(x)",
                "legendre(4, x/8)",
                "ellipk(x/8) {x > 0}",
                "fresnels(x/3) - 2",
                x=(-14.0, 14.0),
                y=(-3.0, 4.0),
            ),
        ),
    ]


def _fits() -> list[Example]:
    points = {"count": 1000.0, "noise": 10.0, "low": 0.0, "high": 10 * math.pi}
    sliders = {name: Slider(1.0, -100.0, 100.0) for name in ("w", "c", "b")}
    return [
        Example(
            "fit",
            tr("Fit a line and more"),
            tr("1,000 points on a wavy line: generate them, then fit with and without the cosine"),
            _sheet(
                "65 + 1.8x + 40cos(x)",
                "y ~ w x + c + b cos(x)",
                x=(0.0, 10 * math.pi),
                y=(0.0, 180.0),
                sliders=sliders,
                fit=points,
            ),
            "fit",
        ),
        Example(
            "network",
            tr("Fit a small network"),
            tr("128 and 128 units with relu learn x² from 128 points"),
            _sheet(
                "x^2",
                "y ~ mlp(x; 128, 128)",
                x=(-1.2, 1.2),
                y=(-0.3, 1.4),
                fit={
                    "count": 128.0,
                    "noise": 0.0,
                    "low": -1.0,
                    "high": 1.0,
                    "method": "adam",
                    "rate": 0.001,
                    "steps": 1000.0,
                },
            ),
            "fit",
        ),
    ]


def _arrays() -> list[Example]:
    return [
        Example(
            "classify",
            tr("Tell faces apart"),
            tr("512 units learn which of 200 pictures are faces, by grad, vmap and jit; try it without jit"),
            _sheet("", classify={"hidden": 512.0, "epochs": 30.0}),
            "classify",
        ),
        Example(
            "vmap",
            tr("vmap of a linear layer"),
            tr("Which axis goes where: over x alone, over x and W"),
            _sheet("", arrays={"map_x": True, "map_W": False}),
            "arrays",
        ),
        Example(
            "keys",
            tr("Random keys"),
            tr("The same key gives the same numbers; split gives new ones"),
            _sheet("", arrays={"seed": 0.0}),
            "arrays",
        ),
    ]


@dataclass(frozen=True)
class Show:
    """A sheet, the page beside it, and where on its first line a point is pinned."""

    name: str
    document: Document
    page: str = ""
    pinned: float | None = None


def shows() -> list[Show]:
    """A function with its derivatives, a pole, a circle; a surface; a walk downhill on a map."""
    curves = Document(x=(-7.0, 7.0), y=(-6.0, 6.0), equal=False)
    curves = curves.adding(SheetLine("f(x) = x^3/12 - a x + sin(2x)", orders=(0, 1, 2)))
    curves = curves.adding(SheetLine("g(x) = 1/(x - 4)"), hue=3)
    curves = curves.adding(SheetLine("x^2 + y^2 = 9"), hue=2)
    curves = curves.with_slider("a", Slider(1.0, 0.0, 4.0))
    curves = curves.with_page("cursor", tangent=True)
    surface = Document(x=(-4.0, 4.0), y=(-4.0, 4.0))
    hills = "3(1-x)^2 exp(-x^2-(y+1)^2) - exp(-(x+1)^2-y^2)/3"
    surface = surface.adding(SheetLine(hills, style=Style.SURFACE))
    valley = Document(x=(-6.0, 6.0), y=(-5.0, 5.0))
    valley = valley.adding(SheetLine("log(1 + (x^2+y-11)^2 + (x+y^2-7)^2)", gradient=True))
    valley = valley.with_page("descent", x=-0.5, y=0.5, rate=0.05, steps=120)
    return [
        Show("functions", curves, "ask", -1.2),
        Show("surface", surface),
        Show("descent", valley, "descent"),
    ]


def show(controller: FunctionsController, state: Show) -> None:
    """Bring a controller into a state."""
    controller.set_document(state.document)
    if state.pinned is not None:
        controller.pin(Spot(controller.document.lines[0].key, 0, state.pinned))
