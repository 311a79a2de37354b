"""Keeps a miscounting PySide6 from freeing None, True and False on Python 3.11.

PySide6 6.12.0 takes these for immortal, which they are only since Python 3.12: every emitted signal
drops a reference to True, every `processEvents` one to None, until the interpreter aborts with
"deallocating True or False: bug likely caused by a refcount error in a C extension".
"""

from __future__ import annotations

import sys

MANY = 1 << 40


def keep_singletons() -> None:
    """Give None, True and False more references than any program can drop."""
    if sys.version_info >= (3, 12) or sys.implementation.name != "cpython":
        return
    if hasattr(sys, "gettotalrefcount") or sys.getrefcount(True) > MANY:
        return  # a debugging build lays objects out differently; or it was done before
    import ctypes

    for singleton in (None, True, False):
        ctypes.c_ssize_t.from_address(id(singleton)).value += MANY
