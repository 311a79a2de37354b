"""An expression typed into a card: coloured, completed, its errors underlined, its sliders beside it."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCharFormat
from PySide6.QtTest import QTest

from jaxstudio.app.image.stack.expression_row import examples, pixel_offers
from jaxstudio.app.plot.lines.completion import Completion
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.pixel_program import read_program


@pytest.fixture
def card(window, document):
    document.backend = replace(document.backend, catalogue=CATALOGUE)
    key = window.image.document.add_step(CATALOGUE["expression"]).key
    return window.image.panel.stack.card(key)


@pytest.fixture
def row(card):
    return card.form.rows["text"]


def step(row):
    return row.document.recipe.step(row.key)


def typed(row, text):
    row.editor.setPlainText(text)
    assert row._pause.isActive()
    row._pause.stop()
    row.commit()


def underlined(row):
    """The columns of the whole text that have a wave below them."""
    found, block = [], row.editor.document().firstBlock()
    while block.isValid():
        for part in block.layout().formats():
            if part.format.underlineStyle() == QTextCharFormat.UnderlineStyle.WaveUnderline:
                found += range(block.position() + part.start, block.position() + part.start + part.length)
        block = block.next()
    return found


def test_shows_the_text_and_its_sliders(card, row):
    assert row.editor.text == step(row).params["text"]
    assert list(card.form.rows) == ["text", "amount", "border", "cval"]
    assert row.editor.accessibleName() == "Text"


def test_sliders_come_and_go_with_the_text(card, row, qtbot):
    amount = card.form.rows["amount"]
    typed(row, "amount = 1 [0, 3]\nk = 0.5 [0, 1]\nk amount v")
    qtbot.waitUntil(lambda: card.form.built)
    assert card.form.rows["amount"] is amount
    assert set(card.form.rows) == {"text", "amount", "k", "border", "cval"}
    rows = [card.form.rows[name] for name in ("text", "amount", "k", "border")]
    places = [card.form._column.indexOf(each) for each in rows]
    assert places == sorted(places)
    card.form.rows["k"].slider.sent.emit(0.25, False)
    assert step(row).params["k"] == 0.25
    assert row.editor.text == "amount = 1 [0, 3]\nk = 0.5 [0, 1]\nk amount v"
    typed(row, "v")
    qtbot.waitUntil(lambda: card.form.built)
    assert set(card.form.rows) == {"text", "border", "cval"}
    row.document.undo()
    row.document.undo()
    assert "amount" in step(row).params


def test_what_is_wrong_is_underlined_and_changes_nothing(row):
    before = step(row).params
    typed(row, "k = 1\nv + lumma + k")
    assert underlined(row) == list(range(10, 15))
    assert row.refusal.text() == "line 2, column 5: lumma is read as one name; did you mean luma?"
    assert step(row).params == before
    typed(row, "k = 1\nv + luma + k")
    assert not underlined(row)
    assert not row.refusal.text()


def test_typing_in_one_go_is_one_undo(row):
    first = step(row).params["text"]
    typed(row, "v/2")
    typed(row, "v/3")
    row.document.undo()
    assert row.editor.text == first == step(row).params["text"]


def test_return_begins_a_line_and_tab_completes(window, row, qtbot):
    window.activateWindow()
    row.editor.setPlainText("v")
    row.editor.put_caret(1)
    QTest.keyClick(row.editor, Qt.Key.Key_Return)
    assert row.editor.text == "v\n"
    row.editor.setFocus()
    qtbot.waitUntil(row.editor.hasFocus)
    QTest.keyClicks(row.editor, "at_l")
    completion = next(each for each in window.findChildren(Completion) if each.isVisible())
    assert completion.list.count() == 1
    QTest.keyClick(row.editor, Qt.Key.Key_Tab)
    assert row.editor.text == "v\nat_luma()"


def test_offers_what_pixels_have():
    assert [offer.name for offer in pixel_offers("lu")] == ["luma"]
    names = {offer.name for offer in pixel_offers("")}
    assert {"at", "luma", "sin", "abs", "sum", "mod"} <= names
    assert not {"integral", "mlp", "gamma"} & names


def test_examples_can_be_chosen(row):
    for number, (title, text) in enumerate(examples()):
        read_program(text)
        row.menu().actions()[number].trigger()
        assert row.editor.text == text == step(row).params["text"], title
