"""The loops of a function's machine code, found by its jumps: their nesting and their iterations.

A loop is natural: a jump goes back to an instruction that every way into the loop passes first. Nothing
is said of a function whose jumps are not all known (a table of addresses), and of a loop only what
its instructions prove.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property

from jaxstudio.ir.machine_code.instructions import Instruction
from jaxstudio.lazy_dataclass import dataclass

JUMP = re.compile(r"j[a-z]+|loopn?e?|b|b\.\w+|cbn?z|tbn?z|br")
UNCONDITIONAL = {"jmp", "b", "br"}
END = {"ret", "ud2", "brk", "udf", "int3", "hlt"}


@dataclass(frozen=True)
class Loop:
    """A loop by the `places` of its instructions, inner loops' included, in rising order.

    `header` is the first that an iteration runs; `depth` is 1 of the outermost. `width` and `element` say how
    many numbers of which type most of its arithmetic computes at once ("" for no arithmetic on vectors
    or floats), `vectors` how many such steps one iteration is made of, `times` how many whole iterations
    there are (None if the code does not tell), `partly` that the loop is left in the middle of one more.
    `counts` are its instructions by kind, without those of inner loops.
    """

    header: int
    places: tuple[int, ...]
    depth: int
    innermost: bool
    width: int = 1
    element: str = ""
    vectors: int = 1
    times: int | None = None
    partly: bool = False
    counts: Mapping[str, int] = field(default_factory=dict)


class Flow:
    """The ways through a function: what may run after each instruction, and what must have run before it."""

    def __init__(self, code: Sequence[Instruction], following: list[list[int]]) -> None:
        self.code, self.following = code, following
        self.before: list[list[int]] = [[] for _ in code]
        for number, places in enumerate(following):
            for place in places:
                self.before[place].append(number)

    @cached_property
    def rank(self) -> dict[int, int]:
        """The place of each instruction that can be reached, in the order in which a search leaves them."""
        order: list[int] = []
        seen = {0}
        stack = [(0, iter(self.following[0]))]
        while stack:
            number, rest = stack[-1]
            fresh = next((place for place in rest if place not in seen), None)
            if fresh is None:
                order.append(number)
                stack.pop()
            else:
                seen.add(fresh)
                stack.append((fresh, iter(self.following[fresh])))
        return {number: place for place, number in enumerate(order)}

    @cached_property
    def dominator(self) -> dict[int, int]:
        """The last instruction that every way to an instruction passes, by Cooper, Harvey and Kennedy,
        "A simple, fast dominance algorithm" (2001).
        """
        rank = self.rank
        found = {0: 0}
        changed = True
        while changed:
            changed = False
            for number in list(reversed(rank))[1:]:
                known = [place for place in self.before[number] if place in found]
                best = known[0]
                for other in known[1:]:
                    while best != other:
                        if rank[best] < rank[other]:
                            best = found[best]
                        else:
                            other = found[other]
                if found.get(number) != best:
                    found[number], changed = best, True
        return found

    def dominates(self, first: int, number: int) -> bool:
        """Whether every way to `number` passes `first`."""
        while self.rank[number] < self.rank[first]:
            number = self.dominator[number]
        return number == first

    def bodies(self) -> dict[int, set[int]]:
        """The instructions of each natural loop by its header."""
        bodies: dict[int, set[int]] = {}
        for number in self.rank:
            for header in self.following[number]:
                if self.rank[header] >= self.rank[number] and self.dominates(header, number):
                    waiting, body = [number], bodies.setdefault(header, {header})
                    while waiting:
                        place = waiting.pop()
                        if place not in body:
                            body.add(place)
                            waiting += self.before[place]
        return bodies


def successors(code: Sequence[Instruction]) -> list[list[int]] | None:
    """The possible successors of each instruction; None where a jump's targets are unknown."""
    place = {instruction.address: number for number, instruction in enumerate(code)}
    ways: list[list[int]] = []
    for number, instruction in enumerate(code):
        following = [number + 1] if number + 1 < len(code) else []
        if instruction.mnemonic.startswith("."):
            return None  # bytes that the disassembler does not know
        if instruction.mnemonic in END or instruction.mnemonic in UNCONDITIONAL:
            following = []
        if JUMP.fullmatch(instruction.mnemonic):
            if instruction.target not in place:
                return None
            following.append(place[instruction.target])
        ways.append(following)
    return ways


