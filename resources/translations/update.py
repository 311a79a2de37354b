"""Collect the texts of the window into the .ts files beside this, and compile them for the program.

    python resources/translations/update.py

Run it after texts changed. Texts that are new are marked as unfinished: translate them (with Qt Linguist,
or in the file itself) and run it again. Needs the program installed in place, with PySide6's
`pyside6-lupdate` and `pyside6-lrelease`.
"""

from __future__ import annotations

import ast
import inspect
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
APP = HERE.parent.parent / "jaxstudio" / "app"
COMPILED = APP / "translations"
LANGUAGES = ("de",)
# Words between the names of a step's formula, unlike the exp of exp {0}.
IN_WORDS = re.compile(r"\b(all|and|any|as|axes|branch|if|is|loop|not|or|repeated)\b")


def texts_of_data() -> Iterator[str]:
    """What `of_catalogue` is asked for: texts that lupdate cannot find in the window's sources."""
    from jaxstudio.app.playground.bench import examples
    from jaxstudio.app.plot.examples import examples as sheets
    from jaxstudio.app.plot.lines.completion import CONSTANTS, FORMS
    from jaxstudio.app.shared.file_dialogs import FORMATS
    from jaxstudio.app.shared.text import IN_FULL
    from jaxstudio.backend.recipes import NO_MASK
    from jaxstudio.engine.expansion import to_encoded, to_linear
    from jaxstudio.files.recipes import list_presets
    from jaxstudio.functions.language import FUNCTIONS
    from jaxstudio.functions.language.catalogue import AMBIGUOUS_NAMES, LIST_FUNCTIONS
    from jaxstudio.functions.language.translation import ADVICE, REWRITES, SIGNS_SAY
    from jaxstudio.functions.traces.table import formulas
    from jaxstudio.guide.pages import pages
    from jaxstudio.ir import compilation_log
    from jaxstudio.ir.comparison_words import TEMPLATES
    from jaxstudio.ir.compilation_listener import CAUSES, SWITCHES, USUAL
    from jaxstudio.ir.inspection import FOLLOWED, NUMBERED
    from jaxstudio.ir.lessons import LESSONS
    from jaxstudio.ir.links.index import HOWS
    from jaxstudio.ir.user_process.request import SAME
    from jaxstudio.ops import CATALOGUE
    from jaxstudio.pipeline.params import Choice, Matrix, Points, Text
    from jaxstudio.pipeline.pixel_program import READING, VARIABLES

    yield NO_MASK
    yield from VARIABLES.values()
    yield from READING.values()
    names = set()
    for op in CATALOGUE.values():
        yield from (op.title, op.doc, op.use, op.formula, op.notes, op.preview_note)
        yield ", ".join(op.keywords)
        consts = inspect.unwrap(op.caution).__code__.co_consts
        yield from (text for text in consts if isinstance(text, str) and " " in text)
        names.add(op.category)
        for param in op.params:
            names.add(param.name)
            yield param.doc
            yield param.label
            if isinstance(param, Choice):
                names.update(param.choices)
            if isinstance(param, Text):
                yield param.empty
            if isinstance(param, Matrix | Points):
                names.update(name for name, _ in param.presets)
    yield from (IN_FULL.get(name) or name.replace("_", " ").capitalize() for name in names)
    for shown in (*LESSONS, *examples(), *sheets()):
        yield from (shown.title, shown.about)
    for sheet in sheets():
        yield from (sheet.document.axes.x_label, sheet.document.axes.y_label)
        yield from (line.text for line in sheet.document.lines if line.text.startswith("#"))
    yield from (entry.doc for entry in (*FUNCTIONS.values(), *dict.fromkeys(LIST_FUNCTIONS.values())))
    yield from (offer.about for offer in (*FORMS, *CONSTANTS))
    yield from (preset.name for preset in list_presets() if not preset.own)
    yield from (words for words, *_ in FORMATS)
    for page in pages():
        yield from (page.part, page.title, page.text, *(fact.label for fact in page.facts))
    yield from (rule.say for rule in REWRITES)
    yield from (say for _, say, _ in ADVICE)
    yield SIGNS_SAY
    yield from (meaning for _, meaning in AMBIGUOUS_NAMES.values())
    yield from wordings()
    yield from (formula for formula, *_ in formulas().values() if IN_WORDS.search(formula))
    yield from ("added", "removed", "more", "fewer", "fused otherwise", *TEMPLATES, *HOWS.values())
    yield from (*CAUSES, *compilation_log.ADVICE.values(), *compilation_log.CACHES, compilation_log.ANOTHER)
    yield from ("arguments", "device", compilation_log.POSITIONAL, *compilation_log.SETTINGS.values())
    yield from (to_linear.title, to_encoded.title)
    yield from (USUAL, *SWITCHES.values(), SAME, NUMBERED, FOLLOWED)


