"""A first look at a large photo: a JPEG decoded at a half, a quarter or an eighth of its size.

A JPEG keeps its pixels as the coefficients of 8×8 blocks: of each block fewer of them are transformed, which
gives a smaller picture without decoding the large one.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

from jaxstudio.errors import PhotoError
from jaxstudio.files.decode import PillowFile, check_size, opened, upright
from jaxstudio.files.formats import HEADER_BYTES, identify
from jaxstudio.files.metadata import read_metadata
from jaxstudio.files.photo import Photo, check_is_file
from jaxstudio.runtime.decoder_messages import collect_messages

REDUCTIONS = (8, 4, 2)
LEAST_SHARE = 0.7  # of the longest side asked for, which the reduced picture has at least


@dataclass(frozen=True, eq=False)
class Preview:
    """A reduced photo, upright, and the size (height, width) of the whole one."""

    photo: Photo
    height: int
    width: int

    def is_enough(self, longest_side: int = 1600) -> bool:
        """Whether a reduced picture for `longest_side` pixels would show no more."""
        return max(self.photo.pixels.shape) >= LEAST_SHARE * longest_side


def load_preview(path: str | os.PathLike[str], longest_side: int = 1600) -> Preview | None:
    """A JPEG reduced to about `longest_side` pixels, in a small part of the time that all of it takes.

    None where there is nothing to be gained: another format, a small photo, or a file that is no photo, which
    `load_photo` says. The preview's pixels are not those of the photo reduced: it is for a first look alone.
    """
    path = Path(path)
    try:
        check_is_file(path)
        with open(path, "rb") as file:
            known = identify(file.read(HEADER_BYTES), path.suffix)
        if known is None or known.name != "JPEG":
            return None
        with collect_messages(), opened(path, PillowFile) as reader:
            return _reduced(path, reader, longest_side)
    except (PhotoError, OSError, SyntaxError, ValueError, MemoryError):
        return None


def _reduced(path: Path, reader: PillowFile, longest_side: int) -> Preview | None:
    image = reader.image
    width, height = image.size
    check_size(path, height, width)
    enough = LEAST_SHARE * longest_side
    reduction = next((by for by in REDUCTIONS if max(width, height) / by >= enough), 1)
    if reduction == 1:
        return None
    image.draft(None, (width // reduction, height // reduction))
    pixels = reader.read_page(0)
    metadata, orientation = read_metadata(image)
    photo = Photo(upright(pixels, orientation), replace(metadata, jpeg=None), path, path.name)
    return Preview(photo, *((width, height) if orientation >= 5 else (height, width)))
