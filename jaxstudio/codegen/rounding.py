"""The form of an op's pixel functions in a script; it makes the script round as the engine does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np
from jax.extend.core import Jaxpr, Literal

from jaxstudio.definitions.images import one_by_one, rounded, together
from jaxstudio.engine.buffers import CHUNK
from jaxstudio.engine.job import substitute
from jaxstudio.engine.plan import plan_of
from jaxstudio.engine.plan.fusion import Pixels, is_fusible, shapes_of
from jaxstudio.kernels.rounded_products import NESTED
from jaxstudio.pipeline.recipe import Step

# Channels that decide whether a kind's pixel function is compiled with its products rounded one by one.
RGB = 3

# Outside `jit` JAX rounds each product by itself, as the engine's kernels do (kernels/rounded_products.py).
# XLA rewrites what is compiled together: sums with several constants become one sum, a division by what is
# the same everywhere becomes a product with its reciprocal.
CONSTANT, PARAMETER, PIXEL = range(3)
# Whose last bits depend on how many values are computed side by side.
TRANSCENDENTAL = {"exp", "exp2", "logistic"}


def computation_of(step: Step) -> Callable[..., Any]:
    """The `compute` of a step's definition (definitions/images.py) that gives the engine's bits."""
    fast = substitute(step)
    op = fast.implementation
    plan: Any = plan_of(op)(op, fast.values, (64, 64), RGB)
    function = plan.pixel_function("float32") if hasattr(plan, "pixel_function") else None
    if function is None:
        return together
    parameters = {**plan.parameters(), "key": np.zeros(2, np.uint32)}
    parameters |= plan.sample_statistic() if plan.needs_statistic else {}
    if not is_fusible(function, RGB, shapes_of(parameters)):
        return together
    pixel = jax.ShapeDtypeStruct((CHUNK // RGB, 1), np.float32)
    where = jax.ShapeDtypeStruct((6,), np.int32)

    def apply(colours: Any, where: Any, parameters: Any) -> Any:
        return function.apply(Pixels(colours, colours, 1.0, where, RGB), parameters)

    jaxpr = jax.make_jaxpr(apply)([pixel] * RGB, where, parameters).jaxpr
    kinds = [PIXEL if number < RGB else PARAMETER for number in range(len(jaxpr.invars))]
    sums = _sums_with_constants(jaxpr, kinds)
    return one_by_one if sums is not None and sums < 2 else rounded


def _sums_with_constants(jaxpr: Jaxpr, kinds: Sequence[int]) -> int | None:
    """Return how many sums have a constant operand; None if rounding each alone would change the result."""
    of = dict.fromkeys(jaxpr.constvars, PARAMETER) | dict(zip(jaxpr.invars, kinds, strict=True))
    found = 0
    for equation in jaxpr.eqns:
        inputs = [CONSTANT if isinstance(atom, Literal) else of[atom] for atom in equation.invars]
        name = equation.primitive.name
        if name in NESTED:
            nested = _sums_with_constants(equation.params[NESTED[name]].jaxpr, inputs)
            if nested is None:
                return None
            found += nested
        elif (name in TRANSCENDENTAL and PIXEL in inputs) or (name == "div" and inputs[1] != PIXEL):
            return None
        found += name in ("add", "sub") and CONSTANT in inputs
        of |= dict.fromkeys(equation.outvars, max(inputs, default=CONSTANT))
    return found
