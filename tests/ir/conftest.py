"""One inspection of a function with calls, loops and branches, shared by all tests that only read it."""

import jax
import pytest

from ir import examples
from jaxstudio.ir.compilation_listener import stop_logging
from jaxstudio.ir.inspection import Inspection, inspect
from jaxstudio.ir.target import Target
from jaxstudio.runtime.setup import configure


def floats(*shape):
    return jax.ShapeDtypeStruct(shape, "float32")


@pytest.fixture(scope="session", autouse=True)
def set_up():
    configure()


@pytest.fixture(autouse=True)
def nobody_else_listens():
    """What ran before, a command or the window, may have left the process's own compilation log listening."""
    stop_logging()


@pytest.fixture(scope="session")
def many():
    """All stages of `examples.many` on f32[8,8]."""
    return inspect(Target("many", examples.many, (floats(8, 8), floats(8, 8))))


@pytest.fixture(scope="session")
def unrolled():
    return inspect(Target("unrolled", examples.unrolled, (floats(64),)), passes=False)


@pytest.fixture
def inspected():
    """inspected(function, *shapes): its inspection without passes."""

    def inspected(function, *arguments, **wanted):
        return inspect(Target(function.__name__, function, arguments), **{"passes": False, **wanted})

    return inspected


__all__ = ["Inspection", "floats"]
