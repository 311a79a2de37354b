"""How large a resolved tree is, its definitions included, and the limits it is held to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.nodes import Apply, Bound, Call, Derivative, Node
from jaxstudio.functions.language.statements import literal


@dataclass(frozen=True, slots=True)
class Measure:
    """`work`: nodes evaluated for one value; `order` of derivatives, and `loops`, inside one another."""

    nodes: int = 1
    depth: int = 1
    work: int = 1
    order: int = 0
    loops: int = 0


def together(parts: Iterable[Measure]) -> Measure:
    """Of several trees side by side under one node."""
    nodes, depth, work, order, loops = 1, 0, 1, 0, 0
    for part in parts:
        nodes, work = nodes + part.nodes, work + part.work
        depth, order, loops = max(depth, part.depth), max(order, part.order), max(loops, part.loops)
    return Measure(nodes, depth + 1, work, order, loops)


def measured(node: Node, parts: list[Measure], body: Measure | None) -> Measure:
    """The measure of a node from those of its children and of the definition that it applies.

    Raises ExpressionError where it is too large.
    """
    size = together([*parts, *([body] if body is not None else [])])
    order, work, loops = size.order, size.work, size.loops
    if isinstance(node, Derivative) or (isinstance(node, Call | Apply) and node.primes):
        own = node.order if isinstance(node, Derivative) else node.primes
        order, work = order + own, work * (own + 1)
    elif isinstance(node, Bound):
        work, loops = 1 + parts[1].work + parts[2].work + terms(node) * parts[0].work, loops + 1
    size = Measure(size.nodes, size.depth, work, order, loops)
    _check(node, size)
    return size


def terms(node: Bound) -> int:
    """How often the body is evaluated; raises ExpressionError where that is too often."""
    if node.kind == "integral":
        return limits.QUADRATURE
    low, high = literal(node.low), literal(node.high)
    if low is None or high is None:
        return limits.OPEN_TERMS
    if not (low.is_integer() and high.is_integer()):
        raise ExpressionError(f"{node.kind} runs over whole numbers", node.low.start, node.high.end)
    if high - low + 1 > limits.TERMS:
        said = f"{node.kind} has {high - low + 1:.6g} terms; at most {limits.TERMS} are put together"
        raise ExpressionError(said, node.low.start, node.high.end)
    if max(abs(low), abs(high)) > limits.LARGEST_INDEX:
        said = f"{node.kind} counts up to {limits.LARGEST_INDEX:g} at most"
        raise ExpressionError(said, node.low.start, node.high.end)
    return max(0, int(high - low) + 1)


def _check(node: Node, size: Measure) -> None:
    said = ""
    if size.nodes > limits.NODES:
        said = f"this has {size.nodes} parts, definitions included; at most {limits.NODES} are computed"
    elif size.depth > limits.DEPTH:
        said = f"too deep: more than {limits.DEPTH} operations inside one another, definitions included"
    elif size.order > limits.ORDER:
        said = f"derivatives go up to order {limits.ORDER}, those inside one another taken together"
    elif size.loops > limits.LOOPS:
        said = f"at most {limits.LOOPS} sums and integrals inside one another"
    elif size.work > limits.WORK:
        said = f"this makes {size.work} operations for one value; at most {limits.WORK} are done"
    if said:
        raise ExpressionError(said, node.start, node.end)
