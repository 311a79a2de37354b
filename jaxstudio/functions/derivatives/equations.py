"""How large a traced program is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

# equations that only call another program, which is counted in their place
CALLS = frozenset(
    {"jit", "pjit", "closed_call", "core_call", "custom_jvp_call", "custom_vjp_call", "remat", "checkpoint"}
)


def count_equations(program: Any) -> int:
    """The equations of a jaxpr (closed or open), those of loop bodies and branches included, once each."""
    return sum(equations_by_name(program).values())


def equations_by_name(program: Any) -> Counter[str]:
    """The same for each primitive."""
    found: Counter[str] = Counter()
    for equation in getattr(program, "jaxpr", program).eqns:
        if equation.primitive.name not in CALLS:
            found[equation.primitive.name] += 1
        for inner in _programs(equation.params.values()):
            found += equations_by_name(inner)
    return found


def _programs(values: Any) -> Iterator[Any]:
    for value in values:
        if hasattr(value, "eqns") or hasattr(value, "jaxpr"):
            yield value
        elif isinstance(value, tuple | list):
            yield from _programs(value)
