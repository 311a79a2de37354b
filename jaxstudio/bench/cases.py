"""Which ops are measured with which values, and how fast they should be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from jaxstudio.ops.convolution.presets import SHARPEN


@dataclass(frozen=True)
class Case:
    """`target` is the largest ratio to the fastest peer aimed at; None where nothing is promised."""

    name: str
    op: str
    params: Mapping[str, Any] = field(default_factory=dict)
    target: float | None = None


def hill(size: int) -> list[list[float]]:
    """A kernel that no two vectors make up, so that nobody can split it into rows and columns."""
    half = size // 2
    rows = [
        [1.0 / (1 + abs(x) + abs(y) + 0.1 * (x * y) ** 2) for x in range(-half, half + 1)]
        for y in range(-half, half + 1)
    ]
    total = sum(map(sum, rows))
    return [[weight / total for weight in row] for row in rows]


CASES = (
    Case("gaussian_blur sigma=1.5", "gaussian_blur", {"sigma": 1.5}, 1.0),
    Case("gaussian_blur sigma=5", "gaussian_blur", {"sigma": 5.0}, 1.0),
    Case("gaussian_blur sigma=15", "gaussian_blur", {"sigma": 15.0}, 1.0),
    Case("box_blur size=3", "box_blur", {"size": 3}, 1.0),
    Case("box_blur size=31", "box_blur", {"size": 31}),
    Case("convolve 3x3", "convolve", {"kernel": SHARPEN}, 1.0),
    Case("convolve 5x5", "convolve", {"kernel": hill(5)}, 1.0),
    Case("convolve 9x9", "convolve", {"kernel": hill(9)}, 1.0),
    Case("convolve 15x15", "convolve", {"kernel": hill(15)}, 1.0),
    Case("sobel", "sobel", {}, 1.0),
    Case("median size=3", "median", {"size": 3}, 1.0),
    Case("median size=5", "median", {"size": 5}),
    Case("gamma", "gamma", {"gamma": 0.7}, 1.0),
    Case("saturation", "saturation", {"factor": 1.4}, 1.0),
    Case("rotate angle=10", "rotate", {"angle": 10.0}, 2.0),
    Case("flip_horizontal", "flip_horizontal"),
    Case("unsharp_mask", "unsharp_mask", {"radius": 1.5, "amount": 1.0}),
    Case("equalize_hist", "equalize_hist"),
    Case("gaussian_noise", "gaussian_noise", {"var": 0.002}),
    Case("salt_and_pepper", "salt_and_pepper", {"amount": 0.05}),
)
