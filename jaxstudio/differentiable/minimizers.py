"""Minimizers of the difference between a recipe's result and a target: Levenberg-Marquardt and Adam.

A logistic reparametrization, not clipping, enforces hard ranges.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import jax
import numpy as np
import optax  # type: ignore[import-untyped]

from jaxstudio.differentiable.differences import Jacobian, Pictures
from jaxstudio.differentiable.identifiability import slider_ranges
from jaxstudio.differentiable.losses import loss_and_slope, named_loss
from jaxstudio.errors import Cancelled
from jaxstudio.pipeline.param_refs import ParamRef, param_of
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.recipe import Recipe

# A start at the end of a range would have no slope: it is moved inside by this share of the range.
INSIDE = 1e-4
# A search ends when the next step is predicted to lower the loss by less than this share,
TOLERANCE = 1e-3
# or when the loss has fallen to SMALL_SHARE of its start, or to SMALL_LOSS: a root mean square of a hundredth
# of a step of 8 bits.
SMALL_SHARE, SMALL_LOSS = 1e-7, 1.5e-9
LONGEST_STEP = 3.0
FIRST_DAMPING, LEAST_DAMPING, MOST_DAMPING = 1e-3, 1e-9, 1e8
# Smaller after a search on a reduced photo, because the minimum is near.
LATER_DAMPING = 1e-6
# Steps of Adam for one of Levenberg-Marquardt; the rate of the first; how many without gain end a search.
ADAM_STEPS, ADAM_RATE, ADAM_PATIENCE = 3, 0.05, 25
ADAM_GAIN = 1e-3
# Adam computes derivatives anew once a slider has moved by this share of its length.
ADAM_REACH = 0.02
# The loss falls fast if a step leaves less than the share FAST of it; it no longer falls if SLOW_STEPS
# consecutive steps each leave more than SLOW.
FAST, SLOW, SLOW_STEPS = 0.2, 0.98, 2


@dataclass(frozen=True)
class Progress:
    """A step of a search.

    Attributes:
        recipe: the best so far.
        loss: of this step, as a share of the first loss on the same pictures.
        level: of the pictures, which are reduced by 2^level.
        start: the number of the start, from 0.
    """

    recipe: Recipe
    loss: float
    level: int
    start: int


@dataclass
class Search:
    """The state of a search: its loss, its callbacks, and its counters.

    first: the initial loss, by level. best: the smallest share of the initial loss on the present pictures,
    and its recipe. last: whether this is the last phase, after one on a reduced photo.
    """

    loss: str
    report: Callable[[Progress], None]
    cancel: Callable[[], bool]
    stop: Callable[[], bool]
    history: list[float] = field(default_factory=list)
    renders: int = 0
    start: int = 0
    first: dict[int, float] = field(default_factory=dict)
    best: tuple[float, Recipe] | None = None
    stopped: bool = False
    last: bool = False

    def ended(self) -> bool:
        """Whether to stop and return the best so far. Raises Cancelled if the search is cancelled."""
        if self.cancel():
            raise Cancelled("cancelled")
        self.stopped = self.stopped or self.stop()
        return self.stopped

    def render(self, pictures: Pictures, recipe: Recipe) -> np.ndarray:
        """Render the recipe on the photo, and count the render."""
        self.renders += 1
        return pictures.result(recipe)

    def begin(self, start: int, *, anew: bool = False) -> None:
        """Search from another start, or on other pictures (`anew`)."""
        self.start = start
        if anew:
            self.best = None

    def note(self, pictures: Pictures, recipe: Recipe, loss: float) -> None:
        """Record and report a step."""
        first = self.first.setdefault(pictures.level, loss)
        share = loss / first if first > 0 else 0.0
        self.history.append(loss)
        if self.best is None or share < self.best[0]:
            self.best = share, recipe
        self.report(Progress(self.best[1], share, pictures.level, self.start))

    def small(self, pictures: Pictures, loss: float) -> bool:
        """Whether a loss is negligible."""
        return loss <= max(SMALL_LOSS, SMALL_SHARE * self.first.get(pictures.level, 0.0))


@dataclass(frozen=True)
class Minimum:
    """The result of a minimizer.

    Attributes:
        converged: whether the loss would no longer fall.
        result: the recipe's result on the photo; None if it was not computed.
        jacobian: derivatives of the result there, or nearby; None if they were not computed.
    """

    recipe: Recipe
    loss: float
    converged: bool
    result: np.ndarray | None = None
    jacobian: Jacobian | None = None


@dataclass(frozen=True)
class Coordinates:
    """Real parameters as unbounded numbers: each is low + (high − low) / (1 + exp(−u))."""

    recipe: Recipe
    real: tuple[ParamRef, ...]
    low: np.ndarray
    high: np.ndarray
    reach: np.ndarray

    @classmethod
    def of(cls, recipe: Recipe, real: Sequence[ParamRef]) -> Coordinates:
        params = [param_of(recipe, ref) for ref in real]
        return cls(
            recipe,
            tuple(real),
            np.array([param.low for param in params if isinstance(param, Float)]),
            np.array([param.high for param in params if isinstance(param, Float)]),
            slider_ranges(recipe, real),
        )

    def start(self) -> np.ndarray:
        values = [self.recipe.step(ref.step).values[ref.name] for ref in self.real]
        share = (np.array(values, np.float64) - self.low) / (self.high - self.low)
        share = np.clip(share, INSIDE, 1 - INSIDE)
        return np.log(share / (1 - share))

    def recipe_at(self, u: np.ndarray) -> Recipe:
        recipe = self.recipe
        for ref, value in zip(self.real, self.values(u), strict=True):
            recipe = recipe.with_param(ref.step, ref.name, float(value))
        return recipe

    def values(self, u: np.ndarray) -> np.ndarray:
        return np.clip(self.low + (self.high - self.low) / (1 + np.exp(-u)), self.low, self.high)

    def shares(self, u: np.ndarray) -> np.ndarray:
        """The values as shares of the sliders' lengths."""
        return self.values(u) / self.reach

    def slopes(self, u: np.ndarray) -> np.ndarray:
        """The derivatives of `shares`."""
        share = 1 / (1 + np.exp(-u))
        return (self.high - self.low) * share * (1 - share) / self.reach


