"""What a page of a TIFF says besides its pixels, also of one that Pillow cannot decode."""

from __future__ import annotations

from pathlib import Path
from typing import Any, BinaryIO

from PIL import ExifTags, Image, TiffTags
from PIL.TiffImagePlugin import ImageFileDirectory_v2

from jaxstudio.files.iptc import read_iptc
from jaxstudio.files.metadata import (
    CENTIMETRE,
    CM_PER_INCH,
    DESCRIPTIVE_TAGS,
    INCH,
    ORIENTATION,
    RESOLUTION_TAGS,
    Metadata,
    checked_dpi,
    upright_xmp,
)

ICC, XMP, IPTC, DESCRIPTION = 34675, 700, 33723, 270
DIRECTORIES = (int(ExifTags.IFD.Exif), int(ExifTags.IFD.GPSInfo))
INTEROP = int(ExifTags.IFD.Interop)
# Tags that say how the pixels lie in the file, and those whose content is kept.
LAYOUT_TAGS = frozenset({*range(254, 267), *range(273, 285), *range(286, 300), 317, *range(320, 326), 330})
LAYOUT_TAGS |= frozenset({332, 338, 339, 340, 341, 347, *range(512, 522), 529, 530, 531, 532})
KEPT_TAGS = LAYOUT_TAGS | DESCRIPTIVE_TAGS | {ORIENTATION, XMP, IPTC, ICC}
SHAPED = '{"shape": '  # tifffile's own description of an array: it would not fit another one


def tiff_metadata(path: Path, page: int = 1) -> Metadata:
    """The metadata of a page (from 1); without what is damaged."""
    try:
        with open(path, "rb") as file:
            header, directory = _directory(file, page)
            return _metadata(file, header, directory)
    except Exception:  # a photo whose metadata is broken is still a photo
        return Metadata()


def _directory(file: BinaryIO, page: int) -> tuple[bytes, ImageFileDirectory_v2]:
    header = file.read(8)
    if 43 in header[2:4]:  # BigTIFF
        header += file.read(8)
    directory = ImageFileDirectory_v2(header)
    for _ in range(page):
        offset = directory.next
        directory = _loaded(file, header, offset)
    return header, directory


def _loaded(file: BinaryIO, header: bytes, offset: int, group: int | None = None) -> ImageFileDirectory_v2:
    directory = ImageFileDirectory_v2(header, group=group)
    file.seek(offset)
    directory.load(file)
    return directory


def _metadata(file: BinaryIO, header: bytes, directory: ImageFileDirectory_v2) -> Metadata:
    orientation = directory.get(ORIENTATION, 1)
    turned = isinstance(orientation, int) and 5 <= orientation <= 8
    icc, xmp = (_bytes(directory.get(tag)) for tag in (ICC, XMP))
    unknown = sorted(set(directory) - KEPT_TAGS)
    named = ", ".join(TiffTags.lookup(tag).name or str(tag) for tag in unknown)
    return Metadata(
        exif=_exif(file, header, directory),
        icc=icc,
        xmp=upright_xmp(xmp) if xmp else None,
        dpi=_dpi(directory, turned),
        iptc=read_iptc({}, directory, {}),
        notes=(f"tags of the TIFF are not kept: {named}",) if unknown else (),
    )


def _bytes(value: Any) -> bytes | None:
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, tuple) and all(isinstance(part, int) and 0 <= part < 256 for part in value):
        return bytes(value)
    return value if isinstance(value, bytes) and value else None


def _dpi(directory: ImageFileDirectory_v2, turned: bool) -> tuple[float, float] | None:
    across, down, unit = (directory.get(tag) for tag in RESOLUTION_TAGS)
    scale = {INCH: 1.0, None: 1.0, CENTIMETRE: CM_PER_INCH}.get(unit)
    try:
        if scale is None or across is None or down is None:
            return None
        across, down = scale * float(across), scale * float(down)
    except (TypeError, ValueError, ZeroDivisionError):
        return None
    return checked_dpi(down, across) if turned else checked_dpi(across, down)


def _exif(file: BinaryIO, header: bytes, directory: ImageFileDirectory_v2) -> bytes | None:
    """The describing tags, the camera's directory and that of the place, as an EXIF block of their own."""
    exif = Image.Exif()
    for tag in sorted(set(directory) & DESCRIPTIVE_TAGS - set(DIRECTORIES)):
        value = directory[tag]
        if not (tag == DESCRIPTION and str(value).startswith(SHAPED)):
            exif[tag] = value
    nested = False
    for tag in DIRECTORIES:
        offset = directory.get(tag)
        if not isinstance(offset, int):
            continue
        try:
            values = dict(_loaded(file, header, offset, tag))
            if isinstance(values.get(INTEROP), int):
                values[INTEROP] = dict(_loaded(file, header, values[INTEROP], INTEROP))
        except Exception:  # as above
            continue
        exif.get_ifd(tag).update(values)
        nested = nested or bool(values)
    return exif.tobytes() if len(exif) or nested else None
