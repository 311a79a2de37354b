"""A batch on a Dask cluster: the files of a local run, whatever happens to the workers."""

import importlib.util
import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("distributed")

from jaxstudio.batch import cluster as module
from jaxstudio.cli.main import main
from jaxstudio.files.photo import load_photo
from jaxstudio.files.save import save

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX"),
]
STEPS = ("-s", "gaussian_blur sigma=2", "-s", "gaussian_noise var=0.01", "-s", "equalize_hist")


@pytest.fixture
def photos(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()

    def photos(count, height=200):
        for number in range(count):
            pixels = np.random.default_rng(number).integers(0, 256, (height, 300, 3), np.uint8)
            save(tmp_path / "in" / f"{number:02}.png", pixels)
        names = [f"in/{number:02}.png" for number in range(count)]
        assert main(["apply", *STEPS, *names, "-o", "local/"]) == 0
        return names

    return photos


def check_same(folder, count):
    assert sorted(os.listdir(folder)) == sorted(os.listdir("local"))
    assert len(os.listdir(folder)) == count
    for name in os.listdir("local"):
        assert Path(folder, name).read_bytes() == Path("local", name).read_bytes()


def test_the_files_of_a_local_run_and_what_fails_there(cluster, photos, capsys):
    names = photos(5)
    place = ("--scheduler", cluster.scheduler_address)
    assert main(["apply", *STEPS, *names, "-o", "there/", *place]) == 0
    check_same("there", 5)
    capsys.readouterr()
    assert main(["apply", *STEPS, names[0], "in/none.png", "-o", "some/", *place]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line == "jaxstudio: in/none.png: no such file (on its worker: paths must mean the same there)"
    assert os.listdir("some") == ["00.png"]
    assert main(["apply", "-s", "match_histogram reference=in/01.png", names[0], "-o", "a.npy"]) == 0
    assert main(["apply", "-s", "match_histogram reference=in/01.png", names[0], "-o", "b.npy", *place]) == 0
    assert Path("a.npy").read_bytes() == Path("b.npy").read_bytes()


@pytest.mark.thorough
def test_tasks_of_a_moment_are_handed_out_together(cluster, photos, monkeypatch, capsys):
    names, groups = photos(24), []
    submit = module._ClusterRunner._submit

    def record(runner, tasks):
        groups.append(len(tasks))
        submit(runner, tasks)

    monkeypatch.setattr(module._ClusterRunner, "_submit", record)
    monkeypatch.setattr(module, "GROUP_S", 60.0)
    monkeypatch.setattr(module, "GROUP_SHARE", 1.0)
    place = ("--scheduler", cluster.scheduler_address)
    assert main(["apply", *STEPS, *names, "-o", "there/", *place]) == 0
    check_same("there", 24)
    assert groups[0] == 1
    assert max(groups) > 1
    # one that fails concerns no other of its group
    for at in (5, 17):
        Path(names[at]).write_text("no photo")
    capsys.readouterr()
    assert main(["apply", *STEPS, *names, "-o", "some/", *place]) == 1
    assert capsys.readouterr().err.count("not a photo") == 2
    assert sorted(os.listdir("some")) == [f"{number:02}.png" for number in range(24) if number not in (5, 17)]


def check_kills(cluster, names, kills):
    """Kill workers while they compute: all files are there, each written once as the log tells."""
    from distributed import Client

    words = [
        "apply",
        *STEPS,
        *names,
        "-o",
        "killed/",
        "--log",
        "log",
        "--scheduler",
        cluster.scheduler_address,
    ]
    codes = []
    batch = threading.Thread(target=lambda: codes.append(main(words)))
    with Client(cluster.scheduler_address, set_as_default=False) as client:
        batch.start()
        log = Path("log")
        for number in range(kills):
            while batch.is_alive() and not (log.exists() and log.read_text().count('"done"') > 2 * number):
                time.sleep(0.005)
            for process in list(client.run(os.getpid, on_error="ignore").values())[:2]:
                os.kill(process, signal.SIGKILL)
            client.wait_for_workers(1, timeout=60)
        batch.join(120)
    assert codes == [0]
    check_same("killed", len(names))
    events = [json.loads(line) for line in Path("log").read_text().splitlines()[1:]]
    assert sorted(event["task"] for event in events if event["event"] == "done") == list(range(len(names)))


def test_two_of_three_workers_are_killed(cluster, photos):
    check_kills(cluster, photos(14, height=400), 1)


@pytest.mark.big
def test_ten_workers_are_killed(cluster, photos):
    check_kills(cluster, photos(60, height=800), 5)


@pytest.mark.thorough
def test_cancelled_on_the_way(cluster, photos, monkeypatch, capsys):
    names = photos(10, height=400)
    finish = module.BatchQueue.finish

    def interrupt(queue, task, notes):
        finish(queue, task, notes)
        raise KeyboardInterrupt

    words = ["apply", *STEPS, *names, "-o", "there/", "--scheduler", cluster.scheduler_address]
    with monkeypatch.context() as patch:
        patch.setattr(module.BatchQueue, "finish", interrupt)
        assert main(words) == 130
    assert capsys.readouterr().err.splitlines()[-1] == "jaxstudio: interrupted"
    assert main(words) == 0
    assert "files are there from an earlier run" in capsys.readouterr().err
    check_same("there", 10)


def test_mistakes_are_one_line(photos, tmp_path, monkeypatch, capsys):
    (name,) = photos(1)
    monkeypatch.setattr(module, "CONNECT_S", 1.0)
    capsys.readouterr()

    def refused(*words):
        assert main(["apply", "-s", "gamma", name, "-o", "out.png", *words]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert not Path("out.png").exists()
        return line

    began = time.monotonic()
    assert "nobody answers, expected the address of a Dask scheduler" in refused(
        "--scheduler", "tcp://127.0.0.1:9"
    )
    assert time.monotonic() - began < 10
    assert "expected a number of processes such as local:4" in refused("--scheduler", "local:none")
    assert "expected no --device or --devices" in refused("--scheduler", "local:2", "--devices", "all")
    assert "expected one of them" in refused("--device", "cpu:0", "--devices", "all")
    assert "'quantum:1' does not exist" in refused("--devices", "cpu:0,quantum:1")
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda each, *a: None if each == "distributed" else find(each, *a)
    )
    assert refused("--scheduler", "local:2").endswith(
        "needs the package distributed: pip install 'jaxstudio[cluster]'"
    )


@pytest.mark.thorough
def test_an_augmentation_is_that_of_a_local_run(cluster, photos, capsys):
    photos(3)
    steps = ("-s", "random_flip", "-s", "choose_one ops=[gaussian_noise var=0.01 | gamma gamma=0.5..2]")
    assert main(["augment", *steps, "in", "-o", "here", "--variants", "2"]) == 0
    place = ("--scheduler", cluster.scheduler_address)
    assert main(["augment", *steps, "in", "-o", "there", "--variants", "2", *place]) == 0
    assert len(os.listdir("there")) == 7
    for name in os.listdir("here"):
        assert Path("there", name).read_bytes() == Path("here", name).read_bytes()
    # what is there is not made again, and what failed is told
    before = Path("there/00-000.png").stat().st_mtime_ns
    Path("in/01.png").write_text("no photo")
    capsys.readouterr()
    assert main(["augment", *steps, "in", "-o", "there", "--variants", "2", *place]) == 1
    assert "01.png: not a photo" in capsys.readouterr().err
    assert Path("there/00-000.png").stat().st_mtime_ns == before


OWN = """
from jaxstudio.pipeline.kinds import Op, Pointwise

def compute(x, p):
    return {body}

op = Op(name="mine", title="Mine", category="custom", doc="D.", source="S.", kind=Pointwise(compute))
"""


@pytest.mark.thorough
@pytest.mark.parametrize("command", ["apply", "augment"])
def test_workers_compute_each_version_of_a_filter_of_ones_own(
    cluster, tmp_path, monkeypatch, catalogue_restored, command
):
    from jaxstudio.own_filters import in_use

    monkeypatch.chdir(tmp_path)
    (tmp_path / "own").mkdir()
    pixels = np.random.default_rng(0).integers(0, 256, (40, 50, 3), np.uint8)
    save(tmp_path / "in.png", pixels)
    for body, expected in (("1 - x", 255 - pixels), ("x * 0.0", 0 * pixels)):
        monkeypatch.setattr(
            catalogue_restored, "_ops", {k: catalogue_restored[k] for k in catalogue_restored if k != "mine"}
        )
        monkeypatch.setattr(in_use, "LOADED", {})
        (tmp_path / "own" / "mine.py").write_text(OWN.format(body=body), encoding="utf-8")
        out = tmp_path / f"out{body[0]}"
        more = [] if command == "apply" else ["--variants", "1"]
        words = [command, "--ops", "own", "-s", "mine", "in.png", "-o", f"{out}/", *more]
        assert main([*words, "--scheduler", cluster.scheduler_address]) == 0
        (written,) = out.rglob("*.png")
        np.testing.assert_array_equal(load_photo(written).pixels, expected)
