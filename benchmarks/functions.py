"""Suite `functions`: derivatives and pictures of typed functions, beside JAX's own ways, NumPy and SymPy."""

from __future__ import annotations

import json
import statistics
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import jax

from benchmarks import derivatives
from benchmarks.hard_functions import HARD_FUNCTIONS, Score, scores_of
from benchmarks.live import run_child
from benchmarks.measurement import Options, Row, percentile
from jaxstudio.runtime.setup import configure

FIRST, REFINED = "typed, first curve", "typed, refined with 3 derivatives"
HANDS = {name: f"{name}, ten lines with 3 derivatives" for name in ("slider", "pan", "zoom")}
# Of these a first frame shows the last picture in its new place, before the curves are computed there.
FOLLOWED = {name: f"{name}, first frame of ten lines with 3 derivatives" for name in ("pan", "zoom")}
# milliseconds that are aimed at
AIMS = {FIRST: 150.0, REFINED: 500.0}
FRAME_MS = 16.0
QUICK_SHARE = 10
CHILD = "import sys; from benchmarks.plot_window import main; main(sys.argv[1])"


def window_rows(options: Options) -> Iterator[Row]:
    """Two rows of a line just typed, and one for each thing that a hand does."""
    hands = any(map(options.wants, [*HANDS.values(), *FOLLOWED.values()]))
    if hands or any(map(options.wants, AIMS)):
        order = {"share": QUICK_SHARE if options.quick else 1, "hands": hands}
        found = run_child(CHILD, json.dumps(order))
        yield from (row for row in rows_of(found) if options.wants(row.name))


def rows_of(measured: dict[str, Any]) -> Iterator[Row]:
    """The rows of what the window's process noted."""
    for name, typed in zip(AIMS, (measured["first"], measured["refined"]), strict=True):
        yield _typed(name, typed)
    for hand in measured.get("hands", ()):
        name, size = hand["name"], f"{measured['points']:,} points"
        yield _hand(HANDS[name], hand, measured["plain"], size)
        if name in FOLLOWED:
            yield _hand(FOLLOWED[name], hand | {"ms": hand["first_ms"]}, measured["plain"], size)


def _typed(name: str, noted: dict[str, Any]) -> Row:
    ours, plain = statistics.median(noted["ms"]), statistics.median(map(_sum, noted["plain"]))
    return Row(
        "functions", name, f"{len(noted['ms'])} lines", ours, {"numpy + pyqtgraph": plain}, ours / plain,
        f"<= {AIMS[name]:g} ms", ours <= AIMS[name],
        more={"longest_ms": max(noted["ms"])}, remark=f"longest {max(noted['ms']):.0f} ms",
    )  # fmt: skip


def _hand(name: str, hand: dict[str, Any], plain: dict[str, float], size: str) -> Row:
    """Beside NumPy computing the values alone and pyqtgraph painting the same points."""
    ours, compiles = percentile(hand["ms"], 95), hand["compiles"]
    middle, pause = percentile(hand["ms"], 50), max(hand["pauses"])
    return Row(
        "functions", name, size, ours, {"numpy + pyqtgraph": _sum(plain)}, ours / _sum(plain),
        f"p95 <= {FRAME_MS:g} ms, 0 compiles", ours <= FRAME_MS and compiles == 0,
        more={
            "p50_ms": middle, "compiles": compiles, "moves": len(hand["ms"]), "longest_pause_ms": pause,
            "cpu_ms": hand["cpu_ms"], **{f"{who}_ms": ms for who, ms in plain.items()},
        },
        remark=f"p50 {middle:.0f} ms, {compiles} compiles, longest pause {pause:.0f} ms",
    )  # fmt: skip


def _sum(plain: dict[str, float]) -> float:
    return plain["numpy"] + plain["pyqtgraph"]


HARD_NAME = "hard functions drawn"
QUICK_STRIDE = 8  # every so many functions


def hard_rows(options: Options) -> Iterator[Row]:
    if options.wants(HARD_NAME):
        configure()
        hard_functions = HARD_FUNCTIONS[::QUICK_STRIDE] if options.quick else HARD_FUNCTIONS
        with jax.enable_x64(True), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # SymPy's sampler meets infinities
            yield row_of(scores_of(hard_functions))


def row_of(scores: Sequence[Score]) -> Row:
    """The first score is ours. A true drawing joins no break, misses no hole and is off by no pixel."""
    ours, *peers = scores
    more: dict[str, int] = {}
    for score in scores:
        more |= {
            f"{score.name}_true": score.true,
            f"{score.name}_false_joins": score.joins,
            f"{score.name}_missed_holes": score.holes,
        }
    milliseconds = {score.name: score.seconds / score.of * 1e3 for score in scores}
    true = ", ".join(f"{score.name} {score.true}" for score in scores)
    return Row(
        "functions",
        HARD_NAME,
        f"{ours.of} functions",
        milliseconds[ours.name],
        {score.name: milliseconds[score.name] for score in peers},
        target="all drawn truly, 30 ms each",
        met=ours.true == ours.of and milliseconds[ours.name] <= 30.0,
        more=more,
        remark=f"drawn truly of {ours.of}: {true}",
    )


PARTS: tuple[Callable[[Options], Iterator[Row]], ...] = (
    derivatives.rows,
    window_rows,
    hard_rows,
)


def rows(options: Options) -> Iterator[Row]:
    """Each part's rows in turn."""
    for part in PARTS:
        yield from part(options)
