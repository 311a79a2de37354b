"""Pixels moved to other whole places: a crop is a view of the same memory, a flip a copy in another order.

XLA:CPU would gather them one by one, at a tenth of the speed; NumPy copies rows and single values as
fast as the memory allows. Only pixels of three bytes, which are neither, are turned by a kernel, block
by block: that reverses and transposes them with byte shuffles.
"""

from __future__ import annotations

import threading

import numpy as np

from jaxstudio.engine.buffers import Rect, TiledBuffer, aligned_empty, new_buffer, parallel_map
from jaxstudio.engine.kernels import KernelKey, Kernels, KernelSpec
from jaxstudio.kernels.pixels import FLIPPED, TRANSPOSED, flip_rows, transpose_block

# (block of pixels of three bytes) → its rows reversed; → rows and columns exchanged
FLIP = KernelSpec(KernelKey("flip"), lambda: flip_rows, lambda _: "Flip")
TRANSPOSE = KernelSpec(KernelKey("transpose"), lambda: transpose_block, lambda _: "Transposition")
# Rows of the result that one thread copies at a time, and columns of a turned one that stay in its cache.
STRIP, BLOCK = 128, 64
_scratch = threading.local()


def permute(
    before: TiledBuffer, needed: Rect, matrix: np.ndarray, rect: Rect, kernels: Kernels | None = None
) -> TiledBuffer:
    """`rect` of the result, of pixels that all lie in `before`: a view of it, or a copy.

    Args:
        needed: where they lie there.
        matrix: (2, 3) from result to input coordinates, of 0, 1 and −1 and whole shifts.
        kernels: to turn pixels of three bytes with; without, NumPy does that too.
    """
    across, down = np.rint(matrix[:, :2]).astype(int)
    if (across[0], down[1]) == (1, 1):
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
    """The same, written to `out`: (height, width·channels) of the buffer's format, any row stride."""
    across, down = np.rint(matrix[:, :2]).astype(int)
    if (across[0], down[1]) == (1, 1):
        before.copy_to(out, needed)
        return
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
    """Whether pixels are of three bytes, and a kernel has them where they lie."""
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
    """Strip by strip on several threads; channel by channel where pixels are turned round.

    A strided copy of single values is several times as fast as one of pixels of three values.
    """

    whole_rows = pixels.strides[1] == pixels.shape[2] * pixels.itemsize

    def strip(first: int) -> None:
        rows = slice(first, first + STRIP)
        if whole_rows:
            np.copyto(out[rows], pixels[rows])
            return
        for left in range(0, out.shape[1], block):
            columns = slice(left, left + block)
            for channel in range(out.shape[2]):
                np.copyto(out[rows, columns, channel], pixels[rows, columns, channel])

    parallel_map(strip, range(0, out.shape[0], STRIP))


def _turn(out: np.ndarray, pixels: np.ndarray, kernels: Kernels, turned: bool) -> None:
    """By a kernel that takes and returns whole rows, block by block.

    Rows in another order cost nothing, neither going in nor coming out: so one kernel flips, with the
    picture upside down or not, and one transposes, with or without a flip either way.
    """
    kernel = kernels.get(TRANSPOSE if turned else FLIP)
    shape = TRANSPOSED if turned else FLIPPED

    def block(y: int, x: int) -> None:
        rows, columns = min(shape[0], out.shape[0] - y), min(shape[1], out.shape[1] - x)
        source = pixels[y : y + rows, x : x + columns]
        memory = _block_memory(shape)
        if turned:
            # the result's columns are the input's rows; a result upside down is turned over at the end
            step = 1 if source.strides[0] > 0 else -1
            memory[:columns, :rows] = source[::step].transpose(1, 0, 2)
            out[y : y + rows, x : x + columns] = np.asarray(kernel(memory))[:rows, :columns][::step]
        else:
            # the input's pixels from right to left, at the end of a row that the kernel reverses
            memory[:rows, shape[1] - columns :] = source[:, ::-1]
            out[y : y + rows, x : x + columns] = np.asarray(kernel(memory))[:rows, :columns]

    places = [(y, x) for y in range(0, out.shape[0], shape[0]) for x in range(0, out.shape[1], shape[1])]
    parallel_map(lambda place: block(*place), places)


def _block_memory(shape: tuple[int, int]) -> np.ndarray:
    """This thread's memory for a block of pixels of three bytes; each is read before the next is written."""
    blocks: dict[str, np.ndarray] = _scratch.__dict__
    key = f"{shape[0]} x {shape[1]}"
    if key not in blocks:
        blocks[key] = aligned_empty(3 * shape[0] * shape[1], np.uint8).reshape(*shape, 3)
        blocks[key][:] = 0
    return blocks[key]
