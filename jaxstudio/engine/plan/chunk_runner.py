"""Runs kernels on the chunks of buffers, several chunks in parallel."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from jaxstudio.engine.buffers import CHUNK, Rect, TiledBuffer, in_chunks, parallel_map
from jaxstudio.engine.kernels import Kernels, conversion, premultiplication, unpremultiplication

# Where a step writes its pixels, if anywhere: (height, width·channels), any row stride.
Out = np.ndarray | None


class Followers(Protocol):
    """Steps that are computed on each chunk right after the step before them."""

    dtype: str

    def chunk_function(self, layout: TiledBuffer) -> Callable[[int, Any], Any]:
        """(flat index of its first element, chunk in this layout) → chunk of the last result, in `dtype`."""

    def add_seconds_before(self, seconds: float) -> None:
        """Add the time that the previous step took for a chunk."""


def layout_of(like: TiledBuffer, chunks: Sequence[Any], dtype: str) -> TiledBuffer:
    """A buffer of chunks in another number format with the layout of `like`."""
    return TiledBuffer(chunks, CHUNK, like.pitch, like.base, like.rect, like.channels, np.dtype(dtype))


class ChunkRunner:
    """Runs a device's kernels on the chunks of buffers, several in parallel.

    Args:
        threads: how many call kernels; a GPU is served by one.

    Attributes:
        followers: steps that `map_chunks` computes on each chunk before it begins the next one.
    """

    followers: Followers | None = None

    def __init__(self, kernels: Kernels, threads: int) -> None:
        self.kernels, self.threads = kernels, threads

    def map(self, work: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
        """work(item) of every item, on as many threads as serve this device."""
        return parallel_map(work, items, self.threads)

    def map_chunks(
        self, like: TiledBuffer, dtype: str, work: Callable[[Any], Any], items: Sequence[Any], out: Out
    ) -> TiledBuffer:
        """A buffer of the chunks work(item), in `dtype`, after which the `followers` are computed on each.

        With `out` the pixels are written there, and the returned buffer has no chunks.
        """
        layout, followers = layout_of(like, [], dtype), self.followers

        def compute(number: int) -> Any:
            return work(items[number])

        if followers is not None:
            follow = followers.chunk_function(layout)
            layout = layout_of(like, [], followers.dtype)

            def compute(number: int) -> Any:
                began = time.perf_counter()
                chunk = work(items[number])
                followers.add_seconds_before(time.perf_counter() - began)
                return follow(number * CHUNK, chunk)

        numbers = range(len(items))
        if out is None:
            return replace(layout, chunks=self.map(compute, numbers))

        def write(number: int) -> None:
            # at once, while the chunk is in the processor's cache; its memory then serves the next chunk
            layout.copy_chunk(number, np.asarray(compute(number)), out)

        self.map(write, numbers)
        return layout

    def convert(self, buffer: TiledBuffer, rect: Rect, dtype: str) -> TiledBuffer:
        """`rect` of a buffer in another number format."""
        chunked = in_chunks(buffer, rect)
        return layout_of(chunked, self.map(self.kernels.get(conversion(dtype)), chunked.chunks), dtype)

    def premultiply(self, buffer: TiledBuffer, rect: Rect) -> TiledBuffer:
        """`rect` of a buffer in float32, colours multiplied by their alpha."""
        chunked = in_chunks(buffer, rect)
        multiply = self.kernels.get(premultiplication(buffer.channels))
        return layout_of(chunked, self.map(multiply, chunked.chunks), "float32")

    def unpremultiplication(self, channels: int, dtype: str) -> Callable[[Any], Any]:
        """float32 chunk → chunk in `dtype` with its colours divided by their alpha."""
        divide, convert = self.kernels.get(unpremultiplication(channels)), self.kernels.get(conversion(dtype))
        return divide if dtype == "float32" else lambda chunk: convert(divide(chunk))

    def unpremultiply(self, buffer: TiledBuffer, dtype: str) -> TiledBuffer:
        """A float32 buffer with its colours divided by their alpha, in `dtype`."""
        divide = self.unpremultiplication(buffer.channels, dtype)
        return layout_of(buffer, self.map(divide, buffer.chunks), dtype)
