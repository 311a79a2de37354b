"""Whether a window can be shown here, and in one line what is missing if not."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys

from jaxstudio.errors import StudioError

# What PySide6's wheels expect of a bare Debian or Ubuntu: the first line to be imported at all
# (also without a display), the second to open a window under X11.
QT_LIBRARIES = ("libegl1", "libgl1", "libxkbcommon0", "libfontconfig1", "libglib2.0-0", "libdbus-1-3")
X11_LIBRARIES = (
    "libxcb-cursor0", "libxcb-icccm4", "libxcb-image0", "libxcb-keysyms1", "libxcb-randr0",
    "libxcb-render-util0", "libxcb-shape0", "libxcb-xkb1", "libxkbcommon-x11-0",
)  # fmt: skip
X11_SONAMES = (
    "xcb-cursor.so.0",
    "xcb-icccm.so.4",
    "xcb-image.so.0",
    "xcb-keysyms.so.1",
    "xkbcommon-x11.so.0",
)
INSTALL = "on Debian or Ubuntu: apt-get install"
WITHOUT_WINDOW = {"offscreen", "minimal", "minimalegl", "vnc"}


def no_display() -> str | None:
    """Why there is no display to open a window on, told from the environment alone; None if there is one."""
    chosen = os.environ.get("QT_QPA_PLATFORM", "").split(":")[0]
    if chosen in WITHOUT_WINDOW:
        return f"QT_QPA_PLATFORM is {chosen}"
    if sys.platform in ("win32", "darwin") or chosen:
        return None
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return None
    return "no display (neither DISPLAY nor WAYLAND_DISPLAY is set)"


def no_x11() -> str | None:
    """What Qt would abort for want of, under X11; None if nothing is missing or Wayland is there."""
    if sys.platform != "linux" or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("QT_QPA_PLATFORM"):
        return None
    for name in X11_SONAMES:
        try:
            ctypes.CDLL(f"lib{name}")
        except OSError:
            return f"lib{name} is missing; {INSTALL} {' '.join(X11_LIBRARIES)}"
    return None


def cannot_start() -> str | None:
    """Why Qt cannot start on the display there is; None if it can.

    Tried in a process of its own, since Qt aborts where it finds no way to show a window.
    """
    reason = no_display()
    if reason or sys.platform in ("win32", "darwin"):
        return reason
    trial = [sys.executable, "-c", "from PySide6.QtGui import QGuiApplication; QGuiApplication([])"]
    try:
        done = subprocess.run(trial, capture_output=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return "Qt does not start"
    if done.returncode == 0:
        return None
    return f"Qt cannot use the display; {INSTALL} {' '.join(QT_LIBRARIES + X11_LIBRARIES)}"


def qt_missing(error: ImportError) -> StudioError:
    """The line for an import of Qt that failed; `error` itself is raised again where it is not about Qt."""
    if (error.name or "").startswith("jaxstudio"):
        raise error
    return StudioError(
        f"Qt cannot be loaded ({str(error).splitlines()[0]}); {INSTALL} {' '.join(QT_LIBRARIES)}"
    )
