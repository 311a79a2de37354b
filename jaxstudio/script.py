"""Recipes written as Python: every op of the catalogue is a method, and the window exports such scripts.

from jaxstudio.script import Script

Script("photo.jpg", seed=7).gaussian_noise(var=0.002).median(size=3).save("out.png")
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.files.photo import Photo, load_photo
from jaxstudio.files.save import computed_depth, default_depth, save, words_changed
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.mask_text import BLENDING
from jaxstudio.pipeline.masks import Mask
from jaxstudio.pipeline.recipe import AUTO, Recipe

DTYPES = {"8": "uint8", "16": "uint16", "float32": "float32"}


@dataclass(frozen=True)
class _Input:
    """The common parts of all scripts of one photo: the photo, its pixels for the engine, and the engine."""

    photo: Photo
    source: Source
    engine: Engine


def _opened(photo: str | os.PathLike[str] | np.ndarray, device: str | None) -> _Input:
    if isinstance(photo, np.ndarray):
        opened = Photo(np.ascontiguousarray(photo[..., np.newaxis] if photo.ndim == 2 else photo))
    else:
        opened = load_photo(photo)
    return _Input(opened, Source(opened.pixels, opened.curve, lens=opened.find_lens), Engine(device))


class Script:
    """A photo with a recipe; each op's method returns a new script with one step more.

    Args:
        photo: a path, or pixels (height, width) or (height, width, channels) of uint8, uint16 or
            float32 with 1 to 4 channels (gray, gray and alpha, RGB, RGBA).
        seed: of all noise, 0 to 2³¹ − 1.
        device: a name such as `cpu:0`; None for JAX's default.
        recipe: the steps to begin with, with their seed; None for none.
        working_space: "auto": steps that act on light compute in linear light, others with the file's values;
            "linear": all steps compute in linear light; "encoded": all with the file's values.
        masks: regions (`jaxstudio.pipeline.masks`) that steps are limited to by `mask=KEY`. Any step
            also takes `opacity`, from 0 to 1, and `blend`, the name of a blend mode.

    Raises:
        PhotoError: the file cannot be read. ParameterError: a value is not allowed.
    """

    def __init__(
        self,
        photo: str | os.PathLike[str] | np.ndarray | _Input,
        *,
        seed: int = 0,
        device: str | None = None,
        recipe: Recipe | None = None,
        working_space: str = AUTO,
        masks: Iterable[Mask] = (),
    ) -> None:
        self._input = photo if isinstance(photo, _Input) else _opened(photo, device)
        if recipe is None:
            recipe = Recipe(seed=seed, working_space=working_space, masks=tuple(masks))
        self.recipe = recipe

    def __getattr__(self, name: str) -> Callable[..., Script]:
        if name not in CATALOGUE:
            raise AttributeError(f"no op is called {name!r}; `jaxstudio ops` lists them")
        op = CATALOGUE[name]

        def add(key: int | None = None, mask: int | None = None, **params: Any) -> Script:
            blending = {
                each: params.pop(each) for each in BLENDING if each in params and each not in op.by_name
            }
            recipe = self.recipe.added(op, params, key=key, mask=mask)
            return Script(
                self._input, recipe=recipe.blended(recipe.steps[-1].key, **blending) if blending else recipe
            )

        add.__doc__ = f"{op.doc}\n\nSource: {op.source}"
        return add

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *CATALOGUE]

    def render(self, dtype: str = "float32") -> np.ndarray:
        """The result: (height, width, channels); float32 is not clipped, uint8 and uint16 are."""
        return self._input.engine.render(self._input.source, self.recipe, dtype=dtype)

    def save(self, path: str | os.PathLike[str], depth: str | None = None) -> Script:
        """Write the result; `depth` is 8, 16 or float32, by default the photo's where the format holds it.

        Warns where pixels are not numbers and integers are written.
        """
        photo, source, engine = self._input.photo, self._input.source, self._input.engine
        depth = depth or default_depth(path, photo.depth)
        height, width = engine.size(self.recipe, source.height, source.width)
        bands = engine.bands(source, self.recipe, DTYPES[computed_depth(depth, photo)])
        changed = save(path, bands, depth, photo, shape=(height, width, source.channels))
        if changed:
            warnings.warn(f"{path}: {words_changed(changed)}", stacklevel=2)
        return self
