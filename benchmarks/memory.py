"""Suite `memory`: the peak and the time of a whole process that exports a photo through eight steps."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.live import run_child
from benchmarks.measurement import Options, Row, spelled
from benchmarks.workload import eight_steps, photo
from jaxstudio.files.recipes import save_recipe
from jaxstudio.files.save import save

SIZES = ((4000, 6000), (8000, 12_500), (16_000, 25_000))
QUICK_SIZES = SIZES[:1]
# The most memory aimed at for photos up to so many pixels.
LIMITS = ((100_000_000, 1.5e9), (400_000_000, 2.0e9))
# How much longer a pixel of a larger photo may take than one of the smallest.
LINEAR = 1.2
BAND = 256
# The very command, which then tells how much memory its process held at most.
CHILD = """
import json, sys, time
began = time.perf_counter()
from benchmarks.machine import peak_bytes
from jaxstudio.cli.main import main
code = main(sys.argv[1:])
print(json.dumps({"seconds": time.perf_counter() - began, "peak_bytes": peak_bytes()}))
sys.exit(code)
"""


def rows(options: Options) -> Iterator[Row]:
    """A row for each size: milliseconds of the whole command, peak memory beside them."""
    sizes = options.sizes or (QUICK_SIZES if options.quick else SIZES)
    with tempfile.TemporaryDirectory(prefix="jaxstudio-bench-") as name:
        folder = Path(name)
        save_recipe(folder / "steps.json", eight_steps())
        warm = folder / "warm.tif"
        save(warm, photo(600, 800))
        _export(folder, warm)  # compiles, so that each size is measured alike
        first: float | None = None  # seconds per pixel of the first size
        for height, width in sizes:
            row = _of(folder, height, width, first)
            first = first or row.ours_ms / 1e3 / (height * width)
            if options.wants(row.name):
                yield row


def _of(folder: Path, height: int, width: int, first: float | None) -> Row:
    path = folder / "photo.tif"
    bands = ((y, photo(height, width, slice(y, min(y + BAND, height)))) for y in range(0, height, BAND))
    save(path, bands, "8", shape=(height, width, 3))
    found = _export(folder, path)
    pixels, peak, seconds = height * width, found["peak_bytes"], found["seconds"]
    limit = next((limit for most, limit in LIMITS if pixels <= most), None)
    slower = None if first is None else seconds / pixels / first
    linear = slower is None or slower <= LINEAR
    aims = [f"<= {limit / 1e9:g} GB"] if limit else []
    aims += ["time linear"] if slower is not None else []
    return Row(
        suite="memory",
        name=f"export of {pixels / 1e6:.0f} MP, eight steps",
        size=spelled(height, width),
        ours_ms=seconds * 1e3,
        target=", ".join(aims),
        met=(limit is None or peak <= limit) and linear if aims else None,
        more={
            "peak_bytes": peak,
            "peak_gb": peak / 1e9,
            "mp_per_s": pixels / 1e6 / seconds,
            "times_per_pixel_of_first": slower,
        },
        remark=f"{peak / 1e9:.2f} GB, {pixels / 1e6 / seconds:.1f} MP/s",
    )


def _export(folder: Path, path: Path) -> dict[str, float]:
    words = ("apply", "-r", str(folder / "steps.json"), str(path), "-o", str(folder / "result.tif"))
    result: dict[str, float] = run_child(CHILD, *words)
    (folder / "result.tif").unlink()
    return result
