"""The window, or one line about why there is none; `demo`, which makes pictures where there is none."""

from __future__ import annotations

import argparse
import ctypes
import gc
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from jaxstudio.cli.parser import Parser, add_device, describe
from jaxstudio.errors import SaveError, StudioError, UsageError
from jaxstudio.processes.spawn import spawn_ahead


def window_options(parser: Parser) -> None:
    parser.add_argument(
        "photos",
        nargs="*",
        metavar="PHOTO",
        help="photos, folders, a session (.jaxstudio), a recipe, a sheet of functions (.json), points "
        "(.csv), a program (.py)",
    )
    parser.add_argument("-r", "--recipe", metavar="RECIPE.json", help="start with the steps of this recipe")
    add_device(parser)


def run_window(args: argparse.Namespace) -> int:
    recipe = args.recipe
    for path in (*args.photos, *filter(None, [recipe])):
        if not Path(path).exists():
            raise UsageError(f"{path}: no such file")
    if len(args.photos) > 1 or any(Path(path).is_dir() for path in args.photos):
        for path in args.photos:
            if path.lower().endswith((".jaxstudio", ".json")):
                raise UsageError(f"{path}: expected photos alone where several files are opened")
        return open_window(None, recipe, args.device, several=args.photos)
    photo = args.photos[0] if args.photos else None
    if photo is not None and photo.lower().endswith(".jaxstudio"):
        if recipe is not None:
            raise UsageError(f"{photo}: a session, which has recipes of its own")
        return open_window(None, None, args.device, session=photo)
    if photo is not None and photo.lower().endswith((".csv", ".tsv", ".py", ".pyw")):
        if recipe is not None:
            what = "a program" if photo.lower().endswith((".py", ".pyw")) else "a table of points"
            raise UsageError(f"{photo}: {what}, which a recipe does nothing to")
        return open_window(None, None, args.device, sheet=photo)
    if photo is not None and photo.lower().endswith(".json"):
        from jaxstudio.functions.document_files import looks_like_session

        if looks_like_session(photo):
            if recipe is not None:
                raise UsageError(f"{photo}: a sheet of functions, which a recipe does nothing to")
            return open_window(None, None, args.device, sheet=photo)
        if recipe is not None:
            raise UsageError(f"{photo}: a second recipe, expected a photo")
        photo, recipe = None, photo
    return open_window(photo, recipe, args.device)


def open_window(
    photo: str | None,
    recipe: str | None,
    device: str | None,
    *,
    demo: bool = False,
    sheet: str | None = None,
    session: str | None = None,
    several: Sequence[str] = (),
) -> int:
    """Show the window and return its exit code; StudioError where it cannot be shown."""

    reason = no_display()
    if reason and not reason.startswith("QT_QPA_PLATFORM"):
        raise StudioError(f"{reason}; jaxstudio demo and jaxstudio apply work without one")
    missing = no_x11()
    if missing:
        raise StudioError(f"Qt cannot open a window: {missing}")
    spawn_ahead()  # the engine's process begins while this one imports what speaks to it, then Qt
    from jaxstudio.backend.early import EarlyEngine

    engine = EarlyEngine(device or "", photo)
    try:
        try:
            run_app = load_window()
        except ImportError as error:
            raise qt_missing(error) from None
        return run_app(
            photo,
            recipe_path=recipe,
            device=device,
            demo=demo,
            sheet=sheet,
            engine=engine,
            session=session,
            several=several,
        )
    finally:
        engine.client.close()


def load_window() -> Callable[..., int]:
    """The function that runs the window; imports Qt."""
    gc.disable()  # nothing of what is imported is garbage; the window has a policy of its own, app/main.py
    from jaxstudio.app.main import run

    return run


# What PySide6's wheels expect of a bare Debian or Ubuntu: the first line to be imported at all
# (also without a display), the second to open a window under X11.
QT_LIBRARIES = ("libegl1", "libgl1", "libxkbcommon0", "libfontconfig1", "libglib2.0-0", "libdbus-1-3")
X11_LIBRARIES = (
    "libxcb-cursor0", "libxcb-icccm4", "libxcb-image0", "libxcb-keysyms1", "libxcb-randr0",
    "libxcb-render-util0", "libxcb-shape0", "libxcb-xkb1", "libxkbcommon-x11-0",
)  # fmt: skip
X11_SONAMES = (
    "xcb-cursor.so.0", "xcb-icccm.so.4", "xcb-image.so.0", "xcb-keysyms.so.1", "xkbcommon-x11.so.0"
)  # fmt: skip
INSTALL = "on Debian or Ubuntu: apt-get install"
WITHOUT_WINDOW = {"offscreen", "minimal", "minimalegl", "vnc"}


