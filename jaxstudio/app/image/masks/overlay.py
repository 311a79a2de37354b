"""The overlay of a mask's values, computed by the engine, and the colours picked for a range."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QColor, QImage, QPainter, qRgba

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import Corners, await_answer
from jaxstudio.app.shared.background_tasks import Question
from jaxstudio.backend.protocol import pack_recipe
from jaxstudio.backend.requests import MaskAnswer, MaskColourRequest, MaskRequest
from jaxstudio.pipeline.masks import ColourRange

# Apart from each other for eyes that do not tell red from green (Okabe and Ito).
COLOURS = ("#d55e00", "#0072b2", "#f0e442", "#f2f2f2")
STRONGEST = 165  # of 255: the picture is still seen where the mask is 1


@dataclass(frozen=True, eq=False)
class MaskPicture:
    """An image of a mask that covers `corners` of the result."""

    image: QImage
    corners: Corners


def colour_table(colour: str) -> list[int]:
    """Return the overlay's colour for each of 256 mask values; larger values are more opaque."""
    plain = QColor(colour)
    red, green, blue = plain.red(), plain.green(), plain.blue()
    return [qRgba(red, green, blue, round(STRONGEST * value / 255)) for value in range(256)]


def picture_of(answer: MaskAnswer, colour: str) -> MaskPicture:
    """A copy of a mask's values as Qt paints it fastest."""
    height, width = answer.values.shape
    image = QImage(answer.values.data.cast("B"), width, height, width, QImage.Format.Format_Indexed8)
    image.setColorTable(colour_table(colour))
    return MaskPicture(image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied), answer.corners)


class MaskOverlay(QObject):
    """Asks for the mask that is edited while it is to be seen; `changed` when there is another picture of it.

    One question at a time: the newest is asked when the one before is answered.
    """

    changed = Signal()

    def __init__(self, document: ImageDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.picture: MaskPicture | None = None
        self.dragged = False  # a shape is: its mask is seen, too
        self._question = Question(self, "mask", self._fail)
        self._asked: object = None
        document.mask_editing.changed.connect(self.follow)
        document.recipe_changed.connect(self.follow)
        document.view_changed.connect(self.follow)
        document.described.connect(self.follow)
        document.photo_changed.connect(self._forget)

    @property
    def visible(self) -> bool:
        """Whether a mask is to be seen."""
        editing = self.document.mask_editing
        return (editing.overlay or self.dragged) and editing.mask is not None

    def set_dragged(self, dragged: bool) -> None:
        if dragged != self.dragged:
            self.dragged = dragged
            self.follow()

    def follow(self) -> None:
        """Ask for the mask as it is now, unless that was asked already."""
        document, editing = self.document, self.document.mask_editing
        mask, client, photo = editing.mask, document.engine_client, document.photo
        if not self.visible or mask is None or client is None or photo is None:
            self._forget()
            return
        request = MaskRequest(
            photo.token,
            pack_recipe(document.displayed_recipe),
            mask.key,
            document.viewport,
            document.canvas,
            editing.step_key,
        )
        question = request, editing.colour
        if self._question.busy or question == self._asked:
            return
        self._asked, colour = question, COLOURS[editing.colour % len(COLOURS)]

        def ask(*calls: Any) -> Any:
            return client.call(request, *calls)

        self._question.run(lambda _: picture_of(await_answer(ask), colour), self._take)

    def _take(self, picture: MaskPicture) -> None:
        self.picture = picture
        self.changed.emit()
        self.follow()

    def _fail(self, text: str) -> None:
        self.document.failed.emit(text)
        self.follow()

    def _forget(self) -> None:
        self._question.drop()
        self._asked = None
        if self.picture is not None:
            self.picture = None
            self.changed.emit()

    def paint(self, painter: QPainter, ratio: float) -> None:
        """Paint it where the result is, on a widget with so many device pixels in one of its own."""
        if self.picture is None:
            return
        document = self.document
        painter.save()
        painter.scale(1 / ratio, 1 / ratio)
        if document.split is not None:  # what it stands beside has no mask
            at = document.split * document.canvas[1]
            painter.setClipRect(QRectF(at, 0, document.canvas[1] - at, document.canvas[0]))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        image = self.picture.image
        top, left, bottom, right = self.picture.corners
        y0, x0 = document.viewport.to_canvas(document.canvas, top, left)
        y1, x1 = document.viewport.to_canvas(document.canvas, bottom, right)
        whole = QRectF(0, 0, image.width(), image.height())
        painter.drawImage(QRectF(x0, y0, x1 - x0, y1 - y0), image, whole)
        painter.restore()


DIGITS = 4
Colour = tuple[float, float, float]


class ColourPicker(QObject):
    """Asks the engine's process for a colour, and puts it into the range that was selected then."""

    def __init__(self, document: ImageDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self._question = Question(self)

    def pick(self, y: float, x: float) -> None:
        """Ask for the colour under a pixel of the result."""
        document, editing = self.document, self.document.mask_editing
        client, photo, mask = document.engine_client, document.photo, editing.mask
        if client is None or photo is None or mask is None:
            return
        recipe = pack_recipe(document.displayed_recipe)
        request = MaskColourRequest(photo.token, recipe, mask.key, y, x, editing.step_key)
        asked = mask.key, editing.place
        self._question.ask(
            client.call, request, lambda colour: self._take(colour, asked), document.failed.emit
        )

    def _take(self, colour: Colour, asked: tuple[int, int]) -> None:
        editing = self.document.mask_editing
        mask, part = editing.mask, editing.part
        if mask is None or part is None or (mask.key, editing.place) != asked:
            return
        if isinstance(part.shape, ColourRange):
            red, green, blue = (round(value, DIGITS) for value in colour)
            editing.set_shape(replace(part.shape, red=red, green=green, blue=blue))
