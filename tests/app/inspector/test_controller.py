"""What is inspected, without widgets."""

import threading

from jaxstudio.app.inspector.inspectables import line_inspectables, step_inspectables
from jaxstudio.app.shared.text import install_language
from jaxstudio.functions.language import Sheet
from jaxstudio.inspect_targets.client import never
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

from . import fake


def _wait(qtbot, controller):
    qtbot.waitUntil(lambda: controller.report is not None and not controller.busy)


def test_stages_come_one_by_one(qtbot, controller, monkeypatch):
    held = threading.Event()
    monkeypatch.setattr(fake.Inspection, "held", held)
    controller.set_inspectables([fake.inspectable("blur")])
    qtbot.waitUntil(lambda: len(controller.stages) == 1)
    assert controller.report is None
    assert controller.busy
    held.set()
    _wait(qtbot, controller)
    assert [stage.name for stage in controller.stages] == [stage.name for stage in fake.STAGES]


def test_a_part_that_was_seen_is_not_inspected_again(qtbot, controller):
    controller.set_inspectables([fake.inspectable("blur")])
    _wait(qtbot, controller)
    made = fake.Inspection.made
    controller.choose_part(1)
    qtbot.waitUntil(lambda: controller.report.target == "blur columns")
    controller.choose_part(0)
    assert controller.report.target == "blur rows"
    assert fake.Inspection.made == made + 1


def test_another_value_keeps_the_part(qtbot, controller):
    controller.set_inspectables([fake.inspectable("blur")])
    _wait(qtbot, controller)
    controller.choose_part(1)
    qtbot.waitUntil(lambda: controller.report.target == "blur columns")
    made = fake.Inspection.made
    controller.set_inspectables([fake.inspectable("blur", 2)])
    qtbot.waitUntil(lambda: fake.Inspection.made == made + 1)
    _wait(qtbot, controller)
    assert controller.report.target == "blur columns"


def test_the_same_code_is_not_compiled_again(qtbot, controller):
    controller.set_inspectables([fake.inspectable("blur")])
    _wait(qtbot, controller)
    made = fake.Inspection.made
    controller.set_inspectables([fake.inspectable("blur"), fake.inspectable("median")])
    assert not controller.busy
    assert fake.Inspection.made == made
    assert controller.inspectable.title == "Blur"


def test_what_cannot_be_compiled_is_said_in_one_line(qtbot, controller):
    controller.set_inspectables([fake.broken()])
    qtbot.waitUntil(lambda: bool(controller.error))
    assert controller.error == "sigma = -1: expected at least 0"
    controller.set_inspectables([fake.inspectable("blur")])
    _wait(qtbot, controller)
    assert not controller.error


def test_nothing_goes_on_while_somebody_waits_for_a_picture(qtbot, controller):
    made = fake.Inspection.made
    controller.idle_gate.set(False)
    controller.set_inspectables([fake.inspectable("blur")])
    qtbot.wait(120)
    assert fake.Inspection.made == made
    assert controller.busy
    controller.idle_gate.set(True)
    _wait(qtbot, controller)


def test_steps_and_the_whole_recipe(controller):
    from fakes import blur, brighten

    recipe = Recipe().added(brighten).added(blur)
    photo = {"channels": 3, "dtype": "uint8"}
    found = step_inspectables(recipe, photo)
    assert [inspectable.title for inspectable in found] == ["1  Brighten", "2  Soft blur", "The whole recipe"]
    assert [inspectable.item_id for inspectable in found] == [1, 2, "recipe"]
    brighter = step_inspectables(Recipe().added(brighten, {"amount": 0.5}), photo)[0]
    assert brighter.key != found[0].key
    assert brighter.item_id == found[0].item_id


def test_lines_that_are_functions():
    texts = ["a = 3", "a x^2", "x +", "# note", "x^2 + y^2 = 4"]
    lines = Sheet.read(texts).lines
    found = line_inspectables(texts, lines, [7, 8, 9, 10, 11])
    assert [(inspectable.item_id, inspectable.title) for inspectable in found] == [
        (8, "a x^2"),
        (11, "x^2 + y^2 = 4"),
    ]
    assert [part.title for part in found[0].make(None, None)] == ["f", "f′", "f″", "f‴", "f⁗"]
    moved = ["a = 4", *texts[1:]]
    again = line_inspectables(moved, Sheet.read(moved).lines, [7, 8, 9, 10, 11])
    assert again[0].key == found[0].key  # a slider's value is no other code


