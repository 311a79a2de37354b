"""Structuring elements: which neighbours of a pixel count, as chords of rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

SHAPES = ("square", "disk", "diamond")


def half_chord(shape: int, radius: int, dy: int) -> int:
    """How far row dy of the element reaches to either side."""
    if SHAPES[shape] == "square":
        return radius
    if SHAPES[shape] == "diamond":
        return radius - abs(dy)
    across = 0
    while (across + 1) ** 2 + dy * dy <= radius * radius:
        across += 1
    return across


def over(window: Callable[[int, int], Any], pick: Callable[[Any, Any], Any], shape: int, radius: int) -> Any:
    """The least or greatest (`pick`) of all neighbours in an element."""
    values = [
        window(dy, dx)
        for dy in range(-radius, radius + 1)
        for dx in range(-half_chord(shape, radius, dy), half_chord(shape, radius, dy) + 1)
    ]
    return reduce(pick, values)
