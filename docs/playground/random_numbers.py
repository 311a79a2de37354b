"""Random numbers: bits from a key, then a normal distribution.

The bits come from a loop of threefry's rounds in the
optimised HLO; the inverse error function makes normal
numbers of them. Choose `coins`, which needs no more than a
comparison.
"""

import jax
import jax.numpy as jnp


# inspect: walk(key(0))
def walk(key):
    steps = jax.random.normal(key, (1000,))
    return jnp.cumsum(steps)


# inspect: coins(key(0))
def coins(key):
    return jax.random.bernoulli(key, 0.5, (1000,)).sum()


if __name__ == "__main__":
    print(walk(jax.random.key(0))[-1], coins(jax.random.key(0)))
