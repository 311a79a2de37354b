"""The process of suite `live`: brings up the window on a large photo, drives it, prints what it noted."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSettings

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import picture_from_photo
from jaxstudio.app.main import Start, make_application
from jaxstudio.bench.driver import SCENES, Driver, Scene
from jaxstudio.bench.measurement import milliseconds
from jaxstudio.bench.workload import by_opencv, eight_steps
from jaxstudio.pipeline.recipe import Recipe

BLOCK = 125  # moves between two turns of OpenCV


def main(order: str) -> None:
    """Drive the window as `order` says and print what was noted, both as JSON.

    `photo` and `canvas` are (height, width); of every `share` moves one is made; with `warm` all
    kernels are compiled before the first.
    """
    wanted = json.loads(order)
    make_application()
    folder = Path(os.environ["JAXSTUDIO_BENCH_FOLDER"])
    start = Start(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
    found = drive(start, **wanted)
    start.window.close()
    print(json.dumps(found), flush=True)
    if start.job is not None:
        start.job.wait()


def drive(
    start: Start, photo: tuple[int, int], canvas: tuple[int, int], share: int, warm: bool
) -> dict[str, Any]:
    """Play every scene and return what was noted."""
    window, session = start.window, start.document
    window.image.canvas.setFixedSize(canvas[1], canvas[0])
    driver = Driver(window)
    start.show()
    driver.until(lambda: session.backend is not None)
    _open(session, *photo)
    driver.heartbeat.start()
    began = time.perf_counter()
    session.set_recipe(eight_steps())
    live: Any = session.backend.live  # type: ignore[union-attr]
    driver.until(lambda: not warm or live.precompiler.wait(0))
    driver.settle()
    warm_up = {"warm_up_s": time.perf_counter() - began, "warm_up_pauses": driver.heartbeat.stop()}
    return {**warm_up, "scenes": [_play(scene, driver, session, share) for scene in SCENES]}


def _open(session: ImageDocument, height: int, width: int) -> None:
    from jaxstudio.bench.workload import photo
    from jaxstudio.files.photo import Photo

    pixels = photo(height, width)
    session.set_photo(Photo(pixels, name="bench"), picture_from_photo(pixels))


def _play(scene: Scene, driver: Driver, session: ImageDocument, share: int) -> dict[str, Any]:
    """All moves of a scene, in blocks with OpenCV's turn after each."""
    assert session.backend is not None
    session.set_recipe(eight_steps())
    session.fit()
    if scene.zoom is not None:
        session.zoom_to(scene.zoom)
    driver.settle()
    moves = list(scene.moves(session, max(2, scene.count // share)))
    noted: dict[str, Any] = {"name": scene.name, "ms": [], "opencv_ms": [], "pauses": []}
    compiles, frames = session.backend.compiles(), session.frames
    passed: list[Recipe] = []
    noting = session.recipe_changed.connect(lambda: passed.append(session.recipe))
    for first in range(0, len(moves), BLOCK):
        passed.clear()
        if scene.held:
            session.begin_gesture()
        driver.heartbeat.start()
        noted["ms"] += driver.run(moves[first : first + BLOCK], scene.every_ms)
        noted["pauses"] += driver.heartbeat.stop()
        if scene.held:
            session.end_gesture()
        driver.settle()
        if scene.compared is not None:
            noted["opencv_ms"] += _by_opencv(session, scene.compared, passed)
    session.recipe_changed.disconnect(noting)
    noted["compiles"] = session.backend.compiles() - compiles
    noted["frames"] = session.frames - frames
    return noted


def _by_opencv(session: ImageDocument, first: int, recipes: list[Recipe]) -> list[float]:
    """What OpenCV takes for the steps from `first` on, with the same values at the size of the canvas."""
    from jaxstudio.engine.live import preview_level

    level = preview_level(session.viewport.zoom)
    pixels = session.source.level(level).pixels
    calls = [by_opencv(recipe.steps[first - 1 :], level, pixels) for recipe in recipes]
    calls[0]()
    return [milliseconds(call) for call in calls]
