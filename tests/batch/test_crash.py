"""A batch that is killed: nothing is half written, and the next run does what is left, nothing twice."""

import json
import os
import random
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from jaxstudio.cli.main import main
from jaxstudio.files.photo import load_photo
from jaxstudio.files.save import save

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL of POSIX")
PHOTOS = 12
STEPS = ("-s", "gaussian_blur sigma=2", "-s", "gaussian_noise var=0.01")


@pytest.fixture
def photos(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    for number in range(PHOTOS):
        pixels = np.random.default_rng(number).integers(0, 256, (200, 300, 3), np.uint8)
        save(tmp_path / "in" / f"{number:02}.png", pixels)
    assert main(["apply", *STEPS, *inputs(), "-o", "whole/"]) == 0
    return tmp_path


def inputs():
    return [f"in/{number:02}.png" for number in range(PHOTOS)]


def events(log):
    return [json.loads(line) for line in log.read_text().splitlines()[1:] if line.endswith("}")]


def killed_after(process, log, count, seconds):
    """End a run with SIGKILL some time after its log has the ends of more than so many tasks."""
    until = time.monotonic() + 120
    while time.monotonic() < until and process.poll() is None:
        if log.exists() and log.read_bytes().count(b'"done"') > count:
            time.sleep(seconds)
            break
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait()


def check_runs(photos, kills, capsys):
    """Kill a batch again and again, then let it end: the files are those of a run that nobody killed."""
    log, chance = photos / "log.jsonl", random.Random(1)
    words = [
        sys.executable,
        "-m",
        "jaxstudio",
        "apply",
        *STEPS,
        *inputs(),
        "-o",
        "out/",
        "--log",
        "log.jsonl",
    ]
    for number in range(kills):
        process = subprocess.Popen(words, stderr=subprocess.PIPE)
        killed_after(process, log, 2 * number, chance.uniform(0, 0.03))
        process.stderr.close()
        for path in (photos / "out").glob("*.png"):
            np.testing.assert_array_equal(load_photo(path).pixels, load_photo(f"whole/{path.name}").pixels)
    capsys.readouterr()
    there = {path: path.stat().st_ino for path in (photos / "out").glob("*.png")}
    assert there
    assert main(["apply", *STEPS, *inputs(), "-o", "out/", "--log", "log.jsonl"]) == 0
    assert f"{len(there)} of {PHOTOS} files are there from an earlier run" in capsys.readouterr().err
    assert {path: path.stat().st_ino for path in there} == there  # not one was written again
    assert sorted(path.name for path in (photos / "out").iterdir()) == sorted(os.listdir(photos / "whole"))
    for name in os.listdir("whole"):
        assert (photos / "out" / name).read_bytes() == (photos / "whole" / name).read_bytes()
    ended = [event["task"] for event in events(log) if event["event"] == "done"]
    assert len(ended) == len(set(ended))


def test_killed_once(photos, capsys):
    check_runs(photos, 1, capsys)


@pytest.mark.big
def test_killed_at_many_moments(photos, capsys):
    check_runs(photos, 4, capsys)


def test_what_failed_is_tried_again_and_nothing_else(photos, capsys):
    (photos / "in" / "03.png").rename(photos / "in" / "moved")
    assert main(["apply", *STEPS, *inputs(), "-o", "out/"]) == 1
    assert "03.png: no such file" in capsys.readouterr().err
    (photos / "in" / "moved").rename(photos / "in" / "03.png")
    before = {path: path.stat().st_ino for path in (photos / "out").iterdir()}
    assert len(before) == PHOTOS - 1
    assert main(["apply", *STEPS, *inputs(), "-o", "out/"]) == 0
    assert {path: path.stat().st_ino for path in before} == before
    assert (photos / "out" / "03.png").read_bytes() == (photos / "whole" / "03.png").read_bytes()
    # all is done: the log is gone, and the same command begins anew
    capsys.readouterr()
    assert main(["apply", *STEPS, *inputs(), "-o", "out/"]) == 0
    assert capsys.readouterr().err == ""


def test_existing_files(photos, capsys):
    (photos / "out").mkdir()
    (photos / "out" / "00.png").write_text("mine")
    few = inputs()[:2]
    assert main(["apply", *STEPS, *few, "-o", "out", "--existing", "skip"]) == 0
    assert (photos / "out" / "00.png").read_text() == "mine"
    assert (photos / "out" / "01.png").read_bytes() == (photos / "whole" / "01.png").read_bytes()
    assert main(["apply", *STEPS, *few, "-o", "out", "--existing", "rename"]) == 0
    assert sorted(os.listdir("out")) == ["00-1.png", "00.png", "01-1.png", "01.png"]
    assert main(["apply", *STEPS, *few, "-o", "out"]) == 0
    assert (photos / "out" / "00.png").read_bytes() == (photos / "whole" / "00.png").read_bytes()
