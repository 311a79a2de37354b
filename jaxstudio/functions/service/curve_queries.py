"""Queries about one curve: values and tangent at a point, tables of values, integrals."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import numpy as np

from jaxstudio.errors import UsageError, Wording
from jaxstudio.functions.curves.evaluator import BESIDE, turned
from jaxstudio.functions.curves.sampling import POINTS
from jaxstudio.functions.derivatives.accuracy import EXACT, FULL, UNKNOWN, best, references
from jaxstudio.functions.derivatives.methods import HIGHEST
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.queries import (
    NO_DIGITS,
    AreaAnswer,
    AreaQuestion,
    CursorAnswer,
    CursorQuestion,
    TableAnswer,
    TableQuestion,
    TableTextQuestion,
)
from jaxstudio.functions.service import curve_lines
from jaxstudio.functions.service.composing import Composer
from jaxstudio.functions.service.curve_lines import Path, graph_evaluator
from jaxstudio.functions.service.programs import Program
from jaxstudio.functions.service.solution_values import solution_at
from jaxstudio.functions.service.targets import find_path
from jaxstudio.processes.serve import Work

# A curve that turns by less than this along its own length of 1 is called straight.
STRAIGHT = 1e-12
# That the digits of one place may take: the next place is waiting.
SECONDS = 0.15


def cursor(composer: Composer, question: CursorQuestion, work: Work) -> CursorAnswer:
    """The curve of the target at a place."""
    texts = tuple(line.text for line in question.target.lines)
    if (answer := solution_at(composer.reader.read(texts), question)) is not None:
        return answer
    path = find_path(composer, question.target)
    order = 0 if path.in_the_plane else question.target.order
    if not 0 <= question.taylor <= HIGHEST - order:
        raise UsageError(
            "Taylor polynomial of order {0}: expected 0 to {1}", question.taylor, HIGHEST - order
        )
    rows = _rows(composer, path, order + max(question.taylor, BESIDE), question.at, work)
    rows, digits = _with_digits(path, question.at, rows)
    rows, digits = _at_roots(question.at, rows, digits)
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
        program = composer.programs.program(
            path.function.template, order, program.method, curve_lines.DTYPES["f64"]
        )
        composer.programs.also(program)
    if not composer.programs.is_quick(program):
        composer.programs.wait_for(program, work, Wording("compiling order {0}", order))
    return _at(program, path, at)


def _at(program: Program, path: Path, at: float) -> np.ndarray:
    return curve_lines.values(program, np.full(POINTS, at), path.p)[..., 0]


def _with_digits(path: Path, at: float, rows: np.ndarray) -> tuple[np.ndarray, list[tuple[int | None, ...]]]:
    """The rows with poor values replaced by multiple precision, and each output's sure digits."""
    known = references(path.function.subject, (at,), path.p, len(rows) - 1, SECONDS)
    better, digits = rows.copy(), []
    for row, outputs in zip(better.reshape(len(rows), -1), known, strict=True):
        outputs = outputs if len(outputs) == len(row) else (UNKNOWN,) * len(row)
        judged = [best(float(value), each) for value, each in zip(row, outputs, strict=True)]
        row[:] = [value for value, _ in judged]
        digits.append(tuple(sure for _, sure in judged))
    return better, digits


def _at_roots(
    at: float, rows: np.ndarray, digits: list[tuple[int | None, ...]]
) -> tuple[np.ndarray, list[tuple[int | None, ...]]]:
    """Set values to 0 at a root no farther than the next number: at √3, rounded, x² - 3 is -4e-16."""
    if rows.ndim > 1:
        return rows, digits
    with np.errstate(invalid="ignore", over="ignore"):
        near = np.abs(rows[:-1]) <= np.abs(rows[1:]) * np.spacing(abs(at))
    near &= (rows[:-1] != 0) & np.isfinite(rows[1:])
    rows, digits = rows.copy(), list(digits)
    for order in np.flatnonzero(near).tolist():
        rows[order], digits[order] = 0.0, (FULL,)
    return rows, digits


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


MOST_ROWS = 1_000_000
# That the digits of a table may take; of later rows they are unknown.
TABLE_SECONDS = 2.0
# The digits that x and y of a polar curve have at most.
TURNED = 14


