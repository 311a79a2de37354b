"""The Functions tab under test, with a stand-in for the child processes."""

import pytest
from PySide6.QtCore import QSettings

from jaxstudio.app.plot import workbench as workbench_module
from jaxstudio.app.plot.qt_client import Drawer
from jaxstudio.app.plot.session import Session
from jaxstudio.app.shared.theme import LIGHT, wear

from .stand_ins import Client


@pytest.fixture
def session(qapp):
    """A session of 800 × 600 with a stand-in, and no widgets."""
    session = Session()
    session.set_size(800, 600)
    session.set_drawer(Drawer(Client, session))
    yield session
    session.close()


@pytest.fixture
def client(session):
    return session.drawer.client


@pytest.fixture
def bench(qtbot, tmp_path, monkeypatch):
    """The shown workbench."""
    wear(LIGHT)
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
