"""Text to a tree: a precedence parser for Python's notation and for common mathematical notation.

From loosest to tightest: `a if c else b`; or; and; not; comparisons; + -; * / % and factors side by side;
a leading - ; ^ (from right to left, so that -x^2 is -(x^2)); f(x), x!, x². 1/2x is (1/2) x: / and a
missing sign bind alike. A function of one argument may go without parentheses: it takes the numbers, names
and powers that follow, `sin 2x cos x` is sin(2x) cos(x).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.language import calls, diagnostics, joined_names, limits, lists, special_forms
from jaxstudio.functions.language.catalogue import FUNCTIONS
from jaxstudio.functions.language.nodes import (
    AND,
    CHOICE,
    COMPARE,
    NOT,
    OR,
    POWER,
    PRODUCT,
    SIGN,
    SUM,
    Call,
    Cases,
    Chain,
    Compare,
    Constant,
    Logic,
    Negate,
    Node,
    Number,
    Power,
    Tuple,
    substitute,
    walk,
)
from jaxstudio.functions.language.tokens import CONSTANTS, KEYWORDS, Kind, Token, TokenReader, tokenize

ANGLES = frozenset({"sin", "cos", "tan", "cot", "sec", "csc"})
CLOSING = {"(": ")", "[": "]", "{": "}"}


class Parser(TokenReader):
    """Reads expressions.

    `functions` are the names that the sheet defines with parameters, `values` those without.
    """

    def expression(self, loosest: int = CHOICE) -> Node:
        """Read everything that binds at least as tightly as `loosest`."""
        self.nesting += 1
        if self.nesting > limits.READING:
            raise self.too_deep()
        begin = self.token.start
        left = self.prefix()
        while (step := self.infix(left, loosest, begin)) is not None:
            left = step
        self.nesting -= 1
        return left

    def restricted(self) -> Node:
        """An expression with {conditions} behind it; where they do not hold it has no value."""
        body = self.expression()
        if self.sees_with():
            body = self.with_values(body)
        while self.sees("{"):
            limit = self.braces()
            assert isinstance(limit, Cases)
            body = Cases(body.start, limit.end, limit.conditions, (body,))
        return body

    def sees_with(self) -> bool:
        return self.token.text == "with" and self.ahead(2).text == "=" and "with" not in self.values

    def with_values(self, body: Node) -> Node:
        """a^2 + b with a = 2, b = 3, as Desmos puts values in."""
        while self.advance().text in ("with", ","):
            name = self.advance()
            self.expect("=")
            value = self.expression(SUM)
            if any(getattr(node, "variable", "") == name.text for node in walk(body)):
                raise diagnostics.runs_over(self, body, name, value)
            body = substitute(body, name.text, value)
            if not (self.sees(",") and self.ahead(2).text == "="):
                break
        return replace(body, end=self.previous.end)

    def infix(self, left: Node, loosest: int, begin: int) -> Node | None:
        """Continue `left`, typed from column `begin` on, with the next operator; None if that binds more
        loosely.
        """
        token = self.token
        if token.kind is Kind.RAISED:
            return self.raised(left) if loosest <= POWER else None
        if token.kind is Kind.PRIME:
            raise diagnostics.dashes_behind(self, begin, left)
        if (token.text == "&" and self.in_cases) or (token.text == "for" and self.brackets_open):
            return None
        if token.text == "[" and lists.sees_index(self, left):
            return lists.index(self, left) if loosest <= POWER else None
        if token.kind is Kind.SIGN and token.text in diagnostics.COMPARISONS:
            return self.comparison(left) if loosest <= COMPARE else None
        reader = INFIX.get(token.text) if token.kind in (Kind.SIGN, Kind.NAME) else None
        if reader is not None:
            binding, read = reader
            return read(self, left) if loosest <= binding else None
        if loosest <= PRODUCT and token.kind is Kind.NAME and diagnostics.sees_word_between(self):
            raise diagnostics.word_between(self, begin)
        if loosest <= PRODUCT and self.begins_factor():
            return self.product(left)
        return None

    def begins_factor(self) -> bool:
        """Whether what follows is multiplied without a sign."""
        token = self.token
        if token.kind is Kind.RAISED or (token.text == "for" and self.brackets_open) or self.sees_with():
            return False
        if token.kind in (Kind.NUMBER, Kind.FRACTION, Kind.NAME):
            return token.text not in KEYWORDS and not diagnostics.sees_word_between(self)
        if token.text == "{":
            return self.has_colon()
        if token.text == "[":
            return lists.sees_factor(self)
        return (
            token.text == "("
            or token.text in special_forms.BEGINNINGS
            or (token.text == "|" and not self.in_bars)
        )

    def has_colon(self) -> bool:
        """Whether the braces that begin here hold cases, and not only conditions."""
        depth = 0
        for token in self.tokens[self.at :]:
            if token.text in CLOSING:
                depth += 1
            elif token.text in (")", "]", "}"):
                depth -= 1
                if not depth:
                    return False
            elif token.text == ":" and depth == 1:
                return True
        return False

    def chain(self, left: Node, signs: tuple[str, ...], binding: int, beside: bool) -> Node:
        operands, operators = [left], []
        while True:
            if self.sees(*signs):
                sign = self.advance()
                operators.append(sign.text)
            elif beside and self.begins_factor():
                self.refuse_two_numbers(operands[-1])
                operators.append("*")
            else:
                break
            operands.append(self.expression(binding + 1))
        return Chain(left.start, operands[-1].end, tuple(operands), tuple(operators))

    def refuse_two_numbers(self, left: Node) -> None:
        if self.token.kind is Kind.NUMBER and isinstance(left, Number) and left.end == self.previous.end:
            raise diagnostics.two_numbers(self)

    def sum(self, left: Node) -> Node:
        return self.chain(left, ("+", "-"), SUM, beside=False)

    def product(self, left: Node) -> Node:
        while self.sees("%", "//"):
            left = self.remainder(left)
        if not (self.sees("*", "/") or self.begins_factor()):
            return left
        return self.chain(left, ("*", "/"), PRODUCT, beside=True)

    def remainder(self, left: Node) -> Node:
        """x % y and x // y."""
        diagnostics.refuse_percentage(self, left)
        sign = self.advance()
        right = self.expression(SIGN)
        if sign.text == "%":
            return Call(left.start, right.end, "mod", (left, right))
        diagnostics.refuse_two_strokes(self, left, right)
        quotient = Chain(left.start, right.end, (left, right), ("/",))
        return Call(left.start, right.end, "floor", (quotient,))

    def power(self, left: Node) -> Node:
        diagnostics.refuse_power_one(self, left)
        diagnostics.refuse_order(self)
        self.advance()
        if self.sees("°") or (self.sees("{") and self.ahead(1).text == "°" and self.ahead(2).text == "}"):
            # 30^\\circ
            grouped = self.accept("{")
            node = self.degrees(left)
            return replace(node, end=self.advance().end) if grouped else node
        if special_forms.sees_group(self):
            right = special_forms.group(self)
            while self.token.kind is Kind.RAISED or self.sees("^", "!"):
                # {a}^b is (a)^b
                step = self.infix(right, POWER, right.start)
                assert step is not None
                right = step
        else:
            right = self.expression(SIGN)
            joined_names.refuse_loose_exponent(self, left, right)
        return Power(left.start, self.previous.end, left, right)

    def raised(self, left: Node) -> Node:
        token = self.advance()
        if re.fullmatch("[+-]?[0-9]{1,6}", token.text) is None:
            exponent = special_forms.small(self, token)
            return Power(left.start, token.end, left, exponent)
        value = float(token.text)
        exponent = Number(token.start, token.end, abs(value))
        if value < 0:
            exponent = Negate(token.start, token.end, exponent)
        return Power(left.start, token.end, left, exponent)

    def factorial(self, left: Node) -> Node:
        """x! and x!!."""
        sign = self.advance()
        if self.sees("!") and not self.token.spaced:
            if self.ahead(1).text == "!":
                message = Wording("more than two ! behind one another: (x!)! is the factorial of a factorial")
                raise ExpressionError(message, sign.start, self.ahead(1).end)
            return Call(left.start, self.advance().end, "factorial2", (left,))
        return Call(left.start, sign.end, "factorial", (left,))

    def degrees(self, left: Node) -> Node:
        """30° as radians."""
        sign = self.advance()
        end, unit = sign.end, self.token
        if unit.text in ("C", "F", "K") and not unit.spaced and unit.text not in self.values:
            message = Wording(
                "°{0} is a unit of temperature; units are not known here, ° is an angle", unit.text
            )
            raise ExpressionError(message, sign.start, unit.end)
        typed = self.text[left.start : sign.start]
        if isinstance(left, Call) and left.name in ANGLES and typed.endswith(")"):
            suggestion = f"{typed[:-1]}°)"
            message = Wording("the sign of degrees stands behind the angle: {0}", suggestion)
            raise ExpressionError(message, left.start, end, suggestion)
        factors = (left, Constant(left.start, end, "pi"), Number(left.start, end, 180.0))
        return Chain(left.start, end, factors, ("*", "/"))

    def comparison(self, left: Node) -> Node:
        operands, operators = [left], []
        while self.token.kind is Kind.SIGN and self.token.text in diagnostics.COMPARISONS:
            sign = self.advance()
            operators.append("==" if sign.text == "=" else sign.text)
            operands.append(self.expression(SUM))
        middle = operands[1:-1]
        if {sign[:1] for sign in operators} >= {"<", ">"} and any(map(self.is_run, middle)):
            message = Wording(
                "the signs < and > point against one another: between two conditions stands and, or or"
            )
            raise ExpressionError(message, left.start, self.previous.end)
        # no number is beyond it: 0 < x < ∞
        operands = [diagnostics.without_infinity(operand) for operand in operands]
        return Compare(left.start, operands[-1].end, tuple(operands), tuple(operators))

    def is_run(self, node: Node) -> bool:
        """Whether it is a number and names side by side, as in x > 0 y x < 1."""
        typed = self.text[node.start : node.end]
        return isinstance(node, Chain) and typed[:1].isdigit() and not set("*/+-") & set(typed)

    def logic(self, left: Node) -> Node:
        word = "and" if self.token.text == "&" else self.token.text
        operands = [left]
        while self.accept(word) or (word == "and" and not self.in_cases and self.accept("&")):
            operands.append(self.expression(NOT if word == "and" else AND))
        return Logic(left.start, operands[-1].end, word, tuple(operands))

    def choice(self, left: Node) -> Node:
        """a if c else b."""
        begin = self.advance()
        condition = self.expression(OR)
        if self.token.kind is Kind.END and self.text:
            raise diagnostics.condition_behind(self, begin)
        self.expect("else")
        otherwise = self.expression(CHOICE)
        return Cases(left.start, otherwise.end, (condition,), (left,), otherwise)

    def prefix(self) -> Node:
        token = self.token
        if token.kind is Kind.NUMBER or token.kind is Kind.FRACTION:
            return self.number()
        if token.kind is Kind.RAISED:
            return special_forms.raised_root(self)
        if token.kind is Kind.NAME and token.text != "not":
            return self.name()
        reader = PREFIX.get(token.text)
        if reader is None:
            raise self.missing()
        return reader(self)

    def number(self) -> Node:
        """2, ½, 2½."""
        token = self.advance()
        if token.kind is Kind.FRACTION:
            return _fraction(token)
        joined_names.refuse_run_on_number(self, token)
        whole = Number(token.start, token.end, float(token.text))
        if self.token.kind is Kind.FRACTION:
            part = _fraction(self.advance())
            return Chain(token.start, part.end, (whole, part), ("+",))
        return whole

    def infinity(self) -> Node:
        token = self.advance()
        return Number(token.start, token.end, float("inf"))

    def missing(self) -> ExpressionError:
        """A number or a name should stand here."""
        token = self.token
        if token.text == "," and self.ahead(1).kind is Kind.NUMBER and not self.ahead(1).spaced:
            return diagnostics.decimal_comma(self)
        if self.at and self.previous.kind is Kind.SIGN and self.previous.text not in (")", "]", "}", ","):
            sign = self.previous
            message = Wording("something is missing behind {0!r}: the line ends", sign.text)
            if token.kind is not Kind.END:
                message = Wording("something is missing behind {0!r}: there is {1!r}", sign.text, token.text)
            return ExpressionError(message, sign.start, max(sign.end, token.end))
        return self.unexpected(Wording("a number, a name or an expression was expected"))

    def negative(self) -> Node:
        sign = self.advance()
        operand = self.expression(SIGN)
        return operand if sign.text == "+" else Negate(sign.start, operand.end, operand)

    def negation(self) -> Node:
        word = self.advance()
        operand = self.expression(NOT)
        return Logic(word.start, operand.end, "not", (operand,))

    def bars(self) -> Node:
        opened = self.advance()
        self.in_bars += 1
        inner = self.expression(SUM)
        if self.sees(*diagnostics.COMPARISONS) and self.text:
            raise diagnostics.bar_between(self, opened)
        closed = self.expect("|", opened)
        self.in_bars -= 1
        return Call(opened.start, closed.end, "abs", (inner,))

    def items(self, opened: Token) -> tuple[list[Node], Token]:
        """Expressions between commas up to the bracket that closes `opened`."""
        bars = self.open()
        items = [self.restricted()]
        while self.accept(","):
            items.append(self.restricted())
        diagnostics.refuse_semicolon(self)
        closed = self.expect(CLOSING[opened.text], opened)
        self.close(bars)
        return items, closed

    def arguments(self, name: str) -> tuple[list[Node], int]:
        """Read the arguments in parentheses (or brackets: Sin[x]) behind a name, and their end's column."""
        opened = self.advance()
        if self.sees(CLOSING[opened.text]):
            raise ExpressionError(Wording("{0} needs an argument", name), opened.start, self.token.end)
        arguments, closed = self.items(opened)
        return arguments, closed.end

    def parentheses(self) -> Node:
        opened = self.advance()
        if self.sees(")"):
            raise ExpressionError(Wording("nothing between the parentheses"), opened.start, self.token.end)
        items, closed = self.items(opened)
        if len(items) == 1:
            return items[0]
        return Tuple(opened.start, closed.end, tuple(items))

    def braces(self) -> Node:
        """{c: v, c: v, otherwise}, {c} alone is 1 where c holds."""
        opened = self.advance()
        bars = self.open()
        conditions: list[Node] = []
        values: list[Node] = []
        otherwise: Node | None = None
        while True:
            item = self.expression()
            if self.accept(":"):
                conditions.append(item)
                values.append(self.expression())
            elif conditions:
                otherwise = item
                break
            else:
                conditions.append(item)
                values.append(Number(item.start, item.end, 1.0))
                break
            if not self.accept(","):
                break
        closed = self.expect("}", opened)
        self.close(bars)
        return Cases(opened.start, closed.end, tuple(conditions), tuple(values), otherwise)

    def name(self) -> Node:
        token = self.token
        if token.text in CONSTANTS:
            self.advance()
            return Constant(token.start, token.end, token.text)
        if token.text in special_forms.TOTALS and self.ahead(1).text == "_":
            return special_forms.total(self)
        return calls.read_name(self)


