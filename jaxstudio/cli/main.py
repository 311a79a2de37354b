"""The first word chooses the command, every error is one line, the exit code says how it went.

0 done; 1 some inputs failed; 2 the command or a value in it is wrong; 130 interrupted; 129 and 143 ended by
SIGHUP and SIGTERM.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import gc
import importlib
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from jaxstudio import __version__
from jaxstudio.cli.parser import Parser, Subparsers, parsed, parsed_expressions
from jaxstudio.cli.time_limit import leave_with
from jaxstudio.errors import Cancelled, ExpressionError, StudioError, UsageError

# A line about each. In its module (`MODULES`) `NAME_options(parser)` adds what can be said to it, and
# `run_NAME(args)` gives the exit code.
COMMANDS = {
    "demo": "the welcome session in the window; with no display, its pictures in a folder",
    "apply": "filter photos with a recipe or with steps given here",
    "augment": "many versions of each photo, for training a model",
    "sweep": "one photo with parameters at several values: a contact sheet or an animation",
    "compare": "how much two pictures differ",
    "match": "find the parameters that turn one picture into another",
    "learn": "the convolution kernel that turns one picture into another",
    "export": "a recipe as a Python script on JAX and NumPy, or as StableHLO",
    "ops": "the catalogue of filters",
    "presets": "recipes under a name, to be applied by it",
    "eval": "a typed function at a point, with its derivatives",
    "plot": "typed functions as a picture, a table or a script",
    "ir": "every stage of a function, from its source to machine code",
    "guide": "27 examples of what JAX does, their figures computed on this machine",
    "devices": "where JAX can compute on this machine",
    "completion": "completion of commands, options, filters and presets in a shell",
    "desktop-entry": 'the program in the desktop\'s menu, and in "Open with" of photos (Linux)',
}
# Modules of this package; a command that is not here has one of its own name.
MODULES = {
    **dict.fromkeys(("ops", "presets", "guide", "devices"), "catalogues"),
    **dict.fromkeys(("compare", "match", "learn"), "pictures"),
    **dict.fromkeys(("augment", "sweep"), "versions"),
    **dict.fromkeys(("completion", "desktop-entry"), "integration"),
    **dict.fromkeys(("window", "demo"), "gui"),
}
# Those whose first words are expressions, which may begin with a minus.
OF_EXPRESSIONS = ("eval", "plot")
# What the system says when a file, here the one behind stdout, takes no more.
FULL = (errno.ENOSPC, errno.EIO, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))
INTERRUPTED = 130
# Of Python's collector: objects between two passes. Modules make 200,000 objects that all stay, and passes
# over them take a tenth of a second.
YOUNG_OBJECTS = 100_000
# Paths that the user did not type, by the names under which messages speak of them.
CALLED: dict[str, str] = {}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that `argv` (without the program's name) spells, and return the exit code."""
    thresholds = gc.get_threshold()
    gc.set_threshold(YOUNG_OBJECTS, *thresholds[1:])
    try:
        code = _code(argv)
    finally:
        gc.set_threshold(*thresholds)
    leave_with(code)
    return code


