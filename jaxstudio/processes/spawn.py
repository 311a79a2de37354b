"""Starts the interpreter of a child process; that of the engine while this process still imports."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from jaxstudio.processes.tree import MARK

PACKAGE_ROOT = str(Path(__file__).resolve().parents[2])
# This very package is loaded, whatever lies in the current folder (-P), and nothing else is found through it.
BOOTSTRAP = (
    "import sys; sys.path[:0] = {folders!r}; import jaxstudio, msgspec; del sys.path[:{count}]; "
    "from jaxstudio.processes.serve import main; main()"
)


class Spawned(NamedTuple):
    """A process that waits for its first message. mark: the value of `MARK` in its environment."""

    process: subprocess.Popen[bytes]
    mark: str


_ahead: list[Spawned] = []


def spawn_ahead() -> None:
    """Start the interpreter that the next plain child is given; it ends with this process."""
    _ahead.append(_spawn(os.environ, (), False))


def spawn(
    environment: Mapping[str, str] | None = None,
    isolated_with: Sequence[str] = (),
    own_session: bool = False,
) -> Spawned:
    """Start an interpreter, or take the one that was started ahead, where it is the same.

    Args:
        environment: the whole environment; None is this process's own.
        isolated_with: the folders that an isolated child finds modules in, beside the standard library.

    Raises:
        OSError: the system starts no more processes.
    """
    if _ahead and environment is None and not isolated_with and not own_session:
        return _ahead.pop()
    return _spawn(os.environ if environment is None else environment, isolated_with, own_session)


def _spawn(environment: Mapping[str, str], isolated_with: Sequence[str], own_session: bool) -> Spawned:
    folders = [PACKAGE_ROOT, *isolated_with]
    flags = ["-I", "-S"] if isolated_with else ["-P"]
    mark = os.urandom(16).hex()
    process = subprocess.Popen(
        [sys.executable, *flags, "-c", BOOTSTRAP.format(folders=folders, count=len(folders))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        env={**environment, MARK: mark},
        start_new_session=own_session,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    return Spawned(process, mark)
