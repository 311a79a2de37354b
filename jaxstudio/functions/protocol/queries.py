"""Queries about a document besides its scene, and their answers: frozen values that cross a process.

    studio.ask("cursor", CursorQuestion(target, at=1.5), on_answer, on_error, on_progress)

kind       question            answer                                       progress
cursor     CursorQuestion      CursorAnswer
area       AreaQuestion        AreaAnswer
table      TableQuestion       TableAnswer
compare    CompareQuestion     tuple of derivatives.methods.MethodFigures        each of them
steps      StepsQuestion       derivatives.methods.StepErrors
swell      SwellQuestion       tuple of derivatives.methods.ExpressionSwell
trace      TraceQuestion       TraceAnswer
matrix     MatrixQuestion      MatrixAnswer
precision  PrecisionQuestion   protocol.answers.UlpErrors
dtypes     None                DtypesAnswer
vmap       VmapQuestion        protocol.answers.Batching
keys       KeysQuestion        protocol.answers.KeyTable
descent    DescentQuestion     DescentAnswer
generate   GenerateQuestion    fitting.Points
fit        FitQuestion         fitting.Fit
band       BandQuestion        BandAnswer
train      TrainQuestion       TrainAnswer                                  TrainAnswer
pictures   None                PicturesAnswer
classify   ClassifyQuestion    ClassifyAnswer                               ClassifyAnswer
script     ScriptQuestion      the text of a Python script
csv        TableQuestion       the table as text
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from jaxstudio.functions.protocol.requests import SheetLine
from jaxstudio.functions.protocol.scene import HessianAt, Interval, JacobianAt, ProductsAt, View

if TYPE_CHECKING:  # they load JAX, and a window asks before it has
    from jaxstudio.functions.fitting.epochs import Epoch, Fit
    from jaxstudio.functions.protocol.answers import (
        CastTable,
        DtypeFacts,
        Graph,
        IndexFact,
        PromotionTable,
        Trace,
    )


NO_DIGITS = -1


@dataclass(frozen=True)
class Target:
    """The function that a question is about: derivative `order` of a line of a sheet, at slider values."""

    lines: tuple[SheetLine, ...]
    line: int
    sliders: Mapping[str, float] = field(default_factory=dict)
    order: int = 0


@dataclass(frozen=True)
class CursorQuestion:
    """Ask for the curve at `at` (x, t or theta). `taylor` is the order of a polynomial there, if any."""

    target: Target
    at: float
    taylor: int = 0


@dataclass(frozen=True)
class CursorAnswer:
    """A place on a curve.

    `values` are the target and its first derivatives at `at`, at least two; NaN where undefined. (x, y)
    is the place in the plane and (dx, dy) the direction of the tangent, of length 1. `curvature` is
    signed, positive where the curve turns left; the osculating circle has `centre` and `radius`, None
    where the curve is straight. `taylor` are the coefficients a0, a1, … of a0 + a1 (x - at) + …
    `digits` are how many significant digits of each of `values` are sure, None where that is unknown.
    """

    at: float
    values: tuple[float, ...]
    x: float
    y: float
    dx: float
    dy: float
    curvature: float
    centre: tuple[float, float] | None = None
    radius: float | None = None
    taylor: tuple[float, ...] = ()
    digits: tuple[int | None, ...] = ()


@dataclass(frozen=True)
class AreaQuestion:
    """The integral of a curve y = f(x) from `low` to `high`."""

    target: Target
    low: float
    high: float


@dataclass(frozen=True)
class AreaAnswer:
    """The integral and how wrong it may be; `note` says why it has no value (a pole inside)."""

    value: float
    error: float
    note: str = ""


@dataclass(frozen=True)
class TableQuestion:
    """Values of the orders at `count` places from `low` to `high`."""

    target: Target
    orders: tuple[int, ...]
    low: float
    high: float
    count: int


@dataclass(frozen=True)
class TableAnswer:
    """Columns of float64 (count,) with their headings: x, f, f', …

    `digits` has for each column int (count,) how many significant digits are sure, `NO_DIGITS` where that is
    unknown; it is empty where nobody asked.
    """

    headings: tuple[str, ...]
    columns: tuple[np.ndarray, ...]
    digits: tuple[np.ndarray, ...] = ()


@dataclass(frozen=True)
class CompareQuestion:
    """Every way to the derivatives of these orders at a point, beside high precision.

    `methods` are names of derivatives.methods.Method, all by default; `precision` f64 or f32; `step` that
    of finite differences, None for a good one.
    """

    target: Target
    at: tuple[float, ...]
    orders: tuple[int, ...]
    methods: tuple[str, ...] = ()
    precision: str = "f64"
    step: float | None = None


@dataclass(frozen=True)
class StepsQuestion:
    """The error of the first derivative by finite differences at a point, over their step."""

    target: Target
    at: float
    precision: str = "f64"


@dataclass(frozen=True)
class SwellQuestion:
    """Ask for the growth of derivatives' formulas and programs with the order."""

    target: Target
    orders: tuple[int, ...]


