"""The help's pages about functions: the language, generated from its own catalogue, and the drawing."""

from __future__ import annotations

from html import escape

from jaxstudio.app.shared.tab import Topic, holding
from jaxstudio.app.shared.text import of_catalogue, tr

LANGUAGE, KINDS, READING, ASKING = "fn:language", "fn:kinds", "fn:reading", "fn:asking"
NOTATIONS = "fn:notations"


def topics(search: str) -> list[Topic]:
    """The pages that hold the words of `search`."""
    group = tr("Functions")
    pages = [
        Topic(KINDS, group, tr("What you can type"), kinds),
        Topic(NOTATIONS, group, tr("Notations that are understood"), notations),
        Topic(LANGUAGE, group, tr("All functions"), language),
        Topic(READING, group, tr("Reading the drawing"), reading),
        Topic(ASKING, group, tr("The pages on the right"), asking),
    ]
    return holding(pages, search)


def language() -> str:
    """Every function that may be called, from the catalogue itself."""
    from jaxstudio.functions.language import FUNCTIONS

    rows = "".join(
        f"<tr><td><code>{escape(entry.usage)}</code></td><td>{escape(', '.join(entry.aliases))}</td>"
        f"<td>{escape(of_catalogue(entry.doc))}</td></tr>"
        for entry in FUNCTIONS.values()
    )
    head = "".join(f"<th align='left'>{word}</th>" for word in (tr("Written"), tr("Also"), tr("What it is")))
    return (
        f"<h2>{tr('All functions')}</h2>"
        f"<p>{tr('Multiplication needs no sign: 7x sin(x). Powers are ^ or ². Angles are in radians.')}</p>"
        f"<table cellpadding='4'><tr>{head}</tr>{rows}</table>"
    )


def kinds() -> str:
    """What a line may be, with an example of each."""
    rows = (
        ("x^3 + 12x + 7x sin(x)", tr("a curve y = f(x)")),
        ("f(x) = a x^2", tr("a function with a name, for other lines; a is free and becomes a slider")),
        ("f'(x)   f''(x)   d/dx sin(x)", tr("derivatives")),
        ("a = 3 [0, 10]", tr("a slider with its value and range")),
        ("b = 2a + 1", tr("a value for other lines")),
        ("(cos(3t), sin(2t))", tr("a parametric curve")),
        ("r = 1 + cos(theta)", tr("a polar curve")),
        ("x^2 + y^2 = 25", tr("an implicit curve")),
        ("x^2 + y^2 < 25", tr("an inequality: its region is shaded")),
        ("sin(x) cos(y)", tr("a function of two variables: heatmap, contours or 3-D")),
        ("[-y, x]", tr("a field of vectors: an arrow at every place of the plane")),
        ("[x0^2 - x1, x0 x2]", tr("a vector function of several variables, for the page Matrix")),
        ("x^2 {x > 0}", tr("a curve where a condition holds")),
        ("{x > 0: x^2, -x}", tr("cases")),
        ("sum(x^n / n, n, 1, 9)   integral(exp(-t^2), t, 0, x)", tr("sums, products, integrals")),
        ("y ~ a x + b", tr("a model to be fitted to points")),
        ("# …", tr("a note")),
    )
    cells = "".join(
        f"<tr><td><code>{escape(text)}</code></td><td>{escape(about)}</td></tr>" for text, about in rows
    )
    return f"<h2>{tr('What you can type')}</h2><table cellpadding='5'>{cells}</table>"


