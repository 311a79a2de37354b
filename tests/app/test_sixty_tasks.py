"""Sixty tasks: who types the word of another program finds what docs/tasks.md names, in both languages."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from jaxstudio.app.command_palette import CommandPalette
from jaxstudio.app.main_window import MainWindow
from jaxstudio.app.shared.text import install_language, of_catalogue
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.catalogue import Catalogue

DOCS = Path(__file__).parents[2] / "docs"
FIRST = 5  # so many results are read
FILTER, COMMAND = re.compile(r"\*\*(.+?)\*\*"), re.compile(r"> ([^\W\d_][\w ]*\w)")


def rows(page):
    """(heading, task, words of other programs, the way here) of each row of the page's tables."""
    heading = ""
    for line in page.splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ")
        cells = [cell.strip() for cell in line.replace("\\", "").strip("|").split("|")]
        if line.startswith("| ") and len(cells) == 3 and cells[0] not in ("Task", "Aufgabe"):
            yield heading, cells[0], cells[1].split(", "), cells[2]


def test_there_are_sixty_in_both_languages():
    for page in (DOCS / "tasks.md", DOCS / "de" / "tasks.md"):
        text = page.read_text(encoding="utf-8")
        not_here = re.findall(r"^\| [^|-][^|]*\| [^|]*\|$", text, re.MULTILINE)[1:]
        assert (len(list(rows(text))), len(not_here)) == (54, 6), page


@pytest.mark.parametrize("language", ["en", "de"])
def test_words_of_other_programs_find_it(language, translators, document, tmp_path, qtbot, subtests):
    """A filter by the search for filters and by that for commands, a command by the latter."""
    install_language(language)
    catalogue = Catalogue(CATALOGUE.values())  # it keeps an index for a translation
    document.set_backend(replace(document.backend, catalogue=catalogue))
    document.add_step(CATALOGUE["exposure"])
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    window = MainWindow(document, settings)
    qtbot.addWidget(window)
    window.image.photos.add([str(tmp_path / "a.png"), str(tmp_path / "b.png")])
    for action in window.actions_by_name.values():
        action.setEnabled(True)
    palette = CommandPalette(window.actions_by_name, window.filters_menu, window)
    palette.open_over(window)
    titles = {of_catalogue(op.title): op.name for op in CATALOGUE.values()}
    page = DOCS / ("" if language == "en" else language) / "tasks.md"
    for _, task, words, here in rows(page.read_text(encoding="utf-8")):
        filters = [titles[title] for title in FILTER.findall(here)]
        wanted = set(FILTER.findall(here)) | set(COMMAND.findall(here))
        found = set()
        with subtests.test(task=task):
            assert wanted, "the way here names neither a filter nor a command"
            for word in words:
                palette.field.setText(word)
                listed = palette.listed_names()[:FIRST]
                named = {part for name in listed for part in name.removeprefix("✓ ").split(": ")[1:]}
                in_filters = [op.name for op in catalogue.search(word, of_catalogue)[:FIRST]]
                assert named & wanted, (word, named)
                assert not filters or set(filters) & set(in_filters), (word, in_filters)
                found |= named | {of_catalogue(CATALOGUE[name].title) for name in in_filters}
            assert wanted <= found
    palette.close()
