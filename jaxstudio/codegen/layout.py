"""Statements broken into lines as Black and Ruff do it."""

from __future__ import annotations

import ast

WIDTH = 110


def laid_out(statement: str, indent: int = 0) -> str:
    """A statement of one line, indented, in as many lines as it needs."""
    line = " " * indent + statement
    if len(line) <= WIDTH:
        return line
    node = ast.parse(statement).body[0]
    if isinstance(node, ast.Return) and node.value is not None:
        broken = "return " + _broken(node.value, indent)
    elif isinstance(node, ast.Assign):
        broken = f"{ast.unparse(node.targets[0])} = " + _broken(node.value, indent)
    elif isinstance(node, ast.Expr):
        broken = _broken(node.value, indent)
    else:
        return line
    assert ast.dump(ast.parse(broken)) == ast.dump(ast.parse(statement)), statement
    return " " * indent + broken


def _broken(node: ast.expr, indent: int) -> str:
    """An expression over several lines, the first of which is begun already."""
    inner, collection = indent + 4, True
    if isinstance(node, ast.Call):
        first, last, collection = f"{_text(node.func)}(", ")", False
        if len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            comprehension = node.args[0]
            items = [_text(comprehension.elt), *_clauses(comprehension.generators)]
            return _lines(first, items, last, indent, "")
        parts = [*node.args, *node.keywords]
    elif isinstance(node, ast.Dict):
        first, last = "{", "}"
        parts = [*zip(node.keys, node.values, strict=True)]  # type: ignore[list-item]
    elif isinstance(node, ast.Tuple | ast.List):
        first, last = ("(", ")") if isinstance(node, ast.Tuple) else ("[", "]")
        parts = [*node.elts]
    elif isinstance(node, ast.DictComp):
        items = [f"{_text(node.key)}: {_text(node.value)}", *_clauses(node.generators)]
        return _lines("{", items, "}", indent, "")
    elif isinstance(node, ast.BinOp):
        return _broken_chain(node, indent)
    else:
        return _text(node)
    together = ", ".join(_item(part) for part in parts)
    if not collection and inner + len(together) <= WIDTH:
        return f"{first}\n{' ' * inner}{together}\n{' ' * indent}{last}"
    items = [_item(part) if inner + len(_item(part)) < WIDTH else _broken_item(part, inner) for part in parts]
    return _lines(first, items, last, indent, ",")


# Operators that bind alike, and their signs.
LEVELS: tuple[dict[type[ast.operator], str], ...] = (
    {ast.Add: "+", ast.Sub: "-"},
    {ast.Mult: "*", ast.Div: "/", ast.Mod: "%", ast.FloorDiv: "//"},
)


def _broken_chain(node: ast.BinOp, indent: int) -> str:
    """a + b - c, or a * b / c, in parentheses with a line for each operand."""
    signs = next((signs for signs in LEVELS if type(node.op) in signs), None)
    if signs is None:
        return _text(node)
    operands: list[tuple[str, ast.expr]] = []
    first: ast.expr = node
    while isinstance(first, ast.BinOp) and type(first.op) in signs:
        operands.append((signs[type(first.op)] + " ", first.right))
        first = first.left
    inner, lines = indent + 4, []
    for sign, operand in [("", first), *reversed(operands)]:
        plain = isinstance(operand, ast.Call | ast.Name | ast.Constant | ast.Attribute | ast.Subscript)
        text = _text(operand)
        if not plain and not (isinstance(operand, ast.BinOp) and signs is LEVELS[0] and _is_product(operand)):
            text = f"({text})"
        if inner + len(sign + text) > WIDTH:
            text = _broken(operand, inner)
        lines.append(" " * inner + sign + text)
    return "(\n" + "\n".join(lines) + f"\n{' ' * indent})"


def _is_product(node: ast.BinOp) -> bool:
    return type(node.op) in LEVELS[1] or isinstance(node.op, ast.Pow)


def _lines(first: str, items: list[str], last: str, indent: int, comma: str) -> str:
    body = "".join(f"{' ' * (indent + 4)}{item}{comma}\n" for item in items)
    return f"{first}\n{body}{' ' * indent}{last}"


def _clauses(generators: list[ast.comprehension]) -> list[str]:
    clauses = []
    for each in generators:
        clauses.append(f"for {_text(each.target)} in {_text(each.iter)}")
        clauses += [f"if {_text(condition)}" for condition in each.ifs]
    return clauses


def _item(part: object) -> str:
    """An argument, or a key with its value."""
    return "".join(_pieces(part))


def _pieces(part: object) -> tuple[str, str]:
    if isinstance(part, ast.keyword):
        return (f"{part.arg}=" if part.arg else "**"), _text(part.value)
    if isinstance(part, tuple):
        return (f"{_text(part[0])}: " if part[0] is not None else "**"), _text(part[1])
    assert isinstance(part, ast.expr)
    return "", _text(part)


def _broken_item(part: object, indent: int) -> str:
    value = part.value if isinstance(part, ast.keyword) else part[1] if isinstance(part, tuple) else part
    return _pieces(part)[0] + _broken(value, indent)  # type: ignore[arg-type]


def _text(node: ast.AST) -> str:
    text = ast.unparse(node)
    return text if '"' in text else text.replace("'", '"')
