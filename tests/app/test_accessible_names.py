"""Every control of the window, in all tabs, panels and dialogs, says its name to screen readers."""

from dataclasses import replace

import fakes
from plot.stand_ins import Client
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QFileDialog,
    QHeaderView,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

from jaxstudio.app.actions import commands
from jaxstudio.app.plot import workbench
from jaxstudio.ops import CATALOGUE

CONTROLS = (
    QAbstractButton, QAbstractItemView, QAbstractSlider, QComboBox,
    QLineEdit, QPlainTextEdit, QTabBar, QTextEdit,
)  # fmt: skip
# Parts that Qt makes inside of controls, which speak for them.
PARTS = (QHeaderView, QScrollBar)


def is_part(widget):
    parent = widget.parent()
    inside = isinstance(parent, QComboBox | QAbstractItemView | QLineEdit) or (
        parent is not None and isinstance(parent.parent(), QComboBox)
    )
    if isinstance(parent, QAbstractScrollArea) and parent.viewport() is widget:
        return True
    return isinstance(widget, PARTS) or inside or widget.objectName().startswith("qt_")


def name_of(widget):
    """What a screen reader reads as the control's name."""
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name).strip()


def nameless(root):
    """Controls, and whatever else takes the focus, without a name: (class, object's name, parents)."""
    found = []
    for widget in [root, *root.findChildren(QWidget)]:
        reached = isinstance(widget, CONTROLS) or bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if reached and not isinstance(widget, QMenu) and not is_part(widget) and not name_of(widget):
            parents = [
                type(widget.parent()).__name__,
                type(widget.parent() and widget.parent().parent()).__name__,
            ]
            found.append((type(widget).__name__, widget.objectName(), *parents))
    return found


def test_a_control_without_a_name_is_found(qtbot):
    root = QWidget()
    qtbot.addWidget(root)
    field = QLineEdit(root)
    assert nameless(root) == [("QLineEdit", "", "QWidget", "NoneType")]
    field.setAccessibleName("Radius")
    assert nameless(root) == []


def test_of_the_image_tab_with_a_card_of_each_kind_of_row(window, document, qtbot):
    names = (
        "gaussian_blur", "convolve", "resize", "choose_one", "match_histogram", "curves", "levels", "crop",
    )  # fmt: skip
    document.backend = replace(document.backend, catalogue=CATALOGUE)
    recipe = document.recipe
    for name in names:
        if name in CATALOGUE:
            recipe = recipe.added(CATALOGUE[name])
    document.set_recipe(recipe)
    for step in recipe.steps:
        window.image.panel.stack.card(step.key)
    window.image.commands["compare"]()
    QApplication.processEvents()
    assert nameless(window) == []


def test_of_the_functions_with_every_page(window, monkeypatch):
    monkeypatch.setattr(workbench, "make_client", Client)
    window.commands["show_functions"]()
    bench = window.functions.bench
    bench.controller.set_text(bench.controller.document.lines[0].key, "a sin(x)")
    for name in bench.side.makers:
        bench.side.open(name)
        QApplication.processEvents()
    assert nameless(window.functions) == []


def test_of_each_dialog_and_panel_that_a_command_opens(window, document, qtbot):
    document.add_step(fakes.blur)
    asking = [command.name for command in commands() if command.text.endswith("…")]
    assert {"sweep", "variants", "presets", "guide", "palette", "shortcuts"} <= set(asking)
    for name in [*asking, "help", "tour", "compare", "match", "learn"]:
        before = set(QApplication.topLevelWidgets())
        window.show_tab(0)
        window.actions_by_name[name].trigger()
        QApplication.processEvents()
        opened = [each for each in QApplication.topLevelWidgets() if each not in before and each.isVisible()]
        dialogs = [each for each in opened if not isinstance(each, QFileDialog)]  # Qt's own
        for root in [window, *dialogs]:
            assert nameless(root) == [], name
        for each in opened:
            each.close()
