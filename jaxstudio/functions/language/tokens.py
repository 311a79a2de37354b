"""The tokenizer: a line of text as numbers, names and signs with their columns; a reader of tokens."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib.resources import files

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.nodes import CHOICE, Node

_WORDS = """alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau
upsilon phi chi psi omega"""
GREEK = dict(zip("αβγδεζηθικλμνξοπρστυφχψω", _WORDS.split(), strict=True)) | {
    "ϕ": "phi",
    "ϑ": "theta",
    "ϵ": "epsilon",
    "ς": "sigma",
    "µ": "mu",
}
GREEK |= {letter.upper(): word.capitalize() for letter, word in GREEK.items() if letter not in "ςµ"}
GREEK_WORDS = frozenset(GREEK.values())
SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
LOW_LETTERS = dict(zip("ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "aehijklmnoprstuvx", strict=True))

CONSTANTS = {"pi": 3.141592653589793, "e": 2.718281828459045, "tau": 6.283185307179586}
# the letters that run along an axis; each may carry an index, as x0 or y12
AXES = ("x", "y", "z", "t", "theta")
# words that are written like functions and are none
WORDS = ("sum", "prod", "integral", "where", "mlp")
KEYWORDS = frozenset({"and", "or", "not", "if", "else"})
# letters that without a definition are more likely a function that is missing than a factor
FUNCTION_LETTERS = frozenset("fghFGH")
_VARIABLE = re.compile(r"(x|y|z|t|theta)([0-9]{0,2})\Z")


def is_variable(name: str) -> bool:
    """Whether the name runs along an axis: x, y, z, t, theta, or x, y, z, t with an index of its own."""
    return _VARIABLE.match(name) is not None


def variable_order(name: str) -> tuple[int, int]:
    """Sorts x, x0, x1, …, y, y0, …, z, t, theta."""
    found = _VARIABLE.match(name)
    if found is None:  # a list that a model takes for its input
        return len(AXES), 0
    return AXES.index(found[1]), int(found[2]) if found[2] else -1


_LOW = re.compile(f"[{''.join(LOW_LETTERS)}]+")
# x_1, x_{1}: one letter with a number set low
_INDEXED = re.compile(r"([A-Za-z]|[a-z]{2,7}|[A-Z][a-z]{1,6})_([0-9]{1,3})\Z")


def canonical(typed: str) -> str:
    """The name that is meant: α as alpha, x₁, x_1 and x_{1} as x1, ω_max as omega_max."""
    low = typed.replace("{", "").replace("}", "").translate(SUBSCRIPTS)
    if not typed.isascii():
        low = _LOW.sub(lambda letters: "_" + "".join(LOW_LETTERS[letter] for letter in letters[0]), low)
    name = "".join(GREEK.get(letter, letter) for letter in low)
    found = _INDEXED.match(name)
    if found is not None and (len(found[1]) == 1 or found[1] in GREEK_WORDS):
        return found[1] + found[2]
    return name


_DATA = tomllib.loads(files(__package__).joinpath("signs.toml").read_text("utf-8"))
LATEX_SIGNS: dict[str, str] = {command: sign for sign, names in _DATA["signs"].items() for command in names}
LATEX_NAMES: dict[str, str] = {command: own for own, names in _DATA["names"].items() for command in names}
LATEX_OPERATORS = {word: own for own, words in _DATA["operators"].items() for word in words}
LATEX_SPACES = frozenset(_DATA["commands"]["spaces"])
LATEX_FUNCTIONS = frozenset(_DATA["commands"]["functions"])
LETTERS = "".join(GREEK)
# \operatorname{sgn}, \mathrm{e}: the word inside
LATEX_WORDS = re.compile(
    r"\\(?:operatorname|mathrm|mathit|mathbf|mathsf|text|textrm|rm)\s*\*?\s*\{\s*([A-Za-z][A-Za-z0-9]*)\s*[.,;:]?\s*\}"
)
# \begin{cases} … \end{cases}
LATEX_CASES = re.compile(r"\\(begin|end)\s*\{cases\}")
# \\partial x, ∂x and \\mathrm{d}x are dx; Mathematica's \\[Pi]
DIFFERENTIAL = re.compile(
    r"(?:\\partial(?![A-Za-z])|∂|\\(?:mathrm|text|operatorname)\s*\{\s*d\s*\})\s*"
    rf"(?P<name>(?:[A-Za-z]|[{LETTERS}]|\\[a-z]+)(?![A-Za-z]))?"
)
# Newton's dots, \\dot{x} and \\ddot x: derivatives by time
DOTTED = re.compile(r"\\(d{1,4})ot\s*(?:\{\s*(\\?[A-Za-z]+)\s*\}|([A-Za-z]|\\[A-Za-z]+))")
# a letter with one or two dots above, combined from two characters
COMBINED = re.compile("(.)(\u0307|\u0308)")
DOTTED_LETTERS = {"ẋ": ("x", 1), "ẏ": ("y", 1), "ż": ("z", 1), "ẍ": ("x", 2), "ÿ": ("y", 2)}
NAMED_LETTER = re.compile(r"\\\[(Capital)?([A-Z][A-Za-z]+)\]")
NAMED: dict[str, str] = _DATA["named"]
LATEX_COMMAND = re.compile(r"\\([A-Za-z]+|.)")
# \omega_0, \log_{2}: what is set low belongs to the name
LATEX_INDEX = re.compile(r"_(?:\{\s*([A-Za-z0-9]+)\s*\}|([A-Za-z0-9]))")


def latex_name(command: str) -> str:
    """The name that a command writes, or an empty text."""
    name = LATEX_NAMES.get(command, command)
    return name if name in GREEK_WORDS or name in LATEX_FUNCTIONS else ""


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
    """`text` is the meant text (≤ as <=, α as alpha); `spaced`: there is a blank before it."""

    kind: Kind
    text: str
    start: int
    end: int
    spaced: bool = False


RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺⁽⁾ⁿˣʸᶻᵗᵃᵇᶜᵏᵐᵖ", "0123456789-+()nxyztabckmp", strict=True))
FRACTIONS = {sign: unicodedata.normalize("NFKC", sign).replace("⁄", "/") for sign in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅒"}
MEANT: dict[str, str] = {typed: sign for sign, several in _DATA["meant"].items() for typed in several}
# NumPy, math and the like before a function of theirs
MODULE = re.compile(
    r"(?:(?:np|jnp|numpy|jax\.numpy|jax\.nn|jax\.scipy\.special|math|Math|cmath|scipy\.special|special|sp|sympy|torch"
    r"|torch\.nn\.functional|torch\.special|tf\.math|tf\.nn|tf|nn|F)\.)"
    r"(?=[A-Za-z])"
)
_SIGNS = "".join(
    re.escape(sign) for sign in (*"+-*/^%=<>~!|(){}[],;:√∛∜∞°±∑∏∫⌊⌋⌈⌉&_", *MEANT) if len(sign) == 1
)
PATTERN = re.compile(
    r"(?P<number>(?:[0-9]+(?:_[0-9]{3})*(?:\.(?![*/^.])[0-9]*)?|\.[0-9]+)(?:[eE][+\-−]?[0-9]+)?)"
    rf"|(?P<fraction>[{''.join(FRACTIONS)}])"
    # a Greek letter is a name by itself, so that ωt is a product; dθ stands below d/dθ
    rf"|(?P<name>(?:d?[{LETTERS}](?:_[A-Za-z0-9_]+|[0-9]*)|[A-Za-z][A-Za-z_0-9]*)[₀-₉{''.join(LOW_LETTERS)}]*"
    # x_{12}
    r"(?:(?:(?<=_)|_)\{[A-Za-z0-9]+\})?)"
    rf"|(?P<raised>[{''.join(RAISED)}]+)"
    r"|(?P<prime>['’′″]+)"
    rf"|(?P<sign>\*\*|//|->|→|<=|>=|==|!=|~=|=<|=>|<>|:=|&&|\.\.\.?|\.[*/^]|(?<=[)\]\w])\.(?=[A-Za-z]|\Z)|[{_SIGNS}])"
)
INVISIBLE = frozenset("\u200b\u200c\u200d\u2060\u2061\u2062\u2063\ufeff\u00ad")
# what people type from habit, and what is meant by it
HABITS: dict[str, str] = _DATA["habits"]
LARGEST = 1e300


def tokenize(text: str) -> tuple[Token, ...]:
    """The tokens of a line, the last of kind END.

    Raises ExpressionError for a line that is too long, or a character or number that has no meaning here.
    """
    if len(text) > limits.TEXT:
        message = Wording("this line has {0} characters; at most {1} are read", len(text), limits.TEXT)
        raise ExpressionError(message, 0, len(text))
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
        if (dotted := DOTTED.match(plain, at)) is not None:
            name = canonical((dotted[2] or dotted[3]).removeprefix("\\"))
            tokens += _dotted(name, len(dotted[1]), at, dotted.end(), spaced)
            at, spaced = dotted.end(), False
            continue
        combined = COMBINED.match(plain, at)
        if combined is not None and (combined[1].isascii() or combined[1] in GREEK):
            order = 1 if combined[2] == "\u0307" else 2
            tokens += _dotted(canonical(combined[1]), order, at, at + 2, spaced)
            at, spaced = at + 2, False
            continue
        if plain[at] in DOTTED_LETTERS:
            tokens += _dotted(*DOTTED_LETTERS[plain[at]], at, at + 1, spaced)
            at, spaced = at + 1, False
            continue
        if plain[at] in "\\∂":
            token, end = _command(plain, at, spaced)
            spaced = spaced and token is None
            at = end
            if token is not None:
                tokens.append(token)
            continue
        module = MODULE.match(plain, at)
        found = PATTERN.match(plain, module.end() if module is not None else at)
        if found is None:
            raise ExpressionError(Wording("{0} has no meaning here", _printable(text[at])), at, at + 1)
        tokens.append(_token(found, at, spaced))
        at, spaced = found.end(), False
    tokens.append(Token(Kind.END, "", at, at, spaced))
    return tuple(_unbraced(tokens, text)) if "\\" in text else tuple(tokens)


def _unbraced(tokens: list[Token], text: str) -> list[Token]:
    r"""Read a call as SymPy writes it, f{\left(x, y\right)}, as f(x, y): the braces mean nothing."""
    needless = set()
    for at, (name, brace, opened) in enumerate(zip(tokens, tokens[1:], tokens[2:], strict=False)):
        is_call = text[name.start] == "\\" or text[opened.start - 5 : opened.start] == "\\left"
        if name.kind is Kind.NAME and is_call and (brace.text, opened.text) == ("{", "("):
            last = closing(tokens, at + 2)
            if tokens[last].text == ")" and tokens[last + 1].text == "}":
                needless |= {at + 1, last + 1}
                tokens[at + 2] = replace(opened, start=brace.start)
                tokens[last] = replace(tokens[last], end=tokens[last + 1].end)
    return [token for at, token in enumerate(tokens) if at not in needless]


def closing(tokens: Sequence[Token], at: int) -> int:
    """The index of the token that closes the bracket at `at`; the last one if nothing does."""
    depth = 0
    for index in range(at, len(tokens)):
        depth += (tokens[index].text in ("(", "[", "{")) - (tokens[index].text in (")", "]", "}"))
        if not depth:
            return index
    return len(tokens) - 1


def _dotted(name: str, order: int, start: int, end: int, spaced: bool) -> list[Token]:
    """ẏ as y'."""
    return [Token(Kind.NAME, name, start, end, spaced), Token(Kind.PRIME, "'" * order, end, end)]


