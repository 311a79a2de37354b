"""`jaxstudio eval`: a typed function at a point, with its derivatives."""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from typing import TYPE_CHECKING, Any

from jaxstudio.cli import time_limit
from jaxstudio.cli.parser import Parser, add_json, assignments, describe, show_columns
from jaxstudio.errors import ComputeError, ExpressionError

if TYPE_CHECKING:
    from jaxstudio.functions.derivatives.point import AtPoint, Digits, Numbers
    from jaxstudio.functions.progress import Progress

METHODS = ("auto", "reverse", "forward", "taylor", "jet", "finite", "symbolic")
PRECISIONS = {"f64": "float64", "f32": "float32", "f16": "float16", "bf16": "bfloat16"}
HIGHEST = 12
# what is not done when the time is over, where all values are computed or not
UNDONE = {True: "how many digits are sure is not known", False: "only order 0 is computed"}
# the most digits that are sure of a number that is not exact
FLOAT64 = sys.float_info.dig
# integers below are written as such where they are exact
LARGEST_EXACT = 1e22
# the digits written of a number whose sure digits are unknown
GUESSED = 6
# orders of a function of several variables
SEVERAL = ("value", "gradient", "Hessian")


def eval_options(parser: Parser) -> None:
    describe(
        parser,
        description="Compute an expression and its derivatives at a point: of one variable all orders asked "
        "for; of several the gradient (order 1) and the Hessian (order 2), of a vector [f, g] the Jacobian.",
        epilog='Examples: jaxstudio eval "x^4 + 12x + 1/x" --at x=11 --orders 0..3; '
        'jaxstudio eval "[x0^2 - x1 x2, x0^2 + 3 x0 x2]" --at x0=3,x1=4,x2=5.',
    )
    parser.add_argument("expr", metavar="EXPR", help="what you would write: a x^2 + sin 2x, f(x) = …, [f, g]")
    parser.add_argument(
        "--at", action="append", default=[], metavar="x=11", help="a variable's value; may be repeated"
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="a=2", help="a parameter's value; may be repeated"
    )
    parser.add_argument(
        "--orders", type=orders, metavar="0..3",
        help=f"orders of the derivative up to {HIGHEST}: 0..3, or 2, or 0,2 (default 0..3; of several "
        "variables 0..2, of a vector 0..1)",
    )  # fmt: skip
    parser.add_argument(
        "--by", default="", metavar="x", help="of several variables, differentiate by this one"
    )
    parser.add_argument("--method", choices=METHODS, default="auto", help="the way to the derivatives")
    parser.add_argument("--precision", choices=PRECISIONS, default="f64", help="the format to compute in")
    time_limit.add_option(parser)
    add_json(parser)


def orders(text: str) -> tuple[int, ...]:
    """0..3, or 2, or 0,2: whole numbers in ascending order."""
    chosen: set[int] = set()
    for part in text.split(","):
        found = re.fullmatch(r"\s*([0-9]{1,2})(?:\s*\.\.\s*([0-9]{1,2}))?\s*", part)
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, -1)
        if not first <= last <= HIGHEST:
            raise argparse.ArgumentTypeError(
                f"{text!r}: expected orders up to {HIGHEST} such as 0..3, 2 or 0,2"
            )
        chosen |= set(range(first, last + 1))
    return tuple(sorted(chosen))


def run_eval(args: argparse.Namespace) -> int:
    clock = time_limit.Spent()
    at, parameters = assignments("--at", args.at), assignments("--set", args.set)
    from jaxstudio.functions.language import Sheet

    (line,) = Sheet.read([args.expr], parameters).lines
    if line.tree is None and line.error is not None:  # which needs no JAX to be said
        if not args.json:
            show_columns(args.expr, line.error, sys.stderr)
        raise line.error
    from jaxstudio.functions.language.nodes import DRAWN, Question
    from jaxstudio.runtime.setup import configure

    configure()
    import jax

    if isinstance(line.tree, Question):
        from jaxstudio.functions.service.questions import answer

        question, sliders = line.tree, {name: parameters.get(name, 1.0) for name in line.sliders}
        reply = time_limit.within(lambda progress: answer(question, sliders), args.time_limit, clock)
        if reply.answer is None:
            raise ComputeError(f"no answer was found: {reply.why(args.time_limit)}")
        text, proof = reply.answer
        if line.tree.kind not in DRAWN or not at:
            found = {"expr": args.expr, "answer": text, "proof": proof}
            print(json.dumps(found, ensure_ascii=False) if args.json else f"{args.expr}\n  {text}  {proof}")
            return 0

    from jaxstudio.functions.derivatives.methods import Method
    from jaxstudio.functions.derivatives.point import at_point

    def job(progress: Progress) -> AtPoint:
        # what is set so holds in one thread
        with jax.enable_x64(True):
            return at_point(
                args.expr,
                at,
                parameters,
                orders=args.orders,
                by=args.by,
                method=None if args.method == "auto" else Method(args.method),
                dtype=PRECISIONS[args.precision],
                progress=progress,
            )

    try:
        ended = time_limit.within(job, args.time_limit, clock)
    except ExpressionError as error:
        if not args.json:
            show_columns(args.expr, error, sys.stderr)
        raise
    if ended.answer is None:
        raise ComputeError(f"nothing could be computed: {ended.why(args.time_limit)}")
    print(as_json(ended.answer, args) if args.json else page(ended.answer, args))
    if not ended.whole:
        from jaxstudio.cli.main import report

        report(f"{UNDONE[ended.answer.whole]}: {ended.why(args.time_limit)}")
    return 0


