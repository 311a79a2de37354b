"""The program in the system: `completion` in a shell, `desktop-entry` in the menu of a Linux desktop."""

from __future__ import annotations

import argparse
import importlib.util
import mimetypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

from jaxstudio.cli.parser import Parser, describe
from jaxstudio.errors import StudioError, UsageError

SHELLS = ("bash", "zsh", "fish")
# Set by a shell that asks for completions, and where the line is that it has.
ASKED, LINE = "_ARGCOMPLETE", "COMP_LINE"
COMPLETION_HINT = """Put one of these where the shell reads it:
  bash: eval "$(jaxstudio completion bash)" in ~/.bashrc
  zsh:  eval "$(jaxstudio completion zsh)" in ~/.zshrc, behind compinit
  fish: jaxstudio completion fish > ~/.config/fish/completions/jaxstudio.fish"""


def completion_options(parser: Parser) -> None:
    describe(
        parser,
        description="Print what makes a shell complete the words of jaxstudio.",
        epilog=COMPLETION_HINT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help="bash, zsh or fish")


def run_completion(args: argparse.Namespace) -> int:
    if importlib.util.find_spec("argcomplete") is None:
        raise UsageError("completion needs the package argcomplete: pip install argcomplete")
    import argcomplete

    print(argcomplete.shellcode(["jaxstudio"], shell=args.shell))
    return 0


def answer_shell(root: Parser, commands: dict[str, str], add: Callable[[Any, str], Parser]) -> None:
    """Answer the shell that asks, and end the process.

    Args:
        root: the program's own parser.
        commands: a line about each command.
        add: adds the parser of a command, whose module is loaded: of that of the line alone.
    """
    import argcomplete

    words = os.environ.get(LINE, "").split()
    parsers = root.add_subparsers(prog="jaxstudio")
    for name, line in commands.items():
        if name in words[1:2]:
            for action in add(parsers, name)._actions:
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


ENTRY = Path("applications", "jaxstudio.desktop")
ICON = Path("icons", "hicolor", "scalable", "apps", "jaxstudio.svg")
SESSION_TYPE = Path("mime", "packages", "jaxstudio.xml")
SESSION_MIME = "application/x-jaxstudio-session"
# Of the desktop's own tools, those that make it look again; where one is missing the menu follows later.
REFRESH = (
    ("update-mime-database", "mime"),
    ("update-desktop-database", "applications"),
    ("gtk-update-icon-cache", "icons/hicolor"),
)
# Characters that the Desktop Entry Specification reserves in a program's path.
RESERVED = frozenset(" \t\n\"'\\><~|&;$*?#()`")


def desktop_entry_options(parser: Parser) -> None:
    describe(
        parser,
        description="Write a desktop entry, an icon and the file type of sessions for the present user, or "
        "remove them, and print their paths. No other file type's default program changes.",
    )
    parser.add_argument("--remove", action="store_true", help="remove what was written")


def run_desktop_entry(args: argparse.Namespace) -> int:
    from jaxstudio.runtime.atomic_write import atomic_write

    if not sys.platform.startswith(("linux", "freebsd")):
        raise UsageError(
            "desktop-entry: only Linux desktops have such entries; pin the program there instead"
        )
    folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    targets = [folder / each for each in (ENTRY, ICON, SESSION_TYPE)]
    if args.remove:
        written = [path for path in targets if path.exists()]
        for path in written:
            path.unlink()
    else:
        icon = (files("jaxstudio") / "app" / "icon.svg").read_bytes()
        written = targets
        texts = (entry_text(command_line()).encode(), icon, session_type().encode())
        for path, content in zip(written, texts, strict=True):
            path.parent.mkdir(parents=True, exist_ok=True)
            with atomic_write(path) as file:
                file.write(content)
    for tool, where in REFRESH:
        if written and shutil.which(tool):
            subprocess.run([tool, str(folder / where)], check=False, capture_output=True)
    for path in written:
        print(f"{'removed ' if args.remove else ''}{path}")
    return 0


def command_line() -> list[str]:
    """Return the command that starts this installation, by absolute paths."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    script = Path(sys.executable).with_name("jaxstudio")
    return [str(script)] if os.access(script, os.X_OK) else [sys.executable, "-m", "jaxstudio"]


def entry_text(command: Iterable[str]) -> str:
    """A desktop entry by the Desktop Entry Specification."""
    words = " ".join(quoted(word) for word in command)
    return "\n".join(
        [
            "[Desktop Entry]",
            "Type=Application",
            "Name=JAXStudio",
            "GenericName=Image filters and function plots",
            "Comment=See what JAX does: to a photo, to a function, to the code itself",
            f"Exec={words} %F",
            "Icon=jaxstudio",
            "Terminal=false",
            "StartupWMClass=jaxstudio",
            "Categories=Graphics;2DGraphics;Photography;RasterGraphics;",
            "Keywords=JAX;XLA;filter;convolution;plot;derivative;",
            f"MimeType={''.join(f'{each};' for each in (*mime_types(), SESSION_MIME))}",
            "",
        ]
    )


def session_type() -> str:
    """The file type of sessions, by the Shared MIME-info Database specification."""
    from jaxstudio.files.sessions import SUFFIX

    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">\n'
        f'  <mime-type type="{SESSION_MIME}">\n'
        "    <comment>JAXStudio session</comment>\n"
        '    <icon name="jaxstudio"/>\n'
        f'    <sub-class-of type="application/json"/>\n    <glob pattern="*{SUFFIX}"/>\n'
        "  </mime-type>\n</mime-info>\n"
    )


def mime_types() -> list[str]:
    """The media types of the formats that can be opened, as far as Python knows them."""
    from jaxstudio.files.formats import SUFFIXES

    known = {mimetypes.guess_type(f"photo{suffix}")[0] for suffix in SUFFIXES}
    return sorted(each for each in known if each is not None and each.startswith("image/"))


def quoted(word: str) -> str:
    """A word of a desktop entry's Exec line: reserved characters within quotes, some behind a backslash."""
    doubled = word.replace("%", "%%")
    if not RESERVED & set(word):
        return doubled
    escaped = "".join(f"\\{char}" if char in '"`$\\' else char for char in doubled)
    # a backslash is doubled once more, since the value itself is a string of the file
    return '"' + escaped.replace("\\", "\\\\") + '"'
