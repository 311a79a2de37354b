"""Crops, flips and quarter turns: a crop is a view of the same memory, a flip a copy in another order.

XLA:CPU would gather the pixels one by one, at a tenth of the speed; NumPy copies rows and single values as
fast as the memory allows. Only pixels of three bytes are neither: a kernel reverses and transposes them,
block by block, with byte shuffles.
"""

from __future__ import annotations

import threading

import numpy as np

from jaxstudio.engine.buffers import (
    LINE,
    SPREAD_BYTES,
    Rect,
    TiledBuffer,
    aligned_empty,
    new_buffer,
    parallel_map,
    rows_to_copy,
)
from jaxstudio.engine.kernels import KernelKey, Kernels, KernelSpec, for_equal_types
from jaxstudio.errors import Wording
from jaxstudio.kernels.pixels import REVERSED, TRANSPOSED, reverse_pixels, transpose_block

# FLIP: (run of three-byte pixels) → reversed; TRANSPOSE: (block of them) → rows and columns exchanged
FLIP = KernelSpec(KernelKey("flip"), lambda: reverse_pixels, lambda _: Wording("Flip"))
TRANSPOSE = KernelSpec(KernelKey("transpose"), lambda: transpose_block, lambda _: Wording("Transposition"))
# Rows of the result that one thread copies at a time; columns of a transposed one that stay in its cache.
STRIP, BLOCK = 128, 64
_scratch = threading.local()


def is_unturned(matrix: np.ndarray) -> bool:
    """Whether a matrix of `permute` neither flips nor turns."""
    return bool(matrix[0, 0] == 1 == matrix[1, 1])


def permute(
    before: TiledBuffer, needed: Rect, matrix: np.ndarray, rect: Rect, kernels: Kernels | None = None
) -> TiledBuffer:
    """`rect` of the result, whose pixels all lie in `before`: a view of it, or a copy.

    Args:
        needed: the rectangle of `before` that the pixels come from.
        matrix: (2, 3) from result to input coordinates, of 0, 1 and −1 and whole shifts.
        kernels: flip and transpose pixels of three bytes; without them NumPy does.
    """
    if is_unturned(matrix):
        place = before.index(needed.y0, needed.x0)
        view = TiledBuffer(
            before.chunks, before.chunk, before.pitch, place, rect, before.channels, before.dtype
        )
        return view.cropped(rect)
    buffer, rows = new_buffer(rect, before.channels, before.dtype)
    permute_into(rows, before, needed, matrix, kernels)
    return buffer


def permute_into(
    out: np.ndarray, before: TiledBuffer, needed: Rect, matrix: np.ndarray, kernels: Kernels | None = None
) -> None:
    """Like `permute`, written to `out`: (height, width·channels) of the buffer's format, any row stride."""
    if is_unturned(matrix):
        before.copy_to(out, needed)
        return
    across, down = matrix[:, :2].astype(int).tolist()
    pixels = before.pixels(needed)
    turned = not across[0]
    ordered = (
        pixels.transpose(1, 0, 2)[:: across[1], :: down[0]] if turned else pixels[:: down[1], :: across[0]]
    )
    result = out.reshape(*ordered.shape, copy=False)
    if across[0] == 1:
        _copy(result, ordered, out.shape[1])
    elif kernels is not None and turns_by_kernel(kernels, before.channels, before.dtype):
        _turn(result, ordered, kernels, turned)
    else:
        _copy(*_as_single_values(result, ordered), BLOCK if turned else out.shape[1])


def turns_by_kernel(kernels: Kernels, channels: int, dtype: np.dtype) -> bool:
    """Whether pixels have three bytes, and a kernel can read them in place (on the CPU)."""
    return channels == 3 and dtype == np.uint8 and kernels.on_cpu


