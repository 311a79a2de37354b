"""XLA's counts of a compiled function, measured times of it and of its kernels, and the device's roofline.

The peak rate is measured once by a matrix product, the memory bandwidth by negating an array in place.
"""

from __future__ import annotations

import itertools
import math
import statistics
import tempfile
import threading
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.ir.cost import COUNTS, Cost, Roofline, Timing, loops_of, multiply_loops
from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.parse.hlo import ParsedHlo, parse_hlo
from jaxstudio.runtime.jax_internals import analysed_cost
from jaxstudio.runtime.setup import xla_cpu_threads


def cost_of(compiled: Any, device: jax.Device | None = None) -> Cost:
    """The analyses of a compiled function, as `jax.jit(f).lower(…).compile()` returns it."""
    counted = _counted(compiled)
    text = compiled.as_text() or ""
    loops = loops_of(text) if " while(" in text else ()
    run: Mapping[str, float] | None = counted
    if loops and counted:
        where = device or jax.devices()[0]
        wanted = {name: counted[name] for name in COUNTS}
        run = multiply_loops(text, wanted, lambda module: analysed_cost(module, where))
    run = run or {}
    memory = compiled.memory_analysis()

    def held(name: str) -> int | None:
        value = getattr(memory, f"{name}_in_bytes", None)
        return None if value is None else int(value)

    return Cost(
        counted.get("flops"),
        counted.get("transcendentals"),
        counted.get("bytes accessed"),
        held("argument_size"),
        held("output_size"),
        held("alias_size"),
        held("temp_size"),
        held("peak_memory"),
        held("generated_code_size"),
        loops,
        *(run.get(name) for name in COUNTS),
    )


def _counted(compiled: Any) -> Mapping[str, float]:
    """Return XLA's counts; zeros are left out."""
    found = compiled.cost_analysis()
    if isinstance(found, list):  # JAX before 0.5 gave one for each device
        found = found[0] if found else None
    return {**dict.fromkeys(COUNTS, 0.0), **found} if found else {}


CPU_SIDES, SIDES = (512, 1024), (4096,)
ARRAY_BYTES = 1 << 28
CACHED_BYTES = (1 << 20, 1 << 22, 1 << 24, 1 << 26)
ROUNDS, ROUNDS_SECONDS = 7, 0.1  # at least


_held: dict[jax.Device, Roofline] = {}
_lock = threading.Lock()


def roofline(device: jax.Device | None = None) -> Roofline:
    """The device's peak rates; measured at the first call (about half a second), then remembered."""
    device = device or jax.devices()[0]
    with _lock:
        if device not in _held:
            _held[device] = _measured(device)
        return _held[device]


def _measured(device: jax.Device) -> Roofline:
    with jax.default_device(device):
        sides = CPU_SIDES if device.platform == "cpu" else SIDES
        flops = max(_product_rate(side) for side in sides)
        negate = jax.jit(jnp.negative, donate_argnums=0)
        cached = tuple((size, _bandwidth(negate, size)) for size in CACHED_BYTES)
        threads = xla_cpu_threads() if device.platform == "cpu" else 0
        return Roofline(flops, _bandwidth(negate, ARRAY_BYTES), threads, cached)


def _product_rate(side: int) -> float:
    """Flop/s of a product of square matrices; the smaller, the better the chance of an undisturbed round."""
    square, product = jnp.ones((side, side), jnp.float32), jax.jit(jnp.matmul)
    return 2.0 * side**3 / _best(lambda: product(square, square))


