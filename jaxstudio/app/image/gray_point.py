"""The eyedropper of white balance: a click on what should be gray sets kelvin and tint."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from jaxstudio.app.shared.background_tasks import Question
from jaxstudio.backend.protocol import pack_recipe
from jaxstudio.backend.requests import GrayPointRequest

BALANCED = "color_temperature"  # the filter that has the eyedropper


class GrayPoint(QObject):
    """Holds the key of the step that waits for a click, and emits `changed`; the answer ends the wait.

    Args:
        document: the ImageDocument that owns it.
    """

    changed = Signal()

    def __init__(self, document: Any) -> None:
        super().__init__(document)
        self.document = document
        self.key: int | None = None
        self._question = Question(self)

    def wait(self, key: int | None) -> None:
        """Wait for a click for the step with this key, or for none."""
        if key != self.key:
            self.key = key
            self._question.drop()
            self.changed.emit()

    @property
    def computing(self) -> bool:
        """Whether a pixel was picked, and its light is being computed."""
        return self._question.busy

    def pick(self, y: float, x: float) -> None:
        """Set the white balance so that the step's input at this pixel of the result becomes gray."""
        key, document = self.key, self.document
        client, photo, recipe = document.engine_client, document.photo, document.recipe
        height, width = document.result_size
        if key is None or client is None or photo is None or not (0 <= y < height and 0 <= x < width):
            self.wait(None)
            return
        at = recipe.index(key)
        if any(step.enabled and step.op.may_move(step.params) for step in recipe.steps[at:]):
            self._refuse(self.tr("Switch off the filters below that move the picture, then pick again"))
            return
        before = replace(recipe, steps=recipe.steps[:at])
        request = GrayPointRequest(photo.token, pack_recipe(before), int(y), int(x))
        self._question.ask(client.call, request, lambda light: self._take(key, light), self._refuse)
        self.changed.emit()

    def _refuse(self, reason: str) -> None:
        self.wait(None)
        self.document.failed.emit(reason)

    def _take(self, key: int, light: tuple[float, float]) -> None:
        self.wait(None)
        if any(step.key == key for step in self.document.recipe.steps):
            self.document.set_params(key, {"kelvin": light[0], "tint": light[1]})