def _plain(text: str) -> str:
    """The text, column by column, with letters of other widths and faces (ｘ, 𝑥) as plain ones."""
    if text.isascii():
        plain = text
    else:
        plain = "".join(map(_plain_letter, text))
    inner = plain.strip()
    if len(inner) > 2 and inner[0] == inner[-1] == "$" and "$" not in inner.strip("$"):
        # LaTeX's $…$ and $$…$$
        plain = plain.replace("$", " ")
    return plain


def _plain_letter(letter: str) -> str:
    if (
        letter.isascii()
        or letter in RAISED
        or letter in FRACTIONS
        or letter in MEANT
        or letter in LOW_LETTERS
        or "₀" <= letter <= "₉"
    ):
        return letter
    plain = unicodedata.normalize("NFKC", letter)
    return plain if len(plain) == 1 and (plain.isascii() or plain in GREEK) else letter


def _command(text: str, at: int, spaced: bool) -> tuple[Token | None, int]:
    """The token of the LaTeX command at `at`, None for a command that only sets blanks; and its end."""
    differential = DIFFERENTIAL.match(text, at)
    if differential is not None:
        inner = differential["name"] or ""
        inner = latex_name(inner[1:]) if inner.startswith("\\") else canonical(inner)
        end = differential.end() if inner else differential.end() - len(differential["name"] or "")
        return Token(Kind.NAME, f"d{inner}", at, end, spaced), end
    named = NAMED_LETTER.match(text, at)
    if named is not None:
        return _named(named, spaced), named.end()
    word = LATEX_WORDS.match(text, at)
    if word is not None:
        name = LATEX_OPERATORS.get(word[1], "") if word[0].startswith("\\operatorname") else ""
        return Token(Kind.NAME, name or canonical(word[1]), at, word.end(), spaced), word.end()
    cases = LATEX_CASES.match(text, at)
    if cases is not None:
        return Token(Kind.SIGN, f"\\{cases[1]}", at, cases.end(), spaced), cases.end()
    found = LATEX_COMMAND.match(text, at)
    if found is None:
        raise ExpressionError(Wording("\\ has no meaning here"), at, at + 1)
    command, end = found[1], found.end()
    if command in LATEX_SPACES:
        # \right. closes nothing that is shown
        return None, end + (command in ("left", "right") and text[end : end + 1] == ".")
    sign = LATEX_SIGNS.get(command)
    if sign is not None:
        return Token(Kind.SIGN, sign, at, end, spaced), end
    name = latex_name(command)
    if not name:
        message = Wording("\\{0} is no command that is known here", command)
        raise ExpressionError(message, at, end, command if command.isalpha() else "")
    index = LATEX_INDEX.match(text, end)
    if index is not None:
        end = index.end()
        name = canonical(f"{name}_{index[1] or index[2]}")
    return Token(Kind.NAME, name, at, end, spaced), end


