"""Photos encoded through imageio's Pillow plugin, which takes a whole picture: bands are joined first."""

from __future__ import annotations

import io
import itertools
import struct
from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np
from imageio.plugins.pillow import PillowPlugin
from imageio.v3 import imopen
from PIL import ExifTags, Image

from jaxstudio.files.boxes import with_jpeg_2000_boxes
from jaxstudio.files.iptc import jpeg_segment
from jaxstudio.files.jpeg_pixels import encode_jpeg, encodes_directly
from jaxstudio.files.metadata import EXIF_START, JpegEncoding, Metadata
from jaxstudio.files.quantise import Array

MODES = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}
EXTENSIONS = {"JPEG": ".jpg", "WEBP": ".webp", "BMP": ".bmp", "GIF": ".gif", "JPEG2000": ".jp2"}
EXTENSIONS |= {"AVIF": ".avif", "HEIF": ".heic"}
JPEG_SEGMENT = 65_500  # what one JPEG segment holds
THUMBNAIL_SIZE = (160, 160)
FEW = 8


def jpeg_exif(metadata: Metadata, height: int, width: int) -> bytes | None:
    """The EXIF block of a JPEG of this size; the maker's notes are left out where it would be too long."""
    exif = metadata.exif_for(height, width)
    block = exif.tobytes() if exif else None
    if exif and block and len(block) > JPEG_SEGMENT:
        # The maker's private notes are by far the largest entry.
        exif.get_ifd(ExifTags.IFD.Exif).pop(ExifTags.Base.MakerNote, None)
        block = exif.tobytes()
    return block


def too_long_for_jpeg(metadata: Metadata) -> list[str]:
    """What does not fit a JPEG's segments of 64 KB, in words."""
    exif = metadata.exif_for(1, 1)
    block = exif.tobytes() if exif else b""
    lost = []
    if len(block) > JPEG_SEGMENT:
        shorter = jpeg_exif(metadata, 1, 1) or b""
        lost.append("EXIF" if len(shorter) > JPEG_SEGMENT else "the maker's notes in EXIF")
    if len(metadata.xmp or b"") > JPEG_SEGMENT:
        lost.append("XMP")
    if metadata.iptc and not jpeg_segment(metadata.iptc):
        lost.append("IPTC")
    if len(metadata.text.get("Comment", "").encode()) > JPEG_SEGMENT:
        lost.append("the end of the comment")
    return lost


