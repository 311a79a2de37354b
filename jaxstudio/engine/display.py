"""Frames for the canvas: the result, one of its channels, or a difference; NaN and infinity are marked.

Frames for a display mode are computed in float32: bytes would lose differences below 1/255, NaN and infinity.
The exact frame of a view that is zoomed out is the export under it, computed and reduced band by band.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from msgspec.structs import replace

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.executor import never
from jaxstudio.engine.job import Job
from jaxstudio.engine.plan.base import Cancel
from jaxstudio.engine.render import Engine
from jaxstudio.engine.requests import JobControl, View
from jaxstudio.engine.source import Source, halved
from jaxstudio.kernels.colour_spaces import hsv_to_rgb, rgb_to_hsl, rgb_to_hsv, rgb_to_lab
from jaxstudio.kernels.pixels import has_alpha, integer_unit, quantise
from jaxstudio.pipeline.display_mode import ALPHA, DisplayMode
from jaxstudio.pipeline.recipe import Recipe

MARK = (255, 0, 255)  # magenta: hardly a photo has it
# Pixels that are converted in one call; the size is fixed, so that each display mode is compiled once.
BLOCK = 1 << 16
TO_PLANES = {
    "rgb": lambda r, g, b: (r, g, b),
    "hsv": rgb_to_hsv,
    "hsl": rgb_to_hsl,
    "lab": rgb_to_lab,
}


@dataclass(frozen=True)
class DisplayFrame:
    """A part of the result, and how it is painted.

    Attributes:
        pixels: the result, uint8 (h, w, channels).
        shown: uint8 (h, w, 1 to 4), the painted picture; the same array where the result is painted as it is.
        marks: (h, w), true where the result, or the picture it is compared with, is NaN or infinite; None
            where it was computed in bytes, which hold neither.
        marked_count: how many pixels were marked before any reduction.
    """

    pixels: np.ndarray
    shown: np.ndarray
    marks: np.ndarray | None = None
    marked_count: int = 0

    def halved(self, times: int) -> DisplayFrame:
        """Averages of 2×2 pixels, `times` times; an average is marked if any of its pixels is."""
        pixels = halved(self.pixels, times)
        if self.marks is None:
            return DisplayFrame(pixels, pixels)
        marks = self.marks
        for _ in range(times):
            height, width = marks.shape
            padded = np.pad(marks, ((0, height % 2), (0, width % 2)))
            marks = np.asarray(padded.reshape(padded.shape[0] // 2, 2, -1, 2).any(axis=(1, 3)))
        shown = pixels if self.shown is self.pixels else halved(self.shown, times)
        return DisplayFrame(pixels, shown, marks, self.marked_count)

    def marked(self) -> np.ndarray:
        """The painted picture, with the marks in magenta."""
        if self.marks is None or not self.marks.any():
            return self.shown
        shown = self.shown
        if shown.shape[2] < 3:
            shown = np.concatenate([np.repeat(shown[..., :1], 3, axis=2), shown[..., 1:]], axis=2)
        shown = shown.copy()
        shown[self.marks] = (*MARK, 255)[: shown.shape[2]]
        return shown


def stacked(frames: Sequence[DisplayFrame]) -> DisplayFrame:
    """Frames of one kind, one below the other."""
    first, *others = frames
    if not others:
        return first
    pixels = np.concatenate([frame.pixels for frame in frames])
    if first.marks is None:
        return DisplayFrame(pixels, pixels)
    shown = np.concatenate([frame.shown for frame in frames])
    marks = np.concatenate([frame.marks for frame in frames if frame.marks is not None])
    return DisplayFrame(pixels, shown, marks, sum(frame.marked_count for frame in frames))


def to_uint8(pixels: np.ndarray) -> np.ndarray:
    """Any photo format as uint8 for display, rounded as the engine rounds; NaN becomes 0."""
    if pixels.dtype == np.uint8:
        return np.ascontiguousarray(pixels)
    top = 1.0 if pixels.dtype.kind == "f" else float(np.iinfo(pixels.dtype).max)
    scaled = np.nan_to_num(np.clip(pixels / np.float32(top), 0.0, 1.0)) * np.float32(255)
    return np.rint(scaled).astype(np.uint8)


def to_float(pixels: np.ndarray) -> np.ndarray:
    """Encoded float32 values of any photo format."""
    return (
        pixels
        if pixels.dtype == np.float32
        else pixels.astype(np.float32) * np.float32(integer_unit(pixels.dtype))
    )


def not_numbers(pixels: np.ndarray) -> np.ndarray:
    """(h, w): true where a value of the pixel is NaN or infinite; never for integers."""
    if pixels.dtype.kind != "f":
        return np.zeros(pixels.shape[:2], bool)
    return np.logical_not(np.isfinite(pixels).all(axis=2))


def see(result: np.ndarray, before: np.ndarray | None, mode: DisplayMode) -> DisplayFrame:
    """A part of the result in a display mode.

    Args:
        result: float32 (h, w, channels), encoded values.
        before: the same part of the picture it is compared with, float32; None for no difference.
    """
    marks = not_numbers(result)
    if before is not None:
        marks |= not_numbers(before)
    pixels = to_uint8(result)
    mode = mode if before is not None else replace(mode, difference="")
    count = int(marks.sum())
    if mode.plain:
        return DisplayFrame(pixels, pixels, marks, count)
    if not mode.side_by_side:
        return DisplayFrame(pixels, _converted(result, before, mode), marks, count)
    width = result.shape[1]
    edges = [width * part // 3 for part in range(4)]
    parts = []
    for plane in range(3):
        columns = slice(edges[plane], edges[plane + 1])
        one = replace(mode, channel=f"{mode.space}.{plane}")
        other = None if before is None else before[:, columns]
        parts.append(_converted(result[:, columns], other, one))
    return DisplayFrame(pixels, np.concatenate(parts, axis=1), marks, count)


def planes_of(pixel: tuple[float, ...], space: str) -> tuple[float, ...]:
    """Convert one pixel's encoded values (gray or RGB) to a space of `SPACES`."""
    values = np.zeros((BLOCK, len(pixel)), np.float32)
    values[0] = pixel
    return tuple(float(plane[0]) for plane in _planes_kernel(space, len(pixel))(values))


