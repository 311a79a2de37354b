"""Colours, filters with the way back, folds, search, help."""

import itertools
import re

import jax.extend.core.primitives
import jax.lax
import pytest

from jaxstudio.errors import UsageError
from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.parse.hlo import parse_hlo
from jaxstudio.ir.stages import Kind, Language, Stage
from jaxstudio.ir.text_view.filters import CUTS, Lines, Noise, filter_text, folds
from jaxstudio.ir.text_view.search import search
from jaxstudio.ir.text_view.tokens import PLAIN, help_at, help_for, tokens
from jaxstudio.ir.text_view.tokens import TokenKind as Is

LINES = {
    Language.HLO: (
        '  %gt.3 = pred[8,8]{1,0} compare(%a, %gt.2), direction=GT, metadata={op_name="gt" stack_frame_id=1}',
        {"%gt.3": Is.NAME, "pred[8,8]{1,0}": Is.TYPE, "compare": Is.OPERATION,
            "direction": Is.ATTRIBUTE},
    ),
    Language.JAXPR: (
        "    c:f32[8,8] = integer_pow[y=2] b",
        {"f32[8,8]": Is.TYPE, "integer_pow": Is.OPERATION, "y": Is.ATTRIBUTE, "2": Is.NUMBER,
            "b": Is.NAME},
    ),
    Language.STABLEHLO: (
        "    %3 = stablehlo.add %1, %arg0 : tensor<8xf32> loc(#loc3)",
        {"stablehlo.add": Is.OPERATION, "%arg0": Is.NAME, "tensor<8xf32>": Is.TYPE,
            "loc(#loc3)": Is.LOCATION},
    ),
    Language.LLVM: (
        "  %3 = load ptr, ptr %2, align 8, !invariant.load !3 ; a comment",
        {"load": Is.OPERATION, "ptr": Is.TYPE, "%2": Is.NAME, "; a comment": Is.COMMENT},
    ),
    Language.ASM: (
        "    2b:  vmovaps    qword ptr [rbx + 0x70], ymm2",
        {"vmovaps": Is.OPERATION, "rbx": Is.REGISTER, "0x70": Is.NUMBER, "ymm2": Is.REGISTER},
    ),
    Language.PYTHON: (
        'def f(x): return "a" + str(3)  # why',
        {"def": Is.KEYWORD, "f": Is.FUNCTION, '"a"': Is.STRING, "3": Is.NUMBER,
            "# why": Is.COMMENT},
    ),
    Language.EXPRESSION: (
        "a x^2 + sin(2x)",
        {"a": Is.NAME, "sin": Is.FUNCTION, "2": Is.NUMBER},
    ),
}  # fmt: skip


@pytest.mark.parametrize("language", LINES)
def test_words_have_their_colours(language):
    line, expected = LINES[language]
    found, state = tokens(line, language)
    assert state == PLAIN
    words = {line[token.start : token.end]: token.kind for token in found}
    assert {word: words.get(word) for word in expected} == expected
    for before, after in itertools.pairwise(found):
        assert before.end <= after.start


def test_a_python_string_goes_on_over_lines():
    lines = ['x = """one', "two", 'three""" + y  # done', "z = 1"]
    state, kinds = PLAIN, []
    for line in lines:
        found, state = tokens(line, Language.PYTHON, state)
        kinds.append([(line[token.start : token.end], token.kind) for token in found])
    assert kinds[0][-1][1] is Is.STRING
    assert kinds[1] == [("two", Is.STRING)]
    assert kinds[2] == [('three"""', Is.STRING), ("# done", Is.COMMENT)]
    assert kinds[3] == [("1", Is.NUMBER)]


def test_any_stage_can_be_coloured_line_by_line(many):
    for stage in many.stages:
        state = PLAIN
        for line in stage.lines:
            found, state = tokens(line, stage.language, state)
            assert all(0 <= token.start < token.end <= len(line) for token in found)


