"""Whatever happens to one file is that file's error: a fault is put into every stage of a file's way."""

import os
from pathlib import Path

import numpy as np
import pytest

from jaxstudio.batch import blocks, photo
from jaxstudio.batch.local import EnginePool
from jaxstudio.batch.photo import PhotoWork
from jaxstudio.batch.places import Places, run_all
from jaxstudio.batch.prepare import check_targets, prepare
from jaxstudio.batch.queue import BatchQueue, State, Task
from jaxstudio.cli.main import main
from jaxstudio.engine.render import Engine
from jaxstudio.errors import ParameterError, UsageError
from jaxstudio.files import save as saving
from jaxstudio.files.save import save
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import to_json
from jaxstudio.runtime import atomic_write
from jaxstudio.runtime.app_log import log_path
from jaxstudio.variants import generation

BAD_WIDTH = 31
UNFORESEEN = ZeroDivisionError("a fault")


def is_bad(value):
    """Whether an argument is about the photo whose way has the fault."""
    if isinstance(value, str | os.PathLike):
        return "bad" in Path(value).name
    if isinstance(value, tuple):
        return BAD_WIDTH in value
    return getattr(value, "width", None) == BAD_WIDTH or is_bad(getattr(value, "target", ""))


@pytest.fixture
def fault(monkeypatch):
    """fault(module, "name"): the function raises for the bad photo alone."""

    def fault(where, name, error=UNFORESEEN):
        sound = getattr(where, name)

        def faulty(*args, **options):
            if any(map(is_bad, (*args, *options.values()))):
                raise error
            return sound(*args, **options)

        monkeypatch.setattr(where, name, faulty)

    return fault


