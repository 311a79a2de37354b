"""F1 shows the pages of docs/ and a page for each filter, found by their words in both languages."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl

from jaxstudio.app import manual
from jaxstudio.app.help import ALL_FUNCTIONS, NAME_ROLE, SHORTCUTS
from jaxstudio.pipeline.matrices import parse_matrix


@pytest.fixture
def help_window(window):
    window.show_help(manual.INDEX)
    return window._help


def listed(help_window):
    """The names of all topics in the list."""
    every = Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive
    names = (item.data(0, NAME_ROLE) for item in help_window.topics.findItems("", every))
    return [name for name in names if name is not None]


def first_line_in_view(help_window):
    return help_window.page.cursorForPosition(help_window.page.rect().topLeft()).block().text()


def test_a_page_is_found_by_its_words(help_window, subtests):
    for search, name in (
        ("Film look", "command-line.md"),
        ("slider moved", "image.md#filters"),
        ("separable", manual.KERNEL),
        ("frequency response", "image.md#kernels"),
        ("hatched band", manual.READING),
        ("manifest seed", "batch.md#augment"),
        ("exit code", "command-line.md#exit-codes"),
        ("brighten", "brighten"),
        ("cosec", ALL_FUNCTIONS),
    ):
        with subtests.test(search=search):
            help_window.search.setText(search)
            assert name in listed(help_window)
            help_window.search.setText(f"{search} xyzzy")
            assert listed(help_window) == []


def test_every_topic_that_the_window_asks_for_is_there(help_window):
    asked = [
        getattr(manual, name)
        for name in dir(manual)
        if name.isupper() and isinstance(getattr(manual, name), str)
    ]
    assert manual.COMPARE in asked
    assert set(asked) - set(listed(help_window)) == set()


def test_every_page_is_shown_from_the_section_that_was_chosen(help_window):
    for name in listed(help_window):
        help_window.show_topic(name)
        assert help_window.topics.currentItem().data(0, NAME_ROLE) == name
        assert len(help_window.page.toPlainText()) > 60, name
    help_window.show_topic(manual.READING)
    assert help_window.page.verticalScrollBar().value() > 0
    assert first_line_in_view(help_window) == "Reading the drawing"
    # links between pages are followed
    help_window.show_topic("image.md")
    help_window.page.anchorClicked.emit(QUrl("masks.md"))
    assert help_window.topics.currentItem().data(0, NAME_ROLE) == "masks.md"
    help_window.page.anchorClicked.emit(QUrl("decisions/index.md"))
    assert "Decisions" in help_window.page.toPlainText()


def test_a_recipe_that_a_page_links_is_opened(help_window):
    opened = []
    help_window.recipe_asked.connect(opened.append)
    help_window.show_topic("develop.md")
    help_window.page.anchorClicked.emit(QUrl("develop/rocket.json"))
    assert [Path(path).is_file() for path in opened] == [True]


def test_translated_pages_have_the_sections_of_the_english_ones():
    names = [path.name for path in (manual.FOLDER / "de").glob("*.md")]
    assert len(names) > 10
    for name in names:
        english, german = (manual.read_page(name, language) for language in ("en", "de"))
        assert [section.name for section in german] == [section.name for section in english]
        assert german[0].text != english[0].text


def test_headings_in_code_are_none():
    assert [section.name for section in manual.read_page("own-filters.md", "en")] == [
        "own-filters.md", "own-filters.md#in-the-program-itself",
    ]  # fmt: skip


def test_kernels_of_the_pages_are_read():
    (kernels,) = [each for each in manual.read_page("image.md", "en") if each.title == "Kernels"]
    block = kernels.text.split("```")[1].removeprefix("text\n")
    assert len(block.splitlines()) == 4
    for line in block.splitlines():
        assert parse_matrix(line, 15)


def test_shortcuts_stand_under_their_menu_and_what_they_act_on(window):
    window.show_help(SHORTCUTS)
    words = window._help.page.toPlainText().split("\n")
    places = [words.index(name) for name in ("File", "Edit", "View", "Stack", "Slider", "Handles")]
    assert places == sorted(places)
    assert words.index("Ctrl+K") > words.index("Edit")
    assert not any("&" in line for line in words)
