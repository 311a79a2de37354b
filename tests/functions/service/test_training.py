"""What is told of a fit and of a training, against closed forms; what a running one can be told."""

import math

import numpy as np
import pytest

from jaxstudio.errors import Cancelled, DataError, UsageError
from jaxstudio.functions.fitting.classify import Classification
from jaxstudio.functions.protocol.queries import (
    ClassifyQuestion,
    ColumnsQuestion,
    ConfidenceBandQuestion,
    FitQuestion,
    TrainQuestion,
)
from jaxstudio.functions.protocol.scene import View
from jaxstudio.functions.service import training
from jaxstudio.functions.service.training import (
    answer_classify,
    answer_fit,
    answer_train,
    band,
    pictures,
)

from .asked import target

pytestmark = pytest.mark.usefixtures("standard_promotion")

VIEW = View((-10.0, 10.0), (-10.0, 10.0), 800, 800)
RANDOM = np.random.default_rng(3)
X = np.linspace(0, 10, 40)
Y = 3 * X - 2 + RANDOM.normal(size=40)
MODEL = "y ~ w x + b"


def train(**more):
    options = {"method": "gradient", "rate": 0.01, "steps": 1, **more}
    return TrainQuestion(target(MODEL, w=2.0, b=1.0), X, Y, VIEW, **options)


def test_the_band_of_a_line_is_the_textbook_s(composer, job):
    found = answer_fit(composer, FitQuestion(target(MODEL), X, Y), job)
    around = band(composer, ConfidenceBandQuestion(target(MODEL), found, -5.0, 15.0, 21), job)
    slope, intercept = np.polyfit(X, Y, 1)
    spread = math.sqrt(((Y - slope * X - intercept) ** 2).sum() / 38)
    expected = spread * np.sqrt(1 / 40 + (around.x - X.mean()) ** 2 / ((X - X.mean()) ** 2).sum())
    np.testing.assert_allclose(around.error, expected, rtol=1e-9)
    np.testing.assert_allclose(around.y, slope * around.x + intercept, rtol=1e-9)


def test_a_band_holds_what_was_fixed(composer, job):
    asked = target(MODEL, w=3.0)
    found = answer_fit(composer, FitQuestion(asked, X, Y, fixed=("w",)), job)
    around = band(composer, ConfidenceBandQuestion(asked, found, 0.0, 10.0, 5), job)
    np.testing.assert_allclose(around.y, 3 * around.x + (Y - 3 * X).mean(), rtol=1e-9)
    np.testing.assert_allclose(around.error, (Y - 3 * X).std(ddof=1) / math.sqrt(40), rtol=1e-9)


def test_what_cannot_be_asked_is_refused(composer, job, subtests):
    found = answer_fit(composer, FitQuestion(target(MODEL), X, Y), job)
    for text, low, high, count in (("y ~ a x", 0, 1, 5), (MODEL, 1, 0, 5), (MODEL, 0, 1, 1)):
        with subtests.test(text, count=count), pytest.raises(UsageError):
            band(composer, ConfidenceBandQuestion(target(text), found, low, high, count), job)
    for wrong in ({"epochs": 0}, {"hidden": 100_000}, {"test_share": 1.0}, {"batch": 0}):
        with subtests.test(**wrong), pytest.raises(UsageError):
            answer_classify(composer, ClassifyQuestion(**wrong), job)


