"""One compilation that bypasses the persistent cache, with XLA's dumps in a private, temporary folder.

A cache hit would dump nothing. The folder is removed after the compilation; one that a killed process left
behind is removed by the next compilation, once its owner no longer holds the lock in it.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from jaxstudio.errors import UsageError
from jaxstudio.ir.target import Option
from jaxstudio.runtime.jax_internals import without_persistent_cache

PREFIX = "jaxstudio-ir-"
LOCK = "owner.lock"
MOST_BYTES = 256 << 20


@dataclass(frozen=True)
class Dumps:
    """The files of one compilation, by name, and when each was finished."""

    folder: Path

    @cached_property
    def files(self) -> list[Path]:
        """In the order in which XLA finished them."""
        entries = [entry for entry in os.scandir(self.folder) if entry.is_file() and entry.name != LOCK]
        return [Path(entry.path) for entry in sorted(entries, key=lambda e: (e.stat().st_mtime_ns, e.name))]

    def finished(self, path: Path) -> float:
        """Seconds since the epoch."""
        return path.stat().st_mtime_ns / 1e9

    def text(self, path: Path, limit: int = MOST_BYTES) -> tuple[str, bool]:
        """What a file holds up to `limit` bytes, and whether anything was left out."""
        with path.open("rb") as file:
            held = file.read(limit + 1)
        return held[:limit].decode("utf-8", "replace"), len(held) > limit


@contextmanager
def dump_folder() -> Iterator[Dumps]:
    """A new folder only this user can enter, removed at the end."""
    _tidied()
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    lock = FileLock(folder / LOCK)
    try:
        lock.acquire()
        yield Dumps(folder)
    finally:
        lock.release()
        shutil.rmtree(folder, ignore_errors=True)


@cache
def _tidied() -> int:
    return remove_leftovers()


def remove_leftovers() -> int:
    """Remove the folders of runs that are gone, and return how many; those of live ones are locked."""
    removed = 0
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        if not folder.is_dir() or not _own(folder) or not (folder / LOCK).exists():
            continue
        lock = FileLock(folder / LOCK)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            continue
        except OSError:  # it went away meanwhile
            continue
        lock.release()
        shutil.rmtree(folder, ignore_errors=True)
        removed += 1
    return removed


def _own(folder: Path) -> bool:
    return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()


# Where XLA dumps to is no part of the cache's key. This option is: with a value that nobody used before
# it makes a key that cannot be found. It is a regular expression over the code generators whose output is
# dumped; since jaxlib 0.11 one that does not match theirs leaves LLVM IR out.
UNIQUE = "xla_dump_emitter_re"
EMITTERS = "llvm|ptx|asm"


def compile_around_cache(
    lowered: Any, options: Mapping[str, Option], dumps: Dumps | None = None, passes: bool = False
) -> Any:
    """Compile `lowered` and neither read nor write the persistent cache, in this thread alone.

    Args:
        dumps: where XLA writes what it made on the way; with `passes` the module after each pass too.

    Raises:
        UsageError: an option that XLA does not know, or with a value that it does not take.
    """
    every: dict[str, Option] = {}
    if dumps is not None:
        every |= {"xla_dump_to": str(dumps.folder), "xla_dump_hlo_as_text": True}
        if passes:
            every["xla_dump_hlo_pass_re"] = ".*"
    every |= options
    try:
        return _compile(lowered, {**every, UNIQUE: f"{EMITTERS}|jaxstudio-{uuid.uuid4().hex}"})
    except RuntimeError as error:
        if UNIQUE in str(error):  # an XLA without it: a cache hit then leaves the later stages out
            return _compile(lowered, every)
        wrong = [name for name in options if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", str(error))]
        if wrong:
            raise UsageError(f"--option {wrong[0]}={options[wrong[0]]}: {first_line(error)}") from None
        raise


def _compile(lowered: Any, options: Mapping[str, Option]) -> Any:
    with without_persistent_cache():
        return lowered.compile(compiler_options=dict(options))


def first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
