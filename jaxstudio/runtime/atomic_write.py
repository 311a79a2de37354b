"""Atomic file writes: a temporary file takes the target's place when it is whole, so a crash leaves no half.

On Linux the temporary file has no name until then: whatever ends the process, nothing is left of it.
Elsewhere, and on file systems without such files, it is a hidden file beside the target.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import BinaryIO

from jaxstudio.errors import SaveError

PART = ".jaxstudio-part"
OPEN_FILES = "/proc/self/fd"


@cache
def _host() -> str:
    import hashlib  # these take 6 ms, which the start of a process that writes nothing need not wait for
    import platform

    return hashlib.sha256(platform.node().encode()).hexdigest()[:8]


def _writer() -> str:
    """This process among all that may write to a folder: host and process id."""
    return f"{_host()}-{os.getpid()}"


def remove_orphans(folder: Path) -> int:
    """Delete the temporary files of processes of this machine that were killed while they wrote to a folder.

    Returns how many there were; those of processes that live, and of other machines, stay.
    """
    removed = 0
    for part in folder.glob(f".*{PART}"):
        host, _, rest = part.name.removeprefix(".").partition("-")
        process = rest.partition("-")[0]
        if host == _host() and process.isdigit() and not _is_alive(int(process)):
            with contextlib.suppress(OSError):
                part.unlink()
                removed += 1
    return removed


@contextlib.contextmanager
def without_orphans(folders: Iterable[Path]) -> Iterator[None]:
    """Call `remove_orphans` for some folders now, because of an earlier run, and at the end of the block."""
    each_once = set(folders)
    try:
        for folder in each_once:
            remove_orphans(folder)
        yield
    finally:
        for folder in each_once:
            remove_orphans(folder)


def _is_alive(process: int) -> bool:
    if os.name == "nt":
        return True  # os.kill would end it there
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def check_target(path: str | os.PathLike[str]) -> Path:
    """Return the file that `path` means (links followed), or raise SaveError if no file can be there."""
    target = Path(os.path.realpath(path))
    try:
        target.lstat()
    except FileNotFoundError:
        pass
    except OSError as error:  # the name is too long, a part of the path is a file, no permission
        raise SaveError("cannot write {0}: {1}", path, error.strerror or str(error)) from error
    if target.is_dir():
        raise SaveError("cannot write {0}: it is a folder, expected a file name", path)
    if not target.parent.is_dir():
        raise SaveError("cannot write {0}: there is no folder {1}", path, target.parent)
    if target.exists() and not target.is_file():
        # Renaming over a device would replace the device itself.
        raise SaveError("cannot write {0}: it is a device or a pipe, expected a file name", path)
    return target


@contextlib.contextmanager
def atomic_write(path: str | os.PathLike[str], *, durable: bool = True) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces `path` when the block ends without an exception.

    On any exception, Ctrl-C included, the temporary file is removed and `path` is unchanged. A new file gets
    the permissions that `open` would give it; an existing one keeps its own. Of several threads that write
    one path, each writes a whole file and the last one stays. `durable` waits until the disk has the data;
    a cache does without.

    Raises:
        SaveError: one line, in place of any OSError (disk full, no permission).
    """
    target = check_target(path)
    part = target.parent / f".{_writer()}-{os.urandom(6).hex()}{PART}"
    try:
        with (
            _nameless(target.parent) as nameless,
            open(nameless or part, "rb+" if nameless else "xb+") as file,
        ):
            if target.exists():
                with contextlib.suppress(OSError):
                    shutil.copymode(target, nameless or part)
            yield file
            file.flush()
            if durable:
                os.fsync(file.fileno())
            if nameless:
                _give_name(nameless, part)
        os.replace(part, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise SaveError("cannot write {0}: {1}", path, error.strerror or error) from None
        raise


@contextlib.contextmanager
def _nameless(folder: Path) -> Iterator[str]:
    """The path of a new file that is in no folder, on the disk of `folder`; "" where there are no such files.

    The path is there as long as the file is open.
    """
    flag = getattr(os, "O_TMPFILE", None)
    descriptor = None
    if flag is not None and os.path.isdir(OPEN_FILES):
        with contextlib.suppress(OSError):  # what else is wrong, opening a file beside the target says
            descriptor = os.open(folder, flag | os.O_RDWR | os.O_CLOEXEC, 0o666)
    try:
        yield "" if descriptor is None else f"{OPEN_FILES}/{descriptor}"
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _give_name(nameless: str, path: Path) -> None:
    """Let a file without a name appear at `path`, where there is none."""
    folder = os.open(path.parent, os.O_PATH)
    try:
        # with a folder's descriptor Python follows the link, which is the file itself
        os.link(nameless, path.name, dst_dir_fd=folder)
    except OSError:  # a file system that makes such files, and gives them no name
        with open(nameless, "rb") as file, open(path, "xb") as copy:
            shutil.copyfileobj(file, copy)
            copy.flush()
            os.fsync(copy.fileno())
    finally:
        os.close(folder)


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Replace `path` by UTF-8 `text`, its line ends unchanged; SaveError as `atomic_write`."""
    with atomic_write(path) as file:
        file.write(text.encode())
