"""Notations of other places, refused with the words in which this language says the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.names import is_variable
from jaxstudio.functions.language.nodes import Bound, Derivative, Name, Node, Number, walk
from jaxstudio.functions.language.reader import SIGN
from jaxstudio.functions.language.tokens import Kind, Token

if TYPE_CHECKING:
    from jaxstudio.functions.language.parser import Parser

# before these a derivative needs no parentheses around it
LOOSE = frozenset({"+", "-", ")", "]", "}", ",", ":", "<", "<=", ">", ">=", "==", "!=", "=", "and", "or"})


def dashes_behind(parser: Parser, begin: int, left: Node) -> ExpressionError:
    """(x^2)' for d/dx (x^2); `left` was typed from the column `begin` on."""
    token = parser.token
    order = len(token.text)
    said = "' stands for a derivative and follows the name of a function: f'(x)"
    if isinstance(left, Number) or order > limits.ORDER or not parser.text:
        return ExpressionError(said, token.start, token.end)
    name = _runs_over(left)
    inner = parser.text[begin : token.start].strip()
    inner = inner if inner.startswith("(") and _is_one_pair(inner) else f"({inner})"
    mend = derivative_text(inner, name, order, parser.ahead(1))
    return ExpressionError(
        f"' follows the name of a function, as in f'(x); this is written {mend}", begin, token.end, mend
    )


def derivative_text(inner: str, name: str, order: int, following: Token) -> str:
    """d^order/dname^order of `inner`, in parentheses where what follows would be differentiated as well."""
    power = f"^{order}" if order > 1 else ""
    text = f"d{power}/d{name}{power} {inner}"
    return text if following.kind is Kind.END or following.text in LOOSE else f"({text})"


def _runs_over(tree: Node) -> str:
    """The letter by which a dash differentiates: the first one along an axis, else x."""
    bound = {node.variable for node in walk(tree) if isinstance(node, Bound | Derivative)}
    names = (node.name for node in walk(tree) if isinstance(node, Name))
    return next((name for name in names if is_variable(name) and name not in bound), "x")


def _is_one_pair(text: str) -> bool:
    """Whether the bracket that opens the text is closed by its last character only."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if not depth:
            return at == len(text) - 1
    return False


def sees_mod_between(parser: Parser) -> bool:
    """Whether the word mod stands between two numbers, as a sign would."""
    token, following = parser.token, parser.ahead(1)
    if token.kind is not Kind.NAME or token.text != "mod" or "mod" in (*parser.functions, *parser.values):
        return False
    return following.text != "(" or not _has_comma(parser)


def _has_comma(parser: Parser) -> bool:
    """Whether there is one between the parentheses that open behind the token at hand."""
    depth = 0
    for token in parser.tokens[parser.at + 1 :]:
        if token.text in ("(", "[", "{"):
            depth += 1
        elif token.text in (")", "]", "}"):
            depth -= 1
            if not depth:
                return False
        elif token.text == "," and depth == 1:
            return True
    return False


def mod_between(parser: Parser, begin: int) -> ExpressionError:
    """x mod 2 for mod(x, 2); what stands left of it was typed from the column `begin` on."""
    word, at = parser.token, parser.at
    left = parser.text[begin : parser.previous.end]
    parser.advance()
    following = parser.token
    if following.kind is Kind.END or not parser.text:
        return ExpressionError("mod is written mod(x, y)", word.start, word.end)
    parser.expression(SIGN)
    right = parser.text[following.start : parser.previous.end]
    end = parser.previous.end
    parser.at = at
    if right.startswith("(") and _is_one_pair(right):
        right = right[1:-1]
    if left.startswith("(") and _is_one_pair(left):
        left = left[1:-1]
    mend = f"mod({left}, {right})"
    return ExpressionError(f"mod is written as a function: {mend}", begin, end, mend)
