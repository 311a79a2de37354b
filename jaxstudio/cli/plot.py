"""`jaxstudio plot`: typed functions as a picture, a table, JSON, or a script that draws them anew."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jaxstudio.cli import time_limit
from jaxstudio.cli.eval import orders
from jaxstudio.cli.parser import Parser, add_json, assignments, describe, show_columns
from jaxstudio.errors import ComputeError, ExpressionError, UsageError

if TYPE_CHECKING:
    import numpy as np

    from jaxstudio.functions.export.plot import Plot
    from jaxstudio.functions.progress import Progress

SUFFIXES = (".png", ".svg", ".pdf", ".csv", ".json", ".py")
MOST_FRAMES = 1000
# In pixels: what can be seen, and what Matplotlib draws in reasonable memory.
SMALLEST, LARGEST = 100, 8000
# Beyond it the width of a view is no number any more.
FARTHEST = 1e300
VARIABLES = ("x", "y", "t", "theta")
# So many of the things that are left undone are named.
MOST_NAMED = 3
STYLES = ("heatmap", "contours", "surface")


def plot_options(parser: Parser) -> None:
    describe(
        parser,
        description="Plot expressions: y = f(x), curves (x(t), y(t)), r = f(theta), equations in x and y, "
        "inequalities, f(x, y). They are the lines of one sheet and may use each other.",
        epilog='Examples: jaxstudio plot "tan(x)" -o tan.png; jaxstudio plot "f(x) = x^3 - a x" "f\'(x)" '
        "--set a=2 --range x=-3:3 -o cubic.svg.",
    )
    parser.add_argument(
        "exprs", nargs="+", metavar="EXPR",
        help="what you would write: a x^2 + sin 2x; or a sheet that the window saved (.json)",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--out", metavar="FILE", help=f"where to write it: {', '.join(SUFFIXES)} (.py: a script)"
    )
    add_json(parser)
    parser.add_argument(
        "--range", action="append", default=[], metavar="x=-10:10", dest="ranges",
        help="what is shown of x and y, and the interval of t or theta; may be repeated (default x=-10:10, "
        "and of y what fits)",
    )  # fmt: skip
    parser.add_argument(
        "--orders", type=orders, metavar="0..3",
        help="orders of the derivatives to draw: 0..3, or 2, or 0,2 (default 0, or those of the sheet)",
    )  # fmt: skip
    parser.add_argument(
        "--set", action="append", default=[], metavar="a=2", help="a parameter's value; may be repeated"
    )
    parser.add_argument(
        "--style", choices=STYLES, default=STYLES[0],
        help="how f(x, y) is shown: a surface stands in space if nothing else is drawn (default heatmap; a "
        "sheet says it itself)",
    )  # fmt: skip
    parser.add_argument(
        "--log", choices=("x", "y", "xy"), metavar="x|y|xy",
        help="logarithmic axes (then x=0.1:1000 by default; a sheet says it itself)",
    )  # fmt: skip
    parser.add_argument(
        "--label", action="append", default=[], metavar='x="t in s"', dest="labels",
        help="what x or y is; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--animate", metavar="a=0..5",
        help="a parameter that runs from one value to another: OUT is then .gif, .webp or .mp4",
    )  # fmt: skip
    parser.add_argument("--frames", type=int, default=60, metavar="N", help="of an animation (default 60)")
    parser.add_argument("--fps", type=float, default=20.0, metavar="N", help="frames a second (default 20)")
    parser.add_argument("--back", action="store_true", help="let an animation run back to its start")
    parser.add_argument("--degrees", action="store_true", help="angles are in degrees")
    parser.add_argument(
        "--size", type=_size, metavar="WxH", help="in pixels (default 1000x700, or as the sheet is seen)"
    )
    time_limit.add_option(parser)


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,5})[x×]([0-9]{1,5})", text)
    width, height = (int(found[1]), int(found[2])) if found else (0, 0)
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
        raise argparse.ArgumentTypeError(
            f"{text!r}: expected a width and a height from {SMALLEST} to {LARGEST} such as 1000x700"
        )
    return width, height


def run_plot(args: argparse.Namespace) -> int:
    clock = time_limit.Spent()
    animated = _animated(args)
    suffix = "" if animated else _suffix(args)
    ranges = _ranges(args.ranges)
    sliders = assignments("--set", args.set) | ({animated[0]: animated[1][0]} if animated else {})
    if args.out:
        from jaxstudio.runtime.atomic_write import check_target

        check_target(Path(args.out))
    if not any(text.lower().endswith(".json") for text in args.exprs):
        from jaxstudio.functions.language import Sheet

        for line in Sheet.read(args.exprs, sliders, degrees=args.degrees).lines:
            if line.error is not None:  # which needs no JAX to be said
                show_columns(line.text, line.error, sys.stderr)
                raise line.error
    from jaxstudio.runtime.setup import configure

    configure()
    import jax

    if animated:
        return _animate(args, ranges, sliders, *animated)
    texts, composed, completed = _composer(args, ranges, sliders)

    def job(progress: Progress) -> Plot:
        # what is set so holds in one thread
        with jax.enable_x64(True):
            return composed(progress)

    try:
        ended = time_limit.within(job, args.time_limit, clock)
    except ExpressionError as error:
        _show(texts, sliders, error)
        raise
    if ended.answer is None:
        raise ComputeError(f"nothing could be drawn: {ended.why(args.time_limit)}")
    plot = ended.answer if ended.whole else completed(ended.answer)
    with jax.enable_x64(True):
        content = _writer(suffix)(plot) if suffix else b""
    if args.out:
        from jaxstudio.runtime.atomic_write import atomic_write

        with atomic_write(args.out) as file:
            file.write(content)
    if args.json:
        from jaxstudio.functions.export.text import as_json

        print(as_json(plot))
    if not ended.whole:
        from jaxstudio.cli.main import report

        report(f"{_several(plot.undecided)}: {ended.why(args.time_limit)}")
    return 0


def _animated(args: argparse.Namespace) -> tuple[str, list[float]] | None:
    """The parameter of an animation and its values in turn."""
    if not args.animate:
        return None
    from jaxstudio.files.animation import SUFFIXES as ANIMATIONS
    from jaxstudio.files.animation import check_animation

    name, equals, ends = args.animate.partition("=")
    low, dots, high = ends.partition("..")
    if not equals or not dots:
        raise UsageError(f"--animate {args.animate!r}: expected a parameter and its ends such as a=0..5")
    first, last = (assignments("--animate", [f"{name}={end}"])[name.strip()] for end in (low, high))
    if not args.out:
        raise UsageError(f"--animate: expected -o FILE, one of {', '.join(ANIMATIONS)}")
    check_animation(args.out)
    if args.json:
        raise UsageError("--json: expected a single plot, not --animate")
    if not 2 <= args.frames <= MOST_FRAMES or not 0.1 <= args.fps <= 120:
        raise UsageError(f"--frames, --fps: expected 2 to {MOST_FRAMES} frames, 0.1 to 120 a second")
    step = (last - first) / (args.frames - 1)
    there = [first + step * number for number in range(args.frames - 1)] + [last]
    return name.strip(), [*there, *there[-2:0:-1]] if args.back else there


def _animate(
    args: argparse.Namespace,
    ranges: dict[str, tuple[float, float]],
    sliders: dict[str, float],
    name: str,
    values: list[float],
) -> int:
    """Write an animation, in the part of the plane that the first picture has."""
    import jax

    from jaxstudio.files.animation import write_animation
    from jaxstudio.functions.export.figure import pixels
    from jaxstudio.functions.language import Sheet
    from jaxstudio.functions.progress import Progress

    texts, first, _ = _composer(args, ranges, sliders)
    if name not in Sheet.read(texts, sliders).values:
        raise UsageError(f"--animate {args.animate}: no line depends on {name}")

    def frames() -> Iterator[np.ndarray]:
        plot = first(Progress())
        within = ranges if plot.in_space else {**ranges, "x": plot.view.x, "y": plot.view.y}
        yield pixels(plot)
        for value in values[1:]:
            _, composed, _ = _composer(args, within, {**sliders, name: value})
            yield pixels(composed(Progress()))

    with jax.enable_x64(True):
        write_animation(args.out, frames(), args.fps)
    return 0


def _several(texts: Sequence[str]) -> str:
    """The first few."""
    left = len(texts) - MOST_NAMED
    return "; ".join([*texts[:MOST_NAMED], *([f"{left} more"] if left > 0 else [])])


def _composer(
    args: argparse.Namespace, ranges: dict[str, tuple[float, float]], sliders: dict[str, float]
) -> tuple[list[str], Callable[[Progress], Plot], Callable[[Plot], Plot]]:
    """The lines' texts, what makes the plot of them, of those typed or of a sheet in a file, and what
    completes a plot that was ended before."""
    files = [text for text in args.exprs if text.lower().endswith(".json")]
    axes = _axes(args)
    if not files:
        from jaxstudio.functions.document import Axes
        from jaxstudio.functions.export.compose import compose
        from jaxstudio.functions.protocol.requests import Style

        (width, height), style = args.size or (1000, 700), Style(args.style)
        orders = args.orders or (0,)
        return (
            args.exprs,
            lambda progress: compose(
                args.exprs, ranges, sliders, orders, width, height, style, progress, Axes(**axes)
            ),
            lambda plot: plot,
        )
    if len(args.exprs) > 1:
        raise UsageError(f"{files[0]}: expected one sheet alone, or expressions")
    from jaxstudio.functions.document_files import load_session
    from jaxstudio.functions.export.compose import compose_document, with_points

    document = load_session(files[0])
    texts = [line.text for line in document.lines]
    return (
        texts,
        lambda progress: compose_document(
            document, ranges, sliders, args.orders, args.size, progress, replace(document.axes, **axes)
        ),
        lambda plot: with_points(plot, document),
    )


def _axes(args: argparse.Namespace) -> dict[str, Any]:
    """The axes as asked for: {"log": "x", "x_label": "t in s"}."""
    axes: dict[str, Any] = {"log": args.log} if args.log else {}
    axes |= {"degrees": True} if args.degrees else {}
    for text in args.labels:
        axis, equals, label = text.partition("=")
        if axis.strip() not in ("x", "y") or not equals or "\n" in label:
            raise UsageError(f'--label {text!r}: expected x or y and a text such as x="t in s"')
        axes[f"{axis.strip()}_label"] = label.strip()
    return axes


def _suffix(args: argparse.Namespace) -> str:
    if not args.out:
        if not args.json:
            raise UsageError("where to? expected -o FILE or --json (see jaxstudio plot -h)")
        return ""
    suffix = Path(args.out).suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError(f"-o {args.out}: expected a name that ends with one of {', '.join(SUFFIXES)}")
    return suffix


def _ranges(texts: list[str]) -> dict[str, tuple[float, float]]:
    """x=-10:10 and the like; the bounds may be constants such as 2pi."""
    found = {}
    for text in texts:
        name, _, bounds = text.partition("=")
        first, colon, last = bounds.partition(":")
        name = {"θ": "theta"}.get(name.strip(), name.strip())
        if not colon or name not in VARIABLES:
            raise UsageError(
                f"--range {text!r}: expected one of {', '.join(VARIABLES)} and two bounds such as x=-10:10"
            )
        low = assignments("--range", [f"{name}={first}"])[name]
        high = assignments("--range", [f"{name}={last}"])[name]
        if not low < high:
            raise UsageError(f"--range {text!r}: expected the lower bound first")
        if max(abs(low), abs(high)) > FARTHEST:
            raise UsageError(f"--range {text!r}: expected bounds up to {FARTHEST:g}")
        found[name] = (low, high)
    return found


def _writer(suffix: str) -> Callable[[Plot], bytes]:
    from jaxstudio.functions.export.figure import picture
    from jaxstudio.functions.export.script import as_script
    from jaxstudio.functions.export.text import as_csv, as_json

    writers: dict[str, Callable[[Plot], bytes]] = {
        ".png": lambda plot: picture(plot, "png"),
        ".svg": lambda plot: picture(plot, "svg"),
        ".pdf": lambda plot: picture(plot, "pdf"),
        ".csv": lambda plot: as_csv(plot).encode(),
        ".json": lambda plot: (as_json(plot) + "\n").encode(),
        ".py": lambda plot: as_script(plot).encode(),
    }
    return writers[suffix]


def _show(exprs: list[str], sliders: Mapping[str, float], error: ExpressionError) -> None:
    """The expression at fault with carets below it."""
    from jaxstudio.functions.language import Sheet

    for line in Sheet.read(exprs, sliders).lines:
        if line.error is not None and str(line.error) == str(error):
            show_columns(line.text, error, sys.stderr)
            return
