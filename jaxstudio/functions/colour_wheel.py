"""The colours of complex numbers by their argument."""

from __future__ import annotations

from functools import cache

import numpy as np

SHADES = 512
LIGHTNESS, CHROMA, START = 0.76, 0.15, 29.0  # in OKLCH; positive numbers are red


@cache
def wheel() -> np.ndarray:
    """The colours of the arguments from -π to π, uint8 (512, 3): evenly bright in OKLCH (Ottosson 2020)."""
    turn = np.radians(START) + np.linspace(-np.pi, np.pi, SHADES)
    a, b = CHROMA * np.cos(turn), CHROMA * np.sin(turn)
    long = (LIGHTNESS + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (LIGHTNESS - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (LIGHTNESS - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = np.stack(
        [
            4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
            -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
            -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
        ],
        1,
    ).clip(0, 1)
    encoded = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.round(255 * encoded).astype(np.uint8)
