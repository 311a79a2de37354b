"""Scaling and shifting: the rows that a block of the result lies between, and the kernel that blends them.

Blocks are cut out of the picture as it lies in memory: a slab would cost more than the resampling.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from jaxstudio.engine.exact import pixels_of
from jaxstudio.engine.kernels import Kernels
from jaxstudio.engine.rect import Rect
from jaxstudio.engine.sampling import POOL
from jaxstudio.engine.sheets import Sheet, aligned_empty
from jaxstudio.kernels.borders import INDEX_MAPS
from jaxstudio.kernels.sampling import FRACTION, split_places
from jaxstudio.kernels.scaling import ELEMENTS, ROWS, STEPS, columns_filled, columns_of

_scratch = threading.local()


@dataclass(frozen=True)
class Axis:
    """Where the pixels of one axis of a rectangle lie in the input: between `whole` and the next."""

    whole: np.ndarray  # int64, absolute, before the border
    share: np.ndarray  # float32, of the next
    size: int
    border: str

    @property
    def needed(self) -> tuple[int, int]:
        """The first pixel of the input that counts, and the one behind the last; nothing if none does."""
        found = np.concatenate([self.at(self.whole), self.at(self.whole + 1)])
        found = found[found >= 0]
        return (int(found.min()), int(found.max()) + 1) if found.size else (0, 1)

    def at(self, places: np.ndarray) -> np.ndarray:
        """Indices into the input, −1 where the constant stands."""
        if places[0] >= 0 and places[-1] < self.size:  # ascending
            return places
        return INDEX_MAPS[self.border](places, self.size)


def axis(scale: float, shift: float, first: int, last: int, size: int, border: str) -> Axis:
    """The places scale·i + shift of the pixels first … last − 1."""
    whole, fraction = split_places(scale * np.arange(first, last, dtype=np.float64) + shift)
    return Axis(whole.astype(np.int64), fraction.astype(np.float32) / np.float32(FRACTION), size, border)


def applies(matrix: np.ndarray, channels: int, given: str, wanted: str | None) -> bool:
    """Whether there are kernels for this scale and these formats (straight colours, no alpha)."""
    return (
        channels in (1, 3)
        and given == wanted == "uint8"
        and 0 < matrix[0, 0] <= STEPS[-1]
        and matrix[1, 1] > 0
    )


def scale_rect(
    kernels: Kernels,
    fetch: Callable[[Rect], Sheet],
    matrix: np.ndarray,
    rect: Rect,
    size: tuple[int, int],
    border: str,
    cval: float,
    out: np.ndarray,
) -> None:
    """Write `rect` of the result to `out`, in uint8.

    Args:
        fetch: returns a sheet of uint8 that holds a rectangle of the input.
        size: (height, width) of the input.
        cval: encoded value of the constant border.
    """
    channels = out.shape[1] // rect.width
    rows = axis(matrix[1, 1], matrix[1, 2], rect.y0, rect.y1, size[0], border)
    columns = axis(matrix[0, 0], matrix[0, 2], rect.x0, rect.x1, size[1], border)
    (y0, y1), (x0, x1) = rows.needed, columns.needed
    inside = Rect(y0, x0, y1, x1)
    sheet = fetch(inside)
    pixels = pixels_of(sheet, inside)
    constant = round(cval * 255)
    halves = matrix[0, 0] == matrix[1, 1] == 2 and _all_halves(rows, columns)
    step = float(matrix[0, 0])
    width, filled = columns_of(step, channels), columns_filled(step, channels)

    upper, lower = rows.at(rows.whole), rows.at(rows.whole + 1)

    def strip(x: int) -> Callable[[int], None]:
        """What computes the block at row y of the columns from x on."""
        across = min(filled, rect.width - x)
        right = slice(x, x + across)
        whole = columns.whole[right]
        wanted = columns.at(np.arange(whole[0], whole[-1] + 2))
        first, aside = np.zeros(width, np.int32), np.zeros(width, np.float32)
        first[:across], aside[:across] = (whole - whole[0]) * channels, columns.share[right]

        def block(y: int) -> None:
            height = min(ROWS, rect.height - y)
            down = slice(y, y + height)
            above, below = _block_memory()
            for held, places in ((above, upper[down]), (below, lower[down])):
                part = held[:height, : wanted.size * channels].reshape(height, -1, channels, copy=False)
                _cut(part, pixels, places, wanted, (y0, x0), constant)
            if halves:
                made = kernels.halved(channels)(above, below, np.int32(height))
            else:
                share = np.zeros(ROWS, np.float32)
                share[:height] = rows.share[down]
                made = kernels.scaled(channels)(above, below, share, first, aside)
            levels = np.asarray(made).reshape(ROWS, width * channels)
            out[down, x * channels : (x + across) * channels] = levels[:height, : across * channels]

        return block

    strips = [strip(x) for x in range(0, rect.width, filled)]
    places = [(block, y) for y in range(0, rect.height, ROWS) for block in strips]
    # the first on this thread: if the kernel has to be compiled, it is compiled once
    strips[0](0)
    list(POOL.map(lambda place: place[0](place[1]), places[1:]))


def _all_halves(*axes: Axis) -> bool:
    return all((each.share == 0.5).all() for each in axes)


def _block_memory() -> tuple[np.ndarray, np.ndarray]:
    """This thread's memory for the rows above and below; it is read before it is written again."""
    made: dict[str, np.ndarray] = _scratch.__dict__
    for name in ("above", "below"):
        if name not in made:
            made[name] = aligned_empty(ROWS * ELEMENTS, np.uint8).reshape(ROWS, ELEMENTS)
            made[name][:] = 0
    return made["above"], made["below"]


def _cut(
    out: np.ndarray,
    pixels: np.ndarray,
    rows: np.ndarray,
    columns: np.ndarray,
    first: tuple[int, int],
    constant: float,
) -> None:
    """Write the pixels at (rows × columns), indices into the image or −1, to `out`.

    Args:
        first: the row and column of the image that `pixels` begin at.
    """
    beyond_rows, beyond = rows < 0, columns < 0
    rows, columns = (
        np.where(beyond_rows, first[0], rows) - first[0],
        np.where(beyond, first[1], columns) - first[1],
    )
    run = _longest_run(columns)
    out[:, run] = pixels[_as_slice(rows), columns[run.start] : columns[run.stop - 1] + 1]
    for aside in (*range(run.start), *range(run.stop, columns.size)):
        out[:, aside] = pixels[rows, columns[aside]]
    if beyond.any():
        out[:, beyond] = constant
    if beyond_rows.any():
        out[beyond_rows] = constant


def _as_slice(rows: np.ndarray) -> slice | np.ndarray:
    """Rows at even distances as a slice: then they are copied without a detour."""
    step = int(rows[1] - rows[0]) if rows.size > 1 else 1
    if step > 0 and (np.diff(rows) == step).all():
        return slice(int(rows[0]), int(rows[-1]) + 1, step)
    return rows


def _longest_run(columns: np.ndarray) -> slice:
    """The longest stretch of consecutive columns."""
    ends = np.concatenate([[0], np.flatnonzero(np.diff(columns) != 1) + 1, [columns.size]])
    longest = int(np.diff(ends).argmax())
    return slice(int(ends[longest]), int(ends[longest + 1]))
