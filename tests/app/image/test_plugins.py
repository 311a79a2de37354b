"""Plugins: the folder and its dialog, and a filter that never comes to an end."""

from __future__ import annotations

import json

import pytest
from PySide6.QtWidgets import QPushButton

from jaxstudio.app.image import plugins
from jaxstudio.app.image.plugins import HangWatch, OwnFiltersDialog, PluginFolder
from jaxstudio.app.shared.messages import MessageBar
from jaxstudio.own_filters.folder import (
    TEMPLATE,
    FilterFile,
    Trust,
    file_digest,
    keep_trust,
    read_trust,
    trust_file,
)
from jaxstudio.own_filters.in_use import use_files

PATIENCE_MS = 120_000


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("JAXSTUDIO_OWN_FILTERS", str(tmp_path / "kept.json"))
    (tmp_path / "own").mkdir()
    return tmp_path / "own"


@pytest.fixture
def used():
    return []


@pytest.fixture
def own(folder, used, qtbot):
    made = PluginFolder(used.append)
    yield made
    if made.task is not None:
        made.task.cancel()
        made.task.wait()


def names(files):
    return [file.path.rpartition("/")[2] for file in files]


def write(folder, name):
    (folder / f"{name}.py").write_text(TEMPLATE.format(name=name, title=name.title()), encoding="utf-8")


def settled(own, qtbot):
    qtbot.waitUntil(lambda: not own.busy, timeout=PATIENCE_MS)


def test_nothing_is_run_before_a_yes_and_a_change_is_asked_about(own, folder, used, qtbot, tmp_path):
    write(folder, "first")
    own.choose(str(folder))
    assert own.asks
    assert not own.busy
    assert not used

    own.allow(always=False)
    settled(own, qtbot)
    assert [names(files) for files in used] == [["first.py"]]
    assert read_trust().files == used[0]
    assert not read_trust().always

    marker = tmp_path / "ran"
    (folder / "evil.py").write_text(f"open({str(marker)!r}, 'w')\n", encoding="utf-8")
    with qtbot.waitSignal(own.asked, timeout=PATIENCE_MS):  # by its watch
        pass
    assert own.asks
    assert not own.busy
    assert not marker.exists()
    assert len(used) == 1

    own.leave()
    assert used[-1] == ()
    assert read_trust().folder == ""


def test_a_trusted_folder_is_loaded_again_when_a_file_is_saved(own, folder, used, qtbot):
    write(folder, "first")
    own.choose(str(folder))
    own.allow(always=True)
    settled(own, qtbot)
    said = []
    own.failed.connect(said.append)
    (folder / "first.py").write_text("def f(:\n", encoding="utf-8")
    qtbot.waitUntil(lambda: bool(said), timeout=PATIENCE_MS)
    assert said == ["first.py, line 1: invalid syntax"]
    settled(own, qtbot)
    assert [names(files) for files in used] == [["first.py"], []]


def test_a_file_of_trust_that_cannot_be_read_is_no_trust(folder, subtests):
    for text in ("", "[]", "{}", "no JSON", json.dumps({"folder": 3, "files": [{}]})):
        with subtests.test(text=text):
            trust_file().write_text(text)
            assert read_trust().files == ()


def test_the_dialog_says_what_it_is_about_and_mends_names(own, folder, qtbot, monkeypatch):
    dialog = OwnFiltersDialog(own)
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.allow.isVisible()
    assert not dialog.new.isEnabled()
    write(folder, "first")
    own.choose(str(folder))
    assert dialog.allow.isVisible()
    assert dialog.files.item(0).text() == "first.py: not loaded"
    (folder / "broken.py").write_text("def f(:\n", encoding="utf-8")
    dialog.allow.click()
    assert not dialog.allow.isVisible()
    settled(own, qtbot)
    texts = [dialog.files.item(row).text() for row in range(dialog.files.count())]
    assert texts == ["broken.py, line 1: invalid syntax", "first.py: first"]
    monkeypatch.setattr(plugins.QDesktopServices, "openUrl", lambda url: True)
    refused = []
    own.failed.connect(refused.append)
    for typed, made in (
        ("Größere Töne!", "grossere_tone"),
        ("Größere Töne!", "grossere_tone_2"),
        ('3 x "sharp"', "filter_3_x_sharp"),
        ("class", "filter_class"),
        ("  ", "my_filter"),
    ):
        dialog.make(typed)
        text = (folder / f"{made}.py").read_text("utf-8")
        compile(text, made, "exec")
        assert f'name="{made}"' in text
    assert refused == []
    assert 'title="Größere Töne!"' in (folder / "grossere_tone.py").read_text("utf-8")


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
