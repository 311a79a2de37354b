"""Which HLO instruction each instruction of a kernel's LLVM IR computes, where that can be proven.

An IR instruction belongs to the HLO instruction with the same expression, if only one has it. What XLA writes
out in many instructions (an exponential as a polynomial) is found from its ends: all that lies between its
operands and its value, if nothing else goes into it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from jaxstudio.ir.links.kernel_expressions import (
    COMMUTATIVE,
    PURE,
    REREADS,
    VECTOR_MOVES,
    Expression,
    Expressions,
    HloValues,
    IrValues,
)
from jaxstudio.ir.parse.hlo import ParsedHlo
from jaxstudio.ir.parse.llvm_values import Function, Value

MOST_VALUES = 20_000
Sources = frozenset[Expression]
ELSEWHERE: Sources = frozenset((-1,))


def link_fusion(hlo: ParsedHlo, fusion: int, function: Function) -> dict[int, set[int]]:
    """The HLO instructions that each line of a kernel's optimised IR computes, as far as that is proven."""
    if len(function.values) > MOST_VALUES:
        return {}
    matching = _Matching(HloValues(hlo, fusion, expressions := Expressions()), function, expressions)
    return matching.lines()


class _Matching:
    def __init__(self, hlo: HloValues, function: Function, expressions: Expressions) -> None:
        self.hlo, self.ir = hlo, IrValues(function, hlo, expressions)
        self.inner: dict[str, int] = {}  # what lies inside of an instruction that is written out
        root = hlo.root
        outputs = hlo.hlo.arguments(root) if hlo.kinds[root] == "tuple" else [root]
        # the only result may be written over an argument; of several, each has an argument of its own
        self.results = [
            (value, outputs[place])
            for value, argument in self.ir.stores
            if 0 <= (place := argument - hlo.count if len(outputs) > 1 else 0) < len(outputs)
        ]
        known = -1
        while known < len(self.ir.fixed) + len(self.inner):
            known = len(self.ir.fixed) + len(self.inner)
            if not hlo.rereads:
                for value, item in self.results:
                    self._descend(hlo.moved(item), value.operands[0])
            for item, name in self._handed_on():
                self._descend(item, name)
            self.ir.compute()

    def lines(self) -> dict[int, set[int]]:
        linked: dict[int, set[int]] = defaultdict(set)
        for value, item in self.results:
            linked[value.line].add(item)
        for value in self.ir.by_name.values():
            computed = self.inner.get(value.name, self.hlo.single(self.ir.of[value.name]))
            if computed is not None and value.opcode not in VECTOR_MOVES:
                linked[value.line].add(computed)
        return linked

    def _descend(self, item: int, name: str) -> None:
        """Compare an HLO instruction with an IR value that is known to be equal, and then their operands."""
        waiting = [(item, name)]
        seen = set()
        while waiting:
            item, name = pair = waiting.pop()
            if (
                pair in seen
                or name not in self.ir.by_name
                or self.hlo.kinds[item] in ("parameter", "constant")
            ):
                continue
            seen.add(pair)
            value = self.ir.unmoved(self.ir.by_name[name])
            operands = self.hlo.operands(item)
            if self.ir.opcode(value) != self.hlo.opcode(item) or len(operands) != len(value.operands):
                if self.hlo.of[item] != self.ir.of[value.name]:
                    self._enclose(item, value)
            elif pairs := self._aligned(item, operands, list(value.operands)):
                if self.hlo.single(self.hlo.of[item]) is not None:
                    self.ir.fixed[value.name] = self.hlo.of[item]
                waiting += pairs

    def _aligned(self, item: int, operands: list[int], names: list[str]) -> list[tuple[int, str]]:
        """The operands of an operation in HLO and IR; none unless one of several is equal as proof."""

        def equal() -> list[bool]:
            return [self.hlo.of[a] == self.ir.operand(b) for a, b in zip(operands, names, strict=True)]

        if len(operands) == 2 and self.hlo.opcode(item) in COMMUTATIVE and not any(equal()):
            names.reverse()
        decisive = equal()[:1] if self.hlo.kinds[item] == "select" else equal()
        return list(zip(operands, names, strict=True)) if len(names) == 1 or any(decisive) else []

    def _enclose(self, item: int, value: Value) -> None:
        """Give an instruction all between its operands and its value, if nothing else goes into it."""
        constant = self.ir.expressions.constant
        wanted = {self.hlo.of[each] for each in self.hlo.operands(item)}
        wanted = {each for each in wanted if constant(each) is None}
        met: set[Expression] = set()
        inside: set[str] = set()
        waiting = [value.name]
        while waiting:
            name = waiting.pop()
            expression = self.ir.operand(name)
            if expression in wanted and name != value.name:
                met.add(expression)
            elif name not in inside and constant(expression) is None:
                found = self.ir.by_name.get(name)
                if found is None or self.hlo.with_expression.get(expression) or not _is_pure(found):
                    return
                inside.add(name)
                waiting += [each for each in found.operands if each.startswith(("%", "@"))]
        if wanted and met == wanted and self.hlo.single(self.hlo.of[item]) is not None:
            self.inner |= dict.fromkeys(inside - self.inner.keys(), item)
            self.ir.fixed[value.name] = self.hlo.of[item]

    def _handed_on(self) -> Iterator[tuple[int, str]]:
        """HLO instructions and IR values that are equal, as each is the only one handed on of its sources.

        The sources are the nearest values that are known in both. An unrolled loop has several IR values,
        all with one expression.
        """
        present = set(self.ir.of.values())
        known = {each for each in present if self.hlo.single(each) is not None}
        items = self._items_handed_on(known)
        values = self._values_handed_on(known)
        for sources, handed in items.items():
            if len(handed) == 1 and len(values[sources]) == 1:
                (names,) = values[sources].values()
                yield from ((item, name) for item in handed for name in names)

    def _items_handed_on(self, known: set[Expression]) -> dict[Sources, list[int]]:
        hlo = self.hlo
        sources: dict[int, Sources] = {}
        readers: dict[int, set[Sources]] = defaultdict(set)
        for item in hlo.items:
            expression, operands = hlo.of[item], hlo.operands(item)
            if self.ir.expressions.constant(expression) is not None:
                sources[item] = frozenset()
            elif expression in known or not operands or hlo.kinds[item] in REREADS:
                sources[item] = frozenset((expression,))
            else:
                sources[item] = frozenset().union(*(sources[each] for each in operands))
            for each in operands:
                readers[each].add(sources[item])
        for item in (hlo.root, *hlo.operands(hlo.root)):
            readers[hlo.moved(item)].add(ELSEWHERE)
        handed_on: dict[Sources, list[int]] = defaultdict(list)
        for item in hlo.items:
            handed = readers[item] - {sources[item]}
            if hlo.of[item] not in known and handed and sources[item] and hlo.moved(item) == item:
                handed_on[sources[item]].append(item)
        return handed_on

    def _values_handed_on(self, known: set[Expression]) -> dict[Sources, dict[Expression, list[str]]]:
        sources: dict[str, Sources] = {}
        readers: dict[str, set[Sources]] = defaultdict(set)
        for value in self.ir.function.values:
            expression = self.ir.of.get(value.name, -1)
            operands = [each for each in value.operands if each.startswith(("%", "@"))]
            if expression in known or not operands or not _is_pure(value):
                own: Sources = frozenset((expression,))
            else:
                own = frozenset().union(*(sources.get(each, ELSEWHERE) for each in operands))
            for each in operands:
                readers[each].add(own)
            if value.name:
                sources[value.name] = own
        handed_on: dict[Sources, dict[Expression, list[str]]] = defaultdict(lambda: defaultdict(list))
        for name, own in sources.items():
            if self.ir.of[name] not in own and readers[name] - {own}:
                handed_on[own][self.ir.of[name]].append(name)
        return handed_on


def _is_pure(value: Value) -> bool:
    """Whether a value depends on its operands alone."""
    if value.opcode == "call":
        return bool(PURE.fullmatch(value.detail))
    return value.opcode not in ("load", "phi", "store", "br", "getelementptr", "alloca", "switch", "ret")
