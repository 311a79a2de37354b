"""The time limit of a command: its answer is the finished part, and the rest is named.

It runs in a thread of its own, which hears at its next step that its time is over. What cannot hear, a
compilation in XLA say, is left behind and ends with the process.
"""

from __future__ import annotations

import argparse
import atexit
import math
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, TextIO

from jaxstudio.cli.parser import Parser
from jaxstudio.errors import Cancelled, StudioError
from jaxstudio.functions.progress import Progress
from jaxstudio.lazy_dataclass import dataclass

# Most plots take two to four, half of which is loading JAX.
SECONDS = 7.0
# On a machine that does much else they take longer by the clock: up to so many times, then it is over too.
PATIENCE = 4.0
LONGEST = 1e6
# How often the clock is looked at, from when on and how often it is said what is being done, and how long
# a computation has to hear that its time is over.
LOOK, SAY_FROM, SAY_EVERY, TO_HEAR = 0.05, 3.0, 2.0, 0.25


def add_option(parser: Parser | argparse.ArgumentParser) -> None:
    """--time-limit."""
    parser.add_argument(
        "--time-limit", type=_seconds, default=SECONDS, metavar="SECONDS",
        help="what is not computed in so much of the processor's time is left out and named "
        f"(default {SECONDS:g}; 0: no limit)",
    )  # fmt: skip


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= LONGEST:
        raise argparse.ArgumentTypeError(f"{text!r}: expected seconds from 0 to {LONGEST:g}")
    return seconds


class Spent:
    """A clock: the seconds of the processor's time that this process has spent since, or by the clock on the
    wall a fraction of those that have passed, if that is more."""

    def __init__(self) -> None:
        self._processor, self._wall = time.process_time(), time.monotonic()

    def __call__(self) -> float:
        wall = (time.monotonic() - self._wall) / PATIENCE
        return max(time.process_time() - self._processor, wall)


@dataclass(frozen=True)
class Ended:
    """The end of a computation: complete, or stopped by the time limit while `doing` something."""

    answer: Any
    whole: bool
    doing: str = ""

    def why(self, seconds: float) -> str:
        """Say why the result is incomplete, and how to get all of it."""
        during = f" while {self.doing}" if self.doing else ""
        return f"stopped after {seconds:g} s{during} (--time-limit {max(60, 5 * seconds):g} gives it longer)"


def within(
    job: Callable[[Progress], Any],
    seconds: float,
    clock: Callable[[], float],
    *,
    errors: TextIO | None = None,
) -> Ended:
    """Run a job until it is done, or until the clock shows so many seconds; 0 is no limit.

    What the job raises is raised here; KeyboardInterrupt ends it too. On `errors` (stderr) it is said now
    and then what is being done.
    """
    progress, done, result = Progress(), threading.Event(), _Result()

    def run() -> None:
        try:
            result.answer = job(progress)
        except BaseException as error:  # raised again by who waits
            result.error = error
        finally:
            done.set()

    thread = threading.Thread(target=run, name="jaxstudio-command", daemon=True)
    thread.start()
    said = _Said(seconds, errors or sys.stderr)
    over = seconds or math.inf
    try:
        while not done.wait(LOOK) and clock() < over:
            said.look(clock(), progress.doing)
    finally:
        said.clear()
        progress.end()
        _LEFT.append(thread)
    if not done.wait(TO_HEAR) or isinstance(result.error, Cancelled):
        return Ended(progress.answer, whole=False, doing=progress.doing)
    if result.error is not None:
        raise _in_a_line(result.error)
    return Ended(result.answer, whole=True)


def _in_a_line(error: BaseException) -> BaseException:
    """Too little memory and too deep a nesting as a ComputeError; other errors as they are."""
    from jaxstudio.processes.errors import rebuild_error, record_error

    record = record_error(error)
    return error if record.trace or isinstance(error, StudioError) else rebuild_error(record)


@dataclass
class _Result:
    answer: Any = None
    error: BaseException | None = None


class _Said:
    """Progress on stderr: in a terminal one line that changes, elsewhere a line for each thing."""

    def __init__(self, seconds: float, errors: TextIO) -> None:
        self._limit, self._errors = f" of {seconds:g}" if seconds else "", errors
        self._next, self._last, self._width = SAY_FROM, "", 0

    def look(self, passed: float, doing: str) -> None:
        terminal = self._errors.isatty()
        if passed < self._next or not doing or (doing == self._last and not terminal):
            return
        self._next, self._last = passed + (1.0 if terminal else SAY_EVERY), doing
        line = f"jaxstudio: {doing} ({passed:.0f} s{self._limit})"
        if not terminal:
            print(line, file=self._errors, flush=True)
            return
        self._errors.write("\r" + line[:119].ljust(self._width))
        self._errors.flush()
        self._width = len(line[:119])

    def clear(self) -> None:
        if self._width:
            self._errors.write("\r" + " " * self._width + "\r")
            self._errors.flush()


# The threads whose jobs may still be at work when the process is to end.
_LEFT: list[threading.Thread] = []
_CODE = [0]


def leave_with(code: int) -> None:
    """Leave with this exit code; threads at work do not delay the end of the process."""
    _CODE[0] = code


def _leave() -> None:
    """A thread inside native code must not see the interpreter go."""
    if any(thread.is_alive() for thread in _LEFT):
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(_CODE[0])


atexit.register(_leave)
