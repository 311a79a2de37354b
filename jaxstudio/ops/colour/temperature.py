"""White balance by the light that a photo was taken in: its temperature in kelvin, and its tint."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import Array, Float32, Float64
from jaxstudio.kernels.colour_spaces import TO_XYZ
from jaxstudio.pipeline.kinds import ColourMatrix, Op
from jaxstudio.pipeline.op import LINEAR, Params
from jaxstudio.pipeline.params import Float

NEUTRAL = 6504.0  # kelvin, the daylight that is white in sRGB
DAYLIGHT = 9.52  # tint of daylight, which is greener than a black body
TINTS = 3000.0  # units of tint for a distance of 1 in CIE 1960 (u, v), as in Adobe's DNG
# XYZ to the responses of sharpened cones: Lam (1985), known as Bradford.
BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
TO_CONES = BRADFORD @ np.array(TO_XYZ)  # from linear sRGB
FROM_CONES = np.linalg.inv(TO_CONES)


def locus(kelvin: Array) -> tuple[Array, Array]:
    """Return CIE 1960 (u, v) of a black body from 1667 to 25000 K.

    Source: Kang et al., Design of advanced color temperature control system for HDTV applications, 2002.
    """
    t = 1000.0 / kelvin
    x = jnp.where(
        kelvin <= 4000.0,
        ((-0.2661239 * t - 0.2343589) * t + 0.8776956) * t + 0.179910,
        ((-3.0258469 * t + 2.1070379) * t + 0.2226347) * t + 0.240390,
    )
    y = jnp.where(
        kelvin <= 2222.0,
        ((-1.1063814 * x - 1.34811020) * x + 2.18555832) * x - 0.20219683,
        jnp.where(
            kelvin <= 4000.0,
            ((-0.9549476 * x - 1.37418593) * x + 2.09137015) * x - 0.16748867,
            ((3.0817580 * x - 5.87338670) * x + 3.75112997) * x - 0.37001483,
        ),
    )
    scale = 1.0 / (12.0 * y - 2.0 * x + 3.0)
    return 4.0 * x * scale, 6.0 * y * scale


def cones_of_white(kelvin: Array, tint: Array) -> Float32[Array, 3]:
    """Return Bradford's responses to a light of luminance 1; a tint above 0 lies on the green side.

    A light of tint 0 is a black body up to 3500 K, daylight from 5000 K on.
    """
    tint = tint + DAYLIGHT * jnp.clip((kelvin - 3500.0) / 1500.0, 0.0, 1.0)
    (u, v), (du, dv) = jax.jvp(locus, (kelvin,), (jnp.ones_like(kelvin),))
    far = tint / (TINTS * jnp.sqrt(du * du + dv * dv))
    u, v = u + far * dv, v - far * du
    xyz = jnp.stack([1.5 * u / v, jnp.ones_like(u), (4.0 - u - 10.0 * v) / (2.0 * v)])
    return jnp.asarray(BRADFORD, jnp.float32) @ xyz


def adaptation(p: Params) -> Float32[Array, "3 3"]:
    neutral = cones_of_white(jnp.float32(NEUTRAL), jnp.float32(0.0))
    gains = neutral / cones_of_white(p["kelvin"], p["tint"])
    # where the light is neutral, nothing but rounding is added to the identity
    change = jnp.asarray(FROM_CONES, jnp.float32) * (gains - 1.0) @ jnp.asarray(TO_CONES, jnp.float32)
    return jnp.eye(3, dtype=jnp.float32) + change


color_temperature = Op(
    name="color_temperature",
    title="White balance",
    category="colour",
    keywords=(
        "temperature", "color temperature", "kelvin", "tint", "warm", "cool", "gray point", "cast",
        "lamp light", "shade", "spot white balance",
    ),
    doc="Makes white what was white in the light of the photo: its temperature in kelvin, and its tint.",
    use="For pictures under lamp light or in the shade; above 6504 K the picture becomes warmer.",
    formula="y = A⁻¹·diag(white / light)·A·x in linear light; A is Bradford's matrix of linear sRGB, light "
    "and white are its responses to the chosen light and to 6504 K",
    source="Bradford's chromatic adaptation (Lam 1985); colour-science's "
    "matrix_chromatic_adaptation_VonKries and CCT_to_xy_Kang2002",
    notes="The light is a black body's up to 3500 K, daylight from 5000 K on; a tint of 1 is 1/3000 off it "
    "in CIE 1960, above 0 on the green side, so that the picture becomes more magenta. 6504 K and 0 (D65) "
    "change nothing, whatever light the camera assumed. Primaries are those of sRGB. Gray pictures stay as "
    "they are. Not clipped.",
    space=LINEAR,
    own_params=(
        Float("kelvin", NEUTRAL, 1700.0, 25000.0, slider_low=2000.0, slider_high=12000.0, unit="K",
            doc="Temperature of the light that the photo was taken in: 2800 K is a lamp, 8000 K shade."),
        Float("tint", 0.0, -150.0, 150.0, doc="Above 0 more magenta, below 0 greener."),
    ),
    kind=ColourMatrix(adaptation),
)  # fmt: skip


@jax.jit
def _neutral_and_locus(kelvins: Float32[Array, " n"]) -> tuple[Float32[Array, " 3"], Float32[Array, "n 2"]]:
    return cones_of_white(jnp.float32(NEUTRAL), jnp.float32(0.0)), jnp.stack(locus(kelvins), axis=1)


def light_of_gray(colour: Float64[np.ndarray, " 3"]) -> tuple[float, float]:
    """Return kelvin and tint, within their ranges, with which a linear sRGB colour above 0 becomes gray."""
    kelvins = 1e6 / np.linspace(1e6 / 25000.0, 1e6 / 1700.0, 8192)
    found = _neutral_and_locus(np.float32(kelvins))  # one program: operation by operation takes seconds
    neutral, black_bodies = (np.asarray(each, np.float64) for each in found)
    light = np.linalg.solve(BRADFORD, TO_CONES @ colour * neutral / (TO_CONES @ np.ones(3)))
    x, y, _ = light / (light[0] + 15.0 * light[1] + 3.0 * light[2])
    place = np.array([4.0 * x, 6.0 * y])
    nearest = int(np.argmin(np.hypot(*(black_bodies - place).T)))
    nearest = min(max(nearest, 1), len(kelvins) - 2)
    along = black_bodies[nearest + 1] - black_bodies[nearest - 1]  # towards lower temperatures
    across = np.array([-along[1], along[0]]) / np.hypot(*along)
    kelvin = float(kelvins[nearest])
    tint = TINTS * float(across @ (place - black_bodies[nearest]))
    tint -= DAYLIGHT * min(max((kelvin - 3500.0) / 1500.0, 0.0), 1.0)
    return round(kelvin), round(min(max(tint, -150.0), 150.0), 1)
