"""A line of text as tokens: numbers, names, signs, raised digits, dashes, each with its columns."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import latex_commands, limits
from jaxstudio.functions.language.names import GREEK, SUBSCRIPTS, canonical


class Kind(StrEnum):
    NUMBER = "number"
    FRACTION = "fraction"  # ½, as 1/2
    NAME = "name"
    SIGN = "sign"
    RAISED = "raised"  # ², ⁻¹, ⁿ: an exponent written small
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
RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺⁽⁾ⁿˣʸᶻᵗᵃᵇᶜᵏᵐᵖ", "0123456789-+()nxyztabckmp", strict=True))
FRACTIONS = {
    "½": "1/2",
    "⅓": "1/3",
    "⅔": "2/3",
    "¼": "1/4",
    "¾": "3/4",
    "⅕": "1/5",
    "⅖": "2/5",
    "⅗": "3/5",
    "⅘": "4/5",
    "⅙": "1/6",
    "⅚": "5/6",
    "⅛": "1/8",
    "⅜": "3/8",
    "⅝": "5/8",
    "⅞": "7/8",
    "⅒": "1/10",
}
MEANT = {
    **dict.fromkeys("·×∗⋅•∙✕✖⨯", "*"),
    **dict.fromkeys("÷∕⁄", "/"),
    **dict.fromkeys("−–—‒﹣", "-"),
    ".*": "*",
    "./": "/",
    ".^": "^",
    "**": "^",
    ":=": "=",
    "≤": "<=",
    "⩽": "<=",
    "≥": ">=",
    "⩾": ">=",
    "≠": "!=",
    "~=": "!=",
    "∧": "and",
    "∨": "or",
    "¬": "not",
    "&&": "and",
    "º": "°",
    "˚": "°",
    "≈": "~",
    "∼": "~",
}
# NumPy, math and the like before a function of theirs
MODULE = re.compile(
    r"(?:(?:np|jnp|numpy|jax\.numpy|math|Math|cmath|scipy\.special|special|sp|sympy|torch|tf\.math|tf|nn)\.)"
    r"(?=[A-Za-z])"
)
_SIGNS = "".join(
    re.escape(sign) for sign in (*"+-*/^%=<>~!|(){}[],;:√∛∜∞°±∑∏∫⌊⌋⌈⌉&_", *MEANT) if len(sign) == 1
)
PATTERN = re.compile(
    r"(?P<number>(?:[0-9]+(?:_[0-9]{3})*(?:\.(?![*/^])[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    rf"|(?P<fraction>[{''.join(FRACTIONS)}])"
    # a Greek letter is a name by itself, so that ωt is a product; dθ stands below d/dθ
    rf"|(?P<name>(?:d?[{LETTERS}](?:_[A-Za-z0-9_]+|[0-9]*)|[A-Za-z][A-Za-z_0-9]*)[₀-₉]*"
    # x_{12}
    r"(?:(?:(?<=_)|_)\{[A-Za-z0-9]+\})?)"
    rf"|(?P<raised>[{''.join(RAISED)}]+)"
    r"|(?P<prime>['’′″]+)"
    rf"|(?P<sign>\*\*|//|<=|>=|==|!=|~=|=<|=>|<>|:=|&&|\.[*/^]|[{_SIGNS}])"
)
INVISIBLE = frozenset("\u200b\u200c\u200d\u2060\u2061\u2062\u2063\ufeff\u00ad")
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
    plain = _plain(text)
    tokens: list[Token] = []
    at = 0
    spaced = False
    while at < len(plain):
        if plain[at].isspace():
            at, spaced = at + 1, True
            continue
        if plain[at] in INVISIBLE:
            at += 1
            continue
        if "₀" <= plain[at] <= "₉":
            # the lower bound of ∫₀¹
            end = at + len(plain[at:]) - len(plain[at:].lstrip("₀₁₂₃₄₅₆₇₈₉"))
            digits = plain[at:end].translate(SUBSCRIPTS)
            _check_number(digits, at, end)
            tokens += [Token(Kind.SIGN, "_", at, at, spaced), Token(Kind.NUMBER, digits, at, end)]
            at, spaced = end, False
            continue
        if plain[at] == "\\":
            token, end = _command(plain, at, spaced)
            spaced = spaced and token is None
            at = end
            if token is not None:
                tokens.append(token)
            continue
        module = MODULE.match(plain, at)
        found = PATTERN.match(plain, module.end() if module is not None else at)
        if found is None:
            raise ExpressionError(f"{_shown(text[at])} has no meaning here", at, at + 1)
        tokens.append(_token(found, at, spaced))
        at, spaced = found.end(), False
    tokens.append(Token(Kind.END, "", at, at, spaced))
    return tuple(tokens)


def _plain(text: str) -> str:
    """The text, column by column, with letters of other widths and faces (ｘ, 𝑥) as plain ones."""
    if text.isascii():
        plain = text
    else:
        plain = "".join(map(_plain_letter, text))
    inner = plain.strip()
    if len(inner) > 2 and inner[0] == inner[-1] == "$" and "$" not in inner[1:-1]:
        # LaTeX's $…$
        plain = plain.replace("$", " ")
    return plain


def _plain_letter(letter: str) -> str:
    if letter.isascii() or letter in RAISED or letter in FRACTIONS or letter in MEANT or "₀" <= letter <= "₉":
        return letter
    plain = unicodedata.normalize("NFKC", letter)
    return plain if len(plain) == 1 and (plain.isascii() or plain in GREEK) else letter


def _command(text: str, at: int, spaced: bool) -> tuple[Token | None, int]:
    """The token of the command of LaTeX that begins at `at`, None for one that only sets blanks; its end."""
    word = latex_commands.WORDS.match(text, at)
    if word is not None:
        return Token(Kind.NAME, canonical(word[1]), at, word.end(), spaced), word.end()
    cases = latex_commands.CASES.match(text, at)
    if cases is not None:
        return Token(Kind.SIGN, f"\\{cases[1]}", at, cases.end(), spaced), cases.end()
    found = latex_commands.COMMAND.match(text, at)
    if found is None:
        raise ExpressionError("\\ has no meaning here", at, at + 1)
    command, end = found[1], found.end()
    if command in latex_commands.SPACES:
        # \right. closes nothing that is shown
        return None, end + (command in ("left", "right") and text[end : end + 1] == ".")
    sign = latex_commands.READ.get(command) or latex_commands.SIGNS.get(command)
    if sign is not None:
        return Token(Kind.SIGN, sign, at, end, spaced), end
    name = latex_commands.named(command)
    if not name:
        said = f"\\{command} is no command that is known here"
        raise ExpressionError(said, at, end, command if command.isalpha() else "")
    index = latex_commands.INDEX.match(text, end)
    if index is not None:
        end = index.end()
        name = canonical(f"{name}_{index[1] or index[2]}")
    return Token(Kind.NAME, name, at, end, spaced), end


def _token(found: re.Match[str], start: int, spaced: bool) -> Token:
    """`start` is before `found` where a module stands before a name: np.sin."""
    end = found.end()
    kind, typed = Kind(str(found.lastgroup)), found.group()
    if kind is Kind.NUMBER:
        typed = typed.replace("_", "")
        _check_number(typed, start, end)
    elif kind is Kind.FRACTION:
        typed = FRACTIONS[typed]
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
