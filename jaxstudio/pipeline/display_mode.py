"""Display modes of the canvas: a channel of a result, its difference from another picture, clipped pixels."""

from __future__ import annotations

import math

from msgspec import Struct

# The planes of each colour space, in order.
SPACES = {
    "rgb": ("red", "green", "blue"),
    "hsv": ("hue", "saturation", "value"),
    "hsl": ("hue", "saturation", "lightness"),
    "lab": ("lightness", "green to red", "blue to yellow"),
}
ALPHA = "alpha"
# `space.number` shows one plane; a space alone shows its three planes side by side.
CHANNELS = (
    *(f"rgb.{plane}" for plane in range(3)),
    ALPHA,
    "hsv",
    *(f"hsv.{plane}" for plane in range(3)),
    "hsl",
    *(f"hsl.{plane}" for plane in range(3)),
    "lab",
    *(f"lab.{plane}" for plane in range(3)),
)
DIFFERENCES = ("absolute", "signed")
HIGHEST_GAIN = 64.0
# Colour spaces that clipping can be shown for: (x, y) of red, green and blue, all with the white of D65.
GAMUTS = {
    "srgb": ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06)),
    "display_p3": ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060)),
    "adobe_rgb": ((0.64, 0.33), (0.21, 0.71), (0.15, 0.06)),
}
# How clipped pixels are painted (red, green, blue), apart for any colour vision.
OVER, UNDER, OUT_OF_GAMUT = (255, 40, 40), (50, 90, 255), (255, 214, 0)


class DisplayMode(Struct, frozen=True):
    """A display mode. `channel`: "" for the picture itself, or one of CHANNELS.

    `difference`: "" for none, "absolute" for gain·|a − b|, "signed" for ½ + ½·gain·(a − b), where a is the
    result and b the picture it is compared with. `clipping`: the clipped pixels of the picture itself are
    painted: OVER where a channel is at its greatest value, UNDER where all are black, and OUT_OF_GAMUT where
    one is negative beside a positive one, a colour that the picture's colour space cannot hold. `gamut`: one
    of GAMUTS, whose colour space is meant in place of the picture's; "" for the picture's own.
    """

    channel: str = ""
    difference: str = ""
    gain: float = 1.0
    clipping: bool = False
    gamut: str = ""

    @property
    def plain(self) -> bool:
        """Whether the picture itself is shown."""
        return not self.channel and not self.difference

    @property
    def of_picture(self) -> DisplayMode:
        """The mode that shows the picture itself, with the same clipped pixels."""
        return DisplayMode(clipping=self.clipping, gamut=self.gamut)

    @property
    def space(self) -> str:
        """The colour space of the channel; empty for the picture itself and alpha."""
        space = self.channel.partition(".")[0]
        return space if space in SPACES else ""

    @property
    def plane(self) -> int | None:
        """Return the chosen plane of the space; None for all three side by side."""
        number = self.channel.partition(".")[2]
        return int(number) if number else None

    @property
    def side_by_side(self) -> bool:
        return bool(self.space) and self.plane is None


PLAIN = DisplayMode()


# A preview may be drawn enlarged by up to this factor.
MOST_ENLARGED = 4 / 3


def preview_level(zoom: float) -> int:
    """The level (reduction by 2^level) at which a preview with this zoom is computed."""
    return max(0, math.floor(math.log2(MOST_ENLARGED / zoom)))
