"""Programs are kept, and compiled in threads of their own: what is wanted now, and that quickly.

A second thread, when the hand is still, compiles them again and well, and then runs operations that were
new once by themselves, so that the next function made of them is there at once. What is wanted never
waits for that.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np

from jaxstudio.functions.derivatives.methods import Method
from jaxstudio.functions.service.coarse import POINTS
from jaxstudio.functions.service.programs import Program
from jaxstudio.functions.service.reading import Function
from jaxstudio.processes.serve import Work
from jaxstudio.runtime.compile_counter import COMPILES

MOST_PROGRAMS = 256
# Nothing was drawn for so long: the hand is still.
STILL_SECONDS = 0.3
# Another program has been in work so long that this process had better be replaced.
STUCK_SECONDS = 2.0
LOOK_SECONDS = 0.02
# What took longer to compile quickly is not compiled again.
MOST_SECONDS = 3.0


class Programs:
    """Keeps programs, and compiles in a thread those that are wanted."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Program] = OrderedDict()
        self._wanted: list[Program] = []
        self._later: list[Program] = []
        self._asked = 0.0
        self._needed: set[str] = set()
        self._wake = threading.Condition()
        self._current: Program | None = None
        self._improving = False
        self._known: set[tuple[str, str, str]] = set()
        self._closed = False
        self._threads = [
            threading.Thread(target=self._compile_wanted, name="jaxstudio-compile", daemon=True),
            threading.Thread(target=self._improve, name="jaxstudio-improve", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """End the threads, once they have compiled what they are at."""
        with self._wake:
            self._closed = True
            self._wake.notify_all()
        for thread in self._threads:
            thread.join()

    def program(self, function: Function, order: int, method: Method, dtype: np.dtype) -> Program:
        """The one program of a function, an order, a method and a format."""
        program = Program(function, order, method, dtype)
        kept = self._kept.setdefault(program.key, program)
        self._kept.move_to_end(program.key)
        while len(self._kept) > MOST_PROGRAMS:
            self._kept.popitem(last=False)
        return kept

    def _is_new(self, program: Program) -> bool:
        """Whether it could be computed at once if its operations were known."""
        return not program.lengthy and not program.operations <= self._known

    def is_settled(self) -> bool:
        """Whether nothing is being compiled, and nothing will be until something new is wanted."""
        with self._wake:
            return not (self._current or self._wanted or self._improving or self._later)

    def is_quick(self, program: Program) -> bool:
        """Whether it can be computed now, compiled or at once."""
        return program.done.is_set() or not (program.lengthy or self._is_new(program))

    def get_to_know(self, program: Program) -> None:
        """Compute it once operation by operation, so that the kernels of its operations are there."""
        if self._is_new(program):
            program.at_once(np.linspace(0.5, 1.5, POINTS), dict.fromkeys(program.function.line.sliders, 1.0))
            self._known |= program.operations

    def want(self, programs: Sequence[Program]) -> None:
        """Compile these next, in this order and later on well; forget what was wanted before."""
        with self._wake:
            self._asked, self._needed = time.monotonic(), {program.key for program in programs}
            self._wanted = [program for program in programs if not program.done.is_set()]
            self._later = [program for program in programs if not program.final or self._is_new(program)]
            if self._wanted or self._later:
                self._wake.notify_all()

    def also(self, program: Program) -> None:
        """Compile this one too, after what is wanted already."""
        with self._wake:
            if not program.done.is_set() and program not in (self._current, *self._wanted):
                self._wanted.append(program)
                self._wake.notify_all()

    def wait_for(self, program: Program, work: Work, said: str) -> None:
        """Wait until it is compiled; raises what went wrong, Cancelled when something newer waits."""
        begun, blamed, stuck = time.monotonic(), "", False
        while not program.done.is_set():
            with self._wake:
                if program not in (self._current, *self._wanted):
                    self._wanted.insert(0, program)
                    self._wake.notify_all()
                current = self._current or program
            if current is program and blamed != program.key:
                work.doing(f"compiling {said}", program.key)
                blamed = program.key
            elif current.key not in self._needed and not stuck and time.monotonic() - begun > STUCK_SECONDS:
                stuck = True
                work.surrender()
            program.done.wait(LOOK_SECONDS)
            work.check_room()
        if program.error is not None:
            raise program.error

    def _compile_wanted(self) -> None:
        while True:
            with self._wake:
                self._current = None
                self._wake.wait_for(lambda: self._wanted or self._closed)
                if self._closed:
                    return
                self._current = program = self._wanted.pop(0)
            if not program.done.is_set():
                program.compile()

    def _improve(self) -> None:
        while True:
            with self._wake:
                self._improving = False
                while (program := self._next()) is None and not self._closed:
                    self._wake.wait(STILL_SECONDS if self._later else None)
                if program is None or self._closed:
                    return
                self._improving = True
            with COMPILES.ahead():
                if program.final:
                    self.get_to_know(program)
                else:
                    program.compile()

    def _next(self) -> Program | None:
        """Under the lock: what is to be improved now, if the hand is still: one stage of each in turn."""
        if self._wanted or self._current or time.monotonic() < self._asked + STILL_SECONDS:
            return None
        ready = [program for program in self._later if program.done.is_set()]
        unfinished = [
            program for program in ready if not program.final and program.compiled_in <= MOST_SECONDS
        ]
        if unfinished:
            self._later.remove(unfinished[0])
            self._later.append(unfinished[0])
            return unfinished[0]
        new = [program for program in ready if program.final and self._is_new(program)]
        self._later = new[1:]
        return new[0] if new else None
