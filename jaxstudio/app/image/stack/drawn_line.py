"""A filter and its values in a line; for an augmentation those that the present seed draws."""

from __future__ import annotations

import re

from PySide6.QtWidgets import QLabel, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.shared.text import in_words, of_catalogue, of_number, of_value, within
from jaxstudio.backend.protocol import unpack_drawn
from jaxstudio.pipeline.recipe import Step

AUGMENTATION = "augmentation"
HIDDEN = re.compile(r"order|[xy]\d")  # numbers that say nothing to a person: seeds, corners of a shape


class DrawnLine(QLabel):
    """Shown on the cards of augmentations: what the present seed draws for this photo."""

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.setProperty("look", "muted")
        self.setWordWrap(True)
        self.hide()
        self._step: Step | None = None
        document.photo_changed.connect(self._show_again)
        document.described.connect(self._show_again)

    def _show_again(self) -> None:
        if self._step is not None:
            self.show_step(self._step)

    def show_step(self, step: Step) -> None:
        """Draw what is drawn for `step`; nothing where chance has no part in it."""
        self._step = step
        shown = step.op.category == AUGMENTATION and step.enabled and self.document.photo is not None
        text = self._text(step) if shown else ""
        self.setText(text)
        seed = self.tr("Drawn from the seed {0} and the step's own key {1}")
        self.setToolTip(seed.format(self.document.recipe.seed, step.key))
        self.setVisible(bool(text))

    def _text(self, step: Step) -> str:
        described, backend = self.document.description.step(step.key), self.document.backend
        if described is None or described.error or backend is None:
            return ""
        drawn = [in_short(part) for part in unpack_drawn(described.drawn, backend.catalogue)]
        return self.tr("Drawn: {0}").format("; ".join(drawn) if drawn else self.tr("nothing"))


def in_short(step: Step) -> str:
    """A drawn filter and those of its values that are not the usual ones; of a part all its numbers."""
    params, values = step.op.by_name, []
    for name, value in step.params.items():
        if HIDDEN.fullmatch(name) or (name in params and value == params[name].default):
            continue
        value = float(f"{value:.3g}") if isinstance(value, float) else value
        if name in params:
            written = of_value(params[name], value).replace(" ", "\N{NO-BREAK SPACE}")
        elif isinstance(value, float):
            written = of_number(value)
        else:
            continue
        values.append(f"{within(in_words(name))} {written}")
    title = of_catalogue(step.op.title) if params else in_words(step.op.name)
    return f"{title} ({', '.join(values)})" if values else title
