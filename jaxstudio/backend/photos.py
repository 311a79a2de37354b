"""Photos in: decoded in the engine's process, where their pixels stay."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING

import numpy as np
from msgspec import structs

from jaxstudio.backend.frames import first_look, painted, to_uint8
from jaxstudio.backend.protocol import Opened, OpenRequest, PhotoInfo
from jaxstudio.backend.requests import LensNamesRequest, PhotoFacts, PhotoFactsRequest, SampleRequest
from jaxstudio.backend.state import STATE, OpenPhoto
from jaxstudio.errors import PhotoError
from jaxstudio.files.colour import DisplayTransform
from jaxstudio.files.lens_profiles import known_cameras, known_lenses
from jaxstudio.files.metadata import date_and_camera
from jaxstudio.files.photo import Photo, load_photo, sample_photo
from jaxstudio.processes.serve import Work

if TYPE_CHECKING:
    from jaxstudio.engine.source import Source
    from jaxstudio.files.preview import Preview

FITTED_PX = 1024  # about the longer side of a photo in the window when that fits
UNREADABLE = "The clipboard's picture cannot be read"


def read_facts(request: PhotoFactsRequest, work: Work) -> tuple[PhotoFacts, ...]:
    """The date and the camera of each photo, from the start of its file."""
    found = []
    for path in request.paths:
        work.check()
        date, camera = date_and_camera(path)
        found.append(PhotoFacts(date, camera))
    return tuple(found)


def open_photo(request: OpenRequest, work: Work) -> Opened:
    """Decode a photo and keep it under its token.

    Raises:
        PhotoError: one line that names the fault.
    """
    from jaxstudio.engine.source import Source

    STATE.begin_photo(request.token)
    try:
        if request.first_look and request.page == 1:
            _report_first_looks(request, work)
        photo = decode(request)
        if request.kept and (request.png or request.pixels is not None):
            keep_copy(request, photo)
        work.check()
        opened = OpenPhoto(photo, Source(photo.pixels, photo.curve, photo.to_srgb, photo.find_lens))
    except Exception as error:
        STATE.put_photo(request.token, error)
        raise
    STATE.put_photo(request.token, opened)
    look = first_look(photo.pixels, work.empty, opened.display.apply)
    Thread(target=_reduce, args=(opened.source,), name="jaxstudio-reduce", daemon=True).start()
    return Opened(photo_info(request.token, photo), look)


def _reduce(source: Source) -> None:
    """Make the reduced copies that the first frame is computed from, while JAX is still being imported."""
    if source.in_memory and source.dtype == np.uint8:  # the others would import SciPy, too
        source.level(max(0, math.ceil(math.log2(max(source.height, source.width) / FITTED_PX))))


def _report_first_looks(request: OpenRequest, work: Work) -> None:
    """Report an embedded thumbnail, then a JPEG decoded at a reduced size, as if they were the photo."""
    from jaxstudio.files.preview import load_embedded, load_preview

    embedded = load_embedded(request.path)
    if embedded is not None:
        _report_look(request, embedded, work, thumbnail=True)
        work.check()
    if embedded is None or not embedded.is_enough():
        reduced = load_preview(request.path)
        if reduced is not None:
            _report_look(request, reduced, work, thumbnail=False)
            work.check()


def _report_look(request: OpenRequest, preview: Preview, work: Work, *, thumbnail: bool) -> None:
    small = preview.photo
    height, width = preview.height, preview.width
    shown = DisplayTransform(small.metadata.icc, STATE.screen, small.channels).apply(to_uint8(small.pixels))
    path, info = request.path, photo_info(request.token, small)
    info = structs.replace(info, height=height, width=width, name=Path(path).name, path=path)
    work.tell(Opened(info, painted(shown, (0, 0, height, width), work.empty), thumbnail))


def photo_info(token: int, photo: Photo) -> PhotoInfo:
    """The properties of a photo that the window needs."""
    return PhotoInfo(
        token,
        photo.height,
        photo.width,
        photo.channels,
        photo.pixels.dtype.name,
        photo.depth,
        photo.name,
        None if photo.path is None else str(photo.path),
        photo.sample,
        photo.page,
        photo.pages,
    )


def decode(request: OpenRequest) -> Photo:
    """The photo of a request. PhotoError: one line that names the fault."""
    if request.path:
        return load_photo(request.path, request.page)
    if request.sample:
        return sample_photo(request.sample)
    if request.png:
        return _decode_png(request)
    if request.pixels is not None:
        # a copy: the shared memory belongs to the window
        return Photo(np.array(request.pixels, order="C"), name=request.name)
    photo = load_photo(request.kept)
    return replace(photo, path=None, name=request.name)


def keep_copy(request: OpenRequest, photo: Photo) -> None:
    """Write a picture from the clipboard to a file that outlives this process."""
    if request.png:
        Path(request.kept).write_bytes(request.png)
    else:
        from jaxstudio.files.save import save  # not for a photo that comes from a file, at the start

        save(request.kept, photo.pixels)


def _decode_png(request: OpenRequest) -> Photo:
    """A photo from PNG data, read in the same way as a file."""
    with TemporaryDirectory(prefix="jaxstudio-") as folder:
        path = Path(folder, "pasted.png")
        path.write_bytes(request.png)
        try:
            photo = load_photo(path)
        except PhotoError:
            raise PhotoError(UNREADABLE) from None
    return replace(photo, path=None, name=request.name)


def list_lenses(request: LensNamesRequest, work: Work) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of cameras and of the lenses that fit one of them."""
    exif = STATE.photo(request.token, work).photo.metadata.exif
    return known_cameras(), known_lenses(exif, request.camera)


def read_sample(request: SampleRequest, work: Work) -> np.ndarray:
    """A square of a photo, by `sample`."""
    return sample(STATE.photo(request.token, work).photo.pixels, request.side)


def sample(pixels: np.ndarray, side: int) -> np.ndarray:
    """A square of a photo: around its first NaN or infinity, else pixels spread over the whole photo.

    The first of the spread pixels have the smallest and largest value of each channel: there roots,
    logarithms and quotients fail.
    """
    height, width = pixels.shape[:2]
    bad = np.argwhere(~np.isfinite(pixels)) if pixels.dtype.kind == "f" else np.zeros((0, 3), np.int64)
    if len(bad):
        y, x = (int(np.clip(at - side // 2, 0, max(size - side, 0)))
                for at, size in zip(bad[0][:2], (height, width), strict=True))  # fmt: skip
        square = pixels[y : y + side, x : x + side]
    else:
        rows, columns = (np.linspace(0, size - 1, min(side, size)).astype(int) for size in (height, width))
        square = pixels[np.ix_(rows, columns)]
        flat = pixels.reshape(-1, pixels.shape[2])
        ends = np.unique(np.concatenate([flat.argmin(0), flat.argmax(0)]))[
            : square.shape[0] * square.shape[1]
        ]
        square.reshape(-1, square.shape[2])[: len(ends)] = flat[ends]
    missing = [(0, side - size) for size in square.shape[:2]]
    return np.ascontiguousarray(np.pad(square, [*missing, (0, 0)], "edge"))
