"""Text read from files: no more of it than is allowed, every error in one line that names the file."""

from __future__ import annotations

import io
import os
import tokenize
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jaxstudio.errors import StudioError


def read_text(
    path: str | os.PathLike[str], most_bytes: int, expected: str, error: type[StudioError] = StudioError
) -> str:
    """The UTF-8 text of a file; `expected` names its content in errors, such as: a recipe.

    Raises `error` for a folder, a file that is not there, is too large, cannot be read or is no text.
    """
    path = Path(path)
    try:
        if path.is_dir():
            raise error(f"{path}: a folder, expected {expected}")
        with open(path, "rb") as file:
            data = file.read(most_bytes + 1)
        if len(data) > most_bytes:
            size = f"{path.stat().st_size / 1e6:,.0f} MB" if path.is_file() else "too much"
            raise error(f"{path}: {size}, expected {expected} of at most {most_bytes / 1e6:,.0f} MB")
        return data.decode("utf-8-sig")
    except FileNotFoundError:
        raise error(f"{path}: no such file, expected {expected}") from None
    except OSError as fault:
        raise error(f"{path}: cannot be read: {fault.strerror or fault}") from None
    except UnicodeDecodeError:
        raise error(f"{path}: not UTF-8 text, expected {expected}") from None


def read_python(path: str | os.PathLike[str]) -> str:
    r"""The text of a Python file in the encoding that its first lines name (PEP 263), UTF-8 without one.

    Newlines become `\n`, as Python's own reader has them.

    Raises:
        OSError: the file cannot be read.
        UnicodeDecodeError: it is not in that encoding.
        SyntaxError: there is no encoding of that name.
    """
    try:
        with tokenize.open(path) as file:
            return file.read()
    except SyntaxError:
        # the first lines themselves are in no encoding that was named
        with open(path, "rb") as file:
            file.read().decode("utf-8")
        raise


def line_end_of(path: str | os.PathLike[str]) -> str:
    r"""The line end of a file's first line, `\r\n` or `\n`; `\n` where there is no such file or line."""
    try:
        with open(path, "rb") as file:
            return "\r\n" if file.readline().endswith(b"\r\n") else "\n"
    except FileNotFoundError:
        return "\n"


def encode_python(text: str) -> bytes:
    """A Python program as the bytes of its file, in the encoding that it names.

    Raises:
        UnicodeEncodeError: the encoding that it names lacks one of its characters.
    """
    data = text.encode("utf-8", "surrogatepass")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError:  # there is no such encoding: the reader says so
        return data
    return text.encode(encoding)


def show_python(path: str | os.PathLike[str]) -> str:
    """The text of a Python file to be shown: what cannot be decoded is replaced."""
    try:
        return read_python(path)
    except (SyntaxError, UnicodeDecodeError):
        return Path(path).read_text(encoding="utf-8", errors="replace")


def character_column(line: str, column: int) -> int:
    """The character at which a line's UTF-8 byte `column` stands: Python counts columns in such bytes.

    A column behind the line's end is the line's length; one within a character is that character.
    """
    if line.isascii():
        return min(column, len(line))
    return len(line.encode("utf-8", "surrogatepass")[: max(column, 0)].decode("utf-8", "ignore"))


def read_version(
    document: Mapping[str, Any], versions: Sequence[int], what: str, error: type[StudioError]
) -> int:
    """The version of a document, one of `versions` (ascending); `error` says if it is a newer one."""
    version = document.get("version")
    if isinstance(version, int | float) and version in versions and not isinstance(version, bool):
        return int(version)
    if isinstance(version, int) and version > versions[-1]:
        raise error(f"{what} version {version} is newer than this program reads ({versions[-1]})")
    raise error(f"version = {version!r:.60}: expected {', '.join(map(str, versions))}")
