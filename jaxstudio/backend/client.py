"""The window's side of the engine: starts its process, sends requests, and restarts it after it has died.

The process may end at any time: out of memory, a driver's fault, a user's `kill`. The client then starts it
again, reopens the photos, and repeats the last view. The window's own state (recipe, view, undo) is not
affected. A file that was being written is written again from the start, once. An engine that dies three times
without a frame is not started again until `retry` or `set_device`.
"""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace

from jaxstudio.backend import specs
from jaxstudio.backend.protocol import (
    DeviceRequest,
    EngineLost,
    EngineStarted,
    EngineStatus,
    EngineUnavailable,
    Event,
    ExpectRequest,
    Failure,
    ForgetPhoto,
    FrameAnswer,
    MeasureRequest,
    Notice,
    Opened,
    OpenRequest,
    PreviewJob,
    PreviewOptions,
    ProbeRequest,
    Report,
    Shown,
    StopMeasuring,
    ViewRequest,
    WarmRequest,
)
from jaxstudio.backend.requests import (
    AugmentRequest,
    CopyRequest,
    HistogramRequest,
    SaveRequest,
    SheetFileRequest,
    SheetRequest,
    VariantsRequest,
)
from jaxstudio.errors import Cancelled
from jaxstudio.ir.compilation_log import Entry, receiver
from jaxstudio.own_filters.folder import FilterActivity, FilterFile
from jaxstudio.own_filters.in_use import child_setup, use_files
from jaxstudio.pipeline.catalogue import Catalogue
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.processes.channel import Answer, Request
from jaxstudio.processes.channel import Event as EventOf
from jaxstudio.processes.child import Program
from jaxstudio.processes.errors import rebuild_error
from jaxstudio.processes.supervisor import NEVER, Call, Job, Patience, Supervisor, Ticket, ignore

HANDLERS = "jaxstudio.backend.service:handlers"
WHERE = "engine"  # in the compilation log
# No bound: the preview and exports use the memory that the photo needs, and manage with less if it is short.
MEMORY_BYTES = 1 << 50
# A cancelled job stops between two pieces of work; a compilation is one piece.
PATIENCE = Patience(grace=60.0)
# Requests that are repeated, once, if the process ends meanwhile.
AGAIN = (
    OpenRequest, SaveRequest, CopyRequest, HistogramRequest,
    SheetRequest, SheetFileRequest, VariantsRequest, AugmentRequest,
)  # fmt: skip
# Photos that are decoded at the same time.
DECODERS = 2
# After so many deaths without a frame between them the engine is not restarted automatically.
MOST_DEATHS = 3
# A call of a user's own filter that takes longer may hang, and so may a process that is silent for so long.
HANG_SECONDS, SILENT_SECONDS = 5.0, 15.0
WITHOUT_OWN = "The engine ended again and again: it goes on without your own filters"


