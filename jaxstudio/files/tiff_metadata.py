"""Metadata of a page of a TIFF, also of a page that Pillow cannot decode."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from jaxstudio.files import packets
from jaxstudio.files.formats import Storage
from jaxstudio.files.metadata import (
    DAMAGED,
    EXIF_START,
    INCH,
    Metadata,
    exif_resolution,
    tags_in_words,
)
from jaxstudio.files.packets import upright_xmp
from jaxstudio.files.tiff_directory import (
    EXIF_IFD,
    GPS_IFD,
    IFD,
    IFD8,
    ORIENTATION,
    RESOLUTION_UNIT,
    X_RESOLUTION,
    Y_RESOLUTION,
    Directory,
    Entry,
    Header,
    ascii_text,
    block_of,
    read_directory,
    read_header,
    reader_of,
)

ICC, XMP, IPTC, PHOTOSHOP, DESCRIPTION = 34675, 700, 33723, 34377, 270
PHOTOMETRIC, SAMPLES, EXTRA_SAMPLES = 262, 277, 338
COMPRESSION, TILE_WIDTH, TILE_LENGTH, BITS, SAMPLE_FORMAT = 259, 322, 323, 258, 339
# Tags that say how the pixels lie in the file, which its writer says anew.
LAYOUT_TAGS = frozenset({254, 255, *range(256, 267), 273, 277, 278, 279, 284, *range(288, 294), 317})
LAYOUT_TAGS |= frozenset({*range(320, 326), 332, 338, 339, 347, *range(512, 522), 529, 530, 531, 559})
PAGE_NUMBER = 297
# Those of a camera raw file that describe the photo.
DESCRIPTIVE = {270, 271, 272, 282, 283, 296, 305, 306, 315, 316, 18246, 18249, 33432, *range(40091, 40096)}
DESCRIPTIVE |= {EXIF_IFD, GPS_IFD}
# Those of other pictures of the file, and of values that a filter changes.
LEFT_OUT = {
    280: "MinSampleValue",
    281: "MaxSampleValue",
    301: "TransferFunction",
    330: "SubIFDs (reduced pictures)",
    336: "DotRange",
    340: "SMinSampleValue",
    341: "SMaxSampleValue",
    532: "ReferenceBlackWhite",
    34022: "ColorTable",
    37724: "ImageSourceData (layers of Photoshop)",
    50838: "ImageJ's labels of slices",
    50839: "ImageJ's labels of slices",
}
COMPRESSIONS = {1: "uncompressed", 5: "lzw", 8: "deflate", 32946: "deflate", 32773: "packbits", 50000: "zstd"}
HIGHEST = 16 << 20  # bytes of one value that goes along
SHAPED = '{"shape": '  # tifffile's own description of an array: it would not fit another one
IMAGEJ_STACK = re.compile(r"^(images|channels|slices|frames|hyperstack|mode|loop)=.*\n?", re.MULTILINE)


def tiff_metadata(path: Path, page: int = 1) -> Metadata:
    """The metadata of a page (from 1); damaged entries are left out."""
    try:
        with open(path, "rb") as file:
            return _metadata(file, page)
    except Exception:  # a photo whose metadata is broken is still a photo
        return Metadata(notes=("the directory of the TIFF is damaged: its metadata is not kept",))


def raw_metadata(path: Path) -> Metadata:
    """Return the metadata of a camera raw file that is a TIFF inside, without its sensor's tags."""
    try:
        with open(path, "rb") as file:
            read = reader_of(file)
            directory, _, _ = read_directory(read, header := read_header(read), header.first)
        block, _ = _block(_only(directory, DESCRIPTIVE), header, True, False)
        xmp = _bytes(directory, XMP)
        return Metadata(
            exif=EXIF_START + block if block else None,
            xmp=upright_xmp(xmp) if xmp else None,
            iptc=packets.iptc_block(_bytes(directory, IPTC), directory.order),
            notes=("what the camera raw file says about its sensor is not kept",),
        )
    except Exception:  # of a kind that is no TIFF
        return Metadata(notes=("the metadata of the camera raw file is not kept",))


def _only(directory: Directory, tags: Iterable[int]) -> Directory:
    """The directory with these tags alone."""
    return Directory(
        directory.order, {tag: directory.entries[tag] for tag in tags if tag in directory.entries}
    )


def _metadata(file: BinaryIO, page: int) -> Metadata:
    read = reader_of(file)
    header = read_header(read)
    directory, following, damaged = read_directory(read, header, header.first)
    for _ in range(page - 1):
        directory, following, damaged = read_directory(read, header, following)
    single = page == 1 and not following
    orientation = directory.number(ORIENTATION) or 1
    block, notes = _block(directory, header, single, 5 <= orientation <= 8)
    lost = [tag for tag in directory.entries if tag in LEFT_OUT] + damaged
    lost += [tag for tag, entry in directory.entries.items() if _is_foreign(tag, entry)]
    if lost:
        names = dict.fromkeys(_name(tag) for tag in sorted(set(lost)))
        notes += (f"tags of the TIFF are not kept: {', '.join(names)}",)
    if _has_unspecified(directory):
        notes += ("the last sample of each pixel, which the TIFF does not call alpha, is not kept",)
    icc, xmp, resources = (_bytes(directory, tag) for tag in (ICC, XMP, PHOTOSHOP))
    inner, others, small = packets.taken_apart(resources) if resources else (None, None, False)
    if small:
        notes += ("the picture of the photo in Photoshop's resources is not kept",)
    dpi, unitless = exif_resolution(directory, INCH)
    if 5 <= orientation <= 8:
        dpi, unitless = (pair and (pair[1], pair[0]) for pair in (dpi, unitless))
    metadata = Metadata(
        exif=EXIF_START + block if block else None,
        icc=icc,
        xmp=upright_xmp(xmp) if xmp else None,
        dpi=dpi,
        unitless=unitless,
        iptc=packets.iptc_block(_bytes(directory, IPTC), directory.order) or inner,
        photoshop=others,
        notes=notes,
        storage=_storage(directory),
    )
    return metadata if EXIF_IFD not in damaged else replace(metadata, notes=(*metadata.notes, DAMAGED))


