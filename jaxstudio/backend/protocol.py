"""The messages between the window and the engine's process: plain, frozen, without JAX.

A photo is identified by its token, a number from the client; its pixels stay in the engine's process. Corners
are (y0, x0, y1, x1), half open; sizes are (height, width). Arrays in messages lie in shared memory and are
read-only; they are valid for as long as they are referenced.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from jaxstudio.backend.viewport import Size, Viewport
from jaxstudio.errors import NOTHING, Wording
from jaxstudio.own_filters.folder import FilterActivity, Trouble
from jaxstudio.pipeline.display_mode import PLAIN, DisplayMode
from jaxstudio.pipeline.kinds import placeholder
from jaxstudio.pipeline.mask_text import mask_document, read_mask
from jaxstudio.pipeline.measures import Measures, Probe
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.params import Value
from jaxstudio.pipeline.recipe import AUTO, Recipe, Step
from jaxstudio.processes.channel import Array, Request
from jaxstudio.processes.errors import ErrorRecord
from jaxstudio.runtime.devices import DeviceInfo, Unavailable

Corners = tuple[int, int, int, int]
Matrix = tuple[tuple[float, float, float], tuple[float, float, float]]


class StepValues(Struct, frozen=True):
    """A step of a recipe: the op's name, its checked parameters, its key."""

    op: str
    params: Mapping[str, Value]
    key: int
    enabled: bool = True
    mask: int | None = None


class RecipeValues(Struct, frozen=True):
    """A recipe without the ops' implementations. masks: their documents (see pipeline.mask_text)."""

    steps: tuple[StepValues, ...] = ()
    seed: int = 0
    working_space: str = AUTO
    masks: list[Any] = []


def pack_steps(steps: Iterable[Step]) -> tuple[StepValues, ...]:
    """Steps as values for a message."""
    return tuple(StepValues(step.op.name, step.params, step.key, step.enabled, step.mask) for step in steps)


def pack_recipe(recipe: Recipe) -> RecipeValues:
    """The recipe as values for a message."""
    masks = [mask_document(mask) for mask in recipe.masks]
    return RecipeValues(pack_steps(recipe.steps), recipe.seed, recipe.working_space, masks)


def unpack_recipe(values: RecipeValues, catalogue: Mapping[str, OpSpec]) -> Recipe:
    """The recipe of these values. UnknownOpError: the catalogue has no op of that name."""
    steps = unpack_steps(values.steps, catalogue)
    masks = tuple(read_mask(document, "mask") for document in values.masks)
    return Recipe(steps, values.seed, values.working_space, masks)


def unpack_steps(steps: Iterable[StepValues], catalogue: Mapping[str, OpSpec]) -> tuple[Step, ...]:
    """The steps of these values. UnknownOpError: the catalogue has no op of a name that is on."""
    return tuple(
        Step(
            catalogue[step.op] if step.enabled or step.op in catalogue else placeholder(step.op),
            step.params,
            step.key,
            step.enabled,
            mask=step.mask,
        )
        for step in steps
    )


def unpack_drawn(steps: Sequence[StepValues], catalogue: Mapping[str, OpSpec]) -> tuple[Step, ...]:
    """The steps that chance drew; parts of augmentations, which no catalogue lists, have their name alone."""
    ops = [catalogue[step.op] if step.op in catalogue else placeholder(step.op) for step in steps]
    return tuple(Step(op, step.params, step.key) for op, step in zip(ops, steps, strict=True))


class PhotoInfo(Struct, frozen=True):
    """The properties of a photo that the window needs.

    dtype: uint8, uint16 or float32. depth: "8", "16" or "float32", the default for saving. path: its file;
    None for a sample (whose `name` opens it again) and for a pasted picture.
    """

    token: int
    height: int
    width: int
    channels: int
    dtype: str = "uint8"
    depth: str = "8"
    name: str = ""
    path: str | None = None
    sample: bool = False
    page: int = 1
    pages: int = 1

    @property
    def size(self) -> Size:
        return self.height, self.width

    @property
    def alpha(self) -> bool:
        """Whether its last channel is alpha."""
        return self.channels in (2, 4)


class Pixels(Struct, frozen=True, eq=False):
    """A picture for painting: uint32 (h, w), 0xAARRGGBB, premultiplied if `alpha`.

    `corners`: the part of the whole picture that it covers.
    """

    values: Array
    corners: Corners
    alpha: bool = False


