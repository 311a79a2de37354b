"""Evaluation of a tree in any algebra: JAX, intervals, mpmath, SymPy, Python text.

    sheet = Sheet.read(["a x^2 {x > 0}"])
    f = to_jax(sheet.lines[0], sheet)           # f(x, p) -> scalar; jax.vmap(f, (0, None))(xs, {"a": 2.0})

evaluate.py     evaluate(tree, algebra, {"x": …, "a": …}, line); Algebra: what an algebra must supply
jax_algebra.py  to_jax, tree_to_jax: jax.numpy and jax.lax, with scopes such as L0_4_9 (line, start, end)
"""

from jaxstudio.functions.interpreters.evaluate import Algebra, evaluate
from jaxstudio.functions.interpreters.jax_algebra import JaxAlgebra, to_jax, tree_to_jax

__all__ = ["Algebra", "JaxAlgebra", "evaluate", "to_jax", "tree_to_jax"]
