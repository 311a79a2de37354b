"""Every word of the tab can be translated, every control has a name and is reached by keys."""

import re

import pytest
from PySide6.QtCore import QSettings, Qt, QTranslator
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QPlainTextEdit, QWidget

from jaxstudio.app import help, manual
from jaxstudio.app.plot import workbench as workbench_module

from .stand_ins import Client

OPEN, CLOSE = "«", "»"
# mathematics, names of formats and of parameters are the same in every language
FREE = re.compile(
    r"^[\W\d_]*$|^f[′″‴]|^[fxyWbatcwθ]( =)?$|^∇f$|^[bf]+loat\d+$|^jax\.vmap|^≤ . ≤$|^[\d.]+ ms$"
)
LINES = ("f(x) = a x^2", "sin(x) cos(y)", "(cos(t), sin(t))", "sinx", "y ~ w x + c", "2^10")


class Marking(QTranslator):
    def translate(self, context, text, disambiguation=None, n=-1):
        return f"{OPEN}{text}{CLOSE}"

    def isEmpty(self):
        return False


@pytest.fixture
def marked(qapp, tmp_path, qtbot, monkeypatch):
    translator = Marking()
    qapp.installTranslator(translator)
    monkeypatch.setattr(workbench_module, "make_client", Client)
    bench = workbench_module.Workbench(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(bench)
    bench.show()
    bench.start()
    for text in LINES:
        bench.controller.add_line(text)
    for name in bench.side.makers:
        bench.side.open(name)
    qtbot.waitUntil(lambda: bench.controller.scenes > 0)
    yield bench
    bench.close()
    qapp.removeTranslator(translator)


def own_widgets(bench):
    for widget in bench.findChildren(QWidget):
        if not widget.objectName().startswith("qt_") and widget.window() is bench:
            yield widget


def words_of(bench):
    for widget in own_widgets(bench):
        yield widget, widget.toolTip()
        yield widget, widget.accessibleName()
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget, widget.text()
        if isinstance(widget, QLineEdit):
            yield widget, widget.placeholderText()
        if isinstance(widget, QComboBox):
            yield from ((widget, widget.itemText(index)) for index in range(widget.count()))


def test_every_word_goes_through_the_translator(marked):
    bare = []
    for who, text in words_of(marked):
        typed = text in LINES or "did you mean" in text or text.startswith("x = ")
        if OPEN in text or typed or FREE.match(text):
            continue
        bare.append((type(who).__name__, text))
    assert bare == []


def test_every_control_has_a_name_for_those_who_hear_the_window(marked):
    nameless = [
        (type(widget).__name__, widget.objectName(), type(widget.parentWidget()).__name__)
        for widget in own_widgets(marked)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and isinstance(widget, QAbstractButton | QLineEdit | QComboBox | QPlainTextEdit)
        and not (widget.accessibleName() or (isinstance(widget, QAbstractButton) and widget.text()))
    ]
    assert nameless == []


def test_the_help_names_every_function():
    from jaxstudio.functions.language import FUNCTIONS

    page = help.functions_page()
    assert all(entry.usage.split("(")[0] in page for entry in FUNCTIONS.values())
    assert "at_luma(dx, dy)" in page


LORENZ = ["x' = 10 (y - x)", "y' = x (28 - z) - y", "z' = x y - 8/3 z"]
WITH = {  # the lines that an example needs beside it
    **{text: [other for other in LORENZ if other != text] for text in LORENZ},
    "y'(0) = 0": ["y'' = -y"],
    "x' = y": ["y' = -x"],
    "y(3)": ["y' = x - y", "y(0) = 1"],
    "y'(1)": ["y'' = -y", "y(0) = 0", "y'(0) = 1"],
    "c = 2 y(a)": ["y' = x - y", "y(0) = 1", "a = 1"],
    "a_n = a_(n-1) + 1/n": ["a_1 = 1"],
    "a_(n+1) = r a_n (1 - a_n)": ["a_1 = 1"],
    "F_n = F_(n-1) + F_(n-2)": ["F_1 = 1", "F_2 = 1"],
    "c = F(12)": ["F_1 = 1", "F_2 = 1", "F_n = F_(n-1) + F_(n-2)"],
    "a(n) = a(n-1)/2": ["a(0) = 1"],
    "a(0) = 1": ["a(n) = a(n-1)/2"],
    "a_{n}": ["n = 1"],
    "a[n]": ["a = [1, 2]", "n = 1"],
}


def test_every_example_of_the_help_can_be_typed():
    from jaxstudio.functions.language import FUNCTIONS, Sheet

    (kinds,) = [each for each in manual.read_page("functions.md", "en") if each.name == manual.KINDS]
    rows = re.findall(r"^\| (`.*?) \| (.*) \|$", kinds.text, re.MULTILINE)
    assert len(rows) > 20
    for text in [text for cell, _ in rows for text in re.findall(r"`([^`]+)`", cell)]:
        used = [line for line in ("f(x) = x^2", "L = [1, 2]", "M = [3, 4]") if line[0] in text]
        used = WITH.get(text, [] if "=" in text else used)
        if text.removesuffix("(…)") in FUNCTIONS or text.endswith("(…)"):  # a name alone
            continue
        points = ("A = (1, 2)", "B = (4, -2)", "C = (0, 1)")
        used = [*used, *(line for line in points if line[0] in text and not text.startswith(f"{line[0]} ="))]
        sheet = Sheet.read([*used, text])
        assert sheet.lines[-1].error is None, (text, sheet.lines[-1].error)
