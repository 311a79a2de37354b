"""`jaxstudio apply`: the same recipe for many photos, decoding and encoding while the device computes.

`-` for a file: the photo comes from stdin, the result goes to stdout, so that `apply` stands in a pipe.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from jaxstudio.batch.places import MOST_JOBS, default_jobs
from jaxstudio.cli.batch import add_options, check_places, check_words, print_event
from jaxstudio.cli.parser import Parser, add_device, describe, positive, whole_number
from jaxstudio.cli.recipe_options import (
    ON_WORKERS,
    add_recipe_options,
    catalogue_with_own,
    checking_catalogue,
    read_recipe,
)
from jaxstudio.errors import UsageError
from jaxstudio.pipeline.recipe import WORKING_SPACES

if TYPE_CHECKING:
    from jaxstudio.files.sessions import SessionPhoto
    from jaxstudio.pipeline.recipe import Recipe

DEPTHS = ("8", "16", "float32")
MOST_STARS = 5
ALL_GROUPS = "all"


def apply_options(parser: Parser) -> None:
    describe(
        parser,
        description="Filter photos. The steps of the recipe (-r) come first, then those of the presets "
        "(--preset), then those of -s, each in order.",
        epilog='Example: jaxstudio apply -s "gaussian_blur sigma=2.5" holiday/*.jpg -o "blurred/{stem}.png". '
        "An input is never overwritten unless it is itself named after -o.",
    )
    parser.add_argument(
        "inputs",
        nargs="*",
        metavar="IN",
        help="photos: JPEG, PNG, TIFF, WebP, AVIF, … (docs/formats.md lists all), or folders of them, "
        "whose subfolders are kept; - is stdin",
    )
    parser.add_argument("-o", "--out", required=True, metavar="OUT", help=(
        "a file for one input, - for stdout; a folder (existing, or ending with /) or a pattern with {stem}, "
        "{name}, {ext}, {suffix}, {index}, {folder}, {width}, {height} for many; PNG, JPEG, TIFF, WebP, "
        "AVIF, JPEG 2000, …, .npy, .zarr"
    ))  # fmt: skip
    parser.add_argument(
        "--preset", action="append", default=[], metavar="NAME", dest="presets",
        help="a preset, as `jaxstudio presets` lists them; may be repeated",
    )  # fmt: skip
    add_recipe_options(parser, own=ON_WORKERS)
    parser.add_argument(
        "--session", metavar="FILE",
        help="the photos of a session instead of IN, each with its own recipe; the steps of -r, --preset and "
        "-s follow; rejected photos are left out",
    )  # fmt: skip
    parser.add_argument("--picked", action="store_true", help="of --session only the picked photos")
    parser.add_argument(
        "--rated", type=whole_number(0, MOST_STARS), default=0, metavar="N",
        help="of --session only photos with N stars or more",
    )  # fmt: skip
    add_device(parser)
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
        help="auto: exposure, white balance, vignette, defocus and other steps of light compute with values "
        "proportional to light, all others with the encoded values of the file, as OpenCV and SciPy do; "
        "linear: all compute in linear light; encoded: all with encoded values; by default what the recipe "
        "says, else auto",
    )  # fmt: skip
    add_options(parser)


def groups_to_drop(words: list[str]) -> tuple[str, ...]:
    """The groups of metadata for --drop; UsageError for an unknown one."""
    if not words:
        return ()
    from jaxstudio.files.metadata_groups import GROUPS

    names = [name.strip() for word in words for name in word.split(",")]
    for name in names:
        if name not in (*GROUPS, ALL_GROUPS):
            raise UsageError(f"--drop {name}: expected {', '.join(GROUPS)} or {ALL_GROUPS}")
    return tuple(GROUPS) if ALL_GROUPS in names else tuple(dict.fromkeys(names))


def run_apply(args: argparse.Namespace) -> int:
    args.drop = groups_to_drop(args.drop)
    if args.session is None and (args.picked or args.rated):
        raise UsageError("--picked and --rated choose among the photos of a session, expected --session")
    if args.session is not None and args.inputs:
        raise UsageError("IN and --session: expected one of them")
    if args.session is None and not args.inputs:
        raise UsageError("IN: expected photos, or a session's file after --session")
    check_streams(args)
    check_words(args)
    read_recipe(args, checking_catalogue(args))
    with streams_as_files(args):
        return _run(args)


def _run(args: argparse.Namespace) -> int:
    from jaxstudio.batch.prepare import check_targets, expand, plan, prepare
    from jaxstudio.cli.main import report
    from jaxstudio.files.formats import check_storage, storage_words

    storage_words(args.store)
    photos = _photos_of_session(args) if args.session is not None else []
    sources: list[Path] = [Path(photo.path) for photo in photos]
    folders: list[Path] = []
    if not photos:
        sources, folders = expand(args.inputs, args.out)
    tasks = plan(sources, args.out, roots=folders, folders_exist=not folders)
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

    recipe = read_recipe(args, catalogue_with_own(args))
    recipes = {number: _changed(photo.recipe, recipe, args) for number, photo in enumerate(photos)}
    pages = {number: photo.page for number, photo in enumerate(photos)}
    if args.recipe is not None and not recipe.active:
        report(f"{args.recipe}: no step is active: the photos are only written anew")
    for each in {step.op.name: step for one in (recipe, *recipes.values()) for step in one.active}.values():
        if said := each.implementation.caution(each.values):
            report(f"{each.op.name}: {said}")
    if "{width" in args.out or "{height" in args.out:

        def size_of(number: int, path: Path) -> tuple[int, int] | None:
            return size_of_result(recipes.get(number, recipe), path, pages.get(number, args.page))

        tasks = plan(sources, args.out, size_of, roots=folders, folders_exist=not folders)
    check_places(args)  # a mistake is told before anything is made
    if folders or args.out.endswith(("/", os.sep)):
        try:
            for folder in {task.target.parent for task in tasks}:
                folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"-o {args.out}: {error.strerror or error}, expected a folder") from None
    named = ("depth", "quality", "page", "drop", "to_srgb", "strict")
    how = {name: getattr(args, name) for name in named}
    prepared = prepare(tasks, recipe, recipes, pages, store=tuple(args.store), **how)
    return 1 if run_batch(prepared.tasks, prepared.work, args, prepared.identity) else 0


def _photos_of_session(args: argparse.Namespace) -> list[SessionPhoto]:
    from jaxstudio.cli.main import report
    from jaxstudio.files.sessions import chosen_photos, load_session

    session = load_session(args.session, catalogue_with_own(args))
    photos, samples = chosen_photos(session.photos, args.rated, args.picked)
    for name in samples:
        report(f"{args.session}: {name} is a sample without a file, left out")
    if not photos:
        raise UsageError(f"{args.session}: none of its {len(session.photos)} photos is chosen")
    return photos


def _changed(own: Recipe, more: Recipe, args: argparse.Namespace) -> Recipe:
    """A photo's own recipe with the steps of the command line behind it, and what its options say."""
    recipe = own.joined(more) if more.steps else own
    recipe = recipe if args.seed is None else recipe.with_seed(args.seed)
    return recipe if args.working_space is None else recipe.with_working_space(args.working_space)


