"""Diagnostics of other notations: an error with the suggestion that says the same in this language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.catalogue import find
from jaxstudio.functions.language.nodes import Bound, Constant, Derivative, Name, Negate, Node, Number, walk
from jaxstudio.functions.language.synonyms import AMBIGUOUS_CALLS, number_behind, run_together
from jaxstudio.functions.language.tokens import (
    CONSTANTS,
    FUNCTION_LETTERS,
    GREEK_WORDS,
    LARGEST,
    SIGN,
    Kind,
    Token,
    TokenReader,
    is_variable,
)

INFINITY = float("inf")
# before these a derivative needs no parentheses around it
LOOSE = frozenset({"+", "-", ")", "]", "}", ",", ":", "<", "<=", ">", ">=", "==", "!=", "=", "and", "or"})


def dashes_behind(parser: TokenReader, begin: int, left: Node) -> ExpressionError:
    """(x^2)' for d/dx (x^2); `left` was typed from the column `begin` on."""
    token = parser.token
    order = len(token.text)
    message = "' stands for a derivative and follows the name of a function: f'(x)"
    if isinstance(left, Number) or order > limits.ORDER or not parser.text:
        return ExpressionError(message, token.start, token.end)
    name = _runs_over(left)
    inner = parser.text[begin : token.start].strip()
    inner = inner if inner.startswith("(") and _is_one_pair(inner) else f"({inner})"
    suggestion = derivative_text(inner, name, order, parser.ahead(1))
    return ExpressionError(
        f"' follows the name of a function, as in f'(x); this is written {suggestion}",
        begin,
        token.end,
        suggestion,
    )


def derivative_text(inner: str, name: str, order: int, following: Token) -> str:
    """d^order/dname^order of `inner`, in parentheses where what follows would be differentiated as well."""
    power = f"^{order}" if order > 1 else ""
    text = f"d{power}/d{name}{power} {inner}"
    return text if following.kind is Kind.END or following.text in LOOSE else f"({text})"


def _runs_over(tree: Node) -> str:
    """The letter by which a dash differentiates: the first one along an axis, else x."""
    bound = {node.variable for node in walk(tree) if isinstance(node, Bound | Derivative)}
    names = (node.name for node in walk(tree) if isinstance(node, Name))
    return next((name for name in names if is_variable(name) and name not in bound), "x")


