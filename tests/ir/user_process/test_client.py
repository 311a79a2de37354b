"""One's own function in a process of its own: what goes well, and everything that does not."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from msgspec import structs

from jaxstudio.errors import Cancelled, ComputeError, UsageError
from jaxstudio.ir.compilation_log import COMPILATION_LOG
from jaxstudio.ir.user_process import client
from jaxstudio.ir.user_process.client import UserInspection
from jaxstudio.ir.user_process.loading import find_function, load_module
from jaxstudio.ir.user_process.request import Limits, Request, changes

GOOD = """
import jax.numpy as jnp

print("loaded")

def layer(x, w, n):
    for _ in range(n):
        x = jnp.tanh(x @ w)
    return x

def decides(x):
    if x.sum() > 0:
        return x
    return -x
"""
ODD = {
    "abort": "import os; os.abort()",
    "exits": "import sys; sys.exit(3)",
    "hangs": "while True: pass",
    "prints": "while True: print('x' * 100_000)",
    "children": (
        "import subprocess, time\nprint(subprocess.Popen(['sleep', '300']).pid, flush=True)\ntime.sleep(300)"
    ),
    "asks": "held = bytearray(100 * 2**30)",
    "speaks": "import os; os.write(1, b'no message'); os.write(2, b'12\\n'); import nothing_of_the_kind",
    "fails": "raise ValueError('at import')",
    "broken": "def f(x:\n    return x",
    "value": "f = 3",
    "other": "def g(x):\n    return x",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("own")
    (folder / "good.py").write_text(GOOD)
    for name, text in ODD.items():
        (folder / f"{name}.py").write_text(text + "\n")
    return folder


def run(folder, name, function="f", limits=None, **wanted):
    own = UserInspection(Request(str(folder / name), function, **wanted), limits or Limits(seconds=60))
    return own, [stage.name for stage in own.run()]


def test_stages_links_cost_and_compilations_come_back(folder):
    own, names = run(
        folder, "good.py", "layer", arguments="f32[4,8],f32[8,8]", static_values={2: 2}, passes=False
    )
    assert names[:5] == ["source", "jaxpr", "stablehlo", "hlo", "optimized"]
    report = own.known
    assert report.stages == tuple(own.stages)
    assert "loaded" in own.printed
    assert report.cost.flops >= 2 * 2 * 4 * 8 * 8
    assert report.timing.ready > 0
    assert "compiled by the inspector" in [entry.why for entry in report.compilation_log]
    assert report.coverage["optimized"].share == 1.0
    line = GOOD.split("\n").index("        x = jnp.tanh(x @ w)") + 1
    item = report.links.parsed("source").at(line, 16)
    found = report.links.follow("source", [item], "jaxpr")
    assert [report.links.parsed("jaxpr").kinds[each] for each in found].count("tanh") == 2


def test_an_error_is_explained_at_its_line(folder):
    own = UserInspection(Request(str(folder / "good.py"), "decides", "f32[3]"), Limits(seconds=60))
    with pytest.raises(UsageError, match=r"good.py:decides: line 12: a decision on a value") as caught:
        list(own.run())
    assert "\n" not in str(caught.value)
    assert own.explanation.code == "if x.sum() > 0:"
    assert "jnp.where" in own.explanation.suggestion


@pytest.mark.parametrize(
    ("name", "error", "said"),
    [
        ("abort", ComputeError, "abort.py:f: its process was ended by signal SIGABRT"),
        ("exits", UsageError, r"exits.py ended its process itself \(exit code 3\)"),
        ("broken", UsageError, "broken.py, line 1: .*never closed"),
        ("value", UsageError, "value.py: f is no function but int"),
        ("other", UsageError, "other.py has no function 'f': it has g"),
        ("speaks", UsageError, "speaks.py: an import fails: No module named 'nothing_of_the_kind'"),
        ("nowhere", UsageError, "nowhere.py: no such file"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="signals have no names there")
def test_one_line_for_what_is_wrong(folder, name, error, said):
    with pytest.raises(error, match=said) as caught:
        run(folder, f"{name}.py")
    assert "\n" not in str(caught.value)


def test_a_function_that_never_returns_is_ended(folder):
    with pytest.raises(ComputeError, match=r"hangs.py:f: not done after 1 s; its process was ended"):
        run(folder, "hangs.py", limits=Limits(seconds=1))


def test_a_gigabyte_of_output_is_not_kept(folder):
    own = UserInspection(Request(str(folder / "prints.py"), "f"), Limits(seconds=60, printed_bytes=5 << 20))
    with pytest.raises(ComputeError, match=r"prints.py:f: printed more than 5 MB; its process was ended"):
        list(own.run())
    assert len(own.printed) <= 1 << 16


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux bounds a process's memory so")
def test_a_hundred_gigabytes_are_refused(folder):
    with pytest.raises(UsageError, match=r"asks.py:f: not enough memory: \w"):
        run(folder, "asks.py", limits=Limits(seconds=60, memory_bytes=4 << 30))


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="looks for a process in /proc")
def test_what_the_child_started_is_ended_with_it(folder):
    own = UserInspection(Request(str(folder / "children.py"), "f"))
    with pytest.raises(Cancelled):
        list(own.run(cancelled=lambda: own.printed.endswith("\n")))
    started = int(own.printed.split()[0])
    until = time.monotonic() + 60
    while time.monotonic() < until and alive(started):
        time.sleep(0.05)
    assert not alive(started)


def alive(process):
    try:
        with open(f"/proc/{process}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_functions_inside_others_are_found(folder, monkeypatch):
    path = folder / "inside.py"
    path.write_text("class Model:\n    @staticmethod\n    def loss(x):\n        return x\n")
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert find_function(load_module(path), path, "Model.loss")(3) == 3
    sys.modules.pop("__inspected__")


@pytest.mark.thorough
def test_what_the_process_compiles_stands_in_the_compilation_log_here_and_why(folder):
    """Also where the report never comes."""
    (folder / "again.py").write_text(GOOD)
    before = COMPILATION_LOG.count
    quick = {"passes": False, "kernels": False, "exact": False, "run_seconds": 0.0}
    for arguments, static in (("f32[3,4],f32[4,4]", 2), ("f32[5,4],f32[4,4]", 2), ("f32[5,4],f32[4,4]", 3)):
        run(folder, "again.py", "layer", arguments=arguments, static_values={2: static}, **quick)
    entries = [
        entry
        for entry in COMPILATION_LOG.entries(before)
        if entry.function == "layer" and "numbered" not in entry.why
    ]
    assert [entry.thread for entry in entries] == ["own function"] * 3
    assert [entry.why.partition("; ")[2] for entry in entries] == [
        "first call",
        "argument 0: f32[3,4] → f32[5,4]",
        "static argument 2: 2 → 3",
    ]
    own = UserInspection(Request(str(folder / "again.py"), "layer", "f32[3,4],f32[4,4]", {2: 2}, **quick))
    for stage in own.run():
        if stage.kind == "optimized":
            break
    assert own.known.cost is None, "the final report has not come"
    assert COMPILATION_LOG.entries(entries[-1].number)[-1].why.endswith(
        "argument 0: f32[5,4] → f32[3,4]; static argument 2: 3 → 2"
    )


def test_every_difference_of_two_calls_is_named():
    call = Request("f.py", "f", "f32[3], f32[2,2]", {2: 1}, (0,), options={"a": 1})
    assert changes(call, call) == []
    other = Request("f.py", "f", "f32[3], f64[2,2], f32[]", {}, (), "cpu:0", {"a": 2, "b": True}, x64=True)
    assert list(map(str, changes(other, call))) == [
        "argument 1: f32[2,2] → f64[2,2]",
        "argument 2: none → f32[]",
        "static argument 2: 1 → none",
        "donated: 0 → none",
        "device: the usual → cpu:0",
        "64-bit numbers: off → on",
        "option a: 1 → 2",
        "option b: none → True",
    ]


@pytest.mark.samples(1)
@pytest.mark.parametrize(
    ("set_in_file", "said"), [("", ""), ("'high'", "precision=(Precision.HIGH, Precision.HIGH)")]
)
def test_the_program_is_the_one_that_the_person_has(folder, set_in_file, said):
    """The studio's own precision is not put upon somebody's code."""
    update = f"jax.config.update('jax_default_matmul_precision', {set_in_file})\n" if set_in_file else ""
    (folder / "own.py").write_text(f"import jax\n{update}def f(x):\n    return x @ x\n")
    own, _ = run(folder, "own.py", arguments="f32[2,2]", passes=False, kernels=False, run_seconds=0.0)
    assert said in own.stages[1].text
    assert ("Precision" in own.stages[1].text) == bool(said)


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="processes are looked for as Unix does")
def test_the_child_ends_when_its_parent_is_killed(folder):
    """Even while the person's code never returns; else it would compute for ever."""
    (folder / "endless.py").write_text(
        "import os, subprocess\nother = subprocess.Popen(['sleep', '300'], start_new_session=True)\n"
        "os.write(1, f'{os.getpid()} {other.pid}\\n'.encode())\nwhile True: pass\n"
    )
    parent = (
        "import sys, threading, time\n"
        "from jaxstudio.ir.user_process.client import UserInspection\n"
        "from jaxstudio.ir.user_process.request import Request\n"
        "own = UserInspection(Request(sys.argv[1], 'f'))\n"
        "threading.Thread(target=lambda: list(own.run()), daemon=True).start()\n"
        "while len(own.printed.split()) < 2: time.sleep(0.01)\n"
        "print(own.printed.strip(), flush=True)\n"
        "time.sleep(300)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", parent, str(folder / "endless.py")], stdout=subprocess.PIPE, text=True
    )
    children = list(map(int, process.stdout.readline().split()))
    assert len(children) == 2
    for child in children:
        os.kill(child, 0)
    process.kill()
    process.wait()
    process.stdout.close()
    until = time.monotonic() + 30
    while any(map(_is_alive, children)) and time.monotonic() < until:
        time.sleep(0.01)
    assert not any(map(_is_alive, children))


