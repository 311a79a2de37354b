"""`jaxstudio ir` of a function of one's own beside a bare script that compiles the same function."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measurement import Options, Row

ROUNDS, QUICK_ROUNDS = 5, 2
TIMES, MORE_SECONDS = 1.3, 0.5  # the command may take so many bare compilations, and so many seconds more
JSON_SECONDS, JSON_BYTES = 88.0 / 3, 47e6

ATTENTION = """
def attention(q, k, v):
    scores = q @ k.T / jnp.sqrt(q.shape[-1])
    scores = jnp.where(jnp.tril(jnp.ones_like(scores)) > 0, scores, -jnp.inf)
    return jax.nn.softmax(scores, axis=-1) @ v
"""
STEP = """
def loss(params, x, y):
    for w, b in params:
        x = jax.nn.gelu(x @ w + b)
    return jnp.mean((x - y) ** 2)


def step(params, x, y):
    value, slopes = jax.value_and_grad(loss)(params, x, y)
    return value, jax.tree.map(lambda p, g: p - 0.01 * g, params, slopes)
"""
SOLVER = """
import diffrax


def slope(t, y, rates):
    growth, hunting = rates
    return jnp.stack([growth * y[0] - hunting * y[0] * y[1], hunting * y[0] * y[1] - y[1]])


def loss(rates, y0):
    solution = diffrax.diffeqsolve(
        diffrax.ODETerm(slope), diffrax.Tsit5(), t0=0.0, t1=10.0, dt0=0.1, y0=y0, args=(rates[0], rates[1]),
        stepsize_controller=diffrax.PIDController(rtol=1e-5, atol=1e-6), max_steps=256,
    )
    return jnp.sum(solution.ys**2)


def gradient(rates, y0):
    return jax.grad(loss)(rates, y0)
"""


@dataclass(frozen=True)
class Program:
    """A function of a file, and the shapes of its arguments as the command and as Python spell them."""

    name: str
    text: str
    function: str
    arguments: str
    shapes: str


PROGRAMS = (
    Program(
        "an attention", ATTENTION, "attention", "f32[128,64], f32[128,64], f32[128,64]",
        "[f32(128, 64)] * 3",
    ),
    Program(
        "a training step", STEP, "step", "[(f32[64,64], f32[64])] * 3, f32[32,64], f32[32,64]",
        "([(f32(64, 64), f32(64))] * 3, f32(32, 64), f32(32, 64))",
    ),
    Program(
        "a gradient through an ODE solver", SOLVER, "gradient", "f32[2], f32[2]", "(f32(2), f32(2))"
    ),
)  # fmt: skip
# Seconds of processor time: of the imports, and of tracing, lowering and compiling.
BARE = """
import sys, time
import jax, jax.numpy as jnp
sys.path.insert(0, {folder!r})
module = __import__({module!r})
imported = time.process_time()
f32 = lambda *shape: jax.ShapeDtypeStruct(shape, jnp.float32)
jax.jit(module.{function}).trace(*{shapes}).lower().compile()
print(imported, time.process_time() - imported)
"""


def rows(options: Options) -> Iterator[Row]:
    """Processor time of `--no-run` in turns with a bare script; of `--json` time and size."""
    rounds = QUICK_ROUNDS if options.quick else ROUNDS
    with tempfile.TemporaryDirectory() as folder:
        for number, program in enumerate(PROGRAMS):
            path = Path(folder) / f"program{number}.py"
            path.write_text(f"import jax\nimport jax.numpy as jnp\n{program.text}", encoding="utf-8")
            if options.wants(f"--no-run: {program.name}"):
                yield _row(program, path, rounds)
            if program is PROGRAMS[-1] and options.wants(f"--json: {program.name}"):
                yield _json_row(program, path)


def _row(program: Program, path: Path, rounds: int) -> Row:
    words = BARE.format(
        folder=str(path.parent), module=path.stem, function=program.function, shapes=program.shapes
    )
    bare: list[tuple[float, ...]] = []
    ours: list[float] = []
    for _ in range(rounds):
        done = subprocess.run([sys.executable, "-c", words], check=True, capture_output=True, text=True)
        bare.append(tuple(map(float, done.stdout.split())))
        ours.append(_processor_seconds(program, path, "--no-run")[0])
    imported, compiled = (min(times) for times in zip(*bare, strict=True))
    limit = imported + TIMES * compiled + MORE_SECONDS
    return Row(
        "ir", f"--no-run: {program.name}", f"{rounds} rounds", min(ours) * 1e3,
        {"bare script": (imported + compiled) * 1e3}, min(ours) / (imported + compiled),
        f"<= import + {TIMES:g} x the rest + {MORE_SECONDS:g} s", min(ours) <= limit,
        more={"limit_ms": limit * 1e3}, remark=f"{min(ours) / limit - 1:+.0%} of {limit:.2f} s",
    )  # fmt: skip


def _json_row(program: Program, path: Path) -> Row:
    seconds, size = _processor_seconds(program, path, "--no-run", "--json")
    return Row(
        "ir", f"--json: {program.name}", f"{size / 1e6:.1f} MB", seconds * 1e3, {}, None,
        f"<= {JSON_SECONDS:.0f} s and {JSON_BYTES / 1e6:.0f} MB",
        seconds <= JSON_SECONDS and size <= JSON_BYTES,
        more={"bytes": size},
    )  # fmt: skip


def _processor_seconds(program: Program, path: Path, *options: str) -> tuple[float, int]:
    """Processor time of the command with all its processes, and the bytes that it prints."""
    command = [sys.executable, "-m", "jaxstudio", "ir", f"py:{path}:{program.function}"]
    before = _children_seconds()
    done = subprocess.run([*command, "--args", program.arguments, *options], check=True, capture_output=True)
    return _children_seconds() - before, len(done.stdout)


def _children_seconds() -> float:
    """Processor time of all processes that were waited for, and of those below them."""
    times = os.times()
    return times.children_user + times.children_system
