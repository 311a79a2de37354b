"""The supervisor: child processes that answer jobs, started when needed, watched, killed, replaced.

A slot holds one child, the jobs that run in it and those that wait. Each slot but the first starts its child
once the first one is idle; it is also the spare: when the first child is killed, an idle neighbour takes its
place at once. Within a slot, jobs of one queue run one after the other, those of different queues at the same
time. A job marked `latest` replaces a waiting one of its kind: the newest wins.
"""

from __future__ import annotations

import itertools
import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from jaxstudio.errors import NOTHING, Cancelled, ComputeError, Wording
from jaxstudio.processes import limits
from jaxstudio.processes.channel import Answer, Event, Message, Request
from jaxstudio.processes.child import CLOSED, Child, Program
from jaxstudio.processes.errors import rebuild_error

LOG = logging.getLogger(__name__)
Call = Callable[[], object]
# After so many deaths in a row without an answer between them, nothing is tried for a while.
MOST_DEATHS = 3
PAUSE_SECONDS = 10.0
# The spare is started when the first child has been idle so long.
IDLE_SECONDS = 0.5
NEVER = float("inf")
# A starting child that uses less than this share of a processor hangs; one that uses more is starved.
HANGING_SHARE = 0.01
# why a child was killed
CANCELLED = "stopped by hand"
OVERTAKEN = "overtaken by a newer request"


class Job(Struct, eq=False):
    """A request on its way: exactly one of `on_answer` and `on_error` is called in the end.

    seconds: the longest silence. latest: a newer job of its kind that waits replaces it. `doing` and `key`
    are what the child reported last that it does, and how that is recognised another time.
    """

    number: int
    request: Request[Any, Any]
    seconds: float
    on_answer: Callable[[Any], object]
    on_error: Callable[[Exception], object]
    on_event: Callable[[Any], object]
    latest: bool = False
    queue: str = ""
    start_time: float = NEVER
    last_message_time: float = NEVER
    cancel_time: float = NEVER
    doing: Wording = NOTHING
    key: str = ""

    def fail(self, error: Exception) -> Call:
        return lambda: self.on_error(error)

    @property
    def kind(self) -> type[Request]:
        return type(self.request)


class Patience(Struct, frozen=True):
    """Seconds. grace: after a polite request to stop, before the child is killed. overtake: how long a job
    may go on when a newer one of its kind waits and another child is idle.
    """

    grace: float = 0.25
    overtake: float = 2.0


USUAL_PATIENCE = Patience()


