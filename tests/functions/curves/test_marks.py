"""Every mark on three hundred fresh functions is judged by mpmath alone: none lies where nothing is."""

import math

import pytest

from functions.curves.fresh_functions import FRESH, MEETING, views_of
from functions.curves.judge import why_false
from functions.curves.plain import typed
from jaxstudio.functions.curves.analysis import CurveAnalysis
from jaxstudio.functions.curves.evaluator import Graph
from jaxstudio.functions.curves.features import BREAKS, Features, intersections
from jaxstudio.functions.export.view_range import fit_y
from jaxstudio.functions.protocol.scene import MarkKind, View

KINDS = (
    MarkKind.ROOT, MarkKind.MAXIMUM, MarkKind.MINIMUM, MarkKind.INFLECTION, MarkKind.CORNER, *BREAKS,
)  # fmt: skip
# What always runs, with a view in which float64 shows what is not there.
FEW = {
    "floor(2/x)": (-5.0, 5.0),
    "sign(sin(1/x))": (-1.0, 3.0),
    "cos(x)-1+x^2/2-x^4/24": (-0.71, 1.19),
    "1/(x^5*(exp(1/x)-1))": (-1.0, 3.0),
    "floor(log((x-1.1)))": (-3.1, 2.9),
    "asin(2*x*sqrt(1-x^2))": (-2.13, 3.37),
}
FEW_MEETING = {"{x>4: 4} & x": (-9.7, 9.6), "{x>=4: 4} & x": (-9.7, 9.6)}


def false_marks(text, python, x):
    evaluator = typed(text)
    view = View(x, fit_y([evaluator], [], x), 800, 560)
    features = Features(CurveAnalysis(Graph(evaluator, view), view))
    marks = [mark for kind in KINDS for mark in features.find(kind).marks]
    return judged(text, python, x, marks)


def false_meetings(text, python, x):
    a, b = (typed(part) for part in text.split(" & "))
    one, other = python.split(" & ")
    marks = intersections(a, b, View(x, fit_y([a, b], [], x), 800, 560)).marks
    return judged(text, f"({one})-({other})", x, marks)


def judged(text, python, x, marks):
    span = x[1] - x[0]
    reasons = ((mark, why_false(python, mark.kind, mark.x, mark.digits, mark.detail, span)) for mark in marks)
    return [f"{text} over {x}: {mark.kind} at {mark.x!r}: {why}" for mark, why in reasons if why]


def test_no_mark_lies_where_nothing_is():
    found = [each for text, x in FEW.items() for each in false_marks(text, text.replace("^", "**"), x)]
    python = dict(MEETING)
    found += [each for text, x in FEW_MEETING.items() for each in false_meetings(text, python[text], x)]
    assert found == []


def test_what_is_there_is_marked():
    """Beside rounding that has marks of its own."""
    view = View((-3.1, 2.9), (-2.0, 2.0), 800, 560)
    arcs = Features(CurveAnalysis(Graph(typed("asin(2*x/(1+x^2))"), view), view))
    assert [(mark.x, mark.detail) for mark in arcs.find(MarkKind.CORNER).marks] == [(-1.0, ""), (1.0, "")]
    assert [mark.x for mark in arcs.find(MarkKind.MAXIMUM).marks] == [1.0]
    included, excluded = (intersections(typed(text), typed("x"), view) for text in ("{x>=2: 2}", "{x>2: 2}"))
    assert [mark.x for mark in included.marks] == [2.0]
    assert excluded.marks == ()
    stretch = Features(CurveAnalysis(Graph(typed("{x>0: exp(-1/x), 0}"), view), view)).find(MarkKind.ROOT)
    assert [mark.detail for mark in stretch.marks] == ["zero from -3.1 to 0"]


@pytest.mark.thorough
@pytest.mark.timeout(3_600)
def test_no_mark_on_three_hundred_functions_lies_where_nothing_is():
    found = []
    for n, (text, python) in enumerate(FRESH):
        found += [each for x in views_of(n) for each in false_marks(text, python, x)]
    for n, (text, python) in enumerate(MEETING):
        found += [each for x in views_of(n) for each in false_meetings(text, python, x)]
    assert found == []


def test_a_corner_that_balls_cannot_evaluate_is_no_missing_minimum():
    """acos(cos(x)) has minima at 0 and ±2π, where balls around 1 have no certain acos."""
    view = View((-10.0, 10.0), (-7.0, 7.0), 800, 600)
    found = Features(CurveAnalysis(Graph(typed("acos(cos(x))"), view), view)).find(MarkKind.MINIMUM)
    assert [mark.x for mark in found.marks] == pytest.approx([-2 * math.pi, 0, 2 * math.pi], abs=1e-9)
