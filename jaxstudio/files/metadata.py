"""What a photo carries besides its pixels, kept from the file it came from to the file it becomes."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from PIL import ExifTags, Image, JpegImagePlugin

ORIENTATION = int(ExifTags.Base.Orientation)
# In a TIFF the description of the photo and that of the pixels' layout share one table: keep the first.
DESCRIPTIVE_TAGS = frozenset(
    {270, 271, 272, 305, 306, 315, 316, 18246, 18249, 33432, 34665, 34853} | set(range(40091, 40096))
)
MAX_TEXT = 1_000_000


@dataclass(frozen=True)
class JpegEncoding:
    """How a JPEG is compressed: by `quality` (1 to 100), or by the tables of the file that it came from.

    `tables`: one to four quantisation tables of 64 numbers from 1 to 65535, row by row. `subsampling`: 0
    for colours at full resolution (4:4:4), 1 for 4:2:2, 2 for 4:2:0.
    """

    quality: int = 95
    subsampling: int = 0
    tables: tuple[tuple[int, ...], ...] = ()

    def options(self) -> dict[str, Any]:
        """What Pillow's encoder is told."""
        if self.tables:
            return {"qtables": [list(table) for table in self.tables], "subsampling": self.subsampling}
        return {"quality": self.quality, "subsampling": self.subsampling}


@dataclass(frozen=True)
class Metadata:
    """`exif` begins with "Exif\\0\\0" and says orientation 1; `icc` and `xmp` as the file held them.

    `dpi` is (horizontal, vertical) pixels per inch; `text` holds comments and PNG text by keyword; `jpeg` is
    how the file was compressed, where it was a JPEG of gray or RGB.
    """

    exif: bytes | None = None
    icc: bytes | None = None
    xmp: bytes | None = None
    dpi: tuple[float, float] | None = None
    text: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    jpeg: JpegEncoding | None = None

    def exif_for(self, height: int, width: int) -> Image.Exif | None:
        """The EXIF of a result of this size, for a file being written; None where there is none."""
        if not self.exif:
            return None
        exif = Image.Exif()
        exif.load(self.exif)
        camera = exif.get_ifd(ExifTags.IFD.Exif)
        for tag, value in ((ExifTags.Base.ExifImageWidth, width), (ExifTags.Base.ExifImageHeight, height)):
            if tag in camera:
                camera[tag] = value
        return exif

    def icc_for(self, channels: int) -> bytes | None:
        """The colour profile, if it describes pixels with this many channels (alpha included)."""
        space = {b"GRAY": (1, 2), b"RGB ": (3, 4)}.get((self.icc or b"")[16:20], ())
        return self.icc if channels in space else None


def _exif(image: Image.Image) -> tuple[bytes | None, int]:
    orientation: object = 1
    try:
        exif = image.getexif()
        orientation = exif.get(ORIENTATION, 1)
        if image.format == "TIFF":
            for tag in set(exif) - DESCRIPTIVE_TAGS:
                del exif[tag]
        exif.get_ifd(ExifTags.IFD.Exif)
        exif.get_ifd(ExifTags.IFD.GPSInfo)
        if ORIENTATION in exif:
            exif[ORIENTATION] = 1
        # The embedded thumbnail shows the photo before any filter; `tobytes` leaves it out.
        block = exif.tobytes() if len(exif) else None
    except Exception:
        # EXIF is written by a thousand cameras; a photo whose EXIF is broken is still a photo, and stands
        # upright if that much could be read.
        block = None
    return block, orientation if isinstance(orientation, int) and 1 <= orientation <= 8 else 1


def _xmp(image: Image.Image) -> bytes | None:
    xmp = image.info.get("xmp") or image.info.get("XML:com.adobe.xmp")
    if xmp is None and image.format == "TIFF":
        xmp = getattr(image, "tag_v2", {}).get(700)
    if isinstance(xmp, str):
        xmp = xmp.encode()
    if not isinstance(xmp, bytes):
        return None
    return re.sub(rb'(tiff:Orientation(?:="|>))[2-8]', rb"\g<1>1", xmp)


def _dpi(image: Image.Image) -> tuple[float, float] | None:
    try:
        across, down = (float(value) for value in image.info["dpi"])
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        return None
    return (across, down) if all(math.isfinite(d) and 0 < d < 1e5 for d in (across, down)) else None


def _text(image: Image.Image) -> Mapping[str, str]:
    fields: dict[str, Any] = dict(getattr(image, "text", {}) or {})
    if "comment" in image.info:
        fields["Comment"] = image.info["comment"]
    text: dict[str, str] = {}
    for key, value in fields.items():
        if isinstance(value, bytes):
            value = value.decode("utf-8", "replace").rstrip("\0")
        # Raw profiles and XMP are kept as what they are, not a second time as text.
        if not key.startswith(("Raw profile", "XML:")) and isinstance(value, str) and len(value) < MAX_TEXT:
            text[key] = str(value)
    return MappingProxyType(text)


def _jpeg(image: Image.Image, orientation: int) -> JpegEncoding | None:
    """The tables and the subsampling of a JPEG; those of a kind that no encoder here writes are left out."""
    if not isinstance(image, JpegImagePlugin.JpegImageFile) or image.mode not in ("L", "RGB"):
        return None
    found = getattr(image, "quantization", None) or {}
    tables = tuple(tuple(found[number]) for number in sorted(found))
    if not 1 <= len(tables) <= 4 or any(len(table) != 64 or min(table) < 1 for table in tables):
        return None
    subsampling = JpegImagePlugin.get_sampling(image) if image.mode == "RGB" else 0
    if subsampling not in (1, 2) or (subsampling == 1 and orientation >= 5):
        subsampling = 0  # of a photo turned by a quarter, rows would be left out in place of columns
    if orientation >= 5:
        tables = tuple(tuple(table[8 * (n % 8) + n // 8] for n in range(64)) for table in tables)
    return JpegEncoding(subsampling=subsampling, tables=tables)


def read_metadata(image: Image.Image) -> tuple[Metadata, int]:
    """The metadata of an opened and loaded Pillow image, and the orientation (1 to 8) still to be applied."""
    exif, orientation = _exif(image)
    found = image.info.get("icc_profile")
    icc = found if isinstance(found, bytes) and found else None
    jpeg = _jpeg(image, orientation)
    return Metadata(exif, icc, _xmp(image), _dpi(image), _text(image), jpeg), orientation
