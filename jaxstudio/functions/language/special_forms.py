r"""Forms with a syntax of their own: sum, integral, where, mlp, d/dx; LaTeX's \frac, \sum, \int, cases."""

from __future__ import annotations

import re
from collections.abc import Callable

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.language import diagnostics, limits
from jaxstudio.functions.language.endless import checked
from jaxstudio.functions.language.nodes import (
    POWER,
    PRODUCT,
    SIGN,
    Bound,
    Call,
    Cases,
    Chain,
    Condition,
    Derivative,
    Name,
    Negate,
    Network,
    Node,
    Number,
    Power,
    at_columns,
)
from jaxstudio.functions.language.questions import WRITTEN, question
from jaxstudio.functions.language.tokens import (
    CONSTANTS,
    GREEK_WORDS,
    Kind,
    Token,
    TokenReader,
    closing,
    is_variable,
    tokenize,
)


def _bound(parser: TokenReader, token: Token) -> Node:
    """sum(body, n, low, high); integral(body, low, high) runs over x."""
    arguments, end = parser.arguments(token.text)
    if len(arguments) == 3 and token.text == "integral":
        body, low, high = arguments
        if isinstance(body, Number) and isinstance(low, Number) and not isinstance(high, Number):
            texts = [parser.text[each.start : each.end] for each in arguments]
            message = Wording("the bounds of an integral stand behind its function")
            written = f"integral({texts[2]}, {texts[0]}, {texts[1]})"
            raise ExpressionError(
                message, token.start, end, written, (f"{texts[0]}*({texts[2]} - {texts[1]})",)
            )
        return checked(parser, Bound(token.start, end, "integral", body, "x", low, high))
    if len(arguments) != 4 or not isinstance(arguments[1], Name):
        written = "sum(…, n, 1, 20)".replace("sum", token.text)
        if token.text == "integral":
            written = "integral(…, t, a, b) or, over x, integral(…, a, b)"
        listed = f"total({parser.text[arguments[0].start : end]}" if token.text == "sum" else ""
        suggestion = listed if len(arguments) == 1 and parser.text else ""
        raise ExpressionError(
            Wording("{0} is written {1}", token.text, written), token.start, end, suggestion
        )
    body, variable, low, high = arguments
    assert isinstance(variable, Name)
    return checked(parser, Bound(token.start, end, token.text, body, variable.name, low, high))


def _where(parser: TokenReader, token: Token) -> Node:
    arguments, end = parser.arguments(token.text)
    if len(arguments) != 3:
        message = Wording(
            "where takes 3 arguments, not {0}: where(condition, value, otherwise)", len(arguments)
        )
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
            Wording("mlp needs the widths of 1 to {0} hidden layers: mlp(x; 128, 128)", limits.LAYERS),
            token.start,
            closed.end,
        )
    return Network(token.start, closed.end, tuple(inputs), tuple(hidden))


def _width(parser: TokenReader) -> int:
    token = parser.advance()
    if not re.fullmatch("[0-9]{1,9}", token.text) or not 1 <= int(token.text) <= limits.WIDTH:
        raise ExpressionError(Wording("a layer has 1 to {0} units", limits.WIDTH), token.start, token.end)
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
        message = Wording("the order, 1 to {0}, stands twice: d^2/d{1}^2", limits.ORDER, variable)
        raise ExpressionError(message, begin.start, parser.previous.end)
    if variable in CONSTANTS:
        raise ExpressionError(Wording("{0} is a constant", variable), under.start, under.end)
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


FORMS: dict[str, Callable[[TokenReader, Token], Node]] = {
    "sum": _bound,
    "prod": _bound,
    "integral": _bound,
    "where": _where,
    "mlp": _network,
    **dict.fromkeys(WRITTEN, question),
}


ATOM = POWER + 1
BOUND_LEVELS = 3  # of Python's stack, beside that of an expression
ROOTS = {"√": 2, "∛": 3, "∜": 4}
ROUNDED = {"⌊": ("⌋", "floor"), "⌈": ("⌉", "ceil")}
# signs with which a factor begins that is multiplied without a sign
BEGINNINGS = frozenset({*"√∛∜⌊⌈∑∏∫", "\\frac", "\\binom", "\\begin"})
OTHERWISE = ("otherwise", "else", "sonst", "sinon")
TOTALS = {"∑": "sum", "∏": "prod", "Sigma": "sum", "Pi": "prod"}


SIZES = ("\\left", "\\big", "\\Big", "\\bigl", "\\Bigl", "\\bigg", "\\Bigg")


