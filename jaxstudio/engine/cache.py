"""Remembers what was computed, newest first, within a bound of bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

from jaxstudio.engine.rect import Rect
from jaxstudio.engine.sheets import Sheet


class SheetCache:
    """Sheets by what decides their pixels; a sheet serves every rectangle inside its own."""

    def __init__(self, limit_bytes: int) -> None:
        self.limit_bytes = limit_bytes
        self._sheets: OrderedDict[Hashable, Sheet] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def find(self, key: Hashable, rect: Rect) -> Sheet | None:
        with self._lock:
            sheet = self._sheets.get(key)
            if sheet is None or not sheet.rect.contains(rect):
                return None
            self._sheets.move_to_end(key)
            return sheet

    def keep(self, key: Hashable, sheet: Sheet) -> None:
        """Remember a sheet, forgetting the least recently used ones over the bound."""
        if sheet.nbytes > self.limit_bytes // 2:
            return
        with self._lock:
            old = self._sheets.pop(key, None)
            if old is not None:
                self._bytes -= old.nbytes
            self._sheets[key] = sheet
            self._bytes += sheet.nbytes
            while self._bytes > self.limit_bytes:
                _, dropped = self._sheets.popitem(last=False)
                self._bytes -= dropped.nbytes

    def clear(self) -> None:
        with self._lock:
            self._sheets.clear()
            self._bytes = 0

    @property
    def nbytes(self) -> int:
        return self._bytes


class ValueCache:
    """A small cache of prepared values (taps, tables, statistics), least recently used first out."""

    def __init__(self, limit: int = 256) -> None:
        self.limit = limit
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
            while len(self._values) > self.limit:
                self._values.popitem(last=False)
        return value
