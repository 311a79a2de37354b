"""The numbers of Lens correction: camera and lens by EXIF or name, their faults by lensfun's tables.

lensfun knows several models, each with lengths of its own. Its map of a small picture is read instead, and
the polynomials of Lens correction are fitted to that: they contain all those models but the fisheyes'.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np
from PIL import Image

from jaxstudio.errors import Wording
from jaxstudio.pipeline.lenses import BLUE, DISTORTION, RED, VIGNETTING, LensProfile

MAKE, MODEL, EXIF = 0x010F, 0x0110, 0x8769
F_NUMBER, DISTANCE, FOCAL_LENGTH, LENS_MAKE, LENS_MODEL = 0x829D, 0x9206, 0x920A, 0xA433, 0xA434
# The longer side of the picture whose map is read; metres and f-number where EXIF is silent.
SIDE, FAR, STOPPED_DOWN = 600, 1000.0, 8.0
KEPT = 16  # profiles
SHOWN = 6  # names where several have the words that were typed
LEAST = 1e-7  # of a number that is not 0


@lru_cache(KEPT)
def lens_profile(
    exif: bytes | None, size: tuple[int, int], camera_name: str = "", lens_name: str = "", focal: float = 0.0
) -> LensProfile:
    """Find the profile of the photo with this EXIF block ("Exif\\0\\0" first) and (height, width).

    Args:
        camera_name, lens_name: some words of each; "" for what EXIF names.
        focal: length in millimetres; 0 for that of EXIF.
    """
    make, model, own = _tags(exif)
    lens_make, lens_model = (str(own.get(tag, "")).strip("\0 ") for tag in (LENS_MAKE, LENS_MODEL))
    if not (model or camera_name):
        return LensProfile(Wording("EXIF names no camera: type camera and lens"))
    try:
        import lensfunpy
    except ImportError:
        return LensProfile(Wording("needs the package lensfunpy: pip install 'jaxstudio[formats]'"))
    database, named = (
        _database(),
        camera_name or (model if model.startswith(make.split(" ")[0]) else f"{make} {model}"),
    )
    camera = _camera(database, make, model, camera_name)
    if isinstance(camera, LensProfile):
        return camera
    if camera is None:
        return LensProfile(Wording("lensfun does not know the camera {0}", named))
    if lens_name:
        lens = _named(database.find_lenses(camera), lens_name)
        if isinstance(lens, LensProfile):
            return lens
    else:
        lens = _find_lens(database, camera, lens_make, lens_model)
    if lens is None:
        unknown = lens_model or Wording("a lens that EXIF does not name")
        words = Wording("lensfun does not know {0} on {1}: type some words of the lens", unknown, named)
        return LensProfile(words)
    if lens.type != lensfunpy.LensType.RECTILINEAR:
        return LensProfile(Wording("{0} is a fisheye, which is not corrected", lens.model))
    focal = focal or _number(own.get(FOCAL_LENGTH)) or float(lens.min_focal)
    aperture = _number(own.get(F_NUMBER)) or max(STOPPED_DOWN, float(lens.min_aperture or 0))
    distance = _number(own.get(DISTANCE)) or FAR
    words = Wording("{0}, {1:g} mm, f/{2:g}", lens.model, focal, aperture)
    numbers = _numbers(lens, camera.crop_factor, size, focal, aperture, distance)
    return LensProfile(words, MappingProxyType(numbers))


@cache
def known_cameras() -> tuple[str, ...]:
    """The names of lensfun's cameras, each of which `lens_profile` takes; empty without lensfunpy."""
    try:
        return _sorted(_by_name(_database().cameras))
    except ImportError:
        return ()


@lru_cache(KEPT)
def known_lenses(exif: bytes | None, camera_name: str = "") -> tuple[str, ...]:
    """The names of the lenses that fit a camera, as in `lens_profile`; empty for an unknown camera."""
    try:
        database = _database()
    except ImportError:
        return ()
    make, model, _ = _tags(exif)
    camera = _camera(database, make, model, camera_name)
    known = camera is not None and not isinstance(camera, LensProfile)
    return _sorted(_by_name(database.find_lenses(camera))) if known else ()


def _sorted(names: Iterable[str]) -> tuple[str, ...]:
    """Sort names by letters, and the numbers in them by value: 14mm before 100mm."""

    def key(name: str) -> list[str]:
        return [part.zfill(9) if part.isdecimal() else part for part in re.split(r"(\d+)", name.lower())]

    return tuple(sorted(names, key=key))


def _tags(exif: bytes | None) -> tuple[str, str, Any]:
    """Maker and model of the camera, and the tags about the picture."""
    tags = Image.Exif()
    if exif:
        tags.load(exif)
    make, model = (str(tags.get(tag, "")).strip("\0 ") for tag in (MAKE, MODEL))
    return make, model, tags.get_ifd(EXIF)


