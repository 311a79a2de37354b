"""The photo's histogram and the interpolating spline of tone curves, both obtained in the background."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from jaxstudio.app.shared.background_tasks import Job

# At most so many rows and columns are counted: enough for the shape, and quick for any photo.
ROWS, COLUMNS = 256, 512


def heights(pixels: Any) -> Any:
    """How often each of 256 tones occurs in (H, W, C) pixels, alpha left out.

    Returns:
        float64 (colours, 256) from 0 to 1; the most frequent tone between black and white is 1.
    """
    import numpy as np

    from jaxstudio.app.image.engine_bridge import to_uint8

    down, across = -(-pixels.shape[0] // ROWS), -(-pixels.shape[1] // COLUMNS)
    colours = pixels.shape[2] - (pixels.shape[2] in (2, 4))
    sample = to_uint8(np.ascontiguousarray(pixels[::down, ::across, :colours]))
    counts = np.array([np.bincount(sample[..., c].reshape(-1), minlength=256) for c in range(colours)])
    # clipped tones would dwarf all others
    return np.minimum(counts / max(1, int(counts[:, 1:-1].max())), 1.0)


class Histogram(QObject):
    """The histogram of the photo given last; `changed` is emitted when it is computed."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heights: Any = None
        self.interpolant: Callable[..., Any] | None = None
        self._job: Job | None = None

    def show_photo(self, photo: Any) -> None:
        """Count the tones of another photo; None has no histogram."""

        def work(job: Job) -> Any:
            # SciPy takes longer to load than a frame
            from scipy.interpolate import PchipInterpolator

            return PchipInterpolator, None if photo is None else heights(photo.pixels)

        job = Job(work, "histogram", self)
        job.succeeded.connect(lambda result: self._take(job, result))
        job.ended.connect(job.deleteLater)
        self._job = job
        job.start()

    def _take(self, job: Job, result: Any) -> None:
        if job is self._job:
            self.interpolant, self.heights = result
            self._job = None
            self.changed.emit()
