"""A recipe as text: JSON, with every value spelled out and a format version, or a Python script.

Nothing that is read is executed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from jaxstudio.errors import RecipeError, UsageError
from jaxstudio.pipeline.mask_text import MAX_MASKS, mask_document, read_mask
from jaxstudio.pipeline.masks import SHAPES, Mask
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.recipe import AUTO, ENCODED, LINEAR, MAX_KEY, Recipe, Step
from jaxstudio.runtime.text_files import read_version

FORMAT = "jaxstudio-recipe"
VERSION = 5  # the newest that is read; a recipe is written in the oldest version that can express it
VERSION_WITH_AUTO = 4
VERSION_WITH_MASKS = 3
VERSION_WITH_LINEAR_LIGHT = 2
VERSIONS = (1, VERSION_WITH_LINEAR_LIGHT, VERSION_WITH_MASKS, VERSION_WITH_AUTO, VERSION)
MAX_CHARACTERS = 4_000_000
MAX_STEPS = 500

SHAPE_NAMES = frozenset(kind.__name__ for kind in SHAPES.values())


def to_json(recipe: Recipe) -> str:
    """The recipe as indented JSON, one line for each mask and each step."""
    version, space, masks = 1, "", ""
    if recipe.working_space != _space_before_4(recipe):
        version = VERSION_WITH_LINEAR_LIGHT if recipe.working_space == LINEAR else VERSION_WITH_AUTO
        space = f'  "working_space": "{recipe.working_space}",\n'
    if recipe.masks:
        newest = any(mask.blends or mask.has_sources for mask in recipe.masks)
        version = VERSION if newest else max(version, VERSION_WITH_MASKS)
        masks = f'  "masks": {_one_to_a_line(map(mask_document, recipe.masks))},\n'
    steps = _one_to_a_line(map(_step_document, recipe.steps))
    return (
        f'{{\n  "format": "{FORMAT}",\n  "version": {version},\n'
        f'  "seed": {recipe.seed},\n{space}{masks}  "steps": {steps}\n}}\n'
    )


def _space_before_4(recipe: Recipe) -> str:
    """The working space of a recipe that names none: before version 4 encoded values."""
    return ENCODED if recipe.steps_of_light else AUTO


def _step_document(step: Step) -> dict[str, Any]:
    members = {"op": step.op.name, "key": step.key, "enabled": step.enabled, "params": dict(step.params)}
    return members if step.mask is None else {**members, "mask": step.mask}


def _one_to_a_line(items: Iterable[object]) -> str:
    lines = ",\n".join("    " + json.dumps(item) for item in items)
    return f"[\n{lines}\n  ]" if lines else "[]"


def _members(value: object, where: str, required: set[str], allowed: set[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RecipeError("{0}: expected an object, not {1}", where, type(value).__name__)
    for name in sorted(required - value.keys()):
        raise RecipeError("{0}: {1} is missing", where, repr(name))
    for name in sorted(value.keys() - allowed):
        raise RecipeError(
            "{0}: {1} is not known; expected {2}", where, repr(name), ", ".join(sorted(allowed))
        )
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RecipeError("{0} is given twice", repr(twice))
    return members


def whole(value: Any) -> Any:
    """A number without a fraction as an int: in JSON 1.0 is a whole number too. Anything else stays."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def from_json(text: str, catalogue: Mapping[str, OpSpec]) -> Recipe:
    """Read a recipe, or raise RecipeError naming the step and the member that is wrong."""
    if len(text) > MAX_CHARACTERS:
        raise RecipeError("recipe of {0:,} characters: expected at most {1:,}", len(text), MAX_CHARACTERS)
    try:
        document = json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise RecipeError("not JSON: {0}", str(error).splitlines()[0]) from None
    return from_document(document, catalogue)


