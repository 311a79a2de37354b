"""Ten usual curves, as typed and as a person would write their values in NumPy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import scipy.special as sp

CURVES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "x^3 + 12x + 7x sin(x)": lambda x: x**3 + 12 * x + 7 * x * np.sin(x),
    "sin(x) exp(-x/5)": lambda x: np.sin(x) * np.exp(-x / 5),
    "1/(1 + x^2)": lambda x: 1 / (1 + x**2),
    "tanh(x) - x/10": lambda x: np.tanh(x) - x / 10,
    "log(1 + x^2) sqrt(x)": lambda x: np.log(1 + x**2) * np.sqrt(x),
    "exp(-x^2/8) cos(5x)": lambda x: np.exp(-(x**2) / 8) * np.cos(5 * x),
    "x^4/100 - x^2 + 1": lambda x: x**4 / 100 - x**2 + 1,
    "erf(x - 3)": lambda x: sp.erf(x - 3),
    "atan(3x) + 2^(-x)": lambda x: np.arctan(3 * x) + 2**-x,
    "|sin(x)| + max(x, 4)": lambda x: np.abs(np.sin(x)) + np.maximum(x, 4),
}
