"""Questions about a document besides its scene, and their answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np
from msgspec import Struct, field

from jaxstudio.errors import NOTHING, Wording
from jaxstudio.functions.derivatives.methods import ExpressionSwell, MethodFigures, StepErrors
from jaxstudio.functions.fitting.epochs import Epoch, Fit
from jaxstudio.functions.fitting.table import Points
from jaxstudio.functions.protocol.answers import (
    Batching,
    CastTable,
    Draw,
    DtypeFacts,
    Graph,
    IndexFact,
    PromotionTable,
    Trace,
    UlpErrors,
)
from jaxstudio.functions.protocol.requests import DrawRequest, Scene, SheetLine
from jaxstudio.functions.protocol.scene import HessianAt, Interval, JacobianAt, ProductsAt, View
from jaxstudio.processes.channel import Request

NO_DIGITS = -1


class Target(Struct, frozen=True):
    """The function that a question is about: derivative `order` of a line of a sheet, at slider values.

    `member` is the index of one of the curves of a line with lists.
    """

    lines: tuple[SheetLine, ...]
    line: int
    sliders: Mapping[str, float] = field(default_factory=dict)
    order: int = 0
    member: int | None = None


class CursorAnswer(Struct, frozen=True):
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


class CursorQuestion(Request[CursorAnswer, None], frozen=True):
    """Ask for the curve at `at` (x, t or theta). `taylor` is the order of a polynomial there, if any."""

    target: Target
    at: float
    taylor: int = 0


class AreaAnswer(Struct, frozen=True):
    """The integral and how wrong it may be; `note` says why it has no value (a pole inside)."""

    value: float
    error: float
    note: Wording = NOTHING


class AreaQuestion(Request[AreaAnswer, None], frozen=True):
    """The integral of a curve y = f(x) from `low` to `high`."""

    target: Target
    low: float
    high: float


class TableAnswer(Struct, frozen=True):
    """Columns of float64 (count,) with their headings: x, f, f', …

    `digits` has for each column int (count,) how many significant digits are sure, `NO_DIGITS` where that is
    unknown; it is empty where nobody asked.
    """

    headings: tuple[str, ...]
    columns: tuple[np.ndarray, ...]
    digits: tuple[np.ndarray, ...] = ()


class TableQuestion(Request[TableAnswer, None], frozen=True):
    """Values of the orders at `count` places from `low` to `high`."""

    target: Target
    orders: tuple[int, ...]
    low: float
    high: float
    count: int


class TableTextQuestion(Request[str, None], frozen=True):
    """Ask for the table as CSV."""

    table: TableQuestion


class CompareQuestion(Request[tuple[MethodFigures, ...], MethodFigures], frozen=True):
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


class StepsQuestion(Request[StepErrors, None], frozen=True):
    """The error of the first derivative by finite differences at a point, over their step."""

    target: Target
    at: float
    precision: str = "f64"


class SwellQuestion(Request[tuple[ExpressionSwell, ...], None], frozen=True):
    """Ask for the growth of derivatives' formulas and programs with the order."""

    target: Target
    orders: tuple[int, ...]


class TraceAnswer(Struct, frozen=True):
    """The rows, and the same as a graph."""

    trace: Trace
    graph: Graph


class TraceQuestion(Request[TraceAnswer, None], frozen=True):
    """The evaluation trace at a point, one number a variable; `direction` is the variable that moves."""

    target: Target
    at: tuple[float, ...]
    direction: str = ""


class MatrixAnswer(Struct, frozen=True):
    """The Jacobian; of a function with one result the Hessian too; None where there is none."""

    jacobian: JacobianAt
    hessian: HessianAt | None
    products: ProductsAt | None


class MatrixQuestion(Request[MatrixAnswer, None], frozen=True):
    """Jacobian and Hessian at a point, and their products with a direction, if one is given."""

    target: Target
    at: tuple[float, ...]
    direction: tuple[float, ...] = ()


class PrecisionQuestion(Request[UlpErrors, None], frozen=True):
    """The function in a narrow format beside float64, at `count` places from `low` to `high`.

    `precision` is float16, bfloat16 or float32.
    """

    target: Target
    low: float
    high: float
    count: int = 1000
    precision: str = "float32"


class DtypesAnswer(Struct, frozen=True):
    """The number formats' values, the dtype of sums, the results of casts and indices."""

    facts: tuple[DtypeFacts, ...]
    promotion: PromotionTable
    casts: CastTable
    indexing: tuple[IndexFact, ...]


class DtypesQuestion(Request[DtypesAnswer, None], frozen=True):
    """Ask which values number formats hold and lose."""


class VmapQuestion(Request[Batching, None], frozen=True):
    """jax.vmap of a linear layer W x + b, of arrays of these shapes: W, x and b in this order."""

    in_axes: tuple[int | None, ...]
    shapes: tuple[tuple[int, ...], ...]


class KeysQuestion(Request[tuple[Draw, ...], None], frozen=True):
    """Ask for the behaviour of random keys from a seed, drawing `count` numbers."""

    seed: int = 0
    count: int = 3


class DescentAnswer(Struct, frozen=True):
    """Row k is the walker after k steps: `positions` and `gradients` (k + 1, n), `values` (k + 1,).

    `end` says why it stands where it stands.
    """

    positions: np.ndarray
    values: np.ndarray
    gradients: np.ndarray
    end: Wording


