"""The guardian of a process that runs somebody's code: it kills the whole tree when that ends or must end.

The guardian is the process that the parent started. It forks before anything is loaded; the fork does the
work, and the guardian waits for one of three things: the fork has ended; the standard input is at its end
(the parent wants no more, or has ended itself); the time is over. Then it kills whatever is left below it,
and ends as the fork did. Nothing that the code does to its own process (signals ignored, the interpreter
lock held, descriptors closed) concerns it.

Windows has no `fork`: there a thread watches the standard input, and the parent kills the tree.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
import sys
import threading
import time

from jaxstudio.processes.limits import forbid_core_dumps
from jaxstudio.processes.tree import descendants, kill_all

KILL_SECONDS = 60.0  # with the guardian, what it has not killed would escape
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


def guard_tree(seconds: float) -> None:
    """Return in a process that is guarded; it and all that it starts end `seconds` from now at the latest.

    Called once, before a thread is started. The standard input is the guardian's from now on: the guarded
    process reads nothing there.
    """
    if not hasattr(os, "fork"):
        parent_pipe = os.dup(0)
        _close_input()
        threading.Thread(
            target=_end_at_end_of, args=(parent_pipe,), name="jaxstudio-parent", daemon=True
        ).start()
        return
    until = time.monotonic() + seconds
    wakeup_read, wakeup_write = os.pipe()
    os.set_blocking(wakeup_write, False)
    signal.set_wakeup_fd(wakeup_write, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)  # a signal without a handler wakes nobody
    _control(PR_SET_CHILD_SUBREAPER, 1)
    guardian = os.getpid()
    worker = os.fork()
    if worker:
        _guard(worker, wakeup_read, until)
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.close(wakeup_read)
    os.close(wakeup_write)
    _control(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != guardian:  # it ended before that call
        os._exit(1)
    _close_input()
    forbid_core_dumps()


def _guard(worker: int, wakeup_read: int, until: float) -> None:
    """Wait for the end, kill the tree, end as the worker did; never returns."""
    poll = select.poll()
    poll.register(0, 0)  # the end of a pipe is always reported
    poll.register(wakeup_read, select.POLLIN)
    status: int | None = None
    while status is None:
        left = until - time.monotonic()
        events = dict(poll.poll(max(0.0, left) * 1000))
        if wakeup_read in events:
            os.read(wakeup_read, 4096)
        status, _ = _reap(worker)
        if 0 in events or left <= 0:
            break
    childless = False

    def reap() -> None:
        nonlocal status, childless
        ended, childless = _reap(worker)
        status = status if ended is None else ended

    # Orphans become children of this process: without a child it has no descendant. The system knows that for
    # sure, a list of processes does not.
    kill_all(lambda: descendants(os.getpid(), zombies=True), reap, lambda: childless, KILL_SECONDS)
    _end_as(status)


def _reap(worker: int) -> tuple[int | None, bool]:
    """Reap the children that have ended, orphans of the tree among them.

    Returns the worker's status if it was among them, and whether no child is left.
    """
    status = None
    while True:
        try:
            process, ended = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return status, True
        if process == 0:
            return status, False
        if process == worker:
            status = ended


def _end_as(status: int | None) -> None:
    """End with the worker's exit code, or by the signal that ended it."""
    code = 1 if status is None else os.waitstatus_to_exitcode(status)
    if code < 0:
        forbid_core_dumps()
        with contextlib.suppress(OSError):  # that of SIGKILL cannot be set, nor need be
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
        time.sleep(1.0)  # until it arrives
    os._exit(code & 0xFF)


def _control(option: int, value: int) -> None:
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _close_input() -> None:
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)


def _end_at_end_of(pipe: int) -> None:
    while os.read(pipe, 1):
        continue
    os._exit(1)
