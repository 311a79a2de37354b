"""Suite `batch`: many JPEGs through three steps, beside pools of two processes of OpenCV and of scikit-image
that write the same files, and beside two Dask workers; memory while it runs. Four everyday stacks
(`batch_peers`) by the processor time of a file, and ten everyday steps, beside darktable-cli.

All are warm when the clock starts, and take turns. JAX is loaded in functions alone, since the processes of
the peers import this module, too.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from benchmarks import batch_peers, darktable
from benchmarks.machine import THREADS
from benchmarks.measurement import Options, Row, spelled

SIZE = (1200, 1700)
COUNT, QUICK_COUNT, WARM = 1000, 60, 4
EVERYDAY_COUNT, QUICK_EVERYDAY_COUNT = 200, 20
QUALITY = 90
MEDIAN, RADIUS, AMOUNT, SATURATION = 3, 1.5, 0.8, 1.3
REC601 = (0.299, 0.587, 0.114)
# scikit-image is so slow that it computes one file of so many.
SHARE_OF_SKIMAGE = 10
# Ours beside OpenCV's, scikit-image's and the local throughput; growth of memory after the first half.
LEAST_OF_OPENCV, LEAST_OF_SKIMAGE, LEAST_OF_LOCAL, MOST_GROWTH = 1.0, 3.0, 0.9, 1.1
ROUNDS = 3
STACK_COUNT, QUICK_STACK_COUNT = 100, 12
# Processor time of a file beside the best peer's, for most stacks and for each; bytes that are resident.
MOST_OF_BEST, MOST_OF_EACH, MOST_RESIDENT = 0.9, 1.1, 0.6e9


def by_opencv(job: tuple[str, str]) -> float:
    """One file by OpenCV in uint8: median, unsharp mask, saturation; seconds of the processor."""
    began = time.process_time()
    import cv2
    import numpy as np

    cv2.setNumThreads(1)
    source, target = job
    pixels = cv2.medianBlur(np.asarray(cv2.imread(source)), MEDIAN)
    side = 2 * int(4 * RADIUS + 0.5) + 1
    blurred = cv2.GaussianBlur(pixels, (side, side), RADIUS, borderType=cv2.BORDER_REFLECT)
    sharp = cv2.addWeighted(pixels, 1 + AMOUNT, blurred, -AMOUNT, 0)
    to_gray = np.tile(REC601[::-1], (3, 1))
    matrix = (SATURATION * np.eye(3) + (1 - SATURATION) * to_gray).astype(np.float32)
    cv2.imwrite(target, cv2.transform(sharp, matrix), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return time.process_time() - began


def by_skimage(job: tuple[str, str]) -> float:
    """The same by scikit-image, in floating point; seconds of the processor."""
    began = time.process_time()
    import numpy as np
    from imageio.v3 import imread, imwrite
    from skimage import filters
    from skimage.util import img_as_float32, img_as_ubyte

    source, target = job
    pixels = imread(source)
    pixels = np.stack([filters.median(pixels[..., c], np.ones((3, 3))) for c in range(3)], axis=-1)
    pixels = img_as_float32(pixels)
    sharp = pixels + AMOUNT * (pixels - filters.gaussian(pixels, RADIUS, channel_axis=-1))
    gray = sharp @ np.array(REC601)
    result = gray[..., np.newaxis] + SATURATION * (sharp - gray[..., np.newaxis])
    imwrite(target, img_as_ubyte(np.clip(result, 0, 1)), quality=QUALITY)
    return time.process_time() - began


def make_photos(folder: Path, count: int, size: tuple[int, int]) -> list[Path]:
    """JPEGs of a photo moved to and fro, as most programs write them: 4:2:0."""
    import numpy as np
    from PIL import Image

    from benchmarks.workload import photo

    pixels, paths = photo(*size), []
    for number in range(count):
        path = folder / f"{number:04}.jpg"
        moved = np.roll(pixels, 7 * number, axis=1)
        Image.fromarray(moved).save(path, quality=QUALITY, subsampling="4:2:0")
        paths.append(path)
    return paths


def our_work() -> Any:
    """The three steps as a batch's work."""
    from jaxstudio.batch.photo import PhotoWork
    from jaxstudio.ops import CATALOGUE
    from jaxstudio.pipeline.recipe import Recipe
    from jaxstudio.pipeline.recipe_text import to_json

    recipe = Recipe().added(CATALOGUE["median"], {"size": MEDIAN})
    recipe = recipe.added(CATALOGUE["unsharp_mask"], {"radius": RADIUS, "amount": AMOUNT})
    recipe = recipe.added(CATALOGUE["saturation"], {"factor": SATURATION})
    return PhotoWork(to_json(recipe))


