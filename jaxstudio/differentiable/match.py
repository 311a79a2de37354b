"""Fits a recipe's parameters so that a photo becomes a given picture.

Derivatives come from forward mode: a recipe has few parameters and many pixels. The mean square is minimized
by Levenberg-Marquardt, other losses by Adam. Hard ranges hold by a logistic reparametrization, not by
clipping. Whole numbers, switches and choices are found by coordinate search. All of it happens first on a
reduced photo, then on the photo itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import jax
import numpy as np
import optax  # type: ignore[import-untyped]

from jaxstudio.differentiable.duals import Forward
from jaxstudio.differentiable.evaluation import ParamRef, evaluate
from jaxstudio.differentiable.losses import LOSSES, loss_and_gradient, loss_of, normal_equations
from jaxstudio.differentiable.losses import WINDOW as SSIM_WINDOW
from jaxstudio.engine.source import Source
from jaxstudio.errors import Cancelled, UsageError
from jaxstudio.pipeline.params import Bool, Choice, Float, Int
from jaxstudio.pipeline.recipe import Recipe

# The reduced photo of the first phase has at most so many pixels, unless a side would fall under this.
COARSE_PIXELS = 1 << 16
SMALLEST_SIDE = 32
# A start at the end of a range would have no slope: it begins so far inside, as a share of the range.
INSIDE = 1e-4
# A parameter that changes the result by less than this over its slider's range has no influence.
NO_INFLUENCE = 1e-5
# Steps of a phase end when the loss falls by less than this share.
TOLERANCE = 1e-4
ADAM_RATE = 0.05

Report = Callable[[Recipe, float], None]


@dataclass(frozen=True)
class MatchResult:
    """What `match` found.

    Attributes:
        recipe: with the parameters found.
        start_loss, loss: on the whole photo, before and after.
        history: the loss after every step that was taken, on the photo that it was taken on.
        converged: whether the last phase ended because the loss no longer fell.
        no_influence: parameters that hardly change the result where the search ended.
        renders: how many times the recipe was computed; one with n derivatives counts n + 1.
    """

    recipe: Recipe
    start_loss: float
    loss: float
    history: tuple[float, ...]
    converged: bool
    no_influence: tuple[ParamRef, ...]
    renders: int

    @property
    def message(self) -> str:
        """One line on how the search ended."""
        share = self.loss / self.start_loss if self.start_loss else 0.0
        ended = "converged" if self.converged else "not converged: more iterations or another start may help"
        return f"{ended}; loss {self.loss:.4g}, {share:.2%} of its start"


@dataclass
class _Search:
    """One search: the pictures, what may move, and what is counted on the way."""

    loss: str
    seed: int
    report: Report
    cancel: Callable[[], bool]
    history: list[float] = field(default_factory=list)
    renders: int = 0


@dataclass(frozen=True)
class _Pictures:
    """A photo and its target at one level of reduction, float32 (height, width, 1 or 3)."""

    photo: np.ndarray
    target: np.ndarray
    level: int


def movable(recipe: Recipe) -> tuple[ParamRef, ...]:
    """The real-valued parameters of the active steps that `match` moves if nothing else is said."""
    return tuple(
        ParamRef(step.key, param.name)
        for step in recipe.active
        for param in step.op.params
        if isinstance(param, Float)
        and param.name != "cval"
        and not (param.linked and step.params[param.name] is None)
    )


def match(
    photo: np.ndarray,
    target: np.ndarray,
    recipe: Recipe,
    moving: Sequence[ParamRef] | None = None,
    *,
    loss: str = "mse",
    method: str = "auto",
    starts: int = 8,
    iterations: int = 60,
    report: Report = lambda recipe, loss: None,
    cancel: Callable[[], bool] = lambda: False,
) -> MatchResult:
    """Find parameters with which `recipe` turns `photo` into `target`.

    Args:
        photo: (height, width, channels) uint8, uint16 or float32; alpha is left out.
        target: the picture wanted, of the size that the recipe gives the photo, any of these formats.
        moving: numbers, switches and choices that may change; all real-valued parameters if None.
        loss: mse, ssim or histogram.
        method: gauss-newton (of mse only), adam, or auto: gauss-newton where the loss is mse.
        starts: searches on the reduced photo: from the recipe's own values, then from scattered ones.
        iterations: steps of each phase at most.
        report: called after every step with the recipe and its loss.
        cancel: asked at every step; when true, `Cancelled` is raised.

    Raises:
        UsageError: an unknown loss, method or parameter, a target of another size, a picture with NaN or
            infinity, or one too small for SSIM.
    """
    moving = movable(recipe) if moving is None else tuple(moving)
    _check(recipe, moving, loss, method)
    real = tuple(ref for ref in moving if isinstance(_param(recipe, ref), Float))
    discrete = tuple(ref for ref in moving if ref not in real)
    fine = _at_level(photo, target, 0)
    whole = _value(recipe, fine)
    if whole.shape != fine.target.shape:
        raise UsageError(
            f"the recipe makes {_size(whole.shape)} of the photo, but the target is "
            f"{_size(fine.target.shape)}: expected pictures of one size and as many channels"
        )
    _check_pictures(fine, loss)
    search = _Search(loss, recipe.seed, report, cancel, renders=1)
    start_loss = float(loss_of(loss, whole, fine.target))
    gauss_newton = method == "gauss-newton" or (method == "auto" and loss == "mse")
    minimize = _levenberg_marquardt if gauss_newton else _adam
    coarse = _at_level(photo, target, _coarse_level(photo))
    if _value(recipe, coarse).shape != coarse.target.shape:
        coarse = fine  # a reduced photo's result may be a pixel larger or smaller than the reduced target
    candidates = []
    for number, start in enumerate(_starts(recipe, real, starts)):
        found, reached, _ = minimize(
            search, coarse, start, real, iterations if number == 0 else iterations // 2
        )
        candidates.append((reached, number, found))
        if reached <= 1e-4 * start_loss:
            break
    found = min(candidates)[2]
    for _ in range(3 if discrete else 0):
        changed = _coordinate_search(search, coarse, found, discrete)
        if changed is None:
            break
        found, _, _ = minimize(search, coarse, changed, real, iterations)
    found, reached, converged = minimize(search, fine, found, real, iterations)
    if reached > start_loss:
        found, reached, converged = recipe, start_loss, False
    return MatchResult(
        found,
        start_loss,
        reached,
        tuple(search.history),
        converged,
        _without_influence(search, fine, found, real),
        search.renders,
    )


def _check(recipe: Recipe, moving: Sequence[ParamRef], loss: str, method: str) -> None:
    if loss not in LOSSES:
        raise UsageError(f"loss {loss!r}: expected one of {', '.join(LOSSES)}")
    if method not in ("auto", "gauss-newton", "adam") or (method == "gauss-newton" and loss != "mse"):
        raise UsageError(
            f"method {method!r} for the loss {loss}: expected auto, adam, or gauss-newton for mse"
        )
    if not moving:
        raise UsageError(
            "no parameter may move: expected at least one real-valued parameter in the active steps"
        )
    active = {step.key for step in recipe.active}
    for ref in moving:
        if ref.step not in active or not isinstance(_param(recipe, ref), Float | Int | Bool | Choice):
            raise UsageError(
                f"step {ref.step} has no number, switch or choice called {ref.name!r} that could move"
            )


def _check_pictures(pictures: _Pictures, loss: str) -> None:
    for name, pixels in (("photo", pictures.photo), ("target", pictures.target)):
        if not np.isfinite(pixels).all():
            raise UsageError(f"the {name} holds values that are not finite: expected numbers alone")
    if loss == "ssim" and min(pictures.target.shape[:2]) < SSIM_WINDOW:
        raise UsageError(
            f"the target is {_size(pictures.target.shape)}: SSIM needs at least "
            f"{SSIM_WINDOW} × {SSIM_WINDOW} pixels"
        )


def _param(recipe: Recipe, ref: ParamRef) -> object:
    return recipe.step(ref.step).op.by_name.get(ref.name)


def _size(shape: tuple[int, ...]) -> str:
    return f"{shape[1]} × {shape[0]} with {shape[2]} channel{'s' if shape[2] > 1 else ''}"


def _colours(pixels: np.ndarray) -> np.ndarray:
    """Encoded values as float32 without alpha: (height, width, 1 or 3)."""
    pixels = pixels[..., np.newaxis] if pixels.ndim == 2 else pixels
    pixels = pixels[..., : 1 if pixels.shape[2] < 3 else 3]
    if pixels.dtype.kind == "f":
        return pixels.astype(np.float32)
    return pixels.astype(np.float32) / np.float32(np.iinfo(pixels.dtype).max)


def _at_level(photo: np.ndarray, target: np.ndarray, level: int) -> _Pictures:
    if level == 0:
        return _Pictures(_colours(photo), _colours(target), 0)
    before, after = (Source(np.ascontiguousarray(_colours(each))).level(level) for each in (photo, target))
    return _Pictures(_colours(np.asarray(before.pixels)), _colours(np.asarray(after.pixels)), level)


def _coarse_level(photo: np.ndarray) -> int:
    level = 0
    while (photo.shape[0] >> level) * (photo.shape[1] >> level) > COARSE_PIXELS and (
        min(photo.shape[:2]) >> level >= 2 * SMALLEST_SIDE
    ):
        level += 1
    return level


def _value(recipe: Recipe, pictures: _Pictures) -> jax.Array:
    return evaluate(Forward(0), recipe, pictures.photo, (), pictures.level).primal


def _starts(recipe: Recipe, real: Sequence[ParamRef], count: int) -> Iterator[Recipe]:
    """The recipe itself, then recipes with values spread over the sliders' ranges (a Halton sequence)."""
    yield recipe
    if count < 2 or not real:
        return
    from scipy.stats import qmc

    for point in qmc.Halton(len(real), scramble=False).random(count)[1:]:
        moved = recipe
        for ref, share in zip(real, point, strict=True):
            param = _param(recipe, ref)
            assert isinstance(param, Float)
            low, high = param.slider
            moved = moved.with_param(ref.step, ref.name, float(low + share * (high - low)))
        yield moved


