"""The crew: two lanes of jobs, the children that do them, and the thread that watches over both.

Each lane has a child of its own and one job at a time: `quick` draws and answers the cursor, `slow`
compares, traces and fits, so that a long answer delays no picture. The slow lane's child is started when
the first one comes to rest, and is also the spare: when the quick one is killed, a rested neighbour takes
its place at once. A child costs about 80 MB of memory that it does not share, so that more would be waste.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from jaxstudio.errors import Cancelled
from jaxstudio.processes.channel import Message
from jaxstudio.processes.child import CLOSED, Child
from jaxstudio.processes.job_limits import Limits
from jaxstudio.processes.job_queue import NEVER, Call, Job, JobQueue

# The spare is started when the first child has rested so long.
REST_SECONDS = 0.5


def run(calls: list[Call]) -> None:
    for call in calls:
        call()


class Supervisor:
    """Does jobs. `lock` guards everything; jobs are called back without it.

    `aside` hears, on a child's thread, what is said beside the answers.
    `lost` says what becomes of a job whose child has ended, `tick` what else is due and when to look
    again; both are called under the lock.
    """

    def __init__(
        self,
        handlers: str,
        limits: Limits,
        lost: Callable[[Job, Exception], list[Call]],
        tick: Callable[[float], tuple[list[Call], float]],
        aside: Callable[[Any], object],
    ) -> None:
        self._handlers, self._limits = handlers, limits
        self._lost, self._tick, self._aside = lost, tick, aside
        self.lock = threading.Condition()
        self.quick, self.slow = JobQueue(limits), JobQueue(limits)
        self._pairs = ((self.quick, self.slow), (self.slow, self.quick))
        self.closed = False
        self._watcher = threading.Thread(target=self._watch, name="jaxstudio-functions", daemon=True)

    def start(self) -> None:
        self._watcher.start()

    def submit(self, job: Job, quick: bool) -> list[Call]:
        """Under the lock: put a job into its lane."""
        if self.closed:
            return [job.failed(Cancelled(CLOSED))]
        self.lock.notify()
        return (self.quick if quick else self.slow).add(job, time.monotonic())

    def make_room(self, job: Job) -> None:
        """Under the lock: a running job should give up where it can; it is not ended by force for that."""
        self.tell_child(job, Message("make room", job.number))

    def cancel(self, jobs: list[Job]) -> list[Call]:
        """Under the lock: stop jobs, wherever they are."""
        self.lock.notify()
        now = time.monotonic()
        return [call for job in jobs for lane, _ in self._pairs for call in lane.cancel(job, now)]

    def tell(self, job: Job, value: object) -> None:
        """Under the lock: tell a running job something."""
        self.tell_child(job, Message("note", job.number, value))

    def tell_child(self, job: Job, message: Message) -> None:
        """Under the lock: a message to the child that a job runs in."""
        for lane, _ in self._pairs:
            if lane.running is job and lane.child is not None:
                lane.child.send(message)

    def close(self) -> None:
        """End the children and wait for them; what was asked hears Cancelled."""
        with self.lock:
            self.closed = True
            self.lock.notify()
        self._watcher.join()
        calls: list[Call] = []
        with self.lock:
            children = [lane.child for lane, _ in self._pairs if lane.child is not None]
            for lane, _ in self._pairs:
                calls += [job.failed(Cancelled(CLOSED)) for job in lane.waiting]
                lane.waiting = []
        run(calls)
        for child in children:
            child.close()

    def _lane_of(self, child: Child) -> JobQueue | None:
        return next((lane for lane, _ in self._pairs if lane.child is child), None)

    def _heard(self, child: Child, message: Message) -> None:
        """On the child's thread."""
        if message.kind == "aside":
            self._aside(message.value)
            return
        with self.lock:
            lane = self._lane_of(child)
            calls = lane.hear(message, time.monotonic()) if lane is not None else []
            self.lock.notify()
        run(calls)

    def _ended(self, child: Child) -> None:
        """On the child's thread, last."""
        with self.lock:
            lane = self._lane_of(child)
            if lane is None:
                return
            job, error = lane.lose_child()
            calls = lane.give_up(time.monotonic())
            if job is not None:
                calls += self._lost(job, error)
            self.lock.notify()
        run(calls)

    def _watch(self) -> None:
        while True:
            with self.lock:
                if self.closed:
                    return
                now = time.monotonic()
                calls, again = self._tick(now)
                again = min(again, self._attend(now))
                if not calls:
                    self.lock.wait(None if again == NEVER else max(0.0, again - time.monotonic()))
            run(calls)

    def _attend(self, now: float) -> float:
        """Children where they are needed, an end to what has had its time; when to look again."""
        self._provide(self.quick, self.slow, now)
        self._provide(self.slow, self.quick, now)
        again = min(lane.kill_what_is_over(now, other.resting) for lane, other in self._pairs)
        spare_at = self.quick.rested + REST_SECONDS
        if self.slow.child is not None or self.slow.troubled:
            return again
        if now < spare_at:
            return min(again, spare_at)
        self.slow.use(self._new_child(), now)
        return self._attend(now)

    def _provide(self, lane: JobQueue, other: JobQueue, now: float) -> None:
        """A child for a lane that has none and needs one; the quick lane always does, unless they die."""
        needed = lane.waiting or (lane is self.quick and not lane.troubled)
        if lane.child is not None or not needed or now < lane.paused_until:
            return
        if lane is self.quick and other.resting and other.child is not None:
            child, other.child = other.child, None
            lane.use(child, now)
        else:
            lane.use(self._new_child(), now)

    def _new_child(self) -> Child:
        return Child(self._handlers, self._limits.memory_bytes, self._heard, self._ended)
