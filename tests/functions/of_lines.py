"""The function of a line of a sheet by each interpreter."""

from functions import mpmath_algebra
from jaxstudio.functions.interpreters import jax_algebra, python_text, sympy_algebra


def to_jax(line, sheet):
    return jax_algebra.tree_to_jax(line.tree, line.variables, sheet.values, line.index)


def to_mpmath(line, sheet, digits=mpmath_algebra.DIGITS):
    return mpmath_algebra.tree_to_mpmath(line.tree, line.variables, sheet.values, digits)


def to_sympy(line, sheet):
    return sympy_algebra.tree_to_sympy(line.tree, (*line.variables, *line.sliders))


def to_python(line, sheet, name="f"):
    return python_text.tree_to_python(line.tree, line.variables, line.sliders, name)
