"""Faults of a lens: bent lines, coloured edges and dark corners, as polynomials of a radius."""

from __future__ import annotations

from random import Random
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import Coordinates, FloatArray
from jaxstudio.kernels.random_fields import Place
from jaxstudio.pipeline.kinds import Branches, Combined, Composed, Op, Parts, Placed, Warp
from jaxstudio.pipeline.lenses import BLUE, DISTORTION, PROFILES, RED, VIGNETTING
from jaxstudio.pipeline.op import LINEAR, Params, Part, Size, Values
from jaxstudio.pipeline.params import Bool, Choice, Float, Text
from jaxstudio.pipeline.preview_notes import RESAMPLING

EDGE = 64  # places along half of each side where the picture's edge is looked at
BY_NAME = "profile", PROFILES[0]
STEPS = 40  # bisections of the zoom: more than a float64 of it needs for a thousandth of a pixel


def coefficient(name: str, group: str, doc: str, slider: float) -> Float:
    return Float(name, 0.0, -4.0, 4.0, slider_low=-slider, slider_high=slider, group=group, doc=doc)


ZOOM = Float("zoom", 1.0, 0.1, 10.0, slider_low=0.5, slider_high=2.0, doc="Enlarges the result.")
FIT = Bool("fill_frame", True, doc="Enlarge just as far as no corner is empty.")
BENT = tuple(
    coefficient(name, "distortion", f"How far distances change with their power {power}.", 0.2)
    for power, name in enumerate(DISTORTION, 1)
)
COLOURED = tuple(
    coefficient(name, colour, f"How far {colour} lies from green, {how}.", 0.01)
    for colour, names in (("red", RED), ("blue", BLUE))
    for name, how in zip(names, ("everywhere alike", "by the distance", "by its square"), strict=True)
)
DARK = tuple(
    coefficient(name, "vignetting", f"How much light is left, by power {2 * number} of the distance.", 1.0)
    for number, name in enumerate(VIGNETTING, 1)
)


def stretch(r: Any, p: Params) -> Any:
    """Where a point at distance r of the result lies in the photo, as a multiple of r."""
    first, second, third, fourth = (p[name] for name in DISTORTION)
    return 1.0 + r * (first + r * (second + r * (third + r * fourth)))


def zoom_to_fit(values: Values, size: Size) -> Params:
    """The least zoom at which every point of the result's edge lies within the photo."""
    if not values["fill_frame"]:
        return {"enlarged": np.float64(values["zoom"])}
    half = np.array([max(size[1] - 1, 1), max(size[0] - 1, 1)]) / 2
    along, one = np.linspace(0, 1, EDGE), np.ones(EDGE)
    edge = np.concatenate([np.stack([one, along], 1), np.stack([along, one], 1)]) * half
    distance = np.hypot(*edge.T) / np.hypot(*half)
    colours = [(0.0, 0.0, 0.0), *(tuple(values.get(name, 0.0) for name in names) for names in (RED, BLUE))]

    def inside(zoom: float) -> bool:
        r = distance / zoom
        bent = stretch(r, values)
        farthest = max(np.max(bent * shift(bent * r, each) / zoom) for each in colours)
        return bool(np.isfinite(farthest) and farthest <= 1.0)

    low, high = 0.25, 4.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if inside(middle) else (middle, high)
    return {"enlarged": np.float64(high * values["zoom"])}


def shift(r: Any, terms: Any) -> Any:
    """How far a colour lies from green at distance r, as a multiple of r."""
    return 1.0 + terms[0] + r * (terms[1] + r * terms[2])


def bent_source(x: Coordinates, y: Coordinates, p: Params) -> tuple[Coordinates, Coordinates]:
    cx, cy = (p["width"] - 1) / 2, (p["height"] - 1) / 2
    half = jnp.maximum(jnp.sqrt(cx * cx + cy * cy), 0.5)
    dx, dy = (x - cx) / (half * p["enlarged"]), (y - cy) / (half * p["enlarged"])
    r = jnp.sqrt(dx * dx + dy * dy)
    times = stretch(r, p)
    times = times * shift(r * times, tuple(p[name] for name in ("shift_0", "shift_1", "shift_2")))
    return cx + half * dx * times, cy + half * dy * times


SHIFT = tuple(
    coefficient(f"shift_{power}", "", "How far the colour lies from green.", 0.01) for power in range(3)
)
UNBENT = Part(
    name="unbent",
    own_params=(*BENT, *COLOURED, *SHIFT, ZOOM, FIT),
    kind=Warp(bent_source, prepare=zoom_to_fit, border="nearest"),
)
CHANNEL = Part(
    name="one_channel",
    own_params=(Choice("channel", "red", ("red", "green", "blue")),),
    kind=Placed(lambda x, at, p: jnp.where(at.channel == p["channel"], 1.0, 0.0) + 0.0 * x, by_channel=True),
)


