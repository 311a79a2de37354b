"""A filter of the user that never comes to an end: it is named, and left out with its step on request."""

import pytest
from PySide6.QtWidgets import QPushButton

from jaxstudio.app.image.plugins import HangWatch, PluginFolder
from jaxstudio.app.shared.messages import MessageBar
from jaxstudio.own_filters.folder import FilterFile, Trust, file_digest, keep_trust, read_trust
from jaxstudio.own_filters.in_use import use_files


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Two files; the filter blur stands for the one in the first."""
    monkeypatch.setenv("JAXSTUDIO_OWN_FILTERS", str(tmp_path / "kept.json"))
    made = []
    for name, op in (("a", "blur"), ("b", "other")):
        path = tmp_path / "own" / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(name)
        made.append(FilterFile(str(path), file_digest(str(path)), (op,)))
    use_files(made)
    keep_trust(Trust(str(tmp_path / "own"), "digest", False, tuple(made)))
    yield tuple(made)
    use_files(())


@pytest.fixture
def watch(document, files, qtbot, monkeypatch):
    messages = MessageBar()
    qtbot.addWidget(messages)
    used = []
    own = PluginFolder(used.append)
    watch = HangWatch(document, messages, own.leave_out)
    watch.own, watch.used = own, used
    return watch


def hangs(watch, found, monkeypatch):
    monkeypatch.setattr(watch.document.engine_client, "hanging_filter", lambda: found, raising=False)
    watch.look()


def click(message):
    next(button for button in message.findChildren(QPushButton) if button.text()).click()


def test_the_step_is_named_and_left_out_with_its_file(watch, files, monkeypatch):
    document = watch.document
    for name in ("brighten", "blur"):
        document.add_step(document.backend.catalogue[name])
    hangs(watch, None, monkeypatch)
    assert watch.message is None
    hangs(watch, ("blur", 5.2), monkeypatch)
    assert watch.message.text.text().startswith("Step 2, Soft blur: one part of it has taken 5 s already")
    shown = watch.message
    hangs(watch, ("blur", 6.2), monkeypatch)
    assert watch.message is shown  # one message, however long it takes
    click(shown)
    assert [step.enabled for step in document.recipe.steps] == [True, False]
    assert watch.used == [files[1:]]
    assert read_trust().left_out == (files[0].digest,)
    assert watch.own.is_left_out(files[0].path)
    document.undo()
    assert all(step.enabled for step in document.recipe.steps)
    watch.own.reload()
    assert not watch.own.is_left_out(files[0].path)


def test_a_filter_that_ends_after_all_takes_the_message_away(watch, monkeypatch):
    hangs(watch, ("blur", 5.2), monkeypatch)
    assert "Soft blur" in watch.message.text.text()
    hangs(watch, None, monkeypatch)
    assert watch.message is None


def test_a_silent_engine_may_go_on_without_all_of_them(watch, files, monkeypatch):
    hangs(watch, ("", 20.4), monkeypatch)
    assert "Nothing has been heard of the engine for 20 s" in watch.message.text.text()
    click(watch.message)
    assert watch.used == [()]
