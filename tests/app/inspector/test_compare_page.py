"""A pinned compilation beside another."""

from PySide6.QtCore import Qt

from jaxstudio.app.inspector.compare_page import comparison_html, named, sides
from jaxstudio.app.inspector.controller import InspectionState
from jaxstudio.app.inspector.inspectables import step_inspectables
from jaxstudio.ir.comparison_words import compare_reports
from jaxstudio.ir.cost import Cost, Timing
from jaxstudio.ir.report import Summary
from jaxstudio.ir.stages import Kind, Language, Stage
from jaxstudio.ir.user_process.request import Variation
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.masks import Mask
from jaxstudio.pipeline.recipe import Recipe

from . import fake


def _stage(lines):
    return Stage("hlo", Kind.HLO, Language.HLO, "\n".join(lines))


def test_what_is_the_same_stands_at_the_same_height():
    old = [f"  %a.{k} = f32[{k}] sine(%p)" for k in range(30)]
    new = [line.replace("%a.", "%b_a.") for line in old]
    old[10:12] = ["  %gone = f32[] cosine(%p)", "  %gone.2 = f32[] tan(%p)", "  %gone.3 = f32[] exp(%p)"]
    new[20:20] = ["  %come = f32[] log(%p)"]
    renamed = [line.replace("%b_a.", "%a.7") for line in new]
    found = sides(_stage(old), _stage(renamed), frozenset(), whole=True)
    assert len(found.left.lines) == len(found.right.lines)
    same = [
        (a.split(" = ")[1], b.split(" = ")[1])
        for a, b, tint in zip(found.left.lines, found.right.lines, found.left.line_changes, strict=True)
        if tint == 0
    ]
    assert len(same) == 28
    assert all(a == b for a, b in same)
    assert (found.removed, found.added) == (3, 3)
    short = sides(_stage(old), _stage(renamed), frozenset())
    assert "⋯ 7 lines" in short.left.lines
    assert short.left.numbers.tolist()[-1] == 0
    for line in short.changes:
        assert short.left.line_changes[line - 1] or short.right.line_changes[line - 1]


def test_the_tables_say_what_changed():
    def report(text, flops, ready):
        stage = Stage("optimized", Kind.OPTIMIZED, Language.HLO, text)
        return Summary("f", "cpu:0", (stage,), cost=Cost(flops=flops), timing=Timing(ready / 2, ready, 9))

    old = report(fake.OPTIMIZED, 2000.0, 0.001)
    new = report(fake.OPTIMIZED.replace("sine", "cosine"), 3500.0, 0.003)
    html = comparison_html(old, new, compare_reports(old, new))
    for words in ("+1.5 kflop", "+2 ms", ">cosine<", ">added<", ">removed<", "more, the same"):
        assert words in html, words


def test_two_parts_are_compared_in_the_panel(qtbot, panel, controller, monkeypatch):
    panel.show_page(panel.compare)
    assert "Choose an earlier compilation" in panel.compare.counts.toPlainText()
    panel.compare.pin.click()
    assert "What you look at next" in panel.compare.counts.toPlainText()
    changed = tuple(
        Stage(s.name, s.kind, s.language, s.text.replace("sine", "cosine"), s.seconds) for s in fake.STAGES
    )
    monkeypatch.setattr(fake, "STAGES", changed)
    controller.choose_part(1)
    qtbot.waitUntil(lambda: panel.settled and panel.compare.sides is not None)
    assert panel.compare.about.text() == "Blur · rows   →   Blur · columns"
    assert (panel.compare.sides.removed, panel.compare.sides.added) == (1, 1)
    panel.compare.step(1)
    assert "cosine" in panel.compare.right.model.lines[panel.compare.right.line - 1]
    panel.compare.left.verticalScrollBar().setValue(1)
    assert panel.compare.right.verticalScrollBar().value() == panel.compare.left.verticalScrollBar().value()
    panel.compare.measure.click()
    qtbot.waitUntil(lambda: panel.settled)
    assert controller.pinned.report is not controller.report


def test_any_two_of_the_last_compilations_are_compared(qtbot, panel, controller):
    page = panel.compare
    panel.show_page(page)
    assert not page.recent.isEnabled()
    controller.choose_part(1)
    qtbot.waitUntil(lambda: panel.settled and page.recent.isEnabled())
    assert [page.recent.itemText(row) for row in range(page.recent.count())] == ["Blur · rows"]
    qtbot.keyClick(page.recent, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: panel.settled and page.sides is not None)
    assert page.about.text().startswith("Blur · rows   →   Blur · columns")
    assert page.counts.toPlainText().startswith("Both have the same optimised HLO, names aside")
    page._vary(Variation(dtype="bfloat16", options={"a": True}))
    qtbot.waitUntil(lambda: panel.settled and controller.report is not None)
    assert controller.variation.words == "bfloat16 · a=true" or "a=True" in controller.variation.words
    assert page.about.text().startswith("Blur · columns   →   Blur · columns · bfloat16")
    assert not panel.variation.isHidden()
    assert panel.variation.dtype.currentData() == "bfloat16"


def test_versions_of_one_title_are_told_apart():
    first = InspectionState(None, "f.py: f", made_at=0.0)
    second = InspectionState(None, "f.py: f", made_at=61.0)
    names = [named(each, [first, second]) for each in (first, second)]
    assert len(set(names)) == 2
    assert all(name.startswith("f.py: f (") for name in names)
    assert named(first, [first]) == "f.py: f"


def test_two_compilations_never_have_one_title():
    """Before and after an edit of a value, a save of a file, and of the very same."""
    from jaxstudio.app.inspector.compare_page import titles_of

    def titles(*details, title="1  Gaussian blur"):
        return titles_of(*(InspectionState(None, title, details=each) for each in details))

    assert titles("sigma = 2", "") == ("1  Gaussian blur (sigma = 2)", "1  Gaussian blur (usual values)")
    assert titles("", "") == ("1  Gaussian blur (pinned)", "1  Gaussian blur (now)")
    step = Recipe().added(CATALOGUE["gaussian_blur"], {"sigma": 2.5}).steps[0]
    assert step_inspectables(Recipe(steps=(step,)), {})[0].details == "sigma = 2.5"


def test_a_masked_step_can_be_inspected_with_its_recipe():
    recipe = Recipe().added(CATALOGUE["gaussian_blur"]).added(CATALOGUE["invert"])
    masked = recipe.with_mask(Mask(1)).masked(recipe.steps[0].key, 1)
    bare, whole = (step_inspectables(each, {}) for each in (recipe, masked))
    assert [each.item_id for each in whole] == [*(step.key for step in recipe.steps), "recipe"]
    assert whole[0].key != bare[0].key
    assert whole[1].key == bare[1].key
