"""A photo's metadata, kept from the file it came from to the file it becomes.

Blocks are kept as the bytes that they were. What is known of them is patched in place: the orientation, which
the pixels have taken on, and the size of the result.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

from PIL import ExifTags, Image

from jaxstudio.files import packets, png, tiff_directory
from jaxstudio.files.formats import Storage
from jaxstudio.files.jpeg import APP14, JpegEncoding, encoding_of, read_segments
from jaxstudio.files.packets import extension_of, joined_xmp, upright_xmp
from jaxstudio.files.tiff_directory import Block, Directory, Entry, text_of
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.runtime.decoder_messages import collect_messages

RESOLUTION_TAGS = (
    tiff_directory.X_RESOLUTION,
    tiff_directory.Y_RESOLUTION,
    tiff_directory.RESOLUTION_UNIT,
)
NO_UNIT, INCH, CENTIMETRE = 1, 2, 3
CM_PER_INCH = 2.54
MAX_TEXT = 1_000_000
EXIF_START = b"Exif\0\0"
COMMENT = "Comment"
# Groups of pieces, as one asks to leave them out.
COMMENTS, RESOLUTION, PROFILE, OTHER = "comments", "resolution", "profile", "other"
PROFILE_NAME = "the profile's name"
DAMAGED = "EXIF is damaged and is not kept"
PICTURE_BEHIND = "behind the picture"


@dataclass(frozen=True)
class Piece:
    """A part of a file that only its own format holds, as it lay there: a segment, a chunk, an attribute.

    `group` is the group of metadata that it belongs to, `name` what a message calls it.
    """

    group: str
    name: str
    data: Any


@dataclass(frozen=True)
class Metadata:
    """`exif` begins with "Exif\\0\\0" and says orientation 1; `icc` and `xmp` as the file held them.

    `dpi` is (horizontal, vertical) pixels per inch, `unitless` their ratio, or a scale, where the file named
    no unit; `text` holds comments and PNG text by keyword; `jpeg` is how the file was compressed, where it
    was a JPEG of gray or RGB, `storage` how other files were. `iptc` is a block of IPTC-IIM records,
    `photoshop` the other resources of Photoshop. `extension` is the second packet of a JPEG's XMP.
    `thumbnail` says that EXIF held a small picture of the photo. `pieces` are parts that only the format
    `format` holds. `notes` are lines about what reading had to convert or to leave out, such as other
    pictures of the file.
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
    unitless: tuple[float, float] | None = None
    photoshop: bytes | None = None
    extension: bytes | None = None
    format: str = ""
    pieces: tuple[Piece, ...] = ()
    storage: Storage = field(default_factory=Storage)

    def exif_for(self, height: int, width: int) -> bytes | None:
        """The EXIF block ("Exif\\0\\0" first) of a result of this size; None where there is none."""
        block = self._block()
        if block is None:
            return None
        block.set_number(tiff_directory.WIDTHS, width)
        block.set_number(tiff_directory.HEIGHTS, height)
        return EXIF_START + bytes(block)

    def exif_with_resolution(self, height: int, width: int) -> bytes | None:
        """The EXIF block with the resolution, for formats that hold it nowhere else."""
        exif = self.exif_for(height, width)
        resolution = self.dpi or self.unitless
        if resolution is None or self.exif_says_resolution():
            return exif
        block = Block(exif[len(EXIF_START) :]) if exif else Block.empty()
        block.put(self.resolution_entries(block.header.order))
        return EXIF_START + bytes(block)

    def resolution_entries(self, order: str) -> dict[int, Entry]:
        """The resolution as entries of a directory."""
        pair, unit = (self.dpi, INCH) if self.dpi else (self.unitless, NO_UNIT)
        if pair is None:
            return {}
        values = (*(tiff_directory.rational(order, each) for each in pair), tiff_directory.short(order, unit))
        return dict(zip(RESOLUTION_TAGS, values, strict=True))

    def exif_says_resolution(self) -> bool:
        """Whether EXIF holds the very resolution of the photo, up to rounding."""
        own = exif_resolution(self.exif_directory())
        wanted = (self.dpi, None) if self.dpi else (None, self.unitless)
        return all(_nearly(a, b) for a, b in zip(own, wanted, strict=True))

    def exif_directory(self) -> Directory:
        """EXIF's first directory, with those below it."""
        block = self._block()
        return block.directory()[0] if block else Directory("<")

    def _block(self) -> Block | None:
        try:
            return Block(self.exif[len(EXIF_START) :]) if self.exif else None
        except ValueError:
            return None  # what reads a file has no such block

    def icc_for(self, channels: int) -> bytes | None:
        """The colour profile, if it describes pixels with this many channels (alpha included)."""
        space = {b"GRAY": (1, 2), b"RGB ": (3, 4)}.get((self.icc or b"")[16:20], ())
        return self.icc if channels in space else None

    def whole_xmp(self) -> bytes | None:
        """XMP in one packet, for all formats but JPEG."""
        if self.xmp and self.extension:
            return joined_xmp(self.xmp, self.extension) or self.xmp
        return self.xmp

    def pieces_for(self, form: str) -> tuple[Piece, ...]:
        """The pieces that a file of this format holds."""
        return self.pieces if form == self.format else ()


