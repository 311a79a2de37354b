"""One real filter and one real function, from their source to machine code."""

import threading

import pytest
from shiboken6 import delete

from jaxstudio.app.inspector.controller import Session
from jaxstudio.app.inspector.inspectables import line_subjects, step_subjects
from jaxstudio.app.inspector.linking import follow, hues
from jaxstudio.app.inspector.scheduling import Latest
from jaxstudio.functions.language import Sheet
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe


@pytest.fixture
def session(qapp):
    session = Session()
    yield session
    session.close()
    delete(session)


@pytest.fixture
def latest(qapp):
    latest = Latest("test")
    yield latest
    latest.close()
    delete(latest)


def _inspect(qtbot, session, subject):
    session.set_subjects([subject])
    qtbot.waitUntil(lambda: session.report is not None or bool(session.error))
    assert not session.error


def test_a_filter(qtbot, session):
    recipe = Recipe().added(CATALOGUE["gamma"], {"gamma": 2.0})
    _inspect(qtbot, session, step_subjects(recipe, {"channels": 3, "dtype": "uint8"})[0])
    kinds = {stage.kind.value for stage in session.stages}
    assert {"source", "jaxpr", "stablehlo", "hlo", "pass", "optimized", "llvm", "asm"} <= kinds
    inspection = session.looked.inspection
    jaxpr = inspection.links.parsed("jaxpr")
    linked = follow(inspection, "jaxpr", int(jaxpr.spans[0, 0]), -1, "stablehlo")
    assert len(linked.linked)
    assert (hues(inspection, "stablehlo") >= 0).any()


def test_the_derivative_of_a_typed_line_in_64_bits(qtbot, session):
    texts = ["a x^2 sin(x)"]
    subject = line_subjects(texts, Sheet.read(texts).lines, [1])[0]
    _inspect(qtbot, session, subject)
    assert "f64[" in session.stage("jaxpr").text
    assert session.stage("source").text == texts[0]
    inspection = session.looked.inspection
    sine = texts[0].index("sin")
    linked = follow(inspection, "source", 1, sine, "jaxpr")
    assert linked.picked_spans.tolist() == [[1, sine, 1, len(texts[0])]]
    lines = session.stage("jaxpr").lines
    assert any(" sin " in lines[line - 1] for line in linked.linked.tolist())


def test_only_the_newest_question_is_answered(qtbot, latest):
    held, answers = threading.Event(), []
    latest.ask(lambda _: held.wait(10), lambda _: answers.append("old"))
    latest.ask(lambda _: "new", answers.append)
    held.set()
    qtbot.waitUntil(lambda: not latest.busy)
    qtbot.wait(20)
    assert answers == ["new"]


def test_closing_waits_for_what_nobody_wants_any_more(latest):
    held, over = threading.Event(), []

    def work(_):
        held.wait(10)
        over.append(True)

    latest.ask(work, over.append)
    latest.drop()
    held.set()
    latest.close()
    assert over == [True]
