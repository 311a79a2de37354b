"""Jacobians and Hessians: lesson 13, and SymPy."""

import jax.numpy as jnp
import numpy as np
import pytest
import sympy

from jaxstudio.errors import UsageError
from jaxstudio.functions.fields.grid import hessian, jacobian, products


def lesson_vector(x0, x1, x2, p):
    return x0**2 + x1**2 - x1 * x2, x0**2 - x1**2 + 3 * x0 * x2


def test_lesson_13_jacobian_and_its_products():
    found = jacobian(lesson_vector, (3, 4, 5), {})
    assert found.value.tolist() == [5, 38]
    assert found.forward.tolist() == found.reverse.tolist() == [[6, 3, -4], [21, -8, 9]]
    assert products(lesson_vector, (3, 4, 5), {}, (1, 1, 1)).forward.tolist() == [5, 22]
    along = products(lesson_vector, (3, 4, 5), {}, (0, 1, 0), (1, 2))
    assert along.forward.tolist() == [3, -8]
    assert along.reverse.tolist() == [48, -13, 14]


def test_lesson_13_hessian():
    found = hessian(lambda x0, x1, x2, p: x0**2 - x1**2 + 3 * x0 * x2, (3, 4, 5), {})
    assert found.hessian.tolist() == [[2, 0, 3], [0, -2, 0], [3, 0, 0]]
    assert found.gradient.tolist() == [21, -8, 9]
    assert found.value == 38
    np.testing.assert_allclose(found.eigenvalues, sorted([-2, 1 - np.sqrt(10), 1 + np.sqrt(10)]))
    assert found.ellipse is None


def test_against_symbols():
    x, y = sympy.symbols("x y")
    rows = (sympy.sin(x * y) + x**3, sympy.exp(-x) / y)
    at = {x: 0.7, y: -1.3}
    expected = np.array(sympy.Matrix(rows).jacobian([x, y]).subs(at), float)
    found = jacobian(lambda x, y, p: (jnp.sin(x * y) + x**3, jnp.exp(-x) / y), (0.7, -1.3), {})
    np.testing.assert_allclose(found.forward, expected, rtol=1e-14)
    np.testing.assert_allclose(found.reverse, expected, rtol=1e-14)
    matrix = np.array(sympy.hessian(rows[0], (x, y)).subs(at), float)
    second = hessian(lambda x, y, p: jnp.sin(x * y) + x**3, (0.7, -1.3), {})
    np.testing.assert_allclose(second.hessian, matrix, rtol=1e-14)


def test_what_becomes_of_a_small_circle():
    found = jacobian(lambda x, y, p: (x * jnp.cos(y), x * jnp.sin(y)), (2.0, 0.5), {})
    turn = np.linspace(0, 2 * np.pi, 97)
    image = found.forward @ np.stack([np.cos(turn), np.sin(turn)])
    assert np.hypot(*image).max() == pytest.approx(found.stretch.semi_axes[0], rel=1e-3)
    np.testing.assert_allclose(found.stretch.semi_axes, [2, 1])
    outline = found.stretch.outline()
    # every point of the outline is the image of one of the unit circle
    np.testing.assert_allclose(np.hypot(*np.linalg.solve(found.forward, outline.T)), 1)


def test_the_eigen_ellipse():
    found = hessian(lambda x, y, p: 2 * x * x + x * y + 3 * y * y, (1, 1), {})
    outline = found.ellipse.outline()
    np.testing.assert_allclose(np.einsum("ni,ij,nj->n", outline, found.hessian, outline), 1)
    assert found.ellipse.semi_axes[0] > found.ellipse.semi_axes[1]
    flat = hessian(lambda x, y, p: y * y, (1, 1), {})
    assert flat.ellipse.semi_axes.tolist() == [np.inf, 1 / np.sqrt(2)]


def test_where_there_is_no_derivative():
    found = hessian(lambda x, y, p: jnp.log(x) + y, (-1, 1), {})
    assert np.isnan(found.value)
    assert np.isnan(found.gradient).all()
    assert found.ellipse is None
    both = jacobian(lambda x, y, p: (jnp.log(x), x * y), (-1, 1), {})
    np.testing.assert_array_equal(both.forward, [[np.nan, np.nan], [1, -1]])


def test_what_does_not_fit_is_said():
    with pytest.raises(UsageError, match="direction has 2 numbers; the function has 3 variables"):
        products(lesson_vector, (3, 4, 5), {}, (1, 1))
    with pytest.raises(UsageError, match="weights has 3 numbers; the function has 2 results"):
        products(lesson_vector, (3, 4, 5), {}, (1, 1, 1), (1, 2, 3))
    with pytest.raises(UsageError, match="one result, this one has 2"):
        hessian(lesson_vector, (3, 4, 5), {})
