"""Diagnostics of other notations: an error with the suggestion that says the same in this language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from jaxstudio.errors import ExpressionError, Wording, either
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.catalogue import (
    AMBIGUOUS_CALLS,
    AMBIGUOUS_NAMES,
    find,
)
from jaxstudio.functions.language.endless import is_infinite
from jaxstudio.functions.language.nodes import (
    DRAWN,
    SIGN,
    Bound,
    Chain,
    Constant,
    Derivative,
    Name,
    Negate,
    Node,
    Number,
    Question,
    walk,
)
from jaxstudio.functions.language.tokens import (
    CONSTANTS,
    FUNCTION_LETTERS,
    GREEK_WORDS,
    LARGEST,
    Kind,
    Token,
    TokenReader,
    closing,
    is_variable,
)

INFINITY = float("inf")
# before these a derivative needs no parentheses around it
LOOSE = frozenset({"+", "-", ")", "]", "}", ",", ":", "<", "<=", ">", ">=", "==", "!=", "=", "and", "or"})


def dashes_behind(parser: TokenReader, begin: int, left: Node) -> ExpressionError:
    """(x^2)' for d/dx (x^2); `left` was typed from the column `begin` on."""
    token = parser.token
    order = len(token.text)
    message = Wording("' stands for a derivative and follows the name of a function: f'(x)")
    if isinstance(left, Number) or order > limits.ORDER or not parser.text:
        return ExpressionError(message, token.start, token.end)
    name = _runs_over(left)
    inner = parser.text[begin : token.start].strip()
    inner = inner if inner.startswith("(") and _is_one_pair(inner) else f"({inner})"
    suggestion = derivative_text(inner, name, order, parser.ahead(1))
    return ExpressionError(
        Wording("' follows the name of a function, as in f'(x); this is written {0}", suggestion),
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
    "modulo": "mod",
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
    """Advise on the word between two operands; the left one begins at the column `begin`."""
    if parser.token.text in BETWEEN:
        return function_between(parser, begin, BETWEEN[parser.token.text])
    return condition_behind(parser, parser.token)


def condition_behind(parser: TokenReader, word: Token) -> ExpressionError:
    """x^2 for x > 0 is x^2 {x > 0}; `word` stands before the condition."""
    end = len(parser.text.rstrip())
    inner = parser.text[word.end : end].strip().strip(",;:.")
    suggestion = f"{{{inner}}}" if inner and not parser.brackets_open else ""
    message = Wording("a condition stands in braces behind its function: {0}", suggestion or "{x > 0}")
    return ExpressionError(message, word.start, max(end, word.end) if suggestion else word.end, suggestion)


def _has_comma(parser: TokenReader) -> bool:
    """Whether there is one between the parentheses that open behind the current token."""
    at = parser.at + 1
    return any(True for _ in commas(parser, at, closing(parser.tokens, at)))


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
        return ExpressionError(Wording("{0} is written {1}(x, y)", word.text, name), word.start, word.end)
    parser.expression(SIGN)
    right = parser.text[following.start : parser.previous.end]
    end = parser.previous.end
    parser.at = at
    if right.startswith("(") and _is_one_pair(right):
        right = right[1:-1]
    if left.startswith("(") and _is_one_pair(left):
        left = left[1:-1]
    suggestion = f"{name}({left}, {right})"
    return ExpressionError(
        Wording("{0} is written as a function: {1}", word.text, suggestion), begin, end, suggestion
    )


def two_numbers(parser: TokenReader) -> ExpressionError:
    """3 1/2, 1 000, 1.000.000: the current number follows another one."""
    before, token = parser.previous, parser.token
    run = [before]
    while parser.tokens[parser.at + len(run) - 1].kind is Kind.NUMBER:
        run.append(parser.tokens[parser.at + len(run) - 1])
    joined = "".join(each.text.replace(".", "") for each in run)
    grouped = all(len(each.text.strip(".")) == 3 and "e" not in each.text for each in run[1:])
    if grouped and before.text[:1].isdigit():
        message = Wording("digits are not grouped: {0} is written without blanks and points", joined)
        return ExpressionError(message, before.start, run[-1].end, joined)
    message = Wording("two numbers side by side: a sign between them is missing")
    if parser.text[before.start : before.end].endswith(".") and token.start == before.end:
        return ExpressionError(Wording("1..5 is no range here"), before.start, token.end)
    if parser.ahead(1).text == "/":
        return ExpressionError(message, before.end, token.start, "+", ("*",))
    return ExpressionError(message, before.end, token.start, "*")


def refuse_percentage(parser: TokenReader, left: Node) -> None:
    """50% x may be half of x, or the remainder of 50 by x; 50 % x and 50%3 are remainders."""
    sign, following = parser.token, parser.ahead(1)
    if sign.text != "%" or (sign.spaced and following.kind is not Kind.END) or not parser.text:
        return
    ends = following.kind is Kind.END or following.text in (*")]}+-*/,:<>=|^", "<=", ">=", "==", "of")
    if not ends and not (isinstance(left, Number) and (following.spaced or following.kind is Kind.NAME)):
        return
    if isinstance(left, Chain) and left.operators[-1] in ("*", "/"):
        left = left.operands[-1]  # 3/2% is three by two hundredths
    typed = parser.text[left.start : sign.start]
    share = f"({typed}/100)"
    others = () if ends else (f"{typed} % ",)
    message = Wording("a percentage is written {0}", share)
    if not ends:
        message = Wording("{0}; the remainder has blanks on both sides: {1} % …", message, typed)
    raise ExpressionError(message, left.start, sign.end, share, others)


def refuse_power_one(parser: TokenReader, left: Node) -> None:
    """x^1/2 would be half of x."""
    minus = 1 if parser.ahead(1).text == "-" else 0
    one, sign, below = parser.ahead(1 + minus), parser.ahead(2 + minus), parser.ahead(3 + minus)
    is_half = one.text == "1" and one.kind is Kind.NUMBER and sign.text == "/" and not sign.spaced
    if is_half and parser.text and below.kind in (Kind.NUMBER, Kind.NAME):
        suggestion = f"({'-' * minus}1/{parser.text[below.start : below.end]})"
        one = parser.ahead(1)
        message = Wording("^ binds more tightly than /: the root is written ^{0}", suggestion)
        raise ExpressionError(
            message,
            one.start,
            below.end,
            suggestion,
            (f"{'-' * minus}1 / {parser.text[below.start : below.end]}",),
        )


def refuse_two_strokes(parser: TokenReader, left: Node, right: Node) -> None:
    """Julia's 1//2 is a half, as a whole quotient it would be 0; Mathematica's x // N asks for a number."""
    if parser.previous.text == "N" and "N" not in parser.values and parser.text:
        before = parser.tokens[parser.at - 3]
        typed = parser.text[before.start : before.end]
        message = Wording("// N asks for a number in Mathematica; values are numbers here")
        raise ExpressionError(message, before.start, right.end, typed, (f"{typed} // (N)",))
    if (
        isinstance(left, Number)
        and isinstance(right, Number)
        and 0 < left.value < right.value
        and parser.text
    ):
        one, other = (parser.text[each.start : each.end] for each in (left, right))
        message = Wording("// is a whole quotient, here 0; the fraction is written {0}/{1}", one, other)
        raise ExpressionError(message, left.start, right.end, f"{one}/{other}", ("0",))


def refuse_time_constant(tree: Node) -> None:
    """e^(-t/τ): τ below a fraction is a time constant for a reader."""
    for node in walk(tree):
        if not isinstance(node, Chain):
            continue
        for sign, operand in zip(node.operators, node.operands[1:], strict=True):
            if sign == "/" and isinstance(operand, Constant) and operand.name == "tau":
                message = Wording("τ is 2π here; a time constant is written tau_0, a full turn 2π")
                raise ExpressionError(message, operand.start, operand.end, "tau_0", ("(2pi)",))


def runs_over(parser: TokenReader, body: Node, name: Token, value: Node) -> ExpressionError:
    """d/dx x^3 with x = 2: the body itself runs over the name, so that a line of its own defines it."""
    message = Wording("a derivative or a sum runs over {0}: define f(x) = … and write f'(3)", name.text)
    if parser.text[: body.start].strip() or parser.token.kind is not Kind.END:
        return ExpressionError(message, name.start, parser.previous.end)
    free = next(each for each in "fghpq" if each not in parser.functions and each not in parser.values)
    typed = parser.text[body.start : parser.text.rindex("with", 0, name.start)].strip()
    two_lines = f"{free}({name.text}) = {typed}\n{free}({parser.text[value.start : value.end]})"
    return ExpressionError(message, 0, len(parser.text), two_lines)


def refuse_inner_question(parser: TokenReader, tree: Node) -> None:
    """1 + limit(sin(x)/x, x, 0): the answer to a question is no number to compute with."""
    for node in walk(tree):
        if isinstance(node, Question) and node.kind not in DRAWN and node is not tree and parser.text:
            alone = parser.text[node.start : node.end]
            message = Wording("{0}(…) stands alone in its line", node.kind)
            raise ExpressionError(Wording("{0}: {1}", message, alone), 0, len(parser.text), alone)


def refuse_order(parser: TokenReader) -> None:
    """y^{(2)} is LaTeX's second derivative."""
    texts = [parser.ahead(steps).text for steps in range(6)]
    if texts[1:3] == ["{", "("] and texts[4:6] == [")", "}"] and texts[3] in ("1", "2", "3", "4"):
        dashes, end = "'" * int(texts[3]), parser.ahead(5).end
        message = Wording("^{{({0})}} may be a derivative, written {1}, or a power", texts[3], dashes)
        raise ExpressionError(message, parser.token.start, end, dashes, (f"^{texts[3]}",))


def refuse_semicolon(parser: TokenReader) -> None:
    """[1; 2] and (1; 2)."""
    if parser.sees(";"):
        message = Wording("what stands in brackets is separated by commas")
        comma = "" if re.search("[0-9],[0-9]", parser.text) else ","  # 1,5; x has other commas to be mended
        raise ExpressionError(message, parser.token.start, parser.token.end, comma)


def refuse_row(parser: TokenReader, opened: Token, closed: Token) -> None:
    """MATLAB's [x y] has two numbers."""
    first = parser.tokens.index(opened) + 1
    inner = parser.tokens[first : parser.tokens.index(closed)]
    apart = [token for token in inner[1:] if token.spaced]
    if parser.text and apart and len(apart) == len(inner) - 1 and all(t.kind is Kind.NAME for t in inner):
        parts = [parser.text[token.start : token.end] for token in inner]
        row, product = f"[{', '.join(parts)}]", f"[{'*'.join(parts)}]"
        message = Wording("commas stand between the numbers of a vector: {0}", row)
        raise ExpressionError(message, opened.start, closed.end, row, (product,))


def refuse_infinity(tree: Node) -> None:
    """∞ is a bound only, of a condition, a sum, a product or an integral."""
    ends = [
        end
        for node in walk(tree)
        if isinstance(node, Bound)
        for end in ((node.low, node.high) if node.kind == "integral" else (node.high,))
        if is_infinite(end)
    ]
    bounds = {id(node) for end in ends for node in walk(end)}
    if isinstance(tree, Question) and tree.at is not None:
        bounds |= {id(node) for node in walk(tree.at)}
    for node in walk(tree):
        if isinstance(node, Number) and node.value == INFINITY and id(node) not in bounds:
            message = Wording(
                "∞ is no number to compute with, only a bound of a condition; 1e300 is nearly as large"
            )
            raise ExpressionError(message, node.start, node.end, "1e300")


def without_infinity(node: Node) -> Node:
    """A bound of a condition with the largest number in place of ∞."""
    if isinstance(node, Number) and node.value == INFINITY:
        return Number(node.start, node.end, LARGEST)
    if isinstance(node, Negate) and isinstance(node.operand, Number) and node.operand.value == INFINITY:
        return Negate(node.start, node.end, without_infinity(node.operand))
    return node


def list_in_braces(parser: TokenReader, opened: Token) -> ExpressionError:
    """{cos t, sin t} is a point, which has parentheses; {1, 2, 3} a list, which has brackets."""
    last = parser.tokens[closing(parser.tokens, parser.tokens.index(opened))]
    message = Wording(
        "braces hold conditions and their values; a point or a curve in the plane has parentheses"
    )
    if re.fullmatch(r"[-+.0-9\s]*(,[-+.0-9\s]*){2,}", inside := parser.text[opened.end : last.start]):
        suggestion = f"[{inside}]"
        message = Wording("braces hold conditions and their values; a list has brackets: {0}", suggestion)
        return ExpressionError(message, opened.start, last.end, suggestion)
    if last.text != "}" or not parser.text:
        return ExpressionError(message, opened.start, opened.end)
    suggestion = f"({parser.text[opened.end : last.start]})"
    return ExpressionError(Wording("{0}: {1}", message, suggestion), opened.start, last.end, suggestion)


def decimal_comma(parser: TokenReader) -> ExpressionError:
    """3,5 and ,5; 1,000 may be a thousand. The comma is the current token."""
    comma, after = parser.token, parser.ahead(1)
    if parser.at and parser.previous.text in (",", "["):
        missing = Wording("something is missing before the comma")
        return ExpressionError(missing, comma.start, comma.end)
    before = parser.previous if parser.at and parser.previous.kind is Kind.NUMBER else None
    start, whole = (before.start, before.text) if before is not None else (comma.start, "0")
    suggestion = f"{whole}.{after.text}"
    if len(after.text) == 3 and after.text.isdigit() and before is not None and whole.isdigit():
        joined = whole + after.text
        message = Wording("a number has no commas: {0}, or {1} with a decimal point", joined, suggestion)
        return ExpressionError(message, start, after.end, joined, (suggestion,))
    return ExpressionError(
        Wording("a decimal point is written as a point: {0}", suggestion), start, after.end, suggestion
    )


def bar_between(parser: TokenReader, opened: Token) -> ExpressionError:
    """x < 0 | x > 1: an or."""
    at = parser.tokens.index(opened)
    doubled = at > 0 and parser.tokens[at - 1].text == "|" and parser.tokens[at - 1].end == opened.start
    start = opened.start - 1 if doubled else opened.start
    return ExpressionError(
        Wording("| … | is an absolute value; between conditions stands or"), start, opened.end, " or "
    )


def refuse_both_signs(parser: TokenReader) -> Node:
    """±√x are two curves."""
    sign = parser.token
    message = Wording("± stands for two curves: a line has one of them, with + or with -")
    raise ExpressionError(message, sign.start, sign.end, "+", ("-",))


def word_alone(parser: TokenReader, token: Token) -> ExpressionError:
    """arc sin x, and sum or where without what belongs to them."""
    following = parser.ahead(1)
    if token.text == "arc" and find(f"arc{following.text.lower()}") is not None:
        suggestion = f"arc{following.text.lower()}"
        return ExpressionError(Wording("{0} is one word", suggestion), token.start, following.end, suggestion)
    usage = {"where": "where(x > 0, x, -x)", "integral": "integral(x^2, 0, 1)", "mlp": "mlp(x; 8)"}
    written = usage.get(token.text, f"{token.text}(n^2, n, 1, 9)")
    message = (
        Wording("{0} is written {1}", token.text, written)
        if token.text != "arc"
        else Wording("arc stands before sin, cos or tan")
    )
    return ExpressionError(message, token.start, token.end, undefined="arc" if token.text == "arc" else "")


def asked(name: str, node: Node) -> ExpressionError:
    """A name that a reader takes for something known, before it becomes a slider."""
    suggestion, meaning = AMBIGUOUS_NAMES[name]
    message = Wording("{0} may be {1}", name, Wording(meaning))
    if suggestion:
        message = Wording("{0}, written {1}", message, suggestion)
    message = Wording("{0}; a line {1} = 1 makes it a slider", message, name)
    return ExpressionError(message, node.start, node.end, suggestion, undefined=name)


# a letter of Bessel's functions with an index set low: never a number times a parenthesis
BESSEL = re.compile(r"[JYIK]_(?:[0-9]|\{[0-9]+\})")


def refuse_call(parser: TokenReader, token: Token) -> None:
    """u(x), σ(x), a(x): a product by the rules, a function for a reader."""
    name, at = token.text, parser.at + 1
    if name in CONSTANTS:
        return
    typed = parser.text[token.start : token.end] if parser.text else name
    end = closing(parser.tokens, at)
    functions = AMBIGUOUS_CALLS.get(name, ())
    if functions and not (name in ("C", "P") and not _has_comma(parser)):
        message = Wording("{0} is no function here; did you mean {1}?", typed, either(functions))
        product = () if len(name) > 1 and name not in GREEK_WORDS else (f"{typed}*",)
        if product:
            message = Wording("{0} {1}*(…) is a product", message, typed)
        slider = name if product and not is_variable(name) else ""
        raise ExpressionError(
            message, token.start, token.end, functions[0], (*functions[1:], *product), slider
        )
    if name == "delta":
        message = Wording("{0}( is Dirac's pulse, which no curve shows, or a product: {0}*(…)", typed)
        raise ExpressionError(message, token.start, token.end, f"{typed}*", undefined=name)
    inner = parser.tokens[at + 1 : end]
    alone = bool(len(inner) == 1 and inner[0].kind in (Kind.NAME, Kind.NUMBER) and parser.text)
    alone = alone or BESSEL.fullmatch(typed) is not None
    if (
        not alone
        or name in FUNCTION_LETTERS
        or not (re.fullmatch("[A-Za-z][0-9]{0,3}", name) or name in GREEK_WORDS)
    ):
        return
    if is_variable(name) and (inner[0].kind is Kind.NUMBER or inner[0].text in CONSTANTS):
        return
    message = Wording("no line defines a function {0}(…); {0}*(…) is a product", typed)
    slider = "" if is_variable(name) else name
    raise ExpressionError(message, token.start, token.end, f"{typed}*", undefined=slider)
