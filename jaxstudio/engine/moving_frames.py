"""How far a frame is reduced while a control is held, and what is computed before the control moves."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from itertools import takewhile

from jaxstudio.engine.adaptive import AdaptiveResolution, StepPaces, coarsest_level
from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.expansion import expand_for_engine
from jaxstudio.engine.job import Job
from jaxstudio.engine.plan import plan_of
from jaxstudio.engine.plan.masked import measures_whole_image
from jaxstudio.engine.render import Engine
from jaxstudio.engine.requests import View
from jaxstudio.engine.source import Source
from jaxstudio.pipeline.display_mode import preview_level
from jaxstudio.pipeline.recipe import Recipe


class MovingFrames:
    """The level of each frame of a drag, by what earlier frames took; used by one thread."""

    def __init__(self) -> None:
        self.resolution = AdaptiveResolution()
        self._step_paces = StepPaces()
        self._last: tuple[Hashable, View, int] | None = None  # the previous frame: its key, view and level

    @property
    def last_level(self) -> int:
        """The level at which the previous frame was computed."""
        return 0 if self._last is None else self._last[2]

    def keeps_result(self, view: View, *, whole: bool) -> bool:
        """Whether the next view may show another part of the same result.

        That is so while the hand pans or zooms, and before, where a part is seen at rest; `whole`: all is.
        """
        last = self._last[1] if self._last is not None else None
        if not view.moving or last is None:
            return not whole
        same = (last.source.token, last.recipe) == (view.source.token, view.recipe)
        return same and last.rect != view.rect

    def level(self, engine: Engine, view: View) -> tuple[Hashable, int]:
        """The key of frames that take the same time; the level at which they keep up with the hand.

        A finer level than that of the previous frame is begun only where the input of the step that changes
        is kept at it: to compute the steps before would hold the hand up. Of a picture that moves a frame
        that is computed anew has no key: of others a small part is computed, and their times differ.
        """
        last, present = self._last, preview_level(view.zoom)
        before = last[1].recipe if last is not None else Recipe()
        key, level = self._suitable(engine, view, before)
        if before == view.recipe:
            return key, level
        if last is not None and (last[0], preview_level(last[1].zoom)) == (key, present):
            present = last[2]
        while level < present and not self._keeps_input(engine, view, before, level):
            level += 1
        return key, level

    def record(
        self, view: View, level: int, pixels: int, step_ms: Mapping[int, float], key: Hashable, seconds: float
    ) -> None:
        """Learn from a finished frame of so many pixels.

        Args:
            key: as `level` returned it; None if the level was not chosen by it.
            seconds: without compiling.
        """
        last = self._last
        if key is not None:
            steady = last is not None and (last[0], last[2]) == (key, level)
            self.resolution.record(key, pixels, seconds, steady=steady)
        if level == preview_level(view.zoom):
            self._step_paces.record(view.source.token, step_ms, _names(view.recipe), pixels)
        self._last = key, view, level

    def prepare(self, engine: Engine, key: int, cancel: Callable[[], bool]) -> None:
        """Keep what moves of the step with this key will need before it, at the level of the first frame.

        A drag that becomes slower goes on one level coarser, and one with time to spare is finer than the
        screen where that shows more: that takes longest, and comes last.

        Raises:
            Cancelled: `cancel` returned true.
        """
        if self._last is None:
            return
        view = replace(self._last[1], moving=True)
        if not any(step.key == key and step.enabled for step in view.recipe.steps):
            return
        before = view.recipe.switched(key, False)
        usual = preview_level(view.zoom)
        levels = [usual]
        if view.adaptive:
            level = self._suitable(engine, view, before)[1]
            first = max(level, usual)
            levels = [first, min(first + 1, _coarsest(view)), level]
        if any(plan_of(step.implementation).by_library for step in expanded(view).active):
            return  # the call of a library cannot be cancelled
        for level in levels:
            jobs, small = _jobs(view, before, level), frame_rects(engine, view, level)[0]
            if small.area:
                engine.for_job(jobs[0]).executor.keep_input(*jobs, small, cancel)

    def _keeps_input(self, engine: Engine, view: View, before: Recipe, level: int) -> bool:
        jobs, small = _jobs(view, before, level), frame_rects(engine, view, level)[0]
        return engine.for_job(jobs[0]).executor.keeps_input(*jobs, small)

    def _keeps_most(self, engine: Engine, view: View) -> bool:
        level = preview_level(view.zoom)
        job, small = _jobs(view, view.recipe, level)[0], frame_rects(engine, view, level)[0]
        return engine.for_job(job).executor.keeps_most(job, small, view.dtype)

    def _suitable(self, engine: Engine, view: View, before: Recipe) -> tuple[Hashable, int]:
        """The key of such frames, if any, and the finest level whose frames are expected in time."""
        usual, recipe = preview_level(view.zoom), expanded(view)
        pairs = zip(before.steps, view.recipe.steps, strict=False)
        changed = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        differs = any(step.op.differs_reduced(step.params) for step in (*view.recipe.active, *recipe.active))
        if moves := before == view.recipe:
            changed = 0  # the picture moves: all steps are computed, unless most of the result is kept
        names = tuple(step.op.name for step in recipe.active)
        key: Hashable = (view.source.token, names, moves, changed, view.wants_floats)
        later = _names(replace(view.recipe, steps=view.recipe.steps[changed:]))
        assumed = self._step_paces.of(view.source.token, later)
        area, coarsest = view.rect.area, _coarsest(view)
        level = self.resolution.level(key, area, 0 if differs else usual, usual, coarsest, assumed)
        if not moves:
            return key, level
        if level > usual and self._keeps_most(engine, view):
            # such a frame takes more for a pixel where there are fewer
            key = (key, usual)
            return key, self.resolution.level(key, area, usual, usual, coarsest)
        return None, level


def expanded(view: View) -> Recipe:
    """The view's recipe as the engine computes it."""
    source = view.source
    return expand_for_engine(view.recipe, (source.height, source.width), source.curve, source.lens)


def frame_rects(engine: Engine, view: View, level: int) -> tuple[Rect, Rect]:
    """The part to compute in pixels of the result at `level`, and the same in pixels of the whole result."""
    source, usual = view.source, preview_level(view.zoom)
    size = engine.size(view.recipe, source.height, source.width)
    rect = view.rect
    if level < usual:  # the averaged pixels must begin where the usual frame's pixels do
        rect = rect.reduced(usual).enlarged(usual).clipped(*size)
    small = rect.reduced(level).clipped(*engine.size(view.recipe, *shape_at(source, level)))
    return small, rect if level < usual else small.enlarged(level).clipped(*size)


def shape_at(source: Source, level: int) -> tuple[int, int]:
    """(height, width) of the photo reduced by 2^level."""
    photo = source.level(level)
    return photo.height, photo.width


def approximates(view: View, recipe: Recipe) -> bool:
    """Whether a frame measures statistics on a reduced photo; `recipe` is the view's, expanded."""
    return view.moving and any(map(measures_whole_image, recipe.active))


def _jobs(view: View, before: Recipe, level: int) -> tuple[Job, Job]:
    approximate = approximates(view, expanded(view))
    job = Job(view.source, view.recipe, level, approximate)
    return job, replace(job, recipe=before)


def _names(recipe: Recipe) -> dict[int, str]:
    return {step.key: step.op.name for step in recipe.active}


def _coarsest(view: View) -> int:
    return coarsest_level(view.rect.height, view.rect.width, preview_level(view.zoom))
