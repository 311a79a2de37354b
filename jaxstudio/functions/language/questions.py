"""Questions that are a whole line: limit, solve, taylor, factor, expand, simplify and color."""

from __future__ import annotations

from dataclasses import replace

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.endless import written
from jaxstudio.functions.language.nodes import Chain, Compare, Name, Node, Number, Question, walk
from jaxstudio.functions.language.tokens import Kind, Token, TokenReader


def question(parser: TokenReader, token: Token) -> Node:
    """limit(f, x -> 0), solve(x^2 = 2), taylor(f, x = 0, 5), factor(f), expand(f), simplify(f)."""
    kind = token.text
    opened = parser.advance()
    bars = parser.open()
    if kind == "color":
        shorter = (SHORT.get(each.text, each.text) for each in parser.tokens)
        named = zip(parser.tokens, shorter, strict=True)
        parser.tokens = tuple(replace(each, text=text) for each, text in named)
    # in a function of z, i is no slider
    body, variable, parts = parser.expression(), "i" if kind == "color" else "", list[Node]()
    if kind == "solve" and isinstance(body, Compare) and body.operators == ("==",):
        body = Chain(body.start, body.end, body.operands, ("-",))
    if kind in ("limit", "solve", "taylor") and parser.accept(","):
        variable = parser.token.text if parser.token.kind is Kind.NAME else ""
        parser.advance()
        while variable and any(map(parser.accept, TOWARDS)):
            parts.append(written(parser, parser.expression()))
    if kind == "solve" and not variable:
        names = {node.name for node in walk(body) if isinstance(node, Name)}
        if "x" not in names and len(names) != 1:
            raise ExpressionError(
                Wording("solve for which name? solve(a x = 2, x)"), token.start, parser.token.end
            )
        variable = "x" if "x" in names else names.pop()
    wanted = {"limit": 1, "taylor": 2}.get(kind, 0)
    if not parser.sees(")") or len(parts) != wanted or (wanted and not variable):
        raise ExpressionError(
            Wording("{0} is written {1}", kind, WRITTEN[kind]), token.start, parser.token.end
        )
    closed = parser.expect(")", opened)
    parser.close(bars)
    if parts and any(isinstance(node, Name) and node.name == variable for node in walk(parts[0])):
        raise ExpressionError(Wording("{0} runs there itself", variable), parts[0].start, parts[0].end)
    order = 0 if len(parts) < 2 else parts[1].value if isinstance(parts[1], Number) else -1
    if order not in range(limits.ORDER + 1):
        message = Wording("the order of a Taylor polynomial is a whole number up to {0}", limits.ORDER)
        raise ExpressionError(message, parts[1].start, parts[1].end)
    return Question(token.start, closed.end, kind, body, variable, parts[0] if parts else None, int(order))


# What parts of z are called besides.
SHORT = {"re": "real", "Re": "real", "im": "imag", "Im": "imag", "Arg": "arg"}
# What stands between a variable and the place that it goes to.
TOWARDS = ("→", "->", "=", ",")
WRITTEN = {
    "limit": "limit(sin(x)/x, x, 0)",
    "solve": "solve(x^2 = 2) or solve(a x = 2, x)",
    "taylor": "taylor(exp(x), x = 0, 5)",
    "factor": "factor(x^2 - 1)",
    "expand": "expand((x + 1)^3)",
    "color": "color((z^2 - 1)/(z^2 + 1))",
    "simplify": "simplify(sin(x)^2 + cos(x)^2)",
}
