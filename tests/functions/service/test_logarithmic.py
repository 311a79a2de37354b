"""Logarithmic axes: every kind of line against closed forms, its marks those of the function itself."""

import numpy as np
import pytest

from jaxstudio.functions.protocol.requests import Style
from jaxstudio.functions.protocol.scene import MarkKind, Proof, View

BOTH = View((1e-3, 1e4), (1e-4, 1e6), 800, 600, "xy")
ACROSS = View((1e-2, 1e3), (-2.0, 2.0), 800, 600, "x")
UPWARDS = View((-5.0, 5.0), (1e-3, 1e3), 800, 600, "y")
MARKS = (MarkKind.ROOT, MarkKind.MAXIMUM, MarkKind.MINIMUM, MarkKind.POLE)


def only(scene):
    (line,) = scene.lines
    assert line.error is None, line.error
    return line


def test_curves_are_drawn_evenly_in_powers_of_ten(draw, subtests):
    cases = (
        ("x^2", BOTH, lambda x: x**2),
        ("f(s) = 100/s", BOTH, lambda x: 100 / x),
        ("sin(log(x))", ACROSS, lambda x: np.sin(np.log(x))),
        ("exp(x)", UPWARDS, np.exp),
    )
    for text, view, reference in cases:
        for refined in (False, True):
            with subtests.test(text, refined=refined):
                (curve,) = only(draw(text, view=view, refined=refined)).curves
                x, y = (np.concatenate([getattr(piece, name) for piece in curve.pieces]) for name in "xy")
                assert np.allclose(y, reference(x), rtol=1e-12)
                assert x[0] == pytest.approx(view.x[0])
                assert x[-1] == pytest.approx(view.x[1])
                if "x" in view.log and refined:
                    assert np.diff(np.log10(x)).max() < 0.01
                if refined:
                    assert {piece.proof for piece in curve.pieces} == {Proof.PROVEN}


def test_derivatives_are_those_by_x_and_not_by_its_exponent(draw):
    line = only(draw("x^3", view=BOTH, orders=(0, 1, 2), refined=True))
    assert [curve.order for curve in line.curves] == [0, 1, 2]
    for curve, reference in zip(
        line.curves, (lambda x: x**3, lambda x: 3 * x**2, lambda x: 6 * x), strict=True
    ):
        assert np.allclose(curve.pieces[0].y, reference(curve.pieces[0].x), rtol=1e-12)


def test_marks_are_those_of_the_function_with_digits_and_proofs(draw):
    line = only(draw("(x-2)(x-300)/(x-7)", view=BOTH, refined=True, marks=MARKS))
    found = {each.kind: each for each in line.features}
    assert [mark.x for mark in found[MarkKind.ROOT].marks] == [2.0, 300.0]
    assert all(mark.digits > 15 and mark.proof is Proof.PROVEN for mark in found[MarkKind.ROOT].marks)
    assert [mark.x for mark in found[MarkKind.POLE].marks] == [7.0]
    assert all(each.complete for each in found.values())
    # one where two stretches of the search join is found once: roots of sin(pi x) at 1, 2, 3, ...
    waves = only(
        draw("sin(pi x)", view=View((0.5, 60.5), (0.01, 2.0), 800, 600, "xy"), refined=True, marks=MARKS)
    )
    roots = next(each for each in waves.features if each.kind is MarkKind.ROOT)
    assert [mark.x for mark in roots.marks] == pytest.approx(list(range(1, 61)), rel=1e-14)


def test_what_is_not_above_0_has_no_place(draw):
    (curve,) = only(draw("x - 3", view=BOTH, refined=True)).curves
    assert min(piece.x.min() for piece in curve.pieces) == pytest.approx(3)
    assert only(draw("-x", view=BOTH, refined=True)).curves[0].pieces == ()


def test_curves_meet_where_they_do_on_linear_axes(draw):
    found = draw("x^2", "100/x", view=BOTH, refined=True, marks=(MarkKind.INTERSECTION,)).intersections
    assert [mark.x for mark in found.marks] == [pytest.approx(100 ** (1 / 3), rel=1e-12)]
    assert found.complete


def test_equations_regions_and_heights_lie_where_they_belong(draw, subtests):
    with subtests.test("a circle"):
        for each in only(draw("x^2 + y^2 = 25", view=BOTH, refined=True)).implicit.lines:
            assert np.allclose(np.hypot(*each.points.T), 5, rtol=1e-3)
            assert len(each.points) > 50
    rows, columns = 600, 800
    x = 10 ** (-3 + 7 * (np.arange(columns) + 0.5) / columns)
    y = 10 ** (6 - 10 * (np.arange(rows) + 0.5) / rows)[:, None]
    with subtests.test("a region"):
        region = only(draw("x y < 10", view=BOTH, refined=True)).region
        assert (region.inside == (x * y < 10)).mean() > 0.999
    with subtests.test("heights"):
        heatmap = only(draw("x + y", view=BOTH, refined=True)).heatmap
        assert np.allclose(heatmap.values, x + y, rtol=1e-12)
    with subtests.test("contours"):
        for contour in only(draw("x + y", view=BOTH, refined=True, style=Style.CONTOURS)).contours:
            for each in contour.lines:
                assert np.allclose(each.points.sum(axis=1), contour.level, rtol=0.02)
    with subtests.test("a gradient"):
        arrows = only(draw("x^2 y", view=BOTH, refined=True, gradient=True)).arrows
        tail_x, tail_y = arrows.tails.T
        assert np.allclose(arrows.vectors, np.stack([2 * tail_x * tail_y, tail_x**2], 1), rtol=1e-9)


def test_paths_and_lists(draw):
    (piece,) = only(draw("(10^t, 10^(2t))", view=BOTH, refined=True)).curves[0].pieces
    assert np.allclose(piece.y, piece.x**2)
    polar = only(draw("r = theta", view=BOTH, refined=True)).curves[0].pieces[0]
    assert np.allclose(np.hypot(polar.x, polar.y), np.arctan2(polar.y, polar.x))
    curves = only(draw("x^[1, 2]", view=BOTH, orders=(0, 1), refined=True)).curves
    assert [(curve.member, curve.order) for curve in curves] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    for curve, reference in zip(curves, (lambda x: x, np.ones_like, np.square, lambda x: 2 * x), strict=True):
        assert np.allclose(curve.pieces[0].y, reference(curve.pieces[0].x))
