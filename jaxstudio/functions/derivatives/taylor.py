"""All derivatives up to an order at once, by power series: over the tree, or by JAX's own `jet`."""

from __future__ import annotations

from math import factorial
from typing import Any

import jax
import jax.numpy as jnp
from jax.experimental import jet as jax_jet

from jaxstudio.errors import ExpressionError, UsageError
from jaxstudio.functions.derivatives.series import LaxAlgebra, SeriesAlgebra
from jaxstudio.functions.derivatives.target import Function, Subject
from jaxstudio.functions.interpreters import evaluate

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
    """The same by jax.experimental.jet, which knows no rule for tan, asin, acos, atan, gamma and more."""

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
            name = f" for {error.args[0]}" if isinstance(error, KeyError) else " for it"
            raise ExpressionError(f"jax.experimental.jet has no rule{name}") from error
        return jnp.stack([value, *series])

    return derivatives
