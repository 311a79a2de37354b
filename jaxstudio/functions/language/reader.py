"""The tokens of one line, read from left to right, with the brackets that are open."""

from __future__ import annotations

from collections.abc import Collection

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.tokens import Kind, Token

# How tightly things bind, from loosest to tightest.
CHOICE, OR, AND, NOT, COMPARE, SUM, PRODUCT, SIGN, POWER = range(1, 10)


class Reader:
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
                said = f"the {opened.text} is not closed: {text} is missing at the end"
                raise ExpressionError(said, token.start, token.end, text)
            said = f"the {opened.text} at column {opened.start + 1} is not closed before {token.text!r}"
            raise ExpressionError(said, token.start, token.end)
        raise self.unexpected(f"{text} was expected")

    def unexpected(self, wanted: str) -> ExpressionError:
        token = self.token
        if token.kind is Kind.END:
            return ExpressionError(f"{wanted}, but the line ends", token.start, token.end)
        return ExpressionError(f"{wanted}, not {token.text!r}", token.start, token.end)

    def too_deep(self) -> ExpressionError:
        return ExpressionError(
            f"too deep: at most {limits.NESTING} brackets inside one another",
            self.token.start,
            self.token.end,
        )

    def open(self) -> int:
        """Go inside a bracket; what is to be handed to `close`."""
        self.brackets_open += 1
        if self.brackets_open > limits.NESTING:
            raise self.too_deep()
        bars, self.in_bars = self.in_bars, 0
        return bars

    def close(self, bars: int) -> None:
        self.brackets_open -= 1
        self.in_bars = bars
