"""Notes, from its import on, what only the thread of the window may do and another did: PySide takes no lock.

Noted are classes derived from Qt's, objects of these classes, and imports of modules that know Qt.
"""

import builtins
import sys
import threading

OFFENCES: list[str] = []


def _note(what: str) -> None:
    if threading.current_thread() is not threading.main_thread():
        OFFENCES.append(f"{what} in {threading.current_thread().name}")


def _made_where(cls: type) -> None:
    """Let a class note on which thread an object of it is made."""
    own = cls.__init__

    def __init__(self, *args, **named):
        _note(f"an object of {cls.__qualname__}")
        own(self, *args, **named)

    cls.__init__ = __init__


def _watch() -> None:
    plain = builtins.__build_class__

    def build_class(function, name, *bases, **named):
        made = plain(function, name, *bases, **named)
        shiboken = sys.modules.get("shiboken6.Shiboken")
        if shiboken is not None and isinstance(made, type(shiboken.Object)):
            _note(f"class {made.__module__}.{name}")
            if "__init__" in vars(made) and hasattr(made, "metaObject"):
                _made_where(made)
        return made

    def hear(event: str, values: tuple) -> None:
        if event == "import" and values[0].startswith(("PySide6", "pyqtgraph", "jaxstudio.app")):
            _note(f"import {values[0]}")

    builtins.__build_class__ = build_class
    sys.addaudithook(hear)


_watch()