def _bandwidth(negate: Callable[[jax.Array], jax.Array], size: int) -> float:
    """Byte/s, read and written, of negating an array of `size` bytes where it lies."""
    held = [jnp.ones(size // 4, jnp.float32)]

    def call() -> jax.Array:
        held[0] = negate(held[0])
        return held[0]

    return 2.0 * size / _best(call)


def _best(call: Callable[[], jax.Array]) -> float:
    """Seconds of the fastest round: what another program takes does not count."""
    call().block_until_ready()
    times: list[float] = []
    while len(times) < ROUNDS or sum(times) < ROUNDS_SECONDS:
        began = time.perf_counter()
        call().block_until_ready()
        times.append(time.perf_counter() - began)
    return min(times)


LEAST_RUNS, MOST_RUNS = 3, 200
SLOW_SECONDS = 5.0  # once the runs took so long together, there is no further one
# Arguments of more than this are not made just to measure.
MOST_ARGUMENT_BYTES = 4 << 30
BLOCK = 65_521  # random numbers, then the same again: a prime, so that the rows of an array differ
Arguments = tuple[tuple[Any, ...], dict[str, Any]]


def reason_not_to_run(compiled: Any) -> str:
    """Return the reason why no arguments can be made for a compiled function; empty if they can."""
    leaves = jax.tree.leaves(compiled.args_info)
    unknown = [str(leaf.dtype) for leaf in leaves if not _can_be_made(leaf)]
    if unknown:
        return f"no arguments of type {unknown[0]} can be made up"
    size = sum(map(_bytes, leaves))
    if size > MOST_ARGUMENT_BYTES:
        return (
            f"the arguments take {size / 2**30:.3g} GB, and at most {MOST_ARGUMENT_BYTES >> 30} GB are made "
            "up to measure: give smaller shapes"
        )
    return ""


def arguments_maker(compiled: Any, device: jax.Device | None = None) -> Callable[[], Arguments] | None:
    """Makes random arguments for a compiled function; None where such arguments cannot be made.

    Real numbers are from 0.1 to 1, since the time of a sort or a solver depends on the order and the signs
    of what it reads; all others are 1, which is a valid index nearly everywhere. Each call hands out the
    same arrays, and donated ones anew. They lie where the function expects them: spread over several
    devices if it was compiled so, on `device` otherwise.
    """
    if reason_not_to_run(compiled):
        return None
    places = _places(compiled, device)
    held = jax.tree.map(
        lambda leaf, place: None if leaf.donated else _numbers(leaf, place), compiled.args_info, places
    )

    def arguments() -> Arguments:
        return jax.tree.map(
            lambda leaf, place, value: _numbers(leaf, place) if leaf.donated else value,
            compiled.args_info, places, held,
        )  # fmt: skip

    return arguments


def _places(compiled: Any, device: jax.Device | None) -> Any:
    """Return each argument's placement: a sharding or a device."""
    leaves, tree = jax.tree.flatten(compiled.args_info)
    shardings = jax.tree.leaves(compiled.input_shardings)
    if len(shardings) == len(leaves) and any(len(each.device_set) > 1 for each in shardings):
        return jax.tree.unflatten(tree, shardings)
    return jax.tree.unflatten(tree, [device or jax.devices()[0]] * len(leaves))


def timed(compiled: Any, device: jax.Device | None = None, seconds: float = 0.2) -> Timing | None:
    """Run for about `seconds`, a slow function once; None if there is a `reason_not_to_run`."""
    arguments = arguments_maker(compiled, device)
    if arguments is None:
        return None
    dispatch: list[float] = []
    ready: list[float] = []
    until = time.perf_counter() + seconds
    while len(ready) < MOST_RUNS + 1 and (len(ready) <= LEAST_RUNS or time.perf_counter() < until):
        args, kwargs = arguments()
        began = time.perf_counter()
        result = compiled(*args, **kwargs)
        returned = time.perf_counter()
        jax.block_until_ready(result)
        dispatch.append(returned - began)
        ready.append(time.perf_counter() - began)
        if sum(ready) > SLOW_SECONDS:
            break
    # the first run touches fresh memory
    first = min(1, len(ready) - 1)
    dispatch, ready = dispatch[first:], ready[first:]
    low, high = np.quantile(ready, (0.25, 0.75)).tolist()
    return Timing(statistics.median(dispatch), statistics.median(ready), len(ready), (low, high))


PROFILES, PROFILED_SECONDS, MOST_PROFILED_RUNS = 5, 0.005, 50
CONTROL_FLOW = ("while", "conditional", "call")
MOST_ADDED_SECONDS = 0.5e-6  # 0.25 to 0.5 µs were measured on a CPU
END = "end: "  # how the events begin that tell when a kernel is done


def kernel_seconds(
    compiled: Any, device: jax.Device | None = None, seconds: float = 0.0
) -> tuple[Mapping[str, float], float]:
    """Seconds that one run spends in each instruction, as JAX's profiler sees it, and seconds of that run.

    Instructions that run at the same time share that time, so that all together are no more than the run.
    A loop, a branch or a call has the time in which nothing that it runs is at work. Of PROFILES profiles
    the least time of each counts, and the least time between them: other programs disturbed it least.
    Empty if the profiler names no instructions or is already running.

    Args:
        seconds: how long a run takes without the profiler, to which the times are brought; 0 leaves them.
    """
    arguments = arguments_maker(compiled, device)
    if arguments is None:
        return {}, 0.0

    def run(count: int) -> float:
        """Seconds of `count` runs."""
        elapsed = 0.0
        for _ in range(count):
            args, kwargs = arguments()
            began = time.perf_counter()
            jax.block_until_ready(compiled(*args, **kwargs))
            elapsed += time.perf_counter() - began
        return elapsed

    run(1)  # the first run touches fresh memory
    hlo = parse_hlo(compiled.as_text() or "", Origins())
    options = jax.profiler.ProfileOptions()
    options.python_tracer_level, options.host_tracer_level = 0, 1
    count = max(1, min(int(PROFILED_SECONDS / run(1)), MOST_PROFILED_RUNS))
    least, gaps, counts = dict[str, float](), math.inf, Counter[str]()
    for _ in range(PROFILES):
        with tempfile.TemporaryDirectory(prefix="jaxstudio-profile-") as folder:
            try:
                jax.profiler.start_trace(folder, profiler_options=options)
            except RuntimeError:  # another profiler is running
                return {}, 0.0
            try:
                elapsed = run(count)
            finally:
                jax.profiler.stop_trace()
            events = _read_profile(Path(folder), module_name(hlo.text))
        counts = Counter(event.name for event in events)
        spent = _divided_time(events, hlo)
        least |= {name: min(each, least.get(name, each)) for name, each in spent.items()}
        gaps = min(gaps, max(0.0, elapsed - sum(spent.values())))
    elapsed = sum(least.values()) + gaps
    if seconds and least:
        least = _without_profiler(least, counts, elapsed, seconds * count)
        elapsed = seconds * count
    return {name: each / count for name, each in least.items()}, elapsed / count


def _without_profiler(
    spent: Mapping[str, float], counts: Mapping[str, int], elapsed: float, seconds: float
) -> dict[str, float]:
    """Bring the parts of a profiled run of `elapsed` seconds to a run of `seconds` without the profiler.

    The profiler adds as much to each event (of which `counts` tells the number): no more than the shortest
    instruction takes, which in a loop is the addition to its counter. If the parts are still too long, the
    time between the events shrinks first.
    """
    added = min(MOST_ADDED_SECONDS, *(each / counts[name] for name, each in spent.items()))
    left = {name: each - added * counts[name] for name, each in spent.items()}
    known = sum(left.values())
    between = min(elapsed - sum(spent.values()), max(0.0, seconds - known))
    scale = seconds / (known + between or 1.0)
    return {name: each * scale for name, each in left.items()}


def module_name(text: str) -> str:
    """The name that the first line of an HLO module gives it."""
    return text.split(",", 1)[0].removeprefix("HloModule ").strip()


class Event(NamedTuple):
    """An instruction at work, in seconds of the profiler's clock."""

    name: str
    start: float
    end: float


def _read_profile(folder: Path, module: str) -> list[Event]:
    """The instructions of a module in a profile.

    A kernel that computes on other threads has returned before it is done: a later event tells its end.
    """
    begun: list[tuple[str, int, float, float]] = []
    ends: dict[int, float] = {}
    for path in folder.rglob("*.xplane.pb"):
        for plane in jax.profiler.ProfileData.from_file(str(path)).planes:
            for event in itertools.chain.from_iterable(line.events for line in plane.lines):
                if event.name.startswith(END):
                    ends[int(dict(event.stats).get("_c", 0))] = event.start_ns
                    continue
                stats = dict(event.stats)
                if stats.get("hlo_module") == module and "hlo_op" in stats:
                    identity = int(stats.get("_p", 0))
                    begun.append((str(stats["hlo_op"]), identity, event.start_ns, event.duration_ns))
    return [
        Event(name, start / 1e9, max(start + duration, ends.get(identity, start)) / 1e9)
        for name, identity, start, duration in begun
    ]


def _divided_time(events: Sequence[Event], hlo: ParsedHlo) -> dict[str, float]:
    """The time of the events, each instant divided among the instructions that are at work in it.

    A loop, a branch or a call is at work where nothing else is, the innermost alone. An instruction is done
    when one that reads its result begins: the event that tells its end may come after what it set going.
    """
    kinds = dict(zip(hlo.parsed.names, hlo.parsed.kinds, strict=True))
    events = _until_read(events, hlo)
    spent = dict.fromkeys((event.name for event in events), 0.0)
    working: dict[int, str] = {}
    running: dict[int, str] = {}  # control flow, in the order in which it began
    marks = [(event.start, 1, number) for number, event in enumerate(events)]
    marks += [(event.end, 0, number) for number, event in enumerate(events)]
    before = 0.0
    for at, begins, number in sorted(marks):
        name = events[number].name
        now = list(working.values()) or list(running.values())[-1:]
        for each in now:
            spent[each] += (at - before) / len(now)
        before = at
        among = running if kinds.get(name) in CONTROL_FLOW else working
        if begins and events[number].end > at:
            among[number] = name
        else:
            among.pop(number, None)
    return spent


def _until_read(events: Sequence[Event], hlo: ParsedHlo) -> list[Event]:
    """The events, each ended at the latest when an instruction that reads its result begins."""
    starts: dict[str, list[float]] = {}
    for event in sorted(events, key=lambda event: event.start):
        starts.setdefault(event.name, []).append(event.start)
    names, readers = hlo.parsed.names, hlo.operands.inverse

    @cache
    def read_by(item: int) -> list[str]:
        """The measured instructions that read a result, some through a bitcast or a tuple."""
        instructions: list[str] = []
        for reader in readers.of([item]).tolist():
            instructions += [names[reader]] if names[reader] in starts else read_by(reader)
        return instructions

    def end(event: Event) -> float:
        ends = [event.end]
        for name in read_by(hlo.number_of[event.name]) if event.name in hlo.number_of else []:
            after = bisect_right(starts[name], event.start)
            ends += starts[name][after : after + 1]
        return min(ends)

    return [event._replace(end=end(event)) for event in events]


def _can_be_made(leaf: Any) -> bool:
    return not jnp.issubdtype(leaf.dtype, jax.dtypes.extended) or _is_key(leaf)


def _is_key(leaf: Any) -> bool:
    """Whether it holds random keys of the usual kind."""
    return bool(leaf.dtype == jax.eval_shape(lambda: jax.random.key(0)).dtype)


def _bytes(leaf: Any) -> int:
    return int(np.prod(leaf.shape, dtype=np.int64)) * leaf.dtype.itemsize


def _numbers(leaf: Any, place: Any) -> jax.Array:
    """An array of numbers; a donated one in memory of JAX's own, since it cannot hand on NumPy's."""
    if _is_key(leaf):
        return jax.device_put(jnp.broadcast_to(jax.random.key(1), leaf.shape), place)
    values = np.ones((), leaf.dtype)
    if jnp.issubdtype(leaf.dtype, jnp.inexact):
        values = np.random.default_rng(0).uniform(0.1, 1.0, BLOCK).astype(leaf.dtype)
    made = jax.device_put(np.resize(values, leaf.shape), place)
    if leaf.donated:
        made = jax.device_put(made, place, may_alias=False)
    return made.block_until_ready()
