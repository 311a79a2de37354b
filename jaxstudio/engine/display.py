"""Frames for the canvas: the result, one of its channels, or a difference; NaN and infinity are marked.

Frames for a display mode are computed in float32: bytes would lose differences below 1/255, NaN and infinity.
The exact frame of a view that is zoomed out is the export under it, computed and reduced band by band.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, reduce
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from msgspec.structs import replace

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.executor import never
from jaxstudio.engine.gamut import into, outside_kernel
from jaxstudio.engine.job import Job
from jaxstudio.engine.plan.base import Cancel
from jaxstudio.engine.render import Engine
from jaxstudio.engine.requests import JobControl, View
from jaxstudio.engine.scopes import BandCounter, clipped_pixels
from jaxstudio.engine.source import Source, halved
from jaxstudio.kernels.colour_spaces import hsv_to_rgb, rgb_to_hsl, rgb_to_hsv, rgb_to_lab
from jaxstudio.kernels.pixels import has_alpha, integer_unit, quantise
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.display_mode import ALPHA, OUT_OF_GAMUT, OVER, UNDER, DisplayMode
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
        out_of_gamut: how many pixels were out of gamut before any reduction; None where it was not counted.
    """

    pixels: np.ndarray
    shown: np.ndarray
    marks: np.ndarray | None = None
    marked_count: int = 0
    out_of_gamut: int | None = None

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
        return DisplayFrame(pixels, shown, marks, self.marked_count, self.out_of_gamut)

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
    counts = [frame.out_of_gamut for frame in frames]
    out_of_gamut = None if None in counts else sum(count for count in counts if count is not None)
    return DisplayFrame(pixels, shown, marks, sum(frame.marked_count for frame in frames), out_of_gamut)


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


def see(
    result: np.ndarray, before: np.ndarray | None, mode: DisplayMode, source: Source | None = None
) -> DisplayFrame:
    """A part of the result in a display mode.

    Args:
        result: float32 (h, w, channels), encoded values.
        before: the same part of the picture it is compared with, float32; None for no difference.
        source: whose colour space the values are of; None for sRGB.
    """
    mode = mode if before is not None else replace(mode, difference="")
    if mode.plain:
        return _picture(result, mode, source)
    marks = not_numbers(result)
    if before is not None:
        marks |= not_numbers(before)
    pixels = to_uint8(result)
    count = int(marks.sum())
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


def _picture(result: np.ndarray, mode: DisplayMode, source: Source | None) -> DisplayFrame:
    """The picture itself, with its clipped pixels painted if the mode says so."""
    channels = result.shape[2]
    outside: Any = None
    if mode.clipping and mode.gamut and channels >= 3:
        curve, to_srgb = (None, None) if source is None else (source.curve, source.to_srgb)
        outside, matrix = outside_kernel(curve), into(mode.gamut, to_srgb).astype(np.float32)
    kernel, flat = _picture_kernel(channels), result.reshape(-1, channels)
    pixels, (marks, gamut) = np.empty(flat.shape, np.uint8), np.empty((2, len(flat)), bool)
    for start in range(0, len(flat), BLOCK):
        rows = slice(start, min(start + BLOCK, len(flat)))
        block = _whole_block(flat[rows])
        found = kernel(block)
        if outside is not None:
            found = (*found[:2], outside(block, matrix))
        for whole, part in zip((pixels, marks, gamut), found, strict=True):
            whole[rows] = np.asarray(part)[: rows.stop - start]
    pixels, marks, gamut = (
        each.reshape(*result.shape[:2], *each.shape[1:]) for each in (pixels, marks, gamut)
    )
    if not mode.clipping:
        return DisplayFrame(pixels, pixels, marks, int(marks.sum()))
    shown = _with_clipping(pixels, gamut)
    return DisplayFrame(pixels, shown, marks, int(marks.sum()), int(gamut.sum()))