class DescentQuestion(Request[DescentAnswer, None], frozen=True):
    """A walk downhill from `start`, a number for each variable.

    `method` is gradient, momentum, nesterov or adam (descent.Method).
    """

    target: Target
    start: tuple[float, ...]
    method: str = "gradient"
    rate: float = 0.1
    steps: int = 100
    momentum: float = 0.9


class GenerateQuestion(Request[Points, None], frozen=True):
    """Points on a curve with normal noise of a standard deviation, repeatable by `seed`."""

    target: Target
    low: float
    high: float
    count: int = 100
    noise: float = 0.0
    seed: int = 0
    evenly: bool = True


class ColumnsQuestion(Request[Points, None], frozen=True):
    """Ask for the points of a model whose inputs and target are lists of the sheet: y1 ~ a x1 + b."""

    target: Target


class FitQuestion(Request[Fit, None], frozen=True):
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


class ConfidenceBandAnswer(Struct, frozen=True):
    """The fitted curve `y` at `x` and its standard error `error`, float64 (count,); NaN where undetermined.

    Of a new measurement the deviation is √(error² + fit.residual_std²).
    """

    x: np.ndarray
    y: np.ndarray
    error: np.ndarray


class ConfidenceBandQuestion(Request[ConfidenceBandAnswer, None], frozen=True):
    """Ask for a fitted curve's confidence at `count` places from `low` to `high`.

    `fit` is the answer to a FitQuestion of the same target; parameters that it left alone have the
    sliders' values.
    """

    target: Target
    fit: Fit
    low: float
    high: float
    count: int = 400


class SampleGradients(Struct, frozen=True):
    """The gradient of each point's own loss, points that are not finite left out.

    `values` float64 (n, m) by the parameters `names`; `lengths` (n,) by all weights, those of networks too.
    """

    names: tuple[str, ...]
    values: np.ndarray
    lengths: np.ndarray


class TrainAnswer(Struct, frozen=True):
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
    ended: Wording = NOTHING
    gradients: SampleGradients | None = None
    residuals: np.ndarray | None = None


class TrainQuestion(Request[TrainAnswer, TrainAnswer], frozen=True):
    """A model line trained by descent: the mean square, with a penalty none, ridge or lasso.

    While it runs it can be told (`ticket.send`) "pause", "go on", "stop", or a mapping with another
    `rate`, `momentum`, `strength` or `per_sample`. `view` is where the curve is drawn while it learns.
    `sigma` (n,) are the deviations of the points, `penalised` the parameters (and networks) that the
    penalty counts, None for all. `per_sample`: the answers have each point's own gradient.
    """

    NOTES: ClassVar[Any] = Literal["pause", "go on", "stop"] | dict[str, float | bool]
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


class PicturesAnswer(Struct, frozen=True):
    """Pictures to be told apart: uint8 (n, h, w), with `labels` int32 (n,), 1 for a face and 0 for none."""

    pictures: np.ndarray
    labels: np.ndarray


class PicturesQuestion(Request[PicturesAnswer, None], frozen=True):
    """The pictures that a ClassifyQuestion is about."""


class ClassifyAnswer(Struct, frozen=True):
    """`epochs` are those since the last answer; `ended` says why it goes no further, and is empty before.

    `predicted` int32 (n,) is the label that each picture is given now, `tested` bool (n,) whether it was
    kept for testing.
    """

    epochs: tuple[Epoch, ...]
    predicted: np.ndarray
    tested: np.ndarray
    ended: Wording = NOTHING


class ClassifyQuestion(Request[ClassifyAnswer, ClassifyAnswer], frozen=True):
    """A network of `hidden` units that learns to tell those pictures apart, epoch by epoch.

    `test_share` of the pictures, drawn by `seed`, is kept for testing. While it runs it can be told "pause",
    "go on", "stop", or a mapping with another `rate` or `jit`: without, each operation runs by itself.
    """

    NOTES: ClassVar[Any] = Literal["pause", "go on", "stop"] | dict[str, float | bool]
    hidden: int = 512
    epochs: int = 30
    method: str = "adam"
    rate: float = 1e-3
    batch: int = 32
    test_share: float = 0.2
    seed: int = 0
    jit: bool = True


class ScriptQuestion(Request[str, None], frozen=True):
    """A Python script that draws the curves of a sheet in this view with JAX and Matplotlib."""

    lines: tuple[SheetLine, ...]
    sliders: Mapping[str, float]
    view: View


class FramesQuestion(Request[None, Scene], frozen=True):
    """Refined scenes of a sheet, told one after the other: with a slider at each value, or one as it is."""

    draw: DrawRequest
    slider: str = ""
    values: tuple[float, ...] = ()


class TypesetLine(Struct, frozen=True):
    """A formula as a path of outlines, in units of the font's size, from the left end of the base line.

    `points` float32 (n, 2), y upwards, and `codes` uint8 (n,) are Matplotlib's: 1 begins a contour, 2 ends a
    line, 3 is one of the two points of a quadratic curve, 4 one of the three of a cubic one, 79 closes.
    """

    points: np.ndarray
    codes: np.ndarray
    width: float
    ascent: float
    descent: float


class TypesetQuestion(Request[tuple[TypesetLine | None, ...], None], frozen=True):
    """Ask for texts of a sheet as mathematics, None for one without a formula; with the sheet's names.

    A text between dollars is one of a note: where it is no line of the language, it is LaTeX.
    `rules` are those of `texts` that are differential equations, initial values or recursions.
    """

    texts: tuple[str, ...]
    functions: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
