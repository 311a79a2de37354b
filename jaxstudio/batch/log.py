"""The state from which an interrupted batch resumes: its log, a file of JSON lines, and its saved request.

A line is written before a task begins and after its file is there. The file itself is written beside its
target and renamed, so that whenever the process ends, each target is whole. Where the end of a task is in the
log, it is done; where only its beginning is, a target that has changed since then is the result, and any
other is computed. Nothing is done twice, and nothing is left half done.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from jaxstudio.errors import SaveError, UsageError
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.runtime.atomic_write import atomic_write, write_text
from jaxstudio.runtime.setup import cache_directory

FORMAT, VERSION = "jaxstudio-batch", 1
# Logs of batches that nobody went on with for so long are deleted.
OLDEST_DAYS = 60.0
Stamp = tuple[int, int, int]


def stamp_of(path: Path) -> Stamp | None:
    """(inode, modification time in ns, bytes), which change when a file is replaced; None without a file."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def work_id(parts: Sequence[str]) -> str:
    """Return the identity of a batch: a hash of everything that decides its files."""
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def usual_path(work: str) -> Path:
    """Return the default path of a batch's log; old logs beside it are deleted."""
    folder = cache_directory() / "batches"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            with contextlib.suppress(OSError):
                if time.time() - old.stat().st_mtime > OLDEST_DAYS * 86_400:
                    old.unlink()
    except OSError as error:
        raise SaveError("cannot write the log in {0}: {1}", folder, error.strerror or error) from None
    return folder / f"{work[:32]}.jsonl"


class BatchLog:
    """The log of one batch, open for more lines; a second process that opens it is refused.

    Args:
        path: the file; it is made where there is none.
        work: what identifies the batch (`work_id`).
        fresh: whether to forget what an earlier run noted.

    Raises:
        UsageError: the file is the log of another batch, none, or in use.
        SaveError: it cannot be written.
    """

    def __init__(self, path: Path, work: str, *, fresh: bool = False) -> None:
        self.path, self._work = path, work
        self._writing = threading.Lock()
        self._before: dict[int, Stamp | None] = {}
        if not path.absolute().parent.is_dir():  # which the lock would make
            raise UsageError("{0}: there is no folder {1}", path, path.parent)
        # singleton off: a second log of the same path in one process must be refused, too
        self._lock = FileLock(f"{path}.lock", timeout=0)
        try:
            self._lock.acquire()
        except Timeout:
            raise UsageError(
                "{0}: another run of this batch is at work, expected to wait for it", path
            ) from None
        except OSError as error:
            raise SaveError("cannot write {0}: {1}", path, error.strerror or error) from None
        try:
            self.events = {} if fresh else self._read()
            if not self.events:
                self._write_header()
                self._torn = False
            self._file = open(path, "ab", buffering=0)  # noqa: SIM115
            if self._torn:
                self._file.write(b"\n")
        except OSError as error:
            self._lock.release()
            raise SaveError("cannot write {0}: {1}", path, error.strerror or error) from None
        except BaseException:
            self._lock.release()
            raise

    _torn = False

    def _write_header(self) -> None:
        with atomic_write(self.path) as file:
            header = {"format": FORMAT, "version": VERSION, "work": self._work}
            file.write(json.dumps(header).encode() + b"\n")

    def _read(self) -> dict[int, dict[str, Any]]:
        """The last event of each task; a line that was not finished counts as not written."""
        try:
            lines = self.path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return {}
        self._torn = lines[-1] != b""
        events: dict[int, dict[str, Any]] = {}
        for number, line in enumerate(lines):
            try:
                event = json.loads(line)
            except ValueError:
                if number == 0 and len(lines) > 1:
                    raise UsageError(
                        "{0}: not the log of a batch, expected one or no file", self.path
                    ) from None
                continue
            if not isinstance(event, dict):
                continue
            if number == 0 and event.get("format") != FORMAT:
                raise UsageError("{0}: not the log of a batch, expected one or no file", self.path)
            if number == 0 and (event.get("version"), event.get("work")) != (VERSION, self._work):
                raise UsageError(
                    "{0}: is the log of another batch (other inputs, steps or options), expected the "
                    "same one or another file",
                    self.path,
                )
            if isinstance(event.get("task"), int):
                known = events.get(event["task"], {})
                begun = known.get("begun", 0) + 1 if event.get("event") == "begin" else 0
                events[event["task"]] = {**known, **event, "begun": begun}
        return events

    def target_of(self, number: int) -> Path | None:
        """The file that an earlier run chose for a task, None where it did not begin it."""
        target = self.events.get(number, {}).get("target")
        return Path(os.fsdecode(os.fsencode(target))) if isinstance(target, str) else None

    def is_done(self, number: int, source: Path, target: Path) -> bool:
        """Whether the task's file is there from an earlier run, made of the source as it is now."""
        event = self.events.get(number)
        if not event or event.get("target") != str(target):
            return False
        current = stamp_of(target)
        if current is None or _stamp(event.get("source")) != _source_stamp(source):
            return False
        if event.get("event") == "done":
            return _stamp(event.get("after")) == current
        if event.get("event") == "begin":
            # replaced since, though nobody lived to say so
            return _stamp(event.get("before")) != current
        return False

    def begun(self, number: int) -> int:
        """Return how often in a row earlier runs began a task without ending it."""
        return int(self.events.get(number, {}).get("begun", 0))

    def before(self, number: int) -> Stamp | None:
        """Return the stamp of the file that stood at a task's target when it began."""
        return self._before.get(number)

    def begin(self, number: int, source: Path, target: Path) -> None:
        self._before[number] = stamp_of(target)
        event = {"target": str(target), "before": self._before[number], "source": _source_stamp(source)}
        self._append({"task": number, "event": "begin", **event})

    def finish(self, number: int, source: Path, target: Path) -> None:
        self._before.pop(number, None)
        self._append({"task": number, "event": "done", "after": stamp_of(target)})

    def fail(self, number: int, message: str) -> None:
        self._before.pop(number, None)
        self._append({"task": number, "event": "failed", "error": message})

    def _append(self, event: Mapping[str, Any]) -> None:
        line = json.dumps(event).encode() + b"\n"
        with self._writing:
            try:
                self._file.write(line)
            except OSError as error:
                raise SaveError("cannot write {0}: {1}", self.path, error.strerror or error) from None

    def close(self, *, remove: bool = False) -> None:
        """Let others open the log; `remove` deletes it, where nothing is left to go on with."""
        self._file.close()
        if remove:
            with contextlib.suppress(OSError):
                self.path.unlink()
        self._lock.release()
        with contextlib.suppress(OSError):
            Path(self._lock.lock_file).unlink()


