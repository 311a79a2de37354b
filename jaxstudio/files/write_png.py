"""What a PNG says besides its pixels, put in front of them."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import BinaryIO

from PIL.PngImagePlugin import PngInfo

from jaxstudio.files.metadata import Metadata
from jaxstudio.files.png_stream import write_rows
from jaxstudio.files.quantise import DTYPES, Array

METRES_PER_INCH = 0.0254


def write(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """PNG of 8 or 16 bits with colour profile, EXIF, XMP, resolution and text."""
    write_rows(file, rows, shape, DTYPES[depth], _chunks(metadata, shape))


def _chunks(metadata: Metadata, shape: tuple[int, int, int]) -> Iterator[tuple[bytes, bytes]]:
    icc = metadata.icc_for(shape[2])
    if icc:
        yield b"iCCP", b"ICC Profile\0\0" + zlib.compress(icc)
    if metadata.dpi:
        across, down = (round(dpi / METRES_PER_INCH) for dpi in metadata.dpi)
        yield b"pHYs", across.to_bytes(4, "big") + down.to_bytes(4, "big") + b"\1"
    exif = metadata.exif_for(*shape[:2])
    if exif:
        yield b"eXIf", exif.tobytes()[6:]
    text = PngInfo()
    if metadata.xmp:
        text.add_itxt("XML:com.adobe.xmp", metadata.xmp.decode("utf-8", "replace"))
    for key, value in metadata.text.items():
        keyword = key.encode("latin-1", "ignore").decode("latin-1").strip()[:79]
        if keyword:
            text.add_text(keyword, value)
    for kind, data, *_ in text.chunks:
        yield kind, data
