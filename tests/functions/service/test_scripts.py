"""A sheet as a script: it is run, and draws what was asked for."""

import subprocess
import sys

from jaxstudio.functions.protocol.queries import FramesQuestion, ScriptQuestion
from jaxstudio.functions.protocol.requests import DrawRequest, SheetLine
from jaxstudio.functions.protocol.scene import View
from jaxstudio.functions.service.handlers import frames, script


def test_each_line_has_its_own_orders_and_what_is_hidden_is_left_out(composer, job):
    lines = (SheetLine("x^2", orders=(1,)), SheetLine("sin(x)", visible=False), SheetLine("2 + 2"))
    text = script(composer, ScriptQuestion(lines, {}, View((-1.0, 1.0), (-1.0, 1.0), 400, 300)), job)
    assert "jax.grad(f1)" in text
    assert "('x^2'," not in text
    assert "sin" not in text
    assert "2 + 2" not in text


def test_the_script_runs_and_leaves_a_picture(composer, job, tmp_path):
    lines = (SheetLine("f(x) = x^3 - a x", orders=(0, 1)), SheetLine("f(x)/2 + sin 2x"))
    text = script(composer, ScriptQuestion(lines, {"a": 2.0}, View((-2.0, 2.0), (-3.0, 3.0), 400, 300)), job)
    path, picture = tmp_path / "sheet.py", tmp_path / "sheet.png"
    path.write_text(text, encoding="utf-8")
    run = (
        "import runpy, sys, matplotlib\nmatplotlib.use('agg')\n"
        "runpy.run_path(sys.argv[1])['figure'].savefig(sys.argv[2])\n"
    )
    words = [sys.executable, "-c", run, str(path), str(picture)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    assert picture.stat().st_size > 5000


def test_frames_are_the_scenes_of_each_value(composer, job):
    view = View((-2.0, 2.0), (-3.0, 3.0), 400, 300)
    frames(composer, FramesQuestion(DrawRequest((SheetLine("x^2 + a"),), view), "a", (0.0, 1.0)), job)
    heights = [scene.lines[0].curves[0].pieces[0].y.min() for scene in job.told if scene.complete]
    assert heights == [0.0, 1.0]