class Opened(Struct, frozen=True):
    """A photo and a first look at all of it: every few pixels, or the `thumbnail` in its file."""

    photo: PhotoInfo
    look: Pixels
    thumbnail: bool = False


class OpenRequest(Request[Opened, Opened], frozen=True):
    """Open a photo: the first given of a file, a sample, a PNG, pixels (height, width, 1 to 4).

    name: the name of a photo without a file. kept: a file of the client, to which `png` or `pixels` are
    written so that the photo can be reopened from it alone. first_look: report first an `Opened` of the
    thumbnail in the file, then one of the JPEG decoded at a reduced size.
    """

    token: int
    path: str = ""
    page: int = 1
    sample: str = ""
    png: bytes = b""
    pixels: Array | None = None
    name: str = ""
    kept: str = ""
    first_look: bool = False


class StepDescription(Struct, frozen=True):
    """How a step changes the picture's size and moves its pixels.

    key: of the step. before, after: the picture's size. matrix: from (x, y, 1) of the result to (x, y) of the
    input, None if there is no such matrix. caution: about values that are allowed but do not do what their
    names promise. note: what was found in the photo. error: why these values are impossible together on a
    picture of this size. drawn: the parts of a composed step (an augmentation) with the recipe's seed.
    """

    key: int
    before: Size
    after: Size
    matrix: Matrix | None = None
    caution: str = ""
    error: Wording = NOTHING
    drawn: tuple[StepValues, ...] = ()
    note: Wording = NOTHING


class RecipeDescription(Struct, frozen=True):
    """How the steps of a recipe change a photo of `photo_size`: one entry per step, switched off or not.

    A step that is switched off, or has an error, does not change the size. `size`: of the result.
    """

    photo_size: Size = (0, 0)
    size: Size = (0, 0)
    steps: tuple[StepDescription, ...] = ()

    def step(self, key: int | None) -> StepDescription | None:
        """The description of the step with this key, if there is one."""
        return next((each for each in self.steps if each.key == key), None)

    @property
    def cautions(self) -> Mapping[int, str]:
        """The cautions by the keys of their steps."""
        return {each.key: each.caution for each in self.steps if each.caution}

    @property
    def notes(self) -> Mapping[int, str]:
        """The values that steps found in the photo, by the steps' keys."""
        return {each.key: each.note for each in self.steps if each.note}


class ViewRequest(Struct, frozen=True, tag=True):
    """A request for a frame on the canvas.

    number: grows with each request. shown: the steps whose result is shown, if not all of `recipe` (a step's
    handles are drawn over the step's input). viewport and canvas (its size in device pixels) decide the part
    to compute; a fitted viewport is fitted to the size of the result. moving: whether a control is held.
    started: when the value changed, by time.perf_counter. against: the recipe whose result is compared; empty
    is the photo itself. adaptive: a moving view may be computed coarser than the screen, to keep up with the
    hand. scopes: which of `pipeline.measures.SCOPES` are counted.
    """

    number: int
    token: int
    recipe: RecipeValues
    viewport: Viewport
    canvas: Size
    shown: RecipeValues | None = None
    moving: bool = False
    started: float = 0.0
    against: RecipeValues = RecipeValues()
    display_mode: DisplayMode = PLAIN
    adaptive: bool = True
    scopes: tuple[str, ...] = ()


class EngineStatus(Struct, frozen=True, tag=True):
    """The engine's device, kernels compiled since the start, and bytes of its caches.

    compiling: whether kernels are being compiled ahead.
    """

    device: str = ""
    compiles: int = 0
    memory_bytes: int = 0
    compiling: bool = False


class FrameAnswer(Struct, frozen=True, eq=False, tag=True):
    """A finished picture of a view.

    request: its number. image: the painted result. original: the painted compared picture; None if unchanged
    since the last frame. level, exact, seconds, step_ms (by the keys of steps), not_numbers: as in
    `engine.requests.Frame`. size, against_size: of the shown result and of the compared one. description: of
    the whole recipe; None if unchanged since the last frame.
    """

    request: int
    token: int
    image: Pixels
    original: Pixels | None
    level: int
    exact: bool
    seconds: float
    step_ms: Mapping[int, float]
    not_numbers: int | None
    size: Size
    against_size: Size
    status: EngineStatus
    description: RecipeDescription | None = None


