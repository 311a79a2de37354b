"""The child ends when its parent does, even one that was killed and could end nothing."""

from __future__ import annotations

import os
import signal
import threading

SPARE_SECONDS = 10.0  # the parent, if there is one, ends the child first, and says why


def end_with_parent(seconds: float) -> None:
    """Watch the standard input, and give it away: from now on the person's code reads nothing there.

    Code that holds the interpreter so that no thread runs is ended by the system's clock instead.
    """
    watched = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    threading.Thread(target=_watch, args=(watched,), name="jaxstudio-parent", daemon=True).start()
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds + SPARE_SECONDS)


def _watch(pipe: int) -> None:
    while os.read(pipe, 1):  # until the other end is closed
        continue
    if hasattr(os, "killpg") and os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)  # with what the code started
    os._exit(1)
