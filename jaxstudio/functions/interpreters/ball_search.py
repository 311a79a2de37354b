"""Places at which a function of balls is not regular, by bisection: everywhere else is proven."""

from __future__ import annotations

from collections.abc import Callable

import flint
from flint import arb

from jaxstudio.functions.interpreters.germs import Unexpanded

# More brackets, or parts that are looked at, are too many.
MOST_BRACKETS, MOST_PARTS = 60, 2_000
# A place is pinned down to a ball of this share of the working precision.
PINNED = 0.8

IsRegular = Callable[[arb], bool]


def irregular(
    is_regular: IsRegular, low: arb, high: arb, narrow: arb, most: int = MOST_PARTS
) -> list[tuple[arb, arb]]:
    """The brackets, not much wider than `narrow` and ascending, outside of which all is regular.

    Raises Unexpanded where there are too many.
    """
    parts, brackets = [(low, high)], list[tuple[arb, arb]]()
    for _ in range(most):
        if not parts:
            return brackets
        a, b = parts.pop()
        if is_regular(a.union(b)):
            continue
        if b - a > narrow:
            middle = ((a + b) / 2).mid()
            parts += [(middle, b), (a, middle)]
        elif brackets and not a > brackets[-1][1]:
            brackets[-1] = brackets[-1][0], b
        else:
            brackets.append((a, b))
        if len(brackets) > MOST_BRACKETS:
            break
    raise Unexpanded


def pinned(is_regular: IsRegular, low: arb, high: arb) -> arb:
    """A ball around the one irregular place in a bracket; raises Unexpanded where there are several."""
    brackets = irregular(is_regular, low, high, arb(2) ** int(-PINNED * flint.ctx.prec))
    if len(brackets) != 1:
        raise Unexpanded
    return brackets[0][0].union(brackets[0][1])
