"""`jaxstudio learn`: the convolution kernel that turns one picture into another."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from jaxstudio.cli.parser import Subparsers, check_apart, check_there
from jaxstudio.errors import UsageError

if TYPE_CHECKING:
    import numpy as np


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "learn",
        help="the convolution kernel that turns one picture into another",
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
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def _size(text: str) -> int:
    if text not in map(str, range(3, 32, 2)):
        raise argparse.ArgumentTypeError(f"{text!r}: expected an odd number from 3 to 31")
    return int(text)


def run(args: argparse.Namespace) -> int:
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
