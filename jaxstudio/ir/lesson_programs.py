"""The functions and experiments of the lessons: tracing, compilation, speed."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.ir.compilation_listener import start_logging
from jaxstudio.ir.compilation_log import COMPILATION_LOG
from jaxstudio.ir.error_explanations import explain
from jaxstudio.ir.inspection import inspect
from jaxstudio.ir.lessons import Table
from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.measurement import cost_of
from jaxstudio.ir.parse.hlo import parse_hlo
from jaxstudio.ir.parse.jaxpr import equations_of
from jaxstudio.ir.target import Target
from jaxstudio.ir.xla_dumps import compile_uncached
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.runtime.devices import device_name

ALIGNMENT = 64  # bytes


@dataclass(frozen=True)
class Program:
    """`targets` are functions to inspect, by title; `experiment` yields its table, complete at last."""

    targets: Mapping[str, Target]
    experiment: Callable[[], Iterator[Table]]


def floats(*shape: int) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, jnp.float32)


def aligned(x: np.ndarray) -> np.ndarray:
    """A copy at an address that JAX on the CPU reads in place: it reads the very memory that NumPy does.

    Elsewhere it makes a copy, whose memory has pages of another size, and reading columns then takes four
    times as long; whether an array stands at such an address is chance.
    """
    room = np.empty(x.nbytes + ALIGNMENT, np.uint8)
    first = -room.ctypes.data % ALIGNMENT
    made = room[first : first + x.nbytes].view(x.dtype).reshape(x.shape)
    made[...] = x
    return made


def time_interleaved(calls: Sequence[Callable[[], Any]], rounds: int) -> Iterator[list[tuple[float, float]]]:
    """Time several functions side by side: after each round, in which each is called once, the best of each.

    A time is the seconds until the call returned, and until the result was there.

    What else the machine does falls on all of them alike, and the least time is the one that it disturbed
    least: a comparison of such times comes out alike whenever it is made. A first round does not count.
    """
    for call in calls:
        jax.block_until_ready(call())
    dispatch, ready = [math.inf] * len(calls), [math.inf] * len(calls)
    for _ in range(rounds):
        for place, call in enumerate(calls):
            began = time.perf_counter()
            result = call()
            dispatch[place] = min(dispatch[place], time.perf_counter() - began)
            jax.block_until_ready(result)
            ready[place] = min(ready[place], time.perf_counter() - began)
            del result  # its memory is free again before the next one is timed
        yield list(zip(dispatch, ready, strict=True))


def weighted_sum(x: jax.Array, y: jax.Array, z: jax.Array) -> jax.Array:
    """Shapes (3,), (3, 3), (3,): two of them are broadcast first."""
    return jnp.sum(x + y * z)


def mean_of_squares(x: jax.Array) -> jax.Array:
    return jnp.mean((x + 2) ** 2 + 3)


gradient = jax.grad(mean_of_squares)
FUNCTIONS: dict[str, tuple[Callable[..., jax.Array], tuple[jax.ShapeDtypeStruct, ...]]] = {
    "sum(x + y·z)": (weighted_sum, (floats(3), floats(3, 3), floats(3))),
    "mean((x+2)²+3)": (mean_of_squares, (floats(3),)),
    "its gradient": (gradient, (floats(3),)),
}


def reading_experiment() -> Iterator[Table]:
    """The equations of each, and the gradient beside 2/3·(x + 2)."""
    rows = []
    for title, (function, shapes) in FUNCTIONS.items():
        equations = equations_of(jax.make_jaxpr(function)(*shapes))
        rows.append((title, len(equations), ", ".join(each.primitive for each in equations)))
    x = np.array([1.0, 2.0, 3.0], np.float32)
    found, known = np.asarray(gradient(x)), 2 / 3 * (x + 2)
    note = f"The gradient at (1, 2, 3): {_numbers(found)}. By hand 2/3·(x + 2): {_numbers(known)}."
    yield Table(("Function", "Equations", "Primitives"), tuple(rows), note=note)


def _numbers(values: np.ndarray) -> str:
    return ", ".join(f"{value:.6g}" for value in values)


world = {"factor": 2.0}
traced_calls: list[str] = []


def scaled(x: jax.Array) -> jax.Array:
    """Says that it runs, and reads a value from outside."""
    traced_calls.append("scaled runs")
    return x * world["factor"]


def five_times(x: jax.Array) -> jax.Array:
    for _ in range(5):
        x = x + 1.0
    return x


def looped(x: jax.Array, count: jax.Array) -> jax.Array:
    return jax.lax.fori_loop(0, count, lambda _, value: value + 1.0, x)


def decides(x: jax.Array) -> jax.Array:
    if x > 0:
        return x
    return -x


def chooses(x: jax.Array) -> jax.Array:
    return jax.lax.cond(x > 0, lambda value: value, lambda value: -value, x)


def purity_experiment() -> Iterator[Table]:
    """Each claim, tried."""
    heads = ("What is done", "What happens")
    rows: list[tuple[str, str]] = []

    def add_row(what: str, happens: str) -> Table:
        rows.append((what, happens))
        return Table(heads, tuple(rows))

    world["factor"] = 2.0
    traced_calls.clear()
    call = jax.jit(lambda x: scaled(x))  # a new function: JAX remembers what it traced
    x = np.ones(3, np.float32)
    call(x)
    call(x)
    yield add_row("A function with a side effect is called twice", f"it ran {len(traced_calls)} time")
    world["factor"] = 5.0
    yield add_row("The global it reads goes from 2 to 5", f"the result is still {float(call(x)[0]):g}")
    world["factor"] = 2.0
    loop = equations_of(jax.make_jaxpr(five_times)(floats(3)))
    yield add_row("for _ in range(5)", f"{len(loop)} equations: {', '.join(each.primitive for each in loop)}")
    shapes = (floats(3), jax.ShapeDtypeStruct((), np.int32))
    names = [each.primitive for each in equations_of(jax.make_jaxpr(looped)(*shapes))]
    yield add_row("fori_loop with a traced bound", f"{len(names)} equations, among them {names[0]}")
    try:
        jax.jit(decides)(np.float32(3))
    except jax.errors.TracerBoolConversionError as error:
        explanation = explain(error, [__file__])
        yield add_row("if x > 0, with x traced", f"refused: {explanation.title}: {explanation.suggestion}")
    yield add_row("if x > 0, with x static", f"works: {float(jax.jit(decides, static_argnums=0)(-3.0)):g}")
    yield add_row("lax.cond(x > 0, …)", f"works: {float(jax.jit(chooses)(np.float32(-3))):g}")


SHAPES_LENGTHS = tuple(range(1, 11))


def centred(x: jax.Array) -> jax.Array:
    return x - jnp.mean(x)


def shapes_experiment() -> Iterator[Table]:
    """Call it with ten lengths, twice."""
    start_logging()

    def centred_anew(x: jax.Array) -> jax.Array:
        return centred(x)

    call = jax.jit(centred_anew)
    rows: list[tuple[str | float, ...]] = []
    for turn in ("first", "second"):
        for length in SHAPES_LENGTHS:
            before = COMPILATION_LOG.count
            call(np.ones(length, np.float32))
            new = [each for each in COMPILATION_LOG.entries(before) if each.function == "centred_anew"]
            rows += [(", ".join(each.arguments), each.seconds, each.cache, each.why) for each in new]
        again = f"After the {turn} time over all ten lengths: {len(rows)} compilations."
        yield Table(("Argument", "Time", "Cache", "Why"), tuple(rows), (1,), note=again)


AHEAD_SIDE, AHEAD_ROUNDS = 256, 20


def layer(x: jax.Array, w: jax.Array) -> jax.Array:
    return jnp.tanh(x @ w).sum()


def ahead_experiment() -> Iterator[Table]:
    """Each stage with its time and the size of its text; then two calls that are refused."""
    rows: list[tuple[str | float, ...]] = []

    def add_row(what: str, seconds: float | str, text: str) -> Table:
        rows.append((what, seconds, text))
        return Table(("Stage", "Time", "What it is"), tuple(rows), (1,))

    shapes = floats(AHEAD_SIDE, AHEAD_SIDE), floats(AHEAD_SIDE, AHEAD_SIDE)
    function = jax.jit(layer)
    began = time.perf_counter()
    traced = function.trace(*shapes)
    yield add_row(
        "trace", time.perf_counter() - began, f"a jaxpr of {len(traced.jaxpr.jaxpr.eqns)} equations"
    )
    began = time.perf_counter()
    lowered = traced.lower()
    yield add_row("lower", time.perf_counter() - began, f"StableHLO of {len(lowered.as_text()):,} characters")
    began = time.perf_counter()
    compiled = compile_uncached(lowered, {})
    seconds = time.perf_counter() - began
    yield add_row("compile", seconds, f"machine code for {', '.join(map(_short, shapes))} and nothing else")
    x = jnp.ones((AHEAD_SIDE, AHEAD_SIDE), jnp.float32)
    *_, best = time_interleaved([lambda: compiled(x, x)], AHEAD_ROUNDS)
    yield add_row("run", best[0][1], f"{float(compiled(x, x)):g}")
    cost = cost_of(compiled)
    if cost.flops is not None:
        yield add_row("cost", "", f"{cost.flops:,.0f} flops, {cost.bytes_accessed or 0:,.0f} bytes moved")
    if cost.peak_bytes is not None:
        yield add_row("memory", "", f"{cost.peak_bytes:,} bytes at most")
    yield add_row("called with int32", "", _refused(lambda: compiled(x.astype(jnp.int32), x)))
    yield add_row("grad of it", "", _refused(lambda: jax.grad(lambda value: compiled(value, x))(x)))


def _short(shape: jax.ShapeDtypeStruct) -> str:
    return f"f32[{','.join(map(str, shape.shape))}]"


def _refused(call: Callable[[], Any]) -> str:
    try:
        call()
    except TypeError as error:
        explanation = explain(error, [__file__])
        return f"refused: {explanation.title}: {explanation.suggestion}"
    return "not refused by this version of JAX"


LOOPS_SHOWN = 12
LOOPS_LENGTHS = (5, 10, 20, 40, 80, 160, 320)


def unrolled(length: int) -> Callable[[jax.Array], list[jax.Array]]:
    def running_sum(xs: jax.Array) -> list[jax.Array]:
        total, sums = jnp.float32(0), []
        for place in range(length):
            total = total + xs[place]
            sums.append(total)
        return sums

    return running_sum


def scanned(xs: jax.Array) -> jax.Array:
    return jax.lax.scan(lambda total, x: (total + x, total + x), jnp.float32(0), xs)[1]


def loops_experiment() -> Iterator[Table]:
    """Trace, lower and compile both for more and more elements."""
    rows: list[tuple[int | float, ...]] = []
    for length in LOOPS_LENGTHS:
        found = [_compiled(function, length) for function in (unrolled(length), scanned)]
        rows.append((length, found[0][0], found[0][1], found[1][0], found[1][1]))
        series = {
            name: ([float(row[0]) for row in rows], [float(row[column]) for row in rows])
            for name, column in (("Python loop", 2), ("scan", 4))
        }
        yield Table(
            ("Elements", "Equations of the loop", "Its compilation", "Equations of scan", "Its compilation"),
            tuple(rows), (2, 4), series, "elements", "seconds to compile",
        )  # fmt: skip


def _compiled(function: Callable[[jax.Array], object], length: int) -> tuple[int, float]:
    """Equations, and seconds until it is compiled."""
    began = time.perf_counter()
    traced = jax.jit(function).trace(floats(length))
    compile_uncached(traced.lower(), {})
    seconds = time.perf_counter() - began
    outer = [each for each in equations_of(traced.jaxpr) if each.above < 0]
    return len(outer), seconds


FUSION_SIDE = 512


def normalised(x: jax.Array) -> jax.Array:
    """Each row with mean 0 and variance 1, through a soft step."""
    centre = x - jnp.mean(x, axis=1, keepdims=True)
    spread = jnp.sqrt(jnp.mean(centre * centre, axis=1, keepdims=True) + 1e-5)
    return jax.nn.sigmoid(centre / spread)


NORMALISED = Target("fusion", normalised, (floats(FUSION_SIDE, FUSION_SIDE),))


def fusion_experiment() -> Iterator[Table]:
    """Count the operations before fusion, and list the kernels that hold them afterwards."""
    inspection = inspect(NORMALISED, passes=False, kernels=False, exact=False)
    before = parse_hlo(inspection.stage("hlo").text, Origins())
    after = parse_hlo(inspection.stage("optimized").text, Origins())
    work = [kind for kind in before.parsed.kinds if kind not in ("parameter", "constant", "tuple")]
    rows: list[tuple[str | int, ...]] = [("before XLA", len(work), _counted(work))]
    for item, kind in enumerate(after.parsed.kinds):
        if kind == "fusion":
            kinds = [after.parsed.kinds[each] for each in after.inside(item)]
            kinds = [each for each in kinds if each not in ("parameter", "constant", "bitcast")]
            rows.append((after.parsed.names[item], len(kinds), _counted(kinds)))
    note = "Each fusion is one kernel: what is inside never goes through memory."
    yield Table(("Kernel", "Operations", "Which"), tuple(rows), note=note)


def _counted(kinds: list[str]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in sorted(Counter(kinds).items()))


ALPHA, SCALE = 1.6732632423543772, 1.0507009873554805
SELU_SIZE = 1_000_000
SELU_ROUNDS = 12


def selu(x: jax.Array) -> jax.Array:
    return SCALE * jnp.where(x > 0, x, ALPHA * jnp.exp(x) - ALPHA)


def selu_in_numpy(x: np.ndarray) -> np.ndarray:
    return np.float32(SCALE) * np.where(x > 0, x, np.float32(ALPHA) * np.exp(x) - np.float32(ALPHA))


def selu_experiment() -> Iterator[Table]:
    """A million elements on each device: until the call returns, and until the result is there."""
    x = np.random.default_rng(0).standard_normal(SELU_SIZE).astype(np.float32)
    at = jax.vmap(selu)(jnp.array([42.0, 78.0, -12.3], jnp.float32))
    note = (
        f"selu(17.8) = {float(selu(jnp.float32(17.8))):.8g}, "
        f"selu(17) = {float(selu(jnp.float32(17.0))):.8g}, "
        f"vmapped over (42, 78, −12.3): {', '.join(f'{float(value):.8g}' for value in at)}"
    )
    yield from race(x, selu_in_numpy, selu, note)


def race(
    x: np.ndarray, in_numpy: Callable[[Any], Any], in_jax: Callable[[Any], Any], note: str = ""
) -> Iterator[Table]:
    """NumPy against JAX op by op and jitted, on each device: the best time of each, in turns."""
    x = aligned(x)
    names = [("NumPy", "cpu")]
    calls: list[Callable[[], object]] = [lambda: in_numpy(x)]
    # of each platform that JAX can reach one, the default first
    for device in dict.fromkeys([jax.devices()[0], jax.devices("cpu")[0]]):
        argument = jax.device_put(x, device)
        for how, function in (("JAX, op by op", in_jax), ("JAX, jitted", jax.jit(in_jax))):
            names.append((how, device_name(device)))
            calls.append(lambda function=function, argument=argument: function(argument))  # type: ignore[misc]
    heads = ("How", "Where", "Until it returns", "Until it is there", "Times NumPy")
    for number, best in enumerate(time_interleaved(calls, SELU_ROUNDS), 1):
        rows = tuple(
            (*name, returned, ready, best[0][1] / ready)
            for name, (returned, ready) in zip(names, best, strict=True)
        )
        said = f"The best of {number} rounds, in which all take turns. {note}".strip()
        yield Table(heads, rows, (2, 3), note=said)


RACING_SIDE = 3000


def formula(x: Any) -> Any:
    """The same lines for NumPy and for JAX."""
    return (x + x * x + 3) * (x * x + x * x.T)


def racing_experiment() -> Iterator[Table]:
    x = np.random.default_rng(0).random((RACING_SIDE, RACING_SIDE), np.float32)
    note = (
        "Dispatch is the time until the call returns, ready the time until the result is there. In this "
        "studio the CPU answers when it is done, so that both are the same there; on a GPU they differ. And "
        "in this studio XLA computes on one thread, as NumPy does: pictures are cut into pieces for several."
    )
    yield from race(x, formula, formula, note)


SQUARE = floats(AHEAD_SIDE, AHEAD_SIDE)
COUNT = jax.ShapeDtypeStruct((), np.int32)
PROGRAMS = {
    "reading": Program(
        {title: Target(title, function, shapes) for title, (function, shapes) in FUNCTIONS.items()},
        reading_experiment,
    ),
    "purity": Program(
        {
            "a Python loop": Target("a Python loop", five_times, (floats(3),)),
            "fori_loop": Target("fori_loop", looped, (floats(3), COUNT)),
            "a value from outside": Target("a value from outside", scaled, (floats(3),)),
            "if, on a value": Target("if, on a value", decides, (floats(),)),
            "cond": Target("cond", chooses, (floats(),)),
            "if, on a static value": Target("if, on a static value", decides, (3.0,), static_argnums=(0,)),
        },
        purity_experiment,
    ),
    "shapes": Program(
        {f"of {size}": Target(f"centred of {size}", centred, (floats(size),)) for size in (1, 10)},
        shapes_experiment,
    ),
    "ahead": Program(
        {"tanh(x @ w).sum()": Target("ahead of time", layer, (SQUARE, SQUARE))}, ahead_experiment
    ),
    "loops": Program(
        {
            "a Python loop": Target(
                f"a Python loop over {LOOPS_SHOWN}", unrolled(LOOPS_SHOWN), (floats(LOOPS_SHOWN),)
            ),
            "scan": Target(f"scan over {LOOPS_SHOWN}", scanned, (floats(LOOPS_SHOWN),)),
        },
        loops_experiment,
    ),
    "fusion": Program({"normalised rows": NORMALISED}, fusion_experiment),
    "selu": Program(
        {
            "of a million": Target("selu of a million", selu, (floats(SELU_SIZE),)),
            "of one number": Target("selu of one number", selu, (floats(),)),
            "vmapped": Target("selu vmapped", jax.vmap(selu), (floats(3),)),
        },
        selu_experiment,
    ),
    "race": Program(
        {"3000 × 3000": Target("the race", formula, (floats(RACING_SIDE, RACING_SIDE),))}, racing_experiment
    ),
}
