"""Lesson 17: 512 units tell faces from other pictures; the time that jit saves."""

import numpy as np
import pytest

from jaxstudio.errors import DataError
from jaxstudio.functions.fitting.classify import Classification, faces

pytestmark = pytest.mark.usefixtures("standard_promotion")


@pytest.fixture(scope="module")
def pictures():
    return faces()


def test_faces(pictures):
    images, labels = pictures
    assert images.shape == (200, 25, 25)
    assert images.dtype == np.uint8
    assert labels.tolist() == [1] * 100 + [0] * 100


@pytest.mark.thorough
def test_lesson_17(pictures):
    """Chance is 50 %; the nearest mean of the two classes gets 80 to 90 %."""
    images, labels = pictures
    classification = Classification(images, labels, seed=1)
    epochs = [classification.advance() for _ in range(12)]
    assert [epoch.number for epoch in epochs] == list(range(1, 13))
    assert epochs[-1].loss < 0.2 * epochs[0].loss
    assert epochs[-1].accuracy > 0.98
    assert epochs[-1].test_accuracy >= 0.9
    right = (classification.predicted(images) == labels).mean()
    assert right == pytest.approx(0.8 * epochs[-1].accuracy + 0.2 * epochs[-1].test_accuracy)


def test_the_split_keeps_labels_and_pictures_apart(pictures):
    images, labels = pictures
    classification = Classification(images, labels, seed=5, hidden=8)
    (train, train_labels), (test, test_labels) = classification._train, classification._test
    assert np.bincount(train_labels).tolist() == [80, 80]
    assert np.bincount(test_labels).tolist() == [20, 20]
    everything = {row.tobytes() for row in np.concatenate([train, test])}
    assert len(everything) == len({row.tobytes() for row in images})


def test_resumed_it_learns_the_same(pictures):
    first, other = (Classification(*pictures, seed=3, hidden=8) for _ in range(2))
    first.advance()
    other.resume(first.state)
    assert other.epochs == 1
    assert other.advance().loss == first.advance().loss


def test_as_many_labels_as_pictures(pictures):
    with pytest.raises(DataError, match="199 labels"):
        Classification(pictures[0], pictures[1][1:])
