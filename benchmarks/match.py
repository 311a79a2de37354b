"""Suite `match`: random stacks whose parameters are known, found again from the picture made with them.

Times are processor time of this process: each stack begins with none of its kernels loaded, as a new process
would. Kernels that were never used on this machine are compiled first, once; the cache on disk has them from
then on, for pictures of every size.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import jax
import numpy as np
from scipy.optimize import minimize
from skimage import data

from benchmarks.measurement import Options, Row, percentile, spelled
from jaxstudio.differentiable.identifiability import slider_ranges
from jaxstudio.differentiable.learn_kernel import learn_kernel
from jaxstudio.differentiable.match import MatchResult, match
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.param_refs import ParamRef, movable
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.runtime.setup import configure

SIZE = (1000, 1000)
STACKS, QUICK_STACKS = 200, 10
PHOTOS = ("astronaut", "chelsea", "coffee", "rocket", "retina")
# What a person adjusts on a photo: filters whose result varies with real numbers.
FILTERS = (
    "brightness", "contrast", "exposure", "gamma", "sigmoid", "levels", "log", "vignette", "saturation",
    "hue", "vibrance", "sepia", "white_balance", "gaussian_blur", "unsharp_mask", "high_pass",
    "local_contrast", "lens",
)  # fmt: skip
MOST_STEPS = 5
# The values sought lie in this part of each slider, around its middle.
MIDDLE = 0.6
# Other starts, and evaluations, of the peer.
PEER_STACKS, PEER_EVALUATIONS = 20, 4000
SHARE, SECONDS, NEAR = 0.01, 10.0, 0.02
KERNEL_SIZE, KERNEL_SECONDS, KERNEL_ERROR = 7, 5.0, 1e-4


@dataclass(frozen=True)
class Found:
    """One stack: what was sought, what was found and what that took."""

    truth: Recipe
    result: MatchResult
    seconds: float
    wall_seconds: float
    near: tuple[bool, ...] = field(default=())

    @property
    def share(self) -> float:
        """The final loss as a share of the first."""
        return self.result.loss / self.result.start_loss


def rows(options: Options) -> Iterator[Row]:
    """Stacks, the peer, a kernel."""
    configure()
    for size in options.sizes or (SIZE,):
        if options.wants("random stacks"):
            yield _stacks(size, QUICK_STACKS if options.quick else STACKS)
        if options.wants("renders beside Nelder-Mead"):
            yield _renders(QUICK_STACKS // 2 if options.quick else PEER_STACKS)
        if options.wants("learn a kernel"):
            yield _kernel(size)


def _stacks(size: tuple[int, int], count: int) -> Row:
    found = list(find_stacks(size, count))
    reached = sum(each.share < SHARE for each in found) / count
    near = [close for each in found for close in each.near]
    seconds = [each.seconds for each in found]
    more: dict[str, Any] = {
        "stacks": count,
        "below_one_percent": reached,
        "parameters_near": sum(near) / len(near) if near else 1.0,
        "identifiable": len(near),
        "p90_s": percentile(seconds, 90),
        "longest_s": max(seconds),
        "longest_wall_s": max(each.wall_seconds for each in found),
    }
    return Row(
        suite="match",
        name="random stacks",
        size=spelled(*size),
        ours_ms=1e3 * percentile(seconds, 50),
        target=f"<= {SECONDS:.0f} s; 90 % below 1 %; 80 % of parameters within 2 %",
        met=max(seconds) <= SECONDS and reached >= 0.9 and more["parameters_near"] >= 0.8,
        more=more,
        remark=f"p90 {more['p90_s']:.1f} s, longest {max(seconds):.1f} s; {reached:.0%} below 1 %; "
        f"{more['parameters_near']:.0%} of parameters near",
    )


def find_stacks(size: tuple[int, int], count: int) -> Iterator[Found]:
    """Match one random stack after the other, with their own seeds."""
    for number in range(count):
        photo, truth, start = problem(number, size)
        target = Engine().render(Source(photo), truth, dtype="float32")
        forget_compiled()
        began, wall = time.process_time(), time.perf_counter()
        result = match(photo, target, start)
        took = time.process_time() - began, time.perf_counter() - wall
        yield Found(truth, result, *took, _near(truth, result))


def forget_compiled() -> None:
    """Let this process forget what it has traced and compiled."""
    jax.clear_caches()


def problem(number: int, size: tuple[int, int]) -> tuple[np.ndarray, Recipe, Recipe]:
    """A photo, a random recipe, and the same with its default values."""
    choose = random.Random(number)
    photo = picture(PHOTOS[number % len(PHOTOS)], size)
    while True:
        names = choose.sample(FILTERS, choose.randint(1, MOST_STEPS))
        truth = start = Recipe(seed=number)
        for name in names:
            truth, start = (recipe.added(CATALOGUE[name]) for recipe in (truth, start))
        for ref in movable(truth):
            param = truth.step(ref.step).op.by_name[ref.name]
            assert isinstance(param, Float)
            low, high = param.slider
            value = low + (high - low) * (0.5 + MIDDLE * (choose.random() - 0.5))
            truth = truth.with_param(ref.step, ref.name, value)
        small = cv2.resize(photo, (64, 64), interpolation=cv2.INTER_AREA)
        with np.errstate(all="ignore"):
            made, begun = (Engine().render(Source(small), each, dtype="float32") for each in (truth, start))
        if np.isfinite(made).all() and 1e-4 < np.mean(np.square(made - begun)) < 1 and made.std() > 0.02:
            return photo, truth, start


def picture(name: str, size: tuple[int, int]) -> np.ndarray:
    """A photo of scikit-image in this size, uint8."""
    resized: np.ndarray = cv2.resize(getattr(data, name)(), size[::-1], interpolation=cv2.INTER_CUBIC)
    return resized


def _near(truth: Recipe, result: MatchResult) -> tuple[bool, ...]:
    """For each parameter that can be told from the picture whether it was found, by its slider's range."""
    left_out = {*result.no_influence, *(ref for group in result.flat for ref in group)}
    refs = movable(truth)
    near = []
    for ref, reach in zip(refs, slider_ranges(truth, refs), strict=True):
        wanted, found = (each.step(ref.step).values[ref.name] for each in (truth, result.recipe))
        if ref not in left_out:
            near.append(bool(abs(wanted - found) <= NEAR * reach))  # type: ignore[operator]
    return tuple(near)