class Slot:
    """One child with its running jobs by queue, and the waiting ones.

    Every method is called under the lock of the supervisor and returns what is to be called back without it.
    """

    def __init__(self, program: Program, patience: Patience) -> None:
        self._program, self._patience = program, patience
        self.child: Child | None = None
        self.jobs: dict[str, Job] = {}
        self.waiting: list[Job] = []
        self.idle_since = self._start_deadline = NEVER
        self._start_used = 0.0  # of the processor's time, when the deadline was set
        self.pause_end = 0.0
        self._deaths = 0
        self._trouble = ""
        self._read_memory_at = 0.0

    @property
    def running(self) -> Job | None:
        """The job that runs, where there is one queue."""
        return next(iter(self.jobs.values()), None)

    @property
    def is_idle(self) -> bool:
        """Whether its child could work for another slot."""
        return self.child is not None and self.child.ready and not self.jobs and not self.waiting

    @property
    def is_unstable(self) -> bool:
        """Whether its children kept dying: from then on one is started only for a job that waits."""
        return self.pause_end > 0.0

    def add(self, job: Job, now: float) -> list[Call]:
        """Append a job, or put it in the place of an older one of its kind."""
        if self.child is None and now < self.pause_end:
            return [job.fail(ComputeError(self._trouble))]
        calls: list[Call] = []
        old = next((other for other in self.waiting if job.latest and other.kind == job.kind), None)
        if old is None:
            self.waiting.append(job)
        else:
            self.waiting[self.waiting.index(old)] = job
            calls.append(old.fail(Cancelled("a newer request took its place")))
        return calls + self.start_next(now)

    def use(self, child: Child, now: float) -> list[Call]:
        """From now on this child does the work."""
        self.child, self._start_used = child, 0.0
        self._start_deadline = now + self._program.start_seconds
        return self.start_next(now)

    def start_next(self, now: float) -> list[Call]:
        """Send the child the first waiting job of each queue in which nothing runs."""
        if self.child is None or not self.child.ready:
            return []
        calls = []
        for job in [*self.waiting]:
            if job.queue in self.jobs:
                continue
            self.waiting.remove(job)
            try:
                self.child.send(Message("job", job.number, (job.request, job.seconds, job.queue)))
            except TypeError as error:
                calls.append(job.fail(error))
                continue
            self.jobs[job.queue] = job
            job.start_time = job.last_message_time = now
        self.idle_since = NEVER if self.jobs else min(self.idle_since, now)
        return calls

    def cancel(self, job: Job, now: float) -> list[Call]:
        """Stop a job: politely at first, by force when `kill_overdue` finds it still there."""
        if job in self.waiting:
            self.waiting.remove(job)
            return [job.fail(Cancelled(CANCELLED))]
        if job is self.jobs.get(job.queue) and self.child is not None and job.cancel_time == NEVER:
            job.cancel_time = now
            self.child.send(Message("cancel", job.number))
        return []

    def take_message(self, message: Message, now: float) -> list[Call]:
        """A message of the child."""
        if message.kind == "ready":
            return self.start_next(now)
        job = next((each for each in self.jobs.values() if each.number == message.number), None)
        if job is None:
            return []
        value = message.value
        if message.kind == "doing":
            job.doing, job.key = value
        elif message.kind == "stuck":
            if self.child is not None:
                self.child.kill(OVERTAKEN)
        elif message.kind == "event":
            job.last_message_time = now
            return [lambda: job.on_event(value)]
        else:
            del self.jobs[job.queue]
            self._deaths = 0
            done = job.fail(rebuild_error(value)) if message.kind == "error" else None
            return [*self.start_next(now), done or (lambda: job.on_answer(value))]
        return []

    def lose_child(self) -> tuple[list[Job], Exception]:
        """The child has ended: the jobs that ran in it, and the error that says why."""
        assert self.child is not None
        child, jobs = self.child, [*self.jobs.values()]
        self.jobs, self.child, self.idle_since = {}, None, NEVER
        doing = jobs[0].doing if jobs else NOTHING
        if child.kill_reason in (CANCELLED, CLOSED):
            return jobs, Cancelled(child.kill_reason)
        if child.kill_reason:
            if not child.ready:  # another one may not start either
                self._deaths, self._trouble = self._deaths + 1, child.kill_reason
            reason = Wording("{0} while {1}", child.kill_reason, doing) if doing else child.kill_reason
            return jobs, ComputeError(reason)
        self._deaths += 1
        how = f"signal {-child.exit_code}" if child.exit_code < 0 else f"exit code {child.exit_code}"
        words = ": ".join(filter(None, [how, child.last_line()]))
        during = f" while {doing}" if doing else ""
        self._trouble = f"the computing process ended unexpectedly{during} ({words})"
        return jobs, ComputeError(self._trouble)

    def give_up(self, now: float) -> list[Call]:
        """After too many deaths in a row: refuse what waits, and pause."""
        if self._deaths < MOST_DEATHS:
            return []
        self._deaths, self.pause_end = 0, now + PAUSE_SECONDS
        return self._refuse_waiting()

    def refuse(self, reason: str, now: float) -> list[Call]:
        """No child could be started: refuse what waits, and pause."""
        self._trouble, self.pause_end = reason, now + PAUSE_SECONDS
        return self._refuse_waiting()

    def _refuse_waiting(self) -> list[Call]:
        waiting, self.waiting = self.waiting, []
        return [job.fail(ComputeError(self._trouble)) for job in waiting]

    def kill_overdue(self, now: float, replaceable: bool) -> float:
        """Kill the child if a job has had its time or its memory; otherwise when to look again.

        replaceable: another child could go on at once, so that a job may also be overtaken.
        """
        child = self.child
        if child is None or child.kill_reason:
            return NEVER
        if not child.ready:
            return self._watch_start(child, now)
        ends: dict[float, str] = {}
        for job in self.jobs.values():
            ends[job.last_message_time + job.seconds] = Wording("stopped after {0:g} s", job.seconds)
            ends[job.cancel_time + self._patience.grace] = CANCELLED
            if replaceable and any(other.kind == job.kind and other.latest for other in self.waiting):
                ends[job.start_time + self._patience.overtake] = OVERTAKEN
        first = min(ends, default=NEVER)
        if now >= first:
            child.kill(ends[first])
            return NEVER
        if self.jobs and not child.limited:
            return min(first, self._watch_memory(child, now))
        return first

    def _watch_start(self, child: Child, now: float) -> float:
        """Kill a child that hangs or computes too long before it is ready; when to look again.

        A child on a machine that is busy with other things may need minutes for what takes it seconds.
        """
        seconds = self._program.start_seconds
        if now >= self._start_deadline:
            used = child.processor_seconds() or 0.0
            if used >= seconds or used - self._start_used < HANGING_SHARE * seconds:
                child.kill(f"the computing process did not start within {seconds:g} s")
            self._start_used, self._start_deadline = used, now + seconds
        return self._start_deadline

    def _watch_memory(self, child: Child, now: float) -> float:
        """Where the system does not bound the child's memory: kill it beyond; when to look again."""
        if now >= self._read_memory_at:
            self._read_memory_at = now + limits.WATCH_SECONDS
            if child.resident_bytes() > self._program.memory_bytes:
                child.kill("there is not enough memory for this: stopped")
        return self._read_memory_at


