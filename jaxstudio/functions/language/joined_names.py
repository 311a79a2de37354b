"""Advice on lines without blanks and signs: sinx, mgh, sin30°, e^-λt, 2e3x, x2."""

from __future__ import annotations

import re

from jaxstudio.errors import ExpressionError, Wording, either
from jaxstudio.functions.language.catalogue import (
    AMBIGUOUS_NAMES,
    closest,
    find,
    is_one_letter,
    number_behind,
    readings,
    run_together,
)
from jaxstudio.functions.language.nodes import Constant, Negate, Node, Number
from jaxstudio.functions.language.tokens import KEYWORDS, Kind, Token, TokenReader, closing

# sin30 may be meant in degrees from here on
LEAST_DEGREES = 15
LETTERS_OF_A_WORD = 3  # a longer name may be a mistyped one
# what stands left of xy = 1 is a product
EQUATION = re.compile("[xyz]{2,}")


def refuse_run_together(parser: TokenReader, token: Token) -> None:
    """sinx, xy, sin2 x, mgh: one name by the rules, several for a reader; a word that nobody defined."""
    name, following = token.text, parser.ahead(1)
    glued = not following.spaced or parser.text[token.start : token.start + 1] == "\\"
    if name == "Delta" and following.kind is Kind.NAME and parser.text and glued:
        one, product = f"Delta_{following.text}", f"Delta*{following.text}"
        typed = parser.text[token.start : following.end]
        message = Wording("{0} may be one name, {1}, or a product, {2}", typed, one, product)
        raise ExpressionError(message, token.start, following.end, one, (product,))
    if name in AMBIGUOUS_NAMES or is_bound(parser, token):
        return
    function, number = number_behind(name)
    if function:
        raise _number_glued(token, following, function, number)
    power = following.kind is Kind.RAISED or following.text in ("^", "°", "!")
    guesses = run_together(name, power)
    if not guesses and not is_one_letter(name):
        similar = closest(name, parser.values) if len(name) > LETTERS_OF_A_WORD else ""
        guesses = (similar,) if similar else readings(name, _begins_operand(following))
    elif not guesses:
        return
    start, at = token.start, parser.at
    before = parser.previous.text if at and parser.previous.kind is Kind.SIGN else ""
    if before == "-" and at > 1 and parser.tokens[at - 2].text == "^":
        # e^-kt is e^(-k t)
        before, start = "^", parser.previous.start
        guesses = tuple(f"-{guess}" for guess in guesses)
    if before in ("/", "^"):
        # 1/xy is 1/(x y) for a reader
        guesses = tuple(f"({guess})" if " " in guess or "*" in guess else guess for guess in guesses)
    if following.kind is Kind.NAME and not following.spaced:
        guesses = tuple(f"{guess} " for guess in guesses)
    # a line xy = 1 is an equation and makes no slider
    slider = "" if EQUATION.fullmatch(name) else name
    if guesses:
        message = Wording("{0} is read as one name; did you mean {1}?", name, either(map(str.strip, guesses)))
        raise ExpressionError(message, start, token.end, guesses[0], guesses[1:], slider)
    message = Wording("no line defines {0}; a line {0} = 1 makes it a slider", name)
    raise ExpressionError(message, token.start, token.end, undefined=slider)


def is_bound(parser: TokenReader, token: Token) -> bool:
    """Whether it is the variable of a sum or an integral: sum(idx^2, idx, 1, 9)."""
    tokens = parser.tokens
    return any(
        each.text == token.text and tokens[at - 1].text == "," and tokens[at + 1].text == ","
        for at, each in enumerate(tokens[:-1])
        if at
    )


def _begins_operand(token: Token) -> bool:
    return token.kind in (Kind.NAME, Kind.NUMBER, Kind.FRACTION) or token.text in ("√", "\\frac")


def _number_glued(token: Token, following: Token, function: str, number: str) -> ExpressionError:
    """sin30°, ln2, sqrt2 x, sin2^x: a number directly behind the name of a function."""
    called, bare, power = f"{function}({number})", f"{function} {number}", f"{function}^{number}"
    if following.text == "°":
        texts = [bare]
    elif following.kind is Kind.RAISED or following.text == "^":
        texts = [bare, power]
    elif _begins_operand(following):
        texts = [called, bare] if function in ("sqrt", "cbrt", "log") else [bare, called, power]
    elif function in ("sin", "cos", "tan") and int(number) >= LEAST_DEGREES:
        texts = [called, f"{function}({number}°)"]
    else:
        texts = [called]
    message = Wording("{0} is read as one name; did you mean {1}?", token.text, either(texts))
    return ExpressionError(message, token.start, token.end, texts[0], tuple(texts[1:]), token.text)


def number_in_call(parser: TokenReader, token: Token) -> tuple[str, ...]:
    """sin2(x) as sin(2(x)) or as sin(x)^2."""
    function, number = number_behind(token.text)
    if not function or not parser.text:
        return ()
    at = parser.at + 1
    inner = parser.text[parser.tokens[at].end : parser.tokens[closing(parser.tokens, at)].start].strip()
    return f"{function}({number}({inner}))", f"{function}({inner})^{number}"


