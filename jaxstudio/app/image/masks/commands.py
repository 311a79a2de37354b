"""The image tab's commands about masks: drawn for the focused step, shown, inverted, taken away."""

from __future__ import annotations

from PySide6.QtCore import QSettings, SignalInstance
from PySide6.QtGui import QAction

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.masks.menu import why_not
from jaxstudio.app.image.masks.words import of_colour
from jaxstudio.app.image.stack.panel import Panel
from jaxstudio.app.shared.messages import MessageBar
from jaxstudio.app.shared.settings import MASK_COLOUR
from jaxstudio.app.shared.text import tr
from jaxstudio.pipeline.recipe import Step

DRAWING = tuple(
    f"mask_{name}"
    for name in ("rectangle", "ellipse", "polygon", "gradient", "brush", "luminosity", "colour_range")
)


class MaskCommands:
    """Beside the tab's own: what it says and shows is the tab's."""

    document: ImageDocument
    panel: Panel
    messages: MessageBar
    settings: QSettings
    actions_changed: SignalInstance

    def _step_to_mask(self) -> Step | None:
        """The step whose mask is edited, or the focused one, or a masked one, or the last that can be."""
        document = self.document
        focused, editing = self.panel.stack.focused_step(), document.mask_editing
        steps = [step for step in document.recipe.steps if not why_not(document, step)]
        for step in (editing.step, focused):
            if step is not None and step.key in [each.key for each in steps]:
                return document.recipe.step(step.key)
        masked = [step for step in steps if step.mask is not None]
        return next(iter([*reversed(masked), *reversed(steps)]), None)

    def do_mask_edit(self) -> None:
        """Edit the mask of a step on the picture, or be done with it."""
        editing = self.document.mask_editing
        if editing.step_key is not None:
            editing.edit(None)
        else:
            self._draw("rectangle", only_new=True)

    def _draw(self, tool: str, *, only_new: bool = False) -> None:
        step, editing = self._step_to_mask(), self.document.mask_editing
        if step is None:
            self.messages.info(tr("A mask limits a filter to a region: add a filter first"))
        elif only_new and step.mask is not None:
            editing.edit(step.key)
        else:
            editing.edit(step.key, tool)

    def do_mask_rectangle(self) -> None:
        self._draw("rectangle")

    def do_mask_ellipse(self) -> None:
        self._draw("ellipse")

    def do_mask_polygon(self) -> None:
        self._draw("polygon")

    def do_mask_gradient(self) -> None:
        self._draw("gradient")

    def do_mask_brush(self) -> None:
        self._draw("brush")

    def do_mask_luminosity(self) -> None:
        self._draw("luminosity")

    def do_mask_colour_range(self) -> None:
        self._draw("colour_range")

    def do_mask_invert(self) -> None:
        self.document.mask_editing.invert()

    def do_mask_remove(self) -> None:
        """Let the steps apply to the whole picture again."""
        mask = self.document.mask_editing.mask
        if mask is not None:
            self.document.change_masks(self.document.recipe.without_mask(mask.key))

    def do_mask_overlay(self) -> None:
        document, editing = self.document, self.document.mask_editing
        masked = [step for step in document.recipe.steps if step.mask is not None]
        if editing.step_key is not None:
            editing.show_overlay(not editing.overlay)
        elif masked:
            focused = self.panel.stack.focused_step()
            keys = [step.key for step in masked]
            editing.show_overlay(True)
            editing.edit(focused.key if focused is not None and focused.key in keys else keys[-1])
        else:
            self.messages.info(tr("No filter is limited to a region"))
        self.actions_changed.emit()

    def do_mask_colour(self) -> None:
        """Show the overlay in the next of its colours."""
        editing = self.document.mask_editing
        editing.set_colour(editing.colour + 1)
        MASK_COLOUR.write(self.settings, editing.colour)
        self.messages.done(tr("The mask is shown in: {0}").format(of_colour(editing.colour)))

    def draw_mask_actions(self, actions: dict[str, QAction]) -> None:
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