@dataclass(frozen=True)
class _Coordinates:
    """Real parameters as unbounded numbers: each is low + (high − low) / (1 + exp(−u))."""

    recipe: Recipe
    real: tuple[ParamRef, ...]
    low: np.ndarray
    high: np.ndarray

    @classmethod
    def of(cls, recipe: Recipe, real: Sequence[ParamRef]) -> _Coordinates:
        params = [_param(recipe, ref) for ref in real]
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


def _levenberg_marquardt(
    search: _Search, pictures: _Pictures, recipe: Recipe, real: Sequence[ParamRef], iterations: int
) -> tuple[Recipe, float, bool]:
    """Minimize the mean square. Returns the recipe, its loss, and whether the loss no longer fell."""
    if not real:
        return recipe, _loss(search, pictures, recipe), True
    coordinates = _Coordinates.of(recipe, real)
    u, damping = coordinates.start(), 1e-3
    loss, matrix, gradient = _linearized(search, pictures, coordinates, u)
    if not np.isfinite(loss):
        return recipe, loss, False  # a start whose result has another size
    small_steps = 0
    for _ in range(iterations):
        if search.cancel():
            raise Cancelled("cancelled")
        scale = np.diag(matrix) + 1e-12 * max(float(np.trace(matrix)), 1e-30)
        step = np.linalg.solve(matrix + damping * np.diag(scale), -gradient)
        moved = u + np.clip(step, -3, 3)
        reached = _loss(search, pictures, coordinates.recipe_at(moved))
        if not np.isfinite(reached) or reached >= loss:  # also where the result has another size
            damping *= 8
            if damping > 1e8:
                return coordinates.recipe_at(u), loss, True
            continue
        small_steps = small_steps + 1 if loss - reached < TOLERANCE * loss else 0
        u, damping = moved, max(damping / 5, 1e-9)
        search.history.append(reached)
        search.report(coordinates.recipe_at(u), reached)
        if small_steps >= 2 or reached < 1e-11:
            return coordinates.recipe_at(u), reached, True
        loss, matrix, gradient = _linearized(search, pictures, coordinates, u)
    return coordinates.recipe_at(u), loss, False


