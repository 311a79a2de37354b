"""A point that is dragged writes the numbers that are typed for it."""

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.functions.protocol.requests import SheetLine
from jaxstudio.functions.protocol.scene import Handle, TypedNumber


def test_a_dragged_point_writes_its_numbers_and_one_undo_takes_them_back(qtbot):
    controller = FunctionsController()
    first = controller.document.lines[0].key
    controller.set_text(first, "y' = x, y(0) = 1")
    controller.history.end_gesture()
    controller.begin_gesture()
    handle = Handle(0.0, 1.0, TypedNumber(0, 10, 11), TypedNumber(0, 15, 16))
    handle = controller.move_handle(handle, -0.25, 12.5)
    assert controller.document.lines[0].text == "y' = x, y(-0.25) = 12.5"
    controller.move_handle(handle, 3.0, -2.0)
    controller.end_gesture()
    assert controller.document.lines[0].line == SheetLine("y' = x, y(3) = -2")
    controller.undo()
    assert controller.document.lines[0].text == "y' = x, y(0) = 1"
