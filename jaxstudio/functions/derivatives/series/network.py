"""A network of dense layers along power series: a layer is linear, each coefficient goes by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp

from jaxstudio.functions.derivatives.series.arithmetic import Ring, Series
from jaxstudio.functions.derivatives.series.piecewise import relu


def network(ring: Ring, layers: Sequence[tuple[Any, Any]], inputs: Sequence[Sequence[Any]]) -> Series:
    """The output of relu layers [(weights (in, out), biases (out,)), …] for inputs given by all their
    coefficients, over JAX's numbers."""
    values: Series = tuple(jnp.stack(column) for column in zip(*inputs, strict=True))
    *hidden, last = layers
    for layer in hidden:
        values = relu(ring, _dense(layer, values))
    return tuple(coefficient[0] for coefficient in _dense(last, values))


def _dense(layer: tuple[Any, Any], values: Series) -> Series:
    weights, biases = layer
    first, *further = (coefficient @ weights for coefficient in values)
    return (first + biases, *further)
