"""Sheets of functions in files: recognised by their content, size checked, every error naming the file."""

from __future__ import annotations

import os

from jaxstudio.errors import RecipeError
from jaxstudio.functions.document.json_text import FORMAT, MAX_CHARACTERS, from_json, is_session
from jaxstudio.functions.document.values import Document
from jaxstudio.runtime.text_files import read_text

MAX_BYTES = 4 * MAX_CHARACTERS  # UTF-8 takes at most four bytes a character
HEAD_BYTES = 400


def looks_like_session(path: str | os.PathLike[str]) -> bool:
    """Whether a file is JSON of a sheet of functions; False where it cannot be read."""
    try:
        with open(path, "rb") as file:
            head = file.read(HEAD_BYTES)
            if FORMAT.encode() not in head:
                return False
            data = head + file.read(MAX_BYTES + 1 - len(head))
        return len(data) <= MAX_BYTES and is_session(data.decode("utf-8-sig"))
    except (OSError, UnicodeDecodeError):
        return False


def load_session(path: str | os.PathLike[str]) -> Document:
    """Read a file, or raise RecipeError: one line with the path and what is wrong."""
    text = read_text(path, MAX_BYTES, "a sheet of functions", RecipeError)
    try:
        return from_json(text)
    except RecipeError as error:
        raise RecipeError(f"{path}: {error}") from None
