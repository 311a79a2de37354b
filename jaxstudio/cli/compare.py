"""`jaxstudio compare`: how much two pictures differ, in the numbers that people use."""

from __future__ import annotations

import argparse
import dataclasses
import json
import math

from jaxstudio.cli.parser import Subparsers, check_there
from jaxstudio.errors import UsageError


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "compare",
        help="how much two pictures differ",
        description="Measure how much the second picture differs from the first: PSNR, SSIM, mean squared "
        "and greatest difference (values from 0 to 1, alpha left out), CIEDE2000. Pixels that are not "
        "numbers are left out. The definitions are scikit-image's with data_range=1.",
    )
    parser.add_argument("first", help="a photo, or an .npy array")
    parser.add_argument("second", help="another of the same size")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(args: argparse.Namespace) -> int:
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
        document = {"first": args.first, "second": args.second, **dataclasses.asdict(measures)}
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
