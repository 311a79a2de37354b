"""Fusion: the same function before and after XLA, and which operations became one kernel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.ir.inspection import inspect
from jaxstudio.ir.lessons.lesson import Lesson, Table, floats
from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.parse.hlo import parse_hlo
from jaxstudio.ir.target import Target

SIDE = 512


def normalised(x: jax.Array) -> jax.Array:
    """Each row with mean 0 and variance 1, through a soft step."""
    centre = x - jnp.mean(x, axis=1, keepdims=True)
    spread = jnp.sqrt(jnp.mean(centre * centre, axis=1, keepdims=True) + 1e-5)
    return jax.nn.sigmoid(centre / spread)


def targets() -> list[tuple[str, Target]]:
    return [("normalised rows", Target("fusion", normalised, (floats(SIDE, SIDE),)))]


def experiment() -> Iterator[Table]:
    """How many operations there are before, and in which kernels they are afterwards."""
    inspection = inspect(targets()[0][1], passes=False, kernels=False, exact=False)
    before = parse_hlo(inspection.stage("hlo").text, Origins())
    after = parse_hlo(inspection.stage("optimized").text, Origins())
    work = [kind for kind in before.parsed.kinds if kind not in ("parameter", "constant", "tuple")]
    rows: list[tuple[str | int, ...]] = [("before XLA", len(work), _counted(work))]
    for item, kind in enumerate(after.parsed.kinds):
        if kind == "fusion":
            inside = np.flatnonzero(np.isin(after.parsed.region_of, after.calls.of([item])))
            kinds = [after.parsed.kinds[each] for each in inside]
            kinds = [each for each in kinds if each not in ("parameter", "constant", "bitcast")]
            rows.append((after.parsed.names[item], len(kinds), _counted(kinds)))
    note = "Each fusion is one kernel: what is inside never goes through memory."
    yield Table(("Kernel", "Operations", "Which"), tuple(rows), note=note)


def _counted(kinds: list[str]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in sorted(Counter(kinds).items()))


LESSON = Lesson(
    "fusion",
    "Fusion",
    "Before XLA every operation stands alone. Afterwards most are inside a few fusions, and each of those is "
    "one kernel. The page Graph shows them as boxes; Passes shows which pass made them.",
    targets,
    experiment,
)
