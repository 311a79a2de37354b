"""Sort: the largest ten of a thousand, in two ways.

`by_sorting` becomes a sort of all, `by_top_k` a call of
TopK. Pin the first and open Compare, then measure which is
faster.
"""

import jax
import jax.numpy as jnp


# inspect: by_sorting(f32[1000])
def by_sorting(values):
    return jnp.sort(values)[-10:][::-1]


# inspect: by_top_k(f32[1000])
def by_top_k(values):
    return jax.lax.top_k(values, 10)[0]


if __name__ == "__main__":
    values = jax.random.normal(jax.random.key(0), (1000,))
    print((by_sorting(values) == by_top_k(values)).all())
