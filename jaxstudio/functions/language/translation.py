"""Lines of other programs and languages, and what to write for them by the rules of `translations.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from importlib.resources import files

from jaxstudio.errors import ExpressionError, Wording, either
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.idioms import COMPARISON, IDENTIFIER, split

PARAMETERS = r"\(?\s*(?P<parameters>[A-Za-z]{1,9}(?:\s*,\s*[A-Za-z]{1,9}){0,9})\s*\)?"
# a definition or a function without a name, as other languages write it: (name, parameters, body)
FUNCTIONS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\s*(?:(?P<name>{IDENTIFIER})\s*=\s*)?lambda\s+(?P<parameters>[^:]*):(?P<body>.*)\Z",
        rf"\s*def\s+(?P<name>{IDENTIFIER})\s*\((?P<parameters>[^)]*)\)\s*:\s*return\b(?P<body>.*)\Z",
        rf"\s*(?:(?P<name>{IDENTIFIER})\s*=\s*)?@\s*\((?P<parameters>[^)]*)\)(?P<body>.*)\Z",
        rf"\s*(?:(?P<name>{IDENTIFIER})\s*(?:=|<-)\s*)?(?:function\s*|\\)\((?P<parameters>[^)]*)\)(?P<body>.*)\Z",
        rf"\s*(?:(?P<name>{IDENTIFIER})\s*:?=\s*)?proc\s*\((?P<parameters>[^)]*)\)(?P<body>.*?)\bend\b.*\Z",
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
    if (several := _several(text)) is not None and EQUATION.match(text):
        return several
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
        return ExpressionError(Wording("a sum is written {0}", suggestion), 0, end, suggestion)
    return _cases_in_braces(text) or _conditions(text) or _condition_behind_comma(text) or several


def _several(text: str) -> ExpressionError | None:
    """f(x) = x^2; f(3) is two lines here."""
    parts = [part for part in split(text, ";") if part]
    if len(parts) < 2 or any(re.search("[<>≤≥]", part) for part in parts):
        return None
    message = Wording("each equation stands in a line of its own")
    return ExpressionError(message, 0, len(text), "\n".join(parts))


EQUATION = re.compile(rf"\s*({IDENTIFIER})\s*(?:\([^()]*\))?\s*=(?!=)")
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
    return ExpressionError(Wording("cases are written {0}", suggestion), 0, len(text), suggestion)


def _function(match: re.Match[str], end: int) -> ExpressionError:
    name, body = match["name"], match["body"].strip().rstrip(";").strip()
    parameters = ", ".join(
        part.strip().rstrip("_") for part in match["parameters"].split(",") if part.strip()
    )
    suggestion = f"{name}({parameters}) = {body}" if name and parameters else body
    return ExpressionError(
        Wording("a function is written by itself or as f(x) = …: {0}", suggestion), 0, end, suggestion
    )


def _conditions(text: str) -> ExpressionError | None:
    """x > 0; y > 0 are conditions that hold together."""
    parts = text.split(";") if ";" in text else split(text)
    if len(parts) < 2 or not all(re.fullmatch(r"[^=]*(?:<=?|>=?|[≤≥])[^=]*", part) for part in parts):
        return None
    suggestion = " and ".join(map(str.strip, parts))
    return ExpressionError(
        Wording("between conditions stands and: {0}", suggestion), 0, len(text), suggestion
    )


def _condition_behind_comma(text: str) -> ExpressionError | None:
    """x^2, x > 0 and x^2 /; x > 0 and x^2 | x > 0 are x^2 {x > 0}."""
    sign = next((each for each in ("/;", ";", "；", " with ") if each in text), ",")
    before, comma, after = text.rpartition("|" if text.count("|") == 1 else sign)
    condition = after.strip().removeprefix("if ").removeprefix("for ").strip()
    balanced = all(before.count(a) == before.count(b) for a, b in ("()", "[]", "{}"))
    if not comma or not before.strip() or not balanced or not COMPARISON.search(condition):
        return None
    if sign == " with " and EQUATION.match(condition):
        return None
    if sign in (",", ";") and (other := EQUATION.match(condition)) and (first := EQUATION.match(before)):
        # y = sin x, y = cos x
        message = Wording("each equation stands in a line of its own")
        bodies = before[first.end() :].strip(), condition[other.end() :].strip()
        listed = first[1] == other[1] == "y" and not {",", "="} & set("".join(bodies))
        suggestion = f"{before.strip()}\n{condition}"
        if listed:
            suggestion = f"y = [{bodies[0]}, {bodies[1]}]"
            message = Wording("{0}, or several functions in a list: {1}", message, suggestion)
        return ExpressionError(message, 0, len(text), suggestion)
    suggestion = f" {{{condition}}}"
    start = len(before.rstrip())
    return ExpressionError(
        Wording("a condition stands in braces behind its function:{0}", suggestion),
        start,
        len(text),
        suggestion,
    )


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
    """`sure` advice replaces any other error of the line; a `question` replaces one without a fix."""

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
            message = Wording("{0}; write {1}", Wording(say), either([first, *others]))
            return Advice(ExpressionError(message, 0, end, first, tuple(others)))
    question = None
    for decimal in (";" in text, ";" not in text):
        rewritten, say = rewrite(text, names, decimal)
        if rewritten == text:
            continue
        mended, left = followed(rewritten, read)
        if left is not None and ALONE.search(str(left)):
            mended, left = _by_suggestion(mended, left), None
        mended = mended.strip()
        error = ExpressionError(Wording("{0}: {1}", Wording(say), mended), 0, end, mended)
        if left is None:
            return Advice(error)
        if question is None and decimal is (";" in text) and (left.suggestion or left.undefined):
            question = error
    whole = whole_line(text)
    if whole is None and found:
        match, say, _ = found[0]
        whole = ExpressionError(Wording(say), *match.span())
    return Advice(whole, question)


# errors whose suggestion is a guess, and lines that may mean two things
GUESSES = re.compile(
    "^no function|did you mean|is a product|needs an argument|needs its arguments|may be|nearly as large"
    "|side by side|from 0 on|not closed|is a value|stands alone|of its own|runs over|^sum is written"
)
ALONE = re.compile("stands alone|of its own|runs over")
TWOFOLD = re.compile(r"\bmod\s+[0-9.]+\s*[A-Za-z(]")


def written(text: str, names: Collection[str], read: Read) -> str:
    """The line in this language where its meaning leaves no choice; empty otherwise. As for `advice`."""
    error = read(text)
    if error is None or error.others or TWOFOLD.search(text) or text.strip().isalpha():
        return ""
    if any(write and find.search(text) for find, _, write in ADVICE):
        return ""
    mended = _by_suggestion(text, error)
    sure = error.suggestion and not error.undefined and not GUESSES.search(str(error))
    if sure and read(mended) is None:
        return mended.strip()
    cases = _cases_in_braces(text)
    texts = [cases.suggestion] if cases is not None else []
    texts += [rewrite(text, names, decimal)[0] for decimal in (";" in text, ";" not in text)]
    for other in (text, texts[-1]):
        if (whole := whole_line(other)) is not None and whole.suggestion and "\n" not in whole.suggestion:
            texts.append(_by_suggestion(other, whole))
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
    """The text after all suggestions without a choice, and its remaining error."""
    for _ in range(ROUNDS):
        error = read(text)
        if error is None or not error.suggestion or error.others or error.undefined:
            return text, error
        if GUESSES.search(str(error)):
            return text, error
        text = _by_suggestion(text, error)
    return text, read(text)


def _by_suggestion(text: str, error: ExpressionError) -> str:
    return text[: error.start] + error.suggestion + text[error.end :]