def loss_of(search: Search, pictures: Pictures, result: np.ndarray) -> float:
    """The loss of a result; infinite where it has another size than the target."""
    if result.shape != pictures.target.shape:
        return float("inf")
    if search.loss == "mse":
        return float(np.mean(np.square(result - pictures.target), dtype=np.float64))
    return float(named_loss(search.loss, result, pictures.target))


def loss_at(search: Search, pictures: Pictures, recipe: Recipe) -> float:
    """The loss of a recipe; infinite where its result has another size than the target."""
    return loss_of(search, pictures, search.render(pictures, recipe))


def jacobian(
    search: Search, pictures: Pictures, recipe: Recipe, real: Sequence[ParamRef], result: np.ndarray
) -> Jacobian:
    """The derivatives at a recipe whose result is known."""
    return Jacobian.at(lambda moved: search.render(pictures, moved), recipe, real, result)


def levenberg_marquardt(
    search: Search,
    pictures: Pictures,
    recipe: Recipe,
    real: Sequence[ParamRef],
    iterations: int,
    known: Jacobian | None = None,
) -> Minimum:
    """Minimize the mean square. The damping depends on how well a step's gain was predicted.

    While the loss falls fast, the derivatives are corrected by each step's change of the result; else they
    are computed anew. `known` may be an estimate of them to begin with.

    Source: Nielsen, Damping parameter in Marquardt's method, report IMM-REP-1999-05 (1999); Madsen, Nielsen
    and Tingleff, Methods for non-linear least squares problems (2004), section 3.4.
    """
    if not real:
        return Minimum(recipe, loss_at(search, pictures, recipe), converged=True)
    coordinates = Coordinates.of(recipe, real)
    u, growth = coordinates.start(), 2.0
    damping = LATER_DAMPING if search.last else FIRST_DAMPING
    result = search.render(pictures, coordinates.recipe_at(u))
    loss = loss_of(search, pictures, result)
    if not np.isfinite(loss):
        return Minimum(recipe, loss, converged=False)  # a start whose result has another size
    search.first.setdefault(pictures.level, loss)
    converged, slow = search.small(pictures, loss), 0
    for _ in range(iterations):
        if converged or search.ended():
            break
        if known is None:
            known = jacobian(search, pictures, coordinates.recipe_at(u), coordinates.real, result)
        slopes = coordinates.slopes(u)
        matrix = known.matrix * slopes[:, None] * slopes
        gradient = known.along(result - pictures.target) * slopes
        scale = np.diag(matrix) + 1e-12 * max(float(np.trace(matrix)), 1e-30)
        step = np.linalg.solve(matrix + damping * np.diag(scale), -gradient)
        step = np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        foretold = -float(2 * gradient @ step + step @ matrix @ step)
        if foretold <= TOLERANCE * loss and damping <= 1e-2:
            converged, known = not known.estimated, None if known.estimated else known
            continue
        moved = search.render(pictures, coordinates.recipe_at(u + step))
        reached = loss_of(search, pictures, moved)
        if not np.isfinite(reached) or reached >= loss:  # also where the result has another size
            if known.estimated:
                known = None
            else:
                damping, growth = damping * growth, growth * 2
                converged = damping > MOST_DAMPING or foretold <= TOLERANCE * loss
            continue
        gain = (loss - reached) / foretold if foretold > 0 else 1.0
        damping = max(damping * max(1 / 5, 1 - (2 * gain - 1) ** 3), LEAST_DAMPING)
        slow = slow + 1 if not known.estimated and reached > SLOW * loss else 0
        if reached < FAST * loss:
            known.update(coordinates.shares(u + step) - coordinates.shares(u), moved - result)
        else:
            known = None
        growth, u, result, loss = 2.0, u + step, moved, reached
        search.note(pictures, coordinates.recipe_at(u), loss)
        converged = search.small(pictures, loss) or slow >= SLOW_STEPS
    return Minimum(coordinates.recipe_at(u), loss, converged, result, known)


