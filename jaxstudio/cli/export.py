"""`jaxstudio export`: a recipe as a program that needs no JAXStudio."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from jaxstudio.cli.parser import Parser, check_apart, describe, positive
from jaxstudio.cli.recipe_options import (
    add_recipe_options,
    catalogue_with_own,
    checking_catalogue,
    read_recipe,
)
from jaxstudio.errors import UsageError

if TYPE_CHECKING:
    pass

SIZE = re.compile(r"([1-9]\d{0,6})[x×]([1-9]\d{0,6})")


def export_options(parser: Parser) -> None:
    describe(
        parser,
        description="Write a recipe as a Python script that needs JAX and NumPy, but not JAXStudio. "
        "If a library computes a filter, the script needs it too, and its help names it. The script has "
        "the recipe's values, the functions of its filters, and apply(image), which gives what the "
        "program gives, to the last bit on the same processor with the same versions. With --stablehlo, "
        "or an OUT of .stablehlo or .mlir, write StableHLO for images of one size and format: .mlir as "
        "text, any other OUT as bytes for jax.export.deserialize. An OUT of .cube is a 3D look-up table, "
        "for recipes whose steps change each colour by itself.",
        epilog="Examples: jaxstudio export recipe.json -o look.py; "
        'jaxstudio export -s "gaussian_blur sigma=2" -o blur.py; '
        "jaxstudio export recipe.json --stablehlo --size 1080x1920 -o look.stablehlo",
    )
    add_recipe_options(parser, file=False)
    parser.add_argument("--seed", type=int, metavar="N", help="the noise (default: that of the recipe, or 0)")
    parser.add_argument(
        "--size", type=_size, metavar="HEIGHTxWIDTH",
        help="of the images; needed for StableHLO, and for filters that are drawn or computed from it",
    )  # fmt: skip
    parser.add_argument("--stablehlo", action="store_true", help="write StableHLO instead of Python")
    parser.add_argument(
        "--dtype", choices=("uint8", "uint16", "float32"), help="of StableHLO's images (default uint8)"
    )
    parser.add_argument("--channels", type=positive, metavar="N", help="of StableHLO's images (default 3)")
    parser.add_argument("--nodes", type=positive, metavar="N", help="of a .cube, along an axis (default 33)")
    parser.add_argument("-o", "--out", metavar="OUT", required=True, help="the file to write")


def _size(text: str) -> tuple[int, int]:
    found = SIZE.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r}: expected HEIGHTxWIDTH in pixels, such as 1080x1920")
    return int(found[1]), int(found[2])


def run_export(args: argparse.Namespace) -> int:
    read_recipe(args, checking_catalogue(args), "export")
    stablehlo = args.stablehlo or args.out.lower().endswith((".stablehlo", ".mlir"))
    given = [name for name in ("dtype", "channels") if getattr(args, name) is not None]
    if given and not stablehlo:
        raise UsageError(f"--{given[0]}: a script takes every format, expected --stablehlo with it")
    cube = args.out.lower().endswith(".cube")
    if cube and (stablehlo or args.size is not None):
        raise UsageError(
            "a .cube is for images of every size and format: expected neither --stablehlo nor --size"
        )
    if args.nodes is not None and not cube:
        raise UsageError("--nodes: expected an OUT of .cube with it")
    if stablehlo and args.size is None:
        raise UsageError("StableHLO is for images of one size: expected --size HEIGHTxWIDTH")
    check_apart("-o", args.out, [args.recipe])
    channels = args.channels or 3
    if channels > 4:
        raise UsageError(f"--channels {channels}: expected 1 to 4")

    from jaxstudio.runtime.atomic_write import atomic_write, check_target
    from jaxstudio.runtime.setup import configure

    check_target(args.out)
    recipe = read_recipe(args, catalogue_with_own(args), "export")
    configure()
    title = Path(args.recipe).stem if args.recipe else ""
    if stablehlo:
        from jaxstudio.codegen.stablehlo import stablehlo_file

        content = stablehlo_file(recipe, args.out, args.size, channels, args.dtype or "uint8")
    elif cube:
        from jaxstudio.codegen.cube import NODES, cube_file

        content = cube_file(recipe, args.nodes or NODES, title)
    else:
        from jaxstudio.codegen.script import recipe_script

        content = recipe_script(recipe, args.size, title).text.encode()
    with atomic_write(args.out) as file:
        file.write(content)
    return 0
