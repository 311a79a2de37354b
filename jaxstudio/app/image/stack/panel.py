"""The right-hand panel: add a filter, the stack, the values that it computes with, the seed of all noise."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.recipe_editor import new_seed
from jaxstudio.app.image.stack.add_box import AddBox
from jaxstudio.app.image.stack.stack import Stack
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import across, down, make_label
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.pipeline.params import Int
from jaxstudio.pipeline.recipe import ENCODED, LINEAR, MAX_SEED


class SeedRow(QWidget):
    """Draws the recipe's seed."""

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        about = self.tr("The same seed gives the same noise, on every device and at every zoom")
        self.field = NumberField(Int("seed", 0, 0, MAX_SEED), self.tr("Seed"), tip=about, parent=self)
        self.field.setMaximumWidth(130)
        self.button = QPushButton(self.tr("New seed"), self)
        self.button.setToolTip(self.tr("Another seed, and with it other noise (Ctrl+Shift+R)"))
        label = make_label(self.tr("Seed"), tip=about)
        across(self, label, None, self.field, self.button, margins=(12, 8, 12, 10))
        self.field.sent.connect(lambda value, nudge: document.set_seed(int(value), nudge=nudge))
        self.field.refused.connect(self._refuse)
        self.button.clicked.connect(lambda: document.set_seed(new_seed(document.recipe.seed)))
        document.recipe_changed.connect(self.draw)
        self.draw()

    def draw(self) -> None:
        self.field.show_value(self.document.recipe.seed)

    def _refuse(self, text: str) -> None:
        self.document.failed.emit(self.tr("Seed: expected a whole number from 0 to {0}").format(MAX_SEED))


class WorkingSpaceRow(QWidget):
    """Draws the values that the recipe's steps compute with."""

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        about = self.tr(
            "Encoded: the values of the file, as OpenCV and SciPy compute. Linear light: values proportional "
            "to light, in which blurs, resizes and noise are physically right"
        )
        self.box = ChoiceBox(self)
        self.box.setAccessibleName(self.tr("Working space"))
        self.box.setToolTip(about)
        for space, words in ((ENCODED, self.tr("Gamma-encoded")), (LINEAR, self.tr("Linear light"))):
            self.box.addItem(words, space)
        label = make_label(self.tr("Working space"), tip=about)
        across(self, label, None, self.box, margins=(2, 8, 2, 0))  # within the margins of the list
        self.box.activated.connect(lambda index: document.set_working_space(self.box.itemData(index)))
        document.recipe_changed.connect(self.draw)
        self.draw()

    def draw(self) -> None:
        self.box.setCurrentIndex(self.box.findData(self.document.recipe.working_space))


MIN_PX, USUAL_PX = 300, 372
STACK_MIN_PX = 36  # in a low window the list of steps gives way, before the fields above and below are cut


class Panel(QWidget):
    """Assembles what acts on the recipe."""

    help_asked = Signal(str)
    presets_asked = Signal()

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.setMinimumWidth(MIN_PX)
        self.add_box = AddBox(document, self)
        self.presets = GlyphButton("layers", self.tr("Presets"), self)
        self.presets.setToolTip(self.tr("Presets (Ctrl+Shift+P)"))
        self.presets.clicked.connect(self.presets_asked)
        self.stack = Stack(document, self)
        self.stack.setMinimumHeight(STACK_MIN_PX)
        self.stack.tabs_before = [self.add_box.field, self.presets]
        self.working_space = WorkingSpaceRow(document, self)
        self.stack.column.addWidget(self.working_space)  # it scrolls with the steps in a low window
        self.seed = SeedRow(document, self)
        head = across(None, (self.add_box, 1), self.presets, spacing=4, margins=(10, 2, 10, 8))
        down(self, head, (self.stack, 1), self.seed, spacing=0)
        self.add_box.added.connect(self.stack.go_to)
        self.stack.help_asked.connect(self.help_asked)
        document.backend_changed.connect(self._draw_presets)
        self._draw_presets()

    def _draw_presets(self) -> None:
        self.presets.setEnabled(self.document.backend is not None)

    def go_to_stack(self) -> None:
        """Put the keyboard on the first card, or on the search field while there is none."""
        steps = self.document.recipe.steps
        if steps:
            self.stack.go_to(steps[0].key)
        else:
            self.add_box.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
