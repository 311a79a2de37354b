"""A lesson in the window: opened by one click, its experiment run, its table and chart."""

import threading

import pytest

from jaxstudio.app.inspector import lesson_page
from jaxstudio.inspect_targets.requests import PartName
from jaxstudio.ir.lessons import Lesson, Table

from . import fake


def _growing(held):
    def experiment():
        for count in (1, 2):
            rows = tuple((f"n{k}", 0.002 * (k + 1), k) for k in range(count))
            yield Table(("What", "Time", "Count"), rows, (1,), {"a": ([1.0, 2.0], [1.0, 4.0])})
            held.wait(10)

    return experiment


@pytest.fixture
def held():
    return threading.Event()


@pytest.fixture
def lesson(held, controller):
    controller.process.parts = lambda subject, cancelled: (PartName("one"), PartName("two"))
    controller.process.experiment = lambda name, cancelled: _growing(held)()
    return Lesson("grows", "It grows", "About growing")


def test_one_click_opens_it_and_its_table_grows(qtbot, panel, controller, lesson, held):
    button = panel.head.switch.button(panel.pages.indexOf(panel.lesson))
    assert not button.isVisible()
    panel.open_lesson(lesson)
    qtbot.waitUntil(lambda: controller.report is not None and panel.settled)
    assert button.isVisible()
    assert panel.head.parts.itemText(1) == "two"
    assert panel.lesson.about.text() == "About growing"
    panel.lesson.run.click()
    qtbot.waitUntil(lambda: panel.lesson.table is not None)
    assert panel.lesson.run.text() == "Stop"
    assert "2 ms" in panel.lesson.page.toPlainText()
    held.set()
    qtbot.waitUntil(lambda: panel.lesson.settled)
    assert len(panel.lesson.table.rows) == 2
    assert "4 ms" in panel.lesson.page.toPlainText()
    qtbot.waitUntil(lambda: panel.lesson.run.text() == "Run the experiment")
    assert [each.name for each in panel.lesson.chart.series] == ["a"]
    controller.choose(fake.inspectable("blur"))
    assert not button.isVisible()
    assert panel.pages.currentWidget() is panel.code


def test_it_can_be_stopped(qtbot, panel, controller, lesson, held):
    panel.open_lesson(lesson)
    panel.lesson.run.click()
    qtbot.waitUntil(lambda: panel.lesson.table is not None)
    panel.lesson.run.click()
    assert panel.lesson.settled
    assert panel.lesson.run.text() == "Run the experiment"
    held.set()


def test_numbers_stand_on_the_right():
    html = lesson_page.table_html(Table(("a", "b"), (("<x>", 12345), ("y", "")), note="a & b"))
    assert "&lt;x&gt;" in html
    assert "align='right'>12,345" in html
    assert "a &amp; b" in html
