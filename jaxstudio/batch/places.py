"""The places of a batch's computation: threads and devices of this machine, or a Dask cluster."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from jaxstudio.errors import Cancelled
from jaxstudio.lazy_dataclass import dataclass

if TYPE_CHECKING:
    from jaxstudio.batch.photo import PhotoWork
    from jaxstudio.batch.queue import BatchQueue, Task


ALL_DEVICES = "all"
# Each holds a photo and its result.
MOST_DEFAULT_JOBS, MOST_JOBS = 16, 256


@dataclass(frozen=True)
class Places:
    """The places to compute: jobs, devices or a cluster.

    jobs: photos in work at a time on this machine. devices: by name, side by side; None is JAX's default.
    scheduler: the address of a Dask cluster, in place of this machine.
    """

    jobs: int
    devices: tuple[str | None, ...] = (None,)
    scheduler: str | None = None


def default_jobs() -> int:
    """Photos in work at a time: two for each processor, one of which may wait for the disk or a lock."""
    return min(MOST_DEFAULT_JOBS, 2 * (os.cpu_count() or 1))


def find_devices(words: str) -> tuple[str, ...]:
    """The names of the devices in a list such as `gpu:0,gpu:1`; `all` is those of the default's platform.

    Raises:
        DeviceError: there is none of that name.
    """
    from jaxstudio.runtime.devices import device_name, find_device, list_devices

    if words == ALL_DEVICES:
        found, _ = list_devices()
        first = next(device.platform for device in found if device.default)
        return tuple(device.name for device in found if device.platform == first)
    names = [name.strip() for name in words.split(",")]
    return tuple(dict.fromkeys(device_name(find_device(name)) for name in names))


@contextlib.contextmanager
def runner(places: Places, count: int, tell: Callable[[str], None]) -> Iterator[Any]:
    """Yield a runner for a queue of up to `count` tasks at a time; `tell` gets a line for each notice."""
    if places.scheduler is not None:
        from jaxstudio.batch.cluster import connect, run_on_cluster

        local = places.scheduler.startswith("local")
        with connect(places.scheduler) as client:
            yield lambda queue, work, *emit: run_on_cluster(queue, work, client, tell, local, *emit)
        return
    from jaxstudio.batch.local import EnginePool, run_local

    threads = max(places.jobs, len(places.devices))
    pool = EnginePool(list(places.devices), max(1, min(threads, count)), tell)
    yield lambda queue, work, *emit: run_local(queue, work, pool, threads, tell, *emit)


def run_all(
    queue: BatchQueue, work: PhotoWork, places: Places, tell: Callable[[str], None], *, fresh: bool = False
) -> None:
    """Run the small tasks side by side, then each large one block by block.

    Args:
        fresh: whether the blocks that an earlier run has left are computed again.

    Raises:
        Cancelled: the queue was cancelled.
        UsageError: the cluster cannot be reached, or its workers cannot load this program.
    """
    from jaxstudio.batch.blocks import run_picture
    from jaxstudio.batch.local import Reporter, why_it_failed

    large, reporter = [task for task in queue.tasks if task.large], Reporter(tell)
    with runner(places, places.jobs if large else len(queue.tasks), tell) as run:
        if len(large) < len(queue.tasks):
            run(queue, work)
        while (task := queue.take(large=True)) is not None:

            def progress(share: float, task: Task = task) -> None:
                queue.report(task, share)
                if queue.cancelled:
                    raise Cancelled("interrupted")

            try:
                notes = run_picture(task, work, run, progress, fresh=fresh)
            except Cancelled:
                raise
            except Exception as error:
                why = why_it_failed(error, str(task.source))
                queue.fail(task, reporter.failure(task.source, task.target, why))
            else:
                queue.finish(task, [note.text for note in notes])
                reporter.notes(task.target, notes)
