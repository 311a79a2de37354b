"""The inspector under test: small fake inspections that answer as the real one does."""

import pytest
from PySide6.QtCore import QSettings
from shiboken6 import delete

from jaxstudio.app.inspector.controller import Session
from jaxstudio.app.shared.theme import LIGHT, wear

from . import fake


@pytest.fixture
def session(qapp, monkeypatch):
    """A session whose inspections are fakes."""
    monkeypatch.setattr("jaxstudio.app.inspector.controller.Inspection", fake.Inspection)
    session = Session()
    yield session
    session.close()
    delete(session)  # now: the collector might do it while one of its signals is delivered


@pytest.fixture
def panel(qtbot, session, tmp_path):
    """The shown panel of `session`, with one subject of two parts inspected."""
    from jaxstudio.app.inspector.panel import Panel

    wear(LIGHT)
    panel = Panel(session, QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(panel)
    panel.resize(1200, 400)
    panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    session.set_subjects([fake.subject("blur"), fake.subject("median")], "blur")
    qtbot.waitUntil(lambda: session.report is not None and panel.settled)
    yield panel
    panel.close()