def no_display() -> str | None:
    """Return the reason why no window can be opened, told from the environment alone; None if one can."""
    chosen = os.environ.get("QT_QPA_PLATFORM", "").split(":")[0]
    if chosen in WITHOUT_WINDOW:
        return f"QT_QPA_PLATFORM is {chosen}"
    if sys.platform in ("win32", "darwin") or chosen:
        return None
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return None
    return "no display (neither DISPLAY nor WAYLAND_DISPLAY is set)"


def no_x11() -> str | None:
    """The libraries that Qt lacks under X11; None if none is missing, or Wayland is there."""
    if sys.platform != "linux" or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("QT_QPA_PLATFORM"):
        return None
    for name in X11_SONAMES:
        try:
            ctypes.CDLL(f"lib{name}")
        except OSError:
            return f"lib{name} is missing; {INSTALL} {' '.join(X11_LIBRARIES)}"
    return None


def cannot_start() -> str | None:
    """Return the reason why Qt cannot start on this display; None if it can.

    Tried in a process of its own, since Qt aborts where it finds no way to show a window.
    """
    reason = no_display()
    if reason or sys.platform in ("win32", "darwin"):
        return reason
    trial = [sys.executable, "-c", "from PySide6.QtGui import QGuiApplication; QGuiApplication([])"]
    try:
        done = subprocess.run(trial, capture_output=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return "Qt does not start"
    if done.returncode == 0:
        return None
    return f"Qt cannot use the display; {INSTALL} {' '.join(QT_LIBRARIES + X11_LIBRARIES)}"


def qt_missing(error: ImportError) -> StudioError:
    """The line for an import of Qt that failed; `error` itself is raised again where it is not about Qt."""
    if (error.name or "").startswith("jaxstudio"):
        raise error
    return StudioError(
        f"Qt cannot be loaded ({str(error).splitlines()[0]}); {INSTALL} {' '.join(QT_LIBRARIES)}"
    )


DEFAULT_FOLDER = "jaxstudio-demo"
DEMO_STEPS = {  # for pictures without Qt: file name, sample, steps
    "blur": ("cat", ["gaussian_blur sigma=4"]),
    "sharpen": ("coffee", ["unsharp_mask"]),
    "edges": ("camera", ["sobel"]),
    "denoise": ("astronaut", ["salt_and_pepper", "median"]),
    "emboss": ("rocket", ["convolve kernel=[[-2,-1,0],[-1,1,1],[0,1,2]]"]),
}


def demo_options(parser: Parser) -> None:
    describe(
        parser,
        description="Open the window with a photo and a few filters. With no display, or with --out, "
        "write pictures of it instead and print their paths.",
    )
    parser.add_argument("--out", metavar="DIR", help=f"write the pictures here (default ./{DEFAULT_FOLDER})")


def run_demo(args: argparse.Namespace) -> int:
    from jaxstudio.cli.main import report

    reason = None
    if args.out is None:
        reason = cannot_start()
        if reason is None:
            return open_window(None, None, None, demo=True)
    folder = _demo_folder(args.out)
    paths = _demo_pictures(folder)
    for path in paths:
        print(path)
    report(f"{reason + '; ' if reason else ''}{len(paths)} pictures are in {folder}")
    return 0


def _demo_folder(out: str | None) -> Path:
    """The folder, made if need be; a temporary one where no other was asked for and none can be made."""
    folder = Path(out or DEFAULT_FOLDER).absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        if out:
            raise SaveError(
                f"--out {out}: {error.strerror or error}, expected a folder to write to"
            ) from None
        return Path(tempfile.mkdtemp(prefix=DEFAULT_FOLDER + "-"))
    return folder


def _demo_pictures(folder: Path) -> list[Path]:
    from jaxstudio.cli.main import report

    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    # Qt's offscreen platform complains of what a picture does not need.
    os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")
    try:
        from jaxstudio.app.screenshots import write_pictures

        return list(write_pictures(folder))
    except ImportError as error:
        report(qt_missing(error))
    return results(folder)


def results(folder: Path) -> list[Path]:
    """Original and result side by side, as PNG, without Qt."""
    import numpy as np

    from jaxstudio.cli.recipe_options import added_step
    from jaxstudio.engine.render import Engine
    from jaxstudio.engine.source import Source
    from jaxstudio.files.photo import sample_photo
    from jaxstudio.files.save import save
    from jaxstudio.ops import CATALOGUE
    from jaxstudio.pipeline.recipe import Recipe

    engine = Engine()
    paths = []
    for name, (sample, steps) in DEMO_STEPS.items():
        photo = sample_photo(sample)
        recipe = Recipe()
        for step in steps:
            recipe = added_step(recipe, step, CATALOGUE)
        result = engine.render(Source(photo.pixels, photo.curve, lens=photo.find_lens), recipe, dtype="uint8")
        paths.append(folder / f"{name}.png")
        save(paths[-1], np.concatenate([photo.pixels, result], axis=1), "8")
    return paths
