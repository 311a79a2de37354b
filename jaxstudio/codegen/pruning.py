"""Partial evaluation of a script: what constant arguments rule out is dropped, so that less is to be read.

A parameter that is given the same constant or function in all calls is replaced by it. Conditions that are
known then are decided, and what nothing reaches is left out. A statement that does not change keeps its text.
"""

from __future__ import annotations

import ast
import copy
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from jaxstudio.codegen.changed_text import marked, printed
from jaxstudio.codegen.plain_source import global_names

# The entry point, which others call.
APPLY = "apply"
# A value that may be changed where it stands.
FREE = object()
# Per dictionary of values its entries: a constant, or FREE.
Known = Mapping[str, Mapping[str, Any]]

COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Is: operator.is_, ast.IsNot: operator.is_not,
    ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Mod: operator.mod,
}  # fmt: skip


class Unknown(Exception):
    """An expression whose value the text does not tell."""


def pruned(definitions: Sequence[str], known: Known) -> list[str]:
    """The definitions that `apply` needs, each without what cannot happen."""
    before: list[str] = []
    found = list(definitions)
    while found != before:
        before = found
        found = _folded(reachable(found), known)
    return found


def reachable(definitions: Sequence[str]) -> list[str]:
    """The definitions that `apply` and the program at the end need."""
    defined = {name: number for number, text in enumerate(definitions) for name in _defined(ast.parse(text))}
    waiting = [defined[APPLY], len(definitions) - 1]
    kept: set[int] = set()
    while waiting:
        number = waiting.pop()
        if number not in kept:
            kept.add(number)
            waiting += [defined[name] for name in global_names(definitions[number]) & defined.keys()]
    return [text for number, text in enumerate(definitions) if number in kept]


def mentioned(definitions: Iterable[str]) -> set[str]:
    """Return all strings in the definitions."""
    nodes = (node for text in definitions for node in ast.walk(ast.parse(text)))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def _defined(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        else:
            inner = [each.target for each in ast.walk(node) if isinstance(each, ast.comprehension)]
            hidden = {each for target in inner for each in ast.walk(target)}
            names = (each for each in ast.walk(node) if isinstance(each, ast.Name) and each not in hidden)
            yield from (each.id for each in names if isinstance(each.ctx, ast.Store))


def _folded(definitions: list[str], known: Known) -> list[str]:
    """Return the definitions with parameters that are constant in all calls folded, one round."""
    trees = [marked(ast.parse(text)) for text in definitions]
    functions = {node.name: node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)}
    functions.pop(APPLY, None)
    results = {name: value for name, node in functions.items() if (value := _only_result(node)) is not None}
    constants: dict[str, dict[str, ast.expr]] = {}
    calls = {
        name: each
        for name, each in _calls(trees, functions).items()
        if not (functions[name].args.vararg or functions[name].args.kwarg)
    }
    inlined = {name: handed for name, node in functions.items() if (handed := _inlined(node)) is not None}
    aliases = _aliases(functions, calls, known)
    for name in calls:
        for parameter, given in _given(functions[name], calls[name]).items():
            constant = _fixed(functions, functions[name], parameter, given, calls[name])
            if constant is not None:
                constants.setdefault(name, {})[parameter] = constant
    attributes = {each.attr for tree in trees for each in ast.walk(tree) if isinstance(each, ast.Attribute)}
    inlined = {name: value for name, value in inlined.items() if name not in constants}
    texts = []
    for tree, text in zip(trees, definitions, strict=True):
        for node in tree.body:
            name = getattr(node, "name", "")
            fold = _Fold(
                node, constants.get(name, {}), aliases.get(name, {}), functions, results, inlined, known
            )
            fold.visit(node)
            if isinstance(node, ast.ClassDef):
                node.body = [each for each in node.body if _is_used(each, attributes)]
        texts.append(printed(tree, text))
    return texts


def _is_used(node: ast.stmt, attributes: set[str]) -> bool:
    """Whether a method is called by its name, or by Python."""
    return not isinstance(node, ast.FunctionDef) or node.name in attributes or node.name.startswith("__")


