"""The derivatives of a recipe's result with respect to its parameters, as differences of renders.

A search needs few derivatives, of pictures of any size, at many points. The engine's kernels serve every size
and are already compiled for the preview. JAX's forward mode through a whole recipe is exact, but compiles
each filter anew for each size and each set of varying parameters: 10 to 15 s for a stack with two blurs, in
which the engine renders a hundred results of 1 MP.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.pipeline.param_refs import ParamRef, param_of
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.recipe import Recipe

# The step of a difference, as a share of the slider: float32 results have errors of 6e-8, so the derivative
# is right to 1e-4, and the result is nearly linear within the step.
STEP = 1e-3
# Most derivatives that are kept: of larger results only every second row, or third, and so on.
MOST_VALUES = 1 << 26
CHUNK = 1 << 16


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
            param, value = param_of(recipe, ref), float(recipe.step(ref.step).values[ref.name])  # type: ignore[arg-type]
            assert isinstance(param, Float)
            reach = param.slider[1] - param.slider[0]
            size = STEP if value + STEP * reach <= param.high else -STEP
            moved = render(recipe.with_param(ref.step, ref.name, value + size * reach))
            if moved.shape == result.shape:
                np.subtract(moved[::stride].reshape(-1), before, out=slope)
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
