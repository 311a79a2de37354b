"""The subject of differentiation: a JAX function, with its syntax tree where it was typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import jax
import jax.numpy as jnp

from jaxstudio.errors import UsageError
from jaxstudio.functions.interpreters import tree_to_jax
from jaxstudio.functions.language import Line, Sheet
from jaxstudio.functions.language.nodes import Node, is_condition

Function = Callable[..., jax.Array]


@dataclass(frozen=True, eq=False)
class Subject:
    """A function `call(*inputs, p)` of scalars; derivatives are taken by the input at index `by`.

    `tree`, `defaults` (the sheet's slider values) and `line` are those of the typed line, if there is one.
    """

    call: Function
    inputs: tuple[str, ...] = ("x",)
    by: int = 0
    tree: Node | None = None
    defaults: Mapping[str, float] = field(default_factory=dict)
    line: int = 0

    @staticmethod
    def of_line(line: Line, sheet: Sheet, by: str = "") -> Subject:
        """The function of a line, differentiated by its first variable or by the one named.

        A line without variables is a constant function of x. Raises a UsageError for what is no function.
        """
        if line.tree is None:
            raise line.error or UsageError("line {0} is no function", line.index + 1)
        if is_condition(line.tree):
            raise UsageError("an inequality is true or false: it has no derivatives")
        inputs = line.variables or (by or "x",)
        if by and by not in inputs:
            raise UsageError(
                "{0} is no variable of this function: expected one of {1}", by, ", ".join(inputs)
            )
        call = tree_to_jax(line.tree, inputs, sheet.values, line.index)
        at = inputs.index(by) if by else 0
        return Subject(call, inputs, at, line.tree, sheet.values, line.index)

    def values(self, arguments: tuple[Any, ...]) -> tuple[Any, dict[str, Any], dict[str, Any]]:
        """The dtype, the values of all free names, and `p` itself, of the arguments (*inputs, p)."""
        *inputs, p = arguments
        points = [jnp.asarray(value) for value in inputs]
        points = [x if jnp.issubdtype(x.dtype, jnp.floating) else x.astype(float) for x in points]
        dtype = jnp.result_type(*points)
        numbers = {name: v for name, v in {**self.defaults, **p}.items() if not isinstance(v, list | tuple)}
        numbers |= dict(zip(self.inputs, points, strict=True))
        return dtype, {name: jnp.asarray(value, dtype) for name, value in numbers.items()}, p
