"""Lines and calls of other programs and languages, and what to write for them.

`translations.toml` has the rules for whole lines, `idioms.toml` those for calls.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from importlib.resources import files

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.tokens import Token, TokenReader

IDENTIFIER = "[A-Za-z][A-Za-z0-9_]*"
PARAMETERS = r"\(?\s*(?P<parameters>[A-Za-z]{1,9}(?:\s*,\s*[A-Za-z]{1,9}){0,9})\s*\)?"
TRUE = ("True", "true", "TRUE", "WAHR", "VRAI")
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
        rf"\s*function\s+(?P<name>{IDENTIFIER})\s*\((?P<parameters>[^)]*)\)(?P<body>.*?)(?:\bend)?\s*\Z",
        rf"\s*(?:(?P<name>{IDENTIFIER})\s*=\s*)?Function\s*\[\s*{{?(?P<parameters>[A-Za-z, ]*)}}?\s*,"
        r"(?P<body>.*)\]\s*\Z",
        r"\s*unapply\((?P<name>(?!))?(?P<body>.*),\s*(?P<parameters>[a-z])\)\s*\Z",
        rf"\s*(?:(?P<name>{IDENTIFIER})\s*:?=\s*)?{PARAMETERS}\s*->(?P<body>.*)\Z",
        rf"\s*(?:(?P<name>{IDENTIFIER})\s*(?::|\\colon)\s*)?{PARAMETERS}\s*(?:->|→|↦|\\mapsto)(?P<body>.*)\Z",
        rf"\s*(?P<name>{IDENTIFIER})\s*(?::|\\colon)\s*{PARAMETERS}\s*\\to(?P<body>.*)\Z",
        rf"\s*(?P<name>{IDENTIFIER})\s*\[(?P<parameters>[A-Za-z_, ]*_)\]\s*:?=(?P<body>.*)\Z",
    )
)
GENERATOR = re.compile(
    r"\s*(?P<kind>sum|prod)\s*\((?P<body>.*)\bfor\s+(?P<name>[a-z])\s+in\s+"
    r"(?:range\s*\((?P<bounds>[^()]*)\)|(?P<low>\w+):(?P<high>\w+))\s*\)\s*\Z"
)


def whole_line(text: str) -> ExpressionError | None:
    """Return an error with the translation of a line in another language; None for other lines."""
    if len(text) > limits.TEXT // 4:
        return None
    end = len(text)
    for pattern in FUNCTIONS:
        found = pattern.match(text)
        if found is not None and found["body"].strip():
            return _function(found, end)
    generator = GENERATOR.match(text)
    if generator is not None:
        if generator["bounds"] is None:
            low, last = generator["low"], generator["high"]
        else:
            bounds = [part.strip() for part in generator["bounds"].split(",")]
            low, high = ("0", bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])
            last = str(int(high) - 1) if re.fullmatch("[0-9]{1,9}", high) else f"{high} - 1"
        suggestion = f"{generator['kind']}({generator['body'].strip()}, {generator['name']}, {low}, {last})"
        return ExpressionError(f"a sum is written {suggestion}", 0, end, suggestion)
    return _cases_in_braces(text) or _conditions(text) or _condition_behind_comma(text)


CONDITION = r"\s*(?:,|\b(?:if|for|when|falls|wenn|für|si|pour)\b)\s*"
OTHERWISE = r",?\s*\b(?:otherwise|else|sonst|sinon)\b\s*"


def _cases_in_braces(text: str) -> ExpressionError | None:
    """{x^2 if x < 0, x if x >= 0} and {x^2, x < 0; x, x >= 0} are {x < 0: x^2, x >= 0: x}."""
    found = re.fullmatch(r"\s*((?:\w+\s*(?:\([\w, ]*\))?\s*=)?)\s*\{([^{}]*)\}?\s*", text)
    if found is None or ":" in found[2]:
        return None
    cases, rest = [], ""
    parts = found[2].split(";") if ";" in found[2] else split(found[2])
    for part in filter(None, map(str.strip, parts)):
        pair = re.fullmatch(f"(.+?){CONDITION}(.+)", part)
        if pair is not None and COMPARISON.search(pair[2]):
            cases.append(f"{pair[2]}: {pair[1]}")
        else:
            rest = re.sub(OTHERWISE, "", part)
    if not cases or len(cases) + bool(rest) < len(parts):
        return None
    suggestion = f"{found[1]} {{{', '.join([*cases, *filter(None, [rest])])}}}".strip()
    return ExpressionError(f"cases are written {suggestion}", 0, len(text), suggestion)


def _function(match: re.Match[str], end: int) -> ExpressionError:
    name, body = match["name"], match["body"].strip().rstrip(";").strip()
    parameters = ", ".join(
        part.strip().rstrip("_") for part in match["parameters"].split(",") if part.strip()
    )
    suggestion = f"{name}({parameters}) = {body}" if name and parameters else body
    return ExpressionError(
        f"a function is written by itself or as f(x) = …: {suggestion}", 0, end, suggestion
    )


def _conditions(text: str) -> ExpressionError | None:
    """x > 0; y > 0 are conditions that hold together."""
    parts = text.split(";") if ";" in text else split(text)
    if len(parts) < 2 or not all(re.fullmatch(r"[^=]*(?:<=?|>=?|[≤≥])[^=]*", part) for part in parts):
        return None
    suggestion = " and ".join(map(str.strip, parts))
    return ExpressionError(f"between conditions stands and: {suggestion}", 0, len(text), suggestion)


def _condition_behind_comma(text: str) -> ExpressionError | None:
    """x^2, x > 0 and x^2 /; x > 0 and x^2 | x > 0 are x^2 {x > 0}."""
    sign = next((each for each in ("/;", ";", "；", " with ") if each in text), ",")
    before, comma, after = text.rpartition("|" if text.count("|") == 1 else sign)
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
    sign = {"sum": " + ", "prod": "*"}.get(kind)

    def write(arguments: list[str]) -> str:
        least = "[{(]" if len(arguments) == 2 else r"[{(\[]?"
        named = len(arguments) > 1 and re.match(rf"{least}\s*{IDENTIFIER}", arguments[1])
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
        message = f"{token.text}{opened.text}…{last.text or ')'} is written {suggestion}"
        raise ExpressionError(message, token.start, last.end, suggestion, tuple(others))


_DATA = tomllib.loads(files(__package__).joinpath("translations.toml").read_text("utf-8"))
LONGEST = 300  # characters of a line for which the rules are tried
ROUNDS = 6  # faults that are mended one after the other before a suggestion is made


@dataclass(frozen=True, slots=True)
class Rewrite:
    """`decimal`: its commas may also separate numbers, so that the line is tried without it first."""

    say: str
    rules: tuple[tuple[re.Pattern[str], str], ...]
    decimal: bool


REWRITES = tuple(
    Rewrite(
        each["say"],
        tuple((re.compile(pattern), text) for pattern, text in each["rules"]),
        each.get("decimal", False),
    )
    for each in _DATA["rewrites"]
)
WORDS = {word: sign for sign, words in _DATA["words"].items() for word in words}
# words of several languages; a short sign such as * takes the blanks around its word
_WORDS = re.compile(
    r"\s*(?<![\w\\.])(" + "|".join(map(re.escape, sorted(WORDS, key=len, reverse=True))) + r")(?!\w)\s*"
)
ADVICE = tuple((re.compile(each["find"]), each["say"], each.get("write", [])) for each in _DATA["advice"])
SIGNS_SAY = "in signs it is"

Read = Callable[[str], ExpressionError | None]


@dataclass(frozen=True, slots=True)
class Advice:
    """`sure` is better than any other error of the line; `question` than one that offers no choice."""

    sure: ExpressionError | None = None
    question: ExpressionError | None = None


def advice(text: str, names: Collection[str], read: Read) -> Advice:
    """Return advice on a line that cannot be read.

    `names` are those that the sheet defines, which are no words of other languages; `read` says what is wrong
    with a text in place of the line, None if it can be read.
    """
    end = len(text)
    found = [(match, say, write) for pattern, say, write in ADVICE if (match := pattern.search(text))]
    for match, say, write in found:
        if write:
            first, *others = (match.expand(each) for each in write)
            message = f"{say}; write {' or '.join([first, *others])}"
            return Advice(ExpressionError(message, 0, end, first, tuple(others)))
    question = None
    for decimal in (";" in text, ";" not in text):
        rewritten, say = rewrite(text, names, decimal)
        if rewritten == text:
            continue
        mended, left = followed(rewritten, read)
        mended = mended.strip()
        error = ExpressionError(f"{say}: {mended}", 0, end, mended)
        if left is None:
            return Advice(error)
        if question is None and decimal is (";" in text) and (left.suggestion or left.slider):
            question = error
    whole = whole_line(text)
    if whole is None and found:
        match, say, _ = found[0]
        whole = ExpressionError(say, *match.span())
    return Advice(whole, question)


# errors whose suggestion is a guess, and lines that may mean two things
GUESSES = re.compile(
    "^no function|did you mean|is a product|needs an argument|needs its arguments|may be|nearly as large"
    "|side by side|from 0 on|not closed|is a value"
)
TWOFOLD = re.compile(r"\bmod\s+[0-9.]+\s*[A-Za-z(]")


def written(text: str, names: Collection[str], read: Read) -> str:
    """The line in this language where its meaning leaves no choice; empty otherwise. As for `advice`."""
    error = read(text)
    if error is None or error.others or TWOFOLD.search(text) or text.strip().isalpha():
        return ""
    if any(write and find.search(text) for find, _, write in ADVICE):
        return ""
    mended = text[: error.start] + error.suggestion + text[error.end :]
    sure = error.suggestion and not error.slider and not GUESSES.search(str(error))
    if sure and read(mended) is None:
        return mended.strip()
    cases = _cases_in_braces(text)
    texts = [cases.suggestion] if cases is not None else []
    texts += [rewrite(text, names, decimal)[0] for decimal in (";" in text, ";" not in text)]
    whole = whole_line(text)
    if whole is not None:
        texts.append(text[: whole.start] + whole.suggestion + text[whole.end :])
    for other in [*texts, *([mended] if sure else [])]:
        if other != text:
            mended, left = followed(other, read)
            if left is None:
                return mended.strip()
    return ""


def rewrite(text: str, names: Collection[str], decimal: bool) -> tuple[str, str]:
    """The text by all rules, and what to say before it."""
    said = ""
    for each in REWRITES:
        if each.decimal and not decimal:
            continue
        before = text
        for pattern, replacement in each.rules:
            # a rule may apply inside what it has made
            for _ in range(ROUNDS):
                text, count = pattern.subn(replacement, text)
                if not count:
                    break
        if text != before:
            said = said or each.say
    before = text
    text = _WORDS.sub(lambda word: word[0] if word[1] in names else _sign(word), text)
    if text != before:
        said = said or SIGNS_SAY
    return text, said


def _sign(word: re.Match[str]) -> str:
    sign = WORDS[word[1]]
    return f" {sign}" if sign[0].isalpha() else sign


def followed(text: str, read: Read) -> tuple[str, ExpressionError | None]:
    """The text after all suggestions that leave no choice, and what is still wrong with it."""
    for _ in range(ROUNDS):
        error = read(text)
        if error is None or not error.suggestion or error.others or error.slider:
            return text, error
        if GUESSES.search(str(error)):
            return text, error
        text = text[: error.start] + error.suggestion + text[error.end :]
    return text, read(text)
