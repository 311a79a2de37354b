"""Jobs of the engine's process done in threads of this one, by the same handlers."""

import contextlib
import importlib

import fakes
import numpy as np

from jaxstudio.app.image.engine_bridge import Backend
from jaxstudio.backend import service
from jaxstudio.backend.state import EngineState, OpenPhoto
from jaxstudio.engine.preview_worker import PreviewWorker
from jaxstudio.engine.source import Source
from jaxstudio.errors import Cancelled
from jaxstudio.files.photo import Photo
from jaxstudio.ops import CATALOGUE


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


def call(client, request, on_answer, on_error, on_event):
    """Answer a request by the handler that the engine's process has for it."""
    module, _, name = service.HANDLERS[type(request)].partition(":")
    handler = getattr(importlib.import_module(module), name)
    return client._do(lambda ticket: handler(request, Work(ticket, on_event)), on_answer, on_error)


@contextlib.contextmanager
def the_engine_behind(document, pixels, module, monkeypatch):
    """The engine itself computes what `module` of the backend does, on the document's photo."""
    failed = []
    worker = PreviewWorker("cpu:0", lambda frame: None, failed.append, lambda probe: None, lambda busy: None)
    engine = EngineState()
    engine.load()
    engine.put_photo(document.photo.token, OpenPhoto(Photo(pixels), Source(pixels)))
    engine.use_live(worker)
    monkeypatch.setattr(module, "STATE", engine)
    client = document.engine_client
    monkeypatch.setattr(client, "call", lambda *job: call(client, *job))
    document.set_backend(Backend(CATALOGUE, client, fakes.DEVICES))
    yield
    worker.close()
    assert failed == []
