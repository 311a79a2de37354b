"""Undo: one gesture is one entry, however many values it passed."""

import pytest

from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.history import LIMIT, History
from jaxstudio.pipeline.recipe import Recipe

START = Recipe().added(CATALOGUE["gaussian_blur"])


def blurred(sigma):
    return START.with_param(1, "sigma", sigma)


@pytest.fixture
def history():
    return History(START)


def test_there_and_back(history):
    history.record(blurred(2))
    history.record(blurred(3))
    assert history.undo() == blurred(2)
    assert history.undo() == START
    assert not history.can_undo
    assert history.undo() == START
    assert history.redo() == blurred(2)
    assert history.redo() == blurred(3)
    assert not history.can_redo
    assert history.redo() == blurred(3)


def test_a_drag_is_one_undo(history):
    for sigma in range(2, 50):
        history.record(blurred(sigma), gesture="drag 1")
    history.end_gesture()
    assert history.undo() == START
    assert history.redo() == blurred(49)


def test_two_drags_are_two(history):
    history.record(blurred(2), "sigma")
    history.end_gesture()
    history.record(blurred(3), "sigma")
    assert history.undo() == blurred(2)


def test_another_control_is_another_gesture(history):
    history.record(blurred(2), "sigma")
    history.record(blurred(2).with_param(1, "truncate", 3), "truncate")
    assert history.undo() == blurred(2)


def test_undo_ends_a_gesture(history):
    history.record(blurred(2), "sigma")
    history.undo()
    history.record(blurred(3), "sigma")
    assert history.undo() == START


def test_what_changes_nothing_is_no_entry(history):
    history.record(START)
    assert not history.can_undo
    history.record(blurred(2))
    history.undo()
    history.record(START)
    assert history.can_redo


def test_a_change_after_undo_forgets_what_was_undone(history):
    history.record(blurred(2))
    history.undo()
    history.record(blurred(3))
    assert not history.can_redo
    assert history.undo() == START


def test_the_oldest_are_forgotten_over_the_limit(history):
    recipes = [START.with_seed(seed) for seed in range(1, LIMIT + 100)]
    for recipe in recipes:
        history.record(recipe)
    assert len(history.past) == LIMIT
    for _ in range(LIMIT):
        history.undo()
    assert history.present == recipes[len(recipes) - LIMIT - 1]
    assert not history.can_undo
