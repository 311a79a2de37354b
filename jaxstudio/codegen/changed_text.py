"""The text of a definition whose tree was changed: statements that did not change keep text and comments."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Sequence

from jaxstudio.codegen.layout import WIDTH, laid_out
from jaxstudio.codegen.plain_source import plain_definition


def marked(tree: ast.Module) -> ast.Module:
    """A tree whose statements remember how they are before they are changed."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            node.before = ast.dump(node)  # type: ignore[attr-defined]
    return tree


def printed(tree: ast.Module, text: str) -> str:
    """The text of a changed tree; `text` is the text of the marked original."""
    lines = text.splitlines()
    if all(ast.dump(node) == node.before for node in tree.body):  # type: ignore[attr-defined]
        return text
    return plain_definition("\n".join(_block(tree.body, lines, 0)))


def _block(body: Sequence[ast.stmt], lines: list[str], indent: int) -> Iterator[str]:
    """Statements with the comments and empty lines above them."""
    if not body:
        yield " " * indent + "pass"
    for node in body:
        first = _first_line(node)
        start = first
        while start > 1 and lines[start - 2].strip()[:1] in ("", "#"):
            start -= 1
        above, end = lines[start - 1 : first - 1], node.end_lineno or first
        if body[0] is node and indent:
            above = [line for line in above if line]
        yield from ((" " * indent + line.strip()).rstrip() for line in above)
        if ast.dump(node) == node.before:  # type: ignore[attr-defined]
            shift = indent - node.col_offset
            yield from (" " * shift + line if shift > 0 else line[-shift:] for line in lines[first - 1 : end])
        else:
            yield from _statement(node, lines, indent)


def _first_line(node: ast.stmt) -> int:
    return min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", []))])


def _statement(node: ast.stmt, lines: list[str], indent: int) -> Iterator[str]:
    if isinstance(node, ast.If | ast.For | ast.While | ast.With | ast.FunctionDef | ast.ClassDef):
        header = copy.copy(node)
        header.body = [ast.Pass()]
        if isinstance(header, ast.If | ast.For | ast.While):
            header.orelse = []
        for line in _text(header).splitlines()[:-1]:
            long = line.startswith("@") and len(line) > WIDTH
            yield from (f"@{laid_out(line[1:])}" if long else " " * indent + line).splitlines()
        yield from _block(node.body, lines, indent + 4)
        if getattr(node, "orelse", []):
            yield " " * indent + "else:"
            yield from _block(node.orelse, lines, indent + 4)  # type: ignore[union-attr]
        return
    tail = lines[(node.end_lineno or 1) - 1].encode()[node.end_col_offset :].decode().strip()
    value = getattr(node, "value", None)
    if isinstance(node, ast.Try):
        text = "\n".join(" " * indent + line for line in _text(node).splitlines())
    elif isinstance(value, ast.Call) and indent + len(_text(node)) > WIDTH:
        text = _filled(node, value, indent)
    else:
        text = laid_out(_text(node), indent)
    yield from (text + (f"  {tail}" if tail.startswith("#") and "\n" not in text else "")).splitlines()


def _filled(node: ast.stmt, call: ast.Call, indent: int) -> str:
    """A statement with a call, whose arguments fill lines."""
    beginning = _text(node)[: -len(_text(call))] + _text(call.func)
    lines = [""]
    for part in map(_text, [*call.args, *call.keywords]):
        if lines[-1] and indent + 4 + len(lines[-1]) + len(part) + 3 > WIDTH:
            lines.append("")
        lines[-1] += f"{' ' if lines[-1] else ''}{part},"
    inner = "".join(f"{' ' * (indent + 4)}{line}\n" for line in lines)
    return f"{' ' * indent}{beginning}(\n{inner}{' ' * indent})"


def _text(node: ast.AST) -> str:
    text = ast.unparse(node)
    return text if '"' in text else text.replace("'", '"')
