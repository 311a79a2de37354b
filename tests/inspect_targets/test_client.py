"""The process that inspects: what arrives is what an inspection in this process finds; it can be ended."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from jaxstudio.errors import Cancelled, ComputeError, SaveError, StudioError, UsageError
from jaxstudio.inspect_targets.client import InspectionProcess
from jaxstudio.inspect_targets.expressions import expression_targets
from jaxstudio.inspect_targets.requests import InspectionRequest, LessonSubject, LineSubject, RecipeSubject
from jaxstudio.ir.compilation_log import COMPILATION_LOG
from jaxstudio.ir.graph import draw, graph_of
from jaxstudio.ir.inspection import inspect
from jaxstudio.ir.links import index
from jaxstudio.ir.report import coverage
from jaxstudio.ir.text_view.search import search
from jaxstudio.ir.user_process.request import Request, Variation
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import to_json

ROOT = Path(__file__).resolve().parents[2]
TEXT = "x^2 sin(x) + cos(3x)"
LINE = LineSubject((TEXT,), 0)


def ran(process, request):
    """An inspection of the process at its end."""
    inspection = process.inspection(request)
    for _ in inspection.run():
        pass
    return inspection


def own_text(stage):
    """The text without the call stack of who compiled it."""
    _, _, text = stage.text.rpartition("\n\nENTRY")
    return re.sub(r" stack_frame_id=\d+", "", text)


@pytest.fixture(scope="module")
def line(inspection_process):
    return ran(inspection_process, InspectionRequest(LINE, 1))


@pytest.fixture(scope="module")
def here():
    """The same function, inspected in this process."""
    return inspect(expression_targets(TEXT, (1,))[0])


@pytest.fixture
def process():
    """A process of one test's own, whose compilations may hang."""
    environment = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(ROOT)
    process = InspectionProcess("tests.inspect_targets.hanging_child:handlers", grace_seconds=0.3)
    process.start()
    yield process
    process.close()
    if environment is None:
        del os.environ["PYTHONPATH"]
    else:
        os.environ["PYTHONPATH"] = environment


def test_the_stages_are_those_of_an_inspection_in_this_process(line, here):
    assert [stage.name for stage in line.stages] == [stage.name for stage in here.stages]
    for name in ("source", "jaxpr", "optimized"):
        assert own_text(line.stage(name)) == own_text(here.stage(name))
        assert line.stage(name).kind is here.stage(name).kind
    summary = line.report()
    assert summary.stages == line.stages
    assert summary.cost == here.report(seconds=0.0).cost
    for name in ("jaxpr", "stablehlo", "optimized"):
        assert summary.coverage[name] == coverage(here.links, name)
    assert summary.transforms == index.transform_tints(here.equations).words


def test_links_colours_and_graphs_are_the_same(line, here):
    lines, links = line.stage("jaxpr").lines, 0
    for number in range(1, len(lines) + 1):
        found = line.follow("jaxpr", number, -1, "stablehlo")
        expected = index.follow(here, "jaxpr", number, -1, "stablehlo")
        links += len(found.linked)
        for name in ("picked", "linked", "picked_spans"):
            np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
        assert (found.items, found.how) == (expected.items, expected.how)
    assert links > len(lines) / 2
    np.testing.assert_array_equal(line.hues("stablehlo", "equation"), index.hues(here.links, "stablehlo"))
    assert line.line("jaxpr", 2) == here.links.parsed("jaxpr").spans[2, 0]
    drawn = line.graph("optimized")
    graph = graph_of(line.stage("optimized"), ())
    assert (drawn.graph.labels, drawn.graph.details) == (graph.labels, graph.details)
    np.testing.assert_array_equal(drawn.graph.edges, graph.edges)
    sources = [each.name for each in here.stages if each.kind == "source"]
    hues = index.line_hues(here.links, "optimized", sources)
    np.testing.assert_array_equal(drawn.graph.hues, hues[here.links.parsed("optimized").spans[:, 0], 0])
    assert drawn.graph.hues.max() >= 0
    box = int(drawn.graph.boxes[0])
    opened = line.graph("optimized", drawn.graph, frozenset({box}))
    assert opened.graph is drawn.graph
    np.testing.assert_array_equal(opened.layout.x, draw(graph, frozenset({box})).layout.x)


