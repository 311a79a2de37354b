"""Suite `sensitivity`: the map of derivatives beside a frame of the same part of the result, in turns.

Both are what the engine's process does for the canvas, painted for Qt: of the first real number of a filter,
on a 12 MP photo shown whole on a canvas of 1.5 MP, the value moved before each. Times are processor time.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.measurement import Options, Row, spelled
from benchmarks.workload import photo
from jaxstudio.backend.frames import painted
from jaxstudio.backend.sensitivities import METRIC_SIDE, level_for, paint
from jaxstudio.differentiable.pixel_derivatives import PreviewDifferentiator
from jaxstudio.differentiable.sensitivity import METRICS, metric_gradient
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.masks import Ellipse, Mask, MaskPart
from jaxstudio.pipeline.param_refs import ParamRef, movable, param_of
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.runtime.setup import configure

SIZE, LEVEL = (3000, 4000), 1
FRAMES, ARROW_FRAMES = 2.0, 4.0
ROUNDS, QUICK_ROUNDS = 12, 5
# Of each a step whose first real number moves, and steps after it.
STACKS = (
    ("brightness",), ("gamma",), ("saturation",), ("contrast",), ("vignette",), ("hue",),
    ("gaussian_blur",), ("unsharp_mask",), ("local_contrast",), ("guided",), ("film_grain",),
    ("lens",), ("rotate",), ("gamma", "gaussian_blur", "saturation"), ("gaussian_blur", "gamma", "vignette"),
)  # fmt: skip
MASKED = "gaussian_blur under a mask"


@dataclass(frozen=True)
class _Case:
    name: str
    recipe: Recipe
    ref: ParamRef


def rows(options: Options) -> Iterator[Row]:
    """Maps of single filters and stacks, and the gradient of a number."""
    configure()
    size = options.sizes[0] if options.sizes else SIZE
    source, engine = Source(photo(*size)), Engine()
    rounds = QUICK_ROUNDS if options.quick else ROUNDS
    found = []
    for case in cases():
        if options.wants(case.name):
            row = map_beside_frame(engine, source, case, LEVEL, rounds)
            found.append(row.ratio or 1.0)
            yield row
    if len(found) > 1:
        mean = statistics.geometric_mean(found)
        yield Row(
            suite="sensitivity",
            name="geometric mean",
            size=spelled(*size),
            ours_ms=0.0,
            ratio=mean,
            target=f"<= {FRAMES:.0f} frames",
            met=mean <= FRAMES,
            remark=f"{sum(ratio <= FRAMES for ratio in found)} of {len(found)} within it",
        )
    if options.wants("arrows"):
        yield _arrows(engine, source, rounds)


def cases() -> Iterator[_Case]:
    """What is measured, by name."""
    for names in STACKS:
        recipe = Recipe(seed=3)
        for name in names:
            recipe = recipe.added(CATALOGUE[name])
        yield _Case(", ".join(names), recipe, movable(recipe)[0])
    mask = Mask(1, (MaskPart(Ellipse(0.5, 0.5, 0.6, 0.7), 0.1),))
    recipe = Recipe().with_mask(mask).added(CATALOGUE["gaussian_blur"], mask=1)
    yield _Case(MASKED, recipe, movable(recipe)[0])


def moves(case: _Case, count: int) -> list[Recipe]:
    """The recipe with the parameter moved a little, so often."""
    param = param_of(case.recipe, case.ref)
    assert isinstance(param, Float)
    low, high = param.slider
    value = float(case.recipe.step(case.ref.step).values[case.ref.name])  # type: ignore[arg-type]
    sign = 1 if value + 0.1 * (high - low) <= param.high else -1
    return [
        case.recipe.with_param(
            case.ref.step, case.ref.name, value + sign * (high - low) * 0.002 * (number + 1)
        )
        for number in range(count)
    ]


def map_beside_frame(engine: Engine, source: Source, case: _Case, level: int, rounds: int) -> Row:
    """The row of a filter or stack."""
    differentiator = PreviewDifferentiator(engine)
    how: list[bool] = []

    def frame(recipe: Recipe) -> None:
        pixels = engine.render(source, recipe, dtype="uint8", level=level, approximate_statistics=True)
        painted(pixels, (0, 0, 0, 0), np.empty)

    def derive(recipe: Recipe) -> None:
        found = differentiator.derivatives(source, recipe, case.ref, level=level)
        how.append(found.by_differences)
        paint(found, engine, (0, 0, 0, 0), np.empty)

    ours, theirs = in_turns(derive, frame, moves(case, rounds + 2))
    ratio = min(ours) / min(theirs)
    return Row(
        suite="sensitivity",
        name=case.name,
        size=spelled(source.height, source.width),
        ours_ms=min(ours),
        peers={"frame": min(theirs)},
        ratio=ratio,
        target=f"<= {FRAMES:.0f} frames",
        met=ratio <= FRAMES,
        remark="difference of two renders" if how[-1] else "jax.jvp",
    )


def in_turns(
    ours: Callable[[Recipe], None], theirs: Callable[[Recipe], None], recipes: Sequence[Recipe]
) -> tuple[list[float], list[float]]:
    """Processor milliseconds of each recipe but the first two, which compile and find what is kept."""
    times: tuple[list[float], list[float]] = ([], [])
    for number, recipe in enumerate(recipes):
        for call, kept in zip((ours, theirs), times, strict=True):
            began = time.process_time()
            call(recipe)
            if number > 1:
                kept.append((time.process_time() - began) * 1e3)
    return times


def _arrows(engine: Engine, source: Source, rounds: int) -> Row:
    """The gradient of a number with respect to all parameters of a stack, on a small photo."""
    case = next(case for case in cases() if "," in case.name)
    level = level_for(source.height, source.width, METRIC_SIDE)
    refs = movable(case.recipe)

    def gradient(recipe: Recipe) -> None:
        metric_gradient(next(iter(METRICS)), engine, source, recipe, refs, level)

    def frame(recipe: Recipe) -> None:
        pixels = engine.render(source, recipe, dtype="uint8", level=LEVEL)
        painted(pixels, (0, 0, 0, 0), np.empty)

    ours, theirs = in_turns(gradient, frame, moves(case, rounds + 2))
    ratio = min(ours) / min(theirs)
    return Row(
        suite="sensitivity",
        name=f"arrows: {case.name}",
        size=spelled(source.height, source.width),
        ours_ms=min(ours),
        peers={"frame": min(theirs)},
        ratio=ratio,
        target=f"<= {ARROW_FRAMES:.0f} frames",
        met=ratio <= ARROW_FRAMES,
        remark=f"{len(refs)} parameters, on {METRIC_SIDE} pixels a side",
    )
