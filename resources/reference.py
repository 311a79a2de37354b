"""Write what repeats declarations, parts of docs/ and jaxstudio(1): `python resources/reference.py`.

Commands come from argparse, filters from the catalogue of ops, functions from the language's catalogue and
formats from `jaxstudio.files.formats`. `tests/test_documents.py` fails while a page differs from the code.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jaxstudio.pipeline.params import Param

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
GENERATED = "<!-- Written by resources/reference.py. -->\n\n"
BEGIN, END = "<!-- begin: resources/reference.py -->\n", "<!-- end -->\n"


def main() -> None:
    for path, text in pages().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


def pages() -> dict[Path, str]:
    """Each generated page's file and text."""
    formats = {path: path.read_text(encoding="utf-8") for path in sorted(DOCS.rglob("formats.md"))}
    return {
        DOCS / "reference" / "commands.md": commands_page(),
        ROOT / "resources" / "jaxstudio.1": manual_page(),
        DOCS / "reference" / "filters.md": filters_page(),
        DOCS / "reference" / "functions.md": functions_page(),
        **{path: with_block(text, formats_table()) for path, text in formats.items()},
    }


def with_block(page: str, block: str) -> str:
    """`page` with `block` between the two marks."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{block}\n{END}{after}"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    lines = [list(head)]
    lines += [["---"] * len(lines[0]), *map(list, rows)]
    return "".join("| " + " | ".join(map(cell, line)) + " |\n" for line in lines)


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def code(text: str) -> str:
    return f"`{text}`"


def prose(text: str) -> str:
    """A sentence whose stars and underscores are no emphasis."""
    return text.replace("*", "\\*").replace("_", "\\_").replace("<", "&lt;")


def commands_page() -> str:
    from jaxstudio.cli.main import COMMANDS

    parts = [
        GENERATED,
        "# Commands\n\n",
        "`jaxstudio [PHOTO…|SESSION|RECIPE.json|SHEET.json]` opens the window.\n\n",
    ]
    parts.append(
        table(("command", "does"), ((f"[`{name}`](#{name})", about) for name, about in COMMANDS.items()))
    )
    parts += [command(name, parser) for name, parser in parsers().items()]
    return "".join(parts)


def parsers() -> dict[str, argparse.ArgumentParser]:
    """The parser of each command."""
    from jaxstudio.cli.main import COMMANDS, add_command
    from jaxstudio.cli.parser import Parser

    root = Parser(prog="jaxstudio")
    commands = root.add_subparsers(prog="jaxstudio")
    return {name: add_command(commands, name) for name in COMMANDS}


def manual_page() -> str:
    """jaxstudio(1) in roff, which the wheel puts where `man jaxstudio` finds it."""
    from jaxstudio import __doc__ as about

    first = (about or "").splitlines()[0].removeprefix("JAXStudio: ").rstrip(".")
    lines = [
        '.\\" Written by resources/reference.py.',
        '.TH JAXSTUDIO 1 "" "JAXStudio" "User Commands"',
        ".SH NAME",
        f"jaxstudio \\- {roff(first)}",
        ".SH SYNOPSIS",
        ".B jaxstudio",
        roff("[PHOTO…|SESSION|RECIPE.json|SHEET.json]"),
        ".br",
        ".B jaxstudio",
        roff("COMMAND …"),
        ".SH DESCRIPTION",
        roff("Without a command the window opens, on a photo if one is given."),
        ".SH COMMANDS",
    ]
    for name, parser in parsers().items():
        names = [value_of(action) for action in parser._actions if not action.option_strings]
        lines += [f".SS {roff(' '.join((name, '[OPTION …]', *names)))}", roff(parser.description or "")]
        for words, text in arguments_of(parser):
            lines += [".TP", f".B {roff(', '.join(words))}", roff(text)]
        for number, text in enumerate((parser.epilog or "").splitlines()):
            lines += [".br" if number else ".PP", roff(text)]
    codes = "0 done; 1 some inputs failed; 2 the command or a value in it is wrong; 130 interrupted."
    return "\n".join([*lines, ".SH EXIT STATUS", roff(codes), ""])


def roff(text: str) -> str:
    """Text that roff sets as it is."""
    text = (
        " ".join(text.split())
        .replace("\\", "\\e")
        .replace("-", "\\-")
        .replace("'", "\\(aq")
        .replace('"', "\\(dq")
    )
    return "\\&" + "".join(letter if letter.isascii() else f"\\[u{ord(letter):04X}]" for letter in text)


def command(name: str, parser: argparse.ArgumentParser) -> str:
    names = [value_of(action) for action in parser._actions if not action.option_strings]
    usage = " ".join(("jaxstudio", name, "[OPTION …]", *names))
    parts = [f"\n## {name}\n\n{prose(parser.description or '')}\n\n```text\n{usage}\n```\n\n"]
    rows = [(", ".join(map(code, words)), prose(text)) for words, text in arguments_of(parser)]
    if rows:
        parts.append(table(("option", "does"), rows))
    if parser.epilog:
        parts.append(f"\n{prose(parser.epilog)}\n")
    return "".join(parts)


def arguments_of(parser: argparse.ArgumentParser) -> list[tuple[list[str], str]]:
    """The spellings of each argument, and its help."""
    found = []
    for action in parser._actions:
        if action.help == argparse.SUPPRESS or isinstance(action, argparse._HelpAction):
            continue
        value = value_of(action)
        words = [f"{option} {value}".strip() for option in action.option_strings] or [value]
        found.append((words, (action.help or "") % argument_values(action, parser)))
    return found


def value_of(action: argparse.Action) -> str:
    """What stands behind an option, or in the place of an argument."""
    if action.nargs == 0:
        return ""
    word = action.metavar or ("|".join(map(str, action.choices)) if action.choices else action.dest.upper())
    word = " ".join(word) if isinstance(word, tuple) else word
    return {"*": f"[{word} …]", "+": f"{word} …", "?": f"[{word}]"}.get(str(action.nargs), word)


def argument_values(action: argparse.Action, parser: argparse.ArgumentParser) -> dict[str, object]:
    """What `%(default)s` and the like stand for in a line of help."""
    choices = ", ".join(map(str, action.choices)) if action.choices else ""
    return {**vars(action), "prog": parser.prog, "choices": choices}


def filters_page() -> str:
    from jaxstudio.ops import CATALOGUE

    ops = sorted(CATALOGUE.values(), key=lambda op: (op.category, op.title))
    parts = [
        GENERATED,
        '# Filters\n\nA filter is used as `-s "NAME parameter=value"`, in recipes, and in the window.\n',
    ]
    category = ""
    for op in ops:
        if op.category != category:
            category = op.category
            parts.append(f"\n## {category.replace('_', ' ').capitalize()}\n")
        parts.append(f"\n### {prose(op.title)} (`{op.name}`)\n\n{prose(op.doc)}\n")
        for title, text in (
            ("When to use it", op.use),
            ("Formula", op.formula),
            ("Source", op.source),
            ("Differences", op.notes),
            ("Preview of a reduced photo", op.preview_note),
        ):
            if text:
                parts.append(f"\n*{title}*: {prose(text)}\n")
        if op.params:
            rows = ((code(each.name), limits(each), default(each), prose(each.doc)) for each in op.params)
            parts.append("\n" + table(("parameter", "values", "default", "does"), rows))
    return "".join(parts)


def default(param: Param) -> str:
    return code(json.dumps(param.default, ensure_ascii=False)) if param.default != "" else ""


def limits(param: Param) -> str:
    from jaxstudio.pipeline.params import Choice, Float, Int

    if isinstance(param, Float | Int):
        return f"{param.low:g} to {param.high:g} {param.unit}".strip()
    return ", ".join(map(code, param.choices)) if isinstance(param, Choice) else ""


def functions_page() -> str:
    from jaxstudio.functions.language import FUNCTIONS
    from jaxstudio.functions.language.catalogue import LIST_FUNCTIONS
    from jaxstudio.pipeline.pixel_program import NEIGHBOURS, VARIABLES

    rows = (
        (code(entry.usage), ", ".join(map(code, entry.aliases)), prose(entry.doc))
        for entry in (*FUNCTIONS.values(), *dict.fromkeys(LIST_FUNCTIONS.values()))
    )
    head = (
        "# Functions of the language\n\nAngles are in radians. Multiplication needs no sign: `7x sin(x)`.\n\n"
    )
    variables = ((code(name), prose(about)) for name, about in VARIABLES.items())
    neighbours = ", ".join(code(f"{name}(dx, dy)") for name in NEIGHBOURS)
    pixels = (
        "\n## In the filter Expression\n\n"
        + table(("name", "is"), variables)
        + f"\nNeighbours, dx columns to the right and dy rows down, up to 64: {neighbours}.\n"
    )
    return GENERATED + head + table(("written", "also", "is"), rows) + pixels


def formats_table() -> str:
    from jaxstudio.files.formats import ALL

    def bits(depths: tuple[str, ...]) -> str:
        return ", ".join(f"{depth} bits" if depth.isdigit() else depth for depth in depths) or "not written"

    rows = (
        (
            known.name,
            " ".join(map(code, known.suffixes[:4])) + (" …" if len(known.suffixes) > 4 else ""),
            bits(known.depths),
            "" if not known.depths else "lossless" if known.lossless else "lossy",
            "yes" if known.alpha else "no",
            ", ".join(sorted(known.keeps)),
            "`formats`" if known.needs else "",
        )
        for known in ALL
    )
    return table(("format", "suffixes", "written as", "", "alpha", "metadata written", "needs"), rows)


if __name__ == "__main__":
    main()
