"""Scan: a recurrence as one loop.

The jaxpr holds one scan with a body; StableHLO makes a
while of it. Compare with `unrolled`, the same as a Python
loop: its jaxpr has the equations of each step.
"""

import jax
import jax.numpy as jnp


# inspect: smoothed(f32[64])
def smoothed(values):
    def step(mean, value):
        mean = 0.9 * mean + 0.1 * value
        return mean, mean

    return jax.lax.scan(step, jnp.float32(0), values)[1]


# inspect: unrolled(f32[64])
def unrolled(values):
    mean, means = jnp.float32(0), []
    for value in values:
        mean = 0.9 * mean + 0.1 * value
        means.append(mean)
    return jnp.stack(means)


if __name__ == "__main__":
    print(smoothed(jnp.arange(64.0))[-1], unrolled(jnp.arange(64.0))[-1])
