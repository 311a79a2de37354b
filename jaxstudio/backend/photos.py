"""Photos in: decoded in the engine's process, where their pixels stay."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from jaxstudio.backend.frames import first_look
from jaxstudio.backend.protocol import Opened, OpenRequest, PhotoInfo
from jaxstudio.backend.state import STATE, OpenPhoto
from jaxstudio.errors import PhotoError
from jaxstudio.files.photo import Photo, load_photo, sample_photo
from jaxstudio.processes.serve import Work

UNREADABLE = "the picture cannot be read"


def open_photo(request: OpenRequest, work: Work) -> Opened:
    """Decode a photo and keep it under its token.

    Raises:
        PhotoError: one line that names what is wrong.
    """
    from jaxstudio.engine.source import Source

    try:
        photo = _decode(request)
        work.check()
        opened = OpenPhoto(photo, Source(photo.pixels))
    except Exception as error:
        STATE.put_photo(request.token, error)
        raise
    STATE.put_photo(request.token, opened)
    look = first_look(photo.pixels, work.empty, opened.display.apply)
    return Opened(photo_info(request.token, photo), look)


def photo_info(token: int, photo: Photo) -> PhotoInfo:
    """What the window knows of a photo."""
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


def _decode(request: OpenRequest) -> Photo:
    if request.path:
        return load_photo(request.path, request.page)
    if request.sample:
        return sample_photo(request.sample)
    if request.png:
        return _decode_png(request)
    if request.pixels is None:
        raise PhotoError(UNREADABLE)
    # a copy: the memory it came in belongs to the window
    return Photo(np.array(request.pixels, order="C"), name=request.name)


def _decode_png(request: OpenRequest) -> Photo:
    """A photo without a file from a PNG, as a file of it would be read."""
    with TemporaryDirectory(prefix="jaxstudio-") as folder:
        path = Path(folder, "pasted.png")
        path.write_bytes(request.png)
        try:
            photo = load_photo(path)
        except PhotoError:
            raise PhotoError(UNREADABLE) from None
    return replace(photo, path=None, name=request.name)
