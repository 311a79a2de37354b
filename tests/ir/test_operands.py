"""Operands in words, by what Intel's and Arm's manuals say of the instructions."""

import pytest

from jaxstudio.ir.stages import Language
from jaxstudio.ir.text_view.operands import operands_in_words
from jaxstudio.ir.text_view.tokens import help_at, help_for


@pytest.mark.parametrize(
    ("instruction", "words"),
    [
        ("vfmadd231ps ymm18, ymm16, ymm4", "ymm18 ← ymm16 · ymm4 + ymm18"),
        ("vfnmadd213ss xmm0, xmm1, xmm2", "xmm0 ← −xmm1 · xmm0 + xmm2"),
        ("vfmsub132pd ymm0, ymm1, ymmword ptr [rcx]", "ymm0 ← ymm0 · 32 bytes at rcx − ymm1"),
        ("vdivps     ymm17, ymm17, ymmword ptr [rcx + rsi*4]", "ymm17 ← ymm17, 32 bytes at rcx + 4 · rsi"),
        ("vmulps     ymm1, ymm0, ymmword ptr [rcx - 0x1e0]", "ymm1 ← ymm0, 32 bytes at rcx − 480"),
        ("vmovups    ymmword ptr [rdx + rsi*4 + 0x20], ymm1", "32 bytes at rdx + 4 · rsi + 32 ← ymm1"),
        ("vaddps     ymm0, ymm1, dword ptr [rsi]{1to8}", "ymm0 ← ymm1, 4 bytes at rsi, repeated 8 ×"),
        ("vmovaps    ymm1 {k1}, ymm0", "ymm1 where k1 ← ymm0"),
        ("add        rsi, 8", "rsi ← rsi, 8"),
        ("xor        esi, esi", "esi ← 0"),
        ("cmp        rsi, 0x3e8", "rsi and 1000"),
        ("lea        r8, [rax + rax*2]", "r8 ← rax + 2 · rax"),
        ("movabs     rcx, .rodata.cst4+0x4", "rcx ← .rodata.cst4+0x4"),
        ("imul       rax, rcx, 0x64", "rax ← rcx, 100"),
        ("ldp        q1, q2, [x11, #-0x10]", "q1, q2 ← memory at x11 − 16"),
        ("stp        q4, q1, [x10, #0x10]", "memory at x10 + 16 ← q4, q1"),
        ("ldr        s1, [x8, x0, lsl #2]", "s1 ← memory at x8 + 4 · x0"),
        ("fmla       v4.4s, v2.4s, v0.4s", "v4.4s ← v4.4s, v2.4s, v0.4s"),
        ("mul        v4.4s, v2.4s, v0.4s", ""),
        ("jne        f+0x100", ""),
        ("ret", ""),
    ],
)
def test_operands(instruction, words):
    for line in (f"   1a0:  {instruction}", f"   1a0:    {instruction}", f"  {instruction}"):
        assert operands_in_words(line) == words


def test_the_tooltip_says_both():
    line = "   12b:    vfmadd231ps ymm18, ymm16, ymm4"
    for column in (line.index("vf"), line.index("ymm16"), 3):
        assert help_at(line, column, Language.ASM) == (
            f"vfmadd231ps: {help_for('vfmadd231ps', Language.ASM)}\nymm18 ← ymm16 · ymm4 + ymm18"
        )
    assert help_at("         ; vector loop: 8 × f32", 12, Language.ASM) == ""
