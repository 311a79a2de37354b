"""Forms that bind a variable or have a syntax of their own: sum, prod, integral, where, mlp, d/dx."""

from __future__ import annotations

from collections.abc import Callable

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.nodes import (
    Bound,
    Cases,
    Derivative,
    Name,
    Negate,
    Network,
    Node,
    Number,
    substitute,
)
from jaxstudio.functions.language.printing import text_of
from jaxstudio.functions.language.tokens import CONSTANTS, PRODUCT, Kind, Token, TokenReader, tokenize


def _bound(parser: TokenReader, token: Token) -> Node:
    """sum(body, n, low, high); integral(body, low, high) runs over x."""
    arguments, end = parser.arguments(token.text)
    if len(arguments) == 3 and token.text == "integral":
        body, low, high = arguments
        return bound(parser, token.start, end, "integral", body, "x", low, high)
    if len(arguments) != 4 or not isinstance(arguments[1], Name):
        written = "sum(…, n, 1, 20)".replace("sum", token.text)
        if token.text == "integral":
            written = "integral(…, t, a, b) or, over x, integral(…, a, b)"
        raise ExpressionError(f"{token.text} is written {written}", token.start, end)
    body, variable, low, high = arguments
    assert isinstance(variable, Name)
    return bound(parser, token.start, end, token.text, body, variable.name, low, high)


def _where(parser: TokenReader, token: Token) -> Node:
    arguments, end = parser.arguments(token.text)
    if len(arguments) != 3:
        message = f"where takes 3 arguments, not {len(arguments)}: where(condition, value, otherwise)"
        raise ExpressionError(message, token.start, end)
    return Cases(token.start, end, (arguments[0],), (arguments[1],), arguments[2])


def _network(parser: TokenReader, token: Token) -> Node:
    """mlp(x; 128, 128)."""
    opened = parser.advance()
    bars = parser.open()
    inputs = [parser.expression()]
    while parser.accept(","):
        inputs.append(parser.expression())
    hidden: list[int] = []
    if parser.sees(";"):
        while parser.accept(";" if not hidden else ","):
            hidden.append(_width(parser))
    closed = parser.expect(")", opened)
    parser.close(bars)
    if not hidden or len(hidden) > limits.LAYERS:
        raise ExpressionError(
            f"mlp needs the widths of 1 to {limits.LAYERS} hidden layers: mlp(x; 128, 128)",
            token.start,
            closed.end,
        )
    return Network(token.start, closed.end, tuple(inputs), tuple(hidden))


def _width(parser: TokenReader) -> int:
    token = parser.advance()
    if (
        token.kind is not Kind.NUMBER
        or not token.text.isdigit()
        or not 1 <= int(token.text[:9]) <= limits.WIDTH
    ):
        raise ExpressionError(f"a layer has 1 to {limits.WIDTH} units", token.start, token.end)
    return int(token.text)


def read_derivative(parser: TokenReader) -> Node | None:
    """d/dx f, d^2/dx^2 f, d²/dx² f; None when the name d means itself."""
    begin, at = parser.token, parser.at
    parser.advance()
    order = _order(parser)
    under = parser.ahead(1)
    variable = under.text[1:]
    is_form = parser.sees("/") and under.kind is Kind.NAME and under.text.startswith("d") and variable
    if not is_form or under.text in parser.values:
        parser.at = at
        return None
    parser.advance()
    parser.advance()
    if order != _order(parser) or not 1 <= order <= limits.ORDER:
        message = f"the order, 1 to {limits.ORDER}, stands twice: d^2/d{variable}^2"
        raise ExpressionError(message, begin.start, parser.previous.end)
    if variable in CONSTANTS:
        raise ExpressionError(f"{variable} is a constant", under.start, under.end)
    body = parser.expression(PRODUCT)
    return Derivative(begin.start, body.end, body, variable, order)


def _order(parser: TokenReader) -> int:
    """The n of d^n or dⁿ; 1 where there is none, 0 where it is none."""
    if parser.token.kind is Kind.RAISED:
        text = parser.advance().text
    elif parser.sees("^"):
        parser.advance()
        text = parser.advance().text
    else:
        return 1
    return int(text) if text.isdigit() and len(text) < 3 else 0


def bound(
    parser: TokenReader,
    start: int,
    end: int,
    kind: str,
    body: Node,
    variable: str,
    low: Node,
    high: Node,
) -> Node:
    """A sum, a product or an integral; raises ExpressionError where a bound is infinite."""
    for each in (low, high):
        if is_infinite(each):
            raise _infinite(parser, start, end, kind, body, variable, low, high, each)
    return Bound(start, end, kind, body, variable, low, high)


def is_infinite(node: Node) -> bool:
    """Whether it is ∞ or -∞."""
    inner = node.operand if isinstance(node, Negate) else node
    return isinstance(inner, Number) and inner.value == float("inf")


def _infinite(
    parser: TokenReader,
    start: int,
    end: int,
    kind: str,
    body: Node,
    variable: str,
    low: Node,
    high: Node,
    bad: Node,
) -> ExpressionError:
    """Says it with finitely many terms, or with a variable that is finite where the old one is not."""
    if kind != "integral":
        message = f"{kind} has finitely many terms, up to {limits.TERMS}: a number is needed in place of ∞"
        return ExpressionError(message, bad.start, bad.end, "1000")
    v = variable
    if is_infinite(low) and is_infinite(high):
        place, slope, bounds = f"{v}/(1 - {v}^2)", f"(1 + {v}^2)/(1 - {v}^2)^2", "-1, 1"
    elif is_infinite(high):
        place, slope, bounds = f"{text_of(low)} + {v}/(1 - {v})", f"1/(1 - {v})^2", "0, 1"
    else:
        place, slope, bounds = f"{text_of(high)} - {v}/(1 - {v})", f"1/(1 - {v})^2", "0, 1"
    inner = type(parser)(tokenize(place)).expression()
    suggestion = f"integral(({text_of(substitute(body, v, inner))})*{slope}, {v}, {bounds})"
    message = f"the bounds of an integral are finite; with {place} for {v} it is {suggestion}"
    return ExpressionError(message, start, end, suggestion)


FORMS: dict[str, Callable[[TokenReader, Token], Node]] = {
    "sum": _bound,
    "prod": _bound,
    "integral": _bound,
    "where": _where,
    "mlp": _network,
}
