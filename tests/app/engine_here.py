"""Jobs of the engine's process done in threads of this one, by the same handlers."""

import importlib

import numpy as np

from jaxstudio.backend import service
from jaxstudio.errors import Cancelled


class Work:
    """A job in a thread of this process."""

    def __init__(self, ticket, tell):
        self._ticket, self.tell = ticket, tell

    @property
    def stopped(self):
        return self._ticket.stopped.is_set()

    def check(self):
        if self.stopped:
            raise Cancelled("stopped")

    def empty(self, shape, dtype):
        return np.empty(shape, dtype)


def ask(client, kind, request, on_answer, on_error, on_progress):
    """Do a job by the handler that the engine's process has for it."""
    module, _, name = service.HANDLERS[kind].partition(":")
    handler = getattr(importlib.import_module(module), name)
    return client._do(lambda ticket: handler(request, Work(ticket, on_progress)), on_answer, on_error)
