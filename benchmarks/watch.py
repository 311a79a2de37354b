"""In the process of suite `start`: notes when the window, the photo and a filtered frame are painted."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSettings, QTimer
from PySide6.QtWidgets import QWidget

from jaxstudio.app import main as app
from jaxstudio.app.image.engine_bridge import Picture

TREE = "JAXSTUDIO_BENCH_TREE"  # the file for the tree of widgets; the window is then closed at once
# For classes that cannot be made alone.
STAND_INS = {"QAbstractButton": "QPushButton", "QSplitterHandle": "QWidget", "QTabBar": "QWidget"}
PLAIN = ("PySide6.QtWidgets", "PySide6.QtGui", "PySide6.QtCore")


def widget_tree(window: QWidget) -> list[dict[str, Any]]:
    """The widgets of a window, parents first: class of Qt, the parent's index, geometry, text, visibility."""
    places: dict[QObject, int] = {window: 0}
    tree: list[dict[str, Any]] = []
    for widget in (window, *window.findChildren(QWidget)):
        parent = widget.parentWidget()
        if widget is not window and parent not in places:
            continue  # within one that Qt makes by itself
        places[widget] = len(tree)
        box = widget.geometry()
        text = getattr(widget, "text", lambda: "")()
        kind = next(each.__name__ for each in type(widget).__mro__ if each.__module__ in PLAIN)
        tree.append(
            {
                "class": STAND_INS.get(kind, kind),
                "parent": None if parent is None else places[parent],
                "box": [box.x(), box.y(), box.width(), box.height()],
                "text": text if isinstance(text, str) else "",
                "shown": widget.isVisible(),
                "actions": [action.text() for action in widget.actions()],
            }
        )
    return tree


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
            QTimer.singleShot(0, self, self._painted_first)
        return False

    def _painted_first(self) -> None:
        self._note("window")
        self.noted["window's processor"] = time.process_time() * 1e3
        tree = os.environ.get(TREE)
        if tree is not None:
            Path(tree).write_text(json.dumps(widget_tree(self.start.window)))
            self.start.window.close()
            print("{}", flush=True)

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