def test_each_point_has_a_gradient_of_its_own(composer, job):
    sigma = np.where(X < 5, 1.0, 2.0)
    told = answer_train(composer, train(per_sample=True, sigma=sigma, rate=1e-9), job).gradients
    wrong = 2 * X + 1 - Y
    assert told.names == ("b", "w")
    np.testing.assert_allclose(told.values, np.stack([2 * wrong, 2 * wrong * X], 1), rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(told.lengths, np.linalg.norm(told.values, axis=1))
    assert answer_train(composer, train(), job).gradients is None


def test_points_count_by_their_sigma_and_only_the_named_are_penalised(composer, job):
    sigma = np.where(X < 5, 0.5, 4.0)
    question = train(steps=20_000, sigma=sigma, penalty="ridge", strength=0.5, penalised=("w",))
    found = answer_train(composer, question, job).parameters
    weight = sigma**-2 / (sigma**-2).sum()
    design = np.stack([X, np.ones(40)])
    closed = np.linalg.solve(design * weight @ design.T + np.diag([0.5, 0]), design * weight @ Y)
    assert [found["w"], found["b"]] == pytest.approx(closed, rel=1e-6)
    with pytest.raises(DataError, match="no parameter q"):
        answer_train(composer, train(penalised=("q",)), job)


def test_however_quick_it_is_it_takes_no_more_steps_at_once_than_a_loop_keeps(composer, job, monkeypatch):
    monkeypatch.setattr(training, "TELL_SECONDS", 1e9)
    monkeypatch.setattr(training, "MOST_AT_ONCE", 64)
    answer = answer_train(composer, train(steps=3 * 64, rate=1e-9), job)
    assert answer.ended == "It took all its steps."
    counts = [len(each.losses) for each in (*job.told, answer)]
    assert (sum(counts), max(counts)) == (3 * 64, 64)


def test_what_can_be_turned_while_it_trains(composer, job):
    job.notes = [{"per_sample": True, "rate": 1e-9}, "stop"]
    answer = answer_train(composer, train(steps=1000), job)
    assert answer.ended == "It was stopped by hand."
    assert answer.step == 1
    assert answer.gradients is not None
    assert answer.parameters == pytest.approx({"w": 2, "b": 1}, abs=1e-5)


def test_a_paused_work_says_that_it_lives(job, monkeypatch):
    """The silence of a pause is not taken for a hang, and a cancelled one ends."""
    alive = []
    monkeypatch.setattr(job, "note", lambda wait, seconds: notes.pop(0))
    notes = [{"rate": 1}, "pause", None, None, {"rate": 2}, "go on", None]
    held = training.JobControl(job, lambda: alive.append(len(notes)))
    assert list(held.heard()) == [{"rate": 1}, {"rate": 2}]
    assert alive == [4, 3]
    assert not held.stopped
    notes = ["pause", None, None]
    held = training.JobControl(job, job.stopped.set)
    with pytest.raises(Cancelled):
        list(held.heard())


@pytest.mark.thorough
def test_faces_are_learnt_and_told_epoch_by_epoch(composer, job, monkeypatch):
    advance, jits = Classification.advance, []
    # without jit an epoch takes seconds, most of which compile single operations
    monkeypatch.setattr(Classification, "advance", lambda self, jit: jits.append(jit) or advance(self))
    shown = pictures(composer, None, job)
    job.notes = [None, {"jit": False}]
    answer = answer_classify(composer, ClassifyQuestion(hidden=64, epochs=6, seed=1), job)
    told = [*job.told, answer]
    epochs = [epoch for each in told for epoch in each.epochs]
    assert [epoch.number for epoch in epochs] == [1, 2, 3, 4, 5, 6]
    assert jits == [True] + 5 * [False]
    assert epochs[-1].loss < 0.5 * epochs[0].loss
    assert answer.ended == "It saw all its epochs."
    right = answer.predicted == shown.labels
    assert right[answer.tested].mean() == pytest.approx(epochs[-1].test_accuracy)
    assert right[~answer.tested].mean() == pytest.approx(epochs[-1].accuracy)
    assert answer.tested.sum() == 40


def test_a_model_of_lists_is_fitted_to_them(composer, job, subtests):
    """y1 ~ a x1 + b, where x1 and y1 are lists, also of other lists; against NumPy."""
    lists = ("x1 = [1...6]", "L = x1^2", "y1 = [2.1, 3.9, 6.2, 7.8, 10.1, 12.3]", "x2 = [k, 2, 1]")
    x, y = np.arange(1.0, 7.0), np.array([2.1, 3.9, 6.2, 7.8, 10.1, 12.3])
    for model, expected in (
        ("y1 ~ a x1 + b", np.polyfit(x, y, 1)),
        ("y1 ~ a L + b", np.polyfit(x**2, y, 1)),
        ("y1 ~ a x1 + b L", np.linalg.lstsq(np.stack([x, x**2], 1), y, rcond=None)[0]),
        ("y1 ~ a (x1 - mean(x1)) + b", np.polyfit(x - x.mean(), y, 1)),
    ):
        with subtests.test(model=model):
            asked = target(*lists, model, line=4)
            points = training.columns(composer, ColumnsQuestion(asked), job)
            found = answer_fit(composer, FitQuestion(asked, points.inputs, points.y), job)
            assert found.names == ("a", "b")
            np.testing.assert_allclose(found.values, expected, rtol=1e-9)
    for model, words in (("y1 ~ a x2 + b", "x2: 3, y1: 6"), ("y1 ~ a x", "x is no list")):
        with subtests.test(model=model), pytest.raises(DataError, match=words):
            training.columns(composer, ColumnsQuestion(target(*lists, model, line=4)), job)
