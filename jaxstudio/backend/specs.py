"""The catalogue as plain values: written after the ops are imported, read at once by the next start."""

from __future__ import annotations

import json
import os
import sys
import zlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from jaxstudio import __version__
from jaxstudio.errors import SaveError
from jaxstudio.pipeline.catalogue import Catalogue
from jaxstudio.pipeline.op import Op, OpSpec
from jaxstudio.runtime.atomic_write import write_text
from jaxstudio.runtime.setup import cache_directory

if TYPE_CHECKING:
    from jaxstudio.own_filters.folder import FilterFile

PACKAGE = Path(__file__).resolve().parents[1]
# Folders whose files decide the specs.
SOURCES = ("ops", "pipeline")
# Prefix of the stamp of a catalogue with the user's own filters. It has a file of its own: commands read the
# catalogue without them.
OWN = "own-"


def catalogue_stamp(own: Iterable[FilterFile] = ()) -> str:
    """A stamp that changes with the versions of this program and Python, the ops' files and own filters."""
    digests = [each.digest for each in own]
    lines = [f"{__version__} {sys.version} {digests}"]
    for name in SOURCES:
        for folder, folders, files in os.walk(PACKAGE / name):
            folders[:] = sorted(each for each in folders if each != "__pycache__")
            for file in sorted(files):
                status = os.stat(os.path.join(folder, file))
                lines.append(f"{folder}/{file} {status.st_mtime_ns} {status.st_size}")
    text = "\n".join(lines).encode()
    stamp = f"{zlib.crc32(text):08x}{len(text):08x}"  # hashlib takes 3 ms to import
    return f"{OWN}{stamp}" if digests else stamp


def to_text(specs: Iterable[OpSpec]) -> str:
    """The specs of a catalogue as JSON."""
    return json.dumps([spec.to_json() for spec in specs], separators=(",", ":"))


def from_text(text: str) -> Catalogue[OpSpec]:
    """The catalogue of `to_text`; ValueError, TypeError or LookupError for any other text."""
    return Catalogue.from_specs(OpSpec.from_json(each) for each in json.loads(text))


def read_kept(stamp: str) -> str | None:
    """The text, for `from_text`, that was kept under this stamp; None if there is none, or it is damaged."""
    try:
        head, _, text = _path(stamp).read_text(encoding="utf-8").partition("\n")
    except (OSError, ValueError):
        return None
    return text if head == _head(stamp, text) else None


def keep(stamp: str, text: str) -> None:
    """Keep a catalogue for the next start, in place of any other."""
    path = _path(stamp)
    with suppress(OSError, SaveError):  # no cache: the next start waits for the ops
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, f"{_head(stamp, text)}\n{text}")


def _head(stamp: str, text: str) -> str:
    """The file's first line."""
    return f"{stamp} {zlib.crc32(text.encode()):08x}"


def _path(stamp: str) -> Path:
    return cache_directory() / ("catalogue-own.json" if stamp.startswith(OWN) else "catalogue.json")


def spec_catalogue() -> Catalogue[OpSpec] | Catalogue[Op]:
    """The kept catalogue, without the user's own filters, for callers that compute nothing.

    If none is kept, or the ops are imported already, the ops' own catalogue is returned.
    """
    if "jaxstudio.ops" not in sys.modules:
        stamp = catalogue_stamp()
        text = read_kept(stamp)
        if text is not None:
            with suppress(ValueError, TypeError, LookupError):
                return from_text(text)
        from jaxstudio.ops import CATALOGUE

        keep(stamp, to_text(CATALOGUE.specs()))
        return CATALOGUE
    return sys.modules["jaxstudio.ops"].CATALOGUE