def is_sized(parser: TokenReader, opened: Token) -> bool:
    r"""Whether it is the [ of \left[x + 1\right], which groups as a parenthesis does."""
    return parser.text[: opened.start].endswith(SIZES)


def group(parser: TokenReader) -> Node:
    """{…}: what stands between the braces, as one number; {x > 0} is a condition as elsewhere."""
    opened = parser.advance()
    bars = parser.open()
    inner = parser.expression()
    if parser.sees(","):
        raise diagnostics.list_in_braces(parser, opened)
    closed = parser.expect("}", opened)
    parser.close(bars)
    if isinstance(inner, Condition):
        return Cases(opened.start, closed.end, (inner,), (Number(inner.start, inner.end, 1.0),))
    return inner


def group_or_cases(parser: TokenReader) -> Node:
    """{x} as LaTeX groups, or {x > 0: x, -x}."""
    return group(parser) if sees_group(parser) else parser.braces()


def sees_group(parser: TokenReader) -> bool:
    return parser.sees("{") and not parser.has_colon()


def _argument(parser: TokenReader) -> Node:
    """Read the argument of a LaTeX command: a group, or one letter or digit."""
    if sees_group(parser):
        return group(parser)
    token = parser.token
    typed = parser.text[token.start : token.end]
    if len(typed) > 1 and typed.isascii() and (typed.isdigit() or (typed.isalnum() and typed[0].isalpha())):
        parser.split(1)
    return parser.expression(ATOM)


def fraction(parser: TokenReader) -> Node:
    r"""\frac{a}{b}, \frac12, \frac xy, \frac{d}{dx} f, \frac{df}{dx}."""
    command = parser.advance()
    found = _derivative(parser, command)
    if found is not None:
        return found
    above, below = _argument(parser), _argument(parser)
    return Chain(command.start, parser.previous.end, (above, below), ("/",))


# { d } { dx }, { d ^ 2 } { dx ^ { 2 } }, and with what is differentiated in the numerator
_POWER = r"(?:\^ (?:{ (\S+) }|(\S+)) )?"
_ABOVE = re.compile("{ d " + _POWER)
_BELOW = re.compile(r"{ d ?(\S+) " + _POWER + "} ?")


def _derivative(parser: TokenReader, command: Token) -> Node | None:
    r"""\frac{d}{dx} f, \frac{d^2}{dx^2} f, \frac{d^2 f}{dx^2}."""
    at = parser.at
    above = _ABOVE.match(" ".join(token.text for token in parser.tokens[at : at + 8]) + " ")
    if above is None:
        return None
    end = closing(parser.tokens, at)
    below = _BELOW.match(" ".join(token.text for token in parser.tokens[end + 1 : end + 9]) + " ")
    typed = above[1] or above[2]
    if below is None or (below[2] or below[3]) != typed:
        return None
    name, last = below[1], end + 1 + len(below.group().split())
    order = 1 if not typed else int(typed) if re.fullmatch("[0-9]{1,3}", typed) else 0
    if not 1 <= order <= limits.ORDER:
        raise ExpressionError(
            Wording("derivatives go up to order {0}", limits.ORDER), command.start, command.end
        )
    if name in CONSTANTS:
        raise ExpressionError(Wording("{0} is a constant", name), command.start, command.end)
    begin = at + len(above.group().split())
    if begin == end:
        parser.at = min(last, len(parser.tokens) - 1)
        body = parser.expression(PRODUCT)
        return Derivative(command.start, body.end, body, name, order)
    parser.at = begin
    bars = parser.open()
    body = parser.expression()
    if isinstance(body, Name):
        message = Wording(
            "{0} is no function of {1} here; a derivative is written d/d{1} (…), or f'({1})", body.name, name
        )
        end = parser.tokens[min(last, len(parser.tokens)) - 1].end
        primes = "'" * order
        written = f"{body.name}{primes}({name})" if not is_variable(body.name) else ""
        raise ExpressionError(message, command.start, end, written)
    parser.expect("}", parser.tokens[at])
    parser.close(bars)
    # the tokens may have been split, so that the denominator is sought again
    parser.at = closing(parser.tokens, parser.at) + 1
    return Derivative(command.start, parser.previous.end, body, name, order)


def binomial(parser: TokenReader) -> Node:
    r"""\binom{n}{k}."""
    command = parser.advance()
    arguments = (_argument(parser), _argument(parser))
    return Call(command.start, parser.previous.end, "binomial", arguments)


