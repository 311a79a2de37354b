"""The row of an expression of pixels: a text field with colours, completion and underlined errors."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QMenu, QPlainTextEdit, QWidget

from jaxstudio.app.image.stack.param_rows import ParamRow
from jaxstudio.app.plot.lines.completion import Completion, Offer
from jaxstudio.app.plot.lines.line_editor import Highlighter, LineEditor, parts
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.text import of_wording, tr
from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import FUNCTIONS
from jaxstudio.pipeline.params import Value
from jaxstudio.pipeline.pixel_program import NEIGHBOURS, READING, VARIABLES, described, read_program
from jaxstudio.pipeline.recipe import Step

FRAME_PX = 8  # of the style's border and padding, above and below
PAUSE_MS = 300  # debounce of typing
# What a pixel has no use for, or what takes too long for millions of them.
SLOW = ("special.", "own.")


def examples() -> tuple[tuple[str, str], ...]:
    """Texts to begin with, each with its title."""
    return (
        (tr("Vignette"), "k = 0.7 [0, 2]\nd = hypot(x/width - 0.5, y/height - 0.5)\nv (1 - k d)"),
        (tr("Channels exchanged"), "r = b\ng = r\nb = g"),
        (tr("Emboss"), "k = 1 [0, 4]\n0.5 + k (at_luma(1, 1) - at_luma(-1, -1))"),
        (tr("Checkerboard"), "size = 32 [1, 200]\n{mod(floor(x/size) + floor(y/size), 2) < 1: v, 1 - v}"),
        (
            tr("Sobel edges"),
            "dx = at(1,-1) + 2 at(1,0) + at(1,1) - at(-1,-1) - 2 at(-1,0) - at(-1,1)\n"
            "dy = at(-1,1) + 2 at(0,1) + at(1,1) - at(-1,-1) - 2 at(0,-1) - at(1,-1)\nhypot(dx, dy)/4",
        ),
        (tr("Mean of 5 × 5 pixels"), "sum(sum(at(m, n), m, -2, 2), n, -2, 2)/25"),
        (tr("Sharpen"), "amount = 1 [0, 3]\nv + amount (v - (at(-1,0) + at(1,0) + at(0,-1) + at(0,1))/4)"),
        (tr("Colours by lightness"), "t = luma\n(t^0.7, 0.6 t + 0.4 t^3, 0.3 + 0.7 t^2)"),
        (tr("Waves of light"), "n = 12 [1, 60]\nv (0.8 + 0.2 sin(2 pi n x/width))"),
    )


def pixel_offers(prefix: str) -> list[Offer]:
    """Return the names that complete `prefix` in an expression of pixels."""
    everything = [
        Offer(name, name, about, called=False) for name, about in VARIABLES.items() if len(name) > 1
    ]
    everything += [Offer(name, f"{name}(dx, dy)", about) for name, about in READING.items()]
    everything += [
        Offer("sum", "sum(…, n, -2, 2)", "the sum over whole numbers"),
        Offer("prod", "prod(…, n, 1, 5)", "the product over whole numbers"),
        Offer("where", "where(condition, a, b)", "a where the condition holds, else b"),
    ]
    known = [
        Offer(name, entry.usage, entry.doc)
        for name, entry in FUNCTIONS.items()
        if name == "abs" or not entry.jax.startswith(SLOW)
    ]
    everything += sorted(known, key=lambda offer: (len(offer.name), offer.name))
    found = [offer for offer in everything if offer.name.startswith(prefix)]
    return found if all(offer.name != prefix for offer in found) else []


class PixelHighlighter(Highlighter):
    """Colours every line; the columns of an error are counted through the whole text."""

    def highlightBlock(self, text: str) -> None:
        code = text.partition("#")[0]
        for start, end, what in parts(code):
            name = text[start:end]
            kind = "variable" if name in VARIABLES else "function" if name in NEIGHBOURS else what
            self.setFormat(start, end - start, self._formats[kind])
        self.setFormat(len(code), len(text) - len(code), self._formats["note"])
        if self._error is not None:
            begin = self.currentBlock().position()
            self.underline(text, self._error[0] - begin, max(self._error[1], self._error[0] + 1) - begin)


class ExpressionEditor(LineEditor):
    """A field of several lines."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.setObjectName("expression")
        self.highlighter.setDocument(None)
        self.highlighter = PixelHighlighter(self.document())

    def sizeHint(self) -> QSize:
        inside = super().sizeHint()
        return QSize(inside.width(), inside.height() + FRAME_PX)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Up, Qt.Key.Key_Down):
            QPlainTextEdit.keyPressEvent(self, event)
        else:
            super().keyPressEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        self.insertPlainText(source.text())

    def _wrapped(self) -> int:
        block, lines = self.document().firstBlock(), 0
        while block.isValid():
            lines += max(block.layout().lineCount(), 1)
            block = block.next()
        return lines


class ExpressionRow(ParamRow):
    """The field; an error is underlined and explained below, and the recipe stays."""

    def build(self, step: Step) -> None:
        self.editor = ExpressionEditor(self.name, self)
        self.name_control(self.editor)
        self.editor.setToolTip("")  # it would lie over what is typed
        self.label.setFixedWidth(16777215)  # a line of its own, above the field
        self.label.setMinimumWidth(0)
        self.more = GlyphButton("more", self.tr("Examples of expressions"), self, small=True)
        self.more.clicked.connect(self._show_examples)
        self.line.addStretch(1)
        self.line.addWidget(self.more)
        self.column.insertWidget(1, self.editor)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.commit)
        self._completion: Completion | None = None
        self._drawn: Value = None
        self.editor.typed.connect(self._typed)

    def show_value(self, value: Value, step: Step) -> None:
        if value == self._drawn:
            return  # the person's own words, and the caret among them
        self._drawn = value
        self._pause.stop()
        self.editor.show_text(str(value))
        self.show_error(None)

    def show_step(self, step: Step) -> None:
        self.show_value(step.params[self.param.name], step)

    def _typed(self, text: str) -> None:
        self._pause.start()
        self.show_error(None)
        if self._completion is None:
            self._completion = Completion(self.window())
            self._completion.serve(self.editor)
            self.destroyed.connect(self._completion.deleteLater)
        self._completion.show_offers(self.editor, pixel_offers(self.editor.word()[1]))

    def commit(self) -> None:
        """Send the text, or show the error and its place."""
        text = self.editor.text
        try:
            read_program(text)
        except ExpressionError as error:
            self.show_error(error)
            return
        self._drawn = text
        self.send(text, nudge=True)

    def show_error(self, error: ExpressionError | None) -> None:
        """Underline the place of an error and say it below; None: all is well."""
        self.editor.highlighter.show_error(None if error is None else (error.start, error.end))
        self.show_refusal("" if error is None else of_wording(described(self.editor.text, error)))

    def _show_examples(self) -> None:
        self.menu().popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def menu(self) -> QMenu:
        """The examples; each takes the place of the text, which an undo brings back."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for title, text in examples():
            action = QAction(title, menu)
            action.triggered.connect(lambda _=False, text=text: self.send(text))
            menu.addAction(action)
        return menu
