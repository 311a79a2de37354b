"""Pictures told apart by a network, epoch by epoch; it is told while it learns and tells how far it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from jaxstudio.errors import DataError
from jaxstudio.functions.fitting import Classification, Epoch, faces
from jaxstudio.functions.protocol.queries import ClassifyAnswer, ClassifyQuestion, PicturesAnswer
from jaxstudio.functions.service.composing import Composer
from jaxstudio.functions.service.job_control import JobControl
from jaxstudio.processes.serve import Work

MOST_EPOCHS, MOST_UNITS = 10_000, 4096


def pictures(composer: Composer, question: None, work: Work) -> PicturesAnswer:
    """What is told apart."""
    return PicturesAnswer(*faces())


def classified(composer: Composer, question: ClassifyQuestion, work: Work) -> ClassifyAnswer:
    """A network that learns until it has seen its epochs, is stopped or runs away."""
    if not 1 <= question.epochs <= MOST_EPOCHS:
        raise DataError(f"{question.epochs} epochs: expected 1 to {MOST_EPOCHS:,}")
    if not 1 <= question.hidden <= MOST_UNITS:
        raise DataError(f"{question.hidden} units: expected 1 to {MOST_UNITS:,}")
    if not 0.05 <= question.test_share <= 0.9:
        raise DataError(f"the share for testing is {question.test_share:g}: expected 0.05 to 0.9")
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
        self._reins = JobControl(work, lambda: work.tell(self._answer(())))

    def last(self) -> ClassifyAnswer:
        """Learn to the end, telling of every epoch."""
        while True:
            for note in self._reins.heard():
                self._take(note)
            epoch = self._network.advance(jit=self._jit)
            ended = self._ended(epoch)
            answer = self._answer((epoch,), ended)
            if ended:
                return answer
            self._work.tell(answer)

    def _take(self, note: Mapping[str, Any]) -> None:
        """Other values for what can be turned while it learns."""
        training = self._network.training
        training.rate = float(note.get("rate", training.rate))
        self._jit = bool(note.get("jit", self._jit))

    def _ended(self, epoch: Epoch) -> str:
        if not np.isfinite(epoch.loss):
            return "the loss left all finite numbers"
        if self._reins.stopped:
            return "stopped by hand"
        return "saw all its epochs" if epoch.number >= self._question.epochs else ""

    def _answer(self, epochs: tuple[Epoch, ...], ended: str = "") -> ClassifyAnswer:
        network = self._network
        return ClassifyAnswer(epochs, network.predicted(self._pictures), network.tested, ended)
