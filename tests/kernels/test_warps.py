"""Cosine and sine of many angles at once against NumPy's."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxstudio.kernels.warps import cos_sin


@pytest.mark.samples(1)
@pytest.mark.parametrize("scale", [1.0, 7.0, 1e4])
def test_double_precision(scale):
    angles = np.random.default_rng(3).uniform(-scale, scale, 50_000)
    quarters = np.arange(-9, 10) * (np.pi / 4)
    for angle in (angles, quarters):
        with jax.enable_x64(True):
            cos, sin = cos_sin(jnp.asarray(angle))
        np.testing.assert_allclose(cos, np.cos(angle), rtol=0, atol=2.3e-16)
        np.testing.assert_allclose(sin, np.sin(angle), rtol=0, atol=2.3e-16)


def test_single_precision_and_derivative():
    angles = np.linspace(-20, 20, 4001, dtype=np.float32)
    cos, sin = cos_sin(jnp.asarray(angles))
    assert cos.dtype == sin.dtype == np.float32
    np.testing.assert_allclose(cos, np.cos(angles.astype(np.float64)), rtol=0, atol=3e-6)
    slope = jax.jvp(lambda angle: cos_sin(angle)[1], (jnp.asarray(angles),), (jnp.ones_like(angles),))[1]
    np.testing.assert_allclose(slope, cos, rtol=0, atol=1e-6)


def test_no_number():
    assert all(np.isnan(part) for part in cos_sin(jnp.asarray(np.inf)))
