"""Minimizers of the difference between a recipe's result and a target: Levenberg-Marquardt and Adam.

Hard ranges hold by a logistic reparametrization, not by clipping.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import jax
import jax.numpy as jnp
import numpy as np
import optax  # type: ignore[import-untyped]

from jaxstudio.differentiable.duals import Dual, Forward
from jaxstudio.differentiable.evaluation import evaluate
from jaxstudio.differentiable.losses import loss_and_gradient, loss_of, normal_equations
from jaxstudio.errors import Cancelled
from jaxstudio.pipeline.param_refs import ParamRef, param_of
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.recipe import Recipe

# A start at the end of a range would have no slope: it begins so far inside, as a share of the range.
INSIDE = 1e-4
# A search ends when the next step promises to lower the loss by less than this share of it,
TOLERANCE = 1e-4
# or when the loss has fallen to this share of its start; below this loss are errors of float32 alone.
SMALL_SHARE, SMALL_LOSS = 1e-6, 1e-11
LONGEST_STEP = 3.0
FIRST_DAMPING, LEAST_DAMPING, MOST_DAMPING = 1e-3, 1e-9, 1e8
# Steps of Adam for one of Levenberg-Marquardt; the rate of the first; how many without gain end a search.
ADAM_STEPS, ADAM_RATE, ADAM_PATIENCE = 3, 0.05, 25
ADAM_GAIN = 1e-3


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


@dataclass(frozen=True)
class Pictures:
    """A photo and its target at one level of reduction, float32 (height, width, 1 or 3).

    clipped: the target holds whole numbers, so that values beyond 0 and 1 were cut off in it.
    """

    photo: np.ndarray
    target: np.ndarray
    level: int
    clipped: bool = False

    def result(self, recipe: Recipe, moving: Sequence[ParamRef] = ()) -> Dual:
        """What the recipe makes of the photo, with its derivatives, cut off as the target is."""
        dual = evaluate(Forward(len(moving)), recipe, self.photo, moving, self.level)
        if not self.clipped:
            return dual
        primal, tangents = _clipped(dual.primal, dual.tangents)
        return Dual(primal, tangents, dual.rows)


@jax.jit
def _clipped(primal: jax.Array, tangents: jax.Array) -> tuple[jax.Array, jax.Array]:
    inside = (primal >= 0) & (primal <= 1)
    return jnp.clip(primal, 0, 1), jnp.where(inside, tangents, 0)


@dataclass
class Search:
    """One search: what is minimized and reported, who may end it, and what is counted on the way.

    first: the loss of the recipe at the beginning, by level. best: the smallest share of it and its recipe,
    on the pictures searched now.
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

    def ended(self) -> bool:
        """Whether to return what there is. Cancelled: nothing is wanted any more."""
        if self.cancel():
            raise Cancelled("cancelled")
        self.stopped = self.stopped or self.stop()
        return self.stopped

    def begin(self, start: int, *, anew: bool = False) -> None:
        """Search from another start, or on other pictures (`anew`)."""
        self.start = start
        if anew:
            self.best = None

    def note(self, pictures: Pictures, recipe: Recipe, loss: float) -> None:
        """A step was taken."""
        first = self.first.setdefault(pictures.level, loss)
        share = loss / first if first > 0 else 0.0
        self.history.append(loss)
        if self.best is None or share < self.best[0]:
            self.best = share, recipe
        self.report(Progress(self.best[1], share, pictures.level, self.start))

    def small(self, pictures: Pictures, loss: float) -> bool:
        """Whether a loss is as good as none."""
        return loss <= max(SMALL_LOSS, SMALL_SHARE * self.first.get(pictures.level, 0.0))


@dataclass(frozen=True)
class Minimum:
    """Where a minimizer ended.

    Attributes:
        converged: whether the loss would no longer fall.
        normal_matrix: (n, n), the Gauss-Newton matrix of the mean square near here with respect to the
            parameters themselves; None where it was not computed.
    """

    recipe: Recipe
    loss: float
    converged: bool
    normal_matrix: np.ndarray | None = None


