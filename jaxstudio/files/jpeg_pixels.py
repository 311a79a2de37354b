"""JPEG decoded straight into an array, and encoded straight from one, where imagecodecs is there.

Pillow keeps four bytes for each RGB pixel, which costs more passes over the memory. Both use libjpeg-turbo:
the values, and the bytes of a file, are the same.
"""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image

from jaxstudio.files.metadata import JpegEncoding, quantisation_tables
from jaxstudio.files.quantise import Array
from jaxstudio.runtime.aligned_memory import aligned_empty

CHANNELS = {"L": 1, "RGB": 3}
END_OF_IMAGE = b"\xff\xd9"
QUANTISATION_TABLE = 0xDB
# How imagecodecs calls what Pillow has numbers for, and two that it has none for.
SUBSAMPLINGS = {0: "444", 1: "422", 2: "420", 3: "411", 4: "440"}


def decode_jpeg(path: Path, image: Image.Image) -> Array | None:
    """The pixels (H, W, C) uint8 of a JPEG that Pillow has opened, as they are stored.

    None where Pillow should decode: without imagecodecs, for inks and for files of several pictures, and
    for whatever is damaged. libjpeg fills the rest of a file that is cut short with gray and says so to
    nobody, so that a file must end as a JPEG does.
    """
    channels = CHANNELS.get(image.mode)
    if image.format != "JPEG" or channels is None:
        return None
    try:
        from imagecodecs import jpeg8_decode
    except ImportError:
        return None
    data = path.read_bytes()
    if not data.endswith(END_OF_IMAGE):
        return None
    shape = (image.height, image.width) if channels == 1 else (image.height, image.width, channels)
    pixels = aligned_empty(image.height * image.width * channels, np.uint8).reshape(shape)
    try:
        jpeg8_decode(data, out=pixels)
    except (RuntimeError, ValueError, ImportError):  # Pillow says what is wrong with the file
        return None
    return pixels.reshape(image.height, image.width, channels)


def encodes_directly(channels: int, encoding: JpegEncoding) -> bool:
    """Whether `encode_jpeg` writes such a JPEG.

    Not gray and progressive ones, nor those with quantisation tables that are of no quality of libjpeg:
    imagecodecs takes no others.
    """
    known = encoding.subsampling in SUBSAMPLINGS and (not encoding.tables or encoding.tables in _qualities())
    try:
        from imagecodecs import JPEG8
    except ImportError:
        return False
    return bool(JPEG8.available) and known and channels == 3 and not encoding.progressive


def encode_jpeg(pixels: Array, encoding: JpegEncoding) -> bytes:
    """The file that Pillow writes of pixels (H, W, 3) uint8 without metadata, where `encodes_directly`."""
    from imagecodecs import jpeg8_encode

    level = _qualities()[encoding.tables] if encoding.tables else encoding.quality
    subsampling = SUBSAMPLINGS[encoding.subsampling]
    # of one pixel NumPy calls any strides contiguous, and the encoder refuses those of a pixel with alpha
    pixels = pixels.copy() if pixels.size < 4 else np.ascontiguousarray(pixels)
    return bytes(jpeg8_encode(pixels, level=level, subsampling=subsampling))


def end_of_metadata(data: bytes) -> int:
    """Where the first quantisation table of a JPEG begins: libjpeg writes all metadata before it."""
    at = 2
    while data[at + 1] != QUANTISATION_TABLE:
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return at


@cache
def _qualities() -> dict[tuple[tuple[int, ...], ...], int]:
    """The quality, 1 to 100, whose quantisation tables in libjpeg are these."""
    found = {}
    for quality in range(1, 101):
        memory = io.BytesIO()
        Image.new("RGB", (8, 8)).save(memory, "JPEG", quality=quality)
        with Image.open(memory) as image:
            found[quantisation_tables(image)] = quality
    return found
