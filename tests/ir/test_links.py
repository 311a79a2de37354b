"""Equations are known exactly where one line made several; what has no frame says so; coverage is counted."""

import inspect as inspect_source
import re
from collections import Counter

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from ir import examples
from ir.conftest import floats
from jaxstudio.ir import comparison
from jaxstudio.ir.inspection import inspect
from jaxstudio.ir.links.build import PlaceNumbers
from jaxstudio.ir.links.index import NONE, WRITTEN, How, Relation, Space
from jaxstudio.ir.links.origins import Origin, Origins, Place, scopes, transforms
from jaxstudio.ir.parse.hlo import parse_hlo
from jaxstudio.ir.parse.mlir import parse_stablehlo
from jaxstudio.ir.report import coverage
from jaxstudio.ir.target import Target


def test_each_round_of_an_unrolled_loop_has_its_own_operation(unrolled):
    """Three sines of one line: JAX's names do not tell them apart."""
    sines = [number for number, equation in enumerate(unrolled.equations) if equation.primitive == "sin"]
    assert len(sines) == 3
    links = unrolled.links
    assert not unrolled.notes
    for stage, kind in (("stablehlo", "sine"), ("optimized", "sine")):
        assert links.space("jaxpr", stage) is Space.EQUATION
        found = []
        for sine in sines:
            items = links.follow("jaxpr", [sine], stage)
            assert {links.parsed(stage).kinds[item] for item in items} >= {kind}
            found.append([item for item in items if links.parsed(stage).kinds[item] == kind])
        assert len({tuple(items) for items in found}) == 3


def test_equations_inside_a_custom_root_are_linked(inspected):
    """JAX 0.12 holds its jaxpr in an object, and writes its locations with one more name around them."""
    inspection = inspected(examples.newtons_root, floats(), passes=False, kernels=False)
    links = inspection.links
    names = [equation.primitive for equation in inspection.equations]
    assert len(names) == len(links.parsed("jaxpr"))
    for primitive, kind in (("div", "divide"), ("scan", "while")):
        followed = links.follow("jaxpr", [names.index(primitive)], "stablehlo")
        assert kind in {links.parsed("stablehlo").kinds[item] for item in followed}
    assert links.parsed("stablehlo").kinds.index("while") in np.flatnonzero(
        links.between("stablehlo", "source").counts
    )


def test_a_function_that_the_tagged_lowering_writes_twice_is_linked():
    """Libraries trace again while they are lowered: what was one jaxpr is two, once it is numbered."""
    text = """module @jit_f {
  func.func public @main(%arg0: tensor<f32>) -> (tensor<f32>) {
    %0 = call @g(%arg0) : (tensor<f32>) -> tensor<f32> loc("jit(f)/a")
    %1 = call @g(%0) : (tensor<f32>) -> tensor<f32> loc("jit(f)/b")
    return %1 : tensor<f32> loc(unknown)
  } loc(unknown)
  func.func private @g(%arg0: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.sine %arg0 : tensor<f32> loc("sin")
    return %0 : tensor<f32> loc(unknown)
  } loc(unknown)
"""
    again = text.replace("%1 = call @g(", "%1 = call @g_1(") + text[
        text.index("  func.func private") :
    ].replace("@g(", "@g_1(")
    shared, copied = (parse_stablehlo(each + "} loc(unknown)\n", Origins()) for each in (text, again))
    assert shared.same_operations(copied) == [[0], [1], [2], [3, 5], [4, 6]]
    other = parse_stablehlo(again.replace("sine", "cosine") + "} loc(unknown)\n", Origins())
    assert shared.same_operations(other) is None


def test_without_tagged_equations_they_belong_together(inspected):
    inspection = inspected(examples.unrolled, floats(64), exact=False)
    links = inspection.links
    assert links.space("jaxpr", "stablehlo") is Space.PLACE
    sines = [number for number, equation in enumerate(inspection.equations) if equation.primitive == "sin"]
    followed = [links.follow("jaxpr", [sine], "stablehlo").tolist() for sine in sines]
    assert followed[0] == followed[1] == followed[2]
    assert sum(inspection.links.parsed("stablehlo").kinds[item] == "sine" for item in followed[0]) == 3