def _named(match: re.Match[str], spaced: bool) -> Token:
    """The token of Mathematica's \\[Alpha] or \\[LessEqual]."""
    word = match[2] if match[1] else match[2].lower()
    if word in GREEK_WORDS:
        return Token(Kind.NAME, word, match.start(), match.end(), spaced)
    sign = NAMED.get(match[2])
    if sign is None:
        message = Wording("{0} is no letter that is known here", match[0])
        raise ExpressionError(message, match.start(), match.end())
    return Token(Kind.NAME if sign == "e" else Kind.SIGN, sign, match.start(), match.end(), spaced)


def _token(match: re.Match[str], start: int, spaced: bool) -> Token:
    """`start` is before `match` where a module stands before a name: np.sin."""
    end = match.end()
    kind, typed = Kind(str(match.lastgroup)), match.group()
    if kind is Kind.NUMBER:
        typed = typed.replace("_", "").replace("−", "-")
        _check_number(typed, start, end)
    elif kind is Kind.FRACTION:
        typed = FRACTIONS[typed]
    elif kind is Kind.NAME:
        if len(typed) > limits.NAME:
            raise ExpressionError(Wording("a name has at most {0} letters", limits.NAME), start, end)
        typed = canonical(typed)
    elif kind is Kind.RAISED:
        typed = "".join(RAISED[letter] for letter in typed)
    elif kind is Kind.PRIME:
        typed = "'" * (len(typed) + typed.count("″"))
    elif typed in HABITS:
        raise ExpressionError(Wording("{0} is written {1}", typed, HABITS[typed]), start, end, HABITS[typed])
    else:
        typed = MEANT.get(typed, typed)
    return Token(kind, typed, start, end, spaced)


