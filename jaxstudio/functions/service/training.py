"""Data generated, models fitted, networks trained, with progress, pause and stop while they run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import jax
import numpy as np

from jaxstudio.errors import NOTHING, DataError, UsageError, Wording
from jaxstudio.functions.descent import LOGS, STEPS
from jaxstudio.functions.fitting.classify import Classification, faces
from jaxstudio.functions.fitting.epochs import Epoch, Fit
from jaxstudio.functions.fitting.least_squares import curve_error, fit
from jaxstudio.functions.fitting.model import Model
from jaxstudio.functions.fitting.samples import generate
from jaxstudio.functions.fitting.table import Points
from jaxstudio.functions.fitting.training import Progress, Training, train
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.lists import numbers
from jaxstudio.functions.protocol.queries import (
    ClassifyAnswer,
    ClassifyQuestion,
    ColumnsQuestion,
    ConfidenceBandAnswer,
    ConfidenceBandQuestion,
    FitQuestion,
    GenerateQuestion,
    PicturesAnswer,
    PicturesQuestion,
    SampleGradients,
    TrainAnswer,
    TrainQuestion,
)
from jaxstudio.functions.service.composing import Composer
from jaxstudio.functions.service.targets import Found, check_point, find
from jaxstudio.processes.serve import Work

# A paused work says so often that it still lives, long before its silence is taken for a hang.
ALIVE_SECONDS = 10.0
# Why a training ended.
LOST = Wording("The loss left all finite numbers.")
SEEN = Wording("It saw all its epochs.")
BY_HAND = Wording("It was stopped by hand.")


class JobControl:
    """Notes to a running job; `alive` tells the asker something, whatever it is."""

    def __init__(self, work: Work, alive: Callable[[], None]) -> None:
        self._work, self._alive = work, alive
        self.stopped = False

    def heard(self) -> Iterator[Mapping[str, Any]]:
        """Other numbers, since the last time; ends once nothing holds the work back.

        Raises Cancelled when the answer is no longer wanted.
        """
        self._work.check()
        paused = False
        while True:
            note = self._work.note(wait=paused, seconds=ALIVE_SECONDS)
            if isinstance(note, Mapping):
                yield note
            elif note is not None:
                paused = note == "pause" or (paused and note not in ("go on", "stop"))
                self.stopped = self.stopped or note == "stop"
            else:
                self._work.check()
                if not paused:
                    return
                self._alive()


MOST_STEPS = 1_000_000
# How often a training tells how far it is, and at how many places its curve is drawn.
TELL_SECONDS, PLACES = 0.1, 400
# What a loop keeps at most; points whose gradients are told; places of a band.
MOST_AT_ONCE, MOST_TOLD, MOST_PLACES = LOGS[-1], 10_000, 100_000


def answer_generate(composer: Composer, question: GenerateQuestion, work: Work) -> Points:
    """Points on the curve of a line, with noise."""
    found = find(composer, question.target)
    check_point(found, (0.0,))
    return generate(
        found.subject.call,
        question.low,
        question.high,
        question.count,
        question.noise,
        question.seed,
        found.p,
        question.evenly,
    )


def columns(composer: Composer, question: ColumnsQuestion, work: Work) -> Points:
    """The points that lists of the sheet are. Raises a DataError for a name that is none of them."""
    target, sheet = question.target, find(composer, question.target).sheet
    read = composer.reader.of(target.lines)
    model = sheet.lines[target.line]
    defined = {line.name: line for line in sheet.lines if line.kind is LineKind.DEFINITION}
    names, lists = (*model.variables, model.name), []
    for name in names:
        if name not in sheet.columns(model):
            raise DataError("{0} is no list of this sheet; expected one such as {0} = [1, 2, 3]", name)
        line = defined[name]
        assert line.tree is not None
        lists.append(numbers(line.tree, read.values(line, target.sliders), line.index))
    if len(set(map(len, lists))) > 1:
        told = ", ".join(f"{name}: {len(each)}" for name, each in zip(names, lists, strict=True))
        raise DataError("the lists differ in length: {0}; expected as many numbers in each", told)
    return Points.of(np.array(lists[:-1]), lists[-1], names=names)


def answer_fit(composer: Composer, question: FitQuestion, work: Work) -> Fit:
    """A model by least squares, from the sliders' values."""
    found = find(composer, question.target)
    points = Points.of(question.x, question.y, question.sigma)
    fixed = {name: found.p[name] for name in question.fixed if name in found.p}
    model = Model.of(found.line)
    start = {name: found.p[name] for name in model.parameters if name not in fixed}
    return fit(
        model,
        points,
        start,
        fixed=fixed,
        bounds=dict(question.bounds),
        explore=question.explore,
    )


