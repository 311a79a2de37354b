"""Contact sheets of variants and sweeps, each picture with its label below; the frames of an animation."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from jaxstudio.engine.executor import never
from jaxstudio.engine.plan.base import Cancel
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.variants.axes import SweptRecipe, columns_of

GAP_PX, LABEL_PX = 8, 18
PAPER, INK = (250, 250, 250), (40, 40, 40)


def thumbnail(
    engine: Engine, source: Source, recipe: Recipe, side: int, cancel: Cancel = never
) -> np.ndarray:
    """The result no larger than side × side: (height, width, 3 or 4) uint8.

    It is computed on the photo reduced to no less than twice that, then averaged, so that grain
    looks as it does from afar.
    """
    level = 0
    while max(source.height, source.width) >> (level + 1) >= 2 * side:
        level += 1
    pixels = engine.render(source, recipe, dtype="uint8", level=level, cancel=cancel)
    if pixels.shape[2] < 3:  # gray, with alpha or without
        pixels = np.concatenate([np.repeat(pixels[..., :1], 3, axis=2), pixels[..., 1:]], axis=2)
    image = Image.fromarray(pixels)
    scale = side / max(image.size)
    if scale < 1:
        width, height = (max(1, round(length * scale)) for length in image.size)
        image = image.resize((width, height), Image.Resampling.BOX)
    return np.asarray(image)


def contact_sheet(
    pictures: Sequence[np.ndarray], labels: Sequence[str], side: int, columns: int = 0
) -> np.ndarray:
    """Pictures from `thumbnail` in rows of `columns` (0: about square), as (height, width, 3) uint8."""
    columns = min(columns or columns_of(len(pictures)), max(1, len(pictures)))
    rows = max(1, math.ceil(len(pictures) / columns))
    tallest = max((len(pixels) for pixels in pictures), default=side)
    wide, high = side + GAP_PX, tallest + LABEL_PX + GAP_PX
    sheet = Image.new("RGB", (columns * wide + GAP_PX, rows * high + GAP_PX), PAPER)
    draw, font = ImageDraw.Draw(sheet), ImageFont.load_default(12)
    for number, (pixels, label) in enumerate(zip(pictures, labels, strict=True)):
        down, across = divmod(number, columns)
        left, top = GAP_PX + across * wide, GAP_PX + down * high
        image = Image.fromarray(pixels)
        corner = (left + (side - image.width) // 2, top + (tallest - image.height) // 2)
        sheet.paste(image, corner, image if image.mode == "RGBA" else None)
        draw.text((left + side / 2, top + tallest + 2), label, INK, font, anchor="ma")
    return np.asarray(sheet)


def pictures(
    engine: Engine,
    source: Source,
    recipes: Sequence[Recipe],
    side: int,
    report: Callable[[float], None] = lambda share: None,
    cancel: Cancel = never,
) -> Iterator[np.ndarray]:
    """Each result no larger than side × side: (height, width, 3 or 4) uint8; see `thumbnail`."""
    for number, recipe in enumerate(recipes):
        yield thumbnail(engine, source, recipe, side, cancel)
        report((number + 1) / len(recipes))


def sweep_sheet(
    engine: Engine, source: Source, swept: Sequence[SweptRecipe], side: int, columns: int = 0
) -> np.ndarray:
    """A contact sheet of the pictures of `axes.sweep`: (height, width, 3) uint8."""
    made = list(pictures(engine, source, [each.recipe for each in swept], side))
    return contact_sheet(made, [each.label for each in swept], side, columns)


def in_order(frames: Iterable[np.ndarray], back: bool = False) -> Iterable[np.ndarray]:
    """The frames of an animation; with `back` it runs back to its start, ends shown once."""
    if not back:
        return frames
    forward = list(frames)
    return forward + forward[-2:0:-1]
