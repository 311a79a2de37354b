"""Critical points against SymPy and against known ones."""

import jax.numpy as jnp
import numpy as np
import pytest
import sympy

from jaxstudio.functions.fields.critical import critical_points, found_of
from jaxstudio.functions.protocol.scene import MarkKind, View
from jaxstudio.runtime.compile_counter import COMPILES

VIEW = View((-5, 5), (-5, 5), 500, 500)
MIN, MAX, SADDLE = MarkKind.MINIMUM, MarkKind.MAXIMUM, MarkKind.SADDLE


def himmelblau(x, y, p):
    return (x * x + y - 11) ** 2 + (x + y * y - 7) ** 2


def test_all_nine_of_himmelblau():
    x, y = sympy.symbols("x y")
    f = himmelblau(x, y, {})
    equations = [sympy.diff(f, x), sympy.diff(f, y)]
    # y from the first equation is no polynomial, so both are solved from starts all over the view
    expected = set()
    for start in [(a, b) for a in (-4, -3, -0.2, 0.1, 3, 3.5) for b in (-3.3, -2, -0.9, 0, 2, 3)]:
        try:
            root = sympy.nsolve(equations, (x, y), start, prec=30)
        except ValueError:
            continue
        if max(map(abs, root)) < 5:
            expected.add(tuple(sympy.N(value, 20) for value in root))
    found = critical_points(himmelblau, VIEW, {}).points
    assert len(found) == len(expected) == 9
    for point, (a, b) in zip(found, sorted(expected), strict=True):
        assert point.x == pytest.approx(float(a), abs=1e-14)
        assert point.y == pytest.approx(float(b), abs=1e-14)
        error = max(abs(sympy.Float(point.x, 30) - a), abs(sympy.Float(point.y, 30) - b))
        assert error < 10**-point.digits * max(abs(point.x), abs(point.y)) * 2
        hessian = np.array(sympy.hessian(f, (x, y)).subs({x: a, y: b}), float)
        np.testing.assert_allclose(point.eigenvalues, np.linalg.eigvalsh(hessian), rtol=1e-12)
        np.testing.assert_allclose(
            hessian @ point.eigenvectors, point.eigenvectors * point.eigenvalues, atol=1e-9
        )
    assert sorted(point.kind for point in found) == sorted([MIN] * 4 + [MAX] + [SADDLE] * 4)
    minima, maxima, saddles = found_of(critical_points(himmelblau, VIEW, {}))
    assert [len(group.marks) for group in (minima, maxima, saddles)] == [4, 1, 4]
    assert not minima.complete


@pytest.mark.samples(2)
@pytest.mark.parametrize(
    ("f", "kind", "degenerate"),
    [
        (lambda x, y, p: -x * x + 3 * y * y, SADDLE, False),
        (lambda x, y, p: x**3 - 3 * x * y * y, SADDLE, True),
        (lambda x, y, p: -(x**4) - y * y, MAX, True),
        (lambda x, y, p: jnp.sqrt(x * x + y * y), MIN, True),
        (lambda x, y, p: 1 - jnp.abs(x) - jnp.abs(y), MAX, True),
    ],
    ids=["saddle", "monkey", "trough", "cone", "pyramid"],
)
def test_kinds(f, kind, degenerate):
    found = critical_points(lambda x, y, p: f(x - 0.3, y + 0.2, p), VIEW, {})
    (point,) = found.points
    assert point.kind is kind
    assert point.degenerate == degenerate
    assert (point.x, point.y) == pytest.approx((0.3, -0.2), abs=1e-6 if degenerate else 1e-14)


@pytest.mark.samples(2)
@pytest.mark.parametrize(
    ("f", "count"),
    [
        (lambda x, y, p: x**3 + y * y, 0),
        (lambda x, y, p: 1 / (x * y), 0),
        (lambda x, y, p: 3.0, 0),
        (lambda x, y, p: (x * x + y * y - 4) ** 2, 1),  # with a maximum in the middle
        (lambda x, y, p: jnp.log(x * 0 - 1), 0),
    ],
    ids=["inflection", "pole", "constant", "round valley", "nowhere"],
)
def test_no_extremum_or_saddle_where_there_is_none(f, count):
    points = critical_points(f, VIEW, {}).points
    assert len(points) == count
    assert [point for point in points if np.hypot(point.x, point.y) > 1e-6] == []


def test_two_in_one_cell_of_the_grid():
    """A saddle and a minimum 0.02 apart, a tenth of a cell."""
    found = critical_points(lambda x, y, p: x**3 / 3 - p["e"] * x + y * y, VIEW, {"e": 1e-4}).points
    assert [(point.kind, point.x) for point in found] == [
        (SADDLE, pytest.approx(-0.01, abs=1e-12)),
        (MIN, pytest.approx(0.01, abs=1e-12)),
    ]


def test_an_egg_box():
    found = critical_points(lambda x, y, p: jnp.sin(x) * jnp.sin(y), VIEW, {}).points
    for point in found:
        x, y = point.x / np.pi, point.y / np.pi
        if point.kind is SADDLE:
            np.testing.assert_allclose([x, y], np.round([x, y]), atol=1e-15)
        else:
            np.testing.assert_allclose([x, y], np.floor([x, y]) + 0.5, atol=1e-15)
    assert [sum(point.kind is kind for point in found) for kind in (MIN, MAX, SADDLE)] == [8, 8, 9]


def test_digits_that_rounding_took_are_not_counted():
    """Two terms of a million cancel in the slope, which may still come out as 0."""

    def f(x, y, p):
        return (x + 1e6) ** 2 / 2 - 1e6 * x - p["c"] * x + y * y

    for c in np.arange(0.1, 3, 0.5):
        (point,) = critical_points(f, VIEW, {"c": c}).points
        assert point.digits < 11
        assert abs(point.x - c) <= 10**-point.digits * max(c, 0.02)


def test_a_slider_compiles_nothing():
    def f(x, y, p):
        return jnp.cos(p["a"] * x) + y * y

    critical_points(f, VIEW, {"a": 1.0})
    before = COMPILES.awaited
    found = critical_points(f, View((-1, 4), (-3, 5), 111, 222), {"a": 2})
    assert COMPILES.awaited == before
    assert [point.x for point in found.points] == pytest.approx([0, np.pi / 2, np.pi], abs=1e-14)
