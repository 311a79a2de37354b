"""Masks in a recipe's JSON: `{"key": 1, "parts": [{"ellipse": {"x": 0.5, …}, "feather": 0.1}]}`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any

from jaxstudio.errors import RecipeError, UsageError
from jaxstudio.pipeline.masks import (
    MAX_PARTS,
    NAMES,
    SHAPES,
    Brush,
    Mask,
    MaskPart,
    Stroke,
)

MAX_MASKS = 100
BLENDING = ("opacity", "blend")  # members of a mask from version 5 on
_PART_MEMBERS = ("feather", "inverted", "combine", "opacity", "enabled")


def mask_document(mask: Mask) -> dict[str, Any]:
    """The mask as JSON values; values that equal the default are left out."""
    document: dict[str, Any] = {"key": mask.key, "parts": [_part_document(part) for part in mask.parts]}
    if mask.name:
        document["name"] = mask.name
    if mask.inverted:
        document["inverted"] = True
    usual = Mask(mask.key)
    others = {name: getattr(mask, name) for name in BLENDING}
    return document | {name: value for name, value in others.items() if value != getattr(usual, name)}


def _part_document(part: MaskPart) -> dict[str, Any]:
    usual = MaskPart(part.shape)
    others = {name: getattr(part, name) for name in _PART_MEMBERS}
    return {
        NAMES[type(part.shape)]: _values(part.shape),
        **{name: value for name, value in others.items() if value != getattr(usual, name)},
    }


def _values(shape: object) -> dict[str, Any]:
    if isinstance(shape, Brush):
        return {"strokes": [_values(stroke) for stroke in shape.strokes]}
    values = {field.name: getattr(shape, field.name) for field in fields(shape)}  # type: ignore[arg-type]
    return {name: value for name, value in values.items() if value is not None}  # a stroke's source


def read_mask(document: object, where: str) -> Mask:
    """The mask of JSON values; RecipeError names the part and the member that is wrong."""
    members = _members(document, where, {"key", "parts"}, {"key", "parts", "name", "inverted", *BLENDING})
    if not isinstance(members["parts"], list):
        raise RecipeError("{0}: parts: expected a list", where)
    if len(members["parts"]) > MAX_PARTS:
        raise RecipeError("{0}: {1} parts: expected at most {2}", where, len(members["parts"]), MAX_PARTS)
    parts = tuple(_part(part, f"{where}: part {number}") for number, part in enumerate(members["parts"], 1))
    key = members["key"]
    if isinstance(key, float) and key.is_integer():
        key = int(key)
    return _built(where, Mask, {**members, "key": key, "parts": parts})


def _part(document: object, where: str) -> MaskPart:
    members = _members(document, where, set(), {*SHAPES, *_PART_MEMBERS})
    names = [name for name in members if name in SHAPES]
    if len(names) != 1:
        raise RecipeError("{0}: expected one shape of {1}", where, ", ".join(SHAPES))
    name = names[0]
    values = _shape_values(members.pop(name), SHAPES[name], f"{where}: {name}")
    if name == "brush":
        strokes = values.get("strokes", [])
        if not isinstance(strokes, list):
            raise RecipeError("{0}: brush: strokes: expected a list", where)
        read = []
        for number, stroke in enumerate(strokes, 1):
            at = f"{where}: brush: stroke {number}"
            read.append(_built(at, Stroke, _shape_values(stroke, Stroke, at)))
        values["strokes"] = tuple(read)
    return _built(where, MaskPart, {**members, "shape": _built(where, SHAPES[name], values)})


def _shape_values(document: object, kind: type, where: str) -> dict[str, Any]:
    required = {field.name for field in fields(kind) if field.default is MISSING}
    return _members(document, where, required, {field.name for field in fields(kind)})


def _built(where: str, kind: Callable[..., Any], values: Mapping[str, Any]) -> Any:
    try:
        return kind(**values)
    except UsageError as error:
        raise RecipeError("{0}: {1}", where, error) from None


def _members(value: object, where: str, required: set[str], allowed: set[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RecipeError("{0}: expected an object, not {1}", where, type(value).__name__)
    for name in sorted(required - value.keys()):
        raise RecipeError("{0}: {1} is missing", where, repr(name))
    for name in sorted(value.keys() - allowed):
        raise RecipeError(
            "{0}: {1} is not known; expected {2}", where, repr(name), ", ".join(sorted(allowed))
        )
    return dict(value)
