"""Lines of LLVM IR linked to HLO instructions: change one place of a function, and see which lines change."""

import difflib
import re

import jax
import jax.numpy as jnp

from ir.conftest import floats
from jaxstudio.ir.report import coverage

NUMBERED = re.compile(r"%[\w.]+|, ![\w.].*|\b(?:nsz|nnan|ninf|nuw|nsw|tail) ")


def kernels(inspection):
    """(IR line without names, linked HLO instructions without names) of each kernel's optimised IR."""
    optimized = inspection.stage("optimized").lines
    constants = {}
    for line in optimized:
        if found := re.match(r"\s+(%[\w.\-]+) = \S+ (?:constant\((.*?)\)|broadcast\((%[\w.\-]+)\))", line):
            constants[found[1]] = found[2] or constants.get(found[3], "%")

    def instruction(item):
        line = optimized[inspection.links.parsed("optimized").spans[item, 0] - 1].partition(", metadata")[0]
        return re.sub(r"%[\w.\-]+", lambda name: constants.get(name[0], "%"), line.partition(" = ")[2])

    for stage in inspection.stages:
        if stage.kind == "llvm" and stage.name.endswith(" after"):
            parsed = inspection.links.parsed(stage.name)
            linked = {}
            for item, kind in enumerate(parsed.kinds):
                items = inspection.links.follow(stage.name, [item], "optimized")
                if kind == "line" and len(items):
                    linked[int(parsed.spans[item, 0])] = {instruction(each) for each in items}
            yield [
                (NUMBERED.sub("%", line), linked.get(number)) for number, line in enumerate(stage.lines, 1)
            ]


def opcodes(inspection, pattern):
    """The opcodes that the IR lines with a pattern are linked to, None for a line without a link."""
    lines = [each for kernel in kernels(inspection) for each in kernel]
    return [
        linked and {re.search(r" ([a-z\-]+)\(", each)[1] for each in linked}
        for line, linked in lines
        if re.search(pattern, line)
    ]


def test_each_operation_is_found(inspected):
    def mixed(x, y):
        return jnp.sqrt(x * 2.5) / y + jnp.exp(x - y)

    inspection = inspected(mixed, floats(1000), floats(1000))
    for pattern, opcode in (
        (r"call .*@llvm\.sqrt", "sqrt"), ("fdiv", "divide"), (r"load <.*float", "parameter"),
        ("store", "add"), ("2.500000e", "multiply"), (r"call .*@llvm\.floor", "exponential"),
    ):  # fmt: skip
        found = opcodes(inspection, pattern)
        assert found, pattern
        assert all(each == {opcode} for each in found), pattern
    (name,) = (stage.name for stage in inspection.stages if stage.name.endswith(" after"))
    found = coverage(inspection.links, name)
    assert 40 < found.linked < found.items


def test_what_cannot_be_told_apart_is_left_out(inspected):
    def neighbours(x):
        return (x[1:] * 2.5) / (x[:-1] * 2.5)  # the same expression of the argument, twice

    inspection = inspected(neighbours, floats(1000))
    assert set(map(str, opcodes(inspection, "fmul"))) == {"None"}
    assert all(each == {"divide"} for each in opcodes(inspection, "fdiv"))


def test_integers_bits_and_comparisons(inspected):
    def bits(i, x):
        return jnp.where(i > 7, (i ^ 21) & (i >> 3), i * 5), x.astype("int32")

    inspection = inspected(bits, jax.ShapeDtypeStruct((1000,), "int32"), floats(1000))
    for pattern, opcode in (
        ("xor", "xor"),
        ("= and", "and"),
        ("ashr", "shift-right-arithmetic"),
        ("mul", "multiply"),
    ):
        found = opcodes(inspection, rf"{pattern} (?:%)?<")
        assert found, pattern
        assert all(each == {opcode} for each in found), pattern


def chain(first, second, third):
    def chained(x, y):
        inner = jnp.tanh(x * first) - jnp.log1p(y)
        return jnp.where(inner > second, jnp.sin(inner), y / third) * jnp.maximum(x, third)

    return chained


def test_the_lines_that_change_are_linked_to_what_was_changed(inspected):
    """And those that stay are linked to what stays. Three constants, one at a time."""
    base = list(kernels(inspected(chain(1.7, 0.3, 2.9), floats(1000), floats(1000))))
    for change in ((1.3, 0.3, 2.9), (1.7, 0.6, 2.9), (1.7, 0.3, 3.7)):
        other = list(kernels(inspected(chain(*change), floats(1000), floats(1000))))
        changed = same = 0
        for before, after in zip(base, other, strict=True):
            matcher = difflib.SequenceMatcher(
                None, [line for line, _ in before], [line for line, _ in after], False
            )
            for tag, first, last, start, end in matcher.get_opcodes():
                if last - first != end - start:
                    continue  # a constant of another form takes lines of its own: none to compare it with
                for (line, was), (_, now) in zip(before[first:last], after[start:end], strict=True):
                    if was is None or now is None or "store" in line:
                        continue
                    assert (was == now) == (tag == "equal"), (line, was, now)
                    changed, same = changed + (tag != "equal"), same + (tag == "equal")
        assert changed > 0
        assert same > 20
