"""Attention: a softmax between two products of matrices.

Hover a line to see what became of it: the two einsums stay
products, the mask and the softmax become fusions. Then
choose the time beside the lines to see which costs most.
"""

import jax
import jax.numpy as jnp


# inspect: attention(f32[4,128,64], f32[4,128,64], f32[4,128,64])
def attention(queries, keys, values):
    scores = jnp.einsum("hqd,hkd->hqk", queries, keys)
    scores = scores / jnp.sqrt(queries.shape[-1])
    causal = jnp.tril(jnp.ones(scores.shape[-2:], bool))
    scores = jnp.where(causal, scores, -jnp.inf)
    weights = jax.nn.softmax(scores, axis=-1)
    return jnp.einsum("hqk,hkd->hqd", weights, values)


if __name__ == "__main__":
    keys = jax.random.split(jax.random.key(0), 3)
    print(attention(*(jax.random.normal(key, (4, 128, 64)) for key in keys)).sum())
