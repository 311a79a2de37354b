"""Distances between two pictures that an optimizer can minimize, and their gradients."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import jax
import jax.numpy as jnp

# Wang, Bovik, Sheikh and Simoncelli (2004) with a uniform window, as scikit-image's structural_similarity.
WINDOW, K1, K2 = 7, 0.01, 0.03
BINS = 64

Loss = Callable[[jax.Array, jax.Array], jax.Array]


def mean_square(result: jax.Array, target: jax.Array) -> jax.Array:
    """The mean of the squared differences of two pictures (height, width, channels)."""
    return jnp.mean(jnp.square(result - target))


def _window_mean(x: jax.Array) -> jax.Array:
    """Means over WINDOW × WINDOW pixels, only of windows that fit."""
    for axis in (0, 1):
        length = x.shape[axis] - WINDOW + 1
        x = sum(jax.lax.slice_in_dim(x, shift, shift + length, axis=axis) for shift in range(WINDOW)) / WINDOW  # type: ignore[assignment]
    return x


def structural_dissimilarity(result: jax.Array, target: jax.Array) -> jax.Array:
    """1 − SSIM of two pictures of at least 7 × 7 pixels with values nominally in [0, 1]."""
    mean_a, mean_b = _window_mean(result), _window_mean(target)
    unbiased = WINDOW**2 / (WINDOW**2 - 1)
    var_a = unbiased * (_window_mean(result * result) - mean_a * mean_a)
    var_b = unbiased * (_window_mean(target * target) - mean_b * mean_b)
    covariance = unbiased * (_window_mean(result * target) - mean_a * mean_b)
    upper = (2 * mean_a * mean_b + K1**2) * (2 * covariance + K2**2)
    lower = (mean_a**2 + mean_b**2 + K1**2) * (var_a + var_b + K2**2)
    return 1 - jnp.mean(upper / lower)


def _cumulative_histogram(x: jax.Array) -> jax.Array:
    """The share of values up to each of BINS levels, per channel; a value is split between two levels."""
    place = jnp.clip(x.reshape(-1, x.shape[2]), 0, 1) * (BINS - 1)
    low = jnp.clip(jnp.floor(place), 0, BINS - 2)
    share = place - low

    def of_channel(low: jax.Array, share: jax.Array) -> jax.Array:
        index = low.astype(jnp.int32)
        return jnp.zeros(BINS).at[index].add(1 - share).at[index + 1].add(share)

    counts = jax.vmap(of_channel, in_axes=1)(low, share)
    return jnp.cumsum(counts, axis=1) / x[..., 0].size


def histogram_distance(result: jax.Array, target: jax.Array) -> jax.Array:
    """The mean squared difference of the cumulative histograms (Cramér-von Mises); places do not count."""
    return jnp.mean(jnp.square(_cumulative_histogram(result) - _cumulative_histogram(target)))


LOSSES: Mapping[str, Loss] = {
    "mse": mean_square,
    "ssim": structural_dissimilarity,
    "histogram": histogram_distance,
}


@partial(jax.jit, static_argnums=0)
def loss_and_slope(name: str, result: jax.Array, target: jax.Array) -> tuple[jax.Array, jax.Array]:
    """A loss by its name in LOSSES, and its derivative with respect to each value of the result."""
    return jax.value_and_grad(LOSSES[name])(result, target)


@partial(jax.jit, static_argnums=0)
def named_loss(name: str, result: jax.Array, target: jax.Array) -> jax.Array:
    """A loss by its name in LOSSES."""
    return LOSSES[name](result, target)
