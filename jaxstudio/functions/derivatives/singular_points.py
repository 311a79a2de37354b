"""Derivatives of a function of one variable beside its singular points, in any precision.

The derivatives of an expression have their singular points where it has its own: at the zeros of its critical
expressions, those of abs, min, max, sqrt and others that bend or end there included.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from mpmath import mp, mpf  # type: ignore[import-untyped]

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.derivatives.series import SeriesAlgebra
from jaxstudio.functions.interpreters import evaluate
from jaxstudio.functions.interpreters.singular_points import (
    COSTLY,
    NotComputable,
    SingularAlgebra,
    SingularPoints,
    is_computable,
)
from jaxstudio.functions.language.nodes import Call, Node, walk_all


class SingularDerivatives(SingularPoints):
    """A function of one variable whose derivative of order `order` is asked for, in any precision."""

    def __init__(self, tree: Node, variable: str, p: Mapping[str, Any], line: int, order: int) -> None:
        super().__init__(tree, variable, p, line)
        self.order = order

    def derivatives(self, x: mpf) -> list[mpf]:
        """Those from 0 to `order` at a number x that is no singular point, by Taylor arithmetic.

        NaN where there is none. Raises NotComputable.
        """
        algebra = SeriesAlgebra(SingularAlgebra(), self.order)
        values = {**self.numbers(), self._variable: algebra.variable(x)}
        try:
            found = algebra.full(evaluate(self._tree, algebra, values, self._line))
        except (ExpressionError, NotImplementedError, MemoryError, OverflowError, ValueError) as problem:
            raise NotComputable from problem
        rows = [mpf(c) * mp.factorial(k) for k, c in enumerate(found)]
        for k in range(self.order):  # without some derivative there are none of higher orders
            if mp.isnan(rows[k]):
                rows[k + 1] = mpf(mp.nan)
        return rows


@lru_cache(maxsize=64)
def singular_derivatives(
    tree: Node, variable: str, p: tuple[tuple[str, float], ...], line: int, order: int
) -> SingularPoints:
    """The one for a tree, values of sliders and an order, with what was found in other views of it."""
    if not order:
        return SingularPoints(tree, variable, dict(p), line)
    return SingularDerivatives(tree, variable, dict(p), line, order)


def has_computable_limits(tree: Node, order: int) -> bool:
    """Whether hundreds of digits of a derivative beside its singular points can be computed quickly."""
    if not is_computable(tree):
        return False
    # the derivatives of costly functions are too slow, and `stop` hides what its argument does to them
    slow = COSTLY | {"stop"}
    return not order or not any(isinstance(part, Call) and part.name in slow for part in walk_all(tree))
