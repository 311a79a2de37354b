"""Formats whose packages are in the extra `jaxstudio[formats]`, each imported when such a file is met."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from imageio.v3 import imopen
from PIL import Image

from jaxstudio.errors import PhotoError
from jaxstudio.files.boxes import (
    JPEG_XL_SIGNATURE,
    LINEAR,
    SRGB,
    jpeg_2000_codestream,
    jpeg_xl_codestream,
    jpeg_xl_curve,
    read_jpeg_2000_boxes,
    read_jpeg_xl_boxes,
    with_avif_items,
    with_jpeg_xl_boxes,
    with_srgb_curve,
)
from jaxstudio.files.decode import check_size, read_pillow, to_supported, upright
from jaxstudio.files.encode import MODES, blocks_of, joined, lossy_quality, metadata_options, write_pillow
from jaxstudio.files.formats import BY_NAME, USUAL_BITS, Storage, install_hint, installed
from jaxstudio.files.metadata import OTHER, Metadata, Piece, metadata_from_blocks
from jaxstudio.files.png import colours_in_words
from jaxstudio.files.quantise import Array, rescaled
from jaxstudio.files.tiff_directory import ORIENTATION
from jaxstudio.files.tiff_metadata import raw_metadata
from jaxstudio.files.write_tiff import half_floats
from jaxstudio.runtime.decoder_messages import collect_output

Page = tuple[Array, Metadata, int]
ENCODER = "Created by OpenJPEG"  # no one's comment
SRGB_CURVE = (2.4, 12.92)
AVIF_SPEED = 6  # of 0 to 10, as Pillow writes AVIF
BT_709, IDENTITY, BT_601 = 1, 0, 6  # colours and matrices (ITU-T H.273)
# Compressions without loss, as they are asked for, and attributes that say how the pixels lie.
EXR = {
    "zip": "ZIP_COMPRESSION", "zips": "ZIPS_COMPRESSION", "rle": "RLE_COMPRESSION", "piz": "PIZ_COMPRESSION",
    "uncompressed": "NO_COMPRESSION",
}  # fmt: skip
EXR_LAYOUT = {"channels", "compression", "dataWindow", "displayWindow", "lineOrder", "tiles"}
EXR_LAYOUT |= {"type", "version", "chunkCount", "name", "preview"}
EXR_USUAL: dict[str, Any] = {
    "pixelAspectRatio": 1.0,
    "screenWindowWidth": 1.0,
    "screenWindowCenter": [0.0, 0.0],
}
UNREAD_PROFILE = "the JPEG XL's own colours, which are not sRGB, are not read: its values are taken for sRGB"


def read_raw(path: Path, page: int) -> Page:
    """Camera raw, developed by LibRaw: the camera's white balance, sRGB, 16 bits, upright."""
    with collect_output(), open(path, "rb") as file, imopen(file, "r", plugin="rawpy") as opened:
        raw: Any = opened
        pixels = raw.read(use_camera_wb=True, no_auto_bright=True, output_bps=16, gamma=SRGB_CURVE)
    return pixels, raw_metadata(path), 1


def read_jpeg_xl(path: Path, page: int) -> Page:
    """JPEG XL of 8 or 16 bits or float; the first picture of an animation."""
    import imagecodecs

    data = path.read_bytes()
    metadata, _ = metadata_from_blocks(read_jpeg_xl_boxes(data))
    # the pixels come upright: what EXIF says about that counts in no JPEG XL
    curve, _ = jpeg_xl_curve(jpeg_xl_codestream(data)[0])
    pixels = imagecodecs.jpegxl_decode(data)
    known = curve == SRGB or (curve == LINEAR and pixels.dtype.kind == "f")
    return pixels, metadata if known else replace(metadata, notes=(UNREAD_PROFILE,)), 1


