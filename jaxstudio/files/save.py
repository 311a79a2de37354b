"""Results out to files: the suffix chooses the format, rows are written as they come, metadata is kept.

What a file cannot hold of a photo is told in lines that name formats that can, before anything is written.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import BinaryIO

import numpy as np

from jaxstudio.errors import NOTHING, SaveError, Wording
from jaxstudio.files import encode, extra_formats, plain_formats, write_tiff
from jaxstudio.files.encode import too_long_for_jpeg, whole_inches
from jaxstudio.files.formats import ALL, DEEP, USUAL_BITS, Format, Remark, Storage, format_of
from jaxstudio.files.formats import FORMATS as FORMATS
from jaxstudio.files.formats import check_depth as check_depth
from jaxstudio.files.formats import default_depth as default_depth
from jaxstudio.files.jpeg import SUBSAMPLINGS, JpegEncoding
from jaxstudio.files.metadata import COMMENT, OTHER, PROFILE, Metadata, exif_resolution
from jaxstudio.files.packets import joined_xmp
from jaxstudio.files.photo import Photo
from jaxstudio.files.quantise import Array, count_unsound, to_depth
from jaxstudio.files.tiff_metadata import DESCRIPTION, lost_with_layout
from jaxstudio.runtime.atomic_write import atomic_write

Shape = tuple[int, int, int]
Writer = Callable[[BinaryIO, Iterator[Array], Shape, str, Metadata], None]


WRITERS: dict[str, Writer] = {
    "PNG": encode.write_png,
    "JPEG": encode.write_jpeg,
    "TIFF": write_tiff.write,
    "WebP": encode.write_webp,
    "BMP": encode.write_bmp,
    "GIF": encode.write_gif,
    "PNM": plain_formats.write_pnm,
    "PFM": plain_formats.write_pfm,
    "JPEG 2000": encode.write_jpeg_2000,
    "npy": plain_formats.write_npy,
    "AVIF": extra_formats.write_avif,
    "HEIC": extra_formats.write_heic,
    "JPEG XL": extra_formats.write_jpeg_xl,
    "OpenEXR": extra_formats.write_exr,
}
# Those whose encoder takes the whole picture: of 8 bits no copy is made.
AT_ONCE = {"JPEG", "WebP", "BMP", "AVIF", "HEIC"}


def save(
    path: str | os.PathLike[str],
    pixels: Array | Iterable[tuple[int, Array]],
    depth: str | int | None = None,
    photo: Photo | None = None,
    *,
    shape: Shape | None = None,
    quality: int | None = None,
    strict: bool = False,
    storage: Storage | None = None,
) -> int:
    """Write `pixels` to `path`, whose suffix chooses the format; `path` is replaced only when all is written.

    `pixels` is an array (H, W, C) or (H, W) of uint8, uint16 or float32, or bands (first row,
    rows) from top to bottom with `shape` (H, W, C) of the whole. They are brought to `depth`
    ("8", "16", "float32"; by default their own where the format holds it): clipped to [0, 1] and
    rounded half to even; float32 is written unclipped. `photo` is where the metadata comes from.

    PNG, TIFF, PNM, PFM and .npy are written band by band in bounded memory. WebP, JPEG 2000 and JPEG XL are
    lossless. JPEG is compressed as the JPEG that `photo` came from is (its quantisation tables and
    subsampling), else at quality 95 without colour subsampling, as are AVIF and HEIC; `quality` (1 to 100)
    asks for another. TIFF and OpenEXR are compressed as the source of the same format is, TIFF in its tiles;
    `storage` asks for something else. A format that holds no alpha drops one that is 1 everywhere and raises
    SaveError for any other. Raises UsageError for an unknown suffix or depth, SaveError for whatever keeps
    the file from being written.

    Returns how many pixels of a float result were not numbers and could not be written as integers:
    NaN became 0, infinity the end of the range. `words_changed` says it. With `strict` they raise SaveError,
    and nothing is written.
    """
    known = format_of(path)
    if isinstance(pixels, np.ndarray):
        pixels = pixels[..., np.newaxis] if pixels.ndim == 2 else pixels
        shape = (pixels.shape[0], pixels.shape[1], pixels.shape[2])
        depth = depth or default_depth(path, {1: "8", 2: "16"}.get(pixels.dtype.itemsize, "float32"))
        bands: Iterable[tuple[int, Array]] = _cut(pixels, known.name not in AT_ONCE)
    else:
        bands = pixels
        depth = depth or (photo and default_depth(path, photo.depth)) or known.depths[0]
    if shape is None:
        raise TypeError("bands need the shape of the whole")
    depth = str(depth)
    check_depth(path, depth)
    if min(shape[:2]) < 1:
        raise SaveError("cannot write {0}: the result is {1} × {2}, no pixels", path, shape[1], shape[0])
    if max(shape[:2]) > known.longest:
        raise SaveError(
            "cannot write {0}: {1:,} × {2:,} pixels, {3} holds {4:,} a side; use PNG or TIFF",
            path,
            shape[1],
            shape[0],
            known.name,
            known.longest,
        )
    changed: list[int] = []
    rows = _in_order(path, bands, shape, depth, changed)
    if known.name == "GIF" and shape[2] in (2, 4):
        rows = _with_alpha_of(path, rows, (0, 255), "GIF holds no half transparency")
    if not known.alpha and shape[2] in (2, 4):
        rows = _with_alpha_of(path, rows, (255,), f"{known.name} holds no transparency")
        shape = (*shape[:2], shape[2] - 1)
    metadata = photo.metadata if photo else Metadata()
    if quality is not None:
        subsampling = metadata.jpeg.subsampling if metadata.jpeg else 0
        metadata = replace(metadata, jpeg=JpegEncoding(quality, subsampling))
    if storage is not None:
        metadata = _stored(metadata, storage)
    with atomic_write(path) as file:
        WRITERS[known.name](file, rows, shape, depth, metadata)
        count = sum(changed)
        if strict and count:
            raise SaveError("cannot write {0}: {1}", path, words_changed(count))
    return count


def _stored(metadata: Metadata, storage: Storage) -> Metadata:
    """The metadata with another way to store pixels."""
    jpeg = metadata.jpeg
    if storage.subsampling is not None:
        jpeg = replace(jpeg or JpegEncoding(), subsampling=SUBSAMPLINGS.index(storage.subsampling))
    return replace(metadata, jpeg=jpeg, storage=storage.over(metadata.storage))


def computed_depth(depth: str, photo: Photo) -> str:
    """The depth to compute a result in that is saved as `depth`: of a float photo, that which tells NaN."""
    return "float32" if photo.depth == "float32" else depth


def words_changed(count: int) -> Wording:
    """Return one line about values that integers could not hold; empty if there are none."""
    if not count:
        return NOTHING
    if count == 1:
        return Wording("1 pixel was not a number: NaN is written as 0, infinity as the end of the range")
    return Wording(
        "{0:,} pixels were not numbers: NaN is written as 0, infinity as the end of the range", count
    )


def _cut(pixels: Array, in_bands: bool) -> Iterator[tuple[int, Array]]:
    """Pixels (H, W, C) as bands (first row, rows): one of bytes, unless `in_bands`."""
    whole = pixels.dtype == np.uint8 and not in_bands
    rows = len(pixels) if whole else max(1, 4_000_000 // max(1, pixels.shape[1]))
    for top in range(0, len(pixels), rows):
        yield top, pixels[top : top + rows]


def _in_order(
    path: str | os.PathLike[str],
    bands: Iterable[tuple[int, Array]],
    shape: Shape,
    depth: str,
    changed: list[int],
) -> Iterator[Array]:
    """The rows at their depth; ValueError if the bands do not make up the whole, which is a bug.

    `changed` gets the count of each band's pixels that its depth cannot hold.
    """
    expected = 0
    for top, rows in bands:
        if top != expected or rows.shape[1:] != shape[1:]:
            raise ValueError(f"{path}: band {rows.shape} at row {top}, expected {shape} from row {expected}")
        expected += len(rows)
        changed.append(count_unsound(rows) if depth != "float32" else 0)
        yield to_depth(rows, depth)
    if expected != shape[0]:
        raise ValueError(f"{path}: {expected} rows came, expected {shape[0]}")


def _with_alpha_of(
    path: str | os.PathLike[str], bands: Iterator[Array], held: tuple[int, ...], what: str
) -> Iterator[Array]:
    """Rows whose alpha is one of the values that the format holds; without it where that is 255 alone."""
    for rows in bands:
        if not np.isin(rows[..., -1], held).all():
            raise SaveError("cannot write {0}: {1}; use PNG, TIFF or WebP", path, what)
        yield rows if len(held) > 1 else rows[..., :-1]


FIELDS = {
    "exif": "EXIF",
    "icc": "the colour profile",
    "xmp": "XMP",
    "iptc": "IPTC",
    "photoshop": "Photoshop's resources",
    "dpi": "the resolution",
    "unitless": "the resolution without a unit",
    "thumbnail": "the thumbnail",
    "comment": "the comment",
    "text": "texts",
}
ROUNDED = 0.01  # by which a resolution may change in silence
CREDENTIALS = "APP11 (JP"


def losses(
    path: str | os.PathLike[str],
    photo: Photo,
    depth: str | None = None,
    storage: Storage | None = None,
) -> list[str]:
    """Return a line for each thing that reading left out or that the format of `path` cannot hold of a photo.

    Lines that are `Remark`s tell of nothing that is lost.
    `depth` and `storage` are what was requested, if anything: that much need not be said.
    """
    known = format_of(path)
    bits = None if storage is None else storage.bits
    return [*_of_reading(photo), *_of_pixels(known, photo, depth, bits), *_of_metadata(known, photo)]


def _of_reading(photo: Photo) -> Iterator[str]:
    yield from photo.metadata.notes
    if photo.pages > 1:
        yield f"the file holds {photo.pages} pictures, of which the result has number {photo.page}"


def _of_pixels(known: Format, photo: Photo, depth: str | None, asked: int | None) -> Iterator[str]:
    own = photo.metadata.storage.bits or {"8": 8, "16": 16, "float32": 32}[photo.depth]
    written = known.depths[-1]
    if depth is not None or asked is not None or written == "float32":
        written = "32"  # as it was asked for
    elif known.name in DEEP and written == "16":
        written = str(photo.metadata.storage.bits or USUAL_BITS)
    if int(written) < own:
        words = f"{own} bits" if own < 32 else "floating point values"
        better = _better(lambda other: photo.depth in other.depths and other.name not in DEEP, "hold")
        yield f"{known.name} holds {written} bits, the photo has {words}: {better} them"
    if known.name == "GIF":
        yield f"GIF holds 256 colours: {_better(lambda other: other.lossless, 'hold')} all"


def _of_metadata(known: Format, photo: Photo) -> Iterator[str]:
    metadata = photo.metadata
    lost = [field for field in _fields(metadata) if field not in known.keeps]
    if "text" in known.keeps and "comment" in lost:
        lost.remove("comment")
    if lost:
        better = _better(lambda other: set(lost) <= other.keeps, "do")
        what = " and ".join(", ".join(FIELDS[field] for field in lost).rsplit(", ", 1))
        yield f"{known.name} does not hold {what} of the photo" + (f": {better}" if better else "")
    if metadata.icc and "icc" in known.keeps and _left_out_profile(known, photo):
        yield f"the colour profile is left out of the {known.name}: it describes no {_kind(photo)} there"
    if known.name == "JPEG":
        if metadata.dpi and "JFIF" not in {piece.name for piece in metadata.pieces_for("JPEG")}:
            whole = whole_inches(metadata.dpi)
            if max(abs(a / b - 1) for a, b in zip(whole, metadata.dpi, strict=True)) > ROUNDED:
                words = "{:g} × {:g}".format(*metadata.dpi)
                yield f"JPEG holds the resolution of {words} pixels per inch as {whole[0]} × {whole[1]}"
        for what in too_long_for_jpeg(metadata):
            yield f"JPEG does not hold {what} of the photo, more than 64 KB: PNG, TIFF do"
    elif (
        "xmp" in known.keeps
        and metadata.extension
        and joined_xmp(metadata.xmp or b"", metadata.extension) is None
    ):
        yield "the second packet of XMP is not kept: it cannot be joined with the first"
    yield from _of_exif(known, metadata)
    yield from _of_pieces(known, metadata)


def _of_exif(known: Format, metadata: Metadata) -> Iterator[str]:
    """Yield the parts of the metadata that a format's EXIF does not hold."""
    directory = metadata.exif_directory()
    if known.name == "TIFF":
        if COMMENT in metadata.text and directory.text(DESCRIPTION) not in (None, metadata.text[COMMENT]):
            yield "TIFF does not hold a comment beside the description in EXIF: PNG, JPEG do"
        if names := lost_with_layout(directory.entries):
            yield f"TIFF does not hold {', '.join(names)} of EXIF: PNG, JPEG do"
    own = exif_resolution(directory)
    alone = "dpi" in known.keeps and known.name not in ("PNG", "JPEG", "BMP")
    if alone and any(own) and (metadata.dpi or metadata.unitless) and not metadata.exif_says_resolution():
        yield f"EXIF's own resolution is not kept: {known.name} holds one, that of the file"


