"""The formats of photos: their signatures, depths, metadata, storage and packages."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterable
from dataclasses import fields, replace
from pathlib import Path

from jaxstudio.errors import UsageError, Wording
from jaxstudio.lazy_dataclass import dataclass


@dataclass(frozen=True)
class Format:
    """A file format.

    `starts` are pairs (offset, bytes) of which one is in every such file; a format without any is recognised
    by its suffix. `depths` are those that are written, from the least to the best: empty where a format is
    read only. `longest` is the longest side in pixels. `keeps` are the fields of `Metadata` that are written,
    "comment" where of all text that is the only one.
    `needs` is the module that reads and writes it, where that is in the extra `jaxstudio[formats]`.
    """

    name: str
    suffixes: tuple[str, ...]
    starts: tuple[tuple[int, bytes], ...] = ()
    depths: tuple[str, ...] = ()
    longest: int = 2**31 - 1
    alpha: bool = True
    lossless: bool = True
    keeps: frozenset[str] = frozenset()
    needs: str = ""

    @property
    def quality(self) -> bool:
        """Whether a quality can be chosen."""
        return bool(self.depths) and not self.lossless and self.name != "GIF"

    @property
    def available(self) -> bool:
        """Whether the package that it needs is installed."""
        return not self.needs or installed(self.needs)


def installed(package: str) -> bool:
    """Whether a package of an extra is there."""
    return importlib.util.find_spec(package) is not None


PROFILE_AND_EXIF = frozenset({"exif", "icc", "xmp", "dpi", "unitless"})
EVERYTHING = PROFILE_AND_EXIF | {"iptc", "photoshop", "comment"}
_RAW = "3fr arw cr2 cr3 dng erf iiq kdc mef mos mrw nef nrw orf pef raf raw rw2 rwl sr2 srw x3f"
RAW_SUFFIXES = tuple(f".{suffix}" for suffix in _RAW.split(" "))
ALL = (
    Format("PNG", (".png",), ((0, b"\x89PNG\r\n\x1a\n"),), ("8", "16"), keeps=EVERYTHING | {"text"}),
    Format(
        "JPEG",
        (".jpg", ".jpeg", ".mpo"),
        ((0, b"\xff\xd8\xff"),),
        ("8",),
        65_535,
        alpha=False,
        lossless=False,
        keeps=EVERYTHING | {"thumbnail"},
    ),
    Format(
        "TIFF",
        (".tif", ".tiff"),
        tuple((0, start) for start in (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+", b"MM*\0", b"II\0*")),
        ("8", "16", "float32"),
        keeps=EVERYTHING,
    ),
    Format("WebP", (".webp",), ((8, b"WEBP"),), ("8",), 16_383, keeps=PROFILE_AND_EXIF),
    Format("BMP", (".bmp",), ((0, b"BM"),), ("8",), 2**24, alpha=False, keeps=frozenset({"dpi"})),
    Format("GIF", (".gif",), ((0, b"GIF8"),), ("8",), 65_535, lossless=False, keeps=frozenset({"comment"})),
    Format(
        "PNM",
        (".ppm", ".pgm", ".pnm"),
        tuple((0, b"P%d" % kind) for kind in range(1, 7)),
        ("8", "16"),
        alpha=False,
    ),
    Format("PFM", (".pfm",), ((0, b"PF"), (0, b"Pf")), ("float32",), alpha=False),
    Format(
        "JPEG 2000",
        (".jp2", ".j2k", ".jpx"),
        ((0, b"\0\0\0\x0cjP  \r\n\x87\n"), (0, b"\xff\x4f\xff\x51")),
        ("8",),
        keeps=EVERYTHING,
    ),
    Format("npy", (".npy",), (), ("float32",)),
    Format(
        "AVIF",
        (".avif",),
        ((4, b"ftypavif"), (4, b"ftypavis")),
        ("8", "16") if installed("imagecodecs") else ("8",),
        65_535,
        lossless=False,
        keeps=PROFILE_AND_EXIF,
    ),
    Format(
        "HEIC",
        (".heic", ".heif"),
        tuple((4, b"ftyp" + brand) for brand in (b"heic", b"heix", b"hevc", b"hevx", b"mif1", b"msf1")),
        ("8", "16"),
        16_383,
        lossless=False,
        keeps=PROFILE_AND_EXIF,
        needs="pillow_heif",
    ),
    Format(
        "JPEG XL",
        (".jxl",),
        ((0, b"\0\0\0\x0cJXL \r\n\x87\n"), (0, b"\xff\x0a")),
        ("8", "16", "float32"),
        keeps=PROFILE_AND_EXIF - {"icc"},
        needs="imagecodecs",
    ),
    Format("OpenEXR", (".exr",), ((0, b"\x76\x2f\x31\x01"),), ("float32",), needs="OpenEXR"),
    Format("HDR", (".hdr",), ((0, b"#?RADIANCE"), (0, b"#?RGBE")), needs="cv2"),
    Format("camera raw", RAW_SUFFIXES, ((0, b"FUJIFILMCCD-RAW"), (4, b"ftypcrx ")), needs="rawpy"),
)
SUFFIXES = tuple(suffix for known in ALL for suffix in known.suffixes)
BY_NAME = {known.name: known for known in ALL}
FORMATS = {suffix: known for known in ALL for suffix in known.suffixes if known.depths}
KNOWN = Wording("{0} or {1}", ", ".join(known.name for known in ALL[:-1]), ALL[-1].name)
HEADER_BYTES = 32


def identify(start: bytes, suffix: str) -> Format | None:
    """The format of a file that begins with `start`, or, where its suffix alone decides, by that.

    Most camera raw files are TIFF inside: their suffix decides. So does that of .npy.
    """
    suffix = suffix.lower()
    if suffix == ".npy":
        return BY_NAME["npy"]
    marked = (each for each in ALL if any(start[at : at + len(mark)] == mark for at, mark in each.starts))
    found = next(marked, None)
    if suffix in RAW_SUFFIXES and (found is None or found.name == "TIFF"):
        return BY_NAME["camera raw"]
    return found


def install_hint(known: Format) -> Wording:
    """Say how to install the package that a format needs."""
    return Wording("{0} needs the package {1}: pip install 'jaxstudio[formats]'", known.name, known.needs)


def format_of(path: str | os.PathLike[str]) -> Format:
    """The format that the suffix of `path` stands for; UsageError where none is written by that name."""
    suffix = Path(path).suffix.lower()
    if suffix not in FORMATS:
        what = (
            Wording("no format is known for {0}", repr(suffix))
            if suffix
            else Wording("the name has no suffix")
        )
        if any(suffix in known.suffixes for known in ALL):
            what = Wording("{0} files are read, not written", suffix)
        raise UsageError("{0}: {1}, expected one of {2}", path, what, ", ".join(FORMATS))
    known = FORMATS[suffix]
    if not known.available:
        raise UsageError("{0}: {1}", path, install_hint(known))
    return known


def check_depth(path: str | os.PathLike[str], depth: str) -> None:
    """UsageError where the format of `path` does not hold `depth`."""
    known = format_of(path)
    if depth not in known.depths:
        raise UsageError(
            "{0}: {1} does not hold depth {2}, expected {3}",
            path,
            known.name,
            depth,
            " or ".join(known.depths),
        )


def default_depth(path: str | os.PathLike[str], photo_depth: str, storage: Storage | None = None) -> str:
    """The depth of the photo where the format of `path` holds it, else the next best.

    Where `storage` asks for 10 or 12 bits it is 16, of which the format keeps so many.
    """
    known = format_of(path)
    if storage is not None and storage.bits and known.name in DEEP:
        return known.depths[-1]
    return photo_depth if photo_depth in known.depths else known.depths[-1]


DEEP = ("AVIF", "HEIC")  # of depth 16 they keep 10 bits or 12
USUAL_BITS = 10  # which most programs show
TILE = 256  # pixels a side, where none is known


@dataclass(frozen=True)
class Storage:
    """The way a file stores its pixels, for formats with several ways.

    `compression` is a word of `WAYS`; `tile` the (height, width) of tiles, (0, 0) for strips; `half` whether
    floating point values have 16 bits; `subsampling` how many colours a JPEG holds; `bits` how many AVIF and
    HEIC hold. None: as the source does, else as the writer likes best.
    """

    compression: str | None = None
    tile: tuple[int, int] | None = None
    half: bool | None = None
    subsampling: str | None = None
    bits: int | None = None

    def over(self, other: Storage) -> Storage:
        """This one, and where it says nothing the other one."""
        said = {each.name: getattr(self, each.name) for each in fields(self)}
        return replace(other, **{name: value for name, value in said.items() if value is not None})


# How pixels can be stored, in words: the formats that follow each, and what it asks for.
_FLOATS = ("TIFF", "OpenEXR")
WAYS: dict[str, tuple[tuple[str, ...], Storage]] = {
    "uncompressed": (_FLOATS, Storage("uncompressed")),
    **{name: (("TIFF",), Storage(name)) for name in ("deflate", "lzw", "packbits", "zstd")},
    **{name: (("OpenEXR",), Storage(name)) for name in ("zip", "zips", "rle", "piz")},
    "strips": (("TIFF",), Storage(tile=(0, 0))),
    "tiles": (("TIFF",), Storage(tile=(TILE, TILE))),
    "half": (_FLOATS, Storage(half=True)),
    "float": (_FLOATS, Storage(half=False)),
    **{
        name: (("JPEG",), Storage(subsampling=name)) for name in ("4:4:4", "4:2:2", "4:2:0", "4:1:1", "4:4:0")
    },
    **{f"{bits}-bit": (DEEP, Storage(bits=bits)) for bits in (10, 12)},
}


def ways_of(form: str) -> list[str]:
    """The words of `WAYS` that files of a format follow."""
    return [word for word, (forms, _) in WAYS.items() if form in forms]


def storage_words(texts: Iterable[str]) -> list[str]:
    """The words of --store, separated by commas; UsageError for an unknown one."""
    words = [word.strip() for each in texts for word in each.split(",")]
    for word in words:
        if word not in WAYS:
            raise UsageError("--store {0}: expected {1}", word, ", ".join(WAYS))
    return words


def check_storage(texts: Iterable[str], formats: Iterable[str]) -> None:
    """UsageError for a word that files of none of these formats follow."""
    formats = sorted(formats)
    for word in storage_words(texts):
        if not set(WAYS[word][0]) & set(formats):
            known = [f"for {form} {', '.join(ways_of(form))}" for form in formats if ways_of(form)]
            other = "; ".join(known) or f"no such word: {', '.join(formats) or 'this'} is stored in one way"
            raise UsageError(
                "--store {0}: is for {1}, expected {2}", word, " and ".join(WAYS[word][0]), other
            )


def parse_storage(texts: Iterable[str]) -> Storage:
    """Read the words of --store; of two words for the same thing the last one counts."""
    storage = Storage()
    for word in storage_words(texts):
        storage = WAYS[word][1].over(storage)
    return storage


class Remark(str):
    """A line about something that goes along as it was; lines that are none tell of a loss."""
