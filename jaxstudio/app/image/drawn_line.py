"""What chance has made of a step, said on its card: the filters drawn and their values."""

from __future__ import annotations

import re

from PySide6.QtWidgets import QLabel, QWidget

from jaxstudio.app.image.session import Session
from jaxstudio.app.shared.text import in_words, of_catalogue, of_value
from jaxstudio.errors import StudioError
from jaxstudio.pipeline.expand import expanded
from jaxstudio.pipeline.recipe import Step

AUGMENTATION = "augmentation"
HIDDEN = re.compile(r"order|[xy]\d")  # numbers that say nothing to a person: seeds, corners of a shape


class DrawnLine(QLabel):
    """Shown on the cards of augmentations: what the present seed draws for this photo."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.setProperty("look", "muted")
        self.setWordWrap(True)
        self.hide()
        self._step: Step | None = None
        session.photo_changed.connect(self._photo_changed)

    def _photo_changed(self) -> None:
        if self._step is not None:
            self.show_step(self._step)

    def show_step(self, step: Step) -> None:
        """Draw what is drawn for `step`; nothing where chance has no part in it."""
        self._step = step
        shown = step.op.category == AUGMENTATION and step.enabled and self.session.photo is not None
        text = self._text(step) if shown else ""
        self.setText(text)
        seed = self.tr("Drawn from the seed {0} and the step's own key {1}")
        self.setToolTip(seed.format(self.session.recipe.seed, step.key))
        self.setVisible(bool(text))

    def _text(self, step: Step) -> str:
        try:
            steps = expanded(self.session.recipe, self.session.photo_size).active
        except StudioError:  # of values that do not go together: the engine says so
            return ""
        drawn = [in_short(part) for part in steps if part.part_of == step.key]
        return self.tr("Drawn: {0}").format("; ".join(drawn) if drawn else self.tr("nothing"))


def in_short(step: Step) -> str:
    """A drawn filter and those of its values that are not the usual ones."""
    values = []
    for param in step.op.params:
        value = step.params[param.name]
        if value != param.default and not HIDDEN.fullmatch(param.name):
            short = float(f"{value:.3g}") if isinstance(value, float) else value
            written = of_value(param, short).replace(" ", "\N{NO-BREAK SPACE}")
            values.append(f"{in_words(param.name).lower()} {written}")
    title = of_catalogue(step.op.title)
    return f"{title} ({', '.join(values)})" if values else title
