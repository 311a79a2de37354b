"""Requests of the window to the process that inspects, as values, and subjects in words.

`op:NAME`, `recipe:FILE`, `expr:TEXT`, `py:FILE.py:FUNCTION` and `py:MODULE:FUNCTION` are targets in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from jaxstudio.errors import UsageError
from jaxstudio.ir.report import Explanation, Summary
from jaxstudio.ir.user_process.request import Limits, Request, Variation

# Points of a curve that is inspected.
SAMPLES = 512
# Rows and columns of the photo that kernels are recorded with, and of the sample that a NaN is looked for in:
# small enough that rendering it takes no time; the kernels are those of a photo of any size.
SIDE = 48
# The `kernel` of a recipe's last part where it has several: all of them in one program.
ALL_IN_ONE = "all in one"
# The `kernel` of a part that is a pass over pixels.
PASS = "stage"


@dataclass(frozen=True)
class RecipeSubject:
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


@dataclass(frozen=True)
class LineSubject:
    """A line of a sheet of expressions, `texts`, counted from 0; its parts are its derivatives by order."""

    texts: tuple[str, ...]
    index: int


@dataclass(frozen=True)
class LessonSubject:
    """The functions of a lesson (see `ir.lessons`)."""

    name: str


Subject = RecipeSubject | LineSubject | LessonSubject | Request


@dataclass(frozen=True)
class InspectionRequest:
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


@dataclass(frozen=True)
class PartName:
    """A part of a subject: its title, and the kind of kernel it is (empty for no kernel of the engine)."""

    title: str
    kernel: str = ""


@dataclass(frozen=True)
class Printed:
    """The end of what a user's code has printed so far."""

    text: str


@dataclass(frozen=True)
class Outcome:
    """The end of an inspection. `error` is one line, empty if nothing is missing.

    `summary` is what there is; its stages are those that were sent before.
    """

    summary: Summary | None = None
    error: str = ""
    explanation: Explanation | None = None


# Modules whose public dataclasses and enums cross between the window and the process that inspects.
VALUES = (
    "jaxstudio.inspect_targets.requests",
    "jaxstudio.ir.cost",
    "jaxstudio.ir.report",
    "jaxstudio.ir.graph",
    "jaxstudio.ir.lessons",
    "jaxstudio.ir.links.index",
    "jaxstudio.ir.report",
    "jaxstudio.ir.cost",
    "jaxstudio.ir.stages",
    "jaxstudio.ir.user_process.request",
    "jaxstudio.ir.user_process.request",
)


KINDS = {
    "op": "an op of the catalogue, as the engine runs it",
    "recipe": "a recipe file, every stage and all in one",
    "expr": "a typed function, at each order of its derivative",
    "py": "a function of a Python file or module, whose code is run in a process of its own",
}


@dataclass(frozen=True)
class TargetSpec:
    """`kind` is one of KINDS; `what` is the name, the path or the text.

    `function` belongs to py, and so does `module`: the dotted name, where no path was given.
    """

    kind: str
    what: str
    function: str = ""
    module: str = ""


def parse_target(text: str) -> TargetSpec:
    """Read a target.

    Raises:
        UsageError: another form; the message shows those there are.
    """
    kind, colon, what = text.partition(":")
    if not colon or kind not in KINDS or not what.strip():
        forms = ", ".join(("op:NAME", "recipe:FILE", 'expr:"TEXT"', "py:FILE.py:FUNCTION"))
        raise UsageError(f"{text!r} is no target: expected {forms}")
    if kind != "py":
        return TargetSpec(kind, what)
    # a path may hold a colon itself (C:\\…)
    path, colon, function = what.rpartition(":")
    if not colon or not path or not function.strip():
        raise UsageError(f"{text!r}: expected py:FILE.py:FUNCTION or py:PACKAGE.MODULE:FUNCTION")
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
