"""The client of the process that inspects: stages as they come, answers to questions about them.

Every call blocks; each belongs to a thread other than the window's.
"""

from __future__ import annotations

import queue
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from jaxstudio.errors import Cancelled, ComputeError, StudioError
from jaxstudio.inspect_targets.requests import (
    DevicesRequest,
    ExperimentRequest,
    FollowRequest,
    ForgetRequest,
    GraphRequest,
    HuesRequest,
    InspectionRequest,
    InspectRequest,
    LessonSubject,
    LineRequest,
    MeasureRequest,
    NamesRequest,
    NanRequest,
    Outcome,
    PartName,
    PartsRequest,
    RecipeSubject,
    SaveRequest,
    SearchRequest,
)
from jaxstudio.ir.compilation_log import Entry, receiver
from jaxstudio.ir.graph import Drawn, Graph
from jaxstudio.ir.lessons import Table
from jaxstudio.ir.links.index import Linked
from jaxstudio.ir.report import Explanation, NanFound, Summary, find_stage
from jaxstudio.ir.stages import Stage, in_order
from jaxstudio.ir.text_view.search import Found, Hit
from jaxstudio.ir.user_process.client import WHERE as OWN
from jaxstudio.own_filters.in_use import FilterProcess
from jaxstudio.processes.channel import Answer, Event, Request
from jaxstudio.processes.child import Program
from jaxstudio.processes.errors import WorkerBug
from jaxstudio.processes.supervisor import Patience
from jaxstudio.runtime.setup import plain_environment

HANDLERS = "jaxstudio.inspect_targets.service:handlers"
WHERE = "inspector"  # in the compilation log
MEMORY_BYTES = 16 << 30
# The queues of the child: what is compiled and run, one after the other; what is read and searched meanwhile.
COMPILE, READ, SEARCH = "", "read", "search"
# The longest silence: of a compilation, which may be ended by hand before; of a question about what is there.
COMPILE_SECONDS, READ_SECONDS = 600.0, 60.0
# A compilation that nobody wants any more may end by itself so long; then its process is ended.
GRACE_SECONDS = 2.0
POLL_SECONDS = 0.05
Wanted = Callable[[], bool]


def never() -> bool:
    """Not cancelled."""
    return False


class InspectionProcess(FilterProcess):
    """The child process; it is started by the first question, and again after it was ended."""

    def __init__(self, handlers: str = HANDLERS, grace_seconds: float = GRACE_SECONDS) -> None:
        program = Program(handlers, Entry, plain_environment(), MEMORY_BYTES)
        super().__init__(program, patience=Patience(grace=grace_seconds), on_aside=receiver(WHERE, [OWN]))

    def ask(
        self,
        request: Request[Answer, Event],
        cancelled: Wanted = never,
        on: str = READ,
        seconds: float = 0.0,
    ) -> Answer:
        """The answer to a request.

        Raises:
            StudioError: raised in the child; ComputeError where it made a mistake, hung or ended.
            Cancelled: `cancelled` returned True, or this is closed.
        """
        answers = self.stream(request, cancelled, on, seconds)
        while True:
            try:
                next(answers)
            except StopIteration as end:
                answer: Answer = end.value
                return answer

    def stream(
        self,
        request: Request[Answer, Event],
        cancelled: Wanted = never,
        on: str = COMPILE,
        seconds: float = 0.0,
    ) -> Generator[Event, None, Answer]:
        """Yields the child's reports, and returns its answer; raises as `ask` does."""
        replies: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        ticket = self.start().call(
            request,
            lambda value: replies.put(("answer", value)),
            lambda error: replies.put(("error", error)),
            lambda value: replies.put(("part", value)),
            seconds=seconds or (READ_SECONDS if on == READ else COMPILE_SECONDS),
            queue=on,
        )
        ended = False
        try:
            while True:
                try:
                    what, value = replies.get(timeout=POLL_SECONDS)
                except queue.Empty:
                    if cancelled():
                        raise Cancelled("cancelled") from None
                    continue
                if what == "part":
                    yield value
                    continue
                ended = True
                if what == "error":
                    raise _in_words(value)
                return value
        finally:
            if not ended:
                ticket.cancel()

    def parts(
        self, subject: RecipeSubject | LessonSubject, cancelled: Wanted = never
    ) -> tuple[PartName, ...]:
        """The compiled functions of a recipe or a lesson."""
        return self.ask(PartsRequest(subject), cancelled, COMPILE)

    def inspection(self, request: InspectionRequest) -> ChildInspection:
        """An inspection; it begins with its `run`."""
        return ChildInspection(self, request)

    def experiment(self, lesson: str, cancelled: Wanted = never) -> Iterator[Table]:
        """A lesson's table as it grows."""
        yield from self.stream(ExperimentRequest(lesson), cancelled)

    def forget(self) -> None:
        """Let it forget all that it has traced, compiled and inspected."""
        self.ask(ForgetRequest(), on=COMPILE)

    def names(self, module: str, cancelled: Wanted = never) -> tuple[tuple[str, str], ...]:
        """Send a NamesRequest."""
        return self.ask(NamesRequest(module), cancelled)

    def devices(self) -> tuple[str, ...]:
        """The names of the devices that JAX can reach."""
        return self.ask(DevicesRequest())


