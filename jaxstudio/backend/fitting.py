"""The fitting process: matches recipes to a target, learns convolution kernels from pairs of pictures.

It is separate from the engine's process, whose preview goes on meanwhile, and from the inspector's, whose
compilations wait for each other.
"""

from __future__ import annotations

import contextlib
import math
import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from jaxstudio.backend.protocol import OpenRequest, unpack_recipe
from jaxstudio.backend.requests import (
    LearnAnswer,
    LearnRequest,
    MatchAnswer,
    MatchRequest,
    MatchStep,
    ParamValue,
)
from jaxstudio.ir.compilation_log import Entry, receiver
from jaxstudio.ir.compilation_log import forward as listen
from jaxstudio.own_filters.in_use import FilterProcess
from jaxstudio.pipeline.param_refs import ParamRef, param_of
from jaxstudio.pipeline.params import Float, Value
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.processes.channel import Answer, Event, Request
from jaxstudio.processes.child import Program
from jaxstudio.processes.serve import Handlers, Work
from jaxstudio.processes.supervisor import NEVER, Patience, Ticket, ignore

if TYPE_CHECKING:
    import numpy as np

    from jaxstudio.differentiable.minimizers import Progress

__all__ = ["FittingProcess", "handlers", "listen"]

WHERE = "match"  # in the compilation log
MEMORY_BYTES = 16 << 30
# A search checks for cancellation between two renders; a compilation cannot, and is killed after this time.
GRACE_SECONDS = 3.0
# The preview's frames have priority.
NICENESS = 5
# The last phase of a search is on a photo reduced to fewer pixels: a step there takes a second.
MOST_PIXELS = 2 << 20
# Decimals of a value whose slider is one unit long.
DIGITS = 4


class FittingProcess(FilterProcess):
    """The window's side: any thread may call it, nothing here waits for an answer.

    `start` before the first request, because JAX takes a second to import.
    """

    def __init__(self) -> None:
        program = Program(f"{__name__}:handlers", Entry, None, MEMORY_BYTES)
        super().__init__(program, patience=Patience(grace=GRACE_SECONDS), on_aside=receiver(WHERE))

    def call(
        self,
        request: Request[Answer, Event],
        on_answer: Callable[[Answer], object],
        on_error: Callable[[Exception], object],
        on_event: Callable[[Event], object] = ignore,
    ) -> Ticket:
        """As `Supervisor.call`, for a MatchRequest or a LearnRequest."""
        return self.start().call(request, on_answer, on_error, on_event, seconds=NEVER)


def handlers() -> Handlers:
    """Set up JAX; returns the handlers of this process's jobs."""
    with contextlib.suppress(OSError, AttributeError):  # not everywhere
        os.nice(NICENESS)
    from jaxstudio.ir.compilation_listener import start_logging

    start_logging()
    from jaxstudio.runtime.setup import configure

    configure()
    return {MatchRequest: find_values, LearnRequest: learn}


class Control:
    """The window's orders to a running search, which calls these methods between its renders."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._stopped = False

    def cancelled(self) -> bool:
        """Whether the search is cancelled; does not return while the search is paused."""
        paused = False
        while not self._work.stopped:
            word = self._work.note(wait=paused)
            if word is None and not paused:
                return False
            paused = word == "pause" or (paused and word not in ("resume", "stop"))
            self._stopped = self._stopped or word == "stop"
        return True

    def stopped(self) -> bool:
        """Whether the search should stop and return the best recipe so far."""
        return self._stopped


def find_values(request: MatchRequest, work: Work) -> MatchAnswer:
    """Match a recipe; reports a MatchStep for every step, and obeys the notes RESUME and STOP.

    Raises:
        StudioError: a picture cannot be opened, or the two cannot be matched.
        Cancelled: the job was cancelled.
    """
    began = time.perf_counter()
    photo, target = _pixels(request.photo), _pixels(request.target)
    work.check()
    from jaxstudio.differentiable.match import match
    from jaxstudio.own_filters.in_use import full_catalogue

    control = Control(work)
    recipe = unpack_recipe(request.recipe, full_catalogue())

    def report(progress: Progress) -> None:
        values = _values(progress.recipe, request.moving)
        work.tell(MatchStep(values, progress.loss, progress.level, progress.start))

    found = match(
        photo,
        target,
        recipe,
        request.moving,
        loss=request.loss,
        starts=request.starts,
        most_pixels=MOST_PIXELS,
        report=report,
        cancel=control.cancelled,
        stop=control.stopped,
    )
    return MatchAnswer(
        _values(found.recipe, request.moving),
        found.start_loss,
        found.loss,
        found.converged,
        found.stopped,
        found.no_influence,
        found.flat,
        found.renders,
        found.level,
        time.perf_counter() - began,
        found.explains,
    )


def learn(request: LearnRequest, work: Work) -> LearnAnswer:
    """Find a kernel.

    Raises:
        StudioError: a picture cannot be opened, or the pair has no kernel of this kind.
    """
    import numpy as np

    began = time.perf_counter()
    before, after = _pixels(request.before), _pixels(request.after)
    work.check()
    from jaxstudio.differentiable.learn_kernel import learn_kernel
    from jaxstudio.differentiable.match import colours

    before, after = colours(before), colours(after)
    found = learn_kernel(
        before,
        after,
        request.size,
        separable=request.separable,
        symmetric=request.symmetric,
        nonnegative=request.nonnegative,
        sum_one=request.sum_one,
    )
    margin = request.size // 2
    inner = (slice(margin, -margin), slice(margin, -margin))
    difference = float(np.sqrt(np.mean(np.square(before[inner] - after[inner], dtype=np.float64))))
    return LearnAnswer(found.rows(), found.rms, difference, time.perf_counter() - began)


def _values(recipe: Recipe, moving: tuple[ParamRef, ...]) -> tuple[ParamValue, ...]:
    return tuple(ParamValue(ref, _rounded(recipe, ref)) for ref in moving)


def _rounded(recipe: Recipe, ref: ParamRef) -> Value:
    """A value rounded to one digit more than its slider can show, within its range."""
    param, value = param_of(recipe, ref), recipe.step(ref.step).params[ref.name]
    if not isinstance(param, Float) or not isinstance(value, float):
        return value
    low, high = param.slider
    digits = DIGITS - math.floor(math.log10(high - low))
    return min(max(round(value, digits), param.low), param.high)


def _pixels(request: OpenRequest) -> np.ndarray:
    from jaxstudio.backend.photos import decode

    pixels: Any = decode(request).pixels
    return pixels
