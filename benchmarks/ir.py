"""How soon a function can be read at every stage, how much of it is linked, how large it may be."""

from __future__ import annotations

import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import jax

from benchmarks import ir_command, line_times, playground
from benchmarks.hard_functions import HARD_FUNCTIONS
from benchmarks.measurement import Options, Row, milliseconds
from jaxstudio.app.inspector.text_model import USUAL_NOISE, prepare
from jaxstudio.inspect_targets.client import ChildInspection, InspectionProcess
from jaxstudio.inspect_targets.expressions import expression_targets
from jaxstudio.inspect_targets.requests import InspectionRequest, LineSubject, RecipeSubject
from jaxstudio.inspect_targets.targets import op_targets
from jaxstudio.ir.inspection import Inspection
from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.parse.hlo import parse_hlo
from jaxstudio.ir.report import coverage
from jaxstudio.ir.stages import Kind, Language, Stage
from jaxstudio.ir.target import Target
from jaxstudio.ir.text_view.filters import Noise
from jaxstudio.ir.text_view.search import search
from jaxstudio.ir.xla_dumps import compile_uncached
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import to_json
from jaxstudio.runtime.setup import configure

ROUNDS, QUICK_ROUNDS = 7, 3
FIRST_MS, STAGES_MS, RAIL_MS, PAUSE_MS = 50.0, 400.0, 1000.0, 16.0
OPEN_MS, SEARCH_MS = 1000.0, 200.0
STABLEHLO_SHARE, OPTIMIZED_SHARE = 0.95, 0.85
INSTRUCTIONS, LINES = 300_000, 1_000_000
ORDERS = (0, 1, 2)
SWITCH_SECONDS = 0.0005  # as in the window


def rows(options: Options) -> Iterator[Row]:
    """Times of a few kernels beside a bare compilation, links of everything, a module of 300,000; the
    command beside a bare script; times by line beside runs of the lines.
    """
    configure()
    sys.setswitchinterval(SWITCH_SECONDS)
    rounds = QUICK_ROUNDS if options.quick else ROUNDS
    process = InspectionProcess()
    try:
        for name, target, request in _targets():
            if options.wants(name):
                yield from _times(name, target, request, process, rounds)
    finally:
        process.close()
    if options.wants("links"):
        yield _links("links of the catalogue", _catalogue(4 if options.quick else None))
        yield _links("links of hard functions", _hard_functions(4 if options.quick else None))
    if options.wants("large"):
        yield from _large()
    yield from ir_command.rows(options)
    yield from line_times.rows(options)
    yield from playground.rows(options)


def _targets() -> Iterator[tuple[str, Target, InspectionRequest]]:
    """Kernels up to 200 equations, as the engine and the plot run them, and how the window asks for them."""
    for name, values, part in (("gaussian_blur", {"sigma": 5.0}, 1), ("rotate", {"angle": 11.0}, 0)):
        recipe = to_json(Recipe().added(CATALOGUE[name], values))
        yield name, op_targets(name, values)[part], InspectionRequest(RecipeSubject(recipe), part)
    text = "x^3 + 12x + 7x sin(x)"
    target = expression_targets(text, (3,))[0]
    yield "third derivative", target, InspectionRequest(LineSubject((text,), 0), 3)


@dataclass(frozen=True)
class _Run:
    """Milliseconds until a stage is in this process, and the longest pause of its main thread meanwhile."""

    first: float
    stages: float
    rail: float
    links: float
    pause: float


