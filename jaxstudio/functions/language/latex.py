"""A typed line as LaTeX, which other programs typeset; this language reads it back as the same."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.language.nodes import (
    ATOM,
    COMPARE,
    POWER,
    PRODUCT,
    SIGN,
    SUM,
    Apply,
    Bound,
    Call,
    Cases,
    Chain,
    Compare,
    Constant,
    Derivative,
    ListCall,
    Name,
    Negate,
    Node,
    Number,
    Power,
    Question,
    Tuple,
    Vector,
    is_restriction,
)
from jaxstudio.functions.language.statements import read_statement
from jaxstudio.functions.language.tokens import GREEK_WORDS, tokenize

OWN = frozenset({"sin", "cos", "tan", "sec", "csc", "cot", "sinh", "cosh", "tanh", "min", "max"})
RENAMED = {"log": r"\ln", "asin": r"\arcsin", "acos": r"\arccos", "atan": r"\arctan", "log10": r"\log_{10}"}
AROUND = {
    "sqrt": (r"\sqrt{", "}"),
    "abs": (r"\left|", r"\right|"),
    "floor": (r"\left\lfloor ", r"\right\rfloor"),
    "ceil": (r"\left\lceil ", r"\right\rceil"),
    "exp": ("e^{", "}"),
}
SIGNS = {"<=": r"\le", ">=": r"\ge", "==": "=", "!=": r"\ne"}
LETTERS = frozenset({*GREEK_WORDS, "theta", "pi", "tau"})


def latex(text: str, functions: Collection[str] = (), values: Collection[str] = ()) -> str:
    """The LaTeX of a line in a sheet that defines these names. Raises ExpressionError where there is none."""
    statement = read_statement(tokenize(text), text, frozenset(functions), frozenset(values))
    body = _written(statement.tree)
    if not statement.name:
        return body
    parameters, sign = statement.parameters, r"\sim" if statement.model else "="
    listed = rf"\left({', '.join(map(_name, parameters))}\right)" if parameters is not None else ""
    return f"{_name(statement.name)}{listed} {sign} {body}"


def rule(text: str, functions: Collection[str] = (), values: Collection[str] = ()) -> str:
    """The LaTeX of differential equations, initial values or recursions with commas between them.

    Raises ExpressionError where there is none.
    """
    parts = re.split(r",(?![^(\[{]*[)\]}])", text)
    return r",\; ".join(_rule(part, functions, values) for part in parts)


def _rule(text: str, functions: Collection[str], values: Collection[str]) -> str:
    """y', dy/dx, y(0), a_(n-1), a(n-1) and a[n-1] are read as plain names, and set as they are typed."""
    printed: dict[str, str] = {}

    def name(letters: str, typeset: str) -> str:
        stand_in = f"{letters}_{9000 + len(printed)}"
        printed[_name(stand_in)] = typeset
        return f" {stand_in} "

    def quotient(match: re.Match[str]) -> str:
        return name(match[1], rf"\frac{{d{_name(match[1])}}}{{d{_name(match[2])}}}")

    def term(match: re.Match[str]) -> str:
        return name(match[1], f"{_name(match[1])}_{{{latex(match[2], functions, values)}}}")

    def call(match: re.Match[str]) -> str:
        argument = latex(match[3], functions, values)
        return name(match[1], rf"{_name(match[1])}{match[2]}\left({argument}\right)")

    text = re.sub(r"\bd([A-Za-z]+)\s*/\s*d([A-Za-z]+)\b", quotient, text)
    text = re.sub(r"\b([A-Za-z])_\(([^(){}]*)\)", term, re.sub(r"\b([A-Za-z])_\{([^(){}]*)\}", term, text))
    if head := re.match(r"\s*([A-Za-z])\[", text):
        text = re.sub(rf"\b({head[1]})\[([^\[\]]*)\]", term, text)
    if head := re.match(r"\s*([A-Za-z]+)'*\([^()]*\)\s*=", text):
        text = re.sub(rf"\b({head[1]})('*)\(([^()]*)\)", call, text)
    text = re.sub(r"\b([A-Za-z]+)('+)(?!\()", lambda match: name(match[1], _name(match[1]) + match[2]), text)
    found = latex(text, functions, values)
    for stand_in, typeset in printed.items():
        found = found.replace(stand_in, typeset)
    return found


def _name(name: str) -> str:
    letter, _, index = name.partition("_")
    if not index and (found := re.fullmatch(r"([A-Za-z]+?)([0-9]+)", name)):
        letter, index = found[1], found[2]
    known = f"\\{letter}" if letter in LETTERS else letter
    known = known if len(letter) == 1 or letter in LETTERS else rf"\operatorname{{{letter}}}"
    return f"{known}_{{{index}}}" if index else known


def _written(node: Node, outside: int = 0) -> str:
    """A tree, in parentheses where it binds less tightly than its surroundings."""
    text, binds = _node(node)
    return text if binds >= outside else rf"\left({text}\right)"


def _number(value: float) -> str:
    if value == float("inf"):
        return r"\infty"
    text = repr(value).removesuffix(".0")
    mantissa, _, power = text.partition("e")
    return f"{mantissa} \\cdot 10^{{{int(power)}}}" if power else text


