"""Masks in suite `live`: a blur within a brush stroke that grows, or whose sigma moves, as a canvas shows it.

OpenCV draws the same stroke as a thick line, softens it by a blur, and blends in float32. The two alternate,
so that what else the machine does delays both.
"""

from __future__ import annotations

import time

import cv2
import numpy as np

from benchmarks.measurement import Row, percentile, spelled
from benchmarks.opencv import gaussian_blur
from benchmarks.workload import photo
from jaxstudio.engine.precompile import Precompiler
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.masks import Brush, Mask, MaskPart, Stroke
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.runtime.compile_counter import COMPILES

MOVES, QUICK_MOVES, FIRST = 200, 40, 5  # the first moves are not counted: what they compute is kept
POINTS, RADIUS, SIGMA = 400, 0.04, 4.0
HARDNESS = 0.5
SUBPIXEL_BITS = 4


def points(count: int) -> tuple[tuple[float, float], ...]:
    """A spiral of so many points, as a hand draws it."""
    turns = np.linspace(0, 20, POINTS)[:count]
    return tuple((float(0.5 + 0.02 * t * np.cos(t)), float(0.5 + 0.02 * t * np.sin(t))) for t in turns)


def recipe(count: int, sigma: float) -> Recipe:
    """A Gaussian blur within a stroke of so many points."""
    mask = Mask(1, (MaskPart(Brush((Stroke(points(count), RADIUS, HARDNESS),))),))
    return Recipe().with_mask(mask).added(CATALOGUE["gaussian_blur"], {"sigma": sigma}, mask=1)


def by_opencv(pixels: np.ndarray, count: int, sigma: float) -> np.ndarray:
    """The same with a mask of OpenCV's own: (height, width, 3) uint8 in and out."""
    height, width = pixels.shape[:2]
    radius = RADIUS * min(height, width)
    places = (np.array(points(count)) * (width, height) - 0.5) * (1 << SUBPIXEL_BITS)
    mask = np.zeros((height, width), np.uint8)
    thickness = round(radius * (1 + HARDNESS))
    line = np.rint(places).astype(np.int32)
    cv2.polylines(mask, [line], False, 255, thickness, cv2.LINE_AA, SUBPIXEL_BITS)
    soft = cv2.GaussianBlur(mask, (0, 0), radius * (1 - HARDNESS) / 2)
    share = cv2.cvtColor(soft, cv2.COLOR_GRAY2BGR).astype(np.float32) * np.float32(1 / 255)
    blurred = gaussian_blur(pixels, {"sigma": sigma, "sigma_y": sigma, "truncate": 4.0})
    change = cv2.multiply(share, cv2.subtract(blurred, pixels, dtype=cv2.CV_32F))
    return cv2.convertScaleAbs(cv2.add(pixels, change, dtype=cv2.CV_32F))


def row(name: str, canvas: tuple[int, int], *, grows: bool, quick: bool, slower: float) -> Row:
    """What a hand does: `grows` draws on a stroke, else sigma moves; `slower` than OpenCV at most, at p95."""
    pixels, moves = photo(*canvas), FIRST + (QUICK_MOVES if quick else MOVES)
    engine, source = Engine(), Source(pixels)
    precompiler = Precompiler(engine.executor.kernels)
    precompiler.request(recipe(POINTS, SIGMA), source)
    precompiler.wait()
    precompiler.close()
    ours, theirs, compiles = [], [], 0
    for move in range(moves):
        count, sigma = (POINTS - moves + move, SIGMA) if grows else (POINTS, 3.0 + 0.01 * move)
        if move == FIRST:
            compiles = COMPILES.count
        stack = recipe(count, sigma)
        began = time.perf_counter()
        engine.render(source, stack, dtype="uint8")
        middle = time.perf_counter()
        by_opencv(pixels, count, sigma)
        ours.append((middle - began) * 1e3)
        theirs.append((time.perf_counter() - middle) * 1e3)
    compiles = COMPILES.count - compiles
    own, other = (percentile(times[FIRST:], 95) for times in (ours, theirs))
    return Row(
        suite="live",
        name=name,
        size=spelled(*canvas),
        ours_ms=own,
        peers={"opencv": other},
        ratio=own / other,
        target=f"p95 <= {slower} x OpenCV, 0 compiles",
        met=own <= slower * other and compiles == 0,
        more={"compiles": compiles, "moves": len(ours) - FIRST},
        remark=f"{compiles} compiles",
    )
