"""Flops, bytes and memory as JAX and XLA count them, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Cost:
    """Counted, not measured; None where the compiler does not tell.

    `flops` are arithmetic operations and `transcendentals` calls of exp, sin and the like, of one
    run; a loop's body counts once, since XLA does not know how often it runs. `bytes_accessed` is
    what all kernels read and write, `*_bytes` is memory.
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

    @property
    def intensity(self) -> float | None:
        """Flops per byte moved: a kernel below the machine's own ratio waits for memory."""
        if not self.flops or not self.bytes_accessed:
            return None
        return self.flops / self.bytes_accessed

    def as_json(self) -> dict[str, float | int | None]:
        return {**vars(self), "intensity": self.intensity}


def cost_of(compiled: Any) -> Cost:
    """The analyses of a compiled function, as `jax.jit(f).lower(…).compile()` returns it."""
    counted = _counted(compiled)
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
    )


def _counted(compiled: Any) -> Mapping[str, float]:
    """What XLA counts; it leaves out what is zero."""
    found = compiled.cost_analysis()
    if isinstance(found, list):  # JAX before 0.5 gave one for each device
        found = found[0] if found else None
    return {"flops": 0.0, "transcendentals": 0.0, "bytes accessed": 0.0, **found} if found else {}
