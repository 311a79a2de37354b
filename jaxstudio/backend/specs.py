"""The catalogue as plain values: written when the ops were imported, known at once to the next start."""

from __future__ import annotations

import json
import os
import sys
import zlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from jaxstudio import __version__
from jaxstudio.errors import SaveError
from jaxstudio.own_ops.folder import OwnFile
from jaxstudio.pipeline.catalogue import Catalogue
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.runtime.atomic_write import write_text
from jaxstudio.runtime.setup import cache_directory

PACKAGE = Path(__file__).resolve().parents[1]
# What a spec is made from.
SOURCES = ("ops", "pipeline")


def catalogue_stamp(own: Iterable[OwnFile] = ()) -> str:
    """Changes with this program's version, Python's, any file of the ops (name, time, size), one's own."""
    lines = [f"{__version__} {sys.version} {[each.digest for each in own]}"]
    for name in SOURCES:
        for folder, folders, files in os.walk(PACKAGE / name):
            folders[:] = sorted(each for each in folders if each != "__pycache__")
            for file in sorted(files):
                status = os.stat(os.path.join(folder, file))
                lines.append(f"{folder}/{file} {status.st_mtime_ns} {status.st_size}")
    text = "\n".join(lines).encode()
    return f"{zlib.crc32(text):08x}{len(text):08x}"  # hashlib takes 3 ms to import


def to_text(specs: Iterable[OpSpec]) -> str:
    """The specs of a catalogue as JSON."""
    return json.dumps([spec.to_json() for spec in specs], separators=(",", ":"))


def from_text(text: str) -> Catalogue[OpSpec]:
    """The catalogue of `to_text`; ValueError, TypeError or LookupError where the text is none."""
    return Catalogue.from_specs(OpSpec.from_json(each) for each in json.loads(text))


def read_kept(stamp: str) -> str | None:
    """The text, for `from_text`, that was kept under this stamp; None where there is none that is whole."""
    try:
        head, _, text = _path().read_text(encoding="utf-8").partition("\n")
    except (OSError, ValueError):
        return None
    return text if head == _head(stamp, text) else None


def keep(stamp: str, text: str) -> None:
    """Keep a catalogue for the next start, in place of any other."""
    path = _path()
    with suppress(OSError, SaveError):  # no cache: the next start waits for the ops
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, f"{_head(stamp, text)}\n{text}")


def _head(stamp: str, text: str) -> str:
    """The file's first line."""
    return f"{stamp} {zlib.crc32(text.encode()):08x}"


def _path() -> Path:
    return cache_directory() / "catalogue.json"
