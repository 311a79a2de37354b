"""The names of the methods of differentiation."""

from __future__ import annotations

from enum import StrEnum

from jaxstudio.errors import UsageError

HIGHEST = 12  # the highest order


class Method(StrEnum):
    VALUE = "value"  # order 0
    REVERSE = "reverse"  # jax.grad inside jax.grad
    FORWARD = "forward"  # jax.jvp inside jax.jvp
    TAYLOR = "taylor"  # power series over the tree
    JET = "jet"  # jax.experimental.jet, which needs no tree
    FINITE = "finite"  # central differences
    SYMBOLIC = "symbolic"  # a formula, by SymPy


def check_order(order: int) -> None:
    """Raise a UsageError unless 0 <= order <= 12."""
    if not 0 <= order <= HIGHEST:
        raise UsageError(f"order {order}: expected a whole number from 0 to {HIGHEST}")
