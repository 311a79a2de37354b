"""Make the pictures of README again: `python resources/screenshots.py docs/images`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from jaxstudio.app.plot.examples import examples
from jaxstudio.app.screenshots import Photographer, with_window

INSPECTOR_PX = 430


class ForReadme(Photographer):
    """The image tab, a contact sheet, the inspector with links, and the functions."""

    suffix, quality = ".webp", 90

    def all(self) -> list[Path]:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.open()
        self.open_sample()
        self.settle()
        self.document.set_split(0.5)
        self.settle()
        self.keep("image")
        self.document.set_split(None)
        self._sweep()
        self._inspect()
        self._draw_curves()
        return self.written

    def _sweep(self) -> None:
        """Sixteen values of the saturation."""
        dialog = self.window.image.panels.sweeps
        step = self.document.recipe.steps[3]
        dialog.open_for((step.key, "factor"))
        self.wait(lambda: bool(dialog.swept) and dialog.complete, "contact sheet")
        self.keep("sweep", dialog)
        dialog.close()

    def _inspect(self) -> None:
        """A median's jaxpr beside its optimised HLO, an equation and what became of it marked."""
        dock = self.window.inspector
        self.window.do_inspector()
        self.wait(lambda: dock.panel is not None and bool(dock.panel.controller.inspectables), "inspector")
        panel = dock.panel
        assert panel is not None
        controller = panel.controller
        key = self.document.recipe.steps[1].key
        median = next(each for each in controller.inspectables if each.item_id == key)
        controller.choose(median)
        self.wait(lambda: controller.inspectable is median and controller.report is not None, "stages")
        self.window.resizeDocks([dock], [INSPECTOR_PX], Qt.Orientation.Vertical)
        code = panel.code
        code.left.show_stage("jaxpr")
        code.right.show_stage("optimized")
        self.wait(lambda: panel.settled, "texts")
        lines = code.left.view.model.lines
        line = next((at for at in range(len(lines)) if " min " in lines[at]), 0)
        code.go_to(code.left, line)
        self.wait(lambda: panel.settled, "links")
        QApplication.processEvents()
        self.keep("inspector")
        self.window.do_inspector()

    def _draw_curves(self) -> None:
        self.window.commands["show_functions"]()
        bench = self.window.functions.build()
        wanted = examples("picture")[0]
        bench.open_example(wanted)
        self.wait(lambda: bench.settled, "curves")
        QApplication.processEvents()
        self.keep("functions")


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for picture in with_window(lambda start: ForReadme(start, Path(sys.argv[1])).all()):
        print(picture)
