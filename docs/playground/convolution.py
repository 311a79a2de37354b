"""A convolution with its activation and pooling.

In the optimised HLO the convolution stays an operation by
itself, and bias, relu and pooling become one fusion: hover
them. The shapes show the order of axes that XLA chose.
"""

import jax
import jax.numpy as jnp

AXES = ("NHWC", "HWIO", "NHWC")


# inspect: layer(f32[8,32,32,3], f32[3,3,3,16], f32[16])
def layer(images, kernel, bias):
    features = jax.lax.conv_general_dilated(images, kernel, (1, 1), "SAME", dimension_numbers=AXES)
    features = jax.nn.relu(features + bias)
    return jax.lax.reduce_window(features, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


if __name__ == "__main__":
    print(layer(jnp.ones((8, 32, 32, 3)), jnp.ones((3, 3, 3, 16)), jnp.zeros(16)).shape)