def _stamp(value: Any) -> Stamp | None:
    return (value[0], value[1], value[2]) if isinstance(value, list) and len(value) == 3 else None


def _source_stamp(source: Path) -> Stamp | None:
    """A source may be copied back under another inode, and is the same photo still."""
    stamp = stamp_of(source)
    return None if stamp is None else (0, stamp[1], stamp[2])


REQUEST_FORMAT, REQUEST_VERSION = "jaxstudio-batch-request", 1
SUFFIX = ".batch.json"


@dataclass(frozen=True)
class SavedBatch:
    """A saved batch: everything that decides its files.

    sources: photos, in order. out: the pattern of the results' names. recipe: as JSON. devices: a list of
    names, "all", or "" for JAX's default. scheduler: of a Dask cluster, or "". jobs: photos at a time. own:
    the digests of the files of the user's filters that the recipe uses, by their names. roots: folders
    whose subfolders the results keep. store: words of `files.formats.WAYS`. recipes, pages: those of each
    photo, if the batch is the export of a session.
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
    store: tuple[str, ...] = ()
    recipes: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()

    def write(self, log: Path) -> Path:
        """Write it beside the log of the batch; the path."""
        path = log.with_suffix(SUFFIX)
        write_text(path, json.dumps({"format": REQUEST_FORMAT, "version": REQUEST_VERSION, **asdict(self)}))
        return path

    @classmethod
    def read(cls, path: Path) -> SavedBatch:
        """UsageError: the file is none."""
        try:
            content = json.loads(path.read_text())
            if (content.pop("format"), content.pop("version")) != (REQUEST_FORMAT, REQUEST_VERSION):
                raise ValueError("another format")
            kept = {each.name: _frozen(content[each.name]) for each in fields(cls) if each.name in content}
            return cls(**kept)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            raise UsageError("{0}: not a batch that can be gone on with", path) from None


def _frozen(value: Any) -> Any:
    """Lists as tuples."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


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
