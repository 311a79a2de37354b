"""The part of the result that the canvas shows: a frozen value; zoom, pan and fit return a new one.

The canvas is measured in device pixels, the result in its own full-resolution pixels.
"""

from __future__ import annotations

import math

from msgspec import Struct
from msgspec.structs import replace

LOWEST, HIGHEST = 1 / 256, 64.0
STOPS = (0.05, 0.1, 0.25, 1 / 3, 0.5, 2 / 3, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0)

Size = tuple[int, int]  # height, width


class Viewport(Struct, frozen=True):
    """`zoom` canvas pixels per result pixel, with (`y`, `x`) of the result in the canvas's middle."""

    zoom: float = 1.0
    y: float = 0.0
    x: float = 0.0
    fitted: bool = True

    def origin(self, canvas: Size) -> tuple[int, int]:
        """Canvas position (top, left) of the result's corner: whole pixels, so that edges stay crisp."""
        return round(canvas[0] / 2 - self.y * self.zoom), round(canvas[1] / 2 - self.x * self.zoom)

    def to_image(self, canvas: Size, y: float, x: float) -> tuple[float, float]:
        top, left = self.origin(canvas)
        return (y - top) / self.zoom, (x - left) / self.zoom

    def to_canvas(self, canvas: Size, y: float, x: float) -> tuple[float, float]:
        top, left = self.origin(canvas)
        return top + y * self.zoom, left + x * self.zoom

    def fit(self, canvas: Size, image: Size) -> Viewport:
        """The whole result in the middle of the canvas; small ones are enlarged by a whole factor."""
        zoom = min(canvas[0] / max(1, image[0]), canvas[1] / max(1, image[1]))
        if zoom > 1:
            zoom = float(math.floor(zoom))
        zoom = min(max(zoom, LOWEST), HIGHEST)
        return Viewport(zoom, image[0] / 2, image[1] / 2, fitted=True)

    def at_zoom(
        self, canvas: Size, image: Size, zoom: float, at: tuple[float, float] | None = None
    ) -> Viewport:
        """At `zoom`, with the result's point under the canvas position `at` staying where it is."""
        zoom = min(max(zoom, LOWEST), HIGHEST)
        at_y, at_x = at if at is not None else (canvas[0] / 2, canvas[1] / 2)
        y, x = self.to_image(canvas, at_y, at_x)
        y, x = y + (canvas[0] / 2 - at_y) / zoom, x + (canvas[1] / 2 - at_x) / zoom
        return Viewport(zoom, y, x, fitted=False).keep_in_view(image)

    def pan(self, image: Size, down: float, right: float) -> Viewport:
        """Moved so that the result shifts by this many canvas pixels."""
        moved = replace(self, y=self.y - down / self.zoom, x=self.x - right / self.zoom, fitted=False)
        return moved.keep_in_view(image)

    def keep_in_view(self, image: Size) -> Viewport:
        """With some of the result in the middle of the canvas, so that it cannot get out of sight."""
        return replace(self, y=min(max(self.y, 0.0), image[0]), x=min(max(self.x, 0.0), image[1]))

    def next_zoom(self, up: bool) -> float:
        """The next round zoom level."""
        if up:
            return next((stop for stop in STOPS if stop > self.zoom * 1.001), HIGHEST)
        return next((stop for stop in reversed(STOPS) if stop < self.zoom * 0.999), LOWEST)

    def visible(self, canvas: Size, image: Size) -> tuple[int, int, int, int]:
        """The part of the result on the canvas: y0, x0, y1, x1, half open, never empty."""
        y0, x0 = self.to_image(canvas, 0, 0)
        y1, x1 = self.to_image(canvas, *canvas)
        top, left = (max(0, min(math.floor(v), n - 1)) for v, n in ((y0, image[0]), (x0, image[1])))
        bottom, right = (max(1, min(math.ceil(v), n)) for v, n in ((y1, image[0]), (x1, image[1])))
        return top, left, max(bottom, top + 1), max(right, left + 1)
