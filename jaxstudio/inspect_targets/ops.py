"""An op or a recipe as targets: each compiled stage as the engine runs it, in the order it runs them."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from jaxstudio import ops
from jaxstudio.inspect_targets.recording import RecordedCall, fuse_calls, record_calls
from jaxstudio.inspect_targets.requests import ALL_IN_ONE, SIDE
from jaxstudio.ir.stages import Language
from jaxstudio.ir.target import Source, Target
from jaxstudio.ir.user_process.request import Option
from jaxstudio.ops import CATALOGUE
from jaxstudio.own_filters.in_use import source_path
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.runtime.devices import find_device
from jaxstudio.runtime.persistent_jit import compiler_options

EXPRESSION = "expression"  # the op whose kernels are compiled for a typed text


def op_targets(
    name: str,
    values: Mapping[str, object] | None = None,
    *,
    channels: int = 3,
    dtype: str = "uint8",
    device: str | None = None,
    options: Mapping[str, Option] | None = None,
) -> list[Target]:
    """The compiled stages of one op with these parameter values on a photo of this format.

    Raises:
        UsageError: no such op, parameter or device.
    """
    recipe = Recipe().added(CATALOGUE[name], dict(values or {}))
    return recipe_targets(recipe, channels=channels, dtype=dtype, device=device, options=options)


def recipe_targets(
    recipe: Recipe,
    *,
    channels: int = 3,
    dtype: str = "uint8",
    device: str | None = None,
    options: Mapping[str, Option] | None = None,
) -> list[Target]:
    """The compiled stages of all steps that are on, each once, in the order in which they run.

    The last is all of them in one program: what XLA would make of the recipe in one jit.
    """
    calls = record_calls(recipe, np.zeros((SIDE, SIDE, channels), dtype), device)
    once = {call.key: call for call in reversed(calls)}
    targets = _apart([_target(call) for call in calls if once[call.key] is call])
    if len(targets) > 1:
        function, shapes = fuse_calls(calls)
        sources = [target.source for target in targets]
        written = next((each for each in sources if each is not None and not each.scopes), sources[0])
        targets.append(Target(ALL_IN_ONE, function, shapes, source=written, kernel=ALL_IN_ONE))
    found = find_device(device) if device else None
    every = {**compiler_options(find_device(device).platform), **(options or {})}
    return [replace(target, device=found, options=every) for target in targets]


def recipe_values(
    recipe: Recipe, part: int, pixels: np.ndarray, device: str | None = None
) -> list[np.ndarray]:
    """The arrays that the target number `part` of `recipe_targets` gets for these pixels of SIDE × SIDE."""
    calls = record_calls(recipe, pixels, device, keep=True)
    once = {call.key: call for call in reversed(calls)}
    parts = [call for call in calls if once[call.key] is call]
    if part < len(parts):
        return list(parts[part].values)
    return [
        value
        for call in calls
        for value, source in zip(call.values, call.inputs, strict=True)
        if source is None
    ]


def _apart(targets: list[Target]) -> list[Target]:
    """Targets of one title, such as of two formats that it does not tell, are numbered."""
    counts: Counter[str] = Counter()
    found = []
    for target in targets:
        counts[target.name] += 1
        number = counts[target.name]
        found.append(target if number == 1 else replace(target, name=f"{target.name} ({number})"))
    return found


def op_title(name: str) -> str:
    """A filter's title; for an op that is part of one, its name in words."""
    if name in CATALOGUE:
        return CATALOGUE[name].title
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def _target(call: RecordedCall) -> Target:
    name = call.key.op
    source = op_source(CATALOGUE[name]) if name in CATALOGUE else None
    if name == EXPRESSION and call.key.steps:  # what was typed tells more than what reads it
        text = call.key.steps[0].removeprefix(f"text {EXPRESSION} " if call.key.role == "pixels" else "")
        source = Source(text, Language.EXPRESSION, scopes=True)
    title = call.spec.title(op_title, call.input_dtype)
    return Target(title, call.kernel, call.arguments, source=source, kernel=call.key.role)


def op_source(op: Op) -> Source | None:
    """What declares an op: its file; of a file of several filters what this one is made of."""
    if path := source_path(op.name):
        text = Path(path).read_text(encoding="utf-8")
        return Source(text, path=path, first=1, last=text.count("\n") + 1)
    path, name = _declarations().get(op.name, ("", ""))
    if not path:
        return None
    lines = Path(path).read_text(encoding="utf-8").split("\n")
    numbers = declaring_lines(lines, name)
    text = "\n".join(lines[number - 1] for number in numbers)
    return Source(text, path=path, first=1, last=len(lines), lines=numbers)


@cache
def _declarations() -> Mapping[str, tuple[str, str]]:
    """Each op's file, and its name in it."""
    places: dict[str, tuple[str, str]] = {}
    for module in [module for name, module in sys.modules.items() if name.startswith(f"{ops.__name__}.")]:
        text = Path(str(module.__file__)).read_text(encoding="utf-8")
        for name, value in vars(module).items():
            if isinstance(value, Op) and re.search(rf"^{name} = ", text, re.MULTILINE):
                places[value.name] = str(module.__file__), name
    return places


def declaring_lines(lines: Sequence[str], name: str) -> tuple[int, ...]:
    """The numbers of a module's lines that define `name`, and all that it leads to in its module; imports."""
    tree = ast.parse("\n".join(lines))
    definitions: dict[str, ast.stmt] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            definitions[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = (each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name))
            definitions.update(dict.fromkeys(names, node))
    waiting, used, needed = [name], {"annotations"}, set[str]()
    while waiting:
        current = waiting.pop()
        used.add(current)
        if current in definitions and current not in needed:
            needed.add(current)
            waiting += _names_from_outside(definitions[current])
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    kept = [node for node in imports if used & {each.asname or each.name for each in node.names}]
    numbers: set[int] = set()
    for node in (*kept, *(definitions[each] for each in needed)):
        assert node.end_lineno is not None
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        while first > 1 and (not lines[first - 2] or lines[first - 2].startswith("#")):
            first -= 1
        numbers |= set(range(first, node.end_lineno + 1))
    found = sorted(numbers)
    blank = next(place for place, number in enumerate(found) if lines[number - 1])
    return tuple(found[blank:])


def _names_from_outside(node: ast.stmt) -> set[str]:
    """The names that a definition reads and does not give a value itself."""
    names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
    own = {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
    if isinstance(node, ast.FunctionDef):
        own |= {each.id for each in names if isinstance(each.ctx, ast.Store)}
    return {each.id for each in names} - own