def write_jpeg(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """As the JPEG that the photo came from is compressed, else quality 95 and 4:4:4."""
    encoding = metadata.jpeg or JpegEncoding()
    first = next(rows)
    # pixels that are encoded where they lie; a picture of a few then serves for the metadata
    direct = len(first) == shape[0] and not metadata.thumbnail and encodes_directly(shape[2], encoding)
    if direct:
        image = Image.fromarray(np.ascontiguousarray(first[:FEW, :FEW]))
    else:
        image = _joined(itertools.chain([first], rows), shape)
    options = _options(metadata, shape)
    exif = jpeg_exif(metadata, *shape[:2])
    if metadata.thumbnail:
        exif = with_thumbnail(exif, image, JPEG_SEGMENT)
    options["exif"] = exif or b""
    for name in ("exif", "xmp"):
        if len(options.get(name, b"")) > JPEG_SEGMENT:
            del options[name]
    if metadata.iptc:
        options["extra"] = jpeg_segment(metadata.iptc)
    if "Comment" in metadata.text:
        options["comment"] = metadata.text["Comment"].encode()[:JPEG_SEGMENT]
    if direct:
        small = io.BytesIO()
        _write(small, image, "JPEG", **encoding.options(), **options)
        file.write(encode_jpeg(first, encoding, small.getvalue()))
    else:
        _write(file, image, "JPEG", **encoding.options(), **options)


def write_webp(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """Lossless, colours kept where alpha is 0."""
    options = _options_without_resolution(metadata, shape)
    if shape[2] <= 2:
        options.pop("icc_profile", None)  # WebP holds RGB, which a gray profile does not describe
    _write(file, _joined(rows, shape), "WEBP", lossless=True, exact=True, method=2, **options)


def write_bmp(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """BMP holds the resolution and no other metadata."""
    _write(file, _joined(rows, shape), "BMP", **({"dpi": metadata.dpi} if metadata.dpi else {}))


def write_gif(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """Exact up to 256 colours; else 256 chosen for the photo, diffused. Alpha is 0 or 255."""
    options: dict[str, Any] = {}
    if "Comment" in metadata.text:
        options["comment"] = metadata.text["Comment"].encode()
    image = _joined(rows, shape)
    palette = with_palette(image)
    if palette is not None:
        image, transparent = palette
        options |= {"optimize": False} | ({} if transparent is None else {"transparency": transparent})
    _write(file, image, "GIF", **options)


def with_palette(image: Image.Image) -> tuple[Image.Image, int | None] | None:
    """An image of at most 256 colours as one with a palette, and the number of the transparent one.

    None where there are more, or gray, which needs no palette. All that is transparent has one colour.
    """
    if image.mode == "L":
        return None
    values = np.asarray(image)
    colours, alpha = values, None
    if image.mode in ("LA", "RGBA"):
        colours, alpha = values[..., :-1], values[..., -1] < 128
    colours = np.repeat(colours, 3, axis=2) if colours.shape[2] == 1 else colours
    packed = colours.astype(np.uint32) @ np.array([65536, 256, 1], np.uint32)
    if alpha is not None:
        packed[alpha] = 1 << 24
    found, indices = np.unique(packed, return_inverse=True)
    if len(found) > 256:
        return None
    paletted = Image.fromarray(indices.reshape(packed.shape).astype(np.uint8), "P")
    paletted.putpalette(
        np.stack([found >> 16 & 255, found >> 8 & 255, found & 255], 1).astype(np.uint8).tobytes()
    )
    return paletted, len(found) - 1 if found[-1] == 1 << 24 else None


def write_jpeg_2000(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """Lossless: the reversible wavelet, no layer cut off. Metadata in boxes of their own."""
    memory = io.BytesIO()  # OpenJPEG tries for ever to write to a full disk
    comment = {"comment": metadata.text["Comment"]} if "Comment" in metadata.text else {}
    _write(memory, _joined(rows, shape), "JPEG2000", irreversible=False, **comment)
    file.write(with_jpeg_2000_boxes(memory.getvalue(), blocks_of(metadata, shape)))


def blocks_of(metadata: Metadata, shape: tuple[int, int, int]) -> dict[str, bytes]:
    """EXIF (from its TIFF header on, with the resolution), XMP, IPTC and the profile, for containers."""
    exif = metadata.exif_with_resolution(*shape[:2])
    blocks = {
        "exif": exif[len(EXIF_START) :] if exif else None,
        "xmp": metadata.xmp,
        "iptc": metadata.iptc,
        "icc": metadata.icc_for(shape[2]),
    }
    return {name: block for name, block in blocks.items() if block}


def write_avif(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """Quality 95 of AVIF's own scale unless another is asked for, colours at full resolution."""
    options = {**_options_without_resolution(metadata, shape), "quality": _quality(metadata)}
    _write(file, _joined(rows, shape), "AVIF", subsampling="4:4:4", **options)


def write_heic(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """Quality 95 of HEVC's own scale unless another is asked for, colours at full resolution."""
    options = {**_options_without_resolution(metadata, shape), "quality": _quality(metadata)}
    _write(file, _joined(rows, shape), "HEIF", chroma=444, **options)


def _quality(metadata: Metadata) -> int:
    return metadata.jpeg.quality if metadata.jpeg and not metadata.jpeg.tables else JpegEncoding().quality


def _options(metadata: Metadata, shape: tuple[int, int, int]) -> dict[str, Any]:
    exif = metadata.exif_for(*shape[:2])
    options: dict[str, Any] = {
        "icc_profile": metadata.icc_for(shape[2]),
        "exif": exif.tobytes() if exif else None,
        "xmp": metadata.xmp,
        "dpi": metadata.dpi,
    }
    return {name: value for name, value in options.items() if value}


def _options_without_resolution(metadata: Metadata, shape: tuple[int, int, int]) -> dict[str, Any]:
    """The same for formats that hold the resolution in EXIF alone."""
    options = _options(metadata, shape)
    options.pop("dpi", None)
    exif = metadata.exif_with_resolution(*shape[:2])
    return {**options, "exif": exif} if exif else options


def with_thumbnail(exif: bytes | None, image: Image.Image, limit: int) -> bytes | None:
    """An EXIF block with a small JPEG of `image`; without, where it would be longer than `limit` bytes."""
    small = image.convert("RGB") if image.mode == "RGB" else image.convert("L")
    small.thumbnail(THUMBNAIL_SIZE, reducing_gap=2.0)
    memory = io.BytesIO()
    small.save(memory, "JPEG", quality=80)
    block = exif or Image.Exif().tobytes()
    start = len(EXIF_START)
    order = "<" if block[start : start + 2] == b"II" else ">"
    (first,) = struct.unpack_from(order + "I", block, start + 4)
    (count,) = struct.unpack_from(order + "H", block, start + first)
    next_directory = start + first + 2 + 12 * count
    block += b"\0" * ((len(block) - start) % 2)
    directory = len(block) - start
    entries = ((259, 3, 6), (513, 4, directory + 2 + 3 * 12 + 4), (514, 4, memory.tell()))
    added = struct.pack(order + "H", len(entries))
    for tag, kind, value in entries:
        number = struct.pack(order + ("HH" if kind == 3 else "I"), *((value, 0) if kind == 3 else (value,)))
        added += struct.pack(order + "HHI", tag, kind, 1) + number
    added += struct.pack(order + "I", 0) + memory.getvalue()
    pointer = struct.pack(order + "I", directory)
    whole = block[:next_directory] + pointer + block[next_directory + 4 :] + added
    return whole if len(whole) <= limit else exif


class PillowSink(PillowPlugin):
    """imageio's Pillow plugin, to which a picture is given that Pillow holds already."""

    def write_image(self, image: Image.Image, options: dict[str, Any]) -> None:
        """Take the picture that is encoded when the file is closed."""
        self.images_to_write.append(image)
        self.save_args.update(options)


def _joined(rows: Iterator[Array], shape: tuple[int, int, int]) -> Image.Image:
    """Bands (h, W, C) uint8 as one picture: an array of the whole is never made."""
    height, width, channels = shape
    image, top = None, 0
    for band in rows:
        part = Image.fromarray(np.ascontiguousarray(band[..., 0] if channels == 1 else band))
        if len(band) == height:
            return part
        image = image or Image.new(MODES[channels], (width, height))
        image.paste(part, (0, top))
        top += len(band)
    assert image is not None
    return image


def _write(file: BinaryIO, image: Image.Image, form: str, **options: Any) -> None:
    with imopen(file, "w", plugin=PillowSink, extension=EXTENSIONS[form]) as opened:
        writer: Any = opened
        writer.write_image(image, {"format": form, **options})