def _of_pieces(known: Format, metadata: Metadata) -> Iterator[str]:
    """The losses: parts that only the file's own format holds, and parts that describe the old pixels."""
    if known.name != metadata.format:
        # resolution and comments are held as what they say
        names = [piece.name for piece in metadata.pieces if piece.group in (OTHER, PROFILE)]
        if names:
            yield f"only {metadata.format} holds {', '.join(dict.fromkeys(names))} of the photo"
        return
    if any(piece.name.startswith(CREDENTIALS) for piece in metadata.pieces):
        yield Remark(
            "content credentials (C2PA) go along as they were: they vouch for the pixels before the filters"
        )


def _fields(metadata: Metadata) -> Iterator[str]:
    """The metadata fields of the photo that a format may lose."""
    for field in ("exif", "icc", "xmp", "iptc", "photoshop", "dpi", "unitless", "thumbnail"):
        if getattr(metadata, field):
            yield field
    if COMMENT in metadata.text:
        yield "comment"
    if set(metadata.text) - {COMMENT}:
        yield "text"


def _kind(photo: Photo) -> str:
    return "gray" if photo.channels < 3 else "RGB"


def _left_out_profile(known: Format, photo: Photo) -> bool:
    """Whether a profile that the format holds is not one of these pixels; of inks, reading says it."""
    inks = (photo.metadata.icc or b"")[16:20] == b"CMYK"
    fits = photo.metadata.icc_for(photo.channels) is not None
    return not inks and (not fits or (known.name == "WebP" and photo.channels < 3))


def _better(fits: Callable[[Format], bool], verb: str) -> str:
    """The first few formats that would keep it and need no extra: "PNG, TIFF hold"."""
    names = [each.name for each in ALL if each.depths and not each.needs and fits(each)][:3]
    verbs = {"do": "does", "hold": "holds"}
    return f"{', '.join(names)} {verb if len(names) > 1 else verbs[verb]}" if names else ""