@pytest.mark.thorough
def test_a_step_is_measured(inspection_process):
    recipe = to_json(Recipe().added(CATALOGUE["gamma"], {"gamma": 2.0}))
    subject = RecipeSubject(recipe, 3, "float32")
    assert [part.title for part in inspection_process.parts(subject)] == ["Gamma: each value, uint8"]
    inspection = ran(inspection_process, InspectionRequest(subject))
    assert inspection.report().timing is None
    measured = inspection.report(seconds=0.05, kernels=True)
    assert measured.timing.runs >= 3
    assert measured.roofline.flops_per_second > 0
    assert measured.stages == inspection.stages


def test_a_line_is_compiled_otherwise(inspection_process, line):
    narrow = ran(inspection_process, InspectionRequest(LINE, 1, Variation(dtype="float32")))
    assert "f64[512]" in line.stage("jaxpr").text
    assert "f64[512]" not in narrow.stage("jaxpr").text
    assert "f32[512]" in narrow.stage("jaxpr").text


def test_an_error_comes_with_its_explanation(inspection_process):
    subject = LessonSubject("purity")
    part = [part.title for part in inspection_process.parts(subject)].index("if, on a value")
    inspection = inspection_process.inspection(InspectionRequest(subject, part))
    with pytest.raises(StudioError):
        list(inspection.run())
    assert "jax.lax.cond" in inspection.explanation.suggestion
    assert "if x > 0" in inspection.explanation.code


def test_texts_are_searched_where_they_are(line):
    names = [stage.name for stage in line.stages]
    for pattern in (r"\bsin", "cos(ine)?", "no_such_thing"):
        assert line.search(names, pattern) == search(line.stages, pattern)
    with pytest.raises(UsageError, match="no regular expression"):
        line.search(names, "(")


def test_a_lesson_is_run_there(inspection_process):
    *_, table = inspection_process.experiment("reading")
    assert [row[1] for row in table.rows[:2]] == [5, 5]


def test_all_is_saved_there(line, tmp_path):
    line.save("page", str(tmp_path / "page.html"))
    assert "cos" in (tmp_path / "page.html").read_text(encoding="utf-8")
    line.save("folder", str(tmp_path / "folder"))
    assert (tmp_path / "folder" / "report.json").is_file()
    with pytest.raises(SaveError, match="there is no folder"):
        line.save("page", str(tmp_path / "no" / "page.html"))


@pytest.mark.thorough
def test_a_users_function_is_told_of_as_it_comes(inspection_process, tmp_path):
    path = tmp_path / "model.py"
    path.write_text(
        "import jax.numpy as jnp\nprint('loaded')\n\ndef f(x):\n    return jnp.sin(x) * 2\n\n"
        "def g(x):\n    return x if x > 0 else -x\n"
    )
    before = COMPILATION_LOG.count
    inspection = ran(inspection_process, InspectionRequest(Request(str(path), "f", "f32[8]", passes=False)))
    assert inspection.printed == "loaded\n"
    assert 5 in inspection.follow("jaxpr", 1, -1, "source").linked
    assert inspection.report(seconds=0.05).timing is not None
    own = [entry for entry in COMPILATION_LOG.entries(before) if entry.thread == "own function"]
    assert any(entry.function == "f" for entry in own)
    wrong = inspection_process.inspection(InspectionRequest(Request(str(path), "g", "f32[]", passes=False)))
    with pytest.raises(StudioError, match=r"model\.py:g: line 8"):
        list(wrong.run())
    assert wrong.explanation.line == 8
    assert [stage.name for stage in wrong.stages] == ["source"]


