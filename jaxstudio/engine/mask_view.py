"""A mask as it lies on the result, for the canvas that draws it: its values, and its input's colours."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.executor import never
from jaxstudio.engine.job import Job, placement
from jaxstudio.engine.mask_raster import Rasteriser
from jaxstudio.engine.plan.base import Cancel
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import Cancelled
from jaxstudio.pipeline.recipe import Recipe


class MaskView:
    """A mask of a recipe on a photo reduced by 2^level, as it lies on the recipe's result.

    Args:
        engine: not the preview's own, because its caches may be overwritten.
        mask: the key of a mask of the recipe.
        step: the key of a step of the masked run; None means the first active step with the mask, or, if
            there is none, the end of the recipe.

    Raises:
        KeyError: the recipe has no such mask.
    """

    def __init__(
        self,
        engine: Engine,
        source: Source,
        recipe: Recipe,
        mask: int,
        step: int | None = None,
        level: int = 0,
    ) -> None:
        self._engine, self._source, self._level = engine, source, level
        self.mask = recipe.mask(mask)
        active = recipe.active
        named = [at for at, each in enumerate(active) if each.mask == mask and step in (None, each.key)]
        first = named[0] if named else len(active)
        while 0 < first < len(active) and active[first - 1].mask == mask:
            first -= 1
        self.before = replace(recipe, steps=active[:first])
        self._job = Job(source, recipe, level)

    @property
    def size(self) -> tuple[int, int]:
        """(height, width) of the result at this level."""
        return self._job.sizes[-1]

    @cached_property
    def _before(self) -> Job:
        """The job whose result is the run's input."""
        return Job(self._source, self.before, self._level)

    @cached_property
    def _to_input(self) -> np.ndarray:
        """(3, 3) matrix from places in the result to places in the run's input."""
        before, whole = (
            np.vstack([placement(job.plans, self._level), [0.0, 0.0, 1.0]])
            for job in (self._before, self._job)
        )
        matrix: np.ndarray = np.linalg.solve(before, whole)
        return matrix

    def values(self, rect: Rect, cancel: Cancel = never) -> np.ndarray:
        """The mask under `rect` of the result at this level: (height, width) uint8, 255 where it is 1.

        The kernels that render the result compute it too.

        Raises:
            Cancelled: `cancel` returned true.
        """

        def check() -> None:
            if cancel():
                raise Cancelled("cancelled")

        executor = self._engine.executor
        photo_size = self._source.height, self._source.width
        place, blocks = placement(self._job.plans, self._level), executor.workspace.mask_blocks
        rasteriser = Rasteriser(executor.kernels, self.mask, photo_size, place, blocks=blocks)
        pixels = self._input_under(rect, cancel) if self.mask.reads_pixels else None

        def read(part: Rect) -> np.ndarray:
            assert pixels is not None
            return pixels[part.y0 - rect.y0 : part.y1 - rect.y0, part.x0 - rect.x0 : part.x1 - rect.x0]

        rows = rasteriser.plane(rect, 1, read, executor.threads, check).rows
        return np.rint(rows * np.float32(255)).astype(np.uint8)

    def _input_under(self, rect: Rect, cancel: Cancel) -> np.ndarray:
        """The run's input, nearest pixel for each pixel of `rect`: (height, width, channels) float32."""
        height, width = self._before.sizes[-1]
        if np.allclose(self._to_input, np.eye(3), atol=1e-6) and (height, width) == self.size:
            return self._render(rect, cancel)
        x, y = np.meshgrid(np.arange(rect.x0, rect.x1), np.arange(rect.y0, rect.y1))
        places = np.tensordot(self._to_input[:2], np.stack([x, y, np.ones_like(x)]), 1)
        across, down = (
            np.clip(np.rint(place).astype(np.int64), 0, most - 1)
            for place, most in zip(places, (width, height), strict=True)
        )
        hull = Rect(int(down.min()), int(across.min()), int(down.max()) + 1, int(across.max()) + 1)
        return self._render(hull, cancel)[down - hull.y0, across - hull.x0]

    def _render(self, rect: Rect, cancel: Cancel) -> np.ndarray:
        return self._engine.render(self._source, self.before, rect, level=self._level, cancel=cancel)

    def colour(
        self, y: float, x: float, radius: int = 2, cancel: Cancel = never
    ) -> tuple[float, float, float]:
        """The mean colour of the run's input around (y, x) of the result, encoded, 0 to 1; gray three times.

        Args:
            radius: the mean is over a square of 2·radius + 1 pixels at this level.
        """
        height, width = self._before.sizes[-1]
        across, down, _ = self._to_input @ np.array([x, y, 1.0])
        row, column = (
            int(np.clip(np.rint(place), 0, most - 1)) for place, most in ((down, height), (across, width))
        )
        around = Rect(row - radius, column - radius, row + radius + 1, column + radius + 1).clipped(
            height, width
        )
        pixels = self._render(around, cancel)
        colours = pixels[..., :3] if pixels.shape[2] >= 3 else np.repeat(pixels[..., :1], 3, 2)
        mean = np.nan_to_num(colours).clip(0.0, 1.0).mean((0, 1), dtype=np.float64)
        return float(mean[0]), float(mean[1]), float(mean[2])
