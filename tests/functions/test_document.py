"""The document: lines, sliders, view as one value, and as text."""

import json
from dataclasses import replace

import pytest

from jaxstudio.errors import RecipeError
from jaxstudio.functions.document import HUES, Axes, Data, Document, Folder, Motion, Slider
from jaxstudio.functions.document_files import FORMAT, from_json, load_session, looks_like_session, to_json
from jaxstudio.functions.language import Sheet
from jaxstudio.functions.protocol.requests import SheetLine, Style
from jaxstudio.functions.protocol.scene import MarkKind


@pytest.fixture
def document():
    made = Document(x=(-3.0, 4.0), y=(1e-7, 2.5), equal=False, marks=frozenset({MarkKind.ROOT}))
    made = replace(made, axes=Axes(log="y", pi="x", polar=True, legend=True, x_label="t in s"))
    made = made.adding(SheetLine("f(x) = a x^2", orders=(0, 1, 12), method="taylor"))
    made = made.adding(SheetLine("sin(x) cos(y)", style=Style.SURFACE, gradient=True, visible=False))
    made = made.adding(SheetLine("(cos(t), sin(t))", parameter=(0.0, 3.0), precision="f32"))
    made = made.with_slider("a", Slider(0.1, -1.0, 1.0, step=0.1, speed=2.0, motion=Motion.LOOP))
    made = made.with_page("fit", model="y ~ a x", ridge=0.5)
    made = made.changing(1, caption="the parabola")
    return made.with_hue(1, 5).removing(2).adding(SheetLine("x^2 + y^2 = 1"))


def test_a_document_survives_being_written_and_read(document):
    document = replace(document, data=Data((1.0, 2.0), (3.0, 1 / 3), "points.csv", (0.5, 0.1)))
    again = from_json(to_json(document))
    assert [replace(line, key=0) for line in again.lines] == [replace(line, key=0) for line in document.lines]
    assert replace(again, lines=()) == replace(document, lines=())


def test_every_line_keeps_its_key_wherever_it_goes(document):
    keys = [line.key for line in document.lines]
    moved = document.moving(keys[0], 2)
    assert [line.key for line in moved.lines] == [keys[1], keys[2], keys[0]]
    assert moved.line(keys[0]) == document.line(keys[0])
    assert document.adding(SheetLine("")).lines[-1].key not in keys


def test_a_new_line_takes_a_colour_that_is_free():
    document = Document()
    for number in range(HUES):
        document = document.adding(SheetLine(""))
        assert document.lines[-1].hue == number
    assert document.removing(3).adding(SheetLine("")).lines[-1].hue == 2


def damaged(**changes):
    whole = json.loads(to_json(Document().adding(SheetLine("x"))))
    whole.update(changes)
    return json.dumps(whole)


def test_what_is_wrong_is_named(subtests):
    for text, words in (
        ("{", "not JSON"),
        ("[]", "not a session"),
        ('{"format": "jaxstudio-recipe"}', FORMAT),
        (damaged(version=2), "newer"),
        (damaged(version=True), "expected 1"),
        (damaged(more=1), "'more' is not known"),
        (damaged(lines=[{"text": 3}]), "line 1: text"),
        (damaged(lines=[{"text": "x", "orders": [13]}]), "line 1: orders"),
        (damaged(lines=[{"text": "x", "style": "wild"}]), "line 1: style"),
        (damaged(lines=[{"text": "x", "visible": 1}]), "line 1: visible"),
        (damaged(lines=[{"text": "x"}] * 201), "at most 200"),
        (damaged(sliders={"a": {"value": 1, "low": 2, "high": 2}}), "slider a"),
        (damaged(sliders={"a": {"value": "1"}}), "slider a: value"),
        (damaged(view={"x": [1, 1]}), "view: x"),
        (damaged(view={"x": [1, 10**400]}), "view: x"),
        (damaged(data={"x": [1], "y": []}), "data"),
        (damaged(data={"x": [1], "y": [1], "sigma": [0]}), "sigma"),
        (damaged(marks=["naught"]), "marks"),
        ("[" * 100_000, "not JSON"),
    ):
        with subtests.test(text=text), pytest.raises(RecipeError, match=words):
            from_json(text)


def test_a_session_is_recognised_by_its_content(tmp_path, document):
    sheet, recipe = tmp_path / "sheet.json", tmp_path / "recipe.json"
    sheet.write_text(to_json(document), encoding="utf-8")
    recipe.write_text('{"format": "jaxstudio-recipe", "version": 1, "steps": []}')
    assert looks_like_session(sheet)
    assert not looks_like_session(recipe)
    assert not looks_like_session(tmp_path / "missing.json")
    assert not looks_like_session(tmp_path)
    assert load_session(sheet).lines[0].line == document.lines[0].line


def test_an_error_in_a_file_names_the_file(tmp_path):
    path = tmp_path / "sheet.json"
    path.write_text(damaged(version=7))
    with pytest.raises(RecipeError, match=r"sheet\.json: .*newer"):
        load_session(path)


def inside(document):
    return {line.text: line.inside for line in document.lines}


@pytest.fixture
def folders():
    """# A (1, 2), # B (3), 4."""
    made = Document()
    for text in ("# A", "1", "2", "# B", "3", "4"):
        made = made.adding(SheetLine(text))
    for place, line in enumerate(made.lines):
        if line.text.startswith("#"):
            made = made.changing(line.key, folder=Folder())
        elif place < 5:
            made = made.changing(line.key, inside=True)
    return made


def test_lines_go_in_and_out_of_folders(folders):
    one, three, four, b = (next(x.key for x in folders.lines if x.text == t) for t in ("1", "3", "4", "# B"))
    assert inside(folders.moving(four, 1))["4"]  # directly below a head
    assert inside(folders.moving(four, 2))["4"]  # between two of a folder
    assert not inside(folders.moving(one, 0))["1"]
    assert inside(folders.moving(one, 2))["1"]  # behind the last of its own folder
    assert not inside(folders.moving(three, 5))["3"]
    assert inside(folders.moving(four, 4)) == {**inside(folders), "4": True}
    moved = folders.moving(b, 1)  # a folder would split another, and takes its lines along
    assert [line.text for line in moved.lines] == ["# A", "1", "2", "# B", "3", "4"]
    assert [line.text for line in folders.moving(b, 0).lines] == ["# B", "3", "# A", "1", "2", "4"]
    assert inside(folders.removing(b)) == {"# A": False, "1": True, "2": True, "3": False, "4": False}
    assert folders.adding(SheetLine("new"), 3).lines[3].inside
    assert not folders.adding(SheetLine("new")).lines[-1].inside


def test_a_folder_hides_its_lines_and_they_keep_their_own_state(folders):
    a, two = (next(x.key for x in folders.lines if x.text == t) for t in ("# A", "2"))
    hidden = folders.with_line(two, visible=False).with_line(a, visible=False)
    kinds = [line.kind for line in Sheet.read([line.text for line in hidden.lines]).lines]
    assert [line.visible for line in hidden.computed_lines(kinds)] == [False, False, False, True, True, True]
    assert [line.text for line in hidden.with_line(a, visible=True).lines if not line.line.visible] == ["2"]


def test_folders_survive_being_written_and_read(folders):
    folders = folders.changing(1, folder=Folder(False, ((0.0, 1.0), (2.0, 3.0))))
    assert from_json(to_json(folders)) == folders
    wrong = to_json(folders).replace('"open": false', '"open": 1')
    with pytest.raises(RecipeError, match="line 1: folder: open = 1: expected true or false"):
        from_json(wrong)
