"""The pages about presets, finding and kernels: found by their words, and true to the program."""

import pytest

from jaxstudio.app.help import SHORTCUTS
from jaxstudio.app.image.help_pages import FINDING, KERNEL_TEXTS, KERNELS, PRESET_COMMANDS, PRESETS
from jaxstudio.cli.main import COMMANDS
from jaxstudio.pipeline.matrices import parse_matrix


@pytest.mark.parametrize(
    ("search", "names"),
    [
        ("Film look", [PRESETS]),
        ("slider moved", [FINDING]),
        ("separable", [KERNELS]),
        ("frequency response", [KERNELS]),
        ("xyzzy", []),
    ],
)
def test_a_page_is_found_by_its_words(window, search, names):
    pages = (PRESETS, FINDING, KERNELS)
    found = [topic for topic in window.image.topics(search) if topic.name in pages]
    assert [topic.name for topic in found] == names
    for topic in found:
        window.show_help(topic.name)
        assert topic.title in window._help.page.toPlainText()


def test_what_the_pages_show_is_understood():
    for way in KERNEL_TEXTS:
        assert parse_matrix(way, 15)
    for command in PRESET_COMMANDS:
        assert command.split()[1] in COMMANDS


def test_markup_is_not_searched(window):
    assert window.image.topics("h2") == []
    assert KERNELS in [topic.name for topic in window.image.topics("15 × 15")]


def test_shortcuts_stand_under_their_menu_and_what_they_act_on(window):
    window.show_help(SHORTCUTS)
    words = window._help.page.toPlainText().split("\n")
    places = [words.index(name) for name in ("File", "Edit", "View", "Stack", "Slider", "Handles")]
    assert places == sorted(places)
    assert words.index("Ctrl+K") > words.index("Edit")
    assert not any("&" in line for line in words)
