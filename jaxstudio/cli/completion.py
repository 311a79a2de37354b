"""`jaxstudio completion SHELL`: bash, zsh or fish complete commands, options, filters and presets."""

from __future__ import annotations

import argparse
import importlib.util
import os
from collections.abc import Callable, Iterable
from typing import Any

from jaxstudio.cli.parser import Parser, Subparsers
from jaxstudio.errors import StudioError, UsageError

SHELLS = ("bash", "zsh", "fish")
# Set by a shell that asks for completions, and where the line is that it has.
ASKED, LINE = "_ARGCOMPLETE", "COMP_LINE"
INSTALL = """Put one of these where the shell reads it:
  bash: eval "$(jaxstudio completion bash)" in ~/.bashrc
  zsh:  eval "$(jaxstudio completion zsh)" in ~/.zshrc, behind compinit
  fish: jaxstudio completion fish > ~/.config/fish/completions/jaxstudio.fish"""


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "completion",
        help="completion of commands, options, filters and presets in a shell",
        description="Print what makes a shell complete the words of jaxstudio.",
        epilog=INSTALL,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help="bash, zsh or fish")


def run(args: argparse.Namespace) -> int:
    if importlib.util.find_spec("argcomplete") is None:
        raise UsageError("completion needs the package argcomplete: pip install argcomplete")
    import argcomplete

    print(argcomplete.shellcode(["jaxstudio"], shell=args.shell))
    return 0


def answer_shell(root: Parser, commands: dict[str, str], load: Callable[[str], Any]) -> None:
    """Answer the shell that asks, and end the process.

    Args:
        root: the program's own parser.
        commands: a line about each command.
        load: the module of a command, of which only that of the line is loaded.
    """
    import argcomplete

    words = os.environ.get(LINE, "").split()
    parsers = root.add_subparsers(prog="jaxstudio")
    for name, line in commands.items():
        if name in words[1:2]:
            load(name).add_parser(parsers)
            for action in parsers.choices[name]._actions:
                if completer := COMPLETERS.get(action.dest, COMPLETERS.get(f"{name} {action.dest}")):
                    action.completer = completer  # type: ignore[attr-defined]
        else:
            parsers.add_parser(name, help=line)
    argcomplete.autocomplete(root)


def _steps(prefix: str, **_: object) -> Iterable[str]:
    """The filters, and behind a filter's name its parameters."""
    from jaxstudio.backend.specs import spec_catalogue

    catalogue = spec_catalogue()
    before, space, _last = prefix.rpartition(" ")
    if not space:
        return list(catalogue)
    name, *given = before.split()
    if name not in catalogue:
        return []
    used = {each.partition("=")[0] for each in given}
    return [f"{before} {param.name}=" for param in catalogue[name].params if param.name not in used]


def _ops(**_: object) -> Iterable[str]:
    from jaxstudio.backend.specs import spec_catalogue

    return list(spec_catalogue())


def _presets(**_: object) -> Iterable[str]:
    from jaxstudio.files.recipes import every_preset

    try:
        return [preset.title for preset in every_preset()]
    except StudioError:
        return []


def _pages(**_: object) -> Iterable[str]:
    from jaxstudio.guide.pages import pages

    return [page.name for page in pages()]


# By the name of an argument, or by a command and the name of one of its own.
COMPLETERS: dict[str, Callable[..., Iterable[str]]] = {
    "steps": _steps,
    "presets": _presets,
    "ops name": _ops,
    "presets name": _presets,
    "guide page": _pages,
}