def test_a_tagged_lowering_that_is_another_program_is_rejected(many):
    text = many.stage("optimized").text
    assert comparison.has_same_instructions(text, text.replace("metadata={", "metadata={op_type=7 "))
    assert comparison.has_same_instructions(text, text.replace("%add_add_fusion", "%renamed"))
    assert not comparison.has_same_instructions(text, text.replace("sine(", "cosine("))


def test_every_stage_of_a_larger_function_is_covered(many):
    for stage, least in (("jaxpr", 1.0), ("stablehlo", 0.95), ("hlo", 0.85), ("optimized", 0.85)):
        found = coverage(many.links, stage)
        assert found.items > 50
        assert found.share >= least, stage
    how = coverage(many.links, "optimized").how
    assert how[How.WRITTEN] > how[How.FLOW] > 0
    assert sum(how.values()) == len(many.links.parsed("optimized"))


def test_what_has_no_frame_says_so():
    """A function without a source: every item is known to lead nowhere."""
    inspection = inspect(Target("sin", jnp.sin, (floats(3),)), passes=False, kernels=False)
    assert coverage(inspection.links, "optimized").share == 0.0
    hlo = parse_hlo("ENTRY %main (p: f32[2]) -> f32[2] {\n  %p = f32[2]{0} parameter(0)\n}\n", Origins())
    from jaxstudio.ir.links.inherit import origins_of

    relation, how = origins_of(hlo, Origins(), np.zeros(0, np.int64))
    assert how.tolist() == [NONE]
    assert not len(relation.keys)


def test_fusions_lead_to_their_kernels(many):
    links = many.links
    optimized = links.parsed("optimized")
    fusions = [i for i, kind in enumerate(optimized.kinds) if kind == "fusion"]
    kernels = {stage.kernel: stage.name for stage in many.stages if stage.kind == "asm"}
    met = 0
    for item in fusions:
        stage = kernels.get(optimized.names[item])
        if stage is None:
            continue
        met += 1
        assert links.space("optimized", stage) is Space.INSTRUCTION
        assert links.follow("optimized", [item], stage).tolist() == [0]
        inside = links.follow(stage, [0], "optimized")
        assert item in inside
        assert len(inside) > 1, "the fusion's own instructions belong to the kernel too"
        llvm = stage.replace("asm", "llvm") + " after"
        assert 0 in links.between(stage, llvm).of([0])
    assert met > 5


def test_buffers_lead_to_the_instruction_that_makes_the_value(many):
    links = many.links
    names = links.parsed("buffers").names
    for item, name in enumerate(names):
        found = links.follow("buffers", [item], "optimized")
        assert [links.parsed("optimized").names[each] for each in found] == [name]


def test_a_pass_is_linked_when_it_is_looked_at(many):
    stage = next(stage for stage in many.stages if stage.name.endswith("/call-inliner"))
    assert stage.name not in many.links.stages
    many.link(stage.name)
    sine = next(n for n, equation in enumerate(many.equations) if equation.primitive == "sin")
    kinds = {many.links.parsed(stage.name).kinds[i] for i in many.links.follow("jaxpr", [sine], stage.name)}
    assert "sine" in kinds


def test_transforms_by_the_names_jax_gives(inspected):
    inspection = inspected(examples.gradient, floats(8, 8), floats(8, 8))
    paths = inspection._builder.origins.paths
    links = inspection.links
    made = {}
    for item, kind in enumerate(links.parsed("stablehlo").kinds):
        number = int(links.parsed("stablehlo").origins[item])
        made.setdefault(transforms(paths[number]) if number >= 0 else (), set()).add(kind)
    assert "tanh" in made[("jvp",)]
    assert "dot_general" in made[("transpose", "jvp")]
    assert transforms("jit(f)/vmap(jit(sort))/sort") == ("vmap",)
    assert transforms("jit(my_jvp)/mul") == ()


