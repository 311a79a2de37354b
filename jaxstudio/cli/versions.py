"""Commands that make many versions of photos: `sweep` by values of parameters, `augment` by seeds."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jaxstudio.batch.places import MOST_JOBS
from jaxstudio.cli.batch import add_places, check_places, check_words
from jaxstudio.cli.parser import (
    Parser,
    add_device,
    check_apart,
    check_there,
    describe,
    positive,
    whole_number,
)
from jaxstudio.cli.recipe_options import (
    ON_WORKERS,
    add_recipe_options,
    catalogue_with_own,
    checking_catalogue,
    read_recipe,
)
from jaxstudio.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jaxstudio.engine.render import Engine
    from jaxstudio.pipeline.op import OpSpec
    from jaxstudio.pipeline.recipe import Recipe
    from jaxstudio.variants.axes import Axis
    from jaxstudio.variants.dataset import Dataset


RANGE = re.compile(r"(?P<low>[-+]?[\d.eE+-]+?)\.\.(?P<high>[-+]?[\d.eE+-]+)")
COUNTS = {1: 16, 2: 5}  # pictures along each axis, by the number of axes
SIDES = {"sheet": 240, "animation": 640}


def sweep_options(parser: Parser) -> None:
    describe(
        parser,
        description="Compute a recipe with one or two parameters, or the seed, at several values, on the "
        "photo reduced to the size asked for. An OUT of .gif, .webp or .mp4 is an animation, one of any "
        "other format of photos a contact sheet, each picture with its values below.",
        epilog="Examples: jaxstudio sweep photo.jpg -s gaussian_blur --over sigma=0.5..8 -o sheet.png; "
        'jaxstudio sweep photo.jpg -s "canny sigma=2" --over low=0.02..0.2 --over high=0.1..0.4 -o grid.png; '
        "jaxstudio sweep photo.jpg -s swirl --over strength=0..10 --back -o swirl.gif",
    )
    parser.add_argument("photo", metavar="PHOTO")
    add_recipe_options(parser)
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
    add_device(parser)
    parser.add_argument("-o", "--out", metavar="OUT", required=True, help="the file to write")


def run_sweep(args: argparse.Namespace) -> int:
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
    recipe = read_recipe(args, checking_catalogue(args), "sweep")
    side = args.side or SIDES["animation" if animated else "sheet"]
    check_pictures(len(sweep(recipe, _axes(args, recipe))), side, "--side")
    check_there([args.photo])

    recipe = read_recipe(args, catalogue_with_own(args), "sweep")
    axes = _axes(args, recipe)
    swept = sweep(recipe, axes)
    from jaxstudio.engine.render import Engine
    from jaxstudio.engine.source import Source
    from jaxstudio.files.photo import load_photo
    from jaxstudio.files.save import save
    from jaxstudio.variants.sheets import in_order, pictures, sweep_sheet

    photo = load_photo(args.photo)
    engine, source = Engine(args.device), Source(photo.pixels, photo.curve, lens=photo.find_lens)
    if not animated:
        save(args.out, sweep_sheet(engine, source, swept, side, sweep_columns(axes)), "8")
        return 0
    made = pictures(engine, source, [each.recipe for each in swept], side)
    write_animation(args.out, in_order(made, args.back), args.fps)
    return 0


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


DEPTHS = ("8", "16", "float32")
USUAL, MOST_VARIANTS = 8, 100_000
CELL_PX = 192


def augment_options(parser: Parser) -> None:
    describe(
        parser,
        description="Make N versions of each photo, each with a seed of its own. A folder goes in with all "
        "its subfolders, and comes out with the same ones and a manifest.jsonl: the seed and what was drawn "
        "for every file. What is there already is not made again, so that an interrupted run goes on.",
        epilog='Example: jaxstudio augment -s random_flip -s "choose_one ops=[gaussian_blur sigma=0.5..3 | '
        'gaussian_noise var=0.01]" train/ -o augmented/ --variants 8 --sheet look.png',
    )
    parser.add_argument("inputs", nargs="*", metavar="IN", help="photos, or folders of them")
    parser.add_argument("-o", "--out", metavar="DIR", help="the folder for the files and their manifest")
    add_recipe_options(parser, own=ON_WORKERS)
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
    add_device(parser)
    add_places(parser)
    parser.add_argument(
        "--jobs", type=whole_number(1, MOST_JOBS), default=min(2, os.cpu_count() or 1), metavar="N",
        help="photos in work at a time (default %(default)s)",
    )  # fmt: skip


def run_augment(args: argparse.Namespace) -> int:
    _check_augment(args)
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
        read_recipe(args, checking_catalogue(args), "augment")
        photos_in(args.inputs)

    from jaxstudio.engine.render import Engine

    catalogue = catalogue_with_own(args)
    if args.manifest:
        plan = _again(args, catalogue)
    else:
        recipe = read_recipe(args, catalogue, "augment")
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


def _check_augment(args: argparse.Namespace) -> None:
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
                photo = load_photo(task.path)
                source = Source(photo.pixels, photo.curve, lens=photo.find_lens)
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
