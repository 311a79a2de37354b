"""Titles of the engine's kernels: the filter, its pass, the number format written, the radius allowed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from jaxstudio.engine.kernels import KEPT
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.kinds import Neighbourhood
from jaxstudio.pipeline.op import Op

# By the first word of a kernel's key in `engine.kernels`; the others are its arguments.
TITLES: Mapping[str, Callable[..., str]] = {
    "convert": lambda dtype: f"Conversion to {dtype}",
    "alpha": lambda channels, inverse: f"Colours {'divided' if inverse else 'multiplied'} by opacity",
    "pointwise": lambda op, channels, dtype: f"{op_title(op)}: each value, {dtype}",
    "table": lambda op, dtype: f"{op_title(op)}: table of 256 values, {dtype}",
    "look_up": lambda channels, dtype: f"Table lookup, {dtype}",
    "word_tables": lambda channels: "Tables for the lookup of four bytes at once",
    "look_up_words": lambda: "Table lookup, four bytes at once",
    "colour": lambda channels, dtype: f"Colour matrix applied, {dtype}",
    "colour_matrix": lambda op: f"{op_title(op)}: colour matrix",
    "placed": lambda op, channels, dtype: f"{op_title(op)}: each value by its place, {dtype}",
    "planes": lambda op, channels, dtype: f"{op_title(op)}: each pixel's colours, {dtype}",
    "prepare": lambda op, radius: f"{op_title(op)}: weights, radius up to {radius}",
    "sample": lambda channels, dtype: f"Bilinear sampling, {dtype}",
    "scaled": lambda channels: "Resampling of rows and columns",
    "halved": lambda channels: "Average of 2×2 pixels",
    "magnified": lambda channels: "Mean of magnified pictures",
    "magnified_rows": lambda channels, given, dtype: f"Mean of magnified pictures as pixels, {dtype}",
    "turned": lambda across: "Transposition" if across else "Flip",
    "combine": lambda op, channels, dtype: f"{op_title(op)}: combination of its parts, {dtype}",
    "places": lambda op: f"{op_title(op)}: source coordinates",
    "warp": lambda channels, nearest, dtype: (
        f"Warp: {'nearest pixel' if nearest else 'interpolation'}, {dtype}"
    ),
}


def kernel_title(key: tuple[Any, ...], op: Op | None = None, given: str = "") -> str:
    """`Gaussian blur: columns, float32, radius up to 8`, out of the key of a kernel of the engine.

    Args:
        key: as in `engine.kernels`; one of a kind that is not known here stays as it is.
        op: the one whose pass it is, where it is none of the catalogue.
        given: the number format that the kernel reads.
    """
    kind, *words = key
    if kind == "stage":
        name, number, radius, _, dtype = words
        return _pass_title(name, op or _in_catalogue(name), number, radius, dtype, given)
    make = TITLES.get(kind)
    return " ".join(map(str, key)) if make is None else make(*words)


def op_title(name: str) -> str:
    """A filter's title; for an op that is part of one, its name in words."""
    if name in CATALOGUE:
        return CATALOGUE[name].title
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def _in_catalogue(name: str) -> Op | None:
    return CATALOGUE[name] if name in CATALOGUE else None  # noqa: SIM401 (its `get` raises for an unknown name)


def _pass_title(name: str, op: Op | None, number: int, radius: int, dtype: str, given: str) -> str:
    parts = []
    if op is not None and isinstance(op.kind, Neighbourhood) and number < len(op.kind.passes):
        passes = op.kind.passes
        parts.append(_direction(passes[number].reach(radius), number, len(passes)))
        if dtype == KEPT:
            dtype = _formats(passes[number].out_dtypes(given)) if number + 1 < len(passes) else given
    else:
        parts.append(f"pass {number + 1}")
    format_ = dtype if dtype != KEPT else given
    return f"{op_title(name)}: {', '.join(part for part in (*parts, format_) if part)}, radius up to {radius}"


def _direction(reach: tuple[int, int], number: int, count: int) -> str:
    """Along what a pass reads: `rows`, `columns`, or both."""
    rows, columns = reach
    if bool(rows) != bool(columns):
        return "columns" if rows else "rows"
    return f"pass {number + 1} of {count}" if count > 1 else "rows and columns"


def _formats(formats: str | tuple[str, ...]) -> str:
    if isinstance(formats, str):
        return formats
    if len(set(formats)) == 1:
        return f"{len(formats)} × {formats[0]}"
    return " and ".join(formats)
