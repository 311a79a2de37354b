"""Words of the pages: numbers, and the reason why a walk or a training ended."""

from __future__ import annotations

import math
import sys

from jaxstudio.app.shared.text import tr

# digits of a float64 whatever its value
FLOAT64 = sys.float_info.dig


def exact(value: float, digits: float = 17, least: int = 3) -> str:
    """A number with as many digits as are sure, at least three unless `least` says otherwise."""
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    sure = int(min(max(digits, least), 17))
    value += 0.0  # no −0
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
    """A number in six digits; a whole one below 10⁹ in all of its own."""
    return exact(value, 9 if float(value).is_integer() else 6)


def sure(value: float, digits: int | None, most: int = 6) -> str:
    """A number in at most so many digits, and in no more than are sure; None says that this is unknown."""
    return exact(value, most if digits is None else min(most, digits), least=1)


def sure_in_words(value: float, digits: int | None) -> str:
    """Say how many digits of the number shown by `sure` are certain; a rounded number is never called
    exact.
    """
    is_whole = float(sure(value, digits).replace("−", "-").replace("∞", "inf")) == value
    return digits_in_words(digits if digits is None or is_whole else min(digits, FLOAT64))


def digits_in_words(digits: int | None) -> str:
    """15 digits sure, no digit sure, digits unknown."""
    if digits is None:
        return tr("digits unknown")
    if digits > FLOAT64:
        return tr("exact")
    if digits < 1:
        return tr("no digit sure")
    return tr("{0} digits sure").format(digits)


def plain(text: str) -> float:
    """The number in a text written for reading."""
    return float(text.replace("−", "-").replace("∞", "inf"))
