"""The origins of HLO instructions, also of those that XLA made or that are called from elsewhere."""

from __future__ import annotations

import numpy as np

from jaxstudio.ir.links.dataflow_links import Pairs, pairs, spread
from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.links.relation import Relation
from jaxstudio.ir.links.spaces import CALLED, NONE, WRITTEN
from jaxstudio.ir.parse.hlo import ParsedHlo

# They hand on what they are given.
HANDING_ON = {
    "bitcast", "copy", "copy-start", "copy-done", "get-tuple-element", "tuple", "reshape", "transpose",
    "parameter", "fusion", "call", "convert", "broadcast", "slice", "pad", "optimization-barrier", "while",
    "conditional",
}  # fmt: skip


def origins_of(hlo: ParsedHlo, origins: Origins, telling: np.ndarray) -> tuple[Relation, np.ndarray]:
    """The origins of all instructions, and how each is known (int8: its place in HOW).

    Args:
        telling: whether each origin leads to the source; others are passed over.

    What stands in a called function has the caller's names before its own, as XLA joins them when it
    inlines the call. An instruction without metadata hands on the value of what it reads (a
    parameter: what the caller passes), or else belongs to what reads it (a constant).
    """
    lists = _written(hlo, origins, telling)
    how = np.where([bool(each) for each in lists], WRITTEN, NONE).astype(np.int8)
    _from_callers(hlo, lists, how)
    given = _by_flow(hlo, how)
    return Relation.of_lists([lists[item] for item in given.tolist()], len(origins)), how


def _written(hlo: ParsedHlo, origins: Origins, telling: np.ndarray) -> list[tuple[int, ...]]:
    """Origins that lead to the source; on every way into a called function."""
    ways = _call_ways(hlo, origins)
    found: list[tuple[int, ...]] = []
    for number, region in zip(hlo.parsed.origins.tolist(), hlo.parsed.region_of.tolist(), strict=True):
        if number < 0:
            found.append(())
            continue
        joined = tuple(way for call in ways.get(region, ()) if (way := origins.joined(call, number)) >= 0)
        found.append(tuple(way for way in joined or (number,) if telling[way]))
    return found


def _call_ways(hlo: ParsedHlo, origins: Origins) -> dict[int, tuple[int, ...]]:
    """The origins of the calls that lead into each computation, before they are inlined."""
    ways: dict[int, tuple[int, ...]] = {}
    # callers stand behind what they call: from the end on, the ways to the caller are known
    for item in np.flatnonzero(hlo.calls.counts)[::-1].tolist():
        here = ways.get(int(hlo.parsed.region_of[item]), ())
        if hlo.parsed.kinds[item] == "call":
            number = int(hlo.parsed.origins[item])
            if number < 0:
                continue
            here = tuple(way for call in here if (way := origins.joined(call, number)) >= 0) or (number,)
        if here:
            for called in hlo.calls.of([item]).tolist():
                ways[called] = tuple(dict.fromkeys(ways.get(called, ()) + here))
    return ways


def _from_callers(hlo: ParsedHlo, lists: list[tuple[int, ...]], how: np.ndarray) -> None:
    """What stands in the computation of a sort, a reduction or a loop, and names no line, is part of that."""
    callers: dict[int, list[int]] = {}
    for item in np.flatnonzero(hlo.calls.counts).tolist():
        if hlo.parsed.kinds[item] != "fusion":
            for region in hlo.calls.of([item]).tolist():
                callers.setdefault(region, []).append(item)
    if not callers:
        return
    for item in np.flatnonzero(how == NONE)[::-1].tolist():
        above = callers.get(int(hlo.parsed.region_of[item]), ())
        numbers = dict.fromkeys(number for caller in above for number in lists[caller])
        if numbers and hlo.parsed.kinds[item] != "parameter":
            lists[item] = tuple(numbers)
            how[item] = CALLED


def _by_flow(hlo: ParsedHlo, how: np.ndarray) -> np.ndarray:
    hands_on = np.array([kind in HANDING_ON for kind in hlo.parsed.kinds], bool)
    items, read = pairs(hlo.operands)
    parameters, passed = _passed(hlo)
    comes_from = (
        np.concatenate([items[hands_on[items]], parameters]),
        np.concatenate([read[hands_on[items]], passed]),
    )
    return spread(how, comes_from, (np.concatenate([read, passed]), np.concatenate([items, parameters])))


def _passed(hlo: ParsedHlo) -> Pairs:
    """Parameters of computations, and the instructions whose values are passed for them."""
    arguments: dict[tuple[int, int], list[int]] = {}
    for item in np.flatnonzero(hlo.calls.counts).tolist():
        kind, values = hlo.parsed.kinds[item], hlo.arguments(item)
        for place, region in enumerate(hlo.calls.of([item]).tolist()):
            if kind in ("fusion", "call"):
                for number, value in enumerate(values):
                    arguments.setdefault((region, number), []).append(value)
            elif kind == "while":
                arguments.setdefault((region, 0), []).append(values[0])
            elif kind == "conditional" and place + 1 < len(values):
                arguments.setdefault((region, 0), []).append(values[place + 1])
    found: list[tuple[int, int]] = []
    for item, kind in enumerate(hlo.parsed.kinds):
        if kind == "parameter":
            key = (int(hlo.parsed.region_of[item]), hlo.parameter_number(item))
            found += [(item, value) for value in arguments.get(key, ()) if value >= 0]
    both = np.array(found, np.int64).reshape(-1, 2)
    return both[:, 0], both[:, 1]
