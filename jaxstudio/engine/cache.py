"""Remembers what was computed, newest first, within a bound of bytes."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

from jaxstudio.engine.buffers import TiledBuffer
from jaxstudio.engine.rect import Rect


class BufferCache:
    """Sheets by what decides their pixels; a buffer serves every rectangle inside its own."""

    def __init__(self, limit_bytes: int) -> None:
        self.limit_bytes = limit_bytes
        self._sheets: OrderedDict[tuple[Hashable, Rect], TiledBuffer] = OrderedDict()
        self._rects: dict[Hashable, list[Rect]] = {}
        self._bytes = 0
        self._lock = threading.Lock()

    def find(self, key: Hashable, rect: Rect) -> TiledBuffer | None:
        with self._lock:
            for held in self._rects.get(key, ()):
                if held.contains(rect):
                    self._sheets.move_to_end((key, held))
                    return self._sheets[key, held]
            return None

    def holds(self, key: Hashable, rect: Rect) -> bool:
        """Whether `find` would find it; that does not count as a use."""
        with self._lock:
            return any(held.contains(rect) for held in self._rects.get(key, ()))

    def takes(self, nbytes: int) -> bool:
        """Whether a result of this size should be kept beside what leads to it."""
        return nbytes <= self.limit_bytes // 8

    def keep(self, key: Hashable, buffer: TiledBuffer) -> None:
        """Remember a buffer, forgetting the least recently used ones over the bound."""
        if buffer.nbytes > self.limit_bytes // 2:
            return
        with self._lock:
            for held in [held for held in self._rects.get(key, ()) if buffer.rect.contains(held)]:
                self._forget(key, held)
            self._sheets[key, buffer.rect] = buffer
            self._rects.setdefault(key, []).append(buffer.rect)
            self._bytes += buffer.nbytes
            while self._bytes > self.limit_bytes:
                self._forget(*next(iter(self._sheets)))

    def _forget(self, key: Hashable, rect: Rect) -> None:
        self._bytes -= self._sheets.pop((key, rect)).nbytes
        self._rects[key].remove(rect)
        if not self._rects[key]:
            del self._rects[key]

    def clear(self) -> None:
        with self._lock:
            self._sheets.clear()
            self._rects.clear()
            self._bytes = 0

    @property
    def nbytes(self) -> int:
        return self._bytes


class ValueCache:
    """A small cache of prepared values (taps, tables, statistics), least recently used first out.

    `limit_bytes` bounds what they hold together, by their `nbytes`; the newest is kept, however large.
    """

    def __init__(self, limit: int = 256, limit_bytes: float = math.inf) -> None:
        self.limit, self.limit_bytes = limit, limit_bytes
        self._values: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: Hashable) -> Any:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def keep(self, key: Hashable, value: Any) -> Any:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self.limit or (
                len(self._values) > 1 and self._bytes() > self.limit_bytes
            ):
                self._values.popitem(last=False)
        return value

    def _bytes(self) -> int:
        return sum(getattr(value, "nbytes", 0) for value in self._values.values())