def _linearized(
    search: _Search, pictures: _Pictures, coordinates: _Coordinates, u: np.ndarray
) -> tuple[float, np.ndarray, np.ndarray]:
    """The mean square at `u`, its Gauss-Newton matrix and half its gradient; infinite where sizes differ."""
    dual = evaluate(
        Forward(len(coordinates.real)),
        coordinates.recipe_at(u),
        pictures.photo,
        coordinates.real,
        pictures.level,
    )
    search.renders += 1 + len(coordinates.real)
    if dual.primal.shape != pictures.target.shape:
        return float("inf"), np.zeros((len(u), len(u))), np.zeros(len(u))
    loss, matrix, gradient = normal_equations(dual.primal, pictures.target, dual.tangents)
    slopes = coordinates.slopes(u)
    matrix = np.nan_to_num(np.asarray(matrix, np.float64)) * slopes[:, None] * slopes
    return float(loss), matrix, np.nan_to_num(np.asarray(gradient, np.float64)) * slopes


def _loss(search: _Search, pictures: _Pictures, recipe: Recipe) -> float:
    """The loss of a recipe; infinite where its result has another size than the target."""
    search.renders += 1
    result = _value(recipe, pictures)
    if result.shape != pictures.target.shape:
        return float("inf")
    return float(loss_of(search.loss, result, pictures.target))


