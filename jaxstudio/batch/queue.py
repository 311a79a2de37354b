"""The queue of a batch: tasks with their states, progress, time left, pause, cancel and retry.

A value model without widgets and without computing: runners take tasks from it, a window or a progress bar
reads it. All methods may be called from any thread.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from enum import Enum
from pathlib import Path
from typing import Protocol

from jaxstudio.lazy_dataclass import dataclass

UNKNOWN_RATE = 1e-9


class TaskLog(Protocol):
    """The record of begun and ended tasks."""

    def begin(self, number: int, source: Path, target: Path) -> None: ...

    def finish(self, number: int, source: Path, target: Path) -> None: ...

    def fail(self, number: int, message: str) -> None: ...


@dataclass(frozen=True)
class Task:
    """One input and its output file.

    `number` counts from 0 in the order of the inputs; `cost` is what the task takes beside the others, in any
    unit (bytes of the input, say): the time left is estimated from it. One that is `large` is run by itself,
    after the others. `recipe` (as JSON) and `page` (from 1) replace those of the batch for this input.
    """

    number: int
    source: Path
    target: Path
    cost: float = 1.0
    large: bool = False
    recipe: str = ""
    page: int = 0


class State(Enum):
    """The state of a task. SKIPPED: its file existed already."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    SKIPPED = "skipped"
    FAILED = "failed"


@dataclass(frozen=True)
class Progress:
    """Progress of a batch: counts of tasks by state, the share of the cost done (0 to 1), estimates.

    `seconds_left` is None until the first task is done.
    """

    total: int
    waiting: int
    running: int
    done: int
    skipped: int
    failed: int
    share: float
    seconds: float
    seconds_left: float | None
    paused: bool


@dataclass(frozen=True)
class News:
    """News of a task: its state, its progress, its error, its losses."""

    number: int
    state: State
    share: float
    message: str
    notes: tuple[str, ...] = ()


