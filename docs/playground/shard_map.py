"""Shard map: one program for each of eight devices.

The CPU is made to be eight devices. Each multiplies its own
rows and columns; psum becomes an all-reduce in the
optimised HLO, and every shape there is that of one device.
"""

import os

os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} --xla_force_host_platform_device_count=8"

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

AUTO = jax.sharding.AxisType.Auto
mesh = jax.make_mesh((4, 2), ("rows", "inner"), axis_types=(AUTO, AUTO))


# inspect: product(f32[64,32], f32[32,16])
def product(a, b):
    def on_one_device(a, b):
        return jax.lax.psum(a @ b, "inner")

    return jax.shard_map(
        on_one_device, mesh=mesh, in_specs=(P("rows", "inner"), P("inner", None)), out_specs=P("rows", None)
    )(a, b)


if __name__ == "__main__":
    print(product(jnp.ones((64, 32)), jnp.ones((32, 16))).sharding)
