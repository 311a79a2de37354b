"""An op or a recipe as targets: each compiled stage as the engine runs it, in the order it runs them."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Mapping
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
    """The file that declares an op."""
    path = source_path(op.name) or _files().get(op.name)
    if path is None:
        return None
    text = Path(path).read_text(encoding="utf-8")
    return Source(text, path=path, first=1, last=text.count("\n") + 1)


@cache
def _files() -> Mapping[str, str]:
    """The files of the catalogue by the names of the ops that they declare."""
    paths: dict[str, str] = {}
    for module in [module for name, module in sys.modules.items() if name.startswith(f"{ops.__name__}.")]:
        text = Path(str(module.__file__)).read_text(encoding="utf-8")
        for name, value in vars(module).items():
            if isinstance(value, Op) and re.search(rf"^{name} = ", text, re.MULTILINE):
                paths[value.name] = str(module.__file__)
    return paths
