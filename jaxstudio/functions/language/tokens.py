"""A line of text as tokens: numbers, names, signs, raised digits, dashes, each with its columns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.names import GREEK, canonical


class Kind(StrEnum):
    NUMBER = "number"
    NAME = "name"
    SIGN = "sign"
    RAISED = "raised"  # ², ⁻¹: an exponent written small
    PRIME = "prime"  # ' of f'(x); '' counts two
    END = "end"


@dataclass(frozen=True, slots=True)
class Token:
    """`text` is what is meant (≤ as <=, α as alpha); `spaced`: there is a blank before it."""

    kind: Kind
    text: str
    start: int
    end: int
    spaced: bool = False


LETTERS = "".join(GREEK)
RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+", strict=True))
MEANT = {
    "·": "*",
    "×": "*",
    "∗": "*",
    "⋅": "*",
    "÷": "/",
    "∕": "/",
    "−": "-",
    "–": "-",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "**": "^",
    "∧": "and",
    "∨": "or",
    "¬": "not",
    "&&": "and",
    "≈": "~",
    "∼": "~",
}
PATTERN = re.compile(
    r"(?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    # a Greek letter is a name by itself, so that ωt is a product; dθ stands below d/dθ
    rf"|(?P<name>(?:d?[{LETTERS}](?:_[A-Za-z0-9_]+|[0-9]*)|[A-Za-z][A-Za-z_0-9]*)[₀-₉]*)"
    rf"|(?P<raised>[{''.join(RAISED)}]+)"
    r"|(?P<prime>['’′″]+)"
    r"|(?P<sign>\*\*|//|<=|>=|==|!=|=<|=>|<>|&&|[-+*/^%=<>~!|(){}\[\],;:√∛·×∗⋅÷∕−–≤≥≠∧∨¬≈∼])"
)
# what people type from habit, and what is meant by it
HABITS = {"=<": "<=", "=>": ">=", "<>": "!="}
LARGEST = 1e300


def tokenize(text: str) -> tuple[Token, ...]:
    """The tokens of a line, the last of kind END.

    Raises ExpressionError for a line that is too long, or a character or number that has no meaning here.
    """
    if len(text) > limits.TEXT:
        said = f"this line has {len(text)} characters; at most {limits.TEXT} are read"
        raise ExpressionError(said, 0, len(text))
    tokens: list[Token] = []
    at = 0
    spaced = False
    while at < len(text):
        if text[at].isspace():
            at, spaced = at + 1, True
            continue
        found = PATTERN.match(text, at)
        if found is None:
            raise ExpressionError(f"{_shown(text[at])} has no meaning here", at, at + 1)
        tokens.append(_token(found, spaced))
        at, spaced = found.end(), False
    tokens.append(Token(Kind.END, "", at, at, spaced))
    return tuple(tokens)


def _token(found: re.Match[str], spaced: bool) -> Token:
    start, end = found.span()
    kind, typed = Kind(str(found.lastgroup)), found.group()
    if kind is Kind.NUMBER:
        _check_number(typed, start, end)
    elif kind is Kind.NAME:
        if len(typed) > limits.NAME:
            raise ExpressionError(f"a name has at most {limits.NAME} letters", start, end)
        typed = canonical(typed)
    elif kind is Kind.RAISED:
        typed = "".join(RAISED[letter] for letter in typed)
    elif kind is Kind.PRIME:
        typed = "'" * (len(typed) + typed.count("″"))
    elif typed in HABITS:
        raise ExpressionError(f"{typed} is written {HABITS[typed]}", start, end, HABITS[typed])
    else:
        typed = MEANT.get(typed, typed)
    return Token(kind, typed, start, end, spaced)


def _check_number(typed: str, start: int, end: int) -> None:
    if abs(float(typed)) > LARGEST:
        raise ExpressionError(f"numbers go up to {LARGEST:g}", start, end)


def _shown(letter: str) -> str:
    return letter if letter.isprintable() else f"the character U+{ord(letter):04X}"
