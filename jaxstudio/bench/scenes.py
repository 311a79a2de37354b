"""What a hand does to the window while it is measured: 1,000 moves, each of which changes the picture."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.bench.driver import Move
from jaxstudio.bench.stack import FIRST, LAST, STEPS

PACE_MS = 16


@dataclass(frozen=True)
class Scene:
    """`moves(session, count)` are made in order; with `held` a control is held meanwhile.

    `compared` is the key of the first step that changes, where OpenCV does the same steps beside it.
    """

    name: str
    count: int
    moves: Callable[[ImageDocument, int], Iterator[Move]]
    held: bool = True
    compared: int | None = None
    zoom: float | None = None
    every_ms: int = 0


def there_and_back(low: float, high: float, count: int) -> list[float]:
    """`count` values from low to high and back, no two neighbours equal."""
    half = count // 2
    up = [(index + 0.25) / half for index in range(half)]
    down = [1 - (index + 0.5) / (count - half) for index in range(count - half)]
    return [low + (high - low) * share for share in [*up, *down]]


def _sigma(key: int, low: float, high: float) -> Callable[[ImageDocument, int], Iterator[Move]]:
    def moves(session: ImageDocument, count: int) -> Iterator[Move]:
        for value in there_and_back(low, high, count):
            yield lambda value=value: session.set_param(key, "sigma", value)  # type: ignore[misc]

    return moves


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
    Scene("last step moves", 250, _sigma(LAST, 0.5, 20.0), compared=LAST),
    Scene("first step moves", 250, _sigma(FIRST, 0.5, 20.0), compared=FIRST),
    Scene("first step, 60 moves a second", 100, _sigma(FIRST, 0.5, 20.0), every_ms=PACE_MS),
    Scene("sigma over its whole range", 100, _sigma(FIRST, 0.0, 64.0)),
    Scene("steps off and on", 48, _switching, held=False),
    Scene("steps in another order", 52, _reordering, held=False),
    Scene("zooming to 300 %", 60, _zooming, held=False),
    Scene("panning at 100 %", 80, _panning, held=False, zoom=1.0),
    Scene("sigma over its whole range, 100 %", 60, _sigma(LAST, 0.0, 64.0), zoom=1.0),
)
MOVES = sum(scene.count for scene in SCENES)
