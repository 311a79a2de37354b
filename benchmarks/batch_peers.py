"""Four everyday stacks of a batch, each by this program's filters and by OpenCV, Pillow and libvips.

All decode the whole photo, so that resizing is compared, not how a JPEG is decoded at half its
size. Imports are in functions, since the processes of the pools start with this module.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

QUALITY = 90
BLACK, WHITE, SATURATION, SIGMA = 0.05, 0.95, 1.2, 2.0
RADIUS, AMOUNT, MEDIAN, STOPS = 1.0, 0.6, 3, 0.5
REC601 = (0.299, 0.587, 0.114)
RESIZED, TONED, CLEANED, TIFF = (
    "resize, sharpen", "levels, saturation, blur", "median, unsharp mask", "16-bit TIFF: contrast, blur",
)  # fmt: skip
CONTRAST = 1.2
_SHARPEN: tuple[str, dict[str, object]] = ("unsharp_mask", {"radius": RADIUS, "amount": AMOUNT})
OURS: dict[str, tuple[tuple[str, dict[str, object]], ...]] = {
    RESIZED: (("resize", {"scale": 50.0, "antialias": False}), _SHARPEN),
    TONED: (
        ("levels", {"black": BLACK, "white": WHITE}),
        ("saturation", {"factor": SATURATION}),
        ("gaussian_blur", {"sigma": SIGMA}),
    ),
    CLEANED: (("median", {"size": MEDIAN}), _SHARPEN),
    TIFF: (("contrast", {"factor": CONTRAST, "about": "half"}), ("gaussian_blur", {"sigma": SIGMA})),
}


def _matrix() -> Any:
    import numpy as np

    matrix = SATURATION * np.eye(3) + (1 - SATURATION) * np.tile(REC601, (3, 1))
    return matrix.astype(np.float32)


@cache
def _levels() -> Any:
    import numpy as np

    scaled = (np.arange(256) / 255 - BLACK) / (WHITE - BLACK)
    return np.rint(255 * np.clip(scaled, 0, 1)).astype(np.uint8)


def opencv(stack: str, source: str, target: str) -> None:
    import cv2

    def blur(pixels: Any, sigma: float) -> Any:
        side = 2 * int(4 * sigma + 0.5) + 1
        return cv2.GaussianBlur(pixels, (side, side), sigma, borderType=cv2.BORDER_REFLECT)

    cv2.setNumThreads(1)
    pixels = cv2.imread(source, cv2.IMREAD_UNCHANGED)
    assert pixels is not None
    if stack in (RESIZED, CLEANED):
        pixels = (
            cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_LINEAR)
            if stack == RESIZED
            else cv2.medianBlur(pixels, MEDIAN)
        )
        pixels = cv2.addWeighted(pixels, 1 + AMOUNT, blur(pixels, RADIUS), -AMOUNT, 0)
    elif stack == TONED:
        pixels = blur(cv2.transform(cv2.LUT(pixels, _levels()), _matrix()[::-1, ::-1]), SIGMA)
    else:
        pixels = blur(cv2.addWeighted(pixels, CONTRAST, pixels, 0, 32767.5 * (1 - CONTRAST)), SIGMA)
    how = [cv2.IMWRITE_TIFF_COMPRESSION, 1] if stack == TIFF else [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
    cv2.imwrite(target, pixels, how)


def pillow(stack: str, source: str, target: str) -> None:
    """It has no colour of 16 bits, and its blur is three box filters."""
    from PIL import Image, ImageEnhance, ImageFilter

    sharpen = ImageFilter.UnsharpMask(RADIUS, round(100 * AMOUNT), 0)
    with Image.open(source) as opened:
        image: Image.Image = opened
        if stack == RESIZED:
            image = image.reduce(2).filter(sharpen)
        elif stack == CLEANED:
            image = image.filter(ImageFilter.MedianFilter(MEDIAN)).filter(sharpen)
        else:
            image = ImageEnhance.Color(image.point(list(_levels()) * 3)).enhance(SATURATION)
            image = image.filter(ImageFilter.GaussianBlur(SIGMA))
        image.save(target, quality=QUALITY, subsampling="4:2:0")


def libvips(stack: str, source: str, target: str) -> None:
    """Written in the band format of the source; sums of bytes are in floating point, as libvips has them."""
    import os

    os.environ["VIPS_CONCURRENCY"] = "1"
    import pyvips

    image = pyvips.Image.new_from_file(source, access="sequential")
    depth = image.format
    blurring = {"min_ampl": 0.001, "precision": "integer"}  # the finest it allows: 3.7 sigma
    if stack in (RESIZED, CLEANED):
        image = image.shrink(2, 2) if stack == RESIZED else image.median(MEDIAN)
        image = image * (1 + AMOUNT) - image.gaussblur(RADIUS, **blurring) * AMOUNT
    elif stack == TONED:
        table = pyvips.Image.new_from_array([_levels().tolist()]).cast("uchar")
        image = image.maplut(table).recomb(_matrix().tolist()).cast("uchar").gaussblur(SIGMA, **blurring)
    else:
        image = (image * CONTRAST + 32767.5 * (1 - CONTRAST)).cast(depth).gaussblur(SIGMA, **blurring)
    how = {"compression": "none"} if stack == TIFF else {"Q": QUALITY, "subsample_mode": "on"}
    image.cast(depth).write_to_file(target, **how)


PEERS: dict[str, Callable[[str, str, str], None]] = {"opencv": opencv, "pillow": pillow, "libvips": libvips}
MODULES = {"opencv": "cv2", "pillow": "PIL", "libvips": "pyvips"}


def can(peer: str, stack: str) -> bool:
    """Whether it is installed and has what the stack needs."""
    from importlib.util import find_spec

    return find_spec(MODULES[peer]) is not None and (peer, stack) != ("pillow", TIFF)


def by_peer(job: tuple[str, str, str, str]) -> float:
    """One file; seconds of the processor."""
    peer, *rest = job
    began = time.process_time()
    PEERS[peer](*rest)
    return time.process_time() - began


def work_of(stack: str) -> Any:
    """The stack as a batch's work."""
    from benchmarks.workload import recipe_of
    from jaxstudio.batch.photo import PhotoWork
    from jaxstudio.pipeline.recipe_text import to_json

    # with encoded values, as the peers compute
    recipe = recipe_of(OURS[stack]).with_working_space("encoded")
    return PhotoWork(to_json(recipe), quality=None if stack == TIFF else QUALITY)


def make_tiffs(paths: list[Path], folder: Path) -> list[Path]:
    """The photos as uncompressed TIFFs of 16 bits."""
    import numpy as np
    import tifffile
    from PIL import Image

    folder.mkdir()
    made = []
    for path in paths:
        with Image.open(path) as image:
            pixels = np.asarray(image).astype(np.uint16) * 257
        made.append(folder / f"{path.stem}.tif")
        tifffile.imwrite(made[-1], pixels, photometric="rgb")
    return made
