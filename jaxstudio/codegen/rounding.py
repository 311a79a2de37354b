"""Whether a function of pixels gives op by op the bits that the engine's kernels give.

Those round each product by itself (kernels/rounded_products.py), as JAX does outside `jit`. There is a
difference where XLA rewrites what is compiled together: sums with several constants become one sum, and a
division by what is the same everywhere becomes a product with its reciprocal; and in exponentials.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import numpy as np
from jax.extend.core import Jaxpr, Literal

from jaxstudio.engine.buffers import CHUNK
from jaxstudio.engine.plan.fusion import PixelFunction, Pixels
from jaxstudio.kernels.rounded_products import NESTED

CONSTANT, PARAMETER, PIXEL = range(3)
# Whose last bits depend on how many values are computed side by side.
TRANSCENDENTAL = {"exp", "exp2", "logistic"}


def runs_op_by_op(function: PixelFunction, parameters: Any) -> bool:
    """Whether a step's function of pixels may be run without `jit`; `parameters` is a pytree of arrays."""
    pixel = jax.ShapeDtypeStruct((CHUNK // 3, 1), np.float32)
    where = jax.ShapeDtypeStruct((6,), np.int32)

    def apply(colours: Any, where: Any, parameters: Any) -> Any:
        return function.apply(Pixels(colours, colours, 1.0, where, 3), parameters)

    jaxpr = jax.make_jaxpr(apply)([pixel] * 3, where, parameters).jaxpr
    kinds = [PIXEL if number < 3 else PARAMETER for number in range(len(jaxpr.invars))]
    sums = _sums_with_constants(jaxpr, kinds)
    return sums is not None and sums < 2


def _sums_with_constants(jaxpr: Jaxpr, kinds: Sequence[int]) -> int | None:
    """How many sums have a constant; None where one by one would not give the same at all."""
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
