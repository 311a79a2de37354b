"""The cache of compiled kernels: kept small by deleting what was not used for longest; no half kernels."""

import os
import subprocess
import sys
from pathlib import Path

import jax
import numpy as np
import pytest
from jax._src import cache_key, compilation_cache, compiler
from jax.extend.backend import get_backend

from jaxstudio.runtime.jax_internals import tell_cached_programs_apart
from jaxstudio.runtime.setup import (
    THREAD_VARIABLES,
    THREADS,
    compute_on_one_thread,
    configure,
    prune,
    prune_daily,
    xla_cpu_threads,
)


def test_the_oldest_files_go_until_the_rest_fits(tmp_path):
    for age in range(5):
        path = tmp_path / f"kernel{age}"
        path.write_bytes(bytes(100))
        os.utime(path, (1e9 - age, 1e9 - age))
    prune(tmp_path, 250)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kernel0", "kernel1"]


def test_what_was_read_lately_stays(tmp_path):
    for name, read in (("old but read", 2e9), ("young", 1.5e9)):
        (tmp_path / name).write_bytes(bytes(100))
        os.utime(tmp_path / name, (read, 1e9 if name.startswith("old") else 1.5e9))
    prune(tmp_path, 100)
    assert [path.name for path in tmp_path.iterdir()] == ["old but read"]


def test_a_small_cache_is_left_alone(tmp_path):
    (tmp_path / "kernel").write_bytes(bytes(100))
    prune(tmp_path, 100)
    assert (tmp_path / "kernel").exists()


def test_a_cache_is_looked_at_once_a_day(tmp_path):
    def left():
        return sorted(path.name for path in tmp_path.iterdir() if not path.name.startswith("."))

    for days, expected in ((0, []), (0.5, ["kernel"]), (2, []), (-3, [])):  # a clock may be set back, too
        for stamp in tmp_path.glob(".*"):
            then = stamp.stat().st_mtime - days * 86_400
            os.utime(stamp, (then, then))
        (tmp_path / "kernel").write_bytes(bytes(100))
        prune_daily(tmp_path, 50)
        assert left() == expected, days


def test_a_process_killed_while_it_keeps_a_kernel_harms_no_other(tmp_path, monkeypatch):
    """JAX alone would leave half a kernel for good, which every later process complains of."""
    configure()
    kernels = compilation_cache.LRUCache(str(tmp_path), max_size=-1)
    write = Path.write_bytes

    def killed(path, data):
        write(path, data[: len(data) // 2])
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", killed)
        with pytest.raises(SystemExit):
            kernels.put("jit_f-1", b"a whole kernel")
    assert kernels.get("jit_f-1") is None
    for text in (b"a whole kernel", b"another"):
        kernels.put("jit_f-1", text)
        assert kernels.get("jit_f-1") == text
    assert [path.is_file() for path in tmp_path.iterdir()] == [True]


@pytest.mark.samples(1)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="threads are counted in /proc")
@pytest.mark.parametrize(
    ("variables", "threads"),
    [({"NPROC": "3"}, 3), ({"PJRT_NPROC": "5", "NPROC": "3"}, 5), ({"NPROC": "01"}, 1), ({}, None)],
)
def test_threads_are_counted_as_xla_counts_them(variables, threads):
    """In a process of its own: XLA reads the variables when it makes its client."""
    script = (
        "import os, jax, jax.numpy as jnp; from jaxstudio.runtime.setup import xla_cpu_threads\n"
        "jnp.ones(4).sum().block_until_ready()\n"
        "names = [open(f'/proc/self/task/{task}/comm').read() for task in os.listdir('/proc/self/task')]\n"
        "print(xla_cpu_threads(), sum('XLAEigen' in name for name in names))"
    )
    clean = {k: v for k, v in os.environ.items() if k not in THREAD_VARIABLES}
    done = subprocess.run(
        [sys.executable, "-c", script], env=clean | variables, capture_output=True, text=True, check=True
    )
    said, counted = map(int, done.stdout.split())
    assert said == (threads or len(os.sched_getaffinity(0)))
    assert counted == said


@pytest.mark.parametrize("variable", THREAD_VARIABLES)
def test_a_number_of_threads_that_the_user_chose_stays(variable, monkeypatch):
    for name in THREAD_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, "4")
    compute_on_one_thread()
    assert xla_cpu_threads() == 4
    monkeypatch.delenv(variable)
    compute_on_one_thread()
    assert xla_cpu_threads() == 1
    monkeypatch.delenv(THREADS)


def test_programs_for_other_numbers_of_threads_are_kept_apart(monkeypatch):
    """XLA divides loops among its threads: two of them gave a blur of 45 x 67 pixels other last bits."""
    monkeypatch.setattr(cache_key, "custom_hook", cache_key.custom_hook)  # put back afterwards
    lowered = jax.jit(lambda x: x + 1).lower(np.ones(3, np.float32)).compiler_ir()
    rest = np.array(jax.devices()), compiler.get_compile_options(1, 1), get_backend()

    def key(words):
        tell_cached_programs_apart(words)
        return cache_key.get(lowered, *rest)

    assert key("1 threads") == key("1 threads") != key("2 threads")


REUSE = """
import resource, sys
from concurrent.futures import ThreadPoolExecutor
import numpy as np
from jaxstudio.runtime.setup import keep_freed_memory

keep_freed_memory()

def work(_):
    for _ in range(5):
        arrays = [np.ones(6 << 20, np.uint8) for _ in range(14)]

with ThreadPoolExecutor(2) as executor:
    for _ in executor.map(work, range(4)):
        pass
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in executor.map(work, range(4)):
        pass
print((resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before) * resource.getpagesize() >> 20)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc's allocator")
def test_threads_reuse_what_was_freed():
    """Of 1.7 GB that two threads fill and free, little is memory that the kernel maps anew."""
    done = subprocess.run([sys.executable, "-c", REUSE], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 40
