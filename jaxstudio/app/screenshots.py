"""Pictures of the window itself, for machines without a display."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QSettings, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from jaxstudio.app.image.stack.param_rows import NumberRow
from jaxstudio.app.main import Start, add_demo_steps, make_application
from jaxstudio.app.main_window import HEIGHT, WIDTH
from jaxstudio.app.shared import theme
from jaxstudio.app.shared.settings import THEME
from jaxstudio.errors import ComputeError, SaveError
from jaxstudio.pipeline.params import Float

PATIENCE_S = 180.0
STILL_S = 0.3
LAST_DARK = 10
LOOK_EVERY_MS = 15


def write_pictures(out_dir: Path) -> list[Path]:
    """Write screenshots of the demo as PNGs into `out_dir`; return the paths.

    Set QT_QPA_PLATFORM=offscreen before the first use of Qt where there is no display.
    """
    return with_window(lambda start: Photographer(start, Path(out_dir)).all())


def with_window(work: Callable[[Start], list[Path]]) -> list[Path]:
    """Do something with a window of the usual size that has settings of its own."""
    make_application()
    with tempfile.TemporaryDirectory() as folder:
        settings = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        THEME.write(settings, "light")
        start = Start(settings)
        start.window.resize(WIDTH, HEIGHT)  # the screen of Qt's offscreen platform is smaller than any
        try:
            return work(start)
        finally:
            start.window.close()


class Photographer:
    """Brings the window into one state after the other and keeps a picture of each."""

    suffix, quality = ".png", 20  # Qt compresses a PNG less the higher its "quality" is

    def __init__(self, start: Start, folder: Path) -> None:
        self.start, self.folder = start, folder
        self.window, self.document = start.window, start.document
        self.written: list[Path] = []
        self.failure = ""
        self.document.failed.connect(self._fail)
        self.window.image.io.failed.connect(self._fail)

    def _fail(self, text: str) -> None:
        self.failure = text

    def all(self) -> list[Path]:
        self.open()
        self.keep("1-at-once")
        self.open_sample()
        self.settle()
        self.keep("2-light")
        self._drag()
        self._split()
        self._search()
        theme.apply_theme(theme.DARK)
        self.settle()
        self.keep("6-dark")
        self._zoom()
        theme.apply_theme(theme.LIGHT)
        self._functions()
        theme.apply_theme(theme.LIGHT)
        return self.written

    def open(self) -> None:
        """Show the window, and wait until it has its size."""
        self.start.show()
        self.wait(lambda: self.document.canvas != (1, 1), "window")
        QApplication.processEvents()

    def open_sample(self) -> None:
        """The sample photo with the steps of the demo."""
        self.window.image.io.open_sample()
        self.wait(lambda: self.document.backend is not None, "engine")
        self.wait(lambda: self.document.photo is not None, "photo")
        add_demo_steps(self.document)

    def _drag(self) -> None:
        """A slider held half way."""
        for step in self.document.recipe.steps:
            for param in step.op.params:
                if isinstance(param, Float) and param.name != "cval":
                    row = self.window.image.panel.stack.card(step.key).form.rows[param.name]
                    low, high = param.slider
                    if isinstance(row, NumberRow):
                        row.slider.setFocus(Qt.FocusReason.MouseFocusReason)
                    self.document.begin_gesture()
                    self.document.set_param(step.key, param.name, low + (high - low) * 0.6)
                    self.settle()
                    self.keep("3-a-slider-held")
                    self.document.end_gesture()
                    self.document.undo()
                    self.settle()
                    return

    def _split(self) -> None:
        self.document.set_split(0.5)
        self.settle()
        self.keep("4-before-and-after")
        self.document.set_split(None)

    def _search(self) -> None:
        box = self.window.image.panel.add_box
        box.search()
        self.wait(lambda: box.complete, "thumbnails")
        self.keep("5-add-a-filter")
        box.results.hide()

    def _zoom(self) -> None:
        self.document.zoom_to(8.0)
        self.settle()
        self.keep("7-pixels")

    def _functions(self) -> None:
        """The Functions tab, twice in the light and once in the dark."""
        from jaxstudio.app.plot.examples import examples

        self.window.commands["show_functions"]()
        bench = self.window.functions.build()
        bench.controller.reported.connect(lambda kind, text: self._fail(text) if kind == "error" else None)
        for number, wanted in enumerate(examples("picture"), 8):
            if number == LAST_DARK:
                theme.apply_theme(theme.DARK)
            bench.open_example(wanted)
            self.wait(lambda: bench.settled, "curves")
            QApplication.processEvents()  # what was answered last finds its place
            self.keep(f"{number}-{wanted.name}")

    def settle(self) -> None:
        """Wait until the exact frame of the current view is drawn."""
        document = self.document
        seen = document.frames
        since = time.monotonic()

        def still() -> bool:
            nonlocal seen, since
            if document.frames != seen:
                seen, since = document.frames, time.monotonic()
            picture = document.picture
            current = picture is not None and document.shown_recipe == document.recipe
            quiet = time.monotonic() - since > STILL_S and not document.busy and not document.moving
            return bool(current) and (quiet or document.in_gesture)

        self.wait(still, "exact frame")

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        """Process events until `condition` holds; ComputeError naming `what` after `PATIENCE_S`.

        In an event loop that sleeps between events: `processEvents` in a loop never does, and the
        threads that load the engine would get the interpreter only in slices.
        """
        if condition():
            return
        loop, look = QEventLoop(), QTimer(interval=LOOK_EVERY_MS)
        deadline = time.monotonic() + PATIENCE_S

        def check() -> None:
            if self.failure or condition() or time.monotonic() > deadline:
                loop.quit()

        look.timeout.connect(check)
        look.start()
        loop.exec()
        look.stop()
        if self.failure or not condition():
            raise ComputeError(self.failure or f"no {what} came within {PATIENCE_S:.0f} s")

    def keep(self, name: str, widget: QWidget | None = None) -> None:
        path = self.folder / f"{name}{self.suffix}"
        if not (widget or self.window).grab().save(str(path), quality=self.quality):
            raise SaveError(f"cannot write {path}")
        self.written.append(path)
