"""A client of the engine for tests, with everything that it reports; a job without a process."""

import threading
import time

import numpy as np

from jaxstudio.backend.client import EngineClient
from jaxstudio.backend.protocol import EngineStarted, OpenRequest, Shown, ViewRequest, pack_recipe
from jaxstudio.backend.viewport import Viewport
from jaxstudio.errors import Cancelled
from jaxstudio.pipeline.recipe import Recipe

PATIENCE_S = 120.0


class Heard:
    """Keeps what a client reports."""

    def __init__(self):
        self.reports, self.changed = [], threading.Condition()

    def __call__(self, report):
        with self.changed:
            self.reports.append(report)
            self.changed.notify_all()

    def wait(self, kind, test=lambda report: True, start=0):
        """The first report of that class that passes."""

        def find():
            return next(
                (each for each in self.reports[start:] if isinstance(each, kind) and test(each)), None
            )

        with self.changed:
            assert self.changed.wait_for(lambda: find() is not None, PATIENCE_S), (kind, self.reports)
            return find()


class Desk:
    """A client with what it reports, and short ways to use it."""

    def __init__(self, **options):
        self.heard = Heard()
        self.client = EngineClient(self.heard, **options)

    def do(self, ask, *arguments):
        """The answer of a job; its error is raised."""
        done, found = threading.Event(), []

        def keep(value):
            found.append(value)
            done.set()

        ask(*arguments, keep, keep)
        assert done.wait(PATIENCE_S)
        if isinstance(found[0], Exception):
            raise found[0]
        return found[0]

    def open(self, **what):
        token = self.client.new_token()
        return self.do(self.client.open, OpenRequest(token, **what)).photo

    def recipe(self, *steps):
        self.heard.wait(EngineStarted)
        recipe = Recipe()
        for name, params in steps:
            recipe = recipe.added(self.client.catalogue[name], params)
        return recipe

    def view(self, photo, recipe, canvas=None, **more):
        """Ask for the whole result at 100 %; the request's number."""
        number = self.client.next_number()
        canvas = canvas or photo.size
        viewport = Viewport(1.0, canvas[0] / 2, canvas[1] / 2, fitted=False)
        values = {"viewport": viewport, "started": time.perf_counter(), **more}
        self.client.request(ViewRequest(number, photo.token, pack_recipe(recipe), canvas=canvas, **values))
        return number

    def frame(self, photo, recipe, **more):
        """The exact frame of a recipe."""
        number = self.view(photo, recipe, **more)
        return self.heard.wait(
            Shown, lambda shown: shown.request.number == number and shown.frame.exact
        ).frame


class Work:
    """A job that keeps what it reports; stopped after `most` reports."""

    def __init__(self, most=1 << 30):
        self.told, self._most = [], most

    @property
    def stopped(self):
        return len(self.told) >= self._most

    def check(self):
        if self.stopped:
            raise Cancelled("stopped")

    def tell(self, value):
        self.told.append(value)

    def empty(self, shape, dtype):
        return np.empty(shape, dtype)


def colours(painted):
    """uint8 (h, w, 3) of pixels 0xAARRGGBB."""
    return np.stack([painted.values >> shift & 255 for shift in (16, 8, 0)], axis=-1).astype(np.uint8)
