"""Equations of derivatives in tokens: their parts, their unknowns, and what the highest derivative equals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.language.nodes import Chain, Name, Negate, Node, Number, walk
from jaxstudio.functions.language.tokens import Kind, Token

# what a solution may depend on
INDEPENDENT = ("x", "t")
AXES = ("x", "y", "z")
# dy/dx, d^2y/dx^2, \frac{dy}{dx}, of tokens with blanks between them
QUOTIENT = re.compile(
    r"(?<!\S)(?P<frac>\\frac \{ )?(?:d \^ (?P<order>[1-9]) (?P<of>[^\W\d]\w*)|d(?P<one>[^\W\d]\w*)) "
    r"(?(frac)\} \{|/) d(?P<by>[A-Za-z]\w*)(?P<raised> \^ (?P=order))?(?(frac) \})(?!\S)"
)


def normal(tokens: tuple[Token, ...]) -> tuple[tuple[Token, ...], str]:
    """The tokens with dy/dx as y', and the name of the variable below."""
    pieces = ["^ " + each.text if each.kind is Kind.RAISED else each.text for each in tokens]
    starts, length = [], 0
    for piece in pieces:
        starts.append(length)
        length += len(piece) + 1
    result: list[Token] = []
    variable, done = "", 0
    for match in QUOTIENT.finditer(" ".join(pieces)):
        order = int(match["order"] or 1)
        if (order > 1) != bool(match["raised"]):
            continue
        first = starts.index(match.start())
        last = max(at for at, start in enumerate(starts) if start < match.end())
        name, end = match["of"] or match["one"], tokens[last].end
        variable = match["by"]
        result += tokens[done:first]
        result.append(Token(Kind.NAME, name, tokens[first].start, end, tokens[first].spaced))
        result.append(Token(Kind.PRIME, "'" * order, end, end))
        done = last + 1
    return (*result, *tokens[done:]), variable


def split(tokens: tuple[Token, ...]) -> list[tuple[Token, ...]]:
    """The parts between commas and semicolons outside of brackets, without braces around the whole."""
    if tokens and tokens[0].text == "{" and tokens[-1].text == "}" and ":" not in {e.text for e in tokens}:
        tokens = tokens[1:-1]
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
        if token.text in (",", ";") and not depth:
            parts.append([])
        else:
            parts[-1].append(token)
    return [tuple(part) for part in parts if part]


def equals(tokens: tuple[Token, ...]) -> int | None:
    """The index of the one = that no bracket holds."""
    depth, found = 0, []
    for at, token in enumerate(tokens):
        depth += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
        if not depth and token.text in ("=", "=="):
            found.append(at)
    return found[0] if len(found) == 1 else None


def value_head(left: tuple[Token, ...]) -> tuple[int, tuple[Token, ...]] | None:
    """The order and the tokens between the brackets of y(0) and y'(0); None of y(x) and of anything else."""
    if not left or left[0].kind is not Kind.NAME:
        return None
    order, at = 0, 1
    if len(left) > 1 and left[1].kind is Kind.PRIME:
        order, at = len(left[1].text), 2
    inner = left[at + 1 : -1]
    if len(left) < at + 3 or left[at].text not in ("(", "[") or left[-1].text not in (")", "]") or not inner:
        return None
    if (len(inner) == 1 and inner[0].text in INDEPENDENT) or any(
        e.text in ("(", ")", "[", "]") for e in inner
    ):
        return None
    return order, inner


def called_until(tokens: tuple[Token, ...], at: int) -> int | None:
    """The end of y(…) and y'(…), whose name is at a place; None without brackets."""
    opened = at + 1 + (tokens[at + 1 : at + 2] != () and tokens[at + 1].kind is Kind.PRIME)
    if opened >= len(tokens) or tokens[opened].text not in ("(", "["):
        return None
    depth = 0
    for place in range(opened, len(tokens)):
        depth += (tokens[place].text in ("(", "[")) - (tokens[place].text in (")", "]"))
        if not depth:
            return place + 1
    return None


