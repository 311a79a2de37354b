"""Errors in plain words, at the person's own line, with the mend."""

from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from jaxstudio.ir.error_explanations import explain

X = np.ones(3, np.float32)
KEPT = []


def jitted(function, *arguments, **options):
    return jax.jit(function, **options)(*arguments)


def leaks():
    jitted(lambda x: KEPT.append(x) or x, X)
    return KEPT.pop() + 1


def decides(x):
    if x.sum() > 0:
        return x
    return -x


def both(x):
    return x if x[0] > 0 and x[1] > 0 else -x


def loops(x):
    while x[0] < 9:
        x = x * 2
    return x


def compiled():
    return jax.jit(lambda x: x * 2).lower(X).compile()


COMPILED = compiled()
CASES = {
    "if": (
        lambda: jitted(decides, X),
        "decision on a value",
        "argument x",
        "jnp.where",
        "if x.sum() > 0:",
    ),
    "and": (
        lambda: jitted(both, X),
        "decision on a value",
        "argument x",
        "jnp.logical_and",
        "return x if",
    ),
    "while": (
        lambda: jitted(loops, X),
        "decision on a value",
        "`while` asks",
        "lax.while_loop",
        "while x[0]",
    ),
    "range": (
        lambda: jitted(lambda n: sum(range(n)), 3),
        "whole number",
        "argument n",
        "fori_loop",
        "range(n)",
    ),
    "shape": (
        lambda: jitted(jnp.ones, 3),
        "shape that depends",
        "argument shape",
        "static",
        "",
    ),
    "mask": (
        lambda: jitted(lambda x: x[x > 0], X),
        "unknown size",
        "x[mask]",
        "jnp.where(mask",
        "x[x > 0]",
    ),
    "nonzero": (
        lambda: jitted(lambda x: jnp.where(x > 0), X),
        "jnp.nonzero",
        "argument x",
        "size=n",
        "",
    ),
    "float": (
        lambda: jitted(lambda x: float(x[0]), X),
        "float()",
        "argument x",
        "x.astype(float)",
        "float(x[0])",
    ),
    "item": (
        lambda: jitted(lambda x: x[0].item(), X),
        "value is needed",
        "argument x",
        "static",
        ".item()",
    ),
    "numpy": (
        lambda: jitted(lambda x: np.sin(x), X),
        "NumPy was given",
        "none",
        "jax.numpy",
        "",
    ),
    "leak": (
        leaks,
        "left the function",
        "stored a value outside",
        "return the value",
        "KEPT.pop() + 1",
    ),
    "broadcast": (
        lambda: X + jnp.ones(4),
        "(3,), (4,)",
        "element by element",
        "x[:, None]",
        "jnp.ones(4)",
    ),
    "product": (
        lambda: jnp.ones((3, 4)) @ jnp.ones((3, 4)),
        "inner sizes",
        "last axis",
        "a @ b.T",
        "@",
    ),
    "gradient": (
        lambda: jax.grad(lambda x: x * 2)(X),
        "not one number",
        "ONE number",
        "jax.vmap(jax.grad(f))",
        "",
    ),
    "integer": (
        lambda: jax.grad(lambda x: x * 2.0)(3),
        "type int32",
        "no derivative",
        "3.0 in place",
        "",
    ),
    "unhashable": (
        lambda: jitted(lambda x, s: x, X, [1], static_argnums=1),
        "cannot be a key",
        "hashable",
        "tuple",
        "",
    ),
    "string": (
        lambda: jitted(lambda x: x, "abc"),
        "argument x is no array",
        "type",
        "static_argnames='x'",
        "",
    ),
    "part": (
        lambda: jitted(lambda x: x, {"a": X, "b": ["abc"]}),
        "argument x['b'][0] is no array",
        "type",
        "let the arrays of this argument be traced",
        "",
    ),
    "ahead": (
        lambda: COMPILED(jnp.ones(3, "int32")),
        "compiled for float32[3]",
        "machine code",
        "new types",
        "",
    ),
    "too late": (
        lambda: jax.grad(lambda x: COMPILED(x)[0])(X),
        "any more",
        "Python function",
        "transform first",
        "",
    ),
    "carry": (
        lambda: lax.scan(lambda c, _: (c.astype("int32"), None), X, None, length=3),
        "float32[3] into int32[3]",
        "round to round",
        ".astype",
        "lax.scan",
    ),
    "branches": (
        lambda: lax.cond(True, lambda: jnp.ones(3), lambda: jnp.ones(4)),
        "float32[3] and float32[4]",
        "Both branches",
        "same type",
        "lax.cond",
    ),
    "lengths": (
        lambda: jax.vmap(lambda a, b: a + b)(jnp.ones(3), jnp.ones(4)),
        "3 and 4",
        "in step",
        "in_axes",
        "",
    ),
    "reverse": (
        lambda: jax.grad(lambda x: lax.while_loop(lambda c: c < 9.0, lambda c: c * 2, x))(1.0),
        "length is not known",
        "back through every round",
        "lax.scan",
        "",
    ),
    "memory": (
        lambda: jitted(lambda: jnp.ones((10**6, 10**6))),
        "not enough memory",
        "4000000000000",
        "in pieces",
        "",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_in_plain_words(name):
    call, title, words, suggestion, code = CASES[name]
    with pytest.raises(Exception) as caught:
        call()
    said = explain(caught.value)
    assert said.known
    assert title in said.title
    assert words in said.words
    assert suggestion in said.suggestion
    assert said.error == type(caught.value).__name__
    assert said.path == __file__
    assert said.line > 0
    assert code in said.code
    assert "\n" not in said.title
    assert "docs.jax.dev" not in said.words + said.suggestion


def test_the_line_is_the_persons_and_not_the_librarys():
    with pytest.raises(TypeError) as caught:
        jitted(decides, X)
    said = explain(caught.value)
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    assert lines[said.line - 1][said.column : said.end_column] == "x.sum() > 0"


def test_an_error_without_words_here_is_shown_as_it_is():
    with pytest.raises(KeyError) as caught:
        {}["a"]
    said = explain(caught.value)
    assert not said.known
    assert said.title == "KeyError: 'a'"
    assert said.code == '{}["a"]'


def test_only_the_files_that_are_the_persons():
    with pytest.raises(TypeError) as caught:
        jitted(decides, X)
    assert explain(caught.value, ["/elsewhere.py"]).line == 0
    assert explain(caught.value, [__file__]).line > 0


def test_a_long_value_is_cut_and_in_one_line():
    """Neither line breaks, nor those that a repr spells out, nor half a screen."""

    class Network:
        __hash__ = None

        def __repr__(self):
            return "Network(\n" + ",\n".join(f"  weight_{k}=f32[8,4]" for k in range(50)) + "\\n)"

    with pytest.raises(ValueError) as caught:
        jitted(lambda x, s: x, X, Network(), static_argnums=1)
    title = explain(caught.value).title
    assert "Network( weight_0=f32[8,4]" in title
    assert "\n" not in title
    assert "\\n" not in title
    assert len(title) < 160