def _as_single_values(out: np.ndarray, pixels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pixels of two, four or eight bytes as one value each, where memory allows."""
    size = pixels.shape[2] * pixels.itemsize
    strides = *pixels.strides[:2], *out.strides[:2]
    places = pixels.ctypes.data, out.ctypes.data
    if size not in (2, 4, 8) or any(number % size for number in (*strides, *places)):
        return out, pixels
    value = np.dtype(f"u{size}")
    return out.view(value), pixels.view(value)


def _copy(out: np.ndarray, pixels: np.ndarray, block: int) -> None:
    """Copy strip by strip on several threads; channel by channel where pixels are reversed or transposed.

    A strided copy of single values is several times as fast as a copy of pixels of three values.
    """

    if pixels.strides[1] == pixels.shape[2] * pixels.itemsize:
        height = rows_to_copy(len(out), out[0].nbytes)
        tops = range(0, len(out), height)
        parallel_map(lambda top: np.copyto(out[top : top + height], pixels[top : top + height]), tops)
        return

    def strip(first: int) -> None:
        rows = slice(first, first + STRIP)
        for left in range(0, out.shape[1], block):
            columns = slice(left, left + block)
            for channel in range(out.shape[2]):
                np.copyto(out[rows, columns, channel], pixels[rows, columns, channel])

    parallel_map(strip, range(0, out.shape[0], STRIP))


def _turn(out: np.ndarray, pixels: np.ndarray, kernels: Kernels, turned: bool) -> None:
    """Flip or transpose by a kernel; the order of the rows costs nothing, so two kernels serve all cases."""
    if turned:
        _transpose(out, pixels, kernels)
    elif pixels.strides[0] > 0:
        _reverse_rows(out, pixels[:, ::-1], kernels)
    else:
        _reverse_rows(out[::-1], pixels[::-1, ::-1], kernels)


def _reverse_rows(out: np.ndarray, pixels: np.ndarray, kernels: Kernels) -> None:
    """Write rows from right to left, several at a time; in wide pictures a part of one row at a time.

    A reversed run of pixels holds its rows from the last to the first, each from right to left.
    """
    kernel = for_equal_types(kernels.get(FLIP))
    height, width, _ = pixels.shape
    rows, columns = max(1, REVERSED // width), min(width, REVERSED)
    flat = pixels.reshape(-1) if pixels.flags.c_contiguous else None

    def run(y: int, x: int) -> None:
        source = pixels[y : y + rows, x : x + columns]
        count, across, _ = source.shape
        first = (y * width + x) * 3
        found = _reversible(flat, first, first + source.size) if flat is not None else None
        if found is None:
            memory = _block_memory((REVERSED, 1)).reshape(-1)
            memory[: source.size].reshape(source.shape)[:] = source
            found = memory, 0
        memory, before = found
        behind = 3 * REVERSED - before
        part = (
            np.asarray(kernel(memory.reshape(-1, 3)))
            .reshape(-1)[behind - source.size : behind]
            .reshape(count, -1, 3)
        )
        out[y : y + count, width - x - across : width - x] = part[::-1]

    places = [(y, x) for y in range(0, height, rows) for x in range(0, width, columns)]
    parallel_map(lambda place: run(*place), places, max(1, out.nbytes // SPREAD_BYTES))


def _reversible(flat: np.ndarray, first: int, stop: int) -> tuple[np.ndarray, int] | None:
    """A view of 3·REVERSED bytes around [first, stop), and how many lie before `first`; None if impossible.

    The view begins with a pixel, at a multiple of LINE bytes.
    """
    address, last = flat.ctypes.data, flat.size - 3 * REVERSED
    for earlier in range(first, max(-1, first - 3 * LINE), -3):
        begin = earlier if earlier <= last else earlier - -(-(earlier - last) // (3 * LINE)) * 3 * LINE
        if (address + begin) % LINE == 0:
            inside = begin >= 0 and stop <= begin + 3 * REVERSED
            return (flat[begin : begin + 3 * REVERSED], first - begin) if inside else None
    return None


def _transpose(out: np.ndarray, pixels: np.ndarray, kernels: Kernels) -> None:
    """Transpose block by block with a kernel."""
    kernel = for_equal_types(kernels.get(TRANSPOSE))
    side = TRANSPOSED[0]

    def block(y: int, x: int) -> None:
        rows, columns = min(side, out.shape[0] - y), min(side, out.shape[1] - x)
        source = pixels[y : y + rows, x : x + columns]
        memory = _block_memory(TRANSPOSED)
        # the result's columns are the input's rows; an upside-down result is flipped at the end
        step = 1 if source.strides[0] > 0 else -1
        memory[:columns, :rows] = source[::step].transpose(1, 0, 2)
        out[y : y + rows, x : x + columns] = np.asarray(kernel(memory))[:rows, :columns][::step]

    places = [(y, x) for y in range(0, out.shape[0], side) for x in range(0, out.shape[1], side)]
    parallel_map(lambda place: block(*place), places)


def _block_memory(shape: tuple[int, int]) -> np.ndarray:
    """This thread's memory for a block of three-byte pixels; a block is read before the next is written."""
    blocks: dict[str, np.ndarray] = _scratch.__dict__
    key = f"{shape[0]} x {shape[1]}"
    if key not in blocks:
        blocks[key] = aligned_empty(3 * shape[0] * shape[1], np.uint8).reshape(*shape, 3)
        blocks[key][:] = 0
    return blocks[key]
