"""Matrices as text: what others write is read, and what is written is read back."""

import csv
import io
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaxstudio.errors import ExpressionError
from jaxstudio.pipeline import matrices as matrix_text

CROSS = ((0.0, -1.0, 0.0), (-1.0, 5.0, -1.0), (0.0, -1.0, 0.0))
BELL = tuple(tuple(a * b / 16 for a in (1, 2, 1)) for b in (1, 2, 1))

sides = st.sampled_from([1, 3, 5])
weights = st.floats(-1e6, 1e6, allow_nan=False).map(float)


@st.composite
def matrices(draw):
    height, width = draw(sides), draw(sides)
    return tuple(tuple(draw(weights) for _ in range(width)) for _ in range(height))


@given(matrices())
def test_what_is_written_is_read_back_to_the_last_bit(rows):
    for write in matrix_text.STYLES.values():
        assert matrix_text.parsed(write(rows), 15) == rows


@given(matrices())
def test_others_read_it(rows):
    assert json.loads(matrix_text.as_list(rows)) == [list(row) for row in rows]
    table = list(csv.reader(io.StringIO(matrix_text.as_table(rows))))
    assert [[float(cell) for cell in row] for row in table] == [list(row) for row in rows]


@pytest.mark.parametrize(
    "text",
    [
        repr(np.array(CROSS)),
        str(np.array(CROSS)),
        repr(np.array(CROSS, np.float32)),
        str(np.array(CROSS).tolist()),
        "0,-1,0\n-1,5,-1\n0,-1,0\n",
        "0\t-1\t0\n-1\t5\t-1\n0\t-1\t0",
        "0; -1; 0\r\n-1; 5; -1\r\n0; -1; 0\r\n",
        "0 -1 0; -1 5 -1; 0 -1 0",
        "K = [0 -1 0; -1 5 -1; 0 -1 0];",
        "kernel = np.array([[0, -1, 0],\n    [-1, 5, -1],\n    [0, -1, 0],\n], dtype=np.float32)",
        "((0, −1, 0), (−1, 5, −1), (0, −1, 0))",
        "{{0,-1,0},{-1,5,-1},{0,-1,0}}",
        "\n\n 0 -1 0 \n\n-1 5. -1\n 0 -1e0 .0 \n",
        "jnp.asarray([[0, -1, 0], [-1, 5, -1], [0, -1, 0]])",
    ],
)
def test_ways_of_writing_a_cross(text):
    assert matrix_text.parsed(text, 15) == CROSS


@pytest.mark.parametrize(
    "text",
    [
        "1/16 * np.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]])",
        "(1/16) * [[1,2,1],[2,4,2],[1,2,1]]",
        "[[1, 2, 1], [2, 4, 2], [1, 2, 1]] / 16",
        "np.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]]) / 16.0",
        "0.0625 * [[1,2,1],[2,4,2],[1,2,1]]",
        "1/16, 1/8, 1/16\n1/8, 1/4, 1/8\n1/16, 2/16, 1/16",
    ],
)
def test_fractions_and_factors(text):
    assert matrix_text.parsed(text, 15) == BELL


@pytest.mark.parametrize(("text", "rows"), [("7", 1), ("[1, 2, 3]", 1), ("[[1],[2],[3]]", 3), ("1\n2\n3", 3)])
def test_vectors(text, rows):
    assert len(matrix_text.parsed(text, 15)) == rows


@pytest.mark.parametrize(
    ("text", "message", "at"),
    [
        ("1 2 3\n4 x5 6\n7 8 9", "expected a number, not 'x5'", "x5"),
        ("1 2 3\n4 5\n7 8 9", "row 2 has 2 numbers, the first has 3", "4 5"),
        ("[[1, 2], [3, 4]]", "2 × 2: expected odd sides from 1 to 15", "1, 2], [3, 4"),
        ("[[1, , 2]]", "a number is missing", ","),
        ("[[1, 2, 3]", "a bracket is not closed", None),
        ("1, 2, 3]", "']' closes nothing", "]"),
        ("[[1, 2, 3]] / 0", "divided by 0", "/ 0"),
        ("1/0, 2, 3", "divided by 0", "1/0"),
        ("1e999 0 0", "row 1: a number is too large", "1e999 0 0"),
        ("nan 1 2", "expected a number, not 'nan'", "nan"),
        ("__import__('os').system('x')", "expected a number", None),
        ("", "expected the numbers of a matrix", None),
        ("[[]]", "expected the numbers of a matrix", None),
        (" ".join("1" * 17), "1 × 17: expected odd sides from 1 to 15", None),
        ("1" * 20_001, "20,001 characters", None),
    ],
)
def test_what_is_wrong_is_said_at_its_place(text, message, at):
    with pytest.raises(ExpressionError) as caught:
        matrix_text.parsed(text, 15)
    assert message in str(caught.value)
    if at is not None:
        assert text[caught.value.start : caught.value.end] == at


@pytest.mark.timeout(5)
def test_many_spaces_and_brackets_are_no_trap():
    for text in ("]" + " " * 19_000 + "x", "(" * 20_000, "a." * 10_000, "1" + " / 1" * 4_000, "1e" * 10_000):
        with pytest.raises(ExpressionError):
            matrix_text.parsed(text, 15)


def test_places_are_lines_and_columns():
    assert matrix_text.place("12\n345", 0) == (1, 1)
    assert matrix_text.place("12\n345", 4) == (2, 2)


@given(st.text("0123456789.,;[](){}/*-+ \n eEnp", max_size=60))
def test_any_text_is_a_matrix_or_an_error_inside_it(text):
    try:
        rows, error = matrix_text.parsed(text, 15), None
    except ExpressionError as refused:
        rows, error = (), refused
    assert len({len(row) for row in rows}) <= 1
    assert error is None or 0 <= error.start <= error.end <= len(text)
