"""argparse that raises one-line errors instead of printing its usage and leaving."""

from __future__ import annotations

import argparse
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


def positive(text: str) -> int:
    """A whole number from 1."""
    number = int(text) if text.isascii() and text.isdigit() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number from 1")
    return number
