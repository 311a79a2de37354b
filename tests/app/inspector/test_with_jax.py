"""One real filter and one real function, from their source to machine code."""

import threading

import pytest
from PySide6.QtCore import QObject
from shiboken6 import delete

from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.inspector.inspectables import line_inspectables, step_inspectables
from jaxstudio.app.shared.background_tasks import Question
from jaxstudio.functions.language import Sheet
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe


@pytest.fixture
def controller(qapp, inspection_process, monkeypatch):
    monkeypatch.setattr(inspection_process, "close", lambda: None)  # it is for all tests
    controller = InspectorController(process=inspection_process)
    yield controller
    controller.close()
    delete(controller)


@pytest.fixture
def latest(qapp):
    parent = QObject()
    latest = Question(parent, "test")
    yield latest
    latest.close()
    delete(parent)


def _inspect(qtbot, controller, inspectable):
    controller.set_inspectables([inspectable])
    qtbot.waitUntil(lambda: controller.report is not None or bool(controller.error))
    assert not controller.error


def _equations(controller, primitive):
    stage = controller.stage("jaxpr")
    return 0 if stage is None else stage.text.count(f"= {primitive} ")


def test_a_filter(qtbot, controller):
    recipe = Recipe().added(CATALOGUE["gamma"], {"gamma": 2.0})
    _inspect(qtbot, controller, step_inspectables(recipe, {"channels": 3, "dtype": "uint8"})[0])
    kinds = {stage.kind.value for stage in controller.stages}
    assert {"source", "jaxpr", "stablehlo", "hlo", "pass", "optimized", "llvm", "asm"} <= kinds
    inspection = controller.state.inspection
    linked = inspection.follow("jaxpr", inspection.line("jaxpr", 0), -1, "stablehlo")
    assert len(linked.linked)
    assert (inspection.hues("stablehlo", "equation") >= 0).any()


def test_a_filter_as_a_plain_function_and_its_derivatives(qtbot, controller):
    recipe = Recipe().added(CATALOGUE["gamma"], {"gamma": 2.0}).added(CATALOGUE["invert"])
    found = step_inspectables(recipe, {"channels": 3, "dtype": "uint8"}, plain=True)
    assert [each.step for each in found] == [True, True]  # the whole recipe is no plain function
    _inspect(qtbot, controller, found[0])
    assert [part.title for part in controller.parts] == [
        "Gamma as a plain function", "its derivative by gamma", "its derivative by gain",
    ]  # fmt: skip
    whole = controller.stage("jaxpr").text
    assert "f32[8,8,3]" in whole
    assert "let traced_power = " in whole  # a function of its own, read once
    controller.choose_part(1)
    # times log x, in another equation
    qtbot.waitUntil(lambda: _equations(controller, "mul") > 2)


def test_a_filter_of_another_library_is_one_call(qtbot, controller):
    recipe = Recipe().added(CATALOGUE["nl_means"])
    photo = {"channels": 3, "dtype": "uint8"}
    _inspect(qtbot, controller, step_inspectables(recipe, photo, plain=True)[0])
    assert "= pure_callback[" in controller.stage("jaxpr").text
    assert len(controller.parts) == 1


def test_the_derivative_of_a_typed_line_in_64_bits(qtbot, controller):
    texts = ["a x^2 sin(x)"]
    inspectable = line_inspectables(texts, Sheet.read(texts).lines, [1])[0]
    _inspect(qtbot, controller, inspectable)
    assert "f64[" in controller.stage("jaxpr").text
    assert controller.stage("source").text == texts[0]
    inspection = controller.state.inspection
    sine = texts[0].index("sin")
    linked = inspection.follow("source", 1, sine, "jaxpr")
    assert linked.picked_spans.tolist() == [[1, sine, 1, len(texts[0])]]
    lines = controller.stage("jaxpr").lines
    assert any(" sin " in lines[line - 1] for line in linked.linked.tolist())


def test_only_the_newest_question_is_answered(qtbot, latest):
    held, answers = threading.Event(), []
    latest.run(lambda _: held.wait(10), lambda _: answers.append("old"))
    latest.run(lambda _: "new", answers.append)
    held.set()
    qtbot.waitUntil(lambda: not latest.busy)
    qtbot.wait(20)
    assert answers == ["new"]


def test_closing_waits_for_what_nobody_wants_any_more(latest):
    held, over = threading.Event(), []

    def work(_):
        held.wait(10)
        over.append(True)

    latest.run(work, over.append)
    latest.drop()
    held.set()
    latest.close()
    assert over == [True]
