"""The grammar of lists: [1, 2], [1...10], [n^2 for n = [1...5]], L[L > 2], and calls such as mean(L)."""

from __future__ import annotations

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.language import diagnostics, special_forms
from jaxstudio.functions.language.catalogue import LIST_FUNCTIONS
from jaxstudio.functions.language.nodes import (
    LISTS,
    SUM,
    Apply,
    Call,
    Chain,
    Comprehension,
    Index,
    ListCall,
    Name,
    Node,
    Number,
    Range,
    Tuple,
    Vector,
    is_condition,
    is_list,
    literal,
)
from jaxstudio.functions.language.tokens import KEYWORDS, Kind, Token, TokenReader, closing, is_variable

DOTS = "..."


def brackets(parser: TokenReader) -> Node:
    """Read a list; brackets around one item alone are parentheses."""
    opened = parser.advance()
    names = bound_names(parser)
    values, parser.values = parser.values, {*parser.values, *names}
    bars = parser.open()
    items: list[Node] = []
    if parser.sees("]"):
        raise ExpressionError(
            Wording("nothing between the brackets: a list is [1, 2, 3]"), opened.start, parser.token.end
        )
    while not parser.sees(DOTS):
        items.append(parser.restricted())
        diagnostics.refuse_semicolon(parser)
        if not parser.accept(","):
            break
    parser.values = values
    if items and parser.accept(DOTS):
        if is_condition(items[-1]):  # Maple's [cos(t), sin(t), t = 0..2*Pi]
            raise ExpressionError(Wording("the ends of a range are numbers"), items[-1].start, items[-1].end)
        parser.accept(",")
        last = parser.expression()
        closed = parser.expect("]", opened)
        parser.close(bars)
        return Range(opened.start, closed.end, tuple(items), last)
    if names and len(items) == 1:
        return _comprehension(parser, opened, items[0], bars)
    closed = parser.expect("]", opened)
    parser.close(bars)
    if len(items) == 1 and is_condition(items[0]) and parser.tokens[0] is not opened:
        inside = parser.text[opened.end : closed.start]
        message = Wording(
            "a condition stands in braces; in brackets it may also be 1 where it holds and else 0"
        )
        fixes = f"{{{inside}}}", f"*{{{inside}: 1, 0}}"
        raise ExpressionError(message, opened.start, closed.end, fixes[0], fixes[1:])
    _refuse_bounds(parser, opened, closed, items)
    if len(items) == 1:
        # \left[x + 1\right] and 2[x + 1] set brackets as others set parentheses
        alone = parser.tokens[0] is opened and parser.token.kind is Kind.END
        if not alone or special_forms.is_sized(parser, opened):
            return items[0]
        diagnostics.refuse_row(parser, opened, closed)
    return list_of(opened.start, closed.end, items)


def _refuse_bounds(parser: TokenReader, opened: Token, closed: Token, items: list[Node]) -> None:
    """x^2 [0, 1] at the end of a line may be a product with a list, or x^2 where x is in this range."""
    at = parser.tokens.index(opened)
    before = parser.tokens[at - 1] if at else opened
    factor = before.kind in (Kind.NUMBER, Kind.NAME, Kind.RAISED) or before.text in (")", "}")
    numbers = [literal(item) for item in items]
    low, high = numbers if len(numbers) == 2 else (None, None)
    if low is None or high is None or not (factor and opened.spaced and parser.token.kind is Kind.END):
        return
    if low < high and parser.text and before.text not in KEYWORDS:
        low_text, high_text = (parser.text[item.start : item.end] for item in items)
        fixes = f"{{{low_text} <= x <= {high_text}}}", f"*[{low_text}, {high_text}]"
        message = Wording(
            "[{0}, {1}] may be the range of x, or a list that is multiplied", low_text, high_text
        )
        raise ExpressionError(message, opened.start, closed.end, fixes[0], fixes[1:])


def list_of(start: int, end: int, items: list[Node]) -> Node:
    """A list; a list of points is the point of two lists."""
    points = [item.items for item in items if isinstance(item, Tuple)]
    if len(points) == len(items) and len({len(point) for point in points}) == 1:
        return Tuple(start, end, tuple(Vector(start, end, each) for each in zip(*points, strict=True)))
    return Vector(start, end, tuple(items))


def bound_names(parser: TokenReader) -> list[str]:
    """Find the n and m of `for n = L, m = M` before the bracket closes; empty without a `for`."""
    depth, names, inside = 0, [], False
    for at in range(parser.at, len(parser.tokens) - 1):
        token, following = parser.tokens[at], parser.tokens[at + 1]
        if token.text in ("(", "[", "{"):
            depth += 1
        elif token.text in (")", "]", "}"):
            depth -= 1
        inside |= token.text == "for" and not depth
        if depth < 0:
            break
        if inside and not depth and token.kind is Kind.NAME and following.text in ("=", "in"):
            names.append(token.text)
    return names


