"""Starts the window again and again with empty caches, each until all that it shows first is there.

`python tests/app/many_starts.py 100 --busy 2` prints for each kind of start how many crashed, how many waited
longer than WAIT_S for what they show, and the longest wait. The exit code is 1 where any did.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from PIL import Image

WAIT_S, GIVEN_UP_S = 30.0, 150.0
BUSY = "while True: pass"
# Closes the window once all of its kind is seen and nothing is imported ahead.
WINDOW = """
import os, sys, time
begin = time.monotonic()
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from jaxstudio.cli import gui
from jaxstudio.cli.main import main
kind, load_window = sys.argv[1], gui.load_window

def waits_for(start):
    window, document, bench = start.window, start.document, start.window.functions.bench
    if document.picture is None or not document.picture.exact:
        yield "exact frame"
    if kind == "functions" and (bench is None or bench.controller.scene is None or bench.controller.busy):
        yield "scene"
    if kind == "functions" and window.inspector.panel is None:
        yield "inspector"

def show_functions(window):
    window.commands["show_functions"]()
    controller = window.functions.bench.controller
    controller.set_text(controller.document.lines[0].key, "sin(3x)/x")
    window.do_inspector()

def load_watched():
    run = load_window()
    from PySide6.QtCore import QTimer
    from jaxstudio.app import main
    show = main.Start.show

    def shown(start):
        show(start)
        window, said = start.window, []
        look = QTimer(window, interval=20)

        def check():
            if kind == "functions" and window.functions.bench is None and start.document.picture:
                show_functions(window)  # a photo that is opened brings its own tab to the front
            waits = list(waits_for(start))
            if not waits and not said:
                said.append(True)
                print("seen", time.monotonic() - begin, flush=True)
            if not waits and start.ahead:
                look.stop()
                window.close()
            elif time.monotonic() - begin > float(sys.argv[2]):
                print("waits for", *waits, flush=True)
                look.stop()
                window.close()

        look.timeout.connect(check)
        look.start()

    main.Start.show = shown
    return run

gui.load_window = load_watched
sys.exit(main(sys.argv[3:]))
"""


def start(kind: str, words: list[str]) -> tuple[int, str, str]:
    """One start in a home of its own: exit code, what it printed, what it said went wrong."""
    with tempfile.TemporaryDirectory(prefix="start-") as home:
        names = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
        environment = {**os.environ, **{name: f"{home}/{name}" for name in names}}
        environment |= {"HOME": home, "PYTHONFAULTHANDLER": "1"}
        for name in ("JAXSTUDIO_CACHE_DIR", "JAXSTUDIO_OWN_FILTERS"):
            environment.pop(name, None)
        command = [sys.executable, "-c", WINDOW, kind, str(GIVEN_UP_S), *words]
        try:
            done = subprocess.run(
                command, env=environment, capture_output=True, text=True, timeout=GIVEN_UP_S * 2, check=False
            )
        except subprocess.TimeoutExpired as error:
            return 124, str(error.stdout or ""), "did not end"
    return done.returncode, done.stdout, done.stderr


def session_file(folder: Path, photo: Path) -> Path:
    """A session of one photo with two steps."""
    from jaxstudio.files.sessions import Session, SessionPhoto, save_session
    from jaxstudio.ops import CATALOGUE
    from jaxstudio.pipeline.recipe import Recipe

    recipe = Recipe().added(CATALOGUE["levels"], {}).added(CATALOGUE["gaussian_blur"], {"sigma": 2.0})
    save_session(folder / "work.jaxstudio", Session((SessionPhoto(str(photo), recipe=recipe),)))
    return folder / "work.jaxstudio"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, help="starts of each kind")
    parser.add_argument("--busy", type=int, default=0, help="busy loops beside them")
    parser.add_argument("--kinds", nargs="+", default=["photo", "session", "functions"])
    args = parser.parse_args()
    loops = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(args.busy)]
    found: dict[str, Counter[str]] = {kind: Counter() for kind in args.kinds}
    longest = dict.fromkeys(args.kinds, 0.0)
    try:
        with tempfile.TemporaryDirectory(prefix="starts-") as name:
            photo = Path(name, "photo.jpg")
            Image.effect_noise((1200, 800), 60).convert("RGB").save(photo)
            words = {
                "photo": [str(photo)],
                "functions": [str(photo)],
                "session": [str(session_file(Path(name), photo))],
            }
            for number in range(args.count):
                for kind in args.kinds:
                    begin = time.monotonic()
                    code, said, wrong = start(kind, words[kind])
                    seen = [float(line.split()[1]) for line in said.splitlines() if line.startswith("seen")]
                    longest[kind] = max(longest[kind], *seen, 0.0)
                    of_kind = found[kind]
                    of_kind["starts"] += 1
                    of_kind["crashes"] += code != 0
                    of_kind["waits"] += not seen or seen[0] > WAIT_S
                    if code or not seen or seen[0] > WAIT_S:
                        print(f"{number} {kind}: exit {code}, {said.strip()}, {wrong[-1500:]}", flush=True)
                    print(number, kind, f"{time.monotonic() - begin:.1f} s", dict(of_kind), flush=True)
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
    for kind, of_kind in found.items():
        print(kind, dict(of_kind), f"longest wait {longest[kind]:.1f} s")
    return int(any(of_kind["crashes"] or of_kind["waits"] for of_kind in found.values()))


if __name__ == "__main__":
    sys.exit(main())
