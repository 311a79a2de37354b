"""Steps of a recipe as functions of a script."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from jaxstudio.codegen import masks
from jaxstudio.codegen.kind_writers import WRITERS
from jaxstudio.codegen.layout import laid_out
from jaxstudio.codegen.mask_writer import write_mask
from jaxstudio.codegen.sources import Sources
from jaxstudio.codegen.step_body import RGB, StepBody
from jaxstudio.engine.job import substitute
from jaxstudio.engine.mask_raster import Placement
from jaxstudio.engine.plan import plan_of
from jaxstudio.engine.plan.base import Plan
from jaxstudio.engine.plan.masked import MaskedRun
from jaxstudio.pipeline.expand import branches, expand, size_after
from jaxstudio.pipeline.kinds import (
    Combined,
)
from jaxstudio.pipeline.recipe import Recipe, Step

WIDTH = 110


@dataclass(frozen=True)
class StepFunction:
    """A step as it stands in a script.

    Attributes:
        name: of its function.
        takes_dtype: whether it also takes the number format of the result.
        on_host: why it cannot be traced, if it cannot.
    """

    name: str
    takes_dtype: bool = False
    on_host: str = ""

    def call(self, image: str, dtype: str = '"float32"') -> str:
        return f"{self.name}({image}, {dtype})" if self.takes_dtype else f"{self.name}({image})"


class StepWriter:
    """Writes the functions of steps.

    Args:
        sources: where they are added.
        values: where the recipe's values are added, text by text.
        seed: of the recipe, which the script has as SEED.
    """

    def __init__(self, sources: Sources, values: list[str], seed: int) -> None:
        self._sources, self._values, self._seed = sources, values, seed
        self._done: dict[object, StepFunction] = {}

    def write(self, step: Step, size: tuple[int, int], place: Placement | None = None) -> StepFunction:
        """Add the function of a step that is not composed; steps that are equal share one.

        Args:
            size: (height, width) of what it is applied to.
            place: where that lies on the photo, for a mask; None where it lies as the photo does.
        """
        step = substitute(step)
        identity = step.identity()
        if identity not in self._done:
            kind = step.implementation.kind
            if isinstance(kind, MaskedRun):
                self._done[identity] = self._write_masked(step, kind.steps, size, place)
            else:
                self._done[identity] = self._write(step, size)
        return self._done[identity]

    def _write_masked(
        self, run: Step, steps: Sequence[Step], size: tuple[int, int], place: Placement | None
    ) -> StepFunction:
        changed, on_host = self._written(steps, size)
        name = self._sources.unique("masked_" + "_".join(each.op.name for each in steps[:3]))
        mask = write_mask(self._sources, self._values, run.values, place, name)
        blend = self._sources.named(masks.blend_masked)
        titles = ", ".join(each.op.title for each in steps)
        self._sources.add(
            f"def {name}(image, dtype):\n{_wrapped(f'{titles}, where the mask says so.')}"
            f"    return {blend}(image, {changed}, {mask}(image), dtype)"
        )
        return StepFunction(name, True, on_host)

    def _written(self, steps: Sequence[Step], size: tuple[int, int]) -> tuple[str, str]:
        """Steps in turn as an expression of `image`, and why that cannot be traced, if it cannot."""
        expression, on_host = "image", ""
        for step in expand(Recipe(tuple(steps), self._seed), size).active:
            function = self.write(step, size)
            expression, on_host = function.call(expression), on_host or function.on_host
            size = size_after(step, size)
        return expression, on_host

    def _write(self, step: Step, size: tuple[int, int]) -> StepFunction:
        body = StepBody(self._sources, step)
        kind = step.implementation.kind
        WRITERS[type(kind)](body, kind)
        if isinstance(kind, Combined):
            self._write_branches(body, kind, step, size)
        if body.uses_values:
            self._values.append(_values_text(body.values_name, step, body.left_out))
        name = body.name
        parameters = "image, dtype" if body.takes_dtype else "image"
        lines = "\n".join(laid_out(line.strip(), 4 + len(line) - len(line.lstrip())) for line in body.lines)
        doc = _wrapped(step.op.doc if len(step.op.doc) > 1 else step.op.title)
        self._sources.add(f"def {name}({parameters}):\n{doc}{lines}")
        return StepFunction(name, body.takes_dtype, body.on_host)

    def _write_branches(self, body: StepBody, kind: Combined, step: Step, size: tuple[int, int]) -> None:
        """The branches as functions, before the line that combines them."""
        names, picks, combines = [], [], False
        for number, steps in enumerate(branches(step), 1):
            expression, on_host = self._written(steps, size)
            body.on_host = body.on_host or on_host
            name = self._sources.unique(f"{body.name}_{number}")
            self._sources.add(f"def {name}(image):\n    return {expression}")
            names.append(name)
            # a branch without steps picks, too
            plans = _plans(steps, self._seed, size)
            picks.append(all(plan.keeps_integers for plan in plans))
            combines = combines or any(isinstance(plan.kind, Combined) for plan in plans)
        line = body.lines[-1].replace("BRANCHES", _tuple_of(names)).replace("PICKS", repr(tuple(picks)))
        body.lines[-1] = line[:-1] + ", floats=True)" if combines else line


def _plans(steps: Sequence[Step], seed: int, size: tuple[int, int]) -> list[Plan]:
    active = [substitute(step) for step in expand(Recipe(tuple(steps), seed), size).active]
    return [plan_of(each.implementation)(each.implementation, each.values, size, RGB) for each in active]


def _wrapped(doc: str) -> str:
    doc = doc.replace("\\", "\\\\")
    if len(doc) + 10 <= WIDTH:
        return f'    """{doc}"""\n'
    lines = textwrap.wrap(doc, WIDTH - 4)
    return '    """' + "\n    ".join(lines) + '\n    """\n'


def _tuple_of(names: Sequence[str]) -> str:
    return f"({', '.join(names)}{',' if len(names) == 1 else ''})"


def _values_text(name: str, step: Step, left_out: frozenset[str]) -> str:
    """The step's values as a dictionary, a line for each, with what it means where that fits."""
    lines = []
    for param in step.op.params:
        if param.name in left_out:
            continue
        value = repr(step.values[param.name])
        value = value if '"' in value else value.replace("'", '"')
        line = f'    "{param.name}": {value},'
        unit = f"{unit}: " if (unit := getattr(param, "unit", "")) else ""
        comment = (
            f"  # {unit}{param.doc[:1].lower() + param.doc[1:].rstrip('.')}" if len(param.doc) > 1 else ""
        )
        lines.append(line + comment if len(line + comment) <= WIDTH else line)
    return f"{name} = {{\n" + "\n".join(lines) + "\n}" if lines else f"{name} = {{}}"
