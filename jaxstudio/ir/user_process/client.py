"""The parent's side: starts the child, bounds it, hands out its stages, and says in a line why it ended."""

from __future__ import annotations

import json
import os
import queue
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import IO, Any

from jaxstudio.errors import Cancelled, ComputeError, StudioError, UsageError
from jaxstudio.ir.explain.errors import Explanation
from jaxstudio.ir.explain.nans import NanFound
from jaxstudio.ir.ledger import LEDGER, Change, Entry
from jaxstudio.ir.ledger_entries import INSPECTED, LAMBDA
from jaxstudio.ir.links.index import Links
from jaxstudio.ir.report import Report, measurement_from_plain, report_from_plain, stage_from_plain
from jaxstudio.ir.stages import Kind, Stage
from jaxstudio.ir.target import Option
from jaxstudio.ir.user_process.limits import Limits
from jaxstudio.ir.user_process.messages import BadMessage, receive
from jaxstudio.ir.user_process.request import in_words, since_last
from jaxstudio.processes.guarded import GuardedProcess
from jaxstudio.runtime.setup import plain_environment

KEPT_OUTPUT = 1 << 16
PATIENCE = 0.1
LAST_SECONDS = 1.0  # for what is still to be printed once all is answered
JOIN_SECONDS = 2.0
WHERE = "own function"  # in the ledger


@dataclass(frozen=True)
class Request:
    """A function of a file, and how it is to be called.

    `arguments` are those of a call, such as `f32[3,3], n=3` (see `ir.argument_grammar`). Static ones
    among them are named in `static`, by their name or place; others stand in `static_values`, by their
    place in the call or their name, as JSON values. `module` is the dotted name of a file that was asked
    for by it. With `nan_values` (one of `explain.nans.VALUES`), a NaN that comes out of such arguments
    is followed.
    """

    path: str
    function: str
    arguments: str = ""
    static_values: Mapping[int | str, Any] = field(default_factory=dict)
    donated: tuple[int, ...] = ()
    device: str = ""
    options: Mapping[str, Option] = field(default_factory=dict)
    x64: bool = False
    passes: bool = True
    kernels: bool = True
    exact: bool = True
    run_seconds: float = 0.2
    time_kernels: bool = False
    nan_values: str = ""
    static: tuple[str, ...] = ()
    module: str = ""
    last: str = ""


