"""Scripts of typed expressions: the same bits as the engine, in Python that reads like the text."""

import ast

import numpy as np
import pytest
from jax import export

from codegen.test_script import assert_same, namespace_of, photo
from jaxstudio.codegen.layout import laid_out
from jaxstudio.codegen.script import recipe_script
from jaxstudio.codegen.stablehlo import export_stablehlo
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

SIZE = (45, 267)
TEXTS = {
    "neighbours": "amount = 1 [0, 3]\nv + amount (v - (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1))/4)",
    "place": "v (1 - k hypot(x/width - 0.5, y/height - 0.5))\nk = 0.5 [0, 1]",
    "colours": "r = 0.5 g + at_luma(2, -1)/2; b = {v > 0.4: sqrt(v), x < y: r^3, 0.3 alpha}",
    "names of the script": "place = 0.3 [0, 1]; read = 0.1; p = 0.2\n"
    "(luma, sin(40 x/w) place + v, cbrt(b)^2 p + read)",
    "functions and sums": "f(a) = a^2 - a/3 # half\nsum(at(n, 0) f(n), n, -2, 2)/5 + gamma(f(v) + 1)",
    "a number": "0.5",
    "sums and products": "r = 0.3 r + g b - x/w; b = {v > 0.4: r/(g + 1) + 0.1 y, 0.3 v + 0.2 luma}",
    "every channel": "k = 0.7 [0, 2]\n0.2 + k v - 0.1 luma + 0.3 v (x/w - 0.5)^2",
}
FORMATS = (("uint8", 3), ("float32", 4), ("uint16", 1), ("uint8", 2), ("uint8", 4))


@pytest.fixture(scope="module")
def engine():
    return Engine(cache_bytes=0)


def recipe_of(text, **values):
    return Recipe().added(CATALOGUE["expression"], {"text": text, **values})


@pytest.mark.samples(1)
@pytest.mark.parametrize("name", TEXTS)
def test_expressions_give_the_same_bits(engine, name):
    formats = [FORMATS[(list(TEXTS).index(name) + at) % len(FORMATS)] for at in range(2)]
    assert_same(engine, recipe_of(TEXTS[name]), formats, SIZE)


@pytest.mark.thorough
@pytest.mark.parametrize("border", ["constant", "wrap"])
def test_borders_of_expressions(engine, border):
    recipe = recipe_of("at(3, -2) - at_r(-1, 0)", border=border)
    assert_same(engine, recipe, [("uint8", 3), ("float32", 1)], SIZE)


def test_a_script_reads_like_the_expression_and_its_sliders_can_be_changed(engine):
    text = recipe_script(recipe_of(TEXTS["neighbours"])).text
    assert "    return v + amount * (v - (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1)) / 4.0)" in text
    names = namespace_of(text.replace('"amount": 1.0', '"amount": 2.5'))
    pixels = photo("uint8", 3, SIZE)
    expected = engine.render(Source(pixels), recipe_of(TEXTS["neighbours"], amount=2.5), dtype="uint8")
    assert np.array_equal(np.asarray(names["apply"](pixels)), expected)


def test_what_is_typed_cannot_leave_its_comment():
    text = "v # \rprint(1)\x0cprint(2)\u2028print(3)\x00"
    tree = ast.parse(recipe_script(recipe_of(text)).text)
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "print"]


@pytest.mark.thorough
def test_expressions_are_in_stablehlo_with_the_same_bits(engine):
    recipe, pixels = recipe_of(TEXTS["colours"]), photo("uint8", 3, SIZE)
    content = export_stablehlo(recipe, SIZE).serialize()
    found = np.asarray(export.deserialize(content).call(pixels))
    assert np.array_equal(found, engine.render(Source(pixels), recipe, dtype="uint8"))


@pytest.mark.parametrize(
    "statement",
    [
        "return " + " + ".join(f"(value_{n} - (at({n}, 0) - {n})) / {n}.0 ** 2" for n in range(9)),
        "total = " + " / ".join(f"(weights[{n}] * -rest + other_{n})" for n in range(9)),
        "total = first - (" + " - ".join(f"jnp.negative(part_{n})" for n in range(12)) + ")",
    ],
)
def test_long_sums_and_products_have_a_line_for_each_operand(statement):
    text = laid_out(statement, 4)
    assert max(map(len, text.splitlines())) <= 110
    assert ast.dump(ast.parse(text.strip())) == ast.dump(ast.parse(statement))
