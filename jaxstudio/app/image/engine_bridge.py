"""The engine as the window sees it: its objects, its signals, and its frames as images of Qt."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QImage

from jaxstudio.app.shared.background_tasks import emit
from jaxstudio.errors import DeviceError
from jaxstudio.pipeline.catalogue import Catalogue
from jaxstudio.pipeline.look import Look
from jaxstudio.pipeline.recipe import Recipe

Corners = tuple[int, int, int, int]  # y0, x0, y1, x1

PREVIEW_PX = 2048


@dataclass(frozen=True, eq=False)
class Picture:
    """`image` covers `rect` of the result, `original` covers `original_rect` of what it stands beside."""

    image: QImage
    rect: Corners
    original: QImage
    original_rect: Corners
    alpha: bool
    exact: bool
    frame: Any = None  # the engine's Frame, or None for a photo that no engine has seen yet


def to_image(pixels: Any) -> QImage:
    """uint8 (H, W, C) of 1 to 4 channels as a QImage in a format that paints fast."""
    import numpy as np

    height, width, channels = pixels.shape
    if channels == 2:
        pixels = pixels[:, :, [0, 0, 0, 1]]
        channels = 4
    pixels = np.ascontiguousarray(pixels)
    formats = {1: QImage.Format.Format_Grayscale8, 3: QImage.Format.Format_RGB888}
    image_format = formats.get(channels, QImage.Format.Format_RGBA8888)
    image = QImage(pixels.data, width, height, width * channels, image_format)
    fast = QImage.Format.Format_ARGB32_Premultiplied if channels == 4 else QImage.Format.Format_RGB32
    # The conversion copies, so the picture outlives the array.
    return image.convertToFormat(fast)


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


def to_uint8(pixels: Any) -> Any:
    """Display values of uint8, uint16 or float32 pixels."""
    import numpy as np

    if pixels.dtype == np.uint8:
        return pixels
    if pixels.dtype == np.uint16:
        return ((pixels.astype(np.uint32) * 255 + 32895) >> 16).astype(np.uint8)
    return np.rint(np.clip(np.nan_to_num(pixels), 0, 1) * 255).astype(np.uint8)


def mark_nonfinite(pixels: Any) -> Any:
    """Display values, magenta where a float photo has no numbers."""
    import numpy as np

    shown = to_uint8(pixels)
    if pixels.dtype.kind != "f" or np.isfinite(pixels).all():
        return shown
    if shown.shape[2] < 3:
        shown = shown[:, :, [0, 0, 0, *range(1, shown.shape[2])]]
    shown[~np.isfinite(pixels).all(axis=2)] = (255, 0, 255, 255)[: shown.shape[2]]
    return shown


def picture_from_photo(pixels: Any) -> Picture:
    """A quick, coarse look at a whole photo, shown until the engine answers."""
    height, width = pixels.shape[:2]
    stride = -(-max(height, width) // PREVIEW_PX)
    image = to_image(mark_nonfinite(pixels[::stride, ::stride]))
    whole = (0, 0, height, width)
    return Picture(image, whole, image, whole, image.hasAlphaChannel(), exact=False)


def picture_from_frame(frame: Any, before: Picture | None = None) -> Picture:
    """The engine's frame as images; the original is converted only if it is not that of `before`."""
    image = to_image(frame.pixels if frame.shown is None else frame.shown)
    same = before is not None and before.frame is not None and before.frame.original is frame.original
    original = before.original if before is not None and same else to_image(frame.original)
    return Picture(
        image,
        _corners(frame.rect),
        original,
        _corners(frame.original_rect),
        image.hasAlphaChannel() or original.hasAlphaChannel(),
        frame.exact,
        frame,
    )


def _corners(rect: Any) -> Corners:
    return rect.y0, rect.x0, rect.y1, rect.x1


# What is needed with the first step: imported beside the engine, so that the window need not wait for it.
WITH_THE_ENGINE = ("jaxstudio.app.image.step_card", "jaxstudio.app.image.handles")


class Live(Protocol):
    """What the window asks of the engine's worker."""

    @property
    def device_name(self) -> str: ...
    def memory_bytes(self) -> int: ...
    def request(self, view: Any) -> None: ...
    def probe(self, source: Any, recipe: Recipe, y: int, x: int, space: str = "") -> None: ...
    def measure(self, source: Any, recipe: Recipe, against: Recipe) -> None: ...
    def stop_measuring(self) -> None: ...
    def set_device(self, name: str) -> None: ...
    def warm(self, recipe: Recipe, source: Any) -> None: ...
    def close(self) -> None: ...


