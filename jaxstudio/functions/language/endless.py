"""Bounds that are infinite: a sum counts upwards, an integral has a twin over a finite range."""

from __future__ import annotations

from dataclasses import replace

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.language.nodes import (
    Bound,
    Chain,
    Name,
    Negate,
    Node,
    Number,
    Power,
    substitute,
)
from jaxstudio.functions.language.tokens import TokenReader


def checked(parser: TokenReader, bound: Bound) -> Node:
    """A sum, a product or an integral; an infinite bound of the first two is the upper one, as ∞."""
    low, high = ends = written(parser, bound.low), written(parser, bound.high)
    bound = replace(bound, low=low, high=high)
    if bound.kind == "integral" or not any(map(is_infinite, ends)):
        return bound
    falls = [isinstance(each, Negate) for each in ends]
    if (is_infinite(ends[0]) and not falls[0]) or (is_infinite(ends[1]) and falls[1]):
        message = Wording("{0} counts upwards: from a number to ∞, or from -∞", bound.kind)
        raise ExpressionError(message, ends[0].start, ends[1].end)
    if not is_infinite(ends[0]):
        return bound
    # from -∞ on, the same over the opposite numbers
    start, end = bound.start, bound.end
    mirrored = substitute(bound.body, bound.variable, Negate(start, end, Name(start, end, bound.variable)))
    first = Number(start, end, 1.0) if is_infinite(ends[1]) else Negate(start, end, ends[1])
    endless = Number(start, end, float("inf"))
    left = replace(bound, body=mirrored, low=first, high=endless)
    if not is_infinite(ends[1]):
        return left
    right = replace(bound, low=Number(start, end, 0.0), high=endless)
    return Chain(start, end, (left, right), ("+" if bound.kind == "sum" else "*",))


def written(parser: TokenReader, end: Node) -> Node:
    """The bound, ∞ where it is spelt as a name that the sheet does not have."""
    if isinstance(end, Negate):
        return replace(end, operand=written(parser, end.operand))
    is_word = isinstance(end, Name) and end.name in INFINITIES and end.name not in parser.values
    return Number(end.start, end.end, float("inf")) if is_word else end


INFINITIES = frozenset({"inf", "infinity", "Infinity", "infty", "oo"})


def is_infinite(node: Node) -> bool:
    """Whether it is ∞ or -∞."""
    inner = node.operand if isinstance(node, Negate) else node
    return isinstance(inner, Number) and inner.value == float("inf")


def finite(bound: Bound) -> Bound:
    """An integral over a finite range, by a variable that is finite where the old one is not."""
    low, high, (start, end) = bound.low, bound.high, (bound.start, bound.end)
    if not (is_infinite(low) or is_infinite(high)):
        return bound

    def number(value: float) -> Node:
        return Number(start, end, value)

    def joined(sign: str, *operands: Node) -> Node:
        return Chain(start, end, operands, (sign,))

    v = Name(start, end, bound.variable)
    one, square = number(1.0), Power(start, end, v, number(2.0))
    falls = (is_infinite(low) and isinstance(low, Number)) or (is_infinite(high) and isinstance(high, Negate))
    if is_infinite(low) and is_infinite(high):
        under, over, ends = joined("-", one, square), joined("+", one, square), (-1.0, 1.0)
        place = joined("/", v, under)
    else:
        under, over, ends = joined("-", one, v), one, (0.0, 1.0)
        infinite, begin = (high, low) if is_infinite(high) else (low, high)
        sign = "-" if isinstance(infinite, Negate) else "+"
        place = joined(sign, begin, joined("/", v, under))
    slope = joined("/", over, Power(start, end, under, number(2.0)))
    body = joined("*", substitute(bound.body, bound.variable, place), slope)
    first, last = (number(each) for each in (reversed(ends) if falls else ends))
    return replace(bound, body=body, low=first, high=last)