def _fraction(token: Token) -> Node:
    above, below = token.text.split("/")
    parts = (Number(token.start, token.end, float(above)), Number(token.start, token.end, float(below)))
    return Chain(token.start, token.end, parts, ("/",))


INFIX: dict[str, tuple[int, Callable[[Parser, Node], Node]]] = {
    "if": (CHOICE, Parser.choice),
    "or": (OR, Parser.logic),
    "and": (AND, Parser.logic),
    "+": (SUM, Parser.sum),
    "-": (SUM, Parser.sum),
    "*": (PRODUCT, Parser.product),
    "/": (PRODUCT, Parser.product),
    "±": (SUM, lambda parser, left: diagnostics.refuse_both_signs(parser)),
    "%": (PRODUCT, Parser.product),
    "//": (PRODUCT, Parser.product),
    "^": (POWER, Parser.power),
    "!": (POWER, Parser.factorial),
    "°": (POWER, Parser.degrees),
    ".": (POWER, lists.property_of),
    "&": (AND, Parser.logic),
}
PREFIX: dict[str, Callable[[Parser], Node]] = {
    "-": Parser.negative,
    "+": Parser.negative,
    "√": special_forms.root,
    "∛": special_forms.root,
    "∜": special_forms.root,
    "⌊": special_forms.rounded,
    "⌈": special_forms.rounded,
    "∑": special_forms.total,
    "∏": special_forms.total,
    "∫": special_forms.area,
    "∞": Parser.infinity,
    "±": diagnostics.refuse_both_signs,
    "\\frac": special_forms.fraction,
    "\\binom": special_forms.binomial,
    "\\begin": special_forms.cases,
    "not": Parser.negation,
    "~": Parser.negation,
    "!": Parser.negation,
    "|": Parser.bars,
    "(": Parser.parentheses,
    "[": lists.brackets,
    "{": special_forms.group_or_cases,
}


@cache
def definition(name: str) -> Node | None:
    """The tree of a derived function in its own parameters; None for a primitive."""
    return _over_parameters(name, FUNCTIONS[name].definition)


@cache
def slope(name: str, parameter: str) -> Node | None:
    """The tree of a special function's derivative by one of its parameters; None where it has none."""
    return _over_parameters(name, (FUNCTIONS[name].slopes or {}).get(parameter, ""))


# special functions whose derivatives are elementary
INTEGRALS = frozenset({"ellipf", "ellipeinc", "ellippiinc", "fresnels", "fresnelc"})


def _over_parameters(name: str, text: str) -> Node | None:
    return Parser(tokenize(text), (), FUNCTIONS[name].parameters).restricted() if text else None
