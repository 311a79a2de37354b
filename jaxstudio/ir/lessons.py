"""The lessons as values: what each is about, and the table that its experiment fills."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Cell = str | int | float


@dataclass(frozen=True)
class Table:
    """The results of an experiment so far. `seconds` are the columns that hold seconds.

    `series` are drawn, if there are any: by name, places on x and values on y.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    seconds: tuple[int, ...] = ()
    series: Mapping[str, tuple[Sequence[float], Sequence[float]]] = field(default_factory=dict)
    x_name: str = ""
    y_name: str = ""
    note: str = ""


@dataclass(frozen=True)
class Lesson:
    """The words of a lesson; `lesson_programs.PROGRAMS` has its functions by its name."""

    name: str
    title: str
    about: str


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        "reading",
        "Read a jaxpr",
        "What is written as one formula becomes a list of equations: broadcasts, products, sums. A "
        "gradient is another such list, made from the first.",
    ),
    Lesson(
        "purity",
        "Tracing happens once",
        "JAX runs your Python once, to write down what it does. A print is heard once, a global is "
        "frozen, a loop is unrolled, and a decision on a value has none to decide on.",
    ),
    Lesson(
        "selu",
        "SELU: op by op and jitted",
        "Op by op, every operation reads and writes a million numbers. Jitted, all of them are one loop "
        "over the numbers: look at the optimised HLO, there is one fusion.",
    ),
    Lesson(
        "race",
        "The race",
        "(x + x·x + 3)·(x·x + x·xᵀ) for 3000 × 3000 numbers. NumPy makes a new array of 36 MB at every "
        "sign; the jitted function reads x and writes the result.",
    ),
    Lesson(
        "ahead",
        "Ahead of time",
        "What a jitted call does at once can be done step by step, each step looked at. What comes out at "
        "the end is machine code: it takes no other type and cannot be differentiated any more.",
    ),
    Lesson(
        "loops",
        "Slow compiles: a loop and a scan",
        "A Python loop over n elements is traced into 3n equations, and all of them are compiled. "
        "lax.scan is one equation, whatever n is.",
    ),
    Lesson(
        "shapes",
        "Ten shapes, ten compilations",
        "Machine code is made for one shape. A new length is a new compilation; a length that was there "
        "before costs nothing. The page Compiles has them all.",
    ),
    Lesson(
        "fusion",
        "Fusion",
        "Before XLA every operation stands alone. Afterwards most are inside a few fusions, and each of "
        "those is one kernel. The page Graph shows them as boxes; Passes shows which pass made them.",
    ),
)
