"""A child that runs somebody's code, from its parent's side: three pipes, and an end that leaves nothing."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import uuid
from collections.abc import Mapping, Sequence
from typing import IO

from jaxstudio.processes.tree import MARK, kill_all, kill_tree, marked

END_SECONDS = 3.0  # a guardian needs some hundredths of one


class GuardedProcess:
    """A Python module run as a process in a session of its own; it calls `guard_tree` first of all.

    `stdin` stays open as long as the child shall live. The other pipes are at their end once the whole
    tree has ended.
    """

    def __init__(self, module: str, environment: Mapping[str, str], arguments: Sequence[str] = ()) -> None:
        self._mark = uuid.uuid4().hex
        # -P: a file called numpy.py in the current folder is not imported
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**environment, MARK: self._mark},
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        pipes = self._process.stdin, self._process.stdout, self._process.stderr
        self.stdin, self.stdout, self.stderr = (_there(pipe) for pipe in pipes)

    @property
    def pid(self) -> int:
        return self._process.pid

    def end(self) -> int:
        """Kill whatever is left of the tree, and wait; returns how the child ended: its exit code, or minus
        the number of a signal.

        The reading ends of the pipes stay open, for what has not been read yet.
        """
        with contextlib.suppress(OSError):  # a request that nobody read
            self.stdin.close()
        try:
            self._process.wait(END_SECONDS if sys.platform != "win32" else 0)
        except subprocess.TimeoutExpired:
            kill_tree(self.pid, self._mark)
        code = self._process.wait()
        # where the code killed its guardian
        kill_all(lambda: marked(self._mark))
        return code


def _there(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe
