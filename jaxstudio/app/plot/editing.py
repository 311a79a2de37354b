"""The document, its history and the intents that change it; its lines parsed in the window's process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from jaxstudio.app.shared.undo import UndoableEditor
from jaxstudio.functions.document import Document, Folder, Slider
from jaxstudio.functions.language import Line, LineKind, Sheet
from jaxstudio.functions.protocol.requests import SheetLine
from jaxstudio.functions.protocol.scene import Handle, MarkKind, TypedNumber
from jaxstudio.pipeline.history import History


class Reading:
    """A sheet that was read, and where its sliders belong."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = tuple(texts)
        self.sheet = Sheet.read(texts)
        self.lines = self.sheet.lines
        self._slider_lines = {line.name: line for line in self.lines if line.kind is LineKind.SLIDER}
        self.homes: dict[str, int] = {}
        for line in self.lines:
            for name in (*((line.name,) if line.kind is LineKind.SLIDER else ()), *line.sliders):
                if name not in self.sheet.solutions:
                    self.homes.setdefault(name, line.index)
        self.homes |= {name: line.index for name, line in self._slider_lines.items()}

    def defined(self, *, functions: bool) -> tuple[str, ...]:
        """The names of functions, or of values, that lines define."""
        lines = (line for line in self.lines if line.name)
        return tuple(line.name for line in lines if (line.parameters is not None) is functions)

    @property
    def sliders(self) -> tuple[str, ...]:
        """The free names of the whole sheet, in the order in which they are shown."""
        return tuple(sorted(self.homes, key=lambda name: (self.homes[name], name)))

    def sliders_of(self, index: int) -> tuple[str, ...]:
        """The sliders that are shown below a line: its own, or those it is the first to use."""
        return tuple(name for name in self.sliders if self.homes[name] == index)

    def slider_line(self, name: str) -> Line | None:
        """The line `name = 3`, if there is one."""
        return self._slider_lines.get(name)


def with_slider_value(
    text: str, line: Line, value: float, interval: tuple[float, float] | None = None
) -> str:
    """The text of a line such as `a = 3 [0, 10]` with another value, and interval if there is one."""
    left = text.split("=", 1)[0].rstrip()
    interval = interval or line.interval
    if interval is not None:
        interval = (min(interval[0], value), max(interval[1], value))
    ends = f" [{plain(interval[0])}, {plain(interval[1])}]" if interval is not None else ""
    return f"{left} = {plain(value)}{ends}"


def plain(value: float) -> str:
    """A number as one types it, exactly."""
    if float(value).is_integer() and abs(value) < 1e15:
        return str(int(value))
    return repr(float(value))


def _shifted(number: TypedNumber | None, written: TypedNumber, grown: int) -> TypedNumber | None:
    """The columns of a number once another one, or itself, has become so much longer."""
    if number is None or number.line != written.line or number.start < written.start:
        return number
    start = number.start + (grown if number.start > written.start else 0)
    return replace(number, start=start, end=number.end + grown)


