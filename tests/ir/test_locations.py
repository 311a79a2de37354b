"""Every link's origin is the one in JAX's own tables: MLIR's locations, XLA's frames."""

import re
from pathlib import Path

import jax
import pytest

from ir import examples, wire
from ir.conftest import floats
from jaxstudio.ir.links.index import Space
from jaxstudio.ir.links.origins import Origin, Origins, Place
from jaxstudio.ir.parse.hlo import Frames, parse_hlo
from jaxstudio.ir.parse.mlir import Locations, UnknownLocation, parse_stablehlo

FUNCTIONS = {
    "many": (examples.many, (floats(8, 8), floats(8, 8))),
    "gradient": (examples.gradient, (floats(8, 8), floats(8, 8))),
    "unrolled": (examples.unrolled, (floats(16),)),
}
FRAME = re.compile(r'"([^"]+)":(\d+):(\d+)(?: to (\d*):(\d+))?')


def operations(module):
    """MLIR's own walk over the module: (name, what its location prints)."""
    found = []

    def walk(operation):
        name = operation.operation.name
        if name not in ("builtin.module", "func.func", "sdy.mesh"):
            found.append((name, str(operation.operation.location)))
        for region in operation.operation.regions:
            for block in region.blocks:
                for inner in block.operations:
                    walk(inner)

    walk(module.operation)
    return found


@pytest.mark.parametrize("name", FUNCTIONS)
def test_stablehlo_against_mlir(name):
    function, arguments = FUNCTIONS[name]
    lowered = jax.jit(function).trace(*arguments).lower()
    parsed = parse_stablehlo(lowered.as_text(debug_info=True), Origins())
    assert not parsed.parsed.problem
    theirs = operations(lowered.compiler_ir())
    # a reduction printed as `applies stablehlo.add` holds an operation and a return that are not printed
    ours = iter(zip(parsed.parsed.kinds, parsed.own, strict=True))
    skipped = 0
    kind, origin = next(ours)
    for their_name, location in theirs:
        if their_name.split(".")[-1] != (kind or "").split(".")[-1]:
            skipped += 1
            continue
        frames = [
            (path, int(line), int(column), int(end_line or line), int(end))
            for path, line, column, end_line, end in FRAME.findall(location)
        ]
        assert [(f.path, f.line, f.column, f.end_line, f.end_column) for f in origin.frames] == frames
        written = re.match(r'loc\("([^"]*)"', location)
        path = written[1] if written else ""
        if not path.endswith(":"):
            assert origin.path == path
        kind, origin = next(ours, (None, None))
    assert kind is None, "an operation that MLIR does not have"
    assert skipped <= 2 * lowered.as_text().count("applies")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_hlo_against_xlas_own_module(name):
    function, arguments = FUNCTIONS[name]
    compiled = jax.jit(function).trace(*arguments).lower().compile()
    origins = Origins()
    text = compiled.as_text()
    parsed = parse_hlo(text, origins).parsed
    assert not parsed.problem
    module = compiled.runtime_executable().hlo_modules()[0]
    theirs = wire.instructions(module.as_serialized_hlo_module_proto())
    assert set(parsed.names) == set(theirs)
    for name_, kind, number in zip(parsed.names, parsed.kinds, parsed.origins.tolist(), strict=True):
        opcode, path, frames = theirs[name_]
        assert kind == opcode
        if number < 0:
            assert not path
            continue
        assert origins.paths[number] == path
        places = sorted(origins.places[number], key=lambda entry: entry[0])
        assert [(p.path, p.function, p.line, p.column) for _, p in places] == frames


def test_frames_name_who_called():
    text = jax.jit(examples.many).lower(floats(8, 8), floats(8, 8)).compile().as_text()
    frames = Frames(text)
    found = re.search(r'op_name="jit\(many\)/jit\(inner\)/mul" stack_frame_id=(\d+)', text)
    functions = [frame.function for frame in frames.stack(int(found[1]))]
    assert functions[:2] == ["inner", "many"]
    assert frames.stack(0) == ()
    assert frames.stack(10**6) == ()


def lines_of(module):
    return Path(module.__file__).read_text(encoding="utf-8").splitlines()