def _only_result(node: ast.FunctionDef) -> ast.Constant | None:
    """The constant that a function always gives, if it does nothing else."""
    *before, last = node.body
    if node.decorator_list or any(not _is_docstring(each) for each in before):
        return None
    value = last.value if isinstance(last, ast.Return) else None
    return value if isinstance(value, ast.Constant) else None


def _inlined(node: ast.FunctionDef) -> ast.expr | None:
    """The expression that replaces a call of a function that only passes on an argument or another call."""
    *before, last = node.body
    value = last.value if isinstance(last, ast.Return) else None
    own = [each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)]
    if node.decorator_list or node.args.vararg or node.args.kwarg or not all(map(_is_docstring, before)):
        return None
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id not in own:
        names = [*value.args, *(each.value for each in value.keywords)]
        handed = [each.id for each in names if isinstance(each, ast.Name)]
        return value if len(handed) == len(names) and sorted(handed) == sorted(own) else None
    return value if isinstance(value, ast.Name) and value.id in own else None


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _calls(
    trees: Sequence[ast.Module], functions: Mapping[str, ast.FunctionDef]
) -> dict[str, list[ast.Call]]:
    """Return the calls of each function that is called with plain arguments and used in no other way."""
    found: dict[str, list[ast.Call]] = {}
    mentions: dict[str, int] = {}
    for tree in trees:
        for outer in tree.body:
            bound = _bound(outer)
            for node in ast.walk(outer):
                if isinstance(node, ast.Name) and node.id in functions:
                    mentions[node.id] = mentions.get(node.id, 0) + 1
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Name)
                    and node.func.id not in bound
                ):
                    stars = [each for each in node.args if isinstance(each, ast.Starred)]
                    if not stars and all(each.arg for each in node.keywords):
                        found.setdefault(node.func.id, []).append(node)
                        node.bound, node.owner = bound, getattr(outer, "name", "")  # type: ignore[attr-defined]
    return {name: each for name, each in found.items() if len(each) == mentions.get(name)}


def _bound(node: ast.AST) -> list[str]:
    """The names that are bound anywhere within a definition, as often as they are."""
    names = [each.arg for each in ast.walk(node) if isinstance(each, ast.arg)]
    names += [
        each.id
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load) and each not in _targets(node)
    ]
    inner = [each for each in ast.walk(node) if each is not node]
    return names + [each.name for each in inner if isinstance(each, ast.FunctionDef | ast.ClassDef)]


def _targets(node: ast.AST) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign) else []


def _given(node: ast.FunctionDef, calls: Sequence[ast.Call]) -> dict[str, list[ast.expr | None]]:
    """Return, for each parameter, the arguments of all calls; None stands for the default."""
    positional = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
    found: dict[str, list[ast.expr | None]] = {}
    for name in [*positional, *(each.arg for each in node.args.kwonlyargs)]:
        found[name] = []
        for call in calls:
            place = positional.index(name) if name in positional else len(call.args)
            named = next((each.value for each in call.keywords if each.arg == name), None)
            found[name].append(call.args[place] if place < len(call.args) else named)
    return found


def _aliases(
    functions: Mapping[str, ast.FunctionDef], calls: Mapping[str, list[ast.Call]], known: Known
) -> dict[str, dict[str, str]]:
    """Return, for each function, the parameters that are always the same dictionary of values."""
    found: dict[str, dict[str, str]] = {name: {} for name in functions}

    def dictionary(call: Any, given: ast.expr | None) -> str | None:
        name = given.id if isinstance(given, ast.Name) else ""
        return name if name in known and name not in call.bound else found.get(call.owner, {}).get(name)

    before = -1
    while before != (before := sum(map(len, found.values()))):
        for name in calls:
            bound = _bound(functions[name])
            for parameter, given in _given(functions[name], calls[name]).items():
                all_given = {dictionary(*each) for each in zip(calls[name], given, strict=True)}
                if len(all_given) == 1 and bound.count(parameter) == 1 and (first := all_given.pop()):
                    found[name][parameter] = first
    return found


