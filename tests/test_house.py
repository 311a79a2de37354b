"""The house holds together: what imports what, what loads what, how large a file may grow."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
from source_trees import source_trees

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "jaxstudio"
MODULES = sorted(PACKAGE.rglob("*.py"))
MOST_LINES = 500
QT = ("PySide6", "shiboken6", "pyqtgraph")


def loaded_after(script, *words, folder=ROOT):
    """The top-level modules that a fresh Python holds after `script`."""
    tail = "\nimport sys\nprint('loaded:', *sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-c", script + tail, *map(str, words)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].removeprefix("loaded: ").split())


def test_importing_the_package_loads_neither_jax_nor_qt():
    loaded = loaded_after("import jaxstudio; assert jaxstudio.__version__")
    assert loaded.isdisjoint({"jax", "jaxlib", "numpy", *QT})


def test_the_pipeline_is_values_without_arrays():
    loaded = loaded_after("import jaxstudio.pipeline.recipe_text, jaxstudio.pipeline.history")
    assert loaded.isdisjoint({"jax", "numpy", *QT})


def test_commands_without_a_window_load_no_qt(tmp_path):
    """Nor what is slow to import and that they do not need: one after the other in one process."""
    from PIL import Image

    Image.fromarray(np.zeros((8, 9, 3), np.uint8)).save(tmp_path / "in.png")
    script = """
import sys
from jaxstudio.cli.main import main
slow = {"sympy", "matplotlib", "optax", "skimage"}
for words, absent in (
    ("eval x^2 --at x=11", slow),
    ("devices", slow),
    ("ops median", set()),
    ("apply -s invert in.png -o out.png", {"sympy", "optax"}),
    ("ir expr:x --stage jaxpr", {"sympy", "optax"}),
    ("plot x^2 -o plot.png", {"matplotlib.pyplot", "optax"}),
):
    assert main(words.split()) == 0, words
    assert absent.isdisjoint(sys.modules), words
"""
    loaded = loaded_after(script, folder=tmp_path)
    assert (tmp_path / "out.png").exists()
    assert "jax" in loaded
    assert loaded.isdisjoint(QT)


def test_the_catalogue_is_there_without_scipy():
    """SciPy takes longer to import than JAX, and a first frame would wait for it."""
    assert "scipy" not in loaded_after("import jaxstudio.ops, jaxstudio.engine.preview_worker")


def test_imports_point_one_way():
    script = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
    done = subprocess.run(
        [sys.executable, "-c", script, "--no-cache"], cwd=ROOT, capture_output=True, text=True, timeout=240
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_module_says_what_it_is_and_is_short_enough_to_be_read():
    wrong = []
    for path, tree in source_trees().items():
        text = path.read_text(encoding="utf-8")
        first = (ast.get_docstring(tree) or "").split("\n\n")[0].rstrip()
        if not first.endswith((".", ":", "?", "!")):
            wrong.append(f"{path}: opens with no whole sentence")
        if len(text.splitlines()) > MOST_LINES:
            wrong.append(f"{path}: more than {MOST_LINES} lines")
    assert wrong == []


def test_what_is_private_to_jax_is_used_in_one_module_at_most():
    users = [path for path in MODULES if re.search(r"\bjax\._src\b", path.read_text(encoding="utf-8"))]
    assert len(users) <= 1, users


def test_every_folder_of_modules_is_a_package():
    for path in MODULES:
        assert (path.parent / "__init__.py").exists()


def test_nothing_that_a_file_contains_is_run():
    """No eval, exec, pickle or marshal anywhere, but for the arguments of a user's function.

    They are evaluated in the child that runs the code of the user's file, after the user agreed.
    """
    evaluates = PACKAGE / "ir/user_process/argument_values.py"
    named = re.compile(r"argument_values import|import argument_values")
    importers = [path.name for path in MODULES if named.search(path.read_text(encoding="utf-8"))]
    assert importers == ["server.py"], "only the child evaluates"
    banned_calls, banned_modules = {"eval", "exec", "compile"}, {"pickle", "marshal", "shelve"}
    for path, tree in source_trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                allowed = {"eval", "compile"} if path == evaluates else set()
                assert node.func.id not in banned_calls - allowed, f"{path}:{node.lineno}"
            if isinstance(node, ast.Import):
                assert not banned_modules & {name.name for name in node.names}, f"{path}:{node.lineno}"
            if isinstance(node, ast.ImportFrom):
                assert node.module not in banned_modules, f"{path}:{node.lineno}"
