"""The cache of compiled kernels is kept small by deleting what was not used for longest."""

import os

from jaxstudio.runtime.setup import prune


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
