"""A stand-in for the engine's process: answers at once with NumPy, so that tests need no JAX."""

from __future__ import annotations

import io
import itertools
import threading
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image

from jaxstudio.app.image.engine_bridge import Backend, Bridge
from jaxstudio.backend.frames import first_look, painted
from jaxstudio.backend.histograms import sampled_tones
from jaxstudio.backend.photos import decode, keep_copy, photo_info
from jaxstudio.backend.protocol import (
    Corners,
    EngineStarted,
    EngineStatus,
    FrameAnswer,
    Measurement,
    MeasureRequest,
    Opened,
    OpenRequest,
    PhotoInfo,
    ProbeRequest,
    ScopesAnswer,
    Shown,
    ViewRequest,
    unpack_recipe,
)
from jaxstudio.backend.recipes import describe_recipe
from jaxstudio.backend.requests import (
    Copied,
    CopyRequest,
    HistogramRequest,
    PhotoThumbnailRequest,
    SaveRequest,
)
from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.scopes import ScopeCounter
from jaxstudio.errors import Cancelled, DeviceError, StudioError
from jaxstudio.files import photo as files
from jaxstudio.files.save import save
from jaxstudio.pipeline.catalogue import Catalogue
from jaxstudio.pipeline.display_mode import DisplayMode
from jaxstudio.pipeline.expand import result_size
from jaxstudio.pipeline.kinds import Geometry, Neighbourhood, Pass, Pointwise
from jaxstudio.pipeline.measures import Probe
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.params import Bool, Choice, Float, Int, Matrix
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.runtime.devices import DeviceInfo, Unavailable

TOKENS = itertools.count(1)
DEVICES = tuple(
    DeviceInfo(name, "cpu", "Test processor", 8_000_000_000, name == "cpu:0")
    for name in ("cpu:0", "cpu:1", "cpu:9")
)
UNAVAILABLE = (Unavailable("cuda", "no NVIDIA driver was found"),)

brighten = Op(
    name="brighten",
    title="Brighten",
    category="tone",
    kind=Pointwise(lambda x, p: x + p["amount"]),
    doc="Everything gets lighter.",
    use="On dark photos.",
    source="by hand",
    own_params=(
        Float(name="amount", value=0.0, low=-2, high=2, slider_low=-1, slider_high=1, doc="How much."),
    ),
)
blur = Op(
    name="blur",
    title="Soft blur",
    category="blur",
    kind=Neighbourhood((Pass(lambda w, p: w(0, 0), lambda r: (r, r)),), (2, 4), lambda values: 2),
    doc="Everything gets softer.",
    source="by hand",
    keywords=("smooth",),
    own_params=(
        Float(name="sigma", value=1.5, low=0, high=100, slider_high=10, unit="px", doc="Width."),
        Float(
            name="sigma_y",
            value=None,
            low=0,
            high=100,
            slider_high=10,
            unit="px",
            linked="sigma",
            doc="Height.",
        ),
        Int(name="size", value=3, low=1, high=15, step=2, unit="px", doc="Side."),
        Bool(name="round", value=False, doc="Round the corners."),
        Choice(name="mode", value="fast", choices=("fast", "best_of_all"), doc="How."),
    ),
)
identity = tuple(tuple(float(y == x == 1) for x in range(3)) for y in range(3))
convolve = Op(
    name="convolve",
    title="Convolve",
    category="blur",
    kind=Pointwise(lambda x, p: x),
    doc="Any kernel.",
    source="by hand",
    own_params=(
        Matrix(
            name="kernel",
            value=identity,
            largest=15,
            doc="The weights.",
            presets=(("identity", identity), ("mean", ((1 / 9,) * 3,) * 3)),
        ),
    ),
)
turn = Op(
    name="turn",
    title="Quarter turn",
    category="geometry",
    kind=Geometry(lambda values, size: (size[1], size[0]), lambda values, size: None, exact=True),
    doc="A quarter of a turn.",
    source="by hand",
)
richardson_lucy = Op(
    name="richardson_lucy",
    title="Deblur",
    category="repair",
    kind=Pointwise(lambda x, p: x),
    doc="Undoes a kernel.",
    source="by hand",
    own_params=(
        Choice("shape", "disc", ("disc", "own kernel"), doc="What blurred."),
        Matrix("kernel", identity, largest=15, doc="The weights.", needs=("shape", "own kernel")),
    ),
)

CATALOGUE = Catalogue([brighten, blur, convolve, turn, richardson_lucy])


PIXELS: dict[int, Any] = {}  # of the photos that are open, by token


def Photo(pixels: Any, name: str = "", path: Any = None, sample: bool = False) -> PhotoInfo:
    """A photo that the fake engine has open."""
    token = next(TOKENS)
    PIXELS[token] = pixels
    return photo_info(token, files.Photo(pixels, path=path, name=name, sample=sample))


@dataclass(frozen=True)
class View:
    """A request as the engine's process resolves it."""

    token: int
    recipe: Recipe
    rect: Corners
    moving: bool
    against: Recipe
    display_mode: DisplayMode
    request: ViewRequest


