"""Lines without variables: a number, a point, a vector, computed as they stand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from jaxstudio.functions.service.reading import Function


def value(function: Function, p: Mapping[str, float]) -> tuple[float, ...]:
    """The number or numbers of a line at slider values; a truth value is 1 or 0."""
    numbers = {name: np.float64(number) for name, number in p.items()}
    return tuple(np.atleast_1d(np.asarray(function.constant(numbers), np.float64)).tolist())
