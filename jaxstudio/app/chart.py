"""A small chart for a page: series over linear or logarithmic axes."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from jaxstudio.app.plot.look import look_of
from jaxstudio.app.plot.strokes import needed, polygon
from jaxstudio.app.plot.ticks import RAISED, label, ticks

HIGH_PX = 170
EDGE = 8
FEW_DECADES = 1.3


@dataclass(frozen=True)
class Series:
    """Values over x, float64 (n,) each; those that cannot be shown are left out."""

    x: np.ndarray
    y: np.ndarray
    colour: QColor
    name: str = ""
    dots: bool = False


class Chart(QWidget):
    """Draws series; powers of ten are labelled on a logarithmic axis."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.series: tuple[Series, ...] = ()
        self.log_x = self.log_y = False
        self.x_name = self.y_name = ""
        self.marked: float | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(260, HIGH_PX)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, HIGH_PX)

    def show_series(self, *series: Series, marked: float | None = None) -> None:
        """Draw these; `marked` is a place on x with an upright line."""
        self.series, self.marked = series, marked
        self.update()

    def _scaled(self, values: np.ndarray, log: bool) -> np.ndarray:
        if not log:
            return values
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.log10(values)

    def _points(self, log_y: bool) -> list[np.ndarray]:
        made = []
        for series in self.series:
            x, y = self._scaled(series.x, self.log_x), self._scaled(series.y, log_y)
            fits = np.isfinite(x) & np.isfinite(y)
            made.append(np.stack([x[fits], y[fits]], axis=1))
        return made

    def paintEvent(self, event: QPaintEvent) -> None:
        look = look_of(self.font(), 1.0)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(look.font)
        metrics = QFontMetricsF(look.font)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(look.grid, 1))
        painter.setBrush(look.ground)
        painter.drawRoundedRect(frame, 6, 6)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        log_y = self.log_y
        points = self._points(log_y)
        if not any(len(each) for each in points):
            return
        every = np.concatenate(points)
        if log_y and np.ptp(every[:, 1]) < FEW_DECADES:
            log_y = False
            points = self._points(log_y)
            every = np.concatenate(points)
        (left, low), (right, high) = every.min(axis=0), every.max(axis=0)
        left, right = _apart(float(left), float(right), self.log_x)
        low, high = _apart(float(low), float(high), log_y, room=True)
        along = ticks((low, high), self.height(), 38)
        texts = [_label(value, along.step, log_y) for value in along.major]
        margin = max((metrics.horizontalAdvance(text) for text in texts), default=0.0) + EDGE
        box = frame.adjusted(margin + 4, EDGE + metrics.height() * bool(self.y_name), -EDGE - 4, 0)
        box.setBottom(frame.bottom() - metrics.height() - EDGE)

        def place(values: np.ndarray) -> np.ndarray:
            x = box.left() + (values[:, 0] - left) / (right - left) * box.width()
            y = box.bottom() - (values[:, 1] - low) / (high - low) * box.height()
            return np.stack([x, y], axis=1)

        for value, text in zip(along.major, texts, strict=True):
            y = box.bottom() - (value - low) / (high - low) * box.height()
            if log_y and not float(value).is_integer():
                continue
            painter.setPen(QPen(look.fine if not look.dark else look.grid, 1))
            painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
            painter.setPen(look.text)
            painter.drawText(
                QPointF(box.left() - metrics.horizontalAdvance(text) - 5, y + metrics.ascent() / 2 - 1), text
            )
        across = ticks((left, right), box.width(), 62)
        for value in across.major:
            if self.log_x and not float(value).is_integer():
                continue
            text = _label(value, across.step, self.log_x)
            x = box.left() + (value - left) / (right - left) * box.width()
            wide = metrics.horizontalAdvance(text)
            painter.setPen(look.text)
            at = min(max(x - wide / 2, 2.0), self.width() - wide - 2.0)
            painter.drawText(QPointF(at, frame.bottom() - EDGE / 2), text)
        if self.y_name:
            painter.setPen(look.muted)
            painter.drawText(QPointF(frame.left() + EDGE, frame.top() + metrics.ascent() + 4), self.y_name)
        self._paint_names(painter, frame, metrics)
        painter.setClipRect(box.adjusted(-1, -1, 1, 1))
        if self.marked is not None:
            at = self._scaled(np.array([self.marked]), self.log_x)[0]
            x = box.left() + (at - left) / (right - left) * box.width()
            painter.setPen(QPen(look.muted, 1, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
        for series, values in zip(self.series, points, strict=True):
            if not len(values):
                continue
            pixels = place(values)
            pen = QPen(series.colour, 4.0 if series.dots else 1.6)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            if series.dots:
                painter.drawPoints(polygon(pixels))
            else:
                painter.drawPolyline(polygon(pixels[needed(pixels)]))

    def _paint_names(self, painter: QPainter, frame: QRectF, metrics: QFontMetricsF) -> None:
        x = frame.right() - EDGE
        for series in reversed(self.series):
            if series.name:
                x -= metrics.horizontalAdvance(series.name)
                painter.setPen(series.colour)
                painter.drawText(QPointF(x, frame.top() + metrics.ascent() + 4), series.name)
                x -= 12


def _apart(low: float, high: float, log: bool, room: bool = False) -> tuple[float, float]:
    """An interval that is not empty, with a little room above and below."""
    if high <= low:
        half = 1.0 if log or low == 0 else abs(low) * 0.1
        return low - half, high + half
    span = (high - low) * (0.06 if room else 0.0)
    return low - span, high + span


def _label(value: float, step: float, log: bool) -> str:
    if not log:
        return label(value, step)
    if not math.isclose(value, round(value)):
        return ""
    return f"10{str(round(value)).translate(RAISED)}"
