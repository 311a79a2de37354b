"""The engine as the window sees it: its client, its signals, frames as images of Qt, jobs as tasks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from jaxstudio.app.shared.background_tasks import BackgroundTask, Ticket, call_on_window_thread
from jaxstudio.backend.protocol import (
    Busy,
    Corners,
    EngineLost,
    EngineStarted,
    EngineStatus,
    EngineUnavailable,
    FrameAnswer,
    Measurement,
    Notice,
    Opened,
    PhotoInfo,
    Pixels,
    Progress,
    RecipeDescription,
    Report,
    ScopesAnswer,
    Shown,
    ViewRequest,
)
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.catalogue import Catalogue
from jaxstudio.pipeline.measures import Probe
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.runtime.devices import DeviceInfo, Unavailable

if TYPE_CHECKING:
    from jaxstudio.backend.client import EngineClient

__all__ = ["Backend", "Bridge", "Corners", "Picture", "from_image", "image_of", "picture_from_look"]


@dataclass(frozen=True, eq=False)
class Picture:
    """A frame: `image` covers `rect` of the result, `original` covers `original_rect` of the reference.

    The images lie in memory that the engine's process shares; `blocks` keep it leased. `frame` and `request`
    are None for a first look at a photo, `thumbnail` says that it is the one in the photo's file.
    `description` is that of the recipe the picture was computed from.
    """

    image: QImage
    rect: Corners
    original: QImage
    original_rect: Corners
    alpha: bool
    exact: bool
    frame: FrameAnswer | None = None
    request: ViewRequest | None = None
    description: RecipeDescription | None = None
    blocks: tuple[Any, ...] = field(default=(), repr=False)
    thumbnail: bool = False


MOST_TIMES = 1000  # values of steps whose times are known


class StepTimes:
    """Milliseconds of steps by what decides their results: one from the cache has its last computation's."""

    def __init__(self) -> None:
        self._known: dict[object, float] = {}

    def take(self, computed: Mapping[int, float], recipe: Recipe) -> dict[int, float]:
        """The times of a recipe's steps by their keys, with those `computed` in its latest frame."""
        if len(self._known) > MOST_TIMES:
            self._known = {}
        steps = {step.key: step.identity() for step in recipe.active}
        self._known |= {steps[key]: ms for key, ms in computed.items() if key in steps}
        return {key: self._known[values] for key, values in steps.items() if values in self._known}


@dataclass(frozen=True)
class Measured:
    """The difference of two results on a photo; `words` says why it could not be measured."""

    photo: PhotoInfo
    recipe: Recipe
    against: Recipe
    measures: Any
    exact: bool
    words: str = ""


def image_of(pixels: Pixels) -> QImage:
    """An image on the very memory of the pixels, which must be kept for as long as it is painted.

    A null image for no pixels: the reference has none where the result reaches beyond it.
    """
    height, width = pixels.values.shape
    if not pixels.values.size:
        return QImage()
    kinds = QImage.Format
    kind = kinds.Format_ARGB32_Premultiplied if pixels.alpha else kinds.Format_RGB32
    return QImage(pixels.values.data.cast("B"), width, height, 4 * width, kind)


def from_image(image: QImage) -> Any:
    """A QImage (pasted, say) as uint8 (H, W, 3) or (H, W, 4)."""
    import numpy as np

    channels = 4 if image.hasAlphaChannel() else 3
    plain = image.convertToFormat(
        QImage.Format.Format_RGBA8888 if channels == 4 else QImage.Format.Format_RGB888
    )
    height, width, stride = plain.height(), plain.width(), plain.bytesPerLine()
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(height, stride)
    return rows[:, : width * channels].reshape(height, width, channels).copy()


def picture_from_look(look: Pixels, *, thumbnail: bool = False) -> Picture:
    """A quick, coarse look at a whole photo, shown until a frame is there."""
    image, corners, kept = image_of(look), look.corners, (look.values,)
    return Picture(image, corners, image, corners, look.alpha, exact=False, blocks=kept, thumbnail=thumbnail)


@dataclass(frozen=True)
class Backend:
    """The catalogue, and the client of the engine. The devices are known once the engine has started."""

    catalogue: Catalogue[OpSpec]
    client: EngineClient
    devices: tuple[DeviceInfo, ...] = ()
    unavailable: tuple[Unavailable, ...] = ()


# the method of the document that takes what the client reports
TAKERS = {
    EngineStarted: "take_start",
    EngineStatus: "take_status",
    Picture: "take_picture",
    Probe: "take_probe",
    Measurement: "take_measured",
    Busy: "take_busy",
    Progress: "take_progress",
    ScopesAnswer: "take_scopes",
    Notice: "take_notice",
    Opened: "take_reopened",
    EngineLost: "take_loss",
    EngineUnavailable: "take_unavailable",
}


class Bridge:
    """Passes the client's reports from its threads to the document on the window's thread."""

    def __init__(self) -> None:
        self._document: Any = None
        self._original: Pixels | None = None
        self._original_image: QImage | None = None
        self._description: RecipeDescription | None = None

    def connect_to(self, document: QObject) -> None:
        self._document = document

    def __call__(self, report: Report) -> None:
        document, value = self._document, self._picture(report) if isinstance(report, Shown) else report
        if document is not None:
            take = "take_error" if isinstance(value, Exception) else TAKERS[type(value)]
            call_on_window_thread(document, lambda: getattr(document, take)(value))

    def _picture(self, answer: Shown) -> Picture:
        """Make a frame's arrays images; parts that did not change since the last frame are absent."""
        frame = answer.frame
        if frame.original is not None:
            self._original, self._original_image = frame.original, image_of(frame.original)
        if frame.description is not None:
            self._description = frame.description
        original, image = self._original, self._original_image
        assert original is not None
        assert image is not None
        return Picture(
            image_of(frame.image),
            frame.image.corners,
            image,
            original.corners,
            frame.image.alpha or original.alpha,
            frame.exact,
            frame,
            answer.request,
            self._description,
            (frame.image.values, original.values),
        )


# Asks for the job, given what takes its answer, its error and its progress.
Ask = Callable[[Callable[[Any], None], Callable[[Exception], None], Callable[[Any], None]], Ticket]


def await_answer(ask: Ask, report: Callable[[Any], None] = lambda value: None) -> Any:
    """Ask, and wait for the answer; to be called in a thread. A job's error is raised."""
    over = threading.Event()
    answers: list[Any] = []
    errors: list[Exception] = []

    def answer(value: Any) -> None:
        answers.append(value)
        over.set()

    def fail(error: Exception) -> None:
        errors.append(error)
        over.set()

    ask(answer, fail, report)
    over.wait()
    if errors:
        raise errors[0]
    return answers[0]


class EngineTask(BackgroundTask):
    """Emits `progressed` for a share that is done, `reported` for anything else that the job tells.

    `ask` is called in the task's thread: what is sent may be large, and have to be made first.
    """

    def __init__(self, ask: Ask, title: str = "", parent: QObject | None = None) -> None:
        super().__init__(lambda _: await_answer(self._ask, self._take_progress), title, parent)
        self._begin = ask
        self._ticket: Ticket | None = None

    def cancel(self) -> None:
        super().cancel()
        if self._ticket is not None:
            self._ticket.cancel()

    def _ask(self, *calls: Any) -> Ticket:
        self._ticket = self._begin(*calls)
        if self.cancelled():  # before there was a ticket
            self._ticket.cancel()
        return self._ticket

    def _take_progress(self, value: Any) -> None:
        (self.report if isinstance(value, float) else self.tell)(value)
