"""Help > Log: the last lines, and a report on the clipboard."""

from PySide6.QtGui import QGuiApplication

from jaxstudio.runtime import app_log


def test_the_log_is_shown_and_a_report_copied(window, qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("JAXSTUDIO_CACHE_DIR", str(tmp_path))
    log = app_log.start_log()
    app_log.LOG.warning("a process ended")
    log.stop()
    window.actions_by_name["log"].trigger()
    dialog = window._log
    qtbot.waitUntil(lambda: "a process ended" in dialog.text.toPlainText())
    dialog.copy_button.click()
    qtbot.waitUntil(lambda: "a process ended" in QGuiApplication.clipboard().text())
    text = QGuiApplication.clipboard().text()
    assert "cpu:0 Test processor" in text
    assert "cuda: no NVIDIA driver was found" in text
    assert "jaxstudio" in text
