"""The files of one's own filters that this process has, and its catalogue with them.

A child process is given them at its start (`child_setup`), before JAX is imported, and loads them when its
catalogue is first asked for. In the window they are those that the engine has; every other process is started
with the same. What is loaded stays until the process ends: other files mean another process.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, structs

from jaxstudio.errors import Cancelled, ComputeError, StudioError, UsageError
from jaxstudio.own_filters.folder import FilterFile, Trouble, filter_files, try_files

if TYPE_CHECKING:  # a child, which imports this at its start, has no children of its own
    from jaxstudio.pipeline.catalogue import Catalogue
    from jaxstudio.pipeline.op import Op
    from jaxstudio.processes.child import Program
    from jaxstudio.processes.supervisor import Supervisor

_lock = threading.RLock()
_files: tuple[FilterFile, ...] = ()
_waiting: list[FilterFile] = []
_troubles: list[Trouble] = []
# The filters that were loaded into CATALOGUE, by name, with the files they are from.
LOADED: dict[str, FilterFile] = {}
# The paths of all files that were loaded in this process, by the names of their filters.
_paths: dict[str, list[str]] = {}


class FilterSource(Struct, frozen=True):
    """A file as it crosses to another machine: its name, its content, the digest of that."""

    name: str
    digest: str
    content: bytes

    def __repr__(self) -> str:
        return f"FilterSource({self.name!r}, {self.digest!r})"


def use_files(files: Iterable[FilterFile]) -> None:
    """Start child processes with these files from now on."""
    global _files
    _files = tuple(files)


def files_in_use() -> tuple[FilterFile, ...]:
    """The files of filters that child processes load; in a child, those that it loaded."""
    return _files


def child_setup(files: Iterable[FilterFile]) -> tuple[str, Any]:
    """Return the values for `Program.setup` that give these files to a child process."""
    return f"{__name__}:receive_files", list(files)


class FilterProcess:
    """A child process with the files in use: the first request starts it, and it is replaced if they change.

    options: of its `Supervisor`. Requests fail with Cancelled when the process is replaced or closed.
    """

    def __init__(self, program: Program, **options: Any) -> None:
        self._program, self._options = program, options
        self._lock = threading.Lock()
        self._supervisor: Supervisor | None = None
        self._files: tuple[FilterFile, ...] = ()
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The process id; None while there is no process."""
        child = None if self._supervisor is None else self._supervisor.slots[0].child
        return None if child is None else child.pid

    def start(self, renewed: bool = True) -> Supervisor:
        """Start the process if there is none, or (`renewed`) if the files in use have changed.

        Raises:
            Cancelled: it was closed.
        """
        from jaxstudio.processes.supervisor import Supervisor

        with self._lock:
            if self._closed:
                raise Cancelled("closed")
            old, files = self._supervisor, files_in_use()
            if old is None or (renewed and self._files != files):
                program = structs.replace(self._program, setup=child_setup(files))
                self._supervisor, self._files = Supervisor(program, **self._options), files
                self._supervisor.start()
                if old is not None:
                    threading.Thread(target=old.close, name="old process").start()
            assert self._supervisor is not None
            return self._supervisor

    def close(self) -> None:
        """End the process and wait for it; nothing is started any more."""
        with self._lock:
            supervisor, self._supervisor, self._closed = self._supervisor, None, True
        if supervisor is not None:
            supervisor.close()


def receive_files(values: Any) -> None:
    """Keep the files that the parent process has sent until the catalogue is asked for."""
    files = msgspec.convert(values, list[FilterFile])
    use_files(files)
    with _lock:
        _waiting.extend(files)


def full_catalogue() -> Catalogue[Op]:
    """The catalogue of this process, with the filters of the files that it was started with."""
    from jaxstudio.ops import CATALOGUE

    with _lock:
        if _waiting:
            _troubles.extend(load_into_catalogue(_waiting))
            _waiting.clear()
    return CATALOGUE


