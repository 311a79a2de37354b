"""What is inspected, without widgets."""

import threading

from jaxstudio.app.inspector.inspectables import line_subjects, step_subjects
from jaxstudio.functions.language import Sheet
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

from . import fake


def _wait(qtbot, session):
    qtbot.waitUntil(lambda: session.report is not None and not session.busy)


def test_stages_come_one_by_one(qtbot, session, monkeypatch):
    held = threading.Event()
    monkeypatch.setattr(fake.Inspection, "held", held)
    session.set_subjects([fake.subject("blur")])
    qtbot.waitUntil(lambda: len(session.stages) == 1)
    assert session.report is None
    assert session.busy
    held.set()
    _wait(qtbot, session)
    assert [stage.name for stage in session.stages] == [stage.name for stage in fake.STAGES]


def test_a_part_that_was_seen_is_not_inspected_again(qtbot, session):
    session.set_subjects([fake.subject("blur")])
    _wait(qtbot, session)
    made = fake.Inspection.made
    session.choose_part(1)
    qtbot.waitUntil(lambda: session.report.target == "blur columns")
    session.choose_part(0)
    assert session.report.target == "blur rows"
    assert fake.Inspection.made == made + 1


def test_another_value_keeps_the_part(qtbot, session):
    session.set_subjects([fake.subject("blur")])
    _wait(qtbot, session)
    session.choose_part(1)
    qtbot.waitUntil(lambda: session.report.target == "blur columns")
    made = fake.Inspection.made
    session.set_subjects([fake.subject("blur", 2)])
    qtbot.waitUntil(lambda: fake.Inspection.made == made + 1)
    _wait(qtbot, session)
    assert session.report.target == "blur columns"


def test_the_same_code_is_not_compiled_again(qtbot, session):
    session.set_subjects([fake.subject("blur")])
    _wait(qtbot, session)
    made = fake.Inspection.made
    session.set_subjects([fake.subject("blur"), fake.subject("median")])
    assert not session.busy
    assert fake.Inspection.made == made
    assert session.subject.title == "Blur"


def test_what_cannot_be_compiled_is_said_in_one_line(qtbot, session):
    session.set_subjects([fake.broken()])
    qtbot.waitUntil(lambda: bool(session.error))
    assert session.error == "sigma = -1: expected at least 0"
    session.set_subjects([fake.subject("blur")])
    _wait(qtbot, session)
    assert not session.error


def test_nothing_goes_on_while_somebody_waits_for_a_picture(qtbot, session):
    made = fake.Inspection.made
    session.quiet.set(False)
    session.set_subjects([fake.subject("blur")])
    qtbot.wait(120)
    assert fake.Inspection.made == made
    assert session.busy
    session.quiet.set(True)
    _wait(qtbot, session)


def test_steps_and_the_whole_recipe(session):
    from fakes import blur, brighten

    recipe = Recipe().added(brighten).added(blur)
    photo = {"channels": 3, "dtype": "uint8"}
    found = step_subjects(recipe, photo)
    assert [subject.title for subject in found] == ["1  Brighten", "2  Soft blur", "The whole recipe"]
    assert [subject.hand for subject in found] == [1, 2, "recipe"]
    brighter = step_subjects(Recipe().added(brighten, {"amount": 0.5}), photo)[0]
    assert brighter.key != found[0].key
    assert brighter.hand == found[0].hand


def test_lines_that_are_functions():
    texts = ["a = 3", "a x^2", "x +", "# note", "x^2 + y^2 = 4"]
    lines = Sheet.read(texts).lines
    found = line_subjects(texts, lines, [7, 8, 9, 10, 11])
    assert [(subject.hand, subject.title) for subject in found] == [(8, "a x^2"), (11, "x^2 + y^2 = 4")]
    assert [part.title for part in found[0].make()] == ["f", "f′", "f″", "f‴", "f⁗"]
    moved = ["a = 4", *texts[1:]]
    again = line_subjects(moved, Sheet.read(moved).lines, [7, 8, 9, 10, 11])
    assert again[0].key == found[0].key  # a slider's value is no other code


def test_parts_of_a_step_are_called_by_what_they_do(qapp):
    photo = {"channels": 3, "dtype": "uint8", "device": None}
    blur = CATALOGUE["gaussian_blur"]
    (step,) = step_subjects(Recipe().added(blur, {"sigma": 2.0}), photo)
    assert [(part.title, part.main) for part in step.make()] == [
        ("Weights, radius up to 512", False),
        ("Columns, float32, radius up to 8", True),
        ("Rows, uint8, radius up to 8", True),
        ("all in one", True),
    ]
    *_, whole = step_subjects(Recipe().added(blur).added(CATALOGUE["gamma"]), photo)
    assert "Gaussian blur: columns, float32, radius up to 4" in [part.title for part in whole.make()]


def test_what_is_kept_is_bounded_by_its_size_too(qtbot, session, monkeypatch):
    monkeypatch.setattr("jaxstudio.app.inspector.controller.MOST_CHARACTERS", 10)
    for name in ("blur", "median"):
        session.set_subjects([fake.subject(name)], name)
        qtbot.waitUntil(lambda: session.report is not None and not session.busy)
    assert [name[0][0] for name in session._kept] == ["median"]
