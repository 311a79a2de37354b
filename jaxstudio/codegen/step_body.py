"""The function of one step in a script: its lines, and what they take from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import jax
import numpy as np
from jax.extend.core import Jaxpr, Literal

from jaxstudio.codegen import whole_image
from jaxstudio.codegen.sources import Sources
from jaxstudio.codegen.symbols import Reference, resolve
from jaxstudio.engine.buffers import CHUNK
from jaxstudio.engine.kernels import centred
from jaxstudio.engine.plan import plan_of
from jaxstudio.engine.plan.fusion import PixelFunction, Pixels, is_fusible, shapes_of
from jaxstudio.kernels.pixels import to_float
from jaxstudio.kernels.rounded_products import NESTED
from jaxstudio.pipeline.kinds import Placed
from jaxstudio.pipeline.params import Bool, Choice, Float, Int, Matrix, Param, Points
from jaxstudio.pipeline.recipe import Step

# Channels that decide whether a kind's pixel function is compiled with its products rounded one by one.
RGB = 3


class StepBody:
    """The lines of a step's function."""

    def __init__(self, sources: Sources, step: Step) -> None:
        self.sources, self.step, self.op = sources, step, step.implementation
        self.name = sources.unique(step.op.name)
        self.values_name = sources.unique(self.name.upper())
        self.lines: list[str] = []
        self.takes_dtype, self.uses_values, self.on_host = False, False, ""
        self.left_out: frozenset[str] = frozenset()

    def add(self, line: str) -> None:
        self.lines.append(line)

    def use(self, function: Callable[..., Any]) -> str:
        """A function of this program by its name in the script."""
        return self.sources.named(function)

    def symbol(self, module: ModuleType, name: str) -> str:
        """What stands at the top of a module of this program, by its name in the script."""
        found = resolve(module.__name__, name)
        assert isinstance(found, Reference)
        return self.sources.symbol(found)

    def function(self, value: Any, role: str) -> str:
        """A function that the op has, by its name in the script."""
        return self.sources.expression(value, f"{self.name}_{role}")

    @property
    def values(self) -> str:
        self.uses_values = True
        return self.values_name

    def traced(self, radius: str = "0") -> str:
        """What the op's functions find in p: an expression."""
        if not self.op.own_params:
            return "{}"
        self.sources.add_import("import numpy as np")
        numbers = [param.name for param in self.op.own_params if isinstance(param, Float | Int)]
        if len(numbers) == len(self.op.own_params) and len(numbers) > 1:
            return f"{{name: np.float32({self.values}[name]) for name in {quoted(numbers)}}}"
        return (
            "{" + ", ".join(filter(None, (self._array(param, radius) for param in self.op.own_params))) + "}"
        )

    def _array(self, param: Param, radius: str) -> str:
        value = f'{self.values}["{param.name}"]'
        if isinstance(param, Float | Int):
            return f'"{param.name}": np.float32({value})'
        if isinstance(param, Choice):
            return f'"{param.name}": np.int32({quoted(param.choices)}.index({value}))'
        if isinstance(param, Bool):
            return f'"{param.name}": np.bool_({value})'
        if isinstance(param, Matrix):
            side = f"2 * {radius} + 1"
            return f'"{param.name}": {self.use(centred)}(np.array({value}, np.float32), {side})'
        if isinstance(param, Points):
            more = f"((0, {param.largest} - len({value})), (0, 0))"
            return f'"{param.name}": np.pad(np.array({value}, np.float32), {more}, "edge")'
        return ""

    def reach(self, function: Any, role: str) -> str:
        """Rows and columns that a pass reads, in terms of the radius."""
        text = self.sources.inline(function, "radius")
        return f"{self.function(function, role)}(radius)" if text is None else text

    @property
    def noise_key(self) -> str:
        self.sources.add_import("import numpy as np")
        return f'"key": np.array([SEED, {self.step.key}], np.uint32)'

    def add_rounded(
        self, expression: Callable[[], str], by_channel: bool = False, traced: bool = False
    ) -> bool:
        """Add lines that compute an expression of x and p with each product rounded by itself.

        Args:
            by_channel: the expression is of each value alone.
            traced: it is always compiled.

        Returns:
            Whether the engine computes the op's function so; if not, nothing is added.
        """
        plan: Any = plan_of(self.op)(self.op, self.step.values, (64, 64), RGB)
        function = plan.pixel_function("float32")
        if function is None:
            return False
        parameters = plan.parameters() | (plan.sample_statistic() if plan.needs_statistic else {})
        if isinstance(self.op.kind, Placed) or getattr(self.op.kind, "placed", False):
            parameters = {**parameters, "key": np.zeros(2, np.uint32)}
        if not is_fusible(function, RGB, shapes_of(parameters)):
            return False
        call = expression()
        self.add(f"x = {self.use(to_float)}(image)")
        if not traced and runs_op_by_op(function, parameters):
            self.add(f"changed = {call}")
        else:
            name = self.sources.unique(f"{self.name}_of_floats")
            if by_channel:
                self.sources.add_import("import jax.numpy as jnp")
                each = call.replace("(x, ", "(x[..., channel], ", 1)
                call = f"jnp.stack([{each} for channel in range(x.shape[2])], axis=2)"
            self.sources.add(f"def {name}(x, p):\n    return {call}")
            zero = self.symbol(whole_image, "ZERO")
            compute = self.use(whole_image.compute_rounded)
            self.add(f"changed = {compute}(x, p, {zero}, function={name})")
        return True


def quoted(words: Sequence[str]) -> str:
    return "(" + ", ".join(f'"{word}"' for word in words) + ("," if len(words) == 1 else "") + ")"


# Outside `jit` JAX rounds each product by itself, as the engine's kernels do (kernels/rounded_products.py).
# XLA rewrites what is compiled together: sums with several constants become one sum, a division by what is
# the same everywhere becomes a product with its reciprocal.
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