def computed(pixels: Any, recipe: Any) -> Any:
    """The result of the fake ops."""
    result = pixels.astype(float) / 255
    for step in recipe.active:
        if step.op is brighten:
            result = result + step.values["amount"]
        elif step.op is turn:
            result = np.rot90(result)
        elif step.op.name == "crop":
            height, width = step.op.kind.size(step.values, result.shape[:2])
            x, y = step.op.kind.matrix(step.values, result.shape[:2])[:, 2].astype(int)
            result = result[y : y + height, x : x + width]
        elif step.op.name == "rotate":
            result = np.resize(result, (*step.op.kind.size(step.values, result.shape[:2]), result.shape[2]))
    return np.clip(np.rint(result * 255), 0, 255).astype(np.uint8)


class Ticket:
    """Cancels a fake job; one that is never answered then ends with an error, as in the engine's process."""

    def __init__(self, on_error: Any = None) -> None:
        self.stopped, self._on_error = threading.Event(), on_error

    def cancel(self) -> None:
        self.stopped.set()
        if self._on_error is not None:
            self._on_error(Cancelled("stopped"))
            self._on_error = None


class Client:
    """Answers every view at once; `views` keeps them. `blocked` (an event) holds files half way."""

    blocked: Any = None

    def __init__(self, bridge: Bridge, catalogue: Any = CATALOGUE) -> None:
        self.bridge, self.catalogue = bridge, catalogue
        self.device_name = "cpu:0"
        self.views: list[View] = []
        self.measured: list[Any] = []
        self.asked: list[Any] = []
        self.closed = self.stopped_measuring = self.rough = self.always_exact = False
        self.warmed = self.retried = 0
        self.expected: list[int] = []
        self.kept: dict[int, str] = {}
        self.not_numbers: int | None = 0
        self.document: Any = None  # that asks: its steps may be of ops that no catalogue has
        self._numbers = itertools.count(1)

    @property
    def status(self) -> EngineStatus:
        return EngineStatus(self.device_name, 3, 12_345_678)

    def compiles(self) -> int:
        return 3

    def memory_bytes(self) -> int:
        return 12_345_678

    def start(self) -> None:
        """Say that the engine is there."""
        self.bridge(EngineStarted("", "", DEVICES, UNAVAILABLE, self.status))

    def next_number(self) -> int:
        return next(self._numbers)

    def new_token(self) -> int:
        return next(TOKENS)

    def opened_from(self, token: int) -> OpenRequest | None:
        if token not in PIXELS:
            return None
        return OpenRequest(token, pixels=PIXELS[token], kept=self.kept.get(token, ""))

    def unpacked(self, recipe: Any) -> Recipe:
        own = {} if self.document is None else {step.op.name: step.op for step in self.document.recipe.steps}
        known = {**CATALOGUE, **own}
        if not all(step.op in known for step in recipe.steps):
            from jaxstudio.ops import CATALOGUE as REAL  # with JAX behind it

            known = {**REAL, **known}
        return unpack_recipe(recipe, known)

    def request(self, request: ViewRequest) -> None:
        pixels = PIXELS.get(request.token)
        if pixels is None or self.catalogue is None:
            return
        recipe = self.unpacked(request.recipe if request.shown is None else request.shown)
        against = self.unpacked(request.against)
        size = pixels.shape[:2]
        try:
            shown_size = result_size(recipe, size)
            viewport = request.viewport
            if viewport.fitted:
                viewport = viewport.fit(request.canvas, shown_size)
            rect = viewport.visible(request.canvas, shown_size)
            view = View(request.token, recipe, rect, request.moving, against, request.display_mode, request)
            self.views.append(view)
            result = computed(pixels, recipe)
        except StudioError as error:
            self.bridge(error)
            return
        beside = computed(pixels, against)
        height, width = beside.shape[:2]
        y0, x0, y1, x1 = rect
        other = (min(y0, height - 1), min(x0, width - 1), min(y1, height), min(x1, width))
        frame = FrameAnswer(
            request.number,
            request.token,
            painted(np.ascontiguousarray(result[y0:y1, x0:x1]), rect, np.empty),
            painted(np.ascontiguousarray(beside[other[0] : other[2], other[1] : other[3]]), other, np.empty),
            0,
            self.always_exact or not request.moving,
            0.004,
            self.step_ms(recipe),
            self.not_numbers,
            shown_size,
            beside.shape[:2],
            self.status,
            describe_recipe(self.unpacked(request.recipe), size),
        )
        self.bridge(Shown(frame, request))
        if request.scopes:
            counter = ScopeCounter(request.scopes, Rect.whole(*shown_size), every=True)
            counter.add(result)
            found = counter.scopes(exact=not request.moving)
            self.bridge(ScopesAnswer(request.number, **vars(found)))

    def step_ms(self, recipe: Recipe) -> dict[int, float]:
        return {step.key: 1.25 for step in recipe.active}

    def measure(self, request: MeasureRequest) -> None:
        from jaxstudio.engine.metrics import measure_pixels  # with JAX behind it

        recipe, against = self.unpacked(request.recipe), self.unpacked(request.against)
        self.measured.append((recipe, against))
        pair = [computed(PIXELS[request.token], each) for each in (recipe, against)]
        if pair[0].shape != pair[1].shape:
            self.bridge(Measurement(request.number, None, words="the sizes differ"))
            return
        measures = measure_pixels(*pair)
        self.bridge(Measurement(request.number, measures, exact=not self.rough))

    def stop_measuring(self) -> None:
        self.stopped_measuring = True

    def probe(self, request: ProbeRequest) -> None:
        pixels, y, x = PIXELS[request.token], request.y, request.x
        before = tuple(float(v) / 255 for v in pixels[y, x])
        after = tuple(float(v) / 255 for v in computed(pixels, self.unpacked(request.recipe))[y, x])
        planes = (0.5, 0.25, 0.125) if request.space else ()
        self.bridge(Probe(y, x, before, after, planes, (y, x)))

    def set_device(self, name: str) -> None:
        if name == "cpu:9":
            self.bridge(DeviceError("no device is called 'cpu:9'"))
        else:
            self.device_name = name

    def set_options(self, options: Any) -> None:
        self.options = options

    def warm(self, request: Any) -> None:
        self.warmed += 1

    def expect(self, request: Any) -> None:
        self.expected.append(request.key)

    def forget(self, token: int) -> None:
        PIXELS.pop(token, None)

    def retry(self) -> None:
        self.retried += 1

    def close(self) -> None:
        self.closed = True

    # Jobs, each in a thread

    def _do(self, work: Any, on_answer: Any, on_error: Any) -> Ticket:
        ticket = Ticket()

        def run() -> None:
            try:
                answer = work(ticket)
            except Exception as error:
                on_error(error)
            else:
                on_answer(answer)

        threading.Thread(target=run, daemon=True).start()
        return ticket

    def open(self, request: OpenRequest, on_answer: Any, on_error: Any, on_progress: Any = None) -> Ticket:
        def work(ticket: Ticket) -> Opened:
            photo = decode(request)
            if request.kept and (request.png or request.pixels is not None):
                keep_copy(request, photo)
                self.kept[request.token] = request.kept
            PIXELS[request.token] = photo.pixels
            return Opened(photo_info(request.token, photo), first_look(photo.pixels, np.empty))

        return self._do(work, on_answer, on_error)

    def _save(self, request: SaveRequest, on_answer: Any, on_error: Any, on_progress: Any) -> Ticket:
        def work(ticket: Ticket) -> int:
            result = computed(PIXELS[request.token], self.unpacked(request.recipe))

            def bands() -> Any:
                half = len(result) // 2
                yield 0, result[:half]
                on_progress(0.5)
                if self.blocked is not None:
                    self.blocked.wait(10)
                if ticket.stopped.is_set():
                    raise Cancelled("stopped")
                yield half, result[half:]

            return save(request.path, bands(), request.depth or "8", shape=result.shape)

        return self._do(work, on_answer, on_error)

    def _copy(self, request: CopyRequest, on_answer: Any, on_error: Any, on_progress: Any) -> Ticket:
        def work(ticket: Ticket) -> Copied:
            encoded = io.BytesIO()
            result = computed(PIXELS[request.token], self.unpacked(request.recipe))
            Image.fromarray(result).save(encoded, "PNG")
            return Copied(np.frombuffer(encoded.getvalue(), np.uint8))

        return self._do(work, on_answer, on_error)

    def call(self, request: Any, on_answer: Any, on_error: Any, on_event: Any = None) -> Ticket:
        """Files, histograms and thumbnails are made; other requests are kept in `asked`, never answered."""
        self.asked.append(request)
        if isinstance(request, SaveRequest):
            return self._save(request, on_answer, on_error, on_event)
        if isinstance(request, CopyRequest):
            return self._copy(request, on_answer, on_error, on_event)
        if isinstance(request, PhotoThumbnailRequest):
            return self._do(
                lambda ticket: first_look(decode(request.photo).pixels, np.empty), on_answer, on_error
            )
        if isinstance(request, HistogramRequest):
            recipe = self.unpacked(request.recipe)
            return self._do(
                lambda ticket: sampled_tones(computed(PIXELS[request.token], recipe)), on_answer, on_error
            )
        return Ticket(on_error)


def started_client(bridge: Bridge, device: str = "") -> Client:
    """In place of `EngineClient`: one whose engine is there at once."""
    client = Client(bridge)
    client.start()
    return client


def backend(bridge: Bridge) -> Backend:
    """Everything the window wants of the engine."""
    return Backend(CATALOGUE, Client(bridge), DEVICES, UNAVAILABLE)


class FittingProcess:
    """Stands in for the process of searches: keeps what is asked of it; a test answers."""

    def __init__(self):
        self.request = None
        self.sent, self.cancelled, self.started, self.closed = [], False, 0, False

    def start(self):
        self.started += 1

    def call(self, request, on_answer, on_error, on_event=None):
        self.request, self.cancelled = request, False
        self.answer, self.fail, self.tell = on_answer, on_error, on_event
        return self

    def send(self, word):
        self.sent.append(word)

    def cancel(self):
        self.cancelled = True

    def close(self):
        self.closed = True
