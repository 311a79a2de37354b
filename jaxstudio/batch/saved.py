"""A batch that was begun, as a file: with it and its log a later run goes on where the last one ended."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from filelock import FileLock, Timeout

from jaxstudio.errors import UsageError
from jaxstudio.runtime.atomic_write import write_text
from jaxstudio.runtime.setup import cache_directory

FORMAT, VERSION = "jaxstudio-batch-request", 1
SUFFIX = ".batch.json"
# Members that older files do not have.
LATER = ("own", "roots")


@dataclass(frozen=True)
class SavedBatch:
    """All that decides the files of a batch.

    sources: photos, in order. out: the pattern of the results' names. recipe: as JSON. devices: a list of
    names, "all", or "" for JAX's default. scheduler: of a Dask cluster, or "". jobs: photos at a time. own:
    the digests of the files of the user's filters that the recipe uses, by their names. roots: folders
    whose subfolders the results keep.
    """

    sources: tuple[str, ...]
    out: str
    recipe: str
    existing: str = "skip"
    depth: str = ""
    quality: int = 0
    drop: tuple[str, ...] = ()
    to_srgb: bool = False
    jobs: int = 2
    devices: str = ""
    scheduler: str = ""
    own: tuple[tuple[str, str], ...] = ()
    roots: tuple[str, ...] = ()

    def write(self, log: Path) -> Path:
        """Write it beside the log of the batch; the path."""
        path = log.with_suffix(SUFFIX)
        write_text(path, json.dumps({"format": FORMAT, "version": VERSION, **asdict(self)}))
        return path

    @classmethod
    def read(cls, path: Path) -> SavedBatch:
        """UsageError: the file is none."""
        try:
            content = json.loads(path.read_text())
            if (content.pop("format"), content.pop("version")) != (FORMAT, VERSION):
                raise ValueError("another format")
            values = {field.name: content[field.name] for field in fields(cls) if field.name not in LATER}
            values |= {"sources": tuple(values["sources"]), "drop": tuple(values["drop"])}
            values["own"] = tuple((str(name), str(digest)) for name, digest in content.get("own", ()))
            values["roots"] = tuple(map(str, content.get("roots", ())))
            return cls(**values)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            raise UsageError(f"{path}: not a batch that can be gone on with") from None


def unfinished() -> Iterator[Path]:
    """The batches that were begun and not finished and that nobody runs now, the newest first."""
    with contextlib.suppress(OSError):
        paths = list((cache_directory() / "batches").glob(f"*{SUFFIX}"))
        for path in sorted(paths, key=lambda each: each.stat().st_mtime, reverse=True):
            lock = FileLock(f"{log_of(path)}.lock", timeout=0)
            try:
                with lock:
                    yield path
            except Timeout:
                continue


def log_of(path: Path) -> Path:
    """The log of a saved batch."""
    return path.with_name(path.name.removesuffix(SUFFIX) + ".jsonl")


def forget(path: Path) -> None:
    """Delete a saved batch and its log: nobody goes on with it."""
    for each in (path, log_of(path)):
        each.unlink(missing_ok=True)