def resident_bytes() -> int:
    """Memory of this process that is resident now; 0 where the system does not tell."""
    with contextlib.suppress(OSError):
        words = Path("/proc/self/statm").read_text(encoding="ascii").split()
        return int(words[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def by_tenth(memory: Sequence[int]) -> list[int]:
    """The most of each tenth of a run, in order."""
    ends = [len(memory) * tenth // 10 for tenth in range(11)]
    return [max(memory[first:stop]) for first, stop in itertools.pairwise(ends) if stop > first]


def seconds(call: Callable[[Sequence[Path]], object], paths: Sequence[Path]) -> float:
    began = time.perf_counter()
    call(paths)
    return time.perf_counter() - began


def queue_of(paths: Sequence[Path], folder: Path) -> Any:
    from jaxstudio.batch.queue import BatchQueue, Task

    folder.mkdir(exist_ok=True)
    return BatchQueue(Task(n, path, folder / path.name) for n, path in enumerate(paths))


def by_us(paths: Sequence[Path], folder: Path, work: Any, pool: Any) -> list[int]:
    """As `apply` does it, with threads; returns the bytes that are resident after each file."""
    from jaxstudio.batch.local import run_local

    queue = queue_of(paths, folder)
    memory: list[int] = []
    queue.changed = lambda: memory.append(resident_bytes())
    run_local(queue, work, pool, 2 * THREADS, print)
    assert queue.progress().done == len(paths)
    return memory


def alone(stack: str, paths: Sequence[Path], folder: Path) -> int:
    """The most bytes that are resident in a process that computes one stack and nothing else."""
    from jaxstudio.batch.local import EnginePool

    return max(by_us(paths, folder, batch_peers.work_of(stack), EnginePool([None], THREADS)))


class Contest:
    """The contenders, each a call that makes files of photos; all are started and warm."""

    def __init__(self, out: Path, stack: contextlib.ExitStack) -> None:
        from jaxstudio.batch.local import EnginePool

        self.out, self.work, self.memory = out, our_work(), [0]
        self.cpu: dict[str, float] = {}  # seconds of the processor for a file
        context = get_context("spawn")
        self.processes = [stack.enter_context(context.Pool(THREADS)) for _ in range(2)]
        self.pool = EnginePool([None], THREADS)

    def local(self, paths: Sequence[Path], work: Any = None) -> None:
        """As `apply` does it, with threads; notes how much memory is resident after each file."""
        began = time.process_time()
        self.memory = by_us(paths, self.out / "ours", work or self.work, self.pool)
        self.cpu["ours"] = (time.process_time() - began) / len(paths)

    def on(self, client: Any) -> Callable[[Sequence[Path]], None]:
        from jaxstudio.batch.cluster import run_on_cluster

        def call(paths: Sequence[Path]) -> None:
            queue, before = queue_of(paths, self.out / "dask"), client.run(time.process_time)
            run_on_cluster(queue, self.work, client, print, True)
            after = client.run(time.process_time)
            self.cpu["dask"] = sum(after[each] - before[each] for each in before) / len(paths)
            assert queue.progress().done == len(paths)

        return call

    def _by(self, number: int, function: Callable[[tuple[str, str]], float], paths: Sequence[Path]) -> None:
        folder = self.out / function.__name__
        folder.mkdir(exist_ok=True)
        jobs = [(str(path), str(folder / path.name)) for path in paths]
        spent = self.processes[number].map(function, jobs, chunksize=1)
        self.cpu[function.__name__] = sum(spent) / len(paths)

    def stack_by(self, peer: str, stack: str, paths: Sequence[Path]) -> None:
        folder = self.out / peer
        folder.mkdir(exist_ok=True)
        jobs = [(peer, stack, str(path), str(folder / path.name)) for path in paths]
        self.cpu[peer] = sum(self.processes[0].map(batch_peers.by_peer, jobs, chunksize=1)) / len(paths)

    def opencv(self, paths: Sequence[Path]) -> None:
        self._by(0, by_opencv, paths)

    def skimage(self, paths: Sequence[Path]) -> None:
        self._by(1, by_skimage, paths)


def rows(options: Options) -> Iterator[Row]:
    """Milliseconds for all files, beside each peer's; then two Dask workers beside the local run."""
    size = options.sizes[0] if options.sizes else SIZE
    count = options.files or (QUICK_COUNT if options.quick else COUNT)
    rounds = ROUNDS if options.quick else 1
    with contextlib.ExitStack() as stack:
        name = stack.enter_context(tempfile.TemporaryDirectory(prefix="jaxstudio-bench-"))
        folder = Path(name, "in")
        folder.mkdir()
        paths = make_photos(folder, count, size)
        contest = Contest(Path(name), stack)
        title = f"{count:,} JPEGs, three steps"
        if options.wants(title):
            yield _beside_peers(contest, paths, size, title, rounds)
        title = f"{count:,} JPEGs on two Dask workers"
        if options.wants(title):
            from jaxstudio.batch.cluster import connect

            client = stack.enter_context(connect(f"local:{THREADS}"))
            yield _on_dask(contest, client, paths, size, title, rounds)
        few = paths[: QUICK_STACK_COUNT if options.quick else STACK_COUNT]
        for steps in batch_peers.OURS:
            title = f"{len(few):,} photos: {steps}"
            if options.wants(title):
                tiffs = steps == batch_peers.TIFF
                each = batch_peers.make_tiffs(few, Path(name, "tiffs")) if tiffs else few
                yield _of_stack(contest, each, size, steps, title)
        everyday = min(len(paths), QUICK_EVERYDAY_COUNT if options.quick else EVERYDAY_COUNT)
        title = f"{everyday:,} JPEGs, ten everyday steps"
        if options.wants(title):
            alone = Path(name, "few")
            alone.mkdir()
            for path in paths[:everyday]:
                (alone / path.name).hardlink_to(path)
            yield _beside_darktable(contest, sorted(alone.iterdir()), size, title, rounds)


def _beside_peers(contest: Contest, paths: list[Path], size: tuple[int, int], title: str, rounds: int) -> Row:
    few = paths[: max(2 * WARM, len(paths) // SHARE_OF_SKIMAGE)]
    for call in (contest.local, contest.opencv, contest.skimage):
        call(paths[: 2 * WARM])
    ours: list[float] = []
    opencv: list[float] = []
    growth: list[float] = []
    for number in range(rounds):
        calls = [(contest.local, ours), (contest.opencv, opencv)]
        for call, times in calls if number % 2 == 0 else reversed(calls):
            times.append(seconds(call, paths))
        half = len(contest.memory) // 2
        growth.append(max(contest.memory[half:]) / max(1, *contest.memory[:half]))
    skimage = seconds(contest.skimage, few) * len(paths) / len(few)
    best = min(ours)
    of_opencv, of_skimage = min(opencv) / best, skimage / best
    flat = statistics.median(growth) <= MOST_GROWTH
    return Row(
        suite="batch",
        name=title,
        size=spelled(*size),
        ours_ms=best * 1e3,
        peers={"opencv": min(opencv) * 1e3, "scikit-image": skimage * 1e3},
        ratio=best / min(opencv),
        target=f"{LEAST_OF_OPENCV:g} x OpenCV, {LEAST_OF_SKIMAGE:g} x scikit-image, flat memory",
        met=of_opencv >= LEAST_OF_OPENCV and of_skimage >= LEAST_OF_SKIMAGE and flat,
        more={
            "files_per_s": len(paths) / best,
            "throughput_of_opencv": of_opencv,
            "throughput_of_skimage": of_skimage,
            "cpu_ms_of_ours": contest.cpu["ours"] * 1e3,
            "cpu_ms_of_opencv": contest.cpu["by_opencv"] * 1e3,
            "memory_growth": statistics.median(growth),
            "resident_bytes": max(contest.memory),
            "resident_bytes_by_tenth": by_tenth(contest.memory),
        },
        remark=f"{len(paths) / best:.0f} files/s; {of_opencv:.2f} x OpenCV, {of_skimage:.1f} x scikit-image; "
        f"{contest.cpu['ours'] * 1e3:.0f} and {contest.cpu['by_opencv'] * 1e3:.0f} ms of processor a file; "
        f"{max(contest.memory) / 1e9:.2f} GB, growth {statistics.median(growth):.2f}",
    )


def _of_stack(contest: Contest, paths: list[Path], size: tuple[int, int], stack: str, title: str) -> Row:
    calls: dict[str, Callable[[Sequence[Path]], None]] = {
        "ours": partial(contest.local, work=batch_peers.work_of(stack))
    }
    for peer in batch_peers.PEERS:
        if batch_peers.can(peer, stack):
            calls[peer] = partial(contest.stack_by, peer, stack)
    wall: dict[str, list[float]] = {name: [] for name in calls}
    cpu: dict[str, list[float]] = {name: [] for name in calls}
    for call in calls.values():
        call(paths[: 2 * WARM])
    for number in range(ROUNDS):
        for name in list(calls) if number % 2 == 0 else list(reversed(calls)):
            wall[name].append(seconds(calls[name], paths))
            cpu[name].append(contest.cpu[name])
    spent = {name: min(each) * 1e3 for name, each in cpu.items()}
    with get_context("spawn").Pool(1) as process:
        memory = process.apply(alone, (stack, paths, contest.out / "alone"))
    ours = spent.pop("ours")
    ratio = ours / min(spent.values())
    words = ", ".join(f"{name} {ms:.1f}" for name, ms in sorted(spent.items(), key=lambda each: each[1]))
    return Row(
        suite="batch",
        name=title,
        size=spelled(*size),
        ours_ms=min(wall.pop("ours")) * 1e3,
        peers={name: min(each) * 1e3 for name, each in wall.items()},
        ratio=ratio,
        target=f"processor <= {MOST_OF_BEST:g} x the best peer's for three of five, <= {MOST_OF_EACH:g} x",
        met=ratio <= MOST_OF_EACH and memory <= MOST_RESIDENT,
        more={"cpu_ms_of_ours": ours, **{f"cpu_ms_of_{name}": ms for name, ms in spent.items()}},
        remark=f"ms of processor a file: ours {ours:.1f}, {words}; {memory / 1e9:.2f} GB",
    )


def _on_dask(
    contest: Contest, client: Any, paths: list[Path], size: tuple[int, int], title: str, rounds: int
) -> Row:
    dask = contest.on(client)
    for call in (dask, contest.local):
        call(paths[: 4 * WARM])
    ours: list[float] = []
    local: list[float] = []
    for number in range(rounds):
        calls = [(dask, ours), (contest.local, local)]
        for call, times in calls if number % 2 == 0 else reversed(calls):
            times.append(seconds(call, paths))
    share = min(local) / min(ours)
    return Row(
        suite="batch",
        name=title,
        size=spelled(*size),
        ours_ms=min(ours) * 1e3,
        peers={"local": min(local) * 1e3},
        ratio=min(ours) / min(local),
        target=f"local throughput x {LEAST_OF_LOCAL:g}",
        met=share >= LEAST_OF_LOCAL,
        more={"files_per_s": len(paths) / min(ours), "throughput_of_local": share},
        remark=f"{len(paths) / min(ours):.0f} files/s, {share:.2f} x local; "
        f"{contest.cpu['dask'] * 1e3:.0f} and {contest.cpu['ours'] * 1e3:.0f} ms of processor a file",
    )


def _beside_darktable(
    contest: Contest, paths: list[Path], size: tuple[int, int], title: str, rounds: int
) -> Row:
    """All ten steps here; and the nine that darktable-cli does, here and there, if it is installed."""
    ten, nine = darktable.our_work(), darktable.our_work(darktable.NOT_BY_DARKTABLE)
    there = darktable.is_there()
    contest.local(paths[: 2 * WARM], ten)
    times: dict[str, list[float]] = {"ten": [], "nine": [], "darktable": []}
    cpu: dict[str, float] = {}
    for number in range(rounds):
        for name in list(times) if number % 2 == 0 else list(reversed(times)):
            if name == "darktable" and not there:
                continue
            began = time.perf_counter()
            if name == "darktable":
                cpu[name] = darktable.develop(paths[0].parent, contest.out / "darktable") / len(paths)
            else:
                contest.local(paths, ten if name == "ten" else nine)
                cpu[name] = contest.cpu["ours"]
            times[name].append(time.perf_counter() - began)
    best = {name: min(each) for name, each in times.items() if each}
    peers = {"darktable-cli, nine steps": best["darktable"] * 1e3} if there else {}
    faster = best["darktable"] / best["nine"] if there else None
    words = f"{faster:.2f} x darktable-cli with the same nine" if there else "darktable-cli is not installed"
    spent = "; ".join(f"{name} {seconds * 1e3:.0f}" for name, seconds in cpu.items())
    return Row(
        suite="batch",
        name=title,
        size=spelled(*size),
        ours_ms=best["ten"] * 1e3,
        peers=peers,
        ratio=best["nine"] / best["darktable"] if there else None,
        target="as fast as darktable-cli",
        met=faster >= 1 if faster is not None else None,
        more={"files_per_s": len(paths) / best["ten"], "nine_steps_ms": best["nine"] * 1e3},
        remark=f"{len(paths) / best['ten']:.1f} files/s; {words}; ms of processor a file: {spent}",
    )