def _times(
    name: str, target: Target, request: InspectionRequest, process: InspectionProcess, rounds: int
) -> Iterator[Row]:
    runs: list[_Run] = []
    bare: list[float] = []
    size = ""
    for _ in range(rounds + 1):
        process.forget()
        if isinstance(request.subject, RecipeSubject):
            process.parts(request.subject)  # the list of its kernels is shown before any of them
        inspection = process.inspection(request)
        runs.append(_inspected(inspection))
        size = f"{inspection.report().coverage['jaxpr'].items} equations"
        jax.clear_caches()
        bare.append(milliseconds(lambda: _bare(target)))
    runs, bare = runs[1:], bare[1:]  # the first loads what is loaded once

    def middle(what: Callable[[_Run], float]) -> float:
        return statistics.median(what(run) for run in runs)

    compiled = statistics.median(bare)
    first, stages, rail = middle(lambda r: r.first), middle(lambda r: r.stages), middle(lambda r: r.rail)
    pause = max(run.pause for run in runs)
    yield Row("ir", f"{name}: first stage", size, first, {}, None, f"<= {FIRST_MS:g} ms", first <= FIRST_MS)
    yield Row(
        "ir", f"{name}: all but passes", size, stages, {"bare compile": compiled}, stages / compiled,
        f"<= {STAGES_MS:g} ms", stages <= STAGES_MS,
    )  # fmt: skip
    yield Row(
        "ir", f"{name}: the passes too", size, rail, {"bare compile": compiled}, rail / compiled,
        f"<= {RAIL_MS:g} ms", rail <= RAIL_MS,
    )  # fmt: skip
    yield Row("ir", f"{name}: exact links", size, middle(lambda r: r.links), {"bare compile": compiled})
    yield Row(
        "ir", f"{name}: longest pause", size, pause, {}, None, f"<= {PAUSE_MS:g} ms", pause <= PAUSE_MS,
        remark="of another thread",
    )  # fmt: skip


def _bare(target: Target) -> object:
    with jax.enable_x64(bool(target.x64)):  # in the width of numbers that the inspected one has
        traced = target.trace()
        return compile_uncached(traced.lower(), target.options)


def _inspected(inspection: ChildInspection) -> _Run:
    """Inspect in a thread while this one beats every millisecond."""
    came: dict[str, float] = {}
    began = time.perf_counter()

    def work() -> None:
        for stage in inspection.run():
            now = _since(began)
            came.setdefault("first", now)
            came["rail" if stage.kind is Kind.PASS else "stages"] = now
        came["links"] = _since(began)

    thread = threading.Thread(target=work)
    thread.start()
    pause = _pauses(thread)
    return _Run(came["first"], came["stages"], came.get("rail", came["stages"]), came["links"], pause)


def _since(began: float) -> float:
    return (time.perf_counter() - began) * 1e3


def _catalogue(most: int | None) -> Iterator[Target]:
    for name in list(CATALOGUE)[:most]:
        yield from op_targets(name)


def _hard_functions(most: int | None) -> Iterator[Target]:
    for hard in list(HARD_FUNCTIONS)[:most]:
        yield from expression_targets(hard.text, ORDERS, samples=64)


def _links(name: str, targets: Iterator[Target]) -> Row:
    """How many operations of all kernels lead to their source, counted once for each kernel."""
    totals = {"stablehlo": [0, 0], "optimized": [0, 0]}
    seen: set[str] = set()
    began = time.perf_counter()
    kernels = 0
    for target in targets:
        inspection = Inspection(target, passes=False, kernels=False, exact=False)
        for _ in inspection.run():
            pass
        text = inspection.stage("stablehlo").text
        if text in seen:
            continue
        seen.add(text)
        kernels += 1
        for stage, total in totals.items():
            found = coverage(inspection.links, stage)
            total[0] += found.linked
            total[1] += found.items
    shares = {stage: linked / max(items, 1) for stage, (linked, items) in totals.items()}
    return Row(
        "ir", name, f"{kernels} kernels", _since(began), {}, None,
        f">= {STABLEHLO_SHARE:.0%} StableHLO, {OPTIMIZED_SHARE:.0%} HLO",
        shares["stablehlo"] >= STABLEHLO_SHARE and shares["optimized"] >= OPTIMIZED_SHARE,
        more={"stablehlo_share": shares["stablehlo"], "optimized_share": shares["optimized"]},
        remark=f"{shares['stablehlo']:.1%} of {totals['stablehlo'][1]}, "
        f"{shares['optimized']:.1%} of {totals['optimized'][1]}",
    )  # fmt: skip