def band(composer: Composer, question: ConfidenceBandQuestion, work: Work) -> ConfidenceBandAnswer:
    """A fitted curve with its standard error."""
    found, answer_fit = find(composer, question.target), question.fit
    model = Model.of(found.line)
    if len(model.inputs) != 1:
        raise UsageError(
            "a band is drawn around a curve of one variable, not of {0}", ", ".join(model.inputs)
        )
    if not set(answer_fit.names) <= set(model.parameters):
        raise UsageError("the fit is of another model than line {0}", question.target.line + 1)
    if not 2 <= question.count <= MOST_PLACES:
        raise UsageError("{0} places: expected 2 to {1:,}", question.count, MOST_PLACES)
    if not -np.inf < question.low < question.high < np.inf:
        raise UsageError("the band from {0} to {1}: expected the smaller first", question.low, question.high)
    fixed = {name: value for name, value in found.p.items() if name not in answer_fit.names}
    x = np.linspace(question.low, question.high, question.count)
    y = jax.vmap(model.f, (0, None))(x, {**fixed, **answer_fit.parameters})
    return ConfidenceBandAnswer(x, np.asarray(y, np.float64), curve_error(model, answer_fit, x, fixed))


def answer_train(composer: Composer, question: TrainQuestion, work: Work) -> TrainAnswer:
    """A model by descent, step by step, until it has taken its steps, is stopped or runs away."""
    found = find(composer, question.target)
    if not 1 <= question.steps <= MOST_STEPS:
        raise DataError("{0} steps: expected 1 to {1:,}", question.steps, MOST_STEPS)
    model = Model.of(found.line)
    training = train(
        model,
        Points.of(question.x, question.y, question.sigma),
        dict(found.p),
        method=question.method,
        rate=question.rate,
        momentum=question.momentum,
        penalty=question.penalty,
        strength=question.strength,
        penalised=question.penalised,
        batch=question.batch,
        seed=question.seed,
    )
    return _Run(found, model, training, question, work).last()