class OwnFunction:
    """Inspects a function of somebody's file. This runs the code of the file, in another process.

    `report` is there when `run` has come to its end; it says why where the function could not be measured.
    Where `run` raised, `report` holds what was finished before, and a note of what is missing and why; it is
    None where there is nothing but the source. `explanation` is there where the code raised an error,
    `nan` where a NaN was asked for and found; `printed` holds the end of what it wrote.
    """

    def __init__(self, request: Request, limits: Limits = Limits()) -> None:  # noqa: B008 (frozen)
        self.request, self.limits = request, limits
        self.stages: list[Stage] = []
        self.report: Report | None = None
        self.explanation: Explanation | None = None
        self.nan: NanFound | None = None
        self.notes: list[str] = []
        self._changes: tuple[Change, ...] | None = None
        self._printed = bytearray()
        self._printed_bytes = 0
        # what came so far: every stage; all but measurements; those of the whole; everything
        self._stages_complete = self._complete = self._measured = self._done = False
        self._until = 0.0
        self._allowed = limits.seconds

    @property
    def printed(self) -> str:
        return self._printed.decode("utf-8", "replace")

    def run(self, cancelled: Callable[[], bool] = lambda: False) -> Iterator[Stage]:
        """The stages as they come.

        Raises:
            UsageError: the file, the function or the shapes are wrong, or the code raised an error
                (`explanation` says more).
            ComputeError: the process ended, hung, or used more than it may; one line says which.
            Cancelled: `cancelled` said so.
        """
        if not os.path.isfile(self.request.path):
            raise UsageError(f"{self.request.path}: no such file")
        self._changes = since_last(self.request)
        child = self._started()
        messages: queue.Queue[dict[str, Any] | Exception | None] = queue.Queue()
        readers = [
            threading.Thread(target=self._read_answers, args=(child.stdout, messages), daemon=True),
            threading.Thread(target=self._read_printed, args=(child.stderr,), daemon=True),
        ]
        for reader in readers:
            reader.start()
        self._until = time.monotonic() + self.limits.seconds
        error: StudioError | None = None
        try:
            yield from self._received(messages, cancelled)
        except (UsageError, ComputeError) as caught:
            error = caught
        finally:
            code = child.end()
            for reader, pipe in zip(readers, (child.stdout, child.stderr), strict=True):
                reader.join(JOIN_SECONDS)
                if not reader.is_alive():  # else something that escaped holds the other end
                    pipe.close()
        if error is None and not self._done:
            error = ComputeError(self._why_ended(code))
        if error is not None:
            self._keep_what_is_there(error)

    def _started(self) -> GuardedProcess:
        request = {
            **asdict(self.request),
            "memory_bytes": self.limits.memory_bytes,
            "seconds": self.limits.seconds,
        }
        child = GuardedProcess("jaxstudio.ir.user_process", plain_environment())
        try:
            child.stdin.write(json.dumps(request).encode() + b"\n")
            child.stdin.flush()  # it stays open: the child ends with whoever holds it
        except BrokenPipeError:
            pass  # why it ended is said at its end
        return child

    def _received(
        self, messages: queue.Queue[dict[str, Any] | Exception | None], cancelled: Callable[[], bool]
    ) -> Iterator[Stage]:
        """Take the messages as they come and hand out the stages among them."""
        while (message := self._next(messages, cancelled)) is not None:
            try:
                stage = stage_from_plain(message["stage"]) if "stage" in message else None
                if stage is None:
                    self._take(message)
            except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
                # the code can write to the pipe, too
                raise ComputeError(
                    f"{self._name}: its answer cannot be read: {type(error).__name__}"
                ) from error
            if stage is not None:
                self.stages.append(stage)
                yield stage

    def _next(
        self, messages: queue.Queue[dict[str, Any] | Exception | None], cancelled: Callable[[], bool]
    ) -> dict[str, Any] | None:
        """The next message, or None when there are no more; raises where the child must be ended."""
        while True:
            if cancelled():
                raise Cancelled("cancelled")
            if time.monotonic() > self._until:
                if self._done:
                    return None
                raise ComputeError(f"{self._name}: not done after {self._allowed:g} s; its process was ended")
            if self._printed_bytes > self.limits.printed_bytes and not self._done:
                raise ComputeError(
                    f"{self._name}: printed more than {self.limits.printed_bytes >> 20} MB; "
                    "its process was ended"
                )
            try:
                message = messages.get(timeout=PATIENCE)
            except queue.Empty:
                continue
            if isinstance(message, Exception):
                raise ComputeError(f"{self._name}: {message}")
            return message

    def _keep_what_is_there(self, error: StudioError) -> None:
        """Say in the report what is missing, and raise the error if that is a stage."""
        why = str(error).removeprefix(f"{self._name}: ")
        if self.report is not None and self._stages_complete:
            missing = f"kernels by themselves: {why}" if self._measured else why
            notes = self.report.notes
            self.report = replace(
                self.report,
                unmeasured=missing if self.request.run_seconds else "",
                notes=notes if self._complete else (*notes, f"links by names: {why}"),
                stages=tuple(self.stages),
            )
            return
        if any(stage.kind is not Kind.SOURCE for stage in self.stages):
            held = self.report or Report(self._name, self.request.device, (), Links())
            note = f"nothing after {self.stages[-1].name}: {why}"
            self.report = replace(held, stages=tuple(self.stages), notes=(*held.notes, note))
        raise error

    def _take(self, message: dict[str, Any]) -> None:
        if "report" in message:
            self.report = report_from_plain(message["report"], tuple(self.stages))
            self._stages_complete = self.report.cost is not None and not self.request.nan_values
            self._complete = self._stages_complete and bool(message["complete"])
            if self._complete and self.request.run_seconds:
                self._let_take(self.limits.measure_seconds)
        elif "measured" in message:
            if self.report is None:
                raise ValueError("measured before anything else")
            self.report = replace(self.report, **vars(measurement_from_plain(message["measured"])))
            self._measured = True
        elif "done" in message:
            self._done = True
            self._let_take(LAST_SECONDS)
        elif "nan" in message:
            held = message["nan"]
            told: dict[str, Any] = {name: tuple(held[name]) for name in ("index", "inputs", "rounds")}
            self.nan = NanFound(**{**held, **told})
        elif "compiled" in message:
            self._note(Entry.from_json(message["compiled"]))
        elif "note" in message:
            self.notes.append(message["note"])
        elif "error" in message:
            raise UsageError(message["error"])
        elif "explanation" in message:
            self.explanation = Explanation(**message["explanation"])
            said = self.explanation
            where = f"line {said.line}: " if said.line else ""
            raise UsageError(f"{self._name}: {where}{said.title}{': ' + said.mend if said.mend else ''}")

    def _let_take(self, seconds: float) -> None:
        """What comes now may take so long, and no longer than the whole may."""
        until = time.monotonic() + seconds
        if until < self._until:
            self._until, self._allowed = until, seconds

    def _note(self, entry: Entry) -> None:
        """Into the ledger of this process too: what the call was compiled for, and what is new in it."""
        if entry.why == INSPECTED and entry.function in (self.request.function.rpartition(".")[2], LAMBDA):
            entry = replace(entry, why=f"{entry.why}; {in_words(self._changes)}", changes=self._changes or ())
        LEDGER.take([entry], WHERE)

    @property
    def _name(self) -> str:
        return f"{os.path.basename(self.request.path)}:{self.request.function}"

    def _why_ended(self, code: int) -> str:
        if code < 0:
            name = signal.Signals(-code).name if -code in set(signal.Signals) else str(-code)
            return f"{self._name}: its process was ended by signal {name}{self._last_words()}"
        return f"{self._name}: its process ended with exit code {code} and no answer{self._last_words()}"

    def _last_words(self) -> str:
        lines = [line for line in self.printed.splitlines() if line.strip()]
        return f"; it last printed: {lines[-1].strip()[:200]}" if lines else ""

    def _read_answers(
        self, pipe: IO[bytes], messages: queue.Queue[dict[str, Any] | Exception | None]
    ) -> None:
        try:
            while (message := receive(pipe, self.limits.answer_bytes)) is not None:
                messages.put(message)
        except (BadMessage, OSError) as error:
            messages.put(error)
        messages.put(None)

    def _read_printed(self, pipe: IO[bytes]) -> None:
        """Keep the end of what is printed and count the rest."""
        while data := pipe.read1(1 << 16):  # type: ignore[attr-defined]
            self._printed_bytes += len(data)
            self._printed = (self._printed + data)[-KEPT_OUTPUT:]
            if self._printed_bytes > self.limits.printed_bytes:
                return  # nobody reads on: the child waits, and is ended
