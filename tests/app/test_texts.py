"""Every text of the window is written so that Qt's translation tools find it."""

import ast
from pathlib import Path

import jaxstudio.app

APP = Path(jaxstudio.app.__file__).parent


def texts_not_found(source):
    """Lines at which tr() is given no literal, or is called on another object than self."""
    wrong = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        literal = all(isinstance(argument, ast.Constant) for argument in node.args)
        if (called in ("tr", "self.tr") and not literal) or (called.endswith(".tr") and called != "self.tr"):
            wrong.append(node.lineno)
    return wrong


def test_texts_are_literals():
    # lupdate reads the source: it cannot know what a variable holds, nor the class of anything but self
    found = {
        str(path.relative_to(APP)): texts_not_found(path.read_text()) for path in sorted(APP.rglob("*.py"))
    }
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_what_lupdate_cannot_find_is_noticed():
    source = "tr(words)\nself.tr('a' if b else 'c')\nview.tr('a')\nself.tr('fine')"
    assert texts_not_found(source) == [1, 2, 3]
