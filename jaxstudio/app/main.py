"""Starting the window: it is shown at once, and what needs JAX is imported in a thread afterwards."""

from __future__ import annotations

import gc
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

from PySide6.QtCore import QObject, QSettings, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from jaxstudio import __version__
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import Backend, Bridge, load_backend
from jaxstudio.app.main_window import MainWindow
from jaxstudio.app.shared.background_tasks import BackgroundTask, in_one_line
from jaxstudio.app.shared.buttons import app_icon
from jaxstudio.app.shared.theme import FollowSystem

LOOK_EVERY_MS = 250
# Threshold of the youngest generation: a trace makes thousands of objects that stay.
YOUNG = 10_000


class GarbageCollection(QObject):
    """Runs Python's cyclic garbage collector on the window's thread alone, and seldom.

    An object of Qt that another thread frees may end the process, and those of pyqtgraph lie in reference
    cycles: a collection that an allocation of the engine's threads starts would free them there. And what JAX
    traces stays for as long as the program runs: half a million objects, among which a full collection finds
    next to nothing while every thread waits for it, a third of a second and more each time. After each burst
    of compilations the surviving objects are frozen, so that later collections skip them.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._thresholds = (YOUNG, *gc.get_threshold()[1:])
        self._compiles: Callable[[], int] | None = None
        self._compiled = 0
        self._timer = QTimer(self, interval=LOOK_EVERY_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def watch(self, compiles: Callable[[], int]) -> None:
        """`compiles` counts what was compiled since the start."""
        self._compiles = compiles

    def collect(self) -> None:
        """Collect the oldest generation that is due; after compilations all, and freeze what is left."""
        count = self._compiles() if self._compiles is not None else self._compiled
        if count != self._compiled:
            self._compiled = count
            gc.collect()  # among what is new alone, so that nothing unreachable is kept
            gc.freeze()
            return
        due = [number for number, count in enumerate(gc.get_count()) if count > self._thresholds[number]]
        if due:
            gc.collect(due[-1])

    def stop(self) -> None:
        """Let every thread collect garbage again."""
        self._timer.stop()
        gc.enable()


@contextmanager
def suspend_collection() -> Iterator[None]:
    """Suspend garbage collection while modules are imported: tens of thousands of objects that all stay."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if enabled:
            gc.enable()


SWITCH_SECONDS = 0.0005
IMPORTS_S = 60.0  # what importing may take on a busy machine
AHEAD_MS = 4000  # without a picture by then, what is loaded ahead holds nothing up
DEMO_STEPS = (
    ("gaussian_noise", {"var": 0.002}),
    ("median", {"size": 3}),
    ("unsharp_mask", {"radius": 1.5, "amount": 1.2}),
    ("saturation", {"factor": 1.4}),
)


class Start:
    """Brings up a window, then its engine, then what it was asked to open."""

    def __init__(
        self,
        settings: QSettings,
        photo: str | None = None,
        recipe_path: str | None = None,
        device: str | None = None,
        demo: bool = False,
        sheet: str | None = None,
    ) -> None:
        self.document = ImageDocument()
        self.bridge = Bridge()
        self.bridge.connect_to(self.document)
        self.window = MainWindow(self.document, settings)
        self.window.setWindowTitle("JAXStudio")
        self._recipe_path, self._device, self._demo = recipe_path, device, demo
        self._photo, self._sheet = photo, sheet
        self.garbage = GarbageCollection(self.window)
        self.job: BackgroundTask | None = None
        self.ahead: BackgroundTask | None = None

    def show(self) -> None:
        """Show the window; all else begins once it is on the screen."""
        self.window.show()
        self.window.tab.entered()
        QTimer.singleShot(0, self.window, self.begin)

    def begin(self) -> None:
        """Load the engine and the photo, side by side."""
        self.job = BackgroundTask(lambda _: self._load(), "engine", self.window)
        self.job.succeeded.connect(self._engine_is_there)
        self.job.failed.connect(self._engine_failed)
        self.job.start()
        if self._sheet is not None:
            self.window.open_path(self._sheet)
        if self._photo is not None:
            self.window.image.io.open(self._photo)
        elif self._demo:
            self.window.image.io.open_sample()

    def _load(self) -> Backend:
        with suspend_collection():
            return load_backend(self.bridge, self._device)

    def _engine_is_there(self, backend: Backend) -> None:
        if not self.window.isVisible():
            backend.thumbnails.close()
            backend.live.close()
            return
        self.document.set_backend(backend)
        self.garbage.watch(backend.compiles)
        if self._recipe_path is not None:
            self.window.image.io.open_recipe(self._recipe_path)
        elif self._demo:
            add_demo_steps(self.document)

        # the other tabs' modules, so that entering one is no wait; the first picture comes first
        self.document.picture_arrived.connect(self._load_ahead, Qt.ConnectionType.SingleShotConnection)
        QTimer.singleShot(AHEAD_MS, self.window, self._load_ahead)

    def _load_ahead(self, *_: object) -> None:
        if self.ahead is None and self.window.isVisible():
            self.ahead = BackgroundTask(self._import_ahead, "ahead", self.window).start()

    def _import_ahead(self, job: BackgroundTask) -> None:
        for load in (self.window.image.load_ahead, self.window.functions.load_ahead):
            if not job.cancelled():
                with suspend_collection():
                    load()

    def report_bug(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Report an unexpected exception in the window, and its traceback on the terminal."""
        traceback.print_exception(kind, error, trace)
        text = self.window.tr("Something went wrong inside: {0}. What you made is kept.")
        self.window.tab.say("error", text.format(in_one_line(error)))

    def _engine_failed(self, reason: str) -> None:
        self.document.failed.emit(self.window.tr("The engine did not start: {0}").format(reason))


def add_demo_steps(document: ImageDocument) -> None:
    """A stack to play with; steps that this catalogue lacks are left out."""
    assert document.backend is not None
    recipe = document.recipe
    for name, params in DEMO_STEPS:
        if name in document.backend.catalogue:
            recipe = recipe.added(document.backend.catalogue[name], params)
    document.set_recipe(recipe)


def make_application() -> QApplication:
    """The application with its name and theme."""
    # the window's thread waits so long at most for the interpreter while the engine's has it
    sys.setswitchinterval(SWITCH_SECONDS)
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(
        QGuiApplication.highDpiScaleFactorRoundingPolicy().PassThrough
    )
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("jaxstudio")
    app.setApplicationDisplayName("")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("jaxstudio")
    app.setWindowIcon(app_icon())
    FollowSystem(app)
    return app


def run(
    photo: str | None,
    *,
    recipe_path: str | None = None,
    device: str | None = None,
    demo: bool = False,
    sheet: str | None = None,
) -> int:
    """Run the window until it is closed; the exit code."""
    app = make_application()
    settings = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "jaxstudio", "jaxstudio")
    start = Start(settings, photo, recipe_path, device, demo, sheet)
    start.show()
    sys.excepthook = start.report_bug
    # Ctrl+C in the terminal and the desktop's end close the window; the timer lets Python see the signal.
    for asked in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked, lambda *_: start.window.close())
    alive = QTimer(interval=200)
    alive.timeout.connect(lambda: None)
    alive.start()
    code = app.exec()
    for job in (start.job, start.ahead):
        if job is not None:
            job.cancel()
            job.wait(IMPORTS_S)  # a thread that still imports when the interpreter ends would crash it
    return code
