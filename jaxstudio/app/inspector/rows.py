"""Which lines have a row on the screen, once some blocks are folded away."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jaxstudio.ir.text_view.filters import Fold


class Rows:
    """Rows are counted from 0, lines from 1. With nothing folded, line n is row n − 1."""

    def __init__(self, lines: int, folds: Sequence[Fold] = ()) -> None:
        self._count = lines
        self.fold_at: dict[int, Fold] = {}
        for fold in folds:  # the outer one of those that begin on one line
            self.fold_at.setdefault(fold.first, fold)
        self.folded = {fold.first for fold in self.fold_at.values() if fold.kind == "table"}
        self._lines: np.ndarray | None = None
        self._draw()

    def __len__(self) -> int:
        return self._count if self._lines is None else len(self._lines)

    def line(self, row: int) -> int:
        """The line of a row."""
        return row + 1 if self._lines is None else int(self._lines[row])

    def row(self, line: int) -> int:
        """The row of a line, or of the fold that hides it."""
        if self._lines is None:
            return min(max(line - 1, 0), max(self._count - 1, 0))
        return max(int(np.searchsorted(self._lines, line, side="right")) - 1, 0)

    def hidden(self, line: int) -> bool:
        return self._lines is not None and len(self) > 0 and self.line(self.row(line)) != line

    def toggle(self, line: int) -> bool:
        """Fold or unfold what begins on a line; whether anything does."""
        if line not in self.fold_at:
            return False
        self.folded ^= {line}
        self._draw()
        return True

    def fold_all(self, folded: bool) -> None:
        self.folded = set(self.fold_at) if folded else set()
        self._draw()

    def reveal(self, line: int) -> None:
        """Unfold whatever hides a line."""
        around = {first for first in self.folded if first < line <= self.fold_at[first].last}
        if around:
            self.folded -= around
            self._draw()

    def _draw(self) -> None:
        if not self.folded:
            self._lines = None
            return
        kept = np.ones(self._count + 2, bool)
        for first in self.folded:
            kept[first + 1 : self.fold_at[first].last + 1] = False
        self._lines = np.flatnonzero(kept[1 : self._count + 1]) + 1
