"""Texts of expressions of pixels: what is read, and where what is wrong with one is said to be."""

import time

import pytest

from jaxstudio.errors import ExpressionError
from jaxstudio.pipeline.pixel_program import (
    MOST_SLIDERS,
    SliderLine,
    described,
    line_and_column,
    read_program,
)


def neighbours(text):
    return sorted((each.what, each.dx, each.dy) for each in read_program(text).neighbours)


def test_one_expression_computes_every_channel():
    program = read_program("1 - v")
    assert program.all_channels is not None
    assert program.colours == (None, None, None)
    assert program.by_value
    assert program.is_local


@pytest.mark.parametrize("text", ["r = g; g = r", "r = g\ng = r", "r = g # a note\n\n# another\n g = r;"])
def test_single_channels_may_be_computed(text):
    program = read_program(text)
    assert program.all_channels is None
    assert [tree is not None for tree in program.colours] == [True, True, False]
    assert not program.by_value


@pytest.mark.parametrize("text", ["(g, b, r)", "[g, b, r]"])
def test_three_numbers_are_the_colours(text):
    assert None not in read_program(text).colours


def test_neighbours_are_known_before_anything_is_computed():
    assert neighbours("at(1, -2) + at_luma(0, 3) + at(1, -2)") == [("luma", 0, 3), ("v", 1, -2)]
    assert read_program("at(1, -2) + at_luma(0, 3)").reach == (3, 1)


def test_sums_are_written_out_and_their_neighbours_known():
    assert len(neighbours("sum(sum(at(i, 2 j - 1), i, -1, 1), j, -1, 1)/9")) == 9
    assert read_program("prod(v, n, 3, 2)").neighbours == ()


def test_sliders_have_ranges():
    program = read_program("k = 0.5 [0, 2]; q = 3; z = -1; k q z v")
    assert program.sliders == (
        SliderLine("k", 0.5, 0.0, 2.0, True),
        SliderLine("q", 3.0, 0.0, 6.0, False),
        SliderLine("z", -1.0, -2.0, 2.0, False),
    )


def test_values_and_functions_use_one_another():
    assert read_program("f(u) = u m; m = k luma; k = 2; f(v)").names == {"luma", "v"}


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "nothing is computed"),
        ("# only a note", 1, 14, "nothing is computed"),
        ("k = 1\nv + q", 2, 5, "a line q = 1 makes it a slider"),
        ("v + lumma", 1, 5, "did you mean luma?"),
        ("1 - v;\n  foo(v)", 2, 3, "no function foo"),
        ("v; v", 1, 4, "a second expression"),
        ("r = 1; r = 2", 1, 8, "r is computed twice"),
        ("v\nr = 1", 2, 1, "either one expression"),
        ("x = 3; v", 1, 1, "x is the pixel's column"),
        ("at = 3; v", 1, 1, "reads a neighbour"),
        ("k = 1; k = 2; v", 1, 8, "defined already"),
        ("border = 1; v", 1, 1, "a parameter of the step"),
        ("at(x, 0)", 1, 4, "whole numbers from -64 to 64"),
        ("v + at(1, 65)", 1, 11, "whole numbers from -64 to 64"),
        ("at(0.5, 0)", 1, 4, "whole numbers"),
        ("at(1/1, 0)", 1, 4, "whole numbers"),
        ("at(1)", 1, 1, "takes 2 arguments"),
        ("k = 5 [0, 1]; v", 1, 5, "outside the range"),
        ("k = 1e9 [0, 1e9]; v", 1, 5, "a slider goes from"),
        ("integral(v t, t, 0, 1)", 1, 1, "no integrals"),
        ("d/dx v", 1, 1, "no derivatives"),
        ("sin'(v)", 1, 1, "no derivatives"),
        ("v ~ r", 1, 1, "is for data"),
        ("(r, g)", 1, 1, "three"),
        ("r = (1, 2, 3)", 1, 5, "number is needed"),
        ("f(u) = f(u) + 1; f(v)", 1, 8, "defined by itself"),
        ("v + 🙂", 1, 5, "no meaning"),
        ("__import__('os')", 1, 1, "was expected"),
        ("lambda: v", 1, 7, ""),
    ],
)
def test_what_is_wrong_is_said_at_its_place(text, line, column, words):
    with pytest.raises(ExpressionError) as caught:
        read_program(text)
    error = caught.value
    assert line_and_column(text, error.start) == (line, column)
    assert words in str(error)
    assert 0 <= error.start <= error.end <= max(len(text), error.start)
    assert "\n" not in described(text, error)


HOSTILE = {
    "too long": "v + " * 2000 + "v",
    "deep": "(" * 1000 + "v" + ")" * 1000,
    "deep without brackets": "-" * 3000 + "v",
    "powers": "^".join(["v"] * 1500),
    "many terms": "sum(v, n, 1, 1e9)",
    "sums in sums": "sum(sum(sum(sum(v, a, 1, 40), c, 1, 40), d, 1, 40), q, 1, 40)",
    "a bomb of definitions": "; ".join(f"a{n} = a{n - 1} + a{n - 1}" for n in range(1, 40))
    + "; a0 = v v; a39",
    "special functions": "+".join(["gamma(v)"] * 70),
    "many sliders": "; ".join(f"s{n} = 1" for n in range(MOST_SLIDERS + 1)) + "; v",
    "many lines": "; ".join(f"s{n} = v" for n in range(90)) + "; v",
    "a network": "mlp(x, 1024, 1024)",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_refused_at_once(name):
    text = HOSTILE[name][:100_000]
    began = time.process_time()
    with pytest.raises(ExpressionError) as caught:
        read_program(text)
    assert time.process_time() - began < 2
    assert len(described(text, caught.value)) < 400
