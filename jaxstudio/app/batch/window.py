"""File > Batch: many photos through one recipe, computed beside everything else, also while it is closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QSettings, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QDragEnterEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QHeaderView, QLabel, QProgressBar, QTableView, QWidget

from jaxstudio.app.batch.form import BatchForm
from jaxstudio.app.batch.model import PHOTO, RESULT, STATE, BatchModel
from jaxstudio.app.shared.background_tasks import in_one_line
from jaxstudio.app.shared.buttons import CheckBox
from jaxstudio.app.shared.layouts import across, down, make_button, resize_on_screen
from jaxstudio.app.shared.messages import MessageBar
from jaxstudio.app.shared.text import of_bytes, of_number
from jaxstudio.backend.batch_client import BatchClient
from jaxstudio.backend.batch_protocol import (
    BatchFound,
    BatchPlanned,
    BatchRequest,
    BatchRows,
    BatchUpdate,
    Order,
    Phase,
    UnfinishedBatch,
)
from jaxstudio.backend.protocol import Notice
from jaxstudio.batch.log import forget
from jaxstudio.files.sessions import SessionPhoto

WIDTH, HEIGHT = 940, 620
PLAN_MS = 400  # debounce: names are decided once nobody types any more
SCALE = 1000
COLUMN_PX = {PHOTO: 220, RESULT: 220, STATE: 110}
WORKING = (Phase.STARTING, Phase.RUNNING, Phase.PAUSED)


class BatchWindow(QDialog):
    """The batch window. It emits `message_asked(kind, text)` for messages to show while it is closed.

    Args:
        recipe: gives the recipe in the window as JSON.
        devices: gives the names of the devices there are.
    """

    message_asked = Signal(str, str)
    _heard = Signal(object)
    _failed = Signal(object)
    _unfinished = Signal(object)

    def __init__(
        self,
        recipe: Callable[[], str],
        settings: QSettings,
        parent: QWidget | None = None,
        make_client: Callable[..., BatchClient] = BatchClient,
        devices: Callable[[], Sequence[str]] = tuple,
        session: Callable[[], Sequence[SessionPhoto]] = tuple,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        resize_on_screen(self, WIDTH, HEIGHT)
        self.setAcceptDrops(True)
        self.client = make_client(self._heard.emit, self._failed.emit)
        self.phase: Phase | None = None  # None: nothing is planned
        self.planned: BatchRequest | None = None  # what the rows are of
        self.update_shown = BatchUpdate(Phase.READY)
        self._out = ""
        self._wait = QTimer(self, singleShot=True, interval=PLAN_MS)
        self._wait.timeout.connect(self.plan)
        self.messages = MessageBar(self)
        self.form = BatchForm(recipe, settings, self, devices, session)
        self.form.changed.connect(self._changed)
        self._make()
        self._lay_out()
        queued = Qt.ConnectionType.QueuedConnection
        self._heard.connect(self._hear, queued)
        self._failed.connect(self._fail, queued)
        self._unfinished.connect(self._offer, queued)
        self._asked_unfinished = False
        self._draw()

    def _make(self) -> None:
        self.model = BatchModel(self)
        self.table = QTableView(self)
        self.table.setAccessibleName(self.tr("Photos of the batch"))
        self.table.setModel(self.model)
        self.table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.table.setWordWrap(False)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        header, rows = self.table.horizontalHeader(), self.table.verticalHeader()
        rows.setVisible(False)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(self.fontMetrics().height() + 8)
        header.setStretchLastSection(True)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, width in COLUMN_PX.items():
            header.resizeSection(column, width)
        self.bar = QProgressBar(self)
        self.bar.setRange(0, SCALE)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress of the batch"))
        self.words = QLabel(self)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.only_failed = CheckBox(self.tr("Only the failed"), self)
        self.only_failed.toggled.connect(self.model.show_failed)
        self.start_button = make_button("", self._start, self)
        self.start_button.setDefault(True)
        self.stop_button = make_button(self.tr("S&top"), lambda: self._send(Order.CANCEL), self)
        self.retry_button = make_button(self.tr("&Retry the Failed"), lambda: self._send(Order.RETRY), self)
        self.open_button = make_button(self.tr("Open the &Folder"), self._open_folder, self)
        self.close_button = make_button(self.tr("Close"), self.close, self)

    def _lay_out(self) -> None:
        column = down(self, self.messages, self.form, (self.table, 1), self.bar, margins=None)
        line = across(None, (self.words, 1), self.only_failed)
        column.addLayout(line)
        buttons = across(
            None,
            self.start_button,
            self.stop_button,
            self.retry_button,
            self.open_button,
            None,
            self.close_button,
        )
        column.addLayout(buttons)

    # What is to be done

    @property
    def working(self) -> bool:
        """Whether files are being made."""
        return self.phase in WORKING

    def _changed(self) -> None:
        if not self.working:
            self.phase = None
            self._wait.start()
            self._draw()

    def plan(self, *, started: bool = False) -> None:
        """Decide what becomes of which photo; `started` computes it, too."""
        self._wait.stop()
        self.model.clear()
        self.phase, self.planned = None, None
        self.update_shown = BatchUpdate(Phase.READY)
        self._out = ""
        request = self.form.request()
        if not request.places:
            self.client.drop()
            self.form.photos.setText(self.tr("No photo is chosen") if self.form.exports_session else "")
            self._draw()
            return
        self.form.photos.setText(self.tr("Looking for photos…"))
        self._ask(request, started)

    def _ask(self, request: BatchRequest, started: bool) -> None:
        self.messages.drop_outdated()
        self.planned = request
        if started:
            self.phase = Phase.STARTING
        self.client.plan(replace(request, started=started))
        self._draw()

    def _start(self) -> None:
        """Start, pause or go on, as the batch stands."""
        if self.phase is Phase.RUNNING:
            self._send(Order.PAUSE)
        elif self.phase is Phase.PAUSED:
            self._send(Order.RESUME)
        elif self.planned is not None and (self.planned.saved or self.planned == self.form.request()):
            self.form.keep()
            self._send(Order.START)
        else:  # the steps in the window have changed meanwhile
            self.form.keep()
            self.plan(started=True)

    def _send(self, order: Order) -> None:
        if order in (Order.START, Order.RETRY) and not self.working:
            self.phase = Phase.STARTING
        self.client.send(order)
        self._draw()

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(self._out))

    # What the process reports

    def _hear(self, value: Any) -> None:
        match value:
            case BatchRows():
                if value.first == 0 and len(value.sources) > 1:
                    self.model.clear()  # all rows once more, in a new process
                self.model.add_rows(value)
            case BatchFound():
                self.form.photos.setText(self.tr("Found: {0}…").format(of_number(value.count, ",")))
            case BatchPlanned():
                self._take_plan(value)
            case BatchUpdate():
                self._take_update(value)
            case Notice():
                self.messages.info(value.text, about=value.text)

    def _take_plan(self, planned: BatchPlanned) -> None:
        words = self.tr("Found: {0}, {1}").format(of_number(planned.count, ","), of_bytes(planned.size_bytes))
        if planned.existing:
            words = self.tr("{0}; {1} of the results are there").format(
                words, of_number(planned.existing, ",")
            )
        self.form.photos.setText(words)
        self._out = planned.out
        if self.phase is None:
            self.phase = Phase.READY
        self.update_shown = replace(self.update_shown, total=planned.count)
        self._draw()

    def _take_update(self, update: BatchUpdate) -> None:
        ended = update.phase in (Phase.FINISHED, Phase.STOPPED) and self.phase is not update.phase
        self.model.update_rows(update)
        self.phase, self.update_shown = update.phase, update
        self._draw()
        if ended and update.phase is Phase.FINISHED and not self.isVisible():
            kind = "error" if update.failed else "done"
            self.message_asked.emit(kind, self.tr("The batch is done: {0}").format(self._counts()))

    def _fail(self, error: Exception) -> None:
        self.phase = None
        self.planned = None
        self.form.photos.setText("")
        self.messages.error(in_one_line(error))
        if not self.isVisible():
            self.message_asked.emit("error", self.tr("The batch has ended: {0}").format(in_one_line(error)))
        self._draw()

    def _offer(self, batches: tuple[UnfinishedBatch, ...]) -> None:
        """Offer to go on with the newest batch that was not finished."""
        if not batches or self.phase is not None:
            return
        batch = batches[0]
        words = self.tr("A batch was not finished: {0} photos, results in {1}.")
        message = self.messages.info(words.format(of_number(batch.count, ","), batch.out))
        message.add_button(self.tr("Go On"), lambda: self.resume(batch.path))
        message.add_button(self.tr("Forget It"), lambda: forget(Path(batch.path)))

    def resume(self, saved: str) -> None:
        """Go on with a batch that was begun."""
        self._wait.stop()
        self.model.clear()
        self._ask(BatchRequest(saved=saved), started=True)

    # How it looks

    def _draw(self) -> None:
        exports = self.form.exports_session
        self.setWindowTitle(self.tr("Export Session") if exports else self.tr("Batch"))
        phase, shown = self.phase, self.update_shown
        words = {
            Phase.RUNNING: self.tr("&Pause"),
            Phase.PAUSED: self.tr("&Go On"),
            Phase.STOPPED: self.tr("&Go On"),
        }
        self.start_button.setText(words.get(phase, self.tr("&Start")) if phase else self.tr("&Start"))
        ready = phase in (Phase.READY, Phase.RUNNING, Phase.PAUSED, Phase.STOPPED)
        self.start_button.setEnabled(ready and shown.total > 0)
        self.stop_button.setEnabled(self.working)
        self.retry_button.setEnabled(shown.failed > 0 and phase is not None and phase is not Phase.STARTING)
        self.open_button.setEnabled(bool(self._out) and phase not in (None, Phase.READY))
        self.form.setEnabled(not self.working)
        self.bar.setRange(0, 0 if phase is Phase.STARTING else SCALE)
        self.bar.setValue(round(shown.share * SCALE))
        self.words.setText(self._status())

    def _counts(self) -> str:
        shown = self.update_shown
        ended = shown.done + shown.skipped + shown.failed
        parts = [self.tr("{0} of {1}").format(of_number(ended, ","), of_number(shown.total, ","))]
        if shown.skipped:
            parts.append(self.tr("{0} there before").format(of_number(shown.skipped, ",")))
        if shown.failed:
            parts.append(self.tr("{0} failed").format(of_number(shown.failed, ",")))
        return ", ".join(parts)

    def _status(self) -> str:
        phase, shown = self.phase, self.update_shown
        if phase is None:
            if self.planned is not None or self._wait.isActive():
                return self.tr("Looking for photos…") if self.form.places else ""
            return (
                ""
                if self.form.places or self.form.exports_session
                else self.tr("Add photos or a folder, or drop them here")
            )
        if phase is Phase.READY:
            return self.tr("Photos: {0}; nothing is computed yet").format(of_number(shown.total, ","))
        if phase is Phase.STARTING:
            return self.tr("Starting…")
        state = {
            Phase.RUNNING: self._time_left(shown.seconds_left),
            Phase.PAUSED: self.tr("paused"),
            Phase.STOPPED: self.tr("stopped"),
            Phase.FINISHED: self.tr("done"),
        }[phase]
        return f"{self._counts()} — {state}"

    def _time_left(self, seconds: float | None) -> str:
        if seconds is None:
            return self.tr("running")
        minutes, hours = round(seconds / 60), round(seconds / 3600, 1)
        if seconds < 90:
            return self.tr("{0} s left").format(round(seconds))
        return (
            self.tr("{0} min left").format(minutes) if minutes < 90 else self.tr("{0} h left").format(hours)
        )

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.form.draw_recipe()
        # once its layout knows what is hidden now
        QTimer.singleShot(0, self, lambda: resize_on_screen(self, self.width(), self.height()))
        if not self._asked_unfinished:
            self._asked_unfinished = True
            self.client.find_unfinished(self._unfinished.emit)

    def reject(self) -> None:
        """Close it, by whatever means."""
        self._say_it_goes_on()
        super().reject()

    def _say_it_goes_on(self) -> None:
        if self.working and self.isVisible():
            self.message_asked.emit("info", self.tr("The batch goes on; File > Batch shows how far it is"))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowActivate:
            self.form.draw_recipe()  # it may have been changed in the other window
        return super().event(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() and not self.working:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        places = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if places:
            self.form.add_places(places)
            event.acceptProposedAction()

    def close_batch(self) -> None:
        """End with the program: files in work are finished or left as they were; a later run resumes."""
        self.client.close()
