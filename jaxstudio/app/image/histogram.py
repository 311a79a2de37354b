"""The photo's histogram, and the library that draws curves, made in the background."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPolygonF

from jaxstudio.app.shared.background_tasks import Job

# So many rows and columns at most are looked at: enough for the shape, and quick on any photo.
ROWS, COLUMNS = 256, 512
COLOURS = (QColor(220, 60, 60), QColor(50, 160, 70), QColor(70, 110, 230))
SEEN_THROUGH = 0.28


def heights(pixels: Any) -> Any:
    """How often each of 256 tones occurs, (channels, 256) float, the tallest but for the ends at 1."""
    import numpy as np

    from jaxstudio.app.image.picture import to_uint8

    down, across = -(-pixels.shape[0] // ROWS), -(-pixels.shape[1] // COLUMNS)
    colours = pixels.shape[2] - (pixels.shape[2] in (2, 4))
    sample = to_uint8(np.ascontiguousarray(pixels[::down, ::across, :colours]))
    counts = np.array([np.bincount(sample[..., c].reshape(-1), minlength=256) for c in range(colours)])
    # cut off tones would dwarf all others
    return np.minimum(counts / max(1, int(counts[:, 1:-1].max())), 1.0)


class Histogram(QObject):
    """Of the photo it was last told of; says `changed` when it is there."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heights: Any = None
        self.interpolant: Callable[..., Any] | None = None
        self._job: Job | None = None

    def show_photo(self, photo: Any) -> None:
        """Look at another photo; None forgets."""

        def work(job: Job) -> Any:
            # SciPy takes longer to load than a frame
            from scipy.interpolate import PchipInterpolator

            return PchipInterpolator, None if photo is None else heights(photo.pixels)

        job = Job(work, "histogram", self)
        job.succeeded.connect(lambda found: self._take(job, found))
        job.ended.connect(job.deleteLater)
        self._job = job
        job.start()

    def _take(self, job: Job, found: Any) -> None:
        if job is self._job:
            self.interpolant, self.heights = found
            self._job = None
            self.changed.emit()


def paint_histogram(painter: QPainter, area: QRectF, heights: Any, gray: QColor) -> None:
    """Fill the channels' histograms from the foot of `area`, each seen through the others."""
    if heights is None:
        return
    painter.setPen(Qt.PenStyle.NoPen)
    for plane, colour in zip(heights, COLOURS if len(heights) == 3 else (gray,), strict=True):
        fill = QColor(colour)
        fill.setAlphaF(SEEN_THROUGH)
        painter.setBrush(fill)
        across = area.width() / (len(plane) - 1)
        top = [
            QPointF(area.left() + tone * across, area.bottom() - height * area.height())
            for tone, height in enumerate(plane)
        ]
        painter.drawPolygon(QPolygonF([area.bottomLeft(), *top, area.bottomRight()]))
