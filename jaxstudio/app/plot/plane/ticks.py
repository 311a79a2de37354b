"""Ticks of an axis and their labels: at 1, 2 or 5 times 10ⁿ, at powers of ten, at multiples of π."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from jaxstudio.app.plot.plane.viewing import unit_px
from jaxstudio.functions.document import Axes
from jaxstudio.functions.protocol.scene import Interval, View

ACROSS_PX, ALONG_PX, BOTH_PX = 92.0, 68.0, 78.0  # between two labelled lines
EQUAL = 0.01
RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
LARGE, SMALL = 6, -5  # powers of ten from which numbers are written as a × 10ⁿ
# Steps of π, and into how many finer cells each is divided.
PI_STEPS = (
    *((Fraction(1, part), cells) for part, cells in ((12, 2), (6, 2), (4, 3), (3, 2), (2, 2), (1, 4))),
    *((Fraction(factor * 10**power), 5) for power in range(6) for factor in (2, 5, 10)),
)
# A power of ten this wide, in distances between labels, has 2 and 5 labelled too; a wider one all its digits.
WITH_FIVE, WITH_ALL = 3.0, 12.0
MINOR_PX = 40.0  # a power of ten that is narrower has no lines for 2 to 9
LINEAR = 0.5  # of a power of ten: where less is shown, ticks are those of a linear axis


@dataclass(frozen=True)
class Ticks:
    """`major` have the texts `labels`; `minor` are finer lines between them.

    `step` lies between two major ones; on a logarithmic axis it is 0.
    """

    step: float
    major: tuple[float, ...]
    minor: tuple[float, ...]
    labels: tuple[str, ...]


def ticks(interval: Interval, length_px: float, wanted_px: float) -> Ticks:
    """Ticks for an axis of `length_px`, about `wanted_px` apart, at 1, 2 or 5 times a power of ten."""
    low, high = interval
    raw = (high - low) * wanted_px / max(length_px, 1.0)
    power = 10.0 ** math.floor(math.log10(raw))
    factor = next(factor for factor in (1, 2, 5, 10) if factor * power >= raw * 0.999)
    step = factor * power
    parts = 4 if factor == 2 else 5
    major = _multiples(low, high, step)
    return Ticks(step, major, _between(low, high, step, parts), tuple(label(value, step) for value in major))


def _multiples(low: float, high: float, step: float) -> tuple[float, ...]:
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(number * step for number in range(first, last + 1))


def _between(low: float, high: float, step: float, parts: int) -> tuple[float, ...]:
    fine = step / parts
    numbers = range(math.ceil(low / fine), math.floor(high / fine) + 1)
    return tuple(number * fine for number in numbers if number % parts)


def pi_ticks(interval: Interval, length_px: float, wanted_px: float) -> Ticks:
    """Ticks at multiples of π, or of a simple fraction of it; as others where so little or much is shown."""
    low, high = interval
    raw = (high - low) * wanted_px / max(length_px, 1.0) / math.pi
    if raw > PI_STEPS[-1][0] or raw < PI_STEPS[0][0] / 4:
        return ticks(interval, length_px, wanted_px)
    step, parts = next((step, parts) for step, parts in PI_STEPS if step >= raw * 0.999)
    width = float(step) * math.pi
    first, last = math.ceil(low / width - 1e-9), math.floor(high / width + 1e-9)
    numbers = range(first, last + 1)
    texts = tuple(of_pi(number * step) for number in numbers)
    return Ticks(width, tuple(n * width for n in numbers), _between(low, high, width, parts), texts)


def of_pi(share: Fraction) -> str:
    """A multiple of π: −3π/2."""
    if not share:
        return "0"
    sign, top = "−" if share < 0 else "", abs(share.numerator)
    below = f"/{share.denominator}" if share.denominator > 1 else ""
    return f"{sign}{'' if top == 1 else top}π{below}"


def log_ticks(interval: Interval, length_px: float, wanted_px: float) -> Ticks:
    """Ticks of a logarithmic axis: powers of ten, or every so many of them; 2 and 5 times these if there is
    room; those of a linear axis where less than half a power is shown."""
    low, high = interval
    powers = math.log10(high / low) if high / low < math.inf else math.log10(high) - math.log10(low)
    if powers < LINEAR:
        return ticks(interval, length_px, wanted_px)
    power_px = length_px / powers
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    step = 1
    while step * power_px < wanted_px * 0.6:
        step = next(n for n in (2, 5, 10, 20, 50, 100, 200, 500, 1000) if n > step)
    labelled = "123456789" if power_px > WITH_ALL * wanted_px else "1"
    labelled = "125" if WITH_FIVE * wanted_px < power_px <= WITH_ALL * wanted_px else labelled
    digits = range(1, 10) if step == 1 and power_px > MINOR_PX else (1,)
    every = [(power, digit) for power in range(first, last + 1) for digit in digits]
    seen = [(p, d) for p, d in every if low * (1 - 1e-9) <= float(f"{d}e{p}") <= high * (1 + 1e-9)]
    major = [(p, d) for p, d in seen if p % step == 0 and str(d) in labelled]
    minor = [float(f"{d}e{p}") for p, d in seen if (p, d) not in set(major)]
    values = tuple(float(f"{digit}e{power}") for power, digit in major)
    return Ticks(0.0, values, tuple(minor), tuple(_of_power(digit, power) for power, digit in major))


def _of_power(digit: int, power: int) -> str:
    """digit × 10^power: 0.002, 100, 10⁸, 2×10⁸."""
    if SMALL < power < LARGE:
        return f"{digit}{'0' * power}" if power >= 0 else f"0.{'0' * (-power - 1)}{digit}"
    return f"{'' if digit == 1 else f'{digit}×'}10{str(power).translate(RAISED)}"


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


@lru_cache(maxsize=4)
def axis_ticks(view: View, axes: Axes, scale: float) -> tuple[Ticks, Ticks]:
    """The ticks of x and of y; with equal scales the same step for both."""
    unit_x, unit_y = unit_px(view)
    wanted_x, wanted_y = ACROSS_PX, ALONG_PX
    if abs(unit_x / unit_y - 1) < EQUAL:
        wanted_x = wanted_y = BOTH_PX
    across, along = (
        log_ticks if axis in view.log else pi_ticks if axis in axes.pi else ticks for axis in "xy"
    )
    return (
        across(view.x, view.width_px, wanted_x * scale),
        along(view.y, view.height_px, wanted_y * scale),
    )
