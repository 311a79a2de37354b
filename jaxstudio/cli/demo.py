"""`jaxstudio demo`: the welcome session in the window; with no display, pictures of it in a folder."""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from jaxstudio.cli.parser import Subparsers
from jaxstudio.errors import SaveError

DEFAULT_FOLDER = "jaxstudio-demo"
STEPS = {  # for pictures without Qt: file name, sample, steps
    "blur": ("cat", ["gaussian_blur sigma=4"]),
    "sharpen": ("coffee", ["unsharp_mask"]),
    "edges": ("camera", ["sobel"]),
    "denoise": ("astronaut", ["salt_and_pepper", "median"]),
    "emboss": ("rocket", ["convolve kernel=[[-2,-1,0],[-1,1,1],[0,1,2]]"]),
}


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "demo",
        help="the welcome session in the window; with no display, its pictures in a folder",
        description="Open the window with a photo and a few filters. With no display, or with --out, "
        "write pictures of it instead and print their paths.",
    )
    parser.add_argument("--out", metavar="DIR", help=f"write the pictures here (default ./{DEFAULT_FOLDER})")


def run(args: argparse.Namespace) -> int:
    from jaxstudio.cli.gui import cannot_start
    from jaxstudio.cli.main import report

    reason = None
    if args.out is None:
        reason = cannot_start()
        if reason is None:
            from jaxstudio.cli.gui import open_window

            return open_window(None, None, None, demo=True)
    folder = _folder(args.out)
    paths = _pictures(folder)
    for path in paths:
        print(path)
    report(f"{reason + '; ' if reason else ''}{len(paths)} pictures are in {folder}")
    return 0


def _folder(out: str | None) -> Path:
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


def _pictures(folder: Path) -> list[Path]:
    from jaxstudio.cli.gui import qt_missing
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

    from jaxstudio.cli.parser import added_step
    from jaxstudio.engine.render import Engine
    from jaxstudio.engine.source import Source
    from jaxstudio.files.photo import sample_photo
    from jaxstudio.files.save import save
    from jaxstudio.ops import CATALOGUE
    from jaxstudio.pipeline.recipe import Recipe

    engine = Engine()
    paths = []
    for name, (sample, steps) in STEPS.items():
        photo = sample_photo(sample)
        recipe = Recipe()
        for step in steps:
            recipe = added_step(recipe, step, CATALOGUE)
        result = engine.render(Source(photo.pixels), recipe, dtype="uint8")
        paths.append(folder / f"{name}.png")
        save(paths[-1], np.concatenate([photo.pixels, result], axis=1), "8")
    return paths
