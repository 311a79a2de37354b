"""Gradients of single samples: a vmap of a grad.

Written for one sample, it has no loop for a batch: choose
the colours of transforms to see what vmap and the
derivative made. The products of two vectors became products
with a batch dimension.
"""

import jax
import jax.numpy as jnp


def loss(weights, sample, target):
    hidden = jnp.tanh(sample @ weights["in"])
    return (hidden @ weights["out"] - target) ** 2


# inspect: gradients({"in": f32[16,32], "out": f32[32]}, f32[100,16], f32[100])
def gradients(weights, samples, targets):
    return jax.vmap(jax.grad(loss), in_axes=(None, 0, 0))(weights, samples, targets)


if __name__ == "__main__":
    weights = {"in": jnp.ones((16, 32)), "out": jnp.ones(32)}
    print(jax.tree.map(jnp.shape, gradients(weights, jnp.ones((100, 16)), jnp.ones(100))))
