"""Photos out: the whole result into a file, or as PNG for the clipboard."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

from jaxstudio.backend.protocol import Copied, CopyRequest, SaveRequest, unpack_recipe
from jaxstudio.backend.state import STATE
from jaxstudio.engine.render import Engine
from jaxstudio.files.formats import parse_storage
from jaxstudio.files.metadata_groups import without
from jaxstudio.files.quantise import count_unsound, to_depth
from jaxstudio.files.save import computed_depth, default_depth, save
from jaxstudio.processes.serve import Work
from jaxstudio.runtime.atomic_write import atomic_write

DTYPES = {"8": "uint8", "16": "uint16", "float32": "float32"}
MODES = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}
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
    opened, recipe = STATE.photo(request.token, work), unpack_recipe(request.recipe, STATE.catalogue(work))
    photo, source = opened.photo, opened.source
    if request.drop:
        photo = replace(photo, metadata=without(photo.metadata, request.drop))
    storage = parse_storage(request.store)
    depth = request.depth or default_depth(request.path, photo.depth, storage)
    engine, control = _engine(work), Control(work)
    shape = (*engine.size(recipe, source.height, source.width), source.channels)
    dtype = DTYPES[computed_depth(depth, photo)]
    bands = engine.bands(source, recipe, dtype, progress=control.report, cancel=control.cancelled)
    quality = request.quality or None
    return save(request.path, bands, depth, photo, shape=shape, quality=quality, storage=storage)


def save_program(request: SaveRequest, work: Work) -> None:
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