def _node(node: Node) -> tuple[str, int]:
    match node:
        case Number():
            text = _number(node.value)
            return text, ATOM if "cdot" not in text else PRODUCT
        case Constant() | Name():
            return _name(node.name), ATOM
        case Negate():
            return f"-{_written(node.operand, PRODUCT)}", SIGN if isinstance(node.operand, Power) else SUM
        case Chain() if node.operators[0] in "+-":
            first, *others = node.operands
            pairs = zip(node.operators, others, strict=True)
            return " ".join(
                [_written(first, SUM), *(f"{sign} {_written(each, PRODUCT)}" for sign, each in pairs)]
            ), SUM
        case Chain():
            return _product(node)
        case Power():
            return f"{_written(node.base, ATOM)}^{{{_written(node.exponent)}}}", POWER
        case Call() | Apply() | ListCall():
            return _call(node), POWER if node.name == "exp" else ATOM
        case Bound():
            return _bound(node), PRODUCT
        case Derivative():
            order = f"^{{{node.order}}}" if node.order > 1 else ""
            inner = _written(node.body, ATOM)
            return rf"\frac{{d{order}}}{{d{_name(node.variable)}{order}}}{inner}", PRODUCT
        case Compare():
            first, *others = node.operands
            pairs = zip(node.operators, others, strict=True)
            return " ".join(
                [_written(first), *(f"{SIGNS.get(s, s)} {_written(each)}" for s, each in pairs)]
            ), COMPARE
        case Cases() if is_restriction(node):
            return rf"{_written(node.values[0])} \left\{{{_written(node.conditions[0])}\right\}}", 0
        case Cases():
            parts = [
                f"{_written(c)}: {_written(v)}" for c, v in zip(node.conditions, node.values, strict=True)
            ]
            last = [] if node.otherwise is None else [_written(node.otherwise)]
            return rf"\left\{{{', '.join([*parts, *last])}\right\}}", ATOM
        case Tuple() if all(isinstance(each, Vector) for each in node.items):
            columns = (each.children() for each in node.items)  # the coordinates of a list of points
            points = (Tuple(node.start, node.end, each) for each in zip(*columns, strict=False))
            return rf"\left[{', '.join(_written(each) for each in points)}\right]", ATOM
        case Tuple() | Vector():
            opened, closed = ("(", ")") if isinstance(node, Tuple) else ("[", "]")
            return rf"\left{opened}{', '.join(map(_written, node.items))}\right{closed}", ATOM
        case Question() if node.kind == "limit" and node.at is not None:
            return (
                rf"\lim_{{{_name(node.variable)} \to {_written(node.at)}}} {_written(node.body, PRODUCT)}",
                PRODUCT,
            )
        case Question() if node.kind in ("factor", "expand", "simplify", "color"):
            return rf"\operatorname{{{node.kind}}}\left({_written(node.body)}\right)", ATOM
    raise ExpressionError(Wording("this has no LaTeX here"), node.start, node.end)


def _product(node: Chain) -> tuple[str, int]:
    """a b / c as a fraction; a minus sign of its first factor stands before it."""
    if isinstance(node.operands[0], Negate):
        positive = replace(node, operands=(node.operands[0].operand, *node.operands[1:]))
        return f"-{_written(positive, PRODUCT)}", SUM
    above: list[Node] = [node.operands[0]]
    below: list[Node] = []
    for sign, each in zip(node.operators, node.operands[1:], strict=True):
        (above if sign == "*" else below).append(each)

    def product(factors: list[Node]) -> str:
        return _written(factors[0]) if len(factors) == 1 else _side_by_side(factors)

    if not below:
        return _side_by_side(above), PRODUCT
    return rf"\frac{{{product(above)}}}{{{product(below)}}}", PRODUCT


def _side_by_side(factors: list[Node]) -> str:
    """Factors without a sign where none is needed to read them: 2 x, but 2 · 3 and a · (x + 1)."""
    first, *others = (_written(each, POWER) for each in factors)
    made = first
    for before, text in pairwise((first, *others)):
        opens = text.startswith(r"\left") and not before[-1:].isdigit()
        made += rf" \cdot {text}" if opens or text[0].isdigit() else rf" \, {text}"
    return made


def _call(node: Call | Apply | ListCall) -> str:
    name, arguments = node.name, ", ".join(map(_written, node.arguments))
    if isinstance(node, Call) and name in AROUND and not node.primes:
        before, after = AROUND[name]
        return f"{before}{arguments}{after}"
    if isinstance(node, Call) and name == "factorial" and not node.primes:
        return f"{_written(node.arguments[0], ATOM)}!"
    if isinstance(node, Call):
        known = RENAMED.get(name) or (f"\\{name}" if name in OWN else rf"\operatorname{{{name}}}")
    else:
        known = _name(name) if isinstance(node, Apply) else rf"\operatorname{{{name}}}"
    primes = "'" * getattr(node, "primes", 0)
    return rf"{known}{primes}\left({arguments}\right)" if node.arguments else known


def _bound(node: Bound) -> str:
    low, high, body = _written(node.low), _written(node.high), _written(node.body, PRODUCT)
    if node.kind == "integral":
        return rf"\int_{{{low}}}^{{{high}}} {body} \, d{_name(node.variable)}"
    return rf"\{node.kind}_{{{_name(node.variable)}={low}}}^{{{high}}} {body}"
