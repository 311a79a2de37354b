"""Fits a recipe's parameters so that a photo becomes a given picture.

A recipe has few parameters and many pixels: the picture's derivatives are differences of renders
(differences.py). Levenberg-Marquardt minimizes the mean square, Adam the other losses. A logistic
reparametrization, not clipping, enforces hard ranges. Coordinate search finds whole numbers, switches and
choices. The search begins on a reduced photo; its result is then improved on larger ones, and last on the
photo itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from jaxstudio.differentiable.differences import Jacobian, Pictures
from jaxstudio.differentiable.identifiability import flat_directions, without_influence
from jaxstudio.differentiable.losses import LOSSES
from jaxstudio.differentiable.losses import WINDOW as SSIM_WINDOW
from jaxstudio.differentiable.minimizers import (
    Minimum,
    Progress,
    Search,
    adam,
    jacobian,
    levenberg_marquardt,
    loss_at,
    loss_of,
)
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import UsageError, Wording
from jaxstudio.pipeline.param_refs import ParamRef, movable, param_of
from jaxstudio.pipeline.params import Bool, Choice, Float, Int
from jaxstudio.pipeline.recipe import Recipe

# Most pixels of the first phase's reduced photo, and more for whole numbers, switches and choices, because no
# later phase tries them again; no side becomes shorter than SMALLEST_SIDE.
COARSE_PIXELS, DISCRETE_PIXELS = 1 << 14, 1 << 16
SMALLEST_SIDE = 32
# If the first phase ends below this share of the first loss, it found the minimum: no other start is tried.
FOUND_SHARE = 2e-3
# Points rendered per further start; first steps from each start; starts with the smallest losses to follow.
PLACES, FIRST_STEPS, FOLLOWED = 4, 5, 2
# Steps on larger photos, where the minimum is nearly known.
LATER_STEPS = 12
# A recipe does not explain a target if more than this share of the difference is left. A mean square as small
# as the rounding of a JPEG, or an SSIM difference that nobody sees, is no difference.
UNEXPLAINED_SHARE, NO_DIFFERENCE = 0.1, {"mse": 1e-4, "ssim": 0.02}

Report = Callable[[Progress], None]


@dataclass(frozen=True)
class MatchResult:
    """The result of `match`.

    Attributes:
        recipe: with the parameters found.
        start_loss, loss: before and after, on the pictures reduced by 2^level.
        history: the loss after every step, on the photo of that step.
        converged: whether the last phase ended because the loss no longer fell.
        no_influence: parameters that hardly change the result where the search ended.
        flat: groups of parameters that can move together while the result hardly changes: many other values
            would do as well.
        renders: how many times the recipe was computed; n derivatives take n renders.
        stopped: whether the user ended the search; the recipe is the best until then.
        level: see `loss`.
        unexplained: the remaining share of the difference: of the first loss or, if smaller, of the target's
            variance, which a recipe that makes the photo one colour reaches with any target.
        explains: whether that share is so small that the recipe explains the target.
    """

    recipe: Recipe
    start_loss: float
    loss: float
    history: tuple[float, ...]
    converged: bool
    no_influence: tuple[ParamRef, ...]
    flat: tuple[tuple[ParamRef, ...], ...]
    renders: int
    stopped: bool = False
    level: int = 0
    unexplained: float = 0.0
    explains: bool = True

    @property
    def message(self) -> str:
        """Return one line about the search's end."""
        share = self.loss / self.start_loss if self.start_loss else 0.0
        ended = "converged" if self.converged else "not converged: more iterations or another start may help"
        ended = "stopped before it converged" if self.stopped else ended
        line = f"{ended}; loss {self.loss:.4g}, {share:.2%} of its start"
        if self.explains:
            return line
        left = f"{self.unexplained:.0%} of the difference between the pictures is left"
        return f"{line}; the recipe does not explain the target: {left}"


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
    most_pixels: int | None = None,
    report: Report = lambda progress: None,
    cancel: Callable[[], bool] = lambda: False,
    stop: Callable[[], bool] = lambda: False,
) -> MatchResult:
    """Find parameters with which `recipe` turns `photo` into `target`.

    Args:
        photo: (height, width, channels) uint8, uint16 or float32; alpha is left out.
        target: the wanted result, of the size that the recipe gives the photo, any of these formats.
        moving: numbers, switches and choices that may change; all real-valued parameters if None.
        loss: mse, ssim or histogram.
        method: gauss-newton (for mse only), adam, or auto: gauss-newton where the loss is mse.
        starts: searches on the reduced photo: the first from the recipe's own values; if it fails, others
            from points scattered over the sliders, of which the best are followed.
        iterations: most steps of each phase.
        most_pixels: the last phase is on a photo reduced to fewer pixels; None: on the photo itself.
        report: called after every step.
        cancel: called at every step; when true, `Cancelled` is raised.
        stop: called at every step; when true, the best recipe so far is returned.

    Raises:
        UsageError: an unknown loss, method or parameter, a target of another size, a picture with NaN or
            infinity, or one too small for SSIM.
    """
    moving = movable(recipe) if moving is None else tuple(moving)
    _check(recipe, moving, loss, method)
    real = tuple(ref for ref in moving if isinstance(param_of(recipe, ref), Float))
    discrete = tuple(ref for ref in moving if ref not in real)
    engine, source, wanted = Engine(), Source(colours(photo)), Source(colours(target))
    _check_pictures(source.pixels, wanted.pixels, loss)

    def at_level(level: int) -> Pictures:
        return Pictures(engine, source, wanted.level(level).pixels, level, target.dtype.kind == "u")

    fine = at_level(0 if most_pixels is None else _level_below(photo, most_pixels))
    search = Search(loss, report, cancel, stop)
    start_loss = _first_loss(search, recipe, fine)
    minimize = levenberg_marquardt if _least_squares(loss, method) else adam
    coarse = at_level(max(fine.level, _level_below(photo, DISCRETE_PIXELS if discrete else COARSE_PIXELS)))
    first_coarse = loss_at(search, coarse, recipe)
    if np.isfinite(first_coarse):
        search.first[coarse.level] = first_coarse
    else:
        coarse = fine  # a reduced photo's result may be a pixel larger or smaller than the reduced target
    found = _from_starts(search, minimize, coarse, recipe, real, starts, iterations)
    for _ in range(3 if discrete else 0):
        changed = _coordinate_search(search, coarse, found, discrete)
        if changed is None:
            break
        found = minimize(search, coarse, changed, real, iterations).recipe
    search.begin(0, anew=coarse is not fine)
    search.last = True
    steps = iterations if coarse is fine else LATER_STEPS
    if coarse is not fine and not search.stopped:
        larger = [at_level(level) for level in range(coarse.level - 1, fine.level, -1)]
        found = _refine(search, minimize, coarse, larger, recipe, found, real, steps)
    inactive: tuple[ParamRef, ...] = ()
    flat: tuple[tuple[ParamRef, ...], ...] = ()
    known = None
    if real and not search.stopped:  # parameters without influence on a reduced photo may matter here
        known = _jacobian(search, fine, found, real)
        found, inactive, known = _without_influence(recipe, found, real, known)
    acting = tuple(ref for ref in real if ref not in inactive)
    last = minimize(search, fine, found, acting, steps, known)
    if not last.loss <= start_loss:
        last = Minimum(recipe, start_loss, converged=False)
    if known is not None and not search.stopped:
        matrix = (last.jacobian or known).matrix
        inactive = (*inactive, *without_influence(acting, matrix))
        flat = flat_directions(acting, matrix)
    plain = float(np.var(fine.target, axis=(0, 1)).mean()) if loss == "mse" else start_loss
    whole = min(start_loss, plain)
    alike = last.loss <= NO_DIFFERENCE.get(loss, 0.0)
    unexplained = 0.0 if alike or whole <= 0 else min(1.0, last.loss / whole)
    return MatchResult(
        last.recipe,
        start_loss,
        last.loss,
        tuple(search.history),
        last.converged and not search.stopped,
        inactive,
        flat,
        search.renders,
        search.stopped,
        fine.level,
        unexplained,
        unexplained <= UNEXPLAINED_SHARE,
    )