class BatchQueue:
    """Tasks waiting to be run, and what became of each.

    Args:
        tasks: in the order in which they are run.
        log: told when a task begins and ends, so that a later run goes on where this one ended.
        changed: called after each change of a task or of the whole, outside of any lock.
    """

    def __init__(
        self,
        tasks: Iterable[Task],
        log: TaskLog | None = None,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self.tasks = list(tasks)
        self.log, self.changed = log, changed
        self._states = dict.fromkeys((task.number for task in self.tasks), State.WAITING)
        self._by_number = {task.number: task for task in self.tasks}
        self._messages: dict[int, str] = {}
        self._notes: dict[int, tuple[str, ...]] = {}
        self._shares: dict[int, float] = {}
        self._news: set[int] = set()
        self._waiting = iter(self.tasks)
        self._again: list[Task] = []
        self._counts = Counter({State.WAITING: len(self.tasks)})
        self._total_cost = sum(task.cost for task in self.tasks) or 1.0
        self._spent_cost = self._worked_cost = 0.0
        self._condition = threading.Condition()
        self._paused = self._cancelled = False
        self._clock_start: float | None = None
        self._clock_total = 0.0

    # -- runners

    def take(self, block: bool = True, large: bool = False) -> Task | None:
        """The next task, now RUNNING; None where nothing is left or the batch is cancelled.

        While the batch is paused it waits, or with `block` false returns None. `large` takes one of
        those that are run by themselves.
        """
        with self._condition:
            while self._paused and not self._cancelled:
                if not block:
                    return None
                self._condition.wait()
            if self._cancelled:
                return None
            task = self._next_large() if large else self._next_waiting()
            if task is None:
                return None
            self._start_clock()
            self._set(task, State.RUNNING)
        if self.log is not None:
            self.log.begin(task.number, task.source, task.target)
        self.changed()
        return task

    def _next_waiting(self) -> Task | None:
        if self._again:
            return self._again.pop(0)
        return next(
            (task for task in self._waiting if self._states[task.number] is State.WAITING and not task.large),
            None,
        )

    def _next_large(self) -> Task | None:
        tasks = (task for task in self.tasks if task.large)
        return next((task for task in tasks if self._states[task.number] is State.WAITING), None)

    def report(self, task: Task, share: float) -> None:
        """Take the done share of a running task, 0 to 1."""
        with self._condition:
            self._shares[task.number] = share
            self._news.add(task.number)
        self.changed()

    def finish(self, task: Task, notes: Iterable[str] = ()) -> None:
        """The task's file is written; `notes` are lines about it."""
        self._notes[task.number] = tuple(notes)
        if self.log is not None:
            self.log.finish(task.number, task.source, task.target)
        self._end(task, State.DONE)

    def skip(self, task: Task) -> None:
        """The task's file was there before."""
        self._end(task, State.SKIPPED)

    def fail(self, task: Task, message: str) -> None:
        """The task's file could not be made; `message` is one line that says why."""
        if self.log is not None:
            self.log.fail(task.number, message)
        self._messages[task.number] = message
        self._end(task, State.FAILED)

    def put_back(self, task: Task) -> None:
        """A running task that was not computed, because the worker that had it is gone or was cancelled."""
        with self._condition:
            self._set(task, State.WAITING)
            self._shares.pop(task.number, None)
            if not task.large:
                self._again.append(task)
        self.changed()

    def _end(self, task: Task, state: State) -> None:
        with self._condition:
            if self._states[task.number] is State.RUNNING:
                self._worked_cost += task.cost
            self._set(task, state)
            self._shares.pop(task.number, None)
            self._spent_cost += task.cost
            if not self._counts[State.RUNNING]:
                self._stop_clock()
            self._condition.notify_all()
        self.changed()

    def _set(self, task: Task, state: State) -> None:
        self._counts[self._states[task.number]] -= 1
        self._counts[state] += 1
        self._states[task.number] = state
        self._news.add(task.number)

    # -- the person

    def pause(self) -> None:
        """Begin no more tasks; running ones are finished."""
        with self._condition:
            self._paused = True
        self.changed()

    def resume(self) -> None:
        with self._condition:
            self._paused = False
            self._condition.notify_all()
        self.changed()

    def cancel(self) -> None:
        """Begin no more tasks; runners end the running ones, and unwritten files wait again."""
        with self._condition:
            self._cancelled = True
            self._condition.notify_all()
        self.changed()

    def interrupt(self) -> None:
        """Do the same as `cancel`, for a signal handler: it takes no lock and calls nobody."""
        self._cancelled = True

    def retry(self) -> int:
        """Put every failed task back, to be run by the next runner; how many there are."""
        with self._condition:
            failed = [task for task in self.tasks if self._states[task.number] is State.FAILED]
            for task in failed:
                self._set(task, State.WAITING)
                self._messages.pop(task.number, None)
                self._spent_cost -= task.cost
            self._again += [task for task in failed if not task.large]
            self._cancelled = False
        self.changed()
        return len(failed)

    def reopen(self) -> None:
        """Go on after `cancel`: runners are given tasks again."""
        with self._condition:
            self._cancelled = self._paused = False
        self.changed()

    @property
    def cancelled(self) -> bool:
        return self._cancelled

    def take_news(self, most: int) -> list[News]:
        """Return the changes of tasks since the last call, at most `most`; each change is returned once."""
        with self._condition:
            numbers = sorted(self._news)[:most]
            self._news.difference_update(numbers)
            return [
                News(
                    number,
                    self._states[number],
                    self._shares.get(number, 0.0),
                    self._messages.get(number, ""),
                    self._notes.get(number, ()),
                )
                for number in numbers
            ]

    def state(self, number: int) -> State:
        return self._states[number]

    def failures(self) -> list[tuple[Task, str]]:
        """Each task that failed, with the line that says why."""
        return [(self._by_number[number], line) for number, line in sorted(self._messages.items())]

    def progress(self) -> Progress:
        with self._condition:
            running = sum(
                self._by_number[number].cost * share for number, share in list(self._shares.items())
            )
            seconds = self._clock_total
            if self._clock_start is not None:
                seconds += time.monotonic() - self._clock_start
            worked = self._worked_cost + running
            left = max(0.0, self._total_cost - self._spent_cost - running)
            rate = worked / seconds if seconds > 0 else 0.0
            counts = self._counts
            return Progress(
                total=len(self.tasks),
                waiting=counts[State.WAITING],
                running=counts[State.RUNNING],
                done=counts[State.DONE],
                skipped=counts[State.SKIPPED],
                failed=counts[State.FAILED],
                share=min(1.0, (self._spent_cost + running) / self._total_cost),
                seconds=seconds,
                seconds_left=left / rate if rate > UNKNOWN_RATE else None,
                paused=self._paused,
            )

    def _start_clock(self) -> None:
        if self._clock_start is None:
            self._clock_start = time.monotonic()

    def _stop_clock(self) -> None:
        if self._clock_start is not None:
            self._clock_total += time.monotonic() - self._clock_start
            self._clock_start = None