class Editing(UndoableEditor):
    """Holds the history of documents. Looking elsewhere is no entry of it: undo keeps the view."""

    document_changed = Signal()
    history: History[Document]

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(Document().adding(SheetLine("")), parent)
        self._reading: Reading | None = None

    def request(self) -> None:
        """Ask for a picture of the present document."""

    @property
    def waiting(self) -> bool:
        """Whether the last request has no answer yet."""
        return False

    @property
    def document(self) -> Document:
        return self.history.present

    @property
    def reading(self) -> Reading:
        """The parsed lines."""
        texts = tuple(line.text for line in self.document.lines)
        if self._reading is None or self._reading.texts != texts:
            self._reading = Reading(texts)
        return self._reading

    # Lines

    def add_line(self, text: str = "", after: int | None = None, **how: Any) -> int:
        """Put a line behind the one with the key `after`, or at the end; its key."""
        at = None if after is None else self.document.place(after) + 1
        document = self.document.adding(SheetLine(text, **how), at)
        self.record(document)
        return document.lines[-1 if at is None else at].key

    def add_lines(self, texts: list[str], after: int) -> int:
        """Put several lines behind one, as one undo; the key of the last."""
        document, at = self.document, self.document.place(after) + 1
        for number, text in enumerate(texts):
            document = document.adding(SheetLine(text), at + number)
        self.record(document)
        return document.lines[at + len(texts) - 1].key

    def set_text(self, key: int, text: str) -> None:
        """Type into a line; typing without a pause is one undo. A folder's name is stored as a note."""
        if self.document.line(key).folder is not None and not text.startswith("#"):
            text = f"# {text}"
        self.record(self.document.with_line(key, text=text), ("text", key))

    def move_handle(self, handle: Handle, x: float, y: float) -> Handle:
        """Write the numbers that are typed for a point anew; the point with them, where it is now."""
        document, moved = self.document, handle
        pairs = ((handle.x_typed, x), (handle.y_typed, y))
        # from right to left, so that the columns of the others stay
        for typed, value in sorted(pairs, key=lambda pair: pair[0].start if pair[0] else 0, reverse=True):
            if typed is None:
                continue
            line = document.lines[typed.line]
            written = plain(value)
            text = line.text[: typed.start] + written + line.text[typed.end :]
            document = document.with_line(line.key, text=text)
            grown = len(written) - (typed.end - typed.start)
            moved = replace(
                moved,
                x=x if typed is handle.x_typed else moved.x,
                y=y if typed is handle.y_typed else moved.y,
                x_typed=_shifted(moved.x_typed, typed, grown),
                y_typed=_shifted(moved.y_typed, typed, grown),
            )
        self.record(document)
        return moved

    def set_line(self, key: int, **changes: Any) -> None:
        """Show a line in another way."""
        self.record(self.document.with_line(key, **changes))

    def set_hue(self, key: int, hue: int) -> None:
        self.record(self.document.with_hue(key, hue))

    def set_caption(self, key: int, caption: str) -> None:
        """Set a line's name in the legend; typing without a pause is one undo."""
        self.record(self.document.changing(key, caption=caption), ("caption", key))

    def add_folder(self, around: int | None = None) -> int:
        """A folder at the end, or one that holds a line; its key."""
        at = None if around is None else self.document.place(around)
        document = self.document.adding(SheetLine("# "), at)
        key = document.lines[-1 if at is None else at].key
        document = document.changing(key, folder=Folder(), inside=False)
        self.record(document if around is None else document.changing(around, inside=True))
        return key

    def take_out(self, key: int) -> None:
        """Put a line behind the folder that it is in."""
        document = self.document
        head = document.heads[key]
        behind = document.place(head.key) + len(document.contents(head.key))
        self.record(document.changing(key, inside=False).moving(key, behind).changing(key, inside=False))

    def remove_folder(self, key: int) -> None:
        """Take a folder away with all that it holds."""
        document = self.document
        for line in (*document.contents(key), document.line(key)):
            document = document.removing(line.key)
        self.record(document if document.lines else document.adding(SheetLine("")))

    def toggle_order(self, key: int, order: int) -> None:
        """Tick a derivative or take its tick away."""
        orders = set(self.document.line(key).line.orders) ^ {order}
        self.set_line(key, orders=tuple(sorted(orders)))

    def remove_line(self, key: int) -> None:
        """Take a line away; the last one is emptied instead."""
        document = self.document.removing(key)
        self.record(document if document.lines else document.adding(SheetLine("")))

    def move_line(self, key: int, to: int) -> None:
        """Put a line at the index `to`, counted in the list without it."""
        self.record(self.document.moving(key, to))

    # Sliders

    def slider(self, name: str) -> Slider:
        """A name's slider, as it was set, as its line says, or the usual one."""
        line = self.reading.slider_line(name)
        kept = self.document.sliders.get(name, Slider())
        if line is None:
            return kept
        if line.interval is not None:
            kept = replace(kept, low=line.interval[0], high=line.interval[1])
        return kept.holding(line.value)

    def slider_values(self) -> Mapping[str, float]:
        """The value of every free name."""
        return {name: self.slider(name).value for name in self.reading.sliders}

    def set_slider(self, name: str, value: float, *, nudge: bool = False) -> None:
        """Give a free name a value; a line such as `a = 3` is rewritten."""
        slider = self.slider(name).holding(value)
        document = self.document.with_slider(name, slider)
        line = self.reading.slider_line(name)
        if line is not None:
            plot_line = self.document.lines[line.index]
            text = with_slider_value(plot_line.text, line, value)
            document = document.with_line(plot_line.key, text=text)
        self.record(document, ("slider", name) if nudge else None)

    def set_slider_range(self, name: str, **changes: Any) -> None:
        """Change a slider's ends, step, speed or motion; a range without room changes nothing."""
        slider = replace(self.slider(name), **changes)
        if not slider.low < slider.high:
            return
        inside = min(max(slider.value, slider.low), slider.high)
        document = self.document.with_slider(name, replace(slider, value=inside))
        line = self.reading.slider_line(name)
        if line is not None and (line.interval is not None or inside != line.value):
            plot_line = self.document.lines[line.index]
            interval = (slider.low, slider.high) if line.interval is not None else None
            text = with_slider_value(plot_line.text, line, inside, interval)
            document = document.with_line(plot_line.key, text=text)
        self.record(document)

    # The rest

    def set_marks(self, kind: MarkKind, visible: bool) -> None:
        """Look for one kind of point, or no longer."""
        marks = self.document.marks | {kind} if visible else self.document.marks - {kind}
        self.record(replace(self.document, marks=marks))

    def set_page(self, page: str, *, nudge: bool = False, **values: Any) -> None:
        """Let a page of the panel remember something."""
        self.record(self.document.with_page(page, **values), ("page", page, *values) if nudge else None)

    def set_document(self, document: Document) -> None:
        """Put another document in place of the present one, view and all."""
        if not document.lines:
            document = document.adding(SheetLine(""))
        self.record(document)
        self.history.present = document
        self._value_changed()

    def clear(self) -> None:
        """Begin anew, with one empty line."""
        self.record(replace(Document().adding(SheetLine("")), marks=self.document.marks))

    # Undo

    def _restored(self, value: Document, before: Document) -> Document:
        return value.seen_as(before)

    def look(self, document: Document) -> None:
        """Make `document`, which differs in its view alone, the present one without an undo."""
        self.history.present = document
        self.request()

    def _value_changed(self, started: float = 0.0) -> None:
        # Ask first, draw the controls while it is computed.
        self.request()
        self.document_changed.emit()
