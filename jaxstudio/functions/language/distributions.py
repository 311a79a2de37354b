"""Distributions and tests, written out: normaldist(0, 1).pdf(x), cdf(poissondist(3), 2), ttest(L).p.

`distributions.toml` declares them. One that stands alone is its density, or points where it is discrete.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.language.nodes import (
    Call,
    Chain,
    ListCall,
    Name,
    Node,
    Number,
    Tuple,
    at_columns,
    substitute,
)
from jaxstudio.functions.language.tokens import TokenReader, tokenize

DISTRIBUTIONS: dict[str, dict[str, Any]] = tomllib.loads(
    files(__package__).joinpath("distributions.toml").read_text("utf-8")
)
# functions that stand before a distribution: pdf(D, x), mean(D)
BEFORE = ("pdf", "cdf", "inversecdf", "quantile", "mean", "median", "var", "stdev", "random")
OF_X = ("pdf", "cdf", "inversecdf")
# so often the names of score, stderr, … stand inside one another
DEEPEST = 3


def sees(parser: TokenReader) -> bool:
    """Whether a distribution begins here, or a function of one."""
    name = parser.token.text
    if parser.ahead(1).text != "(" or name in parser.functions or name in parser.values:
        return False
    return name in DISTRIBUTIONS or (name in BEFORE and parser.ahead(2).text in DISTRIBUTIONS)


def read(parser: TokenReader) -> Node:
    """Read normaldist(0, 1).cdf(x), cdf(normaldist(0, 1), x), or the distribution alone."""
    token = parser.token
    if token.text in BEFORE:
        parser.advance()
        opened = parser.advance()
        bars = parser.open()
        found = _read(parser)
        arguments = []
        while parser.accept(","):
            arguments.append(parser.restricted())
        end = parser.expect(")", opened).end
        parser.close(bars)
        return found.function(token.text, arguments, token.start, end)
    found = _read(parser)
    if not parser.sees("."):
        return found.alone()
    parser.advance()
    name = parser.advance()
    arguments, end = _arguments(parser, name.text)
    return found.function(name.text, arguments, token.start, end)


def _read(parser: TokenReader) -> _Distribution:
    token = parser.advance()
    arguments, end = _arguments(parser, token.text)
    declared = DISTRIBUTIONS[token.text]
    parameters, defaults = declared["parameters"], declared.get("defaults", [])
    missing = len(parameters) - len(arguments)
    if not 0 <= missing <= len(defaults):
        usage = f"{token.text}({', '.join(parameters)})"
        raise ExpressionError(Wording("this is written {0}", usage), token.start, end)
    arguments += [Number(end, end, float(value)) for value in defaults[len(defaults) - missing :]]
    texts = {key: text for key, text in declared.items() if key not in ("parameters", "defaults")}
    named = dict(zip(parameters, arguments, strict=True))
    return _Distribution(type(parser), token.text, texts, named, token.start, end)


def _arguments(parser: TokenReader, name: str) -> tuple[list[Node], int]:
    """The arguments in parentheses, which may be empty or missing, and their end's column."""
    if not parser.sees("("):
        return [], parser.previous.end
    if parser.ahead(1).text == ")":
        parser.advance()
        return [], parser.advance().end
    return parser.arguments(name)


@dataclass(frozen=True, slots=True)
class _Distribution:
    """`texts` are its functions, `values` its parameters."""

    parser: type[TokenReader]
    name: str
    texts: dict[str, str]
    values: dict[str, Node]
    start: int
    end: int

    def alone(self) -> Node:
        x: Node = Name(self.start, self.end, "x")
        if "pdf" not in self.texts:
            message = Wording("{0}(…) has several results: .{1}", self.name, ", .".join(self.texts))
            raise ExpressionError(message, self.start, self.end)
        if "places" not in self.texts:
            return self.written("pdf", x)
        places = self.written("places", x)
        return Tuple(self.start, self.end, (places, self.written("pdf", places)))

    def function(self, name: str, arguments: list[Node], start: int, end: int) -> Node:
        """The function of that name, such as cdf, of the arguments that are given to it."""
        nothing = Number(start, end, 0.0)
        name = "inversecdf" if name == "quantile" else name
        if name == "median" and "inversecdf" in self.texts and not arguments:
            return self.written("inversecdf", Number(start, end, 0.5))
        if name == "stdev" and "var" in self.texts and not arguments:
            return Call(start, end, "sqrt", (self.written("var", nothing),))
        if name == "random" and "inversecdf" in self.texts and len(arguments) in (1, 2):
            shares = ListCall(start, end, "random", (arguments[0], *(arguments[1:] or [nothing])))
            return self.written("inversecdf", shares)
        if name not in self.texts or name == "places":
            shown = ", ".join(each for each in self.texts if each != "places")
            raise ExpressionError(
                Wording("{0} has no {1} here; it has {2}", self.name, name, shown), start, end
            )
        if name == "cdf" and len(arguments) == 2:
            low, high = arguments
            if "places" in self.texts:  # the share of low itself is in it
                low = Chain(start, end, (Call(start, end, "ceil", (low,)), Number(start, end, 1.0)), ("-",))
            return Chain(start, end, (self.written(name, high), self.written(name, low)), ("-",))
        if len(arguments) != (name in OF_X):
            many = Wording("one argument") if name in OF_X else Wording("no argument")
            raise ExpressionError(Wording("{0} of {1} takes {2}", name, self.name, many), start, end)
        return self.written(name, arguments[0] if arguments else nothing)

    def written(self, name: str, x: Node) -> Node:
        """The tree of a function's text with the parameters and x in their places."""
        text = self.texts[name]
        for _ in range(DEEPEST):
            text = re.sub(r"\b(score|stderr|estimate|dof)\b", lambda word: f"({self.texts[word[1]]})", text)
        values = {**self.values, "x": x}
        # names that no argument can have
        text = re.sub(r"\b(\w)\b", lambda word: f"{word[1]}_" if word[1] in values else word[1], text)
        tree = self.parser(tokenize(text), (), [f"{each}_" for each in values]).restricted()
        tree = at_columns(tree, self.start, self.end)
        for each, value in values.items():
            tree = substitute(tree, f"{each}_", value)
        return tree
