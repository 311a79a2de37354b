"""Starting the window: the engine's process is started, and the window shown while that imports JAX."""

from __future__ import annotations

import gc
import logging
import signal
import sys
import traceback
from collections.abc import Sequence
from types import TracebackType

from PySide6.QtCore import QObject, QSettings, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from jaxstudio import __version__
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import Backend, Bridge
from jaxstudio.app.image.image_tab import NEEDED_LATER, OF_CARDS
from jaxstudio.app.main_window import MainWindow
from jaxstudio.app.playground.playground_tab import NEEDED_LATER as NEEDED_BY_PLAYGROUND
from jaxstudio.app.plot.plot_tab import NEEDED_LATER as NEEDED_BY_FUNCTIONS
from jaxstudio.app.shared.background_tasks import BackgroundTask, in_one_line
from jaxstudio.app.shared.buttons import app_icon
from jaxstudio.app.shared.idle_imports import IMPORTS_S, idle_imports
from jaxstudio.app.shared.settings import THEME
from jaxstudio.app.shared.text import chosen_language, install_language, tr
from jaxstudio.app.shared.theme import FollowSystem
from jaxstudio.backend.client import EngineClient
from jaxstudio.backend.early import EarlyEngine
from jaxstudio.pipeline.catalogue import Catalogue
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.runtime.app_log import start_log

LOG = logging.getLogger(__name__)
LOOK_EVERY_MS = 250
# Threshold of the youngest generation.
YOUNG = 10_000


class GarbageCollection(QObject):
    """Runs Python's cyclic garbage collector on the window's thread alone, and seldom.

    An object of Qt that another thread frees may end the process, and those of pyqtgraph lie in reference
    cycles: a collection that an allocation of another thread starts would free them there.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._thresholds = (YOUNG, *gc.get_threshold()[1:])
        self._timer = QTimer(self, interval=LOOK_EVERY_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collect the oldest generation that is due."""
        due = [number for number, count in enumerate(gc.get_count()) if count > self._thresholds[number]]
        if due:
            gc.collect(due[-1])

    @staticmethod
    def skip_survivors() -> None:
        """Exempt the present objects (modules, classes, widgets that stay) from later collections.

        A collection of everything takes 35 ms without that, two frames.
        """
        gc.freeze()

    def stop(self) -> None:
        """Let every thread collect garbage again."""
        self._timer.stop()
        gc.enable()


SWITCH_SECONDS = 0.0005
AHEAD_MS = 4000  # without a picture by then, what is loaded ahead holds nothing up
TOUR_MS = 1200  # after the window is shown
DEMO_STEPS = (
    ("gaussian_noise", {"var": 0.002}),
    ("median", {"size": 3}),
    ("unsharp_mask", {"radius": 1.5, "amount": 1.2}),
    ("saturation", {"factor": 1.4}),
)


