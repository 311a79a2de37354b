"""Develop ten photos again: `python resources/develop.py` writes the pictures of docs/develop.md.

A function here spoils each photo of scikit-image, which is the bad start; the recipe in docs/develop develops
it. The script prints how far start and end are from the photo as it was (CIEDE2000, mean), where
the frame is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import skimage.data
from PIL import Image
from scipy.ndimage import gaussian_filter
from scipy.special import expit
from skimage.color import deltaE_ciede2000, rgb2lab
from skimage.transform import EuclideanTransform, ProjectiveTransform, warp

from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import from_json
from jaxstudio.script import Script

DOCS = Path(__file__).resolve().parents[1] / "docs"
RECIPES, PICTURES = DOCS / "develop", DOCS / "images" / "develop"
WIDTH_PX, HEIGHT_PX, GAP_PX, QUALITY = 460, 420, 10, 74  # of each half of a picture


@dataclass(frozen=True)
class Development:
    """A photo, and what spoils it: from values in [0, 1] to such values, both (height, width, 3)."""

    photo: Callable[[], np.ndarray]
    spoil: Callable[[np.ndarray], np.ndarray]
    same_frame: bool = True  # whether the end has the pixels of the photo in their places

    def original(self) -> np.ndarray:
        """The photo as it was, uint8 (height, width, 3)."""
        pixels = self.photo()
        return np.stack([pixels] * 3, axis=-1) if pixels.ndim == 2 else pixels[..., :3]

    def start(self) -> np.ndarray:
        """The bad start, uint8 as a camera's JPEG: what is lost here is lost."""
        spoilt = self.spoil(self.original() / 255.0)
        return np.round(255 * np.clip(spoilt, 0, 1)).astype(np.uint8)


def to_light(values: np.ndarray) -> np.ndarray:
    """sRGB's curve, IEC 61966-2-1."""
    return np.where(values <= 0.04045, values / 12.92, ((np.maximum(values, 0) + 0.055) / 1.055) ** 2.4)


def from_light(light: np.ndarray) -> np.ndarray:
    light = np.clip(light, 0, 1)
    return np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)


def underexposed(values: np.ndarray) -> np.ndarray:
    """Two stops less light."""
    return from_light(to_light(values) / 4)


def under_a_lamp(values: np.ndarray) -> np.ndarray:
    """Light with more red and less blue than the camera was set to."""
    return from_light(to_light(values) * (1.3, 0.85, 0.3))


def in_haze(values: np.ndarray) -> np.ndarray:
    """Haze over the measured distances: light · t + air · (1 − t), t = exp(−distance), Koschmieder's law."""
    disparity = skimage.data.stereo_motorcycle()[2]
    known = np.isfinite(disparity) & (disparity > 0)
    distance = np.where(known, disparity[known].min() / np.where(known, disparity, 1), 1)
    t = gaussian_filter(np.exp(-1.3 * distance), 4)[..., np.newaxis]
    return from_light(to_light(values) * t + np.array((0.62, 0.66, 0.72)) * (1 - t))


def tilted(values: np.ndarray) -> np.ndarray:
    """Turned by 4° around the centre, cut to what has no empty corner."""
    height, width = values.shape[:2]
    centre = np.array((width - 1, height - 1)) / 2
    turn = EuclideanTransform(translation=-centre) + EuclideanTransform(rotation=np.deg2rad(4))
    turned = warp(values, turn + EuclideanTransform(translation=centre), order=3, mode="edge")
    return turned[32:-32, 32:-32]


def noisy(values: np.ndarray) -> np.ndarray:
    """Shot noise of 250 photons at white, and read noise of 4 of them."""
    draw = np.random.default_rng(5)
    photons = draw.poisson(250 * to_light(values)) + draw.normal(0, 4, values.shape)
    return from_light(photons / 250)


def soft_and_flat(values: np.ndarray) -> np.ndarray:
    """A blur of sigma 1.2, and half of the contrast."""
    return 0.28 + 0.5 * gaussian_filter(values, (1.2, 1.2, 0))


def with_hot_pixels(values: np.ndarray) -> np.ndarray:
    """Three pixels of a thousand are at their limit in one channel; the rest has a stop less light."""
    draw = np.random.default_rng(7)
    dark = from_light(to_light(values) / 2)
    return np.where(draw.random(values.shape) < 0.001, 1.0, dark)


