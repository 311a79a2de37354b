"""An engine in a process of its own, for all tests of a module."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from desk import Desk


@pytest.fixture(scope="module")
def desk():
    desk = Desk()
    yield desk
    desk.client.close()


@pytest.fixture
def pixels():
    return np.random.default_rng(0).integers(0, 256, (40, 60, 3), np.uint8)