def with_states(
    tokens: tuple[Token, ...], orders: Mapping[str, int], variables: set[str]
) -> tuple[Token, ...]:
    """y, y', y(x) and y'(x) as one name each; `variables` gets the x."""
    result: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.kind is not Kind.NAME or token.text not in orders:
            result.append(token)
            at += 1
            continue
        end, primes = at + 1, ""
        if end < len(tokens) and tokens[end].kind is Kind.PRIME:
            primes, end = tokens[end].text, end + 1
        called = [each.text for each in tokens[end : end + 3]]
        if (
            len(called) == 3
            and called[0] in ("(", "[")
            and called[1] in INDEPENDENT
            and called[2] in (")", "]")
            and called[1] not in orders
        ):
            variables.add(called[1])
            end += 3
        result.append(Token(Kind.NAME, token.text + primes, token.start, tokens[end - 1].end, token.spaced))
        at = end
    return tuple(result)


def uses(tree: Node, name: str) -> bool:
    return any(isinstance(node, Name) and node.name == name for node in walk(tree))


def linear(tree: Node, name: str) -> tuple[Node | None, Node | None]:
    """The tree as factor·name + rest, None for 0. Raises ExpressionError where it is not of this form."""
    if not uses(tree, name):
        return None, tree
    start, end = tree.start, tree.end
    match tree:
        case Name():
            return Number(start, end, 1.0), None
        case Negate():
            factor, rest = linear(tree.operand, name)
            return _sum((factor,), ("-",), tree), _sum((rest,), ("-",), tree)
        case Chain() if set(tree.operators) <= {"+", "-"}:
            signs = ("+", *tree.operators)
            parts = [linear(operand, name) for operand in tree.operands]
            factors, rests = [part[0] for part in parts], [part[1] for part in parts]
            return _sum(factors, signs, tree), _sum(rests, signs, tree)
        case Chain():
            using = [at for at, operand in enumerate(tree.operands) if uses(operand, name)]
            (at,) = using if len(using) == 1 else (-1,)
            if at == 0 or (at > 0 and tree.operators[at - 1] == "*"):

                def times(each: Node | None) -> Node | None:
                    if each is None:
                        return None
                    operands = (*tree.operands[:at], each, *tree.operands[at + 1 :])
                    others = [one for one in operands if not (isinstance(one, Number) and one.value == 1)]
                    if len(others) == 1 and set(tree.operators) == {"*"}:
                        return others[0]
                    return replace(tree, operands=operands)

                factor, rest = linear(tree.operands[at], name)
                return times(factor), times(rest)
    message = Wording(
        "the equation must say what {0} equals: {0} stands alone, or as a term, on the left", name
    )
    raise ExpressionError(message, start, end)


def _sum(parts: Iterable[Node | None], signs: Sequence[str], tree: Node) -> Node | None:
    """The sum of parts with their signs."""
    result: Node | None = None
    for part, sign in zip(parts, signs, strict=True):
        if part is None or (isinstance(part, Number) and part.value == 0):
            continue
        if result is None:
            result = part if sign == "+" else Negate(tree.start, tree.end, part)
        else:
            result = Chain(tree.start, tree.end, (result, part), (sign,))
    return result


def groups(trees: Mapping[str, Node], order: list[str]) -> Iterator[tuple[str, ...]]:
    """The unknowns that are solved together: those that use one another, and x with y and z."""
    group = {name: {name} for name in trees}

    def join(a: str, b: str) -> None:
        both = group[a] | group[b]
        for name in both:
            group[name] = both

    for name, tree in trees.items():
        for node in walk(tree):
            if isinstance(node, Name) and (known := node.name.rstrip("'")) in trees:
                join(name, known)
    if {"x", "y"} <= trees.keys():
        join("x", "y")
        if "z" in trees:
            join("x", "z")
    done: set[str] = set()
    for name in order:
        if name in trees and name not in done:
            done |= group[name]
            axes = [each for each in AXES if each in group[name]]
            yield (*axes, *(each for each in order if each in group[name] and each not in AXES))