def wordings() -> Iterator[str]:
    """The templates of sentences and errors: each literal that a `Wording` or an error begins with."""
    from jaxstudio import errors

    kinds = {
        name for name in vars(errors) if name == "Wording" or name.endswith("Error") or name == "Cancelled"
    }
    for path in sorted(APP.parent.rglob("*.py")):
        if APP.parent / "cli" in path.parents:  # no window shows these
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(text)), *_]) if (
                    name in kinds
                ):
                    yield text
                case ast.Call(func=ast.Name(id="Part"), keywords=given):
                    for each in given:
                        if each.arg == "name" and isinstance(each.value, ast.Constant):
                            yield str(each.value.value).replace("_", " ").capitalize()


# Of pyqtgraph, whose texts are English alone: the context menu of a chart and its export.
OF_PYQTGRAPH = (
    "graphicsItems/ViewBox/ViewBoxMenu.py",
    "graphicsItems/ViewBox/axisCtrlTemplate_generic.py",
    "GraphicsScene/GraphicsScene.py",
    "GraphicsScene/exportDialogTemplate_generic.py",
)


def texts_of_pyqtgraph() -> Iterator[tuple[str, str]]:
    """(context, text) of what pyqtgraph asks Qt to translate in menus that the window shows."""
    import pyqtgraph

    for name in OF_PYQTGRAPH:
        source = (Path(pyqtgraph.__file__).parent / name).read_text("utf-8")
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Call(
                    func=ast.Name(id="translate" | "_translate"),
                    args=[ast.Constant(value=str(context)), ast.Constant(value=str(text)), *_],
                ) if re.search("[A-Za-z]{2}", text):
                    yield context, text


def texts_in_fstrings() -> Iterator[tuple[str, str]]:
    """(context, text) of each tr() within an f-string, where lupdate does not look."""
    for path in sorted(APP.rglob("*.py")):
        yield from _in_fstrings(ast.parse(path.read_text()), "", False)


def _in_fstrings(node: ast.AST, context: str, inside: bool) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.ClassDef):
        context = node.name
    inside = inside or isinstance(node, ast.JoinedStr)
    if inside and isinstance(node, ast.Call) and ast.unparse(node.func) in ("tr", "self.tr"):
        (text,) = node.args
        assert isinstance(text, ast.Constant)
        yield context if isinstance(node.func, ast.Attribute) else "", text.value
    for child in ast.iter_child_nodes(node):
        yield from _in_fstrings(child, context, inside)


def _tool(name: str) -> str:
    return str(Path(sysconfig.get_path("scripts")) / name)


def update(language: str, folder: Path = HERE) -> Path:
    """Bring the .ts file of a language up to date; the file."""
    target = folder / f"jaxstudio_{language}.ts"
    with tempfile.TemporaryDirectory() as temporary:
        data = Path(temporary) / "data.py"
        texts = {("Catalogue", text) for text in texts_of_data() if text} | set(texts_in_fstrings())
        texts |= set(texts_of_pyqtgraph())
        data.write_text(
            "".join(
                f"QCoreApplication.translate({_literal(context)}, {_literal(text)})\n"
                for context, text in sorted(texts)
            )
        )
        sources = [str(path) for path in sorted(APP.rglob("*.py"))]
        command = [_tool("pyside6-lupdate"), *sources, str(data), "-ts", str(target)]
        options = [
            "-source-language",
            "en",
            "-target-language",
            language,
            "-locations",
            "none",
            "-no-obsolete",
        ]
        subprocess.run([*command, *options], check=True, stdout=subprocess.DEVNULL)
    return target


def _literal(text: str) -> str:
    """The text as lupdate reads it: in double quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def release(language: str) -> Path:
    """Compile the .ts file of a language for the program; the file."""
    target = COMPILED / f"jaxstudio_{language}.qm"
    command = [
        _tool("pyside6-lrelease"),
        str(HERE / f"jaxstudio_{language}.ts"),
        "-qm",
        str(target),
        "-nounfinished",
    ]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return target


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for each in LANGUAGES:
        written = update(each)
        open_texts = written.read_text().count('type="unfinished"')
        print(f"{written}: {open_texts} texts to translate", file=sys.stderr)
        release(each)
