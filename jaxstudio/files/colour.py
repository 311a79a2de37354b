"""Colours between profiles, by littleCMS: inks to sRGB, and a photo's profile to that of the screen."""

from __future__ import annotations

import io
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageCms

from jaxstudio.errors import PhotoError
from jaxstudio.files.quantise import DEPTHS, Array, to_depth

# Colours as they look beside the white of their medium, black as black.
HOW = (ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION)
SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
GRID = 17  # levels of each colour that are tried
SPACES = {b"GRAY": (1, 2), b"RGB ": (3, 4)}  # by the colour space that a profile's header names: channels
# CIE XYZ at D50 (that of ICC's Lab) to linear sRGB, with Bradford's adaptation to D65.
XYZ_D50_TO_SRGB = np.array(
    [
        [3.1341359569, -1.6173863321, -0.4906619460],
        [-0.9787955507, 1.9162543784, 0.0334427912],
        [0.0719553987, -0.2289767598, 1.4053860351],
    ]
)
D50 = np.array([0.9642, 1.0, 0.8249])


@lru_cache(maxsize=8)
def transform_to_srgb(profile: bytes, mode: str) -> Any:
    """littleCMS's transform of Pillow images of `mode` to RGB in sRGB; None where the profile is unusable."""
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        return ImageCms.buildTransform(source, ImageCms.createProfile("sRGB"), mode, "RGB", *HOW)
    except (ImageCms.PyCMSError, OSError):
        return None


Curve = tuple[float, float, float, float, float]
# Light = (scale·x + offset)^exponent, below limit slope·x: exponent, scale, offset, slope, limit.
SRGB_CURVE: Curve = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
LIGHTNESS_CURVE: Curve = (3.0, 1 / 1.16, 0.16 / 1.16, 1 / 9.033, 0.08)  # of CIE L*, as in eciRGB v2
BROADCAST_CURVE: Curve = (1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081)  # ITU-R BT.709
PARAMETERS = {0: 1, 1: 3, 2: 4, 3: 5, 4: 7}  # numbers of ICC's parametric curves, by type
NEAR = 4e-3  # how far in light a curve may be from the one that is computed


@lru_cache(maxsize=8)
def light_curve(profile: bytes) -> Curve | None:
    """The curve from values to light of an RGB or gray ICC profile; None for sRGB's, or one of no such kind.

    A table of values is taken for the nearest of sRGB's curve, a power, that of CIE L* and that of BT.709.
    """
    tag = _tag(profile, b"gTRC") or _tag(profile, b"kTRC")
    x, y = np.linspace(0, 1, 256), _samples(tag)
    if y is None:
        return None
    inside = (y > 0.01) & (y < 0.99)
    power = float(np.median(np.log(y[inside]) / np.log(x[inside]))) if inside.any() else 1.0
    candidates = SRGB_CURVE, (power, 1.0, 0.0, 0.0, 0.0), LIGHTNESS_CURVE, BROADCAST_CURVE
    errors = [float(np.abs(_light(x, curve) - y).max()) for curve in candidates]
    best = candidates[int(np.argmin(errors))]
    if min(errors) > NEAR or best == SRGB_CURVE:
        return None
    return (1.0, 1.0, 0.0, 1.0, 0.0) if abs(best[0] - 1) < NEAR else best


def light_to_srgb(profile: bytes) -> Array | None:
    """(3, 3) from light in an RGB profile's primaries to light in sRGB's; None where it names none."""
    columns = [_tag(profile, name) for name in (b"rXYZ", b"gXYZ", b"bXYZ")]
    if not all(len(column) >= 20 for column in columns):
        return None
    return XYZ_D50_TO_SRGB @ np.array([np.frombuffer(each, ">i4", 3, 8) / 65536 for each in columns]).T


def _tag(profile: bytes, name: bytes) -> bytes:
    """The element of an ICC profile with this signature; empty for none."""
    for at in range(132, len(profile) - 11, 12)[:64]:
        if profile[at : at + 4] == name:
            first, size = (int.from_bytes(profile[at + part : at + part + 4], "big") for part in (4, 8))
            return profile[first : first + size]
    return b""


