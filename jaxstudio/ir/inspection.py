"""Traces, lowers and compiles one function, collects every stage from source to machine code, links them."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import jax
import jaxlib.version

from jaxstudio.errors import Cancelled
from jaxstudio.ir.compilation_log import COMPILATION_LOG, INSPECTED
from jaxstudio.ir.cost import Cost, Measurement
from jaxstudio.ir.error_explanations import explain
from jaxstudio.ir.instruction_costs import instruction_costs
from jaxstudio.ir.line_profile import with_measurement
from jaxstudio.ir.links.build import LinkBuilder
from jaxstudio.ir.links.index import Links
from jaxstudio.ir.links.origins import Equation
from jaxstudio.ir.machine_code.line_table import compile_again, ir_lines
from jaxstudio.ir.measurement import cost_of, kernel_seconds, reason_not_to_run, roofline, timed
from jaxstudio.ir.nans import first_nan, values_for
from jaxstudio.ir.parse.jaxpr import equations_of, lower_tagged, parse_jaxpr, unplaced
from jaxstudio.ir.parse.mlir import stablehlo_text
from jaxstudio.ir.report import NanFound, Report, coverages, find_stage
from jaxstudio.ir.stages import HLO_KINDS, KERNEL_KINDS, Kind, Language, Stage, in_order
from jaxstudio.ir.target import Source, Target
from jaxstudio.ir.xla_dumps import (
    Dumps,
    before_optimisation,
    buffer_assignment,
    compile_uncached,
    dump_folder,
    kernel_stages,
    pass_stages,
)
from jaxstudio.runtime.devices import device_name
from jaxstudio.runtime.jax_internals import analysed_cost, hide_frames
from jaxstudio.runtime.text_files import show_python

# A pass writes the whole module. Above this many characters of StableHLO the passes are left out.
MOST_MODULE_CHARACTERS = 4_000_000
# The tagged program is lowered and compiled once more: above this, links go by the names that JAX wrote down.
MOST_TAGGED_EQUATIONS = 5_000
MOST_SOURCES = 12
MOST_SOURCE_BYTES = 4 << 20
FOLLOWED = "computed by itself, to follow a NaN"
# What calls the functions that are inspected: its frames say nothing of them. A process of this program is
# started with a command text, whose frame is the outermost.
CALLERS = (
    "__main__.py", "cli", "processes", "inspect_targets/service.py", "inspect_targets/client.py",
    "inspect_targets/targets.py", "engine/render.py", "engine/executor.py", "engine/job.py",
    "runtime/persistent_jit.py", "ir/inspection.py", "ir/inspected.py", "ir/target.py",
    "ir/user_process",
)  # fmt: skip
NUMBERED = "compiled once more with its equations numbered, to link the stages"


hide_frames(*(str(Path(__file__).parents[1] / name) for name in CALLERS))
hide_frames("<frozen runpy>", *(["<string>"] if sys.argv[:1] == ["-c"] else []))


class Inspection:
    """The stages of one target; `run` makes them, the properties hold what there is so far.

    `passes` and `kernels` choose what is collected. With `exact` the function is compiled once more with
    tagged equations, to tell apart what one line made several times. Without `links` the report says how
    many items of each stage lead to the source, and holds no links. `last` is the kind of stage to end with
    (None for all): with SOURCE or JAXPR nothing is lowered, with STABLEHLO nothing is compiled.
    """

    def __init__(
        self,
        target: Target,
        *,
        passes: bool = True,
        kernels: bool = True,
        links: bool = True,
        exact: bool = True,
        last: Kind | None = None,
    ) -> None:
        self.target = target
        self.source: Source | None = target.written()
        self.equations: list[Equation] = []
        self.jaxpr: Any = None
        self.compiled: Any = None
        self.quiet_passes: tuple[str, ...] = ()
        self.notes: list[str] = []
        self._want = (passes, kernels, exact)
        self._between = links
        self._last = last
        self._name = "function"
        self._cost: Cost | None = None
        self._stages: list[Stage] = []
        self._builder = LinkBuilder(self.source)
        self._first_entry = COMPILATION_LOG.count

    @property
    def links(self) -> Links:
        return self._builder.links

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages in the order of the compilation, whatever the order of their arrival."""
        return in_order(self._stages)

    def stage(self, name: str) -> Stage:
        """The stage of that name, or the first whose name begins with it; KeyError without one."""
        return find_stage(self.stages, name)

    def first_nan(
        self, values: str | Sequence[Any], cancelled: Callable[[], bool] = lambda: False
    ) -> NanFound | None:
        """The first equation that makes a NaN of these arguments; None where none does.

        Args:
            values: an array for each input of the jaxpr, or one of `explain.nans.VALUES`.

        Raises:
            Cancelled: `cancelled` said so.
        """
        if isinstance(values, str):
            values = values_for(self.jaxpr.in_avals, values)
        with self._context(), COMPILATION_LOG.because(FOLLOWED):
            return first_nan(self.jaxpr, values, cancelled=cancelled)

    def report(
        self,
        *,
        seconds: float = 0.2,
        kernels: bool = False,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Report:
        """Return everything known, with costs; the function is run for about `seconds` (0: not at all).

        Args:
            kernels: count and time each instruction too, the latter with JAX's profiler.

        Raises:
            Cancelled: `cancelled` said so before the run.
        """
        if cancelled():
            raise Cancelled("cancelled")
        compilation_log = tuple(COMPILATION_LOG.entries(self._first_entry))
        device = self.target.device or jax.devices()[0]
        measurement = Measurement()
        if seconds and self.compiled is not None:
            measurement = self.measure(seconds)
            if kernels:
                measurement = self.measure_kernels(measurement)
        report = Report(
            str(self.target.name),
            device_name(device),
            self.stages,
            coverages(self.links, self.stages),
            cost=self._counted_cost(device),
            notes=tuple(self.notes),
            quiet_passes=self.quiet_passes,
            links=self.links if self._between else Links(),
            equations=tuple(self.equations) if self._between else (),
            compilation_log=compilation_log,
        )
        return with_measurement(report, measurement)

    def _counted_cost(self, device: jax.Device) -> Cost | None:
        if self._cost is None and self.compiled is not None:
            self._cost = cost_of(self.compiled, device)
        return self._cost

    def measure(self, seconds: float) -> Measurement:
        """Run the compiled function for about `seconds`; where that fails, the outcome says why in a line."""
        device = self.target.device or jax.devices()[0]
        why = reason_not_to_run(self.compiled)
        if why:
            return Measurement(unmeasured=why)
        with self._context():
            try:
                timing = timed(self.compiled, device, seconds)
            except Exception as error:  # the function, or a callback of it, may raise anything
                return Measurement(unmeasured=explain(error).title)
            with COMPILATION_LOG.paused():
                return Measurement(timing=timing, roofline=roofline(device))

    def measure_kernels(self, measurement: Measurement) -> Measurement:
        """The measurement with XLA's counts of each instruction and, by JAX's profiler, its time."""
        device = self.target.device or jax.devices()[0]
        text = self.stage("optimized").text
        counts = instruction_costs(text, lambda module: analysed_cost(module, device))
        measurement = replace(measurement, counts=counts)
        if measurement.unmeasured:
            return measurement
        with self._context():
            try:
                spent, run = kernel_seconds(
                    self.compiled, device, measurement.timing.ready if measurement.timing else 0.0
                )
            except Exception as error:  # as above
                return replace(measurement, unmeasured=f"kernels by themselves: {explain(error).title}")
        return replace(measurement, kernel_seconds=spent, profiled_seconds=run)

    def run(self, cancelled: Callable[[], bool] = lambda: False) -> Iterator[Stage]:
        """Make the stages and yield each as soon as there is something to read.

        Raises:
            Cancelled: `cancelled` said so, asked between stages.
            Exception: whatever the function itself raises while it is traced.
        """
        for stage in self._compute_stages():
            self._stages.append(stage)
            yield stage
            if cancelled():
                raise Cancelled("cancelled")

    def _compute_stages(self) -> Iterator[Stage]:
        passes, kernels, exact = self._want
        if self.source is not None:
            yield self._source_stage(self.source.path, self.source.text, self.source.language)
        began = time.perf_counter()
        with self._context():
            traced = self.target.trace()
        yield self._jaxpr_stage(traced, time.perf_counter() - began)
        yield from self._other_sources()
        if self._last in (Kind.SOURCE, Kind.JAXPR):
            return
        began = time.perf_counter()
        with self._context():
            lowered = traced.lower()
        yield self._stablehlo_stage(lowered, time.perf_counter() - began)
        if self._last is Kind.STABLEHLO:
            return
        yield from self._compiled_stages(lowered, passes, kernels)
        if exact:
            self.link_exactly()
        self._relink_sources()

    def link_exactly(self) -> None:
        """Link equation by equation and kernels line by line, once `run` is over.

        Numbered equations tell apart what one line made several times; for both something is compiled again.
        """
        with self._context(), COMPILATION_LOG.because(NUMBERED):
            self._learn_from_tagged()
        self._link_kernels()
        self._relink_sources()

    def _link_kernels(self) -> None:
        texts = {stage.kernel: stage for stage in self._stages if stage.name.endswith(" after")}
        code = {stage.kernel: stage for stage in self._stages if stage.kind is Kind.ASM}
        linked = {kernel: stage for kernel, stage in texts.items() if kernel in code}
        objects = dict(zip(linked, compile_again([each.text for each in linked.values()]), strict=True))
        for kernel, stage in texts.items():
            assembly = code.get(kernel)
            lines = ir_lines(objects[kernel], assembly.text) if assembly is not None else ()
            self._builder.kernel_lines(stage, assembly, lines)

    @contextmanager
    def _context(self) -> Iterator[None]:
        """The target's device and width of numbers, never while a stage is handed out: they are the "
        "thread's."""
        with ExitStack() as stack:
            stack.enter_context(COMPILATION_LOG.because(INSPECTED))
            if self.target.x64 is not None:
                stack.enter_context(jax.enable_x64(self.target.x64))
            if self.target.device is not None:
                stack.enter_context(jax.default_device(self.target.device))
            yield

    def _source_stage(self, path: str, text: str, language: str) -> Stage:
        first = not any(stage.kind is Kind.SOURCE for stage in self._stages)
        name = "source" if first else f"source {Path(path).name}"
        taken = {stage.name for stage in self._stages}
        if name in taken:  # two files of one name
            name = f"source {Path(path).parent.name}/{Path(path).name}"
        stage = Stage(name, Kind.SOURCE, Language(language), text, path=path)
        self._builder.source(stage)
        return stage

    def _jaxpr_stage(self, traced: Any, seconds: float) -> Stage:
        self.jaxpr, self._name = traced.jaxpr, getattr(traced, "fun_name", "function")
        text = str(self.jaxpr)
        self.equations = equations_of(self.jaxpr)
        self._choose_sources()
        read = parse_jaxpr if self._between else unplaced
        parsed = read(self.jaxpr, text, self.equations)
        stage = Stage("jaxpr", Kind.JAXPR, Language.JAXPR, text, seconds, note=parsed.problem)
        self._builder.jaxpr(stage, parsed, self.equations)
        self._relink_sources()
        return stage

    def _choose_sources(self) -> None:
        """The files whose lines made equations, as far as the call stack lies inside the function."""
        if self.source is not None and self.source.scopes:
            return
        places = self._builder.places
        named = (frame.path for each in self.equations for frame in each.frames[: places.reach(each.frames)])
        for path in dict.fromkeys(named):
            if len(places.paths) < MOST_SOURCES and Path(path).is_file():
                places.paths.add(path)

    def _other_sources(self) -> Iterator[Stage]:
        shown = {stage.path for stage in self._stages if stage.kind is Kind.SOURCE}
        for path in sorted(self._builder.places.paths - shown):
            if Path(path).stat().st_size <= MOST_SOURCE_BYTES:
                yield self._source_stage(path, show_python(path), Language.PYTHON)

    def _relink_sources(self) -> None:
        for stage in self._stages:
            if stage.kind is Kind.SOURCE:
                self._builder.source(stage)

    def _stablehlo_stage(self, lowered: Any, seconds: float) -> Stage:
        text, note = stablehlo_text(lowered)
        stage = Stage("stablehlo", Kind.STABLEHLO, Language.STABLEHLO, text, seconds, note=note)
        self._builder.stablehlo(stage)
        self._relink_sources()
        return stage

    def _compiled_stages(self, lowered: Any, passes: bool, kernels: bool) -> Iterator[Stage]:
        if passes and (characters := len(self.stage("stablehlo").text)) > MOST_MODULE_CHARACTERS:
            passes = False
            self.notes.append(
                f"no passes: the module has {characters:,} characters, and each pass would write them all; a "
                f"part of the function with up to {MOST_MODULE_CHARACTERS:,} has its passes"
            )
        with dump_folder() as dumps:
            began = time.perf_counter()
            with self._context():
                self.compiled = compile_uncached(lowered, self.target.options, dumps, passes)
            seconds = time.perf_counter() - began
            before = before_optimisation(dumps)
            if before is not None:
                yield self._linked(before)
            text = self.compiled.as_text() or ""
            yield self._linked(Stage("optimized", Kind.OPTIMIZED, Language.HLO, text, seconds))
            buffers = buffer_assignment(dumps)
            if buffers is not None:
                yield self._linked(buffers)
            if kernels:
                yield from map(self._linked, kernel_stages(dumps))
            if passes:
                yield from self._pass_stages(dumps)
        self._note_missing(kernels)

    def _note_missing(self, kernels: bool) -> None:
        """Say which stages this version of XLA did not write: none is absent without a word."""
        kinds = {stage.kind for stage in self._stages}
        wanted = {Kind.HLO: "HLO before optimisation", Kind.BUFFERS: "buffer assignment"}
        if kernels and "fusion(" in self.stage("optimized").text:
            wanted |= {Kind.LLVM: "LLVM IR"}
            if not kinds & {Kind.ASM, Kind.PTX}:
                wanted |= {Kind.ASM: "machine code"}
        for kind, words in wanted.items():
            if kind not in kinds:
                self.notes.append(f"no {words}: XLA of jaxlib {jaxlib.version.__version__} wrote none")

    def _pass_stages(self, dumps: Dumps) -> Iterator[Stage]:
        found = pass_stages(dumps)
        self.quiet_passes = found.quiet
        yield from found.stages

    def _linked(self, stage: Stage) -> Stage:
        if stage.kind in HLO_KINDS:
            self._builder.hlo(stage)
        elif not self._between:
            return stage
        elif stage.kind is Kind.BUFFERS:
            self._builder.buffers(stage)
        elif stage.kind in KERNEL_KINDS and stage.kind is not Kind.SASS:
            self._builder.listing(stage)
        return stage

    def link(self, name: str) -> None:
        """Link a pass; passes are linked only when they are displayed."""
        if name not in self.links.stages:
            self._linked(self.stage(name))

    def _learn_from_tagged(self) -> None:
        if len(self.equations) > MOST_TAGGED_EQUATIONS:
            self.notes.append(
                f"links by names: the function has {len(self.equations):,} equations; a part of it with up "
                f"to {MOST_TAGGED_EQUATIONS:,} is linked equation by equation"
            )
            return
        tagged = lower_tagged(self.jaxpr, self._name)
        if not self._builder.learn_tagged_equations(stablehlo_text(tagged)[0]):
            self.notes.append("links by names: lowering it with numbered equations gave another program")
            return
        optimized = compile_uncached(tagged, self.target.options).as_text() or ""
        if not self._builder.learn_from_tagged_hlo(self.stage("optimized").text, optimized):
            self.notes.append(
                "optimised HLO is linked by names: it compiled differently with numbered equations"
            )


def inspect(target: Target, **options: Any) -> Inspection:
    """Return all stages of a target; `options` as for `Inspection`."""
    inspection = Inspection(target, **options)
    for _ in inspection.run():
        pass
    return inspection
