"""How a file stores its pixels, where a format has several ways: as the source did, or as is asked for."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from jaxstudio.errors import UsageError

COMPRESSIONS = ("uncompressed", "deflate", "lzw", "packbits", "zstd", "zip", "zips", "rle", "piz")
BITS = (8, 10, 12)
SUBSAMPLINGS = ("4:4:4", "4:2:2", "4:2:0", "4:1:1", "4:4:0")
TILE = 256  # pixels a side, where none is known


@dataclass(frozen=True)
class Storage:
    """`compression` is one of `COMPRESSIONS`; `tile` the (height, width) of tiles, (0, 0) for strips; `half`
    whether floating point values have 16 bits; `bits` those of a value of AVIF and HEIC; `subsampling` how
    many colours these and JPEG hold. None: as the source does, else as the writer likes best.
    """

    compression: str | None = None
    tile: tuple[int, int] | None = None
    half: bool | None = None
    bits: int | None = None
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
    **{f"{bits}-bit": {"bits": bits} for bits in BITS},
    **{name: {"subsampling": name} for name in SUBSAMPLINGS},
}


def parse_storage(words: list[str]) -> Storage:
    """What is asked for in words, several in one with commas; UsageError for one that is not known."""
    storage = Storage()
    for word in (part.strip() for each in words for part in each.split(",")):
        if word not in WORDS:
            raise UsageError(f"--store {word}: expected {', '.join(WORDS)}")
        storage = Storage(**WORDS[word]).over(storage)  # type: ignore[arg-type]
    return storage
