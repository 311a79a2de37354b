"""Channels, differences and values of pixels in words."""

from __future__ import annotations

import math

from jaxstudio.app.shared.text import of_number, tr
from jaxstudio.pipeline.display_mode import ALPHA, DisplayMode

SPACE_NAMES = {"rgb": "RGB", "hsv": "HSV", "hsl": "HSL", "lab": "Lab"}


def of_plane(space: str, plane: int) -> str:
    """The name of one plane of a colour space."""
    names = {
        "rgb": (tr("Red"), tr("Green"), tr("Blue")),
        "hsv": (tr("Hue"), tr("Saturation"), tr("Value")),
        "hsl": (tr("Hue"), tr("Saturation"), tr("Lightness")),
        "lab": (tr("Lightness"), tr("a (green to red)"), tr("b (blue to yellow)")),
    }
    return names[space][plane]


def of_channel(channel: str) -> str:
    """Return the label of an entry in the list of channels."""
    mode = DisplayMode(channel)
    if not channel:
        return tr("Picture")
    if channel == ALPHA:
        return tr("Alpha")
    name = SPACE_NAMES[mode.space]
    if mode.plane is None:
        return tr("{0}: side by side").format(name)
    if mode.space == "rgb":
        return of_plane("rgb", mode.plane)
    return tr("{0}: {1}").format(name, of_plane(mode.space, mode.plane))


def of_difference(mode: DisplayMode, *, snapshot: bool) -> str:
    """Return the picture's label for a difference."""
    other = tr("snapshot") if snapshot else tr("original")
    text = (
        tr("Difference from the {0}")
        if mode.difference == "absolute"
        else tr("Signed difference from the {0}")
    )
    text = text.format(other)
    return text if mode.gain == 1 else f"{text} × {of_number(mode.gain)}"


def of_values(values: tuple[float, ...] | None) -> str:
    """Encoded values of one pixel, or a dash where there is none."""
    if values is None:
        return "\N{EN DASH}"
    return " ".join(_of_value(value) for value in values)


def _of_value(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "∞" if value > 0 else "\N{MINUS SIGN}∞"
    return of_number(value, ".3f")


def of_levels(values: tuple[float, ...] | None) -> str:
    """The same values as integers from 0 to 255 and, of three or four of them, as a colour in hexadecimal."""
    if values is None or not all(map(math.isfinite, values)):
        return ""
    levels = [min(max(round(value * 255), 0), 255) for value in values]
    text = " ".join(map(str, levels))
    return f"{text}  #{''.join(f'{level:02x}' for level in levels)}" if len(levels) >= 3 else text


def of_planes(space: str, planes: tuple[float, ...]) -> str:
    """A pixel in another colour space, in the units that are usual there."""
    if not all(map(math.isfinite, planes)):
        return f"{SPACE_NAMES[space]} " + of_values(planes)
    if space == "lab":
        words = " ".join(of_number(value, ".1f") for value in planes)
    elif space in ("hsv", "hsl"):
        words = f"{planes[0] * 360:.0f}° {of_number(planes[1], '.3f')} {of_number(planes[2], '.3f')}"
    else:
        return ""
    return f"{SPACE_NAMES[space]} {words}"


def of_not_numbers(count: int) -> str:
    """Say how many pixels in view are NaN or infinite; empty for none."""
    if not count:
        return ""
    return (
        tr("1 pixel is not a number")
        if count == 1
        else tr("{0} pixels are not numbers").format(of_number(count, ","))
    )