class EngineClient:
    """The client of the engine's process; any thread may call it, and no call waits for the engine.

    Args:
        device: a name such as `cpu:0`; "" for JAX's default.
        environment: of the process; None is this process's own.
        own: files of the user's own filters, which were allowed and tried.
        photo_first: a photo is opened under `first_token` at once; JAX is imported while it is decoded.
    """

    def __init__(
        self,
        report: Callable[[Report], None],
        device: str = "",
        environment: Mapping[str, str] | None = None,
        patience: Patience = PATIENCE,
        handlers: str = HANDLERS,
        photo_first: bool = False,
        own: tuple[FilterFile, ...] = (),
    ) -> None:
        self._report, self._device, self._environment = report, device, environment
        self._patience, self._handlers, self._own = patience, handlers, own
        self._lock = threading.RLock()
        self._numbers = itertools.count(1)
        self._tokens = itertools.count(1)
        self.first_token = next(self._tokens) if photo_first else 0
        self._decode_first = self.first_token  # only in the first process
        self._photos: dict[int, OpenRequest] = {}
        # holds pictures from the clipboard, so that they survive the process
        self._folder = TemporaryDirectory(prefix="jaxstudio-")
        self._asked: dict[int, ViewRequest] = {}
        self._view: ViewRequest | None = None
        self._warmed: WarmRequest | None = None
        self._options = PreviewOptions()
        self._redone: set[int] = set()
        self._deaths = 0
        self._stopped = self._closed = False
        self._preview: Ticket | None = None
        self._started_device = device
        self._last_words: EngineStarted | None = None
        self._own_activity: tuple[FilterActivity, float] | None = None  # the last one, and when it came
        self.status = EngineStatus(device)
        use_files(own)
        self._stamp = specs.catalogue_stamp(own)
        self._kept = specs.read_kept(self._stamp)
        self._catalogue: Catalogue[OpSpec] | None = None
        self._generation = 0  # of the supervisor
        self._supervisor = self._new_supervisor()
        self._begin_preview()

    # State

    @property
    def catalogue(self) -> Catalogue[OpSpec] | None:
        """The filters, if known; the first call may take 15 ms, because it reads the kept catalogue."""
        with self._lock:
            if self._kept is not None:
                self._catalogue, self._kept = specs.from_text(self._kept), None
            return self._catalogue

    @property
    def device_name(self) -> str:
        """The device in use, as last reported."""
        return self.status.device

    def memory_bytes(self) -> int:
        """Bytes held in the engine's cache of steps, a moment ago."""
        return self.status.memory_bytes

    def compiles(self) -> int:
        """Kernels compiled since the engine was started, a moment ago."""
        return self.status.compiles

    @property
    def pid(self) -> int | None:
        """The id of the engine's process; None while there is none."""
        child = self._supervisor.slots[0].child
        return None if child is None else child.pid

    # The preview

    def next_number(self) -> int:
        """A number for a view or a measure."""
        return next(self._numbers)

    def request(self, view: ViewRequest) -> None:
        """Ask for a frame; replaces a view that still waits."""
        with self._lock:
            self._view = view
            self._asked[view.number] = view
        self._revive()
        self._tell(view)

    def probe(self, request: ProbeRequest) -> None:
        """Ask for the values of one pixel."""
        self._tell(request)

    def measure(self, request: MeasureRequest) -> None:
        """Ask how much two results differ."""
        self._tell(request)

    def stop_measuring(self) -> None:
        """Cancel the measurement: nobody looks at it any more."""
        self._tell(StopMeasuring())

    def warm(self, request: WarmRequest) -> None:
        """Compile in the background what this recipe's sliders may need."""
        self._warmed = request
        self._tell(request)

    def expect(self, request: ExpectRequest) -> None:
        """Keep what comes before the step that is about to move, if nothing else is to be computed."""
        self._tell(request)

    def set_device(self, name: str) -> None:
        """Switch to another device; an engine that could not start is started again."""
        self._device = name
        if self._stopped:
            self.retry()
        else:
            self._tell(DeviceRequest(name))

    def set_options(self, options: PreviewOptions) -> None:
        """Change how the preview is computed and shown; the view is computed again."""
        with self._lock:
            changes, self._options = options != self._options, options
        if changes:
            self._tell(options)
            self._ask_again()

    # Photos and files

    def open(
        self,
        request: OpenRequest,
        on_answer: Callable[[Opened], None],
        on_error: Callable[[Exception], None],
        on_progress: Callable[[Any], None] = ignore,
    ) -> Ticket:
        """Open a photo under a token of `new_token`; it stays open, also in a new process, until `forget`."""
        if (request.png or request.pixels is not None) and not request.kept:
            suffix = "png" if request.png else "tif"
            request = replace(request, kept=os.path.join(self._folder.name, f"{request.token}.{suffix}"))

        def opened(answer: Opened) -> None:
            with self._lock:
                self._photos[request.token] = replace(request, png=b"", pixels=None)
            on_answer(answer)

        self._revive()
        return self.call(request, opened, on_error, on_progress, queue=_decoder(request))

    def opened_from(self, token: int) -> OpenRequest | None:
        """The request that opened a photo, for another process to open it; None if it is not open."""
        with self._lock:
            return self._photos.get(token)

    def new_token(self) -> int:
        """A token for a photo."""
        return next(self._tokens)

    def forget(self, token: int) -> None:
        """Close a photo."""
        with self._lock:
            known = self._photos.pop(token, None)
            if known is not None and known.kept and Path(known.kept).parent == Path(self._folder.name):
                Path(known.kept).unlink(missing_ok=True)
            if self._view is not None and self._view.token == token:
                self._view = None
            if self._warmed is not None and self._warmed.token == token:
                self._warmed = None
        self._tell(ForgetPhoto(token))

    def call(
        self,
        request: Request[Answer, EventOf],
        on_answer: Callable[[Answer], object],
        on_error: Callable[[Exception], object],
        on_event: Callable[[EventOf], object] = ignore,
        *,
        queue: str = "",
        latest: bool = False,
    ) -> Ticket:
        """Have a request answered; exactly one of `on_answer` and `on_error` is called, once.

        Requests of one queue (by default one for each class, and one for each file that is written) run in
        turn, those of different queues in parallel. latest: this one replaces a waiting request of its class.
        """
        queue = queue or type(request).__name__
        if isinstance(request, SaveRequest):
            queue += f" {self.next_number()}"
        return self._supervisor.call(
            request, on_answer, on_error, on_event, seconds=NEVER, queue=queue, latest=latest
        )

    # The process

    def retry(self) -> None:
        """Start again an engine that could not be started or kept ending."""
        with self._lock:
            if not self._stopped or self._closed:
                return
            self._stopped, self._deaths = False, 0
            # with the CPU alone, the drivers of other devices are not even loaded
            old, self._supervisor = self._supervisor, self._new_supervisor(self._device.startswith("cpu"))
        old.close()
        self._begin_preview()
        self._open_again()

    def use_own_files(self, files: tuple[FilterFile, ...]) -> None:
        """Use these own filters in a new process: leftovers of the old filters end with the old process."""
        with self._lock:
            if self._closed:
                return
            self._own, self._stopped, self._deaths = files, False, 0
            self._own_activity = None
            use_files(files)
            old, self._supervisor = self._supervisor, self._new_supervisor()
        old.close()
        self._begin_preview()
        self._open_again()

    def hanging_filter(self) -> tuple[str, float] | None:
        """The user's own filter that has been computing for too long, and for how many seconds; or None.

        The name is "" if the process is silent: one of the filters blocks all of it.
        """
        known = self._own_activity
        if known is None or self._stopped:
            return None
        activity, came = known
        silent = time.monotonic() - came
        if activity.op and activity.seconds + silent > HANG_SECONDS:
            return activity.op, activity.seconds + silent
        return ("", silent) if silent > SILENT_SECONDS else None

    def close(self) -> None:
        """End the process and wait for it; pending requests fail with Cancelled."""
        with self._lock:
            self._closed = True
        self._supervisor.close()
        self._folder.cleanup()

    def _new_supervisor(self, only_cpu: bool = False) -> Supervisor:
        environment = self._environment
        if only_cpu:
            environment = {**(environment or os.environ), "JAX_PLATFORMS": "cpu"}
        program = Program(
            self._handlers, Entry, environment, memory_bytes=MEMORY_BYTES, setup=child_setup(self._own)
        )
        self._generation += 1
        lost = partial(self._job_lost, self._generation)
        supervisor = Supervisor(program, patience=self._patience, on_aside=receiver(WHERE), on_lost=lost)
        supervisor.start()
        return supervisor

    def _begin_preview(self) -> None:
        stamp = "" if self._kept is None and self._catalogue is None else self._stamp
        self._started_device = self._device
        photo, self._decode_first = self._decode_first, 0
        request = PreviewJob(self._device, stamp, photo)
        self._preview = self.call(request, ignore, self._no_preview, self._hear)

    def _tell(self, note: object) -> None:
        preview = self._preview
        if preview is not None:
            preview.send(note)

    def _revive(self) -> None:
        """Try once more to start an engine that kept ending, because the user acted."""
        if self._stopped and self._last_words is not None:
            self.retry()

    def _job_lost(self, generation: int, job: Job, error: Exception) -> list[Call]:
        """Under the supervisor's lock: repeat or fail a job that was running when the process ended."""
        if self._closed or generation != self._generation:  # it was ended by this client
            return [job.fail(Cancelled("cancelled"))]
        if job.kind is PreviewJob:
            return [lambda: self._process_ended(error)]
        if job.kind not in AGAIN or job.number in self._redone or isinstance(error, Cancelled):
            return [job.fail(error)]
        self._redone.add(job.number)
        job.start_time = job.last_message_time = job.cancel_time = NEVER
        return self._supervisor.submit(job)

    def _process_ended(self, error: Exception) -> None:
        """Start the process again, unless it keeps ending."""
        with self._lock:
            self._own_activity = None
            self._deaths += 1
            hopeless = self._deaths >= MOST_DEATHS
        # perhaps the own filters are at fault; not on the supervisor's thread, for which `close` waits
        if hopeless and self._own:
            self._report(Notice(WITHOUT_OWN))
            threading.Thread(target=self.use_own_files, args=((),), name="without own filters").start()
            return
        if hopeless:
            self._no_preview(error)
            return
        self._report(EngineLost(error))
        self._begin_preview()
        self._open_again()

    def _no_preview(self, error: Exception) -> None:
        """The engine could not be started; its process may still run, with open photos."""
        if not self._closed and not isinstance(error, Cancelled):
            self._stopped, self._deaths = True, MOST_DEATHS
            self._report(EngineUnavailable(error))

    def _open_again(self) -> None:
        """Reopen, in a new process, the photos that were open in the old one."""
        with self._lock:
            requests = list(self._photos.values())
        for request in requests:
            self.call(request, self._reopened, self._report, queue=_decoder(request))

    def _reopened(self, opened: Opened) -> None:
        self._report(opened)
        self._ask_again()

    def _ask_again(self) -> None:
        """Send the last view and the last recipe to compile for again."""
        with self._lock:
            notes = [self._view, self._warmed]
        for note in notes:
            if note is not None:
                self._tell(note)

    # Messages of the engine, on the supervisor's thread

    def _hear(self, message: Event) -> None:
        match message:
            case FrameAnswer():
                self._take_frame(message)
            case EngineStatus():
                self.status = message
                self._report(message)
            case EngineStarted():
                self._take_start(message)
            case FilterActivity():
                self._own_activity = message, time.monotonic()
            case Failure():
                self._report(rebuild_error(message.record))
            case _:
                self._report(message)

    def _take_frame(self, frame: FrameAnswer) -> None:
        with self._lock:
            self._deaths = 0
            request = self._asked.get(frame.request)
            for number in [number for number in self._asked if number < frame.request]:
                del self._asked[number]
        self.status = frame.status
        if request is not None:
            self._report(Shown(frame, request))

    def _take_start(self, started: EngineStarted) -> None:
        self._last_words = started
        self.status = started.status
        if started.specs:
            with self._lock:
                self._stamp, self._kept = started.stamp, started.specs
        catalogue = self.catalogue
        assert catalogue is not None
        catalogue.absent = {k: v for each in started.troubles for k, v in each.absent.items()}
        self._report(started)
        if self._device != self._started_device:  # chosen meanwhile
            self._tell(DeviceRequest(self._device))
        if self._options != PreviewOptions():
            self._tell(self._options)
        self._ask_again()


def _decoder(request: OpenRequest) -> str:
    """The queue in which a photo is decoded."""
    return f"open {request.token % DECODERS}"