def _planes(x: jax.Array, space: str) -> tuple[jax.Array, jax.Array, jax.Array]:
    colours = x.shape[1] - 1 if has_alpha(x.shape[1]) else x.shape[1]
    r, g, b = (x[:, min(plane, colours - 1)] for plane in range(3))
    return TO_PLANES[space](r, g, b)


@cache
def _planes_kernel(space: str, channels: int) -> Callable[..., tuple[jax.Array, ...]]:
    return jax.jit(lambda x: _planes(x, space))


@cache
def _kernel(space: str, channels: int) -> Callable[..., jax.Array]:
    """(pixels, before or None, plane, signed, gain) → uint8 (BLOCK, 3), one compilation for all planes."""
    round_about = space in ("hsv", "hsl")

    def values(x: jax.Array) -> jax.Array:
        if space == ALPHA:
            return (x[:, -1] if has_alpha(channels) else jnp.ones_like(x[:, 0]))[:, None]
        one, two, three = _planes(x, space or "rgb")
        if space == "lab":
            one, two, three = one / 100.0, 0.5 + two / 255.0, 0.5 + three / 255.0
        return jnp.stack([one, two, three], axis=-1)

    def chosen(planes: jax.Array, plane: jax.Array) -> jax.Array:
        if not space or space == ALPHA:
            return jnp.broadcast_to(planes, (planes.shape[0], 3))
        one = lax.dynamic_index_in_dim(planes, plane, axis=1)
        return jnp.broadcast_to(one, planes.shape)

    def kernel(
        x: jax.Array, before: jax.Array | None, plane: jax.Array, signed: jax.Array, gain: jax.Array
    ) -> jax.Array:
        value = chosen(values(x), plane)
        is_hue = round_about & (plane == 0)
        if before is not None:
            apart = value - chosen(values(before), plane)
            apart = jnp.where(is_hue, apart - jnp.round(apart), apart)
            value = jnp.where(signed, 0.5 + 0.5 * gain * apart, gain * jnp.abs(apart))
        elif round_about:
            ones = jnp.ones_like(value[:, 0])
            value = jnp.where(is_hue, jnp.stack(hsv_to_rgb(value[:, 0], ones, ones), axis=-1), value)
        return quantise(value, "uint8")

    return jax.jit(kernel)


