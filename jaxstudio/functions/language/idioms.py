"""Calls of other programs and languages, such as D[f, x] and WENN(c; a; b), as this language writes them.

`idioms.toml` has their names.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from importlib.resources import files

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.language.tokens import Token, TokenReader

IDENTIFIER = "[A-Za-z][A-Za-z0-9_]*"
TRUE = ("True", "true", "TRUE", "WAHR", "VRAI")
COMPARISON = re.compile("[<>≤≥=≠]|\\\\[lg]e")


def _parts(text: str) -> list[str]:
    """{n, 1, 10} or (n, 1, 10) as its parts; one part of anything else."""
    inner = text.strip()
    if inner[:1] in "{([" and inner[-1:] in "})]" and inner[:1]:
        return split(inner[1:-1])
    return [inner]


def split(text: str, sign: str = ",") -> list[str]:
    """The parts between the commas, or other signs, that no bracket holds."""
    parts, depth, begin = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == sign and not depth:
            parts.append(text[begin:at].strip())
            begin = at + 1
    return [*parts, text[begin:].strip()]


def _total(kind: str) -> Callable[[list[str]], str]:
    sign = {"sum": " + ", "prod": "*"}.get(kind)

    def write(arguments: list[str]) -> str:
        bare = "" if len(arguments) == 2 else rf"|{IDENTIFIER}\Z"
        named = len(arguments) > 1 and re.match(rf"[{{(\[]\s*{IDENTIFIER}{bare}", arguments[1])
        if sign and (len(arguments) == 1 or not named or len(arguments) > 4):
            # Python's sum([a, b]), Excel's SUM(a, b)
            parts = _parts(arguments[0]) if len(arguments) == 1 else arguments
            return f"({sign.join(parts)})" if len(parts) > 1 else ""
        if len(arguments) == 2:
            body, spans = arguments[0], _parts(arguments[1])
            if len(spans) == 2:
                spans = [spans[0], "1", spans[1]]
            return f"{kind}({body}, {', '.join(spans)})" if len(spans) == 3 else ""
        if len(arguments) == 4 and not re.fullmatch(IDENTIFIER, arguments[1]):
            # f, a, b, variable
            return ""
        return f"{kind}({', '.join(arguments)})" if len(arguments) in (3, 4) else ""

    return write


def _derivative(arguments: list[str]) -> str:
    if len(arguments) not in (1, 2, 3):
        return ""
    body, by = arguments[0], _parts(arguments[1]) if len(arguments) > 1 else ["x"]
    if re.fullmatch(r"\s*[a-z]\s*", body) and body.strip() != by[0]:
        return ""  # diff(y, t) of an unknown y
    order = by[1] if len(by) == 2 else arguments[2] if len(arguments) == 3 else "1"
    if len(arguments) == 2 and re.fullmatch("[0-9]{1,2}", arguments[1]):
        # GeoGebra's Derivative(f, 2)
        by, order = ["x"], arguments[1]
    if order == by[0]:
        order = "2"
    if not re.fullmatch(IDENTIFIER, by[0]) or not re.fullmatch("[0-9]{1,2}", order):
        return ""
    power = "" if order == "1" else f"^{order}"
    return f"(d{power}/d{by[0]}{power} ({body}))"


def _choice(arguments: list[str]) -> str:
    """if(c, a, b) as where(c, a, b); GeoGebra's if(c, a, d, b, …) and if(c, a) as cases."""
    if len(arguments) == 3:
        return f"where({', '.join(arguments)})"
    return _cases(arguments) if len(arguments) > 1 else ""


def _cases(arguments: list[str]) -> str:
    """c, a, d, b, …, otherwise."""
    pairs = [arguments[at : at + 2] for at in range(0, len(arguments), 2)]
    cases = [f"{pair[0]}: {pair[1]}" for pair in pairs if len(pair) == 2 and pair[0] not in TRUE]
    rest = [pair[-1] for pair in pairs if len(pair) == 1 or pair[0] in TRUE]
    return f"{{{', '.join([*cases, *rest[:1]])}}}" if cases else ""


