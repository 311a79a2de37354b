"""What the image tab says of its state: bars above and below the canvas, and messages over it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QAction, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from jaxstudio.app.image.canvas.display_words import (
    of_channel,
    of_levels,
    of_not_numbers,
    of_planes,
    of_values,
)
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import Backend, Picture
from jaxstudio.app.image.photos.photo_io import PhotoIO
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import OneLine, across, make_label, set_look
from jaxstudio.app.shared.messages import MessageBar
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.app.shared.tab import ToolBar
from jaxstudio.app.shared.text import of_bytes, of_milliseconds, of_number
from jaxstudio.pipeline.display_mode import CHANNELS, preview_level
from jaxstudio.pipeline.params import Int
from jaxstudio.pipeline.recipe import Recipe

FIELD_PX = 52


class PageChooser(QWidget):
    """`Page 3 of 12`: a field that opens the page whose number is typed; hidden where there is but one."""

    def __init__(self, document: ImageDocument, io: PhotoIO, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.io = document, io
        about = self.tr("The file holds several pictures: another one by its number, or by ↑ and ↓")
        self.field = NumberField(name=self.tr("Page"), tip=about, wide=FIELD_PX, parent=self)
        label, self.count = (
            make_label(self.tr("Page"), "muted", tip=about),
            make_label("", "muted", tip=about),
        )
        label.setBuddy(self.field)
        across(self, label, self.field, self.count, spacing=6)
        self.field.sent.connect(self._open)
        self.field.refused.connect(self._refuse)
        document.photo_changed.connect(self.draw)
        io.opening_changed.connect(self._opening_changed)
        self.draw()

    def draw(self) -> None:
        """Show which page is open."""
        photo = self.document.photo
        self.setVisible(photo is not None and photo.pages > 1)
        if photo is not None:
            self.field.param = Int("page", 1, 1, photo.pages)
            self.field.show_value(photo.page)
            self.count.setText(self.tr("of {0}").format(photo.pages))
            self.field.setAccessibleDescription(self.tr("{0} of {1}").format(photo.page, photo.pages))

    def _opening_changed(self) -> None:
        if not self.io.opening:
            self.draw()  # a page that could not be opened is not the one in sight

    def _open(self, number: float, _: bool) -> None:
        self.field.show_value(number)
        self.io.open_page(int(number))

    def _refuse(self, text: str) -> None:
        words = self.tr("Page: expected a whole number from 1 to {0}").format(self.field.param.high)
        self.document.failed.emit(words)


CHANNEL_LEAST_PX, CHANNEL_WIDTH = 90, 150


class ChannelBox(ChoiceBox):
    """The picture itself first, then RGB and alpha, HSV, HSL and Lab."""

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("Channel"))
        self.document = document
        self.setToolTip(
            self.tr("What of the picture is shown: all of it, or one channel; nothing is changed")
        )
        self.setMinimumWidth(CHANNEL_LEAST_PX)
        self.setMaximumWidth(CHANNEL_WIDTH)
        for channel in ("", *CHANNELS):
            if channel in ("rgb.0", "hsv", "hsl", "lab"):
                self.insertSeparator(self.count())
            self.addItem(of_channel(channel), channel)
        self.setMaxVisibleItems(self.count())  # the lines between them are counted as well
        self.chosen.connect(self._choose)
        document.view_changed.connect(self.draw)
        document.photo_changed.connect(self.draw)
        self.draw()

    def _choose(self, channel: str) -> None:
        self.document.set_display_mode(replace(self.document.display_mode, channel=channel))

    def draw(self) -> None:
        self.setEnabled(self.document.photo is not None)
        self.show_value(self.document.display_mode.channel)


DEVICE_LEAST_PX = 90  # narrower than its longest entry, so that the window fits half a screen


class DeviceBox(ChoiceBox):
    """Sends the chosen device to the document, and shows the one in use."""

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("Device"), tip=self.tr("Where the pixels are computed"))
        self.document = document
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToContents)
        self.setMinimumWidth(DEVICE_LEAST_PX)
        self.setEnabled(False)
        self.addItem(self.tr("Starting…"))
        self.chosen.connect(document.set_device)
        self._filled: object = None  # the devices in the list
        document.device_changed.connect(self.draw)
        self.draw()

    def _fill(self, backend: Backend) -> None:
        self._filled = backend.devices
        model = QStandardItemModel(self)
        for device in backend.devices:
            platform, _, number = device.name.partition(":")
            several = sum(each.platform == device.platform for each in backend.devices) > 1
            words = [platform.upper(), number if several else "", "" if platform == "cpu" else device.kind]
            item = QStandardItem(" ".join(filter(None, words)))
            item.setData(device.name, Qt.ItemDataRole.UserRole)
            about = f"{device.name}  {device.kind}"
            if device.memory_bytes is not None:
                about += "\n" + self.tr("Memory: {0}").format(of_bytes(device.memory_bytes))
            item.setToolTip(about)
            model.appendRow(item)
        for missing in backend.unavailable:
            item = QStandardItem(self.tr("{0} (not available)").format(missing.platform))
            item.setEnabled(False)
            item.setToolTip(missing.reason)
            item.setData(missing.reason, Qt.ItemDataRole.AccessibleDescriptionRole)
            model.appendRow(item)
        self.setModel(model)
        self.setEnabled(True)

    def draw(self) -> None:
        """Show the device in use, and all devices once they are known."""
        backend = self.document.backend
        if backend is not None and backend.devices:
            if backend.devices != self._filled:
                self._fill(backend)
            self.show_value(backend.client.device_name)


class Toolbar(ToolBar):
    """Buttons for actions, the channel that is shown, and the device."""

    def __init__(
        self, document: ImageDocument, actions: dict[str, QAction], parent: QWidget | None = None
    ) -> None:
        groups = (("open", "save", "copy"), ("undo", "redo"), ("fit", "actual", "split", "compare"))
        super().__init__(groups, actions, parent)
        self.channel = ChannelBox(document, self)
        self.line.add(self.channel)
        self.line.add_space(8)
        self.line.add_stretch()
        place = QWidget(self)  # in a narrow window the label stays with its box
        label = make_label(self.tr("Device"), "muted", place)
        self.device = DeviceBox(document, self)
        label.setBuddy(self.device)
        across(place, label, self.device, spacing=6)
        self.line.add(place)


MEMORY_EVERY_MS = 1000
BUSY_SHOWN_AFTER_MS = 300


class Status(QFrame):
    """The status line of the image tab, drawn from the document."""

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self.document = document
        self.pixel = OneLine(self)
        # what is read under the cursor must not change how narrow the window may be
        self.pixel.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.line = across(self, (self.pixel, 1), spacing=18, margins=(12, 4, 12, 4))
        self.numbers = self._add(self.tr("NaN or infinite, painted in magenta; statistics leave them out"))
        self.work = self._add(self.tr("A newer picture is being computed; the one in sight stays until then"))
        self.work.hide()
        self.truth = self._add(
            self.tr(
                "Exact: as it will be saved. Approximate: a quick look. "
                "Thumbnail: the small picture in the photo's file, until the photo is decoded. "
                "Earlier: what is asked for now is not there yet, or cannot be computed"
            ),
        )
        self.extent = self._add(self.tr("Width and height of the result"))
        self.zoom = self._add(self.tr("Zoom"))
        self.time = self._add(self.tr("Time of the last frame"))
        self.compiles = self._add(self.tr("Kernels compiled since the start"))
        self.device = self._add(self.tr("Where the pixels are computed"))
        self.memory = self._add(self.tr("Memory of the engine's caches"))
        self.engine_details = (self.time, self.compiles, self.device, self.memory)
        self._timer = QTimer(self, interval=MEMORY_EVERY_MS)
        self._timer.timeout.connect(self.draw_engine)
        self._busy = QTimer(self, singleShot=True, interval=BUSY_SHOWN_AFTER_MS)
        self._busy.timeout.connect(self._draw_busy)
        document.busy_changed.connect(self._busy_changed)
        document.progressed.connect(self._draw_progress)
        document.picture_arrived.connect(self.draw_frame)
        document.failed.connect(self._draw_refused)
        document.probe_changed.connect(self.draw_pixel)
        document.view_changed.connect(self.draw_view)
        document.mask_editing.changed.connect(self.draw_view)
        document.recipe_changed.connect(self.draw_view)
        document.device_changed.connect(self.draw_engine)
        document.backend_changed.connect(self._timer.start)
        self._share: float | None = None  # of the frame that is computed, where it is known
        self.numbers.setProperty("look", "approximate")
        self._draw_numbers(0)
        self.draw_pixel()
        self.draw_view()
        self.draw_engine()

    def add_chooser(self, chooser: QWidget) -> None:
        """Put a control before the labels."""
        self.line.insertWidget(1, chooser)

    def _add(self, about: str) -> QLabel:
        label = make_label("", "muted", self, tip=about)
        self.line.addWidget(label)
        return label

    def draw_frame(self, picture: Picture) -> None:
        self._draw_picture(picture)
        if self.document.busy and not self._busy.isActive():
            self._draw_busy()
        if picture.frame is not None:
            if picture.frame.not_numbers is not None:  # else not yet known exactly
                self._draw_numbers(picture.frame.not_numbers)
            self.time.setText(of_milliseconds(picture.frame.seconds * 1000))
            self._draw_compiles()

    def _draw_picture(self, picture: Picture) -> None:
        """Say how true the picture in sight is."""
        document = self.document
        if document.refused:
            self._draw_truth(self.tr("earlier picture"), "refused")
        elif picture.thumbnail:
            self._draw_truth(self.tr("Thumbnail"), "approximate")
        elif picture.exact and document.shown_look != document.look:
            self._draw_truth(self.tr("earlier picture"), "muted")
        elif picture.exact:
            self._draw_truth(self.tr("exact"), "exact")
        else:
            level = picture.frame.level if picture.frame is not None else 0
            coarser = level - preview_level(self.document.viewport.zoom)
            words = self.tr("Preview 1/{0}").format(1 << coarser) if coarser > 0 else self.tr("approximate")
            self._draw_truth(words, "approximate")

    def _draw_numbers(self, count: int) -> None:
        self.numbers.setText(of_not_numbers(count))
        self.numbers.setVisible(bool(count))

    def _draw_truth(self, words: str, look: str) -> None:
        self.truth.setText(words)
        set_look(self.truth, look)

    def _draw_refused(self) -> None:
        if self.document.picture is not None:
            self.draw_frame(self.document.picture)

    def _busy_changed(self, busy: bool) -> None:
        self._share = None
        if busy:
            self._busy.start()
        else:
            self._busy.stop()
            self.work.hide()
            if self.document.picture is not None:
                self.draw_frame(self.document.picture)

    def _draw_busy(self) -> None:
        """Say how far the next frame is, beside how true the picture in sight is."""
        share = "…" if self._share is None else f" {self._share * 100:.0f} %"
        self.work.setText(self.tr("computing{0}").format(share))
        self.work.show()

    def _draw_progress(self, share: float) -> None:
        self._share = share
        if self.document.busy and not self._busy.isActive():
            self._draw_busy()

    def draw_view(self) -> None:
        document = self.document
        if document.photo is not None:
            height, width = document.result_size
            self.extent.setText(f"{width} × {height}")
            percent = document.viewport.zoom * 100
            self.zoom.setText(f"{of_number(percent, '.0f' if percent >= 10 else '.1f')} %")
            if document.picture is not None:
                self._draw_picture(document.picture)
        else:
            for label in (self.extent, self.zoom, self.time, self.truth):
                label.clear()

    def draw_pixel(self) -> None:
        at, probe = self.document.probed_at, self.document.probe
        if at is None:
            self.pixel.setText("")
            self.pixel.setToolTip("")
            return
        place = f"x {at[1]}  y {at[0]}"
        if probe is None:
            self.pixel.setText(place)
            self.pixel.setToolTip("")
            return
        if probe.place not in (None, at):
            place += "  " + self.tr("(in the photo x {0}  y {1})").format(probe.place[1], probe.place[0])
        arrow = "\N{RIGHTWARDS ARROW}"
        if probe.before is not None:
            values = f"{of_values(probe.before)}  {arrow}  {of_values(probe.after)}"
        else:
            values = self.tr("{0}  (no pixel of the photo)").format(of_values(probe.after))
        parts = [place, values, of_levels(probe.after)]
        if probe.planes and self.document.display_mode.space:
            parts.append(of_planes(self.document.display_mode.space, probe.planes))
        self.pixel.setText("     ".join(part for part in parts if part))
        before, after = of_levels(probe.before), of_levels(probe.after)
        levels = f"{before}  {arrow}  {after}" if before else after
        self.pixel.setToolTip("\n".join([place, values, levels, *parts[3:]]))

    def draw_engine(self) -> None:
        client = self.document.engine_client
        if client is None or not self.document.engine_ready:
            self.device.setText(self.tr("starting the engine…"))
            return
        self.device.setText(client.device_name)
        memory = client.memory_bytes()
        self.memory.setText(of_bytes(memory) if memory else "")
        self._draw_compiles()

    def _draw_compiles(self) -> None:
        if self.document.engine_client is not None:
            count = self.document.engine_client.compiles()
            words = self.tr("1 compile") if count == 1 else self.tr("{0} compiles").format(count)
            self.compiles.setText(words)


RECIPE, ENGINE, FILTERS, CARRIED = "recipe", "engine", "filters", "carried over"  # that messages are about


class StateMessages(QObject):
    """Says over the canvas what keeps the engine from working, and where a photo's filters come from."""

    def __init__(self, document: ImageDocument, messages: MessageBar) -> None:
        super().__init__(messages)
        self.document, self.messages = document, messages
        self._failed_recipe: Recipe | None = None
        self._carried: Recipe | None = None  # that came from another photo
        document.failed.connect(self._say_failure)
        document.engine_stopped.connect(self._say_engine_stopped)
        document.engine_lost.connect(self._say_engine_lost)
        document.engine_started.connect(self._say_engine_runs)
        document.photo_changed.connect(messages.drop_outdated)
        document.picture_arrived.connect(self._drop_failure)
        document.picture_arrived.connect(self._say_engine_runs)
        document.noticed.connect(messages.info)
        document.recipe_changed.connect(self._settle_carried_over)
        document.backend_changed.connect(lambda: messages.settle(FILTERS))

    def _say_failure(self, text: str) -> None:
        """Show why the engine could not compute something, until a changed recipe can be computed."""
        if self._engine_is_down:  # whatever fails meanwhile fails because of that
            return
        message = self.messages.error(text, RECIPE)
        message.lasting |= self.document.photo is None  # then it is about the engine itself
        self._failed_recipe = self.document.recipe

    def _say_engine_lost(self, reason: str) -> None:
        """Say that the engine has ended, until it runs again."""
        words = self.tr("The engine has ended ({0}). It is being started again; your work is all there.")
        self.messages.settle(RECIPE)
        self.messages.info(words.format(reason), ENGINE).lasting = True

    @property
    def _engine_is_down(self) -> bool:
        """Whether it is said that the engine does not run."""
        return any(each.about == ENGINE and each.kind != "done" for each in self.messages.messages)

    def _say_engine_runs(self) -> None:
        """Say that the engine runs again, if the message bar says that it does not."""
        if self._engine_is_down:
            self.messages.done(self.tr("The engine runs again"), ENGINE)

    def _say_engine_stopped(self, reason: str) -> None:
        """Say why there is no engine, and offer what can be tried."""
        self.messages.settle(RECIPE)
        message = self.messages.error(self.tr("The engine did not start: {0}").format(reason), ENGINE)
        message.lasting = True

        def attempt(what: Callable[[], object]) -> Callable[[], None]:
            def do() -> None:
                message.go()
                what()

            return do

        message.add_button(self.tr("Use the Processor"), attempt(lambda: self.document.set_device("cpu")))
        message.add_button(self.tr("Try Again"), attempt(self.document.restart_engine))

    def say_carried_over(self, title: str) -> None:
        """Another photo has the filters of the one before: they may be wanted, or not."""
        self._carried = self.document.recipe
        words = self.tr("The filters of {0} are applied to this photo, too.").format(title)
        message = self.messages.info(words, CARRIED)
        message.add_button(self.tr("Keep Them"), lambda: None)
        message.add_button(self.tr("Remove the Filters"), self.document.clear_steps)
        message.go_soon()  # what it offers is in the menu, too

    def _settle_carried_over(self) -> None:
        if self._carried is not None and self.document.recipe is not self._carried:
            self._carried = None
            self.messages.settle(CARRIED)

    def _drop_failure(self) -> None:
        if not self.document.refused and self.document.recipe != self._failed_recipe:
            self.messages.settle(RECIPE)
            self._failed_recipe = None
