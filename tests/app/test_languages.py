"""The window in other languages: every text is translated, and compiled for the program."""

import ast
import importlib.util
import re
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QSettings, Qt
from PySide6.QtTest import QTest
from source_trees import source_trees

from jaxstudio import errors
from jaxstudio.app.image.stack.matrix_row import shorten_number
from jaxstudio.app.plot.pages.numbers import short
from jaxstudio.app.shared import text as languages
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.app.shared.text import (
    LANGUAGES,
    SOURCE_LANGUAGE,
    chosen_language,
    install_language,
    of_bytes,
    of_catalogue,
    of_error,
    of_milliseconds,
    of_number,
    of_time,
    of_wording,
    tr,
)
from jaxstudio.errors import ParameterError, StudioError, Wording
from jaxstudio.files.photo import load_photo
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.processes.errors import rebuild_error, record_error

SOURCES = Path(__file__).parent.parent.parent / "resources" / "translations"
TRANSLATED = [name for name in LANGUAGES if name != SOURCE_LANGUAGE]
PLACEHOLDER = re.compile(r"\{[^}]*\}")
ERRORS = {name for name in vars(errors) if name.endswith("Error")} | {"LineError"}


@pytest.fixture(scope="module")
def update():
    spec = importlib.util.spec_from_file_location("update", SOURCES / "update.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def messages(path):
    """(context, source) to the translation, None where there is none, of a .ts file."""
    found = {}
    for context in ElementTree.parse(path).getroot().iter("context"):
        name = context.findtext("name") or ""
        for message in context.findall("message"):
            translation = message.find("translation")
            text = None if translation.get("type") == "unfinished" else translation.text
            found[name, message.findtext("source")] = text
    return found


@pytest.mark.parametrize("name", TRANSLATED)
def test_every_text_is_translated(update, tmp_path, name):
    shutil.copy(SOURCES / f"jaxstudio_{name}.ts", tmp_path)
    found = messages(update.update(name, tmp_path))  # as update.py would leave it now
    assert len(found) > 2000
    assert [source for source, text in found.items() if not text] == []
    assert set(found) == set(messages(SOURCES / f"jaxstudio_{name}.ts"))


@pytest.mark.parametrize("name", TRANSLATED)
def test_placeholders_and_keys_are_kept(name):
    for (_, source), text in messages(SOURCES / f"jaxstudio_{name}.ts").items():
        assert sorted(PLACEHOLDER.findall(source)) == sorted(PLACEHOLDER.findall(text)), source
        assert source.count("&") == text.count("&"), source
        assert (source[:1] == " ") == (text[:1] == " "), source


@pytest.mark.parametrize("name", TRANSLATED)
def test_the_program_has_the_translations_of_the_sources(qapp, translators, name):
    install_language(name)
    for (context, source), text in messages(SOURCES / f"jaxstudio_{name}.ts").items():
        assert QCoreApplication.translate(context, source) == text


def test_a_window_in_german(qapp, translators, document, tmp_path, qtbot):
    from jaxstudio.app.main_window import MainWindow

    assert install_language("de") == "de"
    assert tr("&File") == "&Datei"
    assert of_catalogue("Gaussian blur") == "Gauß-Unschärfe"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"  # Qt's own
    window = MainWindow(document, QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(window)
    assert [action.text() for action in window.menuBar().actions()][:2] == ["&Datei", "&Bearbeiten"]


def test_the_language_of_the_desktop_is_followed(qapp, monkeypatch):
    desktop = []

    class Locale:
        @staticmethod
        def system():
            return Locale()

        def uiLanguages(self):
            return desktop

    monkeypatch.setattr(languages, "QLocale", Locale)
    for desktop, expected in (["de-AT", "en"], "de"), (["fr-FR"], "en"), (["en-GB", "de"], "en"), ([], "en"):
        assert languages.language_of_desktop() == expected, desktop


def test_only_languages_there_are_can_be_chosen(tmp_path, subtests):
    for kept, expected in (("de", "de"), ("en", "en"), ("", ""), ("xx", ""), (7, "")):
        with subtests.test(kept=kept):
            settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
            settings.setValue("language", kept)
            assert chosen_language(settings) == expected


def test_english_needs_no_translator(qapp, translators):
    assert install_language("en") == "en"
    assert translators == []


def test_errors_of_the_engine_are_said_in_the_language(qapp, translators, tmp_path):
    """Also those of another process, and with another error as a part."""
    install_language("de")
    with pytest.raises(StudioError) as beyond:
        Recipe().added(CATALOGUE["gaussian_blur"], {"sigma": 1e9})
    crossed = rebuild_error(record_error(beyond.value))
    assert type(crossed) is ParameterError
    assert of_error(crossed).startswith("gaussian_blur: sigma = 1000000000.0: erwartet wurde eine Zahl von 0")
    with pytest.raises(StudioError) as missing:
        load_photo(tmp_path / "none.png")
    assert of_error(missing.value) == f"{tmp_path / 'none.png'}: diese Datei gibt es nicht"


def test_numbers_have_the_marks_of_the_language(qapp, translators, qtbot):
    """A field takes both marks; a value of a formula keeps the point, as it is typed."""
    install_language("de")
    assert [of_number(value) for value in (0.5, -1234.5, 3, 12345678901, 1e9)] == [
        "0,5", "-1234,5", "3", "12345678901", "1e+09",
    ]  # fmt: skip
    assert of_number(1234567, ",") == "1.234.567"
    assert of_number(1234.5, ",.2f") == "1.234,50"
    stopped = Wording("stopped: {0:,} equations, at most {1:,}", 1500, 20)
    assert of_wording(stopped) == "angehalten: 1.500 Gleichungen, höchstens 20"
    assert of_wording(Wording("{0}, part {1}", Wording("{0} as {5}", "v₁", "", "", "", "", "0.5"), 2)) == (
        "v₁ als 0.5, Teil 2"
    )
    assert (of_milliseconds(2.34), of_bytes(1_500_000), of_time(0.00125)) == ("2,3 ms", "1,5 MB", "1,25 ms")
    assert shorten_number("0,123456", lambda words: len(words) <= 5) == "0,123"
    assert short(0.5) == "0.5"
    field, sent = NumberField(), []
    qtbot.addWidget(field)
    field.sent.connect(lambda value, _: sent.append(value))
    field.show_value(0.75)
    assert field.text() == "0,75"
    for typed in ("0,25", "0.125"):
        field.selectAll()
        QTest.keyClicks(field, typed)
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert sent == [0.25, 0.125]


def test_what_filters_warn_of_is_translated(translators):
    install_language("de")
    warnings = {op.name: text for op in CATALOGUE.values() if (text := op.caution(op.defaults()))}
    assert warnings
    assert not [name for name, text in warnings.items() if of_catalogue(text) == text]


def test_labels_of_numbers_are_translated_and_fit(qapp, translators, document, qtbot):
    """A word is not parted: the label is as wide as its longest; a group's first row says All."""
    from jaxstudio.app.image.stack.param_rows import NumberRow, ParamRow

    class Bare(ParamRow):
        def build(self, step):
            pass

    install_language("de")
    for op in ("nl_means", "frame", "color_balance"):
        (step,) = Recipe().added(CATALOGUE[op]).steps
        for param in CATALOGUE[op].params:
            row = Bare(document, step, param)
            qtbot.addWidget(row)
            widest = max(map(row.label.fontMetrics().horizontalAdvance, row.label.text().split()))
            assert widest <= row.label.maximumWidth(), row.label.text()
            assert row.label.text() != "All"
    (step,) = Recipe().added(CATALOGUE["gaussian_blur"]).steps
    linked = NumberRow(document, step, CATALOGUE["gaussian_blur"].by_name["sigma_y"])
    qtbot.addWidget(linked)
    assert linked.label.fontMetrics().horizontalAdvance("Senkrechter") <= linked.label.maximumWidth()


def test_errors_are_templates_with_values_so_that_they_are_translated():
    """The text of no error is put together before it is raised."""
    wrong = []
    for path, tree in source_trees().items():
        if {"app", "cli", "guide", "inspect_targets"} & set(path.parts):  # tr, and what no window shows
            continue
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            texts = texts_of_errors(function)
            names = {text.id for text in texts if isinstance(text, ast.Name)}
            assigned = (node for node in ast.walk(function) if isinstance(node, ast.Assign))
            texts += [each.value for each in assigned if {ast.unparse(name) for name in each.targets} & names]
            wrong += [f"{path}:{text.lineno}" for text in texts if isinstance(text, ast.JoinedStr)]
    assert wrong == []


def texts_of_errors(tree):
    """The first argument of each error that is made in a tree."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args)
    return [call.args[0] for call in calls if ast.unparse(call.func) in ERRORS]