@dataclass(frozen=True)
class Backend:
    """The catalogue, the live engine and what makes their values."""

    catalogue: Catalogue
    live: Live
    devices: tuple[Any, ...]
    unavailable: tuple[Any, ...]
    make_source: Callable[[Any], Any]
    make_view: Callable[[Any, Recipe, Corners, float, bool, float, Recipe, Look], Any]
    make_engine: Callable[[str | None], Any]
    compiles: Callable[[], int]
    thumbnails: Any = None  # the worker of engine/thumbnails.py, and what makes its requests
    make_gallery: Callable[..., Any] = lambda *_: None


class Bridge(QObject):
    """Turns the engine's callbacks, which come on its thread, into signals on the window's."""

    picture_arrived = Signal(object)
    probe_arrived = Signal(object)
    failed = Signal(object)
    busy_changed = Signal(bool)
    noticed = Signal(str)
    measured = Signal(object)
    measuring = Signal(float)
    progressed = Signal(float)
    _last: Picture | None = None

    def on_frame(self, frame: Any) -> None:
        self._last = picture_from_frame(frame, self._last)
        emit(self, self.picture_arrived, self._last)

    def on_probe(self, probe: Any) -> None:
        emit(self, self.probe_arrived, probe)

    def on_error(self, error: Exception) -> None:
        emit(self, self.failed, error)

    def on_busy(self, busy: bool) -> None:
        emit(self, self.busy_changed, busy)

    def on_notice(self, text: str) -> None:
        emit(self, self.noticed, text)

    def on_measured(self, measured: Any) -> None:
        emit(self, self.measured, measured)

    def on_measuring(self, done: float) -> None:
        emit(self, self.measuring, done)

    def on_progress(self, done: float) -> None:
        emit(self, self.progressed, done)

    def connect_to(self, document: Any) -> None:
        """Deliver to `document` through its thread's event queue."""
        queued = Qt.ConnectionType.QueuedConnection
        self.picture_arrived.connect(document.take_picture, queued)
        self.probe_arrived.connect(document.take_probe, queued)
        self.failed.connect(document.take_error, queued)
        self.busy_changed.connect(document.take_busy, queued)
        self.noticed.connect(document.noticed, queued)
        self.measured.connect(document.take_measured, queued)
        self.measuring.connect(document.measuring, queued)
        self.progressed.connect(document.take_progress, queued)


def load_backend(bridge: Bridge, device: str | None) -> Backend:
    """Import JAX, the catalogue and the engine; called in a thread, once the window is shown."""
    for name in WITH_THE_ENGINE:
        importlib.import_module(name)
    from jaxstudio.app.image import gallery_worker
    from jaxstudio.engine import live as engine
    from jaxstudio.engine import render, source
    from jaxstudio.engine.buffers import Rect
    from jaxstudio.ir.ledger import LEDGER
    from jaxstudio.ops import CATALOGUE
    from jaxstudio.runtime import compile_counter, devices

    def make_view(
        of: Any,
        recipe: Recipe,
        corners: Corners,
        zoom: float,
        moving: bool,
        started: float,
        against: Recipe,
        look: Look,
    ) -> Any:
        began = started or time.perf_counter()
        return engine.View(of, recipe, Rect(*corners), zoom, moving, began, against, look)

    LEDGER.start()  # before anything is compiled
    available, unavailable = devices.list_devices()
    says = (bridge.on_frame, bridge.on_error, bridge.on_probe, bridge.on_busy)
    more = (bridge.on_notice, bridge.on_measured, bridge.on_measuring, bridge.on_progress)
    try:
        worker = engine.Live(device, *says, *more)
    except DeviceError as error:
        # A wrong device is reported, and the default one is used.
        bridge.on_error(error)
        worker = engine.Live(None, *says, *more)
    return Backend(
        catalogue=CATALOGUE,
        live=worker,
        devices=tuple(available),
        unavailable=tuple(unavailable),
        make_source=source.Source,
        make_view=make_view,
        make_engine=render.Engine,
        compiles=lambda: compile_counter.COMPILES.count,
        thumbnails=gallery_worker.GalleryWorker(worker, bridge.on_error),
        make_gallery=gallery_worker.GalleryWork,
    )
