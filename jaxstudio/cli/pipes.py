"""`-` for a file: the photo comes from stdin, the result goes to stdout, so that `apply` stands in a pipe."""

from __future__ import annotations

import argparse
import contextlib
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from jaxstudio.errors import UsageError

STREAM = "-"
USUAL = ".png"


def check_streams(args: argparse.Namespace) -> None:
    """UsageError where - cannot be meant; nothing is read."""
    if args.inputs.count(STREAM) > 1:
        raise UsageError("-: stdin holds one photo, expected - once")
    if args.out == STREAM:
        if len(args.inputs) > 1:
            raise UsageError("-o -: stdout takes one result, expected one photo")
        if args.json:
            raise UsageError("-o -: stdout cannot hold the result and --json, expected one of them")
        if sys.stdout.isatty():
            raise UsageError("-o -: stdout is a terminal, expected a pipe or a file, as in … -o - > out.png")
    elif args.format is not None:
        raise UsageError("--format: a file's suffix says its format, expected -o - with it")
    if STREAM in args.inputs:
        if sys.stdin is None or sys.stdin.isatty():
            raise UsageError("-: stdin is a terminal, expected a pipe or a file, as in … - < photo.png")
        if args.out != STREAM and (args.out.endswith("/") or Path(args.out).is_dir()):
            raise UsageError(f"-o {args.out}: a photo from stdin has no name, expected a file")
    if args.format is not None:
        from jaxstudio.files.formats import format_of

        format_of(f"--format .{args.format.lower().lstrip('.')}")


@contextlib.contextmanager
def streams_as_files(args: argparse.Namespace) -> Iterator[None]:
    """Put files in the place of - in `args`; at the end of the block the result goes to stdout.

    Without --format it has the format of the photo where that is written, else PNG.
    """
    from jaxstudio.cli import main

    if STREAM not in (*args.inputs, args.out):
        yield
        return
    with tempfile.TemporaryDirectory(prefix="jaxstudio-") as folder:
        if STREAM in args.inputs:
            photo = Path(folder, "stdin")
            with open(photo, "wb") as file:
                shutil.copyfileobj(sys.stdin.buffer, file)
            photo = photo.rename(photo.with_suffix(_suffix(photo)))
            main.CALLED[str(photo)] = "stdin"
            args.inputs = [str(photo) if each == STREAM else each for each in args.inputs]
        if args.out != STREAM:
            yield
            return
        suffix = (
            f".{args.format.lower().lstrip('.')}" if args.format else _writable(_suffix(Path(args.inputs[0])))
        )
        result = Path(folder, f"stdout{suffix}")
        main.CALLED[str(result)] = "stdout"
        args.out = str(result)
        yield
        if result.exists():
            with open(result, "rb") as file:
                shutil.copyfileobj(file, sys.stdout.buffer)
            sys.stdout.buffer.flush()


def _suffix(path: Path) -> str:
    """The suffix of a photo's format, "" where it is none."""
    from jaxstudio.files.formats import HEADER_BYTES, identify

    with contextlib.suppress(OSError), open(path, "rb") as file:
        start = file.read(HEADER_BYTES)
        known = identify(start, ".npy" if start.startswith(b"\x93NUMPY") else path.suffix)
        if known is not None:
            return known.suffixes[0]
    return ""


def _writable(suffix: str) -> str:
    from jaxstudio.files.formats import FORMATS

    return suffix if suffix in FORMATS and FORMATS[suffix].available else USUAL