def _check_number(typed: str, start: int, end: int) -> None:
    if abs(float(typed)) > LARGEST:
        raise ExpressionError(Wording("numbers go up to {0:g}", LARGEST), start, end)


def _printable(letter: str) -> str:
    return letter if letter.isprintable() else Wording("the character U+{0:04X}", ord(letter))


class TokenReader:
    """Reads the tokens of one line from left to right.

    `functions` are the names that the sheet defines with parameters, `values` those without; `text` is
    the line itself, for mends that repeat what was typed.
    """

    def __init__(
        self,
        tokens: tuple[Token, ...],
        functions: Collection[str] = (),
        values: Collection[str] = (),
        text: str = "",
    ) -> None:
        self.tokens, self.text = tokens, text
        self.functions, self.values = functions, values
        self.at = 0
        self.nesting = 0
        self.brackets_open = 0
        self.in_cases = 0  # how many \\begin{cases} are open
        self.in_bars = 0  # how many |…| are open inside the innermost bracket

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    @property
    def previous(self) -> Token:
        return self.tokens[self.at - 1]

    def ahead(self, steps: int) -> Token:
        return self.tokens[min(self.at + steps, len(self.tokens) - 1)]

    def split(self, length: int) -> None:
        """Make two tokens of the current one, which was typed as so many letters and what follows."""
        token = self.token
        typed = self.text[token.start : token.end]
        first, rest = typed[:length], typed[length:]
        middle = token.start + length
        kind = Kind.NUMBER if rest.isdigit() else Kind.NAME
        self.tokens = (
            *self.tokens[: self.at],
            Token(token.kind, canonical(first), token.start, middle, token.spaced),
            Token(kind, rest if kind is Kind.NUMBER else canonical(rest), middle, token.end),
            *self.tokens[self.at + 1 :],
        )

    def advance(self) -> Token:
        token = self.token
        if token.kind is not Kind.END:
            self.at += 1
        return token

    def sees(self, *texts: str) -> bool:
        return self.token.text in texts and self.token.kind in (Kind.SIGN, Kind.NAME)

    def accept(self, text: str) -> bool:
        if self.sees(text):
            self.advance()
            return True
        return False

    def expect(self, text: str, opened: Token | None = None) -> Token:
        if self.sees(text):
            return self.advance()
        if opened is not None:
            token = self.token
            if token.kind is Kind.END:
                message = Wording("the {0} is not closed: {1} is missing at the end", opened.text, text)
                raise ExpressionError(message, token.start, token.end, text)
            message = Wording(
                "the {0} at column {1} is not closed before {2!r}", opened.text, opened.start + 1, token.text
            )
            raise ExpressionError(message, token.start, token.end)
        raise self.unexpected(Wording("{0} was expected", text))

    def unexpected(self, expected: Wording) -> ExpressionError:
        token = self.token
        if token.kind is Kind.END:
            return ExpressionError(Wording("{0}, but the line ends", expected), token.start, token.end)
        return ExpressionError(Wording("{0}, not {1!r}", expected, token.text), token.start, token.end)

    def too_deep(self) -> ExpressionError:
        return ExpressionError(
            Wording("too deep: at most {0} brackets inside one another", limits.NESTING),
            self.token.start,
            self.token.end,
        )

    def open(self) -> int:
        """Go inside a bracket; return the argument of `close`."""
        self.brackets_open += 1
        if self.brackets_open > limits.NESTING:
            raise self.too_deep()
        bars, self.in_bars = self.in_bars, 0
        return bars

    def close(self, bars: int) -> None:
        self.brackets_open -= 1
        self.in_bars = bars

    def expression(self, loosest: int = CHOICE) -> Node:
        """Read everything that binds at least as tightly as `loosest`, by the parser."""
        raise NotImplementedError

    def arguments(self, name: str) -> tuple[list[Node], int]:
        """Read the arguments behind a name; also return the column of their end."""
        raise NotImplementedError

    def restricted(self) -> Node:
        """An expression with {conditions} behind it."""
        raise NotImplementedError

    def parentheses(self) -> Node:
        """(a) or (a, b)."""
        raise NotImplementedError

    def braces(self) -> Node:
        """{condition: value, otherwise}."""
        raise NotImplementedError

    def has_colon(self) -> bool:
        """Whether the braces that begin here hold cases, and not only conditions."""
        raise NotImplementedError
