"""Check boxes: the outline of an empty one is seen in both themes."""

import pytest

from jaxstudio.app.shared.buttons import CheckBox
from jaxstudio.app.shared.theme import DARK, LIGHT, apply_theme


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_an_empty_box_stands_out_from_its_window(qtbot, theme):
    apply_theme(theme)
    try:
        box = CheckBox()
        qtbot.addWidget(box)
        box.resize(24, 24)
        image = box.grab().toImage()
        window = image.pixelColor(23, 0).lightness()
        most = max(abs(image.pixelColor(x, 12).lightness() - window) for x in range(24))
        assert most > 60
    finally:
        apply_theme(LIGHT)
