"""Moves the controls of a real window, scene by scene, and notes when the picture of each move is painted.

A move is done when a frame is painted that was asked for at or after it.
"""

from __future__ import annotations

import itertools
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer

from benchmarks.heartbeat import Heartbeat
from benchmarks.workload import FIRST, LAST, STEPS, eight_steps, everyday_steps
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import Picture
from jaxstudio.app.main_window import MainWindow
from jaxstudio.errors import ComputeError
from jaxstudio.pipeline.recipe import Recipe

Move = Callable[[], object]
PATIENCE_MS = 600_000  # the first start of all compiles every kernel


class Driver(QObject):
    """Makes moves one after the other, or at a steady pace."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self.window = window
        self.heartbeat = Heartbeat(self)
        self.failure = ""
        self._loop = QEventLoop(self)
        self._moves: deque[Move] = deque()
        self._waiting: deque[float] = deque()
        self._done: list[float] = []
        self._pace = QTimer(self, timerType=Qt.TimerType.PreciseTimer)
        self._pace.timeout.connect(self._move)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(lambda: self._fail("no picture came"))
        window.image.canvas.painted.connect(self._painted)
        window.image.document.failed.connect(self._fail)

    def run(self, moves: Sequence[Move], every_ms: int = 0) -> list[float]:
        """Milliseconds from each move to its picture.

        The next move follows its picture, or comes every `every_ms` whether there is one or not.
        """
        self._moves, self._waiting, self._done = deque(moves), deque(), []
        self._pace.setInterval(every_ms)
        QTimer.singleShot(0, self, self._pace.start if every_ms else self._move)
        self._wait_for_all()
        return self._done

    def until(self, reached: Callable[[], bool]) -> None:
        """Let the window live until something is so."""
        timer = QTimer(self, interval=5)
        timer.timeout.connect(lambda: self._loop.quit() if reached() else None)
        timer.start()
        self._wait_for_all()
        timer.stop()

    def pause(self, ms: int) -> None:
        """Let the window live for a while."""
        loop = QEventLoop(self)
        QTimer.singleShot(ms, loop, loop.quit)
        loop.exec()

    def settle(self) -> None:
        """Wait for the exact frame of what there is now, so that nothing is left to compute."""
        session, asked = self.window.image.document, time.perf_counter()
        session.request()

        def exact() -> bool:
            picture = session.picture
            request = picture.request if picture is not None and picture.exact else None
            return request is not None and request.started >= asked and not session.moving

        self.until(exact)

    def _wait_for_all(self) -> None:
        self.failure = ""
        self._patience.start()
        self._loop.exec()
        self._patience.stop()
        if self.failure:
            raise ComputeError(f"bench: {self.failure}")

    def _move(self) -> None:
        if not self._moves:
            self._pace.stop()
            return
        self._waiting.append(time.perf_counter())
        self._moves.popleft()()

    def _painted(self, picture: Picture) -> None:
        now = time.perf_counter()
        if picture.request is None or not self._waiting:
            return
        started = picture.request.started
        while self._waiting and self._waiting[0] <= started:
            self._done.append((now - self._waiting.popleft()) * 1e3)
        if self._waiting:
            return
        if not self._moves:
            self._loop.quit()
        elif not self._pace.isActive():
            QTimer.singleShot(0, self, self._move)

    def _fail(self, reason: str) -> None:
        self.failure = reason
        self._pace.stop()
        self._loop.quit()


PACE_MS, REACH_MS = 16, 150


@dataclass(frozen=True)
class Scene:
    """`moves(session, count)` are made in order; with `held` a control is held meanwhile.

    `moved` is the key of the step whose slider is held: a hand points at it REACH_MS before the first move.
    With `compared` OpenCV does the same steps beside it, from that one on. With
    `adaptive` the preview may be coarser than the screen, as it is for who switches nothing. 95 of 100 moves
    may take `most_ms`.
    """

    name: str
    count: int
    moves: Callable[[ImageDocument, int], Iterator[Move]]
    moved: int | None = None
    held: bool = True
    compared: bool = False
    zoom: float | None = None
    every_ms: int = 0
    adaptive: bool = False
    recipe: Callable[[], Recipe] = eight_steps
    most_ms: float | None = None


def there_and_back(low: float, high: float, count: int) -> list[float]:
    """`count` values from low to high and back, no two neighbours equal."""
    half = count // 2
    up = [(index + 0.25) / half for index in range(half)]
    down = [1 - (index + 0.5) / (count - half) for index in range(count - half)]
    return [low + (high - low) * share for share in [*up, *down]]


def _slider(key: int, name: str, low: float, high: float) -> Callable[[ImageDocument, int], Iterator[Move]]:
    def moves(session: ImageDocument, count: int) -> Iterator[Move]:
        for value in there_and_back(low, high, count):
            yield lambda value=value: session.set_param(key, name, value)  # type: ignore[misc]

    return moves


def _sigma(key: int, low: float, high: float) -> Callable[[ImageDocument, int], Iterator[Move]]:
    return _slider(key, "sigma", low, high)


def _switching(session: ImageDocument, count: int) -> Iterator[Move]:
    keys = range(1, len(STEPS) + 1)
    for _, key in zip(range(count), itertools.cycle(keys), strict=False):
        yield lambda key=key: session.switch_step(key, not session.recipe.step(key).enabled)  # type: ignore[misc]


def _reordering(session: ImageDocument, count: int) -> Iterator[Move]:
    def move(number: int) -> None:
        place = number % len(STEPS)
        session.move_step(session.recipe.steps[place].key, (place + 3) % len(STEPS))

    for number in range(count):
        yield lambda number=number: move(number)  # type: ignore[misc]


def _zooming(session: ImageDocument, count: int) -> Iterator[Move]:
    fitted = session.viewport.zoom
    for share in there_and_back(0.0, 1.0, count):
        zoom = fitted * (3.0 / fitted) ** share
        yield lambda zoom=zoom: session.zoom_to(zoom, (300.0, 500.0))  # type: ignore[misc]


def _panning(session: ImageDocument, count: int) -> Iterator[Move]:
    for number in range(count):
        down, right = (7.0, 23.0) if number % 40 < 20 else (-7.0, -23.0)
        yield lambda down=down, right=right: session.pan(down, right)  # type: ignore[misc]


SCENES = (
    Scene("last step moves", 200, _sigma(LAST, 0.5, 20.0), LAST, compared=True),
    Scene("first step moves", 200, _sigma(FIRST, 0.5, 20.0), FIRST, compared=True),
    Scene("last step moves, adaptive", 50, _sigma(LAST, 0.5, 20.0), LAST, compared=True, adaptive=True),
    Scene("first step moves, adaptive", 50, _sigma(FIRST, 0.5, 20.0), FIRST, compared=True, adaptive=True),
    Scene("first step, 60 moves a second", 100, _sigma(FIRST, 0.5, 20.0), FIRST, every_ms=PACE_MS),
    Scene("sigma over its whole range", 100, _sigma(FIRST, 0.0, 64.0), FIRST),
    Scene("steps off and on", 48, _switching, held=False),
    Scene("steps in another order", 52, _reordering, held=False),
    Scene("zooming to 300 %", 60, _zooming, held=False),
    Scene("panning at 100 %", 80, _panning, held=False, zoom=1.0),
    Scene("sigma over its whole range, 100 %", 60, _sigma(LAST, 0.0, 64.0), LAST, zoom=1.0),
)


def everyday(name: str, key: int, param: str, low: float, high: float) -> Scene:
    name = f"ten everyday steps: {name}, adaptive"
    moves = _slider(key, param, low, high)
    return Scene(name, 50, moves, key, adaptive=True, recipe=everyday_steps, most_ms=50.0)


EVERYDAY_SCENES = (
    everyday("exposure moves", 3, "stops", -1.0, 1.0),
    everyday("shadows move", 5, "shadows", 0.0, 80.0),
    everyday("clarity moves", 8, "clarity", 0.0, 80.0),
    everyday("the vignette moves", 10, "amount", 0.0, 0.8),
)
MOVES = sum(scene.count for scene in SCENES)