def test_a_place_in_the_source_leads_to_what_it_made(many):
    """`body` on its line; the sine in it to the sine in every stage."""
    lines = lines_of(examples)
    line = next(number for number, text in enumerate(lines, 1) if "jnp.sin(carry)" in text)
    column = lines[line - 1].index("jnp.sin(carry)")
    links = many.links
    item = links.parsed("source").at(line, column)
    assert links.parsed("source").spans[item].tolist() == [line, column, line, column + len("jnp.sin(carry)")]
    for stage, kind in (("jaxpr", "sin"), ("stablehlo", "sine"), ("hlo", "sine"), ("optimized", "sine")):
        kinds = {links.parsed(stage).kinds[each] for each in links.follow("source", [item], stage)}
        assert kind in kinds
        assert not kinds & {"cos", "cosine", "sort"}


def test_links_lead_back(many):
    links = many.links
    names = ["source", "jaxpr", "stablehlo", "hlo", "optimized", "buffers"]
    names += [stage.name for stage in many.stages if stage.kind in ("llvm", "asm")][:3]
    for one in names:
        for other in names:
            if one != other and links.space(one, other):
                there, back = links.between(one, other), links.between(other, one)
                assert (there.inverse.keys == back.keys).all()
                assert (there.inverse.starts == back.starts).all()
                partners = links.parsed(other).without_functions(there.of([0]))
                assert links.follow(one, [0], other).tolist() == partners.tolist()


def test_whole_place_of_an_operation_that_begins_like_another(inspected):
    """(a + b) + c: XLA keeps one end for both sums, StableHLO tells them apart."""
    inspection = inspected(examples.two_sums, floats(4), floats(4), floats(4))
    line = lines_of(examples).index("    return a + b + c") + 1
    spans = inspection.links.parsed("source").spans.tolist()
    assert [line, 11, line, 16] in spans
    assert [line, 11, line, 20] in spans
    inner = spans.index([line, 11, line, 16])
    assert inspection.links.follow("source", [inner], "jaxpr").tolist() == [0]


def test_locations_of_every_form():
    table = Locations('#loc = loc(unknown)\n#loc1 = loc("a.py":3:4 to :9)\n#loc2 = loc("f"(#loc1))\n')
    place = Place("a.py", 3, 4, 3, 9, "f")
    assert table.origin("#loc") == Origin("")
    assert table.origin('"x"') == Origin("x")
    assert table.origin('"jit(f)/sin"(#loc2)') == Origin("jit(f)/sin", (place,))
    called = table.origin('"s"(callsite("f"("a.py":3:4 to :9) at "g"("b \\22q\\22.py":1:2 to 5:6)))')
    assert called.frames == (place, Place('b "q".py', 1, 2, 5, 6, "g"))
    assert table.origin('"s"(fused<"x">["f"("a.py":3:4 to :9), unknown])').frames == (place,)
    assert table.origin('"jit:"(#loc2)') == Origin("")
    assert table.origin('"s"("f"("a.py":7:1))').frames == (Place("a.py", 7, 1, 7, 2, "f"),)
    for broken in ("#loc9", "whatever", '"s"(', "callsite(#loc1)"):
        with pytest.raises((UnknownLocation, ValueError)):
            table.origin(broken)


def test_scopes_are_the_source_of_a_typed_text(inspected):
    from jaxstudio.ir.inspection import inspect
    from jaxstudio.ir.target import Source, Target

    def typed(x):
        with jax.named_scope("L0_0_9"):
            with jax.named_scope("L0_0_3"):
                square = x * x
            return jax.numpy.sin(square)

    source = Source("x^2 |> sin", "expression", scopes=True)
    gradient = jax.vmap(jax.grad(typed))
    inspection = inspect(Target("typed", gradient, (floats(8),), source=source), passes=False)
    links = inspection.links
    spans = links.parsed("source").spans.tolist()
    assert sorted(spans) == [[1, 0, 1, 3], [1, 0, 1, 9]]
    inner = links.follow("source", [spans.index([1, 0, 1, 3])], "stablehlo")
    kinds = {links.parsed("stablehlo").kinds[item] for item in inner}
    assert kinds <= {"multiply", "add", "broadcast_in_dim", "return"}
    outer = links.follow("source", [spans.index([1, 0, 1, 9])], "stablehlo")
    assert "cosine" in {links.parsed("stablehlo").kinds[item] for item in outer}
    assert links.stages["optimized"].keys[Space.PLACE].counts.all()
