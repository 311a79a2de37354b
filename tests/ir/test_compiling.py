"""The compilation around the cache, its private folder, the rail of passes, kernels' files."""

import itertools
import os
import stat
import subprocess
import sys
import threading
import uuid
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from filelock import FileLock

from ir import examples
from ir.conftest import floats
from jaxstudio.errors import Cancelled, UsageError
from jaxstudio.ir import stages
from jaxstudio.ir.inspection import Inspection, inspect
from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.parse.hlo import parse_hlo
from jaxstudio.ir.stages import Kind, Language, Stage
from jaxstudio.ir.target import Target
from jaxstudio.ir.xla_dumps import (
    LOCK,
    PREFIX,
    Dumps,
    compile_uncached,
    dump_folder,
    kernel_files,
    kernel_stages,
    pass_stages,
    remove_leftovers,
)
from jaxstudio.runtime.setup import cache_directory


def kept_kernels(name):
    """The files of the persistent cache that belong to a function; others may fill it meanwhile."""
    return {path.name for path in (cache_directory() / "kernels").glob(f"jit_{name}-*-cache")}


def new_function():
    """A function that no cache has."""
    name = f"never_seen_{uuid.uuid4().hex}"

    def function(x):
        with jax.named_scope(name):
            return x * 3.25 + 1

    function.__name__ = name
    return function


def test_the_cache_is_neither_read_nor_written():
    function = new_function()
    lowered = jax.jit(function).lower(floats(5))
    with dump_folder() as dumps:
        compile_uncached(lowered, {}, dumps)
    assert not kept_kernels(function.__name__)
    lowered.compile()
    assert len(kept_kernels(function.__name__)) == 1, "now the persistent cache has it"
    for _ in range(2):
        with dump_folder() as dumps:
            compile_uncached(lowered, {}, dumps, passes=True)
            assert any(path.name.endswith(".before_optimizations.txt") for path in dumps.files)
    assert len(kept_kernels(function.__name__)) == 1


def test_another_thread_keeps_its_cache():
    """What one thread compiles to look at does not keep another from filling the cache."""
    inside, compiled = threading.Event(), threading.Event()
    function = new_function()

    def other():
        assert inside.wait(30)
        jax.jit(function).lower(floats(11)).compile()
        compiled.set()

    thread = threading.Thread(target=other)
    thread.start()
    from jaxstudio.runtime.jax_internals import without_persistent_cache

    with without_persistent_cache():
        inside.set()
        assert compiled.wait(60)
    thread.join()
    assert len(kept_kernels(function.__name__)) == 1


def test_the_folder_is_private_and_goes_whatever_happens():
    seen = []

    def stopped():
        with dump_folder() as dumps:
            seen.append(dumps.folder)
            assert stat.S_IMODE(dumps.folder.stat().st_mode) == 0o700
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        stopped()
    assert not seen[0].exists()


def test_a_run_that_was_cancelled_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    inspection = Inspection(Target("selu", examples.selu, (floats(3),)))
    run = inspection.run(cancelled=lambda: any(stage.kind == "optimized" for stage in inspection.stages))
    with pytest.raises(Cancelled):
        list(run)
    assert inspection.stage("optimized")
    assert list(tmp_path.iterdir()) == []


def test_a_generator_that_is_dropped_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    run = Inspection(Target("selu", examples.selu, (floats(3),))).run()
    while next(run).name != "optimized":
        pass
    assert list(tmp_path.iterdir()) != []
    run.close()
    assert list(tmp_path.iterdir()) == []


