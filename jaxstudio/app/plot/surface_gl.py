"""A surface drawn by OpenGL through `pyqtgraph.opengl`, where a trial in a child process shows that it works.

A driver that crashes takes the trial's process with it, never the window. Renderers in software are left
aside: llvmpipe takes 54 ms for a frame on two cores, the painter of `surface_shading` 10 ms. Run as a
program, this module is the trial.
"""

from __future__ import annotations

import importlib.util
import math
import sys
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QProcess, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from jaxstudio.app.plot.colours import Look
from jaxstudio.app.plot.surface_shading import FLOOR, ShadedSurface, Turn, scale_px

FIELD_OF_VIEW = 8.0  # degrees; nearly parallel, as the painter draws it
PATIENCE_MS = 20_000
NO_SCREEN = ("offscreen", "minimal", "vnc")
SOFTWARE = ("llvmpipe", "softpipe", "swrast", "swiftshader", "gdi generic", "microsoft basic render")
GL_RENDERER = 0x1F01
LINES = 8  # of the floor, each way


class Trial(QObject):
    """Draws one surface in a child process. `passed(renderer)` is emitted if it worked, on hardware."""

    passed = Signal(str)

    def __init__(self, parent: QObject | None = None, arguments: tuple[str, ...] = ("-m", __name__)) -> None:
        super().__init__(parent)
        self._arguments = arguments
        self.process: QProcess | None = None

    def start(self) -> None:
        """Begin, unless there can be no OpenGL: no screen, or no PyOpenGL (extra `opengl`)."""
        if QApplication.platformName() in NO_SCREEN or importlib.util.find_spec("OpenGL") is None:
            return
        self.process = QProcess(self)
        self.process.finished.connect(self._ended)
        QTimer.singleShot(PATIENCE_MS, self, self.stop)
        self.process.start(sys.executable, list(self._arguments))

    def stop(self) -> None:
        """End a trial in work; nothing is emitted any more."""
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.waitForFinished()

    def _ended(self, code: int, status: QProcess.ExitStatus) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        renderer = bytes(process.readAllStandardOutput().data()).decode(errors="replace").strip()
        if status == QProcess.ExitStatus.NormalExit and code == 0 and is_hardware(renderer):
            self.passed.emit(renderer)


def is_hardware(renderer: str) -> bool:
    """Whether OpenGL's name of its renderer is that of a graphics card."""
    return bool(renderer) and not any(name in renderer.lower() for name in SOFTWARE)


def make_view(parent: QWidget | None) -> Any:
    """A GLViewWidget; pyqtgraph.opengl and PyOpenGL are loaded now."""
    import pyqtgraph.opengl as gl

    class SurfaceGL(gl.GLViewWidget):
        """Shows a surface as `surface_shading.picture` does: same colours, box and direction of view."""

        def __init__(self) -> None:
            super().__init__(parent, rotationMethod="euler")
            self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.turn = Turn()

        def show_surface(self, surface: ShadedSurface, texts: dict[str, str], look: Look) -> None:
            """Draw a surface in its box; `texts`: the ranges of x, y and z."""
            self.clear()
            self.setBackgroundColor(look.ground)
            self.addItem(
                gl.GLLinePlotItem(
                    pos=_floor(), color=look.grid.getRgbF(), mode="lines", width=1.0, antialias=True
                )
            )
            outline = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)], np.float32)
            outline = np.column_stack([outline, np.full(5, FLOOR, np.float32)])
            self.addItem(gl.GLLinePlotItem(pos=outline, color=look.axis.getRgbF(), width=1.2, antialias=True))
            vertexes, faces, colours = mesh(surface)
            self.addItem(
                gl.GLMeshItem(
                    vertexes=vertexes,
                    faces=faces,
                    vertexColors=colours,
                    computeNormals=False,
                    smooth=True,
                    shader=None,
                )
            )
            places = {"x": (0.0, -1.2, FLOOR), "y": (1.2, 0.0, FLOOR), "z": (-1.2, -1.2, 0.0)}
            for name, text in texts.items():
                self.addItem(
                    gl.GLTextItem(pos=places[name], text=f"{name}: {text}", color=look.text, font=look.font)
                )

        def turn_to(self, turn: Turn) -> None:
            """Look from this direction, the box as large as the painter draws it."""
            self.turn = turn
            across = self.width() / scale_px(self.width(), self.height())
            self.setCameraParams(
                fov=FIELD_OF_VIEW,
                distance=across / (2 * math.tan(math.radians(FIELD_OF_VIEW / 2))),
                azimuth=-90 - math.degrees(turn.azimuth),
                elevation=math.degrees(turn.elevation),
            )

    return SurfaceGL()


def mesh(surface: ShadedSurface) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Vertices float32 (n, 3), triangles uint32 (m, 3) without undefined corners, colours float32 (n, 4)."""
    y, x = np.meshgrid(surface.y, surface.x, indexing="ij")
    defined = np.isfinite(surface.z)
    vertexes = np.stack([x, y, np.where(defined, surface.z, 0.0)], axis=2).reshape(-1, 3).astype(np.float32)
    rows, columns = surface.z.shape
    index = np.arange(rows * columns, dtype=np.uint32).reshape(rows, columns)
    corners = index[:-1, :-1], index[:-1, 1:], index[1:, :-1], index[1:, 1:]
    whole = defined[:-1, :-1] & defined[:-1, 1:] & defined[1:, :-1] & defined[1:, 1:]
    a, b, c, d = (each[whole] for each in corners)
    faces = np.concatenate([np.stack([a, b, c], axis=1), np.stack([b, d, c], axis=1)])
    shifts = np.array([16, 8, 0, 24], np.uint32)
    colours = ((surface.colours.reshape(-1, 1) >> shifts) & 0xFF).astype(np.float32) / 255
    return vertexes, faces, colours


def _floor() -> np.ndarray:
    """The lines of the floor, float32 (n, 3), two points each."""
    at = np.linspace(-1, 1, LINES + 1)
    lines = [[(x, -1, FLOOR), (x, 1, FLOOR), (-1, x, FLOOR), (1, x, FLOOR)] for x in at.tolist()]
    return np.array(lines, np.float32).reshape(-1, 3)


def main() -> int:
    """Draw a small surface and print the renderer's name; 1 if nothing was drawn."""
    app = QApplication(sys.argv[:1])
    from jaxstudio.app.plot.colours import look_of

    view = make_view(None)
    view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    view.resize(64, 64)
    view.show()
    x = np.linspace(-1, 1, 8, dtype=np.float32)
    white = np.full((8, 8), 0xFFFFFFFF, np.uint32)
    look = look_of(app.font())
    view.show_surface(ShadedSurface(x, x, np.zeros((8, 8), np.float32), white), {}, look)
    view.turn_to(Turn())
    app.processEvents()
    image = view.grabFramebuffer()
    view.makeCurrent()
    renderer = view.context().functions().glGetString(GL_RENDERER)
    colours = {image.pixel(x, y) for x in range(0, image.width(), 4) for y in range(0, image.height(), 4)}
    if not renderer or len(colours) < 2:
        return 1
    print(renderer, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
