"""The equations of a jaxpr as values: what each computes from which, and the transforms it went through."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from jaxstudio.ir.links.origins import Place


@dataclass(frozen=True)
class Equation:
    """An equation of a jaxpr or of one inside it; `above` is the equation that holds it, −1 at the top.

    `inputs` are the numbers of the equations whose results it reads, −1 for arguments and constants.
    """

    primitive: str
    above: int
    names: str
    frames: tuple[Place, ...]
    inputs: tuple[int, ...]
    outputs: tuple[str, ...]


TRANSFORM = re.compile(r"\b(vmap|jvp|transpose)\(")
Chain = tuple[str, ...]


def transform_chains(equations: Sequence[Equation]) -> list[Chain]:
    """For each equation the transforms it went through, the outermost first; empty for what was written so.

    Those of a call hold for all that is called.
    """
    chains: list[Chain] = []
    for equation in equations:
        above = chains[equation.above] if equation.above >= 0 else ()
        chains.append(above + tuple(TRANSFORM.findall(equation.names)))
    return chains


def derivative_order(chain: Chain) -> int:
    """How often it was differentiated: each derivative begins with one jvp."""
    return chain.count("jvp")


def format_chain(chain: Chain) -> str:
    """`transpose(jvp)` and the like, without vmap where anything else tells more; empty for none."""
    names = [name for name in chain if name != "vmap"] or list(chain[:1])
    return "(".join(names) + ")" * (len(names) - 1) if names else ""
