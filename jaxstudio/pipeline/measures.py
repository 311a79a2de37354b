"""Measures of a result: the values of a pixel, the names of scopes, and the difference of two pictures."""

from __future__ import annotations

from msgspec import Struct

HISTOGRAM, WAVEFORM, VECTORSCOPE = SCOPES = ("histogram", "waveform", "vectorscope")
TONES = 256


class Measures(Struct, frozen=True):
    """The difference of two pictures of one size, in encoded values with the range [0, 1], without alpha.

    `psnr` is in decibels, infinite where nothing differs; `ssim` is the mean over windows of 7×7 pixels
    and over the channels, None where no window fits; `delta_e` and `delta_e_most` are the mean and
    greatest CIEDE2000 of the pixels. `left_out` pixels were NaN or infinite in one of the pictures; all
    measures are None if no others remain.
    """

    mse: float | None
    psnr: float | None
    ssim: float | None
    delta: float | None
    delta_e: float | None
    delta_e_most: float | None
    left_out: int = 0

    @property
    def identical(self) -> bool:
        return self.delta == 0.0


class Probe(Struct, frozen=True, tag=True):
    """Encoded values of one pixel before and after, at full resolution; None outside the picture.

    `place` is the pixel (y, x) of the photo that the steps move to (y, x) of the result (the nearest one, if
    they sample between pixels); `before` holds its values. `planes` holds the result's values in the
    requested colour space; empty if none was requested.
    """

    y: int
    x: int
    before: tuple[float, ...] | None
    after: tuple[float, ...] | None
    planes: tuple[float, ...] = ()
    place: tuple[int, int] | None = None
