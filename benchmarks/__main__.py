"""`python -m benchmarks SUITE…`: filters, the window and exports measured beside their peers in the same run.

Run it from a copy of the repository, with the extra: `pip install -e '.[bench]'`.
The exit codes are those of `jaxstudio`.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import os
import re
import sys
from collections.abc import Sequence

from jaxstudio.cli.main import INTERRUPTED, report
from jaxstudio.cli.parser import Parser, positive
from jaxstudio.errors import StudioError, UsageError

SUITES = {
    "ops": "each filter on 12 MP and on a viewport of 1.5 MP, beside OpenCV, SciPy, scikit-image and Pillow",
    "stacks": "the shipped presets and ten common stacks on 12 MP, beside the same steps by others",
    "live": "1,000 moves in the window: from the value to the picture (95 % are faster), compiles, pauses",
    "start": "from the process to the window, the photo, the first filtered frame; a photo by the command",
    "warm": "every kernel that a slider may need, compiled, then fetched from the cache",
    "ir": "the compiler's stages: how soon they can be read, how many are linked, how large they may be",
    "memory": "peak memory and time of exports of 24, 100 and 400 MP",
    "batch": "many JPEGs of 2 MP through three steps, beside OpenCV and scikit-image, and on "
    "Dask workers; four stacks beside OpenCV, Pillow and libvips; ten everyday steps, beside darktable-cli",
    "growth": "processor time and memory by pixels, steps, photos in work and files: none grows faster",
    "match": "random stacks found again from their pictures, beside SciPy's Nelder-Mead; a kernel learnt",
    "sensitivity": "maps of derivatives beside a frame of the same, and the arrows on sliders",
    "functions": "derivatives of typed functions, beside JAX's own ways and NumPy computing values alone",
}
PEERS = {"cv2": "OpenCV", "scipy": "SciPy"}
NEED_PEERS = ("ops", "stacks", "live", "match")


def main(argv: Sequence[str] | None = None) -> int:
    """Measure what `argv` asks for and return the exit code."""
    # What is installed is compiled to bytecode once; else every start would compile this program's modules,
    # and a peer's not.
    os.environ["PYTHONDONTWRITEBYTECODE"] = ""
    try:
        return measure(parser().parse_intermixed_args(argv))
    except UsageError as error:
        report(error)
        return 2
    except StudioError as error:
        report(error)
        return 1
    except KeyboardInterrupt:
        report("interrupted")
        return INTERRUPTED


def parser() -> Parser:
    parser = Parser(
        prog="python -m benchmarks",
        description="Measure, with two threads, beside whoever does the same work, in turns. Suites: "
        + "; ".join(f"{name}: {line}" for name, line in SUITES.items())
        + ".",
        epilog="Needs the extra: pip install -e '.[bench]'.",
    )
    parser.add_argument(
        "suites", nargs="*", metavar="SUITE", help=f"any of {', '.join(SUITES)} (default all)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    parser.add_argument("--quick", action="store_true", help="fewer sizes, rounds and moves")
    parser.add_argument(
        "--size", action="append", default=[], type=_size, metavar="WxH",
        help="the photo's size in place of the suite's own; may be repeated",
    )  # fmt: skip
    parser.add_argument("--only", default="", metavar="TEXT", help="only rows whose name contains TEXT")
    parser.add_argument(
        "--files", type=positive, default=0, metavar="N",
        help="how many JPEGs the suite batch writes (default 1,000; with --quick 60)",
    )  # fmt: skip
    return parser


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([1-9][0-9]{0,4})[x×]([1-9][0-9]{0,4})", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a width and a height such as 1500x1000")
    return int(found[2]), int(found[1])


def measure(args: argparse.Namespace) -> int:
    chosen = args.suites or list(SUITES)
    for name in chosen:
        if name not in SUITES:
            raise UsageError(f"no suite is called {name!r}: expected one of {', '.join(SUITES)}")
    _check_peers(chosen)

    from benchmarks.machine import describe, two_cores
    from benchmarks.measurement import Options, Row, table

    options = Options(args.quick, tuple(args.size), args.only, args.files)
    rows: list[Row] = []
    with two_cores():
        for name in chosen:
            suite = importlib.import_module(f"benchmarks.{name}")
            begins = len(rows)
            for row in suite.rows(options):
                rows.append(row)
                _tell(f"{name}: {row.name} {row.size}")
            _tell("")
            if not args.json and rows[begins:]:
                print(f"{name}: {SUITES[name]}\n\n{table(rows[begins:])}\n", flush=True)
    if not rows:
        raise StudioError(f"nothing to measure: no row's name contains {args.only!r}")
    if args.json:
        document = {"machine": describe(), "rows": [row.as_json() for row in rows]}
        print(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        print(", ".join(f"{name} {value}" for name, value in describe().items()))
    return 0


def _check_peers(chosen: list[str]) -> None:
    missing = [name for module, name in PEERS.items() if importlib.util.find_spec(module) is None]
    if missing and any(name in NEED_PEERS for name in chosen):
        raise UsageError(f"{' and '.join(missing)} to compare with: not installed; pip install -e '.[bench]'")


def _tell(what: str) -> None:
    """On a terminal, say what was just measured, on one line that the next replaces."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{what}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
