"""The origin of every HLO instruction: written beside it, or told by its caller, name or readers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from jaxstudio.ir.links.index import CALLED, FLOW, NONE, WRITTEN, Relation
from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.parse.hlo import ParsedHlo, element_count
from jaxstudio.ir.parse.jaxpr import tags_of

MOST_ROUNDS = 16
Pairs = tuple[np.ndarray, np.ndarray]
NO_PAIRS: Pairs = (np.zeros(0, np.int64), np.zeros(0, np.int64))


def pairs(relation: Relation) -> Pairs:
    """Items and keys of a relation, one pair each."""
    return np.repeat(np.arange(len(relation)), relation.counts), relation.keys.astype(np.int64)


def propagate_origins(
    how: np.ndarray, comes_from: Pairs, goes_to: Pairs, moves: Pairs = NO_PAIRS
) -> np.ndarray:
    """For each item the item whose origin it has: itself, or the nearest one along the flow with an origin.

    An origin that an item has from a reader is handed on to what it reads before it is handed to other
    readers: an argument belongs to no reader of it alone.

    Args:
        how: int8, how each item's origin is known (places in HOW); those found here become FLOW.
        comes_from: items, and what their value comes from; asked first.
        goes_to: items, and what reads their value.
        moves: items that XLA inserts for their readers (a copy in another layout), and what they read;
            asked last.
    """
    source_items = np.arange(len(how))
    for _ in range(MOST_ROUNDS):
        while _adopt_origins(how, source_items, *comes_from):
            pass
        if not _adopt_origins(how, source_items, *goes_to) and not _adopt_origins(how, source_items, *moves):
            break
        while _adopt_origins(how, source_items, *goes_to):
            pass
    return source_items


def _adopt_origins(how: np.ndarray, source_items: np.ndarray, taking: np.ndarray, giving: np.ndarray) -> int:
    """Let items without an origin take the first giver's; return their number."""
    use = (how[taking] == NONE) & (how[giving] != NONE)
    adopting, first = np.unique(taking[use], return_index=True)
    source_items[adopting] = source_items[giving[use][first]]
    how[adopting] = FLOW
    return len(adopting)


# They hand on what they are given.
FORWARDING_OPS = {
    "bitcast", "get-tuple-element", "reshape", "parameter", "call", "convert", "broadcast", "slice",
    "pad", "optimization-barrier", "while", "conditional",
}  # fmt: skip
APPLYING = {"reduce", "reduce-window", "scatter", "select-and-scatter", "sort", "map"}
# XLA inserts them for what reads their result.
MOVING_OPS = {"copy", "copy-start", "copy-done", "transpose", "tuple"}
MOST_SAME = 4
REPLACED = {"dot": "dot_general", "convolution": "conv_general_dilated"}
PASSING = ("fusion", "call")
MOST_DEPTH = 200


def origins_of(
    hlo: ParsedHlo, origins: Origins, leads_to: np.ndarray, elements: Sequence[int] = ()
) -> tuple[Relation, np.ndarray]:
    """The origins of all instructions, and how each is known (int8: its place in HOW).

    Args:
        leads_to: the number of what each origin leads to, −1 for nothing: such origins are passed over.
        elements: the size of the result of what origins lead to, by its number, where that is known.

    What stands in a called function has the caller's names before its own, as XLA joins them when it
    inlines the call. An instruction without metadata hands on the value of what it reads (a
    parameter: what the caller passes), or else belongs to what reads it (a constant).
    """
    lists = _written_origins(hlo, origins, leads_to >= 0)
    how = np.where([bool(each) for each in lists], WRITTEN, NONE).astype(np.int8)
    _from_callers(hlo, lists, how)
    rewritten = _by_primitive(hlo, origins, leads_to, lists, how)
    rewritten |= _replaced(hlo, origins, leads_to, lists, how, elements)
    if rewritten:
        _from_callers(hlo, lists, how)
    source_items = _by_flow(hlo, how, rewritten)
    found = [lists[item] for item in source_items.tolist()]
    for item, readers in _readers_of_inputs(hlo, how):
        found[item] = _together(found, readers)
    # several results belong to all that made them
    for item in set(range(len(how))).difference(hlo.operands.keys.tolist()):
        if hlo.parsed.kinds[item] == "tuple" and how[item] == FLOW:
            found[item] = _together(found, hlo.arguments(item))
    return Relation.of_lists(found, len(origins)), how


def _together(lists: list[tuple[int, ...]], items: Iterable[int]) -> tuple[int, ...]:
    """The origins of several items, each once."""
    return tuple(dict.fromkeys(number for item in items if item >= 0 for number in lists[item]))