def as_json(result: AtPoint, args: argparse.Namespace) -> str:
    """Numbers as JSON: null for infinities and NaN; `digits` counts sure ones, or is "unknown"."""
    document = {
        "expr": args.expr,
        "at": dict(result.at),
        "set": dict(result.parameters),
        "orders": list(result.orders),
        "by": args.by or None,
        "method": result.method,
        "reason": result.reason,
        "precision": args.precision,
        "values": [_finite(value) for value in result.values],
        "digits": list(result.digits),
        "multiprecision": list(result.multiprecision),
    }
    return json.dumps(document, ensure_ascii=False)


def _finite(value: Numbers) -> object:
    if isinstance(value, list):
        return [_finite(part) for part in value]
    return value if math.isfinite(value) else None


def page(result: AtPoint, args: argparse.Namespace) -> str:
    """Return the result for people: one line per order, a matrix row by row."""
    names = [_name(order, result, args.by) for order in result.orders]
    width = max(map(len, names))
    given = {**result.at, **result.parameters}
    lines = [args.expr + (", ".join(["", *(f"{name} = {value:g}" for name, value in given.items())]))]
    tables = [_rows(*pair) for pair in zip(result.values, result.digits, strict=True)]
    wide = max(len(row) for rows in tables for row, _ in rows)
    for name, rows in zip(names, tables, strict=True):
        for head, (row, sure) in zip((name, *[""] * len(rows)), rows, strict=False):
            lines.append(f"  {head:<{width}}  {row:<{wide}}  {sure}".rstrip())
    return "\n".join([*lines, f"{args.precision}, {result.method}: {result.reason}"])


def _name(order: int, result: AtPoint, by: str) -> str:
    if len(result.line.variables) > 1 and not by:
        jacobian = order == 1 and _is_matrix(result.values[result.orders.index(1)])
        return "Jacobian" if jacobian else SEVERAL[order]
    if by and order:
        return f"df/d{by}" if order == 1 else f"d^{order}f/d{by}^{order}"
    return "f" + "'" * order if order <= 3 else f"f^({order})"


def _is_matrix(value: Numbers) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], list)


def _rows(value: Numbers, digits: Digits) -> list[tuple[str, str]]:
    """Lines of numbers, each written as far as it is sure, and in words how far that is."""
    if not (isinstance(value, list) and isinstance(digits, list)):
        value, digits = [value], [digits]
    if not _is_matrix(value):
        row = "  ".join(_sure(*pair) for pair in zip(value, digits, strict=True))
        return [(row, _in_words(digits))]
    cells = [[_sure(*pair) for pair in zip(*row, strict=True)] for row in zip(value, digits, strict=True)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(cell.rjust(w) for cell, w in zip(row, widths, strict=True)) for row in cells]
    return [(line, _in_words(row)) for line, row in zip(lines, digits, strict=True)]


def _sure(value: float, digits: int | str | None) -> str:
    """A number without digits that are not sure; one of them where none is, six where that is unknown."""
    if math.isnan(value):
        return "no value found" if digits == "unknown" else "undefined"
    if isinstance(digits, int) and digits > FLOAT64 and value == int(value) and abs(value) < LARGEST_EXACT:
        return str(int(value))
    text = repr(value)
    if isinstance(digits, str):
        return repr(float(f"{value:.{GUESSED}g}"))
    if not isinstance(digits, int) or len(re.sub(r"e.*|[-.]", "", text).strip("0")) <= digits:
        return text
    return f"{value:#.{max(digits, 1)}g}".removesuffix(".").replace(".e", "e")


def _in_words(digits: list[Any]) -> str:
    """15 digits; exact; digits unknown. Nothing where there is no number."""
    words = dict.fromkeys(_word(each) for each in digits if each is not None)
    return ", ".join(_word(each) for each in digits if each is not None) if len(words) > 1 else "".join(words)


def _word(digits: int | str) -> str:
    if isinstance(digits, str):
        return f"digits {digits}"
    if digits > FLOAT64:
        return "exact"
    return f"{digits} digit{'s' if digits != 1 else ''}" if digits else "no digit is sure"