def _renders(count: int) -> Row:
    """Renders of a search beside those that Nelder-Mead takes, from the same start, to the same loss."""
    ours, theirs, given_up = 0, 0, 0
    size = (100, 100)
    for number in range(count):
        photo, truth, start = problem(number, size)
        target = Engine().render(Source(photo), truth, dtype="float32")
        result = match(photo, target, start)
        taken, reached = nelder_mead(photo, target, start, max(result.loss, 1e-9))
        ours, theirs, given_up = ours + result.renders, theirs + taken, given_up + (not reached)
    return Row(
        suite="match",
        name="renders beside Nelder-Mead",
        size=spelled(*size),
        ours_ms=0.0,
        ratio=ours / theirs,
        target="<= 1/20 of its renders",
        met=20 * ours <= theirs,
        more={"renders": ours, "nelder_mead": theirs, "given_up": given_up, "stacks": count},
        remark=f"{ours} renders, SciPy's Nelder-Mead {theirs}; it gave up {given_up} of {count} "
        f"after {PEER_EVALUATIONS}",
    )


class _Reached(Exception):
    """The loss that was asked for."""


def nelder_mead(photo: np.ndarray, target: np.ndarray, start: Recipe, loss: float) -> tuple[int, bool]:
    """How many renders SciPy's Nelder-Mead takes to a loss, and whether it reaches it."""
    engine, source, refs = Engine(), Source(photo), movable(start)
    taken = 0

    def of(values: Sequence[float]) -> float:
        nonlocal taken
        taken += 1
        recipe = start
        for ref, value in zip(refs, values, strict=True):
            recipe = with_value(recipe, ref, value)
        reached = float(np.mean(np.square(engine.render(source, recipe, dtype="float32") - target)))
        if reached <= loss:
            raise _Reached
        return reached if np.isfinite(reached) else 1e9

    begin = [float(start.step(ref.step).values[ref.name]) for ref in refs]  # type: ignore[arg-type]
    try:
        minimize(
            of,
            begin,
            method="Nelder-Mead",
            options={"fatol": 0, "xatol": 0, "maxfev": PEER_EVALUATIONS, "maxiter": PEER_EVALUATIONS},
        )
    except _Reached:
        return taken, True
    return taken, False


def with_value(recipe: Recipe, ref: ParamRef, value: float) -> Recipe:
    """A recipe with a parameter at the allowed value next to this one."""
    param = recipe.step(ref.step).op.by_name[ref.name]
    assert isinstance(param, Float)
    return recipe.with_param(ref.step, ref.name, float(np.clip(value, param.low, param.high)))


def _kernel(size: tuple[int, int]) -> Row:
    """A random kernel from a pair of photos."""
    photo = picture(PHOTOS[0], size).astype(np.float32) / 255
    kernel = np.random.default_rng(5).normal(size=(KERNEL_SIZE, KERNEL_SIZE)) / KERNEL_SIZE
    after = cv2.filter2D(photo, cv2.CV_32F, kernel[::-1, ::-1], borderType=cv2.BORDER_REFLECT)
    jax.clear_caches()
    began = time.process_time()
    found = learn_kernel(photo, after, KERNEL_SIZE)
    took = time.process_time() - began
    error = float(np.abs(found.kernel - kernel).max())
    return Row(
        suite="match",
        name=f"learn a kernel {KERNEL_SIZE}x{KERNEL_SIZE}",
        size=spelled(*size),
        ours_ms=1e3 * took,
        target=f"to {KERNEL_ERROR:g} in {KERNEL_SECONDS:.0f} s",
        met=error <= KERNEL_ERROR and took <= KERNEL_SECONDS,
        more={"error": error},
        remark=f"largest error of a weight {error:.1g}",
    )
