"""Recipes on the command line: -r and -s, and --ops DIR, the user's own filters that they may use."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from jaxstudio.cli.parser import Parser
from jaxstudio.errors import UsageError

if TYPE_CHECKING:
    from jaxstudio.pipeline.catalogue import Catalogue
    from jaxstudio.pipeline.op import Op, OpSpec
    from jaxstudio.pipeline.recipe import Recipe

HELP = "use your own filters in this folder of Python files, too; this runs them; may be repeated"
ON_WORKERS = HELP.replace("this runs them", "this runs them, with --scheduler on the workers as well")


def add_recipe_options(
    parser: Parser, steps: str = "values are JSON or bare words", own: str = HELP, *, file: bool = True
) -> None:
    """Add -r, -s and --ops for `read_recipe`; without `file` RECIPE.json is an argument."""
    if file:
        parser.add_argument("-r", "--recipe", metavar="RECIPE.json", help="a recipe saved by the window")
    else:
        parser.add_argument("recipe", metavar="RECIPE.json", nargs="?", help="a recipe saved by the window")
    parser.add_argument(
        "-s", "--step", action="append", default=[], metavar='"OP k=v …"', dest="steps",
        help=f"one step; {steps}; may be repeated; those of the recipe come first",
    )  # fmt: skip
    add_own_option(parser, own)


def read_recipe(args: argparse.Namespace, catalogue: Mapping[str, OpSpec], command: str = "") -> Recipe:
    """The steps of -r, --preset and -s in this order, with --seed and --working-space applied.

    Raises:
        UsageError: one of them cannot be read; or no step is active, which `command` needs.
    """
    from jaxstudio.cli.main import report
    from jaxstudio.files.recipes import find_preset, load_preset, load_recipe
    from jaxstudio.pipeline.recipe import ENCODED, Recipe

    recipe = load_recipe(args.recipe, catalogue) if args.recipe is not None else Recipe()
    for number, name in enumerate(getattr(args, "presets", ())):
        preset = load_preset(find_preset(name), catalogue)
        # alone it is the recipe itself, with its seed: the very noise that the window showed
        recipe = recipe.joined(preset) if args.recipe is not None or number else preset
    for step in args.steps:
        recipe = added_step(recipe, step, catalogue)
    if command and not recipe.active:
        raise UsageError(f"{args.recipe or command}: no step is active, expected RECIPE.json or -s OP")
    if getattr(args, "seed", None) is not None:
        recipe = recipe.with_seed(args.seed)
    space = getattr(args, "working_space", None)
    if space is not None:
        return recipe.with_working_space(space)
    if recipe.working_space == ENCODED and recipe.steps_of_light:
        names = ", ".join(dict.fromkeys(step.op.name for step in recipe.steps_of_light))
        report(f"note: {names}: computed with gamma-encoded values, as the recipe's version says")
    return recipe


def added_step(recipe: Recipe, text: str, catalogue: Mapping[str, OpSpec], place: str = "-s") -> Recipe:
    """`recipe` with the step that `text` spells at its end; else UsageError of one line that names `place`.

    Values are JSON, or bare words; `opacity` and `blend` say how the step is blended. What is wrong with a
    value the op's own check says.
    """
    from jaxstudio.pipeline.mask_text import BLENDING
    from jaxstudio.pipeline.step_text import read_step

    try:
        op, params = read_step(text, catalogue)
        sides = [params[side] for side in ("width", "height") if side in params]
        if op.name == "resize" and sides and not any(sides) and "scale" not in params:
            # 0 follows the other side, and with none the scale decides, which nobody asked for here
            raise UsageError("resize: no side has pixels, expected a width, a height, or a scale")
        blending: dict[str, Any] = {
            name: params.pop(name) for name in BLENDING if name in set(params) - set(op.by_name)
        }
        longer = recipe.added(op, params)
        return longer.blended(longer.steps[-1].key, **blending) if blending else longer
    except UsageError as error:
        raise UsageError(f"{place}: {error}") from None


def add_own_option(parser: argparse._ActionsContainer, help_text: str = HELP) -> None:
    """Add the option --ops; `catalogue_with_own` loads its folders."""
    parser.add_argument("--ops", action="append", default=[], metavar="DIR", dest="own", help=help_text)


def checking_catalogue(args: argparse.Namespace) -> Catalogue[Any]:
    """The filters as plain values, to check words by before JAX is loaded; with those of --ops.

    Raises:
        UsageError: a folder cannot be read.
    """
    if args.own:
        return catalogue_with_own(args)
    from jaxstudio.backend.specs import spec_catalogue

    return spec_catalogue()


def catalogue_with_own(args: argparse.Namespace) -> Catalogue[Op]:
    """The catalogue with the filters of --ops; a file that cannot be used is reported and left out.

    Raises:
        UsageError: a folder cannot be read.
    """
    from jaxstudio.ops import CATALOGUE

    if args.own:
        from jaxstudio.cli.main import report
        from jaxstudio.own_filters.in_use import load_folder

        for folder in dict.fromkeys(args.own):
            for trouble in load_folder(folder):
                report(str(trouble))
        args.own = []  # they are in the catalogue now
    return CATALOGUE
