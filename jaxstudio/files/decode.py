"""Photos decoded through imageio's plugins, at the full depth of the file and in bounded memory."""

from __future__ import annotations

import contextlib
import math
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast

import numpy as np
from imageio.core.request import InitializationError
from imageio.core.v3_plugin_api import PluginV3
from imageio.plugins.pillow import PillowPlugin
from imageio.v3 import imopen
from PIL import Image, ImageCms, UnidentifiedImageError

from jaxstudio.errors import PhotoError, Wording
from jaxstudio.files.colour import lab_to_srgb, stored_lab, transform_to_srgb
from jaxstudio.files.formats import Remark
from jaxstudio.files.jpeg import decode_jpeg
from jaxstudio.files.metadata import Metadata, read_metadata
from jaxstudio.files.quantise import DEPTHS, Array, to_depth
from jaxstudio.runtime.aligned_memory import aligned_empty

DECODERS = ("JPEG", "MPO", "PNG", "TIFF", "WEBP", "BMP", "GIF", "PPM", "JPEG2000", "AVIF", "HEIF")
MAX_PIXELS = 1_000_000_000
BAND_PIXELS = 4_000_000
MAP_FROM_BYTES = 256_000_000
# Those that tifffile decodes without optional codecs: none, deflate, PackBits.
COMPRESSIONS = frozenset({1, 8, 32946, 32773})
GRAY_INVERTED, GRAY, RGB = 0, 1, 2
UNSPECIFIED, ASSOCIATED_ALPHA = 0, 1
FLOAT_PREDICTOR = 3

CIELAB = 8
SRGB_GAMMA = 1 / 2.2
SRGB_PRIMARIES = (0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)
DOUBLES = "64-bit floating point values become 32-bit ones"

TiffPage = tuple[Array, int, tuple[str, ...]]  # pixels, number of pages, notes
Plugin = TypeVar("Plugin", bound=PluginV3)

# Pillow refuses 180 megapixels, which is but a large panorama; `check_size` draws the line instead.
Image.MAX_IMAGE_PIXELS = None

PLAIN = {"L": 1, "LA": 2, "RGB": 3, "RGBA": 4}
CONVERTED = {"1": "L", "La": "LA", "RGBa": "RGBA", "PA": "RGBA", "RGBX": "RGB", "CMYK": "RGB"}
CONVERTED |= {"YCbCr": "RGB", "HSV": "RGB"}
ORIENTED = {  # EXIF orientation: how the stored rows become upright
    2: lambda a: a[:, ::-1],
    3: lambda a: a[::-1, ::-1],
    4: lambda a: a[::-1],
    5: lambda a: a.swapaxes(0, 1),
    6: lambda a: a[::-1].swapaxes(0, 1),
    7: lambda a: a[::-1, ::-1].swapaxes(0, 1),
    8: lambda a: a[:, ::-1].swapaxes(0, 1),
}


def check_size(path: Path, height: int, width: int) -> None:
    """PhotoError for a photo of no pixels or of more than a gigapixel."""
    if height < 1 or width < 1:
        raise PhotoError("{0}: a photo of {1} × {2} has no pixels", path, width, height)
    if height * width > MAX_PIXELS:
        raise PhotoError(
            "{0}: {1:,} × {2:,} = {3:,.0f} megapixels, expected at most {4:,.0f}",
            path,
            width,
            height,
            height * width / 1e6,
            MAX_PIXELS / 1e6,
        )


class PillowFile(PillowPlugin):
    """imageio's Pillow plugin with a reader that keeps every bit and little memory.

    imageio's own `read` cuts 16-bit colour to 8 bits, and holds the pixels three times while it converts.

    Attributes:
        data: the bytes of a JPEG of one picture, once it is read.
    """

    data = b""

    def __init__(self, request: Any) -> None:
        # not PillowPlugin's, which imports the package for HEIC, whatever the file is
        PluginV3.__init__(self, request)
        self._image: Any = None
        self.images_to_write: list[Any] = []  # looked at when the file is closed
        self._image = Image.open(request.get_file())
        if self.image.format not in DECODERS:
            raise UnidentifiedImageError(f"a file of kind {self.image.format}")

    @property
    def image(self) -> Image.Image:
        """The opened Pillow image, at the page that was read last."""
        return cast(Image.Image, self._image)

    def read_page(self, index: int) -> Array:
        """The pixels (H, W, C) of a page (from 0), uint8, uint16 or float32, as they lie in the file."""
        if index:
            self.image.seek(index)
        image, path = self.image, Path(cast(BinaryIO, self.request.raw_uri).name)
        check_size(path, image.height, image.width)
        rawmode = _low_byte_rawmode(image)
        if index == 0 and image.format == "JPEG":
            self.data = path.read_bytes()
            pixels = decode_jpeg(self.data, image)
            if pixels is not None:
                return pixels
        image.load()
        return _low_and_high(path, image, rawmode, index) if rawmode else _pixels(path, image)


