"""Surfaces in space as pictures: points spread over their triangles, the nearest of each pixel on top."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtGui import QColor, QImage

from jaxstudio.app.plot.plane.palette import image_of
from jaxstudio.functions.protocol.scene import Interval, Mesh, Surface

SIZE = 0.8  # of the box: half of its longest side
LIGHT = np.array([-0.45, -0.35, 0.82]) / np.linalg.norm([-0.45, -0.35, 0.82])
DARKEST, BRIGHTEST = 0.45, 1.12
APART_PX = 1.6  # between points of a triangle, which are painted as squares of 2 pixels or more
MOST_STEPS, MOST_POINTS = 400, 4_000_000
BANDS, BAND_SHARE, BAND = 10.0, 0.07, 0.88  # darker lines of equal height on a surface
Box = tuple[Interval, Interval, Interval]


@dataclass(frozen=True)
class ShadedMesh:
    """Points in a box from -1 to 1: float32 (n, 3), with their colours, uint32 (n,)."""

    points: np.ndarray
    colours: np.ndarray


def shade_meshes(shapes: Sequence[tuple[Surface | Mesh, QColor]], box: Box, unit_px: float) -> ShadedMesh:
    """Surfaces in their colours, lit, with a point for each pixel; `unit_px` is a unit of the box."""
    middle, half = middle_of(box), half_of(box)
    points, colours = [np.empty((0, 3), np.float32)], [np.empty(0, np.uint32)]
    low, high = np.array(box).T
    for shape, colour in shapes:
        positions = shape.positions
        with np.errstate(invalid="ignore"):
            inside = ((positions >= low) & (positions <= high)).all(axis=1)
        triangles = shape.triangles[inside[shape.triangles].all(axis=1)]
        corners = ((positions[triangles] - middle) * (SIZE / half)).astype(np.float32)
        normals = shape.normals[triangles].astype(np.float32)
        edges = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(axis=1)
        steps = _steps(edges, unit_px)
        if (total := float(np.sum(steps * (steps + 1) / 2))) > MOST_POINTS:
            steps = _steps(edges, unit_px * math.sqrt(MOST_POINTS / total))
        for count in np.unique(steps):
            some = steps == count
            weights = _lattice(int(count))
            spread = np.einsum("wk,tkc->twc", weights, corners[some]).reshape(-1, 3)
            across = np.einsum("wk,tkc->twc", weights, normals[some]).reshape(-1, 3)
            points.append(spread)
            colours.append(_lit(spread, across, colour))
    return ShadedMesh(np.concatenate(points), np.concatenate(colours))


def _steps(edges: np.ndarray, unit_px: float) -> np.ndarray:
    """Into how many parts the sides of each triangle are cut."""
    return np.clip(np.ceil(edges * (unit_px / APART_PX)), 1, MOST_STEPS).astype(int)


def middle_of(box: Box) -> np.ndarray:
    return np.array([(low + high) / 2 for low, high in box])


def half_of(box: Box) -> float:
    """Half of the longest side: all axes have one scale."""
    return max(high - low for low, high in box) / 2


def _lattice(count: int) -> np.ndarray:
    """Barycentric weights, float32 (n, 3), of points in a triangle whose sides are cut into `count` parts."""
    first, second = np.meshgrid(np.arange(count), np.arange(count))
    within = first + second < count
    a, b = (first[within] + 1 / 3) / count, (second[within] + 1 / 3) / count
    return np.stack([a, b, 1 - a - b], 1).astype(np.float32)


def _lit(points: np.ndarray, normals: np.ndarray, colour: QColor) -> np.ndarray:
    """The colours of points, uint32 0xAARRGGBB."""
    length = np.maximum(np.linalg.norm(normals, axis=1), 1e-12)
    light = DARKEST + (BRIGHTEST - DARKEST) * np.abs(normals @ LIGHT.astype(np.float32)) / length
    phase = points[:, 2] * (BANDS / SIZE / 2)
    light = np.where(np.abs(phase - np.round(phase)) < BAND_SHARE / 2, light * BAND, light)
    packed = np.full(len(points), 0xFF000000, np.uint32)
    for shift, channel in ((16, colour.red()), (8, colour.green()), (0, colour.blue())):
        packed |= np.minimum(light * channel, 255.0).astype(np.uint32) << np.uint32(shift)
    return packed


def mesh_picture(
    mesh: ShadedMesh, azimuth: float, elevation: float, unit: float, width: int, height: int, dot: int
) -> QImage:
    """The points seen from a direction, `unit` pixels to a unit of the box, each of dot × dot pixels."""
    x, y, z = mesh.points.T
    cos_a, sin_a = np.float32(math.cos(azimuth)), np.float32(math.sin(azimuth))
    cos_e, sin_e = np.float32(math.cos(elevation)), np.float32(math.sin(elevation))
    away = x * sin_a + y * cos_a
    across = ((x * cos_a - y * sin_a) * np.float32(unit) + np.float32(width / 2)).astype(np.int32)
    along = (-(z * cos_e + away * sin_e) * np.float32(unit) + np.float32(height / 2)).astype(np.int32)
    near = z * sin_e - away * cos_e
    seen = (across >= 0) & (across < width - dot) & (along >= 0) & (along < height - dot)
    order = np.argsort(near[seen])
    place = (along[seen] * width + across[seen])[order]
    offsets = np.add.outer(np.arange(dot) * width, np.arange(dot)).ravel()
    pixels = np.zeros(width * height, np.uint32)
    # of several points on a pixel NumPy keeps the last, which is the nearest
    pixels[(place[:, None] + offsets).ravel()] = np.repeat(mesh.colours[seen][order], len(offsets))
    return image_of(pixels.reshape(height, width))