def table(composer: Composer, question: TableQuestion, work: Work) -> TableAnswer:
    """The orders of a curve at equal distances, or the places of a path in the plane, with sure digits."""
    found = _columns_of(composer, question, work)
    columns, digits = _table_with_digits(find_path(composer, question.target), question.orders, found, work)
    return TableAnswer(found.headings, columns, digits)


def _table_with_digits(
    path: Path, orders: tuple[int, ...], table: TableAnswer, work: Work
) -> tuple[tuple[np.ndarray, ...], tuple[np.ndarray, ...]]:
    """The columns with poor values replaced by multiple precision, and each one's sure digits."""
    columns = [column.copy() for column in table.columns]
    digits = [np.full(len(column), NO_DIGITS) for column in columns]
    digits[0][:] = EXACT
    until = time.monotonic() + TABLE_SECONDS
    for row, at in enumerate(columns[0]):
        work.check()
        left = until - time.monotonic()
        if left <= 0:
            break
        known = references(path.function.subject, (float(at),), path.p, max(orders, default=0), left)
        if path.in_the_plane:
            outputs = known[0]
        else:
            outputs = tuple(known[order][0] for order in orders)
        for column, each, reference in zip(columns[1:], digits[1:], outputs, strict=False):
            column[row], sure = best(float(column[row]), reference)
            each[row] = NO_DIGITS if sure is None else sure
    if path.kind is LineKind.POLAR:
        # of x = r cos(theta): two more roundings
        for each in digits[2:]:
            each[:] = np.where(digits[1] > 0, np.minimum(digits[1], TURNED), digits[1])
    return tuple(columns), tuple(digits)


def _columns_of(composer: Composer, question: TableQuestion, work: Work) -> TableAnswer:
    path = find_path(composer, question.target)
    if not 1 <= question.count <= MOST_ROWS:
        raise UsageError("{0} rows: expected 1 to {1:,}", question.count, MOST_ROWS)
    if not (np.isfinite(question.low) and np.isfinite(question.high)):
        raise UsageError("from {0} to {1}: expected two finite numbers", question.low, question.high)
    if any(not 0 <= order <= HIGHEST for order in question.orders):
        raise UsageError("orders {0}: expected numbers from 0 to {1}", question.orders, HIGHEST)
    t = np.linspace(question.low, question.high, question.count)
    program = path.exact
    highest = max(question.orders, default=0)
    if not path.in_the_plane and highest > program.order:
        program = composer.programs.program(
            path.function.template, highest, program.method, curve_lines.DTYPES["f64"]
        )
    composer.programs.wait_for(program, work, Wording("compiling line {0}", question.target.line + 1))
    blocks = []
    for begin in range(0, len(t), POINTS):
        work.check()
        part = t[begin : begin + POINTS]
        rows = program.many(np.pad(part, (0, POINTS - len(part)), mode="edge"), path.p)
        blocks.append(_columns(path.kind, part, rows[..., : len(part)], question.orders))
    return TableAnswer(_headings(path, question.orders), (t, *np.concatenate(blocks, axis=1)))


def _columns(kind: LineKind, t: np.ndarray, rows: np.ndarray, orders: tuple[int, ...]) -> np.ndarray:
    if kind is LineKind.POLAR:
        return np.concatenate([rows[:1], turned(t, rows)[0]])
    return rows[0] if kind is LineKind.PARAMETRIC else rows[list(orders)]


def _headings(path: Path, orders: tuple[int, ...]) -> tuple[str, ...]:
    line = path.function.line
    if path.kind is LineKind.POLAR:
        return line.variables[0], "r", "x", "y"
    if path.kind is LineKind.PARAMETRIC:
        return line.variables[0], "x", "y"
    return line.variables[0], *(heading(line.name or "y", order) for order in orders)


def heading(name: str, order: int) -> str:
    """f, f', f'', f''', f⁽⁴⁾, …"""
    if order <= 3:
        return name + "'" * order
    return f"{name}⁽{str(order).translate(str.maketrans('0123456789', '⁰¹²³⁴⁵⁶⁷⁸⁹'))}⁾"


def csv(composer: Composer, question: TableTextQuestion, work: Work) -> str:
    """The table as text: a header, then a row to a line, every number with all its digits."""
    return as_csv(_columns_of(composer, question.table, work))


def as_csv(answer: TableAnswer) -> str:
    rows = zip(*(column.tolist() for column in answer.columns), strict=True)
    lines = [",".join(answer.headings), *(",".join(map(_number, row)) for row in rows)]
    return "\n".join(lines) + "\n"