def _written_origins(hlo: ParsedHlo, origins: Origins, leads_to_source: np.ndarray) -> list[tuple[int, ...]]:
    """Origins that lead to the source; on every way into a called function."""
    ways = _call_ways(hlo, origins)
    origins_of_value: list[tuple[int, ...]] = []
    for number, region in zip(hlo.parsed.origins.tolist(), hlo.parsed.region_of.tolist(), strict=True):
        if number < 0:
            origins_of_value.append(())
            continue
        joined = [way for call in ways.get(region, ()) if (way := origins.joined(call, number)) >= 0]
        if not joined and not leads_to_source[number] and len(merged := origins.merged(number)) <= MOST_SAME:
            joined = merged
        origins_of_value.append(tuple(way for way in joined or (number,) if leads_to_source[way]))
    return origins_of_value


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
    """Give items without a line inside a sort, a reduction or a loop the origin of the caller."""
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


def _by_primitive(
    hlo: ParsedHlo, origins: Origins, leads_to: np.ndarray, lists: list[tuple[int, ...]], how: np.ndarray
) -> set[int]:
    """Give what XLA rewrote the origins of its primitive, and return it.

    Where XLA writes an operation anew (a cumulative sum as windows), it keeps the primitive's name alone,
    beside an instruction or in what a reduction applies. A primitive that more than MOST_SAME equations or
    places used tells nothing.
    """
    numbers: dict[str, dict[int, int]] = {}
    for number in np.flatnonzero(leads_to >= 0).tolist():
        _, slash, primitive = origins.paths[number].rpartition("/")
        if slash:
            numbers.setdefault(primitive, {}).setdefault(int(leads_to[number]), number)
    few = {primitive: tuple(each.values()) for primitive, each in numbers.items() if len(each) <= MOST_SAME}
    bare = [origins.paths[number] if number >= 0 else "" for number in hlo.parsed.origins.tolist()]
    rewritten: set[int] = set()
    for item in np.flatnonzero(how == NONE).tolist():
        kind = hlo.parsed.kinds[item]
        applied = hlo.inside(item) if kind in APPLYING and not bare[item] else []
        named = {bare[each] for each in (applied or [item])} - {""}
        if kind != "parameter" and len(named) == 1 and (same := few.get(named.pop())):
            lists[item], how[item] = same, WRITTEN
            rewritten.add(item)
    return rewritten


def _replaced(
    hlo: ParsedHlo,
    origins: Origins,
    leads_to: np.ndarray,
    lists: list[tuple[int, ...]],
    how: np.ndarray,
    elements: Sequence[int],
) -> set[int]:
    """Give products and convolutions that XLA made anew, without a name, their origins, and return them.

    They replace those of JAX that no instruction has any more; of several, those of equal size in order.
    """
    replaced: set[int] = set()
    for kind, primitive in REPLACED.items():
        items = [item for item, each in enumerate(hlo.parsed.kinds) if each == kind]
        there = {number for item in items for number in lists[item]}
        lost = [
            number
            for number in np.flatnonzero(leads_to >= 0).tolist()
            if number not in there and origins.paths[number].rpartition("/")[2] == primitive
        ]
        lost.sort(key=lambda number: (tags_of(origins.paths[number]), number))
        nameless = [item for item in items if how[item] == NONE]
        size_of = {number: elements[leads_to[number]] if elements else 0 for number in lost}
        for size in set(size_of.values()):
            made = [item for item in nameless if not elements or element_count(hlo.shape(item)) == size]
            equal = [number for number in lost if size_of[number] == size]
            if len(made) == len(equal):
                for item, number in zip(made, equal, strict=True):
                    lists[item], how[item] = (number,), WRITTEN
                    replaced.add(item)
    return replaced


