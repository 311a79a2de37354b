"""The grid on which a field is sampled first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jaxstudio.functions.protocol.scene import View

# the grid's lines are shifted by this part of a cell, so that axes, and curves at round numbers, do not
# fall onto them
SHIFT = 0.3819660112501051


@dataclass(frozen=True)
class Grid:
    """Columns at `x` (nx,), rows at `y` (ny,), ascending and equally far apart, past the view's edges."""

    x: np.ndarray
    y: np.ndarray

    @property
    def dx(self) -> float:
        return float(self.x[1] - self.x[0])

    @property
    def dy(self) -> float:
        return float(self.y[1] - self.y[0])

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.y), len(self.x)

    def points(self) -> tuple[np.ndarray, np.ndarray]:
        """x and y of all points, each (ny·nx,), row by row."""
        x, y = np.meshgrid(self.x, self.y)
        return x.ravel(), y.ravel()

    def boxes(self, row: np.ndarray, column: np.ndarray) -> np.ndarray:
        """The corners (n, 4) x0, y0, x1, y1 of cells."""
        return np.stack([self.x[column], self.y[row], self.x[column + 1], self.y[row + 1]], 1)


def grid_over(view: View, cell_px: float) -> Grid:
    """A grid with cells of about so many pixels, larger than the view by up to a cell on each side."""
    return Grid(_axis(view.x, view.width_px, cell_px), _axis(view.y, view.height_px, cell_px))


def _axis(interval: tuple[float, float], size_px: int, cell_px: float) -> np.ndarray:
    low, high = interval
    cells = max(2, round(size_px / cell_px))
    step = (high - low) / cells
    return low + step * (np.arange(cells + 2) - SHIFT)
