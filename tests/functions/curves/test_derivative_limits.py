"""Poles, jumps, holes and ends of derivatives: worked out by hand, checked by limits in mpmath."""

from dataclasses import dataclass
from functools import cache

import pytest
from mpmath import mp, mpf

from functions.curves.hard_functions import FUNCTIONS, HardFunction, ranges_of
from functions.curves.test_hard_functions import KINDS
from jaxstudio.functions.curves.analysis import CurveAnalysis
from jaxstudio.functions.curves.evaluator import Graph, Orders
from jaxstudio.functions.export.view_range import fit_y
from jaxstudio.functions.language import Sheet
from jaxstudio.functions.protocol.scene import MarkKind, View

P, J, H, E = MarkKind.POLE, MarkKind.JUMP, MarkKind.HOLE, MarkKind.END
VIEW = (-2.13, 3.37)
WHOLE = (-2, -1, 0, 1, 2, 3)
TAN = ("-pi/2", "pi/2")


@dataclass(frozen=True)
class Truth:
    """What the derivatives of orders 1, 2 and 3 of a function have in VIEW, by place: no break where nothing
    is said. `python` is the function as mpmath computes it."""

    text: str
    orders: tuple[dict, dict, dict]
    python: str = ""


def at(kind, *places):
    return dict.fromkeys(places, kind)


TRUTHS = (
    Truth("x*|x|", ({}, at(J, 0), at(H, 0)), "x*abs(x)"),
    Truth("|x|", (at(J, 0), at(H, 0), at(H, 0)), "abs(x)"),
    Truth("x^2*sign(x)", ({}, at(J, 0), at(H, 0))),
    Truth("tan(x)", (at(P, *TAN),) * 3),
    Truth("1/x", (at(P, 0),) * 3),
    Truth("floor(x)+x", (at(H, *WHOLE),) * 3),
    Truth("sqrt(x)", (at(P, 0),) * 3),
    Truth("x^(1/3)", (at(P, 0),) * 3, "cbrt(x)"),
    Truth("sin(x)/x", (at(H, 0),) * 3),
    Truth("exp(-1/x)", (at(P, 0),) * 3),
    Truth("{x<0: 0, x^2}", ({}, at(J, 0), at(H, 0)), "max(0,x)**2"),
    Truth("max(0,x)^2", ({}, at(J, 0), at(H, 0))),
    Truth("x^(5/2)", (at(E, 0), at(E, 0), at(P, 0)), "sqrt(x)**5"),
    Truth("x^3*|x|", ({}, {}, {}), "x**3*abs(x)"),
    Truth("|x-0.3|^3", ({}, {}, at(J, "3/10")), "abs(x-0.3)**3"),
    Truth("x*log(x)", (at(P, 0),) * 3),
    Truth("{x == 1: 5, x^2}", (at(H, 1),) * 3, "x**2"),
    # the exponential times the first terms of the series of the Bessel function
    Truth("i0e(x)", (at(J, 0), at(H, 0), at(J, 0)), "(1+x**2/4+x**4/64)*exp(-abs(x))"),
    Truth("exp(-|x|)*i0(x)", (at(J, 0), at(H, 0), at(J, 0)), "(1+x**2/4+x**4/64)*exp(-abs(x))"),
    Truth("besselj(0,|x|)", ({}, {}, {}), "1-x**2/4+x**4/64"),
    Truth("sqrt(x^2)", (at(J, 0), at(H, 0), at(H, 0)), "abs(x)"),
    Truth("min(x,1/2)*(x-1/2)", ({}, at(J, "1/2"), at(H, "1/2"))),
    Truth("{x<1: x^2, 2*x-1}", ({}, at(J, 1), at(H, 1)), "x**2 if x<1 else 2*x-1"),
    Truth("exp(x)*sin(x)", ({}, {}, {})),
)
# In float64 these cancel so much around 0 that a band may be drawn there; then nothing is claimed.
CANCELS = {("sin(x)/x", 2), ("sin(x)/x", 3)}


@cache
def orders_of(text):
    sheet = Sheet.read([text])
    return Orders.of_line(sheet.lines[0], sheet, 3)


def study_of(text, order, x=VIEW):
    evaluator = orders_of(text).evaluator({}, order)
    return CurveAnalysis(Graph(evaluator, view := View(x, fit_y([evaluator], [], x), 800, 560)), view)


def exactly(place):
    with mp.workdps(450):
        return eval(
            str(place).replace("3/10", "mpf(3)/10").replace("1/2", "mpf(1)/2"), {"mpf": mpf, "pi": +mp.pi}
        )


