"""A first look at a large photo: a JPEG decoded at a reduced size, or the camera's embedded one.

A JPEG keeps its pixels as the coefficients of 8×8 blocks: of each block fewer of them are transformed, which
gives a smaller picture without decoding the large one. A JPEG also has a thumbnail in its EXIF (directory
IFD1), and larger ones behind it, listed in an index (CIPA DC-007, Multi-Picture Format); camera raw files
hold a JPEG for the camera's screen, HEIC files a thumbnail item. These may lie between black bars or be older
than the photo: one whose proportions are not the photo's is not used.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from PIL import ExifTags, Image

from jaxstudio.errors import PhotoError
from jaxstudio.files.decode import PillowFile, check_size, opened, upright
from jaxstudio.files.formats import HEADER_BYTES, identify
from jaxstudio.files.metadata import EXIF_START, Metadata, read_metadata
from jaxstudio.files.photo import Photo, check_is_file
from jaxstudio.files.quantise import Array
from jaxstudio.files.tiff_directory import ORIENTATION
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.runtime.decoder_messages import collect_messages, collect_output

REDUCTIONS = (8, 4, 2)
LEAST_SHARE = 0.7  # of the longest side asked for, which the reduced picture has at least


@dataclass(frozen=True, eq=False)
class Preview:
    """A reduced photo, upright, and the size (height, width) of the whole one."""

    photo: Photo
    height: int
    width: int

    def is_enough(self, longest_side: int = 1600) -> bool:
        """Whether a reduced picture for `longest_side` pixels would show no more."""
        return max(self.photo.pixels.shape) >= LEAST_SHARE * longest_side


def load_preview(path: str | os.PathLike[str], longest_side: int = 1600) -> Preview | None:
    """A JPEG reduced to about `longest_side` pixels, in a small part of the time that all of it takes.

    None where there is nothing to be gained: another format, a small photo, or a file that is no photo, which
    `load_photo` says. The preview's pixels are not those of the photo reduced: it is for a first look alone.
    """
    path = Path(path)
    try:
        check_is_file(path)
        with open(path, "rb") as file:
            known = identify(file.read(HEADER_BYTES), path.suffix)
        if known is None or known.name != "JPEG":
            return None
        with collect_messages(), opened(path, PillowFile) as reader:
            return _reduced(path, reader, longest_side)
    except (PhotoError, OSError, SyntaxError, ValueError, MemoryError):
        return None


def _reduced(path: Path, reader: PillowFile, longest_side: int) -> Preview | None:
    image = reader.image
    width, height = image.size
    check_size(path, height, width)
    enough = LEAST_SHARE * longest_side
    reduction = next((by for by in REDUCTIONS if max(width, height) / by >= enough), 1)
    if reduction == 1:
        return None
    image.draft(None, (width // reduction, height // reduction))
    pixels = reader.read_page(0)
    metadata, orientation = read_metadata(image)
    photo = Photo(upright(pixels, orientation), replace(metadata, jpeg=None), path, path.name)
    return Preview(photo, *((width, height) if orientation >= 5 else (height, width)))


LEAST_PHOTO = 6_000_000  # pixels: a smaller photo is decoded about as soon
LEAST_SIDE = 64  # of a thumbnail in pixels, the shorter one
MOST_BYTES = 64 << 20  # of an embedded JPEG
PROPORTIONS = 0.02  # by which the ratio of the sides may differ: 160 × 107 stands for 3:2
OFFSET, LENGTH = int(ExifTags.Base.JpegIFOffset), int(ExifTags.Base.JpegIFByteCount)
MPF_IMAGES = 0xB002
LARGE_THUMBNAILS = ("Large Thumbnail (VGA Equivalent)", "Large Thumbnail (Full HD Equivalent)")
FLIPS = {3: 3, 5: 8, 6: 6}  # LibRaw's flip as EXIF's orientation

Thumbnail = tuple[Array, int, bytes | None]  # pixels (H, W, C) uint8, the orientation to apply, a profile


def load_embedded(path: str | os.PathLike[str], longest_side: int = 1600) -> Preview | None:
    """The best thumbnail or preview in the file of a photo of at least 6 megapixels, upright.

    Where it is far larger than `longest_side` pixels it is reduced. None where the file has none with the
    proportions of the photo. It takes some milliseconds: of the photo itself only the header is read.
    """
    path = Path(path)
    try:
        check_is_file(path)
        with open(path, "rb") as file:
            known = identify(file.read(HEADER_BYTES), path.suffix)
        find = {"JPEG": _in_jpeg, "HEIC": _in_heic, "camera raw": _in_raw}.get(known.name if known else "")
        if find is None:
            return None
        with collect_messages():
            for size, thumbnail in find(path, longest_side):
                preview = _checked(path, size, thumbnail)
                if preview is not None:
                    return preview
    except Exception:  # broken EXIF, a missing package: what is wrong with the photo itself `load_photo` says
        return None
    return None


def _checked(path: Path, size: tuple[int, int], thumbnail: Thumbnail) -> Preview | None:
    """The thumbnail of a photo of `size` (height, width, upright), or None where it cannot be one of it."""
    pixels, orientation, icc = thumbnail
    pixels = upright(pixels, orientation)
    height, width = pixels.shape[:2]
    if size[0] * size[1] < LEAST_PHOTO or min(height, width) < LEAST_SIDE:
        return None
    if abs(width * size[0] / (height * size[1]) - 1) > PROPORTIONS:
        return None
    return Preview(Photo(pixels, Metadata(icc=icc), path, path.name), *size)


def _in_jpeg(path: Path, longest_side: int) -> Iterator[tuple[tuple[int, int], Thumbnail]]:
    with Image.open(path, formats=["JPEG"]) as image:
        exif = image.getexif()
        orientation, icc = int(exif.get(ORIENTATION, 1)), image.info.get("icc_profile")
        size = image.size if orientation >= 5 else image.size[::-1]
        small = _in_exif(exif, image.info.get("exif", b""), orientation)
        for number in _large_thumbnails(image):
            image.seek(number)
            yield size, (_drafted(image, longest_side), orientation, image.info.get("icc_profile", icc))
    if small:
        with Image.open(io.BytesIO(small), formats=["JPEG"]) as image:
            yield size, (_drafted(image, longest_side), orientation, image.info.get("icc_profile", icc))


def _in_exif(exif: Image.Exif, block: bytes, orientation: int) -> bytes:
    """The thumbnail's JPEG in a block of EXIF; b"" where there is none, or where it is turned otherwise."""
    first: Any = exif.get_ifd(ExifTags.IFD.IFD1)
    if OFFSET not in first or LENGTH not in first or int(first.get(ORIENTATION, orientation)) != orientation:
        return b""
    start = len(EXIF_START) + int(first[OFFSET])
    return block[start : start + int(first[LENGTH])]


