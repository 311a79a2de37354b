"""The requests to the engine's process beside the preview: files, thumbnails, masks, derivatives, fits.

The fitting process answers the last two, the engine's all others. Fields are as in `protocol.py`.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from msgspec import Struct

from jaxstudio.backend.protocol import Corners, OpenRequest, Pixels, RecipeValues, StepValues
from jaxstudio.backend.viewport import Size, Viewport
from jaxstudio.pipeline.param_refs import ParamRef
from jaxstudio.pipeline.params import Value
from jaxstudio.processes.channel import Array, Request


class SaveRequest(Request[int, float], frozen=True):
    """Write the whole result to `path`; answers how many pixels were NaN or infinite.

    depth "" and quality 0 follow the photo. drop: groups of metadata. store: words of `files.formats.WAYS`.
    longest: the most pixels of a side, to which a larger result is reduced; 0 for any. to_srgb: whether
    colours are converted from the photo's profile to sRGB. Tells the share that is done.
    """

    token: int
    recipe: RecipeValues
    path: str
    depth: str = ""
    quality: int = 0
    drop: tuple[str, ...] = ()
    store: tuple[str, ...] = ()
    longest: int = 0
    to_srgb: bool = False


class Foreseen(Struct, frozen=True, eq=False):
    """The file as it would be: its bytes, its height and width, and a part of it at 100 %."""

    file_bytes: int
    size: Size
    part: Pixels


class ForeseeRequest(Request[Foreseen, float], frozen=True):
    """Write the result as `save` asks, but beside all files, to tell its size and show a part of it.

    middle: of the part, as fractions of height and width. size: of the part, in pixels.
    """

    save: SaveRequest
    middle: tuple[float, float]
    size: Size


class ProgramRequest(Request[None, None], frozen=True):
    """Write the recipe as a program for images like the photo: a Python script, or StableHLO."""

    token: int
    recipe: RecipeValues
    path: str


class Copied(Struct, frozen=True, eq=False):
    """png: uint8 (bytes,). changed: how many pixels were NaN or infinite."""

    png: Array
    changed: int = 0


class CopyRequest(Request[Copied, float], frozen=True):
    """The whole result as PNG."""

    token: int
    recipe: RecipeValues


class PhotoThumbnailRequest(Request[Pixels, None], frozen=True):
    """A small picture of a recipe's result on a photo; `photo.token` is 0 if the photo is not open."""

    photo: OpenRequest
    recipe: RecipeValues


class PhotoFacts(Struct, frozen=True):
    """The date when a photo was taken ("2024:05:31 12:30:00") and the camera's model; "" where unknown."""

    date: str = ""
    camera: str = ""


class PhotoFactsRequest(Request[tuple[PhotoFacts, ...], None], frozen=True):
    """The facts of the photos in these files, in order."""

    paths: tuple[str, ...]


class SampleRequest(Request[Array, None], frozen=True):
    """A square of so many pixels of a photo, by `backend.photos.sample`."""

    token: int
    side: int


class FilterPreview(Struct, frozen=True, eq=False):
    """The thumbnail of the item at `place`, None if it has none. error: a bug, in one line."""

    place: int
    pixels: Pixels | None
    error: str = ""


class FilterPreviewsRequest(Request[None, FilterPreview], frozen=True):
    """Thumbnails of recipes on the photo with this token, in order.

    stack: steps that are applied to the photo before each recipe. whole: each result is computed large and
    reduced; else the recipes are applied to a small photo.
    """

    token: int
    stack: RecipeValues
    items: tuple[RecipeValues, ...]
    whole: bool = False


class SheetPicture(Struct, frozen=True, eq=False):
    """The picture at `place` of a sheet, and the steps that were drawn at random for it."""

    place: int
    pixels: Pixels
    drawn: tuple[StepValues, ...] = ()


class SheetRequest(Request[None, SheetPicture], frozen=True):
    """Small pictures, no larger than side × side, of each recipe's result on a photo, in order."""

    token: int
    recipes: tuple[RecipeValues, ...]
    side: int


class WrittenFiles(Struct, frozen=True):
    """How many files were written, existed before, and failed. errors: the first lines about failures."""

    written: int
    skipped: int
    failed: int
    errors: tuple[str, ...] = ()


class SheetFileRequest(Request[None, float], frozen=True):
    """Write the pictures of a sheet into one file: a contact sheet, or an animation.

    columns: of the sheet; 0 for about a square. rate: the animation's frames a second. back: whether it runs
    back to its start.
    """

    sheet: SheetRequest
    path: str
    labels: tuple[str, ...]
    columns: int = 0
    animated: bool = False
    rate: float = 12.0
    back: bool = False


class VariantsRequest(Request[WrittenFiles, float], frozen=True):
    """Write the whole result of the photo with this token under each seed into a folder, with a manifest."""

    token: int
    recipe: RecipeValues
    seeds: tuple[int, ...]
    folder: str


class AugmentRequest(Request[WrittenFiles, float], frozen=True):
    """Write `count` variants of every photo below the folder `photos` into `folder`, with a manifest."""

    recipe: RecipeValues
    photos: str
    folder: str
    count: int


class FactsRequest(Request[tuple[tuple[str, bool], ...], tuple[int, str, bool]], frozen=True):
    """The figures of a page of the guide: each in words, and whether it agrees with the page's statement.

    Tells of each figure how many are done, the figure, whether it agrees.
    """

    page: str


