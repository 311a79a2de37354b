"""The process that fits: values and kernels found in a child, paused, stopped, cancelled, refused."""

import contextlib
import queue

import numpy as np
import pytest
from scipy import ndimage
from skimage import data

from jaxstudio.backend.fitting import FittingProcess
from jaxstudio.backend.protocol import OpenRequest, RecipeValues, StepValues
from jaxstudio.backend.requests import LearnRequest, MatchAnswer, MatchRequest, MatchStep
from jaxstudio.errors import Cancelled, PhotoError, UsageError
from jaxstudio.pipeline.param_refs import ParamRef

PHOTO = np.ascontiguousarray(data.astronaut()[100:164, 160:256])
GAMMA = ParamRef(1, "gamma")
PATIENCE = 120.0


@pytest.fixture(scope="module")
def process():
    process = FittingProcess()
    process.start()
    yield process
    process.close()


class Question:
    """A job, and what has come of it so far."""

    def __init__(self, process, request):
        self.came = queue.SimpleQueue()
        self.ticket = process.call(request, self.came.put, self.came.put, self.came.put)

    def next(self, seconds=PATIENCE):
        return self.came.get(timeout=seconds)

    def end(self):
        while isinstance(came := self.next(), MatchStep):
            pass
        return came


def matching(target, loss="mse", starts=1):
    steps = (StepValues("gamma", {"gamma": 1.0, "gain": 1.0}, 1),)
    recipe = RecipeValues(steps)
    return MatchRequest(OpenRequest(1, pixels=PHOTO), target, recipe, (GAMMA,), loss, starts)


def target(gamma=1.7):
    return OpenRequest(2, pixels=np.rint(255 * (PHOTO / 255) ** gamma).astype(np.uint8))


def test_values_are_found(process):
    question = Question(process, matching(target()))
    steps = []
    while isinstance(came := question.next(), MatchStep):
        steps.append(came)
    assert isinstance(came, MatchAnswer)
    assert came.converged
    assert came.share < 1e-3
    assert came.values[0].ref == GAMMA
    assert came.values[0].value == pytest.approx(1.7, abs=0.01)
    assert steps[-1].loss < steps[0].loss


def test_a_search_is_paused_goes_on_and_is_stopped(process):
    # Adam takes many steps
    question = Question(process, matching(target(), "histogram"))
    question.next()
    question.ticket.send("pause")
    with contextlib.suppress(queue.Empty):
        for _ in range(10):  # those that were on their way
            assert isinstance(question.next(1.5), MatchStep)
    with pytest.raises(queue.Empty):
        question.next(0.5)
    question.ticket.send("resume")
    assert isinstance(question.next(), MatchStep)
    question.ticket.send("stop")
    answer = question.end()
    assert answer.stopped
    assert not answer.converged


def test_a_search_that_is_cancelled_ends_although_it_is_paused(process):
    question = Question(process, matching(target(), "histogram"))
    question.next()
    question.ticket.send("pause")
    question.ticket.cancel()
    assert isinstance(question.end(), Cancelled)


def test_what_cannot_be_matched_is_refused_in_one_line(process, tmp_path):
    smaller = Question(process, matching(OpenRequest(2, pixels=PHOTO[:32]))).end()
    assert isinstance(smaller, UsageError)
    assert "expected pictures of one size" in str(smaller)
    missing = Question(process, matching(OpenRequest(2, path=str(tmp_path / "no.png")))).end()
    assert isinstance(missing, PhotoError)
    assert "\n" not in str(missing)


def test_a_kernel_is_learnt(process):
    kernel = np.array([[0, 0.2, 0], [0.1, 0.4, 0.1], [0, 0.2, 0]])
    before = PHOTO.astype(np.float32) / 255
    after = ndimage.convolve(before, kernel[..., np.newaxis].astype(np.float32))
    pair = OpenRequest(1, pixels=before), OpenRequest(2, pixels=after)
    found = Question(process, LearnRequest(*pair, 3, symmetric=True)).next()
    assert np.array(found.rows) == pytest.approx(kernel, abs=1e-4)
    assert found.rms < 1e-5 < found.before_rms
