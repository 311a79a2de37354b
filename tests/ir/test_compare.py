"""Two compilations side by side: lines against difflib's own answer, opcodes by hand."""

import difflib
import itertools
import random
import time
from dataclasses import replace

import jax.numpy as jnp
import pytest

from ir.conftest import floats
from jaxstudio.ir.comparison import (
    Change,
    changed_lines,
    compare,
    line_diff,
    pass_diff,
    text_diff,
    without_numbers,
)
from jaxstudio.ir.comparison_words import compare_reports, in_words
from jaxstudio.ir.cost import Cost, Timing
from jaxstudio.ir.stages import Kind, Language, Stage


def rebuilt(blocks, old, new):
    """Both texts out of the blocks; SAME blocks must hold equal lines."""
    left, right = [], []
    for block in blocks:
        if block.change is Change.SAME:
            assert old[block.first : block.last] == new[block.new_first : block.new_last]
        left += old[block.first : block.last]
        right += new[block.new_first : block.new_last]
    return left, right


@pytest.mark.parametrize("seed", range(12))
def test_blocks_cover_both_texts(seed):
    chance = random.Random(seed)
    words = [f"line {k}" for k in range(chance.choice([3, 40, 400]))]
    old = [chance.choice(words) for _ in range(chance.randrange(120))]
    new = list(old)
    for _ in range(chance.randrange(12)):
        at = chance.randrange(len(new) + 1)
        new[at : at + chance.randrange(3)] = [f"new {k}" for k in range(chance.randrange(3))]
    blocks = line_diff(old, new)
    assert rebuilt(blocks, old, new) == (old, new)
    added, removed = changed_lines(blocks)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    theirs = sum(block.size for block in matcher.get_matching_blocks())
    assert len(old) - removed == len(new) - added
    assert len(old) - removed >= 0.7 * theirs


def test_small_differences_are_found_exactly():
    old = ["a", "b", "c", "d", "e"]
    assert changed_lines(line_diff(old, old)) == (0, 0)
    blocks = line_diff(old, ["a", "x", "c", "e", "f"])
    assert [(block.change, block.first, block.last, block.new_first, block.new_last) for block in blocks] == [
        (Change.SAME, 0, 1, 0, 1),
        (Change.REPLACED, 1, 2, 1, 2),
        (Change.SAME, 2, 3, 2, 3),
        (Change.REMOVED, 3, 4, 3, 3),
        (Change.SAME, 4, 5, 3, 4),
        (Change.ADDED, 5, 5, 4, 5),
    ]
    assert line_diff([], ["a"])[0].change is Change.ADDED
    assert line_diff([], []) == []


def test_a_large_module_takes_no_time_that_grows_with_its_square():
    old = [f"%add.{k} = f32[8] add(%a.{k}, %b.{k})" for k in range(60_000)]
    new = [line.replace("add(", "subtract(") if k % 997 == 0 else line for k, line in enumerate(old)]
    began = time.process_time()
    assert changed_lines(line_diff(old, new)) == (61, 61)
    assert time.process_time() - began < 20
    same = ["%x = f32[8] add(%y, %y)"] * 3000
    assert sum(changed_lines(line_diff(same, [*same[:1000], "other", *same[1001:]]))) >= 2


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        (Language.HLO, '  %add.12 = f32[3]{0} add(%p.1, %q), metadata={op_name="a" stack_frame_id=3}',
         '  %add.7 = f32[3]{0} add(%p.9, %q), metadata={op_name="b" stack_frame_id=1}'),
        (Language.JAXPR, "    c:f32[8,8] = mul a b", "    bc:f32[8,8] = mul ab d"),
        (Language.STABLEHLO, "    %3 = stablehlo.add %1, %arg0 : tensor<f32> loc(#loc3)",
         "    %31 = stablehlo.add %2, %arg7 : tensor<f32> loc(#loc11)"),
        (Language.LLVM, "  %12 = fmul <8 x float> %11, %exp.i4", "  %7 = fmul <8 x float> %2, %exp.i9"),
        (Language.ASM, "  1f0:  jmp        f+0x30", "   2c:  jmp        f+0x38"),
    ],
)  # fmt: skip
def test_renumbering_is_no_difference(language, one, other):
    assert without_numbers(one, language) == without_numbers(other, language)
    for changed in (one.replace("mul", "sub"), one.replace("add(", "sub("), one.replace(".add", ".sub")):
        if changed != one:
            assert without_numbers(changed, language) != without_numbers(other, language)


def test_two_functions_compared(inspected):
    one = inspected(lambda x, y: jnp.sin(x) * y + x, floats(64), floats(64), kernels=False, exact=False)
    other = inspected(
        lambda x, y: jnp.sin(x) * y + jnp.cos(x), floats(64), floats(64), kernels=False, exact=False
    )
    costs = (Cost(flops=10.0, bytes_accessed=8.0, peak_bytes=1), Cost(flops=15.0, bytes_accessed=8.0))
    timings = (Timing(0.1, 0.2, 5), Timing(0.1, 0.25, 5))
    found = compare(one.stage("optimized"), other.stage("optimized"), costs, timings)
    verdicts = {row.opcode: row.verdict for row in found.rows}
    assert verdicts["cosine"] == "added"
    assert verdicts["sine"] == verdicts["multiply"] == "same"
    assert found.delta["flops"] == 5
    assert found.delta["bytes"] == 0
    assert found.delta["peak_bytes"] is None
    assert found.delta["ms"] == pytest.approx(50)
    assert any("1 sine" in fusion for fusion in found.fusions[0])
    assert any("1 cosine" in fusion for fusion in found.fusions[1])
    assert changed_lines(text_diff(one.stage("jaxpr"), one.stage("jaxpr"))) == (0, 0)
    added, removed = changed_lines(text_diff(one.stage("jaxpr"), other.stage("jaxpr")))
    assert 1 <= added <= 3
    assert removed <= 2


