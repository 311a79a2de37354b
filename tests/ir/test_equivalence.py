"""Two compilations: the same program under other names, or another one."""

import jax
import jax.numpy as jnp
import pytest

from ir.conftest import floats
from jaxstudio.ir.comparison import same_program, stage_difference
from jaxstudio.ir.stages import Kind, Language, Stage

STAGES = ("jaxpr", "stablehlo", "hlo", "optimized", "llvm", "asm")


def first(x, y):
    @jax.jit
    def inner(a):
        return jnp.sin(a) * 2

    return jax.lax.fori_loop(0, 3, lambda i, v: v - y, inner(x))


def the_same_with_much_longer_names_on_other_lines(left_operand, right_operand):
    @jax.jit
    def a_helper_of_another_name(argument):
        sine = jnp.sin(argument)
        return sine * 2

    start = a_helper_of_another_name(left_operand)
    return jax.lax.fori_loop(0, 3, lambda _, value: value - right_operand, start)


def swapped(x, y):
    @jax.jit
    def inner(a):
        return jnp.sin(a) * 2

    return jax.lax.fori_loop(0, 3, lambda i, v: y - v, inner(x))


@pytest.fixture(scope="module")
def three():
    """The three functions, inspected."""
    from jaxstudio.ir.inspection import inspect
    from jaxstudio.ir.target import Target

    functions = (first, the_same_with_much_longer_names_on_other_lines, swapped)
    shapes = (floats(64), floats(64))
    return [inspect(Target(f.__name__, f, shapes), passes=False, exact=False) for f in functions]


@pytest.mark.parametrize("name", STAGES)
def test_names_and_places_do_not_count(three, name):
    one, same, _ = (inspection.stage(name) for inspection in three)
    assert name in ("llvm", "asm") or one.text != same.text
    assert same_program(one, same)
    assert stage_difference(one, same).lines == ()


@pytest.mark.parametrize("name", [*STAGES[:-2], "llvm call_computation before"])
def test_which_value_is_read_counts(three, name):
    """Both read the same values by the same operations, in another order."""
    one, _, other = (inspection.stage(name) for inspection in three)
    found = stage_difference(one, other)
    assert not found.same
    assert found.removed
    assert found.added
    assert any(line.startswith("-") for line in found.lines)


def test_numbers_that_are_all_that_differs_are_shown():
    texts = ["%a.1 = f32[] add(%x.1, %y.1)\n%b.1 = f32[] multiply(%x.1, %a.1)",
             "%a.2 = f32[] add(%x.1, %y.1)\n%b.1 = f32[] multiply(%a.2, %x.1)"]  # fmt: skip
    head = "%x.1 = f32[] parameter(0)\n%y.1 = f32[] parameter(1)\n"
    old, new = (Stage("optimized", Kind.OPTIMIZED, Language.HLO, head + text) for text in texts)
    found = stage_difference(old, new)
    assert (found.same, found.removed, found.added) == (False, 1, 1)
    numbers = ["%x.1 = f32[] add(%x.2, %x.2)", "%x.1 = f32[] add(%x.2, %x.3)"]
    old, new = (Stage("optimized", Kind.OPTIMIZED, Language.HLO, text) for text in numbers)
    found = stage_difference(old, new)
    assert found.lines == ("-%x.1 = f32[] add(%x.2, %x.2)", "+%x.1 = f32[] add(%x.2, %x.3)")


def test_constants_and_shapes_count():
    def stage(text):
        return Stage("jaxpr", Kind.JAXPR, Language.JAXPR, text)

    assert not same_program(stage("b:f32[3] = mul a 2.0:f32[]"), stage("b:f32[3] = mul a 3.0:f32[]"))
    assert not same_program(stage("b:f32[3] = sin a"), stage("b:f32[4] = sin a"))
    assert same_program(stage("f[name=g] <function g at 0x7f01>"), stage("f[name=g] <function g at 0x7f99>"))
