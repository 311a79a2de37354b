"""Derivatives of a recipe's result with respect to its parameters, as differences of renders.

A search needs few derivatives, of pictures of any size, at many points. The engine's kernels serve every size
and are already compiled for the preview. JAX's forward mode through a whole recipe is exact, but compiles
each filter anew for each size and each set of varying parameters: 10 to 15 s for a stack with two blurs, in
which the engine renders a hundred results of 1 MP.

A search (`Jacobian`), the gradient of a number (`derivative`) and the map of the preview
(pixel_derivatives.py) all take their differences, their steps and the verdict on jumps from here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jaxstudio.engine.job import Job
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import UsageError
from jaxstudio.kernels.pixels import has_alpha
from jaxstudio.pipeline.param_refs import ParamRef, param_of
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.recipe import Recipe

# The step of a difference, as a share of the slider: float32 results have errors of 6e-8, so the derivative
# is right to 1e-4, and the result is nearly linear within the step.
STEP = 1e-3
# The step is shorter where it would change the result by more than LARGE (in encoded values, all but the most
# changed pixels): then it changes the result by about MODERATE.
LARGE, MODERATE = 0.03, 0.01
# The most changed pixels, left out there, are those beyond this percentile.
WITHIN = 99.5
# So many pixels are enough to choose a step and to tell jumps.
SAMPLE = 1 << 16
# Smaller slopes are 0: the lowest bits of a map's slopes hold the brightness.
TINY = 1e-30
# If a pixel changes by more than STEEP within a difference, the result may jump: the sum of squares
# is then also taken over a step LONGER times as long. If the result has a derivative, the sum stays the same;
# if a few pixels jump, it falls by that factor, or at least by FALL.
STEEP, LONGER, FALL = 1 / 32, 8.0, 3.0
# If the derivative is 0 in all but this share of pixels, the result changes in jumps if it differs by JUMP
# within JUMP_SHARE of the slider to either side.
FEW, JUMP_SHARE, JUMP = 1e-3, 0.05, 1 / 512
# Most derivatives that are kept: of larger results only every second row, or third, and so on.
MOST_VALUES = 1 << 26
CHUNK = 1 << 16


def real_parameter(recipe: Recipe, ref: ParamRef) -> Float:
    """The parameter of a reference; UsageError if it is no real-valued parameter of an active step."""
    param = param_of(recipe, ref) if ref.step in {step.key for step in recipe.active} else None
    if not isinstance(param, Float):
        raise UsageError("step {0} has no real-valued parameter {1}", ref.step, repr(ref.name))
    return param


def value_in(recipe: Recipe, ref: ParamRef) -> float:
    """The value of a real-valued parameter."""
    return float(recipe.step(ref.step).values[ref.name])  # type: ignore[arg-type]


def recipes_around(recipe: Recipe, ref: ParamRef, step: float) -> tuple[list[Recipe], float]:
    """The recipes to render for a difference, and the distance from the first one's value to the last one's.

    There are two, a step to either side. At an end of the range there are three: here, and one and two steps
    to the side that is left; that difference is of second order, too.
    """
    param, value = real_parameter(recipe, ref), value_in(recipe, ref)
    if param.low <= value - step and value + step <= param.high:
        values = [value - step, value + step]
    else:
        side = 1 if value - step < param.low else -1
        values = [value + side * number * step for number in (0, 1, 2)]
    recipes = [recipe.with_param(ref.step, ref.name, each) for each in values]
    return recipes, value_in(recipes[-1], ref) - value_in(recipes[0], ref)


# By the number of renders, the weights of their differences from the first one.
WEIGHTS = {2: (1,), 3: (4, -1)}


def weighted_difference(renders: Sequence[Any]) -> Any:
    """The derivative times the distance of `recipes_around`, of the renders (NumPy's or JAX's arrays)."""
    first, second, *others = renders
    weight, *weights = WEIGHTS[len(renders)]
    total = weight * (second - first)
    for each, weight in zip(others, weights, strict=True):
        total = total + weight * (each - first)
    return total


def recipes_to_either_side(recipe: Recipe, ref: ParamRef) -> list[Recipe]:
    """The recipes at the values JUMP_SHARE of the slider below and above, clipped to the range."""
    param, value = real_parameter(recipe, ref), value_in(recipe, ref)
    reach = JUMP_SHARE * (param.slider[1] - param.slider[0])
    ends = [min(max(value + sign * reach, param.low), param.high) for sign in (-1, 1)]
    return [recipe.with_param(ref.step, ref.name, end) for end in ends]


def changes_size(source: Source, recipe: Recipe, ref: ParamRef, level: int) -> bool:
    """Whether the result has another size at other values of the parameter."""
    recipes = [recipe, *recipes_to_either_side(recipe, ref)]
    return len({Job(source, each, level).sizes[-1] for each in recipes}) > 1


def typical_largest(slopes: np.ndarray) -> float:
    """The size that WITHIN percent of the slopes do not exceed, or the largest if that is 0."""
    if not slopes.size:
        return 0.0
    most = float(np.percentile(np.abs(_sample(slopes)), WITHIN))
    most = most if most > TINY else float(np.abs(slopes).max())
    return most if most > TINY else 0.0


def with_fitting_step(
    slopes_at: Callable[[float], np.ndarray], step: float
) -> tuple[np.ndarray, float, float]:
    """Compute the slopes by a difference whose step the result bears.

    Returns:
        the slopes, their typical largest size, and the step that they were computed with.
    """
    slopes = slopes_at(step)
    most = typical_largest(slopes)
    if most * step > LARGE:
        step = MODERATE / most
        slopes = slopes_at(step)
        most = typical_largest(slopes)
    return slopes, most, step


def changes_in_jumps(
    slopes: np.ndarray,
    step: float,
    longer: Callable[[], np.ndarray | None],
    wide: Callable[[], np.ndarray],
) -> bool:
    """Decide whether a result changes in jumps with a parameter, so that it has no derivative.

    Args:
        slopes: the derivatives, (height, width) or (height, width, channels).
        step: half the distance of the values that the slopes were computed from; 0 for exact derivatives.
        longer: gives the slopes of a step LONGER times as long; None if they are known to be smooth.
        wide: gives how the result differs between the values of `recipes_to_either_side`.
    """
    sizes = np.abs(_sample(slopes))
    if 2 * step * float(sizes.max(initial=0.0)) > STEEP:
        others = longer()
        return others is not None and _sum_of_squares(slopes) > FALL * _sum_of_squares(others)
    if np.count_nonzero(sizes > 1e-6) > FEW * sizes.size:
        return False
    return bool(np.abs(wide()).max(initial=0.0) > JUMP)


def _sample(slopes: np.ndarray) -> np.ndarray:
    """Every so many rows of a large picture; all of one of less than two SAMPLEs."""
    pixels = slopes.shape[0] * slopes.shape[1]
    return slopes[:: pixels // SAMPLE or 1]


def _sum_of_squares(slopes: np.ndarray) -> float:
    return float(np.sum(np.square(slopes, dtype=np.float64)))


def derivative(
    engine: Engine, source: Source, recipe: Recipe, ref: ParamRef, level: int = 0
) -> np.ndarray | None:
    """The derivative of a whole result without its opacity, float32 (height, width, 1 or 3), per unit.

    None where the result has none: it changes in jumps, or its size changes.

    Raises:
        UsageError: the parameter is no real number of an active step.
    """
    param = real_parameter(recipe, ref)
    if changes_size(source, recipe, ref, level):
        return None

    def render(moved: Recipe) -> np.ndarray:
        return colours(engine.render(source, moved, level=level))

    def slopes_at(step: float) -> np.ndarray:
        recipes, distance = recipes_around(recipe, ref, step)
        slopes = weighted_difference([render(each) for each in recipes]) / np.float32(distance)
        return np.nan_to_num(slopes, copy=False, posinf=0, neginf=0)

    def wide() -> np.ndarray:
        below, above = (render(each) for each in recipes_to_either_side(recipe, ref))
        return above - below

    extent = param.slider[1] - param.slider[0]
    slopes, _, step = with_fitting_step(slopes_at, STEP * extent)
    jumps = changes_in_jumps(slopes, step, lambda: slopes_at(LONGER * step), wide)
    return None if jumps else slopes


def colours(pixels: np.ndarray) -> np.ndarray:
    """(height, width, channels) without opacity, contiguous."""
    return np.ascontiguousarray(pixels[..., :-1] if has_alpha(pixels.shape[2]) else pixels)


@dataclass(frozen=True)
class Pictures:
    """A photo and its target, both reduced by 2^level.

    Attributes:
        photo: float32 with 1 or 3 channels, at full size.
        target: float32 (height, width, channels), at the level.
        clipped: the target was an integer format, which cut off values beyond 0 and 1.
    """

    engine: Engine
    photo: Source
    target: np.ndarray
    level: int
    clipped: bool = False

    def result(self, recipe: Recipe) -> np.ndarray:
        """The recipe's result on the photo, clipped if the target is."""
        pixels = self.engine.render(self.photo, recipe, level=self.level)
        return np.clip(pixels, 0, 1, out=pixels) if self.clipped else pixels


