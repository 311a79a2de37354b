"""Flops, bytes and memory as JAX and XLA count them, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import jax

from jaxstudio.ir.cost.loops import Loop, loops_of, repeated
from jaxstudio.runtime.jax_internals import analysed_cost

COUNTS = ("flops", "transcendentals", "bytes accessed")


@dataclass(frozen=True)
class Cost:
    """Counted, not measured; None where the compiler does not tell.

    `flops` are arithmetic operations and `transcendentals` calls of exp, sin and the like, of one
    run, in which XLA counts each loop's body once, however often it runs. `bytes_accessed` is what all
    kernels read and write, `*_bytes` is memory. `loops` are the loops; `run_*` count each as often as
    it runs, and are None where that is not known.
    """

    flops: float | None = None
    transcendentals: float | None = None
    bytes_accessed: float | None = None
    argument_bytes: int | None = None
    output_bytes: int | None = None
    alias_bytes: int | None = None
    temporary_bytes: int | None = None
    peak_bytes: int | None = None
    code_bytes: int | None = None
    loops: tuple[Loop, ...] = ()
    run_flops: float | None = None
    run_transcendentals: float | None = None
    run_bytes_accessed: float | None = None

    @property
    def intensity(self) -> float | None:
        """Flops per byte moved: a kernel below the machine's own ratio waits for memory."""
        flops, moved = self.of_a_run
        return flops / moved if flops and moved else None

    @property
    def held_bytes(self) -> int | None:
        """Memory of arguments, results and what is in between, shared memory once."""
        held = self.argument_bytes, self.output_bytes, self.temporary_bytes
        known = [each for each in held if each is not None]
        return sum(known) - (self.alias_bytes or 0) if len(known) == len(held) else None

    @property
    def of_a_run(self) -> tuple[float | None, float | None]:
        """Flops and bytes of one run: with loops as often as they run where that is known, else once."""
        if self.run_flops is None or self.run_bytes_accessed is None:
            return self.flops, self.bytes_accessed
        return self.run_flops, self.run_bytes_accessed

    def as_json(self) -> dict[str, Any]:
        return {**vars(self), "loops": [loop.as_json() for loop in self.loops], "intensity": self.intensity}


def cost_of(compiled: Any, device: jax.Device | None = None) -> Cost:
    """The analyses of a compiled function, as `jax.jit(f).lower(…).compile()` returns it."""
    counted = _counted(compiled)
    text = compiled.as_text() or ""
    loops = loops_of(text) if " while(" in text else ()
    run: Mapping[str, float] | None = counted
    if loops and counted:
        where = device or jax.devices()[0]
        wanted = {name: counted[name] for name in COUNTS}
        run = repeated(text, wanted, lambda module: analysed_cost(module, where))
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
    """What XLA counts; it leaves out what is zero."""
    found = compiled.cost_analysis()
    if isinstance(found, list):  # JAX before 0.5 gave one for each device
        found = found[0] if found else None
    return {**dict.fromkeys(COUNTS, 0.0), **found} if found else {}
