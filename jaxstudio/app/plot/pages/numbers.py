"""How numbers are written on the pages."""

from __future__ import annotations

import math


def exact(value: float, digits: float = 17) -> str:
    """A number with as many digits as are sure, at least three."""
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    sure = int(min(max(digits, 3), 17))
    text = f"{value:.{sure}g}"
    if sure >= 16 and float(repr(value)) == value:
        text = repr(float(value))
    if "e" in text:
        mantissa, power = text.split("e")
        text = f"{mantissa}e{int(power)}"
    elif text.endswith(".0"):
        text = text[:-2]
    return text.replace("-", "−")


def short(value: float) -> str:
    """A number in six digits."""
    return exact(value, 6)


def plain(text: str) -> float:
    """The number in a text written for reading."""
    return float(text.replace("−", "-").replace("∞", "inf"))
