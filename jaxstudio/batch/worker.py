"""A worker of a Dask cluster: it runs a batch's tasks on its own device, with its kernels warm."""

from __future__ import annotations

import os
import tempfile
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import filelock
import jax
import numpy as np

from jaxstudio import __version__
from jaxstudio.batch.local import Control, EnginePool, Note, Work
from jaxstudio.batch.log import Stamp, stamp_of
from jaxstudio.errors import Cancelled, StudioError
from jaxstudio.runtime.atomic_write import remove_orphans
from jaxstudio.runtime.devices import list_devices

if TYPE_CHECKING:
    from jaxstudio.batch.queue import Task

VERSIONS = f"jaxstudio {__version__}, jax {jax.__version__}, numpy {np.__version__}"
# Tasks of a group that are in work at a time. They wait for each other's engine, which is one for a thread.
OVERLAPPING = 2
# Batches whose tasks are to be ended.
_cancelled: set[str] = set()
_notices: list[str] = []
_starting = threading.Lock()
_claims: list[filelock.BaseFileLock] = []


@dataclass(frozen=True)
class Answer:
    """A worker's answer about a task: its notes, or the reason of its failure.

    `trace`: of an error that nobody foresaw, its traceback, which is logged where the batch was started.
    `seconds`: what it took, 0 where nothing was computed.
    """

    notes: tuple[Note, ...] = ()
    failure: str = ""
    trace: str = ""
    cancelled: bool = False
    notices: tuple[str, ...] = ()
    emitted: tuple[Any, ...] = ()
    versions: str = VERSIONS
    seconds: float = 0.0


def cancel_batch(batch: str) -> None:
    """End the tasks of a batch that run in this worker."""
    _cancelled.add(batch)


def run_tasks(
    batch: str, work: Work, tasks: list[Task], threads: int, before: list[Stamp | None], same_host: bool
) -> list[Answer]:
    """Run some tasks of a batch; while one is computed another is read or written.

    Args:
        threads: how many such calls this worker runs at a time.
        before: of each task, what stood in the target's place when it was handed out. Where the files are
            seen from the same machine, a target that has changed since then is that of a worker that died on
            the way.
        same_host: whether the worker runs on the machine of whoever handed the tasks out.

    Returns:
        the answer to each task, in their order.
    """

    def run(task: Task, stamp: Stamp | None) -> Answer:
        began = time.perf_counter()
        answer = _run_task(batch, work, task, threads, stamp, same_host)
        return replace(answer, seconds=(time.perf_counter() - began) / abreast)

    abreast = min(OVERLAPPING, len(tasks))
    if abreast < 2:
        return [run(task, stamp) for task, stamp in zip(tasks, before, strict=True)]
    with ThreadPoolExecutor(abreast, "tasks") as executor:
        return list(executor.map(run, tasks, before))


def _run_task(
    batch: str, work: Work, task: Task, threads: int, before: Stamp | None, same_host: bool
) -> Answer:
    if same_host and before is not None and stamp_of(task.target) not in (before, None):
        return Answer()
    _clean(task.target.parent)
    emitted: list[Any] = []
    control = Control(lambda: batch in _cancelled, emit=emitted.append)
    try:
        pool = _pool(threads, tuple(source.digest for source in work.own))
        notes = tuple(work.run(pool, task, control))
        return Answer(notes, notices=_take_notices(), emitted=tuple(emitted))
    except Cancelled:
        return Answer(cancelled=True, emitted=tuple(emitted))
    except StudioError as error:
        return Answer(failure=str(error), notices=_take_notices(), emitted=tuple(emitted))
    except MemoryError:
        return Answer(failure="too large for the memory of its worker")
    except (Exception, SystemExit) as error:
        trace = "".join(traceback.format_exception(error))
        return Answer(trace=trace, notices=_take_notices(), emitted=tuple(emitted))


def _take_notices() -> tuple[str, ...]:
    notices = tuple(_notices)
    del _notices[: len(notices)]
    return notices


@cache
def _clean(folder: Path) -> None:
    """Once for a folder: what workers of this machine left that were killed."""
    remove_orphans(folder)


def _pool(threads: int, own: tuple[str, ...]) -> EnginePool:
    with _starting:
        return _started_pool(threads, own)


@cache
def _started_pool(threads: int, own: tuple[str, ...]) -> EnginePool:
    """`own`: digests of the user's filters; kernels are found by a filter's name, which others may share."""
    return EnginePool([_own_device()], threads, _notices.append, threads=1)


def _own_device() -> str | None:
    """The first device of this machine that no other worker has claimed; free again when this one ends."""
    devices, _ = list_devices()
    platform = next(device.platform for device in devices if device.default)
    names = [device.name for device in devices if device.platform == platform]
    if len(names) < 2:
        return None
    user = os.getuid() if hasattr(os, "getuid") else 0
    visible = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    for name in names:
        path = Path(tempfile.gettempdir(), f"jaxstudio-{user}-{visible}-{name}".replace(":", "-") + ".lock")
        lock = filelock.FileLock(path, timeout=0)
        try:
            lock.acquire()
        except (filelock.Timeout, OSError):
            continue
        _claims.append(lock)
        return name
    return names[os.getpid() % len(names)]
