"""What a curve is like at one place: values, tangent, osculating circle, Taylor polynomial."""

from __future__ import annotations

import math

import numpy as np

from jaxstudio.errors import UsageError
from jaxstudio.functions.curves.evaluator import BESIDE
from jaxstudio.functions.curves.parametric import turned
from jaxstudio.functions.derivatives.accuracy import UNKNOWN, best, references
from jaxstudio.functions.derivatives.methods import HIGHEST
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.queries import CursorAnswer, CursorQuestion
from jaxstudio.functions.service import paths
from jaxstudio.functions.service.coarse import POINTS
from jaxstudio.functions.service.composing import Composer
from jaxstudio.functions.service.paths import Path
from jaxstudio.functions.service.programs import Program
from jaxstudio.functions.service.targets import find_path
from jaxstudio.processes.serve import Work

# A curve that turns by less than this along its own length of 1 is called straight.
STRAIGHT = 1e-12
# That the digits of one place may take: the next place is waiting.
SECONDS = 0.15


def cursor(composer: Composer, question: CursorQuestion, work: Work) -> CursorAnswer:
    """The curve of the target at a place."""
    path = find_path(composer, question.target)
    order = 0 if path.in_the_plane else question.target.order
    if not 0 <= question.taylor <= HIGHEST - order:
        raise UsageError(f"Taylor polynomial of order {question.taylor}: expected 0 to {HIGHEST - order}")
    rows = _rows(composer, path, order + max(question.taylor, BESIDE), question.at, work)
    rows, digits = _with_digits(path, question.at, rows)
    if path.in_the_plane:
        return _in_the_plane(path, question.at, rows, tuple(sum(digits[:3], ())))
    rows = rows[order:]
    known = tuple(sum(digits[order:], ()))
    place = _placed(question.at, (question.at, rows[0]), (1.0, rows[1]), (0.0, rows[2]))
    taylor = [rows[k] / math.factorial(k) for k in range(question.taylor + 1)] if question.taylor else []
    return CursorAnswer(question.at, tuple(rows.tolist()), *place, tuple(float(a) for a in taylor), known)


def _rows(composer: Composer, path: Path, order: int, at: float, work: Work) -> np.ndarray:
    """The function and its derivatives up to an order at one place, (order + 1, …)."""
    program = path.exact
    if order > program.order:
        program = composer.programs.program(path.function, order, program.method, paths.DTYPES["f64"])
        composer.programs.also(program)
    if not composer.programs.is_quick(program):
        composer.programs.wait_for(program, work, f"order {order}")
    return _at(program, path, at)


def _at(program: Program, path: Path, at: float) -> np.ndarray:
    return paths.values(program, np.full(POINTS, at), path.p)[..., 0]


def _with_digits(path: Path, at: float, rows: np.ndarray) -> tuple[np.ndarray, list[tuple[int | None, ...]]]:
    """The rows, poor values replaced by those of multiple precision, and the sure digits of each output."""
    known = references(path.function.subject, (at,), path.p, len(rows) - 1, SECONDS)
    better, digits = rows.copy(), []
    for row, outputs in zip(better.reshape(len(rows), -1), known, strict=True):
        outputs = outputs if len(outputs) == len(row) else (UNKNOWN,) * len(row)
        judged = [best(float(value), each) for value, each in zip(row, outputs, strict=True)]
        row[:] = [value for value, _ in judged]
        digits.append(tuple(sure for _, sure in judged))
    return better, digits


def _in_the_plane(path: Path, at: float, rows: np.ndarray, digits: tuple[int | None, ...]) -> CursorAnswer:
    places = turned(np.array([at]), rows[:, None])[..., 0] if path.kind is LineKind.POLAR else rows
    x, dx, ddx = places[:3, 0]
    y, dy, ddy = places[:3, 1]
    placed = _placed(at, (x, y), (dx, dy), (ddx, ddy))
    return CursorAnswer(at, tuple(np.ravel(rows[:3]).tolist()), *placed, (), digits)


def _placed(
    at: float, place: tuple[float, float], speed: tuple[float, float], pull: tuple[float, float]
) -> tuple[float, float, float, float, float, tuple[float, float] | None, float | None]:
    """Place, direction, curvature, centre and radius, from a path and its first two derivatives."""
    (x, y), (dx, dy), (ddx, ddy) = place, speed, pull
    length = math.hypot(dx, dy)
    if not (math.isfinite(length) and length > 0):
        return float(x), float(y), math.nan, math.nan, math.nan, None, None
    along, up = dx / length, dy / length
    curvature = (along * ddy - up * ddx) / length**2
    if not math.isfinite(curvature) or abs(curvature) < STRAIGHT:
        return float(x), float(y), along, up, float(curvature), None, None
    radius = 1 / curvature
    centre = (float(x - up * radius), float(y + along * radius))
    return float(x), float(y), along, up, float(curvature), centre, abs(float(radius))