@contextlib.contextmanager
def opened(path: Path, plugin: type[Plugin]) -> Iterator[Plugin]:
    """A photo opened by imageio with one plugin; the plugin's errors pass unchanged."""
    with open(path, "rb") as file:
        try:
            reader: Any = imopen(file, "r", plugin=plugin)
        except OSError as error:
            cause = error.__cause__
            unknown = cause is None or isinstance(cause, InitializationError)
            raise UnidentifiedImageError(str(error)) if cause is None or unknown else cause from None
        with reader:
            yield reader


def read_pillow(path: Path, page: int = 1) -> tuple[Array, Metadata, int]:
    """Pixels (H, W, C) uint8, uint16 or float32 of a page (from 1), upright, the metadata, and the number of
    pages. OSError as Pillow raises it."""
    with opened(path, PillowFile) as file:
        pages = check_page(path, page, _frames(file.image)) if page != 1 else 0
        pixels = file.read_page(page - 1)
        metadata, orientation = read_metadata(file.image, path, page, file.data)
        metadata = replace(metadata, notes=metadata.notes + conversions(file.image))
        pages = pages or _frames(file.image)
    return upright(pixels, orientation), metadata, pages


def conversions(image: Image.Image) -> tuple[str, ...]:
    """Return a line for each thing that reading converts or leaves out of an opened image."""
    notes: list[str] = []
    info = image.info
    if image.mode == "CMYK":
        usable = info.get("icc_profile") and transform_to_srgb(info["icc_profile"], "CMYK") is not None
        how = "through its profile" if usable else "without a profile, by 1 − ink"
        notes.append(f"CMYK is converted to sRGB {how}")
    if image.format == "PNG" and not info.get("icc_profile") and "srgb" not in info:
        if abs(info.get("gamma", SRGB_GAMMA) - SRGB_GAMMA) > 0.01:
            gamma = f"the PNG's gamma of {info['gamma']:g} is not applied"
            notes.append(Remark(f"{gamma}: its values are taken for sRGB"))
        primaries = info.get("chromaticity", SRGB_PRIMARIES)
        if max(abs(a - b) for a, b in zip(primaries, SRGB_PRIMARIES, strict=False)) > 0.005:
            primary = "the PNG's primary colours (cHRM) are not applied"
            notes.append(Remark(f"{primary}: its values are taken for sRGB"))
    return tuple(notes)


def upright(pixels: Array, orientation: int) -> Array:
    """Pixels (H, W, C) turned as EXIF's orientation (1 to 8) says."""
    return np.ascontiguousarray(ORIENTED[orientation](pixels)) if orientation in ORIENTED else pixels


def pillow_size(path: Path) -> tuple[int, int]:
    """(height, width) of the first picture, from its header."""
    with opened(path, PillowFile) as file:
        return file.image.height, file.image.width


def check_page(path: Path, page: int, pages: int) -> int:
    """`pages`, or PhotoError where the file has fewer than `page`."""
    if not 1 <= page <= pages:
        what = Wording("1 to {0}", pages) if pages > 1 else Wording("1, the only one")
        raise PhotoError("{0}: there is no page {1}, expected {2}", path, page, what)
    return pages


def _frames(image: Image.Image) -> int:
    """Return the number of pictures in the file, without those behind a damaged place."""
    try:
        return max(1, int(getattr(image, "n_frames", 1)))
    except Exception:
        return 1