def refuse_loose_argument(parser: TokenReader, token: Token, factors: list[Node]) -> None:
    """sin π/4, sin x/2, sin 2*x: a reader may take what follows into the argument."""
    sign, following = parser.token, parser.ahead(1)
    if sign.text not in ("/", "*") or sign.spaced or not parser.text or sign.kind is not Kind.SIGN:
        return
    number = all(isinstance(factor, Number | Constant) for factor in factors)
    is_argument = following.kind is Kind.NUMBER or (number and following.kind is Kind.NAME)
    if not (is_argument if sign.text == "/" else is_argument and number):
        return
    inner = parser.text[factors[0].start : parser.previous.end]
    end = following.end
    rest = parser.text[sign.start : end]
    suggestion, other = f"{token.text}({inner}{rest})", f"{token.text}({inner}){rest}"
    message = Wording("{0} {1}{2} may be {3} or {4}", token.text, inner, rest, suggestion, other)
    raise ExpressionError(message, token.start, end, suggestion, (other,))


def refuse_loose_exponent(parser: TokenReader, left: Node, right: Node) -> None:
    """e^-λt, 2^3x: what stands directly behind the exponent may belong to it."""
    token = parser.token
    if not parser.text or token.spaced or parser.previous.text in (")", "]", "}", "|"):
        return
    if parser.text[right.start : right.start + 1] in ("(", "{", "["):
        return
    negative = isinstance(right, Negate)
    if not (negative or isinstance(left, Number | Constant)):
        return
    at = parser.at
    if token.text == "/" and negative and isinstance(left, Number | Constant):
        at += 1
    elif token.kind is not Kind.NAME or token.text in KEYWORDS or find(token.text) is not None:
        return
    while (each := parser.tokens[at]).kind in (Kind.NAME, Kind.NUMBER, Kind.RAISED) and (
        each.start == parser.tokens[at - 1].end
    ):
        at += 1
    rest = parser.text[token.start : parser.tokens[at - 1].end]
    if rest in ("", "/"):
        return
    exponent = parser.text[right.start : token.start]
    inside, apart = f"({exponent}{rest})", f"({exponent}){'' if rest[0] == '/' else ' '}{rest}"
    message = Wording("^{0}{1} may be ^{2} or ^{3}", exponent, rest, inside, apart)
    raise ExpressionError(message, right.start, parser.tokens[at - 1].end, inside, (apart,))


def refuse_run_on_number(parser: TokenReader, number: Token) -> None:
    """2e3x, 5C2, 0x1F, 2x3: a name directly behind a number that may be meant in several ways."""
    name = parser.token
    if not parser.text or name.kind is not Kind.NAME or name.spaced or number.end != name.start:
        return
    raw, word = parser.text[number.start : number.end], parser.text[name.start : name.end]
    message, suggestion = Wording(""), ""
    others: tuple[str, ...] = ()
    found = re.fullmatch(r"([0-9.]+)[eE]([+-]?)([0-9]+)", raw)
    if found is not None:
        base, sign, power = found.groups()
        suggestion = f"{raw}*{word}"
        if sign:
            others = (f"{base}e {sign} {power}{word}",)
        else:
            others = (f"{base}*e^({power}{word})", f"{base}e*{power}{word}")
        message = Wording("{0}{1} may be {2} or {3}", raw, word, suggestion, either(others))
    elif word in parser.values:
        return
    elif raw == "0" and re.fullmatch("[xX][0-9a-fA-F]+|[bB][01]+", word):
        suggestion = str(int(word[1:], 16 if word[0] in "xX" else 2))
        message, others = Wording("numbers are decimal: 0{0} is {1}", word, suggestion), ()
    elif re.fullmatch("[CP][0-9]+", word):
        suggestion = f"{'binomial' if word[0] == 'C' else 'permutations'}({raw}, {word[1:]})"
        message = Wording("{0}{1} is written {2}", raw, word, suggestion)
    elif word == "j":
        suggestion = f"{raw}*j"
        message = Wording("j may be the imaginary unit, which is not known here: functions are real")
    if message:
        raise ExpressionError(message, number.start, name.end, suggestion, others)


def refuse_lone_index(parser: TokenReader) -> None:
    """x2 + 1: the square may be meant, unless there are other variables with an index."""
    names = {token.text for token in parser.tokens if token.kind is Kind.NAME}
    for token in parser.tokens:
        found = re.fullmatch("([xyzt])([2-9])", parser.text[token.start : token.end])
        if found is None or token.text in parser.values:
            continue
        letter, index = found.groups()
        if any(re.fullmatch(f"{letter}[0-9]+", name) and name != token.text for name in names):
            continue
        message = Wording("{0} is a variable with an index; {1}^{2} is the power", token.text, letter, index)
        raise ExpressionError(message, token.start, token.end, f"{letter}^{index}", (f"{letter}_{index}",))