Minimizer = Callable[..., Minimum]


def _first_loss(search: Search, recipe: Recipe, fine: Pictures) -> float:
    """The loss of the recipe as it is. UsageError: its result has another size than the target."""
    whole = search.render(fine, recipe)
    if whole.shape != fine.target.shape:
        raise UsageError(
            "the recipe makes {0} of the photo, but the target is {1}: expected pictures of one "
            "size and as many channels",
            _size(whole.shape),
            _size(fine.target.shape),
        )
    search.first[fine.level] = loss_of(search, fine, whole)
    return search.first[fine.level]


def _jacobian(search: Search, pictures: Pictures, recipe: Recipe, real: Sequence[ParamRef]) -> Jacobian:
    """The derivatives of a recipe's result."""
    return jacobian(search, pictures, recipe, real, search.render(pictures, recipe))


def _without_influence(
    recipe: Recipe, best: Recipe, real: Sequence[ParamRef], known: Jacobian
) -> tuple[Recipe, tuple[ParamRef, ...], Jacobian]:
    """`best` with the initial values of parameters without influence; these; the others' derivatives."""
    inactive = without_influence(real, known.matrix)
    others = known.of([number for number, ref in enumerate(real) if ref not in inactive])
    return _with_values_of(recipe, best, inactive), inactive, others