def _by_flow(hlo: ParsedHlo, how: np.ndarray, rewritten: set[int]) -> np.ndarray:
    kinds = hlo.parsed.kinds
    forwards = np.array([kind in FORWARDING_OPS for kind in kinds], bool)
    moving = np.array([kind in MOVING_OPS for kind in kinds], bool)
    items, read = pairs(hlo.operands)
    # XLA makes one of equal constants, and keeps the names of the first alone
    steady = np.array([kinds[value] != "constant" for value in read.tolist()], bool)
    # what XLA rewrote gives its result back in the layout that it found
    given_back = set(rewritten)
    for item, value in zip(items.tolist(), read.tolist(), strict=True):
        if moving[item] and value in given_back:
            given_back.add(item)
            forwards[item], moving[item] = True, False
    parameters, passed = _argument_passing(hlo)
    fusions = [item for item, kind in enumerate(kinds) if kind == "fusion"]
    roots = np.array([hlo.inside(item)[-1] for item in fusions], np.int64)
    computed = [_last_operation(hlo, root) for root in roots.tolist()]
    comes_from = (
        np.concatenate([items[forwards[items] & steady], parameters, fusions]).astype(np.int64),
        np.concatenate([read[forwards[items] & steady], passed, computed]).astype(np.int64),
    )
    moves = (items[moving[items]], read[moving[items]])
    # what reads a fusion reads its root
    root_of = np.full(len(kinds), -1, np.int64)
    root_of[fusions] = roots
    read, items = _readers(hlo)
    # the results of a computation, which nothing reads as one, are several things
    results = np.array([kind == "tuple" for kind in kinds], bool)
    results[read] = False
    read, items = read[~results[items]], items[~results[items]]
    fused = root_of[read] >= 0
    goes_to = (np.concatenate([read, root_of[read[fused]]]), np.concatenate([items, items[fused]]))
    return propagate_origins(how, comes_from, goes_to, moves)


def _readers(hlo: ParsedHlo) -> Pairs:
    """Values and what reads them: for a fusion or a call, what reads its argument inside."""
    kinds, (items, read) = hlo.parsed.kinds, pairs(hlo.operands)
    parameters, passed = _argument_passing(hlo)
    entered = np.isin(np.array(kinds), PASSING)
    direct = ~entered[items]
    own = Relation.of_pairs(read[direct], items[direct], len(kinds), len(kinds))
    found = [own]
    inside = Relation.of_pairs(passed, parameters, len(kinds), len(kinds))
    while len(inside.keys):  # as deep as calls are nested
        found.append(inside.then(own))
        inside = inside.then(Relation.of_pairs(passed, parameters, len(kinds), len(kinds)))
    both = [pairs(each) for each in found]
    return np.concatenate([each[0] for each in both]), np.concatenate([each[1] for each in both])


def _readers_of_inputs(hlo: ParsedHlo, how: np.ndarray) -> Iterator[tuple[int, list[int]]]:
    """Items without an origin of their own that are made of constants or arguments alone, with their readers.

    Such an item may be read by many operations, and belongs to all of them. Readers come before what they
    read.
    """
    kinds = hlo.parsed.kinds
    inner = dict(zip(*(each.tolist() for each in _argument_passing(hlo)), strict=True))
    fusions = [item for item, kind in enumerate(kinds) if kind in PASSING]
    entered = {hlo.entry, *hlo.calls.of(fusions).tolist()}
    root_of = {item: hlo.inside(item)[-1] for item in fusions if kinds[item] == "fusion"}
    readers: dict[int, list[int]] = {}
    for value, item in zip(*(each.tolist() for each in _readers(hlo)), strict=True):
        for each in {value, root_of.get(value, value)}:
            readers.setdefault(each, []).append(item)
    known: dict[int, bool] = {}

    def is_input(item: int, depth: int = 0) -> bool:
        if item not in known:
            known[item] = False
            inside = kinds[item] != "parameter" or int(hlo.parsed.region_of[item]) in entered
            if how[item] == FLOW and depth < MOST_DEPTH and inside:
                given = (
                    [inner[item]] if item in inner else [each for each in hlo.arguments(item) if each >= 0]
                )
                sources = kinds[item] in ("constant", "iota", "parameter") or bool(given)
                known[item] = sources and all(is_input(each, depth + 1) for each in given)
        return known[item]

    done: set[int] = set()

    def in_order(item: int) -> Iterator[tuple[int, list[int]]]:
        done.add(item)
        for each in readers.get(item, ()):
            if is_input(each) and each not in done:
                yield from in_order(each)
        if item in readers:
            yield item, readers[item]

    for item in range(len(kinds)):
        if is_input(item) and item not in done:
            yield from in_order(item)


def _last_operation(hlo: ParsedHlo, root: int) -> int:
    """The operation of a fusion whose result is moved about up to the root, or else the root."""
    item = root
    while hlo.parsed.kinds[item] in MOVING_OPS | {"bitcast"}:
        item = next(iter(hlo.arguments(item)), -1)
    return root if item < 0 or hlo.parsed.kinds[item] == "parameter" else item


def _argument_passing(hlo: ParsedHlo) -> Pairs:
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
    pairs: list[tuple[int, int]] = []
    for item, kind in enumerate(hlo.parsed.kinds):
        if kind == "parameter":
            key = (int(hlo.parsed.region_of[item]), hlo.parameter_number(item))
            pairs += [(item, value) for value in arguments.get(key, ()) if value >= 0]
    both = np.array(pairs, np.int64).reshape(-1, 2)
    return both[:, 0], both[:, 1]