def with_dark_corners(values: np.ndarray) -> np.ndarray:
    """Light that falls off to a third in the corners."""
    y, x = (np.linspace(-1, 1, side) for side in values.shape[:2])
    radius2 = (y[:, np.newaxis] ** 2 + x**2) / 2
    return from_light(to_light(values) * (1 - 0.67 * radius2)[..., np.newaxis])


def from_below(values: np.ndarray) -> np.ndarray:
    """Photographed from below: the upper edge is a fifth shorter, and the paper is gray."""
    height, width = values.shape[:2]
    corners = np.array(((0, 0), (width, 0), (width, height), (0, height)), float)
    seen = np.array(((0.1 * width, 0), (0.9 * width, 0), (width, height), (0, height)))
    moved = ProjectiveTransform.from_estimate(seen, corners)
    return 0.08 + 0.62 * warp(values, moved, order=3, mode="edge")


DUST = ((70, 380, 7), (118, 60, 9), (40, 150, 6), (150, 430, 8))  # row, column, radius of a speck


def with_dust(values: np.ndarray) -> np.ndarray:
    """Four soft specks on the sensor that take half of the light, and a third less contrast."""
    rows, columns = np.ogrid[: values.shape[0], : values.shape[1]]
    shade = np.ones(values.shape[:2])
    for row, column, radius in DUST:
        distance = np.hypot(rows - row, columns - column)
        shade *= 1 - 0.5 * expit(2 * (radius - distance))
    return 0.2 + 0.67 * from_light(to_light(values) * shade[..., np.newaxis])


DEVELOPMENTS = {
    "astronaut": Development(skimage.data.astronaut, underexposed),
    "coffee": Development(skimage.data.coffee, under_a_lamp),
    "motorcycle": Development(lambda: skimage.data.stereo_motorcycle()[0], in_haze),
    "rocket": Development(skimage.data.rocket, tilted, same_frame=False),
    "cat": Development(skimage.data.chelsea, noisy),
    "moon": Development(skimage.data.moon, soft_and_flat),
    "hubble": Development(lambda: skimage.data.hubble_deep_field()[330:500, 560:780], with_hot_pixels),
    "tissue": Development(skimage.data.immunohistochemistry, with_dark_corners),
    "page": Development(skimage.data.page, from_below, same_frame=False),
    "cameraman": Development(skimage.data.camera, with_dust),
}


def recipe_of(name: str) -> Recipe:
    """The recipe that develops a photo: a file of docs/develop."""
    return from_json((RECIPES / f"{name}.json").read_text(encoding="utf-8"), CATALOGUE)


def developed(name: str) -> tuple[np.ndarray, np.ndarray]:
    """The bad start and the good end of a photo, both uint8 (height, width, 3)."""
    start = DEVELOPMENTS[name].start()
    return start, Script(start, recipe=recipe_of(name)).render("uint8")


def difference(one: np.ndarray, other: np.ndarray) -> float:
    """CIEDE2000 between two pictures in sRGB, the mean over all pixels."""
    return float(deltaE_ciede2000(rgb2lab(one), rgb2lab(other)).mean())


def beside(start: np.ndarray, end: np.ndarray) -> Image.Image:
    """Start and end in one picture, each made to fit its half; a small one is magnified by a whole number."""
    times = max(1, WIDTH_PX // start.shape[1])
    halves = [Image.fromarray(each.repeat(times, axis=0).repeat(times, axis=1)) for each in (start, end)]
    for half in halves:
        half.thumbnail((WIDTH_PX, HEIGHT_PX), Image.Resampling.LANCZOS)
    height = max(half.height for half in halves)
    sheet = Image.new("RGB", (2 * WIDTH_PX + GAP_PX, height), "white")
    for number, half in enumerate(halves):
        left = number * (WIDTH_PX + GAP_PX) + (WIDTH_PX - half.width) // 2
        sheet.paste(half, (left, (height - half.height) // 2))
    return sheet


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, development in DEVELOPMENTS.items():
        start, end = developed(name)
        path = PICTURES / f"{name}.webp"
        beside(start, end).save(path, quality=QUALITY, method=6)
        words = f"{name:10} {path.stat().st_size / 1e3:4.0f} KB"
        if development.same_frame and end.shape == start.shape:
            original = development.original()
            words += f"  {difference(start, original):5.2f} → {difference(end, original):5.2f}"
        print(words)


if __name__ == "__main__":
    main()
