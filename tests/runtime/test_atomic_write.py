"""A written file is the old one or the new one, with the permissions it should have, whatever happens."""

import contextlib
import errno
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from jaxstudio.errors import SaveError
from jaxstudio.runtime import atomic_write as module
from jaxstudio.runtime.atomic_write import atomic_write, write_text

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="links and modes of POSIX")
PACKAGE = Path(module.__file__).parents[1]


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def mode(path):
    return path.stat().st_mode & 0o777


def test_a_process_that_dies_in_the_middle_leaves_the_old_file(tmp_path):
    target = tmp_path / "x.txt"
    target.write_text("old")
    script = (
        "import os, sys\nfrom jaxstudio.runtime.atomic_write import atomic_write\n"
        "with atomic_write(sys.argv[1]) as file:\n    file.write(b'half'); file.flush(); os._exit(9)\n"
    )
    assert subprocess.run([sys.executable, "-c", script, str(target)], timeout=60).returncode == 9
    assert target.read_text() == "old"
    if sys.platform == "linux":  # a file that is being written has no name there
        assert names(tmp_path) == ["x.txt"]
    write_text(target, "new")
    assert target.read_text() == "new"


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError])
def test_an_exception_leaves_everything_as_it_was(tmp_path, error):
    (tmp_path / "x.txt").write_text("old")
    with contextlib.suppress(error), atomic_write(tmp_path / "x.txt") as file:
        file.write(b"half")
        raise error
    assert (tmp_path / "x.txt").read_text() == "old"
    assert names(tmp_path) == ["x.txt"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EACCES])
def test_a_full_disk_is_one_line(tmp_path, monkeypatch, step, code):
    def refuse(*args):
        raise OSError(code, os.strerror(code))

    (tmp_path / "x.txt").write_text("old")
    monkeypatch.setattr(module.os, step, refuse)
    with pytest.raises(SaveError) as caught:
        write_text(tmp_path / "x.txt", "new")
    assert str(caught.value) == f"cannot write {tmp_path / 'x.txt'}: {os.strerror(code)}"
    assert (tmp_path / "x.txt").read_text() == "old"
    assert names(tmp_path) == ["x.txt"]


@POSIX
def test_a_read_only_folder_is_one_line(tmp_path):
    folder = tmp_path
    if os.geteuid() == 0:  # who may write everywhere but to the kernel's own files
        folder = Path("/sys/kernel")
        if not folder.is_dir():
            pytest.skip("the superuser of this system may write everywhere")
    tmp_path.chmod(0o500)
    with pytest.raises(SaveError, match=re.escape(f"cannot write {folder / 'x'}: ")):
        write_text(folder / "x", "new")
    tmp_path.chmod(0o700)


@POSIX
@pytest.mark.parametrize("umask", [0o022, 0o077, 0o002])
def test_a_new_file_has_the_permissions_of_open(tmp_path, umask):
    before = os.umask(umask)
    try:
        write_text(tmp_path / "ours", "x")
        with open(tmp_path / "theirs", "w"):
            pass
    finally:
        os.umask(before)
    assert mode(tmp_path / "ours") == mode(tmp_path / "theirs") == 0o666 & ~umask


@POSIX
def test_an_existing_file_keeps_its_permissions_and_its_links(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "real").chmod(0o640)
    (tmp_path / "link").symlink_to("real")
    write_text(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"
    assert mode(tmp_path / "real") == 0o640


def test_threads_that_write_one_file_each_write_a_whole_one(tmp_path):
    texts = [str(number) * 100_000 for number in range(8)]
    begin = threading.Barrier(len(texts))

    def work(text):
        begin.wait(30)
        for _ in range(5):
            write_text(tmp_path / "x", text)

    threads = [threading.Thread(target=work, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (tmp_path / "x").read_text() in texts
    assert names(tmp_path) == ["x"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [("", "a folder"), ("no/such/x", "there is no folder"), ("n" * 300, "name too long")],
)
def test_targets_that_cannot_be(tmp_path, name, reason):
    with pytest.raises(SaveError, match=reason):
        write_text(tmp_path / name, "x")


def test_nobody_else_renames_a_temporary_file_or_changes_the_umask():
    elsewhere = {
        "runtime/atomic_write.py": "the one place",
        "batch/blocks.py": "a whole picture, perhaps a folder, written by several processes over hours",
        "runtime/jax_internals.py": "the files of JAX's own writer, renamed when complete",
    }
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if re.search(r"os\.replace|os\.umask|NamedTemporaryFile", path.read_text())
    }
    assert found == set(elsewhere)
