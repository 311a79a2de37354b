"""A line of a sheet over boxes: where its values lie, and whether it has any."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from jaxstudio.functions.derivatives.series import SeriesAlgebra
from jaxstudio.functions.interpreters.evaluate import evaluate
from jaxstudio.functions.interpreters.interval_algebra import IntervalAlgebra
from jaxstudio.functions.interpreters.intervals import Bounds, Truth, box, exactly
from jaxstudio.functions.language.document import Line, Sheet
from jaxstudio.functions.language.nodes import Node


def enclose(line: Line, sheet: Sheet) -> Callable[..., Any]:
    """The function f(low, high, p) of a line that bounds its values over n boxes at once.

    `low` and `high`: float64 (n,) for one variable, (variables, n) for several. It returns `Bounds` of
    shape (n,), a tuple of them for a Tuple or Vector, a `Truth` for an inequality. The bounds hold for the
    exact value of the function, numbers typed being taken as their float64.
    """
    if line.tree is None:
        raise line.error or ValueError(f"line {line.index + 1} has no function: {line.kind}")
    return enclose_tree(line.tree, line.variables, sheet.values)


def enclose_tree(tree: Node, variables: tuple[str, ...], defaults: Mapping[str, float]) -> Callable[..., Any]:
    """The same for any tree of a sheet."""
    algebra = SeriesAlgebra(IntervalAlgebra(), 0)

    def bounds(low: np.ndarray, high: np.ndarray, p: Mapping[str, Any]) -> Any:
        lows, highs = np.atleast_2d(np.asarray(low, np.float64)), np.atleast_2d(np.asarray(high, np.float64))
        values = {
            name: exactly(float(value)) for name, value in {**defaults, **p}.items() if _is_number(value)
        }
        if variables:
            values |= {name: box(*ends) for name, *ends in zip(variables, lows, highs, strict=True)}
        with np.errstate(all="ignore"):
            result = evaluate(tree, algebra, values)
        return _filled(result, lows.shape[1:])

    return bounds


def _is_number(value: Any) -> bool:
    return not isinstance(value, list | tuple)


def _filled(result: Any, shape: tuple[int, ...]) -> Any:
    """Every array of the full shape, also where the value is constant."""
    if isinstance(result, tuple):
        return tuple(_filled(part, shape) for part in result)
    arrays = [np.broadcast_to(array, shape) for array in vars(result).values()]
    return Truth(*arrays) if isinstance(result, Truth) else Bounds(*arrays)