def _in_words(error: Exception) -> Exception:
    """An error of the child; of a mistake of ours the first line, with all of it on standard error."""
    if isinstance(error, WorkerBug):
        print(error, file=sys.stderr)
        return ComputeError(str(error).splitlines()[0])
    return error


class ChildInspection:
    """An inspection that runs in the child process, seen from outside.

    Where `run` raised, `unfinished` is what there is nevertheless, and `explanation` says more of the error,
    where that has words; `printed` is the end of what a user's code printed.
    """

    def __init__(self, process: InspectionProcess, request: InspectionRequest) -> None:
        self.request = request
        self.unfinished: Summary | None = None
        self.explanation: Explanation | None = None
        self.printed = ""
        self._process = process
        self._arrived: list[Stage] = []
        self._summary: Summary | None = None

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages made so far, in the order of the compilation."""
        return in_order(self._arrived)

    def stage(self, name: str) -> Stage:
        """The stage of that name, or the first whose name begins with it; KeyError without one."""
        found = find_stage(self.stages, name)
        if found is None:
            raise KeyError(name)
        return found

    def run(self, cancelled: Wanted = never) -> Iterator[Stage]:
        """The stages as they come.

        Raises:
            UsageError: the function cannot be compiled; `explanation` may say more.
            ComputeError: the process hung, or ended.
            Cancelled: `cancelled` returned True.
        """
        messages = self._process.stream(InspectRequest(self.request), cancelled)
        outcome: Outcome
        while True:
            try:
                message = next(messages)
            except StopIteration as end:
                outcome = end.value
                break
            if isinstance(message, str):
                self.printed = message
                continue
            self._arrived.append(message)
            yield message
        summary = self._with_stages(outcome.summary)
        if outcome.error:
            self.unfinished, self.explanation = summary, outcome.explanation
            raise StudioError(outcome.error)
        self._summary = summary

    def report(self, *, seconds: float = 0.0, kernels: bool = False, cancelled: Wanted = never) -> Summary:
        """The present summary; with `seconds` above 0 the function and its kernels are run for about that
        long.
        """
        if seconds:
            answer = self._process.ask(MeasureRequest(self.request, seconds), cancelled, COMPILE)
            self._summary = self._with_stages(answer)
        if self._summary is None:
            raise ComputeError("it is not compiled yet")
        return self._summary

    def _with_stages(self, summary: Summary | None) -> Summary | None:
        return None if summary is None else replace(summary, stages=self.stages)

    def first_nan(self, values: str | Sequence[np.ndarray], cancelled: Wanted = never) -> NanFound | None:
        """The first equation that makes a NaN of generated values (`explain.nans.VALUES`) or of arrays."""
        name, arrays = (values, ()) if isinstance(values, str) else ("", tuple(values))
        return self._process.ask(NanRequest(self.request, name, arrays), cancelled, COMPILE)

    def follow(self, stage: str, line: int, column: int, to: str, cancelled: Wanted = never) -> Linked:
        """The item at a place of a stage and its partners in another stage (see `links.index.follow`)."""
        return self._process.ask(FollowRequest(self.request, stage, line, column, to), cancelled)

    def hues(self, stage: str, by: str, cancelled: Wanted = never) -> np.ndarray | None:
        """Send a HuesRequest."""
        return self._process.ask(HuesRequest(self.request, stage, by), cancelled)

    def line(self, stage: str, item: int, cancelled: Wanted = never) -> int:
        """The line of an item of a stage (an equation, an instruction); 0 for none."""
        return self._process.ask(LineRequest(self.request, stage, item), cancelled)

    def graph(
        self,
        stage: str,
        known: Graph | None = None,
        opened: frozenset[int] | None = None,
        focus: int | None = None,
        cancelled: Wanted = never,
    ) -> Drawn:
        """A stage's graph with these boxes open (None: as usual); `known` is the graph that came before."""
        drawn = self._process.ask(GraphRequest(self.request, stage, opened, focus, known is None), cancelled)
        graph = known or drawn.graph
        assert graph is not None
        return Drawn(graph, drawn.view, drawn.layout, drawn.opened, drawn.inside)

    def search(self, stages: Sequence[str], pattern: str, cancelled: Wanted = never) -> Found:
        """The places where a pattern occurs in the stages of these names, in their order.

        Raises:
            UsageError: the pattern is no regular expression.
        """
        hits, complete, late = self._process.ask(
            SearchRequest(self.request, tuple(stages), pattern), cancelled, SEARCH, READ_SECONDS
        )
        return Found(tuple(Hit(stages[number], *place) for number, *place in hits.tolist()), complete, late)

    def save(self, form: str, path: str) -> None:
        """Write all stages as one `page`, or each to a file of a `folder`.

        Raises:
            SaveError: it cannot be written.
        """
        self._process.ask(SaveRequest(self.request, form, path), seconds=COMPILE_SECONDS)
