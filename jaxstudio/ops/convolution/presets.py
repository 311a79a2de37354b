"""Matrices that people know by name, offered beside the grid."""

import math


def _gaussian(size: int, sigma: float) -> tuple[tuple[float, ...], ...]:
    """Samples of 1/(2πσ²)·exp(−r²/2σ²), not normalised."""
    half = size // 2
    return tuple(
        tuple(
            math.exp(-(x * x + y * y) / (2 * sigma * sigma)) / (2 * math.pi * sigma * sigma)
            for x in range(-half, half + 1)
        )
        for y in range(-half, half + 1)
    )


def _centred(size: int, centre: float, rest: float, divisor: float = 1.0) -> tuple[tuple[float, ...], ...]:
    half = size // 2
    return tuple(
        tuple((centre if (x, y) == (half, half) else rest) / divisor for x in range(size))
        for y in range(size)
    )


IDENTITY = ((0.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 0.0))
SHARPEN = ((0.0, -1.0, 0.0), (-1.0, 5.0, -1.0), (0.0, -1.0, 0.0))

PRESETS = (
    ("Identity 3×3", IDENTITY),
    ("Box 5×5", _centred(5, 0.04, 0.04)),
    ("Gaussian 5×5", _gaussian(5, 1.0)),
    ("Sharpen 3×3", SHARPEN),
    ("Sharpen 5×5", _centred(5, 50.0, -1.0, 26.0)),
    ("Emboss", ((-2.0, -1.0, 0.0), (-1.0, 1.0, 1.0), (0.0, 1.0, 2.0))),
    ("Edge", _centred(3, 8.0, -1.0)),
    ("Laplacian", ((0.0, 1.0, 0.0), (1.0, -4.0, 1.0), (0.0, 1.0, 0.0))),
)
