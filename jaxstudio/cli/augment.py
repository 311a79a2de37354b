"""`jaxstudio augment`: many versions of each photo from as many seeds, as files or as a contact sheet."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jaxstudio.batch.places import MOST_JOBS
from jaxstudio.cli.batch import add_places, check_places, check_words
from jaxstudio.cli.own_filters import ON_WORKERS, add_own_option, catalogue_with_own, checking_catalogue
from jaxstudio.cli.parser import Subparsers, check_apart, positive, whole_number
from jaxstudio.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jaxstudio.engine.render import Engine
    from jaxstudio.pipeline.op import OpSpec
    from jaxstudio.pipeline.recipe import Recipe
    from jaxstudio.variants.dataset import Dataset

DEPTHS = ("8", "16", "float32")
USUAL, MOST_VARIANTS = 8, 100_000
CELL_PX = 192


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "augment",
        help="many versions of each photo, for training a model",
        description="Make N versions of each photo, each with a seed of its own. A folder goes in with all "
        "its subfolders, and comes out with the same ones and a manifest.jsonl: the seed and what was drawn "
        "for every file. What is there already is not made again, so that an interrupted run goes on.",
        epilog='Example: jaxstudio augment -s random_flip -s "choose_one ops=[gaussian_blur sigma=0.5..3 | '
        'gaussian_noise var=0.01]" train/ -o augmented/ --variants 8 --sheet look.png',
    )
    parser.add_argument("inputs", nargs="*", metavar="IN", help="photos, or folders of them")
    parser.add_argument("-o", "--out", metavar="DIR", help="the folder for the files and their manifest")
    parser.add_argument("-r", "--recipe", metavar="RECIPE.json", help="a recipe saved by the window")
    parser.add_argument(
        "-s", "--step", action="append", default=[], metavar='"OP k=v …"', dest="steps",
        help="one step; values are JSON or bare words; may be repeated",
    )  # fmt: skip
    add_own_option(parser, ON_WORKERS)
    parser.add_argument("--variants", type=positive, metavar="N", help=f"of each photo (default {USUAL})")
    parser.add_argument("--seed", type=int, metavar="N", help="seed of the seeds, instead of the recipe's")
    parser.add_argument("--format", metavar="SUFFIX", help="of the files (default png)")
    parser.add_argument("--depth", choices=DEPTHS, help="bits of the files; by default those of the photo")
    parser.add_argument("--sheet", metavar="FILE.png", help="a contact sheet of all variants")
    parser.add_argument("--columns", type=positive, metavar="N", help="of the sheet (default: about square)")
    parser.add_argument("--cell", type=positive, default=CELL_PX, metavar="PX", help=(
        f"side of a picture on the sheet (default {CELL_PX})"
    ))  # fmt: skip
    parser.add_argument(
        "--from-manifest", metavar="FILE", dest="manifest",
        help="make exactly the files of this manifest again; IN is then where the photos are, if they moved",
    )  # fmt: skip
    parser.add_argument("--device", metavar="D", help="where to compute, as `jaxstudio devices` names it")
    add_places(parser)
    parser.add_argument(
        "--jobs", type=whole_number(1, MOST_JOBS), default=min(2, os.cpu_count() or 1), metavar="N",
        help="photos in work at a time (default %(default)s)",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    _check(args)
    from jaxstudio.files.formats import check_depth, format_of

    suffix = "." + (args.format or "png").lstrip(".").lower()
    for name in (f"--format {suffix}", args.sheet):
        if name:
            format_of(name)
    if args.depth:
        check_depth(f"--format {suffix}", args.depth)
    if args.sheet:
        check_apart("--sheet", args.sheet, [*args.inputs, args.recipe, args.manifest])
        check_depth(args.sheet, "8")
        if not Path(args.sheet).absolute().parent.is_dir():
            raise UsageError(f"--sheet {args.sheet}: there is no folder {Path(args.sheet).parent}")

    from jaxstudio.variants.dataset import new_dataset, photos_in

    check_words(args)
    if args.manifest:
        _again(args, checking_catalogue(args))
    else:
        _recipe(args, checking_catalogue(args))
        photos_in(args.inputs)

    from jaxstudio.engine.render import Engine

    catalogue = catalogue_with_own(args)
    if args.manifest:
        plan = _again(args, catalogue)
    else:
        recipe = _recipe(args, catalogue)
        plan = new_dataset(
            args.inputs, Path(args.out or "."), recipe, args.variants or USUAL, suffix, args.depth
        )
    check_places(args)
    failed = 0
    if args.sheet:
        failed += _sheet(Engine(args.device, cache_bytes=64 << 20), plan, args)
    if args.out:
        failed += _files(plan, args)
    return 1 if failed else 0


def _check(args: argparse.Namespace) -> None:
    if not args.out and not args.sheet:
        raise UsageError("expected -o DIR for files, --sheet FILE for a contact sheet, or both")
    if (args.variants or 0) > MOST_VARIANTS:
        raise UsageError(f"--variants {args.variants}: expected at most {MOST_VARIANTS:,} of each photo")
    if args.manifest:
        own = ("steps", "recipe", "seed", "variants", "format", "depth")
        given = [name for name in own if getattr(args, name) not in (None, [])]
        if given:
            option = {"steps": "-s", "recipe": "-r"}.get(given[0], f"--{given[0]}")
            raise UsageError(f"--from-manifest says itself what to make: expected no {option}")
        if len(args.inputs) > 1:
            raise UsageError("--from-manifest: expected no IN, or the one folder where the photos are now")
    elif not args.inputs:
        raise UsageError("expected photos or folders of them")
    elif not args.steps and args.recipe is None:
        raise UsageError("expected steps: -s or -r, such as -s random_flip")


def _recipe(args: argparse.Namespace, catalogue: Mapping[str, OpSpec]) -> Recipe:
    from jaxstudio.cli.parser import added_step
    from jaxstudio.files.recipes import load_recipe
    from jaxstudio.pipeline.recipe import Recipe

    recipe = load_recipe(args.recipe, catalogue) if args.recipe is not None else Recipe()
    for step in args.steps:
        recipe = added_step(recipe, step, catalogue)
    if not recipe.active:
        raise UsageError(f"{args.recipe}: no step is active, expected some that change the photos")
    return recipe if args.seed is None else recipe.with_seed(args.seed)


def _again(args: argparse.Namespace, catalogue: Mapping[str, OpSpec]) -> Dataset:
    from jaxstudio.variants.dataset import dataset_again, read_manifest

    header, entries = read_manifest(args.manifest, catalogue)
    root = args.inputs[0] if args.inputs else None
    if root and not Path(root).is_dir():
        raise UsageError(f"{root}: no such folder, expected where the photos are now")
    return dataset_again(header, entries, Path(args.out or "."), root)


@contextlib.contextmanager
def _bar(count: int) -> Iterator[Any]:
    from tqdm import tqdm

    shown = sys.stderr.isatty()
    with tqdm(total=count, unit="file", delay=1.0, disable=not shown, file=sys.stderr) as bar:
        yield bar


def _files(plan: Dataset, args: argparse.Namespace) -> int:
    from jaxstudio.batch.places import runner
    from jaxstudio.cli.batch import chosen_places, ended_by_signals
    from jaxstudio.variants.generation import generate

    if args.scheduler is not None:
        # names that a worker in another folder understands
        plan = replace(plan, out=plan.out.absolute())
    with _bar(plan.count) as bar:

        def progress(done: int, count: int) -> None:
            bar.update(done - bar.n)

        def tell(text: str) -> None:
            _tell(bar, text)

        with ended_by_signals(), runner(chosen_places(args), len(plan.tasks), tell) as run:
            return generate(plan, catalogue_with_own(args), run, progress, tell).failed


def _tell(bar: Any, text: str) -> None:
    from tqdm import tqdm

    from jaxstudio.cli.main import report

    with contextlib.ExitStack() as stack:
        if not bar.disable:
            stack.enter_context(tqdm.external_write_mode(file=sys.stderr))
        report(text)


def _sheet(engine: Engine, plan: Dataset, args: argparse.Namespace) -> int:
    """Write the contact sheet; return how many photos are missing on it."""
    from jaxstudio.batch.local import Reporter, why_it_failed
    from jaxstudio.engine.source import Source
    from jaxstudio.files.photo import load_photo
    from jaxstudio.files.save import save
    from jaxstudio.variants.axes import MOST_PICTURES, check_pictures
    from jaxstudio.variants.sheets import contact_sheet, thumbnail

    if plan.count > MOST_PICTURES:
        raise UsageError(f"--sheet: {plan.count} variants, expected at most {MOST_PICTURES} on one sheet")
    check_pictures(plan.count, args.cell, "--cell")
    pictures, labels, failed = [], [], 0
    with _bar(plan.count) as bar:
        reporter = Reporter(lambda text: _tell(bar, text))
        for task in plan.tasks:
            try:
                source = Source(load_photo(task.path).pixels)
                for variant in task.variants:
                    recipe = plan.header.recipe.with_seed(variant.seed)
                    pictures.append(thumbnail(engine, source, recipe, args.cell))
                    labels.append(str(variant.seed))
                    bar.update(1)
            except Exception as error:
                failed += 1
                if not args.out:  # else it is told when its files are made
                    why = why_it_failed(error, str(task.path))
                    reporter.tell_failure(why if str(task.path) in why else f"{task.path}: {why}")
    if pictures:
        columns = args.columns or (len(plan.tasks[0].variants) if len(plan.tasks) > 1 else 0)
        save(args.sheet, contact_sheet(pictures, labels, args.cell, columns))
    return failed