def _number(value: float) -> str:
    return "" if value != value else repr(value)


FIRST, HALVINGS, MOST_INTERVALS = 32, 52, 4096
FEW, MANY = np.polynomial.legendre.leggauss(7), np.polynomial.legendre.leggauss(15)
RELATIVE, ABSOLUTE = 1e-13, 1e-300
Values = Callable[[np.ndarray], np.ndarray]
# What is left over after all halvings is no rounding but a pole, if it is more than this share.
DIVERGES = 1e-3


def area(composer: Composer, question: AreaQuestion, work: Work) -> AreaAnswer:
    """The integral of the target's curve."""
    path = find_path(composer, question.target)
    low, high = question.low, question.high
    if path.in_the_plane:
        raise UsageError("only a curve y = f(x) has an area below it")
    if not (math.isfinite(low) and math.isfinite(high)):
        raise UsageError("the area from {0} to {1}: expected two finite numbers", low, high)
    composer.programs.wait_for(path.exact, work, Wording("compiling line {0}", question.target.line + 1))
    evaluator = graph_evaluator(path, question.target.order)
    answer = integral(lambda x: evaluator.values(x)[0], min(low, high), max(low, high), work)
    sign = -1.0 if high < low else 1.0
    return AreaAnswer(sign * answer.value, answer.error, answer.note)


def integral(f: Values, low: float, high: float, work: Work) -> AreaAnswer:
    """∫ f from low to high; f maps float64 (n,) to (n,), NaN where it has no value."""
    edges = np.linspace(low, high, FIRST + 1)
    left, width = edges[:-1], np.diff(edges)
    done = error = 0.0
    for _ in range(HALVINGS):
        work.check()
        value, doubt = _rules(f, left, width)
        total = done + float(np.nansum(value))
        enough = (RELATIVE * abs(total) + ABSOLUTE) * width / max(high - low, ABSOLUTE)
        # rounding leaves no more than this to be gained
        fine = (doubt <= enough) | (doubt <= 4 * np.finfo(float).eps * np.abs(value))
        done += float(value[fine].sum())
        error += float(doubt[fine].sum())
        left, width, value, doubt = left[~fine], width[~fine], value[~fine], doubt[~fine]
        if not len(left) or len(left) > MOST_INTERVALS:
            break
        left, width = np.concatenate([left, left + width / 2]), np.tile(width / 2, 2)
    else:
        value, doubt = _rules(f, left, width)
    if not len(left):
        return AreaAnswer(done, error)
    return _unfinished(left, width, value, doubt, done, error)


def _rules(f: Values, left: np.ndarray, width: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The larger rule's value on each interval, and how far the smaller one is from it."""
    sums = []
    for nodes, weights in (FEW, MANY):
        x = left[:, None] + width[:, None] * (nodes + 1) / 2
        with np.errstate(all="ignore"):
            sums.append(f(x.ravel()).reshape(x.shape) @ weights * width / 2)
    with np.errstate(all="ignore"):
        doubt = np.abs(sums[0] - sums[1])
    return sums[1], np.where(np.isfinite(doubt), doubt, np.inf)


def _unfinished(
    left: np.ndarray, width: np.ndarray, value: np.ndarray, doubt: np.ndarray, done: float, error: float
) -> AreaAnswer:
    """Return the answer where the quadrature rules did not agree."""
    missing = np.isnan(value)
    real = missing & (width > 0)
    lost = float(width[real].sum())
    if lost > 1e-9 * max(abs(float(left.min())), abs(float(left.max())), lost):
        at, to = float(left[real].min()), float((left + width)[real].max())
        return AreaAnswer(
            math.nan, math.inf, Wording("there is no value between {0:.6g} and {1:.6g}", at, to)
        )
    total = done + float(value[~missing].sum())
    off = error + float(doubt[np.isfinite(doubt)].sum())
    worst = int(np.argmax(np.where(np.isfinite(doubt), doubt, np.inf)))
    if not math.isfinite(off) or np.isinf(doubt[~missing]).any() or off > DIVERGES * max(abs(total), 1e-12):
        unbounded = Wording("it grows without bound near {0:.6g}", float(left[worst]))
        return AreaAnswer(math.nan, math.inf, unbounded)
    return AreaAnswer(total, off)
