"""Encoders of JPEG, PNG and Pillow's formats: pixels and metadata.

imageio's Pillow plugin takes a whole picture: bands are joined first. PNG is written band by band.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np
from imageio.plugins.pillow import PillowPlugin
from imageio.v3 import imopen
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from jaxstudio.files.boxes import with_jpeg_2000_boxes
from jaxstudio.files.jpeg import (
    APP0,
    APP1,
    APP13,
    MOST,
    PHOTOSHOP,
    JpegEncoding,
    encode_jpeg,
    encodes_directly,
    end_of_metadata,
    jfif_payload,
    long_segments,
    profile_segments,
    segment,
    xmp_segments,
)
from jaxstudio.files.jpeg import COMMENT as COMMENT_MARKER
from jaxstudio.files.metadata import (
    COMMENT,
    COMMENTS,
    EXIF_START,
    OTHER,
    PICTURE_BEHIND,
    PROFILE_NAME,
    Metadata,
    tags_in_words,
    whole_ratio,
)
from jaxstudio.files.packets import put_together
from jaxstudio.files.png import METRES_PER_INCH, raw_profile, write_png_rows
from jaxstudio.files.quantise import DTYPES, Array
from jaxstudio.files.tiff_directory import Block, shortened

MODES = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}
EXTENSIONS = {"JPEG": ".jpg", "WEBP": ".webp", "BMP": ".bmp", "GIF": ".gif", "JPEG2000": ".jp2"}
EXTENSIONS |= {"AVIF": ".avif", "HEIF": ".heic"}
JPEG_SEGMENT = 65_533  # what one JPEG segment holds
THUMBNAIL_SIZE = (160, 160)
START_OF_IMAGE = b"\xff\xd8"


def jpeg_exif(metadata: Metadata, height: int, width: int) -> tuple[bytes | None, list[int]]:
    """The EXIF block of a JPEG of this size, and the tags of long values that it has no room for."""
    exif = metadata.exif_for(height, width)
    if exif is None or len(exif) <= JPEG_SEGMENT:
        return exif, []
    shorter, lost = shortened(exif[len(EXIF_START) :], JPEG_SEGMENT - len(EXIF_START))
    return (EXIF_START + shorter if shorter else None), lost


def too_long_for_jpeg(metadata: Metadata) -> list[str]:
    """Return the names of blocks that do not fit a JPEG's segments of 64 KB."""
    _, tags = jpeg_exif(metadata, 1, 1)
    lost = [f"{tags_in_words(tags)} in EXIF"] if tags else []
    if metadata.xmp and len(metadata.xmp) > JPEG_SEGMENT and metadata.extension:
        lost.append("XMP")
    if not metadata.pieces_for("JPEG") and len(metadata.text.get(COMMENT, "").encode()) > MOST:
        lost.append("the end of the comment")
    return lost


def jpeg_start(metadata: Metadata, exif: bytes | None, channels: int) -> bytes:
    """Return all segments in front of a JPEG's tables."""
    own = metadata.pieces_for("JPEG")
    jfif = next((piece.data for piece in own if piece.name == "JFIF"), None)
    parts = [segment(APP0, jfif or _jfif(metadata))]
    if exif:
        parts.append(segment(APP1, exif))
    if metadata.xmp:
        parts += xmp_segments(metadata.xmp, metadata.extension)
    resources = put_together(metadata.iptc, metadata.photoshop)
    parts += long_segments(APP13, PHOTOSHOP, resources)
    icc = metadata.icc_for(channels)
    if icc:
        parts += profile_segments(icc)
    parts += [piece.data for piece in own if piece.group == OTHER and PICTURE_BEHIND not in piece.name]
    comments = [piece.data for piece in own if piece.group == COMMENTS]
    if metadata.format != "JPEG" and COMMENT in metadata.text:
        comments = [metadata.text[COMMENT].encode()[:MOST]]
    parts += [segment(COMMENT_MARKER, comment) for comment in comments]
    return START_OF_IMAGE + b"".join(parts)


def _jfif(metadata: Metadata) -> bytes:
    if metadata.dpi:
        across, down = whole_inches(metadata.dpi)
        return jfif_payload(1, across, down)
    return jfif_payload(0, *whole_ratio(metadata.unitless or (1, 1)))