def _select(arguments: list[str]) -> str:
    """NumPy's select([c, d], [a, b], otherwise)."""
    if len(arguments) not in (2, 3):
        return ""
    conditions, values = _parts(arguments[0]), _parts(arguments[1])
    if len(conditions) != len(values):
        return ""
    paired = [each for pair in zip(conditions, values, strict=True) for each in pair]
    return _cases([*paired, *arguments[2:]])


def _polynomial(arguments: list[str]) -> str:
    """polyval([1, 2, 3], x) by Horner's rule; Julia's evalpoly(x, (3, 2, 1)) begins with the lowest power."""
    if len(arguments) != 2:
        return ""
    lowest_first = arguments[0][:1] not in "[({"
    x, listed = arguments if lowest_first else arguments[::-1]
    inner = listed.strip()[1:-1]
    factors = split(inner) if "," in inner else inner.split()
    if lowest_first:
        factors = factors[::-1]
    if (
        not factors
        or not re.fullmatch(r"[\w.]+", x)
        or not all(re.fullmatch(r"-?[\w.]+", each) for each in factors)
    ):
        return ""
    text = factors[0]
    for factor in factors[1:]:
        text = f"({text})*{x} {'-' if factor[0] == '-' else '+'} {factor.lstrip('-')}"
    return f"({text})"


def _nested(arguments: list[str]) -> str:
    """Mathematica's Nest[Cos, x, 3] is Cos(Cos(Cos(x)))."""
    if len(arguments) != 3 or not re.fullmatch(IDENTIFIER, arguments[0]) or arguments[2] not in "123456789":
        return ""
    name, inner, times = arguments
    return f"{name}(" * int(times) + inner + ")" * int(times)


def _mean(arguments: list[str]) -> str:
    parts = _parts(arguments[0]) if len(arguments) == 1 else arguments
    return f"(({' + '.join(parts)})/{len(parts)})" if len(parts) > 1 else ""


def _joined(sign: str) -> Callable[[list[str]], str]:
    return lambda arguments: f"({sign.join(arguments)})" if len(arguments) > 1 else ""


def _piecewise(arguments: list[str]) -> str:
    """Mathematica's {{value, condition}, …}, SymPy's (value, condition), …, Maple's condition, value, …."""
    first = _parts(arguments[0])
    cases = []
    if arguments[0].startswith("{") and first[0].startswith("{"):
        cases = [_parts(part) for part in first]
        rest = arguments[1:2]
    elif arguments[0].startswith("("):
        pairs = [_parts(part) for part in arguments]
        rest = [pair[0] for pair in pairs if len(pair) == 2 and pair[1] in TRUE][:1]
        cases = [pair for pair in pairs if len(pair) == 2 and pair[1] not in TRUE]
    elif len(arguments) == 3 and arguments[1].startswith("["):
        return _select(arguments[1:])
    elif len(arguments) > 1 and not COMPARISON.search(arguments[0]) and COMPARISON.search(arguments[1]):
        pairs = [arguments[at : at + 2] for at in range(0, len(arguments), 2)]
        return _cases([each for pair in pairs for each in reversed(pair)])
    else:
        return _cases(arguments)
    if not cases or any(len(case) != 2 for case in cases):
        return ""
    return f"{{{', '.join([*(f'{condition}: {value}' for value, condition in cases), *rest])}}}"


def _first(arguments: list[str]) -> str:
    """The function of plot(x, f), of plot(f) and print(f)."""
    is_input = len(arguments) == 2 and re.fullmatch(IDENTIFIER, arguments[0])
    if arguments[0][:1] in "'\"":
        return f"({arguments[0][1:-1]})"
    return f"({arguments[1 if is_input and not re.match(r'[{(]', arguments[1]) else 0]})"


