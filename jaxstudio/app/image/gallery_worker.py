"""Galleries of thumbnails computed in a thread of this process; the client that asked last comes first."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from jaxstudio.engine.live import Live
from jaxstudio.engine.source import Source
from jaxstudio.engine.thumbnails import Gallery, Thumbnails
from jaxstudio.errors import Cancelled
from jaxstudio.pipeline.recipe import Recipe


@dataclass(frozen=True, eq=False)
class GalleryWork:
    """Thumbnails of `items` (key, recipe); `on_made` is called with a key and uint8 pixels or None."""

    source: Source
    stack: Recipe
    items: tuple[tuple[Hashable, Recipe], ...]
    on_made: Callable[[Hashable, Any], None]
    whole: bool = False


class GalleryWorker:
    """Owns the thread."""

    def __init__(self, live: Live, on_error: Callable[[Exception], None]) -> None:
        self._thumbnails, self._on_error = Thumbnails(live), on_error
        self._requests: dict[Hashable, GalleryWork] = {}
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="jaxstudio-thumbnails", daemon=True)
        self._thread.start()

    def want(self, client: Hashable, request: GalleryWork | None) -> None:
        """Replace what a client waits for; None stops its work."""
        with self._changed:
            self._requests.pop(client, None)
            if request is not None:
                self._requests[client] = request
            self._changed.notify()

    def close(self) -> None:
        """Stop the thread and wait for it."""
        with self._changed:
            self._closed = True
            self._requests.clear()
            self._changed.notify()
        self._thread.join()

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._closed and not self._requests:
                    self._changed.wait()
                if self._closed:
                    return
                client, request = next(reversed(self._requests.items()))
            self._make(client, request)
            with self._changed:
                if self._requests.get(client) is request:
                    del self._requests[client]

    def _make(self, client: Hashable, request: GalleryWork) -> None:
        gallery = Gallery(request.source, request.stack, request.whole)
        for key, recipe in request.items:
            pixels = None
            try:
                pixels = self._thumbnails.make(
                    gallery, recipe, lambda: self._requests.get(client) is not request
                )
            except Cancelled:
                return
            except Exception as error:  # one picture that fails must not keep back the others
                self._on_error(error)
            if self._requests.get(client) is not request:
                return
            request.on_made(key, pixels)
