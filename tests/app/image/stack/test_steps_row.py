"""A list of filters typed into a form: read while one types, refused in place."""

from dataclasses import replace

import pytest

from jaxstudio.ops import CATALOGUE


@pytest.fixture
def row(window, document):
    document.backend = replace(document.backend, catalogue=CATALOGUE)
    key = window.image.document.add_step(CATALOGUE["choose_one"]).key
    return window.image.panel.stack.card(key).form.rows["ops"]


def listed(row):
    return row.document.recipe.step(row.key).params["ops"]


def typed(row, text):
    row.field.setPlainText(text)
    assert row._pause.isActive()
    row._pause.stop()
    row.commit()


def test_shows_a_filter_to_a_line(row):
    assert row.field.toPlainText().splitlines() == listed(row).split(" | ")
    assert row.field.accessibleName() == "Filters"


def test_what_is_typed_is_taken_and_left_as_it_was_typed(row):
    typed(row, "invert\n gamma   gamma=2\n")
    assert listed(row) == "invert | gamma gamma=2"
    assert row.field.toPlainText() == "invert\n gamma   gamma=2\n"
    row.document.undo()
    assert row.field.toPlainText().splitlines() == listed(row).split(" | ")


def test_what_cannot_be_read_is_said_and_the_recipe_stays(row):
    before = listed(row)
    typed(row, "invrt")
    assert row.refusal.isVisible()
    assert "did you mean invert?" in row.refusal.text()
    assert listed(row) == before
    typed(row, "invert")
    assert not row.refusal.isVisible()
    typed(row, "")
    assert row.refusal.isVisible()
    assert listed(row) == "invert"


def test_other_filters_are_warmed(row, live, monkeypatch):
    warmed = []
    monkeypatch.setattr(row.document, "warm", lambda: warmed.append(1))
    typed(row, "sobel")
    assert warmed
