"""How a file stores its pixels, where a format has several ways: as the source did, or as is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from jaxstudio.errors import UsageError

COMPRESSIONS = ("uncompressed", "deflate", "lzw", "packbits", "zstd", "zip", "zips", "rle", "piz")
SUBSAMPLINGS = ("4:4:4", "4:2:2", "4:2:0", "4:1:1", "4:4:0")
TILE = 256  # pixels a side, where none is known


@dataclass(frozen=True)
class Storage:
    """`compression` is one of `COMPRESSIONS`; `tile` the (height, width) of tiles, (0, 0) for strips; `half`
    whether floating point values have 16 bits; `subsampling` how many colours a JPEG holds. None: as the
    source does, else as the writer likes best.
    """

    compression: str | None = None
    tile: tuple[int, int] | None = None
    half: bool | None = None
    subsampling: str | None = None

    def over(self, other: Storage) -> Storage:
        """This one, and where it says nothing the other one."""
        said = {each.name: getattr(self, each.name) for each in fields(self)}
        return replace(other, **{name: value for name, value in said.items() if value is not None})


WORDS: dict[str, dict[str, object]] = {
    **{name: {"compression": name} for name in COMPRESSIONS},
    "strips": {"tile": (0, 0)},
    "tiles": {"tile": (TILE, TILE)},
    "half": {"half": True},
    "float": {"half": False},
    **{name: {"subsampling": name} for name in SUBSAMPLINGS},
}


# What each format can be asked for; no other format has several ways.
HELD = {
    "TIFF": {"compression", "tile", "half"},
    "OpenEXR": {"compression", "half"},
    "JPEG": {"subsampling"},
}
OF_TIFF, OF_EXR = {*COMPRESSIONS[:5]}, {"uncompressed", *COMPRESSIONS[5:]}


def check_storage(words: Iterable[str], formats: Iterable[str]) -> None:
    """UsageError for a word that none of these formats follows."""
    formats = set(formats)
    for word in (part.strip() for each in words for part in each.split(",")):
        said = set(WORDS.get(word, {}))
        holding = {name for name in formats if said & HELD.get(name, set())}
        if "compression" in said:
            holding -= {"TIFF"} if word not in OF_TIFF else set()
            holding -= {"OpenEXR"} if word not in OF_EXR else set()
        if not holding:
            raise UsageError(
                f"--store {word}: no file after -o can be stored so: expected TIFF, OpenEXR or JPEG"
            )


def parse_storage(words: Iterable[str]) -> Storage:
    """What is asked for in words, several in one with commas; UsageError for one that is not known."""
    storage = Storage()
    for word in (part.strip() for each in words for part in each.split(",")):
        if word not in WORDS:
            raise UsageError(f"--store {word}: expected {', '.join(WORDS)}")
        storage = Storage(**WORDS[word]).over(storage)  # type: ignore[arg-type]
    return storage