def _fixed(
    functions: Mapping[str, ast.FunctionDef],
    node: ast.FunctionDef,
    parameter: str,
    given: list[ast.expr | None],
    calls: Sequence[ast.Call],
) -> ast.expr | None:
    """Remove a parameter that is never read, or whose value is known."""
    bound = _bound(node)
    if bound.count(parameter) > 1:
        return None
    values = [_default(node, parameter) if each is None else each for each in given]
    first = values[0]
    if not any(isinstance(each, ast.Name) and each.id == parameter for each in ast.walk(node)):
        if _without_static(node, parameter):
            _take_away(node, parameter, calls)
        return None
    if first is None or any(each is None or ast.dump(each) != ast.dump(first) for each in values):
        return None
    bound.remove(parameter)
    outer = [name for call in calls for name in call.bound]  # type: ignore[attr-defined]
    is_function = isinstance(first, ast.Name) and first.id in functions and first.id not in {*outer, *bound}
    is_constant = isinstance(first, ast.Constant) and isinstance(first.value, str | bool | None)
    if not (is_function or is_constant) or not _without_static(node, parameter):
        return None
    _take_away(node, parameter, calls)
    return first


def _default(node: ast.FunctionDef, parameter: str) -> ast.expr | None:
    arguments = [*node.args.posonlyargs, *node.args.args]
    with_default = arguments[len(arguments) - len(node.args.defaults) :]
    pairs = [
        *zip(with_default, node.args.defaults, strict=True),
        *zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True),
    ]
    return next((value for each, value in pairs if each.arg == parameter), None)


def _without_static(node: ast.FunctionDef, parameter: str) -> bool:
    """Whether the parameter can go: compiled functions need it static, and it no longer is."""
    if not node.decorator_list:
        return True
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and [each.arg for each in decorator.keywords] == [
            "static_argnames"
        ]:
            names = ast.literal_eval(decorator.keywords[0].value)
            names = [names] if isinstance(names, str) else list(names)
            if parameter in names and len(node.decorator_list) == 1:
                names.remove(parameter)
                static = names[0] if len(names) == 1 else tuple(names)
                decorator.keywords[0].value = ast.parse(repr(static), mode="eval").body
                if not names:
                    node.decorator_list = decorator.args[:1]
                return True
    return False


def _take_away(node: ast.FunctionDef, parameter: str, calls: Sequence[ast.Call]) -> None:
    arguments = [*node.args.posonlyargs, *node.args.args]
    names = [each.arg for each in arguments]
    place = names.index(parameter) if parameter in names else None
    for call in calls:
        if place is not None and place < len(call.args):
            del call.args[place]
        call.keywords = [each for each in call.keywords if each.arg != parameter]
    if place is None:
        place = [each.arg for each in node.args.kwonlyargs].index(parameter)
        del node.args.kwonlyargs[place], node.args.kw_defaults[place]
        return
    after = len(arguments) - place
    if after <= len(node.args.defaults):
        del node.args.defaults[-after]
    assert not node.args.posonlyargs
    del node.args.args[place]


