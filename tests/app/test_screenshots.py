"""The pictures of the window that a machine without a display gets."""

import fakes
import numpy as np
import pytest
from PIL import Image
from plot.stand_ins import Client

from jaxstudio.app import main, screenshots
from jaxstudio.app.plot import workbench
from jaxstudio.errors import ComputeError


@pytest.fixture
def engine(monkeypatch, qapp):
    monkeypatch.setattr(main, "EngineClient", fakes.started_client)
    monkeypatch.setattr(main, "DEMO_STEPS", (("brighten", {"amount": 0.1}), ("blur", {})))
    monkeypatch.setattr(workbench, "make_client", Client)


@pytest.mark.thorough
def test_every_picture_shows_something_else(qapp, tmp_path):
    paths = screenshots.write_pictures(tmp_path)
    assert len(paths) == 10
    assert sorted(paths) == sorted(tmp_path.glob("*.png"))
    seen = [np.asarray(Image.open(path).convert("RGB")) for path in paths]
    assert {picture.shape for picture in seen} == {(900, 1440, 3)}
    for number, one in enumerate(seen):
        assert all(not np.array_equal(one, other) for other in seen[number + 1 :])


def test_a_failing_engine_is_an_error_and_not_a_wait(engine, tmp_path, monkeypatch):
    def broken_client(bridge, device):
        bridge(ComputeError("no memory"))
        return fakes.Client(bridge, catalogue=None)

    monkeypatch.setattr(main, "EngineClient", broken_client)
    monkeypatch.setattr(screenshots, "PATIENCE_S", 20.0)
    with pytest.raises(ComputeError, match="no memory"):
        screenshots.write_pictures(tmp_path)
