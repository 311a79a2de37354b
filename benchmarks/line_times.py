"""Times by line of functions whose lines can be run by themselves, beside such runs and one of the whole."""

from __future__ import annotations

import re
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp

from benchmarks.measurement import Options, Row
from jaxstudio.ir.inspection import inspect
from jaxstudio.ir.measurement import arguments_maker
from jaxstudio.ir.target import Target
from jaxstudio.ir.user_process.loading import load_module

ROUNDS, SECONDS = 15, 0.3
POINTS, SUM = 0.10, 0.10  # what the shares and the sum may be off

# Each line reads an argument of its own, of this shape: nothing is fused across lines.
FUNCTIONS: Mapping[str, Sequence[tuple[str, tuple[int, ...]]]] = {
    "a sort, a product": (("jnp.sort(x, axis=0)", (512, 256)), ("x @ x", (512, 512))),
    "two products": (("x @ x", (640, 640)), ("x @ x.T", (384, 1024))),
    "a scan, a sort": (
        ("jax.lax.scan(lambda c, v: (jnp.tanh(c + v), None), x[0], x)[0]", (2000, 256)),
        ("jnp.sort(x)", (100_000,)),
    ),
    "a factorisation, a product": (
        ("jnp.linalg.cholesky(x @ x.T + 999 * jnp.eye(400))", (400, 400)),
        ("x @ x", (500, 500)),
    ),
    "a transform, a sum": (("jnp.fft.fft(x)", (256, 1024)), ("jnp.cumsum(x, axis=1)", (512, 2048))),
    "a convolution, a sort": (
        ("jax.lax.conv(x, jnp.ones((16, 16, 3, 3)), (1, 1), 'SAME')", (4, 16, 64, 64)),
        ("jnp.sort(x)", (60_000,)),
    ),
    "elementwise, twice": (
        ("jnp.exp(jnp.sin(x)) / (1 + x**2)", (1_500_000,)),
        ("jnp.log1p(x) * jnp.tanh(x)", (3_000_000,)),
    ),
    "three of different size": (
        ("x @ x", (256, 256)),
        ("x @ x * 2", (384, 384)),
        ("x @ x + 1", (512, 512)),
    ),
    "a loop, a product": (
        ("jax.lax.fori_loop(0, 200, lambda k, v: jnp.cos(v) + v * 0.5, x)", (20_000,)),
        ("x @ x", (450, 450)),
    ),
    "short lines": (("jnp.sort(x)", (3000,)), ("jnp.linalg.inv(x + 99 * jnp.eye(64))", (64, 64))),
}


def rows(options: Options) -> Iterator[Row]:
    """How far times by line are from runs of the lines by themselves, their sum from a run of the whole."""
    names = list(FUNCTIONS)[: 3 if options.quick else None]
    with tempfile.TemporaryDirectory() as folder:
        for number, name in enumerate(names):
            if not options.wants(f"time by line: {name}"):
                continue
            found = _compared(Path(folder) / f"lines{number}.py", FUNCTIONS[name])
            off = max(abs(ours - theirs) for ours, theirs in zip(found.shares, found.apart, strict=True))
            ratio = found.sum / found.whole
            yield Row(
                "ir", f"time by line: {name}", f"{len(found.shares)} lines", found.sum * 1e3,
                {"a run of the whole": found.whole * 1e3}, ratio,
                f"sum within {SUM:.0%}, shares within {POINTS * 100:.0f} points",
                None if found.unrest > SUM else abs(ratio - 1) <= SUM and off <= POINTS,
                more={"points": off * 100, "unrest": found.unrest},
                remark=f"{_percent(found.shares)} of the time, apart {_percent(found.apart)}"
                + f"; not judged: runs of the whole differ by {found.unrest:.0%}" * (found.unrest > SUM),
            )  # fmt: skip


@dataclass(frozen=True)
class _Found:
    """`shares` of the lines by the profile and by runs `apart`; seconds of all by the profile, of a run.

    `unrest` is how much runs of the whole before and after the profile differ: another program took its part.
    """

    shares: Sequence[float]
    apart: Sequence[float]
    sum: float
    whole: float
    unrest: float


def _compared(path: Path, lines: Sequence[tuple[str, tuple[int, ...]]]) -> _Found:
    count = len(lines)
    text = [f"def whole({', '.join(f'x{k}' for k in range(count))}):"]
    text += [f"    y{k} = {_named(line, k)}" for k, (line, _) in enumerate(lines)]
    text += [f"    return {', '.join(f'y{k}' for k in range(count))}", ""]
    for k, (line, _) in enumerate(lines):
        text += [f"def line{k}(x{k}):", f"    return {_named(line, k)}", ""]
    path.write_text("\n".join(["import jax", "import jax.numpy as jnp", *text]), encoding="utf-8")
    module: Any = load_module(path)
    shapes = [jax.ShapeDtypeStruct(shape, jnp.float32) for _, shape in lines]
    inspection = inspect(Target("whole", module.whole, tuple(shapes)), passes=False)
    run_whole = _run(module.whole, shapes)
    runs = [_run(getattr(module, f"line{k}"), [shape]) for k, shape in enumerate(shapes)]
    before = statistics.median(run_whole() for _ in range(ROUNDS))
    profile = inspection.report(seconds=SECONDS, kernels=True).line_profiles["time"]
    after = statistics.median(run_whole() for _ in range(ROUNDS))
    taken = [[run() for run in runs] for _ in range(ROUNDS)]  # in turns
    apart = [statistics.median(times) for times in zip(*taken, strict=True)]
    values = profile.lines["source"]
    own = [float(values[4 + k]) for k in range(count)]
    return _Found(
        [each / (sum(own) or 1.0) for each in own], [each / sum(apart) for each in apart],
        profile.total, (before + after) / 2, max(before, after) / min(before, after) - 1,
    )  # fmt: skip


def _named(line: str, number: int) -> str:
    """The line with its own argument for `x`."""
    return re.sub(r"\bx\b", f"x{number}", line)


def _run(function: Callable[..., Any], shapes: Sequence[jax.ShapeDtypeStruct]) -> Callable[[], float]:
    """Seconds of a run on the same arguments that the inspector makes up."""
    compiled = jax.jit(function).lower(*shapes).compile()
    arguments = arguments_maker(compiled)
    assert arguments is not None
    jax.block_until_ready(compiled(*arguments()[0]))

    def run() -> float:
        args, _ = arguments()
        began = time.perf_counter()
        jax.block_until_ready(compiled(*args))
        return time.perf_counter() - began

    return run


def _percent(shares: Sequence[float]) -> str:
    return "/".join(f"{share:.0%}" for share in shares)