def _large() -> Iterator[Row]:
    """A module of 300,000 instructions: read, filtered, searched."""
    text = large_module(INSTRUCTIONS)
    size = f"{INSTRUCTIONS} instructions"
    opened = milliseconds(lambda: parse_hlo(text, Origins()))
    yield Row("ir", "large: open", size, opened, {}, None, f"<= {OPEN_MS:g} ms", opened <= OPEN_MS)
    stage = Stage("optimized", Kind.OPTIMIZED, Language.HLO, text)
    patterns = {"a word": "multiply", "an expression": r"add\.29\d+\(", "nothing": "no_such_thing"}
    for what, pattern in patterns.items():
        taken = milliseconds(lambda pattern=pattern: search([stage], pattern))  # type: ignore[misc]
        yield Row(
            "ir", f"large: search {what}", size, taken, {}, None, f"<= {SEARCH_MS:g} ms", taken <= SEARCH_MS
        )
    yield from _display_rows("large", size, stage)
    lines = "\n".join(f"  %add.{k} = f32[3]{{0}} add(%a, %b)" for k in range(LINES))
    yield from _display_rows("long", f"{LINES} lines", Stage("hlo", Kind.HLO, Language.HLO, lines))


def _display_rows(name: str, size: str, stage: Stage) -> Iterator[Row]:
    """Rows of preparing a stage for display in a thread, with the longest pause of this one meanwhile."""
    for what, noise in (("whole", frozenset[Noise]()), ("without noise", USUAL_NOISE)):
        taken, pause = _beside(lambda noise=noise: prepare(stage, noise))  # type: ignore[misc]
        yield Row(
            "ir", f"{name}: shown {what}", size, taken, {}, None, f"<= {OPEN_MS:g} ms", taken <= OPEN_MS
        )
        yield Row(
            "ir", f"{name}: longest pause, {what}", size, pause, {}, None, f"<= {PAUSE_MS:g} ms",
            pause <= PAUSE_MS, remark="of another thread",
        )  # fmt: skip


def _beside(work: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds that the work takes in a thread, and the longest pause of this one meanwhile."""
    began = time.perf_counter()
    thread = threading.Thread(target=work)
    thread.start()
    pause = _pauses(thread)
    return _since(began), pause


def _pauses(thread: threading.Thread) -> float:
    """The longest gap between two beats, in milliseconds, as far as this process computed in it.

    A gap in which another program had the processor is none of ours.
    """
    longest, last, spent = 0.0, time.perf_counter(), time.process_time()
    while thread.is_alive():
        time.sleep(0.001)
        now, used = time.perf_counter(), time.process_time()
        longest = max(longest, min((now - last) * 1e3 - 1.0, (used - spent) * 1e3))
        last, spent = now, used
    thread.join()
    return longest


def large_module(instructions: int) -> str:
    """An HLO module as XLA writes one, with tuples, fusions' names and metadata."""
    lines = [
        "HloModule jit_large, is_scheduled=true\n",
        "FileNames",
        '1 "large.py"\n',
        "FunctionNames",
        '1 "large"\n',
        "FileLocations",
        *(
            f"{k} {{file_name_id=1 function_name_id=1 line={k} end_line={k} column=4 end_column=20}}"
            for k in range(1, 1000)
        ),
        "\nStackFrames",
        *(f"{k} {{file_location_id={k} parent_frame_id=1}}" for k in range(1, 1000)),
        "\n\nENTRY %main (p: f32[8]) -> f32[8] {",
        "  %p = f32[8]{0} parameter(0)",
        "  %add.0 = f32[8]{0} add(%p, %p)",
    ]
    for k in range(1, instructions - 2):
        opcode = "multiply" if k % 1000 == 0 else "add"
        frame = k % 999 + 1
        lines.append(
            f"  %{'add' if k % 7 else 'tuple'}.{k} = {'f32[8]{0}' if k % 7 else '(f32[8]{0}, s32[])'} "
            f"{opcode}(%add.{k - 1 if k % 7 != 1 else k - 2}, %p), "
            f'metadata={{op_name="jit(large)/while/body/{opcode}" stack_frame_id={frame}}}'
        )
    return "\n".join([*lines, "  ROOT %end = f32[8]{0} negate(%p)", "}", ""])
