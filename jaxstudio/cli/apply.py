"""`jaxstudio apply`: the same recipe for many photos, decoding and encoding while the device computes."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from jaxstudio.batch.places import MOST_JOBS, default_jobs
from jaxstudio.cli.batch import add_options, check_places, check_words, print_event
from jaxstudio.cli.own_filters import ON_WORKERS, add_own_option, catalogue_with_own, checking_catalogue
from jaxstudio.cli.parser import Subparsers, positive, whole_number
from jaxstudio.cli.pipes import check_streams, streams_as_files
from jaxstudio.errors import UsageError
from jaxstudio.pipeline.recipe import WORKING_SPACES

if TYPE_CHECKING:
    from jaxstudio.pipeline.op import OpSpec
    from jaxstudio.pipeline.recipe import Recipe

DEPTHS = ("8", "16", "float32")
ALL_GROUPS = "all"


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "apply",
        help="filter photos with a recipe or with steps given here",
        description="Filter photos. The steps of the recipe (-r) come first, then those of the presets "
        "(--preset), then those of -s, each in order.",
        epilog='Example: jaxstudio apply -s "gaussian_blur sigma=2.5" holiday/*.jpg -o "blurred/{stem}.png". '
        "An input is never overwritten unless it is itself named after -o.",
    )
    parser.add_argument(
        "inputs",
        nargs="+",
        metavar="IN",
        help="photos: JPEG, PNG, TIFF, WebP, AVIF, … (docs/formats.md lists all); - is stdin",
    )
    parser.add_argument("-o", "--out", required=True, metavar="OUT", help=(
        "a file for one input, - for stdout; a folder (existing, or ending with /) or a pattern with {stem}, "
        "{name}, {ext}, {suffix}, {index}, {folder}, {width}, {height} for many; PNG, JPEG, TIFF, WebP, "
        "AVIF, JPEG 2000, …, .npy, .zarr"
    ))  # fmt: skip
    parser.add_argument("-r", "--recipe", metavar="RECIPE.json", help="a recipe saved by the window")
    parser.add_argument(
        "--preset", action="append", default=[], metavar="NAME", dest="presets",
        help="a preset, as `jaxstudio presets` lists them; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "-s", "--step", action="append", default=[], metavar='"OP k=v …"', dest="steps",
        help="one step; values are JSON or bare words; may be repeated",
    )  # fmt: skip
    add_own_option(parser, ON_WORKERS)
    parser.add_argument("--device", metavar="D", help="where to compute, as `jaxstudio devices` names it")
    parser.add_argument("--depth", choices=DEPTHS, help="bits of the result; by default those of the photo")
    parser.add_argument(
        "--quality", type=whole_number(1, 100), metavar="N",
        help="of JPEG, AVIF and HEIC results, from 1 to 100; by default 95, of a JPEG that was one that of "
        "the source",
    )  # fmt: skip
    parser.add_argument(
        "--store", action="append", default=[], metavar="HOW",
        help="how pixels are stored, else as the source does: uncompressed, deflate, lzw, packbits, zstd, "
        "strips, tiles (TIFF), zip, zips, piz, rle (OpenEXR), half, float (both), 4:4:4, 4:2:2, 4:2:0, "
        "4:1:1, 4:4:0 (JPEG), 10-bit, 12-bit (AVIF, HEIC); may be repeated, or several with commas",
    )  # fmt: skip
    parser.add_argument(
        "--page", type=positive, default=1, metavar="N",
        help="which picture of a TIFF with several pages, an animation or an MPO (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--jobs", type=whole_number(1, MOST_JOBS), default=default_jobs(), metavar="N",
        help="photos in work at a time (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--drop", action="append", default=[], metavar="GROUP",
        help="leave a group of metadata out: location (GPS in EXIF, places in XMP and IPTC), exif, xmp, "
        "iptc, profile, comments, resolution, thumbnail, other (what the source's format alone holds), or "
        "all; may be repeated, or several with commas",
    )  # fmt: skip
    parser.add_argument(
        "--to-srgb", action="store_true",
        help="convert colours from the profile embedded in each photo to sRGB before the first step; "
        "otherwise values and profile stay as they are",
    )  # fmt: skip
    parser.add_argument(
        "--strict", action="store_true",
        help="fail each photo of which anything would be lost (metadata, bits, pages), and do not write it",
    )  # fmt: skip
    parser.add_argument("--format", metavar="SUFFIX", help=(
        "of the result that -o - writes to stdout: png, jpg, … (default: that of the photo, or png)"
    ))  # fmt: skip
    parser.add_argument(
        "--json", action="store_true",
        help="a line of JSON on stdout for each file (done, skipped or failed), for progress, and at the end",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, metavar="N", help="seed of all noise, instead of the recipe's")
    parser.add_argument(
        "--working-space", choices=WORKING_SPACES,
        help="compute with the encoded values of the file, as OpenCV and SciPy do, or with values "
        "proportional to light (by the sRGB curve), in which blurs, resizes and noise are physically "
        "right; by default what the recipe says, else encoded",
    )  # fmt: skip
    add_options(parser)


def groups_to_drop(words: list[str]) -> tuple[str, ...]:
    """The groups of metadata after --drop; UsageError for one that is not known."""
    if not words:
        return ()
    from jaxstudio.files.metadata_groups import GROUPS

    names = [name.strip() for word in words for name in word.split(",")]
    for name in names:
        if name not in (*GROUPS, ALL_GROUPS):
            raise UsageError(f"--drop {name}: expected {', '.join(GROUPS)} or {ALL_GROUPS}")
    return tuple(GROUPS) if ALL_GROUPS in names else tuple(dict.fromkeys(names))


def run(args: argparse.Namespace) -> int:
    args.drop = groups_to_drop(args.drop)
    check_streams(args)
    check_words(args)
    _recipe(args, checking_catalogue(args))
    with streams_as_files(args):
        return _run(args)


def _run(args: argparse.Namespace) -> int:
    from jaxstudio.batch.prepare import WriteOptions, check_targets, expand, plan, prepare
    from jaxstudio.cli.main import report
    from jaxstudio.files.formats import check_storage, storage_words

    storage_words(args.store)
    sources = expand(args.inputs)
    tasks = plan(sources, args.out)
    check_targets(tasks, args.depth, args.quality)
    check_storage(args.store, _formats(task.target for task in tasks))
    if not any(map(os.path.lexists, sources)):  # which needs no JAX to be said
        for task in tasks:
            report(f"{task.source}: no such file")
            if args.json:
                paths = {"source": str(task.source), "target": str(task.target)}
                print_event("failed", **paths, error=f"{task.source}: no such file")
        if args.json:
            print_event("end", total=len(tasks), done=0, skipped=0, failed=len(tasks))
        return 1

    from jaxstudio.batch.photo import size_of_result
    from jaxstudio.cli.batch import run_batch

    recipe = _recipe(args, catalogue_with_own(args))
    if args.recipe is not None and not recipe.active:
        report(f"{args.recipe}: no step is active: the photos are only written anew")
    for each in recipe.active:
        if said := each.implementation.caution(each.values):
            report(f"{each.op.name}: {said}")
    if "{width" in args.out or "{height" in args.out:
        tasks = plan(sources, args.out, lambda path: size_of_result(recipe, path, args.page))
    check_places(args)  # a mistake is told before anything is made
    if args.out.endswith(("/", os.sep)):
        try:
            Path(args.out).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"-o {args.out}: {error.strerror or error}, expected a folder") from None
    options = WriteOptions(
        args.depth, args.quality, args.page, args.drop, args.to_srgb, args.strict, tuple(args.store)
    )
    prepared = prepare(tasks, recipe, options)
    return 1 if run_batch(prepared.tasks, prepared.work, args, prepared.identity) else 0


def _formats(targets: Iterable[Path]) -> set[str]:
    """The names of the formats of results."""
    from jaxstudio.files.formats import FORMATS

    suffixes = {target.suffix.lower() for target in targets}
    return {FORMATS[suffix].name for suffix in suffixes if suffix in FORMATS}


def _recipe(args: argparse.Namespace, catalogue: Mapping[str, OpSpec]) -> Recipe:
    """The steps of -r, --preset and -s in this order, with the seed of --seed."""
    from jaxstudio.cli.parser import added_step
    from jaxstudio.files.recipes import find_preset, load_preset, load_recipe
    from jaxstudio.pipeline.recipe import Recipe

    recipe = load_recipe(args.recipe, catalogue) if args.recipe is not None else Recipe()
    for number, name in enumerate(args.presets):
        preset = load_preset(find_preset(name), catalogue)
        # alone it is the recipe itself, with its seed: the very noise that the window showed
        recipe = recipe.joined(preset) if args.recipe is not None or number else preset
    for step in args.steps:
        recipe = added_step(recipe, step, catalogue)
    if args.seed is not None:
        recipe = recipe.with_seed(args.seed)
    return recipe if args.working_space is None else recipe.with_working_space(args.working_space)
