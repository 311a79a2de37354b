"""Processes below processes: found as the system's own lister sees them, and killed to the last."""

import json
import os
import shutil
import signal
import subprocess
import sys

import pytest

from jaxstudio.processes import limits, tree

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a tree of forks")
# Four processes that sleep; the last two have left the session of the others.
TREE = """
import os, time
if os.fork() == 0:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.write(1, b"leaf\\n")
time.sleep(600)
"""


@pytest.fixture
def root():
    process = subprocess.Popen([sys.executable, "-I", "-S", "-c", TREE], stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"leaf\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_descendants_are_found_and_killed_with_the_root(root):
    found = tree.descendants(root.pid)
    assert len(found) == 3
    tree.kill_tree(root.pid)
    assert root.wait() == -signal.SIGKILL
    assert [process for process in found if tree.is_alive(process)] == []


@pytest.mark.skipif(shutil.which("ps") is None, reason="compares with ps")
def test_the_table_is_that_of_ps(root):
    """macOS has no /proc: there the table is that of `ps`."""
    by_file = {row[:2] for row in tree._table()}
    by_ps = {row[:2] for row in tree._listed()}
    wanted = {root.pid, *tree.descendants(root.pid)}
    assert {row for row in by_file if row[0] in wanted} == {row for row in by_ps if row[0] in wanted}
    assert len({row for row in by_ps if row[0] in wanted}) == 4


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="environments are read from /proc")
def test_a_mark_in_the_environment_finds_what_its_guardian_lost():
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", TREE], stdout=subprocess.PIPE, env={tree.MARK: "a-test"}
    )
    assert process.stdout.readline() == b"leaf\n"
    process.stdout.close()
    assert len(tree.marked("a-test")) == 4
    assert tree.marked("another") == []
    assert tree.kill_all(lambda: tree.marked("a-test"), process.poll)
    assert process.wait() == -signal.SIGKILL
    assert tree.marked("a-test") == []


# The worker leaves a child, which starts a process and ends while the guardian lists what is left.
STARTED_MEANWHILE = """
import os, sys, time
from jaxstudio.processes import tree
from jaxstudio.processes.guard import guard_tree

def wait_for(path):
    while not os.path.exists(path):
        time.sleep(0.002)

listed, begun, number = tree._numbered, sys.argv[1] + "/listed", sys.argv[1] + "/number"

def list_slowly():
    found = listed()
    open(begun, "w").close()
    wait_for(number)
    return found

tree._numbered = list_slowly
guard_tree(60)
if os.fork() == 0:
    parent = os.getpid()
    wait_for(begun)
    if os.fork() == 0:
        os.setsid()
        while os.getppid() == parent:
            time.sleep(0.002)
        with open(number + "-", "w") as file:
            file.write(str(os.getpid()))
        os.rename(number + "-", number)
        time.sleep(600)
    os._exit(0)
os._exit(0)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="orphans escape where there is no subreaper")
def test_what_starts_while_the_guardian_looks_does_not_outlive_it(tmp_path):
    command = [sys.executable, "-c", STARTED_MEANWHILE, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as guardian:
        assert guardian.wait(60) == 0
    started = int((tmp_path / "number").read_text())
    escaped = tree.is_alive(started)
    if escaped:
        os.kill(started, signal.SIGKILL)
    assert not escaped


def test_without_fork_the_child_ends_at_the_end_of_its_input(tmp_path):
    """As on Windows, where the guardian is a thread."""
    script = tmp_path / "child.py"
    script.write_text(
        "import os, time\ndel os.fork\nfrom jaxstudio.processes.guard import guard_tree\nguard_tree(60)\n"
        "os.write(1, b'guarded\\n')\ntime.sleep(600)\n"
    )
    process = subprocess.Popen(
        [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ}
    )
    assert process.stdout.readline() == b"guarded\n"
    process.stdin.close()
    assert process.wait(60) == 1
    process.stdout.close()


def test_limits_are_those_that_the_system_then_has():
    script = (
        "import resource\nfrom jaxstudio.processes import limits\n"
        "assert limits.limit_private_memory(1 << 32)\n"
        "limits.forbid_core_dumps()\nlimits.be_killed_first()\n"
        "print([resource.getrlimit(each)[0] for each in (resource.RLIMIT_DATA, "
        "resource.RLIMIT_CORE)])"
    )
    if sys.platform.startswith("linux"):
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
        assert json.loads(done.stdout) == [1 << 32, 0]
    else:
        assert not limits.limit_private_memory(1 << 40)
