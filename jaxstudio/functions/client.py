"""The client of the processes that draw functions: the newest request wins, every finished scene is shown.

Whatever had to be ended by force (a derivative whose compilation took too long) is left out from then on,
so that the rest of the document lives; its line says so until `retry`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from jaxstudio.errors import Cancelled, StudioError, Wording
from jaxstudio.functions.protocol.requests import DrawRequest, Phase, Scene
from jaxstudio.processes.channel import Answer, Event, Request
from jaxstudio.processes.child import Program
from jaxstudio.processes.supervisor import (
    NEVER,
    OVERTAKEN,
    Call,
    Job,
    Patience,
    Supervisor,
    Ticket,
    ignore,
    run,
)
from jaxstudio.runtime.setup import plain_environment

HANDLERS = "jaxstudio.functions.service.handlers:handlers"
# `quick` draws and answers the cursor, `slow` compares, traces and fits, so that a long answer delays no
# picture. A child has about 80 MB of memory that it does not share, so that more would be waste.
QUICK, SLOW = 0, 1
QUICK_KINDS = frozenset({"DrawRequest", "CursorQuestion"})
# Seconds without a message of the child. What streams its progress starts anew with each message.
SECONDS = {"DrawRequest": 10.0, "CursorQuestion": 5.0, "TraceQuestion": 20.0, "TableQuestion": 30.0}
OTHER_SECONDS = 60.0
# A refined scene is asked for when no newer request came for so long.
STILL_SECONDS = 0.06
# A picture is called busy when it takes longer.
BUSY_SECONDS = 0.4
MOST_STOPPED = 100


class Limits(Struct, frozen=True):
    """Longest silence in seconds by the name of the request's class, and bytes of memory of each child."""

    seconds: Mapping[str, float] = field(default_factory=SECONDS.copy)
    memory_bytes: int = 4 << 30
    patience: Patience = Patience()

    def of(self, kind: type[Request]) -> float:
        return self.seconds.get(kind.__name__, OTHER_SECONDS)


def environment() -> dict[str, str]:
    """Return the environment of the children: JAX runs on the processor, whatever this process uses.

    Curves of thousands of points gain nothing from a graphics card, and float64 is slow or missing there.
    """
    return {"JAX_PLATFORMS": "cpu", **plain_environment()}


