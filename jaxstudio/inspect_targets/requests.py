"""Requests of the window to the process that inspects, as values, and subjects in words.

`op:NAME`, `recipe:FILE`, `expr:TEXT`, `py:FILE.py:FUNCTION` and `py:MODULE:FUNCTION` are targets in words;
before the name of a .json or .py file its kind may be left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field

from jaxstudio.errors import UsageError, Wording
from jaxstudio.ir.graph import Graph, Layout, View
from jaxstudio.ir.lessons import Table
from jaxstudio.ir.links.index import Linked
from jaxstudio.ir.report import Explanation, NanFound, Summary
from jaxstudio.ir.stages import Stage
from jaxstudio.ir.user_process.request import Limits, Request, Variation
from jaxstudio.processes.channel import Array
from jaxstudio.processes.channel import Request as Ask

# Points of a curve that is inspected.
SAMPLES = 512
# Rows and columns of the photo that kernels are recorded with, and of the sample that a NaN is looked for in:
# small enough that rendering it takes no time; the kernels are those of a photo of any size.
SIDE = 48
# The `kernel` of a recipe's last part where it has several: all of them in one program.
ALL_IN_ONE = "all in one"
# The `kernel` of a part that is a pass over pixels.
PASS = "stage"


class RecipeSubject(Struct, frozen=True, tag=True):
    """The kernels of a recipe (its JSON) on a photo of this format; `device` is JAX's default for None.

    plain: its only step as one function of a small float picture instead, and the derivatives of that.
    own: what changes with the files of the user's filters.
    """

    recipe: str
    channels: int = 3
    dtype: str = "uint8"
    device: str | None = None
    plain: bool = False
    own: tuple[str, ...] = ()


class LineSubject(Struct, frozen=True, tag=True):
    """A line of a sheet of expressions, `texts`, counted from 0; its parts are its derivatives by order."""

    texts: tuple[str, ...]
    index: int


class LessonSubject(Struct, frozen=True, tag=True):
    """The functions of a lesson (see `ir.lessons`)."""

    name: str


Subject = RecipeSubject | LineSubject | LessonSubject | Request


class InspectionRequest(Struct, frozen=True):
    """A compiled function of a subject, by its number among the subject's parts, compiled with a variation.

    `limits` are those of the process that runs a user's code.
    """

    subject: Subject
    part: int = 0
    variation: Variation = field(default_factory=Variation)
    limits: Limits = field(default_factory=Limits)

    @property
    def key(self) -> str:
        """Equal keys are the same function, compiled alike."""
        return repr(self)


class PartName(Struct, frozen=True):
    """A part of a subject: its title, and the kind of kernel it is (empty for no kernel of the engine)."""

    title: Wording
    kernel: str = ""


class Outcome(Struct, frozen=True):
    """The end of an inspection. `error` is one line, empty if nothing is missing.

    `summary` is what there is; its stages are those that were sent before.
    """

    summary: Summary | None = None
    error: str = ""
    explanation: Explanation | None = None


# what is told of a request about a user's function is the end of what its code printed


class PartsRequest(Ask[tuple[PartName, ...], None], frozen=True):
    """The compiled functions of a recipe or a lesson, in order."""

    subject: RecipeSubject | LessonSubject


class InspectRequest(Ask[Outcome, Stage | str], frozen=True):
    """Inspect; the answer is preceded by stages as they come and the last output of a user's code."""

    of: InspectionRequest


class MeasureRequest(Ask[Summary, str], frozen=True):
    """Run the function for about so many seconds, and time its kernels."""

    of: InspectionRequest
    seconds: float


class NanRequest(Ask[NanFound | None, str], frozen=True):
    """The first equation that makes a NaN of generated `values` (`explain.nans.VALUES`), or of `arrays`.

    The array of a recipe is a sample of its photo.
    """

    of: InspectionRequest
    values: str = ""
    arrays: tuple[Array, ...] = ()


class ExperimentRequest(Ask[None, Table], frozen=True):
    """Tells a lesson's table as it grows."""

    lesson: str


class FollowRequest(Ask[Linked, None], frozen=True):
    """Ask for the item at a place of a stage, and for its partners in `to` (`links.index.follow`)."""

    of: InspectionRequest
    stage: str
    line: int
    column: int
    to: str


