"""Border modes: maps places beyond an image's edge to indices into the image; the modes are SciPy's.

reflect   d c b a | a b c d | d c b a
mirror    d c b | a b c d | c b a
nearest   a a a | a b c d | d d d
wrap      b c d | a b c d | a b c
constant  k k k | a b c d | k k k
"""

from __future__ import annotations

import numpy as np

from jaxstudio.kernels.array_types import Integer


def _reflect(i: np.ndarray, n: int) -> np.ndarray:
    i = np.mod(i, 2 * n)
    return np.minimum(i, 2 * n - 1 - i)


def _mirror(i: np.ndarray, n: int) -> np.ndarray:
    if n == 1:
        return np.zeros_like(i)
    i = np.mod(i, 2 * n - 2)
    return np.minimum(i, 2 * n - 2 - i)


def _nearest(i: np.ndarray, n: int) -> np.ndarray:
    return np.clip(i, 0, n - 1)


def _wrap(i: np.ndarray, n: int) -> np.ndarray:
    return np.mod(i, n)


def _constant(i: np.ndarray, n: int) -> np.ndarray:
    return np.where((i >= 0) & (i < n), i, -1)


INDEX_MAPS = {
    "reflect": _reflect,
    "mirror": _mirror,
    "nearest": _nearest,
    "wrap": _wrap,
    "constant": _constant,
}


def source_indices(first: int, last: int, size: int, border: str) -> Integer[np.ndarray, " n"]:
    """The indices from which positions first … last − 1 of an axis of `size` pixels take their values.

    Returns:
        (last − first,) int64 in [0, size), or −1 for the constant.
    """
    return INDEX_MAPS[border](np.arange(first, last), size)