def whole_inches(dpi: tuple[float, float]) -> tuple[int, int]:
    """Pixels per inch as a JPEG holds them."""
    across, down = (min(max(1, round(each)), 65535) for each in dpi)
    return across, down


def write_jpeg(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """Write a JPEG compressed as the photo's own file was, else with quality 95 and 4:4:4."""
    encoding = metadata.jpeg or JpegEncoding()
    image = None
    if encodes_directly(shape[2], encoding):
        pixels = in_one_piece(rows, shape)
        data = encode_jpeg(pixels, encoding)
    else:
        image = joined(rows, shape)
        memory = io.BytesIO()
        write_pillow(memory, image, "JPEG", **encoding.options())
        data = memory.getvalue()
    exif, _ = jpeg_exif(metadata, *shape[:2])
    if metadata.thumbnail:
        exif = with_thumbnail(exif, image or joined(iter([pixels]), shape), JPEG_SEGMENT)
    file.write(jpeg_start(metadata, exif, shape[2]))
    file.write(memoryview(data)[end_of_metadata(data) :])
    for piece in metadata.pieces_for("JPEG"):
        if PICTURE_BEHIND in piece.name:
            file.write(piece.data)


def write_png(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """PNG of 8 or 16 bits with colour profile, EXIF, XMP, resolution, text, and a PNG's own chunks."""
    write_png_rows(file, rows, shape, DTYPES[depth], _png_chunks(metadata, shape, int(depth)))


def _png_chunks(metadata: Metadata, shape: tuple[int, int, int], depth: int) -> Iterator[tuple[bytes, bytes]]:
    icc = metadata.icc_for(shape[2])
    if icc:
        named = [piece.data[1] for piece in metadata.pieces_for("PNG") if piece.name == PROFILE_NAME]
        yield b"iCCP", (named or [b"ICC Profile"])[0] + b"\0\0" + zlib.compress(icc)
    if metadata.dpi:
        across, down = (round(dpi / METRES_PER_INCH) for dpi in metadata.dpi)
        yield b"pHYs", struct.pack(">IIB", across, down, 1)
    elif metadata.unitless:
        across, down = whole_ratio(metadata.unitless)
        yield b"pHYs", struct.pack(">IIB", across, down, 0)
    exif = metadata.exif_for(*shape[:2])
    if exif:
        yield b"eXIf", exif[len(EXIF_START) :]
    text = PngInfo()
    xmp = metadata.whole_xmp()
    if xmp:
        yield b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + xmp
    if metadata.iptc or metadata.photoshop:
        name = "iptc" if metadata.iptc else "8bim"
        block = put_together(metadata.iptc, metadata.photoshop)
        text.add_text(f"Raw profile type {name}", raw_profile(name, block), zip=True)
    if metadata.format != "PNG":
        for key, value in metadata.text.items():
            keyword = key.encode("latin-1", "ignore").decode("latin-1").strip()[:79]
            if keyword:
                text.add_text(keyword, value)
    for kind, data, *_ in text.chunks:
        yield kind, data
    for piece in metadata.pieces_for("PNG"):
        if piece.name == PROFILE_NAME:
            continue
        kind, data = piece.data
        fitted = {b"bKGD": _background, b"sBIT": _significant_bits}.get(kind, lambda data, *_: data)(
            data, shape[2], depth
        )
        if fitted:
            yield kind, fitted


def _background(data: bytes, channels: int, depth: int) -> bytes:
    """The background, of 16 bits, for pixels of another kind; empty where it is none of theirs."""
    values = struct.unpack(f">{len(data) // 2}H", data)
    if len(values) == 3 and channels < 3:
        values = values[:1] if len(set(values)) == 1 else ()
    elif len(values) == 1 and channels > 2:
        values *= 3
    return struct.pack(f">{len(values)}H", *(value // 257 if depth == 8 else value for value in values))


def _significant_bits(data: bytes, channels: int, depth: int) -> bytes:
    """Return the number of significant bits of each channel."""
    if min(len(data), channels) < 3 and len(data) > channels:
        return b""
    return bytes(min(max(1, bits), depth) for bits in data[:channels]).ljust(channels, bytes((depth,)))


def write_webp(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """Lossless, colours kept where alpha is 0."""
    options = metadata_options(metadata, shape)
    if shape[2] <= 2:
        options.pop("icc_profile", None)  # WebP holds RGB, which a gray profile does not describe
    write_pillow(file, joined(rows, shape), "WEBP", lossless=True, exact=True, method=2, **options)


def write_bmp(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """BMP holds the resolution and no other metadata."""
    write_pillow(file, joined(rows, shape), "BMP", **({"dpi": metadata.dpi} if metadata.dpi else {}))


def write_gif(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """Exact up to 256 colours; else 256 chosen for the photo, diffused. Alpha is 0 or 255."""
    options: dict[str, Any] = {}
    if COMMENT in metadata.text:
        own = [piece.data for piece in metadata.pieces_for("GIF") if piece.group == COMMENTS]
        options["comment"] = own[0] if own else metadata.text[COMMENT].encode()
    image = joined(rows, shape)
    palette = with_palette(image)
    if palette is not None:
        image, transparent = palette
        options |= {"optimize": False} | ({} if transparent is None else {"transparency": transparent})
    write_pillow(file, image, "GIF", **options)


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
    comment = {"comment": metadata.text[COMMENT]} if COMMENT in metadata.text else {}
    write_pillow(memory, joined(rows, shape), "JPEG2000", irreversible=False, **comment)
    file.write(with_jpeg_2000_boxes(memory.getvalue(), blocks_of(metadata, shape)))


def blocks_of(metadata: Metadata, shape: tuple[int, int, int]) -> dict[str, bytes]:
    """EXIF (from its TIFF header on, with the resolution), XMP, IPTC and the profile, for containers."""
    exif = metadata.exif_with_resolution(*shape[:2])
    blocks = {
        "exif": exif[len(EXIF_START) :] if exif else None,
        "xmp": metadata.whole_xmp(),
        "iptc": metadata.iptc,
        "photoshop": metadata.photoshop,
        "icc": metadata.icc_for(shape[2]),
    }
    return {name: block for name, block in blocks.items() if block}


def lossy_quality(metadata: Metadata) -> int:
    """The quality that is asked for, else 95."""
    return metadata.jpeg.quality if metadata.jpeg and not metadata.jpeg.tables else JpegEncoding().quality


def metadata_options(metadata: Metadata, shape: tuple[int, int, int]) -> dict[str, Any]:
    """Return Pillow's options for formats that hold the resolution only in EXIF."""
    options: dict[str, Any] = {
        "icc_profile": metadata.icc_for(shape[2]),
        "exif": metadata.exif_with_resolution(*shape[:2]),
        "xmp": metadata.whole_xmp(),
    }
    return {name: value for name, value in options.items() if value}


def with_thumbnail(exif: bytes | None, image: Image.Image, limit: int) -> bytes | None:
    """An EXIF block with a small JPEG of `image`, which is made small in place; without, where it would be
    longer than `limit` bytes.
    """
    small = image if image.mode == "RGB" else image.convert("L")
    small.thumbnail(THUMBNAIL_SIZE, reducing_gap=2.0)
    memory = io.BytesIO()
    small.save(memory, "JPEG", quality=80)
    whole = Block(exif[len(EXIF_START) :]) if exif else Block.empty()
    whole.append_thumbnail(memory.getvalue())
    return EXIF_START + bytes(whole) if len(EXIF_START) + len(bytes(whole)) <= limit else exif


class PillowSink(PillowPlugin):
    """imageio's Pillow plugin, to which a picture is given that Pillow holds already."""

    def write_image(self, image: Image.Image, options: dict[str, Any]) -> None:
        """Take the picture that is encoded when the file is closed."""
        self.images_to_write.append(image)
        self.save_args.update(options)


def in_one_piece(rows: Iterator[Array], shape: tuple[int, int, int]) -> Array:
    """Bands (h, W, C) uint8 as an array of the whole; a single one as it is."""
    pixels, top = None, 0
    for band in rows:
        if len(band) == shape[0]:
            return band
        pixels = np.empty(shape, np.uint8) if pixels is None else pixels
        pixels[top : top + len(band)] = band
        top += len(band)
    assert pixels is not None
    return pixels


def joined(rows: Iterator[Array], shape: tuple[int, int, int]) -> Image.Image:
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


def write_pillow(file: BinaryIO, image: Image.Image, form: str, **options: Any) -> None:
    """Encode a picture in the format that Pillow calls `form`."""
    with imopen(file, "w", plugin=PillowSink, extension=EXTENSIONS[form]) as opened:
        writer: Any = opened
        writer.write_image(image, {"format": form, **options})
