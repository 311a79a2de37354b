"""Sensitivity: how each pixel changes with the slider under the cursor, and a number with all sliders.

State and intents; the engine's process computes. One question of each kind is under way at a time: what
changes meanwhile is asked for when its answer is there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage

from jaxstudio.app.image.engine_bridge import image_of
from jaxstudio.app.shared.background_tasks import Question
from jaxstudio.backend.protocol import Corners, PhotoInfo, pack_recipe
from jaxstudio.backend.viewport import Size, Viewport
from jaxstudio.pipeline.param_refs import ParamRef, movable, param_of
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.processes.channel import Request

if TYPE_CHECKING:
    from jaxstudio.backend.client import EngineClient
    from jaxstudio.backend.requests import GradientAnswer, SensitivityAnswer

Place = tuple[Viewport, Size]  # the viewport, the canvas, and its rows that lie under messages
PAUSE_MS = 80  # debounce: the cursor may only pass over a slider
METRICS = ("mean", "contrast", "sharpness", "loss")


class Sensitivity(QObject):
    """Emits `changed` whenever it must be drawn again.

    on: whether it is asked for. ref: the parameter that was pointed at. image: the map of its derivatives.
    answer: what came with it. gradient: of `metric`. failure: why there is none, in one line.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.on = False
        self.ref: ParamRef | None = None
        self.image: QImage | None = None
        self.answer: SensitivityAnswer | None = None
        self.gradient: GradientAnswer | None = None
        self.metric = METRICS[0]
        self.target = 0  # the token of the picture that the loss compares with
        self._place: Place = (Viewport(), (1, 1))
        self.failure = ""
        self._client: EngineClient | None = None
        self._photo: PhotoInfo | None = None
        self._recipe = Recipe()
        self._map, self._slopes = Question(self), Question(self)
        self._outdated = False  # there is something newer to ask once an answer is there
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._ask)

    # Intents

    def switch(self, on: bool) -> None:
        """Compute and show derivatives from now on, or no more."""
        self.on = on
        if not on:
            self._forget()
        self._begin()
        self.changed.emit()

    def point(self, ref: ParamRef) -> None:
        """The cursor or the focus is on this parameter."""
        if ref != self.ref:
            self.ref = ref
            if self.on:
                self.image = self.answer = None
                self._begin()
                self.changed.emit()

    def choose_metric(self, metric: str) -> None:
        self.metric, self.gradient = metric, None
        self._begin()
        self.changed.emit()

    def set_target(self, token: int) -> None:
        """The picture that the loss compares with; 0: there is none."""
        if token != self.target:
            self.target = token
            self._begin()
            self.changed.emit()

    def set_work(
        self, client: EngineClient | None, photo: PhotoInfo | None, recipe: Recipe, place: Place
    ) -> None:
        """Set the recipe and the part of the picture on the canvas."""
        work = client, photo, recipe, place
        if work == (self._client, self._photo, self._recipe, self._place):
            return
        if photo is not self._photo:
            self._forget()
        self._client, self._photo, self._recipe, self._place = work
        self._begin()

    # What there is

    @property
    def corners(self) -> Corners:
        """The part of the result that the map covers, in its own pixels."""
        pixels = None if self.answer is None else self.answer.pixels
        return (0, 0, 0, 0) if pixels is None else pixels.corners

    @property
    def real(self) -> bool:
        """Whether the chosen parameter is a real number of an active step."""
        return self.ref is not None and self.ref in movable(self._recipe)

    def slope(self, ref: ParamRef) -> float | None:
        """The derivative of the metric with respect to a parameter, None where there is none."""
        found = self.gradient
        if not self.on or found is None or ref not in found.refs:
            return None
        return found.slopes[found.refs.index(ref)]

    def arrow(self, ref: ParamRef) -> float | None:
        """The same for the whole slider, as a share of the largest, from −1 to 1."""
        found, slope = self.gradient, self.slope(ref)
        if found is None or slope is None:
            return None
        known = {step.key for step in self._recipe.steps}
        most = max(
            (
                abs(each) * self._reach(other)
                for other, each in zip(found.refs, found.slopes, strict=True)
                if each is not None and other.step in known
            ),
            default=0.0,
        )
        return slope * self._reach(ref) / most if most > 0 and ref.step in known else 0.0

    def _reach(self, ref: ParamRef) -> float:
        param = param_of(self._recipe, ref)
        assert isinstance(param, Float)
        low, high = param.slider
        return high - low

    # Asking

    def _forget(self) -> None:
        self.image = self.answer = self.gradient = None
        self.failure = ""
        self._map.drop()
        self._slopes.drop()

    def _begin(self) -> None:
        if self.on:
            self._pause.start()

    def _ask(self) -> None:
        if not self.on or self._client is None or self._photo is None:
            return
        refs = movable(self._recipe)
        recipe = pack_recipe(self._recipe)
        if self.real and self.ref is not None:
            from jaxstudio.backend.requests import SensitivityRequest

            request = SensitivityRequest(self._photo.token, recipe, self.ref, *self._place)
            self._send(self._map, request, self._take_map)
        else:
            self.image = self.answer = None
        if refs and (self.metric != "loss" or self.target):
            target = self.target if self.metric == "loss" else 0
            from jaxstudio.backend.requests import GradientRequest

            slopes = GradientRequest(self._photo.token, recipe, refs, self.metric, target)
            self._send(self._slopes, slopes, self._take_gradient)
        else:
            self.gradient = None
        self.changed.emit()

    def _send(self, question: Question, request: Request[Any, Any], take: Callable[[Any], None]) -> None:
        if question.busy:
            self._outdated = True
            return
        client = self._client
        assert client is not None

        def then(answer: Any) -> None:
            self.failure = ""
            take(answer)
            self._go_on()

        question.ask(client.call, request, then, self._fail)

    def _take_map(self, answer: SensitivityAnswer) -> None:
        if self.on and answer.ref == self.ref:
            self.answer = answer
            self.image = None if answer.pixels is None else image_of(answer.pixels).copy()

    def _take_gradient(self, answer: GradientAnswer) -> None:
        if self.on:
            self.gradient = answer if answer.metric == self.metric else None

    def _fail(self, reason: str) -> None:
        self.failure = reason
        self._go_on()

    def _go_on(self) -> None:
        if self._outdated:
            self._outdated = False
            self._begin()
        self.changed.emit()