class Start:
    """The start: the engine's process, a window, then the files of the command line."""

    def __init__(
        self,
        settings: QSettings,
        photo: str | None = None,
        recipe_path: str | None = None,
        device: str | None = None,
        demo: bool = False,
        sheet: str | None = None,
        engine: EarlyEngine | None = None,
        session: str | None = None,
        several: Sequence[str] = (),
    ) -> None:
        self.document = ImageDocument()
        self.bridge = Bridge()
        self.bridge.connect_to(self.document)
        # first: it takes longer
        client = EngineClient(self.bridge, device or "") if engine is None else engine.connect(self.bridge)
        self.document.engine_client = client
        self._client = client
        self._early_photo = None if engine is None else engine.photo
        self.window = MainWindow(self.document, settings)
        self.window.setWindowTitle("JAXStudio")
        # after the widgets: Qt matches the sheet's rules again with each that is given another parent
        theme = FollowSystem(self.window, THEME.read(settings))
        self.window.theme_menu.chosen.connect(theme.choose)
        self._device = device
        self._recipe_path, self._demo = recipe_path, demo
        self._photo, self._sheet, self._session, self._several = photo, sheet, session, several
        self.garbage = GarbageCollection(self.window)
        self.soon: BackgroundTask | None = None
        self.ahead: bool | None = (
            None  # whether all that is needed later is imported; None before that begins
        )

    def show(self) -> None:
        """Show the window; all else begins once it is on the screen."""
        self.window.show()
        self.window.tab.entered()
        self.garbage.skip_survivors()
        self.window.preferences.start(self._device is not None)
        # imports would hold up the window: they come when that is seen
        self.window.painted_first.connect(self._read_filters)
        QTimer.singleShot(0, self.window, self.begin)

    def begin(self) -> None:
        """Open the files of the command line; a recipe or a session waits for the filters."""
        if self.document.backend is not None:
            self._open_recipe()
        else:
            self.document.backend_changed.connect(self._open_recipe, Qt.ConnectionType.SingleShotConnection)
        if self._sheet is not None:
            self.window.open_path(self._sheet)
        if self._early_photo is not None:
            self.window.image.io.open_early(self._early_photo)
        elif self._photo is not None:
            self.window.image.io.open(self._photo)
        elif self._several:
            self.window.image.open_paths(self._several)
        elif self._demo:
            self.window.image.io.open_sample()
        self.document.engine_started.connect(self._log_devices)
        # the other tabs' modules, so that entering one is no wait; the first picture comes first
        self.document.picture_arrived.connect(
            lambda _: self._load_ahead(), Qt.ConnectionType.SingleShotConnection
        )
        # a function, which keeps this object: of a method, the timer would keep a pointer alone
        QTimer.singleShot(AHEAD_MS, self.window, lambda: self._load_ahead())

    def _open_recipe(self) -> None:
        if self._session is not None:
            self.window.session.open(self._session)
        elif self._recipe_path is not None:
            self.window.image.io.open_recipe(self._recipe_path)
        elif self._demo:
            add_demo_steps(self.document)

    def _read_filters(self) -> None:
        self.soon = BackgroundTask(lambda _: self._client.catalogue, "filters", self.window)
        self.soon.succeeded.connect(self._take_filters)
        self.soon.ended.connect(self._load_cards)
        self.soon.start()

    def _take_filters(self, catalogue: Catalogue[OpSpec] | None) -> None:
        """The filters that were kept from the last start are known before the engine is there."""
        document = self.document
        if document.engine_client is not None and document.backend is None and catalogue is not None:
            document.set_backend(Backend(catalogue, document.engine_client))

    def _load_cards(self) -> None:
        idle_imports().ask(OF_CARDS, self.window, self.garbage.skip_survivors, awaited=True)

    def _log_devices(self) -> None:
        for line in self.window.device_lines():
            LOG.info("device %s", line)

    def _load_ahead(self) -> None:
        if self.ahead is None and isValid(self.window) and self.window.isVisible():
            self.ahead = False
            modules = (*NEEDED_LATER, *NEEDED_BY_FUNCTIONS, *NEEDED_BY_PLAYGROUND)
            idle_imports().ask(modules, self.window, self._be_ahead, awaited=False)

    def _be_ahead(self) -> None:
        self.garbage.skip_survivors()
        self.ahead = True

    def report_bug(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Report an unexpected exception in the window, and its traceback on the terminal."""
        traceback.print_exception(kind, error, trace)
        LOG.error("not expected", exc_info=(kind, error, trace))
        text = tr("Something went wrong inside: {0}. What you made is kept.")
        self.window.tab.say("error", text.format(in_one_line(error)))


def add_demo_steps(document: ImageDocument) -> None:
    """A stack to play with; steps that this catalogue lacks are left out."""
    assert document.backend is not None
    recipe = document.recipe
    for name, params in DEMO_STEPS:
        if name in document.backend.catalogue:
            recipe = recipe.added(document.backend.catalogue[name], params)
    document.set_recipe(recipe)


def make_application() -> QApplication:
    """The application with its name and style; its theme comes with the window."""
    # the window's thread waits so long at most for the interpreter while another one has it: those that read
    # what the child processes send, those that import
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
    app.setStyle("Fusion")
    return app


def run(
    photo: str | None,
    *,
    recipe_path: str | None = None,
    device: str | None = None,
    demo: bool = False,
    sheet: str | None = None,
    engine: EarlyEngine | None = None,
    session: str | None = None,
    several: Sequence[str] = (),
) -> int:
    """Run the window until it is closed; the exit code."""
    log = start_log()
    app = make_application()
    settings = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "jaxstudio", "jaxstudio")
    install_language(chosen_language(settings))
    start = Start(settings, photo, recipe_path, device, demo, sheet, engine, session, several)
    start.show()
    QTimer.singleShot(TOUR_MS, start.window, start.window.offer_tour)
    sys.excepthook = start.report_bug
    # Ctrl+C in the terminal and the desktop's end close the window; the timer lets Python see the signal.
    for asked in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked, lambda *_: start.window.close())
    alive = QTimer(interval=200)
    alive.timeout.connect(lambda: None)
    alive.start()
    code = app.exec()
    idle_imports().stop()
    if start.soon is not None:
        start.soon.cancel()
        start.soon.wait(IMPORTS_S)  # a thread that still imports when the interpreter ends would crash it
    if log is not None:
        log.stop()
    return code
