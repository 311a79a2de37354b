"""Taylor series of a typed function: in floats, and as bounds over boxes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import factorial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import jet as jax_jet

from jaxstudio.errors import ExpressionError, UsageError, Wording
from jaxstudio.functions.derivatives.series import LaxAlgebra, SeriesAlgebra
from jaxstudio.functions.derivatives.target import Function, Subject
from jaxstudio.functions.interpreters import evaluate
from jaxstudio.functions.interpreters.interval_algebra import IntervalAlgebra
from jaxstudio.functions.interpreters.intervals import Bounds, box, build, exactly, unknown
from jaxstudio.functions.language.nodes import Call, walk_all

# what jet raises where a rule is missing; functions with a rule of their own inside a jit lose its tracers
NO_RULE = (KeyError, NotImplementedError, jax.errors.UnexpectedTracerError)


def taylor(subject: Subject, order: int) -> Function:
    """g(*inputs, p) → (order + 1,) or (order + 1, n) for n outputs: the derivatives from 0 on.

    From the first order at which there is no derivative (no value, a corner, a jump) all are NaN.
    """
    tree = subject.tree
    if tree is None:
        raise UsageError("Taylor mode needs a typed expression; for other functions there is jet")

    def derivatives(*arguments: Any) -> jax.Array:
        dtype, values, p = subject.values(arguments)
        algebra = SeriesAlgebra(LaxAlgebra(dtype, networks=p), order)
        name = subject.inputs[subject.by]
        values[name] = algebra.variable(values[name])
        coefficients = algebra.full(evaluate(tree, algebra, values, subject.line))
        rows = [jnp.asarray(coefficients[0], dtype)]
        wide = dtype if jnp.finfo(dtype).bits >= 32 else jnp.float32
        # without a value there are no derivatives, and without some derivative none of higher orders
        lost = ~jnp.isfinite(rows[0])
        for k, coefficient in enumerate(coefficients[1:], start=1):
            # 12! is no float16
            row = jnp.asarray(coefficient, dtype).astype(wide) * factorial(k)
            rows.append(jnp.where(lost, jnp.nan, row.astype(dtype)))
            lost = jnp.isnan(rows[-1])
        return jnp.stack(rows)

    return derivatives


def jet(subject: Subject, order: int) -> Function:
    """The derivatives by jax.experimental.jet, which lacks tan, asin, acos, atan, gamma and more."""

    def derivatives(*arguments: Any) -> jax.Array:
        at = jnp.asarray(arguments[subject.by])

        def along(x: jax.Array) -> jax.Array:
            return subject.call(*arguments[: subject.by], x, *arguments[subject.by + 1 :])

        if order == 0:
            return along(at)[None]
        slopes = [jnp.ones_like(at), *(jnp.zeros_like(at) for _ in range(order - 1))]
        try:
            value, series = jax_jet.jet(along, (at,), (slopes,))
        except NO_RULE as error:
            message = Wording("jax.experimental.jet has no rule for it")
            if isinstance(error, KeyError):
                message = Wording("jax.experimental.jet has no rule for {0}", error.args[0])
            raise ExpressionError(message) from error
        return jnp.stack([value, *series])

    return derivatives


Enclose = Callable[[np.ndarray, np.ndarray, Mapping[str, Any]], list[Bounds]]


def enclose_orders(subject: Subject, order: int) -> Enclose:
    """g(low, high, p) → the bounds of the derivatives from 0 to `order` over n boxes of the one variable.

    `low` and `high` are float64 (n,). The bounds of a derivative hold for the slopes of chords of the one
    before too, so that they are infinite over a jump of it.
    """
    tree, base = subject.tree, IntervalAlgebra()
    if tree is None:
        raise TypeError("boxes need a tree")
    # what is stopped has a slope that its derivative does not show
    stopped = any(isinstance(part, Call) and part.name == "stop" for part in walk_all(tree))

    def bounds(low: np.ndarray, high: np.ndarray, p: Mapping[str, Any]) -> list[Bounds]:
        numbers = {**subject.defaults, **p}
        values: dict[str, Any] = {
            name: exactly(float(value))
            for name, value in numbers.items()
            if not isinstance(value, list | tuple)
        }
        algebra = SeriesAlgebra(base, order)
        values[subject.inputs[subject.by]] = algebra.variable(box(low, high))
        with np.errstate(all="ignore"):
            coefficients = algebra.full(evaluate(tree, algebra, values, subject.line))
            found = [
                base.multiply(c, base.constant(float(factorial(k)))) if k > 1 else c
                for k, c in enumerate(coefficients)
            ]
        first, *further = (part.each(lambda array: np.broadcast_to(array, np.shape(low))) for part in found)
        return _through_jumps([first, *(map(unknown, further) if stopped else further)])

    return bounds


def _through_jumps(orders: list[Bounds]) -> list[Bounds]:
    """Nothing is known of a derivative where the one before is not continuous."""
    found = orders[:1]
    for bounds in orders[1:]:
        smooth = found[-1].continuous
        low, high = np.where(smooth, bounds.low, -np.inf), np.where(smooth, bounds.high, np.inf)
        found.append(build(low, high, bounds, found[-1], defined=smooth))
    return found