def write_jpeg_xl(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """Lossless, at any depth."""
    import imagecodecs

    pixels = np.concatenate([np.ascontiguousarray(band) for band in rows])
    values = pixels if shape[2] > 1 else pixels[..., 0]
    blocks = blocks_of(metadata, shape)
    data = imagecodecs.jpegxl_encode(
        values, lossless=True, usecontainer=bool(blocks.keys() & {"exif", "xmp"})
    )
    data = bytes(data) if depth == "float32" else with_srgb_curve(bytes(data))
    file.write(with_jpeg_xl_boxes(data, blocks) if data.startswith(JPEG_XL_SIGNATURE) else data)


def read_exr(path: Path, page: int) -> Page:
    """OpenEXR: the channels R, G, B, A or Y of the first part, in linear light as they lie in the file."""
    import OpenEXR

    with collect_output(), OpenEXR.File(str(path), separate_channels=True) as file:
        channels = {name: np.asarray(channel.pixels) for name, channel in file.channels().items()}
        header = dict(file.header())
        parts = len(file.parts)
    names = [name for name in ("R", "G", "B", "A") if name in channels]
    if not {"R", "G", "B"} <= set(names):
        names = [name for name in ("Y", "A") if name in channels] or sorted(channels)[:1]
    others = sorted(channels.keys() - set(names))
    notes = [f"channels of the OpenEXR file are not kept: {', '.join(others)}"] if others else []
    if parts > 1:
        notes.append(f"the OpenEXR file has {parts} parts, of which the result has the first")
    if str(header.get("displayWindow")) != str(header.get("dataWindow")):
        notes.append(
            "the display window of the OpenEXR file is not kept: the result is what its data window holds"
        )
    compression = next((name for name in EXR if header.get("compression") == exr_compression(name)), "zip")
    metadata = Metadata(
        notes=tuple(notes),
        format="OpenEXR",
        pieces=tuple(
            Piece(OTHER, name, value) for name, value in header.items() if _says_something(name, value)
        ),
        storage=Storage(compression, half=all(channels[name].dtype == np.float16 for name in names) or None),
    )
    return np.stack([channels[name] for name in names], axis=-1), metadata, 1


def _says_something(name: str, value: Any) -> bool:
    return name not in EXR_LAYOUT and not (name in EXR_USUAL and np.array_equal(value, EXR_USUAL[name]))


def exr_compression(name: str) -> Any:
    """OpenEXR's own name of a compression without loss."""
    import OpenEXR

    return getattr(OpenEXR, EXR[name])


def write_exr(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """float32, or 16-bit floats where the source has them, compressed without loss; with its attributes."""
    import OpenEXR

    pixels = np.concatenate([np.ascontiguousarray(band, np.float32) for band in rows])
    if metadata.storage.half:
        pixels = half_floats(pixels)
    names = {1: "Y", 2: "YA", 3: "RGB", 4: "RGBA"}[shape[2]]
    compression = metadata.storage.compression if metadata.storage.compression in EXR else "zip"
    attributes = {piece.name: piece.data for piece in metadata.pieces_for("OpenEXR")}
    header = {**attributes, "compression": exr_compression(compression), "type": OpenEXR.scanlineimage}
    channels = {name: np.ascontiguousarray(pixels[..., number]) for number, name in enumerate(names)}
    with OpenEXR.File(header, channels) as exr:
        exr.write(file.name)
    file.seek(0, 2)


def read_hdr(path: Path, page: int) -> Page:
    """Radiance HDR (RGBE) as float32, in linear light as it lies in the file."""
    import cv2

    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)  # it writes to stderr beside raising
    with imopen(str(path.absolute()), "r", plugin="opencv") as opened:
        file: Any = opened
        return file.read(index=0, flags=cv2.IMREAD_UNCHANGED), Metadata(), 1


def read_jpeg_2000(path: Path, page: int) -> Page:
    """JPEG 2000; colour of more than 8 bits, which Pillow cuts, by imagecodecs."""
    data = path.read_bytes()
    metadata, orientation = metadata_from_blocks(read_jpeg_2000_boxes(data))
    bits = _jpeg_2000_bits(data[:65536])
    if bits <= 8:
        pixels, own, pages = read_pillow(path, page)
        text = {} if own.text.get("Comment", "").startswith(ENCODER) else own.text
        metadata = replace(metadata, dpi=own.dpi or metadata.dpi, text=text)
        return upright(pixels, orientation), metadata, pages
    if not installed("imagecodecs"):
        raise PhotoError(
            "{0}: JPEG 2000 of {1} bits needs the package imagecodecs: pip install 'jaxstudio[formats]'",
            path,
            bits,
        )
    import imagecodecs

    pixels = imagecodecs.jpeg2k_decode(jpeg_2000_codestream(data) if metadata.icc else data)
    if bits < 16:
        pixels = rescaled(pixels, 2**bits - 1, 65535)
    return upright(pixels, orientation), metadata, 1


def _jpeg_2000_bits(start: bytes) -> int:
    """The most bits of a component, from the codestream's SIZ marker; 8 where it is not found."""
    at = start.find(b"\xff\x4f\xff\x51")
    if at < 0 or len(start) < at + 42:
        return 8
    (count,) = struct.unpack_from(">H", start, at + 40)
    depths = start[at + 42 : at + 42 + 3 * count : 3]
    return max(((depth & 127) + 1 for depth in depths), default=8)


def _with_colours(path: Path, metadata: Metadata, form: str) -> Metadata:
    """The metadata with a line about colours that are not sRGB and have no profile (ISO 14496-12, 12.1.5)."""
    with open(path, "rb") as file:
        start = file.read(65536)
    at = start.find(b"colrnclx")
    if metadata.icc or at < 0 or len(start) < at + 12:
        return metadata
    primaries, transfer = struct.unpack_from(">HH", start, at + 8)
    words = (
        None
        if 2 in (primaries, transfer)
        else colours_in_words(bytes((primaries % 256, transfer % 256, 0, 0)))
    )
    line = f"the {form}'s colours ({words}) are not converted: its values are taken for sRGB"
    return replace(metadata, notes=(*metadata.notes, line)) if words else metadata


def read_heic(path: Path, page: int) -> Page:
    """HEIC through imageio's Pillow plugin; of more than 8 bits as uint16."""
    import pillow_heif

    pillow_heif.register_heif_opener()
    pixels, metadata, pages = read_pillow(path, page)
    deep: Any = pillow_heif.open_heif(path, convert_hdr_to_8bit=False)[page - 1]
    metadata = _with_colours(path, metadata, "HEIC")
    if deep.mode.endswith(";16"):
        bits = deep.info["bit_depth"]
        # libheif shifts bits up: the whole range is taken instead
        pixels = rescaled(np.asarray(deep) >> (16 - bits), 2**bits - 1, 65535)
        metadata = replace(metadata, storage=Storage(bits=bits))
    return pixels, metadata, pages


def write_heic(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """HEVC's own scale of quality, colours at full resolution; of 16 bits it keeps 10 or 12."""
    options = {**metadata_options(metadata, shape), "quality": lossy_quality(metadata)}
    if depth == "8":
        write_pillow(file, joined(rows, shape), "HEIF", chroma=444, **options)
        return
    import pillow_heif

    bits = metadata.storage.bits or USUAL_BITS
    values = np.concatenate([rescaled(band, 65535, 2**bits - 1) for band in rows])
    mode = f"{MODES[shape[2]]};{bits}"
    picture = pillow_heif.from_bytes(mode, (shape[1], shape[0]), values.tobytes())
    picture.save(file, chroma=444, **options)


def read_avif(path: Path, page: int) -> Page:
    """AVIF through Pillow; of 10 or 12 bits, which Pillow cuts to 8, by imagecodecs as uint16."""
    pixels, metadata, pages = read_pillow(path, page)
    metadata = _with_colours(path, metadata, "AVIF")
    with open(path, "rb") as file:
        bits = _avif_bits(file.read(65536))
    if bits == 8:
        return pixels, metadata, pages
    if not installed("imagecodecs"):
        note = f"{bits} bits of the AVIF become 8: pip install 'jaxstudio[formats]' keeps them"
        return pixels, replace(metadata, notes=(*metadata.notes, note)), pages
    import imagecodecs

    deep = imagecodecs.avif_decode(path.read_bytes(), index=page - 1 if pages > 1 else None)
    with Image.open(path, formats=["AVIF"]) as image:
        orientation = image.getexif().get(ORIENTATION, 1)
    deep = deep[..., np.newaxis] if deep.ndim == 2 else deep
    metadata = replace(metadata, storage=Storage(bits=bits))
    return upright(rescaled(deep, 2**bits - 1, 65535), orientation), metadata, pages


def write_avif(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """AVIF's own scale of quality, colours at full resolution; of 16 bits it keeps 10 or 12.

    Those at quality 100 are kept without loss.
    """
    quality = lossy_quality(metadata)
    if depth == "8":
        options = {**metadata_options(metadata, shape), "quality": quality}
        write_pillow(file, joined(rows, shape), "AVIF", subsampling="4:4:4", **options)
        return
    import imagecodecs

    bits = metadata.storage.bits or USUAL_BITS
    values = np.concatenate([rescaled(band, 65535, 2**bits - 1) for band in rows])
    data = imagecodecs.avif_encode(
        values if shape[2] > 1 else values[..., 0], quality, speed=AVIF_SPEED, bitspersample=bits,
        pixelformat="yuv444" if shape[2] > 2 else None, numthreads=os.cpu_count(),
        primaries=BT_709, transfer=SRGB, matrix=IDENTITY if quality == 100 and shape[2] > 2 else BT_601,
    )  # fmt: skip
    blocks = blocks_of(metadata, shape)
    file.write(with_avif_items(bytes(data), blocks) if blocks else data)


def _avif_bits(start: bytes) -> int:
    """The bits of a value, from the first configuration box; 8 where it is not found."""
    at = start.find(b"av1C")
    if at < 0 or len(start) < at + 7 or not start[at + 6] & 0x40:
        return 8
    return 12 if start[at + 6] & 0x20 else 10


READERS: dict[str, Callable[[Path, int], Page]] = {
    "camera raw": read_raw,
    "JPEG XL": read_jpeg_xl,
    "OpenEXR": read_exr,
    "HDR": read_hdr,
    "JPEG 2000": read_jpeg_2000,
    "HEIC": read_heic,
    "AVIF": read_avif,
}


def read_extra(path: Path, name: str, page: int) -> Page:
    """A page of a photo of one of the formats of `READERS`; PhotoError where its package is missing."""
    known = BY_NAME[name]
    if known.needs and not installed(known.needs):
        raise PhotoError("{0}: {1}", path, install_hint(known))
    pixels, metadata, pages = READERS[name](path, page)
    pixels = pixels[..., np.newaxis] if pixels.ndim == 2 else pixels
    if pixels.ndim != 3 or not 1 <= pixels.shape[2] <= 4:
        raise PhotoError(
            "{0}: an array of shape {1}, expected (height, width) or (height, width, 1 to 4)",
            path,
            pixels.shape,
        )
    check_size(path, *pixels.shape[:2])
    return np.ascontiguousarray(to_supported(path, pixels)), metadata, pages