def _formats(targets: Iterable[Path]) -> set[str]:
    """The names of the formats of results."""
    from jaxstudio.files.formats import FORMATS

    suffixes = {target.suffix.lower() for target in targets}
    return {FORMATS[suffix].name for suffix in suffixes if suffix in FORMATS}


STREAM = "-"
USUAL_SUFFIX = ".png"


def check_streams(args: argparse.Namespace) -> None:
    """UsageError where - cannot be meant; nothing is read."""
    if args.inputs.count(STREAM) > 1:
        raise UsageError("-: stdin holds one photo, expected - once")
    if args.out == STREAM:
        if len(args.inputs) > 1:
            raise UsageError("-o -: stdout takes one result, expected one photo")
        if args.json:
            raise UsageError("-o -: stdout cannot hold the result and --json, expected one of them")
        if sys.stdout.isatty():
            raise UsageError("-o -: stdout is a terminal, expected a pipe or a file, as in … -o - > out.png")
    elif args.format is not None:
        raise UsageError("--format: a file's suffix says its format, expected -o - with it")
    if STREAM in args.inputs:
        if sys.stdin is None or sys.stdin.isatty():
            raise UsageError("-: stdin is a terminal, expected a pipe or a file, as in … - < photo.png")
        if args.out != STREAM and (args.out.endswith("/") or Path(args.out).is_dir()):
            raise UsageError(f"-o {args.out}: a photo from stdin has no name, expected a file")
    if args.format is not None:
        from jaxstudio.files.formats import format_of

        format_of(f"--format .{args.format.lower().lstrip('.')}")


@contextlib.contextmanager
def streams_as_files(args: argparse.Namespace) -> Iterator[None]:
    """Put files in the place of - in `args`; at the end of the block the result goes to stdout.

    Without --format it has the format of the photo where that is written, else PNG.
    """
    from jaxstudio.cli import main

    if STREAM not in (*args.inputs, args.out):
        yield
        return
    with tempfile.TemporaryDirectory(prefix="jaxstudio-") as folder:
        if STREAM in args.inputs:
            photo = Path(folder, "stdin")
            with open(photo, "wb") as file:
                shutil.copyfileobj(sys.stdin.buffer, file)
            photo = photo.rename(photo.with_suffix(_photo_suffix(photo)))
            main.CALLED[str(photo)] = "stdin"
            args.inputs = [str(photo) if each == STREAM else each for each in args.inputs]
        if args.out != STREAM:
            yield
            return
        suffix = (
            f".{args.format.lower().lstrip('.')}"
            if args.format
            else _writable(_photo_suffix(Path(args.inputs[0])))
        )
        result = Path(folder, f"stdout{suffix}")
        main.CALLED[str(result)] = "stdout"
        args.out = str(result)
        yield
        if result.exists():
            with open(result, "rb") as file:
                shutil.copyfileobj(file, sys.stdout.buffer)
            sys.stdout.buffer.flush()


def _photo_suffix(path: Path) -> str:
    """The suffix of a photo's format, "" where it is none."""
    from jaxstudio.files.formats import HEADER_BYTES, identify

    with contextlib.suppress(OSError), open(path, "rb") as file:
        start = file.read(HEADER_BYTES)
        known = identify(start, ".npy" if start.startswith(b"\x93NUMPY") else path.suffix)
        if known is not None:
            return known.suffixes[0]
    return ""


def _writable(suffix: str) -> str:
    from jaxstudio.files.formats import FORMATS

    return suffix if suffix in FORMATS and FORMATS[suffix].available else USUAL_SUFFIX
