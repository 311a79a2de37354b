"""Tasks in threads: what they tell and what they leave arrives on the window's thread."""

import sys
import threading
import weakref

from PySide6.QtCore import QObject, Qt, Signal

from jaxstudio.app.shared.background_tasks import BackgroundTask, emit
from jaxstudio.app.shared.idle_imports import with_module


class Sender(QObject):
    came = Signal(object)


def in_thread(work):
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def test_a_task_that_nobody_keeps_answers_and_is_freed_on_the_windows_thread(qtbot):
    go, answers, freed_in = threading.Event(), [], []
    task = BackgroundTask(lambda _: go.wait(60))
    task.succeeded.connect(answers.append)
    weakref.finalize(task, lambda: freed_in.append(threading.current_thread()))
    task.start()
    del task
    go.set()
    qtbot.waitUntil(lambda: bool(freed_in))
    assert freed_in == [threading.main_thread()]
    assert answers == [True]


def test_a_signal_emitted_in_a_thread_comes_on_the_windows_thread(qtbot):
    sender, came = Sender(), []
    sender.came.connect(
        lambda value: came.append((value, threading.current_thread())), Qt.ConnectionType.DirectConnection
    )
    in_thread(lambda: [emit(sender, sender.came, number) for number in range(3)])
    qtbot.waitUntil(lambda: len(came) == 3)
    assert came == [(number, threading.main_thread()) for number in range(3)]


def test_a_signal_of_an_object_that_is_deleted_meanwhile_is_lost(qtbot):
    sender, came = Sender(), []
    sender.came.connect(came.append)
    in_thread(lambda: emit(sender, sender.came, 1))
    sender.deleteLater()
    gone = Sender()
    gone.came.connect(came.append)
    in_thread(lambda: emit(gone, gone.came, 2))
    qtbot.waitUntil(lambda: came[-1:] == [2])


def test_a_module_is_handed_over_unless_its_receiver_is_gone(qtbot, monkeypatch, tmp_path):
    names = [f"asked_for_{number}" for number in range(3)]
    for name in names:
        (tmp_path / f"{name}.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    came, gone, there = [], QObject(), QObject()
    with_module(names[0], gone, lambda module: came.append(module.__name__))
    with_module(names[1], there, lambda module: came.append(module.__name__))
    gone.deleteLater()
    with_module(names[2], there, lambda module: came.append(module.__name__))
    qtbot.waitUntil(lambda: {names[1], names[2]} <= set(came))
    qtbot.waitUntil(lambda: names[0] in sys.modules)
    assert names[0] not in came
    with_module(names[1], there, lambda module: came.append("at once"))
    assert came[-1] == "at once"