@pytest.mark.samples(2)
@pytest.mark.parametrize("truth", TRUTHS, ids=lambda truth: truth.text)
def test_breaks_of_derivatives_are_all_found_and_right(truth):
    for order, places in enumerate(truth.orders, 1):
        study = study_of(truth.text, order)
        found = [(b.kind, pytest.approx(b.at, rel=1e-15, abs=1e-15)) for b in study.breaks]
        expected = [(kind, float(exactly(place))) for place, kind in places.items()]
        if (truth.text, order) in CANCELS:
            assert found == expected or not study.has_all_breaks
            continue
        assert expected == found, (truth.text, order)
        assert study.has_all_breaks, (truth.text, order)


def judge_derivatives(function):
    """Assert that nothing wrong is claimed of the derivatives of a hard function; where all is claimed.

    Where a function has a break its derivatives have one, and mpmath knows of what kind; so it does where
    derivatives alone are said to have one.
    """
    x = ranges_of(FUNCTIONS.index(function))[0]
    clear = 1e-7 * (x[1] - x[0])
    inside = x[0] + clear, x[1] - clear
    true = [place for name in KINDS for place in function.places(name, *inside)]
    claims = []
    for order in (1, 2):
        study = study_of(function.text, order, x)
        claims.append(study.has_all_breaks)
        if not claims[-1]:
            continue
        found = [b for b in study.breaks if inside[0] < b.at < inside[1]]
        for place in true:
            assert any(abs(b.at - place) <= clear * 1e-4 for b in found), (function.text, order, place)
        for b in found[:6]:
            known = [place for place in true if abs(place - b.at) <= clear * 1e-4]
            if not known and round(b.at, 6) != b.at:
                continue  # the float64 nearest to it, not the place itself
            place = known[0] if known else mpf(repr(b.at))
            assert b.kind in _kinds(function, place, order), (function.text, order, b.at)
    return claims


@pytest.mark.samples(2)
@pytest.mark.parametrize("function", FUNCTIONS[::45], ids=lambda f: f.text)
def test_no_break_of_a_derivative_is_wrong_where_all_are_claimed(function):
    judge_derivatives(function)


@pytest.mark.big
def test_derivatives_of_many_hard_functions():
    claims = [claim for function in FUNCTIONS[4::9] for claim in judge_derivatives(function)]
    assert sum(claims) > 0.7 * len(claims)


@pytest.mark.samples("x^2*sin(1/x)", "0^|x|")
@pytest.mark.parametrize(
    "text", ["x^2*sin(1/x)", "integral(sign(t), t, 0, x)", "gamma(x)", "stop(|x|)*x", "0^|x|"]
)
def test_nothing_is_claimed_of_derivatives_whose_limits_are_open(text):
    assert not any(study_of(text, order).has_all_breaks for order in (1, 2, 3))


def test_mpmath_confirms_the_places_of_derivatives(subtests):
    """By divided differences beside each place, at distances of which they are a ten thousandth."""
    for truth in TRUTHS:
        with subtests.test(truth=truth):
            function = HardFunction(truth.text, python=truth.python)
            every = {exactly(place): place for places in truth.orders for place in places}
            for x in every or {mpf(0): 0}:
                for order, places in enumerate(truth.orders, 1):
                    kind = next((k for place, k in places.items() if exactly(place) == x), None)
                    assert kind in _kinds(function, x, order), (truth.text, order, x)


def _kinds(function, x, order):
    """What the limits on both sides of the derivative make of a place."""
    with mp.workdps(400):
        left, right = (_side(function, x, order, way) for way in (-1, 1))
    if "infinite" in (left, right):
        return {P}
    if left is None and right is None:
        return {None}
    if left is None or right is None:
        return {E}
    return {None, H} if abs(left - right) <= mpf(10) ** -9 * max(1, abs(left)) else {J}


def _side(function, x, order, way):
    """The limit on one side of x, None without values there."""
    values = []
    for n in (20, 40):
        h = mpf(10) ** -n * way
        values.append(_difference(function.value, x + h, abs(h) / 10_000, order))
    if any(map(mp.isnan, values)):
        return None
    return "infinite" if abs(values[1]) > 1 + 1.5 * abs(values[0]) else values[1]


def _difference(f, x, step, order):
    places = [(-1) ** k * mp.binomial(order, k) * f(x + (order - 2 * k) * step / 2) for k in range(order + 1)]
    return mp.fsum(places) / step**order
