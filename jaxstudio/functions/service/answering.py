"""Queries on derivatives, traces, matrices, number formats, descents and random keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxstudio.errors import UsageError
from jaxstudio.functions.derivatives.compare import WAYS, compare, expression_swell
from jaxstudio.functions.derivatives.methods import (
    ExpressionSwell,
    Method,
    MethodFigures,
    StepErrors,
    check_order,
)
from jaxstudio.functions.derivatives.orders import step_errors
from jaxstudio.functions.descent import walk
from jaxstudio.functions.fields.grid import hessian, jacobian, products
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.language.nodes import is_several
from jaxstudio.functions.precision import cast_table, dtype_table, indexing_facts, promotion_table, ulp_errors
from jaxstudio.functions.protocol.answers import Batching, Draw, UlpErrors
from jaxstudio.functions.protocol.queries import (
    CompareQuestion,
    DescentAnswer,
    DescentQuestion,
    DtypesAnswer,
    DtypesQuestion,
    KeysQuestion,
    MatrixAnswer,
    MatrixQuestion,
    PrecisionQuestion,
    StepsQuestion,
    SwellQuestion,
    TraceAnswer,
    TraceQuestion,
    VmapQuestion,
)
from jaxstudio.functions.service.composing import Composer
from jaxstudio.functions.service.reading import Function
from jaxstudio.functions.service.targets import check_point, find
from jaxstudio.functions.traces import evaluation_trace, graph_of, key_table, vmap_axes
from jaxstudio.processes.serve import Work

MOST_STEPS = 100_000
STEPS = 2.0 ** np.arange(-50.0, 1.0)
MOST_PLACES = 100_000
FORMATS = {"f64": "float64", "f32": "float32", "f16": "float16", "bf16": "bfloat16"}


def answer_compare(composer: Composer, question: CompareQuestion, work: Work) -> tuple[MethodFigures, ...]:
    """Each way and order, told as they are measured."""
    found = find(composer, question.target)
    check_point(found, question.at)
    for order in question.orders:
        check_order(order)
    methods = [_method(name) for name in question.methods] or list(WAYS)
    rows = []
    for row in compare(
        found.subject,
        question.at,
        found.p,
        question.orders,
        methods,
        dtype=jnp.dtype(_format(question.precision)),
        step=question.step,
    ):
        work.check()
        work.tell(row)
        rows.append(row)
    return tuple(rows)


def _method(name: str) -> Method:
    try:
        return Method(name)
    except ValueError:
        raise UsageError("method {0!r}: expected one of {1}", name, ", ".join(WAYS)) from None


def _format(precision: str) -> str:
    try:
        return FORMATS[precision]
    except KeyError:
        raise UsageError("precision {0!r}: expected one of {1}", precision, ", ".join(FORMATS)) from None


def steps(composer: Composer, question: StepsQuestion, work: Work) -> StepErrors:
    """Differences of many steps at a point, beside the exact slope."""
    found = find(composer, question.target)
    check_point(found, (question.at,))
    numbers = {name: jnp.asarray(value, float) for name, value in found.p.items()}
    return step_errors(lambda x: found.subject.call(x, numbers), question.at, STEPS)


def swell(composer: Composer, question: SwellQuestion, work: Work) -> tuple[ExpressionSwell, ...]:
    """Sizes of formulas and programs at each order."""
    for order in question.orders:
        check_order(order)
    return tuple(expression_swell(find(composer, question.target).subject, question.orders))


def trace(composer: Composer, question: TraceQuestion, work: Work) -> TraceAnswer:
    """The evaluation trace at a point, as table and graph."""
    found = find(composer, question.target)
    check_point(found, question.at)
    at = dict(zip(found.line.variables, question.at, strict=True))
    f = found.function.constant if not at else _computing(found.function)
    moving = question.direction or next(iter({**at, **found.p}), "")
    rows = evaluation_trace(f, at, found.p, moving or {})
    return TraceAnswer(rows, graph_of(rows))


def _computing(function: Function) -> Callable:
    """f(*variables, p), of an inequality too."""
    return function.truth if function.line.kind is LineKind.INEQUALITY else function.subject.call


def matrix(composer: Composer, question: MatrixQuestion, work: Work) -> MatrixAnswer:
    """Jacobian, Hessian of a single number, and the products with a direction, if one is given."""
    found = find(composer, question.target)
    check_point(found, question.at)
    if not question.at:
        raise UsageError("there is no variable to differentiate by")
    f, tree = found.subject.call, found.line.tree
    assert tree is not None
    return MatrixAnswer(
        jacobian(f, question.at, found.p),
        None if is_several(tree) else hessian(f, question.at, found.p),
        products(f, question.at, found.p, question.direction) if question.direction else None,
    )


def precision(composer: Composer, question: PrecisionQuestion, work: Work) -> UlpErrors:
    """Return the errors of the function in a narrow format, along its curve."""
    found = find(composer, question.target)
    check_point(found, (0.0,))
    if not 1 <= question.count <= MOST_PLACES:
        raise UsageError("{0} places: expected 1 to {1:,}", question.count, MOST_PLACES)
    x = np.linspace(question.low, question.high, question.count)
    return ulp_errors(found.subject.call, x, found.p, FORMATS.get(question.precision, question.precision))


def dtypes(composer: Composer, question: DtypesQuestion, work: Work) -> DtypesAnswer:
    """Return the values that number formats hold and lose."""
    return DtypesAnswer(dtype_table(), promotion_table(), cast_table(), indexing_facts())


def vmap(composer: Composer, question: VmapQuestion, work: Work) -> Batching:
    """Return the axes of a linear layer's arrays under vmap."""

    def layer(W: Any, x: Any, b: Any) -> Any:
        return W @ x + b

    return vmap_axes(layer, question.in_axes, question.shapes)


def keys(composer: Composer, question: KeysQuestion, work: Work) -> tuple[Draw, ...]:
    """Numbers drawn from a key, again, from its parts, one by one."""
    return key_table(question.seed, question.count)


def descent(composer: Composer, question: DescentQuestion, work: Work) -> DescentAnswer:
    """A walk downhill on the function, or on its derivative of the target's order."""
    found = find(composer, question.target)
    check_point(found, question.start)
    if question.steps > MOST_STEPS:
        raise UsageError("{0} steps: expected at most {1:,}", question.steps, MOST_STEPS)
    path = walk(
        found.function.derivative(question.target.order),
        question.start,
        question.method,
        question.rate,
        question.steps,
        question.momentum,
        found.p,
    )
    return DescentAnswer(path.positions, path.values, path.gradients, path.end)
