"""Suite `growth`: processor time and memory of the whole command by pixels, steps, photos in work, and files.

`python -m benchmarks.growth` draws docs/images/growth.webp and prints all points.
"""

from __future__ import annotations

import math
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.live import run_child
from benchmarks.measurement import Options, Row, format_ms
from benchmarks.workload import photo, recipe_of
from jaxstudio.files.recipes import save_recipe
from jaxstudio.files.save import save
from jaxstudio.pipeline.recipe import Recipe

MEGAPIXELS = (0.1, 1.0, 6.0, 24.0, 100.0, 400.0)
STEPS = (1, 2, 5, 10, 20, 40)
JOBS = (1, 2, 4, 8)
FILES = (1, 10, 100, 1000, 10_000)
SMALL, MIDDLE, IN_WORK = (48, 64), (1000, 1500), 16  # a photo's (height, width); photos of the curve of jobs
QUICK = 3  # points of each curve
BAND = 256
# Of the last two points: time grows at most with this power of the amount.
STEEPEST = 1.1
UNITS = {
    "pixels": "MP",
    "steps": "steps on 1.5 MP",
    "jobs": "photos of 1.5 MP in work",
    "files": "files of 64 x 48",
}
CHILD = """
import json, sys, time
from benchmarks.machine import peak_bytes
from jaxstudio.cli.main import main
began = time.perf_counter()
code = main(sys.argv[1:])
seconds = {"wall": time.perf_counter() - began, "processor": time.process_time()}
print(json.dumps({**seconds, "peak_bytes": peak_bytes()}))
sys.exit(code)
"""


@dataclass(frozen=True)
class Point:
    amount: float
    wall: float  # seconds
    processor: float  # seconds
    peak_bytes: int


def curves(options: Options) -> Iterator[tuple[str, list[Point]]]:
    """The points of each curve; its first one is measured twice, so that the kernels are compiled."""
    with tempfile.TemporaryDirectory(prefix="jaxstudio-bench-") as name:
        folder = Path(name)
        for curve, amounts in (("pixels", MEGAPIXELS), ("steps", STEPS), ("jobs", JOBS), ("files", FILES)):
            if options.wants(curve):
                shown = amounts[:QUICK] if options.quick else amounts
                yield curve, [_point(folder, curve, amount) for amount in (shown[0], *shown)][1:]


def _recipe(steps: int) -> Recipe:
    first: dict[str, object] = {"stops": 0.1}
    second: dict[str, object] = {"sigma": 1.5}
    pair = (("exposure", first), ("gaussian_blur", second))
    return recipe_of(tuple(pair[number % 2] for number in range(steps)))


def _point(folder: Path, curve: str, amount: float) -> Point:
    steps = int(amount) if curve == "steps" else 3
    save_recipe(folder / "steps.json", _recipe(steps))
    photos, out = folder / "in", folder / "out"
    photos.mkdir()
    first = photos / "0.tif"
    size = {"pixels": _sides(amount), "files": SMALL}.get(curve, MIDDLE)
    height, width = size
    bands = ((y, photo(height, width, slice(y, min(y + BAND, height)))) for y in range(0, height, BAND))
    save(first, bands, "8", shape=(height, width, 3))
    count = {"files": int(amount), "jobs": IN_WORK}.get(curve, 1)
    for number in range(1, count):
        (photos / f"{number}.tif").hardlink_to(first)
    jobs = ["--jobs", str(int(amount))] if curve == "jobs" else []
    words = ["apply", "-r", str(folder / "steps.json"), "-o", f"{out}/", *jobs]
    found = run_child(CHILD, *words, "--no-resume", str(photos / "*.tif"))
    for each in (photos, out):
        for path in each.iterdir():
            path.unlink()
        each.rmdir()
    return Point(amount, found["wall"], found["processor"], found["peak_bytes"])


def _sides(megapixels: float) -> tuple[int, int]:
    height = round(math.sqrt(megapixels * 1e6 / 1.5))
    return height, round(1.5 * height)


def power(points: list[Point]) -> float:
    """With which power of the amount processor time grows between the last two points."""
    before, last = points[-2:]
    return math.log(last.processor / before.processor) / math.log(last.amount / before.amount)


def rows(options: Options) -> Iterator[Row]:
    """A row for each curve: the time of its last point, the power, and all points in the JSON."""
    for curve, points in curves(options):
        last = points[-1]
        yield Row(
            suite="growth",
            name=f"by {curve}",
            size=f"{last.amount:g} {UNITS[curve]}",
            ours_ms=last.wall * 1e3,
            target=f"power <= {STEEPEST:g}",
            met=power(points) <= STEEPEST,
            more={"points": [vars(point) for point in points]},
            remark=f"power {power(points):.2f}; {last.processor:.1f} s of processor, "
            f"{last.peak_bytes / 1e9:.2f} GB",
        )


def draw(found: list[tuple[str, list[Point]]], path: Path) -> None:
    """One picture: time in the first row, memory in the second, both axes logarithmic."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import NullFormatter

    figure = Figure(figsize=(3.2 * len(found), 5.2), layout="constrained")
    axes = figure.subplots(2, len(found), squeeze=False)
    for column, (curve, points) in enumerate(found):
        amounts = [point.amount for point in points]
        for row, values, unit in (
            (0, [point.processor for point in points], "processor time, s"),
            (1, [point.peak_bytes / 1e9 for point in points], "peak memory, GB"),
        ):
            axes[row, column].loglog(amounts, values, "o-")
            axes[row, column].grid(alpha=0.3)
            for axis in (axes[row, column].xaxis, axes[row, column].yaxis):
                axis.set_major_formatter("{x:,g}")
                axis.set_minor_formatter(NullFormatter())
            axes[row, column].set_ylabel(unit if column == 0 else "")
            axes[row, column].set_ylim(0.1, 1.5 * max(0.8, *values))
        axes[1, column].set_xlabel(UNITS[curve])
    figure.savefig(path, dpi=110)


def main() -> None:
    found = list(curves(Options()))
    draw(found, Path(__file__).parents[1] / "docs" / "images" / "growth.webp")
    for curve, points in found:
        for point in points:
            time, memory = format_ms(point.processor * 1e3), f"{point.peak_bytes / 1e9:.2f} GB"
            print(f"| {point.amount:,g} {UNITS[curve]} | {time} | {memory} |")


if __name__ == "__main__":
    os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "")
    main()
