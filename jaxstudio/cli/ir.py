"""`jaxstudio ir`: every stage of a function from its source to machine code, and the links between them."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from jaxstudio.cli.eval import METHODS, PRECISIONS, orders
from jaxstudio.cli.parser import Parser, add_json, describe, positive, whole_number
from jaxstudio.cli.recipe_options import add_own_option, catalogue_with_own
from jaxstudio.errors import Cancelled, ComputeError, ExpressionError, StudioError, UsageError
from jaxstudio.lazy_dataclass import dataclass

if TYPE_CHECKING:
    from jaxstudio.inspect_targets.requests import TargetSpec
    from jaxstudio.ir.report import Report

SECONDS = 120
MEMORY_GB = 16
RUN_SECONDS = 0.2
COMPARED_STAGE = "optimized"

DESCRIPTION = """Follow a function through JAX and XLA: source, jaxpr, StableHLO, HLO before, between and
after the passes, buffers, LLVM IR, assembly; linked line by line, with cost and timings.

TARGET is one of
  op:NAME                        a filter, as the engine runs it
  recipe:FILE                    every stage of a recipe, and all in one
  expr:TEXT                      a typed function, at each order of its derivative
  FILE.py:FUNCTION               a function of a Python file, with --args: this runs the code of the file,
  py:PACKAGE.MODULE:FUNCTION     or of the module, in a process of its own"""
ARGUMENTS = """--args holds the arguments of the call in Python, by position and by name:
  f32[3,3] bf16[] f8_e4m3fn[4] i32[3]   arrays by dtype and shape; weak(f32[]) weakly typed
  3 -0.5 True None inf "same"           values, traced as JAX traces them; words are static
  f32(3) i32([1, 2, 3])                 arrays with these values
  key(0) key<fry>[4] PRNGKey(0)         random keys
  {"w": f32[3]} [f32[3]] * 4 (1, 2)     pytrees
  init(key(0)) SIZES[0] Params(f32[3])  what the file itself defines
  f32[8@x,4@y]; mesh(x=2, y=4)          sharded over a mesh of devices (the CPU's are simulated)

"""
EXAMPLES = """examples:
  jaxstudio ir op:gaussian_blur
  jaxstudio ir expr:"x^2 sin x" --orders 0..2 --stage jaxpr
  jaxstudio ir py:model.py:loss --args "f32[3,3], f32[3]" -o loss.html
  jaxstudio ir --compare py:before.py:f py:after.py:f --args "f32[128]" --stage optimized
  jaxstudio ir py:pkg.train:step --args 'params=init(key(0)), x=f32[8,3], n=3' --static n
"""


def ir_options(parser: Parser) -> None:
    describe(
        parser,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description=DESCRIPTION,
        epilog=ARGUMENTS + EXAMPLES,
    )
    parser.add_argument("target", metavar="TARGET", nargs="?", help="what to inspect")
    parser.add_argument(
        "--compare", nargs=2, metavar=("A", "B"),
        help="two targets in place of one: say in words how they differ, and print what differs in --stage "
        "(default optimized), names aside; "
        "exit code 0 for the same program, 1 for another, 2 where one cannot be compiled",
    )  # fmt: skip
    parser.add_argument(
        "--measure", action="store_true", help="with --compare: run both, and say which is faster"
    )
    parser.add_argument(
        "--stage",
        metavar="NAME",
        help="print the stages whose names begin with NAME, or all; without it, a table. What comes after "
        "them is not made: jaxpr and stablehlo compile nothing",
    )
    parser.add_argument("--part", type=positive, metavar="N", help="only the Nth of several compiled parts")
    parser.add_argument("--device", default="", metavar="D", help="where to compile for, such as cpu:0")
    parser.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="an option of XLA; may be repeated"
    )
    parser.add_argument(
        "--other-device", metavar="D", help="where to compile B of --compare A B for (default: as A)"
    )
    parser.add_argument(
        "--other-option", action="append", metavar="K=V",
        help="an option of XLA for B of --compare A B, besides --option; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "-o", dest="output", metavar="DIR", help="write every stage to a folder, or one page to a .html file"
    )
    add_json(parser)
    parser.add_argument(
        "--no-passes", action="store_true", help="with --json and -o: leave out the module after each pass"
    )
    parser.add_argument("--no-run", action="store_true", help="compile and do not measure")
    _op_arguments(parser)
    _function_arguments(parser)


def _op_arguments(parser: argparse.ArgumentParser) -> None:
    ops = parser.add_argument_group("ops and recipes")
    ops.add_argument(
        "--set", action="append", default=[], metavar="K=V", help="a parameter of the op; may be repeated"
    )
    add_own_option(ops)
    ops.add_argument("--channels", type=int, choices=(1, 2, 3, 4), default=3, help="of the photo (default 3)")
    ops.add_argument(
        "--depth",
        choices=("uint8", "uint16", "float32"),
        default="uint8",
        help="of the photo (default uint8)",
    )
    ops.add_argument(
        "--as", dest="form", choices=("kernels", "plain"), default="kernels",
        help="an op as the kernels that the engine runs (default), or as one plain function of a small "
        "picture, with its derivatives with respect to its parameters",
    )  # fmt: skip
    typed = parser.add_argument_group("typed functions")
    typed.add_argument("--orders", default="0", metavar="0..3", help="orders of the derivative (default 0)")
    typed.add_argument("--method", choices=METHODS, default="auto", help="the way to the derivatives")
    typed.add_argument("--precision", choices=PRECISIONS, default="f64", help="the format (default f64)")
    typed.add_argument(
        "--points",
        type=whole_number(2, 10_000_000),
        default=512,
        metavar="N",
        help="of the curve (default 512)",
    )


def _function_arguments(parser: argparse.ArgumentParser) -> None:
    own = parser.add_argument_group("your own function")
    own.add_argument(
        "--args", default="", metavar="ARGUMENTS", help='of the call, such as "f32[3,3], n=3": see below'
    )
    own.add_argument(
        "--other-args", metavar="ARGUMENTS", help="of the call of B in --compare A B (default: A's)"
    )
    own.add_argument(
        "--static", action="append", default=[], metavar="NAME[=VALUE]",
        help="a static argument: its name or its place in the call, from 0, and its value as JSON where "
        "--args does not have it; may be repeated",
    )  # fmt: skip
    own.add_argument(
        "--donate", type=int, action="append", default=[], metavar="PLACE", help="a donated argument"
    )
    own.add_argument("--x64", action="store_true", help="with 64-bit numbers")
    own.add_argument(
        "--seconds", type=positive, default=SECONDS, metavar="S", help=f"at most (default {SECONDS})"
    )
    own.add_argument(
        "--memory", type=positive, default=MEMORY_GB, metavar="GB", help=f"at most (default {MEMORY_GB})"
    )


def run_ir(args: argparse.Namespace) -> int:
    from jaxstudio.inspect_targets.requests import parse_target

    if args.compare:
        if args.target:
            raise UsageError(f"{args.target!r}: --compare takes two targets in place of one")
        return _compare(args)
    if args.target is None:
        raise UsageError("the following arguments are required: TARGET (see jaxstudio ir -h)")
    if args.measure:
        raise UsageError("--measure: a single target is measured anyway; it goes with --compare A B")
    for name in ("args", "device", "option"):
        if getattr(args, f"other_{name}") is not None:
            raise UsageError(f"--other-{name}: there is no other target without --compare A B")
    spelled = parse_target(args.target)
    reports: list[Report] = []
    try:
        reports.extend(reports_of(spelled, args))
    except ExpressionError as error:
        if not args.json:
            from jaxstudio.cli.parser import show_columns

            show_columns(spelled.what, error, sys.stderr)
        raise
    except Incomplete as incomplete:
        _show(args, [*reports, incomplete.report])
        raise incomplete.error from None
    _show(args, reports)
    return 0


def _compare(args: argparse.Namespace) -> int:
    """Compile both targets and print how they differ.

    Raises:
        UsageError: whatever keeps a target from being compiled: exit code 1 says that two programs differ.
    """
    from jaxstudio.cli.ir_output import print_comparison

    if args.output:
        raise UsageError(f"-o {args.output}: --compare writes no files; print one stage with --stage NAME")
    stage = args.stage or COMPARED_STAGE
    first, second = args.compare
    other = {
        "args": args.args if args.other_args is None else args.other_args,
        "device": args.device if args.other_device is None else args.other_device,
        "option": [*args.option, *(args.other_option or ())],
    }
    try:
        sides = [_side(args, first, stage, {}), _side(args, second, stage, other)]
    except (Cancelled, UsageError):
        raise
    except StudioError as error:
        raise UsageError(str(error)) from None
    return print_comparison(args.compare, sides, stage, args.json)


def _side(args: argparse.Namespace, target: str, stage: str, other: dict[str, Any]) -> list[Report]:
    from jaxstudio.inspect_targets.requests import parse_target

    options = {"stage": stage, "json": False, "no_run": True, "target": target, **other}
    try:
        return list(reports_of(parse_target(target), argparse.Namespace(**{**vars(args), **options})))
    except Incomplete as incomplete:
        raise incomplete.error from None


class Incomplete(Exception):
    """Something went wrong after some stages were made: they are shown, then the error."""

    def __init__(self, report: Report, error: StudioError) -> None:
        super().__init__(str(error))
        self.report, self.error = report, error


def _show(args: argparse.Namespace, reports: list[Report]) -> None:
    from jaxstudio.cli.ir_output import document, table

    if args.output:
        # with --json, standard output holds one object and nothing else
        _save(reports, Path(args.output), sys.stderr if args.json else sys.stdout)
    if args.json:
        print(json.dumps(document(args.target, reports, args.stage), ensure_ascii=False))
    elif args.stage:
        _print_stages(reports, args.stage)
    elif not args.output:
        print("\n\n".join(table(report) for report in reports))


@dataclass(frozen=True)
class Extent:
    """The extent of an inspection.

    Stages are made up to `last` (a kind; empty for all), with `passes`, with the code of the `kernels`.
    `links` between them are made, by a second compilation if `exact`; the function is run for `seconds`.
    """

    last: str = ""
    passes: bool = True
    kernels: bool = True
    links: bool = True
    exact: bool = True
    seconds: float = RUN_SECONDS


def _extent(args: argparse.Namespace) -> Extent:
    """Return the extent that the requested stages need.

    Raises:
        UsageError: no stage has such a name.
    """
    from jaxstudio.ir.stages import KERNEL_KINDS, UNCOMPILED_KINDS, Kind, kinds_with_prefix

    # a table shows the lines that a run spends most time on, but no links between two stages
    written = bool(args.json or args.output)
    seconds = 0.0 if args.no_run else RUN_SECONDS
    links = written or seconds > 0
    passes = not args.no_passes and bool(written or args.stage)
    every = Extent(passes=passes, links=links, exact=written, seconds=seconds)
    if args.stage in (None, "all") or args.output:
        return every
    kinds = kinds_with_prefix(args.stage)
    if not kinds:
        known = ", ".join(kind.value for kind in Kind)
        raise UsageError(f"--stage {args.stage}: no stage begins so: expected {known} or all")
    if kinds[-1] in UNCOMPILED_KINDS:
        return Extent(kinds[-1].value, links=written, seconds=0.0)
    if args.json:
        return every
    return Extent(
        passes=every.passes and Kind.PASS in kinds,
        kernels=any(kind in KERNEL_KINDS for kind in kinds),
        links=False,
        exact=False,
        seconds=RUN_SECONDS if args.measure else 0.0,
    )


def reports_of(spelled: TargetSpec, args: argparse.Namespace) -> Iterator[Report]:
    """The parts of a target, each inspected as far as the options ask for.

    Raises:
        Incomplete: something went wrong after some stages were made.
    """
    extent = _extent(args)
    if spelled.kind == "py":
        yield _user_function_report(spelled, args, extent)
        return
    from jaxstudio.runtime.setup import configure

    configure()
    from jaxstudio.ir.compilation_listener import start_logging
    from jaxstudio.ir.inspection import inspect
    from jaxstudio.ir.stages import Kind

    start_logging()
    targets = _targets(spelled, args)
    if args.part:
        if args.part > len(targets):
            raise UsageError(f"--part {args.part}: {args.target} has {len(targets)} parts")
        targets = [targets[args.part - 1]]
    for target in targets:
        inspection = inspect(
            target,
            passes=extent.passes,
            kernels=extent.kernels,
            links=extent.links,
            exact=extent.exact,
            last=Kind(extent.last) if extent.last else None,
        )
        yield inspection.report(seconds=extent.seconds, kernels=extent.seconds > 0 and not args.measure)


def _targets(spelled: TargetSpec, args: argparse.Namespace) -> list[Any]:
    from jaxstudio.inspect_targets.requests import parse_options

    options = parse_options(args.option)
    if spelled.kind == "expr":
        from jaxstudio.inspect_targets.expressions import expression_targets

        try:
            wanted = orders(args.orders)
        except argparse.ArgumentTypeError as error:
            raise UsageError(f"--orders {error}") from None
        return expression_targets(
            spelled.what, wanted, method=args.method, samples=args.points,
            dtype=PRECISIONS[args.precision], device=args.device or None, options=options,
        )  # fmt: skip
    from jaxstudio.inspect_targets.targets import op_targets, recipe_targets

    photo = {
        "channels": args.channels,
        "dtype": args.depth,
        "device": args.device or None,
        "options": options,
    }
    if spelled.kind == "op":
        from jaxstudio.cli.recipe_options import added_step
        from jaxstudio.pipeline.recipe import Recipe

        step, place = " ".join([spelled.what, *args.set]), f"op:{spelled.what}"
        recipe = added_step(Recipe(), step, catalogue_with_own(args), place)
        if args.form == "plain":
            from jaxstudio.inspect_targets.targets import plain_targets

            return plain_targets(recipe, channels=args.channels, device=args.device or None, options=options)
        return op_targets(spelled.what, dict(recipe.steps[0].params), **photo)
    if args.form == "plain":
        raise UsageError("--as plain: expected an op as the target, such as op:gaussian_blur")
    from jaxstudio.files.recipes import load_recipe

    return recipe_targets(load_recipe(spelled.what, catalogue_with_own(args)), **photo)


def _user_function_report(spelled: TargetSpec, args: argparse.Namespace, extent: Extent) -> Report:
    from jaxstudio.inspect_targets.requests import parse_options
    from jaxstudio.ir.argument_grammar import read_call
    from jaxstudio.ir.user_process.client import UserInspection
    from jaxstudio.ir.user_process.loading import read_static
    from jaxstudio.ir.user_process.request import Limits, Request

    read_call(args.args)
    values, static = read_static(args.static)
    request = Request(
        spelled.what,
        spelled.function,
        args.args,
        values,
        tuple(args.donate),
        args.device,
        parse_options(args.option),
        x64=args.x64,
        passes=extent.passes,
        kernels=extent.kernels,
        links=extent.links,
        exact=extent.exact,
        last=extent.last,
        run_seconds=extent.seconds,
        time_kernels=extent.seconds > 0 and not args.measure,
        static=static,
        module=spelled.module,
    )
    print(
        f"jaxstudio: this runs the code of {spelled.what}, in a process of its own that may take "
        f"{args.seconds} s and {args.memory} GB",
        file=sys.stderr,
    )
    own = UserInspection(request, Limits(seconds=args.seconds, memory_bytes=args.memory << 30))
    try:
        for _ in own.run():
            pass
    except StudioError as error:
        told = with_way_out(error)
        if own.known is None:
            raise told from None
        raise Incomplete(own.known, told) from None
    assert own.known is not None
    return own.known


# What the process of a user's code says when it was ended at a limit, and the option that moves the limit.
LIMITS = {"not done after ": "--seconds", " of memory; its process was ended": "--memory"}


def with_way_out(error: StudioError) -> StudioError:
    """The error with the option that allows more, where a limit of the command was reached."""
    option = next((option for words, option in LIMITS.items() if words in str(error)), "")
    return ComputeError(f"{error}; {option} allows more") if option else error


def _print_stages(reports: list[Report], name: str) -> None:
    from jaxstudio.cli.ir_output import chosen

    wanted = [(report, stage) for report in reports for stage in chosen(report, name)]
    for report, stage in wanted:
        if len(wanted) > 1:
            part = f" [{report.target}]" if len(reports) > 1 else ""
            print(f"==== {stage.name}{part}")
        print(stage.text or f"({stage.note})")


def _save(reports: list[Report], place: Path, stream: TextIO) -> None:
    """Save one page for an .html file; otherwise a folder, with one folder inside for each of several
    parts.
    """
    from jaxstudio.ir.export import save_folder, save_page

    if place.suffix.lower() in (".html", ".htm"):
        if len(reports) > 1:
            raise UsageError(f"-o {place}: a page holds one part, and there are {len(reports)}: add --part N")
        save_page(reports[0], place)
        print(place, file=stream)
        return
    for number, report in enumerate(reports, 1):
        name = "".join(letter if letter.isalnum() or letter in "-." else "-" for letter in report.target)
        folder = place if len(reports) == 1 else place / f"{number:02d}-{name}"
        save_folder(report, folder)
        print(folder, file=stream)
