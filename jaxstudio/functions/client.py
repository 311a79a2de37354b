"""Studio: a sheet of functions is drawn and asked about; the newest wins and every finished scene is shown.

Whatever had to be ended by force (a derivative whose compilation took too long) is left out from then on,
so that the rest of the sheet lives; its line says so until `retry`.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from jaxstudio.errors import Cancelled
from jaxstudio.functions.protocol.requests import DrawRequest, Phase, Scene
from jaxstudio.processes.job_limits import Limits
from jaxstudio.processes.job_queue import NEVER, OVERTAKEN, Call, Job
from jaxstudio.processes.supervisor import Supervisor, run

HANDLERS = "jaxstudio.functions.service.handlers:handlers"
QUICK_KINDS = frozenset({"draw", "cursor"})
# A refined scene is asked for when no newer request came for so long.
STILL_SECONDS = 0.06
# A picture is called busy when it takes longer.
BUSY_SECONDS = 0.4
MOST_STOPPED = 100


class Ticket:
    """A question on its way."""

    def __init__(self, crew: Supervisor, job: Job) -> None:
        self._crew, self._job = crew, job

    def cancel(self) -> None:
        """Stop it, by force if need be; its `on_error` hears Cancelled."""
        with self._crew.lock:
            calls = self._crew.cancel([self._job])
        run(calls)

    def send(self, value: object) -> None:
        """Tell the running job something: to pause, to go on."""
        with self._crew.lock:
            self._crew.tell(self._job, value)


def ignore(_: object) -> None:
    """For those who do not want to know."""


class Studio:
    """What the window talks to. Callbacks come on threads of its own.

    on_scene    a finished scene; several for one request when something had to be compiled for it
    on_error    a request that came to nothing (a StudioError; a WorkerBug is a mistake of ours)
    on_aside    what a child says beside its answers, where its handlers' module has a `listen`
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
    ) -> None:
        self._on_scene, self._on_error, self._on_busy = on_scene, on_error, on_busy
        self._limits = limits or Limits()
        self._numbers = itertools.count(1)
        # what is left out, and why; requests that have been given another process already
        self._stopped: dict[str, str] = {}
        self._again: set[int] = set()
        self._asked: DrawRequest | None = None
        self._refine_at = NEVER
        self._said_busy = ""
        self._crew = Supervisor(handlers, self._limits, self._lost, self._tick, on_aside)
        self._lock = self._crew.lock
        self._crew.start()

    def draw(self, request: DrawRequest) -> int:
        """Ask for a scene; one that still waits is replaced, one being computed is finished.

        A coarse request is followed by its refined scene once nothing newer was asked for. Returns the
        number that the scenes bear.
        """
        with self._lock:
            number = next(self._numbers)
            self._asked, self._refine_at = replace(request, number=number), NEVER
            self._again.clear()
            calls = self._submit(self._asked)
        run(calls)
        return number

    def ask(
        self,
        kind: str,
        argument: object,
        on_answer: Callable[[Any], None],
        on_error: Callable[[Exception], None],
        on_progress: Callable[[Any], None] = ignore,
        seconds: float | None = None,
    ) -> Ticket:
        """Ask something else; exactly one of `on_answer` and `on_error` is called, once.

        `seconds` is the longest silence, the usual one of the kind by default.
        """
        limit = self._limits.of(kind) if seconds is None else seconds
        quick = kind in QUICK_KINDS
        with self._lock:
            number = next(self._numbers)
            job = Job(number, kind, argument, limit, on_answer, on_error, on_progress, latest=quick)
            calls = self._crew.submit(job, quick)
        run(calls)
        return Ticket(self._crew, job)

    def cancel(self) -> None:
        """Stop drawing; the last scene stands. What is stopped by force is left out until `retry`."""
        with self._lock:
            self._refine_at = NEVER
            jobs = [*self._crew.quick.waiting, self._crew.quick.running]
            calls = self._crew.cancel([job for job in jobs if job is not None and job.kind == "draw"])
        run(calls)

    def retry(self) -> None:
        """Try again what was left out, and draw."""
        with self._lock:
            self._stopped.clear()
            asked = self._asked
        if asked is not None:
            self.draw(replace(asked, phase=Phase.COARSE))

    def close(self) -> None:
        """End the children and wait for them; what was asked hears Cancelled."""
        self._crew.close()

    def _submit(self, request: DrawRequest) -> list[Call]:
        """Under the lock: put a draw into its lane; a refined scene in work makes room for it."""
        running = self._crew.quick.running
        if running is not None and running.kind == "draw" and _request(running).phase is Phase.REFINED:
            self._crew.make_room(running)
        job = Job(
            request.number,
            "draw",
            (request, dict(self._stopped)),
            self._limits.of("draw"),
            on_answer=self._drawn,
            on_error=lambda error: self._not_drawn(error, request),
            on_progress=self._on_scene,
            latest=True,
        )
        return self._crew.submit(job, quick=True)

    def _is_newest(self, number: int) -> bool:
        return self._asked is not None and self._asked.number == number

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
        """Under the lock: a child ended. What it was drawing is left out, and the rest drawn again."""
        if job.kind != "draw" or self._crew.closed:
            return [job.failed(error)]
        request, overtaken = _request(job), str(error).startswith(OVERTAKEN)
        hopeless = job.number in self._again if overtaken else not job.key or job.key in self._stopped
        if hopeless:
            return [job.failed(error)]
        if overtaken:
            self._again.add(job.number)
        else:
            self._leave_out(job.key, str(error))
        return self._submit(request) if self._is_newest(request.number) else []

    def _leave_out(self, key: str, why: str) -> None:
        while len(self._stopped) >= MOST_STOPPED:
            self._stopped.pop(next(iter(self._stopped)))
        self._stopped[key] = why

    def _tick(self, now: float) -> tuple[list[Call], float]:
        """Under the lock: refine what is still, say what takes long; when to look again."""
        calls, again = self._busy(now)
        if now >= self._refine_at:
            self._refine_at = NEVER
            assert self._asked is not None
            calls += self._submit(replace(self._asked, phase=Phase.REFINED))
        return calls, min(again, self._refine_at)

    def _busy(self, now: float) -> tuple[list[Call], float]:
        job = self._crew.quick.running
        text, again = "", NEVER
        if job is not None and job.kind == "draw":
            again = job.started + BUSY_SECONDS
            if now >= again:
                text, again = job.doing or "drawing", NEVER
        if text == self._said_busy:
            return [], again
        self._said_busy = text
        return [lambda: self._on_busy(text)], again


def _request(job: Job) -> DrawRequest:
    return job.argument[0]  # type: ignore[index]
