"""The list of lines with their sliders: rows are kept while their lines live."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QPushButton, QWidget

from jaxstudio.app.plot.completion import Completion
from jaxstudio.app.plot.line_row import LineRow
from jaxstudio.app.plot.session import Session
from jaxstudio.app.plot.slider_row import SliderRow
from jaxstudio.app.shared.row_list import RowList, chain_tabs, focusables
from jaxstudio.functions.document import PlotLine
from jaxstudio.functions.protocol.requests import DrawnLine


class LineList(RowList):
    """Draws the document's lines; only what changed is touched."""

    def __init__(self, session: Session, over: QWidget) -> None:
        super().__init__(over)
        self.session = session
        self.rows: dict[int, LineRow] = {}
        self.sliders: dict[str, SliderRow] = {}
        self._order: list[QWidget] = []
        self.tabs_after: list[QWidget] = []  # to which Tab goes on from the last line
        self._target: int | None = None
        self.column.setContentsMargins(0, 0, 0, 8)
        self.column.setSpacing(0)
        self.add = QPushButton(self.tr("Add a line"), self.list)
        self.add.setObjectName("flat")
        self.add.clicked.connect(lambda: self.go_to(session.add_line()))
        self.column.addWidget(self.add)
        self.column.addStretch(1)
        self.completion = Completion(over)
        session.document_changed.connect(self.draw)
        session.scene_changed.connect(self.draw_scene)
        session.current_changed.connect(self.draw)
        session.animation.changed.connect(self._draw_motion)
        session.pointed.connect(self._point_at)
        self.draw()

    # Drawing

    def draw(self) -> None:
        """Bring the rows in line with the document."""
        self._rearrange()
        drawn = self._drawn()
        reading = self.session.reading
        for place, plot_line in enumerate(self.session.document.lines):
            row = self.rows[plot_line.key]
            row.show_line(plot_line, reading.lines[place], drawn.get(plot_line.key), place + 1)
        for name, slider_row in self.sliders.items():
            slider_row.show_slider(self.session.slider(name))

    def draw_scene(self) -> None:
        """Show the values and the faults that a scene brought."""
        drawn = self._drawn()
        reading = self.session.reading
        for place, plot_line in enumerate(self.session.document.lines):
            row = self.rows[plot_line.key]
            row.show_line(plot_line, reading.lines[place], drawn.get(plot_line.key), place + 1)

    def _drawn(self) -> dict[int, DrawnLine]:
        """What came for each line, as far as its text is still the same."""
        scene = self.session.scene
        document = self.session.asked.get(scene.number) if scene is not None else None
        if scene is None or document is None:
            return {}
        now = {line.key: line.text for line in self.session.document.lines}
        return {
            line.key: drawn
            for line, drawn in zip(document.lines, scene.lines, strict=True)
            if now.get(line.key) == line.text
        }

    def _draw_motion(self) -> None:
        for row in self.sliders.values():
            row.show_motion()

    def _rearrange(self) -> None:
        lines, reading = self.session.document.lines, self.session.reading
        keys = [line.key for line in lines]
        for key in [key for key in self.rows if key not in keys]:
            self._drop_row(self.rows.pop(key))
        for name in [name for name in self.sliders if name not in reading.homes]:
            self._drop_row(self.sliders.pop(name))
        order: list[QWidget] = []
        for place, plot_line in enumerate(lines):
            if plot_line.key not in self.rows:
                self.rows[plot_line.key] = self._new_row(plot_line)
            order.append(self.rows[plot_line.key])
            for name in reading.sliders_of(place):
                if name not in self.sliders:
                    self.sliders[name] = SliderRow(self.session, name, self.list)
                order.append(self.sliders[name])
        if order == self._order:
            return
        for place, widget in enumerate(order):
            if self.column.indexOf(widget) != place:
                self.column.removeWidget(widget)
                self.column.insertWidget(place, widget)
            widget.show()
        rows = [each for widget in order for each in focusables(widget)]
        chain_tabs([*rows, self.add, *self.tabs_after])
        self._order = order

    def _drop_row(self, row: QWidget) -> None:
        self.column.removeWidget(row)
        row.hide()
        row.deleteLater()

    def _new_row(self, plot_line: PlotLine) -> LineRow:
        row, key = LineRow(self.session, plot_line, self.list), plot_line.key
        editor = row.editor
        self.completion.serve(editor)
        editor.typed.connect(lambda _: self.completion.offer(editor, self.session.reading.lines))
        editor.entered.connect(lambda: self.go_to(self.session.add_line(after=key)))
        editor.emptied.connect(lambda: self._remove(key))
        editor.went.connect(lambda by: self._go(key, by))
        editor.moved.connect(lambda by: self._move(key, by))
        editor.pasted.connect(lambda texts: self.go_to(self.session.add_lines(texts, key)))
        row.held.connect(lambda on: self._hold(key, on))
        row.dragged.connect(lambda y: self._drag(key, y))
        row.dropped.connect(lambda: self._drop(key))
        return row

    def _point_at(self, key: int, start: int, end: int) -> None:
        for each, row in self.rows.items():
            row.editor.point_at(start, end) if each == key else row.editor.point_at(0, 0)

    # Where the caret is

    def go_to(self, key: int, column: int | None = None) -> None:
        """Put the caret into a line."""
        editor = self.rows[key].editor
        editor.setFocus(Qt.FocusReason.OtherFocusReason)
        editor.put_caret(len(editor.text) if column is None else column)
        self._later(self.rows[key], lambda row: self.ensureWidgetVisible(row, 0, 12))

    def key_in_hand(self) -> int | None:
        """The line with the caret, or else the first."""
        for key, row in self.rows.items():
            if row.editor.hasFocus():
                return key
        return None

    def _later(self, row: LineRow, do: Callable[[LineRow], None]) -> None:
        QTimer.singleShot(0, row, lambda: do(row))

    def _hold(self, key: int, on: bool) -> None:
        if on and key in self.rows:
            self.session.hold(key)

    def _go(self, key: int, by: int) -> None:
        lines = self.session.document.lines
        place = self.session.document.place(key) + by
        if 0 <= place < len(lines):
            self.go_to(lines[place].key, self.rows[key].editor.textCursor().position())
        elif by > 0 and lines[-1].text.strip():
            self.go_to(self.session.add_line())

    def _move(self, key: int, by: int) -> None:
        place = self.session.document.place(key) + by
        if 0 <= place < len(self.session.document.lines):
            self.session.move_line(key, place)
            self.go_to(key, self.rows[key].editor.textCursor().position())

    def _remove(self, key: int) -> None:
        lines = self.session.document.lines
        if len(lines) == 1:
            return
        place = self.session.document.place(key)
        to = lines[place - 1 if place else 1].key
        self.go_to(to)
        self.session.remove_line(key)

    # Dragging

    def _drag(self, key: int, global_y: int) -> None:
        others = [self.rows[line.key] for line in self.session.document.lines if line.key != key]
        self._target = self.mark_place(global_y, others)

    def _drop(self, key: int) -> None:
        target, self._target = self._target, None
        self.mark.hide()
        if target is not None:
            self.session.move_line(key, target)
