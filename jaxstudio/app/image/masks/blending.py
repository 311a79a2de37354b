"""Opacity and blend mode of a step, with or without a mask: a line on its card."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.masks.menu import why_not
from jaxstudio.app.shared.choice_box import small_box
from jaxstudio.app.shared.layouts import across
from jaxstudio.app.shared.number_field import NumberSlider
from jaxstudio.app.shared.text import tr
from jaxstudio.pipeline.masks import BLENDS, NUMBERS, Mask
from jaxstudio.pipeline.recipe import Step

FIELD_PX = 62


def of_blend(mode: str) -> str:
    """A blend mode in words."""
    return {
        "normal": tr("Normal"),
        "multiply": tr("Multiply"),
        "screen": tr("Screen"),
        "overlay": tr("Overlay"),
        "soft_light": tr("Soft light"),
        "luminosity": tr("Luminosity"),
        "colour": tr("Colour"),
    }[mode]


class BlendLine(QWidget):
    """Shown while the step blends, or after the card's menu has asked for it."""

    def __init__(self, document: ImageDocument, step: Step, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.key = document, step.key
        self.stays = False
        about = self.tr("How the filter's result is mixed with what it is applied to")
        self.mode = small_box(self.tr("Blend mode"), self, about)
        for mode in BLENDS:
            self.mode.addItem(of_blend(mode), mode)
        tip = self.tr("How much of the filter's result comes through")
        words = self.tr("Opacity")
        self.opacity = NumberSlider(
            replace(NUMBERS["opacity"], value=1.0),
            words,
            scale=100.0,
            unit="%",
            tip=tip,
            wide=FIELD_PX,
            parent=self,
        )
        across(self, self.mode, (self.opacity, 1), spacing=8)
        self.opacity.pressed.connect(document.begin_gesture)
        self.opacity.released.connect(document.end_gesture)
        self.opacity.sent.connect(lambda value, nudge: self._send(value, self._mode, nudge=nudge))
        self.opacity.reset_asked.connect(lambda _: self._send(1.0, self._mode))
        self.opacity.field.refused.connect(lambda _: self.opacity.refuse())
        self.mode.chosen.connect(lambda mode: self._send(self._share, mode))
        self.hide()

    @property
    def _mode(self) -> str:
        mask = self._mask
        return mask.blend if mask is not None else BLENDS[0]

    @property
    def _share(self) -> float:
        mask = self._mask
        return mask.opacity if mask is not None else 1.0

    @property
    def _mask(self) -> Mask | None:
        recipe = self.document.recipe
        return recipe.mask_of(recipe.step(self.key))

    def _send(self, opacity: float, mode: str, *, nudge: bool = False) -> None:
        self.stays = True
        recipe = self.document.recipe.blended(self.key, opacity, mode)
        self.document.change_masks(recipe, ("blend", self.key) if nudge else None)

    def show_step(self, step: Step, *, folded: bool) -> None:
        """Draw how the step is blended."""
        mask = self.document.recipe.mask_of(step)
        blends = mask is not None and mask.blends
        self.setVisible(not folded and (blends or self.stays))
        self.setEnabled(not why_not(self.document, step))
        self.mode.show_value(mask.blend if mask is not None else BLENDS[0])
        self.opacity.show_value(mask.opacity if mask is not None else 1.0)
