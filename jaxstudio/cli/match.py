"""`jaxstudio match`: find the parameters that turn one picture into another."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from jaxstudio.cli.own_filters import add_own_option, catalogue_with_own, checking_catalogue
from jaxstudio.cli.parser import Subparsers, check_apart, check_there, whole_number
from jaxstudio.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jaxstudio.differentiable.minimizers import Progress
    from jaxstudio.pipeline.op import OpSpec
    from jaxstudio.pipeline.param_refs import ParamRef
    from jaxstudio.pipeline.recipe import Recipe


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "match",
        help="find the parameters that turn one picture into another",
        description="Move the parameters of a recipe until it turns BEFORE into AFTER: by derivatives of the "
        "picture with respect to each parameter (Levenberg-Marquardt for mse, Adam for ssim and histogram), "
        "first on a reduced picture from several starts. Hard ranges hold throughout. Where the recipe does "
        "not explain AFTER (more than a tenth of the difference is left) it says so, and the exit code is 1.",
        epilog='Example: jaxstudio match raw.png edited.jpg -s gamma -s "saturation" -o look.json',
    )
    parser.add_argument("before", metavar="BEFORE", help="the photo that the recipe is applied to")
    parser.add_argument(
        "after", metavar="AFTER", help="the picture wanted, of the size of the recipe's result"
    )
    parser.add_argument("-r", "--recipe", metavar="RECIPE.json", help="a recipe saved by the window")
    parser.add_argument(
        "-s", "--step", action="append", default=[], metavar='"OP k=v …"', dest="steps",
        help="one step, with values to start from; may be repeated",
    )  # fmt: skip
    add_own_option(parser)
    parser.add_argument(
        "--move", action="append", default=[], metavar="STEP.PARAMETER",
        help="a parameter that may change, its step by number (from 1) or filter; may be repeated; all real "
        "numbers by default",
    )  # fmt: skip
    parser.add_argument(
        "--loss", default="mse", choices=("mse", "ssim", "histogram"), help="default %(default)s"
    )
    parser.add_argument(
        "--starts", type=whole_number(1, 1000), default=8, metavar="N", help="searches (default %(default)s)"
    )
    parser.add_argument("-o", "--out", metavar="RECIPE.json", help="where to write the recipe found")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(args: argparse.Namespace) -> int:
    recipe = _recipe(args, checking_catalogue(args))
    for text in args.move:
        find_parameter(recipe, text)
    check_apart("-o", args.out, [args.before, args.after])
    check_there([args.before, args.after])

    from jaxstudio.differentiable.match import match
    from jaxstudio.files.photo import load_photo
    from jaxstudio.files.recipes import save_recipe
    from jaxstudio.runtime.setup import configure

    recipe = _recipe(args, catalogue_with_own(args))
    moving = [find_parameter(recipe, text) for text in args.move] or None
    before, after = (load_photo(path).pixels for path in (args.before, args.after))
    configure()

    def report(progress: Progress) -> None:
        if sys.stderr.isatty():
            print(f"\rloss {progress.loss:.3%} of its start   ", end="", file=sys.stderr, flush=True)

    try:
        found = match(before, after, recipe, moving, loss=args.loss, starts=args.starts, report=report)
    except UsageError as error:
        raise UsageError(f"{args.before}, {args.after}: {error}") from None
    finally:
        if sys.stderr.isatty():
            print(file=sys.stderr)
    if args.out:
        save_recipe(args.out, found.recipe)
    unused = [_named(recipe, ref) for ref in found.no_influence]
    flat = [[_named(recipe, ref) for ref in group] for group in found.flat]
    if args.json:
        document = {
            "loss": args.loss,
            "start": found.start_loss,
            "end": found.loss,
            "converged": found.converged,
            "explains": found.explains,
            "unexplained": found.unexplained,
            "renders": found.renders,
            "no_influence": unused,
            "flat": flat,
            "history": found.history,
            "steps": [{"op": step.op.name, "params": dict(step.params)} for step in found.recipe.steps],
        }
        print(json.dumps(document, indent=2, ensure_ascii=False))
        return 0 if found.explains else 1
    print(found.message)
    for line in changes(recipe, found.recipe):
        print(line)
    if unused:
        print(f"no influence: {', '.join(unused)}")
    for group in flat:
        print(f"not determined by the picture: {', '.join(group)} can change together and hardly alter it")
    return 0 if found.explains else 1


def _recipe(args: argparse.Namespace, catalogue: Mapping[str, OpSpec]) -> Recipe:
    """The steps of -r and -s, of which there must be one."""
    from jaxstudio.cli.parser import added_step
    from jaxstudio.files.recipes import load_recipe
    from jaxstudio.pipeline.recipe import Recipe

    recipe = load_recipe(args.recipe, catalogue) if args.recipe is not None else Recipe()
    for step in args.steps:
        recipe = added_step(recipe, step, catalogue)
    if not recipe.active:
        raise UsageError("match: no step to fit, expected -r RECIPE.json or -s OP")
    return recipe


def _named(recipe: Recipe, ref: ParamRef) -> str:
    """A parameter as --move has it."""
    return f"{recipe.index(ref.step) + 1}.{ref.name}"


def changes(before: Recipe, after: Recipe) -> Sequence[str]:
    """A line for each parameter that differs between two recipes of the same steps."""
    lines = []
    for number, (old, new) in enumerate(zip(before.steps, after.steps, strict=True), 1):
        for name, value in new.params.items():
            if value != old.params[name]:
                shown = f"{value:.6g}" if isinstance(value, float) else value
                lines.append(f"{number}. {new.op.name} {name} = {shown}")
    return lines


def find_parameter(recipe: Recipe, text: str) -> ParamRef:
    """The parameter that --move names, `2.sigma` or `gaussian_blur.sigma`; UsageError where there is none."""
    from jaxstudio.pipeline.param_refs import ParamRef

    word, _, name = text.partition(".")
    numbered = enumerate(recipe.steps, 1)
    steps = [step for number, step in numbered if word == str(number) or word == step.op.name]
    if len(steps) != 1 or name not in steps[0].op.by_name:
        known = ", ".join(
            f"{number}.{param.name}"
            for number, step in enumerate(recipe.steps, 1)
            for param in step.op.params
        )
        raise UsageError(f"--move {text}: expected one of {known}")
    return ParamRef(steps[0].key, name)
