"""The text of a definition without what only this program's own checks read: annotations, long docstrings.

The text is edited, not printed anew from its tree, so that comments and line breaks stay as they are.
"""

from __future__ import annotations

import ast
import io
import re
import symtable
import textwrap
import tokenize
from collections.abc import Iterator, Mapping

WIDTH = 110
SUPPRESSION = re.compile(r"\s*#\s*(type: ignore|noqa|pragma|fmt: skip)\b.*$", re.MULTILINE)

# A decorator that announces a derivative of its own, which a script does not have.
DERIVATIVE = "jax.custom_jvp"

Edit = tuple[int, int, str]  # first index, index behind the last, the new text


class _Offsets:
    """Indices into a text of the positions that `ast` reports: lines from 1, columns in UTF-8 bytes."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))

    def __call__(self, line: int, column: int) -> int:
        return self._starts[line - 1] + len(self._lines[line - 1].encode()[:column].decode())

    def start(self, node: ast.AST) -> int:
        return self(node.lineno, node.col_offset)  # type: ignore[attr-defined]

    def end(self, node: ast.AST) -> int:
        return self(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]


def apply_edits(text: str, edits: list[Edit]) -> str:
    for first, last, new in sorted(edits, reverse=True):
        text = text[:first] + new + text[last:]
    return text


def plain_definition(text: str) -> str:
    """A function, class or assignment (dedented) without annotations, with docstrings of one line."""
    tree, at = ast.parse(text), _Offsets(text)
    edits: list[Edit] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            edits.append(_signature_edit(node, text, at))
            edits += [
                (at.start(each) - 1, at.end(each) + 1, "")
                for each in node.decorator_list
                if ast.unparse(each) == DERIVATIVE
            ]
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            edits += _docstring_edits(node, text, at)
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            edits.append((at.end(node.target), at.start(node.value), " = "))
    return SUPPRESSION.sub("", apply_edits(text, edits))


def _signature_edit(node: ast.FunctionDef, text: str, at: _Offsets) -> Edit:
    arguments = ast.parse(ast.unparse(node)).body[0].args  # type: ignore[attr-defined]
    for argument in ast.walk(arguments):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    plain = ast.unparse(arguments)
    indent = " " * node.col_offset
    first = text.index("def", at.start(node))
    signature = f"def {node.name}({plain}):"
    if len(indent + signature) > WIDTH:
        names = textwrap.wrap(", ".join(_split_arguments(arguments)), WIDTH - len(indent) - 4)
        lines = "".join(f"{indent}    {line}\n" for line in names)
        signature = f"def {node.name}(\n{lines}{indent}):"
    return first, _colon_after(text, first), signature


def _split_arguments(arguments: ast.arguments) -> Iterator[str]:
    ordered = ast.unparse(arguments)
    depth, part = 0, ""
    for letter in ordered:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            yield part.strip()
            part = ""
        else:
            part += letter
    if part.strip():
        yield part.strip()


def _colon_after(text: str, first: int) -> int:
    """The index behind the colon that ends a signature."""
    depth, lines = 0, _Offsets(text[first:])
    for token in tokenize.generate_tokens(io.StringIO(text[first:]).readline):
        if token.type == tokenize.OP:
            depth += (token.string in "([{") - (token.string in ")]}")
            if token.string == ":" and depth == 0:
                row, column = token.end
                return first + lines._starts[row - 1] + column
    raise ValueError("a signature without a colon")


def _docstring_edits(node: ast.FunctionDef | ast.ClassDef, text: str, at: _Offsets) -> list[Edit]:
    docstring = ast.get_docstring(node)
    if docstring is None or "\n" not in docstring:
        return []
    paragraph = " ".join(docstring.split("\n\n")[0].split())
    if len(paragraph) + node.col_offset + 10 > WIDTH:
        # the first line also holds the quotes
        wrapped = textwrap.wrap("..." + paragraph, WIDTH - node.col_offset - 4)
        wrapped[0] = wrapped[0][3:]
        indent = " " * (node.col_offset + 4)
        paragraph = f"\n{indent}".join(wrapped) + f"\n{indent}"
    literal = node.body[0]
    return [(at.start(literal), at.end(literal), f'"""{paragraph}"""')]


def global_names(text: str) -> set[str]:
    """The names that a definition (or expression) without annotations takes from its module."""
    found: set[str] = set()

    def visit(table: symtable.SymbolTable) -> None:
        for symbol in table.get_symbols():
            top = table.get_type() == "module"
            if symbol.is_referenced() and (symbol.is_global() or (top and not symbol.is_parameter())):
                found.add(symbol.get_name())
        for child in table.get_children():
            visit(child)

    visit(symtable.symtable(text, "script", "exec"))
    return found


def local_names(text: str) -> set[str]:
    """The names that functions of a definition bind for themselves."""
    found: set[str] = set()

    def visit(table: symtable.SymbolTable) -> None:
        if table.get_type() == "function":
            found.update(symbol.get_name() for symbol in table.get_symbols() if symbol.is_local())
        for child in table.get_children():
            visit(child)

    visit(symtable.symtable(text, "script", "exec"))
    return found


def rename(text: str, names: Mapping[str, str]) -> str:
    """Rename the names that a definition defines and uses of its module."""
    names = {old: new for old, new in names.items() if old != new}
    if not names:
        return text
    at, edits = _Offsets(text), []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name) and node.id in names:
            edits.append((at.start(node), at.end(node), names[node.id]))
        elif isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in names and node.col_offset == 0:
            first = text.index(node.name, at.start(node) + 4)
            edits.append((first, first + len(node.name), names[node.name]))
    return apply_edits(text, edits)
