"""Suite `live`: 1,000 moves in the real window, offscreen, from the value changing to the frame painted.

As a hand does, it points at a slider before it moves it.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.measurement import Options, Race, Row, percentile, race, spelled
from jaxstudio.errors import ComputeError
from jaxstudio.pipeline.recipe import Recipe

PHOTO = (4000, 6000)
CANVAS = (1000, 1500)
QUICK_SHARE = 10
SLOWER = 1.5  # than OpenCV at most, at p95
PAUSE_MS = 16.0
EXACT = "exact frame beside one full render"
EVERYDAY_EXACT, EVERYDAY_EXACT_MS = "exact frame of ten everyday steps", 1100.0
EXACT_LEVEL = 2  # the canvas shows the photo at a quarter
EXACT_MOST = 1.15  # of the full render's time: the reduction to the screen's resolution is in it
MASKS = ("masked blur, a stroke grows", "masked blur, its sigma moves")
SCOPES = ("histogram of a moving frame", "all scopes of a moving frame", "clipping of a moving frame")
SCOPES_MS = 2.0
HEALING, HEALING_MS = "healing, a stroke grows", 30.0
FILM_SCENES = (
    "to another photo with the same steps",
    "to another photo with other steps",
    "photos added",
    "the strip scrolled",
    "all photos rated",
    "a recipe pasted to all photos",
)
FILM = "filmstrip"
FILM_PHOTO, FILM_COUNT, FILM_QUICK = (2000, 3000), 200, 20
FILM_CHILD = "import sys; from benchmarks.filmstrip import main; main(sys.argv[1])"
LOOK, LOOK_MS = "first look at a JPEG", 300.0
LOOK_PHOTO, LOOK_ROUNDS, LOOK_QUICK = (6000, 8000), 5, 2
LOOK_CHILD = "import sys; from benchmarks.first_look import main; main(sys.argv[1])"
CHILD = "import sys; from benchmarks.window import main; main(sys.argv[1])"


def rows(options: Options) -> Iterator[Row]:
    """A row for each thing a hand does, then all of it together and the window's pauses."""
    yield from _frames(options)
    if options.only in (*MASKS, HEALING, *SCOPES):
        return
    if any(options.wants(_film_name(scene)) for scene in FILM_SCENES):
        order = {"size": FILM_PHOTO, "count": FILM_QUICK if options.quick else FILM_COUNT}
        found = film_rows(run_child(FILM_CHILD, json.dumps(order)), spelled(*FILM_PHOTO))
        yield from (row for row in found if options.wants(row.name))
        if options.only and options.only in FILM:
            return
    if options.wants(LOOK) or (options.only and LOOK in options.only):
        order = {"size": LOOK_PHOTO, "rounds": LOOK_QUICK if options.quick else LOOK_ROUNDS}
        found = look_rows(run_child(LOOK_CHILD, json.dumps(order)), spelled(*LOOK_PHOTO))
        yield from (row for row in found if options.wants(row.name))
        if options.only:
            return
    for size in options.sizes or (PHOTO,):
        if options.wants(EXACT):
            yield _exact_frame(size, options.quick)
        if options.wants(EVERYDAY_EXACT):
            yield _everyday_frame(size, options.quick)
        if options.only and (options.only in EXACT or options.only in EVERYDAY_EXACT):
            continue
        yield from (row for row in _of(size, options.quick) if options.wants(row.name))


def _frames(options: Options) -> Iterator[Row]:
    """A masked step as the canvas shows it, and what scopes add to a frame, without the window."""
    if any(map(options.wants, SCOPES)):
        from benchmarks import scopes

        found = scopes.rows(CANVAS, SCOPES, quick=options.quick, most_ms=SCOPES_MS)
        yield from (row for row in found if options.wants(row.name))
    for name in filter(options.wants, MASKS):
        from benchmarks.masks import row

        yield row(name, CANVAS, grows=name == MASKS[0], quick=options.quick, slower=SLOWER)
    if options.wants(HEALING):
        from benchmarks.masks import healing_row

        yield healing_row(HEALING, CANVAS, quick=options.quick, most_ms=HEALING_MS)


