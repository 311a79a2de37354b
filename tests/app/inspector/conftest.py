"""The inspector under test: small fake inspections that answer as the real one does."""

import pytest
from PySide6.QtCore import QSettings
from shiboken6 import delete

from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.shared.theme import LIGHT, apply_theme

from . import fake


@pytest.fixture
def controller(qapp):
    """A session whose inspections are fakes."""
    controller = InspectorController(process=fake.Process())
    yield controller
    controller.close()
    delete(controller)  # now: the collector might do it while one of its signals is delivered


@pytest.fixture
def panel(qtbot, controller, tmp_path):
    """The shown panel of `controller`, with one subject of two parts inspected."""
    from jaxstudio.app.inspector.panel import Panel

    apply_theme(LIGHT)
    panel = Panel(controller, QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(panel)
    panel.resize(1200, 400)
    panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    controller.set_inspectables([fake.inspectable("blur"), fake.inspectable("median")], "blur")
    qtbot.waitUntil(lambda: controller.report is not None and panel.settled)
    yield panel
    panel.close()
