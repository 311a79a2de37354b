"""argparse that raises one-line errors instead of printing its usage and leaving."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

from jaxstudio.errors import UsageError

Subparsers = argparse._SubParsersAction  # its only name; public functions return it


class Parser(argparse.ArgumentParser):
    """An ArgumentParser whose errors are UsageErrors, and whose options are spelled out."""

    def __init__(self, **options: Any) -> None:
        # An abbreviation would change its meaning, or lose it, with the next option that is added.
        super().__init__(**{"allow_abbrev": False, **options})

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} -h)")


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
    """As `parsed`, and what is no option but begins with a minus is an expression: -x^2, -sin(x)."""

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
    number = int(text) if text.isascii() and text.isdigit() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number from 1")
    return number


def percent(text: str) -> int:
    """A whole number from 1 to 100."""
    number = int(text) if text.isascii() and text.isdigit() else 0
    if not 1 <= number <= 100:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number from 1 to 100")
    return number