def _light(x: Array, curve: Curve) -> Array:
    exponent, scale, offset, slope, limit = curve
    return np.where(x >= limit, np.maximum(scale * x + offset, 0) ** exponent, slope * x)


def _samples(tag: bytes) -> Array | None:
    """Light at 256 values from 0 to 1, of a tag of type "curv" or "para" (ICC.1:2022, 10.6 and 10.18)."""
    x = np.linspace(0, 1, 256)
    count = int.from_bytes(tag[8:12], "big")
    if tag[:4] == b"curv" and len(tag) >= 12 + 2 * count:
        table = np.frombuffer(tag, ">u2", count, 12).astype(np.float64)
        if count > 1:
            return np.interp(x, np.linspace(0, 1, count), table / 65535)
        return x ** (table[0] / 256) if count else x
    kind = int.from_bytes(tag[8:10], "big")
    if tag[:4] != b"para" or len(tag) < 12 + 4 * PARAMETERS.get(kind, 99):
        return None
    g, a, b, c, d, e, f = (*(np.frombuffer(tag, ">i4", PARAMETERS[kind], 12) / 65536), *[0.0] * 7)[:7]
    if kind == 0:
        return x**g
    if kind < 3:  # below the turn nothing but the last number
        return np.where(a * x + b >= 0, np.maximum(a * x + b, 0) ** g, 0) + (c if kind == 2 else 0)
    return np.where(x >= d, np.maximum(a * x + b, 0) ** g + e, c * x + f)


def lab_to_srgb(lab: Array) -> Array:
    """CIELAB (…, 3) of D50, L from 0 to 100, as encoded sRGB float32 (…, 3) in [0, 1], clipped."""
    values = lab.astype(np.float64)
    y = (values[..., 0] + 16) / 116
    bent = np.stack([y + values[..., 1] / 500, y, y - values[..., 2] / 200], axis=-1)
    xyz = D50 * np.where(bent > 6 / 29, bent**3, 3 * (6 / 29) ** 2 * (bent - 4 / 29))
    light = np.clip(xyz @ XYZ_D50_TO_SRGB.T, 0, 1)
    encoded = np.where(light > 0.0031308, 1.055 * light ** (1 / 2.4) - 0.055, 12.92 * light)
    return encoded.astype(np.float32)


def stored_lab(values: Array) -> Array:
    """CIELAB as a TIFF stores it (uint8 or uint16; a and b as signed numbers) as float64 (…, 3)."""
    bits = 8 * values.dtype.itemsize
    signed = values[..., 1:].view(np.dtype(f"i{values.dtype.itemsize}")).astype(np.float64)
    light = values[..., :1].astype(np.float64) * (100.0 / (2**bits - 1))
    return np.concatenate([light, signed / 2 ** (bits - 8)], axis=-1)