class Ticket:
    """A job of a client: to cancel it, and to send it something while it runs."""

    def __init__(self, supervisor: Supervisor, job: Job) -> None:
        self._supervisor, self._job = supervisor, job

    def cancel(self) -> None:
        """Stop it, by force if need be; its `on_error` gets Cancelled."""
        with self._supervisor.lock:
            calls = self._supervisor.cancel([self._job])
        run(calls)

    def send(self, value: object) -> None:
        """Send the running job a value: to pause, to go on."""
        with self._supervisor.lock:
            self._supervisor.send(self._job, Message("note", self._job.number, value))


def ignore(_: object) -> None:
    """A callback for those who do not want to know."""


def run(calls: list[Call]) -> None:
    for call in calls:
        call()


class Supervisor:
    """Runs jobs in child processes. `lock` guards everything; jobs are called back without it.

    slots: how many children at most. on_aside: called on a child's thread with what it reports beside its
    answers. on_lost: what becomes of the jobs of a child that has ended (under the lock; by default they
    fail). on_tick: what else is due, and when to look again (under the lock).
    """

    def __init__(
        self,
        program: Program,
        slots: int = 1,
        patience: Patience = USUAL_PATIENCE,
        on_aside: Callable[[Any], object] = ignore,
        on_lost: Callable[[Job, Exception], list[Call]] = lambda job, error: [job.fail(error)],
        on_tick: Callable[[float], tuple[list[Call], float]] = lambda now: ([], NEVER),
    ) -> None:
        self._program, self._on_aside, self._on_lost, self._on_tick = program, on_aside, on_lost, on_tick
        self.lock = threading.Condition()
        self.slots = tuple(Slot(program, patience) for _ in range(slots))
        self.closed = False
        self._numbers = itertools.count(1)
        self._watcher = threading.Thread(target=self._watch, name="jaxstudio-supervisor", daemon=True)

    def start(self) -> None:
        """Start the first child."""
        self._watcher.start()

    def next_number(self) -> int:
        """A number for a job, above all earlier ones."""
        return next(self._numbers)

    def call(
        self,
        request: Request[Answer, Event],
        on_answer: Callable[[Answer], object],
        on_error: Callable[[Exception], object],
        on_event: Callable[[Event], object] = ignore,
        *,
        seconds: float = 60.0,
        slot: int = 0,
        queue: str = "",
        latest: bool = False,
    ) -> Ticket:
        """Have a request answered; exactly one of `on_answer` and `on_error` is called, once.

        Both are called on another thread. latest: it replaces a waiting request of its class.
        """
        job = Job(self.next_number(), request, seconds, on_answer, on_error, on_event, latest, queue)
        with self.lock:
            calls = self.submit(job, slot)
        run(calls)
        return Ticket(self, job)

    def submit(self, job: Job, slot: int = 0) -> list[Call]:
        """Under the lock: put a job into a slot."""
        if self.closed:
            return [job.fail(Cancelled(CLOSED))]
        self.lock.notify()
        return self.slots[slot].add(job, time.monotonic())

    def cancel(self, jobs: Sequence[Job]) -> list[Call]:
        """Under the lock: stop jobs, wherever they are."""
        self.lock.notify()
        now = time.monotonic()
        return [call for job in jobs for slot in self.slots for call in slot.cancel(job, now)]

    def send(self, job: Job, message: Message) -> None:
        """Under the lock: a message to the child that a job runs in."""
        for slot in self.slots:
            if slot.jobs.get(job.queue) is job and slot.child is not None:
                slot.child.send(message)

    def make_room(self, job: Job) -> None:
        """Under the lock: a running job should give up where it can; it is not ended by force for that."""
        self.send(job, Message("make room", job.number))

    def close(self) -> None:
        """End the children and wait for them; open questions fail with Cancelled."""
        with self.lock:
            self.closed = True
            self.lock.notify()
        self._watcher.join()
        with self.lock:
            children = [slot.child for slot in self.slots if slot.child is not None]
            calls = [job.fail(Cancelled(CLOSED)) for slot in self.slots for job in slot.waiting]
            for slot in self.slots:
                slot.waiting = []
        run(calls)
        for child in children:
            child.kill(CLOSED)
        for child in children:
            child.close()

    def _slot_of(self, child: Child) -> Slot | None:
        return next((slot for slot in self.slots if slot.child is child), None)

    def _take_message(self, child: Child, message: Message) -> None:
        """On the child's thread."""
        if message.kind == "aside":
            self._on_aside(message.value)
            return
        with self.lock:
            slot = self._slot_of(child)
            calls = slot.take_message(message, time.monotonic()) if slot is not None else []
            self.lock.notify()
        run(calls)

    def _child_ended(self, child: Child) -> None:
        """On the child's thread, last."""
        with self.lock:
            slot = self._slot_of(child)
            if slot is None:
                return
            jobs, error = slot.lose_child()
            if not isinstance(error, Cancelled):
                LOG.warning("%s: %s", self._program.handlers.partition(":")[0], error)
            calls = slot.give_up(time.monotonic())
            for job in jobs:
                calls += self._on_lost(job, error)
            self.lock.notify()
        run(calls)

    def _watch(self) -> None:
        while True:
            with self.lock:
                if self.closed:
                    return
                now = time.monotonic()
                calls, again = self._on_tick(now)
                more, due = self._attend(now)
                calls = [*calls, *more]
                again = min(again, due)
                if not calls:
                    self.lock.wait(None if again == NEVER else max(0.0, again - time.monotonic()))
            run(calls)

    def _attend(self, now: float) -> tuple[list[Call], float]:
        """Start missing children, end overdue jobs; return the time of the next look."""
        calls = [call for slot in self.slots for call in self._provide(slot, now)]
        again = NEVER
        for slot in self.slots:
            others = any(other.is_idle for other in self.slots if other is not slot)
            again = min(again, slot.kill_overdue(now, others))
        spare_time = self.slots[0].idle_since + IDLE_SECONDS
        spare = next((s for s in self.slots[1:] if s.child is None and not s.is_unstable), None)
        if spare is None:
            return calls, again
        if now < spare_time:
            return calls, min(again, spare_time)
        calls += self._start_child(spare, now)
        more, again = self._attend(now)
        return calls + more, again

    def _provide(self, slot: Slot, now: float) -> list[Call]:
        """A child for a slot that has none and needs one; the first always does, unless they die."""
        first = slot is self.slots[0]
        needed = slot.waiting or (first and not slot.is_unstable)
        if slot.child is not None or not needed or now < slot.pause_end:
            return []
        neighbour = next((other for other in self.slots[1:] if other.is_idle), None) if first else None
        if neighbour is None:
            return self._start_child(slot, now)
        child, neighbour.child = neighbour.child, None
        assert child is not None
        return slot.use(child, now)

    def _start_child(self, slot: Slot, now: float) -> list[Call]:
        try:
            child = Child(self._program, self._take_message, self._child_ended)
        except OSError as error:
            return slot.refuse(f"no computing process can be started: {error}", now)
        return slot.use(child, now)
