"""One of the two texts side by side: a chooser of stages above, the code below."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from jaxstudio.app.inspector.code_view import EMPTY_MODEL, CodeView
from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.inspector.scheduling import LatestOnly, stopped
from jaxstudio.app.inspector.stage_list import stage_about, stage_words
from jaxstudio.app.inspector.text_model import TextModel, prepare
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.elided_label import OneLine
from jaxstudio.ir.stages import Stage
from jaxstudio.ir.text_view.filters import Noise

LETTERS, LEAST_BOX_PX = 24, 110


class Pane(QWidget):
    """Shows the stage whose name begins with `requested_stage`, as soon as there is one."""

    failed = Signal(str)
    shown_changed = Signal()

    def __init__(
        self, controller: InspectorController, requested_stage: str, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.controller, self.requested_stage = controller, requested_stage
        self.noise: frozenset[Noise] = frozenset()
        self.stage: Stage | None = None
        self._coloured = self.by_transform = False
        self._waiting: list[Callable[[], object]] = []
        self.box = ChoiceBox(self)
        self.box.setObjectName("small")
        self.box.setAccessibleName(self.tr("Stage: {0}").format(name))
        self.box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setMinimumContentsLength(LETTERS)
        self.box.setMinimumWidth(LEAST_BOX_PX)
        self.box.elide = Qt.TextElideMode.ElideMiddle  # kernels of one kind differ at their ends
        self.box.currentTextChanged.connect(self.box.setToolTip)
        self.about = OneLine(self)
        self.view = CodeView(name, self)
        head = QHBoxLayout()
        head.setContentsMargins(8, 3, 8, 3)
        head.setSpacing(10)
        head.addWidget(self.box)
        head.addWidget(self.about, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.view, 1)
        self._preparing = LatestOnly("inspector text", self)
        self._preparing.failed.connect(self.failed)
        self._colouring = LatestOnly("inspector colours", self)
        self._colouring.failed.connect(self.failed)
        self.box.activated.connect(lambda _: self.show_stage(str(self.box.currentData())))
        controller.stages_changed.connect(self.draw)
        controller.report_changed.connect(self._colour)

    @property
    def settled(self) -> bool:
        return not self._preparing.busy and not self._colouring.busy

    def draw(self) -> None:
        """Bring the chooser and the text in line with the stages there are."""
        names = [stage.name for stage in self.controller.stages]
        if names != [self.box.itemData(place) for place in range(self.box.count())]:
            self.box.clear()
            for stage in self.controller.stages:
                self.box.addItem(stage_words(stage), stage.name)
        found = self._find()
        if found is not None:
            self.box.setCurrentIndex(names.index(found.name))
        if found is not self.stage:
            self._show(found)

    def _find(self) -> Stage | None:
        stages = self.controller.stages
        exact = [stage for stage in stages if stage.name == self.requested_stage]
        kind = [stage for stage in stages if stage.kind == self.requested_stage.split()[0]]
        if exact or kind:
            return (exact or kind)[0]
        # until it comes, what there is; afterwards, what comes next to it
        over = self.controller.report is not None or bool(self.controller.error)
        return stages[0] if over and stages else None

    def show_stage(self, name: str, then: Callable[[], object] | None = None) -> None:
        """Show this stage from now on, and do `then` once it is there."""
        self.requested_stage = name
        if then is not None:
            self._waiting.append(then)
        found = self._find()
        if found is self.stage and not self._preparing.busy:
            self._ready()
        else:
            self.draw()

    def set_noise(self, noise: frozenset[Noise]) -> None:
        """Hide this from now on."""
        if noise != self.noise:
            self.noise = noise
            self._prepare(keep=True)

    def show_transforms(self, on: bool) -> None:
        """Colour the margin by the transforms that made a line, or by equations."""
        self.by_transform = on
        self._coloured = False
        self._colour()

    def _show(self, stage: Stage | None) -> None:
        self.stage = stage
        self._coloured = False
        if stage is None:
            self._preparing.drop()
            self._waiting.clear()
            self.about.clear()
            self.view.show_text(EMPTY_MODEL)
            self.shown_changed.emit()
            return
        self.about.clear()
        self.about.setToolTip(stage.note)
        self._prepare(keep=False)

    def _prepare(self, keep: bool) -> None:
        stage, noise = self.stage, self.noise
        if stage is not None:
            self._preparing.ask(
                lambda job: prepare(stage, noise, lambda: stopped(job)), lambda model: self._take(model, keep)
            )

    def _take(self, model: TextModel, keep: bool) -> None:
        self.about.setText(stage_about(model.stage, model.height if model.stage.text else 0))
        self.view.show_text(model, keep=keep)
        self._coloured = False
        self._colour()
        self.shown_changed.emit()
        self._ready()

    def _ready(self) -> None:
        waiting, self._waiting = self._waiting, []
        for then in waiting:
            then()

    def _colour(self) -> None:
        """Colour the margin by equations, once all stages are linked."""
        state, stage = self.controller.state, self.stage
        if state is None or state.report is None or stage is None or self._coloured:
            return
        self._coloured = True
        inspection, by_transform = state.inspection, self.by_transform
        self._colouring.ask(
            lambda job: inspection.hues(stage.name, by_transform, job.cancelled), self.view.show_hues
        )

    def close(self) -> bool:
        self._preparing.close()
        self._colouring.close()
        return super().close()

    def focus(self) -> None:
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)