def _is_one_pair(text: str) -> bool:
    """Whether the bracket that opens the text is closed by its last character only."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if not depth:
            return at == len(text) - 1
    return False


# words that stand between two numbers, as a sign would, and the functions that they are here
BETWEEN = {
    "mod": "mod",
    "Mod": "mod",
    "MOD": "mod",
    "rem": "rem",
    "nCr": "binomial",
    "ncr": "binomial",
    "choose": "binomial",
    "nPr": "permutations",
    "npr": "permutations",
}
# words before a condition
BEFORE_CONDITION = frozenset({"for", "when", "where", "provided", "whenever", "falls", "si", "wenn"})
# what stands left of xy = 1 is a product
EQUATION = re.compile("[xyz]{2,}")
COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "!=", "="})


def sees_word_between(parser: TokenReader) -> bool:
    """Whether a word such as mod stands between two numbers, or one such as for before a condition."""
    token, following = parser.token, parser.ahead(1)
    if token.kind is not Kind.NAME or token.text in parser.functions or token.text in parser.values:
        return False
    if token.text in BETWEEN:
        return following.text != "(" or not _has_comma(parser)
    if token.text in BEFORE_CONDITION and not parser.in_cases and following.text not in ("(", "^"):
        return any(each.text in COMPARISONS for each in parser.tokens[parser.at :])
    return False


def word_between(parser: TokenReader, begin: int) -> ExpressionError:
    """The suggestion for the current word; what is left of it was typed from the column `begin` on."""
    if parser.token.text in BETWEEN:
        return function_between(parser, begin, BETWEEN[parser.token.text])
    return condition_behind(parser, parser.token)


def condition_behind(parser: TokenReader, word: Token) -> ExpressionError:
    """x^2 for x > 0 is x^2 {x > 0}; `word` stands before the condition."""
    end = len(parser.text.rstrip())
    inner = parser.text[word.end : end].strip().strip(",;:.")
    suggestion = f"{{{inner}}}" if inner and not parser.brackets_open else ""
    message = f"a condition stands in braces behind its function: {suggestion or '{x > 0}'}"
    return ExpressionError(message, word.start, max(end, word.end) if suggestion else word.end, suggestion)


def _has_comma(parser: TokenReader) -> bool:
    """Whether there is one between the parentheses that open behind the current token."""
    at = parser.at + 1
    return any(True for _ in commas(parser, at, closing(parser, at)))


def commas(parser: TokenReader, begin: int, end: int) -> Iterator[int]:
    """The indices of the commas between two brackets, but for those inside further ones."""
    depth = 0
    for at in range(begin, end):
        text = parser.tokens[at].text
        depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
        if text == "," and depth == 1:
            yield at


def function_between(parser: TokenReader, begin: int, name: str) -> ExpressionError:
    """x mod 2 for mod(x, 2); what stands left of it was typed from the column `begin` on."""
    word, at = parser.token, parser.at
    left = parser.text[begin : parser.previous.end]
    parser.advance()
    following = parser.token
    if following.kind is Kind.END or not parser.text:
        return ExpressionError(f"{word.text} is written {name}(x, y)", word.start, word.end)
    parser.expression(SIGN)
    right = parser.text[following.start : parser.previous.end]
    end = parser.previous.end
    parser.at = at
    if right.startswith("(") and _is_one_pair(right):
        right = right[1:-1]
    if left.startswith("(") and _is_one_pair(left):
        left = left[1:-1]
    suggestion = f"{name}({left}, {right})"
    return ExpressionError(f"{word.text} is written as a function: {suggestion}", begin, end, suggestion)


def two_numbers(parser: TokenReader) -> ExpressionError:
    """3 1/2, 1 000, 1.000.000: the current number follows another one."""
    before, token = parser.previous, parser.token
    run = [before]
    while parser.tokens[parser.at + len(run) - 1].kind is Kind.NUMBER:
        run.append(parser.tokens[parser.at + len(run) - 1])
    joined = "".join(each.text.replace(".", "") for each in run)
    grouped = all(len(each.text.strip(".")) == 3 and "e" not in each.text for each in run[1:])
    if grouped and before.text[:1].isdigit():
        message = f"digits are not grouped: {joined} is written without blanks and points"
        return ExpressionError(message, before.start, run[-1].end, joined)
    message = "two numbers side by side: a sign between them is missing"
    if parser.ahead(1).text == "/":
        return ExpressionError(message, before.end, token.start, "+", ("*",))
    return ExpressionError(message, before.end, token.start, "*")


def refuse_percentage(parser: TokenReader, left: Node) -> None:
    """50% x may be half of x, or the remainder of 50 by x; 50 % x and 50%3 are remainders."""
    sign, following = parser.token, parser.ahead(1)
    if sign.text != "%" or sign.spaced or not parser.text:
        return
    ends = following.kind is Kind.END or following.text in (*")]}+-*/,:<>=|^", "<=", ">=", "==", "of")
    if not ends and not (isinstance(left, Number) and (following.spaced or following.kind is Kind.NAME)):
        return
    typed = parser.text[left.start : sign.start]
    share = f"({typed}/100)"
    others = () if ends else (f"{typed} % ",)
    remainder = "" if ends else f"; the remainder has blanks on both sides: {typed} % …"
    message = f"a percentage is written {share}{remainder}"
    raise ExpressionError(message, left.start, sign.end, share, others)


def refuse_power_one(parser: TokenReader, left: Node) -> None:
    """x^1/2 would be half of x."""
    minus = 1 if parser.ahead(1).text == "-" else 0
    one, sign, below = parser.ahead(1 + minus), parser.ahead(2 + minus), parser.ahead(3 + minus)
    is_half = one.text == "1" and one.kind is Kind.NUMBER and sign.text == "/" and not sign.spaced
    if is_half and parser.text and below.kind in (Kind.NUMBER, Kind.NAME):
        suggestion = f"({'-' * minus}1/{parser.text[below.start : below.end]})"
        one = parser.ahead(1)
        message = f"^ binds more tightly than /: the root is written ^{suggestion}"
        raise ExpressionError(
            message,
            one.start,
            below.end,
            suggestion,
            (f"{'-' * minus}1 / {parser.text[below.start : below.end]}",),
        )


def refuse_run_on_number(parser: TokenReader, number: Token) -> None:
    """2e3x, 5C2, 0x1F, 2x3: a name directly behind a number that may be meant in several ways."""
    name = parser.token
    if not parser.text or name.kind is not Kind.NAME or name.spaced or number.end != name.start:
        return
    raw, word = parser.text[number.start : number.end], parser.text[name.start : name.end]
    message, suggestion = "", ""
    others: tuple[str, ...] = ()
    found = re.fullmatch(r"([0-9.]+)[eE]([+-]?)([0-9]+)", raw)
    if found is not None:
        base, sign, power = found.groups()
        suggestion = f"{raw}*{word}"
        if sign:
            others = (f"{base}e {sign} {power}{word}",)
        else:
            others = (f"{base}*e^({power}{word})", f"{base}e*{power}{word}")
        message = f"{raw}{word} may be {suggestion} or {' or '.join(others)}"
    elif word in parser.values:
        return
    elif raw == "0" and re.fullmatch("[xX][0-9a-fA-F]+|[bB][01]+", word):
        suggestion = str(int(word[1:], 16 if word[0] in "xX" else 2))
        message, others = f"numbers are decimal: 0{word} is {suggestion}", ()
    elif re.fullmatch("[CP][0-9]+", word):
        suggestion = f"{'binomial' if word[0] == 'C' else 'permutations'}({raw}, {word[1:]})"
        message = f"{raw}{word} is written {suggestion}"
    elif word == "j":
        suggestion = f"{raw}*j"
        message = "j may be the imaginary unit, which is not known here: functions are real"
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
        message = f"{token.text} is a variable with an index; {letter}^{index} is the power"
        raise ExpressionError(message, token.start, token.end, f"{letter}^{index}", (f"{letter}_{index}",))


def refuse_infinity(tree: Node) -> None:
    """∞ is a bound of a condition only."""
    for node in walk(tree):
        if isinstance(node, Number) and node.value == INFINITY:
            message = "∞ is no number to compute with, only a bound of a condition; 1e300 is nearly as large"
            raise ExpressionError(message, node.start, node.end, "1e300")


def without_infinity(node: Node) -> Node:
    """A bound of a condition; no number is as large as the one that stands for ∞."""
    if isinstance(node, Number) and node.value == INFINITY:
        return Number(node.start, node.end, LARGEST)
    if isinstance(node, Negate) and isinstance(node.operand, Number) and node.operand.value == INFINITY:
        return Negate(node.start, node.end, without_infinity(node.operand))
    return node


def list_in_braces(parser: TokenReader, opened: Token) -> ExpressionError:
    """{cos t, sin t} is a point, which has parentheses."""
    last = parser.tokens[closing(parser, parser.tokens.index(opened))]
    message = "braces hold conditions and their values; a point or a curve in the plane has parentheses"
    if last.text != "}" or not parser.text:
        return ExpressionError(message, opened.start, opened.end)
    suggestion = f"({parser.text[opened.end : last.start]})"
    return ExpressionError(f"{message}: {suggestion}", opened.start, last.end, suggestion)


def decimal_comma(parser: TokenReader) -> ExpressionError:
    """3,5 and ,5; 1,000 may be a thousand. The comma is the current token."""
    comma, after = parser.token, parser.ahead(1)
    before = parser.previous if parser.at and parser.previous.kind is Kind.NUMBER else None
    start, whole = (before.start, before.text) if before is not None else (comma.start, "0")
    suggestion = f"{whole}.{after.text}"
    if len(after.text) == 3 and after.text.isdigit() and before is not None and whole.isdigit():
        joined = whole + after.text
        message = f"a number has no commas: {joined}, or {suggestion} with a decimal point"
        return ExpressionError(message, start, after.end, joined, (suggestion,))
    return ExpressionError(
        f"a decimal point is written as a point: {suggestion}", start, after.end, suggestion
    )


def bar_between(parser: TokenReader, opened: Token) -> ExpressionError:
    """x < 0 | x > 1: an or."""
    at = parser.tokens.index(opened)
    doubled = at > 0 and parser.tokens[at - 1].text == "|" and parser.tokens[at - 1].end == opened.start
    start = opened.start - 1 if doubled else opened.start
    return ExpressionError(
        "| … | is an absolute value; between conditions stands or", start, opened.end, " or "
    )


def refuse_both_signs(parser: TokenReader) -> Node:
    """±√x are two curves."""
    sign = parser.token
    message = "± stands for two curves: a line has one of them, with + or with -"
    raise ExpressionError(message, sign.start, sign.end, "+", ("-",))


def refuse_sum_of_both_signs(parser: TokenReader, left: Node) -> Node:
    return refuse_both_signs(parser)


def word_alone(parser: TokenReader, token: Token) -> ExpressionError:
    """arc sin x, and sum or where without what belongs to them."""
    following = parser.ahead(1)
    if token.text == "arc" and find(f"arc{following.text.lower()}") is not None:
        suggestion = f"arc{following.text.lower()}"
        return ExpressionError(f"{suggestion} is one word", token.start, following.end, suggestion)
    usage = {"where": "where(x > 0, x, -x)", "integral": "integral(x^2, 0, 1)", "mlp": "mlp(x; 8)"}
    written = usage.get(token.text, f"{token.text}(n^2, n, 1, 9)")
    message = (
        f"{token.text} is written {written}" if token.text != "arc" else "arc stands before sin, cos or tan"
    )
    return ExpressionError(message, token.start, token.end, slider="arc" if token.text == "arc" else "")


def closing(parser: TokenReader, at: int) -> int:
    """The index of the token that closes the bracket at `at`; the last one if nothing does."""
    depth = 0
    for index in range(at, len(parser.tokens)):
        token = parser.tokens[index]
        depth += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
        if not depth:
            return index
    return len(parser.tokens) - 1


def refuse_call(parser: TokenReader, token: Token) -> None:
    """u(x), σ(x), a(x): a product by the rules, a function for a reader."""
    name, at = token.text, parser.at + 1
    if name in CONSTANTS:
        return
    typed = parser.text[token.start : token.end] if parser.text else name
    end = closing(parser, at)
    functions = AMBIGUOUS_CALLS.get(name, ())
    if functions and not (name in ("C", "P") and not _has_comma(parser)):
        message = f"{typed} is no function here; did you mean {' or '.join(functions)}?"
        product = () if len(name) > 1 and name not in GREEK_WORDS else (f"{typed}*",)
        if product:
            message += f" {typed}*(…) is a product"
        slider = name if product and not is_variable(name) else ""
        raise ExpressionError(
            message, token.start, token.end, functions[0], (*functions[1:], *product), slider
        )
    if name == "delta":
        message = f"{typed}( is Dirac's pulse, which no curve shows, or a product: {typed}*(…)"
        raise ExpressionError(message, token.start, token.end, f"{typed}*", slider=name)
    inner = parser.tokens[at + 1 : end]
    alone = len(inner) == 1 and inner[0].kind in (Kind.NAME, Kind.NUMBER) and parser.text
    if (
        not alone
        or name in FUNCTION_LETTERS
        or not (re.fullmatch("[A-Za-z][0-9]{0,3}", name) or name in GREEK_WORDS)
    ):
        return
    if is_variable(name) and (inner[0].kind is Kind.NUMBER or inner[0].text in CONSTANTS):
        return
    message = f"no line defines a function {typed}(…); {typed}*(…) is a product"
    slider = "" if is_variable(name) else name
    raise ExpressionError(message, token.start, token.end, f"{typed}*", slider=slider)


def refuse_run_together(parser: TokenReader, token: Token) -> None:
    """sinx, xy, sin2 x: one name by the rules, several for a reader."""
    name, following = token.text, parser.ahead(1)
    function, number = number_behind(name)
    if function and not following.spaced and following.kind is not Kind.NAME and following.text != "(":
        function = function if following.kind is Kind.RAISED or following.text in ("^", "√", "\\frac") else ""
    if function and following.kind is not Kind.END:
        suggestion = f"{function} {number}"
        message = f"{name} is read as one name; did you mean {suggestion} …?"
        raise ExpressionError(message, token.start, token.end, suggestion, (f"{function}^{number}",), name)
    power = following.kind is Kind.RAISED or following.text in ("^", "°", "!")
    guesses = run_together(name, power)
    if not guesses:
        return
    before = parser.previous.text if parser.at else ""
    if before in ("/", "^") and parser.previous.kind is Kind.SIGN:
        # 1/xy is 1/(x y) for a reader
        guesses = tuple(f"({guess})" if " " in guess or "*" in guess else guess for guess in guesses)
    message = f"{name} is read as one name; did you mean {' or '.join(guesses)}?"
    # a line xy = 1 is an equation and makes no slider
    slider = "" if EQUATION.fullmatch(name) else name
    raise ExpressionError(message, token.start, token.end, guesses[0], guesses[1:], slider)


def number_in_call(parser: TokenReader, token: Token) -> tuple[str, ...]:
    """sin2(x) as sin(2(x)) or as sin(x)^2."""
    function, number = number_behind(token.text)
    if not function or not parser.text:
        return ()
    at = parser.at + 1
    inner = parser.text[parser.tokens[at].end : parser.tokens[closing(parser, at)].start].strip()
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
    message = f"{token.text} {inner}{rest} may be {suggestion} or {other}"
    raise ExpressionError(message, token.start, end, suggestion, (other,))