class _Run:
    """A training on its way."""

    def __init__(
        self, target: Found, model: Model, training: Training, question: TrainQuestion, work: Work
    ) -> None:
        self._training, self._question, self._work = training, question, work
        self._control = JobControl(work, lambda: work.tell(self._answer([])))
        self._began, self._chunk, self._per_sample = time.perf_counter(), 1, question.per_sample
        self._names = tuple(target.p)
        self._f = model.f
        self._curve = jax.jit(jax.vmap(model.f, (0, None)))
        self._x = np.linspace(*question.view.x, PLACES if len(model.inputs) == 1 else 0)

    def last(self) -> TrainAnswer:
        """Train to the end, telling every tenth of a second how far it is."""
        ended = NOTHING
        parts: list[Progress] = []
        while not ended:
            for note in self._control.heard():
                self._take(note)
            progress = self._training.advance(min(self._chunk, self._question.steps - self._training.step))
            parts.append(progress)
            self._pace(progress.seconds)
            if progress.diverged:
                ended = LOST
            elif self._training.step >= self._question.steps:
                ended = STEPS
            elif self._control.stopped:
                ended = BY_HAND
            if not ended:
                self._work.tell(self._answer(parts))
                parts = []
        return self._answer(parts, ended)

    def _pace(self, seconds: float) -> None:
        """Choose as many steps at once as let the window hear of it ten times a second."""
        if seconds < TELL_SECONDS / 2:
            self._chunk = min(2 * self._chunk, MOST_AT_ONCE)
        elif seconds > TELL_SECONDS * 2:
            self._chunk = max(1, self._chunk // 2)

    def _take(self, note: Mapping[str, Any]) -> None:
        """Take new settings during the training."""
        for name in ("rate", "momentum", "strength"):
            setattr(self._training, name, float(note.get(name, getattr(self._training, name))))
        self._per_sample = bool(note.get("per_sample", self._per_sample))

    def _answer(self, parts: list[Progress], ended: Wording = NOTHING) -> TrainAnswer:
        parameters = self._training.parameters
        paths = [part.path for part in parts if part.path is not None]
        y = np.asarray(self._curve(self._x, parameters), np.float64) if len(self._x) else self._x
        return TrainAnswer(
            self._training.step,
            np.concatenate([part.losses for part in parts]) if parts else np.empty(0),
            {name: float(parameters[name]) for name in self._names if name in parameters},
            np.concatenate(paths) if paths else None,
            self._x,
            y,
            time.perf_counter() - self._began,
            ended,
            self._gradients() if self._per_sample and self._training.samples <= MOST_TOLD else None,
            self._residuals(parameters) if ended else None,
        )

    def _residuals(self, parameters: Mapping[str, Any]) -> np.ndarray:
        """Return the residuals at the points' own places, not between the places where the curve is drawn."""
        inputs = np.atleast_2d(np.asarray(self._question.x, np.float64))
        model = jax.jit(jax.vmap(self._f, (*(0 for _ in inputs), None)))
        return np.asarray(self._question.y, np.float64) - np.asarray(model(*inputs, parameters), np.float64)

    def _gradients(self) -> SampleGradients:
        tree = self._training.sample_gradients()
        rows = [np.asarray(leaf).reshape(self._training.samples, -1) for leaf in jax.tree.leaves(tree)]
        lengths = np.sqrt(sum((row**2).sum(axis=1) for row in rows))
        names = self._training.names
        values = [tree[name] for name in names]
        return SampleGradients(
            names, np.stack(values, axis=1) if values else np.empty((len(lengths), 0)), lengths
        )


MOST_EPOCHS, MOST_UNITS = 10_000, 4096


def pictures(composer: Composer, question: PicturesQuestion, work: Work) -> PicturesAnswer:
    """Return the pictures to be classified."""
    return PicturesAnswer(*faces())


def answer_classify(composer: Composer, question: ClassifyQuestion, work: Work) -> ClassifyAnswer:
    """A network that learns until it has seen its epochs, is stopped or runs away."""
    if not 1 <= question.epochs <= MOST_EPOCHS:
        raise DataError("{0} epochs: expected 1 to {1:,}", question.epochs, MOST_EPOCHS)
    if not 1 <= question.hidden <= MOST_UNITS:
        raise DataError("{0} units: expected 1 to {1:,}", question.hidden, MOST_UNITS)
    if not 0.05 <= question.test_share <= 0.9:
        raise DataError("the share for testing is {0:g}: expected 0.05 to 0.9", question.test_share)
    return _Lesson(question, work).last()


class _Lesson:
    """A classification on its way."""

    def __init__(self, question: ClassifyQuestion, work: Work) -> None:
        self._question, self._work, self._jit = question, work, question.jit
        self._pictures, labels = faces()
        self._network = Classification(
            self._pictures,
            labels,
            hidden=question.hidden,
            test_share=question.test_share,
            method=question.method,
            rate=question.rate,
            batch=question.batch,
            seed=question.seed,
        )
        self._control = JobControl(work, lambda: work.tell(self._answer(())))

    def last(self) -> ClassifyAnswer:
        """Learn to the end, telling of every epoch."""
        while True:
            for note in self._control.heard():
                self._take(note)
            epoch = self._network.advance(jit=self._jit)
            ended = self._ended(epoch)
            answer = self._answer((epoch,), ended)
            if ended:
                return answer
            self._work.tell(answer)

    def _take(self, note: Mapping[str, Any]) -> None:
        """Take new settings during the learning."""
        training = self._network.training
        training.rate = float(note.get("rate", training.rate))
        self._jit = bool(note.get("jit", self._jit))

    def _ended(self, epoch: Epoch) -> Wording:
        if not np.isfinite(epoch.loss):
            return LOST
        if self._control.stopped:
            return BY_HAND
        return SEEN if epoch.number >= self._question.epochs else NOTHING

    def _answer(self, epochs: tuple[Epoch, ...], ended: Wording = NOTHING) -> ClassifyAnswer:
        network = self._network
        return ClassifyAnswer(epochs, network.predicted(self._pictures), network.tested, ended)
