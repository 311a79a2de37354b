"""Special functions that JAX lacks: ends of their domains, boxes, what is proven of their curves."""

from functools import partial

import jax
import mpmath
import numpy as np
import pytest
from flint import acb, arb
from mpmath import mp, mpf

from functions.mpmath_algebra import FUNCTIONS as MPMATH
from jaxstudio.functions.derivatives.ball_function import BallFunction
from jaxstudio.functions.derivatives.series.special import BY_BALLS
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.derivatives.taylor import enclose_orders
from jaxstudio.functions.interpreters import special_values
from jaxstudio.functions.interpreters.ball_numbers import NOWHERE, digits, exactly, number
from jaxstudio.functions.interpreters.special_functions import TABLE
from jaxstudio.functions.interpreters.special_values import host, series
from jaxstudio.functions.language import Sheet
from jaxstudio.functions.language.catalogue import SPECIAL
from tests.functions.curves.test_hard_functions import study_over

# at the ends of the domain, or just beside where they begin
ENDS = {
    "besselj": [(0, 0), (2.5, 0), (3, -7), (20, 1e-3)],
    "bessely": [(0.5, 1e-6)],
    "besseli": [(0, 0), (1, -3)],
    "besselk": [(1.5, 1e-6)],
    "airyai": [(-90,), (20,)],
    "legendre": [(0, -1), (7, 1), (2.5, 1), (7, -30)],
    "chebyshevt": [(2.5, -1), (6, -1), (0, 5)],
    "hermite": [(0, 3), (-1, 2)],
    "genlaguerre": [(0, 1, 2), (20, 0, 60)],
    "ellipk": [(1 - 1e-12,), (-1e6,)],
    "ellipe": [(1,)],
    "ellipf": [(mp.pi / 2, 0.999), (0, 3), (1.2, 1)],
    "ellippiinc": [(0.5, 9.5, -2)],
    "polylog": [(2, 1), (0.5, -1e4), (2, 0), (-3, 0.999)],
    "lambertwm1": [(-0.3678794411,), (-1e-300,)],
    "hyp1f1": [(-2, 3, 50), (1, 1, -700)],
    "hyp2f1": [(0.5, 0.5, 2, 1), (-2, 1, 3, 40), (1, 1, 2, -1e5)],
    "isprime": [(2,), (1,), (0,), (2**31 - 1,)],
    "gcd": [(0, 7), (-4, 6)],
}
NOWHERE_AT = {
    "besselj": [(0.5, -1), (-0.5, 0)],
    "bessely": [(0, 0), (2, -1)],
    "besselk": [(0, 0)],
    "legendre": [(2.5, -1), (2.5, -2)],
    "ellipk": [(1,), (2,)],
    "ellipe": [(1.1,)],
    "ellipf": [(2, 1)],
    "ellippi": [(1, 0.5)],
    "polylog": [(1, 1), (2, 1.1)],
    "lambertwm1": [(0,), (-0.4,)],
    "hyp1f1": [(1, -2, 3)],
    "hyp2f1": [(1, 1, 2, 1), (0.5, 0.5, 2, 1.5)],
    "isprime": [(2.5,)],
}


def test_values_at_the_ends_of_the_domain(subtests):
    for name, places in ENDS.items():
        for place in places:
            numbers = [float(each) for each in place]
            with subtests.test(f"{name}{place}"), mp.workdps(40):
                expected = float(mp.mpf(MPMATH[name](*map(mpf, numbers))))
                found = float(host(name, *map(np.asarray, numbers)))
                # float64 numbers beside a zero, and K far out, which SciPy has to eight digits
                assert found == pytest.approx(expected, rel=1e-11, abs=1e-15 * (expected != 0))


def test_there_is_no_value_outside(subtests):
    for name, places in NOWHERE_AT.items():
        for place in places:
            arguments = ", ".join(f"({each})" for each in place)
            line = Sheet.read([f"{name}({arguments}) + 0x"]).lines[0]
            with subtests.test(f"{name}{place}"):
                assert np.isnan(host(name, *(np.asarray(float(each)) for each in place)))
                assert BallFunction(line.tree, "x", {}, 0, 0).value(exactly(1.0)) is NOWHERE


