"""Products are rounded before they are added, as NumPy does it, whatever stands beside them in a loop."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxstudio.kernels.rounded_products import is_safe, with_rounded_products

A, B, C, D = np.random.default_rng(3).uniform(-1, 1, (4, 5000)).astype(np.float32)
ZERO = np.int32(0)


@pytest.mark.parametrize(
    "function",
    [
        lambda a, b, c, d: a * b + c * d,
        lambda a, b, c, d: a * b - c,
        lambda a, b, c, d: a - b / c,
        lambda a, b, c, d: (a + b) ** 2 + c,
        lambda a, b, c, d: jnp.where(a > 0, a * b, c) + d,
        lambda a, b, c, d: jnp.clip(a * b + c, -0.5, 0.5) * d + a,
    ],
)
def test_bits_are_those_of_single_operations(function):
    with jax.disable_jit():
        expected = np.asarray(function(*map(jnp.asarray, (A, B, C, D))))
    rounded = jax.jit(lambda zero, *arguments: with_rounded_products(function, zero)(*arguments))
    np.testing.assert_array_equal(np.asarray(rounded(ZERO, A, B, C, D)), expected)


def test_the_compiler_contracts_what_has_no_barrier():
    contracted = np.asarray(jax.jit(lambda a, b, c, d: a * b + c * d)(A, B, C, D))
    if jax.default_backend() == "cpu":
        assert (contracted != A * B + C * D).any(), "there is nothing to guard against any more"


def test_what_has_choices_inside_is_not_safe():
    assert is_safe(lambda a: jnp.clip(jnp.exp(a), 0, 1), A)
    assert not is_safe(lambda a: jnp.log(a) + 1, A)
    assert not is_safe(lambda a: jnp.where(a > 0, jnp.power(a, 0.3), 0), A)
