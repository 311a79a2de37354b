r"""What is written with bounds and braces: \frac{a}{b}, √[n]x, \sum_{n=1}^{9}, \int_0^1 x dx, ⌊x⌋, cases."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import diagnostics, limits
from jaxstudio.functions.language.nodes import (
    Bound,
    Call,
    Cases,
    Chain,
    Condition,
    Derivative,
    Name,
    Negate,
    Node,
    Number,
    Power,
    rebuilt,
)
from jaxstudio.functions.language.tokens import (
    CONSTANTS,
    GREEK_WORDS,
    POWER,
    PRODUCT,
    SIGN,
    Kind,
    Token,
    tokenize,
)

if TYPE_CHECKING:
    from jaxstudio.functions.language.parser import Parser

ATOM = POWER + 1
BOUND_LEVELS = 3  # of Python's stack, beside that of an expression
ROOTS = {"√": 2, "∛": 3, "∜": 4}
ROUNDED = {"⌊": ("⌋", "floor"), "⌈": ("⌉", "ceil")}
# signs with which a factor begins that is multiplied without a sign
BEGINNINGS = frozenset({*"√∛∜⌊⌈∑∏∫", "\\frac", "\\binom", "\\begin"})
TOTALS = {"∑": "sum", "∏": "prod", "Sigma": "sum", "Pi": "prod"}


def group(parser: Parser) -> Node:
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


def group_or_cases(parser: Parser) -> Node:
    """{x} as LaTeX groups, or {x > 0: x, -x}."""
    return group(parser) if sees_group(parser) else parser.braces()


def sees_group(parser: Parser) -> bool:
    return parser.sees("{") and not parser.has_colon()


def _argument(parser: Parser) -> Node:
    """What a command of LaTeX takes: a group, or one thing."""
    return group(parser) if sees_group(parser) else parser.expression(ATOM)


def fraction(parser: Parser) -> Node:
    r"""\frac{a}{b}, \frac12, \frac{d}{dx} f."""
    command = parser.advance()
    found = _derivative(parser, command)
    if found is not None:
        return found
    digits = parser.token
    if digits.kind is Kind.NUMBER and len(digits.text) == 2 and digits.text.isdigit():
        parser.advance()
        above: Node = Number(digits.start, digits.start + 1, float(digits.text[0]))
        below: Node = Number(digits.start + 1, digits.end, float(digits.text[1]))
    else:
        above, below = _argument(parser), _argument(parser)
    return Chain(command.start, parser.previous.end, (above, below), ("/",))


def _derivative(parser: Parser, command: Token) -> Node | None:
    r"""\frac{d}{dx} f and \frac{d^2}{dx^2} f."""
    at = parser.at
    texts = " ".join(token.text for token in parser.tokens[at : at + 10])
    found = re.match(r"{ d } { d(\S+) } ?", texts) or re.match(r"{ d \^ (\S+) } { d(\S+) \^ \1 }", texts)
    if found is None:
        return None
    name, order = found.groups()[-1], 1
    if len(found.groups()) == 2:
        order = int(found[1]) if re.fullmatch("[0-9]{1,3}", found[1]) else 0
    end = at + len(found.group().split())
    if not 1 <= order <= limits.ORDER:
        raise ExpressionError(f"derivatives go up to order {limits.ORDER}", command.start, command.end)
    if name in CONSTANTS:
        raise ExpressionError(f"{name} is a constant", command.start, command.end)
    parser.at = min(end, len(parser.tokens) - 1)
    body = parser.expression(PRODUCT)
    return Derivative(command.start, body.end, body, name, order)


def binomial(parser: Parser) -> Node:
    r"""\binom{n}{k}."""
    command = parser.advance()
    arguments = (_argument(parser), _argument(parser))
    return Call(command.start, parser.previous.end, "binomial", arguments)


def root(parser: Parser) -> Node:
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


def _root(parser: Parser, start: int, index: Node) -> Node:
    operand = group(parser) if sees_group(parser) else parser.expression(SIGN)
    if isinstance(index, Number) and index.value in (2.0, 3.0):
        return Call(start, operand.end, "sqrt" if index.value == 2.0 else "cbrt", (operand,))
    one = Number(index.start, index.end, 1.0)
    return Power(start, operand.end, operand, Chain(index.start, index.end, (one, index), ("/",)))


def raised_root(parser: Parser) -> Node:
    """³√x."""
    token = parser.advance()
    if not parser.sees("√"):
        said = f"the small {token.text} stands behind what it is the exponent of"
        raise ExpressionError(said, token.start, token.end)
    parser.advance()
    return _root(parser, token.start, small(parser, token))


def small(parser: Parser, token: Token) -> Node:
    """An exponent written small: ², ⁻¹, ⁿ, ²ˣ."""
    inner = type(parser)(tokenize(token.text), parser.functions, parser.values)
    inner.nesting = parser.nesting
    try:
        tree = inner.expression()
    except ExpressionError:
        tree = None
    if tree is None or inner.token.kind is not Kind.END:
        said = "the small exponent is no number and no product of letters"
        raise ExpressionError(said, token.start, token.end)
    return moved(tree, token.start, token.end)


def moved(node: Node, start: int, end: int) -> Node:
    """The tree with all its columns at one place."""
    children = tuple(moved(child, start, end) for child in node.children())
    return replace(rebuilt(node, children) if children else node, start=start, end=end)


def rounded(parser: Parser) -> Node:
    """⌊x⌋ and ⌈x⌉."""
    opened = parser.advance()
    closing, name = ROUNDED[opened.text]
    bars = parser.open()
    inner = parser.expression()
    closed = parser.expect(closing, opened)
    parser.close(bars)
    return Call(opened.start, closed.end, name, (inner,))


def total(parser: Parser) -> Node:
    """∑_{n=1}^{9} n^2."""
    sign = parser.advance()
    kind = TOTALS[sign.text]
    written = f"{kind}(…, n, 1, 20)"
    below, above = _bounds(parser, sign)
    if not isinstance(below, tuple) or above is None:
        raise ExpressionError(f"{kind} needs its index and its bounds: {written}", sign.start, sign.end)
    variable, low = below
    body = parser.expression(PRODUCT)
    return bound(sign.start, body.end, kind, body, variable, low, above)


def _bounds(parser: Parser, sign: Token) -> tuple[Node | tuple[str, Node] | None, Node | None]:
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


def _argument_signed(parser: Parser) -> Node:
    if parser.sees("-"):
        sign = parser.advance()
        inner = _argument(parser)
        return Negate(sign.start, inner.end, inner)
    return _argument(parser)


def area(parser: Parser) -> Node:
    """∫_0^1 x^2 dx: the body goes up to the d of its variable."""
    sign = parser.advance()
    low, high = _bounds(parser, sign)
    begin, end = parser.at, _differential(parser)
    if end < 0:
        said = "an integral ends with its variable, as ∫_0^1 x^2 dx; here it is integral(x^2, 0, 1)"
        raise ExpressionError(said, sign.start, parser.token.end)
    last = parser.tokens[end]
    if last.text in ("d", "mathrm"):
        variable = parser.tokens[end + 1].text
    else:
        variable = last.text[1:]
    inside = (*parser.tokens[begin:end], Token(Kind.END, "", last.start, last.start))
    inner = type(parser)(inside, parser.functions, {*parser.values, variable}, parser.text)
    inner.nesting, inner.brackets_open = parser.nesting + 1, parser.brackets_open + 1
    if inner.brackets_open > limits.NESTING:
        raise parser.too_deep()
    body: Node = Number(last.start, last.start, 1.0) if begin == end else inner.expression()
    if inner.token.kind is not Kind.END:
        raise inner.unexpected("the integral's variable was expected")
    parser.at = end + (2 if last.text == "d" else 1)
    if low is None or high is None or isinstance(low, tuple):
        inner_text = parser.text[parser.tokens[begin].start : last.start].strip() or "1"
        mend = f"integral({inner_text}, {variable}, 0, {variable if variable != 't' else 'x'})"
        if variable == "x":
            mend = f"integral({inner_text}, 0, x)"
        said = f"an integral has two bounds; from 0 on it is {mend}"
        raise ExpressionError(said, sign.start, parser.previous.end, mend)
    return bound(sign.start, parser.previous.end, "integral", body, variable, low, high)


def _differential(parser: Parser) -> int:
    """The index of the token dx that ends the integral at hand, -1 without one."""
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


def _is_differential(parser: Parser, at: int) -> bool:
    token = parser.tokens[at]
    if token.kind is not Kind.NAME or not token.text.startswith("d") or parser.tokens[at - 1].text == "/":
        return False
    rest = token.text[1:]
    if token.text == "d":
        following = parser.tokens[at + 1] if at + 1 < len(parser.tokens) else token
        return following.kind is Kind.NAME and len(following.text) == 1
    return len(rest) == 1 or rest in GREEK_WORDS


def cases(parser: Parser) -> Node:
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
        if not parser.accept("&") or parser.sees("otherwise", "else", "sonst"):
            parser.accept("otherwise")
            parser.accept("else")
            otherwise = value
            parser.accept("\\\\")
            break
        parser.accept("if")
        parser.accept("for")
        conditions.append(parser.expression())
        values.append(value)
        if not parser.accept("\\\\"):
            break
    if not parser.sees("\\end"):
        raise parser.unexpected("\\end{cases} was expected")
    closed = parser.advance()
    parser.in_cases -= 1
    parser.close(bars)
    if not conditions:
        raise ExpressionError("cases need a condition: {x > 0: x^2, -x}", opened.start, closed.end)
    return Cases(opened.start, closed.end, tuple(conditions), tuple(values), otherwise)


def bound(start: int, end: int, kind: str, body: Node, variable: str, low: Node, high: Node) -> Node:
    """A sum, a product or an integral; raises ExpressionError where a bound is infinite."""
    for each in (low, high):
        if is_infinite(each):
            raise _infinite(start, end, kind, body, variable, low, high, each)
    return Bound(start, end, kind, body, variable, low, high)


def is_infinite(node: Node) -> bool:
    """Whether it is ∞ or -∞."""
    inner = node.operand if isinstance(node, Negate) else node
    return isinstance(inner, Number) and inner.value == float("inf")


def _infinite(
    start: int, end: int, kind: str, body: Node, variable: str, low: Node, high: Node, bad: Node
) -> ExpressionError:
    """Says it with finitely many terms, or with a variable that is finite where the old one is not."""
    from jaxstudio.functions.language.printing import text_of

    if kind != "integral":
        said = f"{kind} has finitely many terms, up to {limits.TERMS}: a number is needed in place of ∞"
        return ExpressionError(said, bad.start, bad.end, "1000")
    v = variable
    if is_infinite(low) and is_infinite(high):
        place, slope, bounds = f"{v}/(1 - {v}^2)", f"(1 + {v}^2)/(1 - {v}^2)^2", "-1, 1"
    elif is_infinite(high):
        place, slope, bounds = f"{text_of(low)} + {v}/(1 - {v})", f"1/(1 - {v})^2", "0, 1"
    else:
        place, slope, bounds = f"{text_of(high)} - {v}/(1 - {v})", f"1/(1 - {v})^2", "0, 1"
    inner = tree_of(place)
    mend = f"integral(({text_of(replaced(body, v, inner))})*{slope}, {v}, {bounds})"
    said = f"the bounds of an integral are finite; with {place} for {v} it is {mend}"
    return ExpressionError(said, start, end, mend)


def tree_of(text: str) -> Node:
    """The tree of a text that the language wrote itself."""
    from jaxstudio.functions.language.parser import Parser

    return Parser(tokenize(text)).expression()


def replaced(node: Node, name: str, by: Node) -> Node:
    """The tree with `by` in place of a name, where that is not bound anew."""
    if isinstance(node, Name):
        return by if node.name == name else node
    if isinstance(node, Bound | Derivative) and node.variable == name:
        return node
    children = tuple(replaced(child, name, by) for child in node.children())
    return rebuilt(node, children) if children else node
