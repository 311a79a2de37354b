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


@pytest.fixture
def engine_state(monkeypatch):
    """The state of an engine's process, in this one, with a preview at rest."""
    from jaxstudio.backend.state import EngineState
    from jaxstudio.engine.preview_worker import PreviewWorker

    failed = []
    live = PreviewWorker("cpu:0", lambda frame: None, failed.append, lambda probe: None, lambda busy: None)
    held = EngineState()
    held.load()
    held.use_live(live)
    for name, module in list(sys.modules.items()):
        if name.startswith("jaxstudio.backend.") and hasattr(module, "STATE"):
            monkeypatch.setattr(module, "STATE", held)
    yield held
    live.close()
    assert failed == []


@pytest.fixture(scope="module")
def blocks():
    """A photo of 10 × 15 squares of one colour, (240, 360, 3) uint8."""
    coarse = np.random.default_rng(3).integers(0, 256, (10, 15, 3), dtype=np.uint8)
    return np.ascontiguousarray(np.kron(coarse, np.ones((24, 24, 1), np.uint8)))