def load_troubles() -> tuple[Trouble, ...]:
    """Return the reasons why files that this process was started with could not be loaded."""
    return tuple(_troubles)


def load_into_catalogue(files: Iterable[FilterFile]) -> list[Trouble]:
    """Run files that were tried in this process, and put their filters into the catalogue."""
    from jaxstudio.ops import CATALOGUE
    from jaxstudio.own_filters.loading import FilterError, load_file

    troubles = []
    for file in files:
        try:
            ops = load_file(file.path, CATALOGUE, file.digest)
        except FilterError as error:
            trouble = Trouble(file.path, error.line, error.reason, file.ops)
            troubles.append(trouble)
            CATALOGUE.absent |= trouble.absent
        else:
            CATALOGUE.add(ops)
            LOADED.update({op.name: file for op in ops})
            _watch(ops, file.path)
    return troubles


def _watch(ops: Iterable[Op], path: str) -> None:
    """Know since when they compute, and which line of their file raised an error."""
    from jaxstudio.engine.kernels import WATCH

    for op in ops:
        _paths.setdefault(op.name, []).append(path)
    WATCH.watch(_paths, _explain)


def _explain(op: str, error: Exception) -> Exception:
    """Return a filter's error with the line of its file; unchanged if none of its lines took part."""
    from jaxstudio.own_filters.loading import blamed

    if not isinstance(error, StudioError | MemoryError):
        for path in _paths.get(op, ()):
            told = blamed(path, error)
            if told.line:
                return ComputeError(str(told))
    return error


def load_folder(folder: str) -> list[Trouble]:
    """Try the files of a folder, and put the usable filters into the catalogue.

    Raises:
        UsageError: the folder cannot be read.
    """
    trial = try_files(filter_files(folder), loaded=tuple(dict.fromkeys(LOADED.values())))
    return [*trial.troubles, *load_into_catalogue(trial.files)]


def source_path(name: str) -> str:
    """The file of a filter of one's own, "" where it is none."""
    return LOADED[name].path if name in LOADED else ""


def files_of(recipe: str) -> tuple[FilterFile, ...]:
    """The loaded files whose filters a recipe (as JSON) names."""
    return tuple(dict.fromkeys(file for name, file in LOADED.items() if re.search(rf"\b{name}\b", recipe)))


def sources_of(recipe: str) -> tuple[FilterSource, ...]:
    """The files with their content, so that another machine can load them.

    Raises:
        UsageError: a file has changed since it was loaded.
    """
    from jaxstudio.own_filters.loading import digest_of, read

    found = []
    for file in files_of(recipe):
        content = read(file.path)
        if digest_of(content) != file.digest:
            raise UsageError("{0}: it has changed since it was loaded", Path(file.path).name)
        found.append(FilterSource(Path(file.path).name, file.digest, content))
    return tuple(found)


def catalogue_with(sources: tuple[FilterSource, ...]) -> Catalogue[Op]:
    """The catalogue of this process if it has these files, else another one with them.

    Raises:
        UsageError: a file cannot be loaded here.
    """
    found = full_catalogue()
    if {source.digest for source in sources} <= {file.digest for file in LOADED.values()}:
        return found
    return _separate_catalogue(sources)


@cache
def _separate_catalogue(sources: tuple[FilterSource, ...]) -> Catalogue[Op]:
    """Return the catalogue that another machine has sent, loaded once in this process, apart from others."""
    from jaxstudio.ops import CATALOGUE
    from jaxstudio.own_filters.loading import load_file
    from jaxstudio.pipeline.catalogue import Catalogue
    from jaxstudio.runtime.atomic_write import atomic_write
    from jaxstudio.runtime.setup import cache_directory

    catalogue = Catalogue(op for name, op in CATALOGUE.items() if name not in LOADED)
    for source in sources:
        path = cache_directory() / "own_filters" / source.digest / source.name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            with atomic_write(path) as file:
                file.write(source.content)
        ops = load_file(str(path), catalogue, source.digest)
        catalogue.add(ops)
        _watch(ops, str(path))
    return catalogue
