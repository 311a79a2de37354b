"""JPEG decoded straight into the array that is returned, where the package imagecodecs is there.

Pillow keeps four bytes for each RGB pixel, which then are packed and copied. Both decode by libjpeg-turbo:
the values are the same.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from jaxstudio.files.quantise import Array
from jaxstudio.runtime.aligned_memory import aligned_empty

CHANNELS = {"L": 1, "RGB": 3}
END_OF_IMAGE = b"\xff\xd9"


def decode_jpeg(path: Path, image: Image.Image) -> Array | None:
    """The pixels (H, W, C) uint8 of a JPEG that Pillow has opened, as they are stored.

    None where Pillow should decode: without imagecodecs, for inks and for files of several pictures, and
    for whatever is damaged. libjpeg fills the rest of a file that is cut short with gray and says so to
    nobody, so that a file must end as a JPEG does.
    """
    channels = CHANNELS.get(image.mode)
    if image.format != "JPEG" or channels is None:
        return None
    try:
        from imagecodecs import jpeg8_decode
    except ImportError:
        return None
    data = path.read_bytes()
    if not data.endswith(END_OF_IMAGE):
        return None
    shape = (image.height, image.width) if channels == 1 else (image.height, image.width, channels)
    pixels = aligned_empty(image.height * image.width * channels, np.uint8).reshape(shape)
    try:
        jpeg8_decode(data, out=pixels)
    except (RuntimeError, ValueError, ImportError):  # Pillow says what is wrong with the file
        return None
    return pixels.reshape(image.height, image.width, channels)
