"""Which transforms made an equation: JAX writes them into its names, the outermost first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from jaxstudio.ir.parse.jaxpr import Equation

TRANSFORM = re.compile(r"\b(vmap|jvp|transpose)\(")
Chain = tuple[str, ...]


def chains(equations: Sequence[Equation]) -> list[Chain]:
    """For each equation the transforms it went through, the outermost first; empty for what was written so.

    Those of a call hold for all that is called.
    """
    found: list[Chain] = []
    for equation in equations:
        above = found[equation.above] if equation.above >= 0 else ()
        found.append(above + tuple(TRANSFORM.findall(equation.names)))
    return found


def order(chain: Chain) -> int:
    """How often it was differentiated: each derivative begins with one jvp."""
    return chain.count("jvp")


def in_words(chain: Chain) -> str:
    """`transpose(jvp)` and the like, without vmap where anything else tells more; empty for none."""
    told = [name for name in chain if name != "vmap"] or list(chain[:1])
    return "(".join(told) + ")" * (len(told) - 1) if told else ""
