"""The process that drives the Functions tab: from a slider moved to the picture painted."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QEventLoop, QObject, QSettings, QTimer

from benchmarks.driver import Move, there_and_back
from benchmarks.heartbeat import Heartbeat
from jaxstudio.app.main import make_application
from jaxstudio.app.plot.workbench import Workbench
from jaxstudio.app.shared.theme import FollowSystem
from jaxstudio.errors import ComputeError
from jaxstudio.functions.curves.sampling import grid
from jaxstudio.functions.document import Document
from jaxstudio.functions.protocol.requests import SheetLine
from jaxstudio.functions.protocol.scene import View

Values = Callable[[np.ndarray, float], np.ndarray]
# Ten curves, each with three derivatives, all moved by one slider; and as written in NumPy.
LINES: dict[str, Values] = {
    "sin(a x)": lambda x, a: np.sin(a * x),
    "a x^2/10 - 2": lambda x, a: a * x**2 / 10 - 2,
    "exp(-(x/a)^2)": lambda x, a: np.exp(-((x / a) ** 2)),
    "x^3/50 + a cos(x)": lambda x, a: x**3 / 50 + a * np.cos(x),
    "a atan(x)": lambda x, a: a * np.arctan(x),
    "sqrt(x^2 + a^2)": lambda x, a: np.sqrt(x**2 + a**2),
    "cos(x + a) + sin(3x)/3": lambda x, a: np.cos(x + a) + np.sin(3 * x) / 3,
    "tanh(x/a) * 3": lambda x, a: np.tanh(x / a) * 3,
    "log(x^2 + a^2)": lambda x, a: np.log(x**2 + a**2),
    "a x exp(-x^2/4)": lambda x, a: a * x * np.exp(-(x**2) / 4),
}
# What is typed anew; with another number each time, no kernel is kept for it on the disk.
TYPED: dict[str, Values] = {
    "sin({a}x)/x + x": lambda x, a: np.sin(a * x) / x + x,
    "x^3/9 - {a}x + sin(5x)": lambda x, a: x**3 / 9 - a * x + np.sin(5 * x),
    "exp(-x^2/{a}) cos(5x)": lambda x, a: np.exp(-(x**2) / a) * np.cos(5 * x),
    "sqrt(x^2 + {a}) - 2": lambda x, a: np.sqrt(x**2 + a) - 2,
    "1/(x^2 - {a})": lambda x, a: 1 / (x**2 - a),
}
ORDERS = (0, 1, 2, 3)
SIZE = (1500, 1000)
PATIENCE_S = 300.0


@dataclass(frozen=True)
class Hand:
    """What a hand does: `moves(bench, count)`, each of which asks for another picture."""

    name: str
    count: int
    moves: Callable[[Workbench, int], Iterator[Move]]
    held: bool = False


def _slider(bench: Workbench, count: int) -> Iterator[Move]:
    for value in there_and_back(0.5, 4.0, count):
        yield lambda value=value: bench.controller.set_slider("a", value)  # type: ignore[misc]


def _panning(bench: Workbench, count: int) -> Iterator[Move]:
    for number in range(count):
        sense = 1.0 if number % 40 < 20 else -1.0
        yield lambda sense=sense: bench.controller.pan(13.0 * sense, 3.0 * sense)  # type: ignore[misc]


def _zooming(bench: Workbench, count: int) -> Iterator[Move]:
    for number in range(count):
        factor = 1.05 if number % 40 < 20 else 1 / 1.05
        yield lambda factor=factor: bench.controller.zoom(factor, (500.0, 400.0))  # type: ignore[misc]


HANDS = (Hand("slider", 300, _slider, held=True), Hand("pan", 100, _panning), Hand("zoom", 100, _zooming))


def main(order: str) -> None:
    """Drive the tab as `order` says and print what was noted, both as JSON.

    `hands` asks for moving hands, too; of every `share` texts and moves one is made, on so many `lines`.
    """
    wanted = json.loads(order)
    app = make_application()
    FollowSystem(app)
    folder = Path(os.environ["JAXSTUDIO_BENCH_FOLDER"])
    bench = Workbench(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
    bench.resize(*SIZE)
    bench.show()
    bench.start()
    driver = PlotDriver(bench)
    found = type_texts(driver, wanted["share"])
    if wanted["hands"]:
        found |= move_hands(driver, wanted["share"], wanted.get("lines", len(LINES)))
    bench.close()
    app.processEvents()
    print(json.dumps(found), flush=True)


def type_texts(driver: PlotDriver, share: int) -> dict[str, Any]:
    """`first`: from the last key of each text to its first curve; `refined`: to the refined ones."""
    texts = dict(list(TYPED.items())[: max(len(TYPED) // share, 1)])
    _type(driver, texts)  # the very first picture loads more than others
    return {"first": _type(driver, texts), "refined": _type(driver, texts, orders=ORDERS, refined=True)}


def move_hands(driver: PlotDriver, share: int, count: int) -> dict[str, Any]:
    """For each of the `hands` the milliseconds `ms` of each move until its picture is painted, `first_ms`
    until any picture is that shows the new view (the old one, moved), the `pauses` of the window's thread,
    `compiles` and the time of this process alone; `paint_ms` of the whole picture. `plain` is the time
    that NumPy takes for the values, and pyqtgraph to paint the same points.
    """
    bench, lines = driver.bench, dict(list(LINES.items())[:count])
    document = Document()
    for text in lines:
        document = document.adding(SheetLine(text, orders=ORDERS))
    bench.controller.set_document(document)
    driver.until(lambda: bench.controller.settled)
    # every kernel compiled before anything is measured, for moving hands too
    for hand in HANDS:
        driver.run(list(hand.moves(bench, 4)))
    driver.until(lambda: bench.controller.settled)
    paint_ms, points = paint_times(bench)
    hands = [_play(hand, driver, share) for hand in HANDS]
    return {
        "points": points,
        "hands": hands,
        "paint_ms": paint_ms["ours"],
        "plain": {"numpy": _numpy(list(lines.values()), 2.0), "pyqtgraph": paint_ms["pyqtgraph"]},
    }


def _type(driver: PlotDriver, texts: Mapping[str, Values], **how: Any) -> dict[str, Any]:
    """Each text typed with a number of its own: the milliseconds it took, and what plain tools take."""
    ms, plain = [], []
    for text, values in texts.items():
        number = round(1 + time.time_ns() // 1000 % 10**6 / 10**6, 6)
        ms.append(driver.first_curve(text.format(a=number), **how))
        paint_ms, _ = paint_times(driver.bench, 3)
        plain.append({"numpy": _numpy([values], number), "pyqtgraph": paint_ms["pyqtgraph"]})
    return {"ms": ms, "plain": plain}


def _numpy(functions: list[Values], a: float) -> float:
    """Milliseconds for the values of these functions on the grid of a curve."""
    x = grid((-10.0, 10.0))
    times = []
    for _ in range(5):
        began = time.perf_counter()
        with np.errstate(all="ignore"):
            for values in functions:
                values(x, a)
        times.append((time.perf_counter() - began) * 1e3)
    return float(np.median(times))


def _play(hand: Hand, driver: PlotDriver, share: int) -> dict[str, Any]:
    controller = driver.bench.controller
    compiles = driver.compiles
    if hand.held:
        controller.begin_gesture()
    moves = list(hand.moves(driver.bench, max(hand.count // share, 4)))
    driver.heartbeat.start()
    began = time.process_time()
    first_ms, ms = driver.run(moves)
    cpu_ms = (time.process_time() - began) / len(moves) * 1e3
    pauses = driver.heartbeat.stop()
    if hand.held:
        controller.end_gesture()
    driver.until(lambda: controller.settled)
    compiles = driver.compiles - compiles
    noted = {"ms": ms, "first_ms": first_ms, "pauses": pauses, "compiles": compiles, "cpu_ms": cpu_ms}
    return {"name": hand.name, **noted}


class PlotDriver(QObject):
    """Makes moves one after the other and notes when the picture of each is painted."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.bench = bench
        self.heartbeat = Heartbeat(self)
        self.compiles = 0
        self.failure = ""
        self._painted_number = 0
        self._painted_at: list[float] = []
        bench.controller.reported.connect(self._keep_failure)
        bench.plane.painted.connect(self._painted)
        bench.controller.scene_changed.connect(self._count)

    def _painted(self, number: int) -> None:
        self._painted_number = max(self._painted_number, number)
        self._painted_at.append(time.perf_counter())

    def _keep_failure(self, kind: str, text: str) -> None:
        if kind == "error":
            self.failure = text

    def _count(self) -> None:
        assert self.bench.controller.scene is not None
        self.compiles += self.bench.controller.scene.compiles

    def until(self, reached: Callable[[], bool]) -> None:
        """Let the window live until something is so."""
        loop, deadline = QEventLoop(self), time.monotonic() + PATIENCE_S
        self.bench.plane.painted.connect(loop.quit)
        beat = QTimer(self, interval=5)
        beat.timeout.connect(loop.quit)
        beat.start()
        while not reached():
            if self.failure or time.monotonic() > deadline:
                raise ComputeError(f"bench: {self.failure or 'no picture came'}")
            loop.exec()
        beat.stop()
        self.bench.plane.painted.disconnect(loop.quit)

    def run(self, moves: list[Move]) -> tuple[list[float], list[float]]:
        """Milliseconds from each move to the first picture after it, and to its own; the next follows that.

        The first may be the last one in another place, but never one of another view than the new one.
        """
        controller, first, own = self.bench.controller, [], []
        for move in moves:
            before = max(controller.requests, default=0)
            self._painted_at = []
            began = time.perf_counter()
            move()
            number = max(controller.requests, default=0)
            if number > before:
                self.until(lambda number=number: self._painted_number >= number)  # type: ignore[misc]
                own.append((time.perf_counter() - began) * 1e3)
                first.append((self._painted_at[0] - began) * 1e3)
        return first, own

    def first_curve(self, text: str, orders: tuple[int, ...] = (0,), refined: bool = False) -> float:
        """Milliseconds from the last key of a line to its first curve, or to the refined picture."""
        controller = self.bench.controller
        controller.set_document(Document().adding(SheetLine("x")))
        self.until(lambda: controller.settled)
        began = time.perf_counter()
        controller.set_line(controller.document.lines[0].key, text=text, orders=orders)
        number = max(controller.requests)

        def there() -> bool:
            scene = controller.scene
            drawn = scene is not None and scene.number >= number and bool(scene.lines[0].curves)
            return controller.settled if refined else drawn and self._painted_number >= number

        self.until(there)
        return (time.perf_counter() - began) * 1e3