def _bands(image: Image.Image) -> list[tuple[int, int]]:
    rows = max(1, BAND_PIXELS // image.width)
    return [(top, min(image.height, top + rows)) for top in range(0, image.height, rows)]


def _pixels(path: Path, image: Image.Image) -> Array:
    """The decoded image as an array. In bands, since Pillow's whole-image conversions hold it three times."""
    mode, convert = _target_mode(image)
    dtype: Any = np.uint8
    if mode.startswith("I;16"):
        dtype = np.uint16
    elif mode == "F":
        dtype = np.float32
    elif mode == "I":
        low, high = image.getextrema()
        if not (isinstance(low, int | float) and isinstance(high, int | float) and 0 <= low <= high <= 65535):
            raise PhotoError("{0}: 32-bit whole numbers, expected 8 or 16 bits or float", path)
        dtype = np.uint16
    elif mode not in PLAIN:
        raise PhotoError(
            "{0}: pixels of mode {1}, expected gray, RGB or CMYK of 8, 16 or 32 bits", path, mode
        )
    shape = (image.height, image.width, PLAIN.get(mode, 1))
    pixels = aligned_empty(math.prod(shape), dtype).reshape(shape)
    for top, bottom in _bands(image):
        whole = bottom - top == image.height
        band = convert(image if whole else image.crop((0, top, image.width, bottom)))
        pixels[top:bottom] = np.asarray(band).reshape(pixels[top:bottom].shape)
    key = image.info.get("transparency")
    if mode.startswith("I") and isinstance(key, int):
        alpha = np.where(pixels == key, 0, 65535).astype(np.uint16)
        pixels = np.concatenate([pixels, alpha], axis=2)
    return pixels


def _target_mode(image: Image.Image) -> tuple[str, Any]:
    """The mode whose values are kept, and how a band is brought to it."""
    mode = image.mode
    if mode == "P":
        mode = "RGBA" if "transparency" in image.info else "RGB"
    elif mode in ("L", "RGB", "1") and "transparency" in image.info:
        mode = "RGBA" if mode == "RGB" else "LA"
    elif mode == "CMYK" and image.info.get("icc_profile"):
        transform = transform_to_srgb(image.info["icc_profile"], mode)
        if transform is not None:
            return "RGB", lambda band: ImageCms.applyTransform(band, transform)
    mode = CONVERTED.get(mode, mode)
    return mode, (lambda band: band) if mode == image.mode else (lambda band: band.convert(mode))


def _low_byte_rawmode(image: Image.Image) -> str | None:
    """The raw mode that decodes the low bytes of 16-bit colour; Pillow itself keeps only the high bytes."""
    tiles = getattr(image, "tile", [])
    args = tiles[0][3] if len(tiles) == 1 else None
    rawmode = args[0] if isinstance(args, tuple | list) and args else args
    if not isinstance(rawmode, str):
        return None
    swapped = {"B": "L", "L": "B", "N": "B" if sys.byteorder == "little" else "L"}
    if image.mode in ("RGB", "RGBA") and rawmode in {f"{image.mode};16{order}" for order in swapped}:
        return f"{image.mode};16{swapped[rawmode[-1]]}"
    if image.mode == "RGBA" and rawmode == "LA;16B":
        return "RGBA"  # four bytes: gray high and low, alpha high and low
    return None


def _low_and_high(path: Path, image: Image.Image, rawmode: str, index: int) -> Array:
    """16-bit colour (H, W, C) uint16 from two decodes of one page: the high bytes and the low bytes."""
    with Image.open(path, formats=[str(image.format)]) as second:
        if index:
            second.seek(index)
        tile = second.tile[0]
        args = (rawmode, *tile[3][1:]) if isinstance(tile[3], tuple | list) else rawmode
        second.tile = [type(tile)(*tile[:3], args) if hasattr(tile, "_fields") else (*tile[:3], args)]  # type: ignore[list-item]
        second.load()
        gray = rawmode == "RGBA"
        channels = 2 if gray else PLAIN[image.mode]
        pixels = np.empty((image.height, image.width, channels), np.uint16)
        for top, bottom in _bands(image):
            box = (0, top, image.width, bottom)
            low = np.asarray(second.crop(box)).astype(np.uint16)
            if gray:
                pixels[top:bottom] = low[..., 0::2] << 8 | low[..., 1::2]
            else:
                pixels[top:bottom] = np.asarray(image.crop(box)).astype(np.uint16) << 8 | low
    key = image.info.get("transparency")
    if isinstance(key, tuple) and channels == 3:
        opaque = (pixels != np.array(key, np.uint16)).any(axis=2, keepdims=True)
        pixels = np.concatenate([pixels, np.where(opaque, 65535, 0).astype(np.uint16)], axis=2)
    return pixels


def read_tiff(path: Path, page: int = 1, any_codec: bool = False) -> TiffPage | None:
    """Pixels (H, W, C) uint8, uint16 or float32 of a page (from 1), upright, the number of pages, and notes.

    None where Pillow should try. An uncompressed file of more than 256 MB is mapped, not read: it must not
    change while it is in use. `any_codec` is for files that Pillow cannot read: those compressed in a way
    for which tifffile needs the package imagecodecs are tried too.
    """
    import tifffile
    from imageio.plugins.tifffile_v3 import TifffilePlugin

    with opened(path, TifffilePlugin) as reader:
        file: Any = reader._fh
        series = file.series[0]
        first: Any = file.pages[0]
        # a float array (H, W, C) that was written as H pages of (W, C)
        stacked = series.kind == "shaped" and series.ndim == 3 and first.ndim == 2 and series.shape[-1] <= 4
        pages = check_page(path, page, 1 if stacked else len(file.pages))
        this = file.pages[page - 1]
        layout: Any = getattr(this, "keyframe", this)
        lab = layout.photometric == CIELAB and layout.samplesperpixel == 3 and layout.bitspersample in (8, 16)
        known = layout.photometric in (GRAY_INVERTED, GRAY, RGB) and layout.bitspersample in (8, 16, 32, 64)
        if not (known or lab):
            return None
        if not any_codec and (layout.compression not in COMPRESSIONS or layout.predictor == FLOAT_PREDICTOR):
            return None
        shape = _shape(path, layout, series.shape if stacked else layout.shape)
        check_size(path, shape[0], shape[1])
        dtype = layout.dtype.newbyteorder("=")
        stored = np.dtype(file.byteorder + dtype.char) if dtype.itemsize > 1 else dtype
        planar = not stacked and layout.planarconfig == 2 and layout.samplesperpixel > 1
        mappable = layout.is_memmappable and stored == dtype and not planar and not stacked
        if mappable and layout.nbytes > MAP_FROM_BYTES:
            pixels: Array = tifffile.memmap(path, page=page - 1, mode="r")
        else:
            chosen: Any = {"index": 0} if stacked else {"index": ..., "page": page - 1}
            pixels = reader.read(**chosen)
        if planar:
            pixels = np.moveaxis(pixels, 0, -1)
        alpha_kinds = tuple(layout.extrasamples)
        orientation_tag = layout.tags.get(274)
        inverted = layout.photometric == GRAY_INVERTED
    notes = (DOUBLES,) if pixels.dtype == np.float64 else ()
    pixels = to_supported(path, pixels.reshape(shape))
    if lab:
        notes = ("CIELAB is converted to sRGB",)
        pixels = to_depth(lab_to_srgb(stored_lab(pixels)), DEPTHS[pixels.dtype])
    if inverted:
        pixels = 1 - pixels if pixels.dtype == np.float32 else np.iinfo(pixels.dtype).max - pixels
    if shape[2] in (2, 4):
        if alpha_kinds[:1] == (ASSOCIATED_ALPHA,):
            pixels = _straight(pixels)
        elif alpha_kinds[:1] == (UNSPECIFIED,):
            pixels = pixels[..., :-1]  # no alpha, as the metadata's notes say
    orientation = ORIENTED.get(orientation_tag.value) if orientation_tag is not None else None
    return np.ascontiguousarray(orientation(pixels) if orientation else pixels), pages, notes


def _shape(path: Path, page: Any, shape: tuple[int, ...]) -> tuple[int, int, int]:
    if page.planarconfig == 2 and page.samplesperpixel > 1 and len(shape) == 3:
        shape = (*shape[1:], shape[0])
    shape = (*shape, 1) if len(shape) == 2 else shape
    if len(shape) != 3 or not 1 <= shape[2] <= 4:
        raise PhotoError(
            "{0}: an array of shape {1}, expected (height, width) or (height, width, 1 to 4)", path, shape
        )
    return shape


def to_supported(path: Path, pixels: Array) -> Array:
    """`pixels` as uint8, uint16 or float32 in native byte order, copied only where needed.

    float16 and float64 become float32; PhotoError for other types.
    """
    dtype = pixels.dtype.newbyteorder("=")
    if dtype.kind == "f":
        dtype = np.dtype(np.float32)
    if dtype not in (np.uint8, np.uint16, np.float32):
        raise PhotoError("{0}: values of type {1}, expected uint8, uint16 or float", path, pixels.dtype.name)
    with np.errstate(over="ignore"):
        return pixels if pixels.dtype == dtype else pixels.astype(dtype)


def _straight(pixels: Array) -> Array:
    """Divide colours that were multiplied by their alpha."""
    top = 1.0 if pixels.dtype == np.float32 else float(np.iinfo(pixels.dtype).max)
    values = pixels.astype(np.float32) / np.float32(top)
    alpha = values[..., -1:]
    values[..., :-1] = np.divide(
        values[..., :-1], alpha, out=np.zeros_like(values[..., :-1]), where=alpha > 0
    )
    if pixels.dtype == np.float32:
        return values
    return np.rint(np.clip(values, 0, 1) * np.float32(top)).astype(pixels.dtype)
