"""Help > About: versions and devices, to be copied."""

import importlib.metadata

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton

import jaxstudio


def test_about_names_versions_and_devices(window, qtbot):
    window.actions_by_name["about"].trigger()
    dialog = window._about
    jax = f"jax {importlib.metadata.version('jax')}"
    qtbot.waitUntil(lambda: jax in dialog.facts.text().splitlines())
    assert f"JAXStudio {jaxstudio.__version__}" in dialog.findChild(QLabel).text()
    assert "cpu:0 Test processor" in dialog.facts.text()
    assert "cuda: no NVIDIA driver was found" in dialog.facts.text()
    (copy,) = [button for button in dialog.findChildren(QPushButton) if button.text() == "&Copy"]
    copy.click()
    assert jax in QGuiApplication.clipboard().text()
