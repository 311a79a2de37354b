"""A photo is pixels with what its file said about them; every depth is kept as the file had it."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PIL import Image, UnidentifiedImageError

from jaxstudio.errors import PhotoError
from jaxstudio.files.decode import FORMATS, MAP_FROM_BYTES, check_size, read_pillow, read_tiff, to_supported
from jaxstudio.files.metadata import Metadata, read_metadata
from jaxstudio.files.quantise import DEPTHS, Array
from jaxstudio.runtime.decoder_messages import collected

KNOWN = "JPEG, PNG, TIFF, WebP, BMP, GIF or .npy"
SAMPLES = {
    "cat": "chelsea",
    "astronaut": "astronaut",
    "coffee": "coffee",
    "camera": "camera",
    "rocket": "rocket",
}
LOG = logging.getLogger("jaxstudio.files")
LOG.addHandler(logging.NullHandler())
TIFF_STARTS = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")


@dataclass(frozen=True, eq=False)
class Photo:
    """`pixels` (H, W, C), C-contiguous uint8, uint16 or float32; C = 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA.

    Integers stand for [0, 1], encoded as the file had them; alpha is straight. Float values may
    leave [0, 1] and may be NaN. `path` is None for a sample, whose `name` opens it again, and for a
    picture that was pasted.
    """

    pixels: Array
    metadata: Metadata = field(default_factory=Metadata)
    path: Path | None = None
    name: str = ""
    sample: bool = False

    @property
    def height(self) -> int:
        return self.pixels.shape[0]

    @property
    def width(self) -> int:
        return self.pixels.shape[1]

    @property
    def channels(self) -> int:
        return self.pixels.shape[2]

    @property
    def depth(self) -> str:
        """ "8", "16" or "float32"."""
        return DEPTHS[self.pixels.dtype]


def load_photo(path: str | os.PathLike[str]) -> Photo:
    """Read a photo of any known format, told by its content (`.npy` by its name), upright.

    Raises PhotoError: one line that names the file, what is wrong and what was expected.
    """
    with collected() as said:
        return _load(Path(path), said)


def _load(path: Path, said: list[str]) -> Photo:
    try:
        check_is_file(path)
        with open(path, "rb") as file:
            start = file.read(16)
        if not start:
            raise PhotoError(f"{path}: an empty file, expected a photo")
        if path.suffix.lower() == ".npy":
            return Photo(_read_npy(path), path=path, name=path.name)
        pixels = _try_tiff(path) if start.startswith(TIFF_STARTS) else None
        if pixels is not None:
            return Photo(pixels, _tiff_metadata(path), path, path.name)
        pixels, metadata = read_pillow(path)
    except PhotoError:
        raise
    except FileNotFoundError:
        raise PhotoError(f"{path}: no such file") from None
    except PermissionError:
        raise PhotoError(f"{path}: no permission to read it") from None
    except UnidentifiedImageError:
        if start.startswith(TIFF_STARTS):
            raise PhotoError(
                f"{path}: a TIFF that is cut short or of a rare kind, expected one that is not compressed"
            ) from None
        raise PhotoError(f"{path}: not a photo, expected {KNOWN}") from None
    except MemoryError:
        raise PhotoError(f"{path}: too large for the memory of this machine") from None
    except Exception as error:
        if isinstance(error, OSError) and error.errno is not None:  # the system's own, not a decoder's
            raise PhotoError(f"{path}: cannot be read: {error.strerror}") from None
        # Decoders raise OSError, SyntaxError, ValueError, struct.error, zlib.error, … on damaged files.
        reason = said[0] if said else str(error).splitlines()[0] if str(error) else type(error).__name__
        raise PhotoError(f"{path}: damaged or cut short ({reason}), expected {KNOWN}") from None
    if said:
        LOG.info("%s: read in spite of: %s", path, "; ".join(said))
    return Photo(pixels, metadata, path, path.name)


def check_is_file(path: Path) -> None:
    """PhotoError for a folder, and for a pipe, which to open may wait for ever."""
    if path.is_dir():
        raise PhotoError(f"{path}: a folder, expected a photo (for all in it: {path / '*'})")
    if path.exists() and not path.is_file():
        raise PhotoError(f"{path}: a device or a pipe, expected a photo")


def sample_photo(name: str = "cat") -> Photo:
    """A photo that ships with scikit-image: cat, astronaut, coffee, camera (gray) or rocket; no network."""
    import skimage.data

    if name not in SAMPLES:
        raise PhotoError(f"no sample is called {name!r}: expected one of {', '.join(SAMPLES)}")
    pixels = np.asarray(getattr(skimage.data, SAMPLES[name])())
    pixels = pixels[..., np.newaxis] if pixels.ndim == 2 else pixels
    return Photo(np.ascontiguousarray(pixels), name=name, sample=True)


def photo_size(path: str | os.PathLike[str]) -> tuple[int, int] | None:
    """(height, width) read from the header alone, or None where it cannot be told cheaply."""
    try:
        if not Path(path).is_file():
            return None  # opening a pipe may wait for ever
        if Path(path).suffix.lower() == ".npy":
            shape = np.load(path, mmap_mode="r").shape
            return shape[0], shape[1]
        with Image.open(path, formats=FORMATS) as image:
            return image.height, image.width
    except Exception:
        return None  # whatever is wrong is said by `load_photo`


def _read_npy(path: Path) -> Array:
    large = path.stat().st_size > MAP_FROM_BYTES
    try:
        pixels = np.load(path, mmap_mode="r" if large else None, allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise PhotoError(f"{path}: not an .npy array of numbers ({str(error).splitlines()[0]})") from None
    shape = pixels.shape
    if len(shape) not in (2, 3) or (len(shape) == 3 and not 1 <= shape[2] <= 4):
        raise PhotoError(
            f"{path}: an array of shape {shape}, expected (height, width) or (height, width, 1 to 4)"
        )
    check_size(path, shape[0], shape[1])
    return np.ascontiguousarray(to_supported(path, pixels.reshape((*shape[:2], -1))))


def _try_tiff(path: Path) -> Array | None:
    try:
        return read_tiff(path)
    except (PhotoError, OSError, MemoryError):
        raise
    except Exception:
        # tifffile reads what microscopes write, libtiff what cameras write: let the other one try.
        return None


def _tiff_metadata(path: Path) -> Metadata:
    """What Pillow finds in the header; a TIFF that only tifffile understands has none."""
    try:
        with Image.open(path, formats=["TIFF"]) as image:
            return read_metadata(image)[0]
    except Exception:
        return Metadata()