@dataclass(frozen=True)
class TraceQuestion:
    """The evaluation trace at a point, one number a variable; `direction` is the variable that moves."""

    target: Target
    at: tuple[float, ...]
    direction: str = ""


@dataclass(frozen=True)
class TraceAnswer:
    """The rows, and the same as a graph."""

    trace: Trace
    graph: Graph


@dataclass(frozen=True)
class MatrixQuestion:
    """Jacobian and Hessian at a point, and their products with a direction, if one is given."""

    target: Target
    at: tuple[float, ...]
    direction: tuple[float, ...] = ()


@dataclass(frozen=True)
class MatrixAnswer:
    """The Jacobian; of a function with one result the Hessian too; None where there is none."""

    jacobian: JacobianAt
    hessian: HessianAt | None
    products: ProductsAt | None


@dataclass(frozen=True)
class PrecisionQuestion:
    """The function in a narrow format beside float64, at `count` places from `low` to `high`.

    `precision` is float16, bfloat16 or float32.
    """

    target: Target
    low: float
    high: float
    count: int = 1000
    precision: str = "float32"


@dataclass(frozen=True)
class DtypesAnswer:
    """Number formats: what they hold, the dtype of sums, results of casts and indices."""

    facts: tuple[DtypeFacts, ...]
    promotion: PromotionTable
    casts: CastTable
    indexing: tuple[IndexFact, ...]


@dataclass(frozen=True)
class VmapQuestion:
    """jax.vmap of a linear layer W x + b, of arrays of these shapes: W, x and b in this order."""

    in_axes: tuple[int | None, ...]
    shapes: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class KeysQuestion:
    """Ask for the behaviour of random keys from a seed, drawing `count` numbers."""

    seed: int = 0
    count: int = 3


@dataclass(frozen=True)
class DescentQuestion:
    """A walk downhill from `start`, a number for each variable.

    `method` is gradient, momentum, nesterov or adam (descent.Method).
    """

    target: Target
    start: tuple[float, ...]
    method: str = "gradient"
    rate: float = 0.1
    steps: int = 100
    momentum: float = 0.9


@dataclass(frozen=True)
class DescentAnswer:
    """Row k is the walker after k steps: `positions` and `gradients` (k + 1, n), `values` (k + 1,).

    `end` says why it stands where it stands.
    """

    positions: np.ndarray
    values: np.ndarray
    gradients: np.ndarray
    end: str


@dataclass(frozen=True)
class GenerateQuestion:
    """Points on a curve with normal noise of a standard deviation, repeatable by `seed`."""

    target: Target
    low: float
    high: float
    count: int = 100
    noise: float = 0.0
    seed: int = 0
    evenly: bool = True


@dataclass(frozen=True)
class FitQuestion:
    """A model line fitted to points by least squares, from the sliders' values.

    `x` and `y` are float64 (n,), `sigma` too or None; `fixed` are parameters that stay, `bounds` those
    that are held within an interval; `explore` tries many starts.
    """

    target: Target
    x: np.ndarray
    y: np.ndarray
    sigma: np.ndarray | None = None
    fixed: tuple[str, ...] = ()
    bounds: Mapping[str, Interval] = field(default_factory=dict)
    explore: bool = False


