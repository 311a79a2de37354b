"""The queue of a batch without anything that computes, and its log."""

import json
import os
import random
import threading
from pathlib import Path

import pytest

from jaxstudio.batch import queue as module
from jaxstudio.batch.log import BatchLog, work_id
from jaxstudio.batch.queue import BatchQueue, State, Task
from jaxstudio.errors import UsageError


def tasks(count, cost=1.0):
    return [Task(n, Path(f"in{n}"), Path(f"out{n}"), cost) for n in range(count)]


def test_tasks_in_their_order_and_what_became_of_them():
    changes = []
    queue = BatchQueue(tasks(3), changed=lambda: changes.append(1))
    one, two, three = queue.take(), queue.take(), queue.take()
    assert [task.number for task in (one, two, three)] == [0, 1, 2]
    queue.finish(one)
    queue.fail(two, "in1: broken")
    queue.skip(three)
    assert queue.take() is None
    progress = queue.progress()
    assert (progress.done, progress.failed, progress.skipped, progress.running) == (1, 1, 1, 0)
    assert progress.share == 1
    assert queue.failures() == [(two, "in1: broken")]
    assert len(changes) == 6


def test_failed_ones_are_tried_again():
    queue = BatchQueue(tasks(2))
    for _ in range(2):
        queue.fail(queue.take(), "broken")
    assert queue.retry() == 2
    assert queue.failures() == []
    queue.finish(queue.take())
    assert queue.progress().share == 0.5
    queue.finish(queue.take())
    assert (queue.progress().done, queue.progress().failed, queue.take()) == (2, 0, None)


def test_time_left_by_cost(monkeypatch):
    clock = iter([0.0, 10.0, 10.0, 10.0])
    monkeypatch.setattr(module.time, "monotonic", lambda: next(clock))
    queue = BatchQueue([Task(0, Path("a"), Path("b"), 1.0), Task(1, Path("c"), Path("d"), 3.0)])
    assert queue.progress().seconds_left is None
    queue.finish(queue.take())
    # 10 s for a cost of 1: 30 s for a cost of 3
    assert queue.progress().seconds_left == pytest.approx(30)
    assert queue.progress().share == 0.25


def test_files_that_were_there_do_not_count_as_speed(monkeypatch):
    clock = iter([0.0, 10.0, 10.0])
    monkeypatch.setattr(module.time, "monotonic", lambda: next(clock))
    queue = BatchQueue(tasks(4))
    for task in queue.tasks[:2]:
        queue.skip(task)
    queue.finish(queue.take())
    assert queue.progress().seconds_left == pytest.approx(10)


def test_pause_and_cancel():
    queue, got = BatchQueue(tasks(3)), []
    queue.pause()
    assert queue.take(block=False) is None
    waiting = threading.Thread(target=lambda: got.append(queue.take()))
    waiting.start()
    queue.resume()
    waiting.join(30)
    assert got == [queue.tasks[0]]
    queue.cancel()
    assert queue.take() is None
    queue.put_back(got[0])
    assert queue.state(0) is State.WAITING
    queue.retry()
    assert [queue.take().number for _ in range(3)] == [0, 1, 2]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for task in tasks(4):
        task.source.write_text("photo")
    return tmp_path


def run(log, number, write=True, end=True):
    task = tasks(4)[number]
    log.begin(number, task.source, task.target)
    if write:
        task.target.with_suffix(".part").write_text("result")
        os.replace(task.target.with_suffix(".part"), task.target)
    if end:
        log.finish(number, task.source, task.target)


def done(log):
    return [log.is_done(task.number, task.source, task.target) for task in tasks(4)]


def test_a_log_says_what_is_done(folder):
    path = folder / "log.jsonl"
    log = BatchLog(path, "work")
    run(log, 0)
    run(log, 1, end=False)  # killed between the file and the log
    run(log, 2, write=False, end=False)  # killed while it computed
    log.close()
    again = BatchLog(path, "work")
    assert done(again) == [True, True, False, False]
    again.close()
    run(again := BatchLog(path, "work"), 3)
    again.close()
    # a source that changed is another one, and a result that changed is none of ours
    os.utime("in0", ns=(1, 1))
    Path("out3").write_text("edited, and longer")
    again = BatchLog(path, "work")
    assert done(again) == [False, True, False, False]
    run(again, 0)
    again.close()
    again = BatchLog(path, "work")
    assert done(again)[:2] == [True, True]
    again.close(remove=True)
    assert list(folder.glob("log*")) == []


def test_what_stood_there_before_is_no_result(folder):
    Path("out0").write_text("older")
    log = BatchLog(folder / "log.jsonl", "work")
    run(log, 0, write=False, end=False)
    log.close()
    assert done(BatchLog(folder / "log.jsonl", "work"))[0] is False


def test_any_prefix_of_a_log_is_a_log(folder):
    path = folder / "log.jsonl"
    log = BatchLog(path, "work")
    for number in range(3):
        run(log, number)
    log.close()
    whole = path.read_bytes()
    header = whole.index(b"\n") + 1
    for size in random.Random(0).sample(range(header, len(whole)), 40):
        path.write_bytes(whole[:size])
        cut = BatchLog(path, "work")
        finished = done(cut)
        run(cut, 3)
        cut.close()
        again = BatchLog(path, "work")
        assert done(again) == [*finished[:3], True]
        again.close()


def test_another_batch_and_another_run_are_refused(folder):
    path = folder / "log.jsonl"
    log = BatchLog(path, "work")
    run(log, 0)
    with pytest.raises(UsageError, match="another run of this batch"):
        BatchLog(path, "work")
    log.close()
    with pytest.raises(UsageError, match="is the log of another batch"):
        BatchLog(path, "other")
    BatchLog(path, "other", fresh=True).close()
    for text in ("no log\n", json.dumps({"format": "other"}) + "\n"):
        path.write_text(text)
        with pytest.raises(UsageError, match="not the log of a batch"):
            BatchLog(path, "work")


def test_news_are_given_once_and_a_stopped_queue_goes_on(tmp_path):
    queue = BatchQueue([Task(n, Path(f"{n}.jpg"), tmp_path / f"{n}.png") for n in range(3)])
    first, second = queue.take(), queue.take()
    queue.report(first, 0.5)
    queue.fail(second, "1.jpg: damaged")
    news = [(each.number, each.state, each.share, each.message) for each in queue.take_news(10)]
    assert news == [(0, State.RUNNING, 0.5, ""), (1, State.FAILED, 0.0, "1.jpg: damaged")]
    assert queue.take_news(10) == []
    queue.cancel()
    assert queue.take() is None
    queue.put_back(first)
    queue.reopen()
    assert [queue.take().number, queue.take().number] == [0, 2]
    assert [each.number for each in queue.take_news(1)] == [0]
    assert [each.number for each in queue.take_news(1)] == [2]


def test_a_log_counts_how_often_a_task_was_begun_in_vain(tmp_path):
    source, target, work = tmp_path / "a.jpg", tmp_path / "b.jpg", work_id(["x"])
    for expected in (0, 1, 2):
        log = BatchLog(tmp_path / "log", work)
        assert log.begun(0) == expected
        log.begin(0, source, target)
        log.close()
    log = BatchLog(tmp_path / "log", work)
    log.fail(0, "no")
    log.close()
    log = BatchLog(tmp_path / "log", work)
    assert log.begun(0) == 0
    log.close()