def _code(argv: Sequence[str] | None) -> int:
    CALLED.clear()
    if "_ARGCOMPLETE" in os.environ:  # a shell asks what a word may become
        from jaxstudio.cli.integration import answer_shell

        answer_shell(_root(), COMMANDS, add_command)
    if sys.stdout is None or sys.stderr is None:  # closed by whoever started the program
        sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
        sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A file name that the terminal cannot spell must not end the program.
            stream.reconfigure(errors="backslashreplace")
    if not sys.warnoptions:
        warnings.filterwarnings("ignore", module=r"PIL\.|tifffile")
    try:
        code = _dispatch(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
        return code
    except SystemExit as leaving:  # -h and --version
        return leaving.code if isinstance(leaving.code, int) else 0
    except (KeyboardInterrupt, Cancelled) as stop:
        report("interrupted")
        return getattr(stop, "code", INTERRUPTED)  # a signal has its own
    except UsageError as error:
        report(error.advice if isinstance(error, ExpressionError) else error)
        return 2
    except StudioError as error:
        report(error)
        return 1
    except BrokenPipeError:
        # The reader (`head`, say) has seen enough.
        _drop_stdout()
        return 1
    except OSError as error:
        if error.filename is not None or error.errno not in FULL:
            raise
        _drop_stdout()
        report(f"cannot write to stdout: {error.strerror}")
        return 1


def _drop_stdout() -> None:
    """Keep Python from complaining at exit about what could not be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def report(error: object) -> None:
    """Print one line on stderr; file names may contain any characters."""
    line = str(error)
    for path, name in CALLED.items():
        line = line.replace(path, name)
    line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)
    with contextlib.suppress(OSError):  # a full disk behind stderr: the exit code still tells
        print(f"jaxstudio: {line}", file=sys.stderr, flush=True)


def _dispatch(argv: list[str]) -> int:
    if argv and argv[0] in COMMANDS:
        parser, words = add_command(_root().add_subparsers(prog="jaxstudio"), argv[0]), argv[1:]
        expressions = argv[0] in OF_EXPRESSIONS
        args = parsed_expressions(parser, words) if expressions else parsed(parser, words, f".{os.sep}")
        return run_command(argv[0], args)
    if argv and argv[0] in ("-h", "--help"):
        root = _root()
        commands = root.add_subparsers(title="commands", metavar="COMMAND", prog="jaxstudio")
        for name, line in COMMANDS.items():
            commands.add_parser(name, help=line)
        root.print_help()
        return 0
    if argv and argv[0] == "--version":
        return _print_version(argv[1:])
    if argv and not argv[0].startswith("-"):
        _check_exists(argv[0])
    window = Parser(prog="jaxstudio", description="Open the window.")
    _of_command("window", "{}_options")(window)
    return run_command("window", window.parse_args(argv))


def _print_version(words: Sequence[str]) -> int:
    """Print the versions of this program, JAX and Python; with --verbose the devices, which JAX knows."""
    import platform
    from importlib import metadata

    if words not in ([], ["--verbose"]):
        raise UsageError(f"--version {' '.join(words)}: expected nothing more, or --verbose")
    print(f"jaxstudio {__version__}")
    packages = [f"{title} {metadata.version(title.lower())}" for title in ("JAX", "jaxlib", "NumPy")]
    print(", ".join([*packages, f"Python {platform.python_version()}"]))
    if words:
        return run_command("devices", argparse.Namespace(json=False))
    return 0


def add_command(commands: Subparsers, name: str) -> Parser:
    """The parser of a command, whose module alone is loaded."""
    parser = commands.add_parser(name, help=COMMANDS[name])
    _of_command(name, "{}_options")(parser)
    return parser


def run_command(name: str, args: argparse.Namespace) -> int:
    """Run a command; its exit code."""
    return int(_of_command(name, "run_{}")(args))


def _of_command(name: str, pattern: str) -> Callable[[Any], Any]:
    module = importlib.import_module(f"jaxstudio.cli.{MODULES.get(name, name)}")
    function: Callable[[Any], Any] = getattr(module, pattern.format(name.replace("-", "_")))
    return function


def _root() -> Parser:
    return Parser(
        prog="jaxstudio",
        usage="jaxstudio [PHOTO…|SESSION|RECIPE.json|SHEET.json]\n       jaxstudio COMMAND …",
        description="See what JAX does: to a photo, to a function, to the code itself. "
        "Without a command the window opens, with the photos or folders that are given.",
        epilog="jaxstudio COMMAND -h explains a command. jaxstudio --version prints "
        "the versions of this program and of JAX, with --verbose the devices, too.",
    )


def _check_exists(word: str) -> None:
    if Path(word).exists():
        return
    import difflib

    near = difflib.get_close_matches(word, COMMANDS, n=1)
    hint = f": did you mean {near[0]}?" if near else f", expected a photo or one of {', '.join(COMMANDS)}"
    raise UsageError(f"no command and no file is called {word!r}{hint}")
