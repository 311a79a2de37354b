"""Charts on pyqtgraph: a themed plot that all charts share, and series over linear or logarithmic axes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPalette, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

HEIGHT_PX = 170
# A logarithmic y axis over fewer decades than this has hardly a tick: such values are drawn on a linear one.
FEW_DECADES = 1.3
LINE_PX, DOT_PX = 1.6, 4.0


@dataclass(frozen=True)
class Series:
    """Values over x, float64 (n,) each; values that are not finite are left out."""

    x: np.ndarray
    y: np.ndarray
    colour: QColor
    name: str = ""
    dots: bool = False


# Qt compresses motion events by itself; pyqtgraph's own limit would drop the last ones of a quick drag.
pg.setConfigOptions(mouseRateLimit=-1)


class ThemedPlot(pg.PlotWidget):
    """A plot in the colours of the palette, whose context menu exports it as a picture, as SVG or as CSV.

    Args:
        name: what a screen reader calls it.
        view_box: pyqtgraph's `ViewBox` to be used in place of the usual one.
    """

    def __init__(self, name: str, parent: QWidget | None = None, view_box: pg.ViewBox | None = None) -> None:
        super().__init__(parent, viewBox=view_box)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.plotItem.setMenuEnabled(False, enableViewBoxMenu=None)  # transforms and averages of traces
        for side in ("left", "bottom", "right"):
            # else ticks of small values would be scaled by "(x0.001)"; once a label is shown it is too late
            self.plotItem.getAxis(side).enableAutoSIPrefix(False)

    def colour(self, role: QPalette.ColorRole) -> QColor:
        """The palette's colour of a role."""
        return self.palette().color(role)

    def apply_theme(self) -> None:
        """Colour ground, axes and grid as the palette says; called again when it changes."""
        role = QPalette.ColorRole
        self.setBackgroundBrush(
            self.colour(role.Base)
        )  # setBackground would change the palette, and come back
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.9 if font.pointSizeF() > 0 else 9.0)
        for side in ("left", "bottom"):
            axis = self.plotItem.getAxis(side)
            axis.setPen(pg.mkPen(self.colour(role.Mid)))
            axis.setTextPen(pg.mkPen(self.colour(role.PlaceholderText)))
            axis.setTickFont(font)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        changes = (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.EnabledChange)
        if event.type() in changes and self.plotItem is not None:  # None before it is built, and when closed
            self.apply_theme()


class Chart(ThemedPlot):
    """A small chart that follows its series; `log_x` and `log_y` choose logarithmic axes.

    Dragging moves it, the wheel zooms once it has the focus (before, the page scrolls), the button in its
    corner shows all again.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        self._legend: Any = None
        super().__init__(name, parent)
        self.series: tuple[Series, ...] = ()
        self.marked: float | None = None
        self.log_x = self.log_y = False
        self.x_name = self.y_name = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._curves: list[pg.PlotDataItem] = []
        self._mark = pg.InfiniteLine(angle=90)
        self._mark.setVisible(False)
        self._legend = self.addLegend(offset=(-1, 1))
        self.addItem(self._mark, ignoreBounds=True)
        self.apply_theme()

    def sizeHint(self) -> QSize:
        return QSize(260, HEIGHT_PX)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, HEIGHT_PX)

    def show_series(self, *series: Series, marked: float | None = None) -> None:
        """Draw these series in place of those before.

        Args:
            marked: a value of x at which an upright line is drawn.
        """
        self.series, self.marked = series, marked
        log_y = self.log_y and _decades(series) >= FEW_DECADES
        self.plotItem.setLogMode(x=self.log_x, y=log_y)
        self.plotItem.setLabel("bottom", self.x_name or None)
        self.plotItem.setLabel("left", self.y_name or None)
        self._match_curves(series)
        for curve, each in zip(self._curves, series, strict=True):
            x, y = np.asarray(each.x, np.float64), np.asarray(each.y, np.float64)
            shown = np.isfinite(x) & np.isfinite(y)
            if self.log_x:
                shown &= x > 0
            if log_y:
                shown &= y > 0
            curve.setData(x[shown], y[shown])
        self._mark.setVisible(marked is not None)
        if marked is not None:
            self._mark.setPos(np.log10(marked) if self.log_x else marked)

    def _match_curves(self, series: tuple[Series, ...]) -> None:
        """Keep the items of series that only have new values; make the others anew."""
        looks = [(each.colour.rgba(), each.name, each.dots) for each in series]
        if looks == [curve.look for curve in self._curves]:
            return
        for curve in self._curves:
            self.removeItem(curve)
        self._legend.clear()
        self._curves = []
        for each, look in zip(series, looks, strict=True):
            style = (
                {
                    "pen": None,
                    "symbol": "o",
                    "symbolSize": DOT_PX,
                    "symbolPen": None,
                    "symbolBrush": each.colour,
                }
                if each.dots
                else {"pen": pg.mkPen(each.colour, width=LINE_PX * self.devicePixelRatioF())}
            )
            curve = self.plot(name=each.name or None, antialias=True, **style)
            curve.look = look
            self._curves.append(curve)
        self._legend.setColumnCount(max(1, len(self._legend.items)))

    def apply_theme(self) -> None:
        if self._legend is None:
            return
        super().apply_theme()
        self._mark.setPen(
            pg.mkPen(self.colour(QPalette.ColorRole.PlaceholderText), style=Qt.PenStyle.DashLine)
        )
        self._legend.setLabelTextColor(self.colour(QPalette.ColorRole.PlaceholderText))
        self.plotItem.showGrid(x=False, y=True, alpha=0.25)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with the focus; without it the wheel is the page's, which scrolls."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


def _decades(series: tuple[Series, ...]) -> float:
    """Return how many powers of ten the positive values of all series span."""
    values = np.concatenate([np.asarray(each.y, np.float64) for each in series] or [np.zeros(0)])
    positive = values[np.isfinite(values) & (values > 0)]
    return float(np.log10(positive.max() / positive.min())) if len(positive) else 0.0
