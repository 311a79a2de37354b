"""In the process of suite `start`: notes when the window, the photo and a filtered frame are painted."""

from __future__ import annotations

import json
import os
import time

from PySide6.QtCore import QEvent, QObject, QSettings, QTimer

from jaxstudio.app import main as app
from jaxstudio.app.image.engine_bridge import Picture


class Watch(QObject):
    """Prints the milliseconds since the process was started, then closes the window."""

    def __init__(self, start: app.Start, began: float) -> None:
        super().__init__(start.window)
        self.start, self.began = start, began
        self.noted: dict[str, float] = {}
        start.window.installEventFilter(self)
        start.window.image.canvas.painted.connect(self._painted)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self, lambda: self._note("window"))
        return False

    def _painted(self, picture: Picture) -> None:
        self._note("photo")
        if picture.request is not None and picture.request.recipe.steps:
            self._note("frame")
            print(json.dumps(self.noted), flush=True)
            self.start.window.image.canvas.painted.disconnect(self._painted)
            QTimer.singleShot(0, self.start.window.close)

    def _note(self, what: str) -> None:
        self.noted.setdefault(what, (time.time() - self.began) * 1e3)


def watch(began: float) -> None:
    """Have the next window watched; `began` is when the process was started, on the clock of time.time."""
    folder = os.environ["JAXSTUDIO_BENCH_FOLDER"]
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, folder)

    class Watched(app.Start):
        def show(self) -> None:
            self.watch = Watch(self, began)
            super().show()

    app.Start = Watched  # type: ignore[misc]
