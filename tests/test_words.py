"""Names use the words of their field: those that the program once had of its own are gone."""

import ast

from source_trees import PACKAGE, source_trees

# Names of modules, classes, functions, parameters and attributes, wherever they stand.
WORDS = """
kept_jit KeptJit code_print code_prints NotTold slab slabs fill_slab unsound hands_on look_at magnifying
hurried
HandedOn Kept Seen Warmer kept_file crew lane lanes reins rim brinks specks tips slips heart told said kept
looked taken wanted found given made shown mend in_hand looking prepares_all idle relief tints siding
aside
"""
NAMES = frozenset(WORDS.split())
# Modules that have another name now, by the folder that they lay in.
MODULES = {
    "engine": "sheets slabs steps spread unsound looking answers exact moving in_place magnifying combining "
    "counting kinds tables hurried warm",
    "kernels": "taps windows ranks turning exponentials",
    "runtime": "kept_jit code_prints private compiles",
    "functions": "meaning studio paper asking drawing crew lanes faults reins around narrow crowded breaks "
    "suspects survey track pieces stretches coincide study brinks ends tips only specks chains middles "
    "heights rings tower swell judge subject ring elements slips forms measures sheet sweep words draws",
    "ir": "child why plain twin flow around reading save known",
    "variants": "making contact",
    "app": "jobs kept_file garbage layers beneath rail chips art relief strokes tints backdrop look aside "
    "quiet latest looked taken going shown siding in_hand follower",
}
# Folders and modules whose names are checked; what is not here yet still has some of the old ones.
NAMED = (
    "app", "cli", "differentiable", "errors", "files", "functions", "inspect_targets", "ir",
    "kernels", "ops", "pipeline", "processes", "runtime", "script", "variants",
)  # fmt: skip


def trees(part):
    """(path, syntax tree) of each module of a folder of the package, or of one module."""
    for path, tree in source_trees().items():
        inside = path.relative_to(PACKAGE)
        if inside.with_suffix("").parts[0] == part:
            yield inside, tree


def names_of(tree):
    """(line, name) of each class, function, parameter and attribute that a module defines."""
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name, body=body):
                yield node.lineno, name
                for part in body:  # constants and Qt signals
                    for target in part.targets if isinstance(part, ast.Assign) else ():
                        if isinstance(target, ast.Name):
                            yield part.lineno, target.id
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.lineno, node.name
            case ast.arg():
                yield node.lineno, node.arg
            case ast.Attribute(ctx=ast.Store()):
                yield node.lineno, node.attr
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield node.lineno, name


def wrong_names(part):
    for path, tree in trees(part):
        for line, name in [(1, path.stem), *names_of(tree)]:
            if name.strip("_") in NAMES:
                yield f"{path}:{line}: {name}"
        if path.stem in MODULES.get(path.parts[0], "").split():
            yield f"{path}: the module's name"


def test_names_are_the_fields():
    assert [wrong for part in NAMED for wrong in wrong_names(part)] == []


def test_a_wrong_name_is_found():
    tree = ast.parse(
        '"""Of the photo in hand."""\nclass Seen:\n    shown = 1\n    def told(self, kept): self.made = 1'
    )
    assert {name for _, name in names_of(tree)} >= {"Seen", "shown", "told", "kept", "made"}
