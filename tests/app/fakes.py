"""A stand-in for the engine: answers at once with NumPy, so that the window is tested without JAX."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jaxstudio.app.image.engine_bridge import Backend, Bridge
from jaxstudio.errors import Cancelled, DeviceError, StudioError
from jaxstudio.files.photo import Photo as Photo
from jaxstudio.pipeline.catalogue import Catalogue
from jaxstudio.pipeline.kinds import Geometry, Neighbourhood, Pass, Pointwise
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.params import Bool, Choice, Float, Int, Matrix

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
CATALOGUE = Catalogue([brighten, blur, convolve, turn])


@dataclass(frozen=True)
class Rect:
    y0: int
    x0: int
    y1: int
    x1: int


@dataclass(frozen=True)
class View:
    source: Any
    recipe: Any
    rect: Rect
    zoom: float
    moving: bool
    started: float
    against: Any = None
    look: Any = None


@dataclass(frozen=True)
class Frame:
    view: View
    pixels: Any
    original: Any
    rect: Rect
    original_rect: Rect
    level: int
    exact: bool
    seconds: float
    step_ms: dict[int, float]
    shown: Any = None
    not_numbers: int | None = 0


@dataclass(frozen=True)
class Probe:
    y: int
    x: int
    before: tuple[float, ...]
    after: tuple[float, ...]
    planes: tuple[float, ...] = ()
    place: tuple[int, int] | None = None


@dataclass(frozen=True)
class Measured:
    source: Any
    recipe: Any
    against: Any
    measures: Any
    exact: bool = True
    words: str = ""


@dataclass(frozen=True)
class Device:
    name: str
    platform: str = "cpu"
    kind: str = "Test processor"
    memory_bytes: int | None = 8_000_000_000
    default: bool = True


@dataclass(frozen=True)
class Unavailable:
    platform: str
    reason: str


@dataclass
class Source:
    pixels: Any

    @property
    def height(self) -> int:
        return self.pixels.shape[0]

    @property
    def width(self) -> int:
        return self.pixels.shape[1]

    @property
    def channels(self) -> int:
        return self.pixels.shape[2]


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
    return np.clip(np.rint(result * 255), 0, 255).astype(np.uint8)


@dataclass
class Live:
    """Answers every request at once; `views` keeps them."""

    bridge: Bridge
    device_name: str = "cpu:0"
    views: list[View] = field(default_factory=list)
    closed: bool = False
    warmed: int = 0
    stopped_measuring: bool = False
    measured: list[Any] = field(default_factory=list)
    rough: bool = False
    always_exact: bool = False  # as at 100 %
    not_numbers: int | None = 0

    def request(self, view: View) -> None:
        self.views.append(view)
        r = view.rect
        try:
            result = computed(view.source.pixels, view.recipe)
        except StudioError as error:
            self.bridge.on_error(error)
            return
        beside = computed(view.source.pixels, view.against) if view.against else view.source.pixels
        height, width = beside.shape[:2]
        original = Rect(min(r.y0, height - 1), min(r.x0, width - 1), min(r.y1, height), min(r.x1, width))
        self.bridge.on_frame(
            Frame(
                view,
                result[r.y0 : r.y1, r.x0 : r.x1],
                beside[original.y0 : original.y1, original.x0 : original.x1],
                r,
                original,
                0,
                self.always_exact or not view.moving,
                0.004,
                {step.key: 1.25 for step in view.recipe.active},
                None,
                self.not_numbers,
            )
        )

    def measure(self, source: Any, recipe: Any, against: Any) -> None:
        from jaxstudio.engine.metrics import measure_pixels  # with JAX behind it

        self.measured.append((recipe, against))
        pair = [computed(source.pixels, each) for each in (recipe, against)]
        if pair[0].shape != pair[1].shape:
            self.bridge.on_measured(Measured(source, recipe, against, None, words="the sizes differ"))
            return
        measures = measure_pixels(*pair)
        self.bridge.on_measured(Measured(source, recipe, against, measures, exact=not self.rough))

    def stop_measuring(self) -> None:
        self.stopped_measuring = True

    def probe(self, source: Any, recipe: Any, y: int, x: int, space: str = "") -> None:
        before = tuple(float(v) / 255 for v in source.pixels[y, x])
        after = tuple(float(v) / 255 for v in computed(source.pixels, recipe)[y, x])
        self.bridge.on_probe(Probe(y, x, before, after, (0.5, 0.25, 0.125) if space else (), (y, x)))

    def set_device(self, name: str) -> None:
        if name == "cpu:9":
            self.bridge.on_error(DeviceError("no device is called 'cpu:9'"))
        else:
            self.device_name = name

    def warm(self, recipe: Any, source: Any) -> None:
        self.warmed += 1

    def memory_bytes(self) -> int:
        return 12_345_678

    def close(self) -> None:
        self.closed = True


class Engine:
    """Exports; `blocked` (an event) holds it after the first band until the test lets go."""

    blocked: Any = None

    def __init__(self, device: str | None = None) -> None:
        self.device_name = device

    def size(self, recipe: Any, height: int, width: int) -> tuple[int, int]:
        return computed(np.zeros((height, width, 1), np.uint8), recipe).shape[:2]

    def render(self, source: Any, recipe: Any, rect: Any = None, dtype: str = "float32", **_: Any) -> Any:
        return computed(source.pixels, recipe)

    def bands(self, source: Any, recipe: Any, dtype: str, *, progress: Any = None, cancel: Any = None) -> Any:
        result = computed(source.pixels, recipe)
        half = len(result) // 2
        yield 0, result[:half]
        progress(0.5)
        if self.blocked is not None:
            self.blocked.wait(10)
        if cancel():
            raise Cancelled("stopped")
        yield half, result[half:]


def backend(bridge: Bridge) -> Backend:
    """Everything the window wants of the engine."""
    return Backend(
        catalogue=CATALOGUE,
        live=Live(bridge),
        devices=(Device("cpu:0"), Device("cpu:1", default=False), Device("cpu:9", default=False)),
        unavailable=(Unavailable("cuda", "no NVIDIA driver was found"),),
        make_source=Source,
        make_view=lambda source, recipe, rect, *more: View(source, recipe, Rect(*rect), *more),
        make_engine=Engine,
        compiles=lambda: 3,
    )
