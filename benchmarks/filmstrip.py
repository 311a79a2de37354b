"""The window's thread with many photos: the pieces of work that it does at once while one goes through them.

Runs in the process of suite `live`. A piece is what the thread does between two turns of its event loop, in
processor time: other processes on the machine make none longer.
"""

from __future__ import annotations

import gc
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QSettings, QTimer
from PySide6.QtGui import QGuiApplication

from benchmarks.driver import Driver
from benchmarks.workload import eight_steps, photo
from jaxstudio.app.main import Start, make_application
from jaxstudio.files.save import save
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import to_json

FIRST = 8  # photos that are there before the others are added
WINDOW = (1000, 1600)
WAIT_MS = 150  # between two photos: a thumbnail and a frame arrive meanwhile
RESTS_MS = 1500  # thumbnails that are outdated are made anew meanwhile, the session is written
SCROLLS, SCROLL_MS = 60, 30

Do = Callable[[], object]


def main(order: str) -> None:
    """Do what `order` says and print the pieces of each scene in milliseconds, both as JSON.

    `size` (of the photos) is (height, width); `count` photos are added.
    """
    wanted = json.loads(order)
    gc.collect()
    gc.freeze()
    make_application()
    folder = Path(os.environ["JAXSTUDIO_BENCH_FOLDER"])
    start = Start(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
    paths = _photos(folder, wanted["size"], FIRST + wanted["count"])
    found = dict(drive(start, paths))
    start.window.close()
    print(json.dumps(found), flush=True)


def _photos(folder: Path, size: tuple[int, int], count: int) -> list[str]:
    """Files of one and the same photo."""
    first = folder / "photo-000.jpg"
    save(first, photo(*size))
    rest = [folder / f"photo-{number:03}.jpg" for number in range(1, count)]
    for path in rest:
        os.link(first, path)
    return [str(path) for path in (first, *rest)]


class Scenes:
    """What a person does with several photos, in a real window."""

    def __init__(self, start: Start) -> None:
        self.window, self.document = start.window, start.document
        self.image = start.window.image
        self.photos, self.io = self.image.photos, self.image.io
        start.window.resize(WINDOW[1], WINDOW[0])
        self.driver = Driver(start.window)
        self.driver.heartbeat.clock = time.thread_time
        start.show()
        self.driver.until(lambda: self.document.engine_ready)

    def wait(self, ms: int) -> None:
        over: list[bool] = []
        QTimer.singleShot(ms, self.driver, lambda: over.append(True))
        self.driver.until(lambda: bool(over))

    def settle(self) -> None:
        """Wait for the exact picture of the photo that is shown, and for what follows it."""

        def settled() -> bool:
            shown = self.document.picture is not None and self.document.picture.exact
            return shown and not self.io.opening and not self.document.moving

        self.driver.until(settled)
        self.wait(WAIT_MS)

    def pieces(self, moves: Sequence[Do], wait_ms: int, *, whole: bool = False) -> list[float]:
        """What the thread does at once while these are done; `whole`: each one's picture is waited for."""
        self.driver.heartbeat.start()
        for move in moves:
            QTimer.singleShot(0, self.driver, move)
            self.wait(wait_ms)
            if whole:
                self.settle()
        self.settle()
        self.wait(RESTS_MS)
        return self.driver.heartbeat.stop()

    def go_along(self) -> list[float]:
        """The pieces while one goes to the last of the first photos and back."""
        commands = self.image.commands
        moves = [commands["next_photo"]] * (FIRST - 1) + [commands["previous_photo"]] * (FIRST - 1)
        return self.pieces(moves, WAIT_MS, whole=True)


def drive(start: Start, paths: list[str]) -> Iterator[tuple[str, list[float]]]:
    """Each scene's name and the pieces of it."""
    scenes, recipe = Scenes(start), eight_steps()
    image, photos = scenes.image, scenes.photos
    image.photo_commands.add(paths[:FIRST])
    scenes.driver.until(lambda: photos.count == FIRST)
    photos.paste_recipe(photos.entries, recipe)
    scenes.settle()
    scenes.wait(RESTS_MS)
    yield "to another photo with the same steps", scenes.go_along()
    for number in range(1, FIRST, 2):
        photos.paste_recipe([photos.entries[number]], Recipe(recipe.steps[:number]))
    yield "to another photo with other steps", scenes.go_along()
    yield "photos added", scenes.pieces([lambda: image.photo_commands.add(paths)], RESTS_MS)
    bar = image.panels.filmstrip.list.horizontalScrollBar()

    def scroll(share: float) -> Do:
        return lambda: bar.setValue(round(bar.maximum() * share))

    yield "the strip scrolled", scenes.pieces([scroll(at / SCROLLS) for at in range(SCROLLS)], SCROLL_MS)
    image.panels.filmstrip.select_all()
    yield "all photos rated", scenes.pieces([image.commands[f"rate_{stars}"] for stars in (5, 3, 0)], WAIT_MS)
    QGuiApplication.clipboard().setText(to_json(recipe))
    yield "a recipe pasted to all photos", scenes.pieces([image.commands["paste_recipe"]], RESTS_MS)
