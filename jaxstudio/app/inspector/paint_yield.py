"""Long work in a thread steps aside while text is painted.

Each call of a painter may let another thread take the interpreter; a picture of a page of code makes a
hundred of them, and a thread that computes meanwhile would take a turn at each.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from jaxstudio.app.shared.background_tasks import Job

MOST_SECONDS = 0.1  # nobody waits longer, whatever becomes of the painter

_free = threading.Event()
_free.set()


@contextmanager
def painting() -> Iterator[None]:
    """Meanwhile those who ask `stopped` between the parts of their work wait."""
    _free.clear()
    try:
        yield
    finally:
        _free.set()


def stopped(job: Job) -> bool:
    """Whether the work is not wanted any more, said once nobody paints."""
    _free.wait(MOST_SECONDS)
    return job.cancelled()
