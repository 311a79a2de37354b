"""The context that the image tab gives its parts: the document, its widgets, and the message bar."""

from __future__ import annotations

from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction

from jaxstudio.app.image.canvas.canvas import Canvas
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.panels.compare import Comparing
from jaxstudio.app.image.photos.collection import PhotoCollection
from jaxstudio.app.image.photos.photo_io import PhotoIO
from jaxstudio.app.image.stack.stack import Panel
from jaxstudio.app.shared.docks import DockArea
from jaxstudio.app.shared.messages import MessageBar
from jaxstudio.app.shared.tab import Tab


class Workplace(Tab):
    """The image tab for its parts, which it makes last and which are handed to no one else."""

    document: ImageDocument
    settings: QSettings
    actions_by_name: dict[str, QAction]
    io: PhotoIO
    photos: PhotoCollection
    messages: MessageBar
    canvas: Canvas
    comparing: Comparing
    panel: Panel
    docks: DockArea
