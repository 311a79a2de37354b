"""Directories of TIFF and EXIF as raw bytes: values are copied, moved and patched, never decoded and encoded.

A directory is a table of entries: a tag, the type and the number of its values, and the values themselves or,
where they take more than four bytes (eight in BigTIFF), their place (TIFF 6.0, section 2).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from fractions import Fraction
from typing import BinaryIO

from jaxstudio.lazy_dataclass import dataclass

BYTE, ASCII, SHORT, LONG, RATIONAL, UNDEFINED, IFD, LONG8, IFD8 = 1, 2, 3, 4, 5, 7, 13, 16, 18
# Bytes of a value by its type; in BigTIFF there are 16 to 18, too.
SIZES = dict(zip((*range(1, 14), 16, 17, 18), (1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 8, 8, 8), strict=True))
WORDS = {**SIZES, 5: 4, 10: 4}  # bytes that change places with the byte order
EXIF_IFD, GPS_IFD, INTEROP_IFD = 34665, 34853, 40965
CHILDREN = (EXIF_IFD, GPS_IFD, INTEROP_IFD)
ORIENTATION = 274
COMPRESSION, THUMBNAIL, THUMBNAIL_SIZE = 259, 513, 514
X_RESOLUTION, Y_RESOLUTION, RESOLUTION_UNIT = 282, 283, 296
WIDTHS, HEIGHTS = (256, 40962), (257, 40963)  # of the picture, in the first directory and the camera's
MOST_ENTRIES = 4096


@dataclass(frozen=True)
class Entry:
    """An entry: `data` are its values as they lie in the file; `child` is a directory that it points to."""

    kind: int
    count: int
    data: bytes
    child: Directory | None = None


@dataclass(frozen=True)
class Directory:
    """Entries by tag; numbers in `order`, "<" or ">"."""

    order: str
    entries: Mapping[int, Entry] = field(default_factory=dict)

    def numbers(self, tag: int) -> tuple[int, ...]:
        """The whole numbers of an entry; none where it is of another type."""
        entry = self.entries.get(tag)
        code = {BYTE: "B", SHORT: "H", LONG: "I", IFD: "I", LONG8: "Q", IFD8: "Q"}.get(
            entry.kind if entry else 0
        )
        if entry is None or code is None:
            return ()
        return struct.unpack(f"{self.order}{len(entry.data) // struct.calcsize(code)}{code}", entry.data)

    def number(self, tag: int) -> int | None:
        """The first whole number of an entry."""
        return next(iter(self.numbers(tag)), None)

    def ratio(self, tag: int) -> float | None:
        """A fraction; None where there is none."""
        entry = self.entries.get(tag)
        if entry is None or entry.kind != RATIONAL or len(entry.data) < 8:
            return None
        above, below = struct.unpack_from(self.order + "II", entry.data)
        return above / below if below else None

    def text(self, tag: int) -> str | None:
        """A text as it was meant: in UTF-8, else in Latin-1."""
        entry = self.entries.get(tag)
        return None if entry is None or entry.kind not in (BYTE, ASCII, UNDEFINED) else text_of(entry.data)

    def without(self, tags: Iterable[int]) -> Directory:
        """The directory without these tags."""
        return replace(self, entries={k: v for k, v in self.entries.items() if k not in set(tags)})

    def with_entries(self, entries: Mapping[int, Entry]) -> Directory:
        """The directory with these entries in place of its own."""
        return replace(self, entries={**self.entries, **entries})


def text_of(data: bytes) -> str:
    """Bytes as text: UTF-8 where they are, else Latin-1; without the zeros behind it."""
    data = data.rstrip(b"\0")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def rational(order: str, value: float) -> Entry:
    """A fraction as an entry."""
    part = Fraction(value).limit_denominator(10_000)
    return Entry(RATIONAL, 1, struct.pack(order + "II", part.numerator, part.denominator))


def short(order: str, value: int) -> Entry:
    """A whole number below 65536 as an entry."""
    return Entry(SHORT, 1, struct.pack(order + "H", value))


def ascii_text(text: str | bytes) -> Entry:
    """A text as an entry: in UTF-8, which readers of today expect where the specification says ASCII."""
    data = (text.encode() if isinstance(text, str) else text) + b"\0"
    return Entry(ASCII, len(data), data)


def raw(data: bytes, kind: int = UNDEFINED) -> Entry:
    """Bytes as an entry."""
    return Entry(kind, len(data), data)


Read = Callable[[int, int], bytes]  # (offset, size) to that many bytes, or ValueError


def reader_of(source: BinaryIO | bytes) -> Read:
    """Return a reader of bytes of a file or of a block in memory; it raises ValueError behind the end."""

    def read(offset: int, size: int) -> bytes:
        if isinstance(source, bytes):
            data = source[offset : offset + size]
        else:
            source.seek(offset)
            data = source.read(size)
        if len(data) != size:
            raise ValueError("a directory points behind the end of the file")
        return data

    return read


@dataclass(frozen=True)
class Header:
    """The byte order, whether it is a BigTIFF, and the place of the first directory."""

    order: str
    big: bool
    first: int

    @property
    def codes(self) -> tuple[str, str, int]:
        """Return the formats of the number of entries and of an offset, and an entry's length."""
        return (
            (self.order + "Q", self.order + "Q", 20) if self.big else (self.order + "H", self.order + "I", 12)
        )


