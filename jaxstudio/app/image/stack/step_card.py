"""A step of the stack as a card: its title, time and switch, and the form of its parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QIcon,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPixmap,
)
from PySide6.QtWidgets import QColorDialog, QMenu, QPushButton, QTabBar, QWidget

from jaxstudio.app.image.canvas.handle_geometry import HANDLED
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.gray_point import BALANCED
from jaxstudio.app.image.masks.menu import BlendLine, MaskButton, of_mask, of_sharing
from jaxstudio.app.image.masks.panel import MaskPanel
from jaxstudio.app.image.panels.presets_dialog import PresetsDialog
from jaxstudio.app.image.stack.drawn_line import DrawnLine, copy_steps
from jaxstudio.app.image.stack.lens_row import LensRow
from jaxstudio.app.image.stack.matrix_row import MatrixRow
from jaxstudio.app.image.stack.param_rows import (
    BoolRow,
    ChoiceRow,
    NumberRow,
    ParamRow,
    PathRow,
    StepsRow,
    TextRow,
)
from jaxstudio.app.image.stack.tone_rows import CurveRow, LevelsRow, has_levels
from jaxstudio.app.shared.buttons import GlyphButton, Switch
from jaxstudio.app.shared.layouts import OneLine, across, down, make_label, set_look
from jaxstudio.app.shared.row_list import DraggedRow
from jaxstudio.app.shared.text import in_words, of_catalogue, of_milliseconds, of_wording
from jaxstudio.pipeline.lenses import NAME as LENS_CORRECTION
from jaxstudio.pipeline.lenses import asks_for_lens
from jaxstudio.pipeline.params import (
    Bool,
    Choice,
    Expression,
    Float,
    Int,
    Matrix,
    Param,
    Path,
    Points,
    Steps,
    Text,
)
from jaxstudio.pipeline.recipe import LINEAR, Step


def _expression_row(*arguments: Any) -> ParamRow:
    # loads the language: a tenth of a second
    from jaxstudio.app.image.stack.expression_row import ExpressionRow

    return ExpressionRow(*arguments)


def _text_row(document: ImageDocument, step: Step, param: Param, parent: QWidget) -> ParamRow:
    named = step.op.name == LENS_CORRECTION and param.name in LensRow.names
    return (LensRow if named else TextRow)(document, step, param, parent)


ROWS: dict[type[Param], Callable[..., ParamRow]] = {
    Float: NumberRow,
    Int: NumberRow,
    Choice: ChoiceRow,
    Bool: BoolRow,
    Matrix: MatrixRow,
    Steps: StepsRow,
    Points: CurveRow,
    Text: _text_row,
    Path: PathRow,
    Expression: _expression_row,
}


class Form(QWidget):
    """The parameters of one step, one below the other; `build_row` makes them, one in each call."""

    def __init__(self, document: ImageDocument, step: Step, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.levels: LevelsRow | None = None
        self.rows: dict[str, ParamRow] = {}
        self._unbuilt: list[Param] = list(step.op.params)
        self._begun = False  # whether all rows were there once
        self._build = QTimer(self, interval=0)
        self._build.timeout.connect(self._build_next)
        self.caution = make_label("", "refused", self, wraps=True)
        self.caution.hide()
        self._column = down(self, self.caution, spacing=6)
        self.groups = list(dict.fromkeys(param.group for param in step.op.params if param.group))
        if self.groups:
            self.tabs = QTabBar(self)
            for group in self.groups:
                self.tabs.addTab(in_words(group))
            self.tabs.setDrawBase(False)
            self.tabs.setAccessibleName(self.tr("Parameters"))
            self.tabs.currentChanged.connect(lambda _: self._show_rows())
            self._column.insertWidget(0, self.tabs)
        self.document, self._step = document, step
        self._drawn_params: Any = None
        document.photo_changed.connect(self._show_rows)
        document.described.connect(self._show_caution)
        self.show_step(step)

    @property
    def built(self) -> bool:
        """Whether every parameter has its row."""
        return not self._unbuilt

    def build_row(self) -> None:
        """Make the next row, above the caution; the chart of levels comes with the first."""
        if not self.rows and has_levels(self._step):
            self.levels = LevelsRow(self.document, self._step, self)
            self._column.insertWidget(0, self.levels)
            self.levels.show_step(self._step)
        param = self._unbuilt.pop(0)
        row = ROWS[type(param)](self.document, self._step, param, self)
        self.rows[param.name] = row
        later = self._step.op.params[self._step.op.params.index(param) + 1 :]
        below = next((self.rows[each.name] for each in later if each.name in self.rows), self.caution)
        self._column.insertWidget(self._column.indexOf(below), row)
        row.show_step(self._step)
        self._begun = self._begun or not self._unbuilt
        self._show_rows()

    def show_step(self, step: Step) -> None:
        """Draw the step's values; rows whose values are as drawn are left alone."""
        if step.params == self._drawn_params:
            return
        if step.op != self._step.op:
            self._take_params(step)
        self._step, self._drawn_params = step, step.params
        if self.levels is not None:
            self.levels.show_step(step)
        self._show_caution()
        for row in self.rows.values():
            row.show_step(step)
        self._show_rows()

    def _take_params(self, step: Step) -> None:
        """A text declares other sliders than before: drop the rows of those, build the new ones."""
        present = {param.name: param for param in step.op.params}
        for name, row in list(self.rows.items()):
            if present.get(name) != row.param:
                del self.rows[name]
                self._column.removeWidget(row)
                row.hide()
                row.deleteLater()
        self._unbuilt = [param for param in step.op.params if param.name not in self.rows]
        if self._begun:
            self._build.start()

    def _build_next(self) -> None:
        if self._unbuilt:
            self.build_row()
        if not self._unbuilt:
            self._build.stop()

    def _show_caution(self) -> None:
        """Show the engine's caution about these values, together with their frame."""
        description, key = self.document.description, self._step.key
        caution, note = description.cautions.get(key, ""), description.notes.get(key, "")
        set_look(self.caution, "refused" if caution else "muted")
        self.caution.setText(of_catalogue(caution) if caution else of_wording(note))
        self.caution.setVisible(bool(caution or note))
        if not self._step.op.params:  # the caution is all that it shows
            self.setVisible(bool(caution or note))

    def _show_rows(self) -> None:
        """Show the rows that mean something for the step's values and this photo."""
        photo = self.document.photo
        alpha = photo is not None and photo.alpha
        shown_group = self.groups[self.tabs.currentIndex()] if self.groups else ""
        by_photo = asks_for_lens(self._step)
        if self.groups:
            self.tabs.setVisible(not by_photo)
        for name, row in self.rows.items():
            means_something = row.param.matters(self._step.params) and (alpha or name != "border_alpha")
            in_sight = row.param.group == "" or (row.param.group == shown_group and not by_photo)
            row.setVisible(means_something and in_sight)
        for place, group in enumerate(self.groups):  # one with changes is marked: it may not be in sight
            of_group = [param for param in self._step.op.params if param.group == group]
            changed = any(self._step.params[param.name] != param.default for param in of_group)
            self.tabs.setTabText(place, in_words(group) + (" •" if changed else ""))