def _is_alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    # ended; nobody here asks how
    return not Path(f"/proc/{process}/stat").exists() or alive(process)


def test_code_that_reads_finds_nothing_to_read(folder):
    (folder / "reads.py").write_text("import sys\nprint(repr(sys.stdin.read()))\ndef f(x):\n    return x\n")
    own, _ = run(folder, "reads.py", arguments="f32[2]", passes=False, kernels=False, run_seconds=0.0)
    assert own.printed.strip() == "''"


def test_the_guardian_forks_before_anything_starts_threads():
    """A process with threads must not fork; NumPy and JAX start some when they are imported."""
    script = "import sys, jaxstudio.processes.serve\nassert not {'numpy', 'jax'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


@pytest.mark.thorough
def test_a_second_compilation_that_fails_costs_exact_links_alone(folder):
    (folder / "twice.py").write_text(
        "import os, jax\nfirst, times = jax.stages.Lowered.compile, []\n"
        "def once(*args, **wanted):\n    times.append(1)\n    if len(times) > 1:\n        os._exit(5)\n"
        "    return first(*args, **wanted)\njax.stages.Lowered.compile = once\ndef f(x):\n    return x * 2\n"
    )
    own, names = run(folder, "twice.py", arguments="f32[3]")
    assert "optimized" in names
    assert own.known.stages == tuple(own.stages)
    why = "its process ended with exit code 5 and no answer"
    assert own.known.notes == (f"links by names: {why}",)
    assert own.known.unmeasured == why
    assert own.known.cost.output_bytes == 12
    assert own.known.coverage["optimized"].share == 1.0


