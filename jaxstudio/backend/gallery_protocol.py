"""The messages between window and engine for galleries, sweeps, histograms and masks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxstudio.backend.protocol import Corners, Pixels, RecipeValues, StepValues
from jaxstudio.backend.viewport import Size, Viewport

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class GalleryRequest:
    """Thumbnails of recipes on the photo with this token, in order.

    stack: steps that are applied to the photo before each recipe. whole: each result is computed large and
    reduced; else the recipes are applied to a small photo.
    """

    token: int
    stack: RecipeValues
    items: tuple[RecipeValues, ...]
    whole: bool = False


@dataclass(frozen=True, eq=False)
class GalleryPicture:
    """The thumbnail of the item at `place`, None if it has none. error: a bug, in one line."""

    place: int
    pixels: Pixels | None
    error: str = ""


@dataclass(frozen=True)
class SheetRequest:
    """Small pictures, no larger than side × side, of a recipe's result on a photo with each seed."""

    token: int
    recipe: RecipeValues
    seeds: tuple[int, ...]
    side: int


@dataclass(frozen=True, eq=False)
class SheetPicture:
    """The picture at `place` of a sheet, and the steps that were drawn at random for it."""

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
    """Small pictures, no larger than side × side, of each recipe's result on a photo."""

    token: int
    recipes: tuple[RecipeValues, ...]
    side: int


@dataclass(frozen=True)
class SweepFileRequest:
    """Write the pictures of a sweep into one file: a contact sheet, or an animation.

    columns: of the sheet. rate: the animation's frames a second. back: whether it runs back to its start.
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
    """How many files were written, existed before, and failed. errors: the first lines about failures."""

    written: int
    skipped: int
    failed: int
    errors: tuple[str, ...] = ()


@dataclass(frozen=True)
class HistogramRequest:
    """How often each of 256 tones occurs: float64 (colours, 256), at most 1.

    Tones are counted in the result of `recipe` on the photo with this token, in the recipe's working space.
    """

    token: int
    recipe: RecipeValues


@dataclass(frozen=True)
class MaskRequest:
    """A mask of a recipe as it lies on the recipe's result, in the part of it that a canvas shows.

    Sent by `client.ask("mask", request, …)`; the answer is a MaskAnswer. recipe: the recipe on the canvas (a
    ViewRequest's `shown`, or `recipe`). mask: its key. step: the key of a step of the masked run, which
    decides from which image pixels are read; None means the first active step with the mask, or the end of
    the recipe if there is none. viewport, canvas: as in a ViewRequest.
    """

    token: int
    recipe: RecipeValues
    mask: int
    viewport: Viewport
    canvas: Size
    step: int | None = None


@dataclass(frozen=True, eq=False)
class MaskAnswer:
    """A mask's values, computed by the kernels that render the result.

    values: (height, width) uint8 in shared memory, 255 where the mask is 1; each value stands for 2^level ×
    2^level pixels of the result, as in the frame of the same view. corners: the rectangle that they cover, in
    pixels of the result at full size.
    """

    values: np.ndarray
    corners: Corners
    level: int


@dataclass(frozen=True)
class MaskColourRequest:
    """The colour of the input of a mask's run under the pixel (y, x) of the result.

    Sent by `client.ask("mask colour", request, …)`; the answer is three floats from 0 to 1, encoded red,
    green and blue (three equal values for a gray photo), as ColourRange takes them: the mean of a square of
    2·radius + 1 pixels. The other fields are as in MaskRequest.
    """

    token: int
    recipe: RecipeValues
    mask: int
    y: float
    x: float
    step: int | None = None
    radius: int = 2
