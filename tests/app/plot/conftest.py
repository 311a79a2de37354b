"""The Functions tab under test, with a stand-in for the child processes."""

import pytest
from PySide6.QtCore import QSettings

from jaxstudio.app.plot import workbench as workbench_module
from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.plot.qt_client import Drawer
from jaxstudio.app.shared.theme import LIGHT, apply_theme

from .stand_ins import Client


@pytest.fixture
def controller(qapp):
    """A controller of 800 × 600 with a stand-in, and no widgets."""
    controller = FunctionsController()
    controller.set_size(800, 600)
    controller.set_drawer(Drawer(Client, controller))
    yield controller
    controller.close()


@pytest.fixture
def client(controller):
    return controller.drawer.client


@pytest.fixture
def bench(qtbot, tmp_path, monkeypatch):
    """The shown workbench."""
    apply_theme(LIGHT)
    monkeypatch.setattr(workbench_module, "make_client", Client)
    bench = workbench_module.Workbench(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(bench)
    bench.resize(1200, 760)
    bench.show()
    bench.start()
    bench.activateWindow()
    qtbot.waitUntil(bench.isActiveWindow)
    yield bench
    bench.close()
