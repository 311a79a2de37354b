"""A surface as a picture: every point of a fine grid put where it is seen from, the farthest first.

In a graph z = f(x, y) seen in parallel, a point can only be hidden by one that is nearer along x and
along y. Written row by row from far to near, the nearest thus comes last and stays: no depths are compared.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtGui import QImage

from jaxstudio.app.plot.plane.palette import SHADES, image_of, scale, shares
from jaxstudio.functions.protocol.scene import Surface

HIGH = 0.62  # of the width: how far the surface reaches up
FLOOR = -0.68
LIGHT = np.array([-0.45, -0.35, 0.82])
DARKEST = 0.55
LINES = 16  # of the mesh drawn on it, each way
USUAL = (math.radians(-58.0), math.radians(28.0))
STEEPEST = math.radians(89.0)
LONGEST_PX = 60
WHOLE = 4.0  # of the range without its extremes: so much is still shown whole


@dataclass(frozen=True)
class Turn:
    """From where it is seen: turned around z by `azimuth`, from `elevation` above; in radians."""

    azimuth: float = USUAL[0]
    elevation: float = USUAL[1]

    def by(self, right: float, up: float) -> Turn:
        """Turned a little further."""
        elevation = min(max(self.elevation + up, -STEEPEST), STEEPEST)
        return Turn((self.azimuth + right) % (2 * math.pi), elevation)


@dataclass(frozen=True)
class ShadedSurface:
    """The grid in a box from -1 to 1: float32 (n, m) each, `z` NaN where undefined, colours uint32."""

    x: np.ndarray
    y: np.ndarray
    z: np.ndarray
    colours: np.ndarray


def shade_surface(surface: Surface, count: int) -> ShadedSurface:
    """A surface on a grid of about count × count points, coloured by height and lit."""
    rows, columns = surface.rows, surface.columns
    heights = surface.positions[:, 2].reshape(rows, columns)
    low, high = heights_shown(surface)
    middle, half = (high + low) / 2, (high - low) / 2
    with np.errstate(invalid="ignore", over="ignore"):
        z = np.clip((heights - middle) / half, -1.0, 1.0) * HIGH
    span_x = np.ptp(surface.positions[:, 0]) / 2
    span_y = np.ptp(surface.positions[:, 1]) / 2
    normals = surface.normals.reshape(rows, columns, 3) * (span_x, span_y, half / HIGH)
    normals /= np.linalg.norm(normals, axis=2, keepdims=True)
    light = DARKEST + (1 - DARKEST) * np.abs(normals @ (LIGHT / np.linalg.norm(LIGHT)))
    whole = np.zeros((rows - 1, columns - 1), bool)
    whole[np.divmod(surface.triangles[:, 0], columns)] = True
    down, across = np.linspace(0, rows - 1, count), np.linspace(0, columns - 1, count)
    fine_z, fine_light = _between(z, down, across), _between(light, down, across)
    at = np.minimum(down.astype(int), rows - 2), np.minimum(across.astype(int), columns - 2)
    fine_z[~whole[np.ix_(*at)]] = np.nan
    mesh = _mesh(count)
    colours = _lit(shares(fine_z, -HIGH, HIGH), fine_light * mesh)
    x = np.linspace(-1, 1, count, dtype=np.float32)
    return ShadedSurface(x, x.copy(), fine_z.astype(np.float32), colours)


def heights_shown(surface: Surface) -> tuple[float, float]:
    """From the lowest to the highest; cut off where a pole reaches far beyond the rest."""
    heights = surface.positions[:, 2]
    heights = heights[np.isfinite(heights)]
    if not len(heights):
        return surface.low, surface.high
    low, high = float(heights.min()), float(heights.max())
    fits = 0 < high - low <= WHOLE * (surface.high - surface.low)
    return (low, high) if fits else (surface.low, surface.high)


def _between(values: np.ndarray, down: np.ndarray, across: np.ndarray) -> np.ndarray:
    """Bilinear interpolation at fractional rows and columns."""
    row = np.minimum(down.astype(int), values.shape[0] - 2)
    column = np.minimum(across.astype(int), values.shape[1] - 2)
    share_down, share_across = (down - row)[:, None], (across - column)[None, :]
    upper = values[row] * (1 - share_down) + values[row + 1] * share_down
    left, right = upper[:, column], upper[:, column + 1]
    return left * (1 - share_across) + right * share_across


def _mesh(count: int) -> np.ndarray:
    """A little darker along some lines of the grid."""
    phase = np.linspace(0, LINES, count)
    line = np.abs(phase - np.round(phase)) < 1.1 * LINES / count
    return np.where(line[:, None] | line[None, :], 0.86, 1.0)


def _lit(index: np.ndarray, light: np.ndarray) -> np.ndarray:
    """Colours of the scale, darkened: uint32 0xAARRGGBB."""
    table = scale()
    shade = np.clip(light * (SHADES - 1), 0, SHADES - 1).astype(np.uint32)
    out = np.full(index.shape, 0xFF000000, np.uint32)
    for shift in (16, 8, 0):
        channel = ((table >> shift) & 0xFF)[index]
        out |= ((channel * shade) >> 8) << shift
    return out


def corner(turn: Turn, x: float, y: float, z: float) -> tuple[float, float]:
    """Where a point of the box is seen: to the right, and down."""
    right = x * math.cos(turn.azimuth) - y * math.sin(turn.azimuth)
    away = x * math.sin(turn.azimuth) + y * math.cos(turn.azimuth)
    down = -z * math.cos(turn.elevation) + -away * math.sin(turn.elevation)
    return right, down


def scale_px(width: int, height: int) -> float:
    """How many pixels one unit of the box takes."""
    return min(width / 3.1, height / 2.6)


def picture(surface: ShadedSurface, turn: Turn, width: int, height: int, dot: int = 1) -> QImage:
    """The surface seen from `turn`, on clear ground; each point covers dot × dot pixels."""
    unit = np.float32(scale_px(width, height))
    cos_a, sin_a = np.float32(math.cos(turn.azimuth)), np.float32(math.sin(turn.azimuth))
    cos_e, sin_e = np.float32(math.cos(turn.elevation)), np.float32(math.sin(turn.elevation))
    # from far to near along both axes; seen from below, far is the other way round in depth but not here
    rows = slice(None, None, -1) if cos_a > 0 else slice(None)
    columns = slice(None, None, -1) if sin_a > 0 else slice(None)
    x, y = surface.x[columns], surface.y[rows]
    z, colours = surface.z[rows, columns], surface.colours[rows, columns]
    right = (x * cos_a)[None, :] - (y * sin_a)[:, None]
    away = (x * sin_a)[None, :] + (y * cos_a)[:, None]
    across = (right * unit + np.float32(width / 2)).astype(np.int32)
    with np.errstate(invalid="ignore"):
        along = (-(z * cos_e + away * sin_e) * unit + np.float32(height / 2)).astype(np.int32)
    seen = np.isfinite(z) & (across >= 0) & (across < width - dot)
    upper, lower = _reach(along, seen)
    np.clip(upper, 0, height - 1, out=upper)
    np.clip(lower, 0, height - 1, out=lower)
    seen &= (along >= 0) | (lower > 0)
    place = (upper * width + across)[seen]
    long = np.minimum(lower[seen] - upper[seen], LONGEST_PX) + 1
    # each point fills its column from its highest neighbour to its lowest, so that slopes have no gaps
    total = np.cumsum(long)
    down = np.arange(total[-1] if len(total) else 0) - np.repeat(total - long, long)
    place = np.repeat(place, long) + down * width
    shown = np.repeat(colours[seen], long)
    pixels = np.zeros(width * height, np.uint32)
    for over in range(dot):
        pixels[place + over] = shown
    return image_of(pixels.reshape(height, width))


def _reach(along: np.ndarray, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The highest and the lowest row of pixels among each point and its next neighbours."""
    upper, lower = along.copy(), along.copy()
    for here, there in (
        ((slice(None, -1), slice(None)), (slice(1, None), slice(None))),
        ((slice(None), slice(None, -1)), (slice(None), slice(1, None))),
    ):
        near = np.where(seen[there], along[there], along[here])
        np.minimum(upper[here], near, out=upper[here])
        np.maximum(lower[here], near, out=lower[here])
    return upper, lower