def lighten(x: FloatArray, at: Place, p: Params) -> FloatArray:
    """Light divided by the lens's transmission at the pixel's place in the photo."""
    cx, cy = (at.width - 1) / 2, (at.height - 1) / 2
    half = jnp.maximum(jnp.sqrt(cx * cx + cy * cy), 0.5) * p["enlarged"]
    dx, dy = (at.column - cx) / half, (at.row - cy) / half
    r = jnp.sqrt(dx * dx + dy * dy)
    r = r * stretch(r, p)
    r2 = r * r
    first, second, third = (p[name] for name in VIGNETTING)
    return x / jnp.maximum(1.0 + r2 * (first + r2 * (second + r2 * third)), 0.01)


LIGHTENED = Part(
    name="lightened_corners",
    own_params=(*BENT, *DARK, Float("enlarged", 1.0, 0.01, 100.0)),
    kind=Placed(lighten),
    space=LINEAR,
)


def colours_apart(values: Values) -> Branches:
    common = {name: values[name] for name in (*DISTORTION, *RED, *BLUE, "zoom", "fill_frame")}

    def moved(names: tuple[str, ...]) -> Any:
        return [(UNBENT, {**common, **{f"shift_{i}": values[name] for i, name in enumerate(names)}})]

    masks = [[(CHANNEL, {"channel": colour})] for colour in ("red", "blue")]
    return [[(UNBENT, common)], moved(RED), moved(BLUE), *masks]


def join_channels(x: FloatArray, results: tuple[FloatArray, ...], p: Params) -> FloatArray:
    green, red, blue, is_red, is_blue = results
    return jnp.where(is_red > 0, red, jnp.where(is_blue > 0, blue, green))


APART = Part(
    name="colours_moved_apart",
    own_params=(*BENT, *COLOURED, ZOOM, FIT),
    kind=Combined(colours_apart, join_channels, ops=(UNBENT, CHANNEL)),
)


def steps(values: Values, size: Size, chance: Random) -> Parts:
    places = {name: values[name] for name in (*DISTORTION, *RED, *BLUE, "zoom", "fill_frame")}
    corrections: list[tuple[Any, Values]] = []
    if any(values[name] for name in (*RED, *BLUE)):
        corrections.append((APART, places))
    elif any(values[name] for name in DISTORTION) or values["zoom"] != 1.0:
        corrections.append((UNBENT, places))
    if any(values[name] for name in VIGNETTING):
        bent = {name: values[name] for name in (*DISTORTION, *VIGNETTING)}
        corrections.append((LIGHTENED, {**bent, "enlarged": float(zoom_to_fit(values, size)["enlarged"])}))
    return corrections


def caution(values: Values) -> str:
    if values["profile"] == PROFILES[0]:
        return ""
    if any(values[name] for name in (*DISTORTION, *RED, *BLUE, *VIGNETTING)):
        return ""
    return "All numbers are 0: the picture stays as it is."


lens_correction = Op(
    name="lens_correction",
    title="Lens correction",
    category="repair",
    keywords=(
        "lensfun", "lens profile", "distortion", "barrel", "chromatic aberration", "color fringe",
        "vignetting", "tca",
    ),
    doc="Straightens what the lens has bent, joins its colours at edges, and lightens its dark corners.",
    use="For photos of buildings and horizons, and for all from wide and cheap lenses; before a crop.",
    formula="y(d) = x(d·g·c) / v: g = 1 + Σ distortion_i·rⁱ at r = |d| / zoom in halves of the diagonal; "
    "c = 1 + Σ red_i·sⁱ or blue_i·sⁱ at s = r·g; v = 1 + Σ vignetting_i·s²ⁱ in linear light",
    source="lensfun's models ptlens, poly3 and poly5, its poly3 for colours and pa for light",
    notes="With the profile of the photo, camera, lens, focal length, aperture and distance are read from "
    "EXIF, where no other camera, lens or length is typed; the numbers come from lensfun's tables (package "
    "lensfunpy, in the extra formats): in a batch each photo has its own. The photo must be as the camera "
    "made it: not cropped. A script needs numbers. Bilinear.",
    own_params=(
        Choice("profile", PROFILES[0], PROFILES, doc="By lensfun's tables, or by numbers."),
        Text(
            "camera",
            empty="From EXIF",
            doc="Some words of its name; empty for the camera that EXIF names.",
            needs=BY_NAME,
        ),
        Text(
            "lens",
            empty="From EXIF",
            doc="Some words of its name; empty for the lens that EXIF names.",
            needs=BY_NAME,
        ),
        Float(
            "focal",
            0.0,
            0.0,
            2000.0,
            slider_high=300.0,
            unit="mm",
            label="Focal length",
            needs=BY_NAME,
            doc="0 for that of EXIF.",
        ),
        ZOOM,
        FIT,
        *BENT,
        *COLOURED,
        *DARK,
    ),
    preview_note=RESAMPLING,
    kind=Composed(steps, ops=(APART, UNBENT, LIGHTENED)),
    caution=caution,
)  # fmt: skip
