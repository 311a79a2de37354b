"""XLA's counts of a run, instruction by instruction: XLA analyses each as a module of its own.

An instruction of a loop counts as often as the loop runs it, once where only the run decides. The operations
of a fusion have their own arithmetic; the bytes that the fusion moves belong to those of its operations that
read an argument or make the result. XLA counts the dearest branch of a conditional, which stays one
instruction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

import numpy as np

from jaxstudio.ir.cost import ASIDE, HEAD, TRIPS, Computations, Counts
from jaxstudio.ir.graph import bytes_of
from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.parse.hlo import ParsedHlo, balanced, parse_hlo

FLOPS, BYTES = "flops", "bytes accessed"
MOST_INSTRUCTIONS = 5_000
FREE = {"parameter", "constant", "get-tuple-element", "bitcast"}


def instruction_costs(text: str, count: Callable[[str], Counts]) -> dict[str, Mapping[str, float]]:
    """The flops and the bytes of one run by the names of the instructions of an optimised module.

    Empty for more than MOST_INSTRUCTIONS.

    Args:
        count: XLA's analysis of a module's text.
    """
    hlo = parse_hlo(text, Origins())
    if hlo.entry < 0 or len(hlo.parsed) > MOST_INSTRUCTIONS:
        return {}
    flops, moved = np.zeros(len(hlo.parsed)), np.zeros(len(hlo.parsed))
    counted = cache(count)
    for item, times in _run_instructions(hlo, hlo.entry, 1):
        found = counted(_module_of(hlo, item))
        if hlo.parsed.kinds[item] == "fusion":
            inside = [each for each in hlo.inside(item) if hlo.parsed.kinds[each] not in FREE]
            for each in inside:
                flops[each] += times * counted(_module_of(hlo, each)).get(FLOPS, 0.0)
            at, sizes = _crossings(hlo, item)
            if sizes.sum():
                np.add.at(moved, at, times * found.get(BYTES, 0.0) * sizes / sizes.sum())
                continue
        else:
            flops[item] += times * found.get(FLOPS, 0.0)
        moved[item] += times * found.get(BYTES, 0.0)
    names = hlo.parsed.names
    return {
        name: {names[item]: float(values[item]) for item in np.flatnonzero(values).tolist()}
        for name, values in ((FLOPS, flops), (BYTES, moved))
    }


def _run_instructions(hlo: ParsedHlo, region: int, times: int) -> Iterator[tuple[int, int]]:
    """The instructions that a computation runs, and how often."""
    for item in hlo.items_of(region):
        kind = hlo.parsed.kinds[item]
        if kind in ("while", "call"):
            trips = TRIPS.search(hlo.tails[item]) if kind == "while" else None
            for called in hlo.calls.of([item]).tolist():
                yield from _run_instructions(hlo, called, times * (int(trips[1]) if trips else 1))
        elif kind not in FREE:
            yield item, times


def _module_of(hlo: ParsedHlo, item: int) -> str:
    """A module that computes one instruction of its parameters."""
    shapes = [hlo.shape(each) if each >= 0 else "f32[]" for each in hlo.arguments(item)]
    names = [f"%operand_{place}" for place in range(len(shapes))]
    tail = hlo.tails[item]
    rest = ASIDE.sub("", tail[len(balanced(tail)) + 1 :].partition(", control-predecessors=")[0])
    called = "".join(Computations(hlo).texts(hlo.calls.of([item]).tolist()))
    lines = [
        f"  {name} = {shape} parameter({place})"
        for place, (name, shape) in enumerate(zip(names, shapes, strict=True))
    ]
    root = f"  ROOT %counted = {hlo.shape(item)} {hlo.parsed.kinds[item]}({', '.join(names)}){rest}"
    return "\n".join([HEAD + called + "ENTRY %entry {", *lines, root, "}"]) + "\n"


def _crossings(hlo: ParsedHlo, fusion: int) -> tuple[np.ndarray, np.ndarray]:
    """The operations in a fusion that read its arguments or make its result, and the bytes of each."""
    inside = hlo.inside(fusion)
    crossings: list[tuple[int, float]] = []
    for item in inside:
        if hlo.parsed.kinds[item] == "parameter":
            readers = [each for each in inside if item in hlo.arguments(each)]
            size = bytes_of(hlo.shape(item))
            crossings += [(each, size / len(readers)) for each in readers]
    root = inside[-1]
    parts = hlo.arguments(root) if hlo.parsed.kinds[root] == "tuple" else [root]
    crossings += [(each, bytes_of(hlo.shape(each))) for each in parts]
    return np.array([item for item, _ in crossings], np.int64), np.array([size for _, size in crossings])