def test_fused_otherwise(inspected):
    from jaxstudio.ir.inspection import inspect
    from jaxstudio.ir.target import Target

    def function(x):
        return jnp.sin(x) * 2 + 1

    one = inspected(function, floats(64), kernels=False, exact=False)
    options = {"xla_disable_hlo_passes": "fusion,fusion-wrapper"}
    unfused = inspect(
        Target("f", function, (floats(64),), options=options), passes=False, kernels=False, exact=False
    )
    rows = {row.opcode: row for row in compare(one.stage("optimized"), unfused.stage("optimized")).rows}
    assert rows["sine"].verdict == "fused otherwise"
    assert rows["sine"].fused_before == 1
    assert rows["sine"].fused_after == 0
    assert rows["multiply"].fused_after == 0
    fused = compare(one.stage("optimized"), unfused.stage("optimized")).fusions
    assert any("1 sine" in each and "," in each for each in fused[0])
    assert not any("," in each for each in fused[1]), "what is wrapped alone is fused with nothing"


def test_what_a_pass_changed(many):
    passes = [stage for stage in many.stages if stage.kind == "pass"]
    for before, after in itertools.pairwise(passes[:4]):
        blocks = pass_diff(before, after)
        assert rebuilt(blocks, list(before.lines), list(after.lines)) == (
            list(before.lines),
            list(after.lines),
        )
        assert sum(changed_lines(blocks)) > 0


def test_names_do_not_count_in_a_difference_of_texts(inspected):
    """The same program under other names: no line differs in any stage; what reads otherwise does."""

    def f(x, y):
        return jnp.sin(x) * y - x

    def longer(first_operand, second):
        return jnp.sin(first_operand) * second - first_operand

    def swapped(x, y):
        return x - jnp.sin(x) * y

    one, same, other = (
        inspected(each, floats(64), floats(64), kernels=False, exact=False) for each in (f, longer, swapped)
    )
    for name in ("jaxpr", "stablehlo", "hlo", "optimized"):
        assert changed_lines(text_diff(one.stage(name), same.stage(name))) == (0, 0), name
        assert sum(changed_lines(text_diff(one.stage(name), other.stage(name)))) > 0, name


def kernel(opcode):
    """The machine code of a kernel of one instruction."""
    return Stage("asm f", Kind.ASM, Language.ASM, f"f:\n     0:  {opcode} ymm0, ymm1, ymm2\n")


def test_the_answer_in_words(inspected):
    """Opcodes counted by hand in the text of the modules; bytes and flops as XLA counts them."""

    def narrow(x):
        return jnp.sin(x) @ x

    def wide(x):
        return jnp.concatenate([jnp.sort(jnp.sin(x) @ x.T @ x, axis=0)] * 3)

    reports = [
        inspected(each, floats(128, 128), kernels=False, exact=False).report(seconds=0)
        for each in (narrow, wide)
    ]
    timings = (Timing(1e-4, 1e-3, 9, (9e-4, 1.1e-3)), Timing(1e-4, 4e-3, 9, (3.9e-3, 4.2e-3)))
    before, after = (replace(r, timing=t) for r, t in zip(reports, timings, strict=True))
    words = in_words(before, after, compare_reports(before, after))
    assert words.startswith("The second has ")
    texts = [report.stage("optimized").text for report in reports]
    dots = [text.count(" dot(") for text in texts]
    assert dots == [1, 2]
    assert "1 dot more" in words
    assert "1 sort more" in words
    assert "4 × slower" in words
    assert "faster" in in_words(after, before, compare_reports(after, before))
    held = [report.cost.held_bytes for report in reports]
    assert held[1] > held[0]
    assert f"{(held[1] - held[0]) / 1000:.3g} kB more memory" in words
    close = replace(before, timing=Timing(1e-4, 1.05e-3, 9, (8e-4, 1.2e-3)))
    assert in_words(before, close, compare_reports(before, close)) == (
        "Both have the same optimised HLO, names aside, as fast, as far as the runs tell"
    )
    scattered = replace(before, timing=Timing(1e-4, 1.5e-3, 9, (8e-4, 1.9e-3)))
    assert in_words(before, scattered, compare_reports(before, scattered)) == (
        "Both have the same optimised HLO, names aside, with times that scatter too much to compare"
    )
    slower = replace(before, timing=timings[1])
    assert in_words(before, slower, compare_reports(before, slower)) == (
        "Both have the same optimised HLO, names aside; the second is 4 × slower"
    )
    kernels = [replace(before, stages=(*before.stages, kernel(op))) for op in ("vfmadd231ps", "vfmsub231ps")]
    both = compare_reports(*kernels)
    assert in_words(kernels[0], kernels[0], both).startswith("Both are the same program down to the machine")
    assert in_words(*kernels, both).startswith(
        "Both have the same optimised HLO, names aside, but other machine"
    )
    crawling = replace(before, timing=Timing(1e-4, 2.03, 9, (1.9, 2.2)))
    assert in_words(before, crawling, compare_reports(before, crawling)).endswith("2,030 × slower")