def read_header(read: Read) -> Header:
    """The header of a TIFF or of an EXIF block; ValueError where it is none."""
    start = read(0, 8)
    order = {b"II": "<", b"MM": ">"}.get(start[:2])
    if order is None:
        raise ValueError("no TIFF header")
    if 43 in start[2:4]:
        return Header(order, True, struct.unpack(order + "Q", read(8, 8))[0])
    return Header(order, False, struct.unpack_from(order + "I", start, 4)[0])


@dataclass(frozen=True)
class Place:
    """The place of an entry in a file: the entry itself, and its values."""

    tag: int
    kind: int
    count: int
    at: int
    value_at: int
    size: int


def places(read: Read, header: Header, offset: int) -> tuple[list[Place], int]:
    """The entries of the directory at `offset`, and where the place of the next directory is written."""
    count_code, offset_code, length = header.codes
    width = struct.calcsize(offset_code)
    (count,) = struct.unpack(count_code, read(offset, struct.calcsize(count_code)))
    if count > MOST_ENTRIES:
        raise ValueError(f"a directory of {count} entries")
    at, found = offset + struct.calcsize(count_code), []
    for _ in range(count):
        whole = read(at, length)
        tag, kind, values = struct.unpack_from(header.order + ("HHQ" if header.big else "HHI"), whole)
        size = SIZES.get(kind, 0) * values
        inside = at + length - width
        value_at = inside if size <= width else struct.unpack_from(offset_code, whole, length - width)[0]
        found.append(Place(tag, kind, values, at, value_at, size))
        at += length
    return found, at


def read_directory(read: Read, header: Header, offset: int) -> tuple[Directory, int, list[int]]:
    """The directory at `offset`, the place of the next one (0 for none), and the tags that are damaged."""
    found, end = places(read, header, offset)
    entries: dict[int, Entry] = {}
    damaged: list[int] = []
    for place in found:
        try:
            if place.kind not in SIZES:
                raise ValueError(f"a value of type {place.kind}")
            data = read(place.value_at, place.size)
            child = None
            if place.tag in CHILDREN:
                (inner,) = struct.unpack(header.order + {4: "I", 8: "Q"}[place.size], data)
                child, _, inner_damage = read_directory(read, header, inner)
                damaged += inner_damage
            entries.setdefault(place.tag, Entry(place.kind, place.count, data, child))
        except (ValueError, KeyError, struct.error, RecursionError):
            damaged.append(place.tag)
    try:
        following = struct.unpack(header.codes[1], read(end, struct.calcsize(header.codes[1])))[0]
    except ValueError:
        following = 0
    return Directory(header.order, entries), following, damaged


def in_order(directory: Directory, order: str) -> Directory:
    """The directory in another byte order; UNDEFINED values stay as they are."""
    if directory.order == order:
        return directory
    entries = {}
    for tag, entry in directory.entries.items():
        width, child = WORDS[entry.kind], entry.child
        data = entry.data
        if width > 1:
            data = b"".join(data[at : at + width][::-1] for at in range(0, len(data), width))
        entries[tag] = replace(entry, data=data, child=in_order(child, order) if child else None)
    return Directory(order, entries)


def write_directory(directory: Directory, base: int, big: bool = False) -> bytes:
    """The directory with its values and children behind it, as it lies from the even offset `base` on."""
    order = directory.order
    count_code, offset_code, length = Header(order, big, 0).codes
    width = struct.calcsize(offset_code)
    table, values = b"", bytearray()
    begin = base + struct.calcsize(count_code) + length * len(directory.entries) + width
    for tag, entry in sorted(directory.entries.items()):
        at = begin + len(values)
        kind, count, data = entry.kind, entry.count, entry.data
        if entry.child is not None:
            kind, count, data = (LONG8 if big else LONG), 1, struct.pack(offset_code, at)
            values += write_directory(entry.child, at, big)
        elif not big and kind in (LONG8, IFD8, 17):
            kind = {LONG8: LONG, IFD8: IFD, 17: 9}[kind]
            data = struct.pack(
                f"{order}{count}I", *(n & 0xFFFFFFFF for n in struct.unpack(f"{order}{count}Q", data))
            )
        if len(data) > width:
            values += data
            data = struct.pack(offset_code, at)
        values += b"\0" * (len(values) % 2)
        table += struct.pack(order + ("HHQ" if big else "HHI"), tag, kind, count) + data.ljust(width, b"\0")
    return struct.pack(count_code, len(directory.entries)) + table + bytes(width) + bytes(values)


