"""`jaxstudio sweep`: one photo with one or two parameters at several values, as a sheet or an animation."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from jaxstudio.cli.own_filters import add_own_option, catalogue_with_own, checking_catalogue
from jaxstudio.cli.parser import Subparsers, check_apart, check_there, positive
from jaxstudio.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jaxstudio.pipeline.op import OpSpec
    from jaxstudio.pipeline.recipe import Recipe
    from jaxstudio.variants.axes import Axis

RANGE = re.compile(r"(?P<low>[-+]?[\d.eE+-]+?)\.\.(?P<high>[-+]?[\d.eE+-]+)")
COUNTS = {1: 16, 2: 5}  # pictures along each axis, by the number of axes
SIDES = {"sheet": 240, "animation": 640}


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "sweep",
        help="one photo with parameters at several values: a contact sheet or an animation",
        description="Compute a recipe with one or two parameters, or the seed, at several values, on the "
        "photo reduced to the size asked for. An OUT of .gif, .webp or .mp4 is an animation, one of any "
        "other format of photos a contact sheet, each picture with its values below.",
        epilog="Examples: jaxstudio sweep photo.jpg -s gaussian_blur --over sigma=0.5..8 -o sheet.png; "
        'jaxstudio sweep photo.jpg -s "canny sigma=2" --over low=0.02..0.2 --over high=0.1..0.4 -o grid.png; '
        "jaxstudio sweep photo.jpg -s swirl --over strength=0..10 --back -o swirl.gif",
    )
    parser.add_argument("photo", metavar="PHOTO")
    parser.add_argument("-r", "--recipe", metavar="RECIPE.json", help="a recipe saved by the window")
    parser.add_argument(
        "-s", "--step", action="append", default=[], metavar='"OP k=v …"', dest="steps",
        help="one step; may be repeated; those of -r come first",
    )  # fmt: skip
    add_own_option(parser)
    parser.add_argument(
        "--over", action="append", default=[], metavar="PARAMETER[=VALUES]",
        help="a parameter and its values: LOW..HIGH, a list such as 1,2,5 or reflect,wrap, or nothing "
        "for its slider's range or all its choices; STEP.PARAMETER, by number (from 1) or filter, where "
        "several steps have it; may be given twice",
    )  # fmt: skip
    parser.add_argument("--seeds", type=positive, metavar="N", help="the recipe with N seeds")
    parser.add_argument(
        "--count", type=positive, metavar="N", help="values of a range (default 16; 5 along each of two)"
    )
    parser.add_argument(
        "--side", type=positive, metavar="PX",
        help="the longer side of each picture (default 240 on a sheet, 640 in an animation)",
    )  # fmt: skip
    parser.add_argument("--fps", type=float, default=12.0, metavar="N", help="frames a second (default 12)")
    parser.add_argument("--back", action="store_true", help="let an animation run back to its start")
    parser.add_argument("--seed", type=int, metavar="N", help="the noise (default: that of the recipe, or 0)")
    parser.add_argument("--device", metavar="D", help="where to compute, such as cpu:0")
    parser.add_argument("-o", "--out", metavar="OUT", required=True, help="the file to write")


def run(args: argparse.Namespace) -> int:
    from jaxstudio.files.animation import SUFFIXES, check_animation, write_animation
    from jaxstudio.files.formats import format_of
    from jaxstudio.variants.axes import check_pictures, sweep, sweep_columns

    animated = args.out.lower().endswith(SUFFIXES)
    if animated:
        check_animation(args.out)
        if not 0.1 <= args.fps <= 120:
            raise UsageError(f"--fps {args.fps:g}: expected 0.1 to 120")
    else:
        try:
            format_of(args.out)
        except UsageError as error:
            raise UsageError(f"{error}; for an animation {', '.join(SUFFIXES)}") from None
    check_apart("-o", args.out, [args.photo, args.recipe])
    recipe = _recipe(args, checking_catalogue(args))
    side = args.side or SIDES["animation" if animated else "sheet"]
    check_pictures(len(sweep(recipe, _axes(args, recipe))), side, "--side")
    check_there([args.photo])

    recipe = _recipe(args, catalogue_with_own(args))
    axes = _axes(args, recipe)
    swept = sweep(recipe, axes)
    from jaxstudio.engine.render import Engine
    from jaxstudio.engine.source import Source
    from jaxstudio.files.photo import load_photo
    from jaxstudio.files.save import save
    from jaxstudio.variants.sheets import in_order, pictures, sweep_sheet

    photo = load_photo(args.photo)
    engine, source = Engine(args.device), Source(photo.pixels)
    if not animated:
        save(args.out, sweep_sheet(engine, source, swept, side, sweep_columns(axes)), "8")
        return 0
    made = pictures(engine, source, [each.recipe for each in swept], side)
    write_animation(args.out, in_order(made, args.back), args.fps)
    return 0


def _recipe(args: argparse.Namespace, catalogue: Mapping[str, OpSpec]) -> Recipe:
    from jaxstudio.cli.parser import added_step
    from jaxstudio.files.recipes import load_recipe
    from jaxstudio.pipeline.recipe import Recipe

    recipe = load_recipe(args.recipe, catalogue) if args.recipe is not None else Recipe()
    recipe = recipe if args.seed is None else recipe.with_seed(args.seed)
    for step in args.steps:
        recipe = added_step(recipe, step, catalogue)
    if not recipe.active:
        raise UsageError("sweep: no step, expected -r RECIPE.json or -s OP")
    return recipe


def _axes(args: argparse.Namespace, recipe: Recipe) -> list[Axis]:
    from jaxstudio.variants.axes import seed_axis

    number = len(args.over) + (args.seeds is not None)
    if number not in COUNTS:
        raise UsageError("sweep: expected --over PARAMETER once or twice, or --seeds N")
    count = args.count or COUNTS[number]
    axes = [read_axis(recipe, text, count) for text in args.over]
    return axes if args.seeds is None else [*axes, seed_axis(recipe, args.seeds)]


def read_axis(recipe: Recipe, text: str, count: int) -> Axis:
    """The parameter and the values that --over names; UsageError of one line otherwise."""
    from jaxstudio.variants.axes import Axis, every_value, spread

    word, equals, listed = text.partition("=")
    step, name = _find(recipe, word)
    param = recipe.step(step).op.by_name[name]
    try:
        if not equals:
            return Axis(step, name, every_value(param, count))
        ends = RANGE.fullmatch(listed)
        if ends is not None:
            low, high = float(ends["low"]), float(ends["high"])
            if not low < high:
                raise UsageError(f"expected two ends, the smaller one first, such as {high:g}..{low:g}")
            return Axis(step, name, spread(param, low, high, count))
        return Axis(step, name, tuple(param.check(_value(each)) for each in listed.split(",")))
    except (UsageError, ValueError) as error:
        raise UsageError(f"--over {text}: {error}") from None


def _value(text: str) -> object:
    import json

    try:
        return json.loads(text)
    except ValueError:
        return text


def _find(recipe: Recipe, word: str) -> tuple[int, str]:
    """The key of the step and the name of the parameter that `sigma`, `2.sigma` or `median.size` means."""
    place, _, name = word.rpartition(".")
    candidates = [
        (number, step)
        for number, step in enumerate(recipe.steps, 1)
        if step.enabled and name in step.op.by_name and place in ("", str(number), step.op.name)
    ]
    if len(candidates) == 1:
        return candidates[0][1].key, name
    names: Sequence[str] = [
        f"{number}.{param.name}" for number, step in enumerate(recipe.steps, 1) for param in step.op.params
    ]
    several = "several steps have it, " if candidates else ""
    raise UsageError(f"--over {word}: {several}expected one of {', '.join(names)}")