def find_loops(code: Sequence[Instruction]) -> list[Loop]:
    """The loops of a function, outer ones before inner ones; none if not all its jumps are known."""
    following = successors(code)
    if following is None:
        return []
    flow = Flow(code, following)
    bodies = flow.bodies()
    loops = []
    for header, body in bodies.items():
        depth = sum(body <= other for other in bodies.values())
        inner = [other for other in bodies.values() if other < body]
        own = body.difference(*inner)
        loop = Loop(header, tuple(sorted(body)), depth, not inner, counts=count_kinds(code[i] for i in own))
        loops.append(_measured(flow, loop, body, own))
    loops.sort(key=lambda loop: (loop.places[0], loop.depth))
    return loops


# Kinds of instructions, from what takes longest to what takes least, on x86-64 and AArch64.
KINDS = {
    "division": r"v?div[ps][sdh]|i?div|[fsu]div",
    "square root": r"v?sqrt[ps][sdh]|fsqrt",
    "call": r"call|blr?",
    "gather": r"vp?gather\w+",
    "multiply-add": r"vfn?m(?:add|sub)\d+[ps][sdh]|fml[as]|fn?m(?:add|sub)",
    "multiplication": r"v?mul[ps][sdh]|fn?mul|vpmul\w+|s?mull?",
    "addition": r"v?(?:add|sub)[ps][sdh]|f(?:add|sub)|vp(?:add|sub)[bwdq]",
    "conversion": r"v?cvt\w+|[su]cvtf|fcvt\w*|vpmov[sz]x\w+",
    "rearrangement": r"vp?(?:perm|shuf|unpck|blend|insert|extract|alignr)\w*|(?:zip|uzp|trn)[12]|tbl|ext",
}
KIND = re.compile("|".join(f"(?P<k{place}>{rule})" for place, rule in enumerate(KINDS.values())))


def count_kinds(code: Iterable[Instruction]) -> dict[str, int]:
    """How many instructions there are of each kind, and how many read or write memory."""
    counts: Counter[str] = Counter()
    for instruction in code:
        counts["instruction"] += 1
        found = KIND.fullmatch(instruction.mnemonic)
        if found and found.lastgroup:
            counts[list(KINDS)[int(found.lastgroup[1:])]] += 1
        if instruction.memory is not None:
            counts["store" if instruction.memory.writes else "load"] += 1
    names = ("instruction", *KINDS, "load", "store")
    return {name: counts[name] for name in names if counts[name]}


# Arithmetic by operation and element: x86's floats and integers; AArch64 says the width in the operands.
FLOATS = re.compile(r"v?((?:add|sub|mul|div|sqrt|max|min|fn?m(?:add|sub))(?:\d{3})?)([ps])([sdh])")
INTEGERS = re.compile(r"vp((?:add|sub|mull?|abs|sll|srl|sra|max[su]|min[su])v?)([bwdq])")
ARM = re.compile(r"(f?(?:add|sub|mul|div|sqrt|max|min|ml[as]|n?m(?:add|sub)|abs)(?:nm)?)")
ARRANGEMENT = re.compile(r"\bv\d+\.(\d+)([bhsd])\b|\b([sd])\d+\b")
VECTOR_BYTES = {"x": 16, "y": 32, "z": 64}
VECTOR = re.compile(r"\b([xyz])mm\d+")
BITS = {"b": 8, "w": 16, "h": 16, "s": 32, "d": 32, "q": 64}


