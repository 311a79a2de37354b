"""`jaxstudio export`: files that are written, and what is refused in one line."""

import ast

import pytest
from jax import export

from jaxstudio.cli.main import main
from jaxstudio.files.recipes import save_recipe
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe


def test_a_recipe_becomes_a_script(tmp_path):
    save_recipe(tmp_path / 'soft """look.json', Recipe(seed=9).added(CATALOGUE["invert"]))
    out = tmp_path / "filter.py"
    assert main(["export", str(tmp_path / 'soft """look.json'), "-s", "flip_vertical", "-o", str(out)]) == 0
    tree = ast.parse(out.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree).startswith("soft look as JAX: Invert, Flip vertical")
    assert "apply" in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_stablehlo_as_bytes_and_as_text(tmp_path):
    words = ["export", "-s", "invert", "--size", "20x30", "--channels", "1"]
    for more, name in ((["--stablehlo"], "a"), ([], "a.stablehlo")):
        assert main([*words, *more, "-o", str(tmp_path / name)]) == 0
        (shape,) = export.deserialize((tmp_path / name).read_bytes()).in_avals
        assert (shape.shape, shape.dtype) == ((20, 30, 1), "uint8")
    assert main([*words, "-o", str(tmp_path / "a.mlir")]) == 0
    assert "stablehlo" in (tmp_path / "a.mlir").read_text()


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ["-s", "invert", "--stablehlo"],
            "StableHLO is for images of one size: expected --size HEIGHTxWIDTH",
        ),
        (["-s", "invert", "--dtype", "uint8"], "--dtype: a script takes every format"),
        (["-s", "resize"], "resize depends on the size of the image: expected --size"),
        (["-s", "invert", "--size", "20"], "expected HEIGHTxWIDTH in pixels"),
        (
            ["-s", "invert", "--stablehlo", "--size", "2x3", "--channels", "5"],
            "--channels 5: expected 1 to 4",
        ),
        ([], "export: no step is active, expected RECIPE.json or -s OP"),
        (["-s", "canny", "--stablehlo", "--size", "9x9"], "canny is computed by a library on the host"),
    ],
)
def test_refusals(tmp_path, capfd, words, line):
    out = tmp_path / "out"
    assert main(["export", *words, "-o", str(out)]) == 2
    errors = capfd.readouterr().err
    assert line in errors
    assert "Traceback" not in errors
    assert not out.exists()
