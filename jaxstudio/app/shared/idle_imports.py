"""Modules that the window needs later are imported on its own thread, one at a time, while it is idle.

PySide builds the meta object of a class without a lock: a class derived from a Qt class that another thread
creates ends the process by a segmentation fault now and then. So a thread imports only what knows no Qt:
NumPy, the language of functions, the standard library. Then the window's thread imports pyqtgraph and the
modules of `jaxstudio.app`, each after those that it imports itself, so that each import is short.
"""

from __future__ import annotations

import importlib
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from shiboken6 import isValid

from jaxstudio.app.shared.background_tasks import BackgroundTask

SLICE_S = 0.004  # imports that are shorter than this share a turn of the event loop
PAUSE_MS = 2
IMPORTS_S = 60.0  # what importing may take on a busy machine
APP = "jaxstudio.app"
KNOW_QT = (APP, "PySide6", "shiboken6", "pyqtgraph")
# What pyqtgraph imports of the standard library, and of Qt.
NEEDS_OF_PYQTGRAPH = ("cProfile", "decimal", "multiprocessing.connection", "pydoc", "xml.etree.ElementTree")
QT_OF_PYQTGRAPH = ("PySide6.QtSvg", "PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets", "PySide6.QtTest")
TYPES_OF_PYQTGRAPH = ("PySide6.QtCore", "PySide6.QtGui", "PySide6.QtWidgets")
# A statement in the first column: none of a function, none under a condition.
_STATEMENT = re.compile(
    r"^(?:from +(?P<package>[\w.]+) +import +(?P<names>\([^)]*\)|.*)|import +(?P<module>[\w.]+).*)",
    re.MULTILINE,
)


class IdleImports(QObject):
    """Imports modules in a thread; the latest request that someone waits for comes first.

    Attributes:
        longest_s: the longest time that the window's thread was held up.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.longest_s = 0.0
        self._requests: list[_Request] = []
        self._timer = QTimer(self, interval=PAUSE_MS)
        self._timer.timeout.connect(self._import_some)

    def ask(
        self, names: Sequence[str], parent: QObject, then: Callable[[], object], *, awaited: bool
    ) -> None:
        """Call `then` once the modules are imported, unless `parent` is gone."""
        request = _Request(names, parent, then, self)
        self._requests.insert(0 if awaited else len(self._requests), request)
        request.prepared.ended.connect(self._timer.start)
        request.prepared.start()

    def stop(self) -> None:
        """Drop all requests and wait for the threads: an import at the end of the process would crash it."""
        self._timer.stop()
        requests, self._requests = self._requests, []
        for request in requests:
            request.prepared.cancel()
            request.prepared.wait(IMPORTS_S)

    def _import_some(self) -> None:
        begin = time.perf_counter()
        request = next((each for each in self._requests if each.ready), None)
        if request is None:
            self._timer.stop()
            return
        try:
            for _ in request.imports:
                if time.perf_counter() - begin > SLICE_S:
                    return
        except Exception:
            self._requests.remove(request)
            raise
        finally:
            self.longest_s = max(self.longest_s, time.perf_counter() - begin)
        self._requests.remove(request)
        if isValid(request.parent):
            request.then()


class _Request:
    """Modules that were asked for; once this is `ready`, each step of `imports` imports one of them."""

    def __init__(
        self, names: Sequence[str], parent: QObject, then: Callable[[], object], importer: QObject
    ) -> None:
        self.parent, self.then = parent, then
        self.ready = False
        self._order = list(names)
        self.imports = self._imports()
        self.prepared = BackgroundTask(self._prepare, "imports", importer)
        self.prepared.ended.connect(self._be_ready)

    def _prepare(self, task: BackgroundTask) -> None:
        """Import what knows no Qt, and find in which order to import the rest."""
        self._order, others = import_order(self._order)
        for package, names in others:
            if task.cancelled():
                break
            try:
                __import__(package, fromlist=names)
            except ImportError:
                continue  # the module that needs it says so

    def _be_ready(self) -> None:
        self.ready = True

    def _imports(self) -> Iterator[str]:
        for name in self._order:
            if name == "pyqtgraph" and name not in sys.modules:
                yield from _types_of_qt()
            importlib.import_module(name)
            yield name


def import_order(names: Sequence[str]) -> tuple[list[str], list[tuple[str, tuple[str, ...]]]]:
    """The window's modules in the order of their imports, with their imports that know no Qt.

    The modules are `names` and what they import at their top level, each after what it imports. The others
    are packages with the names imported from them. This reads the modules' text and imports nothing.
    """
    order: list[str] = []
    others: dict[tuple[str, tuple[str, ...]], None] = {}
    seen: set[str] = set()

    def visit(name: str) -> None:
        if name in seen or name in sys.modules:
            return
        seen.add(name)
        file = _file(name)
        for found in _STATEMENT.finditer(file.read_text("utf-8") if file is not None else ""):
            package = found["package"] or found["module"]
            inners = tuple(re.findall(r"\w+", found["names"] or ""))
            if package.startswith(APP):
                visit(package)
                for inner in inners:
                    if _file(f"{package}.{inner}") is not None:
                        visit(f"{package}.{inner}")
            elif package == "pyqtgraph" and package not in seen:
                visit(package)
                others.update(dict.fromkeys((each, ()) for each in NEEDS_OF_PYQTGRAPH))
            elif package.partition(".")[0] not in (*KNOW_QT, "__future__"):
                others[package, inners] = None
        order.append(name)

    for name in names:
        visit(name)
    return order, list(others)


def _file(name: str) -> Path | None:
    """Return the source file of a module of the window."""
    if not name.startswith(f"{APP}."):
        return None
    place = Path(__file__).parents[1].joinpath(*name.split(".")[2:])
    return next((file for file in (place.with_suffix(".py"), place / "__init__.py") if file.exists()), None)


def _types_of_qt() -> Iterator[str]:
    """Create the Python types of Qt's classes: pyqtgraph asks for all of them at once, which takes 50 ms."""
    for name in QT_OF_PYQTGRAPH:
        try:
            importlib.import_module(name)
        except ImportError:
            continue  # pyqtgraph does without
        yield name
    for name in TYPES_OF_PYQTGRAPH:
        module = importlib.import_module(name)
        for inner in dir(module):
            getattr(module, inner)
            yield inner


def idle_imports() -> IdleImports:
    """The importer of this application."""
    application = QCoreApplication.instance()
    assert application is not None
    found = application.findChild(IdleImports)
    return IdleImports(application) if found is None else found


def with_module(name: str, parent: QObject, then: Callable[[ModuleType], object]) -> None:
    """Call `then(module)`, at once if the module is imported, else when it has been.

    Args:
        parent: what `then` belongs to; it is not called when this is gone.
    """
    if name in sys.modules:
        then(sys.modules[name])
    else:
        idle_imports().ask([name], parent, lambda: then(sys.modules[name]), awaited=True)
