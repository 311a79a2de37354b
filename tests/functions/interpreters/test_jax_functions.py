"""Functions of our own in JAX (Ei, zeta, Lambert's W) beside mpmath's, with their derivatives and sizes."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import mpmath
import numpy as np
import pytest
from mpmath import mp, mpf

from functions.of_lines import to_jax, to_mpmath
from jaxstudio.functions.derivatives.orders import count_equations
from jaxstudio.functions.interpreters.jax_functions import Ei
from jaxstudio.functions.language import Sheet, read_line

PLACES = np.concatenate(
    [np.linspace(-30, 60, 181) + 0.0123, [-700, -1.001, -1.0, -0.999, 1e-300, 1e-8, -1e-8, 39.99, 40.01, 700]]
)


def test_values_are_mpmaths():
    exact = np.array([float(mpmath.ei(x)) for x in PLACES])
    np.testing.assert_allclose(jax.jit(jax.vmap(Ei))(jnp.asarray(PLACES)), exact, rtol=2e-15)


def test_other_formats():
    for dtype, error in (("float32", 1e-6), ("bfloat16", 3e-2)):
        x = np.array([-3.0, -0.5, 0.25, 2.0, 9.0]).astype(dtype)
        found = jax.jit(jax.vmap(Ei))(jnp.asarray(x))
        assert found.dtype == dtype
        exact = [float(mpmath.ei(float(each))) for each in x]
        np.testing.assert_allclose(np.asarray(found, np.float64), exact, rtol=error)


def test_where_it_has_no_value():
    assert jax.vmap(Ei)(jnp.array([0.0, jnp.nan])).tolist()[0] == -np.inf
    assert np.isnan(Ei(jnp.nan))


def test_derivatives_are_those_of_the_integrand():
    third = jax.jit(jax.jacfwd(jax.grad(jax.jacfwd(Ei))))
    for x in (-2.0, 0.7, 50.0):
        exact = float(mpmath.diff(lambda t: mpmath.exp(t) / t, x, 2))
        np.testing.assert_allclose(third(x), exact, rtol=1e-12)


def test_the_program_is_small():
    """JAX's own, of which every range is computed for every place, has more than 700 equations."""
    for text in ("Ei(x)", "E1(x)"):
        sheet = Sheet.read([text])
        program = jax.jit(to_jax(sheet.lines[0], sheet)).trace(jnp.asarray(2.0), {})
        assert count_equations(program.jaxpr) < 100


def test_zeta_is_continued_left_of_its_pole():
    """As mpmath has it: Riemann's by reflection, Hurwitz's by Euler and Maclaurin."""
    for text, at in (("zeta(x)", (-9.3, -2.0, -0.5, 0.5, 0.99, 1.01)), ("zeta(x, 2.5)", (-2.5, 0.3, 3.0))):
        sheet = Sheet.read([text])
        function = jax.jit(to_jax(sheet.lines[0], sheet))
        q = 2.5 if "2.5" in text else 1
        for x in at:
            expected = float(mpmath.zeta(x, q))
            assert float(function(x, {})) == pytest.approx(expected, rel=1e-12, abs=1e-15), (text, x)


BRANCH = (
    -0.3678794411714423, -0.36787944, -0.3678, -0.367, -0.3, -1e-3, 0.0, 1e-300, 0.5, 2.9, 10.0, 1e10, 1e300,
)  # fmt: skip


@pytest.mark.samples(1)
@pytest.mark.parametrize("order", [0, 1, 2])
def test_values_and_slopes_up_to_the_branch_point(order):
    sheet = Sheet.read(["W(x)"])
    function = to_jax(sheet.lines[0], sheet)
    with jax.enable_x64(True):
        for _ in range(order):
            function = jax.grad(function)
        places = BRANCH if order < 2 else BRANCH[3:-2]
        found = np.asarray(jax.jit(jax.vmap(function, (0, None)))(np.asarray(places), {}))
    with mp.workdps(40):
        for place, value in zip(places, found.tolist(), strict=True):
            w = mp.lambertw(mpf(place)).real
            slopes = (w, mp.exp(-w) / (1 + w), -mp.exp(-2 * w) * (w + 2) / (1 + w) ** 3)
            # beside the branch point the slope is infinite and x has too few digits for it
            bound = 1e-6 if order and place < -0.36787944 else 1e-13
            assert abs(value - slopes[order]) <= bound * abs(slopes[order])


def test_below_the_branch_point_it_has_no_value():
    sheet = Sheet.read(["W(x)"])
    with jax.enable_x64(True):
        assert np.isnan(to_jax(sheet.lines[0], sheet)(np.float64(-0.37), {}))
    assert mp.isnan(to_mpmath(read_line("W(x)"), sheet)(-0.37, {}))
