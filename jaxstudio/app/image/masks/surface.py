"""What of a mask lies on the canvas, and what is being drawn there: the base of what takes mouse and keys."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.canvas.handle_geometry import WHOLE
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.masks.drags import Drag, PolygonDraft, StrokeDrag
from jaxstudio.app.image.masks.editing import BRUSH, MaskEditing
from jaxstudio.app.image.masks.geometry import handle_places
from jaxstudio.app.image.masks.overlay import ColourPicker, MaskOverlay
from jaxstudio.app.image.masks.placement import Placement, Point, place
from jaxstudio.app.image.masks.words import of_handle, of_tool

REACH_PX = 26.0  # how far the handles of rotation and feather stand off
CURSOR_EDGE_PX = 6.0  # around the brush's circle


class MaskSurface(QWidget):
    """Covers the canvas while a mask is edited; whatever is drawn in one go is one undo."""

    def __init__(self, document: ImageDocument, canvas: QWidget) -> None:
        super().__init__(canvas)
        self.document, self.canvas = document, canvas
        self.editing: MaskEditing = document.mask_editing
        self.picker = ColourPicker(document, self)
        self.overlay = MaskOverlay(document, self)
        self.overlay.changed.connect(self.update)
        self.current = WHOLE  # the handle that the arrow keys move
        self.pointer: QPointF | None = None  # where the mouse, or the keys, are on the picture
        self.draft: PolygonDraft | None = None
        self.drag: Drag | None = None
        self._before = self._sent = document.recipe  # before what is being drawn, and with it
        self._sending = False
        self._space = False  # held: a drag pans
        self._left_out = 0  # steps that the canvas does not show while the mask is edited
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Mask on the picture"))
        document.view_changed.connect(self.update)
        document.described.connect(self.update)
        document.recipe_changed.connect(self._follow)
        document.photo_changed.connect(lambda: self.editing.edit(None))
        self.editing.changed.connect(self.show_state)
        self.hide()
        self.show_state()

    # What there is

    @property
    def placement(self) -> Placement | None:
        """Where the photo lies on this widget."""
        document = self.document
        top, left = document.viewport.origin(document.canvas)
        return place(
            document.description,
            document.displayed_recipe.steps,
            (left, top),
            document.viewport.zoom,
            self.devicePixelRatioF(),
        )

    @property
    def drawing(self) -> bool:
        """Whether a drag or a polygon is not finished yet."""
        return self.drag is not None or self.draft is not None

    def handles(self) -> dict[str, QPointF]:
        """Where each handle of the selected part is on this widget; none while something new is drawn."""
        part, placement = self.editing.part, self.placement
        if part is None or placement is None or self.editing.tool:
            return {}
        places = handle_places(part, placement.units, REACH_PX / placement.scale)
        return {name: QPointF(*placement.to_widget(at)) for name, at in places.items()}

    def unit(self, position: QPointF) -> Point:
        placement = self.placement
        assert placement is not None
        return placement.from_widget((position.x(), position.y()))

    # Coming and going

    def show_state(self) -> None:
        """Cover the canvas while a mask is edited."""
        shown = self.editing.step_key is not None and self.document.photo is not None
        if not shown:
            self.abandon()
            if self.hasFocus():
                self.canvas.setFocus()  # or it would fall to whatever comes next
        self._show_beneath(edited=shown)
        arrives = shown and self.isHidden()
        self.setVisible(shown)
        if shown:
            self.setGeometry(self.canvas.rect())
            if self.draft is not None and self.editing.tool != "polygon":
                self.end_draft()
            if self.current != WHOLE and self.current not in self.handles():
                self.current = WHOLE
            self.describe()
            self._set_cursor()
            self.update()
        if arrives:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_beneath(self, *, edited: bool) -> None:
        """While a mask is edited the canvas shows the picture that its outlines can be drawn over."""
        document = self.document
        if edited:
            document.handle(None)
        left_out = len(document.recipe.steps) - len(document.displayed_recipe.steps)
        if left_out != self._left_out:
            self._left_out = left_out
            document.request()

    def describe(self) -> None:
        words = of_tool(self.editing.tool)
        if not self.editing.tool and self.editing.part is not None:
            if self.current == WHOLE:
                keys = self.tr("Tab goes to the next handle, arrow keys move it, with Shift by ten pixels")
            else:
                keys = self.tr("Tab goes to the next handle, arrow keys move it, with Ctrl by ten pixels")
            words = f"{of_handle(self.current)}. {keys}"
        self.setAccessibleDescription(words)

    def _set_cursor(self) -> None:
        shape = Qt.CursorShape.ArrowCursor
        if self._space:
            shape = Qt.CursorShape.OpenHandCursor
        elif self.editing.tool:
            shape = Qt.CursorShape.CrossCursor
        self.setCursor(shape)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.abandon()

    def _follow(self) -> None:
        """A recipe that changed by other means ends what is being drawn."""
        if not self._sending and self.drawing and self.document.recipe is not self._sent:
            self.abandon()
        self.update()

    # Drags

    def begin(self) -> None:
        """Whatever changes until the hand lets go is one undo."""
        self._before = self._sent = self.document.recipe
        self.document.begin_gesture()

    def send(self, do: Callable[[], object]) -> None:
        """Change the mask by our own hand."""
        self._sending = True
        try:
            do()
        finally:
            self._sending = False
            self._sent = self.document.recipe
        self.update()

    def finish(self) -> None:
        """The hand let go."""
        drag, self.drag = self.drag, None
        self.overlay.set_dragged(False)
        if drag is not None:
            self.send(drag.finish)
            self.document.end_gesture()
            self.show_state()

    def abandon(self) -> None:
        """End what is being drawn where it is."""
        self.overlay.set_dragged(False)
        if self.drawing:
            self.drag = self.draft = None
            self.document.end_gesture()
            self.update()

    def cancel(self) -> None:
        """Take back what is being drawn."""
        changed = self.drawing and self.document.recipe is not self._before
        self.abandon()
        if changed:
            self.document.undo()

    def end_draft(self) -> None:
        """Close the polygon, or forget it where it has too few points."""
        draft, self.draft = self.draft, None
        if draft is not None:
            self.document.end_gesture()
            if draft.complete:
                self.editing.use_tool("")
            self.update()

    def start_stroke(self, at: Point, placement: Placement, *, erase: bool) -> None:
        self.drag = StrokeDrag(self.editing, at, placement.units, 1 / placement.scale, erase=erase)

    def pick(self, position: QPointF) -> None:
        """Take the colour under a position, if that is on the picture."""
        ratio, document = self.devicePixelRatioF(), self.document
        y, x = document.viewport.to_image(document.canvas, position.y() * ratio, position.x() * ratio)
        height, width = document.result_size
        if 0 <= y < height and 0 <= x < width:
            self.picker.pick(float(y // 1), float(x // 1))

    def move_pointer(self, to: QPointF | None) -> None:
        """The brush's circle goes along; only where it was and is must be painted."""
        old, self.pointer = self.pointer, to
        placement = self.placement
        if self.editing.tool == BRUSH and placement is not None:
            side = self.editing.brush.radius * placement.scale * 2 + CURSOR_EDGE_PX
            for at in (old, to):
                if at is not None:
                    self.update(QRectF(at.x() - side, at.y() - side, 2 * side, 2 * side).toAlignedRect())
