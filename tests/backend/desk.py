"""A client of the engine for tests, with everything that it reports."""

import threading
import time

from jaxstudio.backend.client import EngineClient
from jaxstudio.backend.protocol import OpenRequest, ViewRequest, pack_recipe
from jaxstudio.backend.viewport import Viewport
from jaxstudio.pipeline.recipe import Recipe

PATIENCE_S = 120.0


class Heard:
    """Keeps what a client reports."""

    def __init__(self):
        self.calls, self.changed = [], threading.Condition()

    def __getattr__(self, name):
        if not name.startswith("on_"):
            raise AttributeError(name)

        def hear(*values):
            with self.changed:
                self.calls.append((name, *values))
                self.changed.notify_all()

        return hear

    def wait(self, name, test=lambda *_: True, start=0):
        """The values of the first call of that name that passes."""

        def find():
            return next((c[1:] for c in self.calls[start:] if c[0] == name and test(*c[1:])), None)

        with self.changed:
            assert self.changed.wait_for(lambda: find() is not None, PATIENCE_S), (
                name,
                [call[0] for call in self.calls],
            )
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
        self.heard.wait("on_started")
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
        return self.heard.wait("on_frame", lambda frame, _: frame.request == number and frame.exact)[0]