def test_noise_goes_and_places_stay_known(many):
    for stage in many.stages:
        shown = filter_text(stage.text, stage.language, list(Noise))
        lines = shown.text.split("\n")
        assert len(lines) == len(shown.lines)
        for number, line in list(enumerate(lines, 1))[:: max(1, len(lines) // 40)]:
            original, column = shown.original(number, len(line))
            assert shown.filtered_position(original, column) == (number, len(line))
            first = stage.lines[original - 1]
            for at in range(0, len(line), 7):
                there, place = shown.original(number, at)
                assert there == original
                assert first[place] == line[at], "a character keeps its place"


def test_what_is_noise():
    hlo = (
        '%a = f32[8,8]{1,0:T(8,128)} constant({ {1, 2}, {3} }), metadata={op_name="a}b" stack_frame_id=1}, '
        'backend_config={"x":{"y":[]}}'
    )
    assert (
        filter_text(hlo, Language.HLO, [Noise.METADATA]).text
        == "%a = f32[8,8]{1,0:T(8,128)} constant({ {1, 2}, {3} })"
    )
    assert (
        filter_text(hlo, Language.HLO, [Noise.METADATA, Noise.LAYOUTS, Noise.CONSTANTS]).text
        == "%a = f32[8,8] constant()"
    )
    mlir = '%0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32> loc(callsite("f"("a.py":1:2) at #loc3))'
    mlir += "\n#loc3 = loc(unknown)"
    shown = filter_text(mlir, Language.STABLEHLO, [Noise.LOCATIONS, Noise.CONSTANTS])
    assert shown.text == "%0 = stablehlo.constant dense<> : tensor<2xi32>"
    assert shown.filtered_position(2, 0) is None
    assert filter_text("x = 1", Language.PYTHON, list(Noise)).text == "x = 1"
    for pattern in itertools.chain(*CUTS.values()):
        re.compile(pattern)


def test_links_survive_filters(many):
    """Spans of instructions still cover their names."""
    stage = many.stage("optimized")
    spans = many.links.parsed("optimized").spans
    shown = filter_text(stage.text, stage.language, [Noise.METADATA])
    moved = shown.spans(spans)
    lines = shown.text.split("\n")
    for (line, start, _, _), name in zip(moved.tolist(), many.links.parsed("optimized").names, strict=True):
        assert lines[line - 1][start:].removeprefix("ROOT ").startswith(f"%{name} = ")
    hidden = filter_text(stage.text, stage.language, [Noise.METADATA]).lines
    assert len(hidden) < len(stage.lines), "the tables of files and frames are gone"


def test_folds():
    text = "func {\n  a\n  b {\n    c\n    d\n  }\n}\ntail"
    assert [(fold.first, fold.last, fold.kind) for fold in folds(text, Language.TEXT)] == [
        (1, 7, "block"),
        (3, 6, "block"),
    ]
    repeats = "start\n" + "".join(
        f"  %a.{k} = f32[2] add(%b.{k}, %c)\n  %m.{k} = f32[2] mul(%a.{k})\n" for k in range(20)
    )
    found = [fold for fold in folds(repeats + "end", Language.HLO) if fold.kind == "repeat"]
    assert [(fold.first, fold.last) for fold in found] == [(2, 41)]


def test_folds_of_stages(many):
    for stage in many.stages:
        for fold in folds(stage.text, stage.language):
            assert 1 <= fold.first < fold.last <= len(stage.lines)
    computations = {
        region.first for region in many.links.parsed("optimized").regions if region.last > region.first + 2
    }
    assert computations <= {fold.first for fold in folds(many.stage("optimized").text, Language.HLO)}
    assert any(fold.kind == "table" for fold in folds(many.stage("stablehlo").text, Language.STABLEHLO))


def of_text(text):
    return Stage("jaxpr", Kind.JAXPR, Language.JAXPR, text)


def test_search_against_re():
    text = "\n".join(f"line {k} has {'sin' if k % 7 == 0 else 'cos'}({k})" for k in range(30_000))
    found = search([of_text(text)], r"sin\((\d+)\)")
    expected = [
        (m.group(), text.count("\n", 0, m.start()) + 1) for m in list(re.finditer(r"sin\(\d+\)", text))[:50]
    ]
    lines = text.split("\n")
    assert [(lines[h.line - 1][h.start : h.end], h.line) for h in found.hits[:50]] == expected
    assert found.complete
    assert len(found.hits) == len(range(0, 30_000, 7))


@pytest.mark.parametrize(
    "pattern",
    [
        "Sine",
        r"\bADD\.\d+",
        r"[A-F]x\S",
        r"[a-f]X\S",
        r"(?P<N>add)",
        r"\x41dd",
        "a.D$",
        "[A-z]_",
        "É",
        "^ *A",
        r"\Wx",
    ],
)
def test_search_whatever_the_case_finds_what_re_finds(pattern):
    text = "add Add.12 aDD.3\n  ADD_ cosine Sine\nFx1 fX_ é É\n A x" * 2
    for each in (text, text.replace("é", "e").replace("É", "e")):
        known = [found[0] for found in re.finditer(pattern, each, re.I | re.M) if "\n" not in found[0]]
        lines = each.split("\n")
        found = search([of_text(each)], pattern).hits
        assert [
            lines[hit.line - 1][hit.start : hit.end] for hit in found if hit.end <= len(lines[hit.line - 1])
        ] == known


def test_search_in_many_stages_with_limits(many):
    everywhere = search(many.stages, "SINE", regular=False)
    assert {hit.stage for hit in everywhere.hits} >= {"stablehlo", "optimized"}
    assert search(many.stages, "SINE", regular=False, case=True).hits == ()
    few = search(many.stages, ".", most=5)
    assert len(few.hits) == 5
    assert not few.complete
    assert not search(many.stages, "x", cancelled=lambda: True).complete
    assert search([of_text("a\nb\n")], "^b$").hits[0].line == 2
    assert search([of_text("a.b axb")], "a.b", regular=False).hits[0].start == 0
    assert len(search([of_text("a.b axb")], "a.b", regular=False).hits) == 1
    for wrong in ("(", "x" * 2000):
        with pytest.raises(UsageError, match="search: "):
            search(many.stages, wrong)


def test_help_for_every_primitive_of_jax():
    modules = (jax.extend.core.primitives, jax.lax)
    names = {
        getattr(module, name).name
        for module in modules
        for name in dir(module)
        if name.endswith("_p") and hasattr(getattr(module, name), "name")
    }
    assert len(names) > 150
    assert [name for name in sorted(names) if not help_for(name, Language.JAXPR)] == []


def test_help_for_what_occurs(many):
    for stage in many.stages:
        if stage.kind in (Kind.HLO, Kind.PASS, Kind.OPTIMIZED):
            for kind in set(parse_hlo(stage.text, Origins()).parsed.kinds):
                assert help_for(kind, Language.HLO), kind
    for kind in set(many.links.parsed("stablehlo").kinds) - {"return", "call"}:
        assert help_for(kind if "." in kind else f"stablehlo.{kind}", Language.STABLEHLO), kind
    known = total = 0
    for stage in many.stages:
        if stage.kind is Kind.ASM:
            for line in stage.lines:
                if ":  " in line:
                    total += 1
                    known += bool(help_for(line.split(":  ")[1].split()[0], Language.ASM))
    assert known > 0.9 * total


def test_help_under_the_pointer():
    line = "    c:f32[8,8] = integer_pow[y=2] b"
    assert help_at(line, line.index("pow"), Language.JAXPR).startswith("integer_pow: a power")
    assert help_at(line, 0, Language.JAXPR) == ""
    assert help_for("cmovge", Language.ASM) == "copies if greater or equal"
    assert help_for("setb", Language.ASM) == "1 if below (without sign), else 0"
    assert help_for("vaddps", Language.ASM)
    assert help_for("fmla", Language.ASM)
    assert help_for("getelementptr", Language.LLVM)
    assert help_for("nonsense", Language.ASM) == ""
    assert help_for("x", Language.TEXT) == ""


@pytest.mark.parametrize("text", ["", "a", "a\n", "\n\n", "a\nb\nc", "ä\n\N{SNOWMAN}x\n", "x\n" * 700_000])
def test_a_text_is_cut_into_lines_as_python_splits_it(text):
    lines, split = Lines(text), text.split("\n")
    assert len(lines) == len(split)
    assert lines[:5] == split[:5]
    assert lines[-1] == split[-1]
    assert lines[len(split) // 2 : len(split) // 2 + 3] == split[len(split) // 2 : len(split) // 2 + 3]
    assert lines.lengths.max() == max(map(len, split))
    assert list(lines[::2][:4]) == split[::2][:4]


def test_noise_that_stands_in_noise_goes_once():
    line = "call void @f() #5, !srcloc !3, align 4"
    shown = filter_text(line, Language.LLVM, [Noise.METADATA])
    assert shown.text == "call void @f() #5"
    assert shown.original(1, len(shown.text)) == (1, len(line))
    line = '  %a = f32[2]{0} add(%b), metadata={op_name="x{y}" a={b={c}}}, backend_config={"k":{"l":[1]}}'
    shown = filter_text(line, Language.HLO, [Noise.METADATA, Noise.LAYOUTS])
    assert shown.text == "  %a = f32[2] add(%b)"
    assert shown.filtered_position(1, line.index("add")) == (1, shown.text.index("add"))


@pytest.mark.samples(1)
@pytest.mark.parametrize("pattern", [r"\w+x", "(a+)+x", r"(a|aa)+$"])
def test_a_pattern_without_end_is_stopped(pattern):
    """`re` lets no other thread run meanwhile: in this process it could not be ended at all."""
    found = search([of_text("b" + "a" * 300_000 + "!")], pattern, seconds=0.5)
    assert (found.hits, found.complete, found.late) == ((), False, True)


def test_what_a_stopped_search_had_found_is_kept():
    pieces = "seek\n" * 100_000 + "a" * 300_000 + "!"
    found = search([of_text(pieces)], r"seek?|(a+)+x", seconds=1.0)
    assert found.late or len(found.hits) == 10_000
    assert {(hit.start, hit.end) for hit in found.hits} == {(0, 4)}


def test_a_search_nobody_waits_for_is_ended_though_it_never_ends():
    asked = itertools.count()
    found = search([of_text("a" * 300_000 + "!")], "(a+)+x", seconds=60.0, cancelled=lambda: next(asked) > 3)
    assert (found.complete, found.late) == (False, False)


def test_words_of_a_line_with_thousands_of_strings():
    line = '"""a""" ' * 3_000
    found, state = tokens(line, Language.PYTHON)
    assert state == PLAIN
    assert "".join(line[each.start : each.end] for each in found) == '"""a"""' * 3_000
    assert tokens("'''" * 5_001, Language.PYTHON)[1] == "'''"


@pytest.mark.thorough
def test_a_word_of_a_million_letters_is_read_once():
    """Looked through from each letter anew, this would take an hour."""
    folds("a" * 1_000_000, Language.HLO)
    filter_text("\t" * 1_000_000, Language.LLVM, list(Noise))
