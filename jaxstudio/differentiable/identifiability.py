"""Finds parameters that a picture does not determine: without influence, or exchangeable with others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jaxstudio.pipeline.param_refs import ParamRef, param_of
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.recipe import Recipe

# A parameter that changes the result by less than this over its slider's range has no influence.
NO_INFLUENCE = 5e-4
# Parameters cannot be told apart if they can move together by this share of their sliders while the picture
# changes by less than a quarter of a step of 8 bits (root mean square).
FLAT_SHARE, FLAT_CHANGE = 0.1, 0.25 / 255
# A parameter belongs to a flat direction if its component is at least this share of the largest one.
PART = 0.25


def without_influence(real: Sequence[ParamRef], normal_matrix: np.ndarray) -> tuple[ParamRef, ...]:
    """Parameters whose whole slider, judged by the derivative here, does not change the picture noticeably.

    Args:
        normal_matrix: (n, n), the mean over all values of the products of the derivatives per whole slider.
    """
    change = np.sqrt(np.diag(normal_matrix))
    return tuple(ref for ref, size in zip(real, change, strict=True) if size < NO_INFLUENCE)


def flat_directions(real: Sequence[ParamRef], normal_matrix: np.ndarray) -> tuple[tuple[ParamRef, ...], ...]:
    """Groups of parameters that can move together while the picture hardly changes, flattest first.

    Parameters without influence are left out, because they can move alone.

    Args:
        normal_matrix: (n, n), the mean over all values of the products of the derivatives per whole slider.
    """
    alone = set(without_influence(real, normal_matrix))
    kept = [number for number, ref in enumerate(real) if ref not in alone]
    if not kept:
        return ()
    values, vectors = np.linalg.eigh(normal_matrix[np.ix_(kept, kept)])
    groups = []
    for value, vector in zip(values, vectors.T, strict=True):
        reach = FLAT_CHANGE / np.sqrt(max(float(value), 1e-30))
        part = np.abs(vector) / np.abs(vector).max()
        if reach * np.abs(vector).max() < FLAT_SHARE:
            break
        groups.append(tuple(real[kept[place]] for place in np.flatnonzero(part >= PART)))
    return tuple(groups)


def slider_ranges(recipe: Recipe, real: Sequence[ParamRef]) -> np.ndarray:
    """The length of each slider."""
    ends = [param.slider for ref in real if isinstance(param := param_of(recipe, ref), Float)]
    return np.array([high - low for low, high in ends])
