"""JAX is set up once, before it first touches a device: memory, dispatch, the cache of kernels."""

from __future__ import annotations

import ctypes
import os
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

import platformdirs

CACHE_BYTES = 1 << 30
DAY_SECONDS = 86_400
# Where XLA:CPU reads the number of threads that it divides a loop among, the first that is set; our value
# counts as 1, and is told apart from a user's.
THREAD_VARIABLES = ("PJRT_NPROC", "NPROC")
THREADS, OURS = "NPROC", "01"
MMAP_THRESHOLD, TRIM_THRESHOLD, ARENA_MAX = -3, -1, -8  # mallopt's names in glibc's malloc.h


def keep_freed_memory() -> None:
    """Let glibc reuse large blocks instead of returning them to the kernel.

    XLA:CPU allocates every result anew. By default glibc maps blocks of this size afresh each time,
    and the page faults cost as much as a light kernel: 3 to 4 times the time of a median at 12 MP.
    Threads share one heap: those that glibc makes for each are returned 64 MB at a time all the same, and
    what one thread has freed no other can use.
    """
    if not sys.platform.startswith("linux"):
        return
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):
        libc.mallopt(MMAP_THRESHOLD, 1 << 30)
        libc.mallopt(TRIM_THRESHOLD, 512 << 20)
        libc.mallopt(ARENA_MAX, 1)


def cache_directory() -> Path:
    """Return the directory of compiled kernels: JAXSTUDIO_CACHE_DIR, or the user's cache directory."""
    chosen = os.environ.get("JAXSTUDIO_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("jaxstudio", appauthor=False))


def prune(directory: Path, most_bytes: int) -> None:
    """Delete the files that were not used for longest until the rest fits."""
    files = []
    with os.scandir(directory) as entries:
        for entry in entries:
            # another process may prune, too
            with suppress(FileNotFoundError):
                if entry.is_file():
                    files.append((entry.path, entry.stat()))
    total = sum(status.st_size for _, status in files)
    for path, status in sorted(files, key=lambda file: max(file[1].st_atime, file[1].st_mtime)):
        if total <= most_bytes:
            return
        Path(path).unlink(missing_ok=True)
        total -= status.st_size


def prune_daily(directory: Path, most_bytes: int) -> None:
    """Prune a directory that was not pruned for a day: to look at 8,000 kernels takes 50 ms of a start.

    The time of a hidden file tells when that was.
    """
    stamp = directory / ".pruned"
    with suppress(FileNotFoundError):
        if abs(time.time() - stamp.stat().st_mtime) < DAY_SECONDS:
            return
    prune(directory, most_bytes)
    with suppress(OSError):  # on a full disk the kernels that are there can still be read
        stamp.touch()


def compute_on_one_thread() -> None:
    """Have XLA:CPU compile for one thread; to be called before JAX makes its CPU client.

    What is large is cut into chunks here, and several threads compute one each (engine/buffers.py).
    What the user has set stays.
    """
    if not any(name in os.environ for name in THREAD_VARIABLES):
        os.environ[THREADS] = OURS


def xla_cpu_threads() -> int:
    """Return the number of threads of an XLA:CPU client made with this process's environment."""
    for name in THREAD_VARIABLES:
        chosen = os.environ.get(name, "")
        if chosen.isdigit():
            return max(1, int(chosen))
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def plain_environment() -> dict[str, str]:
    """The environment for a process in which JAX behaves as without this program."""
    return {name: value for name, value in os.environ.items() if (name, value) != (THREADS, OURS)}


def _use_persistent_cache() -> Path | None:
    import jax

    from jaxstudio.runtime.jax_internals import tell_cached_programs_apart, write_cache_atomically

    directory = cache_directory() / "kernels"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        # compiled code is loaded and run: nobody else may put any there
        directory.chmod(0o700)
        prune_daily(directory, CACHE_BYTES)
    except OSError as error:
        print(f"jaxstudio: no cache of compiled kernels: {error}", file=sys.stderr)
        return None
    jax.config.update("jax_compilation_cache_dir", str(directory))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
    # JAX's own bound reads the whole directory whenever something was compiled: 0.1 s with 2,500 kernels;
    # and a process that is killed on the way leaves it without the file that the next one looks for
    jax.config.update("jax_compilation_cache_max_size", -1)
    write_cache_atomically()
    # XLA divides loops among so many threads, which can change last bits of sums: JAX's key leaves them out
    tell_cached_programs_apart(f"{xla_cpu_threads()} threads")
    return directory


@cache
def configure() -> Path | None:
    """Set JAX up for this process; later calls do nothing.

    Returns the folder of compiled kernels, which is the user's alone; None where there can be none.
    """
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    keep_freed_memory()
    import jax

    from jaxstudio.runtime.jax_internals import client_is_made

    if not client_is_made():  # later the variable would count threads that its client does not have
        compute_on_one_thread()

    # a call returns when its result is there: buffers handed to XLA without a copy may then be reused
    jax.config.update("jax_cpu_enable_async_dispatch", False)
    jax.config.update("jax_default_matmul_precision", "highest")
    return _use_persistent_cache()