class SceneClient:
    """The window's client of the functions child. Its callbacks come on threads of its own.

    on_scene    a finished scene; several for one request when something had to be compiled for it
    on_error    a request that came to nothing (a StudioError; a WorkerBug is a mistake of ours)
    on_aside    what a child reports beside its answers, where its handlers' module has a `listen`
    on_busy     what is being done for the picture, once that takes long, and "" when it is done
    """

    def __init__(
        self,
        on_scene: Callable[[Scene], None],
        on_error: Callable[[Exception, DrawRequest], None],
        on_busy: Callable[[str], None] = ignore,
        limits: Limits | None = None,
        handlers: str = HANDLERS,
        on_aside: Callable[[Any], object] = ignore,
        aside_type: Any = None,
    ) -> None:
        self._on_scene, self._on_error, self._on_busy = on_scene, on_error, on_busy
        self._limits = limits or Limits()
        # what is left out, and why; requests that have been given another process already
        self._stopped: dict[str, Wording] = {}
        self._again: set[int] = set()
        self._newest: DrawRequest | None = None
        self._refine_at = NEVER
        self._busy_text = ""
        self.supervisor = Supervisor(
            Program(handlers, aside_type, environment(), self._limits.memory_bytes),
            slots=2,
            patience=self._limits.patience,
            on_aside=on_aside,
            on_lost=self._lost,
            on_tick=self._tick,
        )
        self._lock = self.supervisor.lock
        self._quick = self.supervisor.slots[QUICK]
        self.supervisor.start()

    def draw(self, request: DrawRequest) -> int:
        """Ask for a scene. It replaces a waiting one; one in work is finished.

        A coarse request is followed by its refined scene once nothing newer was asked for. Returns the
        number that the scenes bear.
        """
        with self._lock:
            number = self.supervisor.next_number()
            self._newest, self._refine_at = replace(request, number=number), NEVER
            self._again.clear()
            calls = self._submit(self._newest)
        run(calls)
        return number

    def call(
        self,
        request: Request[Answer, Event],
        on_answer: Callable[[Answer], object],
        on_error: Callable[[Exception], object],
        on_event: Callable[[Event], object] = ignore,
        seconds: float | None = None,
    ) -> Ticket:
        """Ask something else; exactly one of `on_answer` and `on_error` is called, once.

        `seconds` is the longest silence, the usual one of the request's class by default.
        """
        kind = type(request)
        quick = kind.__name__ in QUICK_KINDS
        return self.supervisor.call(
            request,
            on_answer,
            on_error,
            on_event,
            seconds=self._limits.of(kind) if seconds is None else seconds,
            slot=QUICK if quick else SLOW,
            latest=quick,
        )

    def cancel(self) -> None:
        """Stop drawing; the last scene stays. Lines stopped by force are left out until `retry`."""
        with self._lock:
            self._refine_at = NEVER
            jobs = [*self._quick.waiting, self._quick.running]
            calls = self.supervisor.cancel(
                [job for job in jobs if job is not None and job.kind is DrawRequest]
            )
        run(calls)

    def retry(self) -> None:
        """Draw again, the left-out lines included."""
        with self._lock:
            self._stopped.clear()
            newest = self._newest
        if newest is not None:
            self.draw(replace(newest, phase=Phase.COARSE))

    def close(self) -> None:
        """End the children and wait for them; open questions fail with Cancelled."""
        self.supervisor.close()

    def _submit(self, request: DrawRequest) -> list[Call]:
        """Under the lock: submit a draw; a refined scene in work makes room for it."""
        running = self._quick.running
        if running is not None and _is_refined(running.request):
            self.supervisor.make_room(running)
        job = Job(
            request.number,
            replace(request, stopped=dict(self._stopped)),
            self._limits.of(DrawRequest),
            on_answer=self._drawn,
            on_error=lambda error: self._not_drawn(error, request),
            on_event=self._on_scene,
            latest=True,
        )
        return self.supervisor.submit(job, QUICK)

    def _is_newest(self, number: int) -> bool:
        return self._newest is not None and self._newest.number == number

    def _drawn(self, scene: Scene) -> None:
        with self._lock:
            if self._is_newest(scene.number) and scene.phase is Phase.COARSE:
                self._refine_at = time.monotonic() + STILL_SECONDS
                self._lock.notify()
        self._on_scene(scene)

    def _not_drawn(self, error: Exception, request: DrawRequest) -> None:
        with self._lock:
            newest = self._is_newest(request.number)
        if newest or not isinstance(error, Cancelled):
            self._on_error(error, request)

    def _lost(self, job: Job, error: Exception) -> list[Call]:
        """A child ended (under the lock): leave its line out, and draw the others again."""
        request = job.request
        if not isinstance(request, DrawRequest) or self.supervisor.closed:
            return [job.fail(error)]
        overtaken = str(error).startswith(OVERTAKEN)
        hopeless = job.number in self._again if overtaken else not job.key or job.key in self._stopped
        if hopeless:
            return [job.fail(error)]
        if overtaken:
            self._again.add(job.number)
        else:
            self._leave_out(job.key, error.wording if isinstance(error, StudioError) else Wording(str(error)))
        return self._submit(request) if self._is_newest(request.number) else []

    def _leave_out(self, key: str, why: Wording) -> None:
        while len(self._stopped) >= MOST_STOPPED:
            self._stopped.pop(next(iter(self._stopped)))
        self._stopped[key] = why

    def _tick(self, now: float) -> tuple[list[Call], float]:
        """Refine a scene at rest, report long work (under the lock); return the time of the next look."""
        calls, again = self._busy(now)
        if now >= self._refine_at:
            self._refine_at = NEVER
            assert self._newest is not None
            calls += self._submit(replace(self._newest, phase=Phase.REFINED))
        return calls, min(again, self._refine_at)

    def _busy(self, now: float) -> tuple[list[Call], float]:
        job = self._quick.running
        text, again = "", NEVER
        if job is not None and job.kind is DrawRequest:
            again = job.start_time + BUSY_SECONDS
            if now >= again:
                text, again = job.doing or Wording("drawing"), NEVER
        if text == self._busy_text:
            return [], again
        self._busy_text = text
        return [lambda: self._on_busy(text)], again


def _is_refined(request: Request) -> bool:
    return isinstance(request, DrawRequest) and request.phase is Phase.REFINED
