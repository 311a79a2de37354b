"""`jaxstudio presets`: list the presets, shipped and the user's, or print one as a recipe."""

from __future__ import annotations

import argparse
import json
import textwrap

from jaxstudio.cli.own_filters import add_own_option, checking_catalogue
from jaxstudio.cli.parser import Subparsers

WIDTH = 100


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "presets",
        help="recipes under a name, to be applied by it",
        description="List the presets, or print one as a recipe. A preset of one filter is called "
        "FILTER/NAME. `jaxstudio apply --preset NAME` applies one; the window makes them.",
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="the preset whose recipe is printed")
    add_own_option(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(args: argparse.Namespace) -> int:
    from jaxstudio.cli.main import report
    from jaxstudio.errors import RecipeError
    from jaxstudio.files.recipes import every_preset, find_preset, load_preset, presets_folder
    from jaxstudio.pipeline.recipe_text import to_json

    catalogue = checking_catalogue(args)
    if args.name and not args.json:
        print(to_json(load_preset(find_preset(args.name), catalogue)), end="")
        return 0
    rows, broken = [], 0
    for preset in [find_preset(args.name)] if args.name else every_preset():
        try:
            recipe = load_preset(preset, catalogue)
        except RecipeError as error:
            report(error)
            broken += 1
            continue
        steps = [step.op.name for step in recipe.steps]
        rows.append({"name": preset.title, "own": preset.own, "path": str(preset.path), "steps": steps})
    if args.json:
        print(json.dumps({"presets": rows, "folder": str(presets_folder())}, indent=2, ensure_ascii=False))
    else:
        print(listing(rows))
        report(f"your own presets are kept in {presets_folder()}")
    return 1 if broken else 0


def listing(rows: list[dict[str, object]]) -> str:
    """A line for each preset: its name and its steps; the user's are marked."""
    longest = max((len(str(row["name"])) for row in rows), default=0)
    lines = []
    for row in rows:
        steps = row["steps"]
        assert isinstance(steps, list)
        about = textwrap.shorten(", ".join(steps), WIDTH - longest, placeholder=" …")
        lines.append(f"{'*' if row['own'] else ' '} {row['name']:<{longest}}  {about}")
    return "\n".join(lines)
