"""Pictures larger than memory, read region by region: TIFF in tiles or strips, OME-Zarr and plain Zarr."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from jaxstudio.batch.ome_zarr import is_zarr, open_zarr
from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.source import RegionSource
from jaxstudio.errors import PhotoError
from jaxstudio.files.metadata import Metadata
from jaxstudio.files.quantise import DEPTHS
from jaxstudio.files.tiff_metadata import tiff_metadata
from jaxstudio.lazy_dataclass import dataclass

# Pixels from which a TIFF is read by regions: of tiles or compressed strips, which would else be decoded as a
# whole, and of any.
LARGE_TILED, LARGE = 48_000_000, 200_000_000
# Bytes of decoded tiles that are kept for the regions beside.
CACHE_BYTES = 192 << 20
# Bytes of one tile or strip above which a file cannot be read by regions in bounded memory.
LARGEST_SEGMENT = 512 << 20
INVERTED, GRAY, RGB, YCBCR = 0, 1, 2, 6
UPRIGHT = 1
TIFF_SUFFIXES = (".tif", ".tiff")


@dataclass(frozen=True, eq=False)
class RegionPicture:
    """A picture that is read by regions.

    `shape` is (height, width, channels), `dtype` uint8, uint16 or float32; `read` gives a rectangle inside it
    as (height, width, channels), from any thread.
    """

    shape: tuple[int, int, int]
    dtype: np.dtype[Any]
    read: Callable[[Rect], np.ndarray]
    metadata: Metadata = field(default_factory=Metadata)

    @property
    def depth(self) -> str:
        """ "8", "16" or "float32"."""
        return DEPTHS[self.dtype]

    def source(self) -> RegionSource:
        """The source that the engine computes from."""
        return RegionSource(self.shape, self.dtype, self.read)


def open_regions(path: Path, page: int = 1) -> RegionPicture | None:
    """A picture to read by regions; None if it is better read whole, or is no picture.

    Raises:
        PhotoError: a Zarr that is no picture.
    """
    stamp = path.stat().st_mtime_ns if path.exists() else 0
    return _open_once(Path(os.path.abspath(path)), stamp, page)


@lru_cache(maxsize=4)
def _open_once(path: Path, stamp: int, page: int) -> RegionPicture | None:
    if is_zarr(path):
        shape, dtype, read = open_zarr(path, page)
        return RegionPicture(shape, dtype, read)
    if path.suffix.lower() in TIFF_SUFFIXES and path.is_file():
        return _open_tiff(path, page)
    return None


def _open_tiff(path: Path, page: int) -> RegionPicture | None:
    try:
        reader = _TiffRegions(path, page)
    except Exception:
        return None  # what is wrong, or rare, the reader of whole photos says, or reads
    if not reader.readable:
        reader.close()
        return None
    return RegionPicture(reader.shape, reader.dtype, reader.read, tiff_metadata(path, page))


class _TiffRegions:
    """The segments (tiles or strips) of one page of a TIFF, decoded as regions need them."""

    def __init__(self, path: Path, page: int) -> None:
        import tifffile

        self._path = path
        self._tiff = tifffile.TiffFile(path)
        if page > len(self._tiff.pages):
            raise PhotoError("{0}: there is no page {1}", path, page)
        found = self._tiff.pages[page - 1]
        self._page: Any = getattr(found, "keyframe", found)
        self._offsets, self._sizes = found.dataoffsets, found.databytecounts
        layout = self._page
        self._planes = layout.samplesperpixel if layout.planarconfig == 2 else 1
        self.shape = (layout.imagelength, layout.imagewidth, layout.samplesperpixel)
        self.dtype = layout.dtype.newbyteorder("=")
        tiled = layout.is_tiled
        self._rows = layout.tilelength if tiled else min(layout.rowsperstrip, layout.imagelength)
        self._columns = layout.tilewidth if tiled else layout.imagewidth
        self._across = -(-self.shape[1] // self._columns)
        self._down = -(-self.shape[0] // self._rows)
        self._lock = threading.Lock()
        self._kept: OrderedDict[int, np.ndarray] = OrderedDict()
        self._bytes = 0
        self._mapped: np.ndarray | None = None
        if layout.is_memmappable and self._planes == 1 and not tiled and self.dtype == layout.dtype:
            mapped = tifffile.memmap(path, page=page - 1, mode="r")
            self._mapped = mapped.reshape(self.shape)

    @property
    def readable(self) -> bool:
        """Whether it is large enough, and of a kind that a region can be read of alone."""
        layout, pixels = self._page, self.shape[0] * self.shape[1]
        jpeg = layout.photometric == YCBCR and layout.compression in (6, 7)
        orientation = layout.tags.get(274)
        segment = self._rows * self._columns * self.shape[2] * self.dtype.itemsize
        return (
            pixels >= (LARGE if self._mapped is not None else min(LARGE, LARGE_TILED))
            and (layout.photometric in (INVERTED, GRAY, RGB) or jpeg)
            and self.dtype in (np.uint8, np.uint16, np.float32)
            and layout.bitspersample in (8, 16, 32)
            and 1 <= self.shape[2] <= 4
            and (orientation is None or orientation.value == UPRIGHT)
            and not {0, 1} & set(layout.extrasamples)  # no alpha, or multiplied by it
            and (self._mapped is not None or segment <= LARGEST_SEGMENT)
        )

    def close(self) -> None:
        self._tiff.close()

    def read(self, rect: Rect) -> np.ndarray:
        if self._mapped is not None:
            return self._colours(np.array(self._mapped[rect.y0 : rect.y1, rect.x0 : rect.x1]))
        out = np.zeros((rect.height, rect.width, self.shape[2]), self.dtype)
        for plane in range(self._planes):
            for row in range(rect.y0 // self._rows, -(-rect.y1 // self._rows)):
                for column in range(rect.x0 // self._columns, -(-rect.x1 // self._columns)):
                    number = (plane * self._down + row) * self._across + column
                    pixels = self._segment(number)
                    if pixels is None:
                        continue
                    top, left = row * self._rows, column * self._columns
                    part = Rect(top, left, top + pixels.shape[0], left + pixels.shape[1]).intersection(rect)
                    from_segment = pixels[part.y0 - top : part.y1 - top, part.x0 - left : part.x1 - left]
                    place = out[part.y0 - rect.y0 : part.y1 - rect.y0, part.x0 - rect.x0 : part.x1 - rect.x0]
                    if self._planes > 1:
                        place[..., plane] = from_segment[..., 0]
                    else:
                        place[:] = from_segment
        return self._colours(out)

    def _colours(self, pixels: np.ndarray) -> np.ndarray:
        if self._page.photometric != INVERTED:
            return pixels
        return 1 - pixels if self.dtype == np.float32 else np.iinfo(self.dtype).max - pixels

    def _segment(self, number: int) -> np.ndarray | None:
        """(rows, columns, samples) of a tile or strip; None for one that is not in the file, which is 0."""
        with self._lock:
            if number in self._kept:
                self._kept.move_to_end(number)
                return self._kept[number]
            if not self._sizes[number]:
                return None
            handle = self._tiff.filehandle
            handle.seek(self._offsets[number])
            data = handle.read(self._sizes[number])
        try:
            decoded, _, shape = self._page.decode(data, number, jpegtables=self._page.jpegtables)
        except Exception as error:
            reason = (str(error).splitlines() or [type(error).__name__])[0]
            raise PhotoError("{0}: tile {1} cannot be decoded ({2})", self._path, number, reason) from None
        if decoded is None:
            return None
        pixels: np.ndarray = decoded[0, : shape[1], : shape[2]].astype(self.dtype, copy=False)
        with self._lock:
            if number not in self._kept:
                self._kept[number] = pixels
                self._bytes += pixels.nbytes
            while self._bytes > CACHE_BYTES and len(self._kept) > 1:
                self._bytes -= self._kept.popitem(last=False)[1].nbytes
        return pixels
