"""`jaxstudio [PHOTO|RECIPE.json|SHEET.json]`: the window."""

from __future__ import annotations

import argparse
from pathlib import Path

from jaxstudio.cli.parser import Parser
from jaxstudio.errors import StudioError, UsageError


def parser() -> Parser:
    parser = Parser(prog="jaxstudio", description="Open the window.")
    parser.add_argument(
        "photo", nargs="?", metavar="PHOTO", help="a photo, a recipe or a sheet of functions (.json)"
    )
    parser.add_argument("-r", "--recipe", metavar="RECIPE.json", help="start with the steps of this recipe")
    parser.add_argument("--device", metavar="D", help="where to compute, as `jaxstudio devices` names it")
    return parser


def run(args: argparse.Namespace) -> int:
    photo, recipe = args.photo, args.recipe
    for path in (photo, recipe):
        if path is not None and not Path(path).exists():
            raise UsageError(f"{path}: no such file")
    if photo is not None and photo.lower().endswith(".json"):
        if is_sheet(photo):
            if recipe is not None:
                raise UsageError(f"{photo}: a sheet of functions, which a recipe does nothing to")
            return open_window(None, None, args.device, sheet=photo)
        if recipe is not None:
            raise UsageError(f"{photo}: a second recipe, expected a photo")
        photo, recipe = None, photo
    return open_window(photo, recipe, args.device)


def is_sheet(path: str) -> bool:
    """Whether a JSON file holds functions rather than a recipe."""
    from jaxstudio.functions.document import looks_like_session

    return looks_like_session(path)


def open_window(
    photo: str | None,
    recipe: str | None,
    device: str | None,
    *,
    demo: bool = False,
    sheet: str | None = None,
) -> int:
    """Show the window and return its exit code; StudioError where it cannot be shown."""
    from jaxstudio.cli.display import no_display, no_x11, qt_missing

    reason = no_display()
    if reason and not reason.startswith("QT_QPA_PLATFORM"):
        raise StudioError(f"{reason}; jaxstudio demo and jaxstudio apply work without one")
    missing = no_x11()
    if missing:
        raise StudioError(f"Qt cannot open a window: {missing}")
    try:
        from jaxstudio.app.main import run as run_app
    except ImportError as error:
        raise qt_missing(error) from None
    code: int = run_app(photo, recipe_path=recipe, device=device, demo=demo, sheet=sheet)
    return code