def _comprehension(parser: TokenReader, opened: Token, body: Node, bars: int) -> Node:
    names: list[str] = []
    lists: list[Node] = []
    while parser.accept("for" if not names or parser.sees("for") else ","):
        name = parser.advance()
        if name.kind is not Kind.NAME or not (parser.accept("=") or parser.accept("in")):
            raise ExpressionError(Wording("behind for stands n = [1...5]"), name.start, name.end)
        names.append(name.text)
        source = parser.expression(SUM)
        if isinstance(source, Name) and is_variable(source.name) and source.name not in parser.values:
            raise ExpressionError(Wording("behind for n = stands a list: [1...5]"), source.start, source.end)
        lists.append(source)
    closed = parser.expect("]", opened)
    parser.close(bars)
    if isinstance(body, Tuple):
        parts = tuple(
            Comprehension(opened.start, closed.end, each, tuple(names), tuple(lists)) for each in body.items
        )
        return Tuple(opened.start, closed.end, parts)
    return Comprehension(opened.start, closed.end, body, tuple(names), tuple(lists))


def sees_factor(parser: TokenReader) -> bool:
    """Whether the [ opens a list that is multiplied: no range of a slider, a = 3 [0, 10], and no x[0]."""
    if special_forms.is_sized(parser, parser.token):
        return True
    if parser.previous.kind is Kind.NAME and not parser.token.spaced:
        return False
    at = 3 if parser.tokens[2].text == "-" else 2
    head, number = parser.tokens[0], parser.tokens[at]
    defines = parser.tokens[1].text == "=" and head.text not in ("y", "z")
    return not (defines and parser.at == at + 1 and number.kind is Kind.NUMBER)


def sees_index(parser: TokenReader, left: Node) -> bool:
    """Whether the [ behind a list, or behind a name that the sheet defines, holds a place in it."""
    if parser.token.text != "[" or parser.token.spaced or special_forms.is_sized(parser, parser.token):
        return False
    if isinstance(left, Name):
        return left.name in parser.values
    return isinstance(left, (*LISTS, Index, ListCall, Apply))


def index(parser: TokenReader, left: Node) -> Node:
    """L[2], L[1, 3], L[2...4], L[L > 2]."""
    opened = parser.advance()
    bars = parser.open()
    items = [parser.expression()]
    while parser.accept(","):
        items.append(parser.expression())
    chosen: Node = items[0]
    if parser.accept(DOTS):
        open_end = parser.sees("]")
        last = (
            ListCall(opened.start, parser.token.end, "length", (left,)) if open_end else parser.expression()
        )
        chosen = Range(opened.start, parser.token.end, tuple(items), last)
    elif len(items) > 1:
        chosen = Vector(opened.start, parser.token.end, tuple(items))
    closed = parser.expect("]", opened)
    parser.close(bars)
    return Index(left.start, closed.end, left, chosen)


# of these the calls with several arguments are something else: sum(n, n, 1, 9), min(a, b)
OF_ONE = ("min", "max", "gcd", "lcm", "sum", "prod", "total", "product")


def sees_call(parser: TokenReader) -> bool:
    """Whether mean(…) or another function of lists begins here."""
    name = parser.token.text
    if parser.ahead(1).text != "(" or name in parser.functions or name in parser.values:
        return False
    end = closing(parser.tokens, parser.at + 1)
    several = any(True for _ in diagnostics.commas(parser, parser.at + 1, end))
    inside = parser.ahead(2).text
    is_variable_alone = end == parser.at + 3 and is_variable(inside) and inside not in parser.values
    if name in ("sum", "prod") and is_variable_alone:  # NumPy's, of an array
        return False
    return name in LIST_FUNCTIONS and not (several and name in OF_ONE)


def call(parser: TokenReader) -> Node:
    """mean(L), quantile(L, 0.9), total([1...9])."""
    token = parser.advance()
    function = LIST_FUNCTIONS[token.text]
    given, end = parser.arguments(token.text)
    least, most = function.counts
    if most == 1 and len(given) == 1 and isinstance(given[0], Tuple):
        given = list(given[0].items)  # Python's min((x, 1))
    if most == 1 and len(given) > 1:
        given = [list_of(given[0].start, given[-1].end, given)]  # mean(1, 3)
    if len(given) < least or (most is not None and len(given) > most):
        raise ExpressionError(Wording("this is written {0}", function.usage), token.start, end)
    if function.name != "sort" and (missing := len(function.parameters) - len(given)) > 0:
        given += [Number(end, end, value) for value in function.defaults[-missing:]]
    name, first = function.name, given[0]
    if isinstance(first, Vector) and name in OF_ONE:
        items = first.items
        if len(items) == 1:
            return items[0]
        if name in ("min", "max", "gcd", "lcm"):
            return Call(token.start, end, name, items)
        return Chain(token.start, end, items, ("+" if name == "total" else "*",) * (len(items) - 1))
    return ListCall(token.start, end, name, tuple(given))


def property_of(parser: TokenReader, left: Node) -> Node:
    """A.x of a point, L.mean of a list."""
    sign, name = parser.advance(), parser.advance()
    if name.text in ("x", "y"):
        return ListCall(left.start, name.end, f"coordinate {name.text}", (left,))
    function = LIST_FUNCTIONS.get(name.text)
    if function is None or function.counts[0] != 1:
        message = Wording(
            ".x and .y are a point's, .mean and the like a list's: .{0} is none of these", name.text
        )
        raise ExpressionError(message, sign.start, sign.end)
    if parser.sees("(") and parser.ahead(1).text == ")":
        parser.advance()
        name = parser.advance()
    return ListCall(left.start, name.end, function.name, (left,))


def of_a_number(node: ListCall) -> Node:
    """mean(x) of a number is the number."""
    alone = node.name in (*OF_ONE, "mean", "median")
    return node.arguments[0] if alone and not is_list(node.arguments[0]) else node