def test_parts_of_a_step_are_called_by_what_they_do(qapp, inspection_process):
    photo = {"channels": 3, "dtype": "uint8", "device": None}
    blur = CATALOGUE["gaussian_blur"]
    (step,) = step_inspectables(Recipe().added(blur, {"sigma": 2.0}), photo)
    assert [(part.title, part.main) for part in step.make(inspection_process, never)] == [
        ("Weights, radius up to 512", False),
        ("Columns, float32, radius up to 8", True),
        ("Rows, uint8, radius up to 8", True),
        ("all in one", True),
    ]
    *_, whole = step_inspectables(Recipe().added(blur).added(CATALOGUE["gamma"]), photo)
    titles = [part.title for part in whole.make(inspection_process, never)]
    assert "Gaussian blur: columns, float32, radius up to 4" in titles


def test_parts_of_a_step_are_named_in_the_language_of_the_window(qapp, translators, inspection_process):
    install_language("de")
    photo = {"channels": 3, "dtype": "uint8", "device": None}
    (step,) = step_inspectables(Recipe().added(CATALOGUE["gaussian_blur"], {"sigma": 2.0}), photo)
    assert [part.title for part in step.make(inspection_process, never)] == [
        "Gewichte, Radius bis 512",
        "Spalten, float32, Radius bis 8",
        "Zeilen, uint8, Radius bis 8",
        "alles in einem",
    ]


def test_what_is_kept_is_bounded_by_its_size_too(qtbot, controller, monkeypatch):
    monkeypatch.setattr("jaxstudio.app.inspector.controller.MOST_CHARACTERS", 10)
    for name in ("blur", "median"):
        controller.set_inspectables([fake.inspectable(name)], name)
        qtbot.waitUntil(lambda: controller.report is not None and not controller.busy)
    assert [name[0][0] for name in controller._cache] == ["median"]


def test_old_stages_are_told_from_those_of_what_is_named(qtbot, controller, monkeypatch):
    """From a choice until its first stage, what is there belongs to what was chosen before."""
    controller.set_inspectables([fake.inspectable("blur"), fake.inspectable("median")], "blur")
    _wait(qtbot, controller)
    assert not controller.stale
    held = threading.Event()
    monkeypatch.setattr(fake.Inspection, "held", held)
    controller.idle_gate.set(False)
    controller.choose(controller.inspectables[1])
    assert controller.stale
    controller.idle_gate.set(True)
    qtbot.waitUntil(lambda: not controller.stale)
    assert controller.state.title == "Median · rows"
    held.set()
    _wait(qtbot, controller)
    controller.choose(fake.broken())
    qtbot.waitUntil(lambda: bool(controller.error))
    assert not controller.stages, "nothing of what was chosen before stays under the new name"


def test_a_selection_in_the_tab_replaces_a_lesson(qtbot, controller):
    tab = [fake.inspectable("blur"), fake.inspectable("median")]
    controller.set_inspectables(tab, "blur")
    _wait(qtbot, controller)
    controller.bring(fake.inspectable("lesson"))
    assert controller.held
    controller.set_inspectables(tab)
    assert controller.inspectable.title == "Lesson", "nothing was selected"
    controller.set_inspectables(tab, "median")
    assert controller.inspectable.title == "Median"
    assert not controller.held


def test_a_run_is_no_compilation(qtbot, controller):
    controller.set_inspectables([fake.inspectable("blur")])
    assert not controller.measuring
    _wait(qtbot, controller)
    controller.idle_gate.set(False)
    controller.measure()
    assert controller.measuring
    controller.idle_gate.set(True)
    _wait(qtbot, controller)


def test_what_was_stopped_begins_anew(qtbot, controller):
    controller.idle_gate.set(False)
    controller.set_inspectables([fake.inspectable("blur")])
    controller.stop()
    controller.forget_unfinished()
    controller.idle_gate.set(True)
    controller.set_inspectables([fake.inspectable("blur")])
    _wait(qtbot, controller)
