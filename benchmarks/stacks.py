"""Suite `stacks`: whole recipes, beside the same steps by OpenCV, scikit-image and NumPy, uint8 in and out.

Each peer's step takes and returns uint8, as one writes it with those libraries; ours hands floats from step
to step and rounds once. So they differ by rounding, which contrast multiplies: the mean difference must stay
within TOLERANCE levels, of stacks with noise that of the means of blocks and of the deviations in them.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from benchmarks.measurement import Options, Race, Row, race, spelled
from benchmarks.peers import peers_of
from benchmarks.workload import EVERYDAY, STEPS, photo, recipe_of
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import ComputeError
from jaxstudio.files.recipes import list_presets, load_preset
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

SIZE, QUICK_SIZE = (3000, 4000), (1500, 2000)
SECONDS, QUICK_SECONDS = 3.0, 0.5
ROUNDS, QUICK_ROUNDS = 5, 3
TARGET_MEAN, TARGET_EACH = 0.8, 1.5
# Who does a step where several could: the first of these that has it.
LIBRARIES = ("opencv", "numpy", "scikit-image")
NOISE = {"gaussian_noise", "salt_and_pepper", "film_grain"}
# Levels of 255 by which the results may differ in the mean, and the side of a block in pixels. (What an edge
# is at a threshold, after contrast times 25, is decided by less than a level: 3.7.)
TOLERANCE, BLOCK = 4.0, 25

Steps = tuple[tuple[str, dict[str, object]], ...]
COMMON: dict[str, Steps] = {
    "develop": (
        ("white_balance", {"temperature": 0.15}),
        ("exposure", {"stops": 0.3}),
        ("contrast", {"factor": 1.15, "about": "half"}),
        ("saturation", {"factor": 1.2}),
        ("unsharp_mask", {"radius": 1.5, "amount": 0.6}),
    ),
    "black and white": (
        ("grayscale", {"weights": "rec601"}),
        ("levels", {"black": 0.05, "white": 0.9, "gamma": 1.1}),
        ("sigmoid", {"cutoff": 0.5, "gain": 5.0}),
        ("vignette", {"amount": 0.3}),
    ),
    "for the web": (
        ("resize", {"scale": 50.0, "antialias": False}),
        ("levels", {"black": 0.05, "white": 0.95}),
        ("saturation", {"factor": 1.15}),
        ("unsharp_mask", {"radius": 1.0, "amount": 0.5}),
    ),
    "clean and sharpen": (
        ("median", {"size": 3}),
        ("gaussian_blur", {"sigma": 0.8}),
        ("unsharp_mask", {"radius": 2.0, "amount": 0.8}),
        ("contrast", {"factor": 1.1, "about": "half"}),
    ),
    "scanned page": (
        ("grayscale", {"weights": "rec601"}),
        ("median", {"size": 3}),
        ("local_threshold", {"sigma": 8.0, "offset": 0.03}),
        ("erosion", {"size": 3}),
    ),
    "edges": (
        ("grayscale", {"weights": "rec601"}),
        ("gaussian_blur", {"sigma": 1.5}),
        ("sobel", {}),
        ("levels", {"black": 0.0, "white": 0.3}),
        ("invert", {}),
    ),
    "augmentation": (
        ("rotate", {"angle": 10.0}),
        ("flip_horizontal", {}),
        ("brightness", {"delta": 0.05}),
        ("contrast", {"factor": 1.2, "about": "half"}),
        ("gaussian_noise", {"var": 0.002}),
    ),
    "faded print": (
        ("levels", {"black": 0.0, "white": 1.0, "gamma": 1.1, "out_black": 0.1, "out_white": 0.95}),
        ("saturation", {"factor": 0.7}),
        ("gamma", {"gamma": 0.9}),
        ("sepia", {"amount": 0.4}),
        ("brightness", {"delta": 0.03}),
        ("vignette", {"amount": 0.3}),
    ),
    "eight neighbourhoods and tones": STEPS,
    "ten everyday steps": EVERYDAY,
    "ten tones": (
        ("exposure", {"stops": 0.2}),
        ("gamma", {"gamma": 0.9}),
        ("contrast", {"factor": 1.1, "about": "half"}),
        ("brightness", {"delta": -0.03}),
        ("levels", {"black": 0.02, "white": 0.98}),
        ("white_balance", {"temperature": 0.1}),
        ("sigmoid", {"cutoff": 0.5, "gain": 4.0}),
        ("saturation", {"factor": 1.1}),
        ("invert", {}),
        ("vignette", {"amount": -0.1}),
    ),
}


@dataclass(frozen=True)
class Stack:
    """A recipe and its name."""

    name: str
    recipe: Recipe

    @property
    def noisy(self) -> bool:
        return any(step.op.name in NOISE for step in self.recipe.active)


def stacks() -> list[Stack]:
    """The shipped presets, then common stacks."""
    shipped = [preset for preset in list_presets() if not preset.own]
    presets = [Stack(preset.name, load_preset(preset, CATALOGUE)) for preset in shipped]
    return [*presets, *(Stack(name, recipe_of(steps)) for name, steps in COMMON.items())]


def by_peers(recipe: Recipe) -> Callable[[np.ndarray], np.ndarray]:
    """The recipe's steps, each by the first library that has it: pixels → pixels, both uint8."""
    work = []
    for step in recipe.active:
        peers = peers_of(step.op.name)
        work.append((next(peers[library] for library in LIBRARIES if library in peers), step.values))

    def call(pixels: np.ndarray) -> np.ndarray:
        for peer, values in work:
            pixels = peer(pixels, values)
        return pixels

    return call


