"""Tab goes from control to control as one reads: line by line, from left to right."""

import itertools
from dataclasses import replace

import pytest
from plot.stand_ins import Client
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from jaxstudio.app.plot import workbench
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

LINE_PX = 20  # controls whose middles differ by less stand in one line


def visited(root):
    """The visible controls of `root` in the order of Tab, with their places."""
    found, at = [], root.nextInFocusChain()
    while at is not root:
        inside = root.isAncestorOf(at) and at.window() is root.window()
        if inside and at.isVisible() and at.isEnabled() and at.focusPolicy() & Qt.FocusPolicy.TabFocus:
            corner = at.mapTo(root, QPoint(0, 0))
            found.append((at, corner.x(), corner.y() + at.height() // 2))
        at = at.nextInFocusChain()
    return found


def steps_back(root):
    """Pairs of controls in which Tab goes up, or to the left in one line."""
    order = visited(root)
    return [
        (one.accessibleName() or one.toolTip(), other.accessibleName() or other.toolTip())
        for (one, x, y), (other, next_x, next_y) in itertools.pairwise(order)
        if next_y < y - LINE_PX or (abs(next_y - y) <= LINE_PX and next_x < x)
    ]


@pytest.mark.samples(3)
@pytest.mark.parametrize("name", ["gaussian_blur", "convolve", "match_histogram", "resize", "choose_one"])
def test_of_a_step(window, document, name):
    document.backend = replace(document.backend, catalogue=CATALOGUE)
    step = window.image.document.add_step(CATALOGUE[name])
    QApplication.processEvents()
    card = window.image.panel.stack.card(step.key)
    card.fold.setFocus()
    assert len(visited(card)) > 3
    assert steps_back(card) == []


def test_of_the_bars_and_the_panel(window, qtbot):
    window.image.document.add_step(CATALOGUE["median"])
    window.image.document.set_seed(5)  # else only what draws by chance shows it
    window.image.commands["compare"]()
    qtbot.waitUntil(lambda: len(window.image.panel.stack.cards) == 1)
    QApplication.processEvents()
    assert steps_back(window.top_bar) == []
    assert steps_back(window.image.panels.compare_bar) == []
    names = [type(each).__name__ for each, _, _ in visited(window.image.panel)]
    assert names.index("StepCard") == 2  # after the search and the presets
    assert names[-1] == "QPushButton"  # the seed's, below all


def test_of_cards_that_are_built_in_later_turns(window, qtbot):
    recipe = Recipe()
    for name in ("median", "gaussian_blur", "convolve", "resize"):
        recipe = recipe.added(CATALOGUE[name])
    document, stack = window.image.document, window.image.panel.stack
    document.set_recipe(recipe)
    stack.card(recipe.steps[2].key)  # built before the others
    document.move_step(recipe.steps[0].key, 2)
    qtbot.waitUntil(lambda: len(stack.cards) == 4)
    document.move_step(recipe.steps[3].key, 1)
    QApplication.processEvents()
    inside = [each for each, _, _ in visited(window.image.panel) if stack.list.isAncestorOf(each)]
    cards = [
        next(card for card in stack.cards.values() if each in (card, *card.findChildren(type(each))))
        for each in inside[:-1]
    ]  # the last one is the working space, below all
    names = [card.step.op.name for card, _ in itertools.groupby(cards)]
    assert names == ["gaussian_blur", "resize", "convolve", "median"]
    assert inside[-1] is window.image.panel.working_space.box
    assert [each for each in inside if each in stack.cards.values()] == list(dict.fromkeys(cards))


def test_of_the_functions(window, monkeypatch):
    monkeypatch.setattr(workbench, "make_client", Client)
    window.commands["show_functions"]()
    bench = window.functions.bench
    bench.controller.set_text(bench.controller.document.lines[0].key, "a sin(x)")
    QApplication.processEvents()
    assert steps_back(bench.left) == []
    assert steps_back(window.top_bar) == []
    for name in ("ask", "derivatives", "matrix", "descent", "fit", "arrays"):
        bench.side.open(name)
        QApplication.processEvents()
        assert steps_back(bench.side.page(name)) == [], name
    order = [each for each, _, _ in visited(bench)]
    assert order.index(bench.lines.add) < order.index(bench.plane)