class DisplayTransform:
    """8-bit pixels of a photo as the screen is to show them: from the photo's profile to the screen's.

    Args:
        photo: the ICC profile embedded in the photo; None for sRGB.
        screen: the ICC profile of the screen; None for sRGB.

    `changes` is False where nothing is to be done: no colour changes by more than a level (most profiles are
    of sRGB), the photo's profile is not one of the pixels, or a profile is unusable. Relative colorimetric,
    with black point compensation.
    """

    def __init__(self, photo: bytes | None, screen: bytes | None = None, channels: int = 3) -> None:
        self.channels = channels
        self._transform = self._built(photo, screen)
        if self._transform is not None and self._is_identity():
            self._transform = None

    @property
    def changes(self) -> bool:
        """Whether pixels change at all."""
        return self._transform is not None

    def _is_identity(self) -> bool:
        levels = np.linspace(0, 255, GRID).round().astype(np.uint8)
        count = 1 if self.channels < 3 else 3
        grid = np.stack(np.meshgrid(*[levels] * count, indexing="ij"), axis=-1).reshape(-1, 1, count)
        shown = self._colours(grid).astype(int)
        return bool(np.abs(shown - grid).max() <= 1)

    def _built(self, photo: bytes | None, screen: bytes | None) -> Any:
        colours = 1 if self.channels < 3 else 3
        if photo is not None and self.channels not in SPACES.get(photo[16:20], ()):
            photo = None
        if photo == screen:
            return None
        try:
            source, target = (
                ImageCms.createProfile("sRGB") if each is None else ImageCms.ImageCmsProfile(io.BytesIO(each))
                for each in (photo, screen)
            )
            # gray without a profile is gray in sRGB
            mode = "L" if colours == 1 and photo is not None else "RGB"
            return ImageCms.buildTransform(source, target, mode, "RGB", *HOW)
        except (ImageCms.PyCMSError, OSError):
            return None

    def apply(self, pixels: Array) -> Array:
        """uint8 (h, w, channels) in the screen's colours: RGB where something changes; alpha stays."""
        if self._transform is None:
            return pixels
        shown = self._colours(pixels)
        return shown if self.channels in (1, 3) else np.concatenate([shown, pixels[..., -1:]], axis=2)

    def _colours(self, pixels: Array) -> Array:
        """(h, w, 3) of pixels (h, w, channels), alpha left out."""
        colours = 1 if self.channels < 3 else 3
        image = Image.fromarray(np.ascontiguousarray(pixels[..., 0] if colours == 1 else pixels[..., :3]))
        if self._transform.input_mode != image.mode:
            image = image.convert(self._transform.input_mode)
        result: Array = np.asarray(ImageCms.applyTransform(image, self._transform))
        return result


def read_screen_profile(path: str) -> bytes:
    """The ICC profile of a screen from a file; PhotoError where it is none of RGB."""
    expected = "expected the ICC profile of a screen"
    try:
        content = Path(path).read_bytes()
        ImageCms.ImageCmsProfile(io.BytesIO(content))
    except (OSError, ImageCms.PyCMSError) as error:
        reason = getattr(error, "strerror", None) or "no profile"
        raise PhotoError("{0}: {1}, {2}", path, reason, expected) from None
    if content[16:20] != b"RGB ":
        raise PhotoError("{0}: a profile of other colours than RGB, {1}", path, expected)
    return content


def pixels_in_srgb(pixels: Array, icc: bytes) -> Array | None:
    """Pixels (H, W, C) of any depth from a profile to sRGB; gray stays gray, alpha as it is.

    None where nothing would change. ImportError: the pixels are of 16 bits or float, and the package
    imagecodecs, through which littleCMS converts those, is missing.
    """
    channels = pixels.shape[2]
    if not DisplayTransform(icc, None, channels).changes:
        return None
    colours = 1 if channels < 3 else 3
    plain = pixels[..., :colours]
    if pixels.dtype == np.uint8:
        converted = DisplayTransform(icc, None, colours).apply(plain)
    else:
        converted = to_depth(_floats_in_srgb(to_depth(plain, "float32"), icc), DEPTHS[pixels.dtype])
    # gray is as bright as the colour that it becomes, whose three parts are equal
    return np.concatenate([converted[..., :colours], pixels[..., colours:]], axis=2)


def _floats_in_srgb(values: Array, icc: bytes) -> Array:
    """float32 (H, W, 1 or 3) as (H, W, 3): for whole numbers littleCMS interpolates in a coarse table."""
    import imagecodecs

    gray = values.shape[2] == 1
    plain = np.ascontiguousarray(values[..., 0] if gray else values)
    spaces: dict[str, Any] = {"colorspace": "gray" if gray else "rgb", "outcolorspace": "rgb"}
    intent, flags = (int(each) for each in HOW)
    result: Array = imagecodecs.cms_transform(plain, icc, SRGB, intent=intent, flags=flags, **spaces)
    return result
