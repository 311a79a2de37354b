"""`jaxstudio plot`: its files, what it prints, what it refuses, what it does not load."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys

import numpy as np
import pytest
from functions.hostile import odd_texts
from PIL import Image


def test_json_on_stdout_and_in_a_file(run, tmp_path):
    words = ["plot", "a tan(x)", "--set", "a=2", "--range", "x=-pi:pi", "--orders", "0,1"]
    printed = run(*words, "--json")
    assert (printed.code, printed.err) == (0, "")
    document = json.loads(printed.out)
    for curve in document["curves"]:
        assert curve.keys() >= {"expr", "order", "x", "y", "features"}
        assert {mark["state"] for mark in curve["features"]} <= {"proven", "sampled", "unresolved"}
    assert [curve["order"] for curve in document["curves"]] == [0, 1]
    assert document["view"]["x"] == pytest.approx([-3.141592653589793, 3.141592653589793])
    written = run(*words, "-o", "plot.json")
    assert (written.code, written.out, written.err) == (0, "", "")
    assert json.loads((tmp_path / "plot.json").read_text()) == document


def test_a_saved_sheet_is_plotted_as_it_was_seen(run, tmp_path):
    sheet = {
        "format": "jaxstudio-functions",
        "version": 1,
        "lines": [
            {"text": "f(x) = a x^2", "orders": [0, 1]},
            {"text": "sin(x)", "visible": False},
            {"text": "f(2)"},
            {"text": "y ~ c x"},
            {"text": "[-y, x]"},
            {"text": "(t, t^2)", "parameter": [0, 2]},
        ],
        "sliders": {"a": {"value": 3, "low": 0, "high": 10}},
        "view": {"x": [-2, 2], "y": [-1, 1]},
        "data": {"x": [0, 1], "y": [0, 3], "sigma": [0.1, 0.2]},
    }
    (tmp_path / "sheet.json").write_text(json.dumps(sheet))
    document = json.loads(run("plot", "sheet.json", "--json").out)
    assert [(curve["expr"], curve["order"]) for curve in document["curves"]] == [
        ("f(x) = a x^2", 0), ("f(x) = a x^2", 1), ("y ~ c x", 0), ("(t, t^2)", 0),
    ]  # fmt: skip
    assert document["view"] == {"x": [-2, 2], "y": [-1, 1]}
    assert document["set"] == {"a": 3, "c": 1}
    assert document["points"] == {"x": [0, 1], "y": [0, 3], "sigma": [0.1, 0.2]}
    first, path = document["curves"][0], document["curves"][-1]
    assert first["y"][:5] == pytest.approx([3 * x**2 for x in first["x"][:5]])
    assert (path["x"][0], path["x"][-1]) == (0, 2)
    words = ["--set", "a=1", "--range", "x=0:1", "--orders", "2", "-o", "sheet.png"]
    assert run("plot", "sheet.json", *words).code == 0
    with Image.open(tmp_path / "sheet.png") as image:
        assert image.size == (1000, 2000)  # equal scales: 1 across, 2 along
    refused = run("plot", "sheet.json", "x^2", "--json")
    assert (refused.code, "alone" in refused.err) == (2, True)
    assert "no such file" in run("plot", "other.json", "--json").err


def test_pictures_of_the_size_asked_for(run, tmp_path):
    assert run("plot", "x^2", "x^2 + y^2 = 4", "-o", "p.png", "--size", "400x300").code == 0
    with Image.open(tmp_path / "p.png") as image:
        assert image.size == (400, 300)
    assert run("plot", "x^2", "-o", "p.pdf").code == 0
    assert (tmp_path / "p.pdf").read_bytes().startswith(b"%PDF-")
    assert run("plot", "x^2", "-o", "p.svg").code == 0
    assert "x^2" in (tmp_path / "p.svg").read_text()


def test_a_table_and_a_script(run, tmp_path):
    assert run("plot", "1/x", "-o", "p.csv", "--range", "x=-1:1").code == 0
    assert (tmp_path / "p.csv").read_text().startswith("expr,order,piece,state,x,y,low,high\n")
    assert run("plot", "1/x", "-o", "p.py").code == 0
    assert "import jax" in (tmp_path / "p.py").read_text()
    assert run("plot", "x y", "--style", "contours", "-o", "p.py").code == 0
    assert "axes.contour(x, y" in (tmp_path / "p.py").read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["x^2"], "expected -o FILE or --json"),
        (["x^2", "-o", "p.gif"], "ends with one of .png"),
        (["x^2", "-o", "nowhere/p.png"], "there is no folder"),
        (["x^2", "-o", "p.png", "--range", "x=1"], "such as x=-10:10"),
        (["x^2", "-o", "p.png", "--range", "q=1:2"], "one of x, y, t, theta"),
        (["x^2", "-o", "p.png", "--range", "x=2:1"], "the lower bound first"),
        (["x^2", "-o", "p.png", "--size", "10x10"], "from 100 to 8000"),
        (["x^2", "-o", "p.png", "--orders", "0..13"], "orders up to 12"),
        (["x^2", "-o", "p.png", "--set", "b=1"], "no free names"),
        (["x^2 +", "-o", "p.png"], ""),
        (["sin(x)", "--orders", "5", "-o", "p.py"], "up to order 4"),
        (["(t, t^2, t^3, t)", "-o", "p.png"], "cannot be plotted"),
        (["x", "-o", "p.png", "--range", "x=-1e308:1e308"], "bounds up to 1e+300"),
        (["x y", "--style", "cloud", "-o", "p.png"], "invalid choice: 'cloud'"),
    ],
)
def test_what_is_wrong_is_one_line(run, tmp_path, words, said):
    outcome = run("plot", *words)
    assert outcome.code in (1, 2)
    assert (outcome.code == 1) == ("nowhere" in str(words))
    lines = outcome.err.splitlines()
    assert lines[-1].startswith("jaxstudio: ")
    assert said in lines[-1]
    assert outcome.out == ""
    assert not list(tmp_path.glob("p.*"))


def test_an_existing_file_stays_when_nothing_comes_of_it(run, tmp_path):
    (tmp_path / "p.py").write_text("mine")
    assert run("plot", "sin(x)", "--orders", "5", "-o", "p.py").code == 2
    assert (tmp_path / "p.py").read_text() == "mine"
    assert run("plot", "x^2", "-o", "p.py").code == 0
    assert (tmp_path / "p.py").read_text() != "mine"


SEED = 10
SECONDS, MEMORY = 10.0, 1.5e9


def test_odd_texts_are_drawn_or_refused(run, tmp_path):
    """No traceback; what cannot be finished is named."""
    drawn = 0
    for number, text in enumerate(itertools.islice(odd_texts(40, SEED), 0, None, 10)):
        outcome = run("plot", text, "--time-limit", 2, "--size", "200x150", "-o", f"{number}.json")
        assert outcome.code in (0, 1, 2), text
        assert (tmp_path / f"{number}.json").exists() == (outcome.code == 0), text
        assert "Traceback" not in outcome.err
        drawn += outcome.code == 0
    assert drawn >= 2


@pytest.mark.big
@pytest.mark.timeout(6 * 3600)
@pytest.mark.skipif(not hasattr(os, "wait4"), reason="what a process took is asked by wait4")
def test_two_thousand_odd_texts_take_no_more_than_they_may(tmp_path):
    """Each in a process of its own: ten seconds of the processor's time, 1.5 GB."""
    too_much = []
    for text in odd_texts(2000, SEED):
        command = [sys.executable, "-m", "jaxstudio", "plot", "-o", str(tmp_path / "a.png"), "--", text]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            errors = process.stderr.read().decode()
            _, status, took = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        seconds, memory = took.ru_utime + took.ru_stime, took.ru_maxrss * 1024
        if process.returncode not in (0, 1, 2) or seconds > SECONDS or memory > MEMORY or "Trace" in errors:
            too_much.append((text, process.returncode, round(seconds, 1), memory, errors[-200:]))
    assert not too_much