def notations() -> str:
    """What others write that is read here as well, and what is asked about."""
    rows = (
        ("½x   2½   x²   eˣ   √x   ∛x   √[5]x   |x|   ⌊x⌋   30°   5!!", tr("as on paper and on a phone")),
        (
            "sin x   sin 2x cos x   sin²x   tan^2(x)   ln|x|",
            tr("functions without parentheses, their powers"),
        ),
        ("SIN(x)   sen x   tg x   arctg x   sgn x   log_3 x", tr("names in other cases and languages")),
        (r"\frac{x}{2}   \sqrt[3]{x}   \sin\left(2x\right)   x^{10}", tr("LaTeX, as Desmos copies it")),
        (r"\sum_{n=1}^{9} n^2   ∫_0^x t^2 dt   \begin{cases} …", tr("sums, integrals and cases of LaTeX")),
        ("Sin[x]   Log[2, x]   ArcTan[x, y]   E^x   D[Sin[x], x]", tr("Mathematica")),
        ("x.^2   2.*x   x > 0 & x < 1   nthroot(x, 3)   sind(30)", tr("MATLAB")),
        ("np.sin(x)   math.comb(5, 2)   x**2   x if x > 0 else -x", tr("Python")),
        ("nCr(5, 2)   nPr(5, 2)   W(x)   rem(x, 2)", tr("binomials, permutations, Lambert's W, remainders")),
    )
    cells = "".join(
        f"<tr><td><code>{escape(text)}</code></td><td>{escape(about)}</td></tr>" for text, about in rows
    )
    asked = tr(
        "What may be meant in several ways is asked about: E^x, sin2x, mx + b, u(x), 50% x, 2e3x, x^1/2. The "
        "buttons below the line write what you mean, or make the name a slider. A name that a line of the "
        "sheet defines always means that."
    )
    logs = tr("log is the natural logarithm, as in Python and MATLAB; lg and log10 have the base 10.")
    title = tr("Notations that are understood")
    return f"<h2>{title}</h2><table cellpadding='5'>{cells}</table><p>{asked}</p><p>{logs}</p>"


def reading() -> str:
    """What the three states and the marks mean."""
    parts = (
        (
            tr("Solid line"),
            tr(
                "Proven: interval arithmetic shows that the curve is continuous here and stays within "
                "its pixels."
            ),
        ),
        (
            tr("Fine line"),
            tr(
                "Sampled: refined until it bends and spans little from point to point; nothing is proven. "
                "A line whose derivatives take long to compile is drawn by its values alone meanwhile; "
                "equations, regions and surfaces on a coarse grid."
            ),
        ),
        (
            tr("Hatched band"),
            tr("Unresolved: the curve varies faster than its samples could follow. It lies in the band."),
        ),
        (tr("Dashed upright line"), tr("A pole. Curves are never joined across it.")),
        (tr("Open circle"), tr("A hole: the point does not belong to the curve.")),
        (tr("Disc"), tr("A root, or an end that belongs to the curve.")),
        (tr("Triangle"), tr("A maximum points up, a minimum down.")),
        (tr("Diamond"), tr("An inflection: the curve turns from one side to the other.")),
        (tr("Square"), tr("Where two curves meet.")),
    )
    rows = "".join(f"<tr><td><b>{name}</b></td><td>{about}</td></tr>" for name, about in parts)
    more = tr(
        "While a hand moves, the picture is coarse; once it is still, it is refined. “All found” is said "
        "only when every other interval in view is excluded."
    )
    hand = tr(
        "Drag to move the plane, turn the wheel to magnify it (Shift: x alone, Ctrl: y alone), drag with the "
        "right button to stretch each axis. A right click offers a rectangle to magnify, ranges to type, and "
        "the picture as a file."
    )
    head = f"<h2>{tr('Reading the drawing')}</h2><p>{more}</p><p>{hand}</p>"
    return f"{head}<table cellpadding='5'>{rows}</table>"


def asking() -> str:
    """What each page of the panel is for."""
    parts = (
        (
            tr("Evaluate"),
            tr("Roots, extrema, poles and values with the digits that are sure; area; a table of values."),
        ),
        (tr("Derivatives"), tr("Each way to a derivative: value, error, equations, times.")),
        (tr("Trace"), tr("How JAX computes the value at the pinned point, step by step.")),
        (tr("Precision"), tr("float16 to float64: ranges, digits, and the error along the curve.")),
        (tr("Descent"), tr("Walks downhill from a chosen start.")),
        (
            tr("Fit"),
            tr(
                "Points and a model, by least squares or by descent. The band around a fitted curve is two "
                "of its standard errors wide to either side; deviations of the points weigh them."
            ),
        ),
        (tr("Matrix"), tr("Jacobian and Hessian at a point, and their ellipse on the plane.")),
        (tr("Classify"), tr("A network learns to tell faces from other pictures, with and without jit.")),
        (tr("Arrays"), tr("Which axis vmap maps over; what random keys do.")),
    )
    rows = "".join(f"<tr><td><b>{name}</b></td><td>{about}</td></tr>" for name, about in parts)
    return f"<h2>{tr('The pages on the right')}</h2><table cellpadding='5'>{rows}</table>"
