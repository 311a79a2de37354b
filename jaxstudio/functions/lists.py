"""The elements of lists: a tree with lists becomes one scalar tree for each element, at values of sliders.

    members = elements(tree, p)                # trees without lists; of a chart's line its numbers
    template, bodies = template_of(members[0])
    exact(members[0])                          # what is proven is proven of this tree

Every algebra then computes scalars only. An element that does not depend on variables is an `Element`.
A template has a parameter in the place of each, so that all curves of y = [1, 2, 3] x are one program.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.derivatives.accuracy import Reference, number_of, truth_reference
from jaxstudio.functions.interpreters.evaluate import rational, read_names
from jaxstudio.functions.language import Line, limits
from jaxstudio.functions.language.nodes import (
    CHARTS,
    Apply,
    Bound,
    Call,
    Chain,
    Comprehension,
    Condition,
    Index,
    ListCall,
    Name,
    Node,
    Number,
    Power,
    Range,
    Vector,
    has_lists,
    rebuilt,
    substitute,
    walk,
)

Items = list[Node]
Value = Node | Items


@dataclass(frozen=True, slots=True)
class Element(Node):
    """An element of a list that depends on sliders at most."""

    body: Node


def elements(tree: Node, p: Mapping[str, float], line: int = 0) -> Items | Node:
    """The trees of a list's elements, or the one tree of a number; without lists but for `Element`.

    Raises ExpressionError for an index out of range, a list that is too long, and the like.
    """
    return _Expansion(p, line).of(tree, {})


def without_lists(line: Line, p: Mapping[str, float]) -> Line:
    """The line as one function at values of sliders; a list is a function of several outputs."""
    tree = line.tree
    if tree is None or not line.lists:
        return line
    members = elements(tree, p, line.index)
    if isinstance(members, list):
        return replace(line, tree=Vector(tree.start, tree.end, tuple(map(exact, members))), lists=False)
    return replace(line, tree=exact(members), lists=False)


def exact(tree: Node) -> Node:
    """The tree with the elements themselves."""
    return _mapped(tree, lambda element: element.body)


def template_of(tree: Node) -> tuple[Node, tuple[Node, ...]]:
    """The tree with a parameter $0, $1, … in the place of each element, and what these stand for.

    An exponent stays: x^2 and x^3 are different programs, as no x^a has all their derivatives at 0.
    """
    named: dict[Node, Node] = {}

    def name(element: Element) -> Node:
        return named.setdefault(element.body, Name(element.start, element.end, f"${len(named)}"))

    return _mapped(tree, name), tuple(named)


def number(tree: Node, p: Mapping[str, float], line: int = 0) -> float:
    """The float64 of a tree without variables, NaN without a value or without proven digits."""
    known = rational(tree)
    return float(known[0]) if known is not None else number_of(tree, p, line)


def numbers(tree: Node, p: Mapping[str, float], line: int = 0) -> list[float]:
    """The float64 of each element, as `number`'s; of a number itself."""
    found = elements(tree, p, line)
    return [number(exact(item), p, line) for item in (found if isinstance(found, list) else [found])]


def _mapped(tree: Node, put: Callable[[Element], Node]) -> Node:
    if isinstance(tree, Element):
        return put(tree)
    if isinstance(tree, Power) and isinstance(tree.exponent, Element):
        return replace(tree, base=_mapped(tree.base, put), exponent=tree.exponent.body)
    if isinstance(tree, Apply) and tree.body is not None:
        tree = replace(tree, body=_mapped(tree.body, put))
    children = tuple(_mapped(child, put) for child in tree.children())
    return rebuilt(tree, children) if children != tree.children() else tree


