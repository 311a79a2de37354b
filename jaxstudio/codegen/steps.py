"""Steps of a recipe as functions of a script: each calls the definition of its kind."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from jaxstudio.codegen import masks
from jaxstudio.codegen.expression_writer import write_expression
from jaxstudio.codegen.layout import laid_out
from jaxstudio.codegen.mask_writer import write_mask
from jaxstudio.codegen.pruning import FREE, mentioned, pruned
from jaxstudio.codegen.sources import Sources
from jaxstudio.engine.definitions import definition_of
from jaxstudio.engine.job import substitute
from jaxstudio.engine.mask_raster import Placement
from jaxstudio.engine.plan import plan_of
from jaxstudio.engine.plan.base import Plan
from jaxstudio.engine.plan.masked import MaskedRun
from jaxstudio.pipeline.expand import branches, expand, size_after
from jaxstudio.pipeline.kinds import Combined, Stencil
from jaxstudio.pipeline.masks import NORMAL
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.params import Bool, Choice, Expression, Float, Int, Matrix, Param, Points
from jaxstudio.pipeline.recipe import Recipe, Step

WIDTH = 110
# Channels with which plans are made, to learn how they hand on pixels.
RGB = 3


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
        # per dictionary of values: its step, its place among the values, whether a definition reads it
        self._dictionaries: dict[str, tuple[Step, int, bool]] = {}

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
        changed, on_host = self._written(steps, size, place)
        name = self._sources.unique("masked_" + "_".join(each.op.name for each in steps[:3]))
        mask = write_mask(self._sources, self._values, run.values, place, name)
        blend = self._sources.named(masks.blend_masked)
        titles = ", ".join(each.op.title for each in steps)
        of_run: Any = run.values["mask"]
        how = f", opacity={of_run.opacity!r}" if of_run.opacity != 1 else ""
        how += f", mode={of_run.blend!r}" if of_run.blend != NORMAL else ""
        self._sources.add(
            f"def {name}(image, dtype):\n{_wrapped(f'{titles}, where the mask says so.')}"
            f"    return {blend}(image, {changed}, {mask}(image), dtype{how})"
        )
        return StepFunction(name, True, on_host)

    def _written(
        self, steps: Sequence[Step], size: tuple[int, int], place: Placement | None = None
    ) -> tuple[str, str]:
        """Steps in turn as an expression of `image`, and why that cannot be traced, if it cannot."""
        expression, on_host = "image", ""
        for step in expand(Recipe(tuple(steps), self._seed), size).active:
            function = self.write(step, size, place)
            expression, on_host = function.call(expression), on_host or function.on_host
            size = size_after(step, size)
        return expression, on_host

    def _write(self, step: Step, size: tuple[int, int]) -> StepFunction:
        op, sources = step.implementation, self._sources
        name = sources.unique(step.op.name)
        values = sources.unique(name.upper())
        definition, parameters = definition_of(op)
        given = {
            "values": values,
            "p": "p",
            "key": f"np.array([SEED, {step.key}], np.uint32)",
            "dtype": "dtype",
        }
        on_host = op.kind.on_host
        if not any(isinstance(param, Matrix) for param in op.params):
            given["has_matrix"] = "False"
        if "branches" in parameters:
            given["branches"], given["picks"], reason = self._write_branches(name, step, size)
            on_host = on_host or reason
        fields = op.kind.arguments(step.values)
        if isinstance(op.kind, Stencil):
            given["apply"] = write_expression(sources, fields["text"], f"{name}_of_pixel")
        arguments = []
        for each, parameter in parameters.items():
            if each in given:
                text = given[each]
            elif each not in fields or fields[each] == parameter.default:
                continue
            else:
                text = sources.expression(fields[each], f"{name}_{each}")
            arguments.append(text if parameter.default is parameter.empty else f"{each}={text}")
        lines = [f"return {sources.named(definition)}({', '.join(['image', *arguments])})"]
        if "p" in parameters:
            lines.insert(0, f"p = {self._arrays(op, values)}")
        if any(values in line for line in lines):
            self._dictionaries[values] = step, len(self._values), "values" in parameters
            self._values.append("")
        sources.add_import("import numpy as np")
        takes_dtype = "dtype" in parameters
        doc = _wrapped(step.op.doc if len(step.op.doc) > 1 else step.op.title)
        body = "\n".join(laid_out(line, 4) for line in lines)
        sources.add(f"def {name}({'image, dtype' if takes_dtype else 'image'}):\n{doc}{body}")
        return StepFunction(name, takes_dtype, on_host)

    def prune(self) -> None:
        """Remove branches that the choices of kinds (the border) rule out, and write the remaining values."""
        known: dict[str, dict[str, Any]] = {}
        for name, (step, _, _) in self._dictionaries.items():
            chosen = {
                each.name for each in step.implementation.kind_params if isinstance(each, Choice | Bool)
            }
            known[name] = {each: step.values[each] if each in chosen else FREE for each in step.values}
        definitions = pruned(self._sources.definitions, known)
        # a choice that is still read somewhere can be changed there, and so everywhere
        read = mentioned(definitions)
        known = {
            name: {key: FREE if key in read else value for key, value in entries.items()}
            for name, entries in known.items()
        }
        definitions = pruned(self._sources.definitions, known)
        self._sources.keep(definitions)
        read = mentioned(definitions)
        for name, (step, place, is_read) in self._dictionaries.items():
            left_out = [
                each for each in step.implementation.kind_params if not is_read or each.name not in read
            ]
            self._values[place] = _values_text(name, step, left_out)

    def _arrays(self, op: Op, values: str) -> str:
        """An expression of the dictionary p that the op's functions read; see engine/kernels.traced."""
        params = (*op.own_params, *op.declared)
        numbers = [param.name for param in params if isinstance(param, Float | Int)]
        if len(numbers) > 1 and len(numbers) == len(params):
            return f"{{name: np.float32({values}[name]) for name in {quoted(numbers)}}}"
        arrays = ((param.name, _array(param, f'{values}["{param.name}"]')) for param in params)
        return "{" + ", ".join(f'"{name}": {array}' for name, array in arrays if array) + "}"

    def _write_branches(self, name: str, step: Step, size: tuple[int, int]) -> tuple[str, str, str]:
        """The branches as functions: their names, which of them only pick values, and why not traceable."""
        names, picks, combines, on_host = [], [], False, ""
        for number, steps in enumerate(branches(step), 1):
            expression, reason = self._written(steps, size)
            on_host = on_host or reason
            names.append(self._sources.unique(f"{name}_{number}"))
            self._sources.add(f"def {names[-1]}(image):\n    return {expression}")
            # a branch without steps picks, too
            plans = _plans(steps, self._seed, size)
            picks.append(all(plan.keeps_integers for plan in plans))
            combines = combines or any(isinstance(plan.kind, Combined) for plan in plans)
        return _tuple_of(names), "None" if combines else repr(tuple(picks)), on_host


def _array(param: Param, value: str) -> str:
    """A parameter's value as an array expression, or "" for a value that is no array."""
    if isinstance(param, Float | Int):
        return f"np.float32({value})"
    if isinstance(param, Choice):
        return f"np.int32({quoted(param.choices)}.index({value}))"
    if isinstance(param, Bool):
        return f"np.bool_({value})"
    if isinstance(param, Matrix):
        return f"np.array({value}, np.float32)"
    if isinstance(param, Points):
        more = f"((0, {param.largest} - len({value})), (0, 0))"
        return f'np.pad(np.array({value}, np.float32), {more}, "edge")'
    return ""


def quoted(words: Sequence[str]) -> str:
    return "(" + ", ".join(f'"{word}"' for word in words) + ("," if len(words) == 1 else "") + ")"


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


def _values_text(name: str, step: Step, left_out: Sequence[Param]) -> str:
    """The step's values as a dictionary, a line each, with their meanings where there is room."""
    lines = []
    for param in step.op.params:
        if param in left_out or isinstance(param, Expression):
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
