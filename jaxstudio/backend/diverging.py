"""A diverging palette that is read alike with any colour vision: blue, grey, orange."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

# The ends; their blue and yellow parts differ, which both common kinds of colour blindness keep apart.
BELOW, ABOVE = (33, 102, 205), (240, 130, 10)
GREY = (127, 127, 127)


def colour_of(share: float, ground: tuple[int, int, int] = GREY) -> tuple[int, int, int]:
    """The colour of a value from −1 to 1, over the colour of 0."""
    end = ABOVE if share > 0 else BELOW
    part = min(abs(share), 1.0)
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(ground, end, strict=True))
    return red, green, blue


def colours_of(shares: np.ndarray, grey: np.ndarray) -> np.ndarray:
    """The same for arrays: shares (h, w) from −1 to 1 over grey (h, w) from 0 to 255; uint8 (h, w, 3)."""
    import numpy as np

    part = np.minimum(np.abs(shares), 1)[..., np.newaxis]
    ends = np.where(shares[..., np.newaxis] > 0, np.array(ABOVE, np.float32), np.array(BELOW, np.float32))
    ground = grey[..., np.newaxis].astype(np.float32)
    return np.rint(ground + (ends - ground) * part).astype(np.uint8)
