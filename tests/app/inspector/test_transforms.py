"""The transforms that made an equation."""

import jax
import jax.numpy as jnp

from jaxstudio.ir.links.index import transform_tints
from jaxstudio.ir.links.origins import derivative_order, format_chain, transform_chains
from jaxstudio.ir.parse.jaxpr import equations_of


def cube(x):
    return jnp.sin(x) * x * x


def chains_of(function, *arguments):
    return set(transform_chains(equations_of(jax.make_jaxpr(function)(*arguments))))


def test_what_was_written_has_none():
    assert chains_of(cube, 1.0) == {()}


def test_reverse_mode_is_jvp_and_its_transpose():
    assert chains_of(jax.grad(cube), 1.0) == {("jvp",), ("transpose", "jvp")}


def test_a_second_derivative_is_of_order_two():
    found = chains_of(jax.vmap(jax.grad(jax.grad(cube))), jnp.ones(3))
    assert max(map(derivative_order, found)) == 2
    assert all(chain[0] == "vmap" for chain in found)


def test_what_is_called_went_through_what_its_call_went_through():
    found = chains_of(jax.grad(lambda x: jax.jit(jax.jit(cube))(x)), 1.0)
    assert found <= {("jvp",), ("transpose", "jvp"), ("jvp", "jvp"), ()}
    assert ("transpose", "jvp") in found


def test_words():
    assert format_chain(()) == ""
    assert format_chain(("vmap",)) == "vmap"
    assert format_chain(("vmap", "transpose", "jvp")) == "transpose(jvp)"


def test_equal_transforms_have_one_colour():
    found = transform_tints(equations_of(jax.make_jaxpr(jax.grad(jax.grad(cube)))(1.0)))
    assert len(found.numbers) > len(found.words) >= 3
    assert found.words[found.numbers[0]].count("jvp") >= 1
    orders = [words.count("jvp") for words in found.words]
    assert orders == sorted(orders)
