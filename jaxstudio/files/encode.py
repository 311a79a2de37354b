"""JPEG, WebP and BMP through Pillow, which wants the whole picture: it is put together band by band."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np
from PIL import ExifTags, Image

from jaxstudio.files.metadata import JpegEncoding, Metadata
from jaxstudio.files.quantise import Array

MODES = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}
JPEG_SEGMENT = 65_500  # what one JPEG segment holds


def write_jpeg(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """As the JPEG that the photo came from is compressed, else quality 95 and 4:4:4."""
    options = _options(metadata, shape)
    if len(options.get("exif", b"")) > JPEG_SEGMENT:
        # The maker's private notes are by far the largest entry.
        exif = Image.Exif()
        exif.load(options["exif"])
        exif.get_ifd(ExifTags.IFD.Exif).pop(ExifTags.Base.MakerNote, None)
        options["exif"] = exif.tobytes()
    for name in ("exif", "xmp"):
        if len(options.get(name, b"")) > JPEG_SEGMENT:
            del options[name]
    if "Comment" in metadata.text:
        options["comment"] = metadata.text["Comment"].encode()[:JPEG_SEGMENT]
    _whole(rows, shape).save(file, "JPEG", **(metadata.jpeg or JpegEncoding()).options(), **options)


def write_webp(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """Lossless, colours kept where alpha is 0."""
    options = _options(metadata, shape)
    if shape[2] <= 2:
        options.pop("icc_profile", None)  # WebP holds RGB, which a gray profile does not describe
    options.pop("dpi", None)
    _whole(rows, shape).save(file, "WEBP", lossless=True, exact=True, method=2, **options)


def write_bmp(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """BMP holds the resolution and no other metadata."""
    _whole(rows, shape).save(file, "BMP", **({"dpi": metadata.dpi} if metadata.dpi else {}))


def _options(metadata: Metadata, shape: tuple[int, int, int]) -> dict[str, Any]:
    exif = metadata.exif_for(*shape[:2])
    options: dict[str, Any] = {
        "icc_profile": metadata.icc_for(shape[2]),
        "exif": exif.tobytes() if exif else None,
        "xmp": metadata.xmp,
        "dpi": metadata.dpi,
    }
    return {name: value for name, value in options.items() if value}


def _whole(rows: Iterator[Array], shape: tuple[int, int, int]) -> Image.Image:
    height, width, channels = shape
    image = Image.new(MODES[channels], (width, height))
    top = 0
    for band in rows:
        pixels = np.ascontiguousarray(band[..., 0] if channels == 1 else band)
        image.paste(Image.fromarray(pixels), (0, top))
        top += len(band)
    return image