def rows(options: Options) -> Iterator[Row]:
    """A row for every stack, and the geometric mean of their ratios."""
    engine = Engine(cache_bytes=0)
    for height, width in options.sizes or (QUICK_SIZE if options.quick else SIZE,):
        pixels = photo(height, width)
        measured_rows = []
        for stack in stacks():
            if options.wants(stack.name):
                row = measured(engine, stack, pixels, options.quick)
                measured_rows.append(row)
                yield row
        if len(measured_rows) > 1:
            yield summary(measured_rows)


def measured(engine: Engine, stack: Stack, pixels: np.ndarray, quick: bool) -> Row:
    theirs = by_peers(stack.recipe)

    def ours() -> np.ndarray:
        # a new source each time, so that no statistic is remembered; it takes the pixels without a copy
        return engine.render(Source(pixels), stack.recipe, dtype="uint8")

    off = difference(ours(), theirs(pixels), stack.noisy)
    if off > TOLERANCE:
        raise ComputeError(
            f"bench: {stack.name}: the peers' result is another one, by {off:.1f} levels in the mean"
        )
    processor: dict[str, list[float]] = {"ours": [], "peers": []}
    result: Race = race(
        timed(ours, processor["ours"]),
        {"peers": timed(lambda: theirs(pixels), processor["peers"])},
        least_rounds=QUICK_ROUNDS if quick else ROUNDS,
        seconds=QUICK_SECONDS if quick else SECONDS,
    )
    ratio = result.ratio()
    return Row(
        suite="stacks",
        name=stack.name,
        size=spelled(*pixels.shape[:2]),
        ours_ms=result.ours_ms,
        peers=result.peers_ms,
        ratio=ratio,
        target=f"ratio <= {TARGET_EACH}",
        met=None if ratio is None else ratio <= TARGET_EACH,
        more={
            "ratio_of_best": result.ratio_of_best(),
            "ratio_of_processor_time": min(processor["ours"]) / min(processor["peers"]),
            "mean_difference": off,
            "steps": len(stack.recipe.active),
            "rounds": len(result.ours),
        },
    )


def timed(call: Callable[[], object], times: list[float]) -> Callable[[], object]:
    """The same call; `times` gets the processor's seconds of each."""

    def run() -> object:
        began = time.process_time()
        result = call()
        times.append(time.process_time() - began)
        return result

    return run


def summary(measured_rows: list[Row]) -> Row:
    """The geometric mean of the ratios."""
    means = {
        key: math.exp(np.mean([math.log(value(row)) for row in measured_rows]))
        for key, value in {
            "ratio": lambda row: row.ratio or math.nan,
            "ratio_of_best": lambda row: row.more["ratio_of_best"],
            "ratio_of_processor_time": lambda row: row.more["ratio_of_processor_time"],
        }.items()
    }
    ratio = means.pop("ratio")
    return Row(
        suite="stacks",
        name=f"geometric mean of {len(measured_rows)}",
        size=measured_rows[0].size,
        ours_ms=math.exp(np.mean([math.log(row.ours_ms) for row in measured_rows])),
        peers={"peers": math.exp(np.mean([math.log(row.peers["peers"]) for row in measured_rows]))},
        ratio=ratio,
        target=f"ratio <= {TARGET_MEAN}",
        met=ratio <= TARGET_MEAN,
        more=means,
    )


def difference(ours: np.ndarray, theirs: np.ndarray, noisy: bool) -> float:
    """The mean difference in levels; with noise that of the means of blocks and of the deviations in them."""
    if ours.shape != theirs.shape or ours.dtype != theirs.dtype:
        raise ComputeError(f"bench: {ours.dtype} {ours.shape} beside {theirs.dtype} {theirs.shape}")
    if not noisy:
        return float(
            np.mean([np.abs(a.astype(np.int16) - b).mean() for a, b in zip(ours, theirs, strict=True)])
        )
    height, width = (size // BLOCK * BLOCK for size in ours.shape[:2])

    def blocks(pixels: np.ndarray) -> np.ndarray:
        cut = pixels[:height, :width].reshape(height // BLOCK, BLOCK, width // BLOCK, BLOCK, -1)
        return cut.astype(np.float32)

    one, other = blocks(ours), blocks(theirs)
    return max(
        float(np.abs(statistic(one, axis=(1, 3)) - statistic(other, axis=(1, 3))).mean())
        for statistic in (np.mean, np.std)
    )
