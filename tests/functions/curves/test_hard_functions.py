"""Hard functions in several views: what is said to be all is all, and nothing is drawn across a break."""

from itertools import pairwise

import numpy as np
import pytest
from mpmath import mp, mpf

from functions.curves.hard_functions import FUNCTIONS, ranges_of
from functions.curves.plain import typed
from jaxstudio.functions.curves.analysis import CurveAnalysis
from jaxstudio.functions.curves.evaluator import Graph
from jaxstudio.functions.derivatives.ball_function import BallFunction
from jaxstudio.functions.export.view_range import fit_y
from jaxstudio.functions.protocol.scene import MarkKind, Proof, View

KINDS = {"poles": MarkKind.POLE, "jumps": MarkKind.JUMP, "holes": MarkKind.HOLE, "ends": MarkKind.END}
# Places at the border of a view may be in it or not; places are the same within this share of the view.
BORDER, SAME = 1e-7, 1e-11


def study_over(text, x):
    evaluator = typed(text)
    return CurveAnalysis(Graph(evaluator, view := View(x, fit_y([evaluator], [], x), 800, 560)), view)


def differences(function, x):
    """What is found and not true, or true and not found, in a view; and whether all is said to be found."""
    study, span, wrong = study_over(function.text, x), x[1] - x[0], []
    for name, kind in KINDS.items():
        found = [b.at for b in study.breaks if b.kind is kind]
        found = [at for at in found if x[0] + BORDER * span < at < x[1] - BORDER * span]
        true = [float(at) for at in function.places(name, x[0] + BORDER * span, x[1] - BORDER * span)]
        wrong += [f"no {kind} at {at!r}" for at in found if not _near(at, true, SAME * span)]
        wrong += [f"{kind} at {at!r} missed" for at in true if not _near(at, found, SAME * span)]
    return wrong, study.has_all_breaks, study


def _near(at, places, within):
    return any(abs(at - place) <= within for place in places)


def joins(function, study, x):
    """Poles, jumps and ends of the domain over which a line, and no band, is drawn."""
    clear = 1e-9 * (x[1] - x[0])
    found = []
    for name in ("poles", "jumps", "ends"):
        for place in map(float, function.places(name, *x)):
            found += [
                (name, place)
                for piece in study.pieces
                if piece.proof is not Proof.UNRESOLVED
                and piece.x[0] < place - clear
                and piece.x[-1] > place + clear
            ]
    return found


def judge(function):
    """Assert that nothing wrong is claimed or drawn; whether all is claimed, per view."""
    claims = []
    for x in ranges_of(FUNCTIONS.index(function)):
        wrong, claimed, study = differences(function, x)
        assert not (claimed and wrong), f"{function.text} over {x}, all found: {wrong}"
        assert not joins(function, study, x), f"{function.text} over {x}"
        claims.append(claimed)
    return claims


# What always runs: those that strangers found, and every sixteenth.
FOUND_BY_STRANGERS = {
    "(exp(x)-1)/x", "(sqrt(x+1)-1)/x", "{x == 1: 5, x^2}", "floor(x)+floor(-x)", "tan(x)*tan(2*x)",
    "1/(1-cos(x))",
    "atanh(x^2-1)", "exp(1/(x-1))", "x/(x>1)", "x^(1/x)", "1/floor(x)", "sqrt(cos(x)-1)", "floor(40*sin(x))",
}  # fmt: skip
FEW = [f for n, f in enumerate(FUNCTIONS) if f.text in FOUND_BY_STRANGERS or n % 16 == 0]


@pytest.mark.samples(2)
@pytest.mark.parametrize("function", FEW, ids=lambda f: f.text)
def test_no_break_is_wrong_or_drawn_across_where_all_are_claimed(function):
    judge(function)


@pytest.mark.big
def test_all_hard_functions():
    """Nearly everywhere all breaks are claimed, nowhere wrongly."""
    claims = [claim for function in FUNCTIONS for claim in judge(function)]
    assert len(claims) > 1_200
    assert np.mean(claims) > 0.95


SIMPLE = ("x^3-x", "sin(x)", "tan(x)", "1/x", "|x|", "floor(x)", "exp(x)", "sqrt(x)", "log(x)", "x^2/(x-1)")


def test_of_simple_functions_all_breaks_are_found(subtests):
    for text in SIMPLE:
        with subtests.test(text=text):
            assert study_over(text, (-4.4, 5.1)).has_all_breaks


