"""Matrices as values, against NumPy and SciPy."""

import csv
import io
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.signal import convolve2d

from jaxstudio.errors import ExpressionError, ParameterError
from jaxstudio.ops.convolution.convolve import PRESETS
from jaxstudio.pipeline import matrices

SHAPES = [(1, 1), (1, 5), (5, 1), (3, 3), (5, 3), (7, 7)]


def rows(array):
    return tuple(tuple(float(x) for x in row) for row in np.asarray(array))


def drawn(shape, seed=0):
    return np.random.default_rng([seed, *shape]).normal(size=shape)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_turning_and_flipping(shape):
    matrix = drawn(shape)
    assert matrices.transpose(rows(matrix)) == rows(matrix.T)
    assert matrices.rotate_90(rows(matrix)) == rows(np.rot90(matrix))
    assert matrices.flip_horizontal(rows(matrix)) == rows(np.fliplr(matrix))
    assert matrices.flip_vertical(rows(matrix)) == rows(np.flipud(matrix))


@pytest.mark.parametrize("first", SHAPES, ids=str)
@pytest.mark.parametrize("second", SHAPES, ids=str)
def test_combined_is_one_convolved_with_the_other(first, second):
    a, b = drawn(first, 1), drawn(second, 2)
    np.testing.assert_allclose(matrices.convolve_matrices(rows(a), rows(b), 15), convolve2d(a, b), atol=1e-13)


def test_combining_drops_outer_zeros_and_refuses_what_is_too_large():
    identity = rows([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
    assert matrices.convolve_matrices(identity, rows([[2]]), 15) == rows([[2]])
    # the middle stays in the middle: a zero row on one side alone is kept
    assert matrices.convolve_matrices(rows([[1], [0], [0]]), rows([[1]]), 15) == rows([[1], [0], [0]])
    box = rows(np.full((9, 9), 1 / 81))
    with pytest.raises(ParameterError, match="together they would be 17 × 17: expected at most 15 × 15"):
        matrices.convolve_matrices(box, box, 15)


def test_normalised():
    np.testing.assert_allclose(matrices.normalise(rows([[1, 2, 1]])), [[0.25, 0.5, 0.25]])
    for cancels in ([[0, 1, 0], [1, -4, 1], [0, 1, 0]], [[0]], [[1 / 3, -2 / 3, 1 / 3]], [[0.1, 0.2, -0.3]]):
        assert matrices.weights_cancel(rows(cancels))
        with pytest.raises(ParameterError, match="sum to 0"):
            matrices.normalise(rows(cancels))
    assert not matrices.weights_cancel(rows([[1, -1, 1e-3]]))


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if min(shape) > 1], ids=str)
def test_a_product_of_two_vectors_is_recognised_and_nothing_else(shape):
    column, row = drawn(shape, 3)[:, 0], drawn(shape, 4)[0]
    product = np.outer(column, row)
    found = matrices.factorise(rows(product))
    assert found is not None
    np.testing.assert_allclose(np.outer(*found), product, rtol=1e-12)
    for off in (1e-5, 1.0):
        other = product.copy()
        other[0, 0] += off * np.abs(product).sum()
        assert np.linalg.matrix_rank(other, tol=1e-9) == 2
        assert matrices.factorise(rows(other)) is None


def test_the_rank_agrees_with_numpys():
    for name, kernel in PRESETS:
        assert (matrices.factorise(kernel) is not None) == (np.linalg.matrix_rank(kernel) == 1), name
    assert matrices.factorise(rows([[0, 0, 0]])) is None
    assert matrices.factorise(rows([[0, 0, 0], [0, 0, 2], [0, 0, 0]])) == ((0.0, 1.0, 0.0), (0.0, 0.0, 2.0))


CROSS = ((0.0, -1.0, 0.0), (-1.0, 5.0, -1.0), (0.0, -1.0, 0.0))
BELL = tuple(tuple(a * b / 16 for a in (1, 2, 1)) for b in (1, 2, 1))

sides = st.sampled_from([1, 3, 5])
weights = st.floats(-1e6, 1e6, allow_nan=False).map(float)


@st.composite
def odd_matrices(draw):
    height, width = draw(sides), draw(sides)
    return tuple(tuple(draw(weights) for _ in range(width)) for _ in range(height))


@given(odd_matrices())
def test_what_is_written_is_read_back_to_the_last_bit(rows):
    for write in matrices.STYLES.values():
        assert matrices.parse_matrix(write(rows), 15) == rows


@given(odd_matrices())
def test_others_read_it(rows):
    assert json.loads(matrices.as_list(rows)) == [list(row) for row in rows]
    table = list(csv.reader(io.StringIO(matrices.as_table(rows))))
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
    assert matrices.parse_matrix(text, 15) == CROSS


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
    assert matrices.parse_matrix(text, 15) == BELL


@pytest.mark.parametrize(("text", "rows"), [("7", 1), ("[1, 2, 3]", 1), ("[[1],[2],[3]]", 3), ("1\n2\n3", 3)])
def test_vectors(text, rows):
    assert len(matrices.parse_matrix(text, 15)) == rows


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
        matrices.parse_matrix(text, 15)
    assert message in str(caught.value)
    if at is not None:
        assert text[caught.value.start : caught.value.end] == at


@pytest.mark.timeout(5)
def test_many_spaces_and_brackets_are_no_trap():
    for text in ("]" + " " * 19_000 + "x", "(" * 20_000, "a." * 10_000, "1" + " / 1" * 4_000, "1e" * 10_000):
        with pytest.raises(ExpressionError):
            matrices.parse_matrix(text, 15)


def test_places_are_lines_and_columns():
    assert matrices.place("12\n345", 0) == (1, 1)
    assert matrices.place("12\n345", 4) == (2, 2)


@given(st.text("0123456789.,;[](){}/*-+ \n eEnp", max_size=60))
def test_any_text_is_a_matrix_or_an_error_inside_it(text):
    try:
        rows, error = matrices.parse_matrix(text, 15), None
    except ExpressionError as refused:
        rows, error = (), refused
    assert len({len(row) for row in rows}) <= 1
    assert error is None or 0 <= error.start <= error.end <= len(text)