def _of(size: tuple[int, int], quick: bool) -> Iterator[Row]:
    order = {"size": size, "canvas": CANVAS, "share": QUICK_SHARE if quick else 1, "warm": True}
    found = run_child(CHILD, json.dumps(order))
    yield from rows_of(found, spelled(*size))


def rows_of(result: dict[str, Any], size: str) -> Iterator[Row]:
    """The rows of what the window's process noted."""
    for scene in result["scenes"]:
        yield _scene(scene, size)
    everything = [ms for scene in result["scenes"] for ms in scene["ms"]]
    compiles = sum(scene["compiles"] for scene in result["scenes"])
    yield Row(
        suite="live",
        name="all moves",
        size=size,
        ours_ms=percentile(everything, 95),
        target="0 compiles",
        met=compiles == 0,
        more={**_percentiles(everything), "compiles": compiles, "warm_up_s": result["warm_up_s"]},
        remark=f"{compiles} compiles in {len(everything)} moves",
    )
    pauses = [ms for scene in result["scenes"] for ms in scene["pauses"]]
    busy = [ms for scene in result["scenes"] for ms in scene["processor"]]
    yield _pause("longest pause while moving", size, pauses, busy, aim=True)
    warm_up = result["warm_up_pauses"], result["warm_up_processor"]
    yield _pause("longest pause while compiling", size, *warm_up, aim=False)


def _scene(scene: dict[str, Any], size: str) -> Row:
    ours = percentile(scene["ms"], 95)
    peers, ratio, met, target = {}, None, None, ""
    if scene["opencv_ms"]:
        theirs = percentile(scene["opencv_ms"], 95)
        peers, ratio, target = {"opencv": theirs}, ours / theirs, f"p95 <= {SLOWER} x OpenCV"
        met = ratio <= SLOWER
    if scene["most_ms"]:
        target, met = f"p95 <= {scene['most_ms']:.0f} ms", ours <= scene["most_ms"]
    more = _percentiles(scene["ms"])
    return Row(
        suite="live",
        name=scene["name"],
        size=size,
        ours_ms=ours,
        peers=peers,
        ratio=ratio,
        target=target,
        met=met,
        more={**more, "compiles": scene["compiles"], "frames": scene["frames"]},
        remark=f"p50 {more['p50_ms']:.0f}, p99 {more['p99_ms']:.0f} ms",
    )


def _exact_frame(size: tuple[int, int], quick: bool) -> Row:
    """The exact frame of a photo that is shown whole, beside one render of it at full size; eight steps."""
    from benchmarks.workload import eight_steps

    found = _exact_race(size, eight_steps(), quick, beside_render=True)
    ratio = found.ratio_of_best()
    return Row(
        suite="live",
        name=EXACT,
        size=spelled(*size),
        ours_ms=found.ours_ms,
        peers=found.peers_ms,
        ratio=ratio,
        target=f"<= {EXACT_MOST} x a full render",
        met=None if ratio is None else ratio <= EXACT_MOST,
        remark="the fastest rounds compared",
    )


def _everyday_frame(size: tuple[int, int], quick: bool) -> Row:
    """The exact frame of the steps that a photo is first developed with."""
    from benchmarks.workload import everyday_steps

    found = _exact_race(size, everyday_steps(), quick, beside_render=False)
    return Row(
        suite="live",
        name=EVERYDAY_EXACT,
        size=spelled(*size),
        ours_ms=found.ours_ms,
        target=f"<= {EVERYDAY_EXACT_MS:.0f} ms",
        met=found.ours_ms <= EVERYDAY_EXACT_MS,
        remark=f"fastest {min(found.ours):.0f} ms",
    )