class HistogramRequest(Request[Array, None], frozen=True):
    """How often each of 256 tones occurs: float64 (colours, 256), at most 1.

    Tones are counted in the result of `recipe` on the photo with this token, in the recipe's working space.
    """

    token: int
    recipe: RecipeValues


class GrayPointRequest(Request[tuple[float, float], None], frozen=True):
    """Kelvin and tint with which the pixel (y, x) of a recipe's result becomes gray: see White balance."""

    token: int
    recipe: RecipeValues
    y: int
    x: int


class MaskAnswer(Struct, frozen=True, eq=False):
    """A mask's values, computed by the kernels that render the result.

    values: (height, width) uint8 in shared memory, 255 where the mask is 1; each value stands for 2^level ×
    2^level pixels of the result, as in the frame of the same view. corners: the rectangle that they cover, in
    pixels of the result at full size.
    """

    values: Array
    corners: Corners
    level: int


class MaskRequest(Request[MaskAnswer, None], frozen=True):
    """A mask of a recipe as it lies on the recipe's result, in the part of it that a canvas shows.

    recipe: the recipe on the canvas (a
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


class LensNamesRequest(Request[tuple[tuple[str, ...], tuple[str, ...]], None], frozen=True):
    """The names of all cameras of lensfun, and of the lenses that fit `camera` ("": that of EXIF).

    Both are empty where the package lensfunpy is not installed.
    """

    token: int
    camera: str


class MaskColourRequest(Request[tuple[float, float, float], None], frozen=True):
    """The colour of the input of a mask's run under the pixel (y, x) of the result.

    The answer is three floats from 0 to 1, encoded red, green and blue (three equal values for a gray photo),
    as ColourRange takes them: the mean of a square of 2·radius + 1 pixels. The other fields are as in
    MaskRequest.
    """

    token: int
    recipe: RecipeValues
    mask: int
    y: float
    x: float
    step: int | None = None
    radius: int = 2


class ParamValue(Struct, frozen=True):
    """A value of a parameter."""

    ref: ParamRef
    value: Value


class MatchStep(Struct, frozen=True):
    """A step of a search. values: the best so far. loss: of this step, as a share of the first loss.

    level: the step was on pictures reduced by 2^level. start: the number of the starting point, from 0.
    """

    values: tuple[ParamValue, ...]
    loss: float
    level: int
    start: int


class MatchAnswer(Struct, frozen=True):
    """The result of a search, as `differentiable.match.MatchResult`, with its values and duration."""

    values: tuple[ParamValue, ...]
    start_loss: float
    loss: float
    converged: bool
    stopped: bool
    no_influence: tuple[ParamRef, ...]
    flat: tuple[tuple[ParamRef, ...], ...]
    renders: int
    level: int
    seconds: float
    explains: bool = True

    @property
    def share(self) -> float:
        """The final loss as a share of the first."""
        return self.loss / self.start_loss if self.start_loss else 0.0


class MatchRequest(Request[MatchAnswer, MatchStep], frozen=True):
    """Find values of `moving` with which the recipe turns the photo into the target.

    photo, target: requests to open both. loss: mse, ssim or histogram. starts: the number of starting points.
    """

    NOTES: ClassVar[Any] = Literal["pause", "resume", "stop"]
    photo: OpenRequest
    target: OpenRequest
    recipe: RecipeValues
    moving: tuple[ParamRef, ...]
    loss: str = "mse"
    starts: int = 8


class LearnAnswer(Struct, frozen=True):
    """A learnt kernel. rows: its weights. rms: of the remaining differences; before_rms: of the pair itself.

    seconds: its duration.
    """

    rows: tuple[tuple[float, ...], ...]
    rms: float
    before_rms: float
    seconds: float


class LearnRequest(Request[LearnAnswer, None], frozen=True):
    """Find the kernel that turns one picture into another, as `differentiable.learn_kernel` does."""

    before: OpenRequest
    after: OpenRequest
    size: int
    separable: bool = False
    symmetric: bool = False
    nonnegative: bool = False
    sum_one: bool = False


# Why a parameter has no derivative.
JUMPS = "jumps"


class SensitivityAnswer(Struct, frozen=True, eq=False):
    """pixels: the derivatives as colours over the result in grey; None where there is no derivative.

    most: the derivative at the ends of the palette, in encoded values per unit. reason: JUMPS if there is no
    derivative. level: it was computed on the photo reduced by 2^level. by_differences: whether it is the
    difference of two renders.
    """

    ref: ParamRef
    pixels: Pixels | None
    most: float
    reason: str = ""
    level: int = 0
    by_differences: bool = False


class SensitivityRequest(Request[SensitivityAnswer, None], frozen=True):
    """Asks how each pixel on the canvas changes with a parameter; the view is given as in a ViewRequest."""

    token: int
    recipe: RecipeValues
    ref: ParamRef
    viewport: Viewport
    canvas: Size


class GradientAnswer(Struct, frozen=True):
    """The answer to a question for gradients, as `differentiable.sensitivity.MetricGradient`."""

    metric: str
    value: float
    refs: tuple[ParamRef, ...]
    slopes: tuple[float | None, ...]


class GradientRequest(Request[GradientAnswer, None], frozen=True):
    """Asks how a metric of the result changes. target: the token of a photo, for the loss, or 0."""

    token: int
    recipe: RecipeValues
    refs: tuple[ParamRef, ...]
    metric: str
    target: int = 0
