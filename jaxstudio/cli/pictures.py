"""Commands about two pictures: `compare` measures them, `match` and `learn` turn one into the other."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from jaxstudio.cli.parser import Parser, add_json, check_apart, check_there, describe, whole_number
from jaxstudio.cli.recipe_options import (
    add_recipe_options,
    catalogue_with_own,
    checking_catalogue,
    read_recipe,
)
from jaxstudio.errors import UsageError

if TYPE_CHECKING:
    import numpy as np

    from jaxstudio.differentiable.minimizers import Progress
    from jaxstudio.pipeline.param_refs import ParamRef
    from jaxstudio.pipeline.recipe import Recipe


def compare_options(parser: Parser) -> None:
    describe(
        parser,
        description="Measure how much the second picture differs from the first: PSNR, SSIM, mean squared "
        "and greatest difference (values from 0 to 1, alpha left out), CIEDE2000. Pixels that are not "
        "numbers are left out. The definitions are scikit-image's with data_range=1.",
    )
    parser.add_argument("first", help="a photo, or an .npy array")
    parser.add_argument("second", help="another of the same size")
    add_json(parser)


def run_compare(args: argparse.Namespace) -> int:
    check_there([args.first, args.second])
    from jaxstudio.engine.metrics import measure_pixels
    from jaxstudio.files.photo import load_photo
    from jaxstudio.runtime.setup import configure

    configure()
    first, second = (load_photo(path).pixels for path in (args.first, args.second))
    try:
        measures = measure_pixels(first, second)
    except UsageError as error:
        raise UsageError(f"{args.first}, {args.second}: {error}") from None
    if args.json:
        document = {"first": args.first, "second": args.second, **structs.asdict(measures)}
        if measures.psnr is not None and math.isinf(measures.psnr):
            document["psnr"] = None  # JSON has no infinity
        print(json.dumps({**document, "identical": measures.identical}, indent=2, ensure_ascii=False))
        return 0
    if measures.mse is None:
        print(f"nothing to compare: {measures.left_out:,} pixels are not numbers")
        return 0
    psnr = "infinite: nothing differs" if measures.identical else f"{measures.psnr:.4f} dB"
    print(f"PSNR        {psnr}")
    if measures.ssim is not None:
        print(f"SSIM        {measures.ssim:.6f}")
    print(f"MSE         {measures.mse:.6g}")
    print(f"max |Δ|     {measures.delta:.6g}")
    print(f"ΔE2000      {measures.delta_e:.4f}")
    print(f"max ΔE2000  {measures.delta_e_most:.4f}")
    if measures.left_out:
        print(f"left out    {measures.left_out:,} pixels that are not numbers")
    return 0


def match_options(parser: Parser) -> None:
    describe(
        parser,
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
    add_recipe_options(parser, "with values to start from")
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
    add_json(parser)


def run_match(args: argparse.Namespace) -> int:
    recipe = read_recipe(args, checking_catalogue(args), "match")
    for text in args.move:
        find_parameter(recipe, text)
    check_apart("-o", args.out, [args.before, args.after])
    check_there([args.before, args.after])

    from jaxstudio.differentiable.match import match
    from jaxstudio.files.photo import load_photo
    from jaxstudio.files.recipes import save_recipe
    from jaxstudio.runtime.setup import configure

    recipe = read_recipe(args, catalogue_with_own(args), "match")
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


def learn_options(parser: Parser) -> None:
    describe(
        parser,
        description="Find the kernel whose convolution with BEFORE comes closest to AFTER: least squares "
        "over all pixels whose neighbourhood lies inside the picture. With -o it becomes a recipe with a "
        "convolve step (kernels up to 15 × 15), or an .npy array.",
        epilog="Example: jaxstudio learn sharp.png soft.png --size 9 --sum-one -o blur.json",
    )
    parser.add_argument("before", metavar="BEFORE", help="a photo, or an .npy array")
    parser.add_argument("after", metavar="AFTER", help="another of the same size")
    parser.add_argument(
        "--size",
        type=_size,
        default=7,
        metavar="K",
        help="K × K weights, 3 to 31, odd (default %(default)s)",
    )
    parser.add_argument("--separable", action="store_true", help="only a column times a row")
    parser.add_argument("--symmetric", action="store_true", help="equal to its mirror images")
    parser.add_argument("--nonnegative", action="store_true", help="no weight below 0")
    parser.add_argument("--sum-one", action="store_true", help="weights that add up to 1")
    parser.add_argument("-o", "--out", metavar="OUT", help="a recipe (.json) or an array (.npy)")
    add_json(parser)


def _size(text: str) -> int:
    if text not in map(str, range(3, 32, 2)):
        raise argparse.ArgumentTypeError(f"{text!r}: expected an odd number from 3 to 31")
    return int(text)


def run_learn(args: argparse.Namespace) -> int:
    from jaxstudio.backend.specs import spec_catalogue

    as_array = args.out is not None and args.out.lower().endswith(".npy")
    largest = getattr(spec_catalogue()["convolve"].by_name["kernel"], "largest", 0)
    if args.out is not None and not as_array and args.size > largest:
        raise UsageError(
            f"-o {args.out}: the filter convolve takes {largest} × {largest} weights, "
            "expected a smaller --size or an .npy file"
        )
    check_apart("-o", args.out, [args.before, args.after])
    check_there([args.before, args.after])

    import numpy as np

    from jaxstudio.differentiable.learn_kernel import learn_kernel
    from jaxstudio.files.photo import load_photo
    from jaxstudio.files.recipes import save_recipe
    from jaxstudio.ops import CATALOGUE
    from jaxstudio.pipeline.recipe import Recipe
    from jaxstudio.runtime.atomic_write import atomic_write
    from jaxstudio.runtime.setup import configure

    convolve = CATALOGUE["convolve"]
    before, after = (_encoded(load_photo(path).pixels) for path in (args.before, args.after))
    configure()
    restrictions = {
        name: getattr(args, name) for name in ("separable", "symmetric", "nonnegative", "sum_one")
    }
    try:
        found = learn_kernel(before, after, args.size, **restrictions)
    except UsageError as error:
        raise UsageError(f"{args.before}, {args.after}: {error}") from None
    if as_array:
        with atomic_write(args.out) as file:
            np.save(file, found.kernel)
    elif args.out is not None:
        save_recipe(args.out, Recipe().added(convolve, {"kernel": found.rows()}))
    if args.json:
        document = {"kernel": found.kernel.tolist(), "rms": found.rms, "iterations": found.iterations}
        print(json.dumps(document, indent=2))
        return 0
    for row in found.kernel:
        print(" ".join(f"{weight:10.6f}" for weight in row))
    print(
        f"rms of the differences that remain: {found.rms:.3g}; sum of the weights: {found.kernel.sum():.6g}"
    )
    return 0


def _encoded(pixels: np.ndarray) -> np.ndarray:
    """Colours as floats in encoded values, without alpha."""
    import numpy as np

    colours = pixels[..., : 1 if pixels.shape[2] < 3 else 3]
    return colours / np.iinfo(colours.dtype).max if colours.dtype.kind == "u" else colours
