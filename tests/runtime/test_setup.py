"""The cache of compiled kernels: kept small by deleting what was not used for longest; no half kernels."""

import os
from pathlib import Path

import pytest
from jax._src import compilation_cache

from jaxstudio.runtime.setup import configure, prune


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
