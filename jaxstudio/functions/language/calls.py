"""What a name means where it stands: a call, a form such as sum(…), d/dx, or a plain name."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import limits, slips
from jaxstudio.functions.language.catalogue import Function, find
from jaxstudio.functions.language.forms import FORMS, read_derivative
from jaxstudio.functions.language.names import (
    FUNCTION_LETTERS,
    GREEK_WORDS,
    KEYWORDS,
    is_variable,
)
from jaxstudio.functions.language.nodes import (
    Apply,
    Call,
    Chain,
    Name,
    Negate,
    Node,
    Number,
)
from jaxstudio.functions.language.reader import SIGN
from jaxstudio.functions.language.suggest import nearest, product_with_function, run_together
from jaxstudio.functions.language.tokens import Kind, Token

if TYPE_CHECKING:
    from jaxstudio.functions.language.parser import Parser


def read_name(parser: Parser) -> Node:
    """The node that begins with the name at hand."""
    token, following = parser.token, parser.ahead(1)
    name = token.text
    if name == "d" and (found := read_derivative(parser)) is not None:
        return found
    if name in FORMS and following.text == "(":
        parser.advance()
        return FORMS[name](parser, token)
    if name in KEYWORDS:
        raise ExpressionError(f"{name} needs something before it", token.start, token.end)
    if name in parser.functions:
        return _call(parser, None)
    function = find(name)
    called = following.text == "(" or following.kind is Kind.PRIME
    # β, γ and ζ are functions only where they are called
    if function is not None and name not in parser.values and (called or name not in GREEK_WORDS):
        return _call(parser, function)
    if following.kind is Kind.PRIME:
        said = f"{name}' is the derivative of a function {name}, which no line defines"
        mend = ""
        if name in parser.values:
            said = f"{name} is a value and takes no argument; its derivative is written d/dx ({name})"
            mend = slips.derivative_text(f"({name})", "x", len(following.text), parser.ahead(2))
        raise ExpressionError(said, token.start, following.end, mend)
    if called and _meant_as_function(parser, token):
        raise _unknown_function(parser, token)
    parser.advance()
    guess = "" if name in parser.values else run_together(name)
    if guess:
        said = f"{name} is read as one name; did you mean {guess}?"
        raise ExpressionError(said, token.start, token.end, guess)
    return Name(token.start, token.end, name)


def _meant_as_function(parser: Parser, token: Token) -> bool:
    """Whether name( is a call of something unknown rather than a factor."""
    name = token.text
    if name in parser.values or is_variable(name) or name in GREEK_WORDS or parser.ahead(1).spaced:
        return False
    return len(name.rstrip("0123456789")) > 1 or name in FUNCTION_LETTERS


def _unknown_function(parser: Parser, token: Token) -> ExpressionError:
    name = token.text
    product = product_with_function(name)
    guess = product if product and product[0] in "xyzt" else nearest(name, parser.functions)
    guess = (guess if len(name) > 1 else "") or product
    if guess:
        return ExpressionError(f"no function {name}; did you mean {guess}?", token.start, token.end, guess)
    said = f"no function {name}; a line {name}(x) = … defines it, {name}*(…) is a product"
    return ExpressionError(said, token.start, token.end, f"{name}*")


def _call(parser: Parser, function: Function | None) -> Node:
    """A function with its arguments, in parentheses or, for one argument, without."""
    token = parser.advance()
    name = function.name if function else token.text
    primes = len(parser.advance().text) if parser.token.kind is Kind.PRIME else 0
    if primes > limits.ORDER:
        raise ExpressionError(f"derivatives go up to order {limits.ORDER}", token.start, parser.previous.end)
    token = replace(token, text=token.text + "'" * primes, end=parser.previous.end)
    _refuse_power(parser, token, function)
    if parser.sees("("):
        arguments, end = parser.arguments(token.text)
    elif function is not None and function.counts[0] == 1 and not function.variadic:
        arguments = [_bare_argument(parser, token)]
        end = arguments[0].end
    else:
        said = f"{token.text} is a function: it needs its arguments in parentheses"
        inputs = ", ".join("xyzt"[: function.counts[0]]) if function else "x"
        raise ExpressionError(said, token.start, token.end, f"{token.text}({inputs})")
    if primes and len(arguments) != 1:
        said = "' is the derivative of a function of one argument; d/dx(…) takes others"
        raise ExpressionError(said, token.start, end)
    if function is None:
        return Apply(token.start, end, name, tuple(arguments), primes)
    if name == "log" and len(arguments) == 2:
        # the logarithm to a base, as Python's
        logs = [Call(each.start, each.end, name, (each,)) for each in arguments]
        return Chain(token.start, end, tuple(logs), ("/",))
    _check_count(parser, function, arguments, token.start, end)
    missing = len(function.parameters) - len(arguments)
    if missing > 0:
        arguments += [Number(end, end, value) for value in function.defaults[-missing:]]
    return Call(token.start, end, name, tuple(arguments), primes)


def _check_count(parser: Parser, function: Function, arguments: list[Node], start: int, end: int) -> None:
    least, most = function.counts
    count = len(arguments)
    if least <= count and (most is None or count <= most):
        return
    if least == most:
        wanted = f"{least} argument{'s' * (least > 1)}"
    else:
        wanted = f"{least} arguments or more" if most is None else f"{least} or {most} arguments"
    said, mend = f"{function.name} takes {wanted}, not {count}: {function.usage}", ""
    if most is not None and count == most + 1:
        mend = _decimal_comma(parser, arguments)
        said += f"; a decimal point is written as a point: {mend}" if mend else ""
    if mend:
        start, end = arguments[0].start, arguments[-1].end
    raise ExpressionError(said, start, end, mend)


def _decimal_comma(parser: Parser, arguments: list[Node]) -> str:
    """3,5 as 3.5 where two of the arguments may be one number."""
    for left, right in pairwise(arguments):
        if isinstance(left, Number) and isinstance(right, Number) and right.start == left.end + 1:
            begin, end = arguments[0].start, arguments[-1].end
            return parser.text[begin : left.end] + "." + parser.text[right.start : end]
    return ""


def _refuse_power(parser: Parser, token: Token, function: Function | None) -> None:
    """sin^2(x) would be a square and sin^-1(x) an inverse: each is written in its own way."""
    sign = parser.token
    if sign.kind is Kind.RAISED:
        power = sign.text
    elif sign.text == "^":
        power = "-1" if parser.ahead(1).text == "-" else parser.ahead(1).text
    else:
        return
    if power.startswith("-"):
        mend = f"a{token.text}" if function is not None and find(f"a{token.text}") else ""
        said = "an inverse is not written as a power" + (f", but as {mend}(x)" if mend else "")
        end = sign.end if sign.kind is Kind.RAISED else parser.ahead(2).end
        raise ExpressionError(said, token.start, end, mend)
    begin, at = parser.at, parser.at + (1 if sign.kind is Kind.RAISED else 2)
    parser.at = min(at, len(parser.tokens) - 1)
    mend, end = "", parser.previous.end
    if parser.text and (parser.sees("(") or _bare(parser, first=True)):
        in_brackets = parser.sees("(")
        _ = parser.parentheses() if in_brackets else _bare_argument(parser, token)
        end = parser.previous.end
        inner = parser.text[parser.tokens[at].start : end]
        mend = f"{token.text}{inner if in_brackets else f'({inner})'}^{power}"
    parser.at = begin
    said = f"a power of a function stands behind its argument: {mend or f'{token.text}(x)^{power}'}"
    raise ExpressionError(said, token.start, end, mend)


def _bare_argument(parser: Parser, token: Token) -> Node:
    """What sin takes in `sin 2x`: numbers, names and their powers, side by side."""
    following = parser.token
    if parser.sees("-"):
        parser.advance()
        inner = _bare_argument(parser, token)
        return Negate(following.start, inner.end, inner)
    factors: list[Node] = []
    while _bare(parser, first=not factors):
        factors.append(parser.expression(SIGN))
    if not factors:
        raise ExpressionError(f"{token.text} needs an argument", token.start, token.end, f"{token.text}(x)")
    if len(factors) == 1:
        return factors[0]
    return Chain(factors[0].start, factors[-1].end, tuple(factors), ("*",) * (len(factors) - 1))


def _bare(parser: Parser, first: bool) -> bool:
    token = parser.token
    if token.kind is Kind.NUMBER:
        return True
    if token.kind is Kind.NAME:
        is_function = token.text in parser.functions or token.text in FORMS or find(token.text) is not None
        return token.text not in KEYWORDS and (first or not is_function)
    return first and (token.text == "√" or (token.text == "|" and not parser.in_bars))