def root(parser: TokenReader) -> Node:
    """√x, ∛x, ∜x, √[n]x, √{x}."""
    sign = parser.advance()
    index: Node = Number(sign.start, sign.end, float(ROOTS[sign.text]))
    if parser.sees("[") and sign.text == "√":
        opened = parser.advance()
        bars = parser.open()
        index = parser.expression()
        parser.expect("]", opened)
        parser.close(bars)
    return _root(parser, sign.start, index)


def _root(parser: TokenReader, start: int, index: Node) -> Node:
    operand = group(parser) if sees_group(parser) else parser.expression(SIGN)
    if isinstance(index, Number) and index.value in (2.0, 3.0):
        return Call(start, operand.end, "sqrt" if index.value == 2.0 else "cbrt", (operand,))
    one = Number(index.start, index.end, 1.0)
    return Power(start, operand.end, operand, Chain(index.start, index.end, (one, index), ("/",)))


def raised_root(parser: TokenReader) -> Node:
    """³√x."""
    token = parser.advance()
    if not parser.sees("√"):
        message = Wording("the small {0} stands behind what it is the exponent of", token.text)
        raise ExpressionError(message, token.start, token.end)
    parser.advance()
    return _root(parser, token.start, small(parser, token))


def small(parser: TokenReader, token: Token) -> Node:
    """An exponent written small: ², ⁻¹, ⁿ, ²ˣ."""
    text = re.sub("(?<=[a-z])(?=[a-z])", " ", token.text)
    inner = type(parser)(tokenize(text), parser.functions, parser.values)
    inner.nesting = parser.nesting
    stacked = re.fullmatch("(-?)([a-z])([0-9]+)", token.text)
    if stacked is not None:
        sign, letter, power = stacked.groups()
        texts = (f"^({sign}{letter}^{power})", f"^({sign}{power}{letter})")
        message = Wording("an exponent of an exponent is written {0}", texts[0])
        raise ExpressionError(message, token.start, token.end, texts[0], texts[1:])
    try:
        tree = inner.expression()
    except ExpressionError:
        tree = None
    if tree is None or inner.token.kind is not Kind.END:
        message = Wording("the small exponent is no number and no product of letters")
        raise ExpressionError(message, token.start, token.end)
    return at_columns(tree, token.start, token.end)


def rounded(parser: TokenReader) -> Node:
    """⌊x⌋ and ⌈x⌉."""
    opened = parser.advance()
    closing, name = ROUNDED[opened.text]
    bars = parser.open()
    inner = parser.expression()
    closed = parser.expect(closing, opened)
    parser.close(bars)
    return Call(opened.start, closed.end, name, (inner,))


def total(parser: TokenReader) -> Node:
    """∑_{n=1}^{9} n^2."""
    sign = parser.advance()
    kind = TOTALS[sign.text]
    written = f"{kind}(…, n, 1, 20)"
    below, above = _bounds(parser, sign)
    if not isinstance(below, tuple) or above is None:
        raise ExpressionError(
            Wording("{0} needs its index and its bounds: {1}", kind, written), sign.start, sign.end
        )
    variable, low = below
    body = parser.expression(PRODUCT)
    return checked(parser, Bound(sign.start, body.end, kind, body, variable, low, above))


def _bounds(parser: TokenReader, sign: Token) -> tuple[Node | tuple[str, Node] | None, Node | None]:
    """The _{n=1} or _0 and the ^{9} behind ∑ and ∫, in either order."""
    below: Node | tuple[str, Node] | None = None
    above: Node | None = None
    parser.nesting += BOUND_LEVELS
    while parser.sees("_", "^") or parser.token.kind is Kind.RAISED:
        if parser.token.kind is Kind.RAISED:
            above = small(parser, parser.advance())
        elif parser.advance().text == "^":
            above = _argument_signed(parser)
        elif parser.sees("{") and parser.ahead(1).kind is Kind.NAME and parser.ahead(2).text == "=":
            opened = parser.advance()
            name = parser.advance().text
            parser.advance()
            bars = parser.open()
            below = name, parser.expression()
            parser.expect("}", opened)
            parser.close(bars)
        else:
            below = _argument_signed(parser)
    parser.nesting -= BOUND_LEVELS
    return below, above


def _argument_signed(parser: TokenReader) -> Node:
    if parser.sees("-"):
        sign = parser.advance()
        inner = _argument(parser)
        return Negate(sign.start, inner.end, inner)
    return _argument(parser)