@dataclass(frozen=True)
class Coordinates:
    """Real parameters as unbounded numbers: each is low + (high − low) / (1 + exp(−u))."""

    recipe: Recipe
    real: tuple[ParamRef, ...]
    low: np.ndarray
    high: np.ndarray

    @classmethod
    def of(cls, recipe: Recipe, real: Sequence[ParamRef]) -> Coordinates:
        params = [param_of(recipe, ref) for ref in real]
        return cls(
            recipe,
            tuple(real),
            np.array([param.low for param in params if isinstance(param, Float)]),
            np.array([param.high for param in params if isinstance(param, Float)]),
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

    def slopes(self, u: np.ndarray) -> np.ndarray:
        share = 1 / (1 + np.exp(-u))
        return (self.high - self.low) * share * (1 - share)


def loss_at(search: Search, pictures: Pictures, recipe: Recipe) -> float:
    """The loss of a recipe; infinite where its result has another size than the target."""
    search.renders += 1
    result = pictures.result(recipe).primal
    if result.shape != pictures.target.shape:
        return float("inf")
    return float(loss_of(search.loss, result, pictures.target))


@dataclass(frozen=True)
class _Linear:
    """The mean square, its Gauss-Newton matrix and half its gradient, with respect to the parameters."""

    loss: float
    matrix: np.ndarray
    gradient: np.ndarray


def linearized(
    search: Search, pictures: Pictures, recipe: Recipe, real: Sequence[ParamRef]
) -> tuple[float, np.ndarray, np.ndarray]:
    """The mean square, its Gauss-Newton matrix (n, n) and half its gradient (n,).

    Infinite, and zeros, where the result has another size than the target.
    """
    dual = pictures.result(recipe, real)
    search.renders += 1 + len(real)
    if dual.primal.shape != pictures.target.shape:
        return float("inf"), np.zeros((len(real), len(real))), np.zeros(len(real))
    loss, matrix, gradient = normal_equations(dual.primal, pictures.target, dual.tangents)
    return (
        float(loss),
        np.nan_to_num(np.asarray(matrix, np.float64)),
        np.nan_to_num(np.asarray(gradient, np.float64)),
    )


def levenberg_marquardt(
    search: Search, pictures: Pictures, recipe: Recipe, real: Sequence[ParamRef], iterations: int
) -> Minimum:
    """Minimize the mean square. Its damping follows how well a step's gain was foretold.

    Source: Nielsen, Damping parameter in Marquardt's method, report IMM-REP-1999-05 (1999).
    """
    if not real:
        return Minimum(recipe, loss_at(search, pictures, recipe), converged=True)
    coordinates = Coordinates.of(recipe, real)
    u, damping, growth = coordinates.start(), FIRST_DAMPING, 2.0
    here = _linear(search, pictures, coordinates, u)
    if not np.isfinite(here.loss):
        return Minimum(recipe, here.loss, converged=False)  # a start whose result has another size
    search.first.setdefault(pictures.level, here.loss)
    converged, fresh = search.small(pictures, here.loss), True
    for _ in range(iterations):
        if converged or search.ended():
            break
        if not fresh:
            here, fresh = _linear(search, pictures, coordinates, u), True
        slopes = coordinates.slopes(u)
        matrix, gradient = here.matrix * slopes[:, None] * slopes, here.gradient * slopes
        scale = np.diag(matrix) + 1e-12 * max(float(np.trace(matrix)), 1e-30)
        step = np.linalg.solve(matrix + damping * np.diag(scale), -gradient)
        step = np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        foretold = -float(2 * gradient @ step + step @ matrix @ step)
        if foretold <= TOLERANCE * here.loss and damping <= 1e-2:
            converged = True
            break
        reached = loss_at(search, pictures, coordinates.recipe_at(u + step))
        if not np.isfinite(reached) or reached >= here.loss:  # also where the result has another size
            damping, growth = damping * growth, growth * 2
            converged = damping > MOST_DAMPING or (foretold <= TOLERANCE * here.loss)
            continue
        gain = (here.loss - reached) / foretold if foretold > 0 else 1.0
        damping = max(damping * max(1 / 5, 1 - (2 * gain - 1) ** 3), LEAST_DAMPING)
        growth, fresh = 2.0, False
        u = u + step
        here = _Linear(reached, here.matrix, here.gradient)
        search.note(pictures, coordinates.recipe_at(u), reached)
        converged = search.small(pictures, reached)
    return Minimum(coordinates.recipe_at(u), here.loss, converged, here.matrix)


def _linear(search: Search, pictures: Pictures, coordinates: Coordinates, u: np.ndarray) -> _Linear:
    return _Linear(*linearized(search, pictures, coordinates.recipe_at(u), coordinates.real))


def adam(
    search: Search, pictures: Pictures, recipe: Recipe, real: Sequence[ParamRef], iterations: int
) -> Minimum:
    """Minimize any loss by Adam, with a rate that falls along a cosine; keeps the best recipe met."""
    if not real:
        return Minimum(recipe, loss_at(search, pictures, recipe), converged=True)
    coordinates = Coordinates.of(recipe, real)
    count = ADAM_STEPS * iterations
    # what a reduced photo has left to be found is little
    rate = ADAM_RATE if pictures.level or not search.history else ADAM_RATE / 5
    optimizer = optax.adam(optax.cosine_decay_schedule(rate, count, alpha=0.02))
    u = coordinates.start()
    state = optimizer.init(u.astype(np.float32))
    best, best_loss, kept_loss, waited = recipe, np.inf, np.inf, 0
    for _ in range(count):
        if search.ended() or waited >= ADAM_PATIENCE:
            break
        at = coordinates.recipe_at(u)
        dual = pictures.result(at, coordinates.real)
        search.renders += 1 + len(real)
        if dual.primal.shape != pictures.target.shape:
            break  # the result has another size: nothing to follow from here
        value, gradient = loss_and_gradient(search.loss, dual.primal, pictures.target, dual.tangents)
        loss = float(value)
        if loss < best_loss:
            best, best_loss = at, loss
        waited += 1
        if best_loss < (1 - ADAM_GAIN) * kept_loss:
            kept_loss, waited = best_loss, 0
        search.note(pictures, at, loss)
        slope = np.nan_to_num(np.asarray(gradient, np.float64)) * coordinates.slopes(u)
        with jax.numpy_dtype_promotion("standard"):  # Optax counts its steps in whole numbers
            updates, state = optimizer.update(slope.astype(np.float32), state)
        u = u + np.asarray(updates, np.float64)
    ended_well = waited >= ADAM_PATIENCE or search.small(pictures, best_loss)
    return Minimum(best, float(best_loss), bool(ended_well))
