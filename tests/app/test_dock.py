"""The inspector's dock keeps its height."""


def test_the_dock_is_as_high_as_it_was_left(window):
    assert window.inspector.usual_px == 340
    window.settings.setValue("inspector/height", 412)
    assert window.inspector.usual_px == 412
    window.settings.setValue("inspector/height", "no number")
    assert window.inspector.usual_px == 340