class HuesRequest(Ask[Array | None, None], frozen=True):
    """For each line of a stage the number of its source line, its equation or its transforms; −1 for none.

    by: "line", "equation" or "transform".
    """

    of: InspectionRequest
    stage: str
    by: str


class LineRequest(Ask[int, None], frozen=True):
    """The line of an item of a stage (an equation, an instruction); 0 for none."""

    of: InspectionRequest
    stage: str
    item: int


class DrawnGraph(Struct, frozen=True):
    """A drawn graph, as `ir.graph.Drawn`; `graph` is None if the window has it already."""

    graph: Graph | None
    view: View
    layout: Layout
    opened: frozenset[int]
    inside: Array


class GraphRequest(Ask[DrawnGraph, None], frozen=True):
    """A stage's graph with these boxes open (None: as usual); `whole`: with all its nodes."""

    of: InspectionRequest
    stage: str
    opened: frozenset[int] | None
    focus: int | None
    whole: bool


class SearchRequest(Ask[tuple[Array, bool, bool], str], frozen=True):
    """Where a pattern occurs in these stages: int32 (n, 4) of the stage's number, line, start and end.

    Then whether that is all, and whether the time was up (see `text_view.search`).
    """

    of: InspectionRequest
    stages: tuple[str, ...]
    pattern: str


class SaveRequest(Ask[None, None], frozen=True):
    """Write all stages as one `page`, or each to a file of a `folder`."""

    of: InspectionRequest
    form: str
    path: str


class DevicesRequest(Ask[tuple[str, ...], None], frozen=True):
    """The names of the devices that JAX can reach."""


# Their names may be asked for: none of them does anything when it is imported.
LIBRARIES = ("jax", "numpy", "scipy", "einops", "optax", "equinox", "flax", "diffrax")


class NamesRequest(Ask[tuple[tuple[str, str], ...], None], frozen=True):
    """The public names of a module of LIBRARIES, such as `jax.numpy`, each with its docstring's first line.

    Of a function its arguments, such as `axis=`, each with its default.
    """

    module: str


class ForgetRequest(Ask[None, None], frozen=True):
    """Forget all that was traced, compiled and inspected."""


KINDS = {
    "op": "an op of the catalogue, as the engine runs it",
    "recipe": "a recipe file, every stage and all in one",
    "expr": "a typed function, at each order of its derivative",
    "py": "a function of a Python file or module, whose code is run in a process of its own",
}


class TargetSpec(Struct, frozen=True):
    """`kind` is one of KINDS; `what` is the name, the path or the text.

    `function` belongs to py, and so does `module`: the dotted name, where no path was given.
    """

    kind: str
    what: str
    function: str = ""
    module: str = ""


def parse_target(text: str) -> TargetSpec:
    """Read a target; a file's name tells its kind by itself.

    Raises:
        UsageError: another form; the message shows those there are.
    """
    kind, _, what = text.partition(":")
    if kind not in KINDS and (text.endswith((".py", ".json")) or text.rpartition(":")[0].endswith(".py")):
        kind, what = "recipe" if text.endswith(".json") else "py", text
    if kind not in KINDS or not what.strip():
        forms = ", ".join(("op:NAME", "recipe:FILE", 'expr:"TEXT"', "FILE.py:FUNCTION"))
        raise UsageError(f"{text!r} is no target: expected {forms}")
    if kind != "py":
        return TargetSpec(kind, what)
    # a path may hold a colon itself (C:\\…)
    path, colon, function = what.rpartition(":")
    if not colon or not path or not function.strip():
        raise UsageError(
            f"{text!r}: expected a function, too: FILE.py:FUNCTION or py:PACKAGE.MODULE:FUNCTION"
        )
    if all(map(str.isidentifier, path.split("."))) and not path.endswith(".py") and not Path(path).exists():
        from jaxstudio.ir.user_process.loading import find_module

        return TargetSpec(kind, str(find_module(path)), function.strip(), path)
    return TargetSpec(kind, path, function.strip())


def parse_options(texts: Sequence[str]) -> Mapping[str, bool | int | float | str]:
    """Compiler options from texts `name=value`; true, false and numbers are read as such."""
    options: dict[str, bool | int | float | str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise UsageError(f"--option {text!r}: expected name=value, such as xla_cpu_enable_fast_math=true")
        options[name.strip()] = _value(value.strip())
    return options


def _value(text: str) -> bool | int | float | str:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
