"""The window never imports JAX, and uses Qt on one thread: each part is opened, in its own process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import importlib, sys, time
import app_thread
from pathlib import Path
from PySide6.QtCore import QSettings
from jaxstudio.app import main
from jaxstudio.app.shared import idle_imports

class OneByOne:
    # imports modules, and notes those of the window that came together: they hold it up

    together = []

    def import_module(self, name):
        before = set(sys.modules)
        module = importlib.import_module(name)
        new = {each for each in set(sys.modules) - before if each.startswith("jaxstudio.app")}
        new = [each for each in new if not hasattr(sys.modules[each], "__path__")]
        self.together += new if len(new) > 1 else []
        return module

idle_imports.importlib = OneByOne()
app = main.make_application()
start = main.Start(QSettings(sys.argv[1] + "/s.ini", QSettings.Format.IniFormat), demo=True)
start.show()
document, window = start.document, start.window
image = window.image

def wait(what, ready, seconds=100):
    end = time.monotonic() + seconds
    while not ready():
        app.processEvents()
        time.sleep(0.005)
        assert time.monotonic() < end, what

def exact():
    return document.picture is not None and document.picture.exact and document.shown_recipe is not None

def loaded():
    names = {name.partition(".")[0] for name in sys.modules}
    return sorted(names & {"jax", "jaxlib", "scipy", "skimage"})

def stage(what):
    app.processEvents()
    assert not loaded(), f"{what}: {loaded()}"
    assert not app_thread.OFFENCES, f"{what}: {app_thread.OFFENCES}"

wait("first frame", lambda: exact() and len(document.recipe.steps) == 4)
stage("the demo")
box = image.panel.add_box
box.field.setText("negative")
box.search()
wait("a thumbnail", lambda: box.pictures.images.get(("invert",)) is not None)
box.field.clear()
box._close()
stage("the add box")
ops = ("levels", "curve", "crop", "perspective", "rotate", "convolve", "random_flip", "match_histogram")
keys = {name: document.add_step(document.backend.catalogue[name]).key for name in ops}
stage("the cards")
document.remove_step(keys.pop("match_histogram"))  # it has no file to match
wait("a frame", exact)
cards = {step.op.name: image.panel.stack.card(step.key) for step in image.document.recipe.steps}
wait("levels", lambda: getattr(cards["levels"].form.levels.chart, "heights", None) is not None)
wait("a curve", lambda: getattr(cards["curve"].form.rows["points"].editor, "heights", None) is not None)
stage("levels and a tone curve")
wait("what chance drew", lambda: document.description.step(keys["random_flip"]) is not None)
for name in ("crop", "perspective"):
    document.handle(keys[name])
    wait(f"handles of {name}", lambda: image.canvas.handles.isVisible() and image.canvas.handles.handles())
    stage(f"handles of {name}")
document.handle(None)
response = cards["convolve"].form.rows["kernel"]
response.show_response()
module = "jaxstudio.app.image.stack.frequency_response"
wait("its module", lambda: module in sys.modules)
wait("the response", lambda: window.findChildren(sys.modules[module].ResponseDialog))
stage("the frequency response")
cards["crop"]._menu()
cards["convolve"]._show_presets()
image.commands["presets"]()
wait("presets", lambda: len(image.dialogs.presets.store.entries) > 5)
stage("presets")
image.dialogs.variants.set_total(2)
image.commands["variants"]()
wait("variants", lambda: image.dialogs.variants._arrived_count == 2)
stage("variants")
image.commands["compare"]()
wait("measures", lambda: image.comparing.measured is not None)
image.commands["snapshot"]()
image.commands["difference"]()
image.commands["split"]()
stage("compare")
document.probe_at((3, 4))
wait("a pixel", lambda: document.probe is not None)
image.commands["copy_python"]()
window.do_palette()
window.do_help()
stage("help and palette")
window.do_inspector()
wait("the inspector", lambda: window.inspector.panel is not None)
stage("the inspector")
for ask in map(image.commands.get, ("open", "save_as", "open_recipe", "save_recipe")):
    ask()
    stage(ask.__name__)
image.io.save(sys.argv[1] + "/out.png")
wait("a file", lambda: Path(sys.argv[1], "out.png").exists() and not image.io.writing())
stage("an export")
window.session.save(sys.argv[1] + "/work.jaxstudio")
wait("a session file", lambda: Path(sys.argv[1], "work.jaxstudio").exists() and not window.session._jobs)
frames = document.frames
window.session.open(sys.argv[1] + "/work.jaxstudio")
wait("the session's frame", lambda: document.frames > frames and exact())
stage("a session")
window.commands["show_functions"]()
wait("functions", lambda: window.functions.bench is not None)
stage("functions")
start._load_ahead()
wait("what is loaded ahead", lambda: start.ahead)
stage("what is loaded ahead")
assert "pyqtgraph" in sys.modules
assert not OneByOne.together, OneByOne.together
window.close()
print("closed")
"""


@pytest.mark.thorough
def test_no_dialog_and_no_part_of_the_image_tab_imports_jax(tmp_path):
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).parent),
        "QT_QPA_PLATFORM": "offscreen",
        "QT_LOGGING_RULES": "default.warning=false",
    }
    command = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, env=environment, check=False)
    assert done.stdout.strip().endswith("closed"), done.stderr[-3000:]
