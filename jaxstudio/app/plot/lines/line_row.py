"""A line of the list: colour button, text, value, options, and the error with its suggested fixes."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import zip_longest

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QGuiApplication,
    QIcon,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QPolygonF,
)
from PySide6.QtWidgets import QLabel, QLineEdit, QMenu, QPushButton, QToolButton, QWidget, QWidgetAction

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.plot.lines.line_editor import LineEditor
from jaxstudio.app.plot.lines.line_options import LineOptions
from jaxstudio.app.plot.lines.typesetting import Formula, Note
from jaxstudio.app.plot.pages.numbers import short
from jaxstudio.app.shared.buttons import GlyphButton, paint_glyph
from jaxstudio.app.shared.colours import curve_colour, is_dark
from jaxstudio.app.shared.layouts import FlowLayout, across, down, make_label
from jaxstudio.app.shared.row_list import DraggedRow
from jaxstudio.app.shared.text import of_error, of_wording
from jaxstudio.errors import ExpressionError
from jaxstudio.functions.document import HUES, Folder, PlotLine
from jaxstudio.functions.language import Line, LineKind
from jaxstudio.functions.language.latex import latex
from jaxstudio.functions.protocol.requests import DrawnLine

RADIUS = 8.0
INDENT_PX = 16  # of lines inside a folder


class ColourButton(QToolButton):
    """A click shows or hides the line; its menu (from the row) chooses the colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chip")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hue, self.line_visible, self.state = 0, True, ""

    def sizeHint(self) -> QSize:
        return QSize(28, 28)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def show_line(self, hue: int, visible: bool, state: str, place: int) -> None:
        """`state`: "" for a drawn line, "plain" for one without a drawing, "folder", "wrong"."""
        self.hue, self.line_visible, self.state = hue, visible, state
        words = self.tr("Hide line {0}") if visible else self.tr("Show line {0}")
        if state == "folder":
            words = (
                self.tr("Hide the folder in line {0}") if visible else self.tr("Show the folder in line {0}")
            )
        self.setToolTip(words.format(place))
        self.setAccessibleName(words.format(place))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, role = self.palette(), QPalette.ColorRole
        middle = QPointF(self.width() / 2, self.height() / 2)
        if self.state == "wrong":
            self._paint_warning(painter, middle, palette.color(role.BrightText))
        elif self.state == "folder":
            colour = palette.color(role.Text if self.line_visible else role.Mid)
            side = QRectF(middle.x() - 8, middle.y() - 8, 16, 16)
            paint_glyph(painter, "eye" if self.line_visible else "minus", side, colour)
        elif self.state == "plain":
            painter.setPen(QPen(palette.color(role.Mid), 1.6))
            painter.drawEllipse(middle, RADIUS - 4, RADIUS - 4)
        else:
            colour = curve_colour(self.hue, 0, is_dark())
            painter.setPen(QPen(colour if self.line_visible else palette.color(role.Mid), 2))
            painter.setBrush(colour if self.line_visible else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(middle, RADIUS - 1, RADIUS - 1)
        if self.hasFocus() or self.underMouse():
            ring = palette.color(role.Highlight if self.hasFocus() else role.Mid)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(ring, 2 if self.hasFocus() else 1.2))
            painter.drawEllipse(middle, RADIUS + 3, RADIUS + 3)

    @staticmethod
    def _paint_warning(painter: QPainter, middle: QPointF, colour: QColor) -> None:
        corners = [QPointF(0, -8), QPointF(9, 7.5), QPointF(-9, 7.5)]
        painter.setPen(QPen(colour, 1.8, j=Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolygon(QPolygonF([middle + corner for corner in corners]))
        painter.drawLine(middle + QPointF(0, -2.5), middle + QPointF(0, 2.2))
        painter.setBrush(colour)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(QRectF(middle.x() - 1.1, middle.y() + 3.8, 2.2, 2.2))


ERROR_AFTER_MS = 700  # while one is typing
MOST_FIXES, LONGEST_FIX = 4, 32  # buttons, and characters on one
LONGEST_VALUES = 20  # characters of the values of a list, for which there is room beside its text
DRAWN = frozenset(
    {
        LineKind.CURVE,
        LineKind.PARAMETRIC,
        LineKind.POLAR,
        LineKind.IMPLICIT,
        LineKind.INEQUALITY,
        LineKind.SURFACE,
        LineKind.COMPLEX,
        LineKind.PATCH,
        LineKind.SOLID,
        LineKind.POINT,
        LineKind.CHART,
        LineKind.DIFFERENTIAL,
        LineKind.INITIAL,
        LineKind.SEQUENCE,
        LineKind.MODEL,
        LineKind.EMPTY,
    }
)
VALUED = frozenset({LineKind.VALUE, LineKind.DEFINITION, LineKind.VECTOR, LineKind.SCALAR})


class LineRow(DraggedRow):
    """One line. The list listens to its drags and to the keys that leave it."""

    held = Signal(bool)

    def __init__(
        self, controller: FunctionsController, plot_line: PlotLine, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("row")
        self.controller, self.key = controller, plot_line.key
        self._fixes: tuple[int, int, tuple[str, ...]] = (0, 0, ())
        self._undefined, self._unread = "", False
        self._drawn_state: object = None
        self._last_drawn: DrawnLine | None = None
        self._last_text = ""
        self.colour = ColourButton(self)
        self.colour.clicked.connect(self._toggle)
        self.editor = LineEditor(self.tr("Line"), self)
        self.editor.setPlaceholderText(self.tr("a function, such as x^2 sin x"))
        self.value = QLabel(self)
        self.value.setObjectName("value")
        self.value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.answer = QLabel(self)
        self.answer.setObjectName("value")
        self.answer.setWordWrap(True)
        self.answer.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.more = GlyphButton("more", self.tr("More for this line"), self, small=True)
        self.more.clicked.connect(self._show_menu)
        self.fold = GlyphButton("down", self.tr("Fold or unfold the folder"), self, small=True)
        self.fold.clicked.connect(self._fold)
        self.options = LineOptions(controller, self.key, self)
        self.error = make_label("", "refused", self, wraps=True)
        self.error.setTextFormat(Qt.TextFormat.PlainText)
        self.fixes = [self._fix_button(place) for place in range(MOST_FIXES)]
        self.define = QPushButton(self)
        self.define.setObjectName("fix")
        self.define.setAccessibleName(self.tr("Define the name in a line below"))
        self.define.clicked.connect(self._define)
        self.as_note = QPushButton(self.tr("Keep as a note"), self)
        self.as_note.setObjectName("fix")
        self.as_note.setAccessibleName(self.as_note.text())
        self.as_note.clicked.connect(lambda: self.editor.replace(0, 0, "# "))
        self._patience = QTimer(self, singleShot=True, interval=ERROR_AFTER_MS)
        self._patience.timeout.connect(self._show_error)
        self._assemble()
        self.editor.typed.connect(self._typed)
        self.editor.focused.connect(self._focused)
        self.clicked.connect(self.editor.setFocus)

    def _assemble(self) -> None:
        head = across(None, spacing=2)
        head.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.colour, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.editor, 1)
        head.addWidget(self.value)
        head.addWidget(self.more, 0, Qt.AlignmentFlag.AlignTop)
        self.trouble = QWidget(self)
        trouble = down(self.trouble, self.error, spacing=4, margins=(0, 0, 4, 2))
        self.buttons = QWidget(self.trouble)
        fixes = FlowLayout(self.buttons)
        for button in (*self.fixes, self.define, self.as_note):
            fixes.addWidget(button)
        trouble.addWidget(self.buttons)
        below = down(None, self.answer, self.options, self.trouble, spacing=2, margins=(36, 0, 4, 0))
        self.column = down(self, head, below, spacing=2, margins=(6, 4, 4, 4))

    # What is shown

    def show_line(self, plot_line: PlotLine, line: Line, drawn: DrawnLine | None, place: int) -> None:
        """Draw the line as it is now; `drawn` is what came back for it last. What is shown already stays.

        A line that is still in work keeps what is written of it: each scene would write it anew otherwise.
        """
        if drawn is not None and drawn.pending and plot_line.text == self._last_text:
            drawn = self._last_drawn or drawn
        self._last_drawn, self._last_text = drawn, plot_line.text
        self.plot_line, self.line = plot_line, line
        held = self.controller.current == self.key
        degrees = self.controller.document.axes.degrees
        drawn_state = (plot_line, line, line.error, _tells(drawn), place, held, is_dark(), degrees)
        if drawn_state == self._drawn_state:
            return
        self._drawn_state = drawn_state
        self.editor.show_text(plot_line.text)
        self.editor.setAccessibleName(self.tr("Line {0}").format(place))
        self._show_trouble(line, drawn)
        drawable = (line.kind in DRAWN or line.has_arrows) and not line.is_part
        folder = plot_line.folder
        state = "wrong" if self._wrong() else "folder" if folder else "" if drawable else "plain"
        self.fold.setVisible(folder is not None)
        self.fold.show_glyph("down" if folder is not None and folder.is_open else "right")
        indent = INDENT_PX if plot_line.inside else 0
        self.column.setContentsMargins(6 + indent, 4, 4, 4)
        self.colour.show_line(plot_line.hue, plot_line.line.visible, state, place)
        self.options.show_line(plot_line, line, drawn, held)
        if self.property("held") != held:
            self.setProperty("held", held)
            self.style().polish(self)
        self.value.setText(self._value_text(line, drawn))
        self.value.setVisible(bool(self.value.text()))
        self.answer.setText(self._answer_text(line, drawn))
        self.answer.setVisible(bool(self.answer.text()))

    def show_formula(self, formula: Formula | Note | None, awaited: bool) -> None:
        """Show the line as mathematics; while one types, the last formula stays until there is another."""
        stays = awaited and formula is None and self.editor.hasFocus() and bool(self.editor.text)
        self.editor.show_formula(self.editor.formula if stays else formula)

    def _value_text(self, line: Line, drawn: DrawnLine | None) -> str:
        if line.kind not in VALUED or drawn is None or not drawn.value:
            return ""
        texts = [self.tr("no value") if math.isnan(value) else short(value) for value in drawn.value[:4]]
        if len(drawn.value) == 1:
            return f"= {texts[0]}"
        while len(texts) > 1 and len(", ".join(texts)) > LONGEST_VALUES:
            texts.pop()
        more = ", …" if len(drawn.value) > len(texts) else ""
        return f"= [{', '.join(texts)}{more}]"

    def _answer_text(self, line: Line, drawn: DrawnLine | None) -> str:
        """The answer to a question, the reading of a line in another notation, or notes on its curves."""
        if drawn is not None and drawn.answer:
            text, proof = drawn.answer
            says_itself = any(sign in text for sign in "=≈∈") or text.startswith(
                ("about", "no ", "±", "the ")
            )
            sign = "" if says_itself else "= "
            shown = of_wording(text).replace("-", "−").replace("*", " ")
            return f"{sign}{shown}   ({of_wording(proof)})"
        if line.written:
            return self.tr("read as {0}").format(line.written)
        notes = dict.fromkeys(curve.note for curve in drawn.curves if curve.note) if drawn is not None else ()
        return "\n".join(map(of_wording, notes))

    def _wrong(self) -> bool:
        return bool(self._error_text) and not self.trouble.isHidden()

    def _show_trouble(self, line: Line, drawn: DrawnLine | None) -> None:
        text, columns, undefined = "", (0, 0), ""
        fixes: tuple[str, ...] = ()
        if line.error is not None:
            text, columns = of_error(line.error), (line.error.start, line.error.end)
            fixes, undefined = (line.error.suggestion, *line.error.others), line.error.undefined
        elif drawn is not None and drawn.error is not None:
            text, columns = of_wording(drawn.error.text), (drawn.error.start, drawn.error.end)
            fixes = (drawn.error.suggestion,)
        self._error_text, self._columns = text, columns if text else None
        self._fixes = (*columns, tuple(fix for fix in fixes if fix)[:MOST_FIXES])
        self._undefined = undefined
        self._unread = line.error is not None and not any(fixes) and not undefined
        if not text:
            self._patience.stop()
            self.trouble.hide()
            self.editor.highlighter.show_error(None)
        elif not self.editor.hasFocus() or not self.trouble.isHidden():
            self._show_error()
        elif not self._patience.isActive():
            self._patience.start()

    def _show_error(self) -> None:
        if not self._error_text:
            return
        self.error.setText(self._error_text)
        self.editor.highlighter.show_error(self._columns if self._columns != (0, 0) else None)
        fixes = self._fixes[2]
        for button, fix in zip_longest(self.fixes, fixes):
            button.setVisible(fix is not None)
            if fix is not None:
                text = fix.replace("\n", " ↵ ")
                text = text if len(text) <= LONGEST_FIX else text[: LONGEST_FIX - 1] + "…"
                button.setText(self.tr("Write {0}").format(text.strip()))
                button.setAccessibleName(button.text())
                button.setToolTip(fix if text != fix else "")
        known = self.tr("Define {0}") if "(" in self._undefined else self.tr("Use {0} as a slider")
        self.define.setVisible(bool(self._undefined))
        self.define.setText(known.format(self._undefined))
        self.define.setAccessibleName(self.define.text())
        self.as_note.setVisible(self._unread)
        self.buttons.setVisible(bool(fixes or self._undefined or self._unread))
        self.trouble.show()
        self.colour.state = "wrong"
        self.colour.update()

    def _fix_button(self, place: int) -> QPushButton:
        button = QPushButton(self)
        button.setObjectName("fix")
        button.setAccessibleName(self.tr("Suggestion {0}").format(place + 1))
        button.clicked.connect(lambda: self._fix(place))
        return button

    def _fix(self, place: int) -> None:
        """Write one of the suggested texts; of several lines each becomes one of the sheet."""
        start, end, fixes = self._fixes
        if place < len(fixes):
            first, *others = fixes[place].split("\n")
            self.editor.replace(start, end, first)
            self.editor.setFocus()
            if others:
                self.editor.pasted.emit(others)

    def _define(self) -> None:
        """Give the name that is asked about a value of its own, or the function a formula, below."""
        if self._undefined:
            value = "x" if "(" in self._undefined else "1"
            self.controller.add_line(f"{self._undefined} = {value}", self.key)

    # Hands

    def _typed(self, text: str) -> None:
        if self._patience.isActive():
            self._patience.start()
        self.controller.set_text(self.key, text)

    def _focused(self, on: bool) -> None:
        self.held.emit(on)
        if not on:
            self._show_error()

    def _toggle(self) -> None:
        self.controller.set_line(self.key, visible=not self.plot_line.line.visible)

    def _fold(self) -> None:
        folder = self.plot_line.folder
        self.controller.open_folder(self.key, folder is not None and not folder.is_open)

    def _show_menu(self) -> None:
        self._menu().popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self._menu().popup(event.globalPos())

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        key, controller = self.key, self.controller
        up_down = [
            (self.tr("Move up"), "Alt+Up", lambda: self.editor.moved.emit(-1)),
            (self.tr("Move down"), "Alt+Down", lambda: self.editor.moved.emit(1)),
        ]
        folder = self.plot_line.folder
        entries = self._line_entries() if folder is None else self._folder_entries(folder)
        for text, keys, do in [*up_down, *entries]:
            action = QAction(text, menu)
            if keys:
                action.setShortcut(QKeySequence(keys))
                action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
                action.setShortcutVisibleInContextMenu(True)
            action.triggered.connect(do)
            menu.addAction(action)
        if folder is not None:
            return menu
        caption = QLineEdit(self.plot_line.caption, menu)
        caption.setPlaceholderText(self.tr("Name in the legend"))
        caption.setAccessibleName(caption.placeholderText())
        caption.textEdited.connect(lambda text: controller.set_caption(key, text))
        caption.returnPressed.connect(menu.close)
        named = QWidgetAction(menu)
        named.setDefaultWidget(caption)
        menu.addAction(named)
        colours = menu.addMenu(self.tr("Colour"))
        names = (
            self.tr("Red"),
            self.tr("Blue"),
            self.tr("Green"),
            self.tr("Purple"),
            self.tr("Orange"),
            self.tr("Teal"),
            self.tr("Pink"),
            self.tr("Olive"),
        )
        for hue in range(HUES):
            action = QAction(self._swatch(hue), names[hue], colours)
            action.triggered.connect(lambda _=False, hue=hue: controller.set_hue(key, hue))
            colours.addAction(action)
        return menu

    def _line_entries(self) -> list[tuple[str, str, Callable[[], object]]]:
        key, controller = self.key, self.controller
        into = (self.tr("Put into a New Folder"), "", lambda: controller.add_folder(key))
        out = (self.tr("Take out of the Folder"), "", lambda: controller.take_out(key))
        return [
            (self.tr("Copy as LaTeX"), "", self._copy_latex),
            (self.tr("Duplicate"), "", lambda: controller.add_line(self.plot_line.text, key)),
            out if self.plot_line.inside else into,
            (self.tr("Remove"), "", lambda: controller.remove_line(key)),
        ]

    def _folder_entries(self, folder: Folder) -> list[tuple[str, str, Callable[[], object]]]:
        key, controller = self.key, self.controller
        keep = (
            self.tr("Show This View Whenever It Opens"),
            "",
            lambda: controller.keep_folder_view(key, True),
        )
        forget = (self.tr("Forget Its View"), "", lambda: controller.keep_folder_view(key, False))
        return [
            keep,
            *([forget] if folder.view is not None else []),
            (self.tr("Remove the Folder, Keep Its Lines"), "", lambda: controller.remove_line(key)),
            (self.tr("Remove the Folder and Its Lines"), "", lambda: controller.remove_folder(key)),
        ]

    def _copy_latex(self) -> None:
        reading = self.controller.reading
        try:
            text = latex(
                self.line.written or self.plot_line.text,
                reading.defined(functions=True),
                reading.defined(functions=False),
            )
        except ExpressionError as error:
            self.controller.reported.emit("error", of_error(error))
            return
        QGuiApplication.clipboard().setText(text)
        self.controller.reported.emit("done", self.tr("Copied"))

    def _swatch(self, hue: int) -> QIcon:
        pixmap = QPixmap(28, 28)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(curve_colour(hue, 0, is_dark()))
        painter.drawEllipse(3, 3, 22, 22)
        painter.end()
        return QIcon(pixmap)


def _tells(drawn: DrawnLine | None) -> object:
    """Return the part of a drawn line that its row shows."""
    if drawn is None:
        return None
    methods = tuple(sorted({curve.method for curve in drawn.curves if curve.order}))
    notes = tuple(dict.fromkeys(curve.note for curve in drawn.curves))
    return drawn.kind, drawn.value, drawn.answer, drawn.error, methods, notes
