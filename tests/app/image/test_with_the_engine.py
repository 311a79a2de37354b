"""The window with the real engine: what is seen is what is saved."""

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QSettings

from jaxstudio.app.image.engine_bridge import from_image
from jaxstudio.app.main import Start


@pytest.fixture
def start(qtbot, tmp_path, pixels):
    path = tmp_path / "photo.png"
    Image.fromarray(pixels).save(path)
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    start = Start(settings, photo=str(path), device="nowhere:7")
    qtbot.addWidget(start.window)
    start.show()
    qtbot.waitUntil(lambda: start.document.engine_ready and start.document.photo is not None)
    yield start
    start.window.close()


def settled(document):
    return (
        document.picture is not None and document.picture.exact and document.shown_recipe == document.recipe
    )


def test_what_is_seen_is_what_is_saved(start, qtbot, tmp_path, pixels):
    document, window = start.document, start.window
    assert "nowhere:7" in window.image.messages.messages[0].text.text()
    assert document.backend.client.device_name == window.image.toolbar.device.currentData()
    for name in ("gaussian_noise", "gaussian_blur", "rotate"):
        document.add_step(document.backend.catalogue[name])
    document.set_param(document.recipe.steps[2].key, "angle", 20.0)
    document.zoom_to(1.0)
    qtbot.waitUntil(lambda: settled(document))
    path = tmp_path / "out.png"
    with qtbot.waitSignal(window.image.io.saved):
        window.image.io.save(str(path))
    saved = np.asarray(Image.open(path))
    assert np.array_equal(from_image(document.picture.image), saved)
    top, left = document.viewport.origin(document.canvas)
    seen = from_image(window.image.canvas.grab().toImage())[..., :3]
    assert np.array_equal(seen[top : top + saved.shape[0], left : left + saved.shape[1]], saved)
    document.clear_steps()
    document.add_step(document.backend.catalogue["flip_horizontal"])
    qtbot.waitUntil(lambda: settled(document))
    document.probe_at((3, 5))
    qtbot.waitUntil(lambda: document.probe is not None)
    assert document.probe.place == (3, 59 - 5)
    assert document.probe.before == pytest.approx(pixels[3, 59 - 5] / 255, abs=1e-6)
    assert document.probe.after == pytest.approx(pixels[3, 59 - 5] / 255, abs=1e-6)


@pytest.mark.thorough
def test_the_add_box_shows_a_filter_at_work_on_the_photo(start, qtbot, pixels):
    box = start.window.image.panel.add_box
    box.field.setText("negative")
    box.search()
    qtbot.waitUntil(lambda: box.pictures.images.get(("invert",)) is not None)
    assert np.array_equal(from_image(box.pictures.images["invert",])[..., :3], 255 - pixels)
