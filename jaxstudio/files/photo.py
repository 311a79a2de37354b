"""A photo: pixels in the file's depth, with the file's metadata."""

from __future__ import annotations

import logging
import os
from dataclasses import field, replace
from pathlib import Path

import numpy as np
from PIL import UnidentifiedImageError

from jaxstudio.errors import PhotoError
from jaxstudio.files.colour import SRGB, light_curve, light_to_srgb, pixels_in_srgb
from jaxstudio.files.decode import (
    TiffPage,
    check_page,
    pillow_size,
    read_pillow,
    read_tiff,
)
from jaxstudio.files.extra_formats import READERS, read_extra
from jaxstudio.files.formats import HEADER_BYTES, KNOWN, Format, identify
from jaxstudio.files.lens_profiles import lens_profile
from jaxstudio.files.metadata import Metadata
from jaxstudio.files.plain_formats import read_npy, read_pnm
from jaxstudio.files.quantise import DEPTHS, Array
from jaxstudio.files.tiff_metadata import tiff_metadata
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.lenses import LensProfile
from jaxstudio.runtime.decoder_messages import collect_messages

SAMPLES = {
    "cat": "chelsea",
    "astronaut": "astronaut",
    "coffee": "coffee",
    "camera": "camera",
    "rocket": "rocket",
}
LOG = logging.getLogger("jaxstudio.files")
LOG.addHandler(logging.NullHandler())
RARE_TIFF = (
    "a TIFF that is cut short or of a rare kind, expected one that is not compressed "
    "(pip install 'jaxstudio[formats]' reads more kinds)"
)


@dataclass(frozen=True, eq=False)
class Photo:
    """`pixels` (H, W, C), C-contiguous uint8, uint16 or float32; C = 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA.

    Integers stand for [0, 1], encoded as the file had them; alpha is straight. Float values may
    leave [0, 1] and may be NaN. `path` is None for a sample, whose `name` opens it again, and for a
    picture that was pasted. `page` is the picture of `pages` in the file, from 1.
    """

    pixels: Array
    metadata: Metadata = field(default_factory=Metadata)
    path: Path | None = None
    name: str = ""
    sample: bool = False
    page: int = 1
    pages: int = 1

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

    @property
    def curve(self) -> tuple[float, float, float, float, float] | None:
        """The curve from values to light that the profile names; None for sRGB's.

        The values of OpenEXR and Radiance HDR are light.
        """
        if self.path is not None and self.path.suffix.lower() in (".exr", ".hdr"):
            return 1.0, 1.0, 0.0, 1.0, 0.0
        icc = self.metadata.icc_for(self.channels)
        return None if icc is None else light_curve(icc)

    @property
    def to_srgb(self) -> Array | None:
        """(3, 3) from light in the profile's primaries to light in sRGB's; None where it names none."""
        icc = self.metadata.icc_for(self.channels)
        return None if icc is None else light_to_srgb(icc)

    def find_lens(self, camera: str = "", lens: str = "", focal: float = 0.0) -> LensProfile:
        """The profile of the lens that took the photo, by its EXIF where nothing else is said."""
        return lens_profile(self.metadata.exif, (self.height, self.width), camera, lens, focal)

    def in_srgb(self) -> Photo:
        """The photo converted from its profile to sRGB; one without a profile is taken for sRGB.

        Raises:
            PhotoError: it is of 16 bits or float, and the package imagecodecs is missing.
        """
        icc = self.metadata.icc_for(self.channels)
        try:
            pixels = None if icc is None else pixels_in_srgb(self.pixels, icc)
        except ImportError:
            raise PhotoError(
                "{0}: the profile of a photo of more than 8 bits needs the package imagecodecs: "
                "pip install 'jaxstudio[formats]'",
                self.path or self.name,
            ) from None
        if pixels is None:
            return self
        metadata = replace(self.metadata, icc=SRGB if self.channels > 2 else None)
        return replace(self, pixels=pixels, metadata=metadata)


def load_photo(path: str | os.PathLike[str], page: int = 1) -> Photo:
    """Read a photo of any known format, recognised by its content (`.npy` and camera raw by name), upright.

    `page` (from 1) chooses one of several pictures: of a multi-page TIFF, an animation, or an MPO.

    Raises PhotoError: one line that names the file, what is wrong and what was expected.
    """
    with collect_messages() as messages:
        return _load(Path(path), page, messages)


