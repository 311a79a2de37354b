"""How two compilations differ, in a sentence: kernels, opcodes, speed, memory, arithmetic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from jaxstudio.ir.comparison import STRUCTURE, Comparison, compare, program_lines, same_program
from jaxstudio.ir.cost import Timing
from jaxstudio.ir.report import Summary
from jaxstudio.ir.stages import Kind, Stage

MOST_OPCODES = 4
# Opcodes that say more of a program than additions do.
TELLING = {
    "dot", "convolution", "sort", "fft", "while", "conditional", "custom-call", "transpose", "copy", "gather",
    "scatter", "reduce", "reduce-window", "all-reduce", "all-gather", "all-to-all", "reduce-scatter",
    "collective-permute", "dynamic-slice", "dynamic-update-slice", "rng-bit-generator", "cholesky",
    "triangular-solve",
}  # fmt: skip
LEAST_CHANGE = 0.01  # of bytes and flops
SAME = "Both are the same program down to the machine code, names aside"
SAME_HLO = "Both have the same optimised HLO, names aside"
OTHER_CODE = "Both have the same optimised HLO, names aside, but other machine code"
ALIKE = SAME, SAME_HLO, OTHER_CODE
SAME_BUT = "{0}; the second is {1}"
HEAD = "The second has {0}"
KERNELS = "{0} kernels less", "{0} kernels more"
KERNEL = "1 kernel less", "1 kernel more"
OPCODES = "{0} {1} less", "{0} {1} more"
OTHERS = "{0} other opcodes in other numbers"
AS_MANY = "as many kernels and opcodes"
SPEED = "{0} × faster", "{0} × slower"
AS_FAST = "as fast, as far as the runs tell"
SCATTERED = "with times that scatter too much to compare"
MOST_AS_FAST = 1.1  # ratio of medians that is still called as fast
MEMORY = "{0} less memory", "{0} more memory"
MOVED = "{0} × fewer bytes moved", "{0} × more bytes moved"
FLOPS = "{0} × less arithmetic", "{0} × more arithmetic"
# What a window translates.
TEMPLATES = (
    *ALIKE, SAME_BUT, HEAD, *KERNELS, *KERNEL, *OPCODES, OTHERS, AS_MANY, *SPEED, AS_FAST, SCATTERED, *MEMORY,
    *MOVED, *FLOPS,
)  # fmt: skip


class Clause(NamedTuple):
    """A template of TEMPLATES with its values."""

    template: str
    values: tuple[str, ...] = ()


def compare_reports(before: Summary, after: Summary) -> Comparison | None:
    """The opcodes, fusions and costs of both; None where one of them has no optimised HLO."""
    stages = _optimised(before), _optimised(after)
    if stages[0] is None or stages[1] is None:
        return None
    costs = (before.cost, after.cost) if before.cost is not None and after.cost is not None else None
    return compare(stages[0], stages[1], costs, (before.timing, after.timing))


def clauses(before: Summary, after: Summary, comparison: Comparison) -> list[Clause]:
    """How the second differs from the first; one of ALIKE and the speed for equal optimised HLO."""
    stages = _optimised(before), _optimised(after)
    if stages[0] is not None and stages[1] is not None and same_program(stages[0], stages[1]):
        return [Clause(_alike(before, after)), *_speed(before.timing, after.timing)]
    found = list(_counted(comparison)) or [Clause(AS_MANY)]
    found += _speed(before.timing, after.timing)
    if before.cost is not None and after.cost is not None:
        old, new = before.cost.held_bytes, after.cost.held_bytes
        if old is not None and new is not None and abs(new - old) > LEAST_CHANGE * max(old, new):
            found.append(Clause(MEMORY[new > old], (_bytes(abs(new - old)),)))
        for place, words in ((1, MOVED), (0, FLOPS)):
            found += _ratio(before.cost.of_a_run[place], after.cost.of_a_run[place], words)
    return found


def in_words(
    before: Summary, after: Summary, comparison: Comparison, translate: Callable[[str], str] = str
) -> str:
    """The answer in a sentence."""
    found = clauses(before, after, comparison)
    said = [translate(each.template).format(*each.values) for each in found]
    if found[0].template not in ALIKE:
        return translate(HEAD).format(", ".join(said))
    return translate(SAME_BUT).format(*said) if found[-1].template in SPEED else ", ".join(said)


def _alike(before: Summary, after: Summary) -> str:
    """The sentence for equal optimised HLO, by the machine code of its kernels, which a flag may change."""
    kernels = [
        Counter(tuple(program_lines(stage)) for stage in report.stages if stage.kind is Kind.ASM)
        for report in (before, after)
    ]
    if not all(kernels):
        return SAME_HLO
    return SAME if kernels[0] == kernels[1] else OTHER_CODE


def _optimised(report: Summary) -> Stage | None:
    return next((stage for stage in report.stages if stage.kind is Kind.OPTIMIZED), None)


def _counted(comparison: Comparison) -> list[Clause]:
    """Kernels, then the opcodes whose numbers differ most."""
    changes = Counter({row.opcode: row.after - row.before for row in comparison.rows})
    found = []
    kernels = changes["fusion"]
    if kernels:
        more = kernels > 0
        found.append(
            Clause(KERNEL[more]) if abs(kernels) == 1 else Clause(KERNELS[more], (f"{abs(kernels):,}",))
        )
    others = [(name, count) for name, count in changes.items() if count and name not in STRUCTURE]
    others.sort(key=lambda each: (each[0] not in TELLING, -abs(each[1]), each[0]))
    found += [Clause(OPCODES[count > 0], (f"{abs(count):,}", name)) for name, count in others[:MOST_OPCODES]]
    if len(others) > MOST_OPCODES:
        found.append(Clause(OTHERS, (str(len(others) - MOST_OPCODES),)))
    return found


def _speed(before: Timing | None, after: Timing | None) -> list[Clause]:
    """Which is faster; where the middle halves of their runs overlap, whether the medians agree."""
    if before is None or after is None:
        return []
    (low, high), (new_low, new_high) = before.quartiles, after.quartiles
    if low <= new_high and new_low <= high:
        fast, slow = sorted((before.ready, after.ready))
        return [Clause(AS_FAST if slow <= MOST_AS_FAST * fast else SCATTERED)]
    return _ratio(before.ready, after.ready, SPEED)


def _ratio(old: float | None, new: float | None, words: tuple[str, str]) -> list[Clause]:
    if not old or not new or abs(new - old) <= LEAST_CHANGE * max(old, new):
        return []
    ratio = max(old / new, new / old)
    return [Clause(words[new > old], (f"{ratio:,.0f}" if ratio >= 1000 else f"{ratio:.3g}",))]


def _bytes(count: float) -> str:
    """Bytes in the unit that reads best."""
    for unit in ("B", "kB", "MB"):
        if count < 1000:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:.3g} GB"
