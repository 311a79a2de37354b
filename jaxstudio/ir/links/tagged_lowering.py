"""Which equation made which operation, by lowering a copy whose equations carry their number.

The names that JAX and XLA carry along do not tell apart what one line made many times (an unrolled
loop, say). So the jaxpr is lowered a second time with each equation's number among its names. The
copy is the same program; this is checked operation by operation, and where it is not so nothing is
claimed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import jax
import numpy as np
from jax.extend import core

from jaxstudio.ir.parse.jaxpr import rebuilt

TAG = re.compile(r"_eq(\d+)_(?![0-9])")
# What says nothing of the computation: where it comes from, and on which devices it lies.
ASIDE = re.compile(
    r', (?:metadata|frontend_attributes)=\{(?:[^"}]|"(?:[^"\\]|\\.)*")*\}'
    r"|, sharding=\{(?:[^{}]|\{[^{}]*\})*\}"
)
NAME = re.compile(r"%[\w.\-$]+")


def lower_tagged(closed: core.ClosedJaxpr, name: str) -> Any:
    """Lower a copy of `closed`, as `jit(...).trace(...).lower()` does.

    The names of its operations hold `_eq<number>_` for every equation that they are part of.
    """
    tagged = rebuilt(
        closed,
        lambda number, equation: equation.source_info.replace(
            name_stack=equation.source_info.name_stack.extend(f"_eq{number}_")
        ),
    )
    inner = core.jaxpr_as_fun(tagged)

    def function(*arguments: Any) -> Any:
        return inner(*arguments)

    function.__name__ = function.__qualname__ = name
    shapes = [
        jax.ShapeDtypeStruct(aval.shape, aval.dtype, weak_type=aval.weak_type) for aval in closed.in_avals
    ]
    return jax.jit(function).trace(*shapes).lower()


def equation_of(path: str) -> int:
    """The innermost equation that a path of names carries, −1 for none."""
    found = TAG.findall(path)
    return int(found[-1]) if found else -1


def equations_of_paths(paths: Sequence[str]) -> np.ndarray:
    """`equation_of` for many paths; int32."""
    return np.array([equation_of(path) for path in paths], np.int32)


def has_same_instructions(text: str, tagged: str) -> bool:
    """Whether two HLO modules are the same but for metadata, shardings and names."""
    return _bare(text) == _bare(tagged)


def _bare(text: str) -> list[str]:
    """The lines of the computations, with every name as the number of its first mention."""
    numbers: dict[str, str] = {}

    def numbered(match: re.Match[str]) -> str:
        return numbers.setdefault(match[0], f"%{len(numbers)}")

    return [NAME.sub(numbered, ASIDE.sub("", line)) for line in text.split("\n") if line.startswith("  ")]
