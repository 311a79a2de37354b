"""What a photo carries besides its pixels, kept from the file it came from to the file it becomes."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from PIL import ExifTags, Image, JpegImagePlugin

from jaxstudio.files.iptc import read_iptc

ORIENTATION = int(ExifTags.Base.Orientation)
# In a TIFF the description of the photo and that of the pixels' layout share one table: keep the first.
DESCRIPTIVE_TAGS = frozenset(
    {270, 271, 272, 305, 306, 315, 316, 18246, 18249, 33432, 34665, 34853} | set(range(40091, 40096))
)
MAX_TEXT = 1_000_000
RESOLUTION_TAGS = (
    int(ExifTags.Base.XResolution),
    int(ExifTags.Base.YResolution),
    int(ExifTags.Base.ResolutionUnit),
)
INCH, CENTIMETRE = 2, 3
CM_PER_INCH = 2.54
THUMBNAIL = int(ExifTags.Base.JpegIFOffset)
EXIF_START = b"Exif\0\0"


@dataclass(frozen=True)
class JpegEncoding:
    """How a JPEG is compressed: by `quality` (1 to 100), or by the tables of the file that it came from.

    `tables`: one to four quantisation tables of 64 numbers from 1 to 65535, row by row. `subsampling`: 0
    for colours at full resolution (4:4:4), 1 for 4:2:2, 2 for 4:2:0. `progressive` files come in passes.
    """

    quality: int = 95
    subsampling: int = 0
    tables: tuple[tuple[int, ...], ...] = ()
    progressive: bool = False

    def options(self) -> dict[str, Any]:
        """What Pillow's encoder is told."""
        how = {"subsampling": self.subsampling, "progressive": self.progressive}
        if self.tables:
            return {"qtables": [list(table) for table in self.tables], **how}
        return {"quality": self.quality, **how}


@dataclass(frozen=True)
class Metadata:
    """`exif` begins with "Exif\\0\\0" and says orientation 1; `icc` and `xmp` as the file held them.

    `dpi` is (horizontal, vertical) pixels per inch; `text` holds comments and PNG text by keyword; `jpeg` is
    how the file was compressed, where it was a JPEG of gray or RGB. `iptc` is a block of IPTC-IIM records.
    `thumbnail` says that EXIF held a small picture of the photo. `notes` are lines about what reading had to
    convert or to leave out, such as other pictures of the file.
    """

    exif: bytes | None = None
    icc: bytes | None = None
    xmp: bytes | None = None
    dpi: tuple[float, float] | None = None
    text: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    jpeg: JpegEncoding | None = None
    iptc: bytes | None = None
    thumbnail: bool = False
    notes: tuple[str, ...] = ()

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

    def exif_with_resolution(self, height: int, width: int) -> bytes | None:
        """The EXIF block ("Exif\\0\\0" first) with the resolution, for formats that hold it nowhere else."""
        exif = self.exif_for(height, width)
        if self.dpi:
            exif = exif or Image.Exif()
            for tag, value in zip(RESOLUTION_TAGS, (*self.dpi, INCH), strict=True):
                exif[tag] = value
        return exif.tobytes() if exif else None

    def icc_for(self, channels: int) -> bytes | None:
        """The colour profile, if it describes pixels with this many channels (alpha included)."""
        space = {b"GRAY": (1, 2), b"RGB ": (3, 4)}.get((self.icc or b"")[16:20], ())
        return self.icc if channels in space else None


def _exif(image: Image.Image) -> tuple[bytes | None, int, bool]:
    """The block, the orientation that is still to be applied, and whether there is a thumbnail."""
    try:
        exif = image.getexif()
        if image.format == "TIFF":
            return None, _orientation(exif), False  # `tiff_metadata` reads the rest
        return normal_exif(exif)
    except Exception:
        return None, 1, False


def _orientation(exif: Image.Exif) -> int:
    orientation: object = exif.get(ORIENTATION, 1)
    return orientation if isinstance(orientation, int) and 1 <= orientation <= 8 else 1


def _block(exif: Image.Exif) -> tuple[bytes | None, bool]:
    """EXIF as a block of its own that says orientation 1, without its thumbnail, and whether it had one.

    EXIF is written by a thousand cameras; a photo whose EXIF is broken is still a photo.
    """
    try:
        for directory in (ExifTags.IFD.Exif, ExifTags.IFD.GPSInfo, ExifTags.IFD.Interop):
            exif.get_ifd(directory)
        if ORIENTATION in exif:
            exif[ORIENTATION] = 1
        thumbnail = THUMBNAIL in exif.get_ifd(ExifTags.IFD.IFD1)
        # The embedded thumbnail shows the photo before any filter; `tobytes` leaves it out.
        return (exif.tobytes() if len(exif) else None), thumbnail
    except Exception:
        return None, False


