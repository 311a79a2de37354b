"""Colours that mean something are told apart by people who see no difference of red and green.

Their sight is simulated by the matrices of Machado, Oliveira and Fernandes, "A Physiologically-based Model
for Simulation of Color Vision Deficiency" (2009), severity 1; distances are scikit-image's CIEDE2000.
"""

import numpy as np
import pytest
from PySide6.QtGui import QColor
from skimage.color import deltaE_ciede2000, rgb2lab

from jaxstudio.app.image.panels.scope_chart import CHANNEL_COLOURS
from jaxstudio.app.plot.plane.palette import scale
from jaxstudio.app.shared.colours import LIGHT_HUES, curve_colour
from jaxstudio.app.shared.theme import DARK, LIGHT

SIGHTS = {
    "usual": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
}
LEAST = 10.0  # of two lines or channels: 1 is just seen side by side, thin lines far apart need more


def seen(colours, sight):
    """(n, 3) CIELAB of colours as that sight has them."""
    rgb = np.array([QColor(colour).getRgbF()[:3] for colour in colours])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    linear = np.clip(linear @ SIGHTS[sight].T, 0, 1)
    encoded = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return rgb2lab(encoded[None])[0]


def nearest(colours, sight):
    """The least distance of two of them."""
    lab = seen(colours, sight)
    apart = deltaE_ciede2000(lab[:, None], lab[None])
    return apart[~np.eye(len(lab), dtype=bool)].min()


def test_the_simulation_makes_red_and_green_of_one_lightness_alike():
    alike = ["#b05a3c", "#78783c"]
    assert nearest(alike, "usual") > 30
    assert nearest(alike, "deuteranopia") < 8


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("dark", [False, True])
def test_lines_of_a_sheet(sight, dark):
    colours = [curve_colour(hue, 0, dark) for hue in range(len(LIGHT_HUES))]
    assert nearest(colours, sight) >= LEAST


@pytest.mark.parametrize("sight", SIGHTS)
def test_channels_of_a_histogram(sight):
    assert nearest(CHANNEL_COLOURS, sight) >= LEAST


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_what_is_right_and_what_is_not(sight, theme):
    assert nearest([theme.good, theme.danger], sight) >= 5  # they come with words, too
    assert nearest([theme.accent, theme.danger], sight) >= LEAST


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_scale_of_values_grows_lighter(sight):
    lightness = seen([QColor.fromRgba(int(value)) for value in scale()], sight)[:, 0]
    assert (np.diff(lightness) > -0.2).all()
    assert lightness[-1] - lightness[0] > 50


def test_lines_stand_out_from_the_ground():
    for dark, ground in ((False, 1.0), (True, 0.0)):
        for hue in range(len(LIGHT_HUES)):
            rgb = np.array(curve_colour(hue, 0, dark).getRgbF()[:3])
            linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
            bright = float(linear @ [0.2126, 0.7152, 0.0722])
            light, dim = max(bright, ground) + 0.05, min(bright, ground) + 0.05
            assert light / dim >= 2.5, (hue, dark)  # WCAG 2.1's contrast
