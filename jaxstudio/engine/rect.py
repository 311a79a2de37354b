"""A rectangle of pixels, half open: rows y0 … y1 − 1, columns x0 … x1 − 1."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rect:
    y0: int
    x0: int
    y1: int
    x1: int

    @classmethod
    def whole(cls, height: int, width: int) -> Rect:
        return cls(0, 0, height, width)

    @property
    def height(self) -> int:
        return self.y1 - self.y0

    @property
    def width(self) -> int:
        return self.x1 - self.x0

    @property
    def area(self) -> int:
        return self.height * self.width

    def clipped(self, height: int, width: int) -> Rect:
        """The part inside an image of this size (possibly empty)."""
        y0, x0 = min(max(self.y0, 0), height), min(max(self.x0, 0), width)
        return Rect(y0, x0, max(y0, min(self.y1, height)), max(x0, min(self.x1, width)))

    def intersection(self, other: Rect) -> Rect:
        """The pixels of both (possibly none)."""
        y0, x0 = max(self.y0, other.y0), max(self.x0, other.x0)
        return Rect(y0, x0, max(y0, min(self.y1, other.y1)), max(x0, min(self.x1, other.x1)))

    def grown(self, rows: int, columns: int) -> Rect:
        return Rect(self.y0 - rows, self.x0 - columns, self.y1 + rows, self.x1 + columns)

    def aligned(self, side: int) -> Rect:
        """The squares of a grid, `side` pixels each way, that touch this one."""
        y1, x1 = (-(-end // side) * side for end in (self.y1, self.x1))
        return Rect(self.y0 // side * side, self.x0 // side * side, y1, x1)

    def halves(self) -> tuple[Rect, Rect]:
        """The upper and lower half, or the left and right one where it is wider than high."""
        if self.height >= self.width:
            middle = (self.y0 + self.y1) // 2
            return Rect(self.y0, self.x0, middle, self.x1), Rect(middle, self.x0, self.y1, self.x1)
        middle = (self.x0 + self.x1) // 2
        return Rect(self.y0, self.x0, self.y1, middle), Rect(self.y0, middle, self.y1, self.x1)

    def reduced(self, level: int) -> Rect:
        """The pixels of the image reduced by 2^level that touch this one."""
        last = (1 << level) - 1
        return Rect(self.y0 >> level, self.x0 >> level, (self.y1 + last) >> level, (self.x1 + last) >> level)

    def enlarged(self, level: int) -> Rect:
        """The full-resolution pixels under this rectangle of the image reduced by 2^level."""
        return Rect(self.y0 << level, self.x0 << level, self.y1 << level, self.x1 << level)

    def contains(self, other: Rect) -> bool:
        return self.y0 <= other.y0 and self.x0 <= other.x0 and self.y1 >= other.y1 and self.x1 >= other.x1
