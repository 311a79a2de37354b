"""Functions compute in float64, as in the worker's process."""

import jax
import pytest

from jaxstudio.runtime.setup import configure


@pytest.fixture(autouse=True, scope="package")
def kept_kernels():
    """Kernels are kept between runs, as in the worker's process."""
    configure()


@pytest.fixture(autouse=True)
def float64():
    with jax.enable_x64(True):
        yield


@pytest.fixture
def standard_promotion():
    """Optax itself mixes formats (Adam's count with its decay), which the strict rules refuse."""
    with jax.numpy_dtype_promotion("standard"):
        yield
