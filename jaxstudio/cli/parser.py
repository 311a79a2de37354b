"""The command line's arguments: argparse with one-line errors, what commands share, values such as a=2.

Below an expression that is at fault, carets stand under its columns.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TextIO

from jaxstudio.errors import ExpressionError, PhotoError, UsageError

Subparsers = argparse._SubParsersAction  # its only name; public functions return it


class Parser(argparse.ArgumentParser):
    """An ArgumentParser whose errors are UsageErrors, and whose options are spelled out."""

    def __init__(self, **options: Any) -> None:
        # An abbreviation would change its meaning, or lose it, with the next option that is added.
        super().__init__(**{"allow_abbrev": False, **options})

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} -h)")


def describe(parser: Parser, description: str, epilog: str = "", formatter_class: Any = None) -> None:
    """Set the description before a command's options and the epilogue behind them."""
    parser.description, parser.epilog = description, epilog or None
    parser.formatter_class = formatter_class or parser.formatter_class


def add_json(parser: argparse.ArgumentParser) -> None:
    """--json of commands that print one object."""
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def add_device(parser: argparse.ArgumentParser) -> None:
    """--device."""
    parser.add_argument("--device", metavar="D", help="where to compute, as `jaxstudio devices` names it")


def parsed(parser: argparse.ArgumentParser, words: Sequence[str], mark: str) -> argparse.Namespace:
    """The options and names among `words`, in any order; what follows -- are names.

    A name behind -- that begins with a minus is read with `mark` before it, so that it is no option.
    """
    if "--" in words:
        # argparse forgets what -- said when options may stand among names
        end = words.index("--")
        words = [*words[:end], *(mark + word if word[:1] == "-" else word for word in words[end + 1 :])]
    return parser.parse_intermixed_args(words)


def parsed_expressions(parser: argparse.ArgumentParser, words: Sequence[str]) -> argparse.Namespace:
    """Parse as `parsed` does, but read a word such as -x^2 or -sin(x) that is no option as an expression."""

    def is_option(word: str) -> bool:
        # -oFILE is an option with its value, -hypot(x, y) is not -h
        return word.startswith("--") or any(
            word == option or (action.nargs != 0 and word.startswith(option))
            for action in parser._actions
            for option in action.option_strings
        )

    # argparse takes what holds a space for no option
    marked = [f" {word}" if word[:1] == "-" and not is_option(word) else word for word in words]
    arguments = parsed(parser, marked, " ")

    def unmarked(value: object) -> object:
        if isinstance(value, list):
            return [unmarked(each) for each in value]
        return value[1:] if isinstance(value, str) and value.startswith(" -") else value

    for name, value in vars(arguments).items():
        setattr(arguments, name, unmarked(value))
    return arguments


def positive(text: str) -> int:
    """A whole number from 1."""
    return whole_number(1)(text)


def whole_number(low: int, high: int | None = None) -> Callable[[str], int]:
    """Return a parser of whole numbers from `low` to `high`, for `add_argument(type=…)`."""

    def number(text: str) -> int:
        # one of thousands of digits is none, and `int` refuses it
        value = int(text) if text.isascii() and text.isdigit() and len(text) < 20 else -1
        if not low <= value <= (value if high is None else high):
            end = "" if high is None else f" to {high:,}"
            raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number from {low}{end}")
        return value

    return number


AROUND = 60  # characters shown on either side


def show_columns(text: str, error: ExpressionError, stream: TextIO) -> None:
    """Print the text and below it carets from `error.start` to `error.end`; nothing without columns."""
    if error.end <= error.start and error.start == 0:
        return
    begin = max(0, error.start - AROUND)
    shown = "".join(
        letter if letter.isprintable() else "\ufffd" for letter in text[begin : error.start + AROUND]
    )
    before = shown[: error.start - begin]
    under = shown[error.start - begin : max(error.end, error.start + 1) - begin]
    print(f"  {shown}", file=stream)
    print(f"  {' ' * _cells(before)}{'^' * max(1, _cells(under))}", file=stream, flush=True)


def _cells(text: str) -> int:
    """Return the columns that a text takes in a terminal."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def assignments(option: str, texts: Sequence[str]) -> dict[str, float]:
    """The names and numbers of an option that may be repeated; a value may be a constant expression."""
    from jaxstudio.functions.language.tokens import canonical

    values: dict[str, float] = {}
    for text in texts:
        for part in re.split(r",(?=[^,=()]*=)", text):
            name, sign, value = (word.strip() for word in part.partition("="))
            if not sign or not name.isidentifier() or not value:
                raise UsageError(f"{option} {part.strip()!r}: expected a name and a value such as x=1")
            values[canonical(name)] = _number(option, part.strip(), value)
    return values


def _number(option: str, part: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = _constant(option, part, value)
    if not math.isfinite(number):
        raise UsageError(f"{option} {part!r}: expected a finite number")
    return number


def _constant(option: str, part: str, value: str) -> float:
    from jaxstudio.functions.language import read_line
    from jaxstudio.functions.language.nodes import is_condition, is_several

    try:
        line = read_line(value)
    except ExpressionError as error:
        raise UsageError(f"{option} {part!r}: expected a number; {error}") from error
    tree = line.tree
    if tree is None or line.variables or line.sliders or is_condition(tree) or is_several(tree):
        raise UsageError(f"{option} {part!r}: expected a number")
    from jaxstudio.functions.derivatives.accuracy import number_of

    return number_of(tree)


def check_there(paths: Sequence[str]) -> None:
    """PhotoError where an input is not there, before anything is loaded that could read it."""
    for path in paths:
        if not os.path.lexists(path):
            raise PhotoError(f"{path}: no such file")


def check_apart(option: str, out: str | None, inputs: Sequence[str | None]) -> None:
    """UsageError where a file to be written is an input, by any name."""
    for each in inputs:
        if out and each and os.path.exists(out) and os.path.exists(each) and os.path.samefile(out, each):
            raise UsageError(f"{option} {out}: is the input {each}, expected another name")