def adam(
    search: Search,
    pictures: Pictures,
    recipe: Recipe,
    real: Sequence[ParamRef],
    iterations: int,
    known: Jacobian | None = None,
) -> Minimum:
    """Minimize any loss by Adam, with a rate that falls along a cosine; returns the best recipe met.

    The derivatives of the loss are computed at every step, those of the result only after a slider has moved
    noticeably. `known` may be an estimate of the latter to begin with.
    """
    if not real:
        return Minimum(recipe, loss_at(search, pictures, recipe), converged=True)
    coordinates = Coordinates.of(recipe, real)
    count = ADAM_STEPS * iterations
    rate = ADAM_RATE / 5 if search.last else ADAM_RATE
    optimizer = optax.adam(optax.cosine_decay_schedule(rate, count, alpha=0.02))
    u = coordinates.start()
    state = optimizer.init(u.astype(np.float32))
    best, kept_loss, waited = Minimum(recipe, np.inf, converged=False), np.inf, 0
    place = coordinates.shares(u)
    for _ in range(count):
        if search.ended() or waited >= ADAM_PATIENCE:
            break
        at, shares = coordinates.recipe_at(u), coordinates.shares(u)
        result = search.render(pictures, at)
        if result.shape != pictures.target.shape:
            break  # the result has another size: there is no gradient here
        if known is None or np.abs(shares - place).max() > ADAM_REACH:
            known, place = jacobian(search, pictures, at, coordinates.real, result), shares
        value, slope = loss_and_slope(search.loss, result, pictures.target)
        loss = float(value)
        if loss < best.loss:
            best = Minimum(at, loss, converged=False, result=result)
        waited += 1
        if best.loss < (1 - ADAM_GAIN) * kept_loss:
            kept_loss, waited = best.loss, 0
        search.note(pictures, at, loss)
        gradient = known.along(np.nan_to_num(np.asarray(slope))) * result.size * coordinates.slopes(u)
        with jax.numpy_dtype_promotion("standard"):  # Optax counts its steps in whole numbers
            updates, state = optimizer.update(gradient.astype(np.float32), state)
        u = u + np.asarray(updates, np.float64)
    ended_well = waited >= ADAM_PATIENCE or search.small(pictures, best.loss)
    return replace(best, converged=bool(ended_well))
