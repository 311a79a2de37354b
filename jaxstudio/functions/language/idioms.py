"""Constructions of other programs, refused with the equivalent text of this language."""

from __future__ import annotations

import re
from collections.abc import Callable

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.tokens import Token, TokenReader

IDENTIFIER = "[A-Za-z][A-Za-z0-9_]*"
PARAMETERS = r"\(?\s*(?P<parameters>[A-Za-z]{1,9}(?:\s*,\s*[A-Za-z]{1,9}){0,9})\s*\)?"
COMPARISON = re.compile("[<>≤≥=≠]|\\\\[lg]e")
# a definition or a function without a name, as other languages write it: (name, parameters, body)
FUNCTIONS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\s*(?:(?P<name>{IDENTIFIER})\s*=\s*)?lambda\s+(?P<parameters>[^:]*):(?P<body>.*)\Z",
        rf"\s*def\s+(?P<name>{IDENTIFIER})\s*\((?P<parameters>[^)]*)\)\s*:\s*return\b(?P<body>.*)\Z",
        rf"\s*(?:(?P<name>{IDENTIFIER})\s*=\s*)?@\s*\((?P<parameters>[^)]*)\)(?P<body>.*)\Z",
        rf"\s*(?:(?P<name>{IDENTIFIER})\s*=\s*)?function\s*\((?P<parameters>[^)]*)\)(?P<body>.*)\Z",
        rf"\s*(?:(?:const|let|var)\s+)?(?P<name>{IDENTIFIER})\s*=\s*{PARAMETERS}\s*=>(?P<body>.*)\Z",
        rf"\s*(?:(?P<name>{IDENTIFIER})\s*:\s*)?{PARAMETERS}\s*(?:->|→|↦|\\mapsto|\\to)(?P<body>.*)\Z",
        rf"\s*(?P<name>{IDENTIFIER})\s*\[(?P<parameters>[A-Za-z_, ]*_)\]\s*:?=(?P<body>.*)\Z",
    )
)
SLOPE = re.compile(
    r"\s*(?:dy\s*/\s*dx|\\d?frac\s*\{\s*dy\s*\}\s*\{\s*dx\s*\}|y\s*['’′])\s*=(?P<body>[^=]*)\Z"
)
GENERATOR = re.compile(
    r"\s*sum\s*\((?P<body>.*)\bfor\s+(?P<name>[a-z])\s+in\s+range\s*\((?P<bounds>[^()]*)\)\s*\)\s*\Z"
)


def whole_line(text: str) -> ExpressionError | None:
    """What to write for a line that another language would read; None of other lines."""
    if len(text) > limits.TEXT // 4:
        return None
    end = len(text)
    for pattern in FUNCTIONS:
        found = pattern.match(text)
        if found is not None and found["body"].strip():
            return _function(found, end)
    slope = SLOPE.match(text)
    if slope is not None and slope["body"].strip():
        suggestion = f"[1, {slope['body'].strip()}]"
        message = f"a differential equation is not solved here; its field of slopes is {suggestion}"
        return ExpressionError(message, 0, end, suggestion)
    generator = GENERATOR.match(text)
    if generator is not None:
        bounds = [part.strip() for part in generator["bounds"].split(",")]
        low, high = ("0", bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])
        last = str(int(high) - 1) if re.fullmatch("[0-9]{1,9}", high) else f"{high} - 1"
        suggestion = f"sum({generator['body'].strip()}, {generator['name']}, {low}, {last})"
        return ExpressionError(f"a sum is written {suggestion}", 0, end, suggestion)
    return _condition_behind_comma(text)


def _function(match: re.Match[str], end: int) -> ExpressionError:
    name, body = match["name"], match["body"].strip().rstrip(";").strip()
    parameters = ", ".join(
        part.strip().rstrip("_") for part in match["parameters"].split(",") if part.strip()
    )
    suggestion = f"{name}({parameters}) = {body}" if name and parameters else body
    return ExpressionError(
        f"a function is written by itself or as f(x) = …: {suggestion}", 0, end, suggestion
    )


def _condition_behind_comma(text: str) -> ExpressionError | None:
    """x^2, x > 0 and x^2 /; x > 0 are x^2 {x > 0}."""
    before, comma, after = text.rpartition("/;" if "/;" in text else ",")
    condition = after.strip().removeprefix("if ").removeprefix("for ").strip()
    balanced = all(before.count(a) == before.count(b) for a, b in ("()", "[]", "{}"))
    if not comma or not before.strip() or not balanced or not COMPARISON.search(condition):
        return None
    suggestion = f" {{{condition}}}"
    start = len(before.rstrip())
    return ExpressionError(
        f"a condition stands in braces behind its function:{suggestion}", start, len(text), suggestion
    )