def block_of(directory: Directory) -> bytes:
    """The directory as a TIFF without pixels, the form of an EXIF block."""
    start = (b"II" if directory.order == "<" else b"MM") + struct.pack(directory.order + "HI", 42, 8)
    return start + write_directory(directory, 8)


class Block:
    """An EXIF block (from its TIFF header on) that is patched where it lies.

    Whatever is not patched keeps its place: the notes of cameras hold offsets from the block's begin.
    ValueError where the first directory is damaged.
    """

    def __init__(self, data: bytes) -> None:
        self.data = bytearray(data)
        self.header = read_header(self._read)
        if self.header.big:
            raise ValueError("EXIF is no BigTIFF")
        places(self._read, self.header, self.header.first)

    @classmethod
    def empty(cls) -> Block:
        """A block without an entry."""
        return cls(block_of(Directory("<")))

    def __bytes__(self) -> bytes:
        return bytes(self.data)

    def _read(self, offset: int, size: int) -> bytes:
        data = bytes(self.data[offset : offset + size])
        if len(data) != size:
            raise ValueError("EXIF is cut short")
        return data

    def directory(self) -> tuple[Directory, list[int]]:
        """The whole tree, and the tags that are damaged."""
        found, _, damaged = read_directory(self._read, self.header, self.header.first)
        return found, damaged

    def _directories(self) -> Iterator[int]:
        """Yield the offsets of the first directory and of those below it."""
        waiting, seen = [self.header.first], set()
        while waiting:
            offset = waiting.pop(0)
            if offset in seen:
                continue
            seen.add(offset)
            try:
                found, _ = places(self._read, self.header, offset)
            except ValueError:
                continue
            yield offset
            waiting += [self._number(place) for place in found if place.tag in CHILDREN and place.size == 4]

    def _number(self, place: Place) -> int:
        code = {SHORT: "H"}.get(place.kind, "I")
        return int(struct.unpack_from(self.header.order + code, self.data, place.value_at)[0])

    def _places_of(self, tags: Iterable[int]) -> list[Place]:
        wanted = set(tags)
        return [
            place
            for offset in self._directories()
            for place in places(self._read, self.header, offset)[0]
            if place.tag in wanted
        ]

    def has(self, tag: int) -> bool:
        """Whether an entry with this tag is in the first directory or below it."""
        return bool(self._places_of([tag]))

    def orientation(self) -> int:
        """1 to 8; 1 where nothing valid is said."""
        found, _ = places(self._read, self.header, self.header.first)
        value = next(
            (self._number(place) for place in found if place.tag == ORIENTATION and place.count == 1), 1
        )
        return value if 1 <= value <= 8 else 1

    def set_number(self, tags: Iterable[int], value: int) -> None:
        """Replace the number of the entries with these tags."""
        for place in self._places_of(tags):
            if place.count == 1 and place.kind in (SHORT, LONG):
                kind = LONG if value > 65535 else place.kind
                struct.pack_into(self.header.order + "H", self.data, place.at + 2, kind)
                number = struct.pack(self.header.order + ("I" if kind == LONG else "H"), value)
                self.data[place.at + 8 : place.at + 12] = number.ljust(4, b"\0")

    def turn_resolution(self) -> None:
        """The horizontal resolution as the vertical one, and the other way round."""
        found, _ = places(self._read, self.header, self.header.first)
        two = [place.at for place in found if place.tag in (X_RESOLUTION, Y_RESOLUTION)]
        if len(two) == 2:
            a, b = (slice(at + 2, at + 12) for at in two)
            self.data[a], self.data[b] = self.data[b], self.data[a]

    def drop_thumbnail(self) -> bool:
        """Leave out the second directory and its small picture, their bytes too; whether there was one."""
        _, end = places(self._read, self.header, self.header.first)
        try:
            (second,) = struct.unpack(self.header.order + "I", self._read(end, 4))
        except ValueError:
            return False
        struct.pack_into(self.header.order + "I", self.data, end, 0)
        if not second:
            return False
        try:
            inner, _ = places(self._read, self.header, second)
        except ValueError:
            return False
        kept = max(self._extent(offset) for offset in self._directories())
        numbers = {
            place.tag: self._number(place) for place in inner if place.tag in (THUMBNAIL, THUMBNAIL_SIZE)
        }
        areas = [(place.value_at, place.size) for place in inner] + [(second, 6 + 12 * len(inner))]
        if len(numbers) == 2:
            areas.append((numbers[THUMBNAIL], numbers[THUMBNAIL_SIZE]))
        for at, size in areas:
            end = min(at + size, len(self.data))
            if at >= kept or self.data[at : at + 2] == b"\xff\xd8":  # never what a damaged offset points to
                self.data[at:end] = bytes(max(0, end - at))
        while len(self.data) > kept and not self.data[-1]:
            del self.data[max(kept, len(self.data.rstrip(b"\0"))) :]
        return len(numbers) == 2

    def append_thumbnail(self, jpeg: bytes) -> None:
        """A second directory with a small picture, at the end of a block that has none."""
        _, pointer = places(self._read, self.header, self.header.first)
        order = self.header.order
        self.data += b"\0" * (len(self.data) % 2)
        struct.pack_into(order + "I", self.data, pointer, len(self.data))
        size = len(self.data) + 2 + 3 * 12 + 4
        numbers = {COMPRESSION: 6, THUMBNAIL: size, THUMBNAIL_SIZE: len(jpeg)}
        entries = {tag: Entry(LONG, 1, struct.pack(order + "I", number)) for tag, number in numbers.items()}
        entries[COMPRESSION] = short(order, numbers[COMPRESSION])
        self.data += write_directory(Directory(order, entries), len(self.data)) + jpeg

    def _extent(self, offset: int) -> int:
        """Return the end of a directory and its values."""
        found, end = places(self._read, self.header, offset)
        ends = (
            place.value_at + place.size for place in found if place.value_at + place.size <= len(self.data)
        )
        return max(end + 4, *ends) if found else end + 4

    def remove(self, tags: Iterable[int]) -> None:
        """Leave out entries with these tags; their values, and the directories below them, are zeroed."""
        wanted = set(tags)
        for offset in list(self._directories()):
            self._remove_from(offset, wanted)

    def _remove_from(self, offset: int, tags: set[int] | None) -> None:
        try:
            found, end = places(self._read, self.header, offset)
        except ValueError:
            return
        kept = b""
        for place in found:
            if tags is not None and place.tag not in tags:
                kept += self.data[place.at : place.at + 12]
                continue
            if place.tag in CHILDREN and place.size == 4:
                self._remove_from(self._number(place), None)
            if place.value_at + place.size <= len(self.data):
                self.data[place.value_at : place.value_at + place.size] = bytes(place.size)
        following = bytes(self.data[end : end + 4])
        start = offset + 2
        self.data[start : end + 4] = (kept + following).ljust(end + 4 - start, b"\0")
        struct.pack_into(self.header.order + "H", self.data, offset, len(kept) // 12)

    def put(self, entries: Mapping[int, Entry]) -> None:
        """Entries of the first directory, in place of its own; the directory moves to the block's end."""
        found, end = places(self._read, self.header, self.header.first)
        whole = {place.tag: bytes(self.data[place.at : place.at + 12]) for place in found}
        order = self.header.order
        self.data += b"\0" * (len(self.data) % 2)
        for tag, entry in entries.items():
            data = entry.data
            if len(data) > 4:
                self.data += data + b"\0" * (len(data) % 2)
                data = struct.pack(order + "I", len(self.data) - len(data) - len(data) % 2)
            whole[tag] = struct.pack(order + "HHI", tag, entry.kind, entry.count) + data.ljust(4, b"\0")
        following = bytes(self.data[end : end + 4]).ljust(4, b"\0")
        struct.pack_into(order + "I", self.data, 4, len(self.data))
        self.header = replace(self.header, first=len(self.data))
        self.data += struct.pack(order + "H", len(whole))
        self.data += b"".join(whole[tag] for tag in sorted(whole)) + following


def shortened(block: bytes, limit: int) -> tuple[bytes | None, list[int]]:
    """The block without its longest values until it is no longer than `limit` bytes, and their tags."""
    found, _ = Block(block).directory()
    lost: list[int] = []

    def longest(directory: Directory) -> tuple[int, int]:
        sizes = [
            longest(entry.child) if entry.child else (len(entry.data), tag)
            for tag, entry in directory.entries.items()
        ]
        return max(sizes, default=(0, 0))

    def without(directory: Directory, tag: int) -> Directory:
        entries = {
            key: replace(entry, child=without(entry.child, tag)) if entry.child else entry
            for key, entry in directory.entries.items()
            if key != tag
        }
        return Directory(directory.order, entries)

    while len(block) > limit:
        size, tag = longest(found)
        if not size:
            return None, lost
        lost.append(tag)
        found = without(found, tag)
        block = block_of(found)
    return block, lost