def _exact_race(size: tuple[int, int], recipe: Recipe, quick: bool, *, beside_render: bool) -> Race:
    from benchmarks.workload import photo
    from jaxstudio.engine.buffers import Rect
    from jaxstudio.engine.display import render_reduced
    from jaxstudio.engine.render import Engine
    from jaxstudio.engine.requests import JobControl, View
    from jaxstudio.engine.source import Source
    from jaxstudio.pipeline.expand import result_size

    source, engine = Source(photo(*size)), Engine()
    whole = Rect.whole(*result_size(recipe, size))
    view = View(source, recipe, whole, 2.0**-EXACT_LEVEL)
    render = {"full render": lambda: engine.exporter().render(source, recipe, dtype="uint8")}
    return race(
        lambda: render_reduced(engine, view, whole, EXACT_LEVEL, JobControl()),
        render if beside_render else {},
        least_rounds=2 if quick else 7,
    )


def _percentiles(values: list[float]) -> dict[str, float]:
    figures = {f"p{percent}_ms": percentile(values, percent) for percent in (50, 95, 99)}
    return {**figures, "longest_ms": max(values), "moves": len(values)}


def _pause(name: str, size: str, pauses: list[float], busy: list[float], *, aim: bool) -> Row:
    longest, over = max(pauses), sum(pause > PAUSE_MS for pause in pauses)
    return Row(
        suite="live",
        name=name,
        size=size,
        ours_ms=longest,
        target=f"<= {PAUSE_MS:.0f} ms" if aim else "",
        met=longest <= PAUSE_MS if aim else None,
        more={"over_16_ms": over, "beats": len(pauses), "longest_processor_ms": max(busy)},
        remark=f"{over} over {PAUSE_MS:.0f} ms; {max(busy):.1f} ms of processor time at most",
    )


def _film_name(scene: str) -> str:
    return f"{FILM}: {scene}"


def film_rows(scenes: Mapping[str, list[float]], size: str) -> Iterator[Row]:
    """A row for each thing that is done with several photos: the longest piece of the window's thread."""
    for name, pieces in scenes.items():
        longest, over = max(pieces), sum(piece > PAUSE_MS for piece in pieces)
        yield Row(
            suite="live",
            name=_film_name(name),
            size=size,
            ours_ms=longest,
            target=f"<= {PAUSE_MS:.0f} ms at once",
            met=longest <= PAUSE_MS,
            more={"over_16_ms": over, "processor_ms": sum(pieces)},
            remark=f"{over} pieces over {PAUSE_MS:.0f} ms of processor time",
        )


def look_rows(kinds: Mapping[str, Any], size: str) -> Iterator[Row]:
    """A row for each kind of file: the median until something is painted, beside Pillow's whole decoding."""
    for kind, found in kinds.items():
        ours, theirs = (statistics.median(found[name]) for name in ("ms", "pillow"))
        yield Row(
            suite="live",
            name=f"{LOOK} {kind}",
            size=size,
            ours_ms=ours,
            peers={"pillow, all of it": theirs},
            ratio=ours / theirs,
            target=f"<= {LOOK_MS:.0f} ms",
            met=ours <= LOOK_MS,
            more={"thumbnail": found["thumbnail"]},
            remark="" if found["thumbnail"] else "decoded at a reduced size",
        )


def run_child(code: str, *words: str, timeout: float = 3600) -> dict[str, Any]:
    """Run `code` in a process of its own, offscreen, and return the JSON object it prints last."""
    with tempfile.TemporaryDirectory(prefix="jaxstudio-bench-") as folder:
        environment = {
            **os.environ,
            "QT_QPA_PLATFORM": "offscreen",
            "QT_LOGGING_RULES": "default.warning=false",
            "QT_SCALE_FACTOR": "1",
            "JAXSTUDIO_BENCH_FOLDER": folder,
        }
        try:
            done = subprocess.run(
                [sys.executable, "-c", code, *words],
                env=environment,
                cwd=Path(__file__).parent.parent,  # where `benchmarks` can be imported
                capture_output=True,
                text=True,
                timeout=timeout,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise ComputeError(f"bench: not done after {timeout:.0f} s") from None
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        said = done.stderr.strip().splitlines()
        reason = said[-1] if said else f"exit code {done.returncode}"
        raise ComputeError(f"bench: the measured process failed: {reason}")
    result: dict[str, Any] = json.loads(lines[-1])
    return result
