"""Recipes in files: size checked before reading, text before meaning, every error naming the file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from jaxstudio.errors import RecipeError
from jaxstudio.files.atomic import replacing
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_json import MAX_CHARACTERS, from_json, to_json

MAX_BYTES = 4 * MAX_CHARACTERS  # UTF-8 takes at most four bytes a character


def load_recipe(path: str | os.PathLike[str], catalogue: Mapping[str, Op]) -> Recipe:
    """Read a recipe file, or raise RecipeError: one line with the path and what is wrong."""
    path = Path(path)
    try:
        if path.is_dir():
            raise RecipeError(f"{path}: a folder, expected a recipe file")
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            size = path.stat().st_size
            raise RecipeError(
                f"{path}: {size / 1e6:,.0f} MB, expected a recipe of at most {MAX_BYTES / 1e6:,.0f} MB"
            )
        return from_json(data.decode("utf-8-sig"), catalogue)
    except FileNotFoundError:
        raise RecipeError(f"{path}: no such file, expected a recipe") from None
    except OSError as error:
        raise RecipeError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise RecipeError(f"{path}: not UTF-8 text, expected a recipe in JSON") from None
    except RecipeError as error:
        text = str(error)
        raise RecipeError(text if text.startswith(str(path)) else f"{path}: {text}") from None


def save_recipe(path: str | os.PathLike[str], recipe: Recipe) -> None:
    """Write the recipe as JSON; SaveError where it cannot be written."""
    with replacing(path) as file:
        file.write(to_json(recipe).encode())