LINES = (
    "besselj(1/3, x)", "bessely(2, x)", "airyai(-x)", "legendre(2.5, x)", "ellipk(x)", "polylog(2, x)",
    "ellipf(x, 0.5)", "fresnelc(x)", "lambertwm1(-x/10)", "hyp2f1(1, 2.5, 3, -x)", "genlaguerre(4, 0.5, x)",
)  # fmt: skip


def test_boxes_hold_the_values_and_derivatives(subtests):
    edges = np.linspace(-6.1, 6.2, 65)
    places = np.random.default_rng(0).uniform(edges[:-1], edges[1:])
    for text in LINES:
        sheet = Sheet.read([text])
        line = sheet.lines[0]
        bounds = enclose_orders(Subject.of_line(line, sheet), 2)(edges[:-1], edges[1:], {})
        function = BallFunction(line.tree, "x", {}, 0, 2)
        with subtests.test(text), digits(40):
            assert bounds[0].defined.sum() > 5
            for at, x in enumerate(places):
                for bound, exact in zip(bounds, map(number, function.orders(exactly(x))), strict=True):
                    assert np.isnan(exact) == bound.empty[at] or not bound.defined[at]
                    assert np.isnan(exact) or bound.low[at] <= exact <= bound.high[at], (x, exact)


def test_what_is_proven_of_their_curves(subtests):
    """All zeros of J₀ in view, each exactly; ends and poles."""
    for text, kinds in {
        "besselj(0, x)": [], "besselj(1, x)/x": ["HOLE"], "polylog(2, x)": ["END"], "ellipk(x)": ["POLE"],
        "gammainc(x, 2)": ["END"],
    }.items():  # fmt: skip
        study = study_over(text, (-9.0, 9.3))
        with subtests.test(text):
            assert [b.kind.name for b in study.breaks] == kinds
    assert study_over("besselj(0, x)", (-9.0, 9.3)).has_all_breaks


def test_derivatives_by_the_order_are_not_made_up():
    sheet = Sheet.read(["besselj(x, 2)"])
    f = Subject.of_line(sheet.lines[0], sheet).call
    assert np.isnan(jax.grad(f)(1.5, {}))
    function = BallFunction(sheet.lines[0].tree, "x", {}, 0, 1)
    with digits(30), mp.workdps(30):
        slope = mp.diff(lambda n: mp.besselj(n, 2), mpf(1.5))
        assert number(function.orders(exactly(1.5))[1]) == pytest.approx(float(slope), rel=1e-12)


def test_each_has_a_help_line_and_slopes_over_its_parameters():
    for name in SPECIAL:
        assert name in MPMATH, name


def test_wide_balls_of_elliptic_integrals_hold_their_values():
    generator = np.random.default_rng(3)
    for _ in range(200):
        n, m = (complex(*generator.uniform((-3, -2), (1, 2))) for _ in "nm")
        radius = generator.choice([0.01, 0.1, 0.5])
        wide = [acb(arb(z.real, radius), arb(z.imag, radius)) for z in (n, m)]
        found = TABLE["ellippi"].ball(*wide)
        if not found.is_finite():
            continue
        inside = [z + complex(*generator.uniform(-radius, radius, 2)) for z in (n, m)]
        exact = acb.elliptic_pi(*(acb(z.real, z.imag) for z in inside))
        assert found.overlaps(exact), (wide, inside)
    real = TABLE["ellippi"].ball(arb(-1, 0.5), arb(0.2, 0.1))
    ends = [acb.elliptic_pi(acb(n), acb(m)).real for n, m in ((-1.5, 0.1), (-0.5, 0.3))]
    assert all(map(real.contains, ends))


def test_scaled_bessel_functions_have_derivatives_beside_0():
    places = np.array([-1e-7, 1e-5, 3.0, -20.0])
    for name, order in (("i0e", 0), ("i1e", 1)):
        found = series(name, 2, (2,), places, np.ones(4))
        for place, row in zip(places.tolist(), found, strict=True):
            with mp.workdps(50):
                exact = mp.taylor(
                    lambda z, n=order: mp.besseli(n, z) * mp.exp(-abs(z)), mpf(place), 2, h=1e-12
                )
            assert row == pytest.approx([float(c) for c in exact], rel=1e-9), (name, place)


