"""Surfaces through OpenGL: only where a trial in a process of its own has shown that it works."""

import numpy as np
import pytest

from jaxstudio.app.plot import surface_gl
from jaxstudio.app.plot.surface_gl import Trial, is_hardware, mesh
from jaxstudio.app.plot.surface_shading import ShadedSurface


def test_renderers_in_software_are_left_aside():
    assert is_hardware("NVIDIA GeForce RTX 4070/PCIe/SSE2")
    assert is_hardware("Mesa Intel(R) Iris(R) Xe Graphics (TGL GT2)")
    assert not is_hardware("llvmpipe (LLVM 15.0.6, 256 bits)")
    assert not is_hardware("")


def test_a_mesh_has_no_triangle_where_the_surface_is_undefined():
    side = np.linspace(-1, 1, 4, dtype=np.float32)
    z = np.zeros((4, 4), np.float32)
    whole = mesh(ShadedSurface(side, side, z, np.full((4, 4), 0xFF804020, np.uint32)))
    assert [len(each) for each in whole] == [16, 18, 16]
    assert whole[2][0] == pytest.approx([0x80 / 255, 0x40 / 255, 0x20 / 255, 1.0])
    z[1, 1] = np.nan
    vertexes, faces, _ = mesh(ShadedSurface(side, side, z, np.zeros((4, 4), np.uint32)))
    assert np.isfinite(vertexes).all()
    assert len(faces) == 10
    assert 5 not in faces


def test_a_mesh_lies_where_the_relief_does():
    x, y = np.float32([-1, 0, 1]), np.float32([-1, 1])
    z = np.float32([[0, 1, 2], [3, 4, 5]])
    vertexes, faces, _ = mesh(ShadedSurface(x, y, z, np.zeros((2, 3), np.uint32)))
    assert vertexes.tolist()[5] == [1, 1, 5]
    (ax, ay), (bx, by) = ((vertexes[faces[:, k]] - vertexes[faces[:, 0]])[:, :2].T for k in (1, 2))
    assert np.abs(ax * by - ay * bx).sum() / 2 == pytest.approx(4)


@pytest.fixture
def with_screen(qapp, monkeypatch):
    """As if a screen and PyOpenGL were there."""
    monkeypatch.setattr(surface_gl, "NO_SCREEN", ())
    monkeypatch.setattr(surface_gl.importlib.util, "find_spec", lambda name: name)


@pytest.mark.parametrize(
    ("program", "passes"),
    [
        ("print('Mesa Intel')", True),
        ("print('llvmpipe')", False),
        ("print('Mesa Intel', flush=True); import os; os._exit(1)", False),
        ("print('Mesa Intel', flush=True); import os; os.kill(os.getpid(), 9)", False),
    ],
)
def test_a_driver_that_crashes_leaves_the_painter(with_screen, qtbot, program, passes):
    trial, passed = Trial(arguments=("-c", program)), []
    trial.passed.connect(passed.append)
    trial.start()
    with qtbot.waitSignal(trial.process.finished):
        pass
    assert bool(passed) is passes


def test_without_a_screen_nothing_is_tried(qapp):
    trial = Trial()
    trial.start()
    assert trial.process is None
    trial.stop()