def _refine(
    search: Search,
    minimize: Minimizer,
    coarse: Pictures,
    larger: Sequence[Pictures],
    recipe: Recipe,
    best: Recipe,
    real: Sequence[ParamRef],
    steps: int,
) -> Recipe:
    """Improve the recipe found on a reduced photo on larger ones in turn.

    Each search begins with the enlarged derivatives of the smaller photo: near the minimum they are good
    enough for a step or two, and on four times the pixels new ones would take four times as long.
    """
    if not real:
        return best
    best, inactive, derivatives = _without_influence(
        recipe, best, real, _jacobian(search, coarse, best, real)
    )
    acting = tuple(ref for ref in real if ref not in inactive)
    if not acting:
        return best
    known: Jacobian | None = derivatives
    before = coarse
    for pictures in larger:
        first = loss_at(search, pictures, recipe)
        if search.ended():
            break
        if np.isfinite(first):  # else its result has another size than the reduced target
            search.first[pictures.level] = first
            known = known and known.enlarged(before, pictures)
            ended = minimize(search, pictures, best, acting, steps, known)
            best, known, before = ended.recipe, ended.jacobian, pictures
    return best


def _with_values_of(other: Recipe, recipe: Recipe, refs: Sequence[ParamRef]) -> Recipe:
    """`recipe` with the values that some parameters have in another one."""
    for ref in refs:
        recipe = recipe.with_param(ref.step, ref.name, other.step(ref.step).params[ref.name])
    return recipe


def _least_squares(loss: str, method: str) -> bool:
    return method == "gauss-newton" or (method == "auto" and loss == "mse")


