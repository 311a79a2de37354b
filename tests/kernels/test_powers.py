"""Powers against NumPy's, in double precision."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxstudio.kernels.powers import power, power_of_two, unless_one


def test_power_of_two_is_numpys():
    t = np.linspace(-126, 127, 100_001, dtype=np.float32)
    expected = np.exp2(t.astype(np.float64))
    np.testing.assert_allclose(jax.jit(power_of_two)(t), expected, rtol=2.5e-7)
    # compiled with what it is given known, too: nothing that rounds is left out
    np.testing.assert_allclose(jax.jit(lambda: power_of_two(t))(), expected, rtol=2.5e-7)


def test_power_of_two_is_exact_where_the_result_is_a_float():
    t = np.arange(-126, 128)
    expected = np.ldexp(np.float32(1), t)
    np.testing.assert_array_equal(power_of_two(t.astype(np.float32)), expected)


def test_power_of_two_far_below_is_next_to_nothing():
    np.testing.assert_array_equal(
        power_of_two(np.array([-1e4, -np.inf], np.float32)), np.full(2, 2.0**-126, np.float32)
    )
    assert np.isnan(power_of_two(np.float32(np.nan)))


@pytest.mark.parametrize("t", [-3.3, 0.0, 0.5, 7.25])
def test_slope_of_a_power_of_two(t):
    assert jax.grad(power_of_two)(np.float32(t)) == pytest.approx(np.log(2) * 2.0**t, rel=1e-6)


@pytest.mark.parametrize(("exponent", "rtol"), [(1 / 3, 5e-7), (1 / 2.4, 5e-7), (2.4, 1.3e-6)])
def test_powers_are_numpys(exponent, rtol):
    x = np.geomspace(1e-4, 300, 100_001).astype(np.float32)
    expected = x.astype(np.float64) ** exponent
    np.testing.assert_allclose(jax.jit(power, static_argnums=1)(x, exponent), expected, rtol=rtol)
    np.testing.assert_allclose(jax.jit(power)(x, exponent), expected, rtol=2.5e-6)  # traced
    by_exponent = jax.jit(jax.vmap(jax.grad(power, argnums=1), (0, None)))(x, exponent)
    np.testing.assert_allclose(by_exponent, np.log(x.astype(np.float64)) * expected, rtol=1e-4, atol=1e-6)
    wide = np.geomspace(1e-15, 1e15, 1001).astype(
        np.float32
    )  # larger sums of the exponent are rounded coarser
    np.testing.assert_allclose(power(wide, exponent), wide.astype(np.float64) ** exponent, rtol=1e-5)
    slopes = jax.jit(jax.vmap(jax.grad(lambda x: power(x, exponent))))(x)
    np.testing.assert_allclose(slopes, exponent * x.astype(np.float64) ** (exponent - 1), rtol=3e-5)


def test_powers_of_the_largest_numbers():
    assert power(np.float32(np.inf), 1 / 2.4) == power(np.float32(np.inf), 2.4) == np.inf
    assert np.isnan(power(np.float32(np.nan), 1 / 2.4))
    assert power(np.float32(1e20), 2.4) > 1e38


@pytest.mark.parametrize("exponent", [1.0, 1.5])
def test_a_power_that_is_left_out_has_its_value_and_its_derivative(exponent):
    x = np.linspace(0.05, 2.0, 200, dtype=np.float32)

    def curve(x, p, power):
        return 3.0 * power(x, p)

    def value(x, p):
        return unless_one(curve, p == 1, x, p)

    one = np.ones_like(x)
    y, by_x = jax.jvp(lambda x: value(x, jnp.float32(exponent)), (x,), (one,))
    _, by_exponent = jax.jvp(lambda p: value(x, p), (jnp.float32(exponent),), (jnp.float32(1),))
    wide = x.astype(float)
    np.testing.assert_allclose(y, 3 * wide**exponent, rtol=2e-6)
    np.testing.assert_allclose(by_x, 3 * exponent * wide ** (exponent - 1), rtol=5e-5)
    np.testing.assert_allclose(by_exponent, 3 * wide**exponent * np.log(wide), rtol=5e-5, atol=1e-5)