def test_scopes():
    assert scopes("jit(f)/L0_3_9/jvp(L12_0_4)/mul") == [(0, 3, 9), (12, 0, 4)]
    assert scopes("jit(XL0_3_9)/L0_3_9x/mul") == []


def test_origins_are_joined_as_xla_joins_them():
    origins = Origins()
    place = Place("a.py", 1, 0, 1, 5, "f")
    caller = origins.add(Origin("jit(f)/jit(g)", (place,)))
    inner = origins.add(Origin("mul", (Place("a.py", 9, 0, 9, 5, "g"),)))
    assert origins.joined(caller, inner) == -1
    both = origins.add(Origin("jit(f)/jit(g)/mul", (Place("a.py", 9, 0, 9, 7, "g"), place)))
    origins2 = Origins()
    numbers = [origins2.add(Origin("jit(f)/jit(g)", (place,))), origins2.add(Origin("mul", (place,)))]
    joined = origins2.add(Origin("mul", (place,)).within(Origin("jit(f)/jit(g)", (place,))))
    assert origins2.joined(*numbers) == joined
    assert both == 2
    assert origins.add(Origin("")) == -1


@pytest.mark.parametrize("seed", range(3))
def test_relations_against_dictionaries(seed):
    random = np.random.default_rng(seed)
    items, keys = random.integers(0, 30, 200), random.integers(-1, 20, 200)
    relation = Relation.of_pairs(items, keys, 30, 20)
    plain = {
        item: sorted({k for i, k in zip(items, keys, strict=True) if i == item and k >= 0})
        for item in range(30)
    }
    assert {item: relation.of([item]).tolist() for item in range(30)} == plain
    assert relation.inverse.inverse.keys.tolist() == relation.keys.tolist()
    other = Relation.of_pairs(random.integers(0, 15, 60), random.integers(0, 9, 60), 15, 9)  # lacks some keys
    through = relation.then(other)
    for item in range(30):
        expected = sorted({e for key in plain[item] if key < 15 for e in other.of([key]).tolist()})
        assert through.of([item]).tolist() == expected
    assert Relation.identity(4).then(Relation.identity(4)).keys.tolist() == [0, 1, 2, 3]
    assert Relation.of_single(np.array([2, -1, 0]), 3).counts.tolist() == [1, 0, 1]


@pytest.mark.parametrize(
    ("names", "orders"),
    [(("gamma",), (0,)), pytest.param(("gamma", "median"), (0, 2), marks=pytest.mark.thorough)],
)
def test_the_catalogue_and_typed_functions_are_covered(names, orders):
    """A filter of each kind and a typed function at three orders; all of both are counted by the bench."""
    from jaxstudio.inspect_targets.expressions import expression_targets
    from jaxstudio.inspect_targets.targets import op_targets

    targets = [target for name in names for target in op_targets(name)[:2]]
    targets += expression_targets("a x^2 + sin(2x)/x", orders)
    totals = {"stablehlo": [0, 0], "optimized": [0, 0]}
    for target in targets:
        inspection = inspect(target, passes=False, kernels=False, exact=False)
        for stage, total in totals.items():
            found = coverage(inspection.links, stage)
            total[0] += found.linked
            total[1] += found.items
    assert totals["stablehlo"][0] >= 0.95 * totals["stablehlo"][1]
    assert totals["optimized"][0] >= 0.85 * totals["optimized"][1]


def test_a_deep_chain_of_calls_is_followed():
    @jax.jit
    def leaf(x):
        return jnp.sin(x)

    @jax.jit
    def middle(x):
        return leaf(x) + leaf(x * 2)

    def outer(x):
        return middle(x) * middle(x + 1)

    inspection = inspect(Target("outer", outer, (floats(4),)), passes=False, kernels=False)
    assert not inspection.notes
    assert coverage(inspection.links, "optimized").share == 1.0
    sine = next(n for n, equation in enumerate(inspection.equations) if equation.primitive == "sin")
    found = inspection.links.follow("jaxpr", [sine], "optimized")
    assert sum(inspection.links.parsed("optimized").kinds[item] == "sine" for item in found) == 4