def from_document(document: object, catalogue: Mapping[str, OpSpec]) -> Recipe:
    """Make a recipe of the values of `json.loads`."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise RecipeError('not a recipe: expected "format": "{0}"', FORMAT)
    version = read_version(document, VERSIONS, "recipe", RecipeError)
    allowed = {"format", "version", "seed", "steps"}
    allowed |= {"working_space"} if version >= VERSION_WITH_LINEAR_LIGHT else set()
    allowed |= {"masks"} if version >= VERSION_WITH_MASKS else set()
    _members(document, "recipe", {"format", "version", "steps"}, allowed)
    if not isinstance(document["steps"], list):
        raise RecipeError("steps: expected a list")
    if len(document["steps"]) > MAX_STEPS:
        raise RecipeError("{0} steps: expected at most {1}", len(document["steps"]), MAX_STEPS)
    masks = _masks(document.get("masks", []))
    if version < VERSION and any(mask.blends for mask in masks):
        raise RecipeError("masks: opacity and blend: expected version {0}", VERSION)
    if version < VERSION and any(mask.has_sources for mask in masks):
        raise RecipeError("masks: sources of strokes: expected version {0}", VERSION)
    steps: list[Step] = []
    keys: set[int] = set()
    for number, item in enumerate(document["steps"], 1):
        where = f"step {number}"
        known = {"op", "key", "enabled", "params"} | ({"mask"} if version >= VERSION_WITH_MASKS else set())
        step = _members(item, where, {"op"}, known)
        if not isinstance(step["op"], str):
            raise RecipeError("{0}: op: expected a name", where)
        key = whole(step.get("key", number))
        if isinstance(key, bool) or not isinstance(key, int) or not 1 <= key <= MAX_KEY:
            raise RecipeError(
                "{0}: key = {1}: expected a whole number from 1 to {2}", where, repr(key), MAX_KEY
            )
        if key in keys:
            raise RecipeError("{0}: key {1} is used twice", where, key)
        keys.add(key)
        enabled = step.get("enabled", True)
        if not isinstance(enabled, bool):
            raise RecipeError("{0}: enabled = {1}: expected true or false", where, repr(enabled))
        params = step.get("params", {})
        if not isinstance(params, dict):
            raise RecipeError("{0}: params: expected an object", where)
        mask = whole(step.get("mask"))
        if "mask" in step and (isinstance(mask, bool) or mask not in [known.key for known in masks]):
            raise RecipeError(
                "{0}: mask = {1}: expected the key of one of the masks", where, json.dumps(mask)[:60]
            )
        try:
            op = catalogue[step["op"]]
            steps.append(Step(op, op.check(params), key, enabled, mask=mask))
        except UsageError as error:
            raise RecipeError("{0}: {1}", where, error) from None
    try:
        space = document.get("working_space", ENCODED if version < VERSION_WITH_AUTO else AUTO)
        if space == AUTO and version < VERSION_WITH_AUTO:
            raise UsageError("working_space = 'auto': expected version {0}", VERSION_WITH_AUTO)
        recipe = Recipe(tuple(steps), whole(document.get("seed", 0)), space, masks)
        before = version < VERSION_WITH_AUTO and space == ENCODED
        return recipe.with_working_space(_space_before_4(recipe)) if before else recipe
    except UsageError as error:
        raise RecipeError(error.wording) from None


def _masks(document: object) -> tuple[Mask, ...]:
    if not isinstance(document, list):
        raise RecipeError("masks: expected a list")
    if len(document) > MAX_MASKS:
        raise RecipeError("{0} masks: expected at most {1}", len(document), MAX_MASKS)
    return tuple(read_mask(mask, f"masks: number {number}") for number, mask in enumerate(document, 1))


def as_call(step: Step, key: int | None = None) -> str:
    """Return the step as a method call with every parameter."""
    arguments = [f"{name}={value!r}" for name, value in step.params.items()]
    if key is not None:
        arguments.append(f"key={key}")
    if step.mask is not None:
        arguments.append(f"mask={step.mask}")
    return f".{step.op.name}({', '.join(arguments)})"


def as_python(recipe: Recipe) -> str:
    """A script, `python script.py IN OUT`, of the steps that are switched on.

    A step's key seeds its noise; the key is written only if it is not the default one.
    """
    lines = []
    greatest = 0
    for step in recipe.active:
        lines.append("    " + as_call(step, None if step.key == greatest + 1 else step.key))
        greatest = max(greatest, step.key)
    space = "" if recipe.working_space == AUTO else f", working_space={recipe.working_space!r}"
    masks, imported = "", ""
    if recipe.masks:
        masks = f"masks = [\n{''.join(f'    {mask!r},' + chr(10) for mask in recipe.masks)}]\n"
        space += ", masks=masks"
        kinds = {"Mask", *re.findall(r"\b([A-Z]\w+)\(", masks)} & {"Mask", "MaskPart", "Stroke", *SHAPE_NAMES}
        names = ", ".join(sorted(kinds))
        imported = f"from jaxstudio.pipeline.masks import {names}\n"
    calls = "\n".join(lines)
    calls = calls + "\n" if calls else ""
    return (
        '"""Made with JAXStudio: python script.py IN OUT"""\n\n'
        "import sys\n\n"
        f"{imported}"
        "from jaxstudio.script import Script\n\n"
        f"{masks}"
        "(\n"
        f"    Script(sys.argv[1], seed={recipe.seed}{space})\n"
        f"{calls}"
        "    .save(sys.argv[2])\n"
        ")\n"
    )
