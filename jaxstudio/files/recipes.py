"""Recipes in files: size checked before reading, text before meaning, every error naming the file."""

from __future__ import annotations

import os
from collections.abc import Mapping

from jaxstudio.errors import RecipeError
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import MAX_CHARACTERS, from_json, to_json
from jaxstudio.runtime.atomic_write import atomic_write
from jaxstudio.runtime.text_files import read_text

MAX_BYTES = 4 * MAX_CHARACTERS  # UTF-8 takes at most four bytes a character


def load_recipe(path: str | os.PathLike[str], catalogue: Mapping[str, OpSpec]) -> Recipe:
    """Read a recipe file, or raise RecipeError: one line with the path and what is wrong."""
    text = read_text(path, MAX_BYTES, "a recipe", RecipeError)
    try:
        return from_json(text, catalogue)
    except RecipeError as error:
        raise RecipeError(f"{path}: {error}") from None


def save_recipe(path: str | os.PathLike[str], recipe: Recipe) -> None:
    """Write the recipe as JSON; SaveError where it cannot be written."""
    with atomic_write(path) as file:
        file.write(to_json(recipe).encode())