def area(parser: TokenReader) -> Node:
    """∫_0^1 x^2 dx: the body goes up to the d of its variable."""
    sign = parser.advance()
    low, high = _bounds(parser, sign)
    begin, end = parser.at, _differential(parser)
    if end < 0 and _split_differential(parser):
        end = _differential(parser)
    if end < 0:
        message = Wording(
            "an integral ends with its variable, as ∫_0^1 x^2 dx; here it is integral(x^2, 0, 1)"
        )
        raise ExpressionError(message, sign.start, parser.token.end)
    last = parser.tokens[end]
    variable = parser.tokens[end + 1].text if last.text in ("d", "mathrm") else last.text[1:]
    inside = (*parser.tokens[begin:end], Token(Kind.END, "", last.start, last.start))
    inner = type(parser)(inside, parser.functions, {*parser.values, variable}, parser.text)
    inner.nesting, inner.brackets_open = parser.nesting + 1, parser.brackets_open + 1
    if inner.brackets_open > limits.NESTING:
        raise parser.too_deep()
    body: Node = Number(last.start, last.start, 1.0) if begin == end else inner.expression()
    if inner.token.kind is not Kind.END:
        raise inner.unexpected(Wording("the integral's variable was expected"))
    parser.at = end + (2 if last.text == "d" else 1)
    if low is None or high is None or isinstance(low, tuple):
        inner_text = parser.text[parser.tokens[begin].start : last.start].strip() or "1"
        suggestion = f"integral({inner_text}, {variable}, 0, {variable if variable != 't' else 'x'})"
        if variable == "x":
            suggestion = f"integral({inner_text}, 0, x)"
        message = Wording("an integral has two bounds; from 0 on it is {0}", suggestion)
        raise ExpressionError(message, sign.start, parser.previous.end, suggestion)
    end_of = parser.previous.end
    return checked(parser, Bound(sign.start, end_of, "integral", body, variable, low, high))


def _differential(parser: TokenReader) -> int:
    """The index of the token dx that ends the current integral, -1 without one."""
    depth, open_integrals = 0, 0
    for at in range(parser.at, len(parser.tokens)):
        token = parser.tokens[at]
        if token.text in ("(", "[", "{"):
            depth += 1
        elif token.text in (")", "]", "}"):
            depth -= 1
            if depth < 0:
                return -1
        elif token.text == "∫":
            open_integrals += 1
        elif not depth and _is_differential(parser, at):
            if not open_integrals:
                return at
            open_integrals -= 1
    return -1


def _split_differential(parser: TokenReader) -> bool:
    """Make x and dx of the last xdx; whether there is one."""
    at = parser.at
    for last in range(len(parser.tokens) - 1, at - 1, -1):
        token = parser.tokens[last]
        found = re.fullmatch("([A-Za-z]+)d[a-z]", parser.text[token.start : token.end])
        if token.kind is Kind.NAME and found is not None:
            parser.at = last
            parser.split(len(found[1]))
            parser.at = at
            return True
    return False


def _is_differential(parser: TokenReader, at: int) -> bool:
    token = parser.tokens[at]
    if token.kind is not Kind.NAME or not token.text.startswith("d") or parser.tokens[at - 1].text == "/":
        return False
    rest = token.text[1:]
    if token.text == "d":
        following = parser.tokens[at + 1] if at + 1 < len(parser.tokens) else token
        return following.kind is Kind.NAME and (len(following.text) == 1 or following.text in GREEK_WORDS)
    return len(rest) == 1 or rest in GREEK_WORDS


def cases(parser: TokenReader) -> Node:
    r"""\begin{cases} a & x > 0 \\ b & x \le 0 \end{cases}."""
    opened = parser.advance()
    bars = parser.open()
    parser.in_cases += 1
    conditions: list[Node] = []
    values: list[Node] = []
    otherwise: Node | None = None
    while not parser.sees("\\end"):
        value = parser.expression()
        parser.accept(",")
        if not parser.accept("&") or parser.sees(*OTHERWISE):
            if parser.sees(*OTHERWISE):
                parser.advance()
            otherwise = value
            parser.accept("\\\\")
            break
        if parser.sees("if", *diagnostics.BEFORE_CONDITION):
            parser.advance()
        conditions.append(parser.expression())
        values.append(value)
        parser.accept(",")
        if not parser.accept("\\\\"):
            break
    if not parser.sees("\\end"):
        raise parser.unexpected(Wording("{0} was expected", "\\end{cases}"))
    closed = parser.advance()
    parser.in_cases -= 1
    parser.close(bars)
    if not conditions:
        raise ExpressionError(Wording("cases need a condition: {x > 0: x^2, -x}"), opened.start, closed.end)
    return Cases(opened.start, closed.end, tuple(conditions), tuple(values), otherwise)
