"""`jaxstudio eval`: a typed function at a point, with its derivatives."""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from typing import TYPE_CHECKING

from jaxstudio.cli.assignments import assignments
from jaxstudio.cli.carets import show_columns
from jaxstudio.cli.parser import Subparsers
from jaxstudio.errors import ExpressionError

if TYPE_CHECKING:
    from jaxstudio.functions.derivatives.point import AtPoint, Numbers

METHODS = ("auto", "reverse", "forward", "taylor", "jet", "finite", "symbolic")
PRECISIONS = {"f64": "float64", "f32": "float32", "f16": "float16", "bf16": "bfloat16"}
HIGHEST = 12
# orders of a function of several variables
SEVERAL = ("value", "gradient", "Hessian")


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "eval",
        help="a typed function at a point, with its derivatives",
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
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


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


def run(args: argparse.Namespace) -> int:
    at, parameters = assignments("--at", args.at), assignments("--set", args.set)
    from jaxstudio.runtime.setup import configure

    configure()
    import jax

    from jaxstudio.functions.derivatives.methods import Method
    from jaxstudio.functions.derivatives.point import at_point

    try:
        with jax.enable_x64(True):
            result = at_point(
                args.expr,
                at,
                parameters,
                orders=args.orders,
                by=args.by,
                method=None if args.method == "auto" else Method(args.method),
                dtype=PRECISIONS[args.precision],
            )
    except ExpressionError as error:
        if not args.json:
            show_columns(args.expr, error, sys.stderr)
        raise
    print(as_json(result, args) if args.json else page(result, args))
    return 0


def as_json(result: AtPoint, args: argparse.Namespace) -> str:
    """null stands for what is no finite number."""
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
    }
    return json.dumps(document, ensure_ascii=False)


def _finite(value: Numbers) -> object:
    if isinstance(value, list):
        return [_finite(part) for part in value]
    return value if math.isfinite(value) else None


def page(result: AtPoint, args: argparse.Namespace) -> str:
    """For people: a line an order, a matrix row by row."""
    names = [_name(order, result, args.by) for order in result.orders]
    width = max(map(len, names))
    given = {**result.at, **result.parameters}
    lines = [args.expr + (", ".join(["", *(f"{name} = {value:g}" for name, value in given.items())]))]
    for name, value in zip(names, result.values, strict=True):
        first, *rest = _rows(value)
        lines.append(f"  {name:<{width}}  {first}")
        lines += [f"  {'':<{width}}  {row}" for row in rest]
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


def _rows(value: Numbers) -> list[str]:
    if not isinstance(value, list):
        return [repr(value)]
    if not _is_matrix(value):
        return ["  ".join(map(repr, value))]
    cells = [[repr(part) for part in row] for row in value]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  ".join(cell.rjust(w) for cell, w in zip(row, widths, strict=True)) for row in cells]