def paint_times(bench: Workbench, count: int = 15) -> tuple[dict[str, float], int]:
    """Milliseconds to paint the plane, ours and pyqtgraph's, alike in points and pens; how many points."""
    from PySide6.QtGui import QImage, QPainter

    from jaxstudio.app.plot.plane.picture import paint

    plane, controller = bench.plane, bench.controller
    view = View(controller.view.x, controller.view.y, plane.width(), plane.height())
    image = QImage(view.width_px, view.height_px, QImage.Format.Format_RGB32)
    scenery, style = plane.scenery(), plane.plot_style(1.0)
    scene = controller.scene
    assert scene is not None
    pieces = [(piece.x, piece.y) for drawn in scene.lines for curve in drawn.curves for piece in curve.pieces]

    def ours() -> None:
        painter = QPainter(image)
        paint(painter, scenery, view, style)
        painter.end()

    theirs = _pyqtgraph(pieces, view, image)
    times: dict[str, list[float]] = {"ours": [], "pyqtgraph": []}
    for _ in range(count):
        for name, call in (("ours", ours), ("pyqtgraph", theirs)):
            began = time.perf_counter()
            call()
            times[name].append((time.perf_counter() - began) * 1e3)
    found = {name: float(np.median(values)) for name, values in times.items()}
    return found, sum(len(x) for x, _ in pieces)


def _pyqtgraph(pieces: list[tuple[np.ndarray, np.ndarray]], view: View, image: Any) -> Callable[[], None]:
    """The same curves in a PlotWidget, antialiased and two pixels wide."""
    import pyqtgraph
    from PySide6.QtGui import QPainter

    pyqtgraph.setConfigOptions(antialias=True, background="w", foreground="k")
    widget = pyqtgraph.PlotWidget()
    widget.resize(view.width_px, view.height_px)
    widget.showGrid(x=True, y=True)
    for x, y in pieces:
        widget.plot(x, y, pen=pyqtgraph.mkPen("#c74440", width=2))
    widget.setXRange(*view.x, padding=0)
    widget.setYRange(*view.y, padding=0)
    widget.grab()

    def call() -> None:
        painter = QPainter(image)
        widget.render(painter)
        painter.end()

    return call
