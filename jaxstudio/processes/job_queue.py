"""A lane: one child, one job in it, and the jobs that wait; it knows no lock and no thread.

Every method is called under the lock of the client and returns what is to be called back once the lock
is open again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from jaxstudio.errors import Cancelled, ComputeError
from jaxstudio.processes.channel import Message
from jaxstudio.processes.child import CLOSED, Child
from jaxstudio.processes.errors import Fault, error_of
from jaxstudio.processes.job_limits import Limits

Call = Callable[[], None]
# After so many deaths in a row without an answer between them, nothing is tried for a while.
MOST_DEATHS = 3
PAUSE_SECONDS = 10.0
NEVER = float("inf")
# why a child was killed
CANCELLED = "stopped by hand"
OVERTAKEN = "overtaken by a newer request"


@dataclass(eq=False)
class Job:
    """A request on its way: exactly one of `on_answer` and `on_error` is called in the end.

    `latest`: a newer job of its kind that waits replaces it. `doing` and `key` are what the child said
    last that it would do, and how that is to be recognised another time.
    """

    number: int
    kind: str
    argument: object
    seconds: float
    on_answer: Callable[[Any], None]
    on_error: Callable[[Exception], None]
    on_progress: Callable[[Any], None]
    latest: bool = False
    started: float = NEVER
    heard: float = NEVER
    cancelled: float = NEVER
    doing: str = ""
    key: str = ""

    def failed(self, error: Exception) -> Call:
        return lambda: self.on_error(error)

    @property
    def during(self) -> str:
        return f" while {self.doing}" if self.doing else ""


class JobQueue:
    """What waits, what runs, and where."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.child: Child | None = None
        self.running: Job | None = None
        self.waiting: list[Job] = []
        self.rested = NEVER
        self.born = NEVER
        self.paused_until = 0.0
        self._deaths = 0
        self._trouble = ""

    @property
    def resting(self) -> bool:
        """Whether its child could do something for somebody else."""
        return self.child is not None and self.child.ready and not self.running and not self.waiting

    def add(self, job: Job, now: float) -> list[Call]:
        """Put a job behind those that wait, or in the place of an older one of its kind."""
        if self.child is None and now < self.paused_until:
            return [job.failed(ComputeError(self._trouble))]
        calls: list[Call] = []
        old = next((other for other in self.waiting if job.latest and other.kind == job.kind), None)
        if old is None:
            self.waiting.append(job)
        else:
            self.waiting[self.waiting.index(old)] = job
            calls.append(old.failed(Cancelled("a newer request took its place")))
        self.start_next(now)
        return calls

    def use(self, child: Child, now: float) -> None:
        """From now on this child does the work."""
        self.child, self.born = child, now
        self.start_next(now)

    def start_next(self, now: float) -> None:
        """Give the child the first job that waits, if it has none."""
        if self.running is not None or self.child is None or not self.child.ready:
            return
        if not self.waiting:
            self.rested = min(self.rested, now)
            return
        job = self.running = self.waiting.pop(0)
        job.started = job.heard = now
        self.rested = NEVER
        self.child.send(Message("job", job.number, (job.kind, job.argument, job.seconds)))

    def cancel(self, job: Job, now: float) -> list[Call]:
        """Stop a job: politely at first, by force when `kill_what_is_over` finds it still there."""
        if job in self.waiting:
            self.waiting.remove(job)
            return [job.failed(Cancelled(CANCELLED))]
        if job is self.running and self.child is not None and job.cancelled == NEVER:
            job.cancelled = now
            self.child.send(Message("cancel", job.number))
        return []

    def hear(self, message: Message, now: float) -> list[Call]:
        """What the child said."""
        job = self.running
        if message.kind == "ready":
            self.start_next(now)
        if job is None or message.number != job.number:
            return []
        if message.kind == "doing":
            job.doing, job.key = message.value
            return []
        if message.kind == "stuck":
            if self.child is not None:
                self.child.kill(OVERTAKEN)
            return []
        value = message.value
        if message.kind == "progress":
            job.heard = now
            return [lambda: job.on_progress(value)]
        self.running, self._deaths = None, 0
        self.start_next(now)
        if message.kind == "answer":
            return [lambda: job.on_answer(value)]
        assert isinstance(value, Fault)
        return [job.failed(error_of(value))]

    @property
    def troubled(self) -> bool:
        """Whether its children kept dying: from then on one is started only for a job that waits."""
        return self.paused_until > 0.0

    def lose_child(self) -> tuple[Job | None, Exception]:
        """The child has ended: the job that ran in it, and what to say of it."""
        assert self.child is not None
        why, words = self.child.killed, self.child.last_words()
        job, self.running, self.child = self.running, None, None
        self.rested = NEVER
        during = job.during if job else ""
        if why in (CANCELLED, CLOSED):
            return job, Cancelled(why)
        if why:
            return job, ComputeError(why + during)
        self._deaths += 1
        self._trouble = f"the computing process ended unexpectedly{during} ({words})"
        return job, ComputeError(self._trouble)

    def give_up(self, now: float) -> list[Call]:
        """After too many deaths in a row: refuse what waits, and rest for a while."""
        if self._deaths < MOST_DEATHS:
            return []
        self._deaths, self.paused_until = 0, now + PAUSE_SECONDS
        refused, self.waiting = self.waiting, []
        return [job.failed(ComputeError(self._trouble)) for job in refused]

    def kill_what_is_over(self, now: float, replaceable: bool) -> float:
        """Kill the child if its job has had its time; otherwise when to look again.

        `replaceable` says that another child could go on at once: then a job may also be overtaken.
        """
        child, job, limits = self.child, self.running, self._limits
        if child is None or child.killed:
            return NEVER
        if not child.ready:
            if now >= self.born + limits.start:
                child.kill(f"the computing process did not start within {limits.start:g} s")
            return self.born + limits.start
        if job is None:
            return NEVER
        over = {
            job.heard + job.seconds: f"stopped after {job.seconds:g} s",
            job.cancelled + limits.grace: CANCELLED,
        }
        if replaceable and any(other.kind == job.kind and other.latest for other in self.waiting):
            over[job.started + limits.overtake] = OVERTAKEN
        first = min(over)
        if now >= first:
            child.kill(over[first])
            return NEVER
        return first