def test_a_program_that_is_typed_finds_jax_loaded_unless_it_sets_jax_itself(folder):
    def run(path, **switches):
        request = Request(str(path), "layer", "f32[4,4], f32[4,4], 3", static=("2",), typed=True, **switches)
        inspection = UserInspection(structs.replace(request, last="jaxpr"))
        for _ in inspection.run():
            pass
        return inspection

    try:
        run(folder / "good.py")
        (ready,) = client._ready
        again = run(folder / "good.py")
        assert again._job._child is ready.child
        assert "f32[4,4]" in again.stage("jaxpr").text
        (other,) = client._ready
        wide = run(folder / "good.py", x64=True)  # of another setting it is a new one
        assert wide._job._child is not other.child
        assert other.ended
        setting = folder / "setting.py"
        setting.write_text("import os\nos.environ['XLA_FLAGS'] = ''\n" + GOOD)
        (left,) = client._ready
        assert run(setting)._job._child is not left.child
    finally:
        for each in client._ready:
            each.child.close()
        client._ready.clear()


def test_a_flag_that_xla_does_not_know_is_named(folder):
    with pytest.raises(UsageError, match="XLA knows no flag --xla_nonsense=1"):
        run(
            folder,
            "good.py",
            "layer",
            arguments="f32[4,4], f32[4,4], n=1",
            static=("n",),
            flags="--xla_nonsense=1",
        )
