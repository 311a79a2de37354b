"""The playground in the window: the inspector beside it, and what a session keeps."""

import pytest
from PySide6.QtCore import Qt

from jaxstudio.errors import SessionError
from jaxstudio.files.sessions import Session, from_json, to_json
from jaxstudio.ops import CATALOGUE

AREAS = Qt.DockWidgetArea


def test_the_inspector_is_beside_it_and_below_the_others(window):
    dock = window.inspector
    assert dock.isHidden()
    window.commands["show_playground"]()
    assert not dock.isHidden()
    assert window.area.dockWidgetArea(dock) == AREAS.RightDockWidgetArea
    window.commands["show_image"]()
    assert dock.isHidden()
    assert window.area.dockWidgetArea(dock) == AREAS.BottomDockWidgetArea
    window.do_inspector()
    window.commands["show_playground"]()
    window.commands["show_image"]()
    assert not dock.isHidden()  # it was open before


def test_a_session_keeps_the_program_and_runs_nothing(window):
    window.commands["show_playground"]()
    code = window.playground.bench.code
    assert window.playground.session_document() is None  # an example is not worth a file
    code.allow()
    window.playground.bench.editor.setPlainText("def mine(x):\n    return x\n")
    code.react()
    kept = from_json(to_json(Session(playground=window.playground.session_document())), CATALOGUE).playground
    window.playground.take_session_document(None)
    assert "mine" not in code.text
    window.playground.take_session_document(kept)
    assert code.text == "def mine(x):\n    return x\n"
    assert code.modified
    assert not code.allowed
    assert window.playground.inspectables() == []


@pytest.mark.parametrize("member", ['{"text": 1}', "[]"])
def test_a_session_whose_program_cannot_be_read_says_so(member):
    text = to_json(Session()).replace('"functions": null', f'"functions": null, "playground": {member}')
    with pytest.raises(SessionError, match="playground"):
        from_json(text, CATALOGUE)