def test_what_stands_in_a_called_function_is_linked_before_it_is_inlined(many):
    """XLA is given `inner` once, with calls: its product belongs to both calls' products afterwards."""
    links = many.links
    hlo, optimized = links.parsed("hlo"), links.parsed("optimized")
    inner = next(number for number, region in enumerate(hlo.regions) if region.name.startswith("inner"))
    products = [
        item
        for item in np.flatnonzero(hlo.region_of == inner).tolist()
        if hlo.kinds[item] == "multiply" and links.stages["hlo"].how[item] == WRITTEN
    ]
    assert products
    for product in products:
        numbers = links.stages["hlo"].keys[Space.ORIGIN].of([product])
        assert {many._builder.origins.paths[number] for number in numbers} == {"jit(many)/jit(inner)/mul"}
        assert len(numbers) == 2, "one for each call"
        found = links.follow("hlo", [product], "optimized")
        assert "multiply" in {optimized.kinds[item] for item in found}


def test_a_line_of_several_equations_has_a_stripe_for_each(many):
    """One of several colours on a line of the source would mean nothing."""
    from jaxstudio.ir.links.index import MOST_HUES, hues

    links = many.links
    stripes = hues(links, "source")
    relation, spans = links.between("source", "jaxpr"), links.parsed("source").spans
    expected = {}
    for item, line in enumerate(spans[:, 0].tolist()):
        expected.setdefault(line, set()).update(relation.of([item]).tolist())
    assert max(map(len, expected.values())) > 1
    for line, numbers in expected.items():
        assert [each for each in stripes[line].tolist() if each >= 0] == sorted(numbers)[:MOST_HUES]


def summed(x, w):
    a = jnp.fft.fft2(x).real
    b = jnp.cumsum(a, axis=0)
    c = jnp.sort(b, axis=1)
    return c


def filtered(x, w):
    a = jax.lax.conv_general_dilated(x[None, None], w[None, None, :5, :5], (1, 1), "SAME")[0, 0]
    b = a @ w
    c = jnp.sort(b, axis=0)
    return c


def _opaque(result):
    """A function of the same result and the same dependencies, of which XLA sees nothing."""
    return lambda *args: jax.pure_callback(lambda *_: np.zeros(result.shape, result.dtype), result, *args)


def _instructions(text):
    """The instructions by what they do: opcode, shape and shapes read, without names and layouts."""
    hlo = parse_hlo(text, Origins())
    shapes = [hlo.shape(item).partition("{")[0] for item in range(len(hlo.parsed))]
    return [
        (kind, shapes[item], tuple(sorted(shapes[each] for each in hlo.arguments(item))))
        for item, kind in enumerate(hlo.parsed.kinds)
    ]


@pytest.mark.parametrize("function", [summed, filtered])
def test_what_xla_adds_belongs_to_the_line_with_which_it_vanishes(function, inspected):
    """Each line in turn is replaced by an opaque call. What has no frames vanishes with its own line."""
    x = np.random.default_rng(0).random((32, 32), np.float32)
    whole = inspected(function, x, x, kernels=False)
    text, links = whole.stage("optimized").text, whole.links
    here = _instructions(text)
    written = parse_hlo(text, origins := Origins()).parsed
    lines, first = inspect_source.getsourcelines(function)
    names = ("a", "b", "c")
    values = {"x": x, "w": x}
    without = {}
    for row, line in enumerate(lines):
        name, equals, right = line.strip().partition(" = ")
        if not equals:
            continue
        read = [each for each in values if re.search(rf"\b{each}\b", right)]
        made = jax.eval_shape(eval(f"lambda {','.join(read)}: {right}", globals()), *map(values.get, read))
        values[name] = made
        changed = [*lines]
        changed[row] = f"    {name} = opaque({','.join(read)})\n"
        scope = {**globals(), "opaque": _opaque(made)}
        exec("".join(changed), scope)
        compiled = jax.jit(scope[function.__name__]).lower(x, x).compile().as_text()
        without[first + row] = Counter(_instructions(compiled))
    assert len(without) == len(names)
    counts, checked = Counter(here), 0
    relation = links.between("optimized", "jaxpr").then(links.between("jaxpr", "source"))
    places = links.parsed("source").spans[:, 0]
    for item, key in enumerate(here):
        number = int(written.origins[item])
        framed = number >= 0 and bool(origins.places[number])
        if framed or key[0] in ("parameter", "tuple", "get-tuple-element", "bitcast", "constant", "fusion"):
            continue
        linked = {int(places[each]) for each in relation.of([item])} & without.keys()
        assert linked, (written.names[item], key)
        assert any(without[line][key] < counts[key] for line in linked), (written.names[item], key, linked)
        checked += 1
    assert checked >= 3


