"""What is known about the spot looked at: asked for once the newest question is answered."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from jaxstudio.app.plot.nearest import MarkAt
from jaxstudio.app.plot.session import Session, Spot
from jaxstudio.functions.protocol.queries import CursorAnswer, CursorQuestion

PAGE = "cursor"
TAYLOR = 3


class Probe(QObject):
    """Asks about the session's spot; `answer` belongs to `answered`, which may be a spot before it."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.answer: CursorAnswer | None = None
        self.answered: Spot | None = None
        self.mark: MarkAt | None = None
        self.trouble = ""
        self._about: Spot | None = None
        self._asked: object = None
        self._next: object = None
        session.spot_changed.connect(self.ask)
        session.document_changed.connect(self.ask)
        session.scene_changed.connect(self.ask)

    # What is drawn of the answer; the document remembers it

    def shows(self, what: str) -> bool:
        """Whether `tangent`, `circle` or `polynomial` is drawn."""
        return bool(self.session.document.pages.get(PAGE, {}).get(what, False))

    @property
    def order(self) -> int:
        """Of the Taylor polynomial."""
        order = self.session.document.pages.get(PAGE, {}).get("order", TAYLOR)
        return order if isinstance(order, int) and 0 <= order <= 12 else TAYLOR

    def show(self, what: str, on: bool) -> None:
        self.session.set_page(PAGE, **{what: on})

    def set_order(self, order: int) -> None:
        self.session.set_page(PAGE, nudge=True, order=min(max(order, 0), 12))

    # Asking

    def look_at(self, mark: MarkAt | None) -> None:
        """The cursor is on a point of interest, or no longer."""
        if mark != self.mark:
            self.mark = mark
            self.changed.emit()

    def ask(self) -> None:
        """Ask about the spot, unless that very question is answered or on its way."""
        spot, before = self.session.spot, self._about
        self._about = spot
        if spot is None and before is None:
            return  # each move of a slider and each scene comes by here
        if spot is None or self.session.drawer is None:
            self.answer = self.answered = None
            self._asked = self._next = None
            self.changed.emit()
            return
        if spot.key not in {line.key for line in self.session.document.lines}:
            self.session.pin(None)
            return
        taylor = self.order if self.shows("polynomial") else 0
        question = CursorQuestion(self.session.target(spot.key, spot.order), spot.x, taylor)
        if self._asked is not None:
            self._next = (spot, question)
        else:
            self._send(spot, question)

    def _send(self, spot: Spot, question: CursorQuestion) -> None:
        if (spot, _essence(question)) == (self.answered, self._last):
            return
        self._asked = question

        def answered(answer: CursorAnswer) -> None:
            self._last = _essence(question)
            self._take(spot, answer, "")

        self.session.ask("cursor", question, answered, lambda error: self._take(spot, None, str(error)))

    _last: object = None

    def _take(self, spot: Spot, answer: CursorAnswer | None, trouble: str) -> None:
        waiting, self._asked, self._next = self._next, None, None
        if self.session.spot is not None:
            self.answer, self.answered, self.trouble = answer, spot, trouble
            self.changed.emit()
        if isinstance(waiting, tuple):
            self._send(*waiting)


def _essence(question: CursorQuestion) -> object:
    """What the answer depends on."""
    target = question.target
    texts = tuple(line.text for line in target.lines)
    method = target.lines[target.line].method
    return texts, method, tuple(sorted(target.sliders.items())), question.taylor