class _Fold(ast.NodeTransformer):
    """Puts constants into a definition and evaluates the known parts."""

    def __init__(
        self,
        node: ast.AST,
        constants: Mapping[str, ast.expr],
        aliases: Mapping[str, str],
        functions: Mapping[str, ast.FunctionDef],
        results: Mapping[str, ast.Constant],
        inlined: Mapping[str, ast.expr],
        known: Known,
    ) -> None:
        self._bound = _bound(node)
        self._loads = [
            each for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)
        ]
        self._constants = dict(constants)
        self._aliases = {name: name for name in known if name not in self._bound} | dict(aliases)
        self._functions = {name: each for name, each in functions.items() if name not in self._bound}
        self._results, self._inlined, self._known = results, inlined, known

    def _value(self, node: ast.expr) -> Any:
        """Return the value of a constant expression; for a function its tree."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name) and node.id in self._functions:
            return self._functions[node.id]
        if isinstance(node, ast.Tuple):
            return tuple(self._value(each) for each in node.elts)
        if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
            return ARITHMETIC[type(node.op)](self._value(node.left), self._value(node.right))
        raise Unknown

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self._constants.get(node.id, node))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        try:
            values = [self._value(each) for each in (node.left, *node.comparators)]
        except Unknown:
            return node
        pairs = zip(node.ops, values, values[1:], strict=False)
        return ast.Constant(all(COMPARISONS[type(sign)](a, b) for sign, a, b in pairs))

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        decisive, parts = isinstance(node.op, ast.Or), []
        for part in node.values:
            truth = self._truth(part)
            if truth is None or truth == decisive or part is node.values[-1]:
                parts.append(part)
            if truth == decisive:
                break
        node.values = parts
        return parts[0] if len(parts) == 1 else node

    def _truth(self, node: ast.expr) -> bool | None:
        if isinstance(node, ast.BoolOp):
            decisive = isinstance(node.op, ast.Or)
            truths = {self._truth(each) for each in node.values}
            return decisive if decisive in truths else None if None in truths else not decisive
        try:
            return bool(self._value(node))
        except Unknown:
            return None

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        truth = self._truth(node.operand) if isinstance(node.op, ast.Not) else None
        return node if truth is None else ast.Constant(not truth)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        truth = self._truth(node.test)
        return node if truth is None else node.body if truth else node.orelse

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        entries = self._entries(node.value)
        if entries is None or not isinstance(node.slice, ast.Constant):
            return node
        value = entries.get(str(node.slice.value), FREE)
        return node if value is FREE else ast.Constant(value)

    def _entries(self, node: ast.expr) -> Mapping[str, Any] | None:
        return self._known.get(self._aliases.get(node.id, "")) if isinstance(node, ast.Name) else None

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        node.args = [each for each in node.args if ast.unparse(each) != "*()"]
        if isinstance(node.func, ast.Name) and node.func.id in self._functions:
            if node.func.id in self._results:
                return copy.deepcopy(self._results[node.func.id])
            return self._inline(node, node.func.id)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "get" and node.args:
            entries, key = self._entries(node.func.value), node.args[0]
            if entries is not None and isinstance(key, ast.Constant):
                if key.value not in entries:
                    return node.args[1] if len(node.args) > 1 else ast.Constant(None)
                value = entries[str(key.value)]
                return node if value is FREE else ast.Constant(value)
        return node

    def _inline(self, node: ast.Call, name: str) -> ast.expr:
        """Replace a call of a function that only passes its arguments on by the inner call."""
        body = copy.deepcopy(self._inlined.get(name))
        given = {each: values[0] for each, values in _given(self._functions[name], [node]).items()}
        if body is None or None in given.values() or any(isinstance(each, ast.Starred) for each in node.args):
            return node
        if isinstance(body, ast.Name):
            return given.get(body.id) or node
        assert isinstance(body, ast.Call)
        if ast.unparse(body.func) in self._bound:
            return node
        body.args = [given[ast.unparse(each)] for each in body.args]  # type: ignore[misc]
        for keyword in body.keywords:
            keyword.value = given[ast.unparse(keyword.value)]  # type: ignore[assignment]
        return body

    def visit_Assign(self, node: ast.Assign) -> ast.Assign | None:
        """Remove a name whose value became a constant."""
        self.generic_visit(node)
        target = node.targets[0]
        changed = ast.dump(node) != node.before  # type: ignore[attr-defined]
        if not (changed and isinstance(target, ast.Name) and len(node.targets) == 1):
            return node
        early = any(each.id == target.id and each.lineno <= node.lineno for each in self._loads)
        if early or self._bound.count(target.id) != 1:
            return node
        try:
            self._value(node.value)
        except Unknown:
            return node
        self._constants[target.id] = node.value
        return None

    def visit_If(self, node: ast.If) -> Any:
        self.generic_visit(node)
        node.body, node.orelse = _until_return(node.body), _until_return(node.orelse)
        truth = self._truth(node.test)
        return node if truth is None else node.body if truth else node.orelse or None

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef | None:
        self.generic_visit(node)
        node.body = _until_return(node.body)
        *_, before, last = (None, *node.body)
        if (
            isinstance(before, ast.Assign)
            and isinstance(last, ast.Return)
            and ast.dump(node) != node.before  # type: ignore[attr-defined]
            and ast.unparse(before.targets[0]) == ast.unparse(last.value or before)
        ):
            last.value = before.value
            node.body.remove(before)
        return node


def _until_return(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements up to the first return."""
    ends = [place for place, each in enumerate(body) if isinstance(each, ast.Return | ast.Raise)]
    return body[: ends[0] + 1] if ends else body
