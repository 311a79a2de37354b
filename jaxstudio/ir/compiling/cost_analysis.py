"""XLA's counts of a compiled function: arithmetic, bytes, memory; with every loop as often as it runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jax

from jaxstudio.ir.cost import COUNTS, Cost, loops_of, multiply_loops
from jaxstudio.runtime.jax_internals import analysed_cost


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
    """What XLA counts; it leaves out what is zero."""
    found = compiled.cost_analysis()
    if isinstance(found, list):  # JAX before 0.5 gave one for each device
        found = found[0] if found else None
    return {**dict.fromkeys(COUNTS, 0.0), **found} if found else {}