def _from_starts(
    search: Search,
    minimize: Minimizer,
    coarse: Pictures,
    recipe: Recipe,
    real: Sequence[ParamRef],
    starts: int,
    iterations: int,
) -> Recipe:
    """The best recipe found on reduced pictures, from its own values and from the most promising starts."""
    own = minimize(search, coarse, recipe, real, iterations)
    enough = FOUND_SHARE * search.first.get(coarse.level, 0.0)
    if own.loss <= enough:
        return own.recipe
    if not real or search.stopped:
        return own.recipe
    inactive = without_influence(real, _jacobian(search, coarse, own.recipe, real).matrix)
    moved = tuple(ref for ref in real if ref not in inactive)
    found = [(own.loss, 0, own.recipe)]
    begun = []
    for number, start in enumerate(_starts(search, coarse, recipe, moved, starts - 1), 1):
        if search.ended():
            break
        search.begin(number)
        first = minimize(search, coarse, start, real, FIRST_STEPS)
        if np.isfinite(first.loss):
            begun.append((first.loss, number, first.recipe))
    for loss, number, start in sorted(begun, key=lambda each: each[:2])[:FOLLOWED]:
        if search.ended() or min(found)[0] <= enough:
            break
        search.begin(number)
        ended = minimize(search, coarse, start, real, iterations // 2)
        found.append((min(ended.loss, loss), number, ended.recipe))
    return min((*found, *begun), key=lambda each: each[:2])[2]


def _check(recipe: Recipe, moving: Sequence[ParamRef], loss: str, method: str) -> None:
    if loss not in LOSSES:
        raise UsageError("loss {0}: expected one of {1}", repr(loss), ", ".join(LOSSES))
    if method not in ("auto", "gauss-newton", "adam") or (method == "gauss-newton" and loss != "mse"):
        raise UsageError(
            "method {0} for the loss {1}: expected auto, adam, or gauss-newton for mse", repr(method), loss
        )
    if not moving:
        raise UsageError(
            "no parameter may move: expected at least one real-valued parameter in the active steps"
        )
    active = {step.key for step in recipe.active}
    for ref in moving:
        if ref.step not in active or not isinstance(param_of(recipe, ref), Float | Int | Bool | Choice):
            raise UsageError(
                "step {0} has no number, switch or choice called {1} that could move",
                ref.step,
                repr(ref.name),
            )


def _check_pictures(photo: np.ndarray, target: np.ndarray, loss: str) -> None:
    for name, pixels in (("photo", photo), ("target", target)):
        if not np.isfinite(pixels).all():
            raise UsageError("the {0} holds values that are not finite: expected numbers alone", name)
    if loss == "ssim" and min(target.shape[:2]) < SSIM_WINDOW:
        raise UsageError(
            "the target is {0}: SSIM needs at least {1} × {1} pixels", _size(target.shape), SSIM_WINDOW
        )


def _size(shape: tuple[int, ...]) -> Wording:
    height, width, channels = shape
    if channels == 1:
        return Wording("{0} × {1} with 1 channel", width, height)
    return Wording("{0} × {1} with {2} channels", width, height, channels)


def colours(pixels: np.ndarray) -> np.ndarray:
    """Encoded values as float32 without alpha: (height, width, 1 or 3)."""
    pixels = pixels[..., np.newaxis] if pixels.ndim == 2 else pixels
    pixels = np.ascontiguousarray(pixels[..., : 1 if pixels.shape[2] < 3 else 3])
    if pixels.dtype.kind == "f":
        return pixels.astype(np.float32)
    return pixels.astype(np.float32) / np.float32(np.iinfo(pixels.dtype).max)


def _level_below(photo: np.ndarray, pixels: int) -> int:
    """How often to halve a photo until it has at most `pixels`, or until a side would get too short."""
    level = 0
    while (photo.shape[0] >> level) * (photo.shape[1] >> level) > pixels and (
        min(photo.shape[:2]) >> level >= 2 * SMALLEST_SIDE
    ):
        level += 1
    return level


def _starts(
    search: Search, pictures: Pictures, recipe: Recipe, real: Sequence[ParamRef], count: int
) -> list[Recipe]:
    """Starts spread over the sliders: half of them with the smallest losses, half regardless of the loss.

    A small loss may not lead to the minimum (a grey picture is never far off); other starts may.
    """
    if count < 1 or not real:
        return []
    losses = []
    for number, place in enumerate(_places(recipe, real, PLACES * count)):
        if search.ended():
            break
        losses.append((loss_at(search, pictures, place), number, place))
    best = sorted(losses, key=lambda each: each[:2])[: count - count // 2]
    others = [each for each in losses if each not in best]
    return [place for _, _, place in (*best, *others[: count // 2])]


def _places(recipe: Recipe, real: Sequence[ParamRef], count: int) -> Iterator[Recipe]:
    """Recipes with values spread over the sliders' ranges (a Halton sequence)."""
    from scipy.stats import qmc

    for point in qmc.Halton(len(real), scramble=False).random(count + 1)[1:]:
        moved = recipe
        for ref, share in zip(real, point, strict=True):
            param = param_of(recipe, ref)
            assert isinstance(param, Float)
            low, high = param.slider
            moved = moved.with_param(ref.step, ref.name, float(low + share * (high - low)))
        yield moved


def _coordinate_search(
    search: Search, pictures: Pictures, recipe: Recipe, discrete: Sequence[ParamRef]
) -> Recipe | None:
    """The recipe with better whole numbers, switches and choices, one at a time; None if none is better."""
    best, loss = recipe, loss_at(search, pictures, recipe)
    before = best
    for ref in discrete:
        for value in _neighbours(best, ref):
            if search.ended():
                break
            moved = best.with_param(ref.step, ref.name, value)
            reached = loss_at(search, pictures, moved)
            if reached < loss:
                best, loss = moved, reached
                search.note(pictures, best, loss)
    return None if best is before else best


def _neighbours(recipe: Recipe, ref: ParamRef) -> list[object]:
    """Other values of a parameter: every choice, or whole numbers around at growing distances."""
    param, value = param_of(recipe, ref), recipe.step(ref.step).values[ref.name]
    if isinstance(param, Choice):
        return [choice for choice in param.choices if choice != value]
    if isinstance(param, Bool):
        return [not value]
    assert isinstance(param, Int)
    away = (sign * distance * param.step for distance in (1, 2, 4, 8, 16) for sign in (1, -1))
    return [int(value) + step for step in away if param.low <= int(value) + step <= param.high]  # type: ignore[arg-type]