def _converted(result: np.ndarray, before: np.ndarray | None, mode: DisplayMode) -> np.ndarray:
    height, width, channels = result.shape
    kernel = _kernel(ALPHA if mode.channel == ALPHA else mode.space, channels)
    how = (np.int32(mode.plane or 0), np.bool_(mode.difference == "signed"), np.float32(mode.gain))
    out = np.empty((height * width, 3), np.uint8)
    flat = result.reshape(-1, channels)
    other = None if before is None else before.reshape(-1, channels)
    for start in range(0, len(out), BLOCK):
        rows = slice(start, min(start + BLOCK, len(out)))
        pair = [None if x is None else _whole_block(x[rows]) for x in (flat, other)]
        out[rows] = np.asarray(kernel(*pair, *how))[: rows.stop - start]
    return out.reshape(height, width, 3)


def _whole_block(pixels: np.ndarray) -> np.ndarray:
    return np.pad(pixels, ((0, BLOCK - len(pixels)), (0, 0))) if len(pixels) < BLOCK else pixels


def reference(
    engine: Engine, source: Source, against: Recipe, rect: Rect, level: int, dtype: str | None, cancel: Cancel
) -> np.ndarray:
    """A part of the picture that the result is compared with: `against` rendered; if empty, the photo.

    Args:
        rect: inside that picture, in its pixels reduced by 2^level.
        dtype: number format of a rendered picture; the photo keeps its own.
    """
    if not against.active:
        return source.level(level).pixels[rect.y0 : rect.y1, rect.x0 : rect.x1]
    return engine.render(source, against, rect, dtype or "uint8", level=level, cancel=cancel)


def render_view(
    engine: Engine,
    view: View,
    rect: Rect,
    *,
    level: int = 0,
    approximate_statistics: bool = False,
    cancel: Cancel = never,
) -> DisplayFrame:
    """A part of a view's result, as the view shows it; no difference where the sizes differ.

    Args:
        rect: in pixels of the result reduced by 2^level.
    """
    dtype = "float32" if view.wants_floats else "uint8"
    how: Any = {"level": level, "approximate_statistics": approximate_statistics}
    result = engine.render(view.source, view.recipe, rect, dtype, cancel=cancel, **how)
    if not view.wants_floats:
        return DisplayFrame(result, result)
    photo = view.source.level(level)
    before = None
    if view.display_mode.difference:
        sizes = {engine.size(each, photo.height, photo.width) for each in (view.recipe, view.against)}
        if len(sizes) == 1:
            # a control of its own: the times of the other recipe's steps must not count as the result's
            apart = JobControl(cancel)
            before = to_float(reference(engine, view.source, view.against, rect, level, "float32", apart))
    return see(result, before, view.display_mode)


# Rows of a full-resolution band. With fewer, the margins that neighbouring bands both compute would matter.
BAND_ROWS = 512


def bands_from_the_middle(rect: Rect, level: int) -> list[Rect]:
    """`rect` in bands, the middle one first; each begins k·2^level rows below the top of `rect`."""
    step = max(1, BAND_ROWS >> level) << level
    bands = [Rect(y, rect.x0, min(y + step, rect.y1), rect.x1) for y in range(rect.y0, rect.y1, step)]
    middle = rect.y0 + rect.y1
    return sorted(bands, key=lambda band: abs(band.y0 + band.y1 - middle))


def render_reduced(
    engine: Engine,
    view: View,
    rect: Rect,
    level: int,
    control: JobControl,
    between_bands: Callable[[], None] = lambda: None,
) -> DisplayFrame:
    """The export under `rect` reduced by 2^level, as the view shows it.

    Bands are computed once each, from the middle outwards. The work can be cancelled between two chunks of a
    band. At full resolution only one band is in memory.

    Args:
        between_bands: called before each band, for requests that cannot wait for the whole frame.

    Raises:
        Cancelled: the control asked for it, between two chunks.
    """
    engine = engine.exporter() if level else engine
    dtype = "float32" if view.wants_floats else "uint8"
    job = Job(view.source, view.recipe)
    begin = engine.executor.prepare_whole_images(job, rect, dtype, control)
    # a quick frame at full resolution is computed in one piece, which the next frame may find in the cache
    whole = level == 0 and not any(plan.by_library for plan in job.plans)
    parts: dict[int, DisplayFrame] = {}
    done = 0
    for band in [rect] if whole else bands_from_the_middle(rect, level):
        between_bands()
        shares = (begin + (1 - begin) * rows / rect.height for rows in (done, done + band.height))
        with control.part(*shares):
            parts[band.y0] = render_view(engine, view, band, cancel=control).halved(level)
            control.report(1.0)
        done += band.height
    return stacked([parts[y] for y in sorted(parts)])
