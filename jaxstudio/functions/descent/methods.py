"""The ways downhill, as Optax builds them; their rates are traced, so that dragging one compiles nothing."""

from __future__ import annotations

from enum import StrEnum

import jax
import optax  # type: ignore[import-untyped]

from jaxstudio.errors import UsageError


class Method(StrEnum):
    GRADIENT = "gradient"  # a step against the gradient
    MOMENTUM = "momentum"  # Polyak's heavy ball: part of the last step is taken again
    NESTEROV = "nesterov"  # as the heavy ball, looking one step ahead
    ADAM = "adam"  # each direction scaled by the size of its recent gradients (Kingma and Ba, 2015)


def method_of(name: str) -> Method:
    """The method of that name; a UsageError names the four there are."""
    try:
        return Method(name)
    except ValueError:
        raise UsageError(f"method is {name!r}; expected one of {', '.join(Method)}") from None


def optimiser(method: Method, rate: jax.Array, momentum: jax.Array) -> optax.GradientTransformation:
    """Optax's transformation; `rate` and `momentum` (Adam's beta 1) are scalars and may be traced."""
    match method:
        case Method.GRADIENT:
            return optax.sgd(rate)
        case Method.MOMENTUM:
            return optax.sgd(rate, momentum=momentum)
        case Method.NESTEROV:
            return optax.sgd(rate, momentum=momentum, nesterov=True)
        case Method.ADAM:
            return optax.adam(rate, b1=momentum)


def check_rate(rate: float, momentum: float) -> None:
    """Raise UsageError unless 0 < rate and 0 <= momentum < 1."""
    if not 0 < rate < float("inf"):
        raise UsageError(f"rate is {rate}; expected a number above 0")
    if not 0 <= momentum < 1:
        raise UsageError(f"momentum is {momentum}; expected from 0 up to, not including, 1")