def whole_ratio(pair: tuple[float, float]) -> tuple[int, int]:
    """Two whole numbers below 65536 with the ratio of a pair: the pair itself where it is whole."""
    if all(each == int(each) and each < 65536 for each in pair):
        return int(pair[0]), int(pair[1])
    ratio = Fraction(pair[0] / pair[1]).limit_denominator(1000)
    return min(max(1, ratio.numerator), 65535), ratio.denominator


def _nearly(a: tuple[float, float] | None, b: tuple[float, float] | None) -> bool:
    if a is None or b is None:
        return a is b
    return all(math.isclose(x, y, rel_tol=1e-3) for x, y in zip(a, b, strict=True))


def exif_resolution(
    directory: Directory, default_unit: int | None = None
) -> tuple[tuple[float, float] | None, tuple[float, float] | None]:
    """Pixels per inch, or numbers without a unit, as EXIF or a TIFF says; at most one of them."""
    across, down = (directory.ratio(tag) for tag in RESOLUTION_TAGS[:2])
    unit = directory.number(RESOLUTION_TAGS[2]) or default_unit
    if not across or not down:
        return None, None
    if unit == NO_UNIT:
        return None, ((across, down) if (across, down) != (1, 1) and checked_dpi(across, down) else None)
    scale = {INCH: 1.0, CENTIMETRE: CM_PER_INCH}.get(unit or 0)
    return (checked_dpi(scale * across, scale * down) if scale else None), None


def checked_dpi(across: float, down: float) -> tuple[float, float] | None:
    """(horizontal, vertical) where both can be pixels per inch, else None."""
    return (across, down) if all(math.isfinite(d) and 0 < d < 1e5 for d in (across, down)) else None


def normal_exif(block: bytes | None, turned: int = 1) -> tuple[bytes | None, int, bool]:
    """A block (from its TIFF header on) with "Exif\\0\\0" that says orientation 1, without its thumbnail.

    Returns with it the orientation that it had, and whether there was a thumbnail. `turned`: the orientation
    by which the pixels were turned already. EXIF is written by a thousand cameras: a photo whose EXIF is
    broken is still a photo, and of a block whose first directory is broken nothing is kept.
    """
    if not block:
        return None, 1, False
    try:
        patched = Block(block)
        orientation = patched.orientation()
        patched.set_number([tiff_directory.ORIENTATION], 1)
        if max(turned, orientation) >= 5:
            patched.turn_resolution()
        # the embedded thumbnail shows the photo before any filter
        thumbnail = patched.drop_thumbnail()
        return EXIF_START + bytes(patched), orientation, thumbnail
    except (ValueError, struct.error):
        return None, 1, False


def metadata_from_blocks(blocks: Mapping[str, bytes], turned: int = 1) -> tuple[Metadata, int]:
    """Metadata of a container's "exif" (from its TIFF header on), "xmp", "iptc", "icc"; the orientation."""
    block, orientation, thumbnail = normal_exif(blocks.get("exif"), turned)
    notes = (DAMAGED,) if blocks.get("exif") and block is None else ()
    xmp = blocks.get("xmp")
    metadata = Metadata(
        block,
        blocks.get("icc") or None,
        upright_xmp(xmp) if xmp else None,
        iptc=blocks.get("iptc") or None,
        photoshop=blocks.get("photoshop") or None,
        thumbnail=thumbnail,
        notes=notes,
    )
    dpi, unitless = exif_resolution(metadata.exif_directory())
    return replace(metadata, dpi=dpi, unitless=unitless), orientation


