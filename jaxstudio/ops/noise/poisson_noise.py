"""Poisson noise: light counted photon by photon."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Array, Float32, UInt32
from jaxstudio.kernels.random_fields import normal, uniform
from jaxstudio.pipeline.kinds import Op, Random
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float

# Up to this mean the distribution is inverted term by term; MOST terms leave out less than 1e-7 of it.
EXACT_BELOW, MOST = 12.0, 36


def few(mean: Float32[Array, "*shape"], u: Float32[Array, "*shape"]) -> Float32[Array, "*shape"]:
    """Poisson counts of small means: how many cumulative probabilities u exceeds."""
    term = jnp.exp(-mean)
    total, count = term, jnp.zeros_like(mean)
    for k in range(1, MOST):
        count = count + (u >= total).astype(u.dtype)
        term = term * mean * (1.0 / k)
        total = total + term
    return count


def many(mean: Float32[Array, "*shape"], z: Float32[Array, "*shape"]) -> Float32[Array, "*shape"]:
    """Poisson counts of large means: a normal with the right skewness, rounded (Cornish and Fisher)."""
    # rounding adds 1/12 to the variance, the skewness 1/18
    spread = jnp.sqrt(mean - (1 / 12 + 1 / 18))
    return jnp.maximum(jnp.floor(mean + spread * z + (z * z - 1.0) * (1 / 6) + 0.5), 0.0)


def add_poisson_noise(
    x: Float32[Array, "*shape"], bits: tuple[UInt32[Array, "*shape"], UInt32[Array, "*shape"]], p: Params
) -> Float32[Array, "*shape"]:
    mean = jnp.maximum(x, 0.0) * p["peak"]
    small = mean < EXACT_BELOW
    low = few(jnp.where(small, mean, 1.0), uniform(bits[0]))
    high = many(jnp.where(small, EXACT_BELOW, mean), normal(bits[0]))
    return jnp.where(small, low, high) / p["peak"]


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
        Float(
            name="peak",
            value=255.0,
            low=0.1,
            high=100000.0,
            slider_low=1.0,
            slider_high=1000.0,
            doc="Photons that white stands for.",
        ),
    ),
    kind=Random(add_poisson_noise),
)
