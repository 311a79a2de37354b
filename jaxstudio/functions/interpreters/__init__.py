"""What a tree means: one walk over it, in any algebra.

    sheet = Sheet.read(["a x^2 {x > 0}"])
    f = to_jax(sheet.lines[0], sheet)           # f(x, p) -> scalar; jax.vmap(f, (0, None))(xs, {"a": 2.0})

algebra.py      the operations an algebra must supply (subclass `Algebra` for another, as for Taylor series)
evaluate.py     evaluate(tree, algebra, {"x": …, "a": …}, line) in that algebra
jax_algebra.py  JaxAlgebra: jax.numpy and jax.lax, with scopes such as L0_4_9 (line, start, end)
compute.py      to_jax, tree_to_jax
"""

from jaxstudio.functions.interpreters.evaluate import Algebra, evaluate
from jaxstudio.functions.interpreters.jax_algebra import JaxAlgebra, to_jax, tree_to_jax

__all__ = ["Algebra", "JaxAlgebra", "evaluate", "to_jax", "tree_to_jax"]
