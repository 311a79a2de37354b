"""Whatever is typed is read or refused: nothing else is raised, nothing is run, nothing is endless."""

import random
import sys

import pytest

from functions.hostile import HOSTILE, random_texts
from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import FUNCTIONS, LineKind, Sheet, limits
from jaxstudio.functions.language.nodes import Apply, Call, walk


def check(texts):
    """Reads the lines; every error is one of text, and what is called is declared."""
    sheet = Sheet.read(texts)
    assert len(sheet.lines) == len(texts)
    for line in sheet.lines:
        if line.kind is LineKind.ERROR:
            assert type(line.error) is ExpressionError
            assert 0 <= line.error.start <= line.error.end <= len(line.text)
            assert len(str(line.error)) < 1000
        elif line.tree is not None:
            hash(line)
            for node in walk(line.tree):
                assert not isinstance(node, Call) or node.name in FUNCTIONS
                assert not isinstance(node, Apply) or node.body is not None
    return sheet


def test_texts_made_to_hurt():
    for text in HOSTILE:
        check([text])


@pytest.mark.parametrize("count", [1_500, pytest.param(100_000, marks=pytest.mark.big)])
def test_random_texts(count):
    good = 0
    for text in random_texts(count, seed=1):
        (line,) = check([text]).lines
        good += line.error is None
    assert good > count / 150


def test_random_sheets():
    source = random.Random(2)
    heads = ("f(x) = ", "g(x, y) = ", "a = ", "b = ", "y = ", "h(t) = ", "")
    bodies = (
        "f(x)", "g(x, 1)", "a x", "b + a", "h(f(t))", "x^2", "f'(x)", "d/da (a x)", "sum(f(n), n, 1, 5)", "u",
    )  # fmt: skip
    for _ in range(150):
        lines = [
            source.choice(heads) + " + ".join(source.choices(bodies, k=source.randint(1, 3)))
            for _ in range(source.randint(1, 12))
        ]
        check(lines)


def test_definitions_that_double_are_bounded():
    doubling = ["f0(x) = x + x"] + [f"f{n}(x) = f{n - 1}(x) + f{n - 1}(x)" for n in range(1, 50)]
    sheet = check(doubling)
    assert sheet.lines[5].error is None
    assert "at most 2000" in str(sheet.lines[12].error)
    assert "line 9" in str(sheet.lines[49].error)


def test_definitions_that_reach_deep_are_bounded():
    chain = ["f0(x) = sin(x)"] + [f"f{n}(x) = sin(f{n - 1}(x))" for n in range(1, 900)]
    sheet = check(chain)
    assert sheet.lines[30].error is None
    assert "deep" in str(sheet.lines[100].error)


def test_a_chain_of_values_does_not_exhaust_the_stack():
    names = [f"v{n}" for n in range(500)]
    lines = [f"{name} = {before} + 1" for name, before in zip(names[1:], names, strict=False)]
    check(lines[::-1])
    check(lines)


@pytest.mark.thorough
def test_the_stack_of_python_is_enough_wherever_reading_starts():
    """Reading is often called from deep inside: half of Python's stack must do."""

    def deeper(levels):
        return deeper(levels - 1) if levels else [check([text]) for text in HOSTILE]

    deeper(sys.getrecursionlimit() // 4)


def test_more_lines_than_are_read():
    sheet = Sheet.read(["x"] * (limits.LINES + 5))
    assert sheet.lines[limits.LINES - 1].error is None
    assert "at most" in str(sheet.lines[limits.LINES].error)