def test_logarithmic_axes(run, tmp_path):
    document = json.loads(run("plot", "x^2", "--log", "xy", "--range", "x=0.01:100", "--json").out)
    assert document["view"]["log"] == "xy"
    (curve,) = document["curves"]
    places = np.log10(curve["x"])
    assert np.diff(places).max() < 0.01
    assert np.allclose(curve["y"], np.square(curve["x"]), rtol=1e-15)
    assert run("plot", "x^2", "x y < 3", "--log", "x", "--label", "x=t in s", "-o", "p.svg").code == 0
    drawn = (tmp_path / "p.svg").read_text()
    assert "t in s" in drawn
    assert drawn.count("<image") == 1  # the region is pixels, not a path for each
    assert "above 0, not -1" in run("plot", "x", "--log", "x", "--range", "x=-1:1", "--json").err
    assert "expected x or y" in run("plot", "x", "--label", "z=t", "--json").err


def test_a_parameter_is_animated(run, tmp_path):
    words = ["(x - a)^2", "--range", "x=-3:3", "--range", "y=-1:5", "--size", "300x200"]
    assert run("plot", *words, "--animate", "a=0..2", "--frames", "3", "--back", "-o", "a.gif").code == 0
    with Image.open(tmp_path / "a.gif") as picture:
        assert (picture.size, picture.n_frames) == ((300, 200), 4)
        frames = []
        for place in range(3):
            picture.seek(place)
            frames.append(np.asarray(picture.convert("RGB"), int))
    assert run("plot", *words, "--set", "a=1", "-o", "one.png").code == 0
    one = np.asarray(Image.open(tmp_path / "one.png").convert("RGB"), int)
    assert [int(np.abs(frame - one).mean()) for frame in frames][1] == 0
    assert np.abs(frames[0] - one).mean() > 0.5


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["a=1"], "such as a=0..5"),
        (["b=0..1"], "no line depends on b"),
        (["a=0..1", "--frames", "1"], "2 to 1000 frames"),
        (["a=0..1", "--json"], "expected a single plot"),
    ],
)
def test_what_is_wrong_with_an_animation_is_one_line(run, tmp_path, words, said):
    outcome = run("plot", "a x", "-o", "p.gif", "--animate", *words)
    assert outcome.code == 2
    assert said in outcome.err.splitlines()[-1]
    assert not list(tmp_path.glob("p.*"))
