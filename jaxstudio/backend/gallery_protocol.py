"""The values of galleries, variants, sweeps and histograms that cross between window and engine."""

from __future__ import annotations

from dataclasses import dataclass

from jaxstudio.backend.protocol import Pixels, RecipeValues, StepValues


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
    """How often each of 256 tones occurs in the photo with this token: float64 (colours, 256), at most 1."""

    token: int
