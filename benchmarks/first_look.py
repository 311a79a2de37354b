"""How soon something of a large JPEG is seen, in the real window, beside Pillow's decoding of all of it.

Runs in the process of suite `live`. The clock runs from the request to open the file to the canvas painted.
"""

from __future__ import annotations

import gc
import json
import os
import time
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QSettings, QTimer

from benchmarks.driver import Driver
from benchmarks.filmstrip import WINDOW
from benchmarks.workload import photo
from jaxstudio.app.main import Start, make_application
from jaxstudio.files.metadata import Metadata
from jaxstudio.files.photo import Photo
from jaxstudio.files.save import save


def main(order: str) -> None:
    """Print by kind of file the milliseconds of each round, to the first look and Pillow's, as JSON.

    `size` (of the photo) is (height, width); each kind is opened `rounds` times, and once before.
    """
    wanted = json.loads(order)
    folder = Path(os.environ["JAXSTUDIO_BENCH_FOLDER"])
    pixels = photo(*wanted["size"])
    paths = {"with a thumbnail": folder / "with.jpg", "without one": folder / "without.jpg"}
    save(paths["with a thumbnail"], pixels, photo=Photo(pixels, Metadata(thumbnail=True)))
    save(paths["without one"], pixels)
    del pixels
    gc.collect()
    make_application()
    start = Start(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
    opener = Opener(start)
    found = {
        kind: {
            "ms": [opener.first_look(path) for _ in range(1 + wanted["rounds"])][1:],
            "pillow": [by_pillow(path) for _ in range(wanted["rounds"])],
            "thumbnail": opener.thumbnail,
        }
        for kind, path in paths.items()
    }
    start.window.close()
    print(json.dumps(found), flush=True)


def by_pillow(path: Path) -> float:
    """Milliseconds in which Pillow decodes the whole file."""
    began = time.perf_counter()
    with Image.open(path) as image:
        image.load()
    return (time.perf_counter() - began) * 1e3


class Opener:
    """Opens photos in an empty window; `thumbnail` says whether the last first look was one."""

    def __init__(self, start: Start) -> None:
        self.document, self.io = start.document, start.window.image.io
        self.thumbnail = False
        start.window.resize(WINDOW[1], WINDOW[0])
        self.driver = Driver(start.window)
        start.show()
        self.driver.until(lambda: self.document.engine_ready)
        self._painted: list[float] = []
        start.window.image.canvas.painted.connect(self._note)

    def first_look(self, path: Path) -> float:
        """Milliseconds until something of this photo is painted; the window waits for all of it."""
        self._painted = []
        began: list[float] = []

        def open_it() -> None:
            self.document.set_photo(None)
            began.append(time.perf_counter())
            self.io.open(str(path))

        def done() -> bool:
            picture = self.document.picture
            return bool(self._painted) and not self.io.opening and picture is not None and picture.exact

        QTimer.singleShot(0, self.driver, open_it)
        self.driver.until(done)
        return (self._painted[0] - began[0]) * 1e3

    def _note(self, picture: object) -> None:
        if not self._painted:
            self.thumbnail = bool(getattr(picture, "thumbnail", False))
        self._painted.append(time.perf_counter())