@pytest.fixture
def photos(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JAXSTUDIO_CACHE_DIR", str(tmp_path / "cache"))  # the log is there
    (tmp_path / "in").mkdir()
    for number, (name, width) in enumerate({"a": 30, "bad": BAD_WIDTH, "c": 32}.items()):
        pixels = np.random.default_rng(number).integers(0, 256, (20, width, 3), np.uint8)
        save(tmp_path / "in" / f"{name}.png", pixels)
    return tmp_path


STAGES = {
    "regions": (photo, "open_regions"),
    "header": (photo, "photo_size"),
    "decoding": (photo, "load_photo"),
    "losses": (photo, "losses"),
    "depth": (photo, "default_depth"),
    "computing": (Engine, "render"),
    "writing": (photo, "save"),
    "quantising": (saving, "_in_order"),
    "replacing": (atomic_write.os, "replace"),
}


@pytest.mark.parametrize("command", ["apply", "augment"])
def test_a_fault_of_any_stage_fails_one_file(photos, monkeypatch, capsys, fault, command):
    stages = STAGES if command == "apply" else {
        "decoding": (generation, "load_photo"),
        "depth": (generation, "default_depth"),
        "computing": (Engine, "bands"),
        "writing": (generation, "save"),
        "drawing": (generation, "drawn_steps"),
        "replacing": (atomic_write.os, "replace"),
    }  # fmt: skip
    monkeypatch.setattr(photo, "SMALL_BYTES", 0)  # headers are looked at
    wrong = []
    for stage, (where, name) in stages.items():
        with monkeypatch.context() as patch:
            patch.setattr(where, name, getattr(where, name))  # put back at the end
            fault(where, name)
            words = ["-s", "gamma gamma=2", "-o", f"{stage}/", "in/a.png", "in/bad.png", "in/c.png"]
            code = main([command, *words, *(["--variants", "1"] if command == "augment" else [])])
        lines = capsys.readouterr().err.splitlines()
        end = ".png" if command == "apply" else "-000.png"
        expected = sorted([f"a{end}", f"c{end}", *(["manifest.jsonl"] if command == "augment" else [])])
        sure = (
            len(lines) == 1 and "bad" in lines[0] and "not foreseen (ZeroDivisionError: a fault)" in lines[0]
        )
        logged = log_path().read_text() if log_path().exists() else ""
        if not sure or code != 1 or sorted(os.listdir(stage)) != expected or str(log_path()) not in lines[0]:
            wrong.append((stage, code, lines, os.listdir(stage)))
        if "Traceback" not in logged or "ZeroDivisionError: a fault" not in logged:
            wrong.append((stage, "not in the log"))
        log_path().unlink(missing_ok=True)
    assert not wrong


def test_what_a_photo_does_not_allow_is_its_own_error(photos, capsys, fault):
    fault(Engine, "render", ParameterError("left = 40: expected less than the width"))
    assert main(["apply", "-s", "gamma", "in/a.png", "in/bad.png", "-o", "out/"]) == 1
    assert capsys.readouterr().err == "jaxstudio: in/bad.png: left = 40: expected less than the width\n"
    assert os.listdir("out") == ["a.png"]


@pytest.mark.parametrize(("where", "name"), [
    (blocks, "_opened"), (blocks, "_run_levels"), (blocks.TiffWriter, "create"), (blocks, "_put_in_place"),
    (blocks, "open_regions"), (Engine, "render"),
])  # fmt: skip
def test_a_picture_that_is_computed_block_by_block(photos, monkeypatch, fault, where, name):
    """Large pictures come after the others; File > Batch runs the same queue."""
    for width in (30, BAD_WIDTH):
        save(f"in/{'bad' if width == BAD_WIDTH else 'a'}.tif", np.zeros((20, width, 3), np.uint8))
    tasks = [Task(n, Path(f"in/{each}"), Path(f"{each}")) for n, each in enumerate(("bad.tif", "a.tif"))]
    fault(where, name)
    prepared = prepare(tasks, Recipe().added(CATALOGUE["gamma"], {}))
    marked = [Task(t.number, t.source, t.target, large=True) for t in prepared.tasks]
    queue, lines = BatchQueue(marked), []
    run_all(queue, prepared.work, Places(1), lines.append)
    assert [queue.state(0), queue.state(1)] == [State.FAILED, State.DONE]
    assert len(lines) == 1
    assert "bad.tif" in lines[0]
    assert "not foreseen (ZeroDivisionError" in lines[0]


def test_one_name_without_a_format_refuses_only_itself(photos, capsys):
    (photos / "in" / "a.png").rename("in/noend")
    (photos / "in" / "bad.png").rename("in/old.pcx")
    words = ["apply", "-s", "gamma", "in/noend", "in/old.pcx", "in/c.png", "-o", "out/"]
    assert main(words) == 1
    first, second = sorted(capsys.readouterr().err.splitlines())
    assert "out/noend: the name has no suffix" in first
    assert "out/old.pcx: no format is known for '.pcx'" in second
    assert (", expected one of .png" in first) + (", expected one of .png" in second) == 1  # told once
    assert os.listdir("out") == ["c.png"]
    # where none has a format, nothing is begun
    with pytest.raises(UsageError, match="no format is known"):
        check_targets([Task(0, Path("x.pcx"), Path("y.pcx"))])


def test_advice_is_told_once(photos, capsys):
    for number in range(3):
        (photos / f"in/{number}.png").write_text("no photo")
    for command in (["apply"], ["augment", "--variants", "1"]):
        names = [f"in/{number}.png" for number in range(3)]
        assert main([*command, "-s", "gamma", *names, "in/c.png", "-o", f"{command[0]}/"]) == 1
        lines = capsys.readouterr().err.splitlines()
        assert sum("not a photo" in line for line in lines) == 3
        assert sum("PNG, JPEG" in line for line in lines) == 1


def test_a_file_that_would_lose_something_is_not_written_where_nothing_may_be_lost(photos, capsys):
    save("in/deep.png", np.full((8, 9, 3), 300, np.uint16))
    save("in/nan.npy", np.full((8, 9, 3), np.nan, np.float32))
    words = ["apply", "-s", "gamma", "in/a.png", "in/deep.png", "in/nan.npy"]
    os.mkdir("lax")
    os.mkdir("strict")
    assert main([*words, "-o", "lax/{stem}.bmp"]) == 0
    assert len(os.listdir("lax")) == 3
    capsys.readouterr()
    assert main([*words, "-o", "strict/{stem}.bmp", "--strict"]) == 1
    lines = sorted(capsys.readouterr().err.splitlines())
    assert os.listdir("strict") == ["a.bmp"]
    assert "deep.bmp: not written, since something would be lost: BMP holds 8 bits" in lines[0]
    assert "nan.bmp" in lines[1]


def test_an_error_of_a_worker_nobody_foresaw_comes_with_its_traceback(photos):
    from jaxstudio.batch import worker

    work = PhotoWork(to_json(Recipe()), depth="7")  # no such depth
    task = Task(0, Path("in/a.png").absolute(), Path("out.png").absolute())
    pool = EnginePool([None], 1)
    with pytest.raises(UsageError):
        work.run(pool, task, photo.Control())
    answer = worker._run_task("batch", Raising(), task, 1, None, True)
    assert answer.failure == ""
    assert answer.trace.rstrip().endswith("ZeroDivisionError: a fault")


class Raising:
    """Work that always fails."""

    writes_files, own = True, ()

    def run(self, pool, task, control):
        raise UNFORESEEN
