"""Photos out: the whole result into a file, or as PNG for the clipboard."""

from __future__ import annotations

import contextlib
import io
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from msgspec import structs
from PIL import Image

from jaxstudio.backend.frames import painted
from jaxstudio.backend.protocol import Corners, unpack_recipe
from jaxstudio.backend.requests import (
    Copied,
    CopyRequest,
    Foreseen,
    ForeseeRequest,
    ProgramRequest,
    SaveRequest,
)
from jaxstudio.backend.state import STATE
from jaxstudio.engine.render import Engine
from jaxstudio.errors import PhotoError
from jaxstudio.files.colour import pixels_in_srgb
from jaxstudio.files.formats import parse_storage
from jaxstudio.files.metadata_groups import without
from jaxstudio.files.photo import Photo, load_photo
from jaxstudio.files.quantise import count_unsound, to_depth
from jaxstudio.files.save import computed_depth, default_depth, save
from jaxstudio.pipeline.expand import result_size
from jaxstudio.processes.serve import Work
from jaxstudio.runtime.atomic_write import atomic_write

DTYPES = {"8": "uint8", "16": "uint16", "float32": "float32"}
MODES = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}
Bands = Iterator[tuple[int, np.ndarray]]
PNG_LEVEL = 1  # zlib's fastest: a clipboard is read once, soon


class Control:
    """Reports a job's progress to the window, in hundredths; cancelled when the job is."""

    def __init__(self, work: Work) -> None:
        self._work, self._told = work, -1

    def report(self, done: float) -> None:
        if int(done * 100) > self._told:
            self._told = int(done * 100)
            self._work.tell(done)

    def cancelled(self) -> bool:
        return self._work.stopped


def _engine(work: Work) -> Engine:
    """An engine with the preview's device and kernels, for which nobody waits."""
    return STATE.engine(work).beside(lambda text: None)


def save_result(request: SaveRequest, work: Work) -> int:
    """Render the whole result in bounded memory and write it; returns how many pixels were NaN or infinite.

    Raises:
        StudioError: the file cannot be written; it is then unchanged.
    """
    catalogue = STATE.catalogue(work)
    opened, recipe = STATE.photo(request.token, work), unpack_recipe(request.recipe, catalogue)
    photo, source = opened.photo, opened.source
    if request.drop:
        photo = replace(photo, metadata=without(photo.metadata, request.drop))
    height, width = result_size(recipe, (source.height, source.width))
    if 0 < request.longest < max(height, width):
        side = "height" if height > width else "width"
        recipe = recipe.added(catalogue["resize"], {side: request.longest})
    storage = parse_storage(request.store)
    depth = request.depth or default_depth(request.path, photo.depth, storage)
    engine, control = _engine(work), Control(work)
    shape = (*engine.size(recipe, source.height, source.width), source.channels)
    dtype = DTYPES[computed_depth(depth, photo)]
    bands = engine.bands(source, recipe, dtype, progress=control.report, cancel=control.cancelled)
    quality = request.quality or None
    if request.to_srgb:
        photo, bands = _in_srgb(photo, bands)
    return save(request.path, bands, depth, photo, shape=shape, quality=quality, storage=storage)


def _in_srgb(photo: Photo, bands: Bands) -> tuple[Photo, Bands]:
    """The bands of a result converted from the photo's profile to sRGB, and the photo with that profile."""
    icc = photo.metadata.icc_for(photo.channels)
    converted = replace(photo, pixels=photo.pixels[:1, :1]).in_srgb()
    if icc is None or converted.metadata.icc == icc:
        return photo, bands
    profiled = replace(photo, metadata=converted.metadata)
    return profiled, ((y, band if (new := pixels_in_srgb(band, icc)) is None else new) for y, band in bands)


def foresee_file(request: ForeseeRequest, work: Work) -> Foreseen:
    """Write the result into a folder of its own, and read it back.

    Raises:
        StudioError: the file cannot be written as it is asked for.
    """
    with tempfile.TemporaryDirectory(prefix="jaxstudio-") as folder:
        path = Path(folder, f"result{Path(request.save.path).suffix}")
        save_result(structs.replace(request.save, path=str(path)), work)
        file_bytes, photo = path.stat().st_size, load_photo(path)
    corners = _part(photo, request.middle, request.size)
    y0, x0, y1, x1 = corners
    part = replace(photo, pixels=np.ascontiguousarray(photo.pixels[y0:y1, x0:x1]))
    with contextlib.suppress(PhotoError):  # without imagecodecs, deep colours are shown as they are
        part = part.in_srgb()
    pixels = to_depth(part.pixels, "8")
    return Foreseen(file_bytes, photo.pixels.shape[:2], painted(pixels, corners, work.empty))


def _part(photo: Photo, middle: tuple[float, float], size: tuple[int, int]) -> Corners:
    """The corners of a part around `middle`, moved into the picture."""
    corners = []
    for at, count, length in zip(middle, size, photo.pixels.shape[:2], strict=True):
        count = min(count, length)
        first = min(max(round(at * length - count / 2), 0), length - count)
        corners.append((first, first + count))
    (y0, y1), (x0, x1) = corners
    return y0, x0, y1, x1


def save_program(request: ProgramRequest, work: Work) -> None:
    """Write the recipe as a program for images like the photo: a Python script, or StableHLO."""
    from jaxstudio.codegen.stablehlo import program_file

    opened, recipe = STATE.photo(request.token, work), unpack_recipe(request.recipe, STATE.catalogue(work))
    STATE.engine(work)  # JAX is set up
    source = opened.source
    size, dtype = (source.height, source.width), source.pixels.dtype.name
    content = program_file(recipe, request.path, size, source.channels, dtype, Path(request.path).stem)
    with atomic_write(request.path) as file:
        file.write(content)


def copy_result(request: CopyRequest, work: Work) -> Copied:
    """The whole result as PNG of 8 bits."""
    opened, recipe = STATE.photo(request.token, work), unpack_recipe(request.recipe, STATE.catalogue(work))
    engine, control = _engine(work), Control(work)
    dtype = "float32" if opened.source.pixels.dtype.kind == "f" else "uint8"
    pixels = engine.render(
        opened.source, recipe, dtype=dtype, progress=control.report, cancel=control.cancelled
    )
    changed = count_unsound(pixels)
    encoded = io.BytesIO()
    height, width, channels = pixels.shape
    image = Image.frombytes(MODES[channels], (width, height), to_depth(pixels, "8").tobytes())
    image.save(encoded, "PNG", compress_level=PNG_LEVEL)
    png = work.empty((encoded.tell(),), "uint8")
    png[:] = np.frombuffer(encoded.getbuffer(), np.uint8)
    return Copied(png, changed)
