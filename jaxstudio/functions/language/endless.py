"""Bounds that are infinite: an endless integral becomes one over a finite range, a sum counts upwards."""

from __future__ import annotations

from dataclasses import replace

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language.nodes import (
    Bound,
    Chain,
    Name,
    Negate,
    Node,
    Number,
    at_columns,
    substitute,
)
from jaxstudio.functions.language.tokens import TokenReader, tokenize


def checked(parser: TokenReader, bound: Bound) -> Node:
    """A sum, a product or an integral; an infinite bound of the first two is the upper one, as ∞."""
    low, high = ends = written(parser, bound.low), written(parser, bound.high)
    bound = replace(bound, low=low, high=high)
    if not any(map(is_infinite, ends)):
        return bound
    if bound.kind == "integral":
        return _endless(parser, bound)
    falls = [isinstance(each, Negate) for each in ends]
    if (is_infinite(ends[0]) and not falls[0]) or (is_infinite(ends[1]) and falls[1]):
        message = f"{bound.kind} counts upwards: from a number to ∞, or from -∞"
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


def _endless(parser: TokenReader, bound: Bound) -> Bound:
    """The same integral over a finite range, by a variable that is finite where the old one is not."""
    low, high, v = bound.low, bound.high, bound.variable
    if is_infinite(low) and is_infinite(high):
        place, slope, ends = f"{v}/(1 - {v}^2)", f"(1 + {v}^2)/(1 - {v}^2)^2", (-1.0, 1.0)
    else:
        place, slope, ends = f"{v}/(1 - {v})", f"1/(1 - {v})^2", (0.0, 1.0)
    inner, factor = (
        at_columns(type(parser)(tokenize(text)).expression(), bound.start, bound.end)
        for text in (place, slope)
    )
    if is_infinite(low) != is_infinite(high):
        infinite, start = (high, low) if is_infinite(high) else (low, high)
        sign = "-" if isinstance(infinite, Negate) else "+"
        inner = Chain(bound.start, bound.end, (start, inner), (sign,))
    body = Chain(bound.start, bound.end, (substitute(bound.body, v, inner), factor), ("*",))
    falls = (is_infinite(low) and isinstance(low, Number)) or (is_infinite(high) and isinstance(high, Negate))
    begin, end = (Number(bound.start, bound.end, end) for end in (reversed(ends) if falls else ends))
    return replace(bound, body=body, low=begin, high=end)
