"""The image tab's commands about masks: drawn for the focused step, shown, inverted, taken away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from jaxstudio.app.image.masks.menu import why_not
from jaxstudio.app.image.masks.words import of_colour
from jaxstudio.app.image.workplace import Workplace
from jaxstudio.app.shared.settings import MASK_COLOUR
from jaxstudio.app.shared.text import tr
from jaxstudio.pipeline.recipe import Step

DRAWING = tuple(
    f"mask_{name}"
    for name in ("rectangle", "ellipse", "polygon", "gradient", "brush", "luminosity", "colour_range")
)


class MaskCommands(QObject):
    """What the image tab does with masks, most of it through `document.mask_editing`."""

    def __init__(self, tab: Workplace) -> None:
        super().__init__(tab)
        self.tab, self.document, self.editing = tab, tab.document, tab.document.mask_editing
        self.commands: dict[str, Callable[[], object]] = {
            "mask_edit": self.edit,
            **{name: partial(self.draw, name.removeprefix("mask_")) for name in DRAWING},
            "mask_invert": self.editing.invert,
            "mask_remove": self.remove,
            "mask_overlay": self.show_overlay,
            "mask_colour": self.change_colour,
        }
        self.editing.colour = MASK_COLOUR.read(tab.settings)

    def _step_to_mask(self) -> Step | None:
        """The step whose mask is edited, or the focused one, or a masked one, or the last that can be."""
        document = self.document
        focused, editing = self.tab.panel.stack.focused_step(), document.mask_editing
        steps = [step for step in document.recipe.steps if not why_not(document, step)]
        for step in (editing.step, focused):
            if step is not None and step.key in [each.key for each in steps]:
                return document.recipe.step(step.key)
        masked = [step for step in steps if step.mask is not None]
        return next(iter([*reversed(masked), *reversed(steps)]), None)

    def edit(self) -> None:
        """Edit the mask of a step on the picture, or be done with it."""
        editing = self.editing
        if editing.step_key is not None:
            editing.edit(None)
        else:
            self.draw("rectangle", only_new=True)

    def draw(self, tool: str, *, only_new: bool = False) -> None:
        step, editing = self._step_to_mask(), self.editing
        if step is None:
            self.tab.messages.info(tr("A mask limits a filter to a region: add a filter first"))
        elif only_new and step.mask is not None:
            editing.edit(step.key)
        else:
            editing.edit(step.key, tool)

    def remove(self) -> None:
        """Let the steps apply to the whole picture again."""
        mask = self.editing.mask
        if mask is not None:
            self.document.change_masks(self.document.recipe.without_mask(mask.key))

    def show_overlay(self) -> None:
        document, editing = self.document, self.editing
        masked = [step for step in document.recipe.steps if step.mask is not None]
        if editing.step_key is not None:
            editing.show_overlay(not editing.overlay)
        elif masked:
            focused = self.tab.panel.stack.focused_step()
            keys = [step.key for step in masked]
            editing.show_overlay(True)
            editing.edit(focused.key if focused is not None and focused.key in keys else keys[-1])
        else:
            self.tab.messages.info(tr("No filter is limited to a region"))
        self.tab.actions_changed.emit()

    def change_colour(self) -> None:
        """Show the overlay in the next of its colours."""
        editing = self.editing
        editing.set_colour(editing.colour + 1)
        MASK_COLOUR.write(self.tab.settings, editing.colour)
        self.tab.messages.done(tr("The mask is shown in: {0}").format(of_colour(editing.colour)))

    def draw_actions(self, actions: dict[str, QAction]) -> None:
        """Enable what can be done now."""
        document = self.document
        editing = document.mask_editing
        ready = document.photo is not None and document.backend is not None
        for name in ("mask_edit", *DRAWING, "mask_overlay", "mask_colour"):
            actions[name].setEnabled(ready)
        for name in ("mask_invert", "mask_remove"):
            actions[name].setEnabled(ready and editing.mask is not None)
        actions["mask_edit"].setChecked(editing.step_key is not None)
        actions["mask_overlay"].setChecked(editing.overlay)
