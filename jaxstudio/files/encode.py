"""Photos encoded through imageio's Pillow plugin, which takes a whole picture: bands are joined first."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np
from imageio.plugins.pillow import PillowPlugin
from imageio.v3 import imopen
from PIL import ExifTags, Image

from jaxstudio.files.metadata import JpegEncoding, Metadata
from jaxstudio.files.quantise import Array

MODES = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}
EXTENSIONS = {"JPEG": ".jpg", "WEBP": ".webp", "BMP": ".bmp", "GIF": ".gif", "JPEG2000": ".jp2"}
EXTENSIONS |= {"AVIF": ".avif", "HEIF": ".heic"}
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
    _write(file, rows, shape, "JPEG", **(metadata.jpeg or JpegEncoding()).options(), **options)


def write_webp(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """Lossless, colours kept where alpha is 0."""
    options = _options(metadata, shape)
    if shape[2] <= 2:
        options.pop("icc_profile", None)  # WebP holds RGB, which a gray profile does not describe
    options.pop("dpi", None)
    _write(file, rows, shape, "WEBP", lossless=True, exact=True, method=2, **options)


def write_bmp(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """BMP holds the resolution and no other metadata."""
    _write(file, rows, shape, "BMP", **({"dpi": metadata.dpi} if metadata.dpi else {}))


def write_gif(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """256 colours chosen for the photo, diffused; gray is exact."""
    _write(file, rows, shape, "GIF")


def write_jpeg_2000(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """Lossless: the reversible wavelet, no layer cut off."""
    _write(file, rows, shape, "JPEG2000", irreversible=False)


def write_avif(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """Quality 95 of AVIF's own scale unless another is asked for, colours at full resolution."""
    options = {**_options(metadata, shape), "quality": _quality(metadata), "subsampling": "4:4:4"}
    options.pop("dpi", None)
    _write(file, rows, shape, "AVIF", **options)


def write_heic(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """Quality 95 of HEVC's own scale unless another is asked for, colours at full resolution."""
    options = {**_options(metadata, shape), "quality": _quality(metadata), "chroma": 444}
    options.pop("dpi", None)
    _write(file, rows, shape, "HEIF", **options)


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


class PillowSink(PillowPlugin):
    """imageio's Pillow plugin, to which a picture is given in bands: an array of the whole is never made."""

    def write_bands(
        self, rows: Iterator[Array], shape: tuple[int, int, int], options: dict[str, Any]
    ) -> None:
        """Join `rows` (h, W, C) uint8 to the picture that is encoded when the file is closed."""
        height, width, channels = shape
        image = Image.new(MODES[channels], (width, height))
        top = 0
        for band in rows:
            pixels = np.ascontiguousarray(band[..., 0] if channels == 1 else band)
            image.paste(Image.fromarray(pixels), (0, top))
            top += len(band)
        self.images_to_write.append(image)
        self.save_args.update(options)


def _write(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], form: str, **options: Any
) -> None:
    # OpenJPEG tries for ever to write to a full disk: its file is put together in memory.
    target: Any = io.BytesIO() if form == "JPEG2000" else file
    with imopen(target, "w", plugin=PillowSink, extension=EXTENSIONS[form]) as opened:
        writer: Any = opened
        writer.write_bands(rows, shape, {"format": form, **options})
    if target is not file:
        file.write(target.getvalue())