def _stride(parameters: int, values: int) -> int:
    return max(1, -(-parameters * values // MOST_VALUES))


class Jacobian:
    """The derivatives of a result with respect to parameters, per whole slider.

    Attributes:
        slopes: (parameters, values) float32, of every `stride`-th row of the result.
        matrix: (parameters, parameters), the mean over all values of the products of two derivatives: the
            Gauss-Newton matrix of the mean square.
        estimated: whether they are estimates, not the derivatives at these very values.
    """

    def __init__(self, slopes: np.ndarray, stride: int = 1, *, estimated: bool = False) -> None:
        self.slopes, self.stride, self.estimated = slopes, stride, estimated
        self.matrix = np.zeros((len(slopes), len(slopes)))
        for start in range(0, slopes.shape[1], CHUNK):
            part = slopes[:, start : start + CHUNK].astype(np.float64)
            self.matrix += part @ part.T
        self.matrix /= slopes.shape[1]

    @classmethod
    def at(
        cls,
        render: Callable[[Recipe], np.ndarray],
        recipe: Recipe,
        real: Sequence[ParamRef],
        result: np.ndarray,
    ) -> Jacobian:
        """The derivatives at a recipe with a known result; zeros for a parameter that changes the size.

        Args:
            render: renders a recipe on the photo.
        """
        stride = _stride(len(real), result.size)
        before = result[::stride].reshape(-1)
        slopes = np.zeros((len(real), before.size), np.float32)
        for slope, ref in zip(slopes, real, strict=True):
            param, value = real_parameter(recipe, ref), value_in(recipe, ref)
            reach = param.slider[1] - param.slider[0]
            size = STEP if value + STEP * reach <= param.high else -STEP
            moved = render(recipe.with_param(ref.step, ref.name, value + size * reach))
            if moved.shape == result.shape:
                slope[:] = weighted_difference((before, moved[::stride].reshape(-1)))
                slope /= np.float32(size)
        return cls(np.nan_to_num(slopes, copy=False, posinf=0, neginf=0), stride)

    def of(self, rows: Sequence[int]) -> Jacobian:
        """The derivatives with respect to some of the parameters."""
        return Jacobian(self.slopes[list(rows)], self.stride, estimated=self.estimated)

    def enlarged(self, small: Pictures, large: Pictures) -> Jacobian | None:
        """An estimate of the derivatives of a larger result; None if the sizes do not match.

        Args:
            small, large: the pictures of these derivatives, and the larger ones of the same photo.
        """
        halvings, shape, wanted = small.level - large.level, small.target.shape, large.target.shape
        halved = tuple(-(-length // 2**halvings) for length in wanted[:2])
        if self.stride > 1 or halved != shape[:2]:
            return None
        stride = _stride(len(self.slopes), large.target.size)
        down, across = (np.arange(length) >> halvings for length in wanted[:2])
        slopes = self.slopes.reshape(-1, *shape)[:, down[::stride, None], across]
        return Jacobian(slopes.reshape(len(slopes), -1), stride, estimated=True)

    def along(self, difference: np.ndarray) -> np.ndarray:
        """(parameters,), the mean over all values of each derivative times `difference`, a picture."""
        return self._mean_products(difference[:: self.stride].reshape(-1))

    def update(self, step: np.ndarray, change: np.ndarray) -> None:
        """Correct the derivatives by the change of the result in a step along the sliders.

        Source: Broyden, A class of methods for solving nonlinear simultaneous equations (1965).

        Args:
            step: (parameters,) in shares of the sliders.
            change: of the result's shape.
        """
        self.estimated = True
        missing = change[:: self.stride].reshape(-1) - step.astype(np.float32) @ self.slopes
        share = step / float(step @ step)
        across = np.outer(self._mean_products(missing), share)
        self.matrix += across + across.T + np.outer(share, share) * float(np.mean(np.square(missing)))
        self.slopes += np.outer(share.astype(np.float32), missing)

    def _mean_products(self, values: np.ndarray) -> np.ndarray:
        products: np.ndarray = (self.slopes @ values).astype(np.float64) / values.size
        return products
