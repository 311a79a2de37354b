"""A tree as text with no more parentheses than needed: what is read again must be the same tree."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from jaxstudio.functions.language.nodes import (
    AND,
    ATOM,
    COMPARE,
    LISTS,
    NOT,
    OR,
    POWER,
    PRODUCT,
    SIGN,
    SUM,
    Apply,
    Bound,
    Call,
    Cases,
    Chain,
    Compare,
    Comprehension,
    Constant,
    Derivative,
    Index,
    ListCall,
    Logic,
    Name,
    Negate,
    Network,
    Node,
    Number,
    Power,
    Range,
    Tuple,
    Vector,
)


def text_of(node: Node) -> str:
    """The expression with no more parentheses than needed."""
    return _text(node)[0]


def _text(node: Node) -> tuple[str, int]:
    """The text and how tightly its outermost operation binds."""
    return PRINTERS[type(node)](node)


def _within(node: Node, binding: int) -> str:
    """The text where only something that binds at least so tightly may stand without parentheses."""
    text, own = _text(node)
    return text if own >= binding else f"({text})"


def _list(nodes: tuple[Node, ...]) -> str:
    return ", ".join(text_of(node) for node in nodes)


def _number(node: Number) -> tuple[str, int]:
    value = node.value
    if math.isnan(value):
        return "0/0", PRODUCT
    if math.isinf(value):
        return "1/0", PRODUCT
    return (repr(int(value)) if value.is_integer() and value < 1e15 else repr(value)), ATOM


def _name(node: Name) -> tuple[str, int]:
    # d / dx without the parentheses would begin a derivative
    return ("(d)" if node.name == "d" else node.name), ATOM


def _chain(node: Chain) -> tuple[str, int]:
    binding = PRODUCT if node.operators[0] in "*/" else SUM
    text = _within(node.operands[0], binding + 1)
    for sign, operand in zip(node.operators, node.operands[1:], strict=True):
        right = _within(operand, binding + 1)
        text += f"{sign}{right}" if binding == PRODUCT else f" {sign} {right}"
    return text, binding


def _power(node: Power) -> tuple[str, int]:
    return f"{_within(node.base, ATOM)}^{_within(node.exponent, SIGN)}", POWER


def _call(node: Call | Apply) -> tuple[str, int]:
    if isinstance(node, Apply) and not node.arguments:
        return node.name, ATOM
    dashes = "'" * node.primes
    return f"{node.name}{dashes}({_list(node.arguments)})", ATOM


def _network(node: Network) -> tuple[str, int]:
    return f"mlp({_list(node.arguments)}; {', '.join(map(str, node.hidden))})", ATOM


def _bound(node: Bound) -> tuple[str, int]:
    bounds = f"{text_of(node.low)}, {text_of(node.high)}"
    return f"{node.kind}({text_of(node.body)}, {node.variable}, {bounds})", ATOM


def _derivative(node: Derivative) -> tuple[str, int]:
    power = f"^{node.order}" if node.order > 1 else ""
    return f"d{power}/d{node.variable}{power} ({text_of(node.body)})", PRODUCT


def _cases(node: Cases) -> tuple[str, int]:
    parts = [f"{text_of(c)}: {text_of(v)}" for c, v in zip(node.conditions, node.values, strict=True)]
    last = [text_of(node.otherwise)] if node.otherwise is not None else []
    return f"{{{', '.join([*parts, *last])}}}", ATOM


def _compare(node: Compare) -> tuple[str, int]:
    text = _within(node.operands[0], SUM)
    for sign, operand in zip(node.operators, node.operands[1:], strict=True):
        text += f" {sign} {_within(operand, SUM)}"
    return text, COMPARE


def _logic(node: Logic) -> tuple[str, int]:
    if node.operator == "not":
        return f"not {_within(node.operands[0], NOT)}", NOT
    binding = AND if node.operator == "and" else OR
    return f" {node.operator} ".join(_within(operand, binding + 1) for operand in node.operands), binding


def _index(node: Index) -> tuple[str, int]:
    index = text_of(node.index)
    return f"{_within(node.base, ATOM)}[{index[1:-1] if isinstance(node.index, LISTS) else index}]", ATOM


def _comprehension(node: Comprehension) -> tuple[str, int]:
    each = ", ".join(f"{name} = {text_of(one)}" for name, one in zip(node.names, node.lists, strict=True))
    return f"[{text_of(node.body)} for {each}]", ATOM


PRINTERS: dict[type[Node], Callable[[Any], tuple[str, int]]] = {
    Number: _number,
    Constant: lambda node: (node.name, ATOM),
    Name: _name,
    Chain: _chain,
    Negate: lambda node: (f"-{_within(node.operand, SIGN)}", SIGN),
    Power: _power,
    Call: _call,
    Apply: _call,
    Network: _network,
    Bound: _bound,
    Derivative: _derivative,
    Cases: _cases,
    Compare: _compare,
    Logic: _logic,
    Tuple: lambda node: (f"({_list(node.items)})", ATOM),
    Vector: lambda node: (f"[{_list(node.items)}]", ATOM),
    Range: lambda node: (f"[{_list(node.items)}...{text_of(node.last)}]", ATOM),
    Index: _index,
    Comprehension: _comprehension,
    ListCall: lambda node: (f"{node.name}({_list(node.arguments)})", ATOM),
}