def test_curves_by_a_parameter_are_those_of_mpmath(subtests):
    """With two derivatives; there is no value where the domain ends, though balls could go on."""
    cases = {
        "polylog": (mpmath.polylog, (0.5,), -10),
        "gammainc": (lambda a, x: mpmath.gammainc(a, 0, x, regularized=True), (2.0,), 0),
        "besselk": (mpmath.besselk, (3.0,), -10),
    }
    s = np.linspace(-10, 10, 512) + 0.00123
    for name, (peer, others, begin) in cases.items():
        with subtests.test(name):
            columns = [s, np.ones_like(s), *(np.full_like(s, each) for each in others)]
            found = series(name, 2, (2, *(1 for _ in others)), *columns)
            assert np.isfinite(found).all(1).tolist() == (s > begin).tolist()
            with mpmath.workdps(30):
                for row in range(300, 512, 70):
                    true = mpmath.taylor(
                        lambda a, f=peer, rest=others: f(a, *rest), mpmath.mpf(float(s[row])), 2
                    )
                    np.testing.assert_allclose(found[row], [float(c.real) for c in true], rtol=1e-11)


def _pi_along(begin, m, slope, z):
    return mpmath.ellippi(z, m + slope * (z - begin))


def test_curves_along_a_line_of_several_arguments_share_polynomials(subtests, monkeypatch):
    """ellippi(x, x) and the like; one place after the other took 30 ms each."""
    single = []
    nearest = special_values._nearest
    monkeypatch.setattr(special_values, "_nearest", lambda *given: single.append(given) or nearest(*given))
    x = np.linspace(-3, 0.97, 600)
    for m, slope in ((x, 1.0), (x / 2, 0.5), (-0.5 - 2 * x, -2.0), (np.full(600, 0.25), 0.0)):
        with subtests.test(slope=slope):
            defined, one = (x < 1) & (m < 1), np.ones(600)
            single.clear()
            columns = (x, one, m, slope * one) if slope else (x, one, m)
            found = series("ellippi", 2, (2, 2) if slope else (2, 1), *columns)
            assert np.isfinite(found).all(1).tolist() == defined.tolist()
            assert len(single) < 30
            for row in np.flatnonzero(defined)[::90]:
                begin, other = mpf(float(x[row])), mpf(float(m[row]))
                along = partial(_pi_along, begin, other, slope)
                with mpmath.workdps(30):
                    true = mpmath.taylor(along, begin, 2)
                np.testing.assert_allclose(found[row], [float(c.real) for c in true], rtol=1e-9)
    # along a curve, where no line is
    bent = series("ellippi", 1, (2, 2), x[::60], one[::60], x[::60] ** 2 / 9, 2 * x[::60] / 9)
    with mpmath.workdps(30):
        true = mpmath.diff(lambda z: mpmath.ellippi(z, z**2 / 9), mpf(float(x[60])))
    assert bent[1, 1] == pytest.approx(float(true), rel=1e-10)


def test_polylogarithms_of_order_1_and_0():
    x = np.array([-5.0, -0.5, 0.25, 0.9])
    np.testing.assert_allclose(host("polylog", np.ones(4), x), -np.log1p(-x), rtol=1e-14)
    np.testing.assert_allclose(host("polylog", np.zeros(4), x), x / (1 - x), rtol=1e-14)
    assert np.isnan(host("polylog", np.array([1.0, 0.0]), np.array([1.0, 1.0]))).all()


def test_functions_without_values_by_scipy_have_their_derivatives_by_polynomials():
    """All orders at once: by the slopes of the catalogue each order would be a function of its own."""
    assert all(TABLE[name].host is None for name in BY_BALLS)
    x, one = np.linspace(-0.99, 5, 600), np.ones(600)
    found = series("gegenbauer", 2, (1, 1, 2), 2.5 * one, 1.5 * one, x, one)
    for row in range(0, 600, 120):
        with mpmath.workdps(30):
            true = mpmath.taylor(lambda z: mpmath.gegenbauer(2.5, 1.5, z), mpf(float(x[row])), 2)
        np.testing.assert_allclose(found[row], [float(c.real) for c in true], rtol=1e-12)


def test_values_beyond_single_precision_are_infinite():
    order, x = np.zeros(1, np.float32), np.full(1, 100.0, np.float32)
    np.testing.assert_array_equal(host("besseli", order, x), [np.inf])
