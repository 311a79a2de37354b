"""Sensitivity in the window: the slider pointed at, arrows with numbers, words where there is none."""

import numpy as np
import pytest
from fakes import blur, brighten

from jaxstudio.app.image.engine_bridge import from_image
from jaxstudio.backend.frames import ABOVE, BELOW, painted
from jaxstudio.backend.requests import (
    JUMPS,
    GradientAnswer,
    GradientRequest,
    SensitivityAnswer,
    SensitivityRequest,
)
from jaxstudio.pipeline.param_refs import ParamRef


class Asked:
    """Keeps the engine's jobs; a test answers them."""

    def __init__(self):
        self.jobs = []

    def __call__(self, request, on_answer, on_error, on_event=None):
        self.jobs.append((type(request), request, on_answer, on_error))
        return self

    def cancel(self):
        pass

    def last(self, kind):
        return next(job for job in reversed(self.jobs) if job[0] is kind)


@pytest.fixture
def asked(window, monkeypatch):
    asked = Asked()
    monkeypatch.setattr(window.image.document.engine_client, "call", asked)
    return asked


@pytest.fixture
def tab(window, asked):
    window.image.document.add_step(brighten)
    window.image.document.add_step(blur)
    window.actions_by_name["sensitivity"].trigger()
    return window.image


def ref(tab, step, name):
    return ParamRef(tab.document.recipe.steps[step].key, name)


def row(tab, step, name):
    form = tab.panel.stack.card(tab.document.recipe.steps[step].key).form
    while not form.built:
        form.build_row()
    return form.rows[name]


def a_map(ref, **more):
    shares = np.linspace(-1, 1, 12).reshape(3, 4)
    ends = np.where(shares[..., None] > 0, ABOVE, BELOW).astype(np.uint8)
    pixels = painted(ends, (0, 0, 3, 4), np.empty)
    return SensitivityAnswer(ref, pixels, 0.25, **more)


def test_the_slider_that_is_pointed_at_is_shown_with_its_scale(tab, asked, qtbot):
    assert tab.panels.sensitivity_bar.isVisible()
    row(tab, 0, "amount").slider.setFocus()
    row(tab, 0, "amount").point()
    qtbot.waitUntil(lambda: any(kind is SensitivityRequest for kind, *_ in asked.jobs))
    _, request, answer, _ = asked.last(SensitivityRequest)
    assert request.ref == ref(tab, 0, "amount")
    before = from_image(tab.canvas.grab().toImage())
    assert (request.viewport, request.canvas) == (tab.document.viewport, tab.document.canvas)
    answer(a_map(request.ref, level=1, by_differences=True))
    qtbot.waitUntil(lambda: tab.document.sensitivity.image is not None)
    assert np.abs(from_image(tab.canvas.grab().toImage()).astype(int) - before).max() > 50
    assert tab.panels.sensitivity_bar.legend.isVisible()
    assert "0.25" in tab.panels.sensitivity_bar.legend.accessibleDescription()
    words = tab.panels.sensitivity_bar.words.text()
    assert "Brighten: Amount" in words
    assert "1/2" in words
    assert "by differences" in words
    assert "two renders" in tab.panels.sensitivity_bar.words.toolTip()
    # another part of it on the canvas is asked for, too
    tab.document.zoom_to(3.0)
    qtbot.waitUntil(lambda: asked.last(SensitivityRequest)[1].viewport == tab.document.viewport)
    asked.last(SensitivityRequest)[2](a_map(request.ref))
    qtbot.waitUntil(lambda: "1/2" not in tab.panels.sensitivity_bar.words.text())
    assert "differences" not in tab.panels.sensitivity_bar.words.text()
    assert "jax.jvp" in tab.panels.sensitivity_bar.words.toolTip()


def test_arrows_and_their_numbers(tab, asked, qtbot):
    sliders = [row(tab, 0, "amount").slider, row(tab, 1, "sigma").slider]
    qtbot.waitUntil(lambda: any(kind is GradientRequest for kind, *_ in asked.jobs))
    _, request, answer, _ = asked.last(GradientRequest)
    assert request.refs == (ref(tab, 0, "amount"), ref(tab, 1, "sigma"))
    answer(GradientAnswer("mean", 0.5, request.refs, (1.0, -0.1)))
    qtbot.waitUntil(lambda: tab.document.sensitivity.gradient is not None)
    # sliders of 2 and 10 units: 2 and −1 for the whole of each
    assert [slider._arrow for slider in sliders] == [1.0, -0.5]
    assert "Mean brightness: +1 per 1" in sliders[0].toolTip()
    assert "\N{MINUS SIGN}0.1 per px" in sliders[1].toolTip()
    tab.document.sensitivity.switch(False)
    assert [slider._arrow for slider in sliders] == [None, None]
    assert "Mean" not in sliders[0].toolTip()


def test_what_has_no_derivative_says_so_and_shows_nothing(tab, asked, qtbot):
    bar, shown = tab.panels.sensitivity_bar, tab.document.sensitivity
    row(tab, 1, "size").point()
    qtbot.wait(150)
    assert "a whole number has no derivative" in bar.words.text()
    row(tab, 1, "mode").point()
    assert "what is no number" in bar.words.text()
    assert not bar.legend.isVisible()
    row(tab, 0, "amount").point()
    qtbot.waitUntil(lambda: any(kind is SensitivityRequest for kind, *_ in asked.jobs))
    _, request, answer, _ = asked.last(SensitivityRequest)
    answer(SensitivityAnswer(request.ref, None, 0.0, JUMPS))
    qtbot.waitUntil(lambda: "in jumps" in bar.words.text())
    assert shown.image is None
    _, request, answer, _ = asked.last(GradientRequest)
    answer(GradientAnswer("mean", 0.5, request.refs, (None, 0.2)))
    slider = row(tab, 0, "amount").slider
    qtbot.waitUntil(lambda: "no derivative" in slider.toolTip())
    assert slider._arrow is None


def test_one_question_is_under_way_and_the_newest_values_are_asked_for_after_it(tab, asked, qtbot):
    row(tab, 0, "amount").point()
    qtbot.waitUntil(lambda: any(kind is SensitivityRequest for kind, *_ in asked.jobs))
    key = tab.document.recipe.steps[0].key
    for value in (0.1, 0.2, 0.3):
        tab.document.set_param(key, "amount", value)
        qtbot.wait(100)
    maps = [job for job in asked.jobs if job[0] is SensitivityRequest]
    assert len(maps) == 1
    maps[0][2](a_map(maps[0][1].ref))
    qtbot.waitUntil(lambda: len([job for job in asked.jobs if job[0] is SensitivityRequest]) == 2)
    assert asked.last(SensitivityRequest)[1].recipe.steps[0].params["amount"] == 0.3


def test_it_costs_nothing_while_it_is_off(window, asked, qtbot):
    window.image.document.add_step(brighten)
    row(window.image, 0, "amount").point()
    qtbot.wait(150)
    assert not [job for job in asked.jobs if job[0] in ("sensitivity", "gradient")]
