"""What a file cannot hold of a photo, in lines that name formats that can, before anything is written."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from jaxstudio.files.encode import too_long_for_jpeg, whole_inches
from jaxstudio.files.formats import ALL, DEEP, USUAL_BITS, Format, Remark, Storage, format_of
from jaxstudio.files.metadata import COMMENT, OTHER, PROFILE, Metadata, exif_resolution
from jaxstudio.files.photo import Photo
from jaxstudio.files.tiff_metadata import DESCRIPTION, lost_with_layout
from jaxstudio.files.xmp import joined

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
    """What reading left out and what the format of `path` cannot hold of a photo, each as a line.

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
        and joined(metadata.xmp or b"", metadata.extension) is None
    ):
        yield "the second packet of XMP is not kept: it cannot be joined with the first"
    yield from _of_exif(known, metadata)
    yield from _of_pieces(known, metadata)


def _of_exif(known: Format, metadata: Metadata) -> Iterator[str]:
    """What the place of EXIF in a format does not hold beside what the photo says elsewhere."""
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
    """Parts of the file that its format alone holds, and those that go along but show the photo as it was."""
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
    """The fields that the photo has, of which a format may or may not keep each."""
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
    """The first few formats that fit and need no extra, and what they do: "PNG, TIFF hold"."""
    names = [each.name for each in ALL if each.depths and not each.needs and fits(each)][:3]
    verbs = {"do": "does", "hold": "holds"}
    return f"{', '.join(names)} {verb if len(names) > 1 else verbs[verb]}" if names else ""