def _large_thumbnails(image: Image.Image) -> list[int]:
    """The numbers of the large thumbnails among the pictures of a JPEG, the largest kind first."""
    index: Any = getattr(image, "mpinfo", None) or {}
    kinds = [entry["Attribute"]["MPType"] for entry in index.get(MPF_IMAGES, ())]
    found = [number for number, kind in enumerate(kinds) if kind in LARGE_THUMBNAILS]
    return sorted(found, key=lambda number: -LARGE_THUMBNAILS.index(kinds[number]))


def _drafted(image: Image.Image, longest_side: int) -> Array:
    """A JPEG as (H, W, 1 or 3) uint8, decoded at a reduced size where that is at least `longest_side`."""
    image.draft(None, (longest_side, longest_side))
    image = image if image.mode in ("L", "RGB") else image.convert("RGB")
    return np.atleast_3d(np.asarray(image))


def _in_raw(path: Path, longest_side: int) -> Iterator[tuple[tuple[int, int], Thumbnail]]:
    import rawpy

    with collect_output(), rawpy.imread(str(path)) as raw:
        sizes, thumbnail = raw.sizes, raw.extract_thumb()
    data: Any = thumbnail.data
    orientation = FLIPS.get(sizes.flip, 1)
    size = (sizes.width, sizes.height) if orientation >= 5 else (sizes.height, sizes.width)
    if thumbnail.format == rawpy.ThumbFormat.BITMAP:
        yield size, (np.asarray(data), orientation, None)
    elif thumbnail.format == rawpy.ThumbFormat.JPEG and len(data) <= MOST_BYTES:
        with Image.open(io.BytesIO(data), formats=["JPEG"]) as image:
            own = int(image.getexif().get(ORIENTATION, orientation))
            yield size, (_drafted(image, longest_side), own, image.info.get("icc_profile"))


def _in_heic(path: Path, longest_side: int) -> Iterator[tuple[tuple[int, int], Thumbnail]]:
    import pillow_heif

    with open(path, "rb") as file:
        whole: Any = pillow_heif.open_heif(file)[0]
        sizes = whole.info.get("thumbnails", [])
        for number in sorted(range(len(sizes)), key=lambda number: -sizes[number]):
            # libheif turns both upright
            image = whole.get_thumbnail(number).to_pillow().convert("RGB")
            yield whole.size[::-1], (np.asarray(image), 1, whole.info.get("icc_profile"))