@dataclass(frozen=True)
class _Expansion:
    """`p` are the values of sliders; environments hold parameters and bound names that stand for lists."""

    p: Mapping[str, float]
    line: int

    def of(self, node: Node, names: Mapping[str, Value]) -> Value:
        """The tree, or the trees of the elements where it is a list."""
        if isinstance(node, Name):
            return names.get(node.name, node)
        if not has_lists(node) and not (names and names.keys() & read_names(node)):
            return node
        expand = EXPANSIONS.get(type(node))
        if expand is not None:
            return expand(self, node, names)
        parts = [self.of(child, names) for child in node.children()]
        return _zipped(parts, lambda each: rebuilt(node, each))

    def items(self, node: Node, names: Mapping[str, Value]) -> Items:
        """The elements; of a number itself."""
        found = self.of(node, names)
        return found if isinstance(found, list) else [found]

    def number(self, node: Node, names: Mapping[str, Value], what: Wording) -> float:
        """A number that decides about a list's elements, which must not depend on variables."""
        found = self.of(node, names)
        if isinstance(found, list):
            raise ExpressionError(Wording("{0} is one number, not a list", what), node.start, node.end)
        return self.known(found, what)

    def known(self, tree: Node, what: Wording) -> float:
        tree = exact(tree)
        self.refuse_variables(tree, what)
        value = number(tree, self.p, self.line)
        if not math.isfinite(value):
            raise ExpressionError(Wording("{0} has no value here", what), tree.start, tree.end)
        return value

    def refuse_variables(self, tree: Node, what: Wording) -> None:
        free = sorted(read_names(tree) - self.p.keys())
        if free:
            raise ExpressionError(Wording("{0} cannot depend on {1}", what, free[0]), tree.start, tree.end)

    def element(self, node: Node, place: Node) -> Node:
        """The tree as an `Element`, unless it depends on variables."""
        if isinstance(node, Element) or read_names(body := exact(node)) - self.p.keys():
            return node
        return Element(place.start, place.end, body)

    def vector(self, node: Vector, names: Mapping[str, Value]) -> Items:
        items: Items = []
        for item in node.items:
            found = self.of(item, names)
            if isinstance(found, list):
                raise ExpressionError(
                    Wording("a list holds numbers, not lists: join(L, M)"), item.start, item.end
                )
            items.append(self.element(found, node))
        return _checked(items, node)

    def range(self, node: Range, names: Mapping[str, Value]) -> Items:
        trees = [*node.items, node.last]
        ends = [self.of(tree, names) for tree in trees]
        known = [self.number(tree, names, Wording("an end of a range")) for tree in trees]
        exactly = [rational(end) if isinstance(end, Node) else None for end in ends]
        values = [
            Fraction(repr(value)) if fraction is None else fraction[0]
            for value, fraction in zip(known, exactly, strict=True)
        ]
        first, last = values[0], values[-1]
        step = values[1] - first if len(values) > 2 else Fraction(1 if last >= first else -1)
        steps = {b - a for a, b in itertools.pairwise(values[:-1])}
        if not step or len(steps) > 1:
            raise ExpressionError(
                Wording("the numbers before the dots are not equally far apart"), node.start, node.end
            )
        count = max(0, (last - first) // step + 1)
        if count > limits.ITEMS:
            raise _too_long(count, node)
        places = [first + k * step for k in range(count)]
        return [Element(node.start, node.end, _fraction(place, node)) for place in places]

    def comprehension(self, node: Comprehension, names: Mapping[str, Value]) -> Items:
        lists = [self.items(each, names) for each in node.lists]
        if math.prod(map(len, lists)) > limits.ITEMS:
            raise _too_long(math.prod(map(len, lists)), node)
        items: Items = []
        for each in itertools.product(*lists):
            found = self.of(node.body, {**names, **dict(zip(node.names, each, strict=True))})
            items += found if isinstance(found, list) else [self.element(found, node)]
        return _checked(items, node)

    def index(self, node: Index, names: Mapping[str, Value]) -> Value:
        base = self.of(node.base, names)
        if not isinstance(base, list):
            raise ExpressionError(Wording("only a list has elements"), node.base.start, node.base.end)
        if isinstance(node.index, Condition):
            truths = self.items(node.index, names)
            return [item for item, truth in zip(base, truths, strict=False) if self.holds(truth)]
        at = self.of(node.index, names)
        chosen = [self.place(each, len(base), node.index) for each in (at if isinstance(at, list) else [at])]
        return [base[each] for each in chosen] if isinstance(at, list) else base[chosen[0]]

    def place(self, tree: Node, count: int, typed: Node) -> int:
        value = self.known(tree, Wording("the place in a list"))
        if not (value.is_integer() and 1 <= value <= count):
            message = Wording("the list has {0} elements; {1:g} is none of the places 1 to {0}", count, value)
            raise ExpressionError(message, typed.start, typed.end)
        return int(value) - 1

    def holds(self, truth: Node) -> bool:
        tree = exact(truth)
        self.refuse_variables(tree, Wording("the condition of a filter"))
        return _is_true(truth_reference(tree, self.p, self.line))

    def apply(self, node: Apply, names: Mapping[str, Value]) -> Value:
        """f(L): elementwise, but with the whole list where the function itself has lists."""
        assert node.body is not None
        given = [self.of(argument, names) for argument in node.arguments]
        try:
            if any(isinstance(each, list) for each in given) and has_lists(node.body) and not node.primes:
                return self.of(node.body, dict(zip(node.parameters, given, strict=True)))
            body = self.of(node.body, {})
        except ExpressionError as error:  # its columns are those of the line that defines the function
            raise ExpressionError(Wording("in {0}: {1}", node.name, error), node.start, node.end) from None
        if not node.arguments:
            return body
        return _zipped([*given, body], lambda each: replace(node, arguments=each[:-1], body=each[-1]))

    def bound(self, node: Bound, names: Mapping[str, Value]) -> Value:
        """A sum over places in a list is written out."""
        places = [part.index for part in walk(node.body) if isinstance(part, Index)]
        if node.kind == "integral" or not any(node.variable in read_names(place) for place in places):
            parts = [self.of(child, names) for child in node.children()]
            return _zipped(parts, lambda each: rebuilt(node, each))
        low, high = (int(self.number(end, names, Wording("a bound"))) for end in (node.low, node.high))
        if high - low >= limits.OPEN_TERMS:
            raise ExpressionError(
                Wording("at most {0} terms are written out", limits.OPEN_TERMS), node.start, node.end
            )
        terms = [
            self.of(substitute(node.body, node.variable, Number(node.start, node.end, float(n))), names)
            for n in range(low, high + 1)
        ]
        sign = "+" if node.kind == "sum" else "*"
        return _zipped(terms, lambda each: _chain(each, sign, node))

    def call(self, node: ListCall, names: Mapping[str, Value]) -> Value:
        if node.name in CHARTS:
            raise ExpressionError(
                Wording("a chart has no value: a sheet of the window draws it"), node.start, node.end
            )
        first = self.items(node.arguments[0], names)
        rest = node.arguments[1:]
        if node.name in STATISTICS:
            if not first:
                raise ExpressionError(
                    Wording("{0} of an empty list has no value", node.name), node.start, node.end
                )
            return self.element(STATISTICS[node.name](first, node), node)
        match node.name:
            case "length":
                return _number(len(first), node)
            case "spearman":
                ranks, others = (self.ranks(items, node) for items in (first, self.items(rest[0], names)))
                return self.element(_together(ranks, others, replace(node, name="corr")), node)
            case "cov" | "covp" | "corr":
                second = self.items(rest[0], names)
                return self.element(_together(first, second, node), node)
            case "join":
                return _checked([item for each in node.arguments for item in self.items(each, names)], node)
            case "reverse":
                return first[::-1]
            case "repeat":
                count = int(max(self.number(rest[0], names, Wording("how many times")), 0))
                if count * len(first) > limits.ITEMS:
                    raise _too_long(count * len(first), node)
                return first * count
            case "random" | "shuffle":
                generator = np.random.default_rng(abs(int(self.number(rest[0], names, Wording("the seed")))))
                if node.name == "shuffle":
                    return [first[at] for at in generator.permutation(len(first))]
                if isinstance(self.of(node.arguments[0], names), list):
                    return first[int(generator.integers(len(first)))]
                count = int(self.known(first[0], Wording("how many numbers")))
                if not 0 <= count <= limits.ITEMS:
                    raise _too_long(count, node)
                return [
                    Element(node.start, node.end, _number(value, node)) for value in generator.random(count)
                ]
        return self.ordered(node, first, names)

    def ordered(self, node: ListCall, first: Items, names: Mapping[str, Value]) -> Value:
        """The order of elements, which must not depend on variables."""
        by = (
            self.items(node.arguments[1], names) if node.name == "sort" and len(node.arguments) > 1 else first
        )
        keys = [self.known(item, Wording("what {0} compares", node.name)) for item in by]
        order = sorted(range(min(len(keys), len(first))), key=keys.__getitem__)
        ranked = [first[at] for at in order]
        if node.name == "sort":
            return ranked
        if node.name == "unique":
            return [item for at, item in enumerate(first) if keys.index(keys[at]) == at]
        if not ranked:
            raise ExpressionError(
                Wording("{0} of an empty list has no value", node.name), node.start, node.end
            )
        if node.name == "median":
            return self.element(_quantile(ranked, 0.5, node), node)
        shares = self.of(node.arguments[1], names)
        wanted = shares if isinstance(shares, list) else [shares]
        if node.name == "quartile":
            fifths = _five_numbers(ranked, node)
            found = [self.element(fifths[self.place_of_quartile(each, node)], node) for each in wanted]
        else:
            found = [self.element(_quantile(ranked, self.share(each, node), node), node) for each in wanted]
        return found if isinstance(shares, list) else found[0]

    def ranks(self, items: Items, node: ListCall) -> Items:
        """The place of each element among them all, from 1 on; the mean place of equal ones."""
        keys = [self.known(item, Wording("what spearman compares")) for item in items]
        below, up_to = (np.searchsorted(np.sort(keys), keys, side) for side in ("left", "right"))
        return [_number(place, node) for place in (below + up_to + 1) / 2]

    def place_of_quartile(self, tree: Node, node: ListCall) -> int:
        value = self.known(tree, Wording("the number of a quartile"))
        if value not in range(5):
            raise ExpressionError(
                Wording("a quartile is one of 0 to 4, not {0:g}", value), node.start, node.end
            )
        return int(value)

    def share(self, tree: Node, node: ListCall) -> float:
        value = self.known(tree, Wording("the share of a quantile"))
        if not 0 <= value <= 1:
            raise ExpressionError(
                Wording("the share of a quantile is 0 to 1, not {0:g}", value), node.start, node.end
            )
        return value


EXPANSIONS: dict[type[Node], Callable[[_Expansion, Any, Mapping[str, Value]], Value]] = {
    Vector: _Expansion.vector,
    Range: _Expansion.range,
    Comprehension: _Expansion.comprehension,
    Index: _Expansion.index,
    ListCall: _Expansion.call,
    Apply: _Expansion.apply,
    Bound: _Expansion.bound,
}


def _zipped(parts: Sequence[Value], build: Callable[[tuple[Node, ...]], Node]) -> Value:
    """Build from each element of the lists in turn, as far as the shortest goes; numbers stay."""
    lengths = [len(part) for part in parts if isinstance(part, list)]
    if not lengths:
        return build(tuple(part for part in parts if isinstance(part, Node)))
    count = min(lengths)
    columns = [part[:count] if isinstance(part, list) else [part] * count for part in parts]
    return [build(each) for each in zip(*columns, strict=True)]


def _checked(items: Items, node: Node) -> Items:
    if len(items) > limits.ITEMS:
        raise _too_long(len(items), node)
    return items


def _too_long(count: float, node: Node) -> ExpressionError:
    message = Wording("this list has {0:,} elements; at most {1:,} are computed", int(count), limits.ITEMS)
    return ExpressionError(message, node.start, node.end)


def _is_true(reference: Reference) -> bool:
    return reference.ball is not None and reference.ball == 1


def _number(value: float, node: Node) -> Node:
    return Number(node.start, node.end, float(value))


def _fraction(value: Fraction, node: Node) -> Node:
    """A decimal, or the quotient that it is."""
    if Fraction(repr(float(value))) == value:
        return _number(float(value), node)
    return _chain((_number(value.numerator, node), _number(value.denominator, node)), "/", node)


def _chain(parts: Sequence[Node], sign: str, node: Node) -> Node:
    if len(parts) < 2:
        return parts[0] if parts else _number(0.0 if sign == "+" else 1.0, node)
    return Chain(node.start, node.end, tuple(parts), (sign,) * (len(parts) - 1))


def _call(name: str, node: Node, *arguments: Node) -> Node:
    return Call(node.start, node.end, name, arguments)


def _less(items: Items, node: Node) -> Items:
    """The elements less the first one, so that squares do not cancel in float64."""
    return [_chain((item, items[0]), "-", node) for item in items]


def _mean(items: Items, node: Node) -> Node:
    return _chain((_chain(items, "+", node), _number(len(items), node)), "/", node)


def _moment(a: Items, b: Items, node: Node) -> Node:
    """Σ (a - mean a)(b - mean b), as Σ ab - Σa Σb/n of the elements less the first."""
    a, b = _less(a, node), _less(b, node)
    products = [_chain(pair, "*", node) for pair in zip(a, b, strict=True)]
    sums = _chain((_chain(a, "+", node), _chain(b, "+", node)), "*", node)
    mean = _chain((sums, _number(len(a), node)), "/", node)
    return _chain((_chain(products, "+", node), mean), "-", node)


def _variance(items: Items, node: Node, less: int) -> Node:
    if len(items) <= less:
        raise ExpressionError(Wording("a sample of one has no variance"), node.start, node.end)
    return _chain((_moment(items, items, node), _number(len(items) - less, node)), "/", node)


def _deviation(items: Items, node: Node) -> Node:
    mean = _mean(items, node)
    return _mean([_call("abs", node, _chain((item, mean), "-", node)) for item in items], node)


def _together(a: Items, b: Items, node: ListCall) -> Node:
    count = min(len(a), len(b))
    a, b = a[:count], b[:count]
    less = 1 if node.name == "cov" else 0
    if count <= max(less, node.name == "corr"):
        raise ExpressionError(
            Wording("{0} needs two elements or more of each list", node.name), node.start, node.end
        )
    if node.name != "corr":
        return _chain((_moment(a, b, node), _number(count - less, node)), "/", node)
    spread = _chain((_moment(a, a, node), _moment(b, b, node)), "*", node)
    return _chain((_moment(a, b, node), _call("sqrt", node, spread)), "/", node)


def _five_numbers(ranked: Items, node: Node) -> Items:
    """Least element, median of the lower half, median, median of the upper half, greatest element."""
    half = len(ranked) // 2
    low, high = (ranked[:half], ranked[-half:]) if half else (ranked, ranked)
    middle = [_quantile(each, 0.5, node) for each in (low, ranked, high)]
    return [ranked[0], *middle, ranked[-1]]


def _quantile(ranked: Items, share: float, node: Node) -> Node:
    """Between the two elements beside the place (n - 1) p, in proportion."""
    place = Fraction(repr(share)) * (len(ranked) - 1)
    at = min(int(place), len(ranked) - 2)
    if place == int(place) or at < 0:
        return ranked[int(place)]
    low, high = ranked[at], ranked[at + 1]
    part = _fraction(place - at, node)
    return _chain((low, _chain((part, _chain((high, low), "-", node)), "*", node)), "+", node)


STATISTICS: dict[str, Callable[[Items, ListCall], Node]] = {
    "total": lambda items, node: _chain(items, "+", node),
    "product": lambda items, node: _chain(items, "*", node),
    **dict.fromkeys(
        ("min", "max", "gcd", "lcm"),
        lambda items, node: _call(node.name, node, *items) if len(items) > 1 else items[0],
    ),
    "mean": _mean,
    "var": lambda items, node: _variance(items, node, 1),
    "varp": lambda items, node: _variance(items, node, 0),
    "stdev": lambda items, node: _call("sqrt", node, _variance(items, node, 1)),
    "stdevp": lambda items, node: _call("sqrt", node, _variance(items, node, 0)),
    "mad": _deviation,
}