def _adam(
    search: _Search, pictures: _Pictures, recipe: Recipe, real: Sequence[ParamRef], iterations: int
) -> tuple[Recipe, float, bool]:
    """Minimize any loss by Adam, with a rate that falls along a cosine; keeps the best recipe met."""
    if not real:
        return recipe, _loss(search, pictures, recipe), True
    coordinates = _Coordinates.of(recipe, real)
    count = 3 * iterations
    adam = optax.adam(optax.cosine_decay_schedule(ADAM_RATE, count, alpha=0.02))
    u = coordinates.start()
    state = adam.init(u.astype(np.float32))
    best, best_loss, last = recipe, np.inf, np.inf
    for _ in range(count):
        if search.cancel():
            raise Cancelled("cancelled")
        at = coordinates.recipe_at(u)
        dual = evaluate(Forward(len(real)), at, pictures.photo, coordinates.real, pictures.level)
        search.renders += 1 + len(real)
        if dual.primal.shape != pictures.target.shape:
            break  # the result has another size: nothing to follow from here
        value, gradient = loss_and_gradient(search.loss, dual.primal, pictures.target, dual.tangents)
        loss = float(value)
        if loss < best_loss:
            best, last, best_loss = at, best_loss, loss
        search.history.append(loss)
        search.report(at, loss)
        slope = np.nan_to_num(np.asarray(gradient, np.float64)) * coordinates.slopes(u)
        with jax.numpy_dtype_promotion("standard"):  # Optax counts its steps in whole numbers
            updates, state = adam.update(slope.astype(np.float32), state)
        u = u + np.asarray(updates, np.float64)
    return best, float(best_loss), bool(last - best_loss < 1e-2 * best_loss)


def _coordinate_search(
    search: _Search, pictures: _Pictures, recipe: Recipe, discrete: Sequence[ParamRef]
) -> Recipe | None:
    """The recipe with better whole numbers, switches and choices, one at a time; None if none is better."""
    best, loss = recipe, _loss(search, pictures, recipe)
    before = best
    for ref in discrete:
        for value in _neighbours(best, ref):
            if search.cancel():
                raise Cancelled("cancelled")
            moved = best.with_param(ref.step, ref.name, value)
            reached = _loss(search, pictures, moved)
            if reached < loss:
                best, loss = moved, reached
                search.history.append(loss)
                search.report(best, loss)
    return None if best is before else best


def _neighbours(recipe: Recipe, ref: ParamRef) -> list[object]:
    """Other values of a parameter: every choice, or whole numbers around at growing distances."""
    param, value = _param(recipe, ref), recipe.step(ref.step).values[ref.name]
    if isinstance(param, Choice):
        return [choice for choice in param.choices if choice != value]
    if isinstance(param, Bool):
        return [not value]
    assert isinstance(param, Int)
    away = (sign * distance * param.step for distance in (1, 2, 4, 8, 16) for sign in (1, -1))
    return [int(value) + step for step in away if param.low <= int(value) + step <= param.high]  # type: ignore[arg-type]


def _without_influence(
    search: _Search, pictures: _Pictures, recipe: Recipe, real: Sequence[ParamRef]
) -> tuple[ParamRef, ...]:
    """Parameters whose whole slider, by the derivative here, changes no pixel noticeably."""
    if not real:
        return ()
    dual = evaluate(Forward(len(real)), recipe, pictures.photo, real, pictures.level)
    search.renders += 1 + len(real)
    found = []
    for ref, tangent in zip(real, np.asarray(dual.tangents), strict=True):
        param = _param(recipe, ref)
        assert isinstance(param, Float)
        low, high = param.slider
        if float(np.sqrt(np.mean(np.square(tangent, dtype=np.float64)))) * (high - low) < NO_INFLUENCE:
            found.append(ref)
    return tuple(found)
