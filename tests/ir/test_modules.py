"""Modules as arguments, as functions, and jitted by a `jit` of another kind; without any library of them."""

import sys
from dataclasses import dataclass, field
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.ir.argument_grammar import read_call
from jaxstudio.ir.inspection import inspect
from jaxstudio.ir.stages import Kind
from jaxstudio.ir.target import Target
from jaxstudio.ir.user_process.argument_values import make_call

X = jax.ShapeDtypeStruct((3, 4), "float32")


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Layer:
    """As a module of Equinox: arrays, a function and a flag among its leaves, a size that is static."""

    weight: jax.Array
    activation: object
    training: bool
    size: int = field(metadata={"static": True})

    def __call__(self, x):
        y = x @ self.weight
        return self.activation(y) if self.training else y[: self.size]


class Pair(NamedTuple):
    first: jax.Array
    second: jax.Array


def make(key, size=2):
    return Layer(jax.random.normal(key, (4, 5)), jnp.tanh, True, size)


LAYER = make(jax.random.key(0))


def apply(layer, x):
    return layer(x)


def update(layer, x, pair=None):
    """Returns a module."""
    gradient = jax.grad(lambda weight: (x @ weight).sum())(layer.weight)
    return Layer(layer.weight - gradient, layer.activation, layer.training, layer.size), pair


class OwnJit:
    """As Flax's: its `trace` hands out JAX's stages inside of its own."""

    def __init__(self, function):
        self.jitted = jax.jit(lambda weight, x: function(Layer(weight, jnp.tanh, True, 2), x))

    def __call__(self, layer, x):
        return self.jitted(layer.weight, x)

    def trace(self, layer, x):
        class Traced:
            traced = self.jitted.trace(layer.weight, x)

        return Traced()

    def lower(self, layer, x):
        return self.trace(layer, x).traced.lower()


class Matrix:
    """Has a trace of another kind."""

    def __call__(self, x):
        return jnp.sin(x)

    def trace(self):
        raise AssertionError("nobody asked for the sum of a diagonal")


def in_shapes(function, *args, **options):
    """The types of the jaxpr's inputs, from an inspection that was compiled."""
    target = Target("f", function, args, **options)
    stages = inspect(target, passes=False, kernels=False, exact=False)
    assert {Kind.JAXPR, Kind.STABLEHLO, Kind.OPTIMIZED} <= {stage.kind for stage in stages.stages}
    return [str(aval.str_short(short_dtypes=True)) for aval in stages.jaxpr.in_avals]


def test_arrays_of_a_module_are_traced_and_the_rest_is_static():
    assert in_shapes(apply, LAYER, X) == ["f32[4,5]", "f32[3,4]"]
    assert in_shapes(update, LAYER, X, Pair(X, X)) == ["f32[4,5]", *["f32[3,4]"] * 3]
    assert in_shapes(lambda x, layers: layers["a"][0](x), X, {"a": [LAYER, "word"]}) == [
        "f32[3,4]",
        "f32[4,5]",
    ]


def test_flags_of_a_module_without_functions_are_static():
    """Equinox' attention holds arrays and a flag alone: JAX would trace the flag."""
    quiet = Layer(LAYER.weight, None, False, 2)
    assert in_shapes(apply, quiet, X) == ["f32[4,5]", "f32[3,4]"]
    assert in_shapes(lambda pair, x: pair[0](x), (quiet, X), X) == ["f32[4,5]", *["f32[3,4]"] * 2]
    scaled = jax.tree_util.Partial(jnp.multiply, 0.5)
    assert in_shapes(lambda function, x: function(x), scaled, X) == ["f32[]", "f32[3,4]"]


def test_a_module_is_a_function():
    assert in_shapes(LAYER, X) == ["f32[4,5]", "f32[3,4]"]
    assert in_shapes(lambda n, x: x * n if n else x, 3, X, static_argnums=(0,)) == ["f32[3,4]"]


def test_what_has_a_trace_need_not_be_jax_s():
    assert in_shapes(OwnJit(apply), LAYER, X) == ["f32[4,5]", "f32[3,4]"]
    assert in_shapes(Matrix(), X) == ["f32[3,4]"]
    assert in_shapes(jax.jit(jnp.sin), X) == ["f32[3,4]"]


def test_arguments_that_the_module_defines():
    made = make_call(
        read_call("LAYER, make(key[], size=3), 'same', LAYER.activation, [1, 'a']"), sys.modules[__name__]
    )
    shape = made.args[1]
    assert (shape.weight.shape, shape.activation, shape.size) == ((4, 5), jnp.tanh, 3)
    assert isinstance(shape.weight, jax.ShapeDtypeStruct)
    assert made.static == {2, 3}, "a word and a function as a whole; of modules and lists only parts"


def test_values_stay_what_they_were():
    """A partitioned call computes what the plain one does."""
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    inspection = inspect(Target("f", apply, (LAYER, x)), passes=False, kernels=False, exact=False)
    np.testing.assert_allclose(inspection.compiled([LAYER.weight], x), jnp.tanh(x @ LAYER.weight), rtol=1e-6)
