"""Tables of a curve's values, and the same as CSV text."""

from __future__ import annotations

import time

import numpy as np

from jaxstudio.errors import UsageError
from jaxstudio.functions.curves.parametric import turned
from jaxstudio.functions.derivatives.accuracy import EXACT, best, references
from jaxstudio.functions.derivatives.methods import HIGHEST
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.queries import NO_DIGITS, TableAnswer, TableQuestion
from jaxstudio.functions.service import paths
from jaxstudio.functions.service.coarse import POINTS
from jaxstudio.functions.service.composing import Composer
from jaxstudio.functions.service.paths import Path
from jaxstudio.functions.service.targets import find_path
from jaxstudio.processes.serve import Work

MOST_ROWS = 1_000_000
# That the digits of a table may take; of later rows they are unknown.
SECONDS = 2.0
# The digits that x and y of a polar curve have at most.
TURNED = 14


def table(composer: Composer, question: TableQuestion, work: Work) -> TableAnswer:
    """The orders of a curve at equal distances, or the places of a path in the plane, with sure digits."""
    found = _columns_of(composer, question, work)
    columns, digits = _with_digits(find_path(composer, question.target), question.orders, found, work)
    return TableAnswer(found.headings, columns, digits)


def _with_digits(
    path: Path, orders: tuple[int, ...], found: TableAnswer, work: Work
) -> tuple[tuple[np.ndarray, ...], tuple[np.ndarray, ...]]:
    """The columns, poor values replaced by those of multiple precision, and the sure digits of each."""
    columns = [column.copy() for column in found.columns]
    digits = [np.full(len(column), NO_DIGITS) for column in columns]
    digits[0][:] = EXACT
    until = time.monotonic() + SECONDS
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
        raise UsageError(f"{question.count} rows: expected 1 to {MOST_ROWS:,}")
    if not (np.isfinite(question.low) and np.isfinite(question.high)):
        raise UsageError(f"from {question.low} to {question.high}: expected two finite numbers")
    if any(not 0 <= order <= HIGHEST for order in question.orders):
        raise UsageError(f"orders {question.orders}: expected numbers from 0 to {HIGHEST}")
    t = np.linspace(question.low, question.high, question.count)
    program = path.exact
    highest = max(question.orders, default=0)
    if not path.in_the_plane and highest > program.order:
        program = composer.programs.program(path.function, highest, program.method, paths.DTYPES["f64"])
    composer.programs.wait_for(program, work, f"line {question.target.line + 1}")
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


def csv(composer: Composer, question: TableQuestion, work: Work) -> str:
    """The table as text: a header, then a row to a line, every number with all its digits."""
    return as_csv(_columns_of(composer, question, work))


def as_csv(answer: TableAnswer) -> str:
    rows = zip(*(column.tolist() for column in answer.columns), strict=True)
    lines = [",".join(answer.headings), *(",".join(map(_number, row)) for row in rows)]
    return "\n".join(lines) + "\n"


def _number(value: float) -> str:
    return "" if value != value else repr(value)
