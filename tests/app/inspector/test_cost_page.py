"""The page of costs: what it says of loops."""

from dataclasses import replace

from jaxstudio.app.inspector.cost_page import CostPage
from jaxstudio.ir.cost import Cost, Loop

from . import fake

LOOPS = (Loop("while.2", 1200), Loop("while.1", 3, 1))


def test_loops_are_counted_once_and_as_often_as_they_run(qtbot, controller):
    page = CostPage(controller)
    qtbot.addWidget(page)

    controller.set_inspectables([fake.inspectable("blur")], "blur")
    qtbot.waitUntil(lambda: controller.report is not None)
    known = Cost(
        flops=100.0, bytes_accessed=10.0, loops=LOOPS, run_flops=5e6, run_bytes_accessed=2e3,
    )  # fmt: skip
    page.page.setHtml(page._html(replace(controller.report, cost=known)))
    text = page.page.toPlainText().replace("\n", " ").replace("\u00a0", " ")
    for said in ("A loop's body counts once", "while.2", "1,200 times", "while.1", "3 times",
                 "Arithmetic, with loops", "5 Mflop", "2 kB", "2.5e+03 flop/B"):  # fmt: skip
        assert said in text
    unknown = replace(known, loops=(Loop("while.2", None),), run_flops=None, run_bytes_accessed=None)
    page.page.setHtml(page._html(replace(controller.report, cost=unknown)))
    assert page.page.toPlainText().count("not known") == 2
    page.page.setHtml(page._html(replace(controller.report, cost=Cost(flops=1.0))))
    assert "loop" not in page.page.toPlainText()
