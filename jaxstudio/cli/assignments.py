"""Values given on the command line: --at x=11, --set a=2,b=pi/3."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from jaxstudio.errors import ExpressionError, UsageError


def assignments(option: str, texts: Sequence[str]) -> dict[str, float]:
    """The names and numbers of an option that may be repeated; a value may be a constant expression."""
    from jaxstudio.functions.language.tokens import canonical

    found: dict[str, float] = {}
    for text in texts:
        for part in re.split(r",(?=[^,=()]*=)", text):
            name, sign, value = (word.strip() for word in part.partition("="))
            if not sign or not name.isidentifier() or not value:
                raise UsageError(f"{option} {part.strip()!r}: expected a name and a value such as x=1")
            found[canonical(name)] = _number(option, part.strip(), value)
    return found


def _number(option: str, part: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = _constant(option, part, value)
    if not math.isfinite(number):
        raise UsageError(f"{option} {part!r}: expected a finite number")
    return number


def _constant(option: str, part: str, value: str) -> float:
    from jaxstudio.functions.language import read_line
    from jaxstudio.functions.language.nodes import is_condition, is_several

    try:
        line = read_line(value)
    except ExpressionError as error:
        raise UsageError(f"{option} {part!r}: {error}") from error
    tree = line.tree
    if tree is None or line.variables or line.sliders or is_condition(tree) or is_several(tree):
        raise UsageError(f"{option} {part!r}: expected a number")
    from jaxstudio.functions.interpreters.mpmath_algebra import tree_to_mpmath

    return float(tree_to_mpmath(tree, (), {})({}))
