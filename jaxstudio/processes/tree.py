"""The processes that descend from one, and how all of them are killed.

A process that leaves its session (`setsid`) and whose parent ends is still found: on Linux the guardian (see
`guard`) is the "child subreaper" of its tree, so that orphans become its children. Should the guardian itself
be killed, processes are found by a variable in their environment that is unique to the tree. macOS has
neither: there an orphan that has left its session escapes.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable

MARK = "JAXSTUDIO_PROCESS_TREE"
KILL_SECONDS = 5.0
POLL_SECONDS = 0.01
LOOKS = 2


def descendants(root: int, *, zombies: bool = False) -> list[int]:
    """The processes below `root` that are alive, in no order; zombies too if asked for.

    A zombie whose first thread has ended may have others that run.
    """
    children: dict[int, list[int]] = {}
    dead = set()
    for process, parent, state in _table():
        children.setdefault(parent, []).append(process)
        if state == "Z" and not zombies:
            dead.add(process)
    found, todo = [], [root]
    while todo:
        below = children.pop(todo.pop(), [])
        found += below
        todo += below
    return [process for process in found if process not in dead]


def marked(mark: str) -> list[int]:
    """The processes of this user whose environment, as they were started, has the mark; Linux only."""
    variable = f"{MARK}={mark}".encode()
    found = []
    for process in _numbered():
        with contextlib.suppress(OSError), open(f"/proc/{process}/environ", "rb") as file:
            if variable in file.read().split(b"\0"):
                found.append(process)
    return [process for process in found if process != os.getpid() and is_alive(process)]


def kill_all(
    find: Callable[[], Iterable[int]],
    reap: Callable[[], object] = lambda: None,
    over: Callable[[], bool] | None = None,
    seconds: float = KILL_SECONDS,
) -> bool:
    """Kill what `find` finds until none is left; returns whether it came to that in so many seconds.

    All are stopped before any is killed, so that none can start another meanwhile. `reap` is called after
    each look. `over` tells for sure that none is left. Without it, LOOKS looks in a row find nothing: one
    alone misses a process whose parent started it and ended while the processes were being listed.
    """
    until = time.monotonic() + seconds
    found_nothing = 0
    while True:
        found, stopped = set(find()), set[int]()
        while (new := found - stopped) and time.monotonic() < until:
            _signal(new, signal.SIGSTOP)
            stopped |= new
            found |= set(find())
        _signal(found, signal.SIGKILL)
        reap()
        found_nothing = 0 if found else found_nothing + 1
        if over() if over is not None else found_nothing == LOOKS:
            return True
        if time.monotonic() > until:
            return False
        time.sleep(POLL_SECONDS)


def kill_tree(root: int, mark: str = "") -> None:
    """Kill a process and everything that descends from it, the process itself last."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(root)], capture_output=True, check=False)
        return
    kill_all(lambda: descendants(root))
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(root, signal.SIGKILL)
    if mark:
        kill_all(lambda: marked(mark))


def _signal(processes: Iterable[int], number: int) -> None:
    for process in processes:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(process, number)


def _numbered() -> list[int]:
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except FileNotFoundError:
        return []


def _table() -> Iterable[tuple[int, int, str]]:
    """Process, parent, state (Z for a zombie) of every process."""
    if os.path.isdir("/proc/self"):
        return [row for process in _numbered() if (row := _row(process)) is not None]
    return _listed()


def _row(process: int) -> tuple[int, int, str] | None:
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            # the name, in parentheses, may hold anything
            state, parent = file.read().rpartition(b")")[2].split()[:2]
    except (OSError, ValueError):
        return None
    return process, int(parent), state.decode("ascii")


def is_alive(process: int) -> bool:
    row = _row(process)
    return row is not None and row[2] != "Z"


def _listed() -> list[tuple[int, int, str]]:
    """The processes as `ps` lists them: macOS and the BSDs."""
    with subprocess.Popen(
        ["ps", "-A", "-o", "pid=,ppid=,state="], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as lister:
        text, _ = lister.communicate()
    rows = [line.split() for line in text.splitlines()]
    return [
        (int(row[0]), int(row[1]), row[2][:1]) for row in rows if len(row) == 3 and int(row[0]) != lister.pid
    ]
