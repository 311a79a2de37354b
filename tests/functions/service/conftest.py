"""A composer in this very process, and what a job says and hears."""

import threading

import jax
import pytest

from jaxstudio.errors import Cancelled
from jaxstudio.functions.protocol.requests import DrawRequest, Phase, SheetLine
from jaxstudio.functions.protocol.scene import View
from jaxstudio.functions.service import programs
from jaxstudio.functions.service.composing import Composer
from jaxstudio.functions.service.handlers import warm


@pytest.fixture(scope="package")
def composer():
    """One for the tests of this folder, and no longer: what one has compiled serves the others."""
    # for all threads, unlike the context of the other tests: programs are compiled in one of their own
    jax.config.update("jax_enable_x64", True)
    composer = Composer()
    warm(composer)
    # on a busy machine what another test left to be compiled takes longer than a person would wait
    patience, programs.STUCK_SECONDS = programs.STUCK_SECONDS, 60.0
    yield composer
    programs.STUCK_SECONDS = patience
    composer.close()
    jax.config.update("jax_enable_x64", False)


class Job:
    """Stands in for `Work`: keeps what is said, and can be stopped."""

    def __init__(self):
        self.told, self.doings, self.surrendered = [], [], 0
        self.stopped = threading.Event()
        self.notes = []

    def check(self):
        if self.stopped.is_set():
            raise Cancelled("stopped")

    check_room = check

    def tell(self, value):
        self.told.append(value)

    def doing(self, text, key=""):
        self.doings.append((text, key))

    def surrender(self):
        self.surrendered += 1
        self.stopped.set()

    def note(self, wait=False, seconds=None):
        return self.notes.pop(0) if self.notes else None


@pytest.fixture
def job():
    return Job()


VIEW = View((-10.0, 10.0), (-10.0, 10.0), 800, 800)


@pytest.fixture
def draw(composer):
    """draw("x^2", orders=(0, 1), refined=True): the scene; further keywords go to every line."""

    def draw(*texts, refined=False, sliders=None, view=VIEW, stopped=None, job=None, **options):
        lines = tuple(text if isinstance(text, SheetLine) else SheetLine(text, **options) for text in texts)
        phase = Phase.REFINED if refined else Phase.COARSE
        request = DrawRequest(lines, view, sliders or {}, phase, stopped=stopped or {})
        return composer.draw(request, job or Job())

    return draw