def normal_exif(exif: Image.Exif) -> tuple[bytes | None, int, bool]:
    """The block with orientation 1, the orientation that it had, and whether it held a thumbnail."""
    orientation = _orientation(exif)
    block, thumbnail = _block(exif)
    return block, orientation, thumbnail


def metadata_from_blocks(blocks: Mapping[str, bytes]) -> tuple[Metadata, int]:
    """Metadata of a container's "exif" (from its TIFF header on), "xmp", "iptc", "icc"; the orientation."""
    block, orientation, dpi = None, 1, None
    if "exif" in blocks:
        exif = Image.Exif()
        try:
            exif.load(EXIF_START + blocks["exif"])
            dpi = _exif_dpi(exif)
            block, orientation, _ = normal_exif(exif)
        except Exception:  # as above: broken EXIF costs no photo
            block = None
    xmp = blocks.get("xmp")
    dpi = (dpi[1], dpi[0]) if dpi and orientation >= 5 else dpi
    metadata = Metadata(
        block, blocks.get("icc"), upright_xmp(xmp) if xmp else None, dpi, iptc=blocks.get("iptc")
    )
    return metadata, orientation


def _xmp(image: Image.Image) -> bytes | None:
    xmp = image.info.get("xmp") or image.info.get("XML:com.adobe.xmp")
    if isinstance(xmp, str):
        xmp = xmp.encode()
    if not isinstance(xmp, bytes):
        return None
    return upright_xmp(xmp)


def upright_xmp(xmp: bytes) -> bytes:
    """XMP whose orientation is 1, as the pixels' is once they are read."""
    return re.sub(rb'(tiff:Orientation(?:="|>))[2-8]', rb"\g<1>1", xmp)


def _dpi(image: Image.Image) -> tuple[float, float] | None:
    """Pixels per inch as the file says it; Pillow fills in 72 or 1 where a file says nothing."""
    info = image.info
    try:
        if image.format in ("JPEG", "MPO") and info.get("jfif_unit") in (1, 2):
            scale = 1.0 if info["jfif_unit"] == 1 else CM_PER_INCH
            return checked_dpi(*(scale * float(value) for value in info["jfif_density"]))
        if image.format in ("JPEG", "MPO") or "dpi" not in info:
            return _exif_dpi(image.getexif())
        across, down = (float(value) for value in info["dpi"])
    except Exception:  # as above
        return None
    return checked_dpi(across, down)


def _exif_dpi(exif: Image.Exif) -> tuple[float, float] | None:
    across, down, unit = (exif.get(tag) for tag in RESOLUTION_TAGS)
    if across is None or down is None or unit not in (INCH, CENTIMETRE):
        return None
    scale = 1.0 if unit == INCH else CM_PER_INCH
    return checked_dpi(scale * float(across), scale * float(down))


def checked_dpi(across: float, down: float) -> tuple[float, float] | None:
    """(horizontal, vertical) where both can be pixels per inch, else None."""
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


def quantisation_tables(image: Image.Image) -> tuple[tuple[int, ...], ...]:
    """Those of a JPEG that Pillow has opened, in the order of their numbers, each row by row."""
    found = getattr(image, "quantization", None) or {}
    return tuple(tuple(found[number]) for number in sorted(found))


def _jpeg(image: Image.Image, orientation: int) -> JpegEncoding | None:
    """The tables and the subsampling of a JPEG; those of a kind that no encoder here writes are left out."""
    if not isinstance(image, JpegImagePlugin.JpegImageFile) or image.mode not in ("L", "RGB"):
        return None
    tables = quantisation_tables(image)
    if not 1 <= len(tables) <= 4 or any(len(table) != 64 or min(table) < 1 for table in tables):
        return None
    subsampling = JpegImagePlugin.get_sampling(image) if image.mode == "RGB" else 0
    if subsampling not in (1, 2) or (subsampling == 1 and orientation >= 5):
        subsampling = 0  # of a photo turned by a quarter, rows would be left out in place of columns
    if orientation >= 5:
        tables = tuple(tuple(table[8 * (n % 8) + n // 8] for n in range(64)) for table in tables)
    progressive = bool(image.info.get("progressive"))
    return JpegEncoding(subsampling=subsampling, tables=tables, progressive=progressive)


def read_metadata(image: Image.Image) -> tuple[Metadata, int]:
    """The metadata of an opened and loaded Pillow image, and the orientation (1 to 8) still to be applied."""
    dpi = _dpi(image)
    exif, orientation, thumbnail = _exif(image)
    found = image.info.get("icc_profile")
    icc = found if isinstance(found, bytes) and found else None
    jpeg = _jpeg(image, orientation)
    iptc = read_iptc(image.info, None, getattr(image, "text", {}) or {})
    turned = image.info.get("original_orientation") or orientation  # libheif turns pixels by itself
    if dpi and turned >= 5:
        dpi = (dpi[1], dpi[0])
    return Metadata(exif, icc, _xmp(image), dpi, _text(image), jpeg, iptc, thumbnail), orientation
