"""The process of suite `live`: brings up the window on a large photo, drives it, prints what it noted."""

from __future__ import annotations

import gc
import json
import os
import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSettings

from benchmarks.driver import EVERYDAY_SCENES, REACH_MS, SCENES, Driver, Scene
from benchmarks.measurement import milliseconds
from benchmarks.workload import by_opencv, eight_steps, photo
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import picture_from_look
from jaxstudio.app.main import Start, make_application
from jaxstudio.backend.protocol import Opened, OpenRequest, pack_recipe, unpack_recipe
from jaxstudio.engine.source import Source
from jaxstudio.errors import ComputeError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

BLOCK = 125  # moves between two turns of OpenCV


def main(order: str) -> None:
    """Drive the window as `order` says and print what was noted, both as JSON.

    `size` (of the photo) and `canvas` are (height, width); of every `share` moves one is made; with `warm`
    all kernels are compiled before the first.

    OpenCV has its turns in this process, and what it needs imports JAX: the window makes no use of that.
    """
    wanted = json.loads(order)
    gc.collect()
    gc.freeze()
    make_application()
    folder = Path(os.environ["JAXSTUDIO_BENCH_FOLDER"])
    start = Start(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
    found = drive(start, **wanted)
    start.window.close()
    print(json.dumps(found), flush=True)


def drive(
    start: Start, size: tuple[int, int], canvas: tuple[int, int], share: int, warm: bool
) -> dict[str, Any]:
    """Play every scene and return what was noted."""
    window, session = start.window, start.document
    window.image.canvas.setFixedSize(canvas[1], canvas[0])
    driver = Driver(window)
    start.show()
    driver.until(lambda: session.engine_ready)
    pixels = photo(*size)
    _open(driver, session, pixels)
    source = Source(pixels)
    driver.heartbeat.start()
    began = time.perf_counter()
    session.set_recipe(eight_steps())
    driver.settle()
    driver.until(lambda: not warm or not session.engine_client.status.compiling)  # type: ignore[union-attr]
    warm_up = {
        "warm_up_s": time.perf_counter() - began,
        "warm_up_pauses": driver.heartbeat.stop(),
        "warm_up_processor": driver.heartbeat.processor,
    }
    return {
        **warm_up,
        "scenes": [_play(scene, driver, session, source, share) for scene in (*SCENES, *EVERYDAY_SCENES)],
    }


def _open(driver: Driver, session: ImageDocument, pixels: Any) -> None:
    """Have the engine's process open pixels as if they had been pasted."""
    live, answers = session.engine_client, list[Any]()
    assert live is not None
    live.open(OpenRequest(live.new_token(), pixels=pixels, name="bench"), answers.append, answers.append)
    driver.until(lambda: bool(answers))
    if not isinstance(answers[0], Opened):
        raise ComputeError(f"bench: {answers[0]}")
    session.set_photo(answers[0].photo, picture_from_look(answers[0].look))


def _play(scene: Scene, driver: Driver, session: ImageDocument, source: Source, share: int) -> dict[str, Any]:
    """All moves of a scene, in blocks with OpenCV's turn after each."""
    assert session.engine_client is not None
    session.set_recipe(scene.recipe())
    session.fit()
    session.adaptive = scene.adaptive
    if scene.zoom is not None:
        session.zoom_to(scene.zoom)
    driver.settle()
    driver.until(lambda: not session.engine_client.status.compiling)  # type: ignore[union-attr]
    moves = list(scene.moves(session, max(2, scene.count // share)))
    noted: dict[str, Any] = {
        "name": scene.name,
        "most_ms": scene.most_ms,
        "ms": [],
        "opencv_ms": [],
        "pauses": [],
        "processor": [],
    }
    compiles, frames = session.engine_client.compiles(), session.frames
    passed: list[Recipe] = []
    noting = session.recipe_changed.connect(lambda: passed.append(session.recipe))
    for first in range(0, len(moves), BLOCK):
        passed.clear()
        if scene.moved is not None:
            session.expect(scene.moved)
            driver.pause(REACH_MS)
        if scene.held:
            session.begin_gesture()
        driver.heartbeat.start()
        noted["ms"] += driver.run(moves[first : first + BLOCK], scene.every_ms)
        noted["pauses"] += driver.heartbeat.stop()
        noted["processor"] += driver.heartbeat.processor
        if scene.held:
            session.end_gesture()
        driver.settle()
        if scene.compared and scene.moved is not None:
            noted["opencv_ms"] += _by_opencv(session, source, scene.moved, passed)
    session.recipe_changed.disconnect(noting)
    noted["compiles"] = session.engine_client.compiles() - compiles
    noted["frames"] = session.frames - frames
    return noted


def _by_opencv(session: ImageDocument, source: Source, first: int, recipes: list[Recipe]) -> list[float]:
    """What OpenCV takes for the steps from `first` on, with the same values at the size of the canvas."""
    frame = session.picture.frame if session.picture is not None else None
    level = frame.level if frame is not None else 0
    pixels = source.level(level).pixels
    calls = [
        by_opencv(unpack_recipe(pack_recipe(recipe), CATALOGUE).steps[first - 1 :], level, pixels)
        for recipe in recipes
    ]
    calls[0]()
    return [milliseconds(call) for call in calls]
