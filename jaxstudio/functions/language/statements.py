"""One line parsed by itself: what it defines, its left side, its tree."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import diagnostics, joined_names
from jaxstudio.functions.language.catalogue import find
from jaxstudio.functions.language.nodes import Negate, Node, Number
from jaxstudio.functions.language.parser import Parser
from jaxstudio.functions.language.tokens import (
    CONSTANTS,
    GREEK_WORDS,
    KEYWORDS,
    WORDS,
    Kind,
    Token,
    is_variable,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """`name` is what stands left of a single =, or of ~ when `model`; empty where the line has no such.

    `parameters` is None unless the line defines a function. `interval` is the [low, high] behind a = 3.
    """

    tree: Node
    name: str = ""
    parameters: tuple[str, ...] | None = None
    model: bool = False
    interval: tuple[float, float] | None = None
    name_end: int = 0


@dataclass(frozen=True, slots=True)
class Head:
    """What stands left of = or ~, where that is a name or a function with its parameters.

    `body` is the index of the token behind the sign.
    """

    name: str
    parameters: tuple[str, ...] | None
    body: int


# these may be written with their input: y(x) = x^2 is y = x^2
AXIS_HEADS = {"y": ("x",), "z": ("x", "y"), "r": ("theta",)}


def head(tokens: tuple[Token, ...]) -> Head | None:
    """The head of f(x) = …, a = …, y ~ …; None of other lines."""
    if tokens[0].kind is not Kind.NAME:
        return None
    name = tokens[0].text
    if tokens[1].text in ("=", "~"):
        return Head(name, None, 2)
    if tokens[1].text != "(":
        return None
    parameters: list[str] = []
    at = 2
    while tokens[at].kind is Kind.NAME:
        parameters.append(tokens[at].text)
        if tokens[at + 1].text == ")" and tokens[at + 2].text == "=":
            if AXIS_HEADS.get(name) == tuple(parameters):
                return Head(name, None, at + 3)
            of_axes = find(name) is not None and not may_define(name) and all(map(is_variable, parameters))
            equation = is_variable(name) or of_axes  # sin(x) = cos(y) gives sin no new meaning
            return None if equation else Head(name, tuple(parameters), at + 3)
        if tokens[at + 1].text != ",":
            break
        at += 2
    return None


def may_define(name: str) -> bool:
    """Whether a line may give this name a meaning."""
    reserved = name in CONSTANTS or name in KEYWORDS or name in WORDS or name == "i"
    return not reserved and (find(name) is None or name in GREEK_WORDS)


def read_statement(
    tokens: tuple[Token, ...],
    text: str = "",
    functions: Collection[str] = (),
    values: Collection[str] = (),
) -> Statement:
    """The statement that these tokens of `text` make.

    `functions` and `values` are the names that the sheet defines with and without parameters.
    """
    found = head(tokens)
    if found is None:
        parser = Parser(tokens, functions, values, text)
        tree = _whole(parser)
        return Statement(tree)
    model = tokens[found.body - 1].text == "~"
    _check_name(tokens[0])
    if found.parameters is None and joined_names.EQUATION.fullmatch(found.name):
        suggestion = " ".join(found.name)
        message = f"{found.name} is read as one name; the product is written {suggestion}"
        raise ExpressionError(message, tokens[0].start, tokens[0].end, suggestion)
    if found.parameters is not None:
        _check_parameters(tokens, found.parameters)
    hidden = frozenset(found.parameters or ())
    parser = Parser(tokens, frozenset(functions) - hidden, frozenset(values) | hidden, text)
    parser.at = found.body
    tree = parser.restricted()
    interval = _interval(parser) if parser.sees("[") and literal(tree) is not None else None
    _finish(parser)
    _check_reading(parser, tree)
    return Statement(tree, found.name, found.parameters, model, interval, tokens[0].end)


def literal(node: Node) -> float | None:
    """The value of a number as it is typed, perhaps with a sign; None of anything else."""
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Negate) and isinstance(node.operand, Number):
        return -node.operand.value
    return None


def _whole(parser: Parser) -> Node:
    tree = parser.restricted()
    _finish(parser)
    _check_reading(parser, tree)
    return tree


def _check_reading(parser: Parser, tree: Node) -> None:
    """What the whole line shows that no part of it does."""
    if any(token.text == "tau" for token in parser.tokens):
        diagnostics.refuse_time_constant(tree)
    if any(token.text == "∞" for token in parser.tokens):
        diagnostics.refuse_infinity(tree)
    if any(token.kind is Kind.NAME and token.text[-1:].isdigit() for token in parser.tokens):
        joined_names.refuse_lone_index(parser)


def _finish(parser: Parser) -> None:
    if parser.sees(";") and parser.ahead(1).kind is Kind.END:
        # MATLAB's end of a line
        parser.advance()
    token = parser.token
    if token.kind is Kind.END:
        return
    if token.text in (")", "]", "}"):
        raise ExpressionError(f"{token.text} closes nothing", token.start, token.end)
    if token.text == ",":
        before, after = parser.previous, parser.ahead(1)
        if before.kind is after.kind is Kind.NUMBER and not after.spaced:
            raise diagnostics.decimal_comma(parser)
        raise ExpressionError("a comma outside of brackets", token.start, token.end)
    raise ExpressionError(f"{token.text!r} was not expected here", token.start, token.end)


def _check_name(token: Token) -> None:
    name = token.text
    if may_define(name):
        return
    if name == "i":
        message = "i is the imaginary unit, which is not known here; choose another name"
    elif name in CONSTANTS:
        message = f"{name} is a constant and keeps its value"
    elif find(name) is not None:
        message = f"{name} is a function already; choose another name"
    else:
        message = f"{name} is a word of the language; choose another name"
    raise ExpressionError(message, token.start, token.end)


def _check_parameters(tokens: tuple[Token, ...], parameters: tuple[str, ...]) -> None:
    for at, name in enumerate(parameters):
        token = tokens[2 + 2 * at]
        if not may_define(name):
            message = f"{name} has a meaning already and cannot be a parameter"
            raise ExpressionError(message, token.start, token.end)
        if name in parameters[:at]:
            raise ExpressionError(f"the parameter {name} stands twice", token.start, token.end)


def _interval(parser: Parser) -> tuple[float, float]:
    """The [low, high] of a slider."""
    opened = parser.advance()
    items, closed = parser.items(opened)
    bounds = [literal(item) for item in items]
    if len(bounds) != 2 or bounds[0] is None or bounds[1] is None or not bounds[0] < bounds[1]:
        message = "the range of a slider is [low, high], two numbers, the lower one first"
        raise ExpressionError(message, opened.start, closed.end)
    return bounds[0], bounds[1]