def _load(path: Path, page: int, messages: list[str]) -> Photo:
    known: Format | None = None
    try:
        check_is_file(path)
        with open(path, "rb") as file:
            start = file.read(HEADER_BYTES)
        if not start:
            raise PhotoError("{0}: an empty file, expected a photo", path)
        known = identify(start, path.suffix)
        if known is None:
            raise PhotoError("{0}: not a photo, expected {1}", path, KNOWN)
        pixels, metadata, pages = _read(path, known, page)
        check_page(path, page, pages)
    except PhotoError:
        raise
    except FileNotFoundError:
        raise PhotoError("{0}: no such file", path) from None
    except PermissionError:
        raise PhotoError("{0}: no permission to read it", path) from None
    except UnidentifiedImageError:
        if known is not None and known.name == "TIFF":
            raise PhotoError(
                "{0}: a TIFF that is cut short or of a rare kind, expected {1}", path, RARE_TIFF
            ) from None
        raise PhotoError("{0}: not a photo, expected {1}", path, KNOWN) from None
    except MemoryError:
        raise PhotoError("{0}: too large for the memory of this machine", path) from None
    except Exception as error:
        if isinstance(error, OSError) and error.errno is not None:  # the system's own, not a decoder's
            raise PhotoError("{0}: cannot be read: {1}", path, error.strerror) from None
        # Decoders raise OSError, SyntaxError, ValueError, struct.error, zlib.error, … on damaged files.
        reason = (
            messages[0] if messages else str(error).splitlines()[0] if str(error) else type(error).__name__
        )
        raise PhotoError("{0}: damaged or cut short ({1}), expected {2}", path, reason, KNOWN) from None
    if messages:
        LOG.info("%s: read in spite of: %s", path, "; ".join(messages))
    return Photo(pixels, metadata, path, path.name, page=page, pages=pages)


def _read(path: Path, known: Format, page: int) -> tuple[Array, Metadata, int]:
    """Pixels (H, W, C) of a page, its metadata, and the number of pages."""
    if known.name == "npy":
        values, notes = read_npy(path)
        return values, Metadata(notes=notes), 1
    if known.name == "TIFF":
        return _read_tiff(path, page)
    if known.name in ("PNM", "PFM"):
        pixels = read_pnm(path)
        if pixels is not None:
            return pixels, Metadata(), 1
    if known.name in READERS:
        return read_extra(path, known.name, page)
    return read_pillow(path, page)


def _read_tiff(path: Path, page: int) -> tuple[Array, Metadata, int]:
    """tifffile reads what microscopes write, libtiff what cameras write: where one fails, the other tries."""
    found = _try_tiff(path, page, any_codec=False)
    if found is None:
        try:
            pixels, converted, pages = read_pillow(path, page)
            metadata = tiff_metadata(path, page)
            return pixels, replace(metadata, notes=metadata.notes + converted.notes), pages
        except (PhotoError, MemoryError):
            raise
        except Exception:
            found = _try_tiff(path, page, any_codec=True)
            if found is None:
                raise
    pixels, pages, notes = found
    metadata = tiff_metadata(path, page)
    return pixels, replace(metadata, notes=metadata.notes + notes), pages


def _try_tiff(path: Path, page: int, any_codec: bool) -> TiffPage | None:
    try:
        return read_tiff(path, page, any_codec)
    except (PhotoError, OSError, MemoryError):
        raise
    except Exception:
        return None


def check_is_file(path: Path) -> None:
    """PhotoError for a folder, and for a pipe, which to open may wait for ever."""
    if path.is_dir():
        raise PhotoError("{0}: a folder, expected a photo (for all in it: {1})", path, path / "*")
    if path.exists() and not path.is_file():
        raise PhotoError("{0}: a device or a pipe, expected a photo", path)


def sample_photo(name: str = "cat") -> Photo:
    """A photo that ships with scikit-image: cat, astronaut, coffee, camera (gray) or rocket; no network."""
    import skimage.data

    if name not in SAMPLES:
        raise PhotoError("no sample is called {0}: expected one of {1}", repr(name), ", ".join(SAMPLES))
    pixels = np.asarray(getattr(skimage.data, SAMPLES[name])())
    pixels = pixels[..., np.newaxis] if pixels.ndim == 2 else pixels
    return Photo(np.ascontiguousarray(pixels), name=name, sample=True)


def photo_size(path: str | os.PathLike[str]) -> tuple[int, int] | None:
    """(height, width) read from the header alone, or None where it takes more than that."""
    path = Path(path)
    try:
        if not path.is_file():
            return None  # opening a pipe may wait for ever
        if path.suffix.lower() == ".npy":
            shape = np.load(path, mmap_mode="r").shape
            return shape[0], shape[1]
        with open(path, "rb") as file:
            known = identify(file.read(HEADER_BYTES), path.suffix)
        return None if known is None or known.needs else pillow_size(path)
    except Exception:
        return None  # `load_photo` reports whatever is wrong