def test_leftovers_of_a_killed_run_are_removed_and_live_ones_stay(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    script = (
        "import os, sys, tempfile\n"
        "from jaxstudio.ir.xla_dumps import dump_folder\n"
        "tempfile.tempdir = sys.argv[1]\n"
        "with dump_folder() as dumps:\n"
        "    (dumps.folder / 'module.txt').write_text('x')\n"
        "    os._exit(9)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False)
    assert done.returncode == 9
    (left,) = tmp_path.iterdir()
    live = tmp_path / f"{PREFIX}live"
    live.mkdir()
    lock = FileLock(live / LOCK)
    lock.acquire()
    other = tmp_path / "somebody-elses"
    other.mkdir()
    assert remove_leftovers() == 1
    assert not left.exists()
    assert live.exists()
    assert other.exists()
    lock.release()


def test_an_option_that_xla_does_not_know_is_named():
    lowered = jax.jit(lambda x: x + 1).lower(floats(2))
    with pytest.raises(UsageError, match=r"--option xla_no_such=1: .*No such compile option"):
        compile_uncached(lowered, {"xla_no_such": 1})
    with pytest.raises(UsageError, match="--option xla_cpu_enable_fast_math=perhaps"):
        compile_uncached(lowered, {"xla_cpu_enable_fast_math": "perhaps"})


def test_passes_that_changed_something_are_stages_and_the_others_are_counted(many):
    passes = [stage for stage in many.stages if stage.kind == "pass"]
    names = [stage.name for stage in passes]
    assert names == sorted(names)
    assert any(name.endswith("/fusion") for name in names)
    assert any(name.endswith("/algsimp") for name in names)
    for before, after in itertools.pairwise(passes):
        assert before.text != after.text
        assert after.seconds is not None
        assert after.seconds >= 0
    assert len(many.quiet_passes) > 5
    assert not {name.split(" ", 2)[2] for name in names} & set(many.quiet_passes)


def test_the_last_pass_leads_to_the_optimised_module(many):
    """What the passes end with is what XLA compiled, computation for computation."""
    last = [stage for stage in many.stages if stage.kind == "pass"][-1].text
    found = []
    for text in (last, many.stage("optimized").text):
        hlo = parse_hlo(text, Origins())
        names, kinds = hlo.parsed.names, hlo.parsed.kinds

        def source(item, hlo=hlo, names=names, kinds=kinds):
            """The instruction whose value this is; XLA may write a tuple's element as `%while.1#0`."""
            while kinds[item] == "get-tuple-element":
                (item,) = hlo.arguments(item)
            return names[item]

        found.append(
            {
                (name, kind, tuple(map(source, hlo.arguments(item))))
                for item, (name, kind) in enumerate(zip(names, kinds, strict=True))
                if kind != "get-tuple-element"
            }
        )
    assert len(found[0]) > 50
    assert found[0] == found[1]


def dumped(folder, **files):
    for age, (name, text) in enumerate(files.items()):
        path = folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        os.utime(path, ns=(10**9 * (100 + age),) * 2)
    return Dumps(folder)


def test_rail_of_files(tmp_path):
    files = {
        "module_1.jit_f.before_optimizations.txt": "a",
        "module_1.jit_f.0000.first.after_pipeline-start.before_x.txt": "a",
        "module_1.jit_f.0001.first.after_y.before_z.txt": "b",
        "module_1.jit_f.0002.second.after_same.before_pipeline-end.txt": "b",
        "module_1.jit_f.0003.second.after_copy.txt": "c",
    }
    found = pass_stages(dumped(tmp_path, **files))
    assert [(s.name, s.text, s.seconds) for s in found.stages] == [
        ("pass 0001 first/y", "b", 2.0),
        ("pass 0003 second/copy", "c", 2.0),
    ]
    assert found.quiet == ("first/x", "first/z", "second/same")


def test_passes_beyond_what_is_kept_say_so(tmp_path, monkeypatch):
    monkeypatch.setattr("jaxstudio.ir.xla_dumps.MOST_CHARACTERS", 5)
    names = [f"m.jit_f.000{k}.p.after_q{k}.txt" for k in range(3)]
    found = pass_stages(dumped(tmp_path, **{name: str(k) * 4 for k, name in enumerate(names)}))
    assert [stage.text for stage in found.stages] == ["0000", "", ""]
    assert found.stages[1].note.startswith("left out")


def test_kernels_by_their_files(tmp_path):
    prefix = "module_0004.jit_f."
    dumps = dumped(
        tmp_path,
        **{
            f"{prefix}before_optimizations.txt": "",
            "module_0003.jit_other.add_kernel_module.ir-no-opt.ll": "not of this module",
            f"{prefix}add.1_fusion_kernel_module.ir-no-opt.ll": "one",
            f"{prefix}__compute_module_wrapped_add.1.ir-with-opt.ll": "two",
            f"{prefix}add.1_fusion_kernel_module.ir-with-opt.ll": "three",
            f"{prefix}obj-file.add.1_fusion_kernel_module.o": b"no object",
            f"{prefix}ptx": "//",
            "module_0003.jit_other.ptx": "not of this module",
        },
    )
    assert [files.kernel for files in kernel_files(dumps)] == ["add.1_fusion", "wrapped_add.1"]
    by_name = {stage.name: stage for stage in kernel_stages(dumps)}
    assert by_name["llvm add.1_fusion before"].text == "one"
    assert by_name["llvm add.1_fusion after"].seconds == 2.0
    assert by_name["asm add.1_fusion"].note.startswith("not disassembled")
    assert by_name["ptx"].text == "//"


def test_sass_of_a_tool_that_fails_says_so(tmp_path, monkeypatch):
    prefix = "module_0004.jit_f."
    files = {f"{prefix}before_optimizations.txt": "", f"{prefix}ptx": "//", f"{prefix}sm_90.ptx": "///"}
    files |= {f"{prefix}{name}.cubin": b"\x7fELF" for name in ("one", "two")}
    dumps = dumped(tmp_path, **files)
    tool = tmp_path / "cuobjdump"
    tool.write_text("#!/bin/sh\ncase $2 in *one*) printf 'Function : f\\377';; *) exit 3;; esac\n")
    tool.chmod(0o755)
    monkeypatch.setattr("jaxstudio.ir.xla_dumps.shutil.which", lambda name: str(tool))
    by_name = {stage.name: stage for stage in kernel_stages(dumps)}
    assert sorted(by_name) == ["ptx module_0004.jit_f", "ptx sm_90", "sass one", "sass two"]
    assert by_name["sass one"].text == "Function : f\ufffd"
    assert "exit status 3" in by_name["sass two"].note


def test_a_module_that_is_too_large_has_no_passes(monkeypatch):
    monkeypatch.setattr("jaxstudio.ir.inspection.MOST_MODULE_CHARACTERS", 10)
    inspection = Inspection(Target("selu", examples.selu, (floats(3),)), kernels=False, exact=False)
    assert not [stage for stage in inspection.run() if stage.kind == "pass"]
    assert any(note.startswith("no passes") for note in inspection.notes)


def test_elements_of_large_constants_are_left_out_and_counted():
    """The text of 38 million numbers was too long for a message; a small constant is shown whole."""
    many, few = np.arange(200_000, dtype=np.float32).reshape(400, 500), np.arange(3, dtype=np.float32)
    inspection = inspect(Target("f", lambda x: (many @ x).sum() + few, (floats(500),)), exact=True)
    stage = inspection.stage("stablehlo")
    assert len(stage.text) < 20_000
    assert "dense<[0.000000e+00, 1.000000e+00, 2.000000e+00]>" in stage.text
    assert stage.note.startswith("200,000 numbers of 1 large constants are left out")
    assert inspection.links.parsed("stablehlo").problem == ""
    assert not inspection.notes
    assert any(stage.kind is Kind.PASS for stage in inspection.stages)


def test_a_text_that_is_too_long_for_a_message_is_cut_at_a_line(monkeypatch):
    monkeypatch.setattr(stages, "MOST_CHARACTERS", 10)
    stage = Stage("jaxpr", Kind.JAXPR, Language.JAXPR, "abcde\nfgh\nij\n", note="before")
    cut = stages.shortened(stage)
    assert cut.text == "abcde\nfgh\n"
    assert cut.note == "before; cut: the first 10 of 13 characters; a part of the function is shown whole"


def test_own_frames_are_no_part_of_a_program(inspected):
    """Texts of XLA begin with the frames of whatever called the function: only the caller's own stay."""
    inspection = inspected(lambda x: jnp.sin(x) * 2, floats(3))
    for name in ("stablehlo", "optimized"):
        text = inspection.stage(name).text
        assert __file__ in text
        assert "jaxstudio/ir/" not in text.replace(str(Path(__file__).parents[2] / "tests"), "")
