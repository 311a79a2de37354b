"""Masks in suite `live`: a blur within a brush stroke that grows, or whose sigma moves, as a canvas shows it.

OpenCV draws the same stroke as a thick line, softens it by a blur, and blends in float32. Beside a stroke
that heals it fills the line by Telea's method. The two alternate, so that what else the machine does delays
both.
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
HEAL_RADIUS, HEAL_STRIDE = 0.012, 3  # a hand leaves a point for every tenth of the radius
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


def scratch(count: int) -> tuple[tuple[float, float], ...]:
    """A wave, as far as a hand has followed it."""
    places = np.linspace(0, 1, POINTS)[:count:HEAL_STRIDE]
    return tuple((float(0.3 + 0.12 * t), float(0.4 + 0.05 * np.sin(9 * t))) for t in places)


def healing(count: int) -> Recipe:
    """A narrow stroke, healed from a place beside it."""
    mask = Mask(1, (MaskPart(Brush((Stroke(scratch(count), HEAL_RADIUS, HARDNESS),))),))
    values = {"fill": "heal", "source_x": 0.0, "source_y": 20.0}
    return Recipe().with_mask(mask).added(CATALOGUE["inpaint"], values, mask=1)


def healed_by_opencv(pixels: np.ndarray, count: int) -> np.ndarray:
    """The same line filled by Telea's method: (height, width, 3) uint8 in and out."""
    height, width = pixels.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    line = np.rint(np.array(scratch(count)) * (width, height) - 0.5).astype(np.int32)
    cv2.polylines(mask, [line], False, 255, round(2 * HEAL_RADIUS * min(height, width)))
    return cv2.inpaint(pixels, mask, 3, cv2.INPAINT_TELEA)


def healing_row(name: str, canvas: tuple[int, int], *, quick: bool, most_ms: float) -> Row:
    """A stroke that heals grows, within `most_ms` of processor time at p95."""
    pixels, moves = photo(*canvas), FIRST + (QUICK_MOVES if quick else MOVES)
    engine, source, ours, theirs = Engine(), Source(pixels), [], []
    for move in range(moves):
        stack = healing(POINTS - moves + move)
        began = time.process_time()
        engine.render(source, stack, dtype="uint8")
        middle = time.process_time()
        healed_by_opencv(pixels, POINTS - moves + move)
        ours.append((middle - began) * 1e3)
        theirs.append((time.process_time() - middle) * 1e3)
    own, other = (percentile(times[FIRST:], 95) for times in (ours, theirs))
    return Row(
        suite="live",
        name=name,
        size=spelled(*canvas),
        ours_ms=own,
        peers={"opencv, Telea": other},
        ratio=own / other,
        target=f"p95 <= {most_ms:.0f} ms of processor time",
        met=own <= most_ms,
        more={"p50_ms": percentile(ours[FIRST:], 50), "moves": moves - FIRST},
        remark=f"p50 {percentile(ours[FIRST:], 50):.0f} ms",
    )


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
