"""Sources: a photo's pixels as the engine reads them, with reduced copies for the preview."""

from __future__ import annotations

import itertools
import mmap
import threading
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PIL import Image

from jaxstudio.engine.buffers import (
    SPREAD_BYTES,
    Rect,
    TiledBuffer,
    aligned_empty,
    parallel_map,
    source_buffer,
)
from jaxstudio.pipeline.lenses import Lens
from jaxstudio.runtime.aligned_memory import format_name

DTYPES = ("uint8", "uint16", "float32")
_tokens = itertools.count()


class Source:
    """Pixels of one photo; they never change.

    Args:
        pixels: (height, width, channels) C-contiguous; uint8, uint16 or float32; 1 gray, 2 gray with
            alpha, 3 RGB, 4 RGBA channels; alpha straight.
        curve: from values to light, as in engine/expansion.py; None for sRGB's.
        to_srgb: (3, 3) from light in the photo's primaries to light in sRGB's; None if it has those.
        lens: finds the numbers of the lens that took it, as in pipeline/lenses.py; None if it is not known.
    """

    def __init__(
        self,
        pixels: np.ndarray,
        curve: tuple[float, float, float, float, float] | None = None,
        to_srgb: np.ndarray | None = None,
        lens: Lens | None = None,
    ) -> None:
        if pixels.ndim != 3 or not 1 <= pixels.shape[2] <= 4 or 0 in pixels.shape:
            raise ValueError(f"pixels of shape {pixels.shape}: expected (height, width, 1…4)")
        if format_name(pixels.dtype) not in DTYPES:
            raise ValueError(f"pixels of dtype {pixels.dtype}: expected one of {', '.join(DTYPES)}")
        self.pixels, self.curve = _aligned(np.ascontiguousarray(pixels)), curve
        self.to_srgb, self.lens = to_srgb, lens
        self.height, self.width, self.channels = pixels.shape
        self.token = next(_tokens)
        # without itself: a photo that nothing refers to is freed at once, not when Python looks for cycles
        self._reduced: list[Source] = []
        self._lock = threading.Lock()

    # whether all pixels lie in memory or in a memory-mapped file
    in_memory = True
    curve: tuple[float, float, float, float, float] | None = None
    to_srgb: np.ndarray | None = None
    lens: Lens | None = None

    @property
    def dtype(self) -> np.dtype:
        """Number format of the pixels."""
        return self.pixels.dtype

    def buffer(self, rect: Rect) -> TiledBuffer:
        """A buffer that holds `rect` of the photo; nothing is copied."""
        return source_buffer(self.pixels)

    def level(self, k: int) -> Source:
        """The photo reduced by 2^k (averages of 2×2 pixels, k times); sizes round up."""
        with self._lock:
            while len(self._reduced) < k:
                finest = self._reduced[-1] if self._reduced else self
                self._reduced.append(Source(halved(finest.pixels)))
            return self._reduced[k - 1] if k else self

    def release_pages(self) -> None:
        """Release the pages of a memory-mapped photo; they are read from its file again when needed."""
        memory: object = self.pixels
        while isinstance(memory, np.ndarray):
            if isinstance(memory, np.memmap):
                mapped = getattr(memory, "_mmap", None)
                if mapped is not None and hasattr(mmap, "MADV_DONTNEED"):
                    mapped.madvise(mmap.MADV_DONTNEED)
                return
            memory = memory.base

    @property
    def nbytes(self) -> int:
        """Bytes of the reduced copies and the photo itself."""
        return sum(level.pixels.nbytes for level in (self, *self._reduced))


class RegionSource(Source):
    """A photo that is never in memory as a whole: each region is read when it is needed.

    Args:
        shape: (height, width, channels).
        read: (rectangle inside the photo) → (height, width, channels) of `dtype`; called from any thread.
    """

    in_memory = False

    def __init__(
        self, shape: tuple[int, int, int], dtype: np.dtype, read: Callable[[Rect], np.ndarray]
    ) -> None:
        self.height, self.width, self.channels = shape
        self.token = next(_tokens)
        self._dtype, self._read = np.dtype(dtype), read

    @property
    def dtype(self) -> np.dtype:
        return self._dtype

    def buffer(self, rect: Rect) -> TiledBuffer:
        pixels = _aligned(np.ascontiguousarray(self._read(rect)))
        return replace(source_buffer(pixels), rect=rect)

    def level(self, k: int) -> Source:
        if k:
            raise ValueError("a photo that is read by regions has no reduced copies")
        return self

    def release_pages(self) -> None:
        pass

    @property
    def nbytes(self) -> int:
        return 0


# Larger photos are not copied to aligned memory: a second copy would cost more than it saves.
ALIGNED_BYTES = 512 << 20


def _aligned(pixels: np.ndarray) -> np.ndarray:
    """The pixels in memory that JAX's CPU takes without a copy."""
    if pixels.ctypes.data % 64 == 0 or pixels.nbytes > ALIGNED_BYTES:
        return pixels
    memory = aligned_empty(pixels.size, pixels.dtype).reshape(pixels.shape)
    memory[:] = pixels
    return memory


def halved(pixels: np.ndarray, times: int = 1) -> np.ndarray:
    """Averages of 2×2 pixels, `times` times; an odd last row or column is averaged alone."""
    if times == 0:
        return pixels
    height, width, channels = pixels.shape
    if pixels.dtype == np.uint8:
        mode = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}[channels]
        out = np.empty((-(-height >> times), -(-width >> times), channels), np.uint8)
        strip = max(1, SPREAD_BYTES // (width * channels) >> times) << times

        def reduce(first: int) -> None:
            rows = np.ascontiguousarray(pixels[first : first + strip])
            image = Image.frombytes(mode, (width, len(rows)), rows.data)
            for _ in range(times):
                image = image.reduce(2)
            out[first >> times :][: image.height] = np.asarray(image).reshape(image.height, -1, channels)

        parallel_map(reduce, range(0, height, strip))
        return out
    # imported here: it imports SciPy and takes half as long as JAX, and most photos never need it
    from skimage.transform import downscale_local_mean

    padded = np.pad(pixels, ((0, height % 2), (0, width % 2), (0, 0)), mode="edge")
    if channels in (2, 4):
        # as Pillow does: the colour of a transparent pixel must not bleed into its neighbours
        alpha = padded[..., -1:].astype(np.float64)
        weighed = downscale_local_mean(padded[..., :-1] * alpha, (2, 2, 1))
        alpha = downscale_local_mean(alpha, (2, 2, 1))
        small = np.concatenate([weighed / np.where(alpha > 0, alpha, 1), alpha], axis=-1)
    else:
        small = downscale_local_mean(padded, (2, 2, 1))
    if pixels.dtype == np.uint16:
        small = np.rint(small)
    return halved(np.ascontiguousarray(small.astype(pixels.dtype)), times - 1)
