"""Rematerialisation: a derivative that computes again what it does not keep.

In the jaxpr a checkpoint holds the layers that the
derivative computes again. Choose `kept` and look at Cost:
the CPU's compiler finds that both compute the same, and the
counts of operations are equal.
"""

import jax
import jax.numpy as jnp


def layers(x, weights):
    for weight in weights:
        x = jnp.sin(x @ weight)
    return x


# inspect: rematerialised(f32[256,64], f32[8,64,64])
def rematerialised(x, weights):
    return jax.grad(lambda x: jax.checkpoint(layers)(x, weights).sum())(x)


# inspect: kept(f32[256,64], f32[8,64,64])
def kept(x, weights):
    return jax.grad(lambda x: layers(x, weights).sum())(x)


if __name__ == "__main__":
    x, weights = jnp.ones((256, 64)), jnp.full((8, 64, 64), 0.1)
    print(abs(rematerialised(x, weights) - kept(x, weights)).max())
