"""Where the grid's lines go and what is written at them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from jaxstudio.functions.protocol.scene import Interval

RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
LARGE, SMALL = 6, -5  # powers of ten from which numbers are written as a × 10ⁿ


@dataclass(frozen=True)
class Ticks:
    """Multiples of `step` are labelled; `parts` finer cells lie between two of them."""

    step: float
    parts: int
    major: tuple[float, ...]
    minor: tuple[float, ...]


def ticks(interval: Interval, length_px: float, wanted_px: float) -> Ticks:
    """Ticks for an axis of `length_px`, about `wanted_px` apart, at 1, 2 or 5 times a power of ten."""
    low, high = interval
    raw = (high - low) * wanted_px / max(length_px, 1.0)
    power = 10.0 ** math.floor(math.log10(raw))
    factor = next(factor for factor in (1, 2, 5, 10) if factor * power >= raw * 0.999)
    step = factor * power
    parts = 4 if factor == 2 else 5
    fine = step / parts
    return Ticks(
        step,
        parts,
        tuple(_multiples(low, high, step)),
        tuple(
            number * fine
            for number in range(math.ceil(low / fine), math.floor(high / fine) + 1)
            if number % parts
        ),
    )


def _multiples(low: float, high: float, step: float) -> list[float]:
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


def label(value: float, step: float) -> str:
    """A tick's value with just the decimals that `step` needs, minus and powers typeset."""
    if abs(value) < step / 2:
        return "0"
    power = math.floor(math.log10(abs(value)) + 1e-12)
    fine = math.floor(math.log10(step) + 1e-9)
    if power >= LARGE or power <= SMALL:
        mantissa = f"{value / 10.0**power:.{min(max(power - fine, 0), 15)}f}"
        text = f"{mantissa}×10{str(power).translate(RAISED)}"
        return text.replace("-", "−")
    return f"{value:.{max(-fine, 0)}f}".replace("-", "−")
