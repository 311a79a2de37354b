"""Evaluation of a tree in any algebra: JAX, intervals, balls, SymPy, Python text.

    sheet = Sheet.read(["a x^2 {x > 0}"])
    f = tree_to_jax(sheet.lines[0].tree, ("x",), sheet.values)   # f(x, p) -> scalar

evaluate.py     evaluate(tree, algebra, {"x": …, "a": …}, line); algebra.py: what an algebra must supply
ball_algebra.py  numbers with proven errors; germs.py: expansions beside a point; ball_integrals.py
jax_algebra.py  tree_to_jax: jax.numpy and jax.lax, with scopes such as L0_4_9 (line, start, end)
"""

from jaxstudio.functions.interpreters.algebra import Algebra
from jaxstudio.functions.interpreters.evaluate import evaluate
from jaxstudio.functions.interpreters.jax_algebra import JaxAlgebra, tree_to_jax

__all__ = ["Algebra", "JaxAlgebra", "evaluate", "tree_to_jax"]
