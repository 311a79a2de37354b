"""The values of galleries, sweeps, histograms and masks that cross between window and engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxstudio.backend.protocol import Corners, Pixels, RecipeValues, StepValues
from jaxstudio.backend.viewport import Size, Viewport

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class GalleryRequest:
    """Thumbnails of recipes on the photo with this token, the first one first.

    stack: what is done to the photo before each of them. whole: the large result is made small, else
    the recipes are done to a small photo.
    """

    token: int
    stack: RecipeValues
    items: tuple[RecipeValues, ...]
    whole: bool = False


@dataclass(frozen=True, eq=False)
class GalleryPicture:
    """The thumbnail of the item at `place`; None where it has no small picture. error: a bug, in one line."""

    place: int
    pixels: Pixels | None
    error: str = ""


@dataclass(frozen=True)
class SheetRequest:
    """Small pictures, no larger than side × side, of what a recipe makes of a photo under each seed."""

    token: int
    recipe: RecipeValues
    seeds: tuple[int, ...]
    side: int


@dataclass(frozen=True, eq=False)
class SheetPicture:
    """The picture at `place` of a sheet, and the steps that chance drew for it."""

    place: int
    pixels: Pixels
    drawn: tuple[StepValues, ...] = ()


@dataclass(frozen=True)
class SheetFileRequest:
    """Write the pictures of a sheet side by side into one file."""

    sheet: SheetRequest
    path: str


@dataclass(frozen=True)
class SweepRequest:
    """Small pictures, no larger than side × side, of what each recipe makes of a photo."""

    token: int
    recipes: tuple[RecipeValues, ...]
    side: int


@dataclass(frozen=True)
class SweepFileRequest:
    """Write the pictures of a sweep into one file: a contact sheet, or an animation.

    columns: of the sheet. rate: the animation's frames a second. back: it runs back to its start.
    """

    sweep: SweepRequest
    path: str
    labels: tuple[str, ...]
    columns: int
    animated: bool = False
    rate: float = 12.0
    back: bool = False


@dataclass(frozen=True)
class VariantsRequest:
    """Write the whole result of the photo with this token under each seed into a folder, with a manifest."""

    token: int
    recipe: RecipeValues
    seeds: tuple[int, ...]
    folder: str


@dataclass(frozen=True)
class AugmentRequest:
    """Write `count` variants of every photo below the folder `photos` into `folder`, with a manifest."""

    recipe: RecipeValues
    photos: str
    folder: str
    count: int


@dataclass(frozen=True)
class WrittenFiles:
    """How many files were written, were there before, and failed. errors: the first lines about these."""

    written: int
    skipped: int
    failed: int
    errors: tuple[str, ...] = ()


@dataclass(frozen=True)
class HistogramRequest:
    """How often each of 256 tones occurs: float64 (colours, 256), at most 1.

    It is counted in what `recipe` makes of the photo with this token, in the recipe's working space.
    """

    token: int
    recipe: RecipeValues


@dataclass(frozen=True)
class MaskRequest:
    """A mask of a recipe as it lies on the recipe's result, in the part of it that a canvas shows.

    Asked by `client.ask("mask", request, …)`; the answer is a MaskAnswer. recipe: what is on the canvas (of a
    ViewRequest its `shown`, or `recipe`). mask: its key. step: the key of a step of the run that is meant,
    which decides of which image the pixels are read; None is the first active step that names the mask, or
    behind all steps where none does. viewport, canvas: as in a ViewRequest.
    """

    token: int
    recipe: RecipeValues
    mask: int
    viewport: Viewport
    canvas: Size
    step: int | None = None


@dataclass(frozen=True, eq=False)
class MaskAnswer:
    """A mask's values, by the kernels that compute the result.

    values: (height, width) uint8 in shared memory, 0 where the mask is 0 and 255 where it is 1; each stands
    for 2^level × 2^level pixels of the result, as in the frame of the same view. corners: what they cover,
    in pixels of the result at full size.
    """

    values: np.ndarray
    corners: Corners
    level: int


@dataclass(frozen=True)
class MaskColourRequest:
    """The colour of what a mask's run is applied to, under the pixel (y, x) of the result.

    Asked by `client.ask("mask colour", request, …)`; the answer is three floats from 0 to 1, encoded red,
    green and blue (of a gray photo three times the same), as ColourRange takes them: the mean of a square
    of 2·radius + 1 pixels. The others are as in MaskRequest.
    """

    token: int
    recipe: RecipeValues
    mask: int
    y: float
    x: float
    step: int | None = None
    radius: int = 2
