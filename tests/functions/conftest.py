"""Functions compute in float64, as in the worker's process."""

import jax
import pytest

from jaxstudio.runtime.setup import configure


@pytest.fixture(autouse=True, scope="package")
def quick_compiles():
    """Kernels are kept between runs, as in the worker's process.

    XLA compiles with few optimisations, which takes less time: values are compared within a tolerance.
    """
    configure()
    jax.config.update("jax_disable_most_optimizations", True)
    yield
    jax.config.update("jax_disable_most_optimizations", False)


@pytest.fixture(scope="module")
def optimised(quick_compiles):
    """XLA's optimisations, as the program has them, for tests that compare bits."""
    jax.config.update("jax_disable_most_optimizations", False)
    yield
    jax.config.update("jax_disable_most_optimizations", True)


@pytest.fixture(autouse=True)
def float64():
    with jax.enable_x64(True):
        yield


@pytest.fixture
def standard_promotion():
    """Optax itself mixes formats (Adam's count with its decay), which the strict rules refuse."""
    with jax.numpy_dtype_promotion("standard"):
        yield
