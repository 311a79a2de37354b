"""The keys of a mask's editing on the canvas: everything that the mouse does there can be done by them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from jaxstudio.app.image.canvas.handle_geometry import WHOLE
from jaxstudio.app.image.masks.editing import BRUSH, PICK
from jaxstudio.app.image.masks.geometry import (
    POINT,
    in_the_middle,
    move_handle,
    to_units,
    translated,
    with_point,
    without_point,
)
from jaxstudio.app.image.masks.placement import Point
from jaxstudio.app.image.masks.surface import MaskSurface
from jaxstudio.pipeline.masks import SHAPES, Brush, Polygon

KEY_PX, KEY_FAR_PX = 1.0, 10.0
POINTER_PX = 12.0  # a step of a tool by an arrow key
ARROWS = {
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
}


def press_key(tools: MaskSurface, event: QKeyEvent) -> bool:
    """Do what a key asks for; False where it means nothing here."""
    key = Qt.Key(event.key())
    if event.matches(QKeySequence.StandardKey.Undo) and tools.drawing:
        _undo_drawing(tools)
    elif key in ARROWS:
        return _arrow(tools, event)
    elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        _enter(tools)
    elif key == Qt.Key.Key_Escape:
        _escape(tools)
    elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and not tools.drawing:
        _delete(tools)
    elif key == Qt.Key.Key_Insert and not tools.drawing:
        _insert(tools)
    else:
        return _brush_key(tools, event)
    return True


def _undo_drawing(tools: MaskSurface) -> None:
    """Take back a polygon's latest point, or all that is being drawn."""
    draft = tools.draft
    if draft is not None:
        points = len(draft.points)
        tools.send(draft.remove_last)
        if 0 < len(draft.points) < points:
            return
    tools.cancel()


def _arrow(tools: MaskSurface, event: QKeyEvent) -> bool:
    """Move the handle or the shape, or, with a tool, where it is on the picture."""
    arrow, placement = ARROWS[Qt.Key(event.key())], tools.placement
    control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    if placement is None or tools.drag is not None:
        return False
    if tools.editing.tool:
        far = KEY_PX if control else POINTER_PX
        at = tools.pointer or QPointF(tools.rect().center())
        x = min(max(at.x() + arrow[0] * far, 0.0), tools.width() - 1.0)
        y = min(max(at.y() + arrow[1] * far, 0.0), tools.height() - 1.0)
        tools.move_pointer(QPointF(x, y))
        tools.update()
        return True
    part = tools.editing.part
    if part is None:
        return False
    shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    whole = isinstance(part.shape, Brush) or tools.current == WHOLE
    # of a handle, Shift keeps the proportions
    far = KEY_FAR_PX if control or (shift and whole) else KEY_PX
    start, end = placement.from_widget((0.0, 0.0)), placement.from_widget((arrow[0] * far, arrow[1] * far))
    way = end[0] - start[0], end[1] - start[1]
    if whole:
        tools.editing.set_shape(translated(part.shape, way, placement.units), nudge=True)
    else:
        moved = move_handle(part, tools.current, way, placement.units, even=shift)
        tools.editing.set_part(moved, nudge=True)
    return True


def _brush_key(tools: MaskSurface, event: QKeyEvent) -> bool:
    """[ and ] change the radius, with Shift the hardness."""
    notches = {"[": -1.0, "]": 1.0}.get(event.text(), 0.0)
    harder = {"{": -1.0, "}": 1.0}.get(event.text(), 0.0)
    if tools.editing.tool != BRUSH or not (notches or harder):
        return False
    if harder or event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
        tools.editing.harden_brush(harder or notches)
    else:
        tools.editing.scale_brush(notches)
    return True


def _pointer(tools: MaskSurface) -> QPointF:
    return tools.pointer or QPointF(tools.rect().center())


def _enter(tools: MaskSurface) -> None:
    """Close the polygon, draw without a mouse, or end."""
    tool, placement = tools.editing.tool, tools.placement
    if tools.drag is not None or placement is None:
        return
    if tools.draft is not None:
        tools.end_draft()
    elif not tool:
        tools.editing.edit(None)
    elif tool == PICK:
        tools.pick(_pointer(tools))
    elif tool == BRUSH:
        at = tools.unit(_pointer(tools))
        tools.begin()
        tools.send(lambda: tools.start_stroke(at, placement, erase=tools.editing.brush.erase))
        tools.finish()
    else:
        middle = tools.unit(QPointF(tools.rect().center()))
        side = min(tools.width(), tools.height()) / 2 / placement.scale
        tools.editing.add_part(in_the_middle(SHAPES[tool], middle, side, placement.units))
        tools.editing.use_tool("")


def _escape(tools: MaskSurface) -> None:
    """Leave first what is being drawn, then the tool, then the mask."""
    if tools.drawing:
        tools.cancel()
    elif tools.editing.tool and tools.editing.mask is not None:
        tools.editing.leave_tool()
    else:
        tools.editing.edit(None)


def _delete(tools: MaskSurface) -> None:
    """Take away the current point of a polygon, or the selected part."""
    part = tools.editing.part
    if part is None:
        return
    if isinstance(part.shape, Polygon) and tools.current.startswith(POINT):
        tools.editing.set_shape(without_point(part.shape, int(tools.current.removeprefix(POINT))))
    else:
        tools.editing.remove_part(tools.editing.place)


def _insert(tools: MaskSurface) -> None:
    """Put a point in the middle of the side of a polygon behind the current point."""
    part, placement = tools.editing.part, tools.placement
    if part is None or placement is None or not isinstance(part.shape, Polygon):
        return
    at = int(tools.current.removeprefix(POINT)) if tools.current.startswith(POINT) else 0
    points = part.shape.points
    one, other = (to_units(points[each % len(points)], placement.units) for each in (at, at + 1))
    middle: Point = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    tools.current = f"{POINT}{at + 1}"
    tools.editing.set_shape(with_point(part.shape, at, middle, placement.units))