def arithmetic(instruction: Instruction) -> tuple[str, int, str] | None:
    """The operation of arithmetic on floats or vectors, the numbers at once, their type (`f32`, `i16`)."""
    wide = VECTOR.search(instruction.operands)
    if found := FLOATS.fullmatch(instruction.mnemonic):
        bits = {"s": 32, "d": 64, "h": 16}[found[3]]
        width = VECTOR_BYTES[wide[1]] * 8 // bits if found[2] == "p" and wide else 1
        return found[1].rstrip("0123456789"), width, f"f{bits}"
    if (found := INTEGERS.fullmatch(instruction.mnemonic)) and wide:
        bits = BITS[found[2]]
        return found[1], VECTOR_BYTES[wide[1]] * 8 // bits, f"i{bits}"
    found, shape = ARM.fullmatch(instruction.mnemonic), ARRANGEMENT.search(instruction.operands)
    if found and shape:
        bits = {"b": 8, "h": 16, "s": 32, "d": 64}[shape[2] or shape[3]]
        return found[1], int(shape[1] or 1), f"{'f' if found[1][0] == 'f' else 'i'}{bits}"
    return None


def _measured(flow: Flow, loop: Loop, body: set[int], own: set[int]) -> Loop:
    """The loop with its vector width and iterations as far as its instructions prove them."""
    latches = [place for place in flow.before[loop.header] if place in body]
    if len(latches) != 1:
        return loop
    steps = _steps(flow, body, own, latches[0])
    times, partly = _times(flow, loop.header, body, latches[0], steps)
    loop = replace(loop, times=times, partly=partly)
    done = [found for place in own if (found := arithmetic(flow.code[place]))]
    kinds = Counter((width, element) for _, width, element in done if element[0] == "f") or Counter(
        (width, element) for _, width, element in done
    )
    if not kinds:
        return loop
    width, element = max(kinds, key=lambda kind: (kinds[kind], kind))
    if not loop.innermost:
        return loop
    each = Counter(name for name, *kind in done if kind == [width, element])
    vectors = _vectors(flow, loop, steps, width * int(element[1:]) // 8) if width > 1 else 1
    if any(count % vectors for count in each.values()):
        vectors = 1
    return replace(loop, width=width, element=element, vectors=vectors)


@dataclass(frozen=True)
class Step:
    """A register grows by `amount` at one place in every iteration."""

    place: int
    amount: int


def _steps(flow: Flow, body: set[int], own: set[int], latch: int) -> dict[str, Step]:
    """The registers that change by a constant once in each iteration."""
    written = Counter(register for place in body for register in flow.code[place].written)
    found = {}
    for place in own:
        instruction = flow.code[place]
        amount = _amount(instruction)
        if amount and written[instruction.registers[0]] == 1 and flow.dominates(place, latch):
            found[instruction.registers[0]] = Step(place, amount)
    return found


def _amount(instruction: Instruction) -> int:
    """How much the instruction adds to its only register; 0 if it is another instruction."""
    constant = instruction.immediate
    if len(set(instruction.registers)) != 1:  # none where it adds to memory
        return 0
    if instruction.mnemonic in ("inc", "dec"):
        return 1 if instruction.mnemonic == "inc" else -1
    if instruction.mnemonic.rstrip("s") in ("add", "sub") and constant is not None:
        return constant if instruction.mnemonic.startswith("add") else -constant
    return 0


# Jumps back by what holds when they are taken; a jump out by what held until then.
WHILE = {
    **dict.fromkeys(("jne", "b.ne"), "!="),
    **dict.fromkeys(("jb", "jl", "b.lo", "b.lt"), "<"),
    **dict.fromkeys(("jbe", "jle", "b.ls", "b.le"), "<="),
}
UNTIL = dict.fromkeys(("je", "b.eq"), "!=")
FLAGS = {"rflags", "eflags", "nzcv"}


def _times(
    flow: Flow, header: int, body: set[int], latch: int, steps: Mapping[str, Step]
) -> tuple[int | None, bool]:
    """How many whole iterations a register counts between constants, and whether a part of one follows."""
    unknown = None, False
    code = flow.code
    leaving = [place for place in body if any(after not in body for after in flow.following[place])]
    if len(leaving) != 1 or not flow.dominates(leaving[0], latch):
        return unknown
    partly = leaving[0] != latch
    holds = (UNTIL if partly else WHILE).get(code[leaving[0]].mnemonic)
    setter = leaving[0]
    while not FLAGS & code[setter].written:
        if setter == header or len(flow.before[setter]) != 1:
            return unknown
        setter = flow.before[setter][0]
    compared = code[setter].registers
    if holds is None or not compared or compared[0] not in steps:
        return unknown
    step = steps[compared[0]]
    if code[setter].mnemonic == "cmp" and len(compared) == 1 and not code[setter].memory:
        end = code[setter].immediate
    elif setter == step.place and holds == "!=":
        end = 0
    else:
        return unknown
    start = _constant_before(flow, header, body, compared[0])
    if start is None or end is None:
        return unknown
    if not flow.dominates(step.place, setter):  # the comparison sees the value of before the step
        start -= step.amount
    if holds == "!=":
        whole, left = divmod(end - start, step.amount)
        known = not left and whole > 0
    else:
        whole = -(-(end - start + (holds == "<=")) // step.amount)
        known = step.amount > 0 and 0 <= start + step.amount <= end
    return (whole - partly, partly) if known else unknown


def _constant_before(flow: Flow, place: int, body: set[int], register: str) -> int | None:
    """The constant that a register holds when a loop is entered."""
    ways = [before for before in flow.before[place] if before not in body]
    while len(ways) == 1:
        instruction = flow.code[ways[0]]
        if register in instruction.written:
            if instruction.mnemonic in ("xor", "eor") and set(instruction.registers) == {register}:
                return 0
            plain = instruction.mnemonic in ("mov", "movz") and instruction.registers == (register,)
            return instruction.immediate if plain else None
        ways = flow.before[ways[0]]
    return None


def _vectors(flow: Flow, loop: Loop, steps: Mapping[str, Step], width: int) -> int:
    """How many accesses of up to `width` bytes make the part of an array that an iteration goes through."""
    written = {register for place in loop.places for register in flow.code[place].written}
    streams: dict[tuple[str, str, int, bool], set[tuple[int, int]]] = {}
    for place in loop.places:
        memory = flow.code[place].memory
        if memory is None or not {memory.base, memory.index} & steps.keys():
            continue
        if any(register in written and register not in steps for register in (memory.base, memory.index)):
            continue
        offset = memory.offset
        for register, scale in ((memory.base, 1), (memory.index, memory.scale)):
            if register in steps and flow.dominates(steps[register].place, place):
                offset += steps[register].amount * scale
        size = min(memory.size, width)  # AArch64 reads and writes pairs of registers
        stream = streams.setdefault((memory.base, memory.index, memory.scale, memory.writes), set())
        stream.update((place, size) for place in range(offset, offset + memory.size, size or 1))
    found = {1}
    for (base, index, scale, _), accesses in streams.items():
        moved = sum(
            steps[register].amount * times
            for register, times in ((base, 1), (index, scale))
            if register in steps
        )
        offsets, sizes = sorted(offset for offset, _ in accesses), {size for _, size in accesses}
        if len(sizes) == 1 and offsets == list(range(offsets[0], offsets[0] + abs(moved), sizes.pop())):
            found.add(len(offsets))
    return max(found)


def described(loop: Loop) -> str:
    """`vector loop: 8 × f32, unrolled 4 ×, 125 times; 34 instructions: 1 division, 2 loads, 1 store`."""
    facts = [f"{loop.width} × {loop.element}"] if loop.element else []
    if loop.vectors > 1:
        facts.append(f"unrolled {loop.vectors} ×")
    if loop.times is not None:
        facts.append(f"{loop.times:,} time{'s' * (loop.times != 1)}{' and a part' * loop.partly}")
    name = "vector loop" if loop.width > 1 else "loop"
    first, *rest = [f"{count} {kind}{'s' * (count > 1)}" for kind, count in loop.counts.items()]
    parts = ((name, ", ".join(facts)), (first, ", ".join(rest)))
    return "; ".join(": ".join(filter(None, part)) for part in parts)
