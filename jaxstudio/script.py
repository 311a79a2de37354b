"""Recipes written as Python: every op of the catalogue is a method, and the window exports such scripts.

from jaxstudio.script import Script

Script("photo.jpg", seed=7).gaussian_noise(var=0.002).median(size=3).save("out.png")
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable

import numpy as np

from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.files.photo import Photo, load_photo
from jaxstudio.files.save import computed_depth, default_depth, save, words_changed
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

DTYPES = {"8": "uint8", "16": "uint16", "float32": "float32"}


class Script:
    """A photo with a recipe; each op's method returns a new script with one step more.

    Args:
        photo: a path, or pixels (height, width) or (height, width, channels) of uint8, uint16 or
            float32 with 1 to 4 channels (gray, gray and alpha, RGB, RGBA).
        seed: of all noise, 0 to 2³¹ − 1.
        device: a name such as `cpu:0`; None for JAX's default.

    Raises:
        PhotoError: the file cannot be read. ParameterError: a value is not allowed.
    """

    def __init__(
        self, photo: str | os.PathLike[str] | np.ndarray, *, seed: int = 0, device: str | None = None
    ) -> None:
        if isinstance(photo, np.ndarray):
            pixels = photo[..., np.newaxis] if photo.ndim == 2 else photo
            self._photo = Photo(np.ascontiguousarray(pixels))
        else:
            self._photo = load_photo(photo)
        self._source = Source(self._photo.pixels)
        self._engine = Engine(device)
        self.recipe = Recipe(seed=seed)

    def _with(self, recipe: Recipe) -> Script:
        other = object.__new__(Script)
        other._photo, other._source, other._engine = self._photo, self._source, self._engine
        other.recipe = recipe
        return other

    def __getattr__(self, name: str) -> Callable[..., Script]:
        if name not in CATALOGUE:
            raise AttributeError(f"no op is called {name!r}; `jaxstudio ops` lists them")
        op = CATALOGUE[name]

        def add(key: int | None = None, **params: object) -> Script:
            return self._with(self.recipe.added(op, params, key=key))

        add.__doc__ = f"{op.doc}\n\nSource: {op.source}"
        return add

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *CATALOGUE]

    def render(self, dtype: str = "float32") -> np.ndarray:
        """The result: (height, width, channels); float32 is not clipped, uint8 and uint16 are."""
        return self._engine.render(self._source, self.recipe, dtype=dtype)

    def save(self, path: str | os.PathLike[str], depth: str | None = None) -> Script:
        """Write the result; `depth` is 8, 16 or float32, by default the photo's where the format holds it.

        Warns where pixels are not numbers and integers are written.
        """
        depth = depth or default_depth(path, self._photo.depth)
        height, width = self._engine.size(self.recipe, self._source.height, self._source.width)
        computed = computed_depth(depth, self._photo)
        bands = self._engine.bands(self._source, self.recipe, DTYPES[computed])
        changed = save(path, bands, depth, self._photo, shape=(height, width, self._source.channels))
        if changed:
            warnings.warn(f"{path}: {words_changed(changed)}", stacklevel=2)
        return self