def _camera(database: Any, make: str, model: str, words: str) -> Any:
    """The camera that the words name, or else EXIF; None, or a profile that says why, where there is none."""
    if words:
        return _named(database.cameras, words)
    return next(iter(database.find_cameras(make, model)), None) if model else None


def _by_name(known: Any) -> dict[str, Any]:
    """Cameras or lenses by maker and model."""
    return {f"{each.maker} {each.model.removeprefix(each.maker).strip()}": each for each in known}


@cache
def _database() -> Any:
    import lensfunpy

    return lensfunpy.Database()


def _find_lens(database: Any, camera: Any, make: str, model: str) -> Any:
    """The lens of this name; without a name that of a camera with a fixed lens."""
    if model:
        return next(iter(database.find_lenses(camera, make or None, model)), None)
    # lensfun's mounts of compact cameras have names in small letters, such as canonG7X
    fixed = database.find_lenses(camera) if camera.mount[:1].islower() else []
    return fixed[0] if len(fixed) == 1 else None


def _named(known: Any, words: str) -> Any:
    """The camera or lens whose name has all the words; a profile that says which there are."""
    names = _by_name(known)
    if words in names:
        return names[words]
    wanted = words.lower().split()
    fitting = sorted((name for name in names if all(word in name.lower() for word in wanted)), key=len)
    rest = {name: set(name.lower().split()).difference(wanted) for name in fitting}
    exact = [name for name in fitting if rest[name] <= set(names[name].maker.lower().split())]
    if len(exact or fitting) == 1:
        return names[(exact or fitting)[0]]
    if not fitting:
        return LensProfile(Wording("lensfun's list has no {0}", words))
    some, more = ", ".join(fitting[:SHOWN]), len(fitting) - SHOWN
    if more > 0:
        return LensProfile(Wording("{0} may be {1} and {2} more", words, some, more))
    return LensProfile(Wording("{0} may be {1}", words, some))


def _number(value: Any) -> float | None:
    """A rational of EXIF; None where there is none, it is 0, or it divides by 0."""
    try:
        number = float(value)
    except (TypeError, ValueError, ZeroDivisionError):
        return None
    return number if np.isfinite(number) and number > 0 else None


def _numbers(
    lens: Any, crop: float, size: tuple[int, int], focal: float, aperture: float, distance: float
) -> dict[str, float]:
    import lensfunpy

    height, width = (max(2, round(side * SIDE / max(size))) for side in size)
    flags = lensfunpy.ModifyFlags
    maps = lensfunpy.Modifier(lens, crop, width, height)
    wanted = flags.DISTORTION | flags.TCA | flags.VIGNETTING
    maps.initialize(focal, aperture, distance, scale=1.0, pixel_format=np.float32, flags=wanted)
    half = np.hypot(width - 1, height - 1) / 2
    centre = np.array([(width - 1) / 2, (height - 1) / 2])

    def distances(places: Any) -> np.ndarray:
        return np.linalg.norm(np.asarray(places, np.float64) - centre, axis=-1).reshape(-1) / half

    rows, columns = np.indices((height, width))
    r = distances(np.stack([columns, rows], -1))
    away = r > 0.02
    found = dict.fromkeys((*DISTORTION, *RED, *BLUE, *VIGNETTING), 0.0)
    bent = maps.apply_geometry_distortion()
    if bent is not None:
        # a factor of all distances is an enlargement, which the zoom decides
        whole, *terms = _fitted(r[away], distances(bent)[away] / r[away], range(5))
        found |= {DISTORTION[n]: term / whole ** (n + 2) for n, term in enumerate(terms)}
    coloured = maps.apply_subpixel_distortion()
    if coloured is not None:
        green = distances(coloured[..., 1, :])
        for names, channel in ((RED, 0), (BLUE, 2)):
            terms = _fitted(r[away], distances(coloured[..., channel, :])[away] / green[away], range(3))
            found |= dict(zip(names, (terms[0] - 1.0, *terms[1:]), strict=True))
    light = np.full((height, width, 3), 0.25, np.float32)
    if maps.apply_color_modification(light):
        share = 0.25 / light[..., 1].reshape(-1).astype(np.float64)
        found |= dict(zip(VIGNETTING, _fitted(r, share - 1.0, (2, 4, 6)), strict=True))
    return {name: float(value) if abs(value) > LEAST else 0.0 for name, value in found.items()}


def _fitted(r: np.ndarray, values: np.ndarray, powers: Any) -> list[float]:
    """The factors of powers of r whose sum is nearest to the values."""
    columns = np.stack([r**power for power in powers], 1)
    return [float(term) for term in np.linalg.lstsq(columns, values, rcond=None)[0]]