class HandlesButton(QPushButton):
    """Checked while the step's handles are shown; not there for steps that have none."""

    def __init__(self, document: ImageDocument, step: Step, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.key = document, step.key
        self.has_handles = step.op.name in HANDLED
        self.setToolTip(self.tr("Show handles to be moved by mouse or arrow keys (Ctrl+T); Enter ends"))
        self.setCheckable(True)
        self.clicked.connect(lambda on: document.handle(self.key if on else None))

    def show_step(self, step: Step, *, folded: bool) -> None:
        """Draw whether the handles are shown now."""
        self.setVisible(self.has_handles and not folded)
        self.setEnabled(step.enabled)
        shown = self.document.handle_key == self.key
        self.setChecked(shown)
        self.setText(self.tr("Done on the picture") if shown else self.tr("Edit on the picture"))


class GrayButton(QPushButton):
    """Checked while a click on what should be gray is waited for; only White balance has it."""

    def __init__(self, document: ImageDocument, step: Step, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Pick gray"), parent)
        self.gray_point, self.key = document.gray_point, step.key
        self.is_wanted = step.op.name == BALANCED
        self.setToolTip(self.tr("Then click on the picture what should be gray or white"))
        self.setCheckable(True)
        self.clicked.connect(lambda on: self.gray_point.wait(self.key if on else None))
        self.gray_point.changed.connect(self._draw)  # a lambda would outlive the card

    def _draw(self) -> None:
        self.setChecked(self.gray_point.key == self.key)

    def show_step(self, step: Step, *, folded: bool) -> None:
        """Draw whether it can be used."""
        self.setVisible(self.is_wanted and not folded)
        self.setEnabled(step.enabled)


COLOUR = ("red", "green", "blue")  # from 0 to 1, of the filters that have a colour


class ColourChooser(QPushButton):
    """Shows the colour of a filter's letters or frame, and opens the dialog that chooses another."""

    def __init__(self, document: ImageDocument, step: Step, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Choose a colour…"), parent)
        self.document, self.key, self.colour = document, step.key, QColor()
        mixed = [param for param in step.op.params if param.name in COLOUR and isinstance(param, Float)]
        ranges = [(param.low, param.high) for param in mixed]
        self.is_wanted = ranges == [(0.0, 1.0)] * len(COLOUR)
        self.setToolTip(self.tr("Choose the colour that the sliders above mix"))
        self.clicked.connect(self._ask)

    def show_step(self, step: Step, *, folded: bool) -> None:
        """Draw the step's colour."""
        self.setVisible(self.is_wanted and not folded)
        self.setEnabled(step.enabled)
        if self.is_wanted:
            self.colour = QColor.fromRgbF(*(step.params[name] for name in COLOUR))  # type: ignore[arg-type]
            swatch = QPixmap(self.iconSize())
            swatch.fill(self.palette().mid().color())  # its frame: a white one would not be seen
            with QPainter(swatch) as painter:
                painter.fillRect(swatch.rect().adjusted(1, 1, -1, -1), self.colour)
            self.setIcon(QIcon(swatch))

    def _ask(self) -> None:
        before = self.colour
        dialog = QColorDialog(before, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setOption(QColorDialog.ColorDialogOption.DontUseNativeDialog)  # one that tells each move
        dialog.currentColorChanged.connect(self._take)
        dialog.rejected.connect(lambda: self._take(before))
        dialog.open()

    def _take(self, colour: QColor) -> None:
        shares = (round(value, 4) for value in (colour.redF(), colour.greenF(), colour.blueF()))
        self.document.set_params(self.key, dict(zip(COLOUR, shares, strict=True)), nudge=True)


class StepCard(DraggedRow):
    """Draws one step; the stack listens to its drags and to the keys that move it.

    It is hidden and without rows at first: a card takes longer to build than the window may pause.
    """

    move_asked = Signal(int)  # by so many places
    focus_asked = Signal(int)  # the card so many places on
    help_asked = Signal(str)
    mask_panel_ready = Signal()

    def __init__(self, document: ImageDocument, step: Step, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hide()
        self.setObjectName("card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.document, self.step = document, step
        title = of_catalogue(step.op.title)
        self.fold = GlyphButton("down", self.tr("Fold {0}").format(title), self, small=True)
        about = of_catalogue(step.op.doc)
        if step.op.space == LINEAR:
            about += "\n" + self.tr("Computes in linear light: with values proportional to light")
        self.setToolTip(about)  # also of what has no tip of its own
        self.title = OneLine(self, title, "title")
        self.title.setCursor(Qt.CursorShape.OpenHandCursor)  # here the card is taken and moved
        self.ms = make_label("", "muted", self, tip=self.tr("Time of this step in the last frame"))
        self.mask_button = MaskButton(document, step, self)
        self.mask_line = OneLine(self)
        self.mask_line.hide()
        self.mask_panel: MaskPanel | None = None
        self.switch = Switch(self.tr("{0} on or off").format(title), self)
        self.switch.setToolTip(self.tr("{0} on or off (Space on the card)").format(title))
        self.more = GlyphButton("more", self.tr("More for {0}").format(title), self)
        self.fold.setToolTip(self.tr("Fold or unfold {0} (Enter on the card)").format(title))
        self.form = Form(document, step, self)
        self.drawn = DrawnLine(document, self)
        self.handles = HandlesButton(document, step, self)
        self.gray = GrayButton(document, step, self)
        self.colour_chooser = ColourChooser(document, step, self)

        buttons = (self.mask_button, self.switch, self.more)
        head = across(None, self.fold, 2, (self.title, 1), self.ms, 6, *buttons, spacing=2)
        self.blending: BlendLine | None = None  # built when it is first wanted
        parts = (self.mask_line, self.form, self.drawn, self.handles, self.gray, self.colour_chooser)
        self._column = down(self, head, *parts, spacing=6, margins=(8, 6, 8, 8))
        self._place = (0, 0)  # in the stack, of so many cards
        document.mask_editing.changed.connect(self._show_mask)
        self.switch.clicked.connect(lambda on: document.switch_step(step.key, on))
        self.fold.clicked.connect(self._fold)
        self.more.clicked.connect(self._show_menu)
        self.show_step(step)

    def show_step(self, step: Step) -> None:
        """Draw the step as it is now."""
        self.step = step
        self.switch.setChecked(step.enabled)
        self.title.setEnabled(step.enabled)
        self.form.show_step(step)
        folded = step.key in self.document.collapsed
        self.form.setVisible(not folded and bool(step.op.params or self.form.caution.text()))
        mask = self.document.recipe.mask_of(step)
        if self.blending is None and mask is not None and mask.blends:
            self._build_blending()
        if self.blending is not None:
            self.blending.show_step(step, folded=folded)
        self.drawn.show_step(step)
        for tool in (self.handles, self.gray, self.colour_chooser):
            tool.show_step(step, folded=folded)
        self.fold.setEnabled(bool(step.op.params))
        self.fold.show_glyph("right" if folded else "down")
        self._show_mask()

    def _show_mask(self) -> None:
        """Say that the step is masked, and how; its panel is there while the mask is edited."""
        recipe = self.document.recipe
        mask = recipe.region_of(self.step)
        self.mask_button.show_step(self.step)
        edited = self.document.mask_editing.step_key == self.step.key
        if mask is not None:
            words = self.tr("Masked: {0} · {1}").format(of_mask(mask), of_sharing(recipe, mask))
            self.mask_line.setText(words)
        self.mask_line.setVisible(mask is not None and not edited)
        self.show_place(*self._place)
        if edited and self.mask_panel is None:
            self.mask_panel = MaskPanel(self.document, self)
            self.mask_panel.ready.connect(self.mask_panel_ready)
            self._column.addWidget(self.mask_panel)
        elif not edited and self.mask_panel is not None:
            self._column.removeWidget(self.mask_panel)
            self.mask_panel.hide()
            self.mask_panel.deleteLater()
            self.mask_panel = None

    @property
    def _masked(self) -> bool:
        return self.document.recipe.region_of(self.step) is not None

    def show_place(self, place: int, count: int) -> None:
        """Say where the card is to those who cannot see it."""
        self._place = place, count
        title = self.title.text()
        words = self.tr("Step {0} of {1}: {2}, masked") if self._masked else self.tr("Step {0} of {1}: {2}")
        self.setAccessibleName(words.format(place + 1, count, title))

    def show_ms(self, step_ms: Mapping[int, float]) -> None:
        ms = step_ms.get(self.step.key) if self.step.enabled else None
        self.ms.setText("" if ms is None else of_milliseconds(ms))

    def _fold(self) -> None:
        self.document.set_collapsed(self.step.key, self.step.key not in self.document.collapsed)

    def show_blending(self) -> None:
        """Show blend mode and opacity."""
        line = self.blending or self._build_blending()
        line.stays = True
        self.show_step(self.step)
        line.mode.setFocus()

    def _build_blending(self) -> BlendLine:
        line = self.blending = BlendLine(self.document, self.step, self)
        self._column.insertWidget(self._column.indexOf(self.form) + 1, line)
        return line

    def _show_presets(self) -> None:
        dialog = PresetsDialog(self.document, self.step, self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()

    def _show_menu(self) -> None:
        self._menu().popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        key, document = self.step.key, self.document
        entries = (
            (self.tr("Move up"), "Alt+Up", lambda: self.move_asked.emit(-1)),
            (self.tr("Move down"), "Alt+Down", lambda: self.move_asked.emit(1)),
            (self.tr("Copy"), "Ctrl+C", self._copy),
            (self.tr("Duplicate"), "Ctrl+D", lambda: document.duplicate_step(key)),
            (self.tr("Reset"), "Ctrl+R", lambda: document.reset_step(key)),
            (self.tr("Presets…"), "Ctrl+P", self._show_presets),
            (self.tr("Opacity and blending"), "", self.show_blending),
            (self.tr("About this filter"), "F1", lambda: self.help_asked.emit(self.step.op.name)),
            (self.tr("Remove"), "Del", lambda: document.remove_step(key)),
        )
        for text, keys, do in entries:
            action = QAction(text, menu)
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.setShortcutVisibleInContextMenu(True)
            action.triggered.connect(do)
            menu.addAction(action)
        return menu

    def _copy(self) -> None:
        copy_steps(self.document.recipe, {self.step.key})

    # Mouse and keyboard

    def event(self, event: QEvent) -> bool:
        """Ctrl+C copies the filter while its card has the focus, and not the result."""
        if event.type() == QEvent.Type.ShortcutOverride and self.hasFocus():
            assert isinstance(event, QKeyEvent)
            if event.matches(QKeySequence.StandardKey.Copy):
                event.accept()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, held = Qt.Key, event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        bare, alt = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier
        control = Qt.KeyboardModifier.ControlModifier
        step = self.step
        doings = {
            (key.Key_Up, alt): lambda: self.move_asked.emit(-1),
            (key.Key_Down, alt): lambda: self.move_asked.emit(1),
            (key.Key_D, control): lambda: self.document.duplicate_step(step.key),
            (key.Key_P, control): self._show_presets,
            (key.Key_R, control): lambda: self.document.reset_step(step.key),
        }
        # Without a modifier the keys belong to whichever control has the focus.
        if self.hasFocus():
            doings |= {
                (key.Key_Up, bare): lambda: self.focus_asked.emit(-1),
                (key.Key_Down, bare): lambda: self.focus_asked.emit(1),
                (key.Key_Delete, bare): lambda: self.document.remove_step(step.key),
                (key.Key_Backspace, bare): lambda: self.document.remove_step(step.key),
                (key.Key_Space, bare): lambda: self.document.switch_step(step.key, not step.enabled),
                (key.Key_Return, bare): self._fold,
                (key.Key_C, control): self._copy,
            }
        if self.dragging:
            doings[key.Key_Escape, bare] = self.cancel_drag
        do = doings.get((key(event.key()), held))
        if do is not None:
            do()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self._menu().popup(event.globalPos())

    def show_dragging(self, dragging: bool) -> None:
        super().show_dragging(dragging)
        set_look(self, dragging, "held")
