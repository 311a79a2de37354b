"""Curves of equations meet where SymPy says; "all" is never said where one is missing."""

import numpy as np
import pytest
import sympy
from sympy.parsing.sympy_parser import implicit_multiplication, parse_expr, standard_transformations

from jaxstudio.functions.fields.intersections import PlaneCurve, extrema, intersections, roots
from jaxstudio.functions.language import Sheet
from jaxstudio.functions.protocol.scene import Proof, View

VIEW = View((-10.0, 10.0), (-7.0, 7.0), 1000, 700)
# polynomials, which SymPy solves; those of the second row touch, so that nothing is claimed
CROSSING = [
    ("x^2 + y^2 - 9", "x + y - 1"),
    ("x^2 + y^2 - 9", "(x - 2)^2 + y^2 - 4"),
    ("x^2/4 + y^2 - 1", "x^2 - y^2/4 - 1"),
    ("y^2 - x^3 + x", "x^2 + y^2 - 4"),
    ("x y - 1", "y - x^3"),
    ("x^2 + y^2 - 50", "x y - 7"),
    ("x^2 + y^2 - 1", "x^2 + y^2 - 1.0001"),
    ("x^2 - 10y", "(x - 10)^2 + (y - 7)^2 - 1"),
    ("y - x^2/100", "x^4 + y^4 - 16"),
    ("x^3 - 3x y^2 - 1", "3x^2 y - y^3"),
]
TOUCHING = [
    ("x^2 + y^2 - 1", "y - 1"),
    ("x^2 + y^2 - 1", "(x - 3)^2 + y^2 - 4"),
    ("x^2 + y^2 - 1", "2x^2 + 2y^2 - 2"),  # the same
    ("y^2 - x^3", "y"),
]


def curve(text):
    line = Sheet.read([f"{text} = 0"]).lines[0]
    assert line.error is None, text
    return PlaneCurve(line.tree, {}, 0)


def solved(one, other):
    x, y = sympy.symbols("x y")
    typed = [text.replace("^", "**").replace("x y", "x*y") for text in (one, other)]
    rules = (*standard_transformations, implicit_multiplication)
    f, g = (sympy.nsimplify(parse_expr(text, transformations=rules)) for text in typed)
    across, along = (_real_roots(sympy.resultant(f, g, out), of) for out, of in ((y, x), (x, y)))
    both = [(a, b) for a in across for b in along if abs(a) <= 10 and abs(b) <= 7]
    at = [{x: a, y: b} for a, b in both]
    near = [abs(f.subs(place).evalf()) + abs(g.subs(place).evalf()) < 1e-20 for place in at]
    return sorted((float(a), float(b)) for (a, b), meets in zip(both, near, strict=True) if meets)


def _real_roots(polynomial, symbol):
    if polynomial == 0:
        return []
    roots = sympy.Poly(polynomial, symbol).sqf_part().nroots(n=40, maxsteps=500)
    return [sympy.re(root) for root in roots if abs(sympy.im(root)) < 1e-30]


def test_curves_meet_where_sympy_says(subtests):
    for pair in CROSSING:
        with subtests.test(pair):
            found = intersections(*map(curve, pair), VIEW)
            places = [(mark.x, mark.y) for mark in found.marks]
            assert len(places) == len(solved(*pair))
            assert np.array(places) == pytest.approx(np.array(solved(*pair)), rel=1e-15, abs=1e-15)
            assert all(mark.proof is Proof.PROVEN for mark in found.marks)
            assert found.complete or "1.0001" in pair[1]


def test_where_curves_touch_nothing_is_claimed(subtests):
    for pair in TOUCHING:
        with subtests.test(pair):
            found = intersections(*map(curve, pair), VIEW)
            assert not found.complete
            for mark in found.marks if "2x" not in pair[1] else ():
                assert mark.proof is Proof.SAMPLED
                assert min(np.hypot(mark.x - x, mark.y - y) for x, y in solved(*pair)) < 1e-6


def test_corners_and_waves_are_all_found():
    square = intersections(curve("|x| + |y| - 3"), curve("x^2 + y^2 - 6"), VIEW)
    assert (len(square.marks), square.complete) == (8, True)
    # x y is π/6, 5π/6 or -7π/6 + 2πk: three hyperbolas cross the circle four times each
    waves = intersections(curve("sin(x y) - 1/2"), curve("x^2 + y^2 - 9"), VIEW)
    assert (len(waves.marks), waves.complete) == (12, True)
    values = [np.sin(mark.x * mark.y) for mark in waves.marks]
    assert values == pytest.approx([0.5] * 12, abs=1e-14)


def test_highest_and_lowest_points_of_an_ellipse():
    ellipse = curve("x^2/4 + x y/2 + y^2 - 3")
    highest, lowest = extrema(ellipse, VIEW)
    # level where x/2 + y/2 = 0: x = -y, and 3/4 y² = 3
    assert [(mark.x, mark.y) for mark in highest.marks] == [(-2.0, 2.0)]
    assert [(mark.x, mark.y) for mark in lowest.marks] == [(2.0, -2.0)]
    assert highest.complete
    assert lowest.complete
    crossing = roots(ellipse, VIEW)
    assert [mark.x for mark in crossing.marks] == pytest.approx([-(12**0.5), 12**0.5], rel=1e-15)
    # where a curve crosses itself it has no tangent: nothing is claimed
    highest, _ = extrema(curve("(x^2 + y^2)^2 - 4 (x^2 - y^2)"), VIEW)
    assert [abs(mark.x) for mark in highest.marks] == pytest.approx([1.5**0.5] * 2, rel=1e-15)
    assert not highest.complete