@dataclass(frozen=True)
class BandQuestion:
    """Ask for a fitted curve's confidence at `count` places from `low` to `high`.

    `fit` is the answer to a FitQuestion of the same target; parameters that it left alone have the
    sliders' values.
    """

    target: Target
    fit: Fit
    low: float
    high: float
    count: int = 400


@dataclass(frozen=True)
class BandAnswer:
    """The fitted curve `y` at `x` and its standard error `error`, float64 (count,); NaN where undetermined.

    Of a new measurement the deviation is √(error² + fit.residual_std²).
    """

    x: np.ndarray
    y: np.ndarray
    error: np.ndarray


@dataclass(frozen=True)
class TrainQuestion:
    """A model line trained by descent: the mean square, with a penalty none, ridge or lasso.

    While it runs it can be told (`ticket.send`) "pause", "go on", "stop", or a mapping with another
    `rate`, `momentum`, `strength` or `per_sample`. `view` is where the curve is drawn while it learns.
    `sigma` (n,) are the deviations of the points, `penalised` the parameters (and networks) that the
    penalty counts, None for all. `per_sample`: the answers have each point's own gradient.
    """

    target: Target
    x: np.ndarray
    y: np.ndarray
    view: View
    method: str = "adam"
    rate: float = 0.01
    momentum: float = 0.9
    penalty: str = "none"
    strength: float = 0.0
    batch: int | None = None
    seed: int = 0
    steps: int = 1000
    sigma: np.ndarray | None = None
    penalised: tuple[str, ...] | None = None
    per_sample: bool = False


@dataclass(frozen=True)
class SampleGradients:
    """The gradient of each point's own loss, points that are not finite left out.

    `values` float64 (n, m) by the parameters `names`; `lengths` (n,) by all weights, those of networks too.
    """

    names: tuple[str, ...]
    values: np.ndarray
    lengths: np.ndarray


@dataclass(frozen=True)
class TrainAnswer:
    """The progress of a training: after `step` steps, `losses` float64 of the steps since the last answer.

    `parameters` are the scalars, `path` (n, m) their values in those steps in the order of the mapping;
    `curve_x`, `curve_y` the model of one variable now. `ended` says why it goes no further, and is empty
    before. `gradients` are there if asked for, of at most 10,000 points. `residuals` float64 (n,), y - f(x)
    at each of the points asked about, are there once it has ended.
    """

    step: int
    losses: np.ndarray
    parameters: Mapping[str, float]
    path: np.ndarray | None
    curve_x: np.ndarray
    curve_y: np.ndarray
    seconds: float
    ended: str = ""
    gradients: SampleGradients | None = None
    residuals: np.ndarray | None = None


@dataclass(frozen=True)
class PicturesAnswer:
    """Pictures to be told apart: uint8 (n, h, w), with `labels` int32 (n,), 1 for a face and 0 for none."""

    pictures: np.ndarray
    labels: np.ndarray


@dataclass(frozen=True)
class ClassifyQuestion:
    """A network of `hidden` units that learns to tell those pictures apart, epoch by epoch.

    `test_share` of the pictures, drawn by `seed`, is kept for testing. While it runs it can be told "pause",
    "go on", "stop", or a mapping with another `rate` or `jit`: without, each operation runs by itself.
    """

    hidden: int = 512
    epochs: int = 30
    method: str = "adam"
    rate: float = 1e-3
    batch: int = 32
    test_share: float = 0.2
    seed: int = 0
    jit: bool = True


@dataclass(frozen=True)
class ClassifyAnswer:
    """`epochs` are those since the last answer; `ended` says why it goes no further, and is empty before.

    `predicted` int32 (n,) is the label that each picture is given now, `tested` bool (n,) whether it was
    kept for testing.
    """

    epochs: tuple[Epoch, ...]
    predicted: np.ndarray
    tested: np.ndarray
    ended: str = ""


@dataclass(frozen=True)
class ScriptQuestion:
    """A Python script that draws the curves of a sheet in this view with JAX and Matplotlib."""

    lines: tuple[SheetLine, ...]
    sliders: Mapping[str, float]
    view: View
