"""What is shown of a stage: filtered, folded, with the way back to the whole text."""

import numpy as np

from jaxstudio.app.inspector.passes_page import Step, counts, diff, steps_of
from jaxstudio.app.inspector.text_model import Rows, TextSelection, prepare
from jaxstudio.ir.stages import Kind, Language, Stage
from jaxstudio.ir.text_view.filters import Fold, Noise

from . import fake

OPTIMIZED = fake.STAGES[1]


def test_a_filtered_text_leads_back_to_the_whole_one():
    model = prepare(OPTIMIZED, [Noise.METADATA])
    assert model.lines[3] == "  %b = f32[] sine(%a)"
    assert model.original(4, 3) == (4, 3)
    assert model.number(4) == 4
    assert prepare(OPTIMIZED).text == OPTIMIZED.text


def test_empty_lines_that_filters_leave_behind_become_one():
    text = 'HloModule f\n\nFileNames\n1 "a.py"\n\nStackFrames\n1 {file_location_id=1}\n\nENTRY %main {\n}'
    model = prepare(Stage("hlo", Kind.HLO, Language.HLO, text), [Noise.METADATA])
    assert list(model.lines) == ["HloModule f", "", "ENTRY %main {", "}"]
    assert [model.number(line) for line in (1, 2, 3, 4)] == [1, 2, 9, 10]
    assert model.lines_of(np.array([3, 9])).tolist() == [3]


def test_a_string_over_several_lines_keeps_its_colour():
    text = 'a = """one\ntwo\nthree"""\nb = 1'
    model = prepare(Stage("source", Kind.SOURCE, Language.PYTHON, text))
    assert model.states == ("", '"""', '"""', "")


def test_rows_of_a_folded_text():
    rows = Rows(10, [Fold(2, 5, "block"), Fold(3, 4, "block"), Fold(7, 9, "table")])
    assert [rows.line(row) for row in range(len(rows))] == [1, 2, 3, 4, 5, 6, 7, 10]
    assert rows.toggle(2)
    assert [rows.line(row) for row in range(len(rows))] == [1, 2, 6, 7, 10]
    assert rows.hidden(4)
    assert rows.row(4) == 1
    rows.reveal(4)
    assert not rows.hidden(4)
    assert not rows.toggle(6)
    assert rows.toggle(7)
    assert len(rows) == 10


def test_a_stretch_of_text():
    lines = ["abc def", "ghi", "jkl"]
    assert TextSelection((1, 4), (2, 2)).text(lines) == "def\ngh"
    assert TextSelection((2, 2), (1, 4)).text(lines) == "def\ngh"
    assert TextSelection.word(1, lines[0], 5).text(lines) == "def"
    assert not TextSelection((1, 1), (1, 1))
    assert TextSelection((1, 4), (3, 1)).columns(2, 3) == (0, 4)
    assert TextSelection((1, 0), (4, 0)).text(lines) == "abc def\nghi\njkl"


def test_a_pass_is_shown_by_what_it_changed():
    step = Step(fake.STAGES[3], fake.STAGES[2])
    assert counts(step) == (1, 1)
    model = diff(step, frozenset({Noise.METADATA}))
    changed = {line for line, tint in zip(model.lines, model.line_changes.tolist(), strict=True) if tint == 1}
    gone = {line for line, tint in zip(model.lines, model.line_changes.tolist(), strict=True) if tint == -1}
    assert changed == {"  %b = f32[] sine(%a)"}
    assert gone == {"  %b = f32[] cosine(%a)"}


def test_the_first_pass_is_compared_with_the_module_that_was_read():
    read = Stage("hlo", Kind.HLO, Language.HLO, "a\nb")
    passes = [Stage(f"pass 000{k} p/x", Kind.PASS, Language.HLO, "a\nc") for k in (1, 2)]
    steps = steps_of([read, *passes])
    assert [step.before for step in steps] == [read, passes[0]]
    assert counts(steps[0]) == (1, 1)
    assert steps_of(passes)[0].before is None


def test_what_a_pass_left_alone_is_left_out():
    lines = [f"line {number}" for number in range(40)]
    before = Stage("pass 0001 p/a", Kind.PASS, Language.HLO, "\n".join(lines))
    after = Stage("pass 0002 p/b", Kind.PASS, Language.HLO, "\n".join([*lines[:20], "new", *lines[20:]]))
    model = diff(Step(after, before), frozenset())
    assert model.lines[0] == "⋯ 17 lines"
    assert model.numbers.tolist() == [0, 18, 19, 20, 21, 22, 23, 24, 0]
    assert len(diff(Step(after, before), frozenset(), whole=True).lines) == 41
