"""The messages between the window and the process that fits recipes and kernels to pictures."""

from __future__ import annotations

from dataclasses import dataclass

from jaxstudio.backend.protocol import OpenRequest, Pixels, RecipeValues
from jaxstudio.backend.viewport import Size, Viewport
from jaxstudio.pipeline.param_refs import ParamRef
from jaxstudio.pipeline.params import Value

# Notes to a search that runs.
PAUSE, RESUME, STOP = "pause", "resume", "stop"


@dataclass(frozen=True)
class ParamValue:
    """A value of a parameter."""

    ref: ParamRef
    value: Value


@dataclass(frozen=True)
class MatchRequest:
    """Find values of `moving` with which the recipe turns the photo into the target.

    photo, target: requests to open both. loss: mse, ssim or histogram. starts: the number of starting points.
    """

    photo: OpenRequest
    target: OpenRequest
    recipe: RecipeValues
    moving: tuple[ParamRef, ...]
    loss: str = "mse"
    starts: int = 8


@dataclass(frozen=True)
class MatchStep:
    """A step of a search. values: the best so far. loss: of this step, as a share of the first loss.

    level: the step was on pictures reduced by 2^level. start: the number of the starting point, from 0.
    """

    values: tuple[ParamValue, ...]
    loss: float
    level: int
    start: int


@dataclass(frozen=True)
class MatchAnswer:
    """The result of a search, as `differentiable.match.MatchResult`, with its values and duration."""

    values: tuple[ParamValue, ...]
    start_loss: float
    loss: float
    converged: bool
    stopped: bool
    no_influence: tuple[ParamRef, ...]
    flat: tuple[tuple[ParamRef, ...], ...]
    renders: int
    level: int
    seconds: float
    explains: bool = True

    @property
    def share(self) -> float:
        """The final loss as a share of the first."""
        return self.loss / self.start_loss if self.start_loss else 0.0


@dataclass(frozen=True)
class LearnRequest:
    """Find the kernel that turns one picture into another, as `differentiable.learn_kernel` does."""

    before: OpenRequest
    after: OpenRequest
    size: int
    separable: bool = False
    symmetric: bool = False
    nonnegative: bool = False
    sum_one: bool = False


@dataclass(frozen=True)
class LearnAnswer:
    """A learnt kernel. rows: its weights. rms: of the remaining differences; before_rms: of the pair itself.

    seconds: its duration.
    """

    rows: tuple[tuple[float, ...], ...]
    rms: float
    before_rms: float
    seconds: float


# Why a parameter has no derivative.
JUMPS = "jumps"


@dataclass(frozen=True)
class SensitivityRequest:
    """Asks how each pixel on the canvas changes with a parameter; the view is given as in a ViewRequest."""

    token: int
    recipe: RecipeValues
    ref: ParamRef
    viewport: Viewport
    canvas: Size


@dataclass(frozen=True, eq=False)
class SensitivityAnswer:
    """pixels: the derivatives as colours over the result in grey; None where there is no derivative.

    most: the derivative at the ends of the palette, in encoded values per unit. reason: JUMPS if there is no
    derivative. level: it was computed on the photo reduced by 2^level. by_differences: whether it is the
    difference of two renders.
    """

    ref: ParamRef
    pixels: Pixels | None
    most: float
    reason: str = ""
    level: int = 0
    by_differences: bool = False


@dataclass(frozen=True)
class GradientRequest:
    """Asks how a metric of the result changes. target: the token of a photo, for the loss, or 0."""

    token: int
    recipe: RecipeValues
    refs: tuple[ParamRef, ...]
    metric: str
    target: int = 0


@dataclass(frozen=True)
class GradientAnswer:
    """As `differentiable.sensitivity.MetricGradient`, for these parameters."""

    metric: str
    value: float
    refs: tuple[ParamRef, ...]
    slopes: tuple[float | None, ...]
