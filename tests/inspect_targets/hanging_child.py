"""The handlers of the process that inspects, with a compilation that never ends by itself."""

import time

from jaxstudio.inspect_targets import service
from jaxstudio.inspect_targets.service import listen

__all__ = ["handlers", "listen"]
HANGS = "hangs"


def handlers():
    found = dict(service.handlers())
    parts = found["parts"]

    def parts_or_hang(subject, work):
        if getattr(subject, "name", "") == HANGS:
            work.tell("begun")
            time.sleep(600)
        return parts(subject, work)

    return {**found, "parts": parts_or_hang}
