"""Suite `start`: from the process to the window, the photo, the first filtered frame; a photo by the command.

The bare window has the same widgets as ours, of Qt's own classes, in the same places with the same texts,
and nothing else: no layout, no style, no icon, no connection. All processes find their modules compiled, as
installed ones do.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from benchmarks.live import run_child
from benchmarks.measurement import Options, Row, spelled
from benchmarks.workload import eight_steps, photo
from jaxstudio.files.recipes import save_recipe
from jaxstudio.files.save import save
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

PHOTO = (3000, 4000)
ROUNDS, QUICK_ROUNDS = 3, 1
WINDOW = 1.4  # times a bare window at most
FRAME_MS, COMMAND_MS = 300.0, 400.0  # after a bare import of JAX at most
SMALL = (600, 800)
TIMEOUT_S = 120.0  # of a process that should take a few seconds

OURS = """
import sys
from jaxstudio.cli import gui
from jaxstudio.cli.main import main
load_window = gui.load_window
def load_watched():
    from benchmarks.watch import watch
    watch(float(sys.argv[1]))
    return load_window()
gui.load_window = load_watched
sys.exit(main(sys.argv[2:]))
"""
BARE_WINDOW = """
import json, sys, time
from PySide6 import QtWidgets
from PySide6.QtCore import QTimer
def paintEvent(self, event):
    kinds["QMainWindow"].paintEvent(self, event)
    QTimer.singleShot(0, done)
def done():
    found = {"ms": (time.time() - float(sys.argv[1])) * 1e3, "processor": time.process_time() * 1e3}
    print(json.dumps(found), flush=True)
    app.quit()
with open(sys.argv[2]) as file:
    tree = json.load(file)
app = QtWidgets.QApplication([])
kinds = {each["class"]: getattr(QtWidgets, each["class"]) for each in tree}
window = type("Window", (kinds["QMainWindow"],), {"paintEvent": paintEvent})()
made = [window]
for each in tree[1:]:
    widget = kinds[each["class"]](made[each["parent"]])
    made.append(widget)
    widget.setGeometry(*each["box"])
    if each["text"]:
        widget.setText(each["text"])
    for text in each["actions"]:
        widget.addAction(text)
    widget.setVisible(each["shown"])
window.resize(*tree[0]["box"][2:])
window.show()
app.exec()
"""
COMMAND = """
import json, sys, time
from jaxstudio.cli.main import main
code = main(["apply", *sys.argv[2:]])
print(json.dumps({"ms": (time.time() - float(sys.argv[1])) * 1e3}))
sys.exit(code)
"""
BARE_JAX = """
import json, sys, time
import jax
print(json.dumps({"ms": (time.time() - float(sys.argv[1])) * 1e3}))
"""


def rows(options: Options) -> Iterator[Row]:
    """The window beside a bare one, the photo, and the first filtered frame beside a bare import of JAX."""
    for height, width in options.sizes or (PHOTO,):
        for row in _of(height, width, QUICK_ROUNDS if options.quick else ROUNDS):
            if options.wants(row.name):
                yield row


def _of(height: int, width: int, rounds: int) -> Iterator[Row]:
    noted: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory(prefix="jaxstudio-bench-") as name:
        folder = Path(name)
        save(folder / "photo.jpg", photo(height, width))
        save(folder / "small.jpg", photo(*SMALL))
        recipes = {"one": Recipe().added(CATALOGUE["gaussian_blur"], {"sigma": 5.0}), "eight": eight_steps()}
        for count, recipe in recipes.items():
            save_recipe(folder / f"{count}.json", recipe)
        tree = folder / "widgets.json"
        with _environment({"JAXSTUDIO_BENCH_TREE": str(tree)}):
            _since_start(OURS)
        for number in range(1 + rounds):
            bare = _since_start(BARE_WINDOW, str(tree))
            found = {
                "bare window": bare["ms"],
                "bare window's processor": bare["processor"],
                "import jax": _since_start(BARE_JAX)["ms"],
            }
            for count in recipes:
                words = (str(folder / "photo.jpg"), "-r", str(folder / f"{count}.json"))
                found |= {f"{what} {count}": ms for what, ms in _since_start(OURS, *words).items()}
            for name in ("photo", "small"):
                applied = f"{folder / name}.jpg", "-r", f"{folder}/one.json", "-o", f"{folder}/out.jpg"
                found[f"apply {name}"] = _since_start(COMMAND, *applied)["ms"]
            if number:  # the first one fills caches
                for what, ms in found.items():
                    noted.setdefault(what, []).append(ms)
    yield from rows_of({what: statistics.median(ms) for what, ms in noted.items()}, spelled(height, width))


def rows_of(seconds: dict[str, float], size: str) -> Iterator[Row]:
    """The rows of milliseconds since the processes were started."""
    bare, imported = seconds["bare window"], seconds["import jax"]
    window = seconds["window one"]
    yield Row(
        "start", "window", size, window, {"bare window": bare}, window / bare,
        f"<= {WINDOW:g} x bare", window / bare <= WINDOW,
    )  # fmt: skip
    ours, theirs = seconds["window's processor one"], seconds["bare window's processor"]
    yield Row(
        "start", "window, processor time", size, ours, {"bare window": theirs}, ours / theirs,
        f"<= {WINDOW:g} x bare", ours / theirs <= WINDOW,
    )  # fmt: skip
    yield Row("start", "photo", size, seconds["photo one"])
    frame, of_eight = seconds["frame one"], seconds["frame eight"]
    yield Row(
        "start", "first filtered frame", size, frame, {"import jax": imported}, frame / imported,
        f"<= import jax + {FRAME_MS / 1000:g} s", frame <= imported + FRAME_MS,
        remark=f"{(frame - imported) / 1000:+.2f} s",
    )  # fmt: skip
    yield Row(
        "start", "first filtered frame, eight steps", size, of_eight, {"import jax": imported},
        of_eight / imported, remark=f"{(of_eight - imported) / 1000:+.2f} s",
    )  # fmt: skip

    for name, of in (("photo", size), ("small", spelled(*SMALL))):
        done = seconds[f"apply {name}"]
        yield Row(
            "start", "apply of one photo", of, done, {"import jax": imported}, done / imported,
            f"<= import jax + {COMMAND_MS / 1000:g} s", done <= imported + COMMAND_MS,
            remark=f"{(done - imported) / 1000:+.2f} s",
        )  # fmt: skip


@contextmanager
def _environment(values: Mapping[str, str]) -> Iterator[None]:
    """Set these variables of the environment, for the processes that are started meanwhile."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


def _since_start(code: str, *words: str) -> dict[str, float]:
    seconds: dict[str, float] = run_child(code, repr(time.time()), *words, timeout=TIMEOUT_S)
    return seconds