def _has_unspecified(directory: Directory) -> bool:
    """Whether pixels have a sample beside their colours that is no alpha: a mask, say, or infrared light.

    Where the tag is missing it is alpha: OpenCV writes it so, and libtiff and Pillow read it so.
    """
    colours = {0: 1, 1: 1, 2: 3}.get(directory.number(PHOTOMETRIC) or 0)
    more = (directory.number(SAMPLES) or 1) - (colours or 4)
    return colours is not None and more == 1 and directory.number(EXTRA_SAMPLES) == 0


def _name(tag: int) -> str:
    return LEFT_OUT.get(tag) or tags_in_words([tag])


def _is_foreign(tag: int, entry: Entry) -> bool:
    """Whether an entry points into its own file, or is too long to be held in memory."""
    if entry.child is not None or tag in LAYOUT_TAGS or tag in LEFT_OUT or tag in (ICC, XMP, IPTC, PHOTOSHOP):
        return False
    return entry.kind in (IFD, IFD8) or len(entry.data) > HIGHEST


def _bytes(directory: Directory, tag: int) -> bytes | None:
    entry = directory.entries.get(tag)
    return entry.data if entry is not None and entry.data else None


def _block(
    directory: Directory, header: Header, single: bool, turned: bool
) -> tuple[bytes | None, tuple[str, ...]]:
    """Return everything about the photo as an EXIF block of its own, and the parts that do not go along."""
    entries = {
        tag: entry
        for tag, entry in directory.entries.items()
        if tag not in LAYOUT_TAGS
        and tag not in LEFT_OUT
        and tag not in (ICC, XMP, IPTC, PHOTOSHOP, ORIENTATION, *(() if single else (PAGE_NUMBER,)))
        and (not _is_foreign(tag, entry))
    }
    if turned and X_RESOLUTION in entries and Y_RESOLUTION in entries:
        entries[X_RESOLUTION], entries[Y_RESOLUTION] = entries[Y_RESOLUTION], entries[X_RESOLUTION]
    notes: tuple[str, ...] = ()
    text = directory.text(DESCRIPTION)
    if text is not None:
        kept, why = _description(text, single)
        notes = (why,) if why else ()
        if kept is None:
            entries.pop(DESCRIPTION, None)
        elif kept != text:
            entries[DESCRIPTION] = ascii_text(kept)
    # a scale without a unit has no other place in most formats
    only = set(entries) - {X_RESOLUTION, Y_RESOLUTION, RESOLUTION_UNIT} or exif_resolution(directory)[1]
    return (block_of(Directory(directory.order, entries)) if only else None), notes


def _description(text: str, single: bool) -> tuple[str | None, str]:
    """The description of one picture, None if it no longer fits, and a line about losses."""
    if text.startswith(SHAPED):
        try:
            more = sorted(set(json.loads(text)) - {"shape", "axes"})
        except (ValueError, TypeError):
            more = []
        return None, f"what tifffile's description says is not kept: {', '.join(more)}" if more else ""
    if "<OME" in text[:4096] and "<Pixels" in text:
        planes = 1
        for letter in "ZT":
            found = re.search(rf'\bSize{letter}="(\d+)"', text)
            planes *= int(found[1]) if found else 1
        channels = re.search(r'\bSizeC="(\d+)"', text)
        samples = re.search(r'\bSamplesPerPixel="(\d+)"', text)
        planes *= max(1, int(channels[1]) if channels else 1) // max(1, int(samples[1]) if samples else 1)
        if not single or planes > 1 or len(re.findall("<Pixels", text)) > 1:
            return None, "OME-XML is not kept: it describes other pictures of the file, too"
    if text.startswith("ImageJ=") and not single:
        return IMAGEJ_STACK.sub(
            "", text
        ), "ImageJ's description of a stack is not kept: the result is one picture"
    return text, ""


def _storage(directory: Directory) -> Storage:
    wide, high = directory.number(TILE_WIDTH), directory.number(TILE_LENGTH)
    half = directory.number(BITS) == 16 and directory.number(SAMPLE_FORMAT) == 3
    compression = directory.number(COMPRESSION) or 1
    tile = (high, wide) if wide and high and not (wide % 16 or high % 16) else (0, 0)
    return Storage(COMPRESSIONS.get(compression, "deflate"), tile, half or None)


def fitting_description(text: str, shape: tuple[int, int, int], kind: str) -> str:
    """OME-XML with the size and the type of the result's pixels; any other text as it is."""
    if "<OME" not in text[:4096] or "<Pixels" not in text:
        return text
    for name, value in (("SizeX", shape[1]), ("SizeY", shape[0]), ("Type", kind)):
        text = re.sub(rf'(<Pixels\b[^>]*\b{name}=")[^"]*(")', rf"\g<1>{value}\g<2>", text)
    return text


def lost_with_layout(tags: Iterable[int]) -> list[str]:
    """Tags of EXIF's first directory that a TIFF holds in another sense, by name."""
    return [_name(tag) for tag in sorted(set(tags) & set(LEFT_OUT))]
