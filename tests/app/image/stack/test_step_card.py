"""A card of an augmentation says what was drawn."""

from dataclasses import replace

import fakes
import pytest

from jaxstudio.app.image.stack.step_card import in_short
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.expand import expand
from jaxstudio.pipeline.recipe import Step


@pytest.fixture(autouse=True)
def real_filters(document):
    document.backend = replace(document.backend, catalogue=CATALOGUE)


def line(window, key):
    return window.image.panel.stack.card(key).drawn


def test_says_what_the_seed_draws(window, qtbot):
    document = window.image.document
    key = document.add_step(CATALOGUE["choose_one"]).key
    document.set_param(key, "ops", "invert | gamma gamma=2 | gaussian_blur sigma=0.5..3")
    said = set()
    for seed in range(30):
        document.set_seed(seed)
        (part,) = expand(document.recipe, document.photo_size).active
        text = f"Drawn: {in_short(part)}"
        qtbot.waitUntil(lambda text=text: line(window, key).text() == text)
        assert f"seed {seed} " in line(window, key).toolTip()
        said.add(in_short(part))
    assert {"Invert", "Gamma (gamma 2)"} < said
    assert any(
        text.startswith("Gaussian blur (sigma ") and text.endswith("\N{NO-BREAK SPACE}px)") for text in said
    )


def test_is_said_anew_for_another_photo(window, pixels, qtbot):
    document = window.image.document
    key = document.add_step(CATALOGUE["random_affine"]).key
    qtbot.waitUntil(lambda: bool(line(window, key).text()))
    before = line(window, key).text()
    document.set_photo(fakes.Photo(pixels[:10, :20].copy()))
    # shifts are shares of the picture's sides
    qtbot.waitUntil(lambda: line(window, key).text() not in ("", before))


def test_says_that_nothing_was_drawn_and_is_silent_where_chance_has_no_part(window, qtbot):
    document = window.image.document
    key = document.add_step(CATALOGUE["sometimes"]).key
    document.set_param(key, "p", 0.0)
    qtbot.waitUntil(lambda: line(window, key).text() == "Drawn: nothing")
    assert line(window, key).isVisible()
    document.switch_step(key, False)
    qtbot.waitUntil(lambda: not line(window, key).isVisible())
    other = document.add_step(fakes.brighten).key
    assert not line(window, other).isVisible()


def test_corners_and_seeds_are_left_out():
    (polygon,) = CATALOGUE["shadow"].kind.ops
    drawn = Step(polygon, polygon.check({"x1": 0.3, "y5": 0.4, "darkness": 0.25}), 1)
    assert in_short(drawn) == "Shaded polygon (darkness 0.25)"
