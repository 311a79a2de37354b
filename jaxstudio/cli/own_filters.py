"""--ops DIR: filters of the user on the command line, for every command that takes steps or recipes."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jaxstudio.pipeline.catalogue import Catalogue
    from jaxstudio.pipeline.op import Op

HELP = "use your own filters in this folder of Python files, too; this runs them; may be repeated"
ON_WORKERS = HELP.replace("this runs them", "this runs them, with --scheduler on the workers as well")


def add_own_option(parser: argparse._ActionsContainer, help_text: str = HELP) -> None:
    """The option itself; `catalogue_with_own` does what it says."""
    parser.add_argument("--ops", action="append", default=[], metavar="DIR", dest="own", help=help_text)


def checking_catalogue(args: argparse.Namespace) -> Catalogue[Any]:
    """The filters as plain values, by which words are checked before JAX is loaded; with those of --ops.

    Raises:
        UsageError: a folder cannot be read.
    """
    if args.own:
        return catalogue_with_own(args)
    from jaxstudio.backend.specs import spec_catalogue

    return spec_catalogue()


def catalogue_with_own(args: argparse.Namespace) -> Catalogue[Op]:
    """The catalogue with the filters of --ops; a file that cannot be used is reported and left out.

    Raises:
        UsageError: a folder cannot be read.
    """
    from jaxstudio.ops import CATALOGUE

    if args.own:
        from jaxstudio.cli.main import report
        from jaxstudio.own_filters.in_use import load_folder

        for folder in dict.fromkeys(args.own):
            for trouble in load_folder(folder):
                report(str(trouble))
        args.own = []  # they are in the catalogue now
    return CATALOGUE
