"""A linear solve and its derivative.

`jnp.linalg.solve` becomes LAPACK's LU decomposition and two
triangular solves. The gradient solves with the transposed
matrix and does not decompose again: the optimised HLO has
one getrf and four trsm.
"""

import jax
import jax.numpy as jnp


def misfit(matrix, right):
    return jnp.sum(jnp.linalg.solve(matrix, right) ** 2)


# inspect: slope(f32[32,32], f32[32])
def slope(matrix, right):
    return jax.grad(misfit)(matrix, right)


if __name__ == "__main__":
    print(slope(2 * jnp.eye(32), jnp.ones(32))[0, 0])
