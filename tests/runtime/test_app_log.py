"""The program's log: what reaches it, that it stays small, and that it never holds anything up."""

import logging
import threading
import warnings
from pathlib import Path

import pytest

from jaxstudio import __version__
from jaxstudio.inspect_targets.requests import ForgetRequest
from jaxstudio.processes.child import Program
from jaxstudio.processes.supervisor import Supervisor, ignore
from jaxstudio.runtime import app_log


@pytest.fixture
def log(tmp_path, monkeypatch):
    monkeypatch.setenv("JAXSTUDIO_CACHE_DIR", str(tmp_path))
    log = app_log.start_log()
    yield log
    log.stop()


def test_versions_warnings_and_exceptions_are_noted_and_details_are_not(log):
    logging.getLogger("jaxstudio.files").info("a photo")
    logging.getLogger("other").debug("too much")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("careful", UserWarning, stacklevel=1)
    try:
        raise ValueError("unexpected")
    except ValueError as error:
        logging.getLogger("jaxstudio.app").error("not expected", exc_info=error)
    log.stop()
    text = app_log.read_log()
    assert f"jaxstudio {__version__}" in text
    assert "jax 0." in text
    for part in ("a photo", "careful", "Traceback", "ValueError: unexpected"):
        assert part in text
    assert "too much" not in text


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_exception_of_a_thread_is_noted(log, capsys):
    thread = threading.Thread(target=lambda: 1 / 0, name="a thread of ours")
    thread.start()
    thread.join()
    log.stop()
    text = app_log.read_log()
    assert "a thread of ours" in text
    assert "ZeroDivisionError" in text
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_process_that_ends_is_noted_with_its_reason(log):
    ended = threading.Event()
    supervisor = Supervisor(Program("no_such_module:handlers"))
    supervisor.start()
    try:
        supervisor.call(ForgetRequest(), ignore, lambda error: ended.set())
        assert ended.wait(60)
    finally:
        supervisor.close()
    log.stop()
    assert "No module named 'no_such_module'" in app_log.read_log()


def test_the_file_stays_small(log, tmp_path):
    line = "x" * 10_000
    for _ in range(1000):
        app_log.LOG.warning(line)
    log.stop()
    files = list((tmp_path / "log").iterdir())
    assert len(files) == 1 + app_log.BACKUPS
    assert all(path.stat().st_size <= app_log.MOST_BYTES for path in files)
    assert app_log.read_log(3).count("\n") == 2


def test_without_a_folder_to_write_there_is_no_log(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("JAXSTUDIO_CACHE_DIR", str(tmp_path / "file"))
    assert app_log.start_log() is None
    assert app_log.read_log() == ""


def test_a_report_names_versions_and_devices_and_no_home(log):
    home = Path("/home/ada")
    app_log.LOG.warning("%s cannot be read", home / "photos" / "a.jpg")
    log.stop()
    text = app_log.report(["cpu:0 x86_64", "cuda: no driver"], home)
    for part in (f"jaxstudio {__version__}", "Python 3.", "cpu:0 x86_64", "~/photos/a.jpg cannot be read"):
        assert part in text
    assert "ada" not in text
