"""A look is how a result is looked at: which of its values are shown, or how it differs from another."""

from __future__ import annotations

import math

from jaxstudio.lazy_dataclass import dataclass

# The planes of each colour space, in its order.
SPACES = {
    "rgb": ("red", "green", "blue"),
    "hsv": ("hue", "saturation", "value"),
    "hsl": ("hue", "saturation", "lightness"),
    "lab": ("lightness", "green to red", "blue to yellow"),
}
ALPHA = "alpha"
# One plane by itself, as `space.number`; a space alone shows its three side by side.
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


@dataclass(frozen=True)
class Look:
    """`channel`: "" for the picture itself, or one of CHANNELS.

    `difference`: "" for none, "absolute" for gain·|a − b|, "signed" for ½ + ½·gain·(a − b), where b is
    what is compared with.
    """

    channel: str = ""
    difference: str = ""
    gain: float = 1.0

    @property
    def plain(self) -> bool:
        """Whether the picture is shown as it is."""
        return not self.channel and not self.difference

    @property
    def space(self) -> str:
        """The colour space of the channel; empty for the picture itself and alpha."""
        space = self.channel.partition(".")[0]
        return space if space in SPACES else ""

    @property
    def plane(self) -> int | None:
        """Which plane of the space; None for all three side by side."""
        number = self.channel.partition(".")[2]
        return int(number) if number else None

    @property
    def side_by_side(self) -> bool:
        return bool(self.space) and self.plane is None


PLAIN = Look()


# A preview may be drawn enlarged by up to this factor.
MOST_ENLARGED = 4 / 3


def preview_level(zoom: float) -> int:
    """The reduction (as a power of two) that a preview at this zoom is computed on."""
    return max(0, math.floor(math.log2(MOST_ENLARGED / zoom)))