@cache
def _picture_kernel(channels: int) -> Callable[[np.ndarray], tuple[jax.Array, jax.Array, jax.Array]]:
    """Float32 (BLOCK, channels) → its bytes, which pixels are no numbers, which are out of gamut."""
    half = 0.5 / 255.0  # as much below 0 is rounded to it

    def kernel(x: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
        # one after the other: a reduction over so short an axis takes several times as long
        planes = [x[:, plane] for plane in range(channels)]
        colours = planes[: channels - has_alpha(channels)]
        lightest, darkest = reduce(jnp.maximum, colours), reduce(jnp.minimum, colours)
        marks = reduce(jnp.logical_or, [~jnp.isfinite(plane) for plane in planes])
        return quantise(x, "uint8"), marks, (darkest < -half) & (lightest > half)

    return jax.jit(kernel)


def _with_clipping(pixels: np.ndarray, gamut: np.ndarray) -> np.ndarray:
    """uint8 (h, w, channels) with clipped pixels painted as `DisplayMode.clipping` says: (h, w, 3 or 4)."""
    colours = pixels.shape[2] - has_alpha(pixels.shape[2])
    over, under = clipped_pixels(pixels[..., :colours])
    shown = pixels.copy() if colours == 3 else pixels[..., [0, 0, 0, *range(1, pixels.shape[2])]]
    for where, colour in ((over, OVER), (under, UNDER), (gamut, OUT_OF_GAMUT)):
        shown[where, :3] = colour
    return shown


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
    keep_result: bool = False,
    cancel: Cancel = never,
) -> DisplayFrame:
    """A part of a view's result, as the view shows it; no difference where the sizes differ.

    Args:
        rect: in pixels of the result reduced by 2^level.
        keep_result: keep it, for a render of a rectangle that this one overlaps.
    """
    how: Any = {"level": level, "approximate_statistics": approximate_statistics}
    result = engine.render(
        view.source, view.recipe, rect, view.dtype, keep_result=keep_result, cancel=cancel, **how
    )
    if not view.wants_floats:
        return DisplayFrame(result, result)  # clipped pixels are painted once they have 32 bits
    photo = view.source.level(level)
    before = None
    if view.display_mode.difference:
        sizes = {engine.size(each, photo.height, photo.width) for each in (view.recipe, view.against)}
        if len(sizes) == 1:
            # a control of its own: the times of the other recipe's steps must not count as the result's
            apart = JobControl(cancel)
            before = to_float(reference(engine, view.source, view.against, rect, level, "float32", apart))
    return see(result, before, view.display_mode, view.source)


# Rows of a full-resolution band. With fewer, the margins that neighbouring bands both compute would matter.
BAND_ROWS = 1024


def bands_from_the_middle(rect: Rect, level: int) -> list[Rect]:
    """`rect` in bands, the middle one first; each begins k·2^level rows below the top of `rect`."""
    step = max(1, BAND_ROWS >> level) << level
    bands = [Rect(y, rect.x0, min(y + step, rect.y1), rect.x1) for y in range(rect.y0, rect.y1, step)]
    middle = rect.y0 + rect.y1
    return sorted(bands, key=lambda band: abs(band.y0 + band.y1 - middle))


def exact_bands(
    engine: Engine,
    view: View,
    rect: Rect,
    level: int,
    control: JobControl,
    between_bands: Callable[[], None] = lambda: None,
) -> Iterator[tuple[Rect, DisplayFrame]]:
    """The export under `rect` as the view shows it, in bands that `level` halvings divide, with their places.

    Bands are computed once each, from the middle outwards. The work can be cancelled between two chunks of a
    band. At full resolution only one band is in memory.

    Args:
        between_bands: called before each band, for requests that cannot wait for the whole frame.

    Raises:
        Cancelled: the control asked for it, between two chunks.
    """
    job = Job(view.source, view.recipe)
    begin = engine.for_job(job).executor.prepare_whole_images(job, rect, view.dtype, control)
    done = 0
    for band in bands_from_the_middle(rect, level):
        between_bands()
        shares = (begin + (1 - begin) * rows / rect.height for rows in (done, done + band.height))
        with control.part(*shares):
            frame = render_view(engine, view, band, cancel=control)
            control.report(1.0)
        yield band, frame
        done += band.height


def render_reduced(
    engine: Engine,
    view: View,
    rect: Rect,
    level: int,
    control: JobControl,
    between_bands: Callable[[], None] = lambda: None,
    counter: BandCounter | None = None,
) -> DisplayFrame:
    """The export under `rect` reduced by 2^level, as the view shows it: `exact_bands`, reduced one by one.

    Args:
        counter: of the scopes; it gets each band before it is reduced.
    """
    job = Job(view.source, view.recipe)
    if level == 0 and not any(plan.by_library for plan in job.plans):
        # a quick frame at full resolution is one piece, which the next frame may find in the cache
        between_bands()
        frame = render_view(engine, view, rect, cancel=control)
        if counter is not None:
            counter.add(frame.pixels, 0, frame.marks, frame.out_of_gamut)
        return frame
    engine = engine.exporter() if level else engine
    parts: dict[int, DisplayFrame] = {}
    for band, frame in exact_bands(engine, view, rect, level, control, between_bands):
        if counter is not None:
            counter.add(frame.pixels, band.y0, frame.marks, frame.out_of_gamut)
        parts[band.y0] = frame.halved(level)
    return stacked([parts[y] for y in sorted(parts)])