def _question(kind: str, most: int) -> Callable[[list[str]], str]:
    """Mathematica's Limit[f, x -> 0], Series[f, {x, 0, 5}], Solve[x^2 == 2, x], Factor[f]."""

    def write(arguments: list[str]) -> str:
        parts = [part for each in arguments[1:] for part in re.split("->|→|=", ", ".join(_parts(each)))]
        parts = [part.strip() for each in parts for part in each.split(",")]
        if len(parts) > most or not all(parts):
            return ""
        return f"{kind}({', '.join([arguments[0].replace('==', '='), *parts])})"

    return write


def _norm(arguments: list[str]) -> str:
    """The length of a vector in brackets, |x| of a number."""
    if len(arguments) != 1:
        return ""
    return f"sqrt(total(({arguments[0]})^2))" if arguments[0][:1] in "[({" else f"|{arguments[0]}|"


def _clip(arguments: list[str]) -> str:
    if len(arguments) == 1:
        return f"clip({arguments[0]}, -1, 1)"
    bounds = _parts(arguments[1]) if len(arguments) == 2 else []
    return f"clip({arguments[0]}, {', '.join(bounds)})" if len(bounds) == 2 else ""


def _written(text: str) -> Callable[[list[str]], str]:
    """The text with the arguments in the places of a, b and c, each in parentheses where it is composed."""
    count = 1 + max(index for index, letter in enumerate("abc") if f"<{letter}>" in text)

    def write(arguments: list[str]) -> str:
        if len(arguments) != count:
            return ""
        values = dict(zip("abc", arguments, strict=False))
        return re.sub("<([abc])>", lambda place: values[place[1]], text)

    return write


_KINDS: dict[str, Callable[[list[str]], str]] = {
    "total": _total("sum"),
    "product": _total("prod"),
    "integral": _total("integral"),
    "derivative": _derivative,
    "choice": _choice,
    "piecewise": _piecewise,
    "cases": _cases,
    "select": _select,
    "polynomial": _polynomial,
    "nested": _nested,
    "mean": _mean,
    "and": _joined(" and "),
    "or": _joined(" or "),
    "first": _first,
    "clip": _clip,
    "norm": _norm,
    "limit": _question("limit", 2),
    "series": _question("taylor", 3),
    "solution": _question("solve", 1),
    "simplified": _question("simplify", 0),
    "expanded": _question("expand", 0),
    "factored": _question("factor", 0),
}
_CALLS_DATA = tomllib.loads(files(__package__).joinpath("idioms.toml").read_text("utf-8"))
# what writes a call of others in this language, by its name in small letters; several may fit
CALLS: dict[str, list[Callable[[list[str]], str]]] = {}
for _kind, _names in _CALLS_DATA["kinds"].items():
    for _name in _names:
        CALLS.setdefault(_name, []).append(_KINDS[_kind])
for _text, _names in _CALLS_DATA["written"].items():
    for _name in _names:
        CALLS.setdefault(_name, []).append(_written(_text))


def refuse_call(parser: TokenReader, token: Token, end: int) -> None:
    """D[f, x], If[c, a, b], Sum[f, {n, 1, 9}]: a call whose last token has the index `end`."""
    opened = parser.ahead(1)
    writers = CALLS.get(token.text.lower(), [])
    if not writers or not parser.text or (len(token.text) == 1 and opened.text != "["):
        return
    last = parser.tokens[end]
    arguments = split(re.sub(r"\\right\s*\Z", "", parser.text[opened.end : last.start]))
    suggestion, *others = dict.fromkeys(filter(None, (write(arguments) for write in writers))) or ("",)
    if suggestion:
        message = Wording("{0}{1}…{2} is written {3}", token.text, opened.text, last.text or ")", suggestion)
        raise ExpressionError(message, token.start, last.end, suggestion, tuple(others))