def test_without_a_limit_nothing_is_claimed():
    for text in ("sin(1/x)", "integral(1/t, t, 1, x)", "1/(x-1) + 1/(x-1.000000000000001)"):
        assert not study_over(text, (-2.0, 3.0)).has_all_breaks


# The truth, by limits in so many digits.
DIGITS = 250


def side(function, x, way):
    """Says "none", "finite", "infinite" or "slow", and the last value, from one side of x."""
    values = [function.value(x + way * mpf(10) ** -n * mpf("0.6180339887")) for n in (5, 10, 20, 40)]
    if all(map(mp.isnan, values)):
        return "none", mpf(mp.nan)
    assert not any(map(mp.isnan, values[1:])), (function.text, x)
    steps = [abs(b - a) for a, b in pairwise(values[1:])]
    if steps[1] <= steps[0] / 5 + abs(values[-1]) * mpf(10) ** -25:
        return "finite", values[-1]
    if steps[1] >= steps[0] * mpf("0.9") and abs(values[-1]) > abs(values[-2]):
        return "infinite", values[-1]
    return "slow", values[-1]


def check_place(function, name, x):
    """That the limits on both sides of x make it what it is said to be."""
    (left, a), (right, b) = (side(function, x, way) for way in (-1, 1))
    both = {left, right}
    same = abs(a - b) <= mpf(10) ** (-4 if "slow" in both else -9) * max(1, abs(a))
    expected = {
        "poles": "infinite" in both,
        "ends": "none" in both and bool(both & {"finite", "slow"}),
        "jumps": both == {"finite"} and not same,
        "holes": both <= {"finite", "slow"} and same,
    }
    assert expected[name], f"{function.text}: {name} at {mp.nstr(x, 10)}: {left} {a}, {right} {b}"
    if name == "holes":
        value = function.value(x)
        # of a place that is not known exactly, the value may be that beside it
        exact = x == mpf(mp.nstr(x, 12))
        assert not exact or mp.isnan(value) or abs(value - a) > mpf(10) ** -20, (function.text, x)


def unlisted(function, x, places):
    """Where values change all at once though nothing is listed, by halving towards the larger change."""
    grid = [mpf(at) for at in np.linspace(x[0], x[1], 401) + 1.7e-4]
    values = [function.value(at) for at in grid]
    found = []
    for k in range(1, len(grid) - 2):
        a, b, at_a, at_b = grid[k], grid[k + 1], values[k], values[k + 1]
        border = mp.isnan(at_a) != mp.isnan(at_b)
        if not border:
            beside = abs(values[k] - values[k - 1]) + abs(values[k + 2] - values[k + 1])
            if mp.isnan(beside) or abs(at_b - at_a) <= 2 * beside + mpf(10) ** -9:
                continue
        first = abs(at_b - at_a)
        for _ in range(60):
            middle = (a + b) / 2
            value = function.value(middle)
            if mp.isnan(at_a) != mp.isnan(value) or (
                not border and not abs(at_b - value) > abs(value - at_a)
            ):
                b, at_b = middle, value
            else:
                a, at_a = middle, value
        if (border or abs(at_b - at_a) > first / 2) and not _near(a, places, mpf(10) ** -9):
            found.append(float(a))
    return found


def check_truth(function):
    x = max(ranges_of(FUNCTIONS.index(function)), key=lambda x: x[1] - x[0])
    with mp.workdps(DIGITS):
        every = {name: function.places(name, *x) for name in KINDS}
        for name, places in every.items():
            for place in places[:6]:
                check_place(function, name, place)
        with mp.workdps(25):
            assert not unlisted(function, x, [place for places in every.values() for place in places])


def test_mpmath_confirms_the_places(subtests):
    for function in FEW[::3]:
        with subtests.test(function=function):
            check_truth(function)


@pytest.mark.big
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.text)
def test_mpmath_confirms_all_places(function):
    check_truth(function)


def test_a_singular_point_is_searched_for_once(monkeypatch):
    """Another view of a curve asks for none of the digits again."""
    study_over("floor(x)/(x-0.123)", (-2.2, 3.2))
    monkeypatch.setattr(BallFunction, "orders", None)
    again = study_over("floor(x)/(x-0.123)", (-2.03, 3.01))
    assert [b.at for b in again.breaks] == [-2.0, -1.0, 0.0, 0.123, 1.0, 2.0, 3.0]
    assert again.has_all_breaks
