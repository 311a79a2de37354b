"""argparse that raises one-line errors instead of printing its usage and leaving."""

from __future__ import annotations

import argparse
from typing import NoReturn

from jaxstudio.errors import UsageError

Subparsers = argparse._SubParsersAction  # its only name; public functions return it


class Parser(argparse.ArgumentParser):
    """An ArgumentParser whose errors are UsageErrors."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} -h)")


def positive(text: str) -> int:
    """A whole number from 1."""
    number = int(text) if text.isascii() and text.isdigit() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number from 1")
    return number