def test_a_stage_that_is_not_there_any_more_is_no_mistake(inspection_process, tmp_path):
    """While a program is typed, the window asks for stages that the edited one may not come to."""
    path = tmp_path / "typed.py"
    path.write_text("def f(x:\n")
    wrong = inspection_process.inspection(InspectionRequest(Request(str(path), "f", "f32[]", passes=False)))
    with pytest.raises(StudioError, match=r"typed\.py, line 1"):
        list(wrong.run())
    assert wrong.hues("jaxpr", "line") is None
    assert wrong.hues("pass 0007 simplification/algsimp", "equation") is None
    assert not len(wrong.follow("jaxpr", 1, -1, "source").linked)
    with pytest.raises(ComputeError, match="not compiled yet"):
        wrong.graph("optimized")


def test_what_is_compiled_is_in_the_compilation_log(inspection_process):
    before = COMPILATION_LOG.count
    ran(inspection_process, InspectionRequest(LineSubject(("x^3 - 2",), 0)))
    found = COMPILATION_LOG.entries(before)
    assert {entry.thread for entry in found} == {"inspector"}
    assert any("inspector" in entry.why for entry in found)


def test_a_compilation_that_hangs_is_ended_with_its_process(process):
    """Meanwhile what is there is read; and what was inspected before is answered by the next process."""
    inspection = ran(process, InspectionRequest(LINE))
    child = process._supervisor.slots[0].child.pid
    stop = threading.Event()
    stream = process.experiment("hangs", stop.is_set)
    assert next(stream).heads == ("begun",)
    assert inspection.line("jaxpr", 0) == 2
    stop.set()
    with pytest.raises(Cancelled):
        next(stream)
    assert process.parts(LessonSubject("selu"))[0].title == "of a million"
    assert process._supervisor.slots[0].child.pid != child
    assert inspection.line("jaxpr", 0) == 2


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_a_process_that_is_killed_is_replaced(process):
    inspection = ran(process, InspectionRequest(LINE))
    before = inspection.follow("jaxpr", 2, -1, "source")
    os.kill(process._supervisor.slots[0].child.pid, signal.SIGKILL)
    while process._supervisor.slots[0].child is not None and process._supervisor.slots[0].is_idle:
        time.sleep(0.01)
    after = inspection.follow("jaxpr", 2, -1, "source")
    np.testing.assert_array_equal(after.linked_spans, before.linked_spans)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_a_death_on_the_way_is_said_in_one_line(process):
    stream = process.experiment("hangs")
    assert next(stream).heads == ("begun",)
    os.kill(process._supervisor.slots[0].child.pid, signal.SIGKILL)
    with pytest.raises(ComputeError, match="ended unexpectedly") as said:
        next(stream)
    assert "\n" not in str(said.value)
    assert process.parts(LessonSubject("selu"))[0].title == "of a million"


def test_a_closed_one_starts_nothing():
    process = InspectionProcess()
    process.close()
    with pytest.raises(Cancelled):
        process.parts(LessonSubject("selu"))


WITHOUT_JAX = f"""
import sys
from jaxstudio.inspect_targets.client import InspectionProcess
from jaxstudio.inspect_targets.requests import InspectionRequest, LineSubject
process = InspectionProcess()
inspection = process.inspection(InspectionRequest(LineSubject(({TEXT!r},), 0)))
names = [stage.name for stage in inspection.run()]
assert "optimized" in names, names
assert len(inspection.follow("jaxpr", 2, -1, "optimized").linked)
assert len(inspection.graph("optimized").graph)
assert inspection.report(seconds=0.05).timing
assert not {{"jax", "jaxlib"}} & set(sys.modules), "JAX was loaded"
process.close()
"""


@pytest.mark.thorough
def test_who_asks_loads_no_jax():
    done = subprocess.run([sys.executable, "-c", WITHOUT_JAX], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
