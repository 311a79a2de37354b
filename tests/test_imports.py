"""No modules import each other in a circle."""

import ast
from collections import defaultdict

from source_trees import PACKAGE, source_trees


def read_modules():
    """Every module by its dotted name, and its syntax tree."""
    found = {}
    for path, tree in source_trees().items():
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = tree
    return found


def read_imports(modules):
    """For each module the modules that it imports: in functions and under TYPE_CHECKING too."""
    imports = defaultdict(set)
    for name, tree in modules.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                imports[name] |= {alias.name for alias in node.names} & set(modules)
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                for alias in node.names:
                    inner = f"{node.module}.{alias.name}"
                    imports[name].add(inner if inner in modules else node.module)
        imports[name] &= set(modules) - {name}
    return imports


def circles(imports):
    """Groups of modules that import each other, by Tarjan's strongly connected components."""
    index, low, stack, found = {}, {}, [], []

    def visit(module):
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in imports[module]:
            if other not in index:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], index[other])
        if low[module] == index[module]:
            at = stack.index(module)
            group = stack[at:]
            del stack[at:]
            if len(group) > 1:
                found.append(sorted(group))

    for module in list(imports):
        if module not in index:
            visit(module)
    return found


def test_circles_are_found():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]


def test_no_modules_import_each_other():
    assert circles(read_imports(read_modules())) == []
