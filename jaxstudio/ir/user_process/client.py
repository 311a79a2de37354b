"""The client of the process that runs a user's function: hands out its stages, and says why it ended."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from msgspec import structs

from jaxstudio.errors import ComputeError, StudioError, UsageError
from jaxstudio.ir.compilation_log import COMPILATION_LOG, INSPECTED, LAMBDA, Change, Entry
from jaxstudio.ir.line_profile import with_measurement
from jaxstudio.ir.links.index import Links
from jaxstudio.ir.report import Explanation, NanFound, Report, find_stage
from jaxstudio.ir.stages import Kind, Stage, in_order
from jaxstudio.ir.user_process.request import Found, Limits, Request, in_words, saved_at, since_last
from jaxstudio.ir.user_process.server import settings_of
from jaxstudio.processes.child import Program, ReadyChild, SingleJob
from jaxstudio.processes.errors import WorkerBug
from jaxstudio.runtime.setup import plain_environment

HANDLERS = "jaxstudio.ir.user_process.server:handlers"
AHEAD = "jaxstudio.ir.user_process.server:load_ahead"
UNKNOWN_FLAG = re.compile(r"Unknown flags? in XLA_FLAGS: *(\S+)")
READY_SECONDS = 600.0  # so long a child waits for a program to be typed
SPARE_SECONDS = 10.0  # the parent, if there is one, ends the child first, and says why
WHERE = "own function"  # in the compilation log


def program_of(request: Request, limits: Limits) -> Program:
    """The child program for a request; for a typed program a child with JAX loaded waits.

    Code that sets JAX by its environment finds it not loaded yet, as when it is run by itself.
    """
    typed = request.typed and not sets_environment(request.path)
    return Program(
        HANDLERS,
        environment=plain_environment(),
        memory_bytes=limits.memory_bytes,
        guard_seconds=limits.seconds + SPARE_SECONDS + (READY_SECONDS if typed else 0.0),
        shared=False,
        answer_bytes=limits.answer_bytes,
        setup=(AHEAD, settings_of(request)) if typed else None,
        ahead=typed,
    )


def sets_environment(path: str) -> bool:
    """Whether a file names a variable that JAX reads while it is loaded."""
    return any(word in Path(path).read_bytes() for word in (b"JAX_", b"XLA_"))


_ready: list[ReadyChild] = []  # at most one
_ready_lock = threading.Lock()


def take_ready(program: Program) -> ReadyChild | None:
    """The child that waits for a job of this program; None where there is none."""
    with _ready_lock:
        waiting, _ready[:] = _ready[:], []
    for each in waiting:
        if each.program == program and not each.ended:
            return each
        each.child.close()
    return None


def make_ready(program: Program) -> None:
    """Start a child for the next job of this program."""
    with _ready_lock:
        if not _ready:
            _ready.append(ReadyChild(program))


class UserInspection:
    """Inspects a function of a user's file. This runs the code of the file, in another process.

    `known` is the report of what came so far; at the end of `run` it says why where the function could not
    be measured. If `run` raises, it holds what was finished before, with a note of what is missing and why;
    it is None if there is nothing but the source. `explanation` is there if the code raised an error, `nan`
    if a NaN was asked for and found.
    """

    def __init__(self, request: Request, limits: Limits = Limits()) -> None:  # noqa: B008 (frozen)
        self.request, self.limits = request, limits
        self.known: Report | None = None
        self.explanation: Explanation | None = None
        self.nan: NanFound | None = None
        self._arrived: list[Stage] = []
        self._nothing = Links()
        self._changes: tuple[Change, ...] | None = None
        self._job: SingleJob | None = None
        self._saved_at = 0
        # what came so far: every stage; all but measurements; those of the whole
        self._stages_complete = self._complete = self._measured = False

    @property
    def stages(self) -> tuple[Stage, ...]:
        return in_order(self._arrived)

    @property
    def links(self) -> Links:
        """Empty until the process has told all it knows."""
        return self.known.links if self.known is not None else self._nothing

    @property
    def printed(self) -> str:
        """The last output of the code."""
        return self._job.printed if self._job is not None else ""

    def stage(self, name: str) -> Stage:
        """The stage of that name, or the first whose name begins with it; KeyError without one."""
        return find_stage(self.stages, name)

    def run(self, cancelled: Callable[[], bool] = lambda: False) -> Iterator[Stage]:
        """The stages as they come.

        Raises:
            UsageError: the file, the function or the shapes are wrong, or the code raised an error
                (`explanation` says more).
            ComputeError: the process ended, hung, or used more than it may; one line says which.
            Cancelled: `cancelled` said so.
        """
        if not os.path.isfile(self.request.path):
            raise UsageError("{0}: no such file", self.request.path)
        self._saved_at = saved_at(self.request.path)
        self._changes = since_last(self.request)
        program = program_of(self.request, self.limits)
        ready = take_ready(program) if program.ahead else None
        self._job = SingleJob(program, self.request, self.limits.seconds, self.limits.printed_bytes, ready)
        try:
            with closing(self._job.run(cancelled)) as messages:
                for found in messages:
                    if found.stage is not None:
                        self._arrived.append(found.stage)
                        yield found.stage
                    self._take(found)
        except UsageError as error:
            self._keep_stages(error)
        except ComputeError as error:
            if unknown := UNKNOWN_FLAG.search(self.printed):
                raise UsageError("{0}: XLA knows no flag {1}", self._name, unknown[1]) from None
            self._keep_stages(ComputeError("{0}: {1}", self._name, error))
        except WorkerBug as error:
            self._keep_stages(ComputeError("{0}: {1}", self._name, str(error).splitlines()[0]))
        finally:
            if program.ahead:
                make_ready(program)

    def _keep_stages(self, error: StudioError) -> None:
        """Note the missing stages in the report; raise an error if one of them was wanted."""
        why = str(error).removeprefix(f"{self._name}: ")
        if self.known is not None and self._stages_complete:
            missing = f"kernels by themselves: {why}" if self._measured else why
            notes = self.known.notes
            self.known = replace(
                self.known,
                unmeasured=missing if self.request.run_seconds else "",
                notes=notes if self._complete else (*notes, f"links by names: {why}"),
                stages=self.stages,
            )
            return
        if any(stage.kind is not Kind.SOURCE for stage in self._arrived):
            report = self.known or Report(self._name, self.request.device)
            note = f"nothing after {self._arrived[-1].name}: {why}"
            self.known = replace(report, stages=self.stages, notes=(*report.notes, note))
        raise error

    def _take(self, news: Found) -> None:
        if news.report is not None:
            self.known = replace(news.report, stages=self.stages)
            self._stages_complete = self.known.cost is not None and not self.request.nan_values
            self._complete = self._stages_complete and news.complete
            if self._complete and self.request.run_seconds:
                assert self._job is not None
                self._job.allow(self.limits.measure_seconds)
        if news.measured is not None and self.known is not None:
            self.known = with_measurement(self.known, news.measured)
            self._measured = True
        if news.nan is not None:
            self.nan = news.nan
        if news.compiled is not None:
            self._note(news.compiled)
        if news.explanation is not None:
            self.explanation = said = news.explanation
            where = f"line {said.line}: " if said.line else ""
            suggestion = f": {said.suggestion}" if said.suggestion else ""
            raise UsageError("{0}: {1}{2}{3}", self._name, where, said.title, suggestion)

    def _note(self, entry: Entry) -> None:
        """Add an entry to this process's compilation log, with the difference from the last call."""
        if entry.why == INSPECTED and entry.function in (self.request.function.rpartition(".")[2], LAMBDA):
            why = f"{entry.why}; {in_words(self._changes)}"
            entry = structs.replace(entry, why=why, changes=self._changes or ())
        COMPILATION_LOG.take([entry], WHERE)

    def link(self, name: str) -> None:
        """Do nothing: all links were made in the process that ran the code."""

    def report(
        self,
        *,
        seconds: float = 0.2,
        kernels: bool = False,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Report:
        """Return everything known; with `seconds` above 0, the function is loaded once more and run.

        A file that has changed since is not run: its times would be those of another function.
        """
        assert self.known is not None
        if seconds and saved_at(self.request.path) != self._saved_at:
            self.known = replace(self.known, unmeasured="the file has changed since it was inspected")
        elif seconds:
            again = self._ran(cancelled, run_seconds=seconds, time_kernels=kernels).known
            assert again is not None
            self.known = with_measurement(self.known, again.measurement)
        return self.known

    def first_nan(self, values: str, cancelled: Callable[[], bool] = lambda: False) -> NanFound | None:
        """The first equation that makes a NaN of such arguments (see `explain.nans.VALUES`)."""
        return self._ran(cancelled, nan_values=values, run_seconds=0.0).nan

    def _ran(self, cancelled: Callable[[], bool], **changes: Any) -> UserInspection:
        """The call again in a process of its own, with as few stages as there can be."""
        request = structs.replace(self.request, passes=False, kernels=False, exact=False, **changes)
        again = UserInspection(request, self.limits)
        for _ in again.run(cancelled):
            pass
        return again

    @property
    def _name(self) -> str:
        return f"{os.path.basename(self.request.path)}:{self.request.function}"