class ScopesAnswer(Struct, frozen=True, eq=False, tag=True):
    """The scopes of a view's whole result, as `engine.scopes.Scopes`; `request`: of the ViewRequest."""

    request: int
    histogram: Array | None
    waveform: Array | None
    vectorscope: Array | None
    pixels: int
    over: int
    under: int
    out_of_gamut: int | None
    exact: bool


class ProbeRequest(Struct, frozen=True, tag=True):
    """The values of the result's pixel (y, x), also in a colour space of `display_mode` if one is named."""

    token: int
    recipe: RecipeValues
    y: int
    x: int
    space: str = ""


class MeasureRequest(Struct, frozen=True, tag=True):
    """Asks how much two results differ. number: identifies the answers."""

    number: int
    token: int
    recipe: RecipeValues
    against: RecipeValues


class Measurement(Struct, frozen=True, tag=True):
    """The answer to the MeasureRequest of this number, first from a reduced photo, then `exact`.

    words: why there are no measures.
    """

    request: int
    measures: Measures | None
    exact: bool = True
    words: str = ""


class StopMeasuring(Struct, frozen=True, tag=True):
    """Cancel the measurement: nobody looks at it any more."""


class WarmRequest(Struct, frozen=True, tag=True):
    """Compile in the background the kernels that the sliders of this recipe may need."""

    token: int
    recipe: RecipeValues


class ExpectRequest(Struct, frozen=True, tag=True):
    """The step with this key is about to move: the pointer is at its controls, or they have the focus."""

    key: int


class DeviceRequest(Struct, frozen=True, tag=True):
    """Switch to this device."""

    name: str


class PreviewOptions(Struct, frozen=True, tag=True):
    """cache_bytes: bound of the cache of steps' images; 0 is a share of the machine's memory.

    screen_profile: the path of an ICC profile; "" is sRGB.
    """

    cache_bytes: int = 0
    screen_profile: str = ""


class ForgetPhoto(Struct, frozen=True, tag=True):
    """Close this photo."""

    token: int


class EngineStarted(Struct, frozen=True, tag=True):
    """The engine has started. specs: the catalogue as JSON, "" if the client has the same one.

    stamp: identifies the catalogue. troubles: files of the user's own filters that were left out.
    """

    stamp: str
    specs: str
    devices: tuple[DeviceInfo, ...]
    unavailable: tuple[Unavailable, ...]
    status: EngineStatus
    troubles: tuple[Trouble, ...] = ()


class Busy(Struct, frozen=True, tag=True):
    """Whether a frame is being computed that may take long."""

    busy: bool


class Progress(Struct, frozen=True, tag=True):
    """Progress of the frame ("frame") or of the exact measurement ("measures"), from 0 to 1."""

    of: str
    done: float


class Notice(Struct, frozen=True, tag=True):
    """A line for the user."""

    text: str


class Failure(Struct, frozen=True, tag=True):
    """An error of a frame, a pixel or a measurement."""

    record: ErrorRecord


Event = (
    EngineStarted
    | EngineStatus
    | FrameAnswer
    | Probe
    | Measurement
    | ScopesAnswer
    | FilterActivity
    | Busy
    | Progress
    | Notice
    | Failure
)


class PreviewJob(Request[None, Event], frozen=True):
    """The live preview: it lasts as long as the engine's process.

    device: "" is JAX's default. stamp: of the client's catalogue. photo: the token of a photo whose decoder
    begins before JAX is imported, or 0.
    """

    NOTES: ClassVar[Any] = (
        ViewRequest
        | ProbeRequest
        | MeasureRequest
        | StopMeasuring
        | WarmRequest
        | ExpectRequest
        | DeviceRequest
        | PreviewOptions
        | ForgetPhoto
    )
    device: str = ""
    stamp: str = ""
    photo: int = 0


class Shown(Struct, frozen=True, eq=False):
    """The client reports a frame with the request for it."""

    frame: FrameAnswer
    request: ViewRequest


class EngineLost(Struct, frozen=True):
    """The client reports that the process has ended by itself; the client starts it again."""

    error: Exception


class EngineUnavailable(Struct, frozen=True):
    """The client reports that the engine cannot start, or keeps ending: it stays off until `retry`."""

    error: Exception


# what the client reports, on threads of its own: `Opened`, that a photo is open again, in a new process; an
# exception is that of a frame, a pixel or a measurement
Report = (
    EngineStarted
    | EngineStatus
    | Shown
    | Probe
    | Measurement
    | ScopesAnswer
    | Busy
    | Progress
    | Notice
    | Opened
    | EngineLost
    | EngineUnavailable
    | Exception
)
