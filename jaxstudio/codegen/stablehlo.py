"""A recipe as StableHLO, by `jax.export`, for images of one shape and number format.

What is traced is the generated script. There each stage is compiled by itself; in one module the compiler
would fuse them, and round otherwise. So each stage becomes a branch of a condition that it cannot foresee.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import jax
import jax.numpy as jnp
from jax import export, lax

from jaxstudio.codegen.cube import CUBE, cube_file
from jaxstudio.codegen.script import RecipeScript, recipe_script
from jaxstudio.errors import UsageError
from jaxstudio.kernels.pixels import prevent_fusion
from jaxstudio.pipeline.recipe import Recipe

Size = tuple[int, int]
STABLEHLO = (".stablehlo", ".mlir")


def export_stablehlo(recipe: Recipe, size: Size, channels: int = 3, dtype: str = "uint8") -> export.Exported:
    """The recipe as a function of an array (height, width, channels), to the same in that format.

    `serialize()` of the result gives bytes for `jax.export.deserialize`, `mlir_module()` the text.

    Raises:
        UsageError: a step is not computed by JAX alone.
    """
    script = recipe_script(recipe, size)
    if script.on_host:
        raise UsageError("{0}: StableHLO holds what JAX computes, expected other steps", script.on_host[0])
    shape = jax.ShapeDtypeStruct((*size, channels), jnp.dtype(dtype))
    return export.export(jax.jit(_isolated(script)))(shape)


def program_file(recipe: Recipe, path: str, size: Size, channels: int, dtype: str, title: str = "") -> bytes:
    """Return a program for such images by the name's ending: a Python script, StableHLO, or a .cube table."""
    if path.lower().endswith(CUBE):
        return cube_file(recipe, title=title)
    if path.lower().endswith(STABLEHLO):
        return stablehlo_file(recipe, path, size, channels, dtype)
    return recipe_script(recipe, size, title).text.encode()


def stablehlo_file(recipe: Recipe, path: str, size: Size, channels: int = 3, dtype: str = "uint8") -> bytes:
    """Return StableHLO: text for a name that ends with .mlir, else bytes for `jax.export.deserialize`."""
    exported = export_stablehlo(recipe, size, channels, dtype)
    if path.lower().endswith(".mlir"):
        return exported.mlir_module().encode()
    return bytes(exported.serialize())


def _isolated(script: RecipeScript) -> Callable[[Any], Any]:
    """The script's `apply` with its stages in branches, to be traced once."""
    names = vars(_module_of(script.text))
    functions = (node for node in ast.parse(script.text).body if isinstance(node, ast.FunctionDef))
    stages = {
        node.name: names[node.name]
        for node in functions
        if any("compiled" in ast.unparse(each) for each in node.decorator_list)
    }

    def apply(image: Any) -> Any:
        first = image.reshape(-1)[0]
        bits = first if first.dtype != jnp.float32 else lax.bitcast_convert_type(first, jnp.uint32)
        always = bits.astype(jnp.float32) > -1.0  # which the compiler does not see

        def isolated(function: Callable[..., Any]) -> Callable[..., Any]:
            return lambda *arrays, **static: prevent_fusion(always, partial(function, **static), *arrays)

        names.update({name: isolated(stage.__wrapped__) for name, stage in stages.items()})
        names["each_block"] = lambda draw, *arrays: lax.map(lambda block: draw(*block), arrays)
        return names["apply"](image)

    return apply


def _module_of(text: str) -> ModuleType:
    """A script that this program wrote, as a module that nobody else finds."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "recipe.py"
        path.write_text(text, encoding="utf-8")
        spec = spec_from_file_location("recipe", path)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
    return module
