"""Photos and parameter values for tests, the same in every run."""

import math
import os

import numpy as np
from skimage.data import data_dir

from jaxstudio.ops.colour.text import shipped_font
from jaxstudio.pipeline.params import Float, Int, Path, Points, Text

CUBE = os.path.join(os.path.dirname(__file__), "bent.cube")


def random_photo(height, width, channels=3, dtype="float32", seed=0):
    """Every value anywhere in the format's range, alpha too."""
    generator = np.random.default_rng([seed, height, width, channels])
    if dtype == "float32":
        return generator.random((height, width, channels), np.float32)
    return generator.integers(0, np.iinfo(dtype).max, (height, width, channels), dtype, endpoint=True)


def encoded(pixels):
    """Any photo as float64 in [0, 1]."""
    top = 1.0 if pixels.dtype.kind == "f" else np.iinfo(pixels.dtype).max
    return pixels.astype(np.float64) / top


def lively(op):
    """Values that do something: a fifth of the slider's way up from the default."""
    values = op.defaults()
    for param in op.own_params:
        if isinstance(param, Float | Int) and param.default is not None:
            value = param.default + 0.2 * (param.slider[1] - param.default)
            if isinstance(param, Int):
                value = param.low + math.floor((value - param.low) / param.step) * param.step
            values[param.name] = value
        elif isinstance(param, Points):
            values[param.name] = ((0.0, 0.1), (0.3, 0.2), (0.7, 0.95), (1.0, 0.8))
        elif isinstance(param, Path):
            photo = os.path.join(data_dir, "coffee.png")
            known = {".cube": CUBE, ".ttf": shipped_font("mono")}
            values[param.name] = known.get(param.suffix, photo)
        elif param.name == "place":
            values[param.name] = "middle"  # from where the offsets do not lead out of the picture
        elif isinstance(param, Text):
            values[param.name] = "Anna"
        elif param.name == "profile":
            values[param.name] = "numbers"  # those of the photo's lens would be none
    return values
