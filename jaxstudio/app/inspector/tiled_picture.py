"""A large picture painted in tiles, a few milliseconds at a time: moving it costs what comes into sight."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, QTimer
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

TILE_PX = 192
BUDGET_SECONDS = 0.006  # of the GUI thread, between two events
MOST_TILES = 400
Tile = tuple[int, int]


class TiledPicture:
    """Keeps the tiles of one scale. Missing tiles show the older picture, magnified.

    `paint(painter, rect)` paints a rectangle of the picture, in the picture's own coordinates.
    """

    def __init__(self, widget: QWidget, paint: Callable[[QPainter, QRectF], object]) -> None:
        self._widget, self._paint = widget, paint
        self._tiles: dict[Tile, QPixmap] = {}
        self._before: dict[Tile, QPixmap] = {}
        self._scale = self._scale_before = 1.0
        self._missing: list[Tile] = []
        self._working = QTimer(widget, singleShot=True, interval=0)
        self._working.timeout.connect(self._work)

    @property
    def complete(self) -> bool:
        """Whether everything in sight is painted as it is now."""
        return not self._missing

    def change(self, *, keep: bool = True) -> None:
        """Paint everything anew; until then show it as it was, unless it is another picture (`keep`)."""
        if not keep:
            self._before = {}
        elif self._tiles:
            self._before, self._scale_before = self._tiles, self._scale
        self._tiles = {}
        self._widget.update()

    def draw(self, painter: QPainter, corner: QPointF, scale: float) -> None:
        """Draw what there is; `corner` is the widget's upper left one in pixels of the picture at `scale`."""
        if scale != self._scale:
            self.change()
            self._scale = scale
        left, top = round(corner.x()), round(corner.y())
        columns = range(left // TILE_PX, (left + self._widget.width()) // TILE_PX + 1)
        rows = range(top // TILE_PX, (top + self._widget.height()) // TILE_PX + 1)
        wanted = [(column, row) for row in rows for column in columns]
        middle = (columns[len(columns) // 2], rows[len(rows) // 2])
        self._missing = sorted(
            (tile for tile in wanted if tile not in self._tiles),
            key=lambda tile: math.dist(tile, middle), reverse=True,
        )  # fmt: skip
        if self._missing:
            self._draw_before(painter, left, top)
            self._working.start()
        else:
            self._before = {}
        for column, row in wanted:
            tile = self._tiles.get((column, row))
            if tile is not None:
                painter.drawPixmap(column * TILE_PX - left, row * TILE_PX - top, tile)

    def _draw_before(self, painter: QPainter, left: int, top: int) -> None:
        factor = self._scale / self._scale_before
        size = TILE_PX * factor
        for (column, row), tile in self._before.items():
            place = QRectF(column * size - left, row * size - top, size, size)
            painter.drawPixmap(place, tile, QRectF(QPointF(), QSizeF(tile.size())))

    def _work(self) -> None:
        until = time.perf_counter() + BUDGET_SECONDS
        while self._missing and time.perf_counter() < until:
            tile = self._missing.pop()
            self._tiles[tile] = self._painted(*tile)
        while len(self._tiles) > MOST_TILES:
            del self._tiles[next(iter(self._tiles))]
        self._widget.update()

    def _painted(self, column: int, row: int) -> QPixmap:
        ratio = self._widget.devicePixelRatioF()
        pixmap = QPixmap(round(TILE_PX * ratio), round(TILE_PX * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.translate(-column * TILE_PX, -row * TILE_PX)
        painter.scale(self._scale, self._scale)
        size = TILE_PX / self._scale
        self._paint(painter, QRectF(column * size, row * size, size, size))
        painter.end()
        return pixmap