def rounds(x, y):
    a = jax.lax.scan(lambda c, z: (c + z, c), jnp.zeros(8), x)[1]
    b = jax.lax.scan(lambda c, z: (c * z, c), jnp.ones(8), y)[1]
    return a, b


def results(x, y):
    a = jax.lax.population_count(jax.lax.bitcast_convert_type(x, jnp.int32)) ^ 3
    b = jax.lax.cumlogsumexp(y)
    return a, b


def lines_of(inspection, function, kind):
    """The lines of the function, from its first, that each instruction of a kind is linked to."""
    links = inspection.links
    optimized, spans = links.parsed("optimized"), links.parsed("source").spans
    first = inspect_source.getsourcelines(function)[1]
    relation = links.between("optimized", "source")
    items = [item for item, each in enumerate(optimized.kinds) if each == kind]
    return [{int(spans[place, 0]) - first for place in relation.of([item])} for item in items]


def test_what_jax_traced_once_belongs_to_the_line_that_calls_it(inspected):
    """The frames of the slices of both loops are those of the first."""
    inspection = inspected(rounds, floats(16, 8), floats(16, 8), kernels=False)
    assert sorted(map(sorted, lines_of(inspection, rounds, "dynamic-slice"))) == [[1], [2]]
    assert sorted(map(sorted, lines_of(inspection, rounds, "dynamic-update-slice"))) == [[1], [2]]
    assert lines_of(inspection, rounds, "tuple")[-1] == {1, 2}  # both results


def test_a_result_does_not_belong_to_the_line_of_the_one_before_it(inspected):
    inspection = inspected(results, floats(16, 16), floats(16), kernels=False)
    assert all(each <= {2} for each in lines_of(inspection, results, "reduce-window"))
    assert lines_of(inspection, results, "popcnt") == [{1}]


def test_without_links_the_report_counts_the_same():
    """The table of `jaxstudio ir` has the linked share of each stage, and no links between two."""
    target = Target("many", examples.many, (floats(8, 8), floats(8, 8)))
    alone, whole = (
        inspect(target, passes=False, exact=False, links=links).report(seconds=0) for links in (False, True)
    )
    assert whole.links.stages
    assert whole.equations
    assert not alone.links.stages
    assert not alone.equations
    assert {name: alone.coverage[name] for name in alone.coverage} == {
        name: whole.coverage[name] for name in alone.coverage
    }
    assert alone.coverage.keys() >= {"jaxpr", "stablehlo", "hlo", "optimized"}


def test_places_of_origins_are_those_of_all_that_is_known():
    """Places that a later stage adds to an origin are in the relation, as if all had been known at once."""
    first, second = Place("f.py", 3, 4, 3, 9), Place("f.py", 3, 4, 3, 12)

    def numbers(*known):
        places = PlaceNumbers(False, "f.py", 1, 9)
        origins = Origins()
        for each in known:
            origins.add(Origin("jit(f)/mul", (each,)))
            relation = places.of_origins(origins)
            origins.add(Origin("jit(f)/add", (first,)))
        return [places.places[number] for number in relation.of([0])]

    assert numbers(first) == [first]
    assert set(numbers(first, second)) == {first, second}