def _parts(text: str) -> list[str]:
    """{n, 1, 10} or (n, 1, 10) as its parts; one part of anything else."""
    inner = text.strip()
    if inner[:1] in "{([" and inner[-1:] in "})]" and inner[:1]:
        return split(inner[1:-1])
    return [inner]


def split(text: str) -> list[str]:
    """The parts between the commas that no bracket holds."""
    parts, depth, begin = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and not depth:
            parts.append(text[begin:at].strip())
            begin = at + 1
    return [*parts, text[begin:].strip()]


def _total(kind: str) -> Callable[[list[str]], str]:
    def write(arguments: list[str]) -> str:
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
    order = by[1] if len(by) == 2 else arguments[2] if len(arguments) == 3 else "1"
    if order == by[0]:
        order = "2"
    if not re.fullmatch(IDENTIFIER, by[0]) or not re.fullmatch("[0-9]{1,2}", order):
        return ""
    power = "" if order == "1" else f"^{order}"
    return f"(d{power}/d{by[0]}{power} ({body}))"


def _choice(arguments: list[str]) -> str:
    return f"where({', '.join(arguments)})" if len(arguments) == 3 else ""


def _piecewise(arguments: list[str]) -> str:
    """Mathematica's {{value, condition}, …}, SymPy's (value, condition), …, Maple's condition, value, …."""
    first = _parts(arguments[0])
    cases = []
    if arguments[0].startswith("{") and first[0].startswith("{"):
        cases = [_parts(part) for part in first]
        rest = arguments[1:2]
    elif arguments[0].startswith("("):
        pairs = [_parts(part) for part in arguments]
        rest = [pair[0] for pair in pairs if len(pair) == 2 and pair[1] in ("True", "true")][:1]
        cases = [pair for pair in pairs if len(pair) == 2 and pair[1] not in ("True", "true")]
    else:
        pairs = [arguments[at : at + 2] for at in range(0, len(arguments), 2)]
        cases = [[pair[1], pair[0]] for pair in pairs if len(pair) == 2]
        rest = [pair[0] for pair in pairs if len(pair) == 1]
    if not cases or any(len(case) != 2 for case in cases):
        return ""
    return f"{{{', '.join([*(f'{condition}: {value}' for value, condition in cases), *rest])}}}"


def _one(text: str, count: int = 1) -> Callable[[list[str]], str]:
    return lambda arguments: text.format(*arguments) if len(arguments) == count else ""


def _first(arguments: list[str]) -> str:
    return f"({arguments[0]})"


def _bessel(arguments: list[str]) -> str:
    return f"i{arguments[0]}({arguments[1]})" if len(arguments) == 2 and arguments[0] in ("0", "1") else ""


CALLS: dict[str, Callable[[list[str]], str]] = {
    **dict.fromkeys(("sum", "summation", "sigma_sum"), _total("sum")),
    **dict.fromkeys(("product", "prod"), _total("prod")),
    **dict.fromkeys(("integrate", "integral", "int", "nintegrate", "quad", "defint"), _total("integral")),
    **dict.fromkeys(("d", "diff", "derivative", "deriv"), _derivative),
    **dict.fromkeys(("if", "iff", "ifelse", "iif", "cond"), _choice),
    "piecewise": _piecewise,
    **dict.fromkeys(("plot", "fplot", "ezplot", "graph", "draw", "simplify", "expand", "factor"), _first),
    **dict.fromkeys(("solve", "nsolve", "reduce", "float", "double", "n", "evaluate"), _first),
    "li": _one("Ei(log({0}))"),
    "exp1m": _one("(1 - exp(-({0})))"),
    "heaviside": _one("{{{0} < 0: 0, {0} > 0: 1, {1}}}", 2),
    "round": _one("(round(({0})*10^({1}))/10^({1}))", 2),
    "gamma": _one("(gamma({0})*gammaincc({0}, {1}))", 2),
    **dict.fromkeys(("besseli", "iv"), _bessel),
    "clip": lambda arguments: (
        f"clip({arguments[0]}, {', '.join(_parts(arguments[1]))})" if len(arguments) == 2 else ""
    ),
    "mean": _one("(({0} + {1})/2)", 2),
    "average": _one("(({0} + {1})/2)", 2),
    "sq": _one("({0})^2"),
    "cube": _one("({0})^3"),
    "norm": _one("|{0}|"),
}


def refuse_call(parser: TokenReader, token: Token, end: int) -> None:
    """D[f, x], If[c, a, b], Sum[f, {n, 1, 9}]: a call whose last token has the index `end`."""
    opened = parser.ahead(1)
    write = CALLS.get(token.text.lower())
    if write is None or not parser.text or (len(token.text) == 1 and opened.text != "["):
        return
    last = parser.tokens[end]
    suggestion = write(split(parser.text[opened.end : last.start]))
    if suggestion:
        message = f"{token.text}{opened.text}…{last.text or ')'} is written {suggestion}"
        raise ExpressionError(message, token.start, last.end, suggestion)
