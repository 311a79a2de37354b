"""NIST's reference problems of nonlinear regression (StRD), read from the institute's own text files."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from jaxstudio.errors import DataError
from jaxstudio.functions.fitting.least_squares import fit
from jaxstudio.functions.fitting.model import Model
from jaxstudio.functions.fitting.table import Points
from jaxstudio.functions.language import read_line


@dataclass(frozen=True)
class Problem:
    """`formula` is typed text, `y ~ …`; `points.y` is log y where NIST fits log y.

    `starts`: two sets of values to begin from, the second near the solution. `certified` values and their
    `errors` (standard deviations), to 11 digits; `residual_std` likewise.
    """

    name: str
    level: str  # lower, average or higher
    formula: str
    points: Points
    starts: tuple[dict[str, float], dict[str, float]]
    certified: dict[str, float]
    errors: dict[str, float]
    residual_std: float


ROW = re.compile(r"^ *(b\d+) *= *(\S+) +(\S+) +(\S+) +(\S+) *$", re.MULTILINE)
FORMULA = re.compile(r"^ *(y|log\[y\]) *= *(.*?)\+ *e *$", re.MULTILINE | re.DOTALL)


def read_problem(text: str) -> Problem:
    """Read one file of the collection; DataError if it is none."""
    name, level = re.search(r"Dataset Name: *(\S+)", text), re.search(r"(\w+) Level of Difficulty", text)
    formula, spread = FORMULA.search(text), re.search(r"Residual Standard Deviation: *(\S+)", text)
    head, mark, below = text.rpartition("Data:")
    rows = ROW.findall(head)
    if not (name and level and formula and spread and mark and rows):
        raise DataError("the text is none of NIST's problems of nonlinear regression")
    columns = np.array([line.split() for line in below.splitlines()[1:] if line.strip()], float).T
    response = np.log(columns[0]) if formula[1] == "log[y]" else columns[0]
    terms = " ".join(formula[2].translate(str.maketrans("[]", "()")).split())
    first, second, certified, errors = ({row[0]: float(row[k]) for row in rows} for k in range(1, 5))
    return Problem(
        name[1],
        level[1].lower(),
        f"y ~ {terms}",
        Points.of(columns[1:], response),
        (first, second),
        certified,
        errors,
        float(spread[1]),
    )


def digits(found: float, certified: float) -> float:
    """The number of significant decimal digits in which two values agree, at most 11 as NIST certifies."""
    if not np.isfinite(found):
        return 0.0
    if found == certified:
        return 11.0
    return float(np.clip(-np.log10(abs(found - certified) / abs(certified)), 0, 11))


@dataclass(frozen=True)
class Row:
    """One fit of a problem: from which start (1 or 2), to how many digits (the worst parameter counts)."""

    name: str
    level: str
    start: int
    digits: float
    converged: bool
    evaluations: int
    seconds: float


def nist_table(texts: Iterable[str]) -> list[Row]:
    """Fit the problems in these files' texts from both starts; the time includes compiling for the first."""
    rows = []
    for text in texts:
        problem = read_problem(text)
        model = Model.of(read_line(problem.formula))
        for number, start in enumerate(problem.starts, 1):
            began = time.perf_counter()
            found = fit(model, problem.points, start)
            seconds = time.perf_counter() - began
            worst = min(digits(value, problem.certified[name]) for name, value in found.parameters.items())
            row = Row(problem.name, problem.level, number, worst, found.converged, found.evaluations, seconds)
            rows.append(row)
    return rows
