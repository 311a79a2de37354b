"""Poisson noise: light counted photon by photon."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.kernels.array_types import Bits, Float32, FloatArray
from jaxstudio.kernels.random_fields import EXACT_BELOW, TERMS, poisson
from jaxstudio.pipeline.kinds import Op, Random
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import GRAINS


def add_poisson_noise(x: FloatArray, bits: Bits, p: Params) -> FloatArray:
    return poisson(jnp.maximum(x, 0.0) * p["peak"], bits[0]) / p["peak"]


def mean_of_counts(x: FloatArray, bits: Bits, p: Params) -> FloatArray:
    """The mean of p["count"] pixels: their photons together are a Poisson count as well.

    Where white clips it is shifted and scaled to the moments of a pixel's clipped value.
    """
    light, peak = jnp.maximum(x, 0.0), p["peak"]
    drawn = poisson(light * peak * p["count"], bits[0]) / (peak * p["count"])
    if not np.isfinite(p["top"]):
        return drawn
    mean, variance = clipped_moments(light * peak, peak)
    return mean + (drawn - light) * jnp.sqrt(variance * peak / jnp.maximum(light, 1e-12))


def clipped_moments(photons: FloatArray, white: Float32[Any, ""]) -> tuple[FloatArray, FloatArray]:
    """Mean and variance of min(n / white, 1), n a Poisson count of mean `photons`."""
    small = photons < EXACT_BELOW
    term = jnp.exp(-jnp.where(small, photons, 1.0))
    first = second = jnp.zeros_like(photons)
    for k in range(1, TERMS):
        term = term * jnp.where(small, photons, 1.0) * (1.0 / k)
        value = jnp.minimum(k / white, 1.0)
        first, second = first + term * value, second + term * value * value
    # many photons: a normal distribution, cut off at white
    deviation = jnp.sqrt(jnp.where(small, EXACT_BELOW, photons)) / white
    mean = jnp.where(small, EXACT_BELOW, photons) / white
    edge = (1.0 - mean) / deviation
    density = jnp.exp(-0.5 * edge * edge) * np.float32(1 / np.sqrt(2 * np.pi))
    below = 0.5 * (1.0 + lax.erf(edge * np.float32(np.sqrt(0.5))))
    excess = mean - 1.0
    cut = 1.0 + excess * below - deviation * density
    square = (excess * excess + deviation * deviation) * below - deviation * excess * density
    spread = square - jnp.square(cut - 1.0)
    return jnp.where(small, first, cut), jnp.maximum(jnp.where(small, second - first * first, spread), 0.0)


poisson_noise = Op(
    name="poisson_noise",
    title="Poisson noise",
    category="noise",
    keywords=("shot noise", "photons", "low light"),
    doc="Counts light photon by photon: the fewer, the grainier.",
    use="To imitate a picture taken in little light, a telescope or a microscope.",
    formula="y = n / peak, n drawn from the Poisson distribution of mean peak·x",
    source="skimage.util.random_noise(mode='poisson')",
    notes="scikit-image derives the peak from the number of different values; 255 is a full 8-bit range. "
    "From a mean of 12 on, the counts are drawn from a normal with the Poisson's skewness, rounded. "
    "Values below 0 count as 0.",
    own_params=(
        Float("peak", 255.0, 0.1, 100000.0, slider_low=1.0, slider_high=1000.0,
            doc="Photons that white stands for."),
    ),
    preview_note=GRAINS,
    kind=Random(add_poisson_noise, mean_of_counts),
)  # fmt: skip