def text_mapping(fields: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """Texts by keyword; several of one keyword as lines of one text."""
    text: dict[str, str] = {}
    for key, value in fields:
        if len(value) < MAX_TEXT:
            text[key] = f"{text[key]}\n{value}" if key in text else value
    return MappingProxyType(text)


def date_and_camera(path: str) -> tuple[str, str]:
    """The date of a photo as EXIF writes it ("2024:05:31 12:30:00") and the camera; "" if unknown."""
    try:
        with collect_messages(), Image.open(path) as image:
            exif = image.getexif()
            details = exif.get_ifd(ExifTags.IFD.Exif)
    except Exception:  # whatever is wrong with a file is said when it is opened
        return "", ""
    date = details.get(ExifTags.Base.DateTimeOriginal) or exif.get(ExifTags.Base.DateTime) or ""
    return _plain(date), _plain(exif.get(ExifTags.Base.Model))


def _plain(value: Any) -> str:
    return value.strip("\0 ") if isinstance(value, str) else ""


def read_metadata(
    image: Image.Image, path: Path | None = None, page: int = 1, data: bytes = b""
) -> tuple[Metadata, int]:
    """The metadata of an opened and loaded Pillow image, and the orientation (1 to 8) still to be applied.

    `path`: the file, of which parts are read that Pillow does not tell; without it, those are left out.
    `data`: the bytes of a JPEG's file, where they are at hand.
    """
    if image.format == "TIFF":
        orientation = image.getexif().get(tiff_directory.ORIENTATION, 1)
        return Metadata(), orientation if isinstance(orientation, int) and 1 <= orientation <= 8 else 1
    if path is not None and image.format in ("JPEG", "MPO"):
        metadata, orientation = _of_jpeg(image, data or path.read_bytes(), page)
    elif path is not None and image.format == "GIF":
        metadata, orientation = _of_pillow(image)
        blocks, _ = metadata_from_blocks(gif_blocks(path.read_bytes()))
        metadata = replace(metadata, icc=blocks.icc, xmp=blocks.xmp)
    elif path is not None and image.format == "PNG":
        metadata, orientation = _of_png(image, path)
    else:
        metadata, orientation = _of_pillow(image)
    found = image.info.get("icc_profile")
    icc = found if isinstance(found, bytes) and found else None
    return replace(metadata, icc=icc or metadata.icc, jpeg=encoding_of(image, orientation)), orientation


def _of_pillow(image: Image.Image) -> tuple[Metadata, int]:
    """Return the metadata that Pillow reads."""
    info = image.info
    exif = info.get("exif")
    exif = exif[len(EXIF_START) :] if isinstance(exif, bytes) and exif.startswith(EXIF_START) else exif
    xmp = info.get("xmp")
    turned = info.get("original_orientation") or 1  # libheif turns pixels by itself
    blocks = {"exif": exif or b"", "xmp": xmp.encode() if isinstance(xmp, str) else xmp or b""}
    metadata, orientation = metadata_from_blocks(blocks, turned)
    if image.format not in ("WEBP", "AVIF", "HEIF") and "dpi" in info:
        across, down = (float(value) for value in info["dpi"])
        metadata = replace(metadata, dpi=checked_dpi(across, down), unitless=None)
    comment = info.get("comment")
    if isinstance(comment, bytes | str):
        text = text_of(comment) if isinstance(comment, bytes) else comment
        pieces = (Piece(COMMENTS, COMMENT, comment),) if isinstance(comment, bytes) else ()
        form = {"GIF": "GIF"}.get(image.format or "", "")
        metadata = replace(
            metadata, text=text_mapping([(COMMENT, text)]), format=form, pieces=pieces if form else ()
        )
    return metadata, orientation


def gif_blocks(data: bytes) -> dict[str, bytes]:
    """ "xmp" and "icc" of a GIF, from its application extensions."""
    blocks: dict[str, bytes] = {}
    at = data.find(b"\x21\xff\x0bXMP DataXMP")
    end = data.find(b"\x01\xff\xfe\xfd", at)  # what lets other readers find the extension's end
    if 0 <= at < end:
        blocks["xmp"] = data[at + 14 : end]
    at = data.find(b"\x21\xff\x0bICCRGBG1012")
    if at >= 0:
        at, icc = at + 14, b""
        while at < len(data) and (size := data[at]):
            icc += data[at + 1 : at + 1 + size]
            at += 1 + size
        blocks["icc"] = icc
    return blocks


def _of_jpeg(image: Image.Image, data: bytes, page: int) -> tuple[Metadata, int]:
    if page > 1:
        return _of_pillow(image)
    parts = read_segments(data)
    iptc, resources, small = packets.taken_apart(parts.photoshop)
    blocks = {"exif": parts.exif, "xmp": parts.xmp, "iptc": iptc, "photoshop": resources}
    metadata, orientation = metadata_from_blocks({name: block for name, block in blocks.items() if block})
    notes, pieces = list(metadata.notes), []
    if small:
        notes.append("the picture of the photo in Photoshop's resources is not kept")
    if parts.pictures:
        notes.append("the other pictures of the JPEG, such as a gain map, are not kept")
    if parts.xmp and extension_of(parts.xmp) and not parts.extension:
        notes.append("the second packet of XMP is damaged and is not kept")
    if parts.jfif:
        unit, across, down = struct.unpack_from(">BHH", parts.jfif, 7)
        if orientation >= 5:
            across, down = down, across
        jfif = parts.jfif[:7] + struct.pack(">BHH", unit, across, down) + parts.jfif[12:]
        pieces.append(Piece(RESOLUTION, "JFIF", jfif))
        if unit in (1, 2):
            scale = 1.0 if unit == 1 else CM_PER_INCH
            metadata = replace(metadata, dpi=checked_dpi(scale * across, scale * down), unitless=None)
        elif across != down and across and down:
            metadata = replace(metadata, dpi=None, unitless=(across, down))
    for name, whole in parts.others:
        if not (whole[1] == APP14 and whole[4:9] == b"Adobe"):  # says how the pixels are encoded
            pieces.append(Piece(OTHER, name, whole))
    pieces += [Piece(COMMENTS, COMMENT, comment) for comment in parts.comments]
    if parts.behind:
        pieces.append(Piece(OTHER, f"{len(parts.behind):,} bytes {PICTURE_BEHIND}", parts.behind))
    metadata = replace(
        metadata,
        text=text_mapping((COMMENT, text_of(comment)) for comment in parts.comments),
        thumbnail=metadata.thumbnail or parts.thumbnail,
        extension=parts.extension,
        format="JPEG",
        pieces=tuple(pieces),
        notes=tuple(notes),
    )
    return metadata, orientation


def _of_png(image: Image.Image, path: Path) -> tuple[Metadata, int]:
    with open(path, "rb") as file:
        parts = png.read_chunks(file)
    iptc, resources, small = parts.blocks.get("iptc"), None, False
    if parts.blocks.get("photoshop"):
        inner, resources, small = packets.taken_apart(parts.blocks["photoshop"])
        iptc = iptc or inner
    blocks = {**parts.blocks, "iptc": iptc or b"", "photoshop": resources or b""}
    metadata, orientation = metadata_from_blocks(blocks)
    dpi, unitless = metadata.dpi, metadata.unitless
    if parts.density is not None:
        across, down, unit = parts.density
        across, down = (down, across) if orientation >= 5 else (across, down)
        inches = png.METRES_PER_INCH
        dpi = checked_dpi(across * inches, down * inches) if unit == 1 else None
        unitless = (across, down) if unit == 0 and across and down else None
    pieces = [Piece(_group(kind), name, whole) for kind, name, whole in parts.others]
    if parts.profile_name:
        pieces.append(Piece(PROFILE_NAME, PROFILE_NAME, (b"iCCP", parts.profile_name)))
    notes = metadata.notes + parts.notes
    if small:
        notes += ("the picture of the photo in Photoshop's resources is not kept",)
    metadata = replace(
        metadata,
        dpi=dpi,
        unitless=unitless,
        text=text_mapping(parts.text),
        format="PNG",
        pieces=tuple(pieces),
        notes=notes,
    )
    return metadata, orientation


def _group(kind: bytes) -> str:
    if kind in png.TEXTS:
        return COMMENTS
    return PROFILE if kind in png.COLOURS else OTHER


def tags_in_words(tags: Iterable[int]) -> str:
    """Tags of a TIFF by name where it has one, else by number."""
    from PIL import TiffTags

    return ", ".join(
        TiffTags.lookup(tag).name if TiffTags.lookup(tag).name != "unknown" else str(tag) for tag in tags
    )
