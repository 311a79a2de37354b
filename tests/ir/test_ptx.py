"""PTX as LLVM's own back end writes it (data/nvptx64-nvidia-cuda.ptx, LLVM 22), read, coloured, linked.

Two kernels named as XLA names those of its fusions, a function that one of them calls, one from outside.
"""

from pathlib import Path

import pytest

from jaxstudio.ir.links.build import LinkBuilder
from jaxstudio.ir.links.index import Space
from jaxstudio.ir.parse.listings import parse_ptx
from jaxstudio.ir.stages import Kind, Language, Stage
from jaxstudio.ir.text_view.filters import Noise, filter_text, folds
from jaxstudio.ir.text_view.tokens import TokenKind as Is
from jaxstudio.ir.text_view.tokens import help_at, help_for, tokens

TEXT = (Path(__file__).parent / "data" / "nvptx64-nvidia-cuda.ptx").read_text()
HLO = """HloModule jit_f, is_scheduled=true

%region_0.4 (x: f32[]) -> f32[] {
  %x = f32[] parameter(0)
  ROOT %plus_1.5 = f32[] add(%x, %x)
}

%fused_multiply (p: f32[256]) -> f32[256] {
  %p = f32[256]{0} parameter(0)
  ROOT %multiply.7 = f32[256]{0} multiply(%p, %p)
}

%fused_reduce (q: f32[256]) -> f32[] {
  %q = f32[256]{0} parameter(0)
  %zero = f32[] constant(0)
  ROOT %reduce.2 = f32[] reduce(%q, %zero), dimensions={0}, to_apply=%region_0.4
}

ENTRY %main (a: f32[256]) -> f32[] {
  %a = f32[256]{0} parameter(0)
  %loop_multiply_fusion = f32[256]{0} fusion(%a), kind=kLoop, calls=%fused_multiply
  ROOT %input_reduce_fusion.1 = f32[] fusion(%loop_multiply_fusion), kind=kInput, calls=%fused_reduce
}
"""


def test_functions_from_their_heads_to_their_ends():
    parsed = parse_ptx(TEXT)
    lines = TEXT.split("\n")
    assert parsed.names == ["region_0_4__plus_1_5", "loop_multiply_fusion", "input_reduce_fusion_1"]
    for region in parsed.regions:
        assert region.name in lines[region.first - 1]
        assert lines[region.last - 1] == "}"
        assert sum("ret;" in line for line in lines[region.first - 1 : region.last]) == 1


def test_an_announced_function_does_not_swallow_the_next():
    text = ".func  (.param .b32 r) later\n(\n\t.param .b32 p\n)\n;\n.weird thing\n{\n}\n"
    text += ".visible .entry now()\n{\n}\n"
    parsed = parse_ptx(text)
    assert [(region.name, region.first, region.last) for region in parsed.regions] == [("now", 9, 11)]


def linked(hlo):
    builder = LinkBuilder(None)
    builder.hlo(Stage("optimized", Kind.OPTIMIZED, Language.HLO, hlo))
    builder.listing(Stage("ptx", Kind.PTX, Language.PTX, TEXT))
    links = builder.links
    names = links.parsed("optimized").names

    def of(number):
        return {names[item] for item in links.follow("ptx", [number], "optimized")}

    assert links.space("ptx", "optimized") is Space.INSTRUCTION
    return of


def test_kernels_lead_to_their_fusions_and_what_those_hold():
    of = linked(HLO)
    assert of(1) == {"loop_multiply_fusion", "p", "multiply.7"}
    assert of(2) == {"input_reduce_fusion.1", "q", "zero", "reduce.2", "x", "plus_1.5"}


def test_a_name_that_two_instructions_would_have_leads_nowhere():
    of = linked(HLO.replace("%a = ", "%input_reduce.fusion.1 = ").replace("%a)", "%input_reduce.fusion.1)"))
    assert of(2) == set()
    assert of(1) == {"loop_multiply_fusion", "p", "multiply.7"}


@pytest.mark.parametrize("line", [line for line in TEXT.split("\n") if line.strip()])
def test_every_instruction_has_colours_and_help(line):
    found, _ = tokens(line, Language.PTX)
    word = line.strip().split()[0]
    if line.startswith("\t") and word[0].isalpha():
        assert (found[0].kind, line[: found[0].end].strip().split()[-1]) == (
            Is.OPERATION,
            word.rstrip(";"),
        )
        assert help_at(line, line.index(word), Language.PTX), word


def test_blocks_fold_and_locations_go():
    assert any(fold.kind == "block" and fold.last - fold.first > 30 for fold in folds(TEXT, Language.PTX))
    with_places = TEXT.replace("\tret;", "\t.loc\t1 7 3\n\tret;")
    assert filter_text(with_places, Language.PTX, [Noise.LOCATIONS]).text.count(".loc") == 0
    assert not help_for("nothing.at.all", Language.PTX)
